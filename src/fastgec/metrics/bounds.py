"""Bounds of counts: what a metric can count, as rules that every row of a table keeps.

All rules are kept by sums of rows, too, since counts add up: a row may stand for several sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.counts import Counts

ROWS = 1 << 14  # that are looked at together: what is made of them takes little memory


class Bound(NamedTuple):
    """A rule.

    found     the numbers that it compares, by name: a number for each row
    expected  the rule in words
    holds     bool[R]: the rows that keep it
    """

    found: Mapping[str, NDArray[Any]]
    expected: str
    holds: NDArray[np.bool_]


def require_within(
    bounds: Callable[[NDArray[Any]], Iterable[Bound]],
    counts: Counts,
    n_before: int = 0,
    system: str = "",
) -> None:
    """Raise ValueError for the first row that breaks a rule, naming its sentence.

    Args:
        bounds: the rules of some rows.
        counts: whose rows they are.
        n_before: number of sentences of the corpus before these.
        system: whose counts they are, or "".

    Example:
        >>> counts = Counts(np.array([[1, 2], [3, 2]]), [0, 1, 2], [0, 0], ("part", "whole"), "m")
        >>> def bounds(table):
        ...     part, whole = table.T
        ...     yield Bound({"part": part, "whole": whole}, "part <= whole", part <= whole)
        >>> require_within(bounds, counts)
        Traceback (most recent call last):
        ValueError: sentence 2: part 3, whole 2: expected part <= whole
    """
    for first in range(0, counts.n_rows, ROWS):
        for bound in bounds(counts.table[first : first + ROWS]):
            if bound.holds.all():
                continue
            row = int(np.argmin(bound.holds))
            sentence = n_before + int(np.searchsorted(counts.offsets, first + row, "right"))
            found = ", ".join(f"{name} {values[row]}" for name, values in bound.found.items())
            place = f"{system}, sentence {sentence}" if system else f"sentence {sentence}"
            raise ValueError(f"{place}: {found}: expected {bound.expected}")
