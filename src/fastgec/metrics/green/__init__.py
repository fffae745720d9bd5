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

from collections.abc import Callable, Sequence

from fastgec.choice import Floats, Integers
from fastgec.corpus.blocks import Column
from fastgec.counts import Counts
from fastgec.metrics import evaluation
from fastgec.metrics.door import Reading
from fastgec.metrics.green.metric import METRIC, Parameters, columns_of
from fastgec.metrics.green.score import REGIONS, GreenScore, Scoring
from fastgec.metrics.references import References

__all__ = [
    "METRIC",
    "REGIONS",
    "GreenScore",
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
    "score_counts",
    "select",
    "sentence_scores",
]


def evaluate(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    beta: float = 1.0,
    order: int = 4,
    unit: str = "word",
    short: str = "zero",
    jobs: int | None = 1,
) -> GreenScore:
    """Score one system, in blocks of sentences that need little memory.

    For several betas, `count` once and `score_counts` for each.

    Args:
        source: a path, or S sentences in memory.
        references: likewise, for each reference.
        hypotheses: likewise.
        beta: weight of recall, from 0 to infinite.
        order: the highest order of n-grams.
        unit: "word" or "char".
        short: what recall is worth where an order has no n-gram: "zero" or "one".
        jobs: threads: 1 unless said; None, the command line's default, is all cores.

    Raises:
        FormatError: text that cannot be scored, or unequal numbers of sentences.
        ValueError: parameters out of range.

    Example:
        >>> source = ["the cat sat in mat ."]
        >>> references = [["the cat sat on the mat ."]]
        >>> score = evaluate(source, references, ["the cat sat on mat ."], order=2, beta=2.0)
        >>> round(score.precision, 6), round(score.recall, 6), round(score.f, 6)
        (0.92582, 0.810093, 0.830864)
    """
    return evaluate_systems(
        source,
        references,
        [hypotheses],
        beta=beta,
        order=order,
        unit=unit,
        short=short,
        jobs=jobs,
    )[0]


def evaluate_systems(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    beta: float = 1.0,
    order: int = 4,
    unit: str = "word",
    short: str = "zero",
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[GreenScore]:
    """Score several systems at once; sources and references are read and encoded once for all.

    Arguments and errors as `evaluate`; `progress` is called with the number of sentences done.
    """
    return evaluation.evaluate(
        METRIC,
        systems,
        References(source, references),
        Parameters(order, unit),
        Scoring(short, beta),
        Reading(jobs=jobs, progress=progress),
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

    Arguments and errors as `evaluate`.

    Returns:
        Counts with 7 columns for each order from 1, named as true_keep_1.

    Example:
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
    return evaluation.count(
        METRIC,
        systems,
        References(source, references),
        Parameters(order, unit),
        Reading(jobs=jobs, progress=progress),
    )


def select(counts: Counts, *, beta: float = 1.0, short: str = "zero") -> Integers:
    """Choose the reference of each sentence: int64[S], indices into counts.table.

    Raises:
        ValueError: counts of another metric, or parameters out of range.

    Example:
        >>> select(count(["a b"], [["a c"], ["a b"]], ["a b"], order=1)).tolist()
        [1]
    """
    return evaluation.select(METRIC, counts, Scoring(short, beta))


def score_counts(counts: Counts, *, beta: float = 1.0, short: str = "zero") -> GreenScore:
    """Score counts: the cheap step, for any number of betas.

    Raises:
        ValueError: counts of another metric, or parameters out of range.

    Example:
        >>> counts = count(["a b c"], [["a c c"]], ["a c c"], order=2)
        >>> [score_counts(counts, beta=beta).f for beta in (1.0, float("inf"))]
        [1.0, 1.0]
    """
    return evaluation.score_counts(METRIC, counts, Scoring(short, beta))


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

    Arguments and errors as `evaluate`.

    Example:
        >>> sentence_scores(["a b", "a b"], [["a c", "a c"]], ["a b", "a c"], order=1).tolist()
        [0.5, 1.0]
    """
    return evaluation.sentence_scores(
        METRIC,
        hypotheses,
        References(source, references),
        Parameters(order, unit),
        Scoring(short, beta),
        Reading(jobs=jobs),
    )


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

    Example:
        >>> candidate_scores("a b", ["a c"], ["a b", "a c"], order=1).tolist()
        [0.5, 1.0]
    """
    return evaluation.candidate_scores(
        METRIC, source, references, candidates, Parameters(order, unit), Scoring(short, beta)
    )


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

    Returns:
        float64[n, n]; element [i, j] is candidate i scored with candidate j as reference.

    Example:
        >>> candidate_matrix("a b", ["a b", "a c"], order=1).tolist()
        [[1.0, 0.5], [0.5, 1.0]]
    """
    return evaluation.candidate_matrix(
        METRIC, source, candidates, Parameters(order, unit), Scoring(short, beta)
    )


def __dir__() -> list[str]:
    return sorted(__all__)
