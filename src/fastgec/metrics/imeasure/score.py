"""What the I-measure makes of counts: ratios of both aspects, and what candidates are chosen by.

The formulas are in metrics/imeasure/__init__.py. Doubles, in the order of operations in which the
authors' program has them: candidates are compared to the last bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.errors import FormatError
from fastgec.fscore import LARGEST_BETA, checked_beta, shown_beta
from fastgec.metrics.fields import option
from fastgec.metrics.scores import Measure, Score, Vacuous
from fastgec.parameters import number

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

KINDS = ("tp", "tn", "fp", "fn", "fpn")
ASPECTS = ("detection", "correction")
COLUMNS = (
    *(f"{aspect}_{kind}" for aspect in ASPECTS for kind in KINDS),
    "baseline_tn",
    "baseline_fn",
)
BASELINE = 10  # the first of its columns
MEASURES = ("tp", "tn", "fp", "fn", "p", "r", "f", "acc", "wacc", "i")
MAXIMA = tuple(f"{aspect[0]}{measure}" for aspect in ASPECTS for measure in MEASURES)
OPTIMISE = ("sentence", "corpus")
VALUES = ("precision", "recall", "f", "wacc", "i")


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the scores of the I-measure depend on, besides counts.

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
        "what the chosen candidate has most of: c or d (correction, detection) and "
        "tp, tn, fp, fn, p, r, f, acc, wacc or i",
        flags=("--max",),
        choices=MAXIMA,
        metavar="MEASURE",
    )
    weight: float = option(
        2.0,
        "what TP and FP weigh in WAcc, TN and FN being 1",
        flags=("-w", "--weight"),
        reads="finite_beta",
        metavar="W",
    )
    beta: float = option(
        1.0, "weight of recall in F", flags=("-b", "--beta"), reads="finite_beta", metavar="B"
    )
    optimise: str = option(
        "sentence", "choose candidates for each sentence, or the corpus so far", choices=OPTIMISE
    )

    def __post_init__(self) -> None:
        if self.maximise not in MAXIMA:
            expected = "c or d and one of " + ", ".join(MEASURES)
            raise ValueError(f"maximise {self.maximise!r}, expected {expected}")
        if self.optimise not in OPTIMISE:
            raise ValueError(f"optimise {self.optimise!r}, expected 'sentence' or 'corpus'")
        object.__setattr__(self, "weight", number(self.weight, "weight", 0, LARGEST_BETA))
        object.__setattr__(self, "beta", checked_beta(self.beta))

    @property
    def words(self) -> str:
        """What candidates are chosen by, for parameters of counts."""
        return f"{self.maximise},{self.weight!r},{self.beta!r},{self.optimise}"

    @staticmethod
    def of(words: str) -> Scoring:
        """Return the scoring of `words`. Raises: ValueError."""
        maximise, weight, beta, optimise = words.split(",")
        return Scoring(maximise, float(weight), float(beta), optimise)


class AspectScore(NamedTuple):
    """What a system gets in one aspect, detection or correction.

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
    """What one system gets.

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
        """What it gets for finding what is wrong."""
        return aspect_score(self.totals, "detection", self.scoring)

    @property
    def correction(self) -> AspectScore:
        """What it gets for mending it."""
        return aspect_score(self.totals, "correction", self.scoring)

    @property
    def i(self) -> float:
        """The score: I of the correction, in [-1, 1]; 0 is what an unchanged source gets."""
        return self.correction.i

    @property
    def maximise(self) -> str:
        """What the chosen candidates have most of."""
        return self.scoring.maximise

    @property
    def weight(self) -> float:
        """What true and false positives weigh."""
        return self.scoring.weight

    def measures(self) -> tuple[Measure, ...]:
        """Return the ratios of the correction, and I of both aspects."""
        own = self.correction
        return (
            Measure("precision", "P", Vacuous.unless(own.precision, own.tp + own.fp)),
            Measure("recall", "R", own.recall),
            Measure("f", f"F{shown_beta(self.scoring.beta)}", own.f),
            Measure("accuracy", "Acc", own.accuracy),
            Measure("wacc", "WAcc", own.wacc),
            Measure("detection_i", "I (det)", self.detection.i),
            Measure("i", "I", own.i),
        )


class Ratios(NamedTuple):
    """The measures of an aspect, each float64[...]."""

    p: Floats
    r: Floats
    f: Floats
    acc: Floats
    baseline_acc: Floats
    wacc: Floats
    baseline_wacc: Floats
    i: Floats


def counts_of(totals: Integers, aspect: str) -> Floats:
    """Return TP, TN, FP, FN, FPN of an aspect as doubles: int64[..., 12] to float64[5, ...]."""
    first = 5 * ASPECTS.index(aspect)
    return np.moveaxis(totals[..., first : first + 5], -1, 0).astype(np.float64)


def ratios(totals: Integers, aspect: str, weight: float, beta: float) -> Ratios:
    """Return the measures of an aspect, of summed counts of any number of corpora.

    Args:
        totals: int64[..., 12], columns as `COLUMNS`.
        aspect: "detection" or "correction".
        weight: of true positives.
        beta: of recall.

    Raises:
        FormatError: nothing is there to divide by.

    Example:
        >>> totals = np.array([1, 8, 0, 1, 0, 1, 8, 0, 1, 0, 8, 2])
        >>> round(float(ratios(totals, "correction", 2.0, 1.0).i), 4)
        0.5455
    """
    tp, tn, fp, fn, fpn = counts_of(totals, aspect)
    base_tn, base_fn = np.moveaxis(totals[..., BASELINE:], -1, 0).astype(np.float64)
    nothing = np.zeros_like(tp)
    p = _share(tp, tp + fp)
    r = _share(tp, tp + fn)
    divisor = (beta * beta) * p + r
    f = np.where(
        divisor == 0,
        0.0,
        (1 + beta * beta) * ((p * r) / np.where(divisor == 0, 1.0, divisor)),
    )
    wacc = _weighted(tp, tn, fp, fn, fpn, weight)
    baseline = _weighted(nothing, base_tn, nothing, base_fn, nothing, weight)
    below = wacc < baseline
    above = wacc > baseline
    i = np.floor(wacc)
    i = np.where(above, (wacc - baseline) / np.where(above, 1.0 - baseline, 1.0), i)
    i = np.where(below, wacc / np.where(below, baseline, 1.0) - 1.0, i)
    return Ratios(
        p,
        r,
        f,
        _divided(tp + tn, tp + tn + fp + fn - fpn),
        _divided(base_tn, base_tn + base_fn),
        wacc,
        baseline,
        i,
    )


def keys(totals: Integers, scoring: Scoring) -> Floats:
    """Return what rows are chosen by: float64[..., 8], the last column counts most."""
    found = []
    own = next(aspect for aspect in ASPECTS if aspect[0] == scoring.maximise[0])
    measure = scoring.maximise[1:]
    for aspect in (own, *(other for other in ASPECTS if other != own)):
        values = ratios(totals, aspect, scoring.weight, scoring.beta)
        if measure in KINDS:
            first = counts_of(totals, aspect)[KINDS.index(measure)]
        else:
            first = getattr(values, measure)
        found += [first, values.i, values.wacc, values.acc]
    return np.ascontiguousarray(np.stack(found[::-1], axis=-1))


def values(totals: Integers, scoring: Scoring) -> Floats:
    """Return precision, recall, F, WAcc and I of the correction: float64[..., 5]."""
    found = ratios(totals, "correction", scoring.weight, scoring.beta)
    return np.stack([found.p, found.r, found.f, found.wacc, found.i], axis=-1)


def aspect_score(totals: Integers, aspect: str, scoring: Scoring) -> AspectScore:
    """Return what one corpus, int64[12], gets in an aspect."""
    found = ratios(totals, aspect, scoring.weight, scoring.beta)
    first = 5 * ASPECTS.index(aspect)
    counts = totals[first : first + 5].tolist()
    return AspectScore(*counts, *(float(value) for value in found))


def key_of(row: list[int], scoring: Scoring) -> tuple[float, ...]:
    """Return what one row is chosen by, the first item counts most: as `keys`, without arrays."""
    own, other = (0, 5) if scoring.maximise[0] == "d" else (5, 0)
    measure = scoring.maximise[1:]
    key: list[float] = []
    w, b = scoring.weight, scoring.beta
    whole = row[BASELINE] + row[BASELINE + 1]
    if whole == 0:
        raise _no_value()
    baseline = row[BASELINE] / whole
    for first in (own, other):
        tp, tn, fp, fn, fpn = row[first : first + 5]
        divisor = w * (tp + fp) + tn + fn - (w + 1) * (fpn / 2)
        columns = tp + tn + fp + fn - fpn
        if divisor == 0 or columns == 0:
            raise _no_value()
        wacc = (w * tp + tn) / divisor
        if wacc == baseline:
            i = float(math.floor(wacc))
        elif wacc > baseline:
            i = (wacc - baseline) / (1.0 - baseline)
        else:
            i = wacc / baseline - 1.0
        acc = (tp + tn) / columns
        known: dict[str, Any] = {"i": i, "wacc": wacc, "acc": acc}
        if measure in KINDS:
            known[measure] = float(row[first + KINDS.index(measure)])
        elif measure not in known:
            p = tp / (tp + fp) if tp + fp else 1.0
            r = tp / (tp + fn) if tp + fn else 1.0
            scale = (b * b) * p + r
            f = (1 + b * b) * ((p * r) / scale) if scale else 0.0
            known |= {"p": p, "r": r, "f": f}
        key += [known[measure], i, wacc, acc]
    return tuple(key)


def _share(found: Floats, whole: Floats) -> Floats:
    return np.where(whole == 0, 1.0, found / np.where(whole == 0, 1.0, whole))


def _weighted(tp: Floats, tn: Floats, fp: Floats, fn: Floats, fpn: Floats, w: float) -> Floats:
    return _divided(w * tp + tn, w * (tp + fp) + tn + fn - (w + 1) * (fpn / 2))


def _divided(found: Floats, whole: Floats) -> Floats:
    if (whole == 0).any():
        raise _no_value()
    result: Floats = found / whole
    return result


def _no_value() -> FormatError:
    reason = "an accuracy of nothing found, expected tokens, and a weight above 0"
    return FormatError("imeasure", None, reason)
