r"""CLEME: F-beta of chunks whose boundaries a system shares with all references.

Definition: Ye et al. (2023), "CLEME: Debiasing Multi-reference Evaluation for Grammatical Error
Correction", EMNLP. Counts and scores are those of the authors' program. Both sides are M2 files of
edits, the system's of one coder. Edits of the system and of all references that overlap or touch
are widened to one interval; what each makes of it is compared by its words.

A chunk weighs by its length, or 1. Each reference has sums of these (tp, fp, fn, tn), and one per
sentence is chosen, in order, by the F of the corpus so far, rounded to four digits. References
whose text is empty are left out. `cleme2` has the ratios of CLEME2.0, which are made of the same
chunks.

Empty sets: precision is 1 when nothing is changed, recall is 1 when nothing is missed, F is 0 when
both are 0.
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
from fastgec.metrics.cleme.counting import ASSUMPTIONS, WEIGHTS, Parameters
from fastgec.metrics.cleme.metric import METRIC
from fastgec.metrics.cleme.score import ClemeScore
from fastgec.metrics.door import Reading
from fastgec.metrics.fmeasure import DEFAULT_BETA, Scoring

if TYPE_CHECKING:  # few want means
    from fastgec.metrics.cleme.means import ClemeMeans

__all__ = [
    "ASSUMPTIONS",
    "DEFAULT_BETA",
    "METRIC",
    "WEIGHTS",
    "Annotations",
    "ClemeMeans",
    "ClemeScore",
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
    __getattr__, __dir__ = imported_at_first_use(__name__, {"means": "ClemeMeans"})


def evaluate(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    assumption: str = "dependent",
    weights: str = "length",
    bias: float = 0.0,
) -> ClemeScore:
    r"""Score a system's edits against those of references.

    Args:
        hypotheses: the path of an M2 file, or Annotations; of one coder.
        gold: likewise, of any number of coders: the references.
        beta: weight of recall.
        jobs: threads (None: all cores).
        assumption: "dependent": each reference alone, one of them is chosen; "independent": a
            change may be that of any reference, a miss is one of all.
        weights: "length": long chunks weigh more if they are right or missed, less if they are
            wrong, as in the published scores; "none": each counts 1.
        bias: length that weighs 1; 0: the mean length of what references change in the corpus.

    Raises:
        FormatError: files that cannot be read, do not fit, or have edits that cannot be made.
        TypeError: text that is neither a path nor Annotations.
        ValueError: parameters out of range.

    Example:
        >>> source = "S The cat sat at mat .\n"
        >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
        >>> other = "A 0 1|||R:DET|||A|||REQUIRED|||-NONE-|||0\n"
        >>> gold = Annotations.parse(source + edit + other)
        >>> score = evaluate(Annotations.parse(source + edit), gold, weights="none")
        >>> score.tp, score.fp, score.fn, score.tn, round(score.f, 4)
        (1, 0, 1, 2, 0.8333)
    """
    return evaluate_systems(
        [hypotheses], gold, Parameters(assumption, weights, bias), beta=beta, jobs=jobs
    )[0]


def evaluate_systems(
    systems: Sequence[Annotations | Source],
    gold: Annotations | Source,
    parameters: Parameters | None = None,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[ClemeScore]:
    """Score several systems at once; the gold is read once for all.

    Arguments and errors as `evaluate`; `progress` is called with the number of sentences done.
    """
    reading = Reading(jobs=jobs, progress=progress)
    return evaluation.evaluate(METRIC, systems, gold, parameters, Scoring(beta), reading)


def score_counts(counts: Counts, *, beta: float = DEFAULT_BETA) -> ClemeScore:
    r"""Choose references and sum: the cheap step, for any number of betas.

    Raises:
        ValueError: counts of another metric, or an unusable beta.

    Example:
        >>> gold = Annotations.parse("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n")
        >>> counts = count(gold, gold, weights="none")
        >>> [score_counts(counts, beta=beta).f for beta in (0.5, 1.0)]
        [1.0, 1.0]
    """
    return evaluation.score_counts(METRIC, counts, Scoring(beta))


def sentence_scores(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    assumption: str = "dependent",
    weights: str = "length",
    bias: float = 0.0,
) -> Floats:
    r"""Score each sentence alone: float64[S], F of the reference that is best for it.

    References are compared by F, P, R and accuracy of four digits, and F is not rounded. Arguments
    and errors as `evaluate`.

    Example:
        >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
        >>> gold = Annotations.parse(text.format("x"))
        >>> sentence_scores(Annotations.parse(text.format("y")), gold).tolist()
        [1.0, 0.0]
    """
    return evaluation.sentence_scores(
        METRIC,
        hypotheses,
        gold,
        Parameters(assumption, weights, bias),
        Scoring(beta),
        Reading(jobs=jobs),
    )


def sentence_means(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    assumption: str = "dependent",
    weights: str = "length",
    bias: float = 0.0,
) -> ClemeMeans:
    r"""Return means over sentences, each of which has the reference that is best for it.

    Numbers are those of the authors' program, which rounds precision, recall, accuracy and F of a
    sentence to four digits. Arguments and errors as `evaluate`.

    Example:
        >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
        >>> gold = Annotations.parse(text.format("x"))
        >>> found = sentence_means(Annotations.parse(text.format("y")), gold)
        >>> found.sentences, found.precision, found.f
        (2, 0.5, 0.5)
    """
    parameters = Parameters(assumption, weights, bias)
    found: ClemeMeans = METRIC.means(hypotheses, gold, parameters, Scoring(beta), jobs)
    return found


def select(counts: Counts, *, beta: float = DEFAULT_BETA) -> Integers:
    """Return the row of each sentence that counts: int64[S], indices into counts.table.

    Raises:
        ValueError: counts of another metric, or an unusable beta.
    """
    return evaluation.select(METRIC, counts, Scoring(beta))


def total(counts: Counts, rows: Integers, *, beta: float = DEFAULT_BETA) -> ClemeScore:
    """Return the score of some rows, one per sentence: of a choice, a resample, a reference."""
    return evaluation.total(METRIC, counts, rows, Scoring(beta))


def count(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
    assumption: str = "dependent",
    weights: str = "length",
    bias: float = 0.0,
) -> Counts:
    r"""Count tp, fp, fn and tn of the chunks of every reference.

    Args:
        hypotheses: the path of an M2 file, or Annotations; of one coder.
        gold: likewise, of any number of coders.
        jobs: threads (None: all cores).
        progress: called with the number of sentences done.
        memory_limit: bytes of scratch memory for all threads (None: half of what there is).
        assumption: as in `evaluate`, and so are the rest.
        weights: see `evaluate`.
        bias: see `evaluate`.

    Returns:
        Counts, or sums of weights, with columns tp, fp, fn, tn, a row for each reference whose text
        is not empty, and labels int32[R, 2]: the coder of the hypothesis and that of the reference.

    Raises:
        FormatError: files that do not fit, or sentences that need more memory than the limit.
        ValueError: parameters out of range.

    Example:
        >>> gold = Annotations.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R||||||||||||1\n")
        >>> system = Annotations.parse("S a b\nA 0 1|||R|||c|||||||||0\n")
        >>> counts = count(system, gold, weights="none")
        >>> counts.table.tolist(), counts.labels.tolist()
        ([[1, 0, 0, 0], [0, 1, 0, 0]], [[0, 0], [0, 1]])
    """
    parameters = Parameters(assumption, weights, bias)
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
