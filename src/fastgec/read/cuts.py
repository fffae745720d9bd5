"""Where files are cut into blocks: M2 text before a source, other text behind a line.

Input diagnostics read some sentences of each block, so warnings depend on where blocks end: every
reader cuts here. Nothing takes long to import, since plain runs read by these alone.
"""

from __future__ import annotations

import sys

from fastgec.read.linescan import cut_lines, find_sources
from fastgec.read.pieces import ByteReader, require_countable, require_utf8
from fastgec.read.structured import MOST, require_sentences

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

PIECE = 1 << 18  # bytes of the first read
LEAST = 1 << 14  # of others
LINE_FEED = 10
LINES = 2048  # of a block, the most
NUMBERS = 1 << 18  # of counts in a block, the most (2 MB)
SENTENCES = 1024  # of a block of M2 text, the most
BYTES = 1 << 20  # of M2 text or the first column of a block: no more sentences once it has so many


def most_lines(n_numbers: int) -> int:
    """Return how many lines a block has at most, of so many counts for each.

    >>> most_lines(64), most_lines(1 << 12), most_lines(1 << 20)
    (2048, 64, 16)
    """
    return max(16, min(LINES, NUMBERS // max(1, n_numbers)))


class Buffer:
    """Memory of the text of a block, used again for another."""

    def __init__(self) -> None:
        self.memory = memoryview(bytearray())

    def widen(self, size: int, n_kept: int) -> None:
        """Have room for so many bytes, of which the first `n_kept` stay as they are."""
        if size > len(self.memory):
            memory = memoryview(bytearray(size + size // 8))
            memory[:n_kept] = self.memory[:n_kept]
            self.memory = memory


class Front:
    """Text of a file that is read as far as a block needs it, which is then taken."""

    def __init__(self, read_into: Callable[[memoryview], int]) -> None:
        self._read_into = read_into
        self._own = self._buffer = Buffer()
        self._begin = self._end = 0  # in its memory: what is read and not taken
        self._is_new = True
        self._size = 0  # of the last block

    def open(self, buffer: Buffer | None) -> None:
        """Begin a block, in the caller's buffer if he has one; blocks before it have their own."""
        buffer = buffer or self._own
        if buffer is not self._buffer:
            rest = self.text()
            buffer.widen(len(rest), 0)
            buffer.memory[: len(rest)] = rest
            self._buffer, self._begin, self._end = buffer, 0, len(rest)

    def text(self) -> memoryview:
        """Return what is read of the block, and behind it."""
        return self._buffer.memory[self._begin : self._end]

    def read_on(self) -> bool:
        """Read more of the block; False at the end of the file."""
        buffer, size = self._buffer, self._end - self._begin
        # Blocks are alike. What is read behind the end of one has to be copied.
        wanted = self._size + self._size // 16 - size
        if wanted <= 0:
            wanted = max(size // 4, LEAST)
        if self._is_new:
            wanted = PIECE
        self._is_new = False
        if self._begin:
            buffer.memory[:size] = self.text()
        buffer.widen(size + wanted, size)
        n_read = self._read_into(buffer.memory[size : size + wanted])
        self._begin, self._end = 0, size + n_read
        return n_read > 0

    def take(self, size: int) -> memoryview | bytes:
        """Return the block, which has so many bytes; as bytes, unless in the caller's buffer."""
        data = self.text()[:size]
        self._begin += size
        self._size = size
        return bytes(data) if self._buffer is self._own else data


# M2 text is cut where a source line begins, so that each part is M2 text itself.
# A source is known to be whole when the next one begins, so a part ends before a source or with the
# text.
class Cut:
    """A part of a text.

    data            bytes, or a view of the caller's buffer
    n_lines_before  lines of the text before it
    n_sources       source lines in it
    is_last         whether the text ends with it
    """

    __slots__ = ("data", "is_last", "n_lines_before", "n_sources")

    def __init__(self, data: Any, n_lines_before: int, n_sources: int, *, is_last: bool) -> None:
        self.data = data
        self.n_lines_before = n_lines_before
        self.n_sources = n_sources
        self.is_last = is_last


class Cutter:
    """A text, some sentences at a time."""

    def __init__(
        self,
        read_into: Callable[[memoryview], int],
        name: str,
        look: Callable[[bytes, int], None] | None = None,
    ) -> None:
        """Take the source of bytes.

        Args:
            read_into: reads the next bytes into memory, and returns how many; 0 at the end.
            name: of the file, for errors.
            look: called with text that goes on without a source, and the number of lines before
                it; may raise FormatError, before all of it is read.
        """
        self._front = Front(read_into)
        self._name = name
        self._look = look
        self._n_lines = 0

    def take(self, most: int, most_bytes: int = sys.maxsize, buffer: Buffer | None = None) -> Cut:
        """Return the next `most` sentences, fewer only at the end.

        Args:
            most: number of sentences.
            most_bytes: no more sentences once these have so many, but at least one.
            buffer: where the text will be; None: in bytes of its own.

        Raises:
            FormatError: If the file is bad.
        """
        n_sources = n_lines = size = 0  # of what was looked at
        opened_at = opened = 0  # bytes and lines before the last source
        checked = BYTES
        front = self._front
        front.open(buffer)
        while True:
            text = front.text()
            is_line_start = not size or text[size - 1] == LINE_FEED
            found, last, n_before, n_breaks = find_sources(
                text, size, n_sources, most, most_bytes, is_line_start
            )
            if found > most or (found > n_sources and found > 1 and last >= most_bytes):
                return self._cut(last, found - 1, n_lines + n_before, is_last=False)
            if found > n_sources:
                opened_at, opened = last, n_lines + n_before
            n_sources = found
            n_lines += n_breaks
            size = len(text)
            n_open = size - opened_at
            if n_open > checked:  # text in which no sentence begins may have no end
                require_countable(n_open, "sentence", self._name, self._n_lines + opened)
                if self._look is not None and n_lines > opened:
                    self._look(bytes(text), self._n_lines)
                checked = 2 * n_open
            if not front.read_on():
                return self._cut(size, n_sources, n_lines, is_last=True)

    def _cut(self, size: int, n_sources: int, n_lines: int, *, is_last: bool) -> Cut:
        data = self._front.take(size)
        cut = Cut(data, self._n_lines, n_sources, is_last=is_last)
        self._n_lines += n_lines
        return cut


class LineCutter:
    """Lines of a file, a given number at a time."""

    def __init__(self, file: ByteReader) -> None:
        self.n_taken = 0  # lines
        self._name = file.name
        self._front = Front(file.readinto)
        self._is_begun = False

    def take(
        self, n_lines: int, most_bytes: int = sys.maxsize, buffer: Buffer | None = None
    ) -> tuple[Any, Any, Any]:
        """Return the next `n_lines` lines, fewer only at the end: text, starts, ends.

        Both are int64[S], see `linescan.split_lines`.

        Args:
            n_lines: number of lines.
            most_bytes: no more lines once these have so many, but at least one.
            buffer: where the text will be; None: in bytes of its own.

        Raises:
            FormatError: If the file is bad.
        """
        starts, ends = (_numbers(min(n_lines, LINES)) for _ in range(2))
        n = end = 0  # lines, and where the next one begins
        front = self._front
        front.open(buffer)
        while True:
            text = front.text()
            n, end = cut_lines(text, end, n, most_bytes, starts, ends)
            if n >= n_lines or (n and end >= most_bytes):
                break
            if n == len(starts):
                starts, ends = (_numbers(min(2 * n, n_lines), old) for old in (starts, ends))
                continue
            size = len(text)
            if size - end > PIECE:
                require_countable(size - end, "line", self._name, self.n_taken + n)
            if not front.read_on():
                if end < size:  # the last line lacks its end
                    starts[n], ends[n] = end, size
                    n, end = n + 1, size
                break
            if not self._is_begun:
                require_sentences(bytes(front.text()[: MOST + 1]), self._name, is_all=True)
                self._is_begun = True
        data = front.take(end)
        require_utf8(data, self._name, self.n_taken)
        self.n_taken += n
        return data, starts[:n].toreadonly(), ends[:n].toreadonly()


def _numbers(size: int, start: memoryview | None = None) -> memoryview:
    """Return memory for so many int64, which begins with those of `start`."""
    numbers = memoryview(bytearray(8 * size)).cast("q")
    if start is not None:
        numbers[: len(start)] = start
    return numbers
