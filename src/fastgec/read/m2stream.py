"""M2 read in step with hypotheses or other M2: parts that are parsed apart from each other.

A part ends where a source line begins, so that a part of M2 text is M2 text itself. Reading is
quick and done in order; parsing is what takes time, and is left to whichever thread gets the part.
Memory depends on the part and not on the corpus.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from fastgec.kernels.tokens import Vocabulary
from fastgec.read import FormatError, visible
from fastgec.read.batch import Dialect
from fastgec.read.files import (
    BYTES,
    SENTENCES,
    ByteReader,
    Cutter,
    Source,
    out_of_memory_in,
    require_utf8,
)
from fastgec.read.gold import Gold, GoldFingerprint, ReaderWarnings, parse_block, plain_line_ends
from fastgec.read.lines import (
    MOST_READ_ON,
    Block,
    Column,
    Lines,
    LineStream,
    first_of_file,
    first_of_lines,
    memory_columns,
    read_in_step,
)

if TYPE_CHECKING:
    from fastgec.read.coders import Annotations

RETURN = 13


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some sentences of M2, not parsed yet.

    n_sentences  how many there are
    name         the file's name in messages
    maker        the function that parses them
    data         their text, unless they were parsed before
    """

    n_sentences: int
    name: str
    maker: Callable[..., Any]
    data: bytes = b""

    def __len__(self) -> int:
        return self.n_sentences

    def parse(self, *vocabularies: Vocabulary) -> Any:
        """Return a Gold; of ERRANT's dialect CodedEdits, whose types and corrections enter these.

        Raises:
            FormatError: If the text is bad.
        """
        with out_of_memory_in(self.name):
            return self.maker(*vocabularies)


class M2Stream:
    """M2 from a file or from memory, some sentences at a time."""

    def __init__(
        self,
        text: Gold | Annotations | Source | ByteReader,
        block_size: int | None = None,
        *,
        dialect: Dialect = Dialect.MAXMATCH,
    ) -> None:
        """Take a file, or text or gold in memory.

        Args:
            text: A path, a file that is open, gold, or text of ERRANT's dialect.
            block_size: The most sentences that are taken at once of gold in memory.
            dialect: The rules by which text is read, MaxMatch's or ERRANT's.
        """
        self.name = os.fspath(text) if isinstance(text, str | os.PathLike) else text.name
        self.is_done = False
        self._memory = text if isinstance(text, Gold) else None
        self._block_size = block_size
        self._dialect = dialect
        self._file: Any = text
        if isinstance(text, str | os.PathLike):
            self._file = ByteReader(text)
        elif not isinstance(text, ByteReader):
            self._file = io.BytesIO(b"" if isinstance(text, Gold) else text.data)
        self._cutter = Cutter(self._read_into, self.name, self._require_lines)
        self._has_return = False  # whether the last byte read is a carriage return
        self._n_taken = 0

    def take(self, most: int | None = None, most_bytes: int | None = None) -> Part:
        """Return the next `most` sentences, fewer only at the end; as of `LineStream`.

        Args:
            most: number of sentences; None for a block.
            most_bytes: Of a file: no more sentences once these have so many, but at least one.

        Raises:
            FormatError: If the file is bad.
        """
        if most is None:
            most, most_bytes = SENTENCES, BYTES
        if self._memory is not None:
            most = min(most, self._block_size or most)
            first, last = self._n_taken, min(self._n_taken + most, len(self._memory))
            self._n_taken = last
            self.is_done = last == len(self._memory)
            return Part(last - first, self.name, partial(self._memory.sentences, first, last))
        if self.is_done:
            return Part(0, self.name, list)
        with out_of_memory_in(self.name):
            cut = self._cutter.take(most, most_bytes or sys.maxsize)
        self.is_done = cut.is_last
        require_utf8(cut.data, self.name, cut.n_lines_before)
        parser = self._parser(cut.data, cut.n_lines_before, is_last=cut.is_last)
        part = Part(cut.n_sources, self.name, parser, cut.data)
        if not cut.n_sources:  # parsing raises the error
            part = replace(part, n_sentences=len(part.parse()))
        self._n_taken += len(part)
        return part

    def length(self) -> str:
        """Return the number of sentences of the whole in words, reading and checking the rest.

        A text without an end in sight has "more than" so many.
        """
        most = self._n_taken + MOST_READ_ON
        while part := self.take():
            part.parse()
            if self._n_taken > most:
                return f"more than {most}"
        return str(self._n_taken)

    def peek(self) -> list[str]:
        """Return the first sources (`lines.first_of_file`); nothing may have been taken.

        Raises:
            FormatError: If the file is bad.
        """
        if self._memory is not None:
            return first_of_lines(self._memory.sources)
        return first_of_file(self._file, is_m2=True)

    def close(self) -> None:
        """Close the file; nothing can be taken any more."""
        self._file.close()
        self._memory = None  # the cutter refers back to this, so gold would wait for the collector
        self.is_done = True

    def _parser(self, data: bytes, n_lines_before: int, *, is_last: bool) -> Callable[..., Any]:
        if self._dialect == Dialect.MAXMATCH:
            return partial(parse_block, data, self.name, n_lines_before)
        from fastgec.read.coders import parse_coders

        how: Any = {"n_lines_before": n_lines_before, "is_last": is_last}
        return partial(parse_coders, data, self.name, **how)

    def _require_lines(self, data: bytes, n_lines_before: int) -> None:
        """Raise FormatError if a complete line of a begun block is bad."""
        data = data[: data.rfind(b"\n") + 1]
        require_utf8(data, self.name, n_lines_before)
        try:
            self._parser(data, n_lines_before, is_last=False)()
        except FormatError as error:
            if error.line is not None:  # no sentence yet, which is not wrong
                raise

    def _read_into(self, memory: memoryview) -> int:
        """Read as `ByteReader.readinto`; of ERRANT's dialect with plain line ends."""
        while True:
            n_read: int = self._file.readinto(memory)
            if self._dialect == Dialect.MAXMATCH or not n_read:
                return n_read
            piece = bytes(memory[:n_read])
            if self._has_return:
                piece = piece.removeprefix(b"\n")
            self._has_return = memory[n_read - 1] == RETURN
            piece = plain_line_ends(piece)
            memory[: len(piece)] = piece
            if piece:
                return len(piece)


