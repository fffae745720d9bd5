r"""A column of text: from a path or from memory to ranges of bytes, one for each sentence.

Of a file, lines end at "\n" or "\r\n" only, and the last line may lack its end (`read.files`
reads it); of sentences in memory each is a line, whatever it holds. `References` are several
columns: a source and texts that correct it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fastgec.counts import freeze, sealed, unchecked
from fastgec.kernels.tokens import plain_text, split_lines
from fastgec.read import FormatError, counted, shortened, visible
from fastgec.read.files import (
    BYTES,
    ByteReader,
    LineCutter,
    Source,
    file_of,
    out_of_memory_in,
    read_utf8,
    require_sentences,
)
from fastgec.values import short, whole_number

if TYPE_CHECKING:
    import hashlib


# Strings where paths are meant: a string is a path and never a sentence, and the error says so.


MOST_SHOWN = 60  # characters of a string that is no path


def require_column(column: Any, *, is_gold: bool = False) -> None:
    """Raise FormatError for a string that is no path of a file: it may be text.

    Args:
        column: a path or sentences in memory; only strings are looked at.
        is_gold: whether it is a path of an M2 file.

    Example:
        >>> require_column("He go home .")
        Traceback (most recent call last):
        fastgec.read.FormatError: He go home .: no such file or directory; a string is a \
