"""Plain files read in step: blocks of the same lines of source, output and references, or of gold.

A block is read from where the last one ended into buffers that its reader has already, so that a
run of any length touches the same warm memory.
"""

from __future__ import annotations

from fastgec.corpus.cuts import BYTES
from fastgec.guard.thresholds import ALL_LOOKED_AT
from fastgec.straight.block import cut_gold, cut_lines
from fastgec.straight.files import MOST, Buffer, PlainFile, UnusualError

FIRST = 1 << 18  # bytes of each file that are read for the first block
FIRST_GOLD = 1 << 19  # and of gold
CUT = 1 << 20  # bytes of gold: no more sentences once a block has so many

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Sequence


class Columns:
    """The blocks of some files, in order; whoever takes one holds a lock.

    Raises:
        UnusualError: A file is not plain.
    """

    # Of the first file: no more lines once a block has so many. The usual way says so, too, but may
    # end such a block at another line.
    most_bytes = BYTES

    def __init__(self, paths: Sequence[str], n_lines: int) -> None:
        """Take the files, the source first, and how many lines a block has at most."""
        self._files: list[PlainFile] = []
        self._n_lines = n_lines
        self._number = 0
        self._is_cut_alike = True
        self.n_sentences = 0
        try:
            for path in paths:
                self._files.append(PlainFile(path))
        except UnusualError:
            self.close()
            raise
        self._sizes = [FIRST] * len(paths)  # what will probably do

    @property
    def n_files(self) -> int:
        """How many files there are."""
        return len(self._files)

    @property
    def most_threads(self) -> int:
        """How many threads have a block to count at the same time, at the most."""
        return 1 + self._files[0].size // FIRST

    def take(self, buffers: Sequence[Buffer]) -> tuple[int, int, int, list[int]] | None:
        """Read the next block; None at the end.

        Args:
            buffers: One for each file.

        Returns:
            The number of the block, sentences before it, its sentences, and its bytes of each file.

        Raises:
            UnusualError: The files do not have equally many lines, or changed.
        """
        if self._files[0].is_done:
            if not self.n_sentences or not all(file.is_done for file in self._files):
                raise UnusualError
            self.require_unchanged()
            return None
        n_lines, size = self._take_first(buffers[0])
        sizes = [size]
        for column in range(1, len(self._files)):
            n_found, size = self._take(column, buffers[column], n_lines, MOST)
            if n_found != n_lines:
                raise UnusualError
            sizes.append(size)
        number, first = self._number, self.n_sentences
        self._number += 1
        self.n_sentences += n_lines
        self._is_cut_alike &= sizes[0] < self.most_bytes
        if self.n_sentences > ALL_LOOKED_AT and not self._is_cut_alike:
            raise UnusualError  # the guard would look at other sentences than the usual way does
        return number, first, n_lines, sizes

    def require_unchanged(self) -> None:
        """Raise UnusualError if a file changed since it was opened."""
        for file in self._files:
            file.require_unchanged()

    def first_sources(self, n: int) -> list[str]:
        """Return the first sources of gold that was counted."""
        return self._files[0].first_sources(n)

    def close(self) -> None:
        """Close all files."""
        for file in self._files:
            file.close()

    def _take_first(self, buffer: Buffer) -> tuple[int, int]:
        """Read what decides how many lines the block has; return how many, and their bytes."""
        return self._take(0, buffer, self._n_lines, self.most_bytes)

    def _take(self, column: int, buffer: Buffer, n_lines: int, most_bytes: int) -> tuple[int, int]:
        """Read so many lines of a file, or what is left; return how many, and their bytes."""
        file, size = self._files[column], self._sizes[column]
        while True:
            n_read, is_end = file.read(buffer, size)
            n_found, taken = cut_lines(buffer.data, n_read, n_lines, most_bytes)
            if n_found == n_lines or taken >= most_bytes:
                break
            if is_end:
                # The last line may lack its end.
                if taken < n_read:
                    n_found, taken = n_found + 1, n_read
                break
            size *= 2
        file.at += taken
        # Blocks are alike: what will probably do is a little more than this one had.
        self._sizes[column] = max(1 << 12, taken + taken // 16)
        return n_found, taken


class GoldColumns(Columns):
    """The blocks of M2 text and a system's output.

    Raises:
        UnusualError: A file is not plain.
    """

    most_bytes = CUT

    def __init__(self, gold: str, output: str) -> None:
        super().__init__((gold, output), 0)
        self._sizes[0] = FIRST_GOLD

    @property
    def gold_state(self) -> tuple[int, ...]:
        """What changes with the content of the gold's file."""
        return self._files[0].state

    def _take_first(self, buffer: Buffer) -> tuple[int, int]:
        file, size = self._files[0], self._sizes[0]
        while True:
            n_read, is_end = file.read(buffer, size)
            n_sentences, taken = cut_gold(buffer.data, n_read, self.most_bytes, is_end)
            if n_sentences:
                break
            if is_end:
                raise UnusualError
            size *= 2
        file.at += taken
        if not (file.is_done or buffer.data.endswith((b"\n\n", b"\n\r\n"), 0, taken)):
            raise UnusualError  # the next source may have no blank line before it
        self._sizes[0] = max(self._sizes[0] // 2, taken + taken // 8)
        return n_sentences, taken
