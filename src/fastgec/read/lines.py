r"""A column of text: from a path or from memory to ranges of bytes, one for each sentence.

Of a file, lines end at "\n" or "\r\n" only, and the last line may lack its end (`read.pieces`
reads it); of sentences in memory each is a line, whatever it holds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, sealed
from fastgec.read.arguments import require_order
from fastgec.read.errors import FormatError, counted, visible
from fastgec.read.linescan import split_lines
from fastgec.read.pieces import ByteReader, Source, out_of_memory_in, read_utf8
from fastgec.read.structured import require_sentences
from fastgec.reprs import short


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """A column of text: byte ranges of one UTF-8 buffer.

    data    the buffer: bytes, or a view of memory that another owner keeps as it is
    starts  int64[S]: first byte of each line
    ends    int64[S]: the byte after each line, its line end excluded
    name    the column's name in messages: a path as typed, or a description

    >>> lines = Lines.of(["A cat .", "Two"])
    >>> len(lines), lines[1]
    (2, 'Two')
    """

    data: bytes | memoryview
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    name: str

    def __post_init__(self) -> None:
        freeze(self, starts=np.int64, ends=np.int64)

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return Lines, (bytes(self.data), self.starts, self.ends, self.name)

    def __len__(self) -> int:
        return len(self.starts)

    def __repr__(self) -> str:
        return short("Lines", {"name": self.name, "lines": len(self)})

    def __getitem__(self, line: int) -> str:
        return str(self.data[self.starts[line] : self.ends[line]], "utf-8")

    def holds(self, text: str) -> bool:
        """Whether a text, not empty, occurs in the buffer (all of it, also between lines)."""
        return re.search(re.escape(text.encode()), self.data) is not None

    def take(self, lines: NDArray[np.int64]) -> Lines:
        """Return some lines, in any order and any number of times; the text is shared."""
        return Lines(self.data, sealed(self.starts[lines]), sealed(self.ends[lines]), self.name)

    def slice(self, first: int, last: int) -> Lines:
        """Return the lines first to last (exclusive), without copying text."""
        if first == 0 and last >= len(self):
            return self
        return Lines(self.data, self.starts[first:last], self.ends[first:last], self.name)

    @staticmethod
    def read(path: Source) -> Lines:
        """Read the lines of a file; "-" is standard input.

        Raises:
            FormatError: If it cannot be read, is damaged, or is not UTF-8.
        """
        data = read_utf8(path)
        with out_of_memory_in(os.fspath(path)):
            starts, ends = split_lines(data)
        return Lines(data, starts, ends, os.fspath(path))

    @staticmethod
    def of(texts: Iterable[str], name: str = "list") -> Lines:
        """Take sentences from memory: a list, tuple, numpy, Arrow or Polars column of strings.

        A line end inside a string is white space of that sentence and does not break it.

        Raises:
            TypeError: If an item is not a string, or there are no items, or no order of them.
            FormatError: If one is not valid Unicode.
        """
        if not hasattr(texts, "__iter__") and not hasattr(texts, "__getitem__"):
            kind = type(texts).__name__
            raise TypeError(f"{name}: {kind}, expected a path or sentences")
        require_order(texts, name)
        parts = encoded_texts(texts, name)
        lengths = np.fromiter(map(len, parts), np.int64, len(parts))
        ends = np.cumsum(lengths)
        return Lines(b"".join(parts), sealed(ends - lengths), sealed(ends), name)


def encoded_texts(texts: Iterable[Any], name: str) -> list[bytes]:
    """Return sentences from memory as UTF-8, errors as `Lines.of`."""
    parts = []
    for number, item in enumerate(texts, 1):
        # A scalar of an Arrow column is no str, but has one.
        text = item.as_py() if hasattr(item, "as_py") else item
        if not isinstance(text, str):
            raise TypeError(f"{name}: item {number} is {type(text).__name__}, expected str")
        parts.append(encoded(text, name, number))
    return parts


def encoded_m2(text: object, name: str) -> bytes:
    """Return the text of an M2 file as UTF-8, without a byte order mark.

    Raises:
        TypeError: No str.
        FormatError: As `encoded`.
    """
    if not isinstance(text, str):
        kind = type(text).__name__
        raise TypeError(f"{name}: {kind}, expected the text of an M2 file, a str")
    return encoded(text.removeprefix("\ufeff"), name)


def encoded(text: str, name: str, item: int | None = None) -> bytes:
    """Return text as UTF-8.

    Args:
        text: The text.
        name: The name of its place in messages.
        item: The number of a text that is one of several; its lines are not counted.

    Raises:
        FormatError: For a lone surrogate; it names line or item, and character.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        before = text[: error.start] if item is None else ""
        line = item or before.count("\n") + 1
        place = error.start - before.rfind("\n")
        reason = f"character {place} is a lone surrogate: expected Unicode text"
        raise FormatError(name, line, reason) from None


