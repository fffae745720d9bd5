"""GLEU: n-gram precision against references, less what the hypothesis wrongly keeps of the source.

Definition: Napoles, Sakaguchi, Post and Tetreault (2015), and "GLEU without tuning" (2016). Two
variants are in use. For each order, with s, r, h the counts of an n-gram in source, reference and
hypothesis:

    official   the authors' program, which made the published numbers: numerator
               max(0, sum min(h, r) - sum of min(h, s) over n-grams of the source that the
               reference lacks), clipped for each sentence
    equation   the formula of 2016: numerator sum min(h, r) - sum max(0, min(h, s) - r)

The denominator is the number of n-grams of the hypothesis. Sums over sentences give
exp(min(0, 1 - r/c) + mean over orders of ln(numerator / denominator)), with c and r the lengths of
hypothesis and reference; 0 if a sum is not positive. Several references: iteration j seeds Python's
generator with 101 j and draws one reference for each sentence; the score is the mean over 500
iterations. Published numbers were made with the draws of Python 2.

Sentences: the mean over all references. Official: of the same formula, every 0 among the numbers
replaced by 1. Equation: an order without n-grams in the hypothesis has precision 1, a numerator
that is not positive gives 0; an empty hypothesis scores 1 if the reference is empty too, else 0.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence

import numpy as np

from fastgec.arrays import sealed
from fastgec.corpus.blocks import WHOLE, Column, Span
from fastgec.corpus.fingerprint import Fingerprint
from fastgec.counts import Counts, CountsBuilder
from fastgec.metrics import gleu_score
from fastgec.metrics.gleu_blocks import DRAWS as DRAWS
from fastgec.metrics.gleu_blocks import VARIANTS as VARIANTS
from fastgec.metrics.gleu_blocks import Tally, checked_iterations, row_blocks, tally_of
from fastgec.metrics.gleu_score import Floats, GleuScore, Integers
from fastgec.ngrams.count import checked_order, map_counts
from fastgec.ngrams.units import candidate_units


def evaluate(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
    iterations: int = 500,
    draws: str = "python2",
    jobs: int | None = 1,
) -> GleuScore:
    """Score one system.

    Parameters: source, references[k] and hypotheses are paths or S sentences in memory; variant
    "official" or "equation"; unit "word" or "char"; iterations, how often references are drawn (one
    reference: once); draws, "python2" or "python3"; jobs, threads (None: all cores).
    Raises: FormatError for text that cannot be scored or unequal numbers of sentences; ValueError
    for parameters out of range.

    >>> score = evaluate(["a b c d e"], [["a b c d f"]], ["a b c d f"])
    >>> score.mean, score.standard_deviation, score.interval
    (1.0, 0.0, None)
    """
    return evaluate_systems(
        source,
        references,
        [hypotheses],
        variant=variant,
        unit=unit,
        order=order,
        iterations=iterations,
        draws=draws,
        jobs=jobs,
    )[0]


def evaluate_systems(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
    iterations: int = 500,
    draws: str = "python2",
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[GleuScore]:
    """Score several systems at once: text is read once, and all get the same draws.

    `progress` is called with the number of sentences done; the rest is as in `evaluate`.
    """
    order = checked_order(order, unit)
    tally = Tally(
        len(systems),
        len(references),
        variant=variant,
        unit=unit,
        order=order,
        iterations=iterations,
        draws=draws,
        jobs=jobs,
    )
    blocks = count_blocks(
        source,
        references,
        systems,
        variant=variant,
        unit=unit,
        order=order,
        jobs=jobs,
        progress=progress,
    )
    return _with_sentences(tally, blocks, variant)


def count_blocks(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
    jobs: int | None = 1,
    span: Span = WHOLE,
    fingerprint: Fingerprint | None = None,
    progress: Callable[[int], None] | None = None,
) -> Generator[Integers]:
    """Yield the statistics int64[H, S, K, 2 + 2N] of some sentences after the other.

    For a corpus of any size: nothing of a block is kept once the next one is asked for. span,
    fingerprint and progress are those of `ngrams.count.map_counts`, the rest is as in `evaluate`.

    >>> [rows.shape for rows in count_blocks(["a b"], [["a c"], ["a"]], [["a b"]])]
    [(1, 1, 2, 10)]
    """
    checked_iterations(variant, 1, DRAWS[0])

    def fold(table: Integers) -> Integers:
        return _rows(table, variant)

    yield from map_counts(
        source,
        references,
        systems,
        fold,
        order=order,
        unit=unit,
        absent=variant == "official",
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
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
    jobs: int | None = 1,
) -> Counts:
    """Count the statistics of every (sentence, reference); nothing is drawn yet.

    Returns: Counts with the columns hypothesis_length, reference_length, then numerator_n and
    denominator_n of each order.
    Raises: as `evaluate`.

    >>> count(["a b"], [["a c"]], ["a b"], order=1).table.tolist()
    [[2, 2, 0, 2]]
    """
    return count_systems(
        source, references, [hypotheses], variant=variant, unit=unit, order=order, jobs=jobs
    )[0]


def count_systems(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
    jobs: int | None = 1,
    span: Span = WHOLE,
    fingerprint: Fingerprint | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Counts]:
    """Count several systems at once, as `count`; sources and references are read once for all.

    span, fingerprint and progress are those of `ngrams.count.map_counts`.
    """
    order = checked_order(order, unit)
    builders = [CountsBuilder(len(systems)) for _ in systems]
    columns = columns_of(order)
    for rows in count_blocks(
        source,
        references,
        systems,
        variant=variant,
        unit=unit,
        order=order,
        jobs=jobs,
        span=span,
        fingerprint=fingerprint,
        progress=progress,
    ):
        n_sentences, n_references = rows.shape[1:3]
        offsets = sealed(np.arange(n_sentences + 1) * n_references)
        labels = sealed(np.tile(np.arange(n_references, dtype=np.int32), n_sentences))
        for builder, of_system in zip(builders, sealed(rows), strict=True):
            part = Counts(
                of_system.reshape(-1, len(columns)),
                offsets,
                labels,
                columns,
                "gleu",
                {"order": order, "unit": unit, "variant": variant},
            )
            builder.add(part)
    return [builder.build() for builder in builders]


def columns_of(order: int) -> tuple[str, ...]:
    """Return the columns of counts of the orders from 1 to `order`.

    >>> columns_of(1)
    ('hypothesis_length', 'reference_length', 'numerator_1', 'denominator_1')
    """
    sides = ("numerator", "denominator")
    names = (f"{side}_{n}" for n in range(1, order + 1) for side in sides)
    return ("hypothesis_length", "reference_length", *names)


def score_counts(counts: Counts, *, iterations: int = 500, draws: str = "python2") -> GleuScore:
    """Draw references and score: the cheap step.

    Raises: ValueError for counts of another metric, sentences with unequal numbers of references,
    or parameters out of range.

    >>> score_counts(count(["a b"], [["a c"], ["a d"]], ["a c"], order=1), iterations=4).mean
    0.625
    """
    tally = tally_of([counts], iterations=iterations, draws=draws)
    return _with_sentences(tally, row_blocks([counts]), str(counts.parameters["variant"]))[0]


def sentence_scores(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
    jobs: int | None = 1,
) -> Floats:
    """Score each sentence alone: float64[S], the mean over its references.

    >>> sentence_scores(["a b", "a b"], [["a c", "a c"]], ["a c", "a b"], order=1).tolist()
    [1.0, 0.5]
    """
    blocks = count_blocks(
        source, references, [hypotheses], variant=variant, unit=unit, order=order, jobs=jobs
    )
    scores = (gleu_score.sentence_scores(rows[0], variant) for rows in blocks)
    return np.concatenate([gleu_score.means(of_block) for of_block in scores])


def candidate_scores(
    source: str,
    references: Sequence[str],
    candidates: Sequence[str],
    *,
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
) -> Floats:
    """Score many candidates for one source against the same references: float64[n].

    >>> candidate_scores("a b", ["a c"], ["a c", "a b"], order=1).tolist()
    [1.0, 0.5]
    """
    scores: Floats = _candidates(source, references, candidates, variant, unit, order).mean(axis=1)
    return scores


def candidate_matrix(
    source: str,
    candidates: Sequence[str],
    *,
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
) -> Floats:
    """Score every candidate against every other as its reference, for minimum Bayes risk.

    Returns: float64[n, n]; element [i, j] is candidate i scored with candidate j as reference.

    >>> candidate_matrix("a b", ["a b", "a c"], order=1).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    return _candidates(source, candidates, candidates, variant, unit, order)


