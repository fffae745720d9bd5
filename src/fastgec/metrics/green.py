"""GREEN: F-beta of n-gram regions, precision and recall from what is kept, deleted and inserted.

Definition: Koyama, Nagata, Takamura and Okazaki (2024). An n-gram occurs s, r, h times in source,
reference and hypothesis; summed over n-grams, for each order n from 1 to N:

    true keep    min(s, r, h)          over-delete   max(0, min(s, r) - h)
    true delete  max(0, s - max(r, h)) over-insert   max(0, h - max(s, r))
    true insert  max(0, min(r, h) - s) under-delete  max(0, min(s, h) - r)
                                       under-insert  max(0, r - max(s, h))

With TP the three trues, FP the overs and FN the unders: P = TP / (TP + FP), R = TP / (TP + FN).
Precision and recall over the orders 1 to k are geometric means, F their weighted harmonic mean, and
the score is F at k = N. Empty sets: P is 1 when TP + FP = 0. R is 0 when TP + FN = 0, as in the
authors' program, so that a perfect sentence shorter than N scores 0 alone (short="one" takes 1).
Several references: each sentence takes the one with the best list (F at N, F at N-1, ..., F at 1),
the first of equals. Corpus: the regions of the chosen references are summed and scored once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from fastgec._selection import sum_rows
from fastgec.corpus.blocks import Column
from fastgec.corpus.units import candidate_units
from fastgec.counts import Counts
from fastgec.metrics.green_score import (
    REGIONS,
    Floats,
    GreenScore,
    Integers,
    f_score,
    geometric_means,
    ratios,
)
from fastgec.ngrams import check_parameters, map_counts
from fastgec.selection import sentence_best


def evaluate(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    order: int = 4,
    unit: str = "word",
    betas: Iterable[float] = (1.0,),
    short: str = "zero",
    jobs: int | None = 1,
) -> tuple[GreenScore, ...]:
    """Score one system, once for each beta, in blocks of sentences that need little memory.

    Parameters: source, references[k] and hypotheses are paths or S sentences in memory; unit "word"
    or "char"; short, see `GreenScore`; jobs, threads (None: all cores).
    Raises: FormatError for text that cannot be scored or unequal numbers of sentences; ValueError
    for parameters out of range.

    >>> source = ["the cat sat in mat ."]
    >>> references = [["the cat sat on the mat ."]]
    >>> score, = evaluate(source, references, ["the cat sat on mat ."], order=2, betas=[2.0])
    >>> round(score.precision, 6), round(score.recall, 6), round(score.f, 6)
    (0.92582, 0.810093, 0.830864)
    """
    return evaluate_systems(
        source,
        references,
        [hypotheses],
        order=order,
        unit=unit,
        betas=betas,
        short=short,
        jobs=jobs,
    )[0]


def evaluate_systems(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    order: int = 4,
    unit: str = "word",
    betas: Iterable[float] = (1.0,),
    short: str = "zero",
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[tuple[GreenScore, ...]]:
    """Score several systems at once; sources and references are read and encoded once for all.

    Returns: for each system, a GreenScore for each beta.
    `progress` is called with the number of sentences done; the rest is as in `evaluate`.
    """
    betas = _checked(betas, short)
    check_parameters(order, unit)

    def fold(table: Integers) -> tuple[Integers, Floats, NDArray[np.int32]]:
        n_systems, n_lines, n_references = table.shape[:3]
        flat = table.reshape(-1, *table.shape[3:])
        offsets = np.arange(n_systems * n_lines + 1) * n_references
        rows, f = _select_all(flat, offsets, betas, short)
        chosen = (rows % n_references).astype(np.int32)
        shape = len(betas), n_systems, n_lines
        sums = np.empty((*shape[:2], *flat.shape[1:]), np.int64)
        for b, h in np.ndindex(*shape[:2]):
            sums[b, h] = _sum(flat, rows.reshape(shape)[b, h])
        return sums, f.reshape(shape), chosen.reshape(shape)

    sums = np.zeros((len(betas), len(systems), order, len(REGIONS)), np.int64)
    sentence_f: list[Floats] = []
    chosen: list[NDArray[np.int32]] = []
    n_done = 0
    blocks = map_counts(source, references, systems, fold, order=order, unit=unit, jobs=jobs)
    for block_sums, block_f, block_chosen in blocks:
        sums += block_sums
        sentence_f.append(block_f)
        chosen.append(block_chosen)
        n_done += block_f.shape[-1]
        if progress:
            progress(n_done)
    f = np.concatenate(sentence_f, axis=2)
    labels = np.concatenate(chosen, axis=2)
    return [
        tuple(
            GreenScore(sums[b, h], beta, unit, short, f[b, h], labels[b, h])
            for b, beta in enumerate(betas)
        )
        for h in range(len(systems))
    ]


def count(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    order: int = 4,
    unit: str = "word",
    jobs: int | None = 1,
) -> Counts:
    """Count the regions of every (sentence, reference); no beta is needed yet.

    Returns: Counts with 7 columns for each order from 1, named as true_keep_1.
    Raises: as `evaluate`.

    >>> count(["a b"], [["a c"], ["a b"]], ["a b"], order=1).table.tolist()
    [[1, 0, 0, 0, 0, 1, 1], [2, 0, 0, 0, 0, 0, 0]]
    """
    return count_systems(source, references, [hypotheses], order=order, unit=unit, jobs=jobs)[0]


def count_systems(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    order: int = 4,
    unit: str = "word",
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Counts]:
    """Count several systems at once, as `count`; sources and references are read once for all."""
    check_parameters(order, unit)
    width = order * len(REGIONS)

    def fold(table: Integers) -> Integers:
        return table.reshape(len(systems), -1, width)

    parts: list[Integers] = []
    n_done = 0
    for part in map_counts(source, references, systems, fold, order=order, unit=unit, jobs=jobs):
        parts.append(part)
        n_done += part.shape[1] // len(references)
        if progress:
            progress(n_done)
    tables = np.concatenate(parts, axis=1)
    size = tables.shape[1] // len(references)
    return [
        Counts(
            table,
            np.arange(size + 1) * len(references),
            np.tile(np.arange(len(references), dtype=np.int32), size),
            tuple(f"{region}_{n}" for n in range(1, order + 1) for region in REGIONS),
            "green",
            {"order": order, "unit": unit},
        )
        for table in tables
    ]


def select(counts: Counts, *, beta: float = 1.0, short: str = "zero") -> Integers:
    """Choose the reference of each sentence: int64[S], indices into counts.table.

    >>> select(count(["a b"], [["a c"], ["a b"]], ["a b"], order=1)).tolist()
    [1]
    """
    table = _table(counts)
    (beta,) = _checked((beta,), short)
    rows: Integers = _select_all(table, counts.offsets, (beta,), short)[0][0]
    return rows


def score_counts(
    counts: Counts, *, betas: Iterable[float] = (1.0,), short: str = "zero"
) -> tuple[GreenScore, ...]:
    """Score counts, once for each beta.

    >>> counts = count(["a b c"], [["a c c"]], ["a c c"], order=2)
    >>> [score.f for score in score_counts(counts, betas=[1.0, float("inf")])]
    [1.0, 1.0]
    """
    table = _table(counts)
    unit = str(counts.parameters["unit"])
    betas = _checked(betas, short)
    rows, f = _select_all(table, counts.offsets, betas, short)
    return tuple(
        GreenScore(_sum(table, rows[b]), beta, unit, short, f[b], counts.labels[rows[b]])
        for b, beta in enumerate(betas)
    )


def sentence_scores(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    beta: float = 1.0,
    order: int = 4,
    unit: str = "word",
    short: str = "zero",
    jobs: int | None = 1,
) -> Floats:
    """Score each sentence alone: float64[S], best reference each.

    >>> sentence_scores(["a b", "a b"], [["a c", "a c"]], ["a b", "a c"], order=1).tolist()
    [0.5, 1.0]
    """
    (score,) = evaluate(
        source,
        references,
        hypotheses,
        order=order,
        unit=unit,
        betas=[beta],
        short=short,
        jobs=jobs,
    )
    return score.sentence_f


def candidate_scores(
    source: str,
    references: Sequence[str],
    candidates: Sequence[str],
    *,
    beta: float = 1.0,
    order: int = 4,
    unit: str = "word",
    short: str = "zero",
) -> Floats:
    """Score many candidates for one source against the same references: float64[n].

    >>> candidate_scores("a b", ["a c"], ["a b", "a c"], order=1).tolist()
    [0.5, 1.0]
    """
    betas = _checked((beta,), short)
    check_parameters(order, unit)
    units = candidate_units(source, references, candidates, unit)
    f: Floats = _select_all(units.count(order), units.reference_offsets, betas, short)[1][0]
    return f


def candidate_matrix(
    source: str,
    candidates: Sequence[str],
    *,
    beta: float = 1.0,
    order: int = 4,
    unit: str = "word",
    short: str = "zero",
) -> Floats:
    """Score every candidate against every other as its reference, for minimum Bayes risk.

    Returns: float64[n, n]; element [i, j] is candidate i scored with candidate j as reference.

    >>> candidate_matrix("a b", ["a b", "a c"], order=1).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    (beta,) = _checked((beta,), short)
    check_parameters(order, unit)
    table = candidate_units(source, candidates, candidates, unit).count(order)
    precisions, recalls = map(geometric_means, ratios(table, short))
    scores = f_score(precisions, recalls, beta)[:, -1]
    return scores.reshape(len(candidates), len(candidates))


