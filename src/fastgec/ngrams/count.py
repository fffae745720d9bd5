"""N-gram counts of some sentences of a corpus: the common ground of GREEN and GLEU.

A block of lines is encoded with a vocabulary of its own: a sentence and its references are a closed
world. So memory depends on the block and not on the corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec._ngram import MAX_ORDER
from fastgec.corpus.errors import FormatError
from fastgec.corpus.lines import Lines
from fastgec.machine.parallel import Cancel
from fastgec.ngrams.units import UnitTooLargeError, parallel_units
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

    See `fastgec._ngram.count_regions` for the columns.

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
    units = parallel_units(source, references, systems, unit)
    try:
        table = units.count(order, absent=absent, cancel=cancel, memory_limit=limit)
    except UnitTooLargeError as error:
        system, line = divmod(error.unit, len(source))
        largest = (source, systems[system], *references)[error.place]
        raise FormatError(largest.name, first + line + 1, _too_large(error)) from None
    return table.reshape(len(systems), len(source), len(references), *table.shape[1:])


def checked_order(order: int, unit: str) -> int:
    """Return the order as an int.

    Raises: ValueError unless it is from 1 to MAX_ORDER, and unit is "word" or "char".
    """
    order = whole_number(order, "order", 1, MAX_ORDER)
    if unit not in ("word", "char"):
        raise ValueError(f"unit {unit!r}, expected 'word' or 'char'")
    return order


def _too_large(error: UnitTooLargeError) -> str:
    return (
        f"{error.n_tokens} tokens need more than {error.memory_limit / 1e9:.1f} GB of memory, "
        "expected a sentence that fits"
    )
