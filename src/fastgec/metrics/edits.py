"""Base class of metrics whose gold is edits of annotators (M2); reads blocks of sentences.

Gold and outputs are read in step, in the order of the files; parsing and counting a block is the
work of one thread. Memory depends on the blocks and not on the corpus.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Totals
from fastgec.diagnostics.inputs import Corrected, explaining, signs_of
from fastgec.machine import Budget, Cancel, count_threads, map_ordered
from fastgec.metrics.base import Block, Fold, Metric, Reading, ScoreT
from fastgec.read.files import SENTENCES, Source, out_of_memory_in
from fastgec.read.gold import Gold
from fastgec.read.lines import Block as FileBlock
from fastgec.read.lines import Lines, in_characters, is_same_text
from fastgec.read.m2stream import GoldSummary, M2Stream, hypothesis_columns, read_gold_blocks

ROWS = 1 << 18  # of a block where everyone has every sentence, of all systems
IS_KNOWN = np.uint32(1 << 31)  # no sign
SHORT = 1 << 12  # bytes of texts that are counted before a user misses an answer to Ctrl-C


class GoldText:
    """The same sentences of gold and systems.

    first    number of sentences of the corpus before them
    gold     the gold as it is compared
    systems  Lines of each system
    """

    __slots__ = ("_corrections", "first", "gold", "systems")

    def __init__(self, first: int, gold: Gold, systems: tuple[Lines, ...]) -> None:
        self.first = first
        self.gold = gold
        self.systems = systems
        self._corrections: list[list[str]] | None = None

    @property
    def corrections(self) -> list[list[str]]:
        """The alternatives of each gold edit as text, decoded once for all systems."""
        if self._corrections is None:
            self._corrections = self.gold.all_corrections()
        return self._corrections

    def __len__(self) -> int:
        return len(self.gold)

    def is_unchanged(self, system: int) -> bool:
        """Whether a system leaves all sentences as they are."""
        return is_same_text(self.systems[system], self.gold.sources)


class GoldMetric(Metric[ScoreT]):
    """Base class of metrics that compare outputs with edits; subclasses define `count`.

    A row of counts belongs to an annotator.
    """

    reads = "edits"
    chooses = "annotator"

    @abstractmethod
    def count(self, text: GoldText, parameters: Any, cancel: Cancel, budget: Budget) -> Totals:
        """Count some sentences of H systems: int64[H, R, K], a row for each annotator of one.

        Sums of weights are float64[H, R, K].

        Args:
            text: the sentences.
            parameters: the counting options.
            cancel: int32[1], 0 until work must stop.
            budget: scratch memory of all threads.
        """

    def has_everyone(self, parameters: Any) -> bool:
        """Whether every annotator of the corpus has every sentence: then gold is read whole."""
        return False

    def whole_gold(self, gold: Gold | Source, parameters: Any) -> Gold:
        """Return the whole gold, where it is read whole."""
        return gold if isinstance(gold, Gold) else Gold.read(gold)

    def compared(self, gold: Gold, parameters: Any) -> Gold:
        """Return a block of gold as it is compared."""
        return gold

    def summarize(
        self, gold: Gold | Source, parameters: Any, *, has_fingerprint: bool
    ) -> GoldSummary:
        """Return an empty summary."""
        require_gold(gold)
        name = gold.name if isinstance(gold, Gold) else os.fspath(gold)
        kind = getattr(parameters, "word_order", "")
        return GoldSummary(name, has_fingerprint=has_fingerprint, kind=kind)

    def _counted(self, text: GoldText, parameters: Any, cancel: Cancel, budget: Budget) -> Block:
        """Return the counts of some sentences."""
        table, rows = self.count(text, parameters, cancel, budget), text.gold.edits
        kind = self.kind(parameters)
        return Block(text.first, table, rows.row_offsets, rows.annotator, kind, text)

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Read gold and outputs in step, count and fold blocks on threads, see `Metric.blocks`.

        Raises:
            FormatError: files that do not fit, or a sentence that needs more memory than there is.
        """
        require_gold(gold)
        systems = hypothesis_columns(systems)
        # A sentence may take longer than a user waits for an answer to Ctrl-C, but no short one.
        is_short = isinstance(gold, Gold) and all(map(_is_short, (gold.sources, *systems)))
        most = SENTENCES
        if self.has_everyone(parameters):
            with explaining(gold, systems):
                gold = self.whole_gold(gold, parameters)
            most = max(1, min(SENTENCES, ROWS // (len(gold.annotators) * max(1, len(systems)))))
        n_threads = count_threads(reading.jobs)
        budget = Budget(reading.memory(), n_threads)
        span, summary = reading.span, reading.summary
        projection, diagnostics = reading.projection, reading.diagnostics

        name = gold.name if isinstance(gold, Gold) else os.fspath(gold)

        def work(block: FileBlock, cancel: Cancel) -> tuple[Gold, Any]:
            part, *others = block.columns
            parsed = part.parse()
            first, last = span.within(block.first, block.first + len(parsed))
            if first == last and len(parsed):
                return parsed, None
            gold = parsed
            if not span.is_whole:
                gold = parsed.sentences(first - block.first, last - block.first)
            changes: Any = ()
            plain, gold = gold, self.compared(gold, parameters)
            corrected = corrected_by(lambda: plain)
            lines = tuple(span.of(lines, block.first) for lines in others)
            lines = compared_lines(lines, parameters)
            if projection is not None:
                with budget.share() as limit:
                    lines, changes = projection.project(
                        gold.sources, lines, n_before=first, cancel=cancel, limit=limit
                    )
            block_flags = diagnostics and diagnostics.inspect(
                first, gold.sources, lines, gold.edits.n_edits, corrected=corrected
            )
            with out_of_memory_in(name, first, len(gold)):
                counted = self._counted(GoldText(first, gold, lines), parameters, cancel, budget)
                return parsed, (last, fold(counted), changes, block_flags)

        stream = gold
        if projection is not None:
            stream = M2Stream(gold, most)
            projection.learn(stream.peek(), stream.name)
            if summary is not None:
                summary.tokens = "projected"
        jobs = 1 if is_short else n_threads
        n_sentences = 0
        with (
            explaining(gold, systems),
            closing(read_gold_blocks(stream, systems, most, watch=reading.hash_outputs)) as blocks,
            closing(map_ordered(work, blocks, jobs=jobs, is_long=not is_short)) as counted,
        ):
            for parsed, found in counted:
                n_sentences += len(parsed)
                if summary is not None:
                    summary.add(parsed)
                if found is None:
                    continue
                last, result, changes, block_flags = found
                if projection is not None:
                    projection.add(changes)
                if diagnostics is not None:
                    diagnostics.add(block_flags)
                yield result
                if reading.progress:
                    reading.progress(last - span.first)
        if summary is not None and isinstance(gold, Gold):
            summary.reader_warnings = gold.reader_warnings  # which parts of a Gold do not have
        span.require_within(n_sentences, name)


def _is_short(column: object) -> bool:
    """Whether a column is in memory, and its text short."""
    return isinstance(column, Lines) and int((column.ends - column.starts).sum()) <= SHORT


def compared_lines(systems: Sequence[Any], parameters: Any) -> tuple[Lines, ...]:
    """Return hypotheses as they are compared: in characters where parameters want that."""
    if getattr(parameters, "unit", "word") == "char":
        return tuple(map(in_characters, systems))
    return tuple(systems)


def require_gold(gold: Any) -> None:
    """Raise TypeError for gold that is neither a Gold nor a path.

    >>> require_gold(["A sentence ."])
    Traceback (most recent call last):
    TypeError: gold: list, expected a Gold or the path of an M2 file
    """
    if not isinstance(gold, Gold | str | os.PathLike):
        what = type(gold).__name__
        raise TypeError(f"gold: {what}, expected a Gold or the path of an M2 file")


def corrected_by(read: Callable[[], Gold]) -> Corrected:
    """Return a function of the annotators' corrected texts (overlapping edits: the first).

    The gold keeps what was found.

    Args:
        read: returns the gold; called where some sentence has a sign.
    """

    def corrected(sentences: NDArray[np.int64], sources: Lines) -> NDArray[np.uint32]:
        gold = read()
        known = gold.known_signs
        unknown = sentences[known[sentences] == 0]
        if len(unknown):
            from fastgec.read.gold import row_texts  # few runs have a sentence with a sign

            part = gold.take(unknown)
            owners = np.repeat(np.arange(len(unknown)), np.diff(part.edits.row_offsets))
            texts = Lines.of(row_texts(part, overlaps="first"), part.name)
            found = np.full(len(unknown), IS_KNOWN, np.uint32)
            np.bitwise_or.at(found, owners, signs_of(sources.take(unknown[owners]), texts))
            known[unknown] = found  # at once: other threads may read them
        return known[sentences]

    return corrected
