"""Arrays inside frozen tables: of one type, contiguous, and read-only, also after pickling.

Runs of unequal length stand one after the other in one array, with offsets int64[n+1]: run i is
offsets[i] to offsets[i + 1] (CSR).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = TypeVar("Array", bound=NDArray[Any])
Table = TypeVar("Table")


def freeze(table: object, /, **types: type[Any]) -> None:
    """Replace the named fields of a frozen dataclass by read-only C-contiguous arrays of a type.

    An array that somebody can still write to is copied, so that a table never changes; one that
    nobody can write to (`sealed`), of the type and the layout, is not.
    Raises: ValueError for a value that the type cannot hold: a fraction, or one out of range.
    """
    for name, dtype in types.items():
        array = np.asarray(getattr(table, name))
        if array.dtype != dtype:
            array = sealed(_converted(array, name, dtype))
        if not (array.flags.c_contiguous and _is_constant(array)):
            array = _copied(array)
        object.__setattr__(table, name, array.view())  # which cannot be made writeable


def sealed(array: Array) -> Array:
    """Return an array that is new, and nobody else's, after making it read-only for good.

    Who builds a table hands its arrays over with this, and `freeze` keeps them without a copy.

    >>> sealed(np.arange(3)).flags.writeable
    False
    """
    base: object = array
    while isinstance(base, np.ndarray):  # a view does not change where its owner does not
        base.flags.writeable = False
        base = base.base
    return array


def unchecked(table: type[Table], /, **values: Any) -> Table:
    """Return a frozen dataclass of values that need no check: views of sealed arrays.

    Fields that are left out are made by the class when somebody asks for them.
    """
    made = object.__new__(table)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def _copied(array: Array) -> Array:
    return sealed(np.array(array, order="C"))  # type: ignore[return-value]


def _is_constant(array: NDArray[Any]) -> bool:
    """Whether nobody can write to an array, nor to the memory that it is a view of."""
    base: object = array
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    if base is None:
        return True
    try:
        return memoryview(base).readonly  # type: ignore[arg-type]
    except TypeError:  # memory of an unknown kind
        return False


def _converted(given: NDArray[Any], name: str, dtype: type[np.generic]) -> NDArray[Any]:
    with np.errstate(invalid="ignore"):  # what becomes of a NaN is seen below
        array = given.astype(dtype)
    if not np.array_equal(given, array):
        raise ValueError(f"{name} of {given.dtype} has values that {array.dtype} cannot hold")
    return array


def offsets_of(sizes: NDArray[Any]) -> NDArray[np.int64]:
    """Return where each of consecutive runs of these sizes begins, and where the last one ends.

    >>> offsets_of(np.array([2, 0, 1])).tolist()
    [0, 2, 2, 3]
    """
    offsets = np.zeros(len(sizes) + 1, np.int64)
    sizes.cumsum(out=offsets[1:])
    return offsets


def joined(parts: Sequence[tuple[Array, NDArray[np.int64]]]) -> tuple[Array, NDArray[np.int64]]:
    """Join runs of several arrays, each with its offsets: all items, and the offsets of all runs.

    >>> parts = [(np.array([7, 8]), np.array([0, 2])), (np.array([9]), np.array([0, 0, 1]))]
    >>> [array.tolist() for array in joined(parts)]
    [[7, 8, 9], [0, 2, 2, 3]]
    """
    items: Array = np.concatenate([items for items, _ in parts])  # type: ignore[assignment]
    return items, offsets_of(np.concatenate([np.diff(offsets) for _, offsets in parts]))


def gather(
    offsets: NDArray[np.int64], runs: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pick runs, in any order and any number of times: their items' indices, and new offsets.

    >>> [array.tolist() for array in gather(np.array([0, 2, 2, 3]), np.array([2, 0, 2]))]
    [[2, 0, 1, 2], [0, 1, 3, 4]]
    """
    starts = offsets[runs]  # only those of the runs: a few of a large table cost a few
    sizes = offsets[1:][runs] - starts
    moved = offsets_of(sizes)
    return np.arange(moved[-1]) + (starts - moved[:-1]).repeat(sizes), moved


def made_from_fields(table: Any) -> tuple[type, tuple[Any, ...]]:
    """Serve as `__reduce__`: pickle forgets that arrays are read-only, the constructor does not."""
    return type(table), tuple(getattr(table, name) for name in table.__slots__)
