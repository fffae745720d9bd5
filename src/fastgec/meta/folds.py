"""Betas to choose from, parts of a corpus to choose on, and the beta that they agree on.

Definition: Koyama et al. (2024), A.1, as far as it says. A corpus is cut into folds; for each fold
left out the best betas of a grid are those of the largest correlation; what the fold says is their
mean, and beta* the mean of the folds. Correlations by rank are steps, so that many betas are best:
all of them are known, not the first. Means and rounding are exact: betas are decimals, and a sum of
doubles may fall on either side of a half.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fastgec.parameters import whole_number

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

EQUAL = 1e-12  # correlations that differ by no more are equal
FOLD_BY = ("block", "stride", "random")
MOST_POINTS = 100_001
_DECIMAL = re.compile(r"[0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15}")
_STREAM = 2  # of the generator of random folds; resamples have others


@dataclass(frozen=True, slots=True)
class Grid:
    """Betas to choose from, as exact numbers, growing.

    points  the betas
    digits  after the point, to which a beta that was chosen is rounded

    Raises:
        ValueError: no beta, one below 0, or betas that do not grow.

    Example:
        >>> grid = Grid.read("0:1:0.25")
        >>> grid.betas.tolist(), Grid.read("0:5:0.01").betas.tolist()[17]
        ([0.0, 0.25, 0.5, 0.75, 1.0], 0.17)
    """

    points: tuple[Fraction, ...]
    digits: int = 2

    def __post_init__(self) -> None:
        if not self.points or self.points[0] < 0:
            raise ValueError("no beta or a negative one found, expected numbers from 0")
        if any(a >= b for a, b in zip(self.points, self.points[1:], strict=False)):
            raise ValueError("betas that do not grow found, expected each once, in order")

    @staticmethod
    def read(text: str) -> Grid:
        """Read LO:HI:STEP, decimals; HI is a point if it lies on the grid.

        Raises:
            ValueError: text that is no grid, or one of no point, or of too many.
        """
        parts = text.split(":")
        if len(parts) != 3 or not all(map(_DECIMAL.fullmatch, parts)):
            raise ValueError(f"grid {text[:40]!r}, expected LO:HI:STEP such as 0:5:0.01")
        low, high, step = map(Fraction, parts)
        if not step or high < low or (high - low) / step >= MOST_POINTS:
            expected = f"expected LO up to HI, a step above 0, {MOST_POINTS} points at most"
            raise ValueError(f"grid {text[:40]!r}, {expected}")
        n_points = int((high - low) / step) + 1
        digits = max(2, *(len(part.partition(".")[2].rstrip("0")) for part in (parts[0], parts[2])))
        return Grid(tuple(low + k * step for k in range(n_points)), digits)

    @staticmethod
    def of(betas: Iterable[float]) -> Grid:
        """Return the grid of some betas, each taken as the decimal that it is written as."""
        return Grid(tuple(Fraction(repr(float(beta))) for beta in betas))

    @property
    def betas(self) -> Floats:
        """float64[B]: the double nearest to each."""
        return np.array([float(point) for point in self.points])

    def rounded(self, beta: Fraction) -> float:
        """Return a beta rounded to the digits of the grid, a half upwards.

        Example:
            >>> Grid.read("0:5:0.01").rounded(Fraction(175, 1000))
            0.18
        """
        scale = 10**self.digits
        return float(Fraction((2 * beta * scale + 1) // 2, scale))

    def mean_of(self, places: Sequence[int]) -> Fraction | None:
        """Return the mean of some points; None of none."""
        return mean_of([self.points[place] for place in places])

    def ranges(self, places: Sequence[int]) -> list[list[float]]:
        """Return points as runs of neighbours, both ends included.

        Example:
            >>> Grid.read("0:1:0.25").ranges([0, 2, 3])
            [[0.0, 0.0], [0.5, 0.75]]
        """
        runs: list[list[int]] = []
        for place in places:
            if runs and runs[-1][1] == place - 1:
                runs[-1][1] = place
            else:
                runs.append([place, place])
        return [[float(self.points[first]), float(self.points[last])] for first, last in runs]


DEFAULT_GRID = Grid.read("0:5:0.01")


def mean_of(values: Iterable[Fraction | None]) -> Fraction | None:
    """Return the exact mean of what is known; None if nothing is."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    # Adding fractions one by one would find a common denominator each time.
    denominator = math.lcm(*{value.denominator for value in known})
    total = sum(value.numerator * (denominator // value.denominator) for value in known)
    return Fraction(total, denominator * len(known))


def maximisers(values: Floats) -> list[int]:
    """Return where values are largest, all places within 1e-12; NaN is no maximum.

    Example:
        >>> maximisers(np.array([0.1, 0.7, np.nan, 0.7]))
        [1, 3]
    """
    if np.isnan(values).all():
        return []
    return [int(place) for place in np.flatnonzero(values >= np.nanmax(values) - EQUAL)]


def fold_of(n_sentences: int, n_folds: int, by: str = "block", seed: int = 0) -> NDArray[np.int32]:
    """Return the fold of each sentence: int32[S], from 0.

    Args:
        n_sentences: how many there are.
        n_folds: how many folds; sizes differ by one at most, the first are the larger ones.
        by: "block" (consecutive sentences), "stride" (every n-th) or "random".
        seed: of random folds.

    Raises:
        ValueError: fewer than 2 folds, more than sentences, or another kind.

    Example:
        >>> fold_of(7, 3).tolist(), fold_of(7, 3, "stride").tolist()
        ([0, 0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 1, 2, 0])
    """
    whole_number(n_folds, "folds", 2)
    if n_folds > n_sentences:
        raise ValueError(f"{n_folds} folds of {n_sentences} sentences, expected no more folds")
    if by not in FOLD_BY:
        raise ValueError(f"folds by {by!r}, expected {' or '.join(FOLD_BY)}")
    if by == "stride":
        return (np.arange(n_sentences) % n_folds).astype(np.int32)
    sizes = [(n_sentences + n_folds - 1 - fold) // n_folds for fold in range(n_folds)]
    folds = np.repeat(np.arange(n_folds, dtype=np.int32), sizes)
    if by == "random":
        sequence = np.random.SeedSequence(seed, spawn_key=(_STREAM,))
        np.random.Generator(np.random.PCG64(sequence)).shuffle(folds)
    return folds
