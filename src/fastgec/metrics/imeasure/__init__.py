"""The I-measure: whether a system makes text better or worse than leaving it unchanged.

Definition: Felice and Briscoe (2015), NAACL. Source s, hypothesis h and a candidate r, a text that
is correct, are aligned three ways (`fastgec.threeway`). Each column of the alignment counts:

    s = h = r      TN          s != h, h = r  TP, both aspects
    s = h, s != r  FN          all differ     detection: TP; correction: FP, FN, and one FPN
    s != h, s = r  FP

A gap equals a gap only. With w the weight of what a system changes:

    WAcc = (w TP + TN) / (w (TP + FP) + TN + FN - (w + 1) FPN / 2)
    I    = (WAcc - B) / (1 - B) where WAcc > B, WAcc / B - 1 where WAcc < B, else floor(WAcc)

B is the WAcc of the source itself. So I is 1 for a text without a fault, 0 where nothing is won,
and down to -1 where the system has made it worse. P, R, F and plain accuracy are reported, too; P
and R are 1 where there is nothing to divide by.

Several candidates: each sentence takes the one whose WAcc in correction is highest (`--max` names
another measure); among equals I, WAcc and accuracy decide, then those of the other aspect, then
order. Counts of chosen candidates are summed and scored once. A candidate is the text of a
reference or of an annotator (plain mode, as in the literature since 2016), or any mixture of what
annotators propose (mix mode, the default of the authors' program: `evaluate_mixed`). An empty
reference stands for the source. Tokens stand between ASCII white space.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fastgec.choice import Floats, Integers
from fastgec.corpus.blocks import Column
from fastgec.counts import Counts
from fastgec.lazy import imported_at_first_use
from fastgec.metrics import evaluation
from fastgec.metrics.door import Reading
from fastgec.metrics.imeasure.metric import METRIC, Parameters
from fastgec.metrics.imeasure.score import COLUMNS, AspectScore, IMeasureScore, Scoring
from fastgec.metrics.references import References

if TYPE_CHECKING:
    from fastgec.metrics.imeasure.alignment import AlignedColumn, Alignment, align
    from fastgec.metrics.imeasure.annotations import Annotations
    from fastgec.metrics.imeasure.gold import parse_m2, read_m2, read_xml

__all__ = [
    "COLUMNS",
    "METRIC",
    "AlignedColumn",
    "Alignment",
    "Annotations",
    "AspectScore",
    "IMeasureScore",
    "Parameters",
    "References",
    "Scoring",
    "align",
    "candidate_scores",
    "count",
    "count_systems",
    "evaluate",
    "evaluate_mixed",
    "evaluate_systems",
    "parse_m2",
    "read_m2",
    "read_xml",
    "score_counts",
    "select",
    "sentence_scores",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__,
        {
            "alignment": "AlignedColumn Alignment align",
            "annotations": "Annotations",
            "gold": "parse_m2 read_m2 read_xml",
        },
    )


def evaluate(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
    optimise: str = "sentence",
    jobs: int | None = 1,
) -> IMeasureScore:
    """Score one system, in blocks of sentences that need little memory.

    Of gold in M2, `read_m2` makes source and references: `gold.source`, `gold.columns`.

    Args:
        source: a path, or S sentences in memory.
        references: likewise, for each reference.
        hypotheses: likewise.
        maximise: what the chosen reference has most of, see `Scoring`.
        weight: of true and false positives.
        beta: weight of recall in F.
        optimise: "sentence" or "corpus".
        jobs: threads (None: all cores).

    Raises:
        FormatError: text that cannot be scored, or unequal numbers of sentences.
        ValueError: parameters out of range.

    Example:
        >>> score = evaluate(["a cat sat mat"], [["the cat sat mat"]], ["the cat sat mats"])
        >>> score.correction.tp, score.correction.fp, round(score.i, 4)
        (1, 1, -0.1111)
    """
    return evaluate_systems(
        source,
        references,
        [hypotheses],
        maximise=maximise,
        weight=weight,
        beta=beta,
        optimise=optimise,
        jobs=jobs,
    )[0]


def evaluate_mixed(
    gold: Annotations,
    hypotheses: Column,
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
    optimise: str = "sentence",
    jobs: int | None = 1,
) -> IMeasureScore:
    r"""Score one system in mix mode: against the best mixture of what annotators propose.

    Args:
        gold: of `read_m2`, `parse_m2` or `read_xml`.
        hypotheses: a path, or sentences in memory.
        maximise: as `evaluate`, like the rest.
        weight: of true and false positives.
        beta: weight of recall in F.
        optimise: "sentence" or "corpus".
        jobs: threads (None: all cores).

    Raises:
        FormatError: text that cannot be scored, or a sentence with too many combinations.
        ValueError: parameters out of range.

    Example:
        >>> from fastgec.metrics.imeasure import parse_m2
        >>> gold = parse_m2("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
        >>> evaluate_mixed(gold, ["c d"]).i, evaluate(gold.source, gold.columns, ["c d"]).i
        (1.0, 0.0)
    """
    scoring = Scoring(maximise, weight, beta, optimise)
    parameters = Parameters(gold.correction_tokens, scoring.words)
    reading = Reading(jobs=jobs)
    return evaluation.evaluate(METRIC, [hypotheses], gold, parameters, scoring, reading)[0]


def evaluate_systems(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
    optimise: str = "sentence",
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[IMeasureScore]:
    """Score several systems at once; sources and references are read and encoded once for all.

    Arguments and errors as `evaluate`; `progress` is called with the number of sentences done.
    """
    return evaluation.evaluate(
        METRIC,
        systems,
        References(source, references),
        Parameters(),
        Scoring(maximise, weight, beta, optimise),
        Reading(jobs=jobs, progress=progress),
    )


def count(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    jobs: int | None = 1,
) -> Counts:
    """Count the columns of every (sentence, reference); no weight and no measure is needed yet.

    Arguments and errors as `evaluate`.

    Returns:
        Counts with the columns `COLUMNS`.

    Example:
        >>> counts = count(["a b"], [["a c"], ["a b"]], ["a c"])
        >>> dict(zip(counts.columns, counts.table[0].tolist()))["correction_tp"]
        1
    """
    return count_systems(source, references, [hypotheses], jobs=jobs)[0]


def count_systems(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Counts]:
    """Count several systems at once, as `count`; sources and references are read once for all."""
    return evaluation.count(
        METRIC,
        systems,
        References(source, references),
        Parameters(),
        Reading(jobs=jobs, progress=progress),
    )


def select(
    counts: Counts,
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
    optimise: str = "sentence",
) -> Integers:
    """Choose the reference of each sentence: int64[S], indices into counts.table.

    Raises:
        ValueError: counts of another metric, or parameters out of range.

    Example:
        >>> select(count(["a b"], [["a c"], ["a b"]], ["a b"])).tolist()
        [1]
    """
    return evaluation.select(METRIC, counts, Scoring(maximise, weight, beta, optimise))


def score_counts(
    counts: Counts,
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
    optimise: str = "sentence",
) -> IMeasureScore:
    """Score counts: the cheap step, for any weight and measure.

    Raises:
        ValueError: counts of another metric, or parameters out of range.

    Example:
        >>> counts = count(["a b c"], [["a c c"]], ["a c c"])
        >>> [score_counts(counts, weight=weight).i for weight in (1.0, 2.0)]
        [1.0, 1.0]
    """
    scoring = Scoring(maximise, weight, beta, optimise)
    return evaluation.score_counts(METRIC, counts, scoring)


def sentence_scores(
    source: Column,
    references: Sequence[Column],
    hypotheses: Column,
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
    jobs: int | None = 1,
) -> Floats:
    """Return I of each sentence alone, with its best reference: float64[S], from -1 to 1.

    Arguments and errors as `evaluate`. As a reward it has a floor below zero: 0 is what an
    unchanged source gets where something is wrong in it.

    Example:
        >>> sentence_scores(["a b", "a b"], [["a c", "a c"]], ["a c", "d b"]).tolist()
        [1.0, -1.0]
    """
    return evaluation.sentence_scores(
        METRIC,
        hypotheses,
        References(source, references),
        Parameters(),
        Scoring(maximise, weight, beta),
        Reading(jobs=jobs),
    )


def candidate_scores(
    source: str,
    references: Sequence[str],
    candidates: Sequence[str],
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
) -> Floats:
    """Return I of many hypotheses for one source against the same references: float64[n].

    Example:
        >>> candidate_scores("a b", ["a c"], ["a b", "a c"]).tolist()
        [0.0, 1.0]
    """
    return evaluation.candidate_scores(
        METRIC, source, references, candidates, Parameters(), Scoring(maximise, weight, beta)
    )
