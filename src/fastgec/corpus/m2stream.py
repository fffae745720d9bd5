"""Gold read in step with hypotheses: blocks of sentences that are parsed apart from each other.

A block ends where a source line begins, so that a block of M2 text is M2 text itself. Reading is
quick and done in order; parsing is what takes time, and is left to whichever thread gets the block.
Memory depends on the block and not on the corpus.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastgec.corpus.ahead import first_of_file, first_of_lines
from fastgec.corpus.blocks import MOST_READ_ON, PIECE, Column, LineStream, stream_columns
from fastgec.corpus.cutter import BYTES, SENTENCES, Cutter
from fastgec.corpus.errors import FormatError, counted, visible
from fastgec.corpus.fingerprint import GoldFingerprint
from fastgec.corpus.gold import Gold, parse_block
from fastgec.corpus.lines import Lines
from fastgec.corpus.oddities import Oddities
from fastgec.corpus.pieces import Pieces, Source, out_of_memory_in, require_utf8

Parse = Callable[[], Gold]


@dataclass(frozen=True, slots=True, eq=False)
class GoldBlock:
    """The same sentences of gold and hypotheses, the gold not parsed yet.

    first       number of sentences before the block
    parse       what parses the gold; raises FormatError
    hypotheses  a column for each system, all of the length of the gold
    """

    first: int
    parse: Parse
    hypotheses: tuple[Lines, ...]


class GoldStream:
    """A gold standard, from a file or from memory, some sentences at a time."""

    def __init__(self, gold: Gold | Source | Pieces, block_size: int = SENTENCES) -> None:
        """Take a file, or gold in memory: of that, blocks of at most so many sentences."""
        self.name = os.fspath(gold) if isinstance(gold, str | os.PathLike) else gold.name
        self._memory = gold if isinstance(gold, Gold) else None
        self._file = gold if isinstance(gold, Pieces) else None
        if isinstance(gold, str | os.PathLike):
            self._file = Pieces(gold)
        if self._file is not None:
            self._cutter = Cutter(partial(self._file.read, PIECE), self.name, self._require_lines)
        # Of gold in memory: no sentence is a block, too.
        self._firsts = iter(
            range(0, max(len(gold), 1) if isinstance(gold, Gold) else 0, block_size)
        )
        self._block_size = block_size
        self._n_taken = 0

    def take(self) -> tuple[int, Parse] | None:
        """Return how many sentences the next block has, and what parses it; None at the end.

        Raises:
            FormatError: If the file is bad.
        """
        if self._file is not None:
            with out_of_memory_in(self.name):
                return self._take_from(self._cutter)
        assert self._memory is not None
        first = next(self._firsts, None)
        if first is None:
            return None
        self._n_taken = last = min(first + self._block_size, len(self._memory))
        return last - first, partial(self._memory.sentences, first, last)

    def length(self) -> str:
        """Return the number of sentences of the whole in words, reading and checking the rest.

        A gold standard without an end in sight has "more than" so many.
        """
        most = self._n_taken + MOST_READ_ON
        while taken := self.take():
            taken[1]()
            if self._n_taken > most:
                return f"more than {most}"
        return str(self._n_taken)

    def ahead(self) -> list[str]:
        """Return the first sources (`corpus.ahead`); nothing may have been taken.

        Raises:
            FormatError: If the file is bad.
        """
        if self._file is not None:
            return first_of_file(self._file, is_m2=True)
        assert self._memory is not None
        return first_of_lines(self._memory.sources)

    def close(self) -> None:
        """Close the file; nothing can be taken any more."""
        if self._file is not None:
            self._file.close()

    def _take_from(self, cutter: Cutter) -> tuple[int, Parse] | None:
        cut = cutter.take(SENTENCES, BYTES)
        if not cut.data and self._n_taken:
            return None
        require_utf8(cut.data, self.name, cut.n_lines_before)
        parse = partial(parse_block, cut.data, self.name, cut.n_lines_before)
        if not cut.n_sources:
            parse()  # which says what there is in place of a sentence
        self._n_taken += cut.n_sources
        return cut.n_sources, parse

    def _require_lines(self, data: bytes, n_lines_before: int) -> None:
        """Raise FormatError if there is a bad line in what has been read of a block."""
        data = data[: data.rfind(b"\n") + 1]
        require_utf8(data, self.name, n_lines_before)
        try:
            parse_block(data, self.name, n_lines_before)
        except FormatError as error:
            if error.line is not None:  # no sentence yet, which is not wrong
                raise


class GoldSummary:
    """What is known of a gold standard once its sentences have gone by.

    sentences  their number
    oddities   what the reader left out or had to guess
    tokens     how outputs got theirs, if not from their authors
    more       what else a metric knows, by name
    """

    def __init__(self, name: str, *, has_fingerprint: bool) -> None:
        self.name = name
        self.sentences = 0
        self.oddities = Oddities()
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
        """What stands in signatures and parts."""
        tokens = {"tokens": self.tokens} if self.tokens else {}
        return {"annotators": list(self.annotators), **tokens, **self.more}

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader left out or had to guess, one line of text each."""
        return self.oddities.described(self.name)

    @property
    def fingerprint(self) -> str:
        """That of the sentences so far, see `GoldFingerprint`; empty where it is not wanted."""
        return self._fingerprint.hexdigest() if self._fingerprint else ""

    def add(self, gold: Gold) -> None:
        """Add the next sentences."""
        self.sentences += len(gold)
        self.oddities = self.oddities.then(gold.oddities)
        self._annotators.update(gold.annotators)
        if self._fingerprint:
            self._fingerprint.add(gold.sources, gold.edits, gold.vocabulary)


def read_gold_blocks(
    gold: Gold | Source | GoldStream,
    systems: Sequence[Column],
    block_size: int = SENTENCES,
    *,
    watch: Callable[[Sequence[Lines]], None] | None = None,
) -> Generator[GoldBlock]:
    r"""Read gold and hypotheses in step.

    Args:
        gold: Gold in memory, the path of an M2 file, or a stream of either.
        systems: The hypotheses of each system.
        block_size: Sentences of a block of gold that is in memory.
        watch: Called with the hypotheses of every block, in order.

    Raises:
        FormatError: If a file is bad, if counts of sentences differ, or if there is none.

    >>> gold = Gold.parse("S a\n\nS b\n")
    >>> [(block.first, len(block.parse())) for block in read_gold_blocks(gold, [["a", "c"]])]
    [(0, 2)]
    """
    several = len(systems) > 1
    names = [f"hypotheses[{h}]" if several else "hypotheses" for h in range(len(systems))]
    sources = gold if isinstance(gold, GoldStream) else GoldStream(gold, block_size)
    streams = stream_columns(systems, names)
    first = 0
    with closing(sources):
        try:
            while taken := sources.take():
                size, parse = taken
                columns = tuple(stream.take(size) for stream in streams)
                for stream, lines in zip(streams, columns, strict=True):
                    if len(lines) != size:
                        parse()  # what is wrong with the gold may be why
                        raise _unequal(stream, sources)
                if watch:
                    watch(columns)
                yield GoldBlock(first, parse, columns)
                first += size
            for stream in streams:
                if len(stream.take(1)):
                    raise _unequal(stream, sources)
        finally:
            for stream in streams:
                stream.close()


def _unequal(stream: LineStream, gold: GoldStream) -> FormatError:
    found = counted(stream.length(), "sentence")
    reason = f"{found}, expected {gold.length()} as in {visible(gold.name)}"
    return FormatError(stream.name, None, reason)
