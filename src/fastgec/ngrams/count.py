"""N-gram counts of texts, of which GREEN and GLEU are made, see `fastgec._ngram`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec._ngram import MAX_ORDER, count_lines, count_texts
from fastgec.corpus.errors import FormatError
from fastgec.corpus.lines import Lines, encoded_texts
from fastgec.machine.parallel import Cancel
from fastgec.parameters import whole_number


class Wanted(NamedTuple):
    """N-grams that a metric wants counted: order, unit and absent as `count_text` has them."""

    order: int
    unit: str
    absent: bool = False


def count_text(
    first: int,
    source: Lines,
    references: Sequence[Lines],
    systems: Sequence[Lines],
    *,
    order: int,
    unit: str,
    absent: bool = False,
    cancel: Cancel | None = None,
    limit: int = 1 << 40,
) -> NDArray[np.int64]:
    """Count some sentences of several systems: int64[H, S, N, order, 7], or 8 with `absent`.

    See `fastgec._ngram.count_lines` for the columns.

    Args:
        first: number of sentences before them, for messages.
        source: Lines of the source.
        references: Lines of each reference.
        systems: Lines of each system.
        order: the highest order of n-grams.
        unit: "word" or "char".
        absent: whether to count a region more.
        cancel: int32[1], 0 until work must stop.
        limit: bytes of scratch memory.

    Raises:
        FormatError: a sentence needs too much memory.
        ValueError: parameters out of range.

    Example:
        >>> lines = Lines.of(["a b", "c d"])
        >>> count_text(0, lines, [lines], [lines], order=1, unit="word")[0, :, 0, 0, 0].tolist()
        [2, 2]
    """
    order = checked_order(order, unit)
    columns = [source, *references, *systems]
    table, stopped = count_lines(
        [(lines.data, lines.starts, lines.ends) for lines in columns],
        len(references),
        order,
        unit == "char",
        absent,
        np.zeros(1, np.int32) if cancel is None else cancel,
        limit,
    )
    if stopped >= 0:
        texts = [lines[stopped] for lines in columns]
        sizes = [len(text if unit == "char" else text.split()) for text in texts]
        n_tokens = max(sizes)
        raise FormatError(
            columns[sizes.index(n_tokens)].name,
            first + stopped + 1,
            f"{n_tokens} tokens need more than {limit / 1e9:.1f} GB of memory, "
            "expected a sentence that fits",
        )
    return table


def count_candidates(
    source: str, references: Sequence[str], candidates: Sequence[str], wanted: Wanted
) -> NDArray[np.int64]:
    """Count candidates for one source: int64[n, N, order, 7], or 8 with `absent`.

    Raises:
        FormatError: text that is not valid Unicode.
        TypeError: an item that is no string.

    Example:
        >>> count_candidates("a", ["b", "a"], ["a"], Wanted(1, "word"))[0, :, 0, 0].tolist()
        [0, 1]
    """
    return count_texts(
        [
            *encoded_texts([source], "source"),
            *encoded_texts(references, "references"),
            *encoded_texts(candidates, "candidates"),
        ],
        len(references),
        wanted.order,
        wanted.unit == "char",
        wanted.absent,
    )


def checked_order(order: int, unit: str) -> int:
    """Return the order as an int.

    Raises: ValueError unless it is from 1 to MAX_ORDER, and unit is "word" or "char".
    """
    order = whole_number(order, "order", 1, MAX_ORDER)
    if unit not in ("word", "char"):
        raise ValueError(f"unit {unit!r}, expected 'word' or 'char'")
    return order
