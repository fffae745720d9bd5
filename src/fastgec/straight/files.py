"""Plain files, read into buffers that there are already.

Only regular files will do, uncompressed and without a byte-order mark: `UnusualError` says that the
usual way must be taken.
"""

from __future__ import annotations

import os
import stat

from fastgec.corpus.structured import LOOKED_AT, may_be_structured
from fastgec.guard.thresholds import MOST_BYTES
from fastgec.straight.block import N_READ_BEHIND

FIRST = 1 << 19  # bytes of a buffer
MOST = 1 << 26  # bytes of a block
# Byte-order mark, gzip, Zstandard; what the usual way refuses and may be UTF-8: bzip2, zip, lz4.
MARKS = (
    *(b"\xef\xbb\xbf", b"\x1f\x8b", b"\x28\xb5\x2f\xfd"),
    *(b"BZh", b"PK\x03\x04", b"\x04\x22\x4d\x18"),
)


class UnusualError(Exception):
    """Something that only the usual way knows how to take."""


class Buffer:
    """Bytes of a file, and room behind them."""

    def __init__(self) -> None:
        self.data = bytearray(FIRST + N_READ_BEHIND)

    def make_room(self, size: int) -> None:
        """Have room for so many bytes of text; what was there is lost."""
        if size > MOST:
            raise UnusualError
        if size + N_READ_BEHIND > len(self.data):
            self.data = bytearray(size + N_READ_BEHIND)


class PlainFile:
    """A regular file that is read from any place.

    Raises:
        UnusualError: It cannot be opened, is no regular file, or begins with a mark.
    """

    def __init__(self, path: str) -> None:
        try:
            # Whoever writes to a named pipe would lose his reader when it is closed again.
            if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
                raise UnusualError
            self._file = open(path, "rb", buffering=0)  # noqa: PTH123, SIM115
        except (OSError, ValueError):
            raise UnusualError from None
        self.state = self._state_now()
        self.at = 0
        start = self._file.read(LOOKED_AT)
        is_plain = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        is_foreign = any(start.startswith(mark) for mark in MARKS)
        if not is_plain or is_foreign or may_be_structured(start, path):
            self.close()
            raise UnusualError

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self.state[0]

    @property
    def is_done(self) -> bool:
        """Whether all of it was taken."""
        return self.at >= self.size

    def read(self, buffer: Buffer, size: int) -> tuple[int, bool]:
        """Read so many bytes or what is left; return how many, and whether the file ends there."""
        buffer.make_room(size)
        self._file.seek(self.at)
        n_read = 0
        with memoryview(buffer.data) as view:
            while n_read < size and (n := self._file.readinto(view[n_read:size])):
                n_read += n
        return n_read, self.at + n_read >= self.size

    def require_unchanged(self) -> None:
        """Raise UnusualError if the file changed since it was opened."""
        if self.state != self._state_now():
            raise UnusualError

    def first_sources(self, n: int) -> list[str]:
        """Return the beginnings of the first sources of M2 text that was read and is good."""
        self._file.seek(0)
        sources: list[str] = []
        with open(self._file.fileno(), "rb", closefd=False) as lines:
            for line in lines:
                if len(sources) == n:
                    break
                if line.startswith(b"S"):
                    text = line.removesuffix(b"\n").removesuffix(b"\r")[2:]
                    sources.append(text[:MOST_BYTES].decode(errors="ignore"))
        return sources

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _state_now(self) -> tuple[int, int, int, int]:
        """Return what changes with the content: size, time, and which file it is."""
        now = os.fstat(self._file.fileno())
        return now.st_size, now.st_mtime_ns, now.st_ino, now.st_dev