path here, sentences go into a list: ['He go home .']
    """
    if not isinstance(column, str) or column == "-" or os.path.exists(file_of(column)):  # noqa: PTH110
        return
    shown = column if len(column) <= MOST_SHOWN else f"{column[:MOST_SHOWN]}..."
    if is_gold:
        cure = "a string is a path here, the text of an M2 file goes through Gold.parse"
    elif "\n" in column:
        cure = "a string is a path here, text goes into a list of its lines"
    else:
        cure = f"a string is a path here, sentences go into a list: [{shown!r}]"
    raise FormatError(shown, None, f"no such file or directory; {cure}")


def require_order(items: object, name: str) -> None:
    """Raise TypeError for a set, a dict, or another argument without ordered items.

    Args:
        items: of which each must belong to a sentence, or to a system, by its place.
        name: their name in messages.

    Example:
        >>> require_order({"a b", "c"}, "hypotheses")
        Traceback (most recent call last):
        TypeError: hypotheses: set, expected a list: what is scored must have an order
    """
    if isinstance(items, set | frozenset | Mapping):
        kind = type(items).__name__
        raise TypeError(f"{name}: {kind}, expected a list: what is scored must have an order")


def listed(texts: Sequence[str], name: str) -> list[str]:
    """Return texts of one sentence as a list.

    Raises:
        TypeError: a string, whose letters would be texts; or texts without an order.

    Example:
        >>> listed("a b", "candidates")
        Traceback (most recent call last):
        TypeError: candidates is a string ('a b'), expected a list of them
    """
    if isinstance(texts, str):
        raise TypeError(f"{name} is a string ({texts!r}), expected a list of them")
    require_order(texts, name)
    return list(texts)


def require_paths(systems: Iterable[Any], gold: Any) -> list[Any]:
    """Return systems as a list; raise FormatError for strings that are no paths, also of the gold.

    Systems that have no order, as in a set, are a TypeError.

    Args:
        systems: for each a path or sentences in memory.
        gold: a Gold, a path, or References.
    """
    require_order(systems, "systems")
    systems = list(systems)
    for system in systems:
        require_column(system)
    if isinstance(gold, str):
        require_column(gold, is_gold=True)
    for column in (getattr(gold, "source", None), *getattr(gold, "columns", ())):
        require_column(column)
    return systems


def sentence_numbers(sentences: Any, n_sentences: int) -> NDArray[Any]:
    """Return numbers of sentences as an array, checked.

    Raises:
        IndexError: a number outside 0 to n_sentences - 1.
        TypeError: anything but integers.

    Example:
        >>> sentence_numbers(iter([1, 0]), 2).tolist()
        [1, 0]
    """
    listed = sentences if hasattr(sentences, "__len__") else list(sentences)
    found = np.asarray(listed, np.int64 if len(listed) == 0 else None)
    if found.dtype.kind not in "iu":
        raise TypeError(f"sentences of {found.dtype}: expected integers")
    if found.size and not 0 <= found.min() <= found.max() < n_sentences:
        place = f"sentences {found.min()} to {found.max()}"
        raise IndexError(f"{place}, expected 0 to {n_sentences - 1}")
    return found


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
        # `__iter__` is None where a type says that it has no items, such as Gold.
        if getattr(texts, "__iter__", getattr(texts, "__getitem__", None)) is None:
            kind = type(texts).__name__
            raise TypeError(f"{name}: {kind}, expected a path or sentences")
        require_order(texts, name)
        parts = encoded_texts(texts, name)
        lengths = np.fromiter(map(len, parts), np.int64, len(parts))
        ends = lengths.cumsum()
        starts, ends = sealed(ends - lengths).view(), sealed(ends).view()  # read-only for good
        return unchecked(Lines, data=b"".join(parts), starts=starts, ends=ends, name=name)


def encoded_texts(texts: Iterable[Any], name: str) -> list[bytes]:
    """Return sentences from memory as UTF-8, errors as `Lines.of`."""
    items = list(texts)
    with suppress(TypeError, UnicodeEncodeError):  # found below, with its number
        return list(map(str.encode, items))
    parts = []
    for number, item in enumerate(items, 1):
        # A scalar of an Arrow column is no str, but has one.
        text = item if isinstance(item, str) or not hasattr(item, "as_py") else item.as_py()
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


def require_characters(sources: Lines, lines: Sequence[int] | None = None) -> None:
    """Raise FormatError, with the line where lines are given, for a token of several characters."""
    for sentence in range(len(sources)):
        for token in sources[sentence].split():
            if not are_characters([token]):
                reason = (
                    f"token {shortened(token)!r} of several characters: expected character M2, "
                    "or no --unit char"
                )
                line = None if lines is None else int(lines[sentence])
                raise FormatError(sources.name, line, reason)


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
    return next(unlike_lines(first, second), None) is None


def unlike_lines(first: Lines, second: Lines) -> Iterator[int]:
    """Yield the numbers of the lines, from 0, in which two columns of equal length differ.

    >>> list(unlike_lines(Lines.of(["a b", "c", "d"]), Lines.of(["a  b", "e", "d f"])))
    [1, 2]
    """
    ranges = (column.tolist() for column in (first.starts, first.ends, second.starts, second.ends))
    for line, (start, end, begin, stop) in enumerate(zip(*ranges, strict=True)):
        ours, theirs = bytes(first.data[start:end]), bytes(second.data[begin:stop])
        if ours != theirs and ours.decode().split() != theirs.decode().split():
            yield line


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


# A range of the sentences of a corpus, as `--sentence-range` gives it.
#
# Nothing here needs numpy, so that the command line can read a range before it does any work.


@dataclass(frozen=True, slots=True)
class Span:
    """Some consecutive sentences: from `first`, counted from 0, to before `last` (None: the end).

    As text they are counted from 1, the last included.

    Raises:
        ValueError: Unless there is at least one.

    >>> str(Span()), str(Span(2, 5)), str(Span(2))
    ('1:', '3:5', '3:')
    """

    first: int = 0
    last: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", whole_number(self.first, "first sentence", 0))
        if self.last is not None:
            object.__setattr__(self, "last", whole_number(self.last, "last sentence", 0))
            if self.last <= self.first:
                raise ValueError(f"{self}: expected at least one sentence")

    def __str__(self) -> str:
        return f"{self.first + 1}:{'' if self.last is None else self.last}"

    @property
    def is_whole(self) -> bool:
        """Whether the span includes every sentence of any corpus."""
        return self == WHOLE

    def within(self, first: int, last: int) -> tuple[int, int]:
        """Return the range of the sentences first to last (exclusive) that are in the span.

        >>> Span(2, 5).within(0, 4), Span(2, 5).within(6, 8)
        ((2, 4), (6, 6))
        """
        first = min(max(self.first, first), last)
        return first, last if self.last is None else min(max(self.last, first), last)

    def of(self, lines: Lines, n_before: int = 0) -> Lines:
        """Return the lines that are in the span; n_before others come before them."""
        if self.is_whole:
            return lines
        first, last = self.within(n_before, n_before + len(lines))
        return lines.slice(first - n_before, last - n_before)

    def require_within(self, n_sentences: int, name: str) -> None:
        """Raise FormatError if the span ends after the last sentence of the file `name`."""
        needed = self.first + 1 if self.last is None else self.last
        if needed > n_sentences and not self.is_whole:
            found = counted(n_sentences, "sentence")
            reason = f"{found}, expected at least {needed} for the range {self}"
            raise FormatError(name, None, reason)


WHOLE = Span()


# Several columns of text read in step: blocks of the same sentences of all of them.
#
# A corpus need not fit in memory: each file is read in pieces and handed out some lines at a
# time, under the rules of `read.files` (compression by content, UTF-8, byte-order mark) and of
# `read.lines` (line ends). All columns must have the same number of lines; the first block in
# which they differ is an error that names both files and both full counts. Where only a span of
# the sentences is wanted, the others are read all the same: the files must be whole and equally
# long.


MOST_READ_ON = 10_000_000  # lines, only to tell how many there are: pipes may never end
Column = Source | Lines | Iterable[str]


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The same sentences of every column.

    first    number of sentences before the block
    columns  of each column its sentences: Lines, or of M2 a `m2stream.Part`
    """

    first: int
    columns: tuple[Any, ...]

    def __len__(self) -> int:
        return len(self.columns[0])

    def within(self, span: Span) -> Block:
        """Return the sentences of the block that are in the span, perhaps none."""
        columns = tuple(span.of(lines, self.first) for lines in self.columns)
        return Block(max(self.first, span.first), columns)


