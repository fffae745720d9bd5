"""M2 text cut where a source line begins, so that each part is M2 text itself.

A source is known to be whole when the next one begins, so a part ends before a source or with the
text. Readers of gold and of edits of any coder take their blocks from here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fastgec.read.linescan import find_sources
from fastgec.read.pieces import require_countable

SENTENCES = 1024  # of a block, the most
BYTES = 1 << 20  # of a block: no more sentences once it has so many


class Cut(NamedTuple):
    """A part of a text.

    data            bytes
    n_lines_before  lines of the text before it
    n_sources       source lines in it
    is_last         whether the text ends with it
    """

    data: bytes
    n_lines_before: int
    n_sources: int
    is_last: bool


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
        cut = Cut(b"".join(parts), self._n_lines, n_sources, is_last)
        self._n_lines += n_lines
        return cut
