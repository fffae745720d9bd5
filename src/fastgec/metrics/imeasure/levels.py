"""Which of two candidates stays above the other, whatever text follows.

The I-measure compares candidates by a list of values. Each is a *level* here; all but single counts
are a ratio up / (up + down) of sums of counts, and the text that follows adds the same to both
candidates. So more of `up` and less of `down` is at least as high for ever, and above where the
products up x down' differ. Values are compared as floating-point numbers in the end: "above" leaves
room for their errors, so that what comes too close to call is left to the values themselves.

A vector of counts is: true negatives, false negatives, false positives, true positives with the
right correction, those with another, and the baseline's true and false negatives.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choice import Integers
from fastgec.metrics.imeasure.score import Scoring, key_of

Numbers = NDArray[np.integer[Any]] | NDArray[np.floating[Any]]
Booleans = NDArray[np.bool_]

TN, FN, FP, RIGHT, OTHER, BASE_TN, BASE_FN = range(7)
ROOM = 1e-12  # values that differ by less may be equal as floating-point numbers


class Aspect(NamedTuple):
    """Counts of detection or correction, each int64[k]."""

    tp: Integers
    tn: Integers
    fp: Integers
    fn: Integers
    fpn: Integers


def aspect_of(counts: Integers, is_correction: bool) -> Aspect:
    """Return the counts of an aspect from vectors int64[k, 7]."""
    tn, fn, fp, right, other = (counts[:, column] for column in range(5))
    if is_correction:
        return Aspect(right, tn, fp + other, fn + other, other)
    return Aspect(right + other, tn, fp, fn, np.zeros_like(other))


def row_of(counts: Integers) -> Integers:
    """Return the columns of the metric, int64[12], of a vector, int64[7]."""
    tn, fn, fp, right, other, base_tn, base_fn = counts
    detection = right + other, tn, fp, fn, 0
    return np.array(
        [*detection, right, tn, fp + other, fn + other, other, base_tn, base_fn], np.int64
    )


def vector_of(row: Integers) -> Integers:
    """Return the vector, int64[7], of columns of the metric, int64[12]."""
    _, tn, fp, fn, _, right, _, _, _, other, base_tn, base_fn = row
    return np.array([tn, fn, fp, right, other, base_tn, base_fn], np.int64)


class Order:
    """By which measure candidates are compared, and what is known of the text before them.

    scoring  by which, see `Scoring`
    totals   counts of the sentences before, int64[12]; zeros where each sentence is on its own
    """

    def __init__(self, scoring: Scoring, totals: Integers) -> None:
        self._scoring = scoring
        self._totals = totals
        self._before = vector_of(totals)
        # Sums with such weights are exact, so that a ratio is rounded once, and rises with `up`.
        weight = scoring.weight
        self._is_exact = 2**-6 <= weight <= 2**20 and (weight * 64).is_integer()

    def key(self, counts: Integers) -> tuple[float, ...]:
        """Return by what a candidate is chosen, the highest: of int64[7].

        Raises:
            FormatError: nothing is there to divide by.
        """
        return key_of((row_of(counts) + self._totals).tolist(), self._scoring)

    def beaten(self, counts: Integers, kinds: Integers, most: int) -> Booleans:
        """Say of each candidate so far if another beats it whatever follows.

        Args:
            counts: int64[k, 7], in the order in which the first of equals is chosen.
            kinds: int64[k]; only candidates of the same kind are compared.
            most: columns of a candidate, the most there may be.

        Returns:
            bool[k]
        """
        counts = counts + self._before
        most += int(self._before.sum())
        found = np.zeros(len(counts), np.bool_)
        is_same_kind = kinds[:, None] == kinds
        np.fill_diagonal(is_same_kind, False)
        pairs = Pairs(*np.nonzero(is_same_kind))
        is_first = self._scoring.maximise[0] == "c"
        for is_correction in (is_first, not is_first):
            aspect = aspect_of(counts, is_correction)
            for name in (self._scoring.maximise[1:], "i", "wacc", "acc"):
                level = self._level(name, aspect, counts, most, pairs)
                found[pairs.x[level.above]] = True
                is_open = level.at_least & ~found[pairs.x]
                pairs = Pairs(pairs.x[is_open], pairs.y[is_open])
                if len(pairs.x) == 0:
                    return found
        found[pairs.x[pairs.x > pairs.y]] = True
        return found

    def _level(self, name: str, aspect: Aspect, counts: Integers, most: int, pairs: Pairs) -> Level:
        tp, tn, fp, fn, fpn = aspect
        if name in ("tp", "tn", "fp", "fn"):
            count: Integers = getattr(aspect, name)
            less, more = count[pairs.x], count[pairs.y]
            return Level(less < more, less <= more)
        if name == "p":
            return ratio(tp, fp, most, pairs)
        if name == "r":
            return ratio(tp, fn, most, pairs)
        if name == "acc":
            return ratio(tp + tn, fp + fn - fpn, most, pairs)
        if name == "wacc":
            return self._wacc(aspect, most, pairs)[0]
        if name == "i":
            return self._improvement(aspect, counts, most, pairs)
        square = self._scoring.beta * self._scoring.beta
        level = ratio(tp, square * fn + fp, most * max(1.0, square), pairs)
        at_least = _same(pairs, tp, fp, fn) | level.above
        if 1e-3 <= square <= 1e3:  # then no two values come close, but those of nothing right
            x, y = pairs
            at_least |= (tp[x] <= tp[y]) & (fp[x] >= fp[y]) & (fn[x] >= fn[y])
        return Level(level.above, at_least)

    def _wacc(self, aspect: Aspect, most: int, pairs: Pairs) -> tuple[Level, Booleans]:
        """Return the level of WAcc, and of which `x` it is neither 0 nor 1 at the end."""
        weight = self._scoring.weight
        up = weight * aspect.tp + aspect.tn
        down = weight * aspect.fp + aspect.fn - (weight + 1) * (aspect.fpn / 2)
        level = ratio(up, down, most * (weight + 1), pairs)
        if not self._is_exact:
            level = Level(level.above, level.above | _same(pairs, *aspect))
        return level, ((up > 0) & (down > 0))[pairs.x]

    def _improvement(self, aspect: Aspect, counts: Integers, most: int, pairs: Pairs) -> Level:
        """Return the level of I: higher where WAcc is, and where the baseline's is lower."""
        wacc, between = self._wacc(aspect, most, pairs)
        tn, fn = counts[:, BASE_TN], counts[:, BASE_FN]
        is_same = _same(pairs, tn, fn)
        # I moves with the baseline by 1 - WAcc or by WAcc, at the least: 0 or not below 1 part of
        # all. Where that may be lost in rounding nothing is said of unequal baselines.
        parts = most * max(1.0, self._scoring.weight)
        if parts**-3 < ROOM or not self._is_exact:
            return Level(wacc.above & is_same, wacc.at_least & is_same)
        lower = ratio(fn, tn, most, pairs)
        return Level(
            (wacc.above & (is_same | lower.at_least)) | (wacc.at_least & lower.above & between),
            wacc.at_least & (is_same | lower.at_least),
        )


class Pairs(NamedTuple):
    """Pairs of candidates: two arrays of their numbers. The question is whether y beats x."""

    x: Integers
    y: Integers


class Level(NamedTuple):
    """Of each pair: is y above x whatever follows, is it at least as high."""

    above: Booleans
    at_least: Booleans


def ratio(up: Numbers, down: Numbers, most: float, pairs: Pairs) -> Level:
    """Compare up / (up + down), where the text that follows adds the same to each `up` and `down`.

    Args:
        up: numbers [k].
        down: numbers [k].
        most: what up + down may become.
        pairs: of the k candidates.
    """
    up, down = np.asarray(up, np.float64), np.asarray(down, np.float64)
    up_x, up_y, down_x, down_y = up[pairs.x], up[pairs.y], down[pairs.x], down[pairs.y]
    at_least = (up_x <= up_y) & (down_x >= down_y)
    ahead = up_y * down_x - up_x * down_y  # what follows can only add to it
    return Level(at_least & (ahead > ROOM * most * most), at_least)


def _same(pairs: Pairs, *numbers: Numbers) -> Booleans:
    result = np.ones(len(pairs.x), np.bool_)
    for one in numbers:
        result &= one[pairs.x] == one[pairs.y]
    return result