class LineStream:
    """Lines of a file, or of memory, a given number at a time."""

    def __init__(self, column: Source | Lines | ByteReader) -> None:
        if isinstance(column, str | os.PathLike):
            column = ByteReader(column)
        self.name = column.name
        self.n_taken = 0
        self._column: Any = column
        self._cutter = LineCutter(column) if isinstance(column, ByteReader) else None

    def take(self, n_lines: int, most_bytes: int | None = None) -> Lines:
        """Return the next `n_lines` lines, fewer only at the end.

        Args:
            n_lines: number of lines.
            most_bytes: Of a file: no more lines once these have so many, but at least one.

        Raises:
            FormatError: If the file is bad.
        """
        lines: Lines
        if self._cutter is None:
            lines = self._column.slice(self.n_taken, self.n_taken + n_lines)
        else:
            with out_of_memory_in(self.name):
                lines = Lines(*self._cutter.take(n_lines, most_bytes or sys.maxsize), self.name)
        self.n_taken += len(lines)
        return lines

    @property
    def is_done(self) -> bool:
        """Whether it is known that all lines are taken."""
        return self._cutter is None and self.n_taken == len(self._column)

    def peek(self) -> list[str]:
        """Return the first sentences (`lines.first_of_file`); nothing may have been taken.

        Raises:
            FormatError: If the file is bad.
        """
        return (first_of_lines if self._cutter is None else first_of_file)(self._column)

    def close(self) -> None:
        """Close the file; no line can be taken any more."""
        if self._cutter is not None:
            self._column.close()

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
    with closing(read_in_step(streams, n_lines, BYTES)) as blocks:
        for block in blocks:
            if not len(block):
                raise FormatError(streams[0].name, None, "no sentence, expected at least 1")
            if watch:
                watch(block)
            first += len(block)
            if len(wanted := block.within(span)):
                yield wanted
    span.require_within(first, streams[0].name)


