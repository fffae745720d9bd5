"""Where files are cut into blocks: M2 text before a source, other text behind a line.

Input diagnostics read some sentences of each block, so warnings depend on where blocks end: every
reader cuts here. Nothing takes long to import, since plain runs read by these alone.
"""

from __future__ import annotations

import sys

from fastgec.read.linescan import find_breaks, find_sources
from fastgec.read.pieces import Pieces, require_countable, require_utf8
from fastgec.read.structured import require_sentences

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    from collections.abc import Callable

PIECE = 1 << 18  # bytes per read
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


# M2 text is cut where a source line begins, so that each part is M2 text itself.
# A source is known to be whole when the next one begins, so a part ends before a source or with the
# text.
class Cut:
    """A part of a text.

    data            bytes
    n_lines_before  lines of the text before it
    n_sources       source lines in it
    is_last         whether the text ends with it
    """

    __slots__ = ("data", "is_last", "n_lines_before", "n_sources")

    def __init__(self, data: bytes, n_lines_before: int, n_sources: int, *, is_last: bool) -> None:
        self.data = data
        self.n_lines_before = n_lines_before
        self.n_sources = n_sources
        self.is_last = is_last


class Cutter:
    """A text, some sentences at a time."""

    def __init__(
        self,
        read: Callable[[], bytes],
        name: str,
        look: Callable[[bytes, int], None] | None = None,
    ) -> None:
        """Take the source of bytes.

        Args:
            read: returns the next bytes, nothing at the end.
            name: of the file, for errors.
            look: called with text that goes on without a source, and the number of lines before
                it; may raise FormatError, before all of it is read.
        """
        self._read = read
        self._name = name
        self._look = look
        self._n_lines = 0
        self._piece = b""  # read last
        self._at = 0  # how much of it is taken
        self._is_line_start = True  # there

    def take(self, most: int, most_bytes: int | None) -> Cut:
        """Return the next `most` sentences, fewer only at the end.

        Args:
            most: number of sentences.
            most_bytes: no more sentences once these have so many, but at least one.

        Raises:
            FormatError: If the file is bad.
        """
        parts: list[memoryview] = []
        n_sources = n_lines = size = 0
        n_open = opened = 0  # bytes since the last source began, and lines before it
        checked = BYTES
        while True:
            if self._at == len(self._piece):
                self._piece, self._at = self._read(), 0
                if not self._piece:
                    return self._cut(parts, n_sources, n_lines, is_last=True)
            is_full = most_bytes is not None and n_sources > 0 and size >= most_bytes
            found, last, n_before, n_breaks = find_sources(
                # Of a block that is large already, the next source is where it ends.
                *(self._piece, self._at, 1 if is_full else most + 1 - n_sources),
                self._is_line_start,
            )
            n_sources += found
            view = memoryview(self._piece)
            is_full = most_bytes is not None and size + last - self._at >= most_bytes
            if found and n_sources > 1 and (is_full or n_sources > most):
                parts.append(view[self._at : last])
                self._at = last
                self._is_line_start = True
                return self._cut(parts, n_sources - 1, n_lines + n_before, is_last=False)
            parts.append(view[self._at :])
            size += len(parts[-1])
            if found:
                n_open, opened = len(self._piece) - last, n_lines + n_before
            else:
                n_open += len(parts[-1])
            n_lines += n_breaks
            if n_open > checked:  # text in which no sentence begins may have no end
                require_countable(n_open, "sentence", self._name, self._n_lines + opened)
                if self._look is not None and n_lines > opened:
                    self._look(b"".join(parts), self._n_lines)
                checked = 2 * n_open
            self._at = len(self._piece)
            self._is_line_start = self._piece.endswith(b"\n")

    def _cut(self, parts: list[memoryview], n_sources: int, n_lines: int, *, is_last: bool) -> Cut:
        cut = Cut(b"".join(parts), self._n_lines, n_sources, is_last=is_last)
        self._n_lines += n_lines
        return cut


class LineCutter:
    """Lines of a file, a given number at a time, not told apart yet."""

    def __init__(self, file: Pieces) -> None:
        self.n_taken = 0  # lines
        self._file = file
        self._piece = b""  # read last
        self._at = 0  # how much of it is taken
        self._is_begun = False

    def take(self, n_lines: int, most_bytes: int = sys.maxsize) -> bytes:
        """Return the next `n_lines` lines, fewer only at the end.

        Args:
            n_lines: number of lines.
            most_bytes: no more lines once these have so many, but at least one.

        Raises:
            FormatError: If the file is bad.
        """
        name = self._file.name
        parts: list[memoryview] = []
        n_breaks = size = n_open = 0  # n_open: bytes of the line that has no end yet
        while n_breaks < n_lines and (size < most_bytes or n_open):
            if self._at == len(self._piece):
                self._piece, self._at = self._file.read(PIECE), 0
                if not self._piece:
                    break
                if not self._is_begun:
                    is_all = len(self._piece) < PIECE
                    require_sentences(self._piece, name, is_all=is_all)
                    self._is_begun = True
            found, end = find_breaks(self._piece, self._at, n_lines - n_breaks)
            n_breaks += found
            if found:
                last = self._piece.rfind(b"\n", 0, end) + 1
                if size + last - self._at >= most_bytes:
                    end = last
                n_open = end - last
            else:
                n_open += end - self._at
            if n_open > PIECE:
                require_countable(n_open, "line", name, self.n_taken + n_breaks)
            parts.append(memoryview(self._piece)[self._at : end])
            size += end - self._at
            self._at = end
        data = b"".join(parts)
        require_utf8(data, name, self.n_taken)
        self.n_taken += n_breaks + (n_open > 0)  # the last line may lack its end
        return data
