"""Lines of a block as the kernel takes them: one table of token ids, texts one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import joined
from fastgec.kernels.tokens import Vocabulary
from fastgec.metrics.imeasure.counter import split_ascii
from fastgec.read.errors import FormatError
from fastgec.read.lines import Lines


def encode(columns: Sequence[Lines]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Turn columns of text into ids int32[T] and offsets int64[X+1], with words of their own.

    Example:
        >>> ids, offsets = encode([Lines.of(["a b"]), Lines.of(["b"])])
        >>> ids.tolist(), offsets.tolist()
        ([0, 1, 1], [0, 2, 3])
    """
    vocabulary = Vocabulary()
    return joined([split_ascii(one.data, one.starts, one.ends, vocabulary) for one in columns])


def require_sources(source: Lines, offsets: NDArray[np.int64], first: int) -> None:
    """Raise FormatError for a source without a token.

    Args:
        source: the lines.
        offsets: of texts, of which the sources are the first.
        first: number of sentences before them.
    """
    is_empty = np.diff(offsets[: len(source) + 1]) == 0
    if is_empty.any():
        line = first + int(is_empty.argmax()) + 1
        raise FormatError(source.name, line, "no token: expected a source sentence")
