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

import math
from collections.abc import Callable, Generator, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import sealed
from fastgec.corpus.blocks import WHOLE, Column, Span
from fastgec.corpus.fingerprint import Fingerprint
from fastgec.counts import Counts, CountsBuilder
from fastgec.fscore import checked_beta
from fastgec.metrics.green_blocks import (
    SENTENCES,
    ScoredBlock,
    Tally,
    choose,
    regions_of,
    scored_block,
    scored_blocks,
)
from fastgec.metrics.green_score import (
    REGIONS,
    Floats,
    GreenScore,
    GreenTotal,
    Integers,
    f_score,
    geometric_means,
    ratios,
)
from fastgec.ngrams.count import checked_order, map_counts
from fastgec.ngrams.units import candidate_units


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
    order = checked_order(order, unit)
    tally = Tally(len(systems), order, unit, betas, short)
    blocks = score_blocks(
        source,
        references,
        systems,
        order=order,
        unit=unit,
        betas=betas,
        short=short,
        jobs=jobs,
        progress=progress,
    )
    return _with_sentences(tally, blocks)


def score_blocks(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    order: int = 4,
    unit: str = "word",
    betas: Iterable[float] = (1.0,),
    short: str = "zero",
    jobs: int | None = 1,
    span: Span = WHOLE,
    fingerprint: Fingerprint | None = None,
    progress: Callable[[int], None] | None = None,
) -> Generator[ScoredBlock]:
    """Yield the scored sentences of several systems in order, some at a time, for a `Tally`.

    For a corpus of any size: nothing of a block is kept once the next one is asked for. span,
    fingerprint and progress are those of `ngrams.count.map_counts`, the rest is as in `evaluate`.

    >>> tally = Tally(1, 1, "word", [1.0], "zero")
    >>> for block in score_blocks(["a b", "c"], [["a c", "c"]], [["a b", "c"]], order=1):
    ...     tally.add(block)
    >>> tally.totals()[0][0].mean_sentence_f
    0.75
    """
    betas = _checked(betas, short)
    order = checked_order(order, unit)

    def fold(table: Integers) -> ScoredBlock:
        n_systems, n_lines, n_references = table.shape[:3]
        flat = table.reshape(-1, *table.shape[3:])
        offsets = np.arange(n_systems * n_lines + 1) * n_references
        labels = np.tile(np.arange(n_references, dtype=np.int32), n_systems * n_lines)
        return scored_block(flat, offsets, labels, n_systems, betas, short)

    yield from map_counts(
        source,
        references,
        systems,
        fold,
        order=order,
        unit=unit,
        jobs=jobs,
        span=span,
        fingerprint=fingerprint,
        progress=progress,
    )


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
    span: Span = WHOLE,
    fingerprint: Fingerprint | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Counts]:
    """Count several systems at once, as `count`; sources and references are read once for all.

    span, fingerprint and progress are those of `ngrams.count.map_counts`.
    """
    order = checked_order(order, unit)
    columns = columns_of(order)

    def fold(table: Integers) -> list[Counts]:
        n_lines, n_references = table.shape[1:3]
        offsets = sealed(np.arange(n_lines + 1) * n_references)
        labels = sealed(np.tile(np.arange(n_references, dtype=np.int32), n_lines))
        return [
            Counts(
                of_system.reshape(-1, len(columns)),
                offsets,
                labels,
                columns,
                "green",
                {"order": order, "unit": unit},
            )
            for of_system in sealed(table)
        ]

    builders = [CountsBuilder(len(systems)) for _ in systems]
    for parts in map_counts(
        source,
        references,
        systems,
        fold,
        order=order,
        unit=unit,
        jobs=jobs,
        span=span,
        fingerprint=fingerprint,
        progress=progress,
    ):
        for builder, part in zip(builders, parts, strict=True):
            builder.add(part)
    return [builder.build() for builder in builders]


