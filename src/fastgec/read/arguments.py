"""Strings where paths are meant: a string is a path and never a sentence, and the error says so."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.read.errors import FormatError
from fastgec.read.records import file_of

MOST_SHOWN = 60  # characters of a string that is no path


def require_column(column: Any, *, is_gold: bool = False) -> None:
    """Raise FormatError for a string that is no path of a file: it may be text.

    Args:
        column: a path or sentences in memory; only strings are looked at.
        is_gold: whether it is a path of an M2 file.

    Example:
        >>> require_column("He go home .")
        Traceback (most recent call last):
        fastgec.read.errors.FormatError: He go home .: no such file or directory; a string is a \
path here, sentences go into a list: ['He go home .']
    """
    if not isinstance(column, str) or column == "-" or os.path.exists(file_of(column)):  # noqa: PTH110
        return
    shown = column if len(column) <= MOST_SHOWN else f"{column[:MOST_SHOWN]}..."
    if is_gold:
        cure = "a string is a path here, the text of an M2 file goes through Gold.parse"
    elif "\n" in column:
        cure = "a string is a path here, text goes into a list of its lines"
    else:
        cure = f"a string is a path here, sentences go into a list: [{shown!r}]"
    raise FormatError(shown, None, f"no such file or directory; {cure}")


def require_order(items: object, name: str) -> None:
    """Raise TypeError for a set, a dict, or another argument without ordered items.

    Args:
        items: of which each must belong to a sentence, or to a system, by its place.
        name: their name in messages.

    Example:
        >>> require_order({"a b", "c"}, "hypotheses")
        Traceback (most recent call last):
        TypeError: hypotheses: set, expected a list: what is scored must have an order
    """
    if isinstance(items, set | frozenset | Mapping):
        kind = type(items).__name__
        raise TypeError(f"{name}: {kind}, expected a list: what is scored must have an order")


def require_paths(systems: Iterable[Any], gold: Any) -> list[Any]:
    """Return systems as a list; raise FormatError for strings that are no paths, also of the gold.

    Systems that have no order, as in a set, are a TypeError.

    Args:
        systems: for each a path or sentences in memory.
        gold: a Gold, a path, or References.
    """
    require_order(systems, "systems")
    systems = list(systems)
    for system in systems:
        require_column(system)
    if isinstance(gold, str):
        require_column(gold, is_gold=True)
    for column in (getattr(gold, "source", None), *getattr(gold, "columns", ())):
        require_column(column)
    return systems


def sentence_numbers(sentences: Any, n_sentences: int) -> NDArray[Any]:
    """Return numbers of sentences as an array, checked.

    Raises:
        IndexError: a number outside 0 to n_sentences - 1.
        TypeError: anything but integers.

    Example:
        >>> sentence_numbers(iter([1, 0]), 2).tolist()
        [1, 0]
    """
    listed = sentences if hasattr(sentences, "__len__") else list(sentences)
    found = np.asarray(listed, np.int64 if len(listed) == 0 else None)
    if found.dtype.kind not in "iu":
        raise TypeError(f"sentences of {found.dtype}: expected integers")
    if found.size and not 0 <= found.min() <= found.max() < n_sentences:
        place = f"sentences {found.min()} to {found.max()}"
        raise IndexError(f"{place}, expected 0 to {n_sentences - 1}")
    return found
