"""Arrays inside frozen tables: of one type, contiguous, and read-only, also after pickling.

Runs of unequal length stand one after the other in one array, with offsets int64[n+1]: run i is
offsets[i] to offsets[i + 1] (CSR).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def freeze(table: object, /, **types: type[np.generic]) -> None:
    """Replace the named fields of a frozen dataclass by read-only C-contiguous arrays of a type.

    An array that has the type and the layout is not copied.
    Raises: ValueError for a value that the type cannot hold: a fraction, or one out of range.
    """
    for name, dtype in types.items():
        given = np.asarray(getattr(table, name))
        if given.dtype != dtype:
            given = _converted(given, name, dtype)
        array: NDArray[Any] = np.ascontiguousarray(given).view()
        array.flags.writeable = False
        object.__setattr__(table, name, array)


def _converted(given: NDArray[Any], name: str, dtype: type[np.generic]) -> NDArray[Any]:
    with np.errstate(invalid="ignore"):  # what becomes of a NaN is seen below
        array = given.astype(dtype)
    if not np.array_equal(given, array):
        raise ValueError(f"{name} of {given.dtype} has values that {array.dtype} cannot hold")
    return array


def offsets_of(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where each of consecutive runs of these sizes begins, and where the last one ends.

    >>> offsets_of(np.array([2, 0, 1])).tolist()
    [0, 2, 2, 3]
    """
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def gather(
    offsets: NDArray[np.int64], runs: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pick runs, in any order and any number of times: their items' indices, and new offsets.

    >>> [array.tolist() for array in gather(np.array([0, 2, 2, 3]), np.array([2, 0, 2]))]
    [[2, 0, 1, 2], [0, 1, 3, 4]]
    """
    sizes = np.diff(offsets)[runs]
    moved = offsets_of(sizes)
    items = np.arange(moved[-1]) + np.repeat(offsets[:-1][runs] - moved[:-1], sizes)
    return items, moved


def made_from_fields(table: Any) -> tuple[type, tuple[Any, ...]]:
    """Serve as `__reduce__`: pickle forgets that arrays are read-only, the constructor does not."""
    return type(table), tuple(getattr(table, name) for name in table.__slots__)