def _select_all(
    table: Integers, offsets: Integers, betas: Sequence[float], short: str
) -> tuple[Integers, Floats]:
    """Choose a row per sentence for each beta; what does not depend on beta is done once.

    Returns: indices of the chosen rows of table int64[R, N, 7], int64[B, S]; their F float64[B, S].
    """
    precisions, recalls = map(geometric_means, ratios(table, short))
    n_sentences = len(offsets) - 1
    f = np.empty((len(betas), n_sentences))
    rows = np.empty((len(betas), n_sentences), np.int64)
    for b, beta in enumerate(betas):
        ranks = f_score(precisions, recalls, beta)
        rows[b] = sentence_best(ranks, offsets)
        f[b] = ranks[rows[b], -1]
    return rows, f


def _sum(table: Integers, rows: Integers) -> Integers:
    """Return the sum of some rows of int64[R, N, 7]: int64[N, 7]."""
    return sum_rows(table.reshape(len(table), -1), rows).reshape(table.shape[1:])


def _checked(betas: Iterable[float], short: str) -> tuple[float, ...]:
    if short not in ("zero", "one"):
        raise ValueError(f"short {short!r}, expected 'zero' or 'one'")
    checked = tuple(map(float, betas))
    if not checked:
        raise ValueError("no betas, expected at least 1")
    for beta in checked:
        if not beta >= 0:
            raise ValueError(f"beta {beta}, expected a number of at least 0")
    return checked


def _table(counts: Counts) -> Integers:
    if counts.metric != "green":
        raise ValueError(f"counts of {counts.metric}, expected counts of green")
    return counts.table.reshape(len(counts.table), -1, len(REGIONS))
