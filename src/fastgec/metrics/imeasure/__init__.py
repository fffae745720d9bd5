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

import warnings
from typing import TYPE_CHECKING, Any, cast

import fastgec.metrics.imeasure.functions as _functions
from fastgec.corpus.blocks import Column
from fastgec.corpus.pieces import Source
from fastgec.lazy import imported_at_first_use
from fastgec.metrics import evaluation
from fastgec.metrics.base import Reading
from fastgec.metrics.imeasure.functions import *
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
    "evaluate_mixed",
    "parse_m2",
    "read_m2",
    "read_xml",
]
__all__ += _functions.__all__

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__,
        {
            "alignment": "AlignedColumn Alignment align",
            "annotations": "Annotations",
            "gold": "parse_m2 read_m2 read_xml",
        },
    )


def evaluate_mixed(
    hypotheses: Column,
    gold: Annotations | Source,
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
    optimise: str = "sentence",
    jobs: int | None = 1,
) -> IMeasureScore:
    r"""Return the score of one system in mix mode: against the best mixture of annotators' edits.

    Args:
        hypotheses: a path, or sentences in memory.
        gold: the path of an M2 file, or what `read_m2`, `parse_m2` or `read_xml` return.
        maximise: as `evaluate`, like the rest.
        weight: of true and false positives.
        beta: weight of recall in F.
        optimise: "sentence" or "corpus".
        jobs: threads (None: all cores).

    Raises:
        FormatError: text that cannot be scored, or a sentence with too many combinations.
        TypeError: gold that has no annotators.
        ValueError: parameters out of range.

    Example:
        >>> from fastgec.metrics.imeasure import parse_m2
        >>> gold = parse_m2("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
        >>> evaluate_mixed(["c d"], gold).i, evaluate(["c d"], gold).i
        (1.0, 0.0)
    """
    given: Any = hypotheses
    if isinstance(given, References):  # the order until version 0.1
        text = "imeasure.evaluate_mixed(gold, hypotheses) is deprecated: write gold last"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        hypotheses, gold = cast("Column", gold), cast("Annotations", given)
    scoring = Scoring(maximise, weight, beta, optimise)
    read, parameters = METRIC.read_gold(gold, Parameters(mixed=scoring.words))
    evaluation.require_readable(METRIC, read)
    reading = Reading(jobs=jobs)
    return evaluation.evaluate(METRIC, [hypotheses], read, parameters, scoring, reading)[0]
