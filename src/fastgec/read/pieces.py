"""From a path to bytes: "-", compression by content, fields, UTF-8, byte-order mark.

A file is read whole or piece by piece, decompressed if its first bytes say so (gzip, Zstandard),
and checked to be UTF-8; a byte-order mark is dropped. Whatever is wrong becomes a `FormatError`
that names the place.
"""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fastgec.machine.memory import (
    LimitError,
    require_holdable,
    require_sentence,
    require_unpackable,
)
from fastgec.read.errors import FormatError, visible

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    from typing import IO, Any

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
ZSTANDARD = b"\x28\xb5\x2f\xfd"
HEAD = 10  # bytes that show a file's type
# Files that are neither text nor compressed text, by their first bytes: kind, and advice.
FOREIGN = (
    (b"\xff\xfe\0\0", "UTF-32 text", "iconv -f UTF-32 -t UTF-8"),
    (b"\0\0\xfe\xff", "UTF-32 text", "iconv -f UTF-32 -t UTF-8"),
    (b"\xff\xfe", "UTF-16 text", "iconv -f UTF-16 -t UTF-8"),
    (b"\xfe\xff", "UTF-16 text", "iconv -f UTF-16 -t UTF-8"),
    (b"\xfd7zXZ\0", "xz data", "unxz"),
    (b"PK\x03\x04", "a zip archive", "unzip"),
    (b"\x04\x22\x4d\x18", "lz4 data", "unlz4"),
)
BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
AHEAD = 1 << 18  # bytes of a piece that is looked at before it is read
MARK = "#"  # between a file of records and a field, see `read.records`
STEP = 1 << 20  # bytes that are read at a time where all are wanted and their number is unknown

Source = str | os.PathLike[str]


@contextmanager
def out_of_memory_in(name: str, first: int = 0, n_sentences: int = 0) -> Iterator[None]:
    """Name the file, and the sentences where they are known, for which there is no memory.

    Code that reads or counts does not know the file, and knows only a sentence's place in a block.

    >>> with out_of_memory_in("gold.m2", 256, 2):
    ...     raise MemoryError
    Traceback (most recent call last):
    MemoryError: gold.m2: sentences 257 to 258: not enough memory
    """
    try:
        yield
    except MemoryError:
        last = first + n_sentences
        which = f"sentence {last}: " if n_sentences == 1 else f"sentences {first + 1} to {last}: "
        where = which if n_sentences else ""
        raise MemoryError(f"{visible(name)}: {where}not enough memory") from None


def read_utf8(path: Source) -> bytes:
    """Return a file's text: decompressed, checked to be UTF-8, without byte-order mark.

    Raises:
        FormatError: If the file is bad.
    """
    with out_of_memory_in(os.fspath(path)):
        data = read_bytes(path).removeprefix(BYTE_ORDER_MARK)
        require_utf8(data, os.fspath(path))
        return data


def read_bytes(path: Source) -> bytes:
    """Return a file's bytes, decompressed; a byte-order mark is still there.

    Raises:
        FormatError: If the file is bad.
    """
    with ByteReader(path, keep_mark=True) as pieces:
        return pieces.read(-1)


def require_utf8(data: bytes | memoryview, name: str, n_lines_before: int = 0) -> None:
    """Raise FormatError, naming line and byte, unless `data` is UTF-8.

    Args:
        data: Bytes of whole lines, or all that is left.
        name: The file's name in messages.
        n_lines_before: Lines of the file that came before the first line of `data`.
    """
    from fastgec.read.batch import is_valid  # bytes alone need none

    if is_valid(data):
        return
    data = bytes(data)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = n_lines_before + data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise FormatError(
            name,
            line,
            f"invalid UTF-8: byte 0x{data[error.start]:02x} at byte {column} of the line",
        ) from None


def require_countable(n_bytes: int, what: str, name: str, n_lines_before: int) -> None:
    """Raise FormatError if a sentence has more bytes of text than could be counted.

    Args:
        n_bytes: How many the sentence has.
        what: The kind of text in messages.
        name: The file's name in messages.
        n_lines_before: Lines of the file that came before it.
    """
    try:
        require_sentence(n_bytes, what)
    except LimitError as error:
        raise FormatError(name, n_lines_before + 1, str(error)) from None