def read_in_step(streams: Sequence[Any], most: int, most_bytes: int) -> Generator[Block]:
    """Read streams in step and close them; the first decides how many sentences a block has.

    There is at least one block; it is empty if the first stream is.

    Args:
        streams: Each a `LineStream` or an `M2Stream`.
        most: The most sentences of a block.
        most_bytes: As in `LineStream.take`, of the first stream.

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
            yield Block(first, parts)
            is_begun = True
            first += size
            if not size or all(stream.is_done for stream in streams):
                return
    finally:
        for stream in streams:
            stream.close()


def _unequal(stream: Any, expected: Any, parts: Sequence[Any]) -> FormatError:
    for part in parts:
        if not isinstance(part, Lines):
            part.parse()  # a bad line may be the cause
    found, wanted = stream.length(), expected.length()
    reason = f"{counted(found, 'sentence')}, expected {wanted} as in {visible(expected.name)}"
    return FormatError(stream.name, None, reason)


# Fingerprints: short hashes of parsed content, independent of file format.
#
# They are the same for CRLF, compression, or another name, and however the sentences are cut into
# parts: text and gold can be hashed as they are read, in blocks of any size. A fingerprint is the
# first sixteen hexadecimal digits of a SHA-256.
#
# Text, version 2: each column has a SHA-256 of its own, fed with its lines, each ended by a line
# end, and these are hashed together. Of words the white space between them does not matter; of
# characters everything does.


VERSION = b"fastgec.text.2\n"
OUTPUT_VERSION = b"fastgec.output.1\n"


class Fingerprint:
    """A hash of columns of text, to which sentences are added some at a time.

    >>> whole, parts = Fingerprint("word"), Fingerprint("word")
    >>> whole.add([Lines.of(["a b ", "c"])])
    >>> parts.add([Lines.of(["a  b"])])
    >>> parts.add([Lines.of(["c"])])
    >>> parts.n_sentences, parts.hexdigest() == whole.hexdigest()
    (2, True)
    """

    def __init__(self, unit: str) -> None:
        """Hash words (unit "word") or characters ("char")."""
        self._as_words = unit == "word"
        self._columns: list[hashlib._Hash] = []
        self.n_sentences = 0

    def add(self, columns: Sequence[Lines]) -> None:
        """Add the next sentences of every column."""
        import hashlib

        self._columns = self._columns or [hashlib.sha256() for _ in columns]
        for content, lines in zip(self._columns, columns, strict=True):
            text = plain_text(lines.data, lines.starts, lines.ends, self._as_words)
            content.update(text.data)
        self.n_sentences += len(columns[0])

    def hexdigest(self) -> str:
        """Return sixteen hexadecimal digits."""
        import hashlib

        digests = b"".join(content.digest() for content in self._columns)
        return hashlib.sha256(VERSION + digests).hexdigest()[:16]


def plain_sentences(text: bytes) -> bytes:
    """Return sentences of M2 text, each ended by one empty line: the same however a file is cut."""
    return re.sub(rb"\n\n+", b"\n\n", text.strip(b"\n")) + b"\n\n"


class OutputFingerprint:
    r"""A hash of a system's whole output, to which sentences are added some at a time.

    Text is hashed line by line, as it is: each line in UTF-8, ended by a line feed, whatever its
    line end was, and without a byte-order mark. So a file, however compressed, and its lines in
    memory have the same hash. M2 is hashed as text, without carriage returns; one empty line ends a
    sentence, however many there were.

    >>> whole, parts = OutputFingerprint(), OutputFingerprint()
    >>> whole.add(Lines.of(["a  b", "", "c"]))
    >>> for line in ("a  b", "", "c"):
    ...     parts.add(Lines.of([line]))
    >>> whole.hexdigest() == parts.hexdigest()
    True
    >>> coded = OutputFingerprint()
    >>> coded.add(b"S a\n\n\nS b\n")
    >>> coded.hexdigest()
    '38c2f8569c5619a6'
    """

    def __init__(self) -> None:
        import hashlib

        self._content = hashlib.sha256(OUTPUT_VERSION)
        self.is_empty = True

    def add(self, part: Lines | bytes) -> None:
        """Add the next lines of text, or sentences of M2."""
        self.is_empty = False
        if isinstance(part, bytes):
            self._content.update(plain_sentences(part))
        else:
            self._content.update(plain_text(part.data, part.starts, part.ends, False).data)

    def hexdigest(self) -> str:
        """Return sixteen hexadecimal digits, or "" if nothing was added."""
        return "" if self.is_empty else self._content.hexdigest()[:16]


# A source and its references: from the lists of a caller to a column for each reference.
#
# References come as a list for each reference ("columns"), or, as datasets have them, as a list for
# each sentence. The number of sentences tells which of both it is. The text must agree: a
# reference is like its source. Lists for each sentence that are unlike their sentences are refused,
# and so are as many lists as sentences, each as long, unless they fit better as columns.


LIKE = 0.75  # share of the references of each sentence that must be like it
SAMPLED = 200  # sentences, about, that are looked at


@dataclass(frozen=True, slots=True)
class References:
    """A source and its corrected texts: the gold of metrics that read text.

    source   a path or sentences in memory
    columns  for each reference a path or sentences in memory; given in memory, they may be a list
             for each sentence as well, and become columns here
    repeats  whether references may well be the same text, or the source

    Raises:
        TypeError: one path in place of a list.
        ValueError: lists of which it is not plain whether they are of references or of sentences.

    Example:
        >>> texts = References(["a b", "c"], [["a b .", "a B", "A b"], ["c .", "C", "c !"]])
        >>> texts, texts.columns[0]
        (References(source=2 sentences, references=3), ['a b .', 'c .'])
    """

    source: Column
    columns: Sequence[Column]
    repeats: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.columns is None or isinstance(self.columns, str | bytes | os.PathLike):
            kind = type(self.columns).__name__
            raise TypeError(f"references: one {kind}: expected a list, such as [reference]")
        require_order(self.columns, "references")
        source, columns = oriented(self.source, self.columns)
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "columns", columns)

    @staticmethod
    def of_columns(source: Column, columns: Sequence[Iterable[str]]) -> References:
        """References from lists of sentences, one list for each reference.

        Example:
            >>> texts = References.of_columns(["a", "b"], [["c", "d"], ["e", "f"]])
            >>> [column[1] for column in texts.columns]
            ['d', 'f']
        """
        return References(
            source, [Lines.of(column, f"references[{k}]") for k, column in enumerate(columns)]
        )

    @staticmethod
    def of_sentences(source: Column, lists: Sequence[Sequence[str]]) -> References:
        """References from lists of corrections, one list for each sentence.

        Raises:
            ValueError: unequal numbers of references.

        Example:
            >>> texts = References.of_sentences(["a", "b"], [["c", "d"], ["e", "f"]])
            >>> [column[1] for column in texts.columns]
            ['e', 'f']
        """
        return References.of_columns(source, turned(lists))

    def __repr__(self) -> str:
        if isinstance(self.source, str | os.PathLike):
            source = repr(os.fspath(self.source))
        else:
            given: object = self.source
            source = counted(len(given), "sentence") if isinstance(given, Sized) else "sentences"
        return f"References(source={source}, references={len(self.columns)})"


def oriented(source: Column, references: Sequence[Any]) -> tuple[Column, list[Any]]:
    """Return source and references, a column for each reference.

    Args:
        source: a path or sentences in memory.
        references: for each reference a path or its sentences; or for each sentence its references,
            equally many for all of them.

    Raises:
        FormatError: a source that cannot be read.
        ValueError: unequal numbers of references, or lists that could be read either way.

    Example:
        >>> oriented(["a b", "c d", "e"], [["A b", "a B"], ["C d", "c D"], ["E", "e ."]])[1]
        [['A b', 'C d', 'E'], ['a B', 'c D', 'e .']]
    """
    found = list(references)
    if not found or not all(_is_list(one) for one in found):
        _require_files(found)
        return source, found
    sizes = [len(one) for one in found]
    if isinstance(source, str | os.PathLike) and not os.path.isfile(file_of(source)):  # noqa: PTH113
        # A pipe is read once, and a missing file is reported where it is opened.
        if len(found) > 1 and set(sizes) == {len(found)}:
            raise _unclear(f"{len(found)} lists of {len(found)}")
        return source, found
    lines = read_lines(source, "source")
    n_sentences = len(lines)
    if len(found) != n_sentences:  # as many as that must be the references of each sentence
        return lines, found
    columns = turned(found)
    if sizes[0] != n_sentences:
        if n_sentences > 1 and _likeness(lines, columns) < LIKE:
            texts = f"{n_sentences} lists of {sizes[0]} texts, many unlike their sentence,"
            raise _unclear(f"{texts} for {n_sentences} sentences")
        return lines, columns
    if found == columns or _fitness(lines, found) > _fitness(lines, columns):
        return lines, found
    raise _unclear(f"{n_sentences} lists of {n_sentences} for {n_sentences} sentences")


def _require_files(references: Sequence[Any]) -> None:
    """Refuse sentences where paths are expected. Raises: TypeError."""
    are_sentences = all(isinstance(one, str) and " " in one for one in references)
    if len(references) < 2 or not are_sentences:
        return
    if not any(os.path.exists(file_of(one)) for one in references):  # noqa: PTH110
        raise TypeError(
            f"references: {counted(len(references), 'string')}, expected a list of sentences for "
            "each reference, such as [reference], or paths of files"
        )


def turned(lists: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return a list for each reference, of a list for each sentence.

    Raises:
        ValueError: unequal numbers of references, or none.

    Example:
        >>> turned([["a", "b"], ["c"]])
        Traceback (most recent call last):
        ValueError: references: 2 for sentence 1 and 1 for sentence 2: expected equally many \
for every sentence
    """
    for one in lists:
        require_order(one, "references")
    sizes = [len(one) for one in lists]
    if len(set(sizes)) > 1:
        number, size = next((s, n) for s, n in enumerate(sizes, 1) if n != sizes[0])
        reason = f"{sizes[0]} for sentence 1 and {size} for sentence {number}"
        raise ValueError(f"references: {reason}: expected equally many for every sentence")
    if 0 in sizes:
        raise ValueError("references: none for sentence 1, expected at least 1")
    return [list(column) for column in zip(*lists, strict=True)]


