"""Rows that were chosen while a corpus went by, kept for resampling in the least room."""

from __future__ import annotations

from typing import Any

import numpy as np

from fastgec.choice import Totals
from fastgec.study.resampling import Sample


class ChosenRows:
    """The rows that were chosen of one system: the narrowest integers, or weights as they are.

    Example:
        >>> kept = ChosenRows(2)
        >>> kept.add(np.array([[1, 2], [3, 70000]]))
        >>> kept.sample().table.dtype, kept.sample().places.tolist()
        (dtype('int32'), [0, 1])
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._dtype: type[np.signedinteger[Any] | np.float64] = np.int16
        self._rows = bytearray()

    def add(self, rows: Totals) -> None:
        """Append rows int64[S, K], or always float64[S, K]."""
        if rows.dtype.kind == "f":
            self._dtype = np.float64
            self._rows += np.ascontiguousarray(rows, np.float64).data
            return
        for dtype in (np.int16, np.int32, np.int64):
            bounds = np.iinfo(dtype)
            if not rows.size or (bounds.min <= rows.min() and rows.max() <= bounds.max):
                break
        if np.dtype(dtype).itemsize > np.dtype(self._dtype).itemsize:
            self._rows = bytearray(np.frombuffer(self._rows, self._dtype).astype(dtype).data)
            self._dtype = dtype
        self._rows += np.ascontiguousarray(rows, self._dtype).data

    def n_bytes_with(self, n_more: int) -> int:
        """Return how many bytes the rows take, with so many more as narrow as they are."""
        return len(self._rows) + n_more * self._width * np.dtype(self._dtype).itemsize

    def sample(self) -> Sample:
        """Return them as a sample."""
        table = np.frombuffer(self._rows, self._dtype).reshape(-1, self._width)
        return Sample(table, np.arange(len(table)), None)