class ByteReader:
    """The content of a file, piece by piece: decompressed, without byte-order mark (or with it).

    "-" is standard input; gzip and Zstandard are recognised by their first bytes. Nothing is opened
    before the first piece is read.
    """

    def __init__(self, path: Source, *, keep_mark: bool = False) -> None:
        self.name = os.fspath(path)
        self._keep_mark = keep_mark
        self._is_standard_input = path == "-"  # a Path("-") is a file of that name
        self._kind = ""
        self._errors: tuple[type[Exception], ...] = (OSError,)
        self._files: list[IO[bytes]] = []  # as it stands on disk, and decompressed
        self._head = b""
        self._peeked: deque[bytes] = deque()  # read already, and not returned yet
        self._is_opened = False
        self._packed: _Rewound | None = None
        self._n_unpacked = 0
        self._state: tuple[int, int] | None = None

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes or so (-1: all that is left), nothing at the end.

        Raises:
            FormatError: If the file is bad.
        """
        if self._peeked and size >= 0:
            return self._peeked.popleft()
        if self._peeked:
            before = b"".join(self._peeked)
            self._peeked.clear()
            return before + self.read(size)
        is_first = not self._is_opened
        if is_first:
            self._open()
        if not self._files:
            return b""
        piece = self._head + (self._read(size) if size >= 0 else self._read_all())
        self._head = b""
        if is_first and piece.startswith(BYTE_ORDER_MARK) and not self._keep_mark:
            piece = piece[len(BYTE_ORDER_MARK) :]
            if not piece:  # the mark alone
                return self.read(size)
        if not piece or size < 0:
            self._require_unchanged()
            self.close()
        return piece

    def readinto(self, memory: memoryview) -> int:
        """Read the next bytes into `memory`; return how many they are, 0 at the end.

        Raises:
            FormatError: If the file is bad.
        """
        if self._peeked or not self._is_opened:
            piece = self.read(len(memory))
            n: int = min(len(piece), len(memory))
            memory[:n] = piece[:n]
            if n < len(piece):
                self._peeked.appendleft(piece[n:])
            return n
        if not self._files:
            return 0
        n = self._checked(self._files[-1].readinto, memory)  # type: ignore[attr-defined]
        if not n:
            self._require_unchanged()
            self.close()
        return n

    def peek(self) -> Iterator[bytes]:
        """Yield the pieces that `read` will return, as far as they are used.

        Raises:
            FormatError: If the file is bad.
        """
        yield from tuple(self._peeked)
        while True:
            held, self._peeked = self._peeked, deque()
            try:
                piece = self.read(AHEAD)
            finally:
                self._peeked = held
            if not piece:
                return
            self._peeked.append(piece)
            yield piece

    def close(self) -> None:
        """Close the file; nothing can be read any more. Standard input stays open."""
        while self._files:
            file = self._files.pop()
            if self._files or not self._is_standard_input:
                file.close()
        self._is_opened = True

    def __enter__(self) -> ByteReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, size: int) -> bytes:
        piece: bytes = self._checked(self._files[-1].read, size)
        return piece

    def _checked(self, read: Callable[[Any], Any], what: Any) -> Any:
        """Return what `read` makes of its argument: bytes, or how many there are."""
        try:
            found = read(what)
            if self._packed:
                self._n_unpacked += found if isinstance(found, int) else len(found)
                require_unpackable(self._n_unpacked, self._packed.n_read, f"{self._kind} data")
        except self._errors as error:
            raise self._unreadable(error) from None
        except LimitError as error:
            raise self._refused(str(error)) from None
        return found

    def _read_all(self) -> bytes:
        """Return all that is left, unless memory cannot hold it."""
        size = 0
        pieces = []
        try:
            if self._state and not self._packed:
                require_holdable(self._state[0])
                return self._read(-1)
            while piece := self._read(STEP):
                require_holdable(size := size + len(piece))
                pieces.append(piece)
        except LimitError as error:
            raise self._refused(str(error)) from None
        return b"".join(pieces)

    def _require_unchanged(self) -> None:
        """Raise FormatError for a regular file that changed since it was opened."""
        if self._state != _state_of(self._files[0]):
            raise self._refused("changed while it was read")

    def _open(self) -> None:
        self._is_opened = True
        if not self.name:
            raise FormatError("''", None, "empty file name")
        if MARK in self.name and self._open_field():
            return
        if self._is_standard_input and sys.stdin is None:
            raise FormatError(self.name, None, "standard input is closed")
        try:
            # Whoever reads the pieces closes them.
            file = sys.stdin.buffer if self._is_standard_input else open(self.name, "rb")  # noqa: PTH123, SIM115
            self._files.append(file)
            self._state = _state_of(file)
            head = file.read(HEAD)
        except OSError as error:
            raise self._unreadable(error) from None
        except ValueError as error:  # a NUL in the path
            raise FormatError(self.name, None, f"{error}") from None
        if head.startswith(GZIP):
            self._packed = _Rewound(head, file)
            self._open_gzip(self._packed)
        elif head.startswith(ZSTANDARD):
            self._packed = _Rewound(head, file)
            self._open_zstandard(self._packed)
        else:
            self._require_text(head)
            self._head = head

    def _open_field(self) -> bool:
        """Open the text of a field of records, if the name is that of one."""
        from fastgec.read.records import file_and_field, is_binary, sentences

        path, field = file_and_field(self.name)
        if not field:
            return False
        with ByteReader(path, keep_mark=True) as pieces:
            data = pieces.read(-1)
        if not is_binary(data):
            require_utf8(data, path)
        self._files.append(io.BytesIO(sentences(data, field, path)))
        return True

    def _require_text(self, head: bytes) -> None:
        """Raise FormatError for a file of another type, which is named instead of a bad byte."""
        foreign = [*FOREIGN]
        if BZIP2.match(head):
            foreign.append((head[:4], "bzip2 data", "bunzip2"))
        for start, kind, cure in foreign:
            if head.startswith(start):
                raise self._refused(
                    f"{kind}, expected UTF-8 text, plain or packed by gzip or Zstandard: try {cure}"
                )

    def _open_gzip(self, file: _Rewound) -> None:
        import gzip
        import zlib

        self._kind = "gzip"
        self._errors = (OSError, EOFError, zlib.error)
        self._files.append(gzip.GzipFile(fileobj=file))  # type: ignore[arg-type]

    def _open_zstandard(self, file: _Rewound) -> None:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd

        self._kind = "Zstandard"
        self._errors = (OSError, EOFError, zstd.ZstdError)
        self._files.append(zstd.ZstdFile(file))  # type: ignore[arg-type]

    def _unreadable(self, error: Exception) -> FormatError:
        if self._kind:
            text = str(error) or type(error).__name__
            reason = f"damaged {self._kind} data ({text[0].lower() + text[1:]})"
            return self._refused(reason)
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        return self._refused(reason)

    def _refused(self, reason: str) -> FormatError:
        self.close()
        return FormatError(self.name, None, reason)


def _state_of(file: IO[bytes]) -> tuple[int, int] | None:
    """Return size and time of the last change of a regular file, None of a pipe or of memory."""
    try:
        state = os.fstat(file.fileno())
    except OSError:  # io.UnsupportedOperation: it has no number
        return None
    return (state.st_size, state.st_mtime_ns) if stat.S_ISREG(state.st_mode) else None


class _Rewound(io.RawIOBase):
    """A file whose first bytes were read already (a pipe cannot be rewound)."""

    def __init__(self, head: bytes, file: IO[bytes]) -> None:
        self._rest_of_head = head
        self._file = file
        self.n_read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._rest_of_head[: len(buffer)] or self._file.read(len(buffer))
        self._rest_of_head = self._rest_of_head[len(data) :]
        buffer[: len(data)] = data
        self.n_read += len(data)
        return len(data)