class GoldSummary:
    """A summary of a gold standard, complete after its last batch.

    sentences  their number
    reader_warnings   edits that the reader left out or had to guess
    tokens     how outputs were tokenized, if not by their authors
    more       further facts that a metric adds, by name

    kind is an error type that is wanted: a warning says if no edit has it.
    """

    def __init__(self, name: str, *, has_fingerprint: bool, kind: str = "") -> None:
        self.name = name
        self.sentences = 0
        self._kind = kind
        self._is_found = not kind
        self.reader_warnings = ReaderWarnings()
        self.tokens = ""
        self.more: dict[str, Any] = {}
        self._annotators: set[int] = set()
        self._fingerprint = GoldFingerprint() if has_fingerprint else None

    @property
    def annotators(self) -> tuple[int, ...]:
        """Ids of the annotators that have a line, ascending; (0,) if none has."""
        return tuple(sorted(self._annotators)) or (0,)

    @property
    def known(self) -> dict[str, Any]:
        """The text in signatures and parts."""
        tokens = {"tokens": self.tokens} if self.tokens else {}
        return {"annotators": list(self.annotators), **tokens, **self.more}

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings of the reader, a line each: edits left out or guessed."""
        absent = f"{visible(self.name)}: no edit of the type {visible(self._kind)}"
        unused = () if self._is_found else (f"{absent}, so word order changes nothing",)
        return (*self.reader_warnings.described(self.name), *unused)

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the sentences so far (`GoldFingerprint`); "" where it is not wanted."""
        return self._fingerprint.hexdigest() if self._fingerprint else ""

    def add(self, gold: Gold) -> None:
        """Add the next sentences."""
        self.sentences += len(gold)
        self.reader_warnings = self.reader_warnings.then(gold.reader_warnings)
        self._annotators.update(gold.annotators)
        self._is_found = self._is_found or self._kind in gold.edits.kind_names
        if self._fingerprint:
            self._fingerprint.add(gold.sources, gold.edits, gold.vocabulary)


def hypothesis_columns(systems: Sequence[Column]) -> list[Source | Lines]:
    """Return paths as they are, and hypotheses in memory as Lines; errors as `Lines.of`."""
    several = len(systems) > 1
    names = [f"hypotheses[{h}]" if several else "hypotheses" for h in range(len(systems))]
    return memory_columns(systems, names)


def read_gold_blocks(
    gold: Gold | Source | M2Stream,
    systems: Sequence[Column],
    block_size: int | None = None,
    *,
    watch: Callable[[Sequence[Lines]], None] | None = None,
) -> Generator[Block]:
    r"""Read gold and hypotheses in step.

    Args:
        gold: Gold in memory, the path of an M2 file, or a stream of either.
        systems: The hypotheses of each system.
        block_size: The most sentences of a block of gold that is in memory.
        watch: Called with the hypotheses of every block, in order.

    Raises:
        FormatError: If a file is bad, if counts of sentences differ, or if there is none.

    >>> gold = Gold.parse("S a\n\nS b\n")
    >>> blocks = read_gold_blocks(gold, [["a", "c"]])
    >>> [(block.first, len(block.columns[0].parse())) for block in blocks]
    [(0, 2)]
    """
    stream = gold if isinstance(gold, M2Stream) else M2Stream(gold, block_size)
    streams = [stream, *map(LineStream, hypothesis_columns(systems))]
    with closing(read_in_step(streams, SENTENCES, BYTES)) as blocks:
        for block in blocks:
            if watch:
                watch(block.columns[1:])
            yield block


def read_coded_blocks(files: Sequence[Annotations | Source]) -> Generator[Block]:
    r"""Read files of edits in step, by ERRANT's rules.

    Args:
        files: The first decides how many sentences a block has.

    Raises:
        FormatError: A bad file, or unequal numbers of sentences.

    >>> from fastgec.read.coders import Annotations
    >>> texts = [Annotations.parse("S a\n\nS b\n"), Annotations.parse("S a\n\n\nS b\n")]
    >>> [(block.first, len(block.columns[0])) for block in read_coded_blocks(texts)]
    [(0, 2)]
    """
    streams = [M2Stream(file, dialect=Dialect.ERRANT) for file in files]
    return read_in_step(streams, SENTENCES, BYTES)