def _unclear(found: str) -> ValueError:
    return ValueError(
        f"references: {found}: their texts do not tell whether there is one for each "
        "reference or for each sentence: say it with References.of_columns or "
        "References.of_sentences"
    )


def _is_list(column: Any) -> bool:
    """Whether a column is in memory, with a length."""
    return not isinstance(column, str | bytes | os.PathLike | Lines) and hasattr(column, "__len__")


def _fitness(source: Lines, columns: Sequence[Sequence[Any]]) -> tuple[float, int]:
    """Return how well columns fit their source: likeness, then equal texts for equal sources."""
    places: dict[str, int] = {}
    firsts = [places.setdefault(source[s], s) for s in range(len(source))]
    n_equal = sum(
        column[s] == column[first] for column in columns for s, first in enumerate(firsts)
    )
    return _likeness(source, columns), n_equal


def _likeness(source: Lines, columns: Sequence[Sequence[Any]]) -> float:
    """Return the share of texts that have half of their pairs of letters from their source.

    Some sentences are enough to know, and letters do for languages without spaces between words.
    """
    sentences = range(0, len(source), max(1, len(source) // SAMPLED))
    n_like = 0
    for s in sentences:
        own = _pairs(source[s])
        for column in columns:
            pairs = _pairs(str(column[s]))
            n_like += 2 * len(own & pairs) >= min(len(own), len(pairs))
    return n_like / (len(sentences) * len(columns))


def _pairs(text: str) -> set[str]:
    padded = f" {text} "
    return {padded[k : k + 2] for k in range(len(padded) - 1)}