def select(counts: Counts, *, beta: float = 1.0, short: str = "zero") -> Integers:
    """Choose the reference of each sentence: int64[S], indices into counts.table.

    >>> select(count(["a b"], [["a c"], ["a b"]], ["a b"], order=1)).tolist()
    [1]
    """
    betas = _checked((beta,), short)
    chosen = np.empty(counts.n_sentences, np.int64)
    for first in range(0, counts.n_sentences, SENTENCES):
        part = counts.sentences(first, min(first + SENTENCES, counts.n_sentences))
        rows = choose(regions_of(part), part.offsets, betas, short)[0][0]
        chosen[first : first + SENTENCES] = rows + counts.offsets[first]
    return chosen


def columns_of(order: int) -> tuple[str, ...]:
    """Return the columns of counts of the orders from 1 to `order`.

    >>> columns_of(1)[:3]
    ('true_keep_1', 'true_delete_1', 'true_insert_1')
    """
    return tuple(f"{region}_{n}" for n in range(1, order + 1) for region in REGIONS)


def score_counts(
    counts: Counts, *, betas: Iterable[float] = (1.0,), short: str = "zero"
) -> tuple[GreenScore, ...]:
    """Score counts, once for each beta.

    >>> counts = count(["a b c"], [["a c c"]], ["a c c"], order=2)
    >>> [score.f for score in score_counts(counts, betas=[1.0, float("inf")])]
    [1.0, 1.0]
    """
    betas = _checked(betas, short)
    tally = _tally_of([counts], betas, short)
    return _with_sentences(tally, scored_blocks([counts], betas, short))[0]


def total_counts(
    tables: Sequence[Counts], *, betas: Iterable[float] = (1.0,), short: str = "zero"
) -> list[tuple[GreenTotal, ...]]:
    """Score the counts of several systems on the same sentences, which are not kept.

    >>> counts = count(["a b c"], [["a c c"]], ["a c c"], order=2)
    >>> total_counts([counts])[0][0].f
    1.0
    """
    betas = _checked(betas, short)
    tally = _tally_of(tables, betas, short)
    for block in scored_blocks(tables, betas, short):
        tally.add(block)
    return tally.totals()


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
    order = checked_order(order, unit)
    units = candidate_units(source, references, candidates, unit)
    f: Floats = choose(units.count(order), units.reference_offsets, betas, short)[1][0]
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
    order = checked_order(order, unit)
    table = candidate_units(source, candidates, candidates, unit).count(order)
    precisions, recalls = map(geometric_means, ratios(table, short))
    scores = f_score(precisions, recalls, beta)[:, -1]
    return scores.reshape(len(candidates), len(candidates))


def _tally_of(tables: Sequence[Counts], betas: Sequence[float], short: str) -> Tally:
    order = regions_of(tables[0]).shape[1]
    return Tally(len(tables), order, str(tables[0].parameters["unit"]), betas, short)


def _with_sentences(tally: Tally, blocks: Iterable[ScoredBlock]) -> list[tuple[GreenScore, ...]]:
    """Score the blocks, and keep F and choice of each sentence."""
    f: list[Floats] = []
    chosen: list[NDArray[np.int32]] = []
    for block in blocks:
        tally.add(block)
        f.append(block.f)
        chosen.append(block.chosen)
    return [
        tuple(
            GreenScore(
                total.regions,
                total.beta,
                total.unit,
                total.short,
                total.n_sentences,
                total.f_sum,
                np.concatenate([part[b, h] for part in f] or [np.empty(0)]),
                np.concatenate([part[b, h] for part in chosen] or [np.empty(0, np.int32)]),
            )
            for b, total in enumerate(totals)
        )
        for h, totals in enumerate(tally.totals())
    ]


def _checked(betas: object, short: str) -> tuple[float, ...]:
    if short not in ("zero", "one"):
        raise ValueError(f"short {short!r}, expected 'zero' or 'one'")
    if isinstance(betas, str) or not isinstance(betas, Iterable):
        raise ValueError(f"betas {betas!r}, expected numbers, one after the other")
    checked = tuple(checked_beta(beta, math.inf) for beta in betas)
    if not checked:
        raise ValueError("no betas, expected at least 1")
    return checked