def _candidates(
    source: str,
    references: Sequence[str],
    candidates: Sequence[str],
    variant: str,
    unit: str,
    order: int,
) -> Floats:
    checked_iterations(variant, 1, DRAWS[0])
    order = checked_order(order, unit)
    units = candidate_units(source, references, candidates, unit)
    table = units.count(order, absent=variant == "official")
    shape = len(candidates), len(references), *table.shape[1:]
    return gleu_score.sentence_scores(_rows(table.reshape(shape), variant), variant)


def _rows(table: Integers, variant: str) -> Integers:
    """Turn region counts int64[..., N, 7 or 8] into statistics int64[..., 2 + 2N]."""
    true_keep, _, true_insert, over_delete, over_insert, under_delete, under_insert = (
        table[..., region] for region in range(7)
    )
    in_both = true_keep + true_insert
    hypothesis = in_both + over_insert + under_delete
    reference = in_both + over_delete + under_insert
    rows = np.empty((*table.shape[:-2], 2 + 2 * table.shape[-2]), np.int64)
    rows[..., 0] = hypothesis[..., 0]
    rows[..., 1] = reference[..., 0]
    if variant == "official":
        rows[..., 2::2] = np.maximum(0, in_both - table[..., 7])
    else:
        rows[..., 2::2] = in_both - under_delete
    rows[..., 3::2] = hypothesis
    return rows


def _with_sentences(tally: Tally, blocks: Iterable[Integers], variant: str) -> list[GleuScore]:
    """Score the blocks, and keep the scores of each sentence."""
    kept: list[Floats] = []
    for rows in blocks:
        tally.add(rows)
        kept.append(gleu_score.sentence_scores(rows, variant))
    sentences = np.concatenate(kept, axis=1)
    return [
        GleuScore(
            total.iterations,
            total.references,
            total.n_sentences,
            total.variant,
            total.unit,
            total.order,
            total.draws,
            of_system,
        )
        for total, of_system in zip(tally.totals(), sentences, strict=True)
    ]
