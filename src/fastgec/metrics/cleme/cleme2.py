r"""CLEME2.0: what a system hits, does wrongly, misses, and changes without need.

Definition: Ye et al. (2025), "CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for
Grammatical Error Correction", ACL. Counts and scores are those of the authors' program, made of the
chunks of CLEME without length weights. A chunk that the system changes otherwise than the reference
is a necessary FP (fpn) if the reference changes it too, else an unnecessary one (fpu). Ratios and
their score: see `score`. Of the references of a sentence that counts which makes the score of the
corpus so far largest.

Empty sets: a ratio of nothing is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fastgec.choice import Floats, Integers
from fastgec.corpus.coders import Annotations
from fastgec.corpus.pieces import Source
from fastgec.counts import Counts
from fastgec.lazy import imported_at_first_use
from fastgec.metrics import evaluation
from fastgec.metrics.cleme.counting import ASSUMPTIONS
from fastgec.metrics.cleme.counting import ChunkParameters as Parameters
from fastgec.metrics.cleme.metric import METRIC_2 as METRIC
from fastgec.metrics.cleme.score import (
    CORPUS_WEIGHTS,
    SENTENCE_WEIGHTS,
    Cleme2Score,
    Weights,
)
from fastgec.metrics.cleme.score import RatioScoring as Scoring
from fastgec.metrics.door import Reading

if TYPE_CHECKING:  # few want means
    from fastgec.metrics.cleme.means import Cleme2Means

__all__ = [
    "ASSUMPTIONS",
    "CORPUS_WEIGHTS",
    "METRIC",
    "SENTENCE_WEIGHTS",
    "Annotations",
    "Cleme2Means",
    "Cleme2Score",
    "Parameters",
    "Scoring",
    "count",
    "count_systems",
    "evaluate",
    "evaluate_systems",
    "score_counts",
    "select",
    "sentence_means",
    "sentence_scores",
    "total",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__, {"fastgec.metrics.cleme.means": "Cleme2Means"}
    )


def evaluate(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    weights: Weights = CORPUS_WEIGHTS,
    jobs: int | None = 1,
    assumption: str = "dependent",
) -> Cleme2Score:
    r"""Score a system's edits against those of references.

    Args:
        hypotheses: the path of an M2 file, or Annotations; of one coder.
        gold: likewise, of any number of coders: the references.
        weights: of hit, wrong, under and over in the score.
        jobs: threads (None: all cores).
        assumption: "dependent": each reference alone, one of them is chosen; "independent": a
            change may be that of any reference, a miss is one of all.

    Raises:
        FormatError: files that cannot be read, do not fit, or have edits that cannot be made.
        TypeError: text that is neither a path nor Annotations.
        ValueError: parameters out of range.

    Example:
        >>> source = "S The cat sat at mat .\n"
        >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
        >>> other = "A 0 1|||R:DET|||A|||REQUIRED|||-NONE-|||0\n"
        >>> gold = Annotations.parse(source + edit + other)
        >>> score = evaluate(Annotations.parse(source + edit), gold)
        >>> score.hit, score.wrong, score.under, score.over, round(score.score, 4)
        (0.5, 0.0, 0.5, 0.0, 0.7)
    """
    return evaluate_systems([hypotheses], gold, Parameters(assumption), weights=weights, jobs=jobs)[
        0
    ]


def evaluate_systems(
    systems: Sequence[Annotations | Source],
    gold: Annotations | Source,
    parameters: Parameters | None = None,
    *,
    weights: Weights = CORPUS_WEIGHTS,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Cleme2Score]:
    """Score several systems at once; the gold is read once for all.

    Arguments and errors as `evaluate`; `progress` is called with the number of sentences done.
    """
    reading = Reading(jobs=jobs, progress=progress)
    return evaluation.evaluate(METRIC, systems, gold, parameters, Scoring(*weights), reading)


def score_counts(counts: Counts, *, weights: Weights = CORPUS_WEIGHTS) -> Cleme2Score:
    r"""Choose references and sum: the cheap step, for any weights.

    Raises:
        ValueError: counts of another metric, or unusable weights.

    Example:
        >>> gold = Annotations.parse("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n")
        >>> counts = count(gold, gold)
        >>> score_counts(counts).hit
        1.0
    """
    return evaluation.score_counts(METRIC, counts, Scoring(*weights))


def sentence_scores(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    weights: Weights = SENTENCE_WEIGHTS,
    jobs: int | None = 1,
    assumption: str = "dependent",
) -> Floats:
    r"""Score each sentence alone: float64[S], the score of the reference that is best for it.

    The weights are those that the authors have for means of sentences. Arguments and errors as
    `evaluate`.

    Example:
        >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
        >>> gold = Annotations.parse(text.format("x"))
        >>> sentence_scores(Annotations.parse(text.format("y")), gold).round(4).tolist()
        [1.0, 0.4]
    """
    return evaluation.sentence_scores(
        METRIC,
        hypotheses,
        gold,
        Parameters(assumption),
        Scoring(*weights),
        Reading(jobs=jobs),
    )


def sentence_means(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    weights: Weights = SENTENCE_WEIGHTS,
    jobs: int | None = 1,
    assumption: str = "dependent",
) -> Cleme2Means:
    r"""Return means over sentences, each of which has the reference that is best for it.

    The weights are those that the authors have for means. Arguments and errors as `evaluate`.

    Example:
        >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
        >>> gold = Annotations.parse(text.format("x"))
        >>> found = sentence_means(Annotations.parse(text.format("y")), gold)
        >>> found.sentences, found.hit, found.wrong
        (2, 0.5, 0.5)
    """
    parameters = Parameters(assumption)
    found: Cleme2Means = METRIC.means(hypotheses, gold, parameters, Scoring(*weights), jobs)
    return found


def select(counts: Counts, *, weights: Weights = CORPUS_WEIGHTS) -> Integers:
    """Return the row of each sentence that counts: int64[S], indices into counts.table.

    Raises:
        ValueError: counts of another metric, or unusable weights.
    """
    return evaluation.select(METRIC, counts, Scoring(*weights))


def total(counts: Counts, rows: Integers, *, weights: Weights = CORPUS_WEIGHTS) -> Cleme2Score:
    """Return the score of some rows, one per sentence: of a choice, a resample, a reference."""
    return evaluation.total(METRIC, counts, rows, Scoring(*weights))


def count(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
    assumption: str = "dependent",
) -> Counts:
    r"""Count tp, fpn, fpu, fn and tn of the chunks of every reference.

    Args:
        hypotheses: the path of an M2 file, or Annotations; of one coder.
        gold: likewise, of any number of coders.
        jobs: threads (None: all cores).
        progress: called with the number of sentences done.
        memory_limit: bytes of scratch memory for all threads (None: half of what there is).
        assumption: as in `evaluate`.

    Returns:
        Counts with columns tp, fpn, fpu, fn, tn, a row for each reference whose text is not empty,
        and labels int32[R, 2]: the coder of the hypothesis and that of the reference.

    Raises:
        FormatError: files that do not fit, or sentences that need more memory than the limit.
        ValueError: parameters out of range.

    Example:
        >>> gold = Annotations.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R||||||||||||1\n")
        >>> counts = count(Annotations.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), gold)
        >>> counts.table.tolist(), counts.labels.tolist()
        ([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]], [[0, 0], [0, 1]])
    """
    parameters = Parameters(assumption)
    return count_systems(
        [hypotheses], gold, parameters, jobs=jobs, progress=progress, memory_limit=memory_limit
    )[0]


def count_systems(
    systems: Sequence[Annotations | Source],
    gold: Annotations | Source,
    parameters: Parameters | None = None,
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
) -> list[Counts]:
    """Count several systems at once, as `count`; the gold is read once for all."""
    reading = Reading(jobs=jobs, progress=progress, memory_limit=memory_limit)
    return evaluation.count(METRIC, systems, gold, parameters, reading)
