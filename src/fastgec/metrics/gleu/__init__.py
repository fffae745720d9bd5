"""GLEU: n-gram precision against references, less what the hypothesis wrongly keeps of the source.

Definition: Napoles, Sakaguchi, Post and Tetreault (2015), and "GLEU without tuning" (2016). Three
variants are in use. For each order, with s, r, h the counts of an n-gram in source, reference and
hypothesis:

    official   the authors' program, which made the published numbers: numerator
               max(0, sum min(h, r) - sum of min(h, s) over n-grams of the source that the
               reference lacks), clipped for each sentence
    equation   the formula of 2016: numerator sum min(h, r) - sum max(0, min(h, s) - r)
    clipped    the numerator of the formula, but never below 0 in a sentence: with it the GLEU of
               Koyama et al. (2024) comes out, which neither of the others gives

The denominator is the number of n-grams of the hypothesis. Sums over sentences give
exp(min(0, 1 - r/c) + mean over orders of ln(numerator / denominator)), with c and r the lengths of
hypothesis and reference; 0 if a sum is not positive. Several references: iteration j seeds Python's
generator with 101 j and draws one reference for each sentence; the score is the mean over 500
iterations. Published numbers were made with the draws of Python 2.

Sentences: the mean over all references. Official: of the same formula, every 0 among the numbers
replaced by 1. Equation and clipped: an order without n-grams in the hypothesis has precision 1, a
numerator that is not positive gives 0; an empty hypothesis scores 1 if the reference is empty too,
else 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastgec.choice import Floats, Integers
from fastgec.choice.drawn import n_drawn
from fastgec.corpus.blocks import Column
from fastgec.counts import Counts
from fastgec.metrics import evaluation
from fastgec.metrics.door import Reading
from fastgec.metrics.gleu.metric import METRIC, Parameters, columns_of
from fastgec.metrics.gleu.score import DRAWS, VARIANTS, GleuScore, Scoring
from fastgec.metrics.references import References

__all__ = [
    "DRAWS",
    "METRIC",
    "VARIANTS",
    "GleuScore",
    "Parameters",
    "References",
    "Scoring",
    "candidate_matrix",
    "candidate_scores",
    "columns_of",
    "count",
    "count_systems",
    "evaluate",
    "evaluate_systems",
    "reference_scores",
    "score_counts",
    "select",
    "sentence_scores",
]


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
    """Score one system, in blocks of sentences that need little memory.

    Args:
        source: a path, or S sentences in memory.
        references: likewise, for each reference.
        hypotheses: likewise.
        variant: "official" (the authors' program), "equation" (the formula of 2016), or "clipped"
            (the formula, its numerator never below 0 in a sentence).
        unit: "word" or "char".
        order: the highest order of n-grams.
        iterations: how often references are drawn (one reference: once).
        draws: "python2" or "python3": whose generator draws.
        jobs: threads: 1 unless said; None, the command line's default, is all cores.

    Raises:
        FormatError: text that cannot be scored, or unequal numbers of sentences.
        ValueError: parameters out of range.

    Example:
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

    Arguments and errors as `evaluate`; `progress` is called with the number of sentences done.
    """
    return evaluation.evaluate(
        METRIC,
        systems,
        References(source, references),
        Parameters(variant, unit, order),
        Scoring(iterations, draws),
        Reading(jobs=jobs, progress=progress),
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

    Arguments and errors as `evaluate`.

    Returns:
        Counts with the columns hypothesis_length, reference_length, then numerator_n and
        denominator_n of each order.

    Example:
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
    progress: Callable[[int], None] | None = None,
) -> list[Counts]:
    """Count several systems at once, as `count`; sources and references are read once for all."""
    return evaluation.count(
        METRIC,
        systems,
        References(source, references),
        Parameters(variant, unit, order),
        Reading(jobs=jobs, progress=progress),
    )


def select(counts: Counts, *, iterations: int = 500, draws: str = "python2") -> Integers:
    """Return the reference that each iteration draws for each sentence.

    Returns:
        int64[I, S], indices into counts.table: the rows whose sums are scored.

    Raises:
        ValueError: counts of another metric, sentences with unequal numbers of references, or
            parameters out of range.

    Example:
        >>> counts = count(["a b"] * 3, [["a c"] * 3, ["a d"] * 3], ["a c"] * 3)
        >>> select(counts, iterations=2).tolist()
        [[1, 3, 4], [1, 2, 5]]
    """
    return evaluation.select(METRIC, counts, Scoring(iterations, draws))


def score_counts(counts: Counts, *, iterations: int = 500, draws: str = "python2") -> GleuScore:
    """Draw references and score: the cheap step.

    Raises:
        ValueError: as `select`.

    Example:
        >>> counts = count(["a b"], [["a c"], ["a d"]], ["a c"], order=1)
        >>> score_counts(counts, iterations=4).mean
        0.625
    """
    return evaluation.score_counts(METRIC, counts, Scoring(iterations, draws))


def reference_scores(counts: Counts) -> Floats:
    """Score each sentence against each reference: float64[S, N].

    Raises:
        ValueError: counts of another metric, or sentences with unequal numbers of references.

    Example:
        >>> reference_scores(count(["a b"], [["a c"], ["a d"]], ["a c"], order=1)).tolist()
        [[1.0, 0.5]]
    """
    METRIC.require_own(counts)
    n_references = n_drawn(counts.offsets)
    parameters = evaluation.parameters_of(METRIC, counts)
    scores = METRIC.row_values(counts.table, parameters, Scoring())
    return scores.reshape(-1, n_references)


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

    Arguments and errors as `evaluate`.

    Example:
        >>> sentence_scores(["a b", "a b"], [["a c", "a c"]], ["a c", "a b"], order=1).tolist()
        [1.0, 0.5]
    """
    return evaluation.sentence_scores(
        METRIC,
        hypotheses,
        References(source, references),
        Parameters(variant, unit, order),
        Scoring(),
        Reading(jobs=jobs),
    )


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

    Example:
        >>> candidate_scores("a b", ["a c"], ["a c", "a b"], order=1).tolist()
        [1.0, 0.5]
    """
    return evaluation.candidate_scores(
        METRIC, source, references, candidates, Parameters(variant, unit, order), Scoring()
    )


def candidate_matrix(
    source: str,
    candidates: Sequence[str],
    *,
    variant: str = "official",
    unit: str = "word",
    order: int = 4,
) -> Floats:
    """Score every candidate against every other as its reference, for minimum Bayes risk.

    Returns:
        float64[n, n]; element [i, j] is candidate i scored with candidate j as reference.

    Example:
        >>> candidate_matrix("a b", ["a b", "a c"], order=1).tolist()
        [[1.0, 0.5], [0.5, 1.0]]
    """
    return evaluation.candidate_matrix(
        METRIC, source, candidates, Parameters(variant, unit, order), Scoring()
    )


def __dir__() -> list[str]:
    return sorted(__all__)
