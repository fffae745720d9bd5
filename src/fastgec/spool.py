"""Rows of numbers put aside on disk, for what can only be written when everything is known."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROWS = 2048  # read back at a time


class Spool:
    """A list of rows that is kept in a file without a name, which is gone with the process.

    >>> row = np.dtype([("f", "f8"), ("chosen", "i4")])
    >>> with Spool(row) as spool:
    ...     spool.add(np.array([(0.5, 0), (1.0, 1)], row))
    ...     spool.add(np.array([(0.25, 0)], row))
    ...     [rows["f"].tolist() for rows in spool.blocks()]
    [[0.5, 1.0, 0.25]]
    """

    def __init__(self, dtype: np.dtype[Any], beside: str | os.PathLike[str] | None = None) -> None:
        """Make the file, in the folder of `beside` if that is (to be) a regular file.

        Raises: OSError, which names `beside`, or the folder for temporary files.
        """
        import tempfile

        target = None if beside is None else Path(beside)
        if target is not None and target.exists() and not target.is_file():  # a pipe, a terminal
            target = None
        self._name = tempfile.gettempdir() if target is None else os.fspath(target)
        self._dtype = dtype
        try:
            folder = None if target is None else target.resolve().parent
            self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115
        except OSError as error:
            raise self._named(error) from None

    def add(self, rows: NDArray[Any]) -> None:
        """Append rows of the type that the constructor was given.

        Raises: OSError, as the constructor.
        """
        try:
            self._file.write(rows.tobytes())
        except OSError as error:
            raise self._named(error) from None

    def blocks(self) -> Iterator[NDArray[Any]]:
        """Yield all rows in order, some at a time; nothing may be added meanwhile.

        Raises: OSError, as the constructor.
        """
        try:
            self._file.flush()
            self._file.seek(0)
            while data := self._file.read(ROWS * self._dtype.itemsize):
                yield np.frombuffer(data, self._dtype)
        except OSError as error:
            raise self._named(error) from None

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _named(self, error: OSError) -> OSError:
        return OSError(error.errno, error.strerror or str(error), self._name)
