"""Results put aside on disk, for what can only be written when everything is known."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

import numpy as np
from numpy.typing import NDArray

from fastgec.machine import real_path

ROWS = 2048  # read back at a time
COPIED = 1 << 18  # bytes at a time


class _Unnamed:
    """A file without a name, which is gone with the process."""

    def __init__(self, beside: str | os.PathLike[str] | None = None) -> None:
        """Make the file, in the folder of `beside` if that is (to be) a regular file.

        Raises:
            OSError: If there is no place; it names `beside`, or the folder for temporary files.
        """
        import tempfile

        target = None if beside is None else Path(beside)
        if target is not None and target.exists() and not target.is_file():  # a pipe, a terminal
            target = None
        self._name = "folder for temporary files" if target is None else os.fspath(target)
        with self._named_errors():
            if target is None:
                self._name = tempfile.gettempdir()
            folder = None if target is None else real_path(target).parent
            self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(OSError):  # of what a full disk did not take; nobody reads it any more
            self._file.close()

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), self._name) from None


class Spill(_Unnamed):
    """A list of rows that is kept in a file.

    >>> row = np.dtype([("f", "f8"), ("chosen", "i4")])
    >>> with Spill(row) as spill:
    ...     spill.add(np.array([(0.5, 0), (1.0, 1)], row))
    ...     spill.add(np.array([(0.25, 0)], row))
    ...     [rows["f"].tolist() for rows in spill.blocks()]
    [[0.5, 1.0, 0.25]]
    """

    def __init__(self, dtype: np.dtype[Any], beside: str | os.PathLike[str] | None = None) -> None:
        """Make the file, in the folder of `beside` if that is (to be) a regular file.

        Raises:
            OSError: If there is no place; it names `beside`, or the folder for temporary files.
        """
        super().__init__(beside)
        self._dtype = dtype

    def add(self, rows: NDArray[Any]) -> None:
        """Append rows of the type that the constructor was given.

        Raises:
            OSError: As the constructor.
        """
        with self._named_errors():
            self._file.write(rows.tobytes())

    def blocks(self) -> Iterator[NDArray[Any]]:
        """Yield all rows in order, some at a time; nothing may be added meanwhile.

        Raises:
            OSError: As the constructor.
        """
        with self._named_errors():
            self._file.flush()
            self._file.seek(0)
            while data := self._file.read(ROWS * self._dtype.itemsize):
                yield np.frombuffer(data, self._dtype)


class TextSpill(_Unnamed):
    r"""Text that is kept in a file, as UTF-8.

    >>> import io
    >>> copy = io.BytesIO()
    >>> with TextSpill() as spill:
    ...     spill.add(["a line\n", "another\n"])
    ...     spill.copy_to(copy)
    >>> copy.getvalue()
    b'a line\nanother\n'
    """

    def add(self, texts: Iterable[str]) -> None:
        """Append texts.

        Raises:
            OSError: As the constructor.
        """
        with self._named_errors():
            for text in texts:
                self._file.write(text.encode(errors="surrogateescape"))

    def copy_to(self, file: IO[bytes]) -> None:
        """Write all texts to another file. Raises: OSError."""
        for data in self._pieces():
            file.write(data)

    def texts(self) -> Iterator[str]:
        """Yield all text in order, some at a time. Raises: OSError, as the constructor."""
        decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        for data in self._pieces():
            yield decoder.decode(data)
        yield decoder.decode(b"", final=True)

    def _pieces(self) -> Iterator[bytes]:
        with self._named_errors():
            self._file.flush()
            self._file.seek(0)
        while data := self._file.read(COPIED):
            yield data
