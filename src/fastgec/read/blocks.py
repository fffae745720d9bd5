"""Several columns of text read in step: blocks of the same sentences of all of them.

A corpus need not fit in memory: each file is read in pieces and handed out some lines at a time,
under the rules of `read.pieces` (compression by content, UTF-8, byte-order mark) and of
`read.lines` (line ends). All columns must have the same number of lines; the first block in which
they differ is an error that names both files and both full counts. Where only a span of the
sentences is wanted, the others are read all the same: the files must be whole and equally long.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

from fastgec.read.cuts import BYTES, LineCutter
from fastgec.read.errors import FormatError, counted, visible
from fastgec.read.lines import Lines, first_of_file, first_of_lines
from fastgec.read.pieces import ByteReader, Source, out_of_memory_in
from fastgec.read.span import WHOLE as WHOLE
from fastgec.read.span import Span as Span

MOST_READ_ON = 10_000_000  # lines, only to tell how many there are: pipes may never end
Column = Source | Lines | Iterable[str]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The same sentences of every column.

    first    number of sentences before the block
    columns  one Lines per column, of equal length
    """

    first: int
    columns: tuple[Lines, ...]

    def __len__(self) -> int:
        return len(self.columns[0])

    def within(self, span: Span) -> Block:
        """Return the sentences of the block that are in the span, perhaps none."""
        columns = tuple(span.of(lines, self.first) for lines in self.columns)
        return Block(max(self.first, span.first), columns)


class LineStream:
    """Lines of a file, or of memory, a given number at a time."""

    def __init__(self, column: Source | Lines | ByteReader) -> None:
        self._memory = column if isinstance(column, Lines) else None
        self._file = column if isinstance(column, ByteReader) else None
        if isinstance(column, str | os.PathLike):
            self._file = ByteReader(column)
        self.name = os.fspath(column) if isinstance(column, str | os.PathLike) else column.name
        self._cutter = LineCutter(self._file) if self._file else None
        self.n_taken = 0

    def take(self, n_lines: int, most_bytes: int | None = None) -> Lines:
        """Return the next `n_lines` lines, fewer only at the end.

        Args:
            n_lines: number of lines.
            most_bytes: Of a file: no more lines once these have so many, but at least one.

        Raises:
            FormatError: If the file is bad.
        """
        if self._cutter is None:
            assert self._memory is not None
            lines = self._memory.slice(self.n_taken, self.n_taken + n_lines)
        else:
            with out_of_memory_in(self.name):
                lines = Lines(*self._cutter.take(n_lines, most_bytes or sys.maxsize), self.name)
        self.n_taken += len(lines)
        return lines

    @property
    def is_done(self) -> bool:
        """Whether it is known that all lines are taken."""
        return self._memory is not None and self.n_taken == len(self._memory)

    def peek(self) -> list[str]:
        """Return the first sentences (`lines.first_of_file`); nothing may have been taken.

        Raises:
            FormatError: If the file is bad.
        """
        if self._file is not None:
            return first_of_file(self._file)
        assert self._memory is not None
        return first_of_lines(self._memory)

    def close(self) -> None:
        """Close the file; no line can be taken any more."""
        if self._file is not None:
            self._file.close()

    def length(self) -> str:
        """Return the number of lines of the whole column in words, reading on to its end.

        A column without an end in sight has "more than" so many.
        """
        most = self.n_taken + MOST_READ_ON
        while len(self.take(4096, BYTES)):
            if self.n_taken > most:
                return f"more than {most}"
        return str(self.n_taken)


def stream_columns(columns: Sequence[Column], names: Sequence[str]) -> list[LineStream]:
    """Make a stream of each path, and of sentences in memory, which `names` names in messages.

    Raises:
        FormatError: If the file is bad.
        TypeError: As `Lines.of`.
    """
    return [LineStream(column) for column in memory_columns(columns, names)]