# A token of text in characters: a code point that is no white space, or the name that Chinese
# corpora give to a part that is missing.
CHARACTER = re.compile(r"\[缺失成分\]|\S")


def characters(text: str) -> str:
    """Return text with its characters as tokens; white space is taken out.

    >>> characters("他用 iPhone")
    '他 用 i P h o n e'
    """
    return " ".join(CHARACTER.findall(text))


def in_characters(lines: Lines) -> Lines:
    """Return lines with their characters as tokens."""
    return Lines.of([characters(lines[n]) for n in range(len(lines))], lines.name)


def are_characters(tokens: Iterable[str]) -> bool:
    """Whether each token is a character."""
    return all(len(token) == 1 or CHARACTER.fullmatch(token) for token in tokens)


def read_lines(texts: Source | Lines | Iterable[str], name: str) -> Lines:
    """Return `texts` as Lines: a path is read, sentences in memory are taken as they are.

    Raises:
        FormatError: As `Lines.read`; also for JSON or CSV, whose lines are no sentences.
    """
    if isinstance(texts, Lines):
        return texts
    if isinstance(texts, str | os.PathLike):
        lines = Lines.read(texts)
        require_sentences(bytes(lines.data), lines.name, is_all=True)
        return lines
    return Lines.of(texts, name)


def is_same_text(first: Lines, second: Lines) -> bool:
    """Whether two columns have the same tokens in each line.

    >>> is_same_text(Lines.of(["a b"]), Lines.of([" a  b "]))
    True
    """
    bounds = zip(*(ends.tolist() for ends in _bounds(first, second)), strict=True)
    for line, (start, end, from_, to) in enumerate(bounds):
        # Bytes are compared first: equal bytes need not be decoded.
        one, other = bytes(first.data[start:end]), bytes(second.data[from_:to])
        if one == other or one.strip() == other.strip() or one.split() == other.split():
            continue
        if first[line].split() != second[line].split():
            return False
    return True


def _bounds(first: Lines, second: Lines) -> tuple[NDArray[np.int64], ...]:
    return first.starts, first.ends, second.starts, second.ends


def require_equal_counts(first: Lines, second: Lines) -> None:
    """Raise FormatError unless both columns have the same number of lines."""
    if len(first) != len(second):
        raise FormatError(
            first.name,
            None,
            f"{counted(len(first), 'sentence')}, expected {len(second)} as in "
            f"{visible(second.name)}",
        )


# Peeking at the first sentences, which decide how a file is read. They are read in pieces that the
# file returns again, so that a pipe will do. From a file and from memory they are the same:
# `SENTENCES`, or fewer once these have `CHARACTERS`.
SENTENCES = 4096
CHARACTERS = 1 << 19


def first_of_lines(lines: Lines) -> list[str]:
    """Return the first sentences of a column in memory."""
    found = []
    size = 0
    for number in range(min(len(lines), SENTENCES)):
        if size >= CHARACTERS:
            break
        found.append(lines[number])
        size += len(found[-1])
    return found


def first_of_file(pieces: ByteReader, *, is_m2: bool = False) -> list[str]:
    """Return the first sentences of a file of which nothing was read yet.

    Bytes that are no UTF-8 are replaced here, and refused when the file is read.

    Args:
        pieces: the file.
        is_m2: whether sentences are the sources of an M2 file, or lines.

    Raises:
        FormatError: The file is bad.
    """
    found: list[str] = []
    size = 0
    for line in _lines(pieces):
        if is_m2 and not line.startswith(b"S"):
            continue
        if len(found) == SENTENCES or size >= CHARACTERS:
            break
        found.append(line[2 if is_m2 else 0 :].decode(errors="replace"))
        size += len(found[-1])
    return found


def is_m2(pieces: ByteReader) -> bool:
    """Whether a file looks like M2: a line "S ", then an edit, a target line, a blank or an S line.

    Raises:
        FormatError: The file is bad.
    """
    lines = _lines(pieces)
    first, second = next(lines, b""), next(lines, b"")
    is_target = second[:1] == b"T" and second[1:2].isdigit()  # as ChERRANT writes them
    return first.startswith(b"S ") and (
        not second or is_target or second.startswith((b"A ", b"S "))
    )


def _lines(pieces: ByteReader) -> Iterator[bytes]:
    begun: list[bytes] = []  # pieces of a line that has no end yet
    for piece in pieces.peek():
        first, *others = piece.split(b"\n")
        begun.append(first)
        if others:
            yield b"".join(begun).removesuffix(b"\r")
            *whole, last = others
            yield from (line.removesuffix(b"\r") for line in whole)
            begun = [last]
    if any(begun):
        yield b"".join(begun)
