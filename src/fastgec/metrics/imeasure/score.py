"""Scores of the I-measure from counts: ratios of both aspects, and the choice of candidates.

The formulas are in metrics/imeasure/__init__.py. Doubles, in the order of operations in which the
authors' program has them: candidates are compared to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from fastgec.choose import Floats, Integers
from fastgec.fscore import Vacuous, precision_recall_f, ratio, shown_beta, where
from fastgec.metrics.base import Measure, Score
from fastgec.metrics.declarations import Checked, option
from fastgec.read import FormatError

Columns = Sequence[float] | Floats  # 12 numbers, or 12 arrays, by COLUMNS

KINDS = ("tp", "tn", "fp", "fn", "fpn")
P_R_F = ("p", "r", "f")
ASPECTS = ("detection", "correction")
COLUMNS = (
    *(f"{aspect}_{kind}" for aspect in ASPECTS for kind in KINDS),
    "baseline_tn",
    "baseline_fn",
)
BASELINE = 10  # the first of its columns
MEASURES = ("tp", "tn", "fp", "fn", *P_R_F, "acc", "wacc", "i")
MAXIMA = tuple(f"{aspect[0]}{measure}" for aspect in ASPECTS for measure in MEASURES)
OPTIMISE = ("sentence", "corpus")
VALUES = ("precision", "recall", "f", "wacc", "i")


@dataclass(frozen=True, slots=True)
class Scoring(Checked):
    """Scoring options of the I-measure.

    maximise  what the chosen candidate has most of: "c" or "d" (correction, detection) and tp, tn,
              fp, fn, p, r, f, acc, wacc or i
    weight    how many times as much a true positive weighs as a true negative
    beta      how many times as much recall weighs as precision
    optimise  whether candidates are chosen for each "sentence", or for the "corpus" so far

    Raises:
        ValueError: a value out of range.
    """

    maximise: str = option(
        "cwacc",
        "measure to maximise: c or d, with tp, tn, fp, fn, p, r, f, acc, wacc or i",
        flags=("--max",),
        choices=MAXIMA,
        metavar="MEASURE",
    )
    weight: float = option(
        2.0,
        "weight of TP and FP in WAcc",
        flags=("-w", "--weight"),
        reads="finite_beta",
        metavar="W",
    )
    beta: float = option(
        1.0, "weight of recall in F", flags=("-b", "--beta"), reads="finite_beta", metavar="B"
    )
    optimise: str = option(
        "sentence", "selection of candidates: sentence, or corpus (so far)", choices=OPTIMISE
    )

    def __post_init__(self) -> None:
        if self.maximise not in MAXIMA:
            expected = "c or d and one of " + ", ".join(MEASURES)
            raise ValueError(f"maximise {self.maximise!r}: expected {expected}")
        Checked.__post_init__(self)

    @property
    def words(self) -> str:
        """Scoring options for the choice of candidates, for parameters of counts."""
        return f"{self.maximise},{self.weight!r},{self.beta!r},{self.optimise}"

    @staticmethod
    def of(words: str) -> Scoring:
        """The scoring of `words`. Raises: ValueError."""
        maximise, weight, beta, optimise = words.split(",")
        return Scoring(maximise, float(weight), float(beta), optimise)


class AspectScore(NamedTuple):
    """Score of a system in one aspect, detection or correction.

    tp, tn, fp, fn, fpn  counts; fpn, columns in which source, system and reference all differ
    precision, recall    in [0, 1]
    f                    in [0, 1]
    accuracy, wacc       plain and weighted, in [0, 1]
    i                    the improvement on leaving the source unchanged, in [-1, 1]
    """

    tp: int
    tn: int
    fp: int
    fn: int
    fpn: int
    precision: float
    recall: float
    f: float
    accuracy: float
    baseline_accuracy: float
    wacc: float
    baseline_wacc: float
    i: float


@dataclass(frozen=True, slots=True, eq=False)
class IMeasureScore(Score):
    """Score of one system.

    totals       int64[12]: the counts of the chosen candidates summed, by `COLUMNS`
    scoring      what they were chosen and weighted by
    n_sentences  number of sentences
    """

    main: ClassVar[str] = "i"
    shown: ClassVar[tuple[str, ...]] = ("maximise", "weight")

    totals: Integers
    scoring: Scoring
    n_sentences: int

    @property
    def detection(self) -> AspectScore:
        """Score in detection."""
        return aspect_score(self.totals, "detection", self.scoring)

    @property
    def correction(self) -> AspectScore:
        """Score in correction."""
        return aspect_score(self.totals, "correction", self.scoring)

    @property
    def i(self) -> float:
        """The score: I of the correction, in [-1, 1]; 0 for an unchanged source."""
        return self.correction.i

    @property
    def maximise(self) -> str:
        """The measure that the chosen candidates maximise."""
        return self.scoring.maximise

    @property
    def weight(self) -> float:
        """The weight of true and false positives."""
        return self.scoring.weight

    def measures(self) -> tuple[Measure, ...]:
        """The ratios of the correction, and I of both aspects."""
        own = self.correction
        return (
            Measure("precision", "P", Vacuous.unless(own.precision, own.tp + own.fp)),
            Measure("recall", "R", Vacuous.unless(own.recall, own.tp + own.fn)),
            Measure("f", f"F{shown_beta(self.scoring.beta)}", own.f),
            Measure("accuracy", "Acc", own.accuracy),
            Measure("wacc", "WAcc", own.wacc),
            Measure("detection_i", "I (det)", self.detection.i),
            Measure("i", "I", own.i),
        )


class Accuracies(NamedTuple):
    """The accuracies of an aspect, plain and weighted, and I: numbers or arrays."""

    acc: Any
    baseline: Any
    wacc: Any
    i: Any


def accuracies(counts: Columns, baseline: Columns, weight: float) -> Accuracies:
    """Return the accuracies of an aspect, of summed counts of one corpus, or of many.

    Args:
        counts: TP, TN, FP, FN, FPN of the aspect.
        baseline: TN, FN of the unchanged source; its accuracy is the same at any weight.
        weight: of true and false positives.

    Raises:
        FormatError: nothing is there to divide by.

    Example:
        >>> round(accuracies([1, 8, 0, 1, 0], [8, 2], 2.0).i, 4)
        0.5455
    """
    tp, tn, fp, fn, fpn = counts
    base_tn, base_fn = baseline
    of_source = _accuracy(base_tn, base_tn + base_fn)
    wacc = _accuracy(weight * tp + tn, weight * (tp + fp) + tn + fn - (weight + 1) * (fpn / 2))
    gain = ratio(wacc - of_source, 1.0 - of_source, empty=0.0)
    loss = ratio(wacc, of_source, empty=1.0) - 1.0
    equal = 1.0 * (wacc == 1.0)  # where neither is better: 1 if nothing is wrong in both
    i = where(wacc > of_source, gain, where(wacc < of_source, loss, equal))
    return Accuracies(_accuracy(tp + tn, tp + tn + fp + fn - fpn), of_source, wacc, i)


def p_r_f(counts: Columns, beta: float) -> tuple[Any, Any, Any]:
    """Return precision, recall and F of TP, TN, FP, FN, FPN."""
    tp, _, fp, fn, _ = counts
    return precision_recall_f(tp, tp + fp, tp + fn, beta * beta, is_scaled_last=True)


def counts_of(columns: Columns, aspect: str) -> Any:
    """Return TP, TN, FP, FN, FPN of an aspect."""
    first = 5 * ASPECTS.index(aspect)
    return columns[first : first + 5]


def keys(totals: Integers, scoring: Scoring) -> Floats:
    """Return the sort keys of rows: float64[..., 8], the last column counts most."""
    found = key_of(columns_of(totals), scoring)
    return np.ascontiguousarray(np.stack(found[::-1], axis=-1))


def key_of(columns: Columns, scoring: Scoring) -> tuple[Any, ...]:
    """Return the sort key of a row, or of many; the first item counts most."""
    measure = scoring.maximise[1:]
    found: list[Any] = []
    for aspect in ASPECTS if scoring.maximise[0] == "d" else ASPECTS[::-1]:
        counts = counts_of(columns, aspect)
        values = accuracies(counts, columns[BASELINE:], scoring.weight)
        if measure in KINDS:
            first = counts[KINDS.index(measure)]
        elif measure in P_R_F:
            first = p_r_f(counts, scoring.beta)[P_R_F.index(measure)]
        else:
            first = getattr(values, measure)
        found += [first, values.i, values.wacc, values.acc]
    return tuple(found)


def columns_of(totals: Integers) -> Floats:
    """Return columns as doubles: int64[..., 12] to float64[12, ...]."""
    return np.moveaxis(totals, -1, 0).astype(np.float64)


def values(totals: Integers, scoring: Scoring) -> Floats:
    """Return precision, recall, F, WAcc and I of the correction: float64[..., 5]."""
    columns = columns_of(totals)
    counts = counts_of(columns, "correction")
    found = accuracies(counts, columns[BASELINE:], scoring.weight)
    return np.stack([*p_r_f(counts, scoring.beta), found.wacc, found.i], axis=-1)


def aspect_score(totals: Integers, aspect: str, scoring: Scoring) -> AspectScore:
    """Return the score of one corpus, int64[12], in an aspect."""
    columns = totals.tolist()
    counts = counts_of(columns, aspect)
    acc, baseline, wacc, i = accuracies(counts, columns[BASELINE:], scoring.weight)
    ratios = (*p_r_f(counts, scoring.beta), acc, baseline, wacc, baseline, i)
    return AspectScore._make((*counts, *ratios))


def _accuracy(found: Any, whole: Any) -> Any:
    is_empty = whole == 0
    if is_empty if isinstance(is_empty, bool) else is_empty.any():
        reason = "an accuracy of nothing: expected tokens, and a weight above 0"
        raise FormatError("imeasure", None, reason)
    return found / whole