def memory_columns(columns: Sequence[Column], names: Sequence[str]) -> list[Source | Lines]:
    """Return paths as they are, and sentences in memory as Lines; errors as `Lines.of`."""
    return [
        column if isinstance(column, str | os.PathLike | Lines) else Lines.of(column, name)
        for column, name in zip(columns, names, strict=True)
    ]


def read_blocks(
    streams: Sequence[LineStream],
    n_lines: int,
    *,
    span: Span = WHOLE,
    watch: Callable[[Block], None] | None = None,
) -> Generator[Block]:
    """Read all columns in step, at most `n_lines` sentences at a time; yield the sentences
    in the span.

    Args:
        streams: The columns; the first decides how many sentences a block has.
        n_lines: The most sentences of a block.
        span: Which sentences are wanted.
        watch: Called with every block in order, before it is cut to the span.

    Raises:
        FormatError: If a file is bad, if counts of lines differ, if there is no line, or if the
            span leaves the file.

    >>> columns = stream_columns([["a", "b", "c"], ["d", "e", "f"]], ["source", "hypotheses"])
    >>> [(block.first, [lines[0] for lines in block.columns]) for block in read_blocks(columns, 2)]
    [(0, ['a', 'd']), (2, ['c', 'f'])]
    """
    first = 0
    with closing(read_in_step(streams, n_lines, BYTES)) as steps:
        for step in steps:
            if not len(step.parts[0]):
                raise FormatError(streams[0].name, None, "no sentence, expected at least 1")
            block = Block(step.first, step.parts)
            if watch:
                watch(block)
            first += len(block)
            if len(block := block.within(span)):
                yield block
    span.require_within(first, streams[0].name)


class Stream(Protocol):
    """Sentences of a file or of memory, a given number at a time.

    name  its name in messages
    """

    name: str

    @property
    def is_done(self) -> bool:
        """Whether it is known that all sentences are taken."""

    def take(self, most: int, most_bytes: int | None = None, /) -> Any:
        """Return the next `most` sentences, fewer only at the end.

        Args:
            most: number of sentences.
            most_bytes: Of a file: no more sentences once these have so many, but at least one.

        Raises:
            FormatError: If the file is bad.
        """

    def length(self) -> str:
        """Return the number of sentences of the whole in words, reading on to its end."""

    def close(self) -> None:
        """Close the file; nothing can be taken any more."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """The same sentences of several streams.

    first  number of sentences before them
    parts  of each stream
    """

    first: int
    parts: tuple[Any, ...]


def read_in_step(streams: Sequence[Stream], most: int, most_bytes: int) -> Generator[Step]:
    """Read streams in step and close them; the first decides how many sentences a step has.

    There is at least one step; it is empty if the first stream is.

    Args:
        streams: The streams.
        most: The most sentences of a step.
        most_bytes: As in `Stream.take`, of the first stream.

    Raises:
        FormatError: If a file is bad, or if counts of sentences differ.
    """
    first = 0
    is_begun = False
    try:
        while True:
            part = streams[0].take(most, most_bytes)
            size = len(part)
            parts = (part, *(stream.take(size or 1) for stream in streams[1:]))
            for stream, part in zip(streams, parts, strict=True):
                if len(part) != size:
                    raise _unequal(stream, streams[0], parts)
            if not size and is_begun:
                return
            yield Step(first, parts)
            is_begun = True
            first += size
            if not size or all(stream.is_done for stream in streams):
                return
    finally:
        for stream in streams:
            stream.close()


def _unequal(stream: Stream, expected: Stream, parts: Sequence[Any]) -> FormatError:
    for part in parts:
        if not isinstance(part, Lines):
            part.parse()  # a bad line may be the cause
    found, wanted = stream.length(), expected.length()
    reason = f"{counted(found, 'sentence')}, expected {wanted} as in {visible(expected.name)}"
    return FormatError(stream.name, None, reason)
