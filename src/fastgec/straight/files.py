"""Plain files, cut into blocks of the same sentences: gold and output in step.

A block is read from where the last one ended into buffers that its reader has already, so that a
run of any length touches the same warm memory. Only regular files will do, uncompressed and
without a byte-order mark: `UnusualError` says that the usual way must be taken.
"""

from __future__ import annotations

import os
import stat

from fastgec.guard.thresholds import ALL_LOOKED_AT, MOST_BYTES
from fastgec.straight.block import N_READ_BEHIND, cut_gold, cut_lines

BLOCK = 1 << 18  # bytes of gold that a block has, or more
FIRST = 1 << 19  # bytes of gold that are read for the first block
MOST = 1 << 26  # bytes of a block
CUT = 1 << 20  # bytes of gold from which on the usual way has fewer sentences in a block
MARKS = (b"\xef\xbb\xbf", b"\x1f\x8b", b"\x28\xb5\x2f\xfd")  # byte-order mark, gzip, Zstandard

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from typing import NamedTuple

    class Taken(NamedTuple):
        """A block: its number, sentences before it, its sentences, bytes of gold and output."""

        number: int
        first: int
        n_sentences: int
        gold_size: int
        output_size: int


State = tuple[int, int, int, int]


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
        self.state = state_of(self._file.fileno())
        self.at = 0
        start = self._file.read(4)
        is_plain = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        if not is_plain or any(start.startswith(mark) for mark in MARKS):
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
        if self.state != state_of(self._file.fileno()):
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


def state_of(file: str | int) -> State:
    """Return what changes with the content of a file: its size, time, and which file it is.

    Raises:
        OSError: It is not there.
    """
    now = os.stat(file)  # noqa: PTH116
    return now.st_size, now.st_mtime_ns, now.st_ino, now.st_dev


class Blocks:
    """The blocks of two files, in order; whoever takes one holds a lock.

    Raises:
        UnusualError: A file is not plain.
    """

    def __init__(self, gold: str, output: str) -> None:
        self._gold = PlainFile(gold)
        try:
            self._output = PlainFile(output)
        except UnusualError:
            self._gold.close()
            raise
        self._sizes = [FIRST, FIRST // 2]  # what will probably do
        self._number = 0
        self._is_cut_alike = True
        self.n_sentences = 0

    @property
    def most_threads(self) -> int:
        """How many threads have a block to count at the same time, at the most."""
        return 1 + self._gold.size // BLOCK

    def states(self) -> tuple[State, State]:
        """Return the states of output and gold, which did not change since they were opened.

        Raises:
            UnusualError: One did.
        """
        self._gold.require_unchanged()
        self._output.require_unchanged()
        return self._output.state, self._gold.state

    def first_sources(self, n: int) -> list[str]:
        """Return the first sources, all of which were counted."""
        return self._gold.first_sources(n)

    def take(self, gold: Buffer, output: Buffer) -> Taken | None:
        """Read the next block into two buffers; None at the end.

        Raises:
            UnusualError: The files do not fit together.
        """
        if self._gold.is_done:
            if not self._output.is_done or not self.n_sentences:
                raise UnusualError
            return None
        n_sentences, gold_size = self._take_gold(gold)
        output_size = self._take_output(output, n_sentences)
        first, number = self.n_sentences, self._number
        self.n_sentences += n_sentences
        self._is_cut_alike &= gold_size < CUT
        if self.n_sentences > ALL_LOOKED_AT and not self._is_cut_alike:
            raise UnusualError  # the guard would look at other sentences than the usual way does
        self._number += 1
        return number, first, n_sentences, gold_size, output_size  # type: ignore[return-value]

    def close(self) -> None:
        """Close both files."""
        self._gold.close()
        self._output.close()

    def _take_gold(self, buffer: Buffer) -> tuple[int, int]:
        size = self._sizes[0]
        while True:
            n_read, is_end = self._gold.read(buffer, size)
            n_sentences, taken = cut_gold(buffer.data, n_read, is_end)
            if n_sentences:
                break
            if is_end:
                raise UnusualError
            size *= 2
        self._gold.at += taken
        self._sizes[0] = max(self._sizes[0] // 2, taken + taken // 4)
        return n_sentences, taken

    def _take_output(self, buffer: Buffer, n_sentences: int) -> int:
        size = self._sizes[1]
        while True:
            n_read, is_end = self._output.read(buffer, size)
            n_lines, taken = cut_lines(buffer.data, n_read, n_sentences)
            if n_lines == n_sentences:
                break
            if is_end:
                # The last line may lack its end.
                if n_lines + 1 != n_sentences or taken == n_read:
                    raise UnusualError
                taken = n_read
                break
            size *= 2
        self._output.at += taken
        self._sizes[1] = max(self._sizes[1] // 2, taken + taken // 4)
        return taken
