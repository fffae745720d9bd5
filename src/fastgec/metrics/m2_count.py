"""Counting MaxMatch block by block: the slow step, on threads, in memory of a few blocks."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import sealed
from fastgec.choice.running import OPERANDS
from fastgec.corpus.blocks import WHOLE, Column, Span
from fastgec.corpus.errors import FormatError
from fastgec.corpus.gold import Gold
from fastgec.corpus.lines import Lines
from fastgec.corpus.m2stream import SENTENCES, GoldBlock, GoldSummary, read_gold_blocks
from fastgec.corpus.pieces import Source
from fastgec.corpus.tokens import known_words
from fastgec.counts import Counts
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Budget, Cancel, count_threads, map_ordered
from fastgec.maxmatch.matcher import Matcher
from fastgec.metrics.m2_edits import Edit, SentenceTooLargeError, edits_of
from fastgec.parameters import whole_number

RELEASES = ("development", "3.2")
ROWS = 1 << 18  # of a block with implicit noop, of all systems: each annotator has every sentence
MOST_UNCHANGED = 0x3FFFFFFF  # words; no sentence has more tokens


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the counts of MaxMatch depend on.

    max_unchanged_words       most unchanged words inside an edit, 0 or more
    ignore_whitespace_casing  edits that change white space or case only are not counted
    release                   "development" or "3.2": which version of the NUS scorer to agree with
    implicit_noop             an annotator without a line for a sentence had nothing to correct
    """

    max_unchanged_words: int = 2
    ignore_whitespace_casing: bool = False
    release: str = "development"
    implicit_noop: bool = False

    def __post_init__(self) -> None:
        most = whole_number(self.max_unchanged_words, "max_unchanged_words", 0, MOST_UNCHANGED)
        object.__setattr__(self, "max_unchanged_words", most)
        if self.release not in RELEASES:
            raise ValueError(f"release {self.release!r}, expected one of {', '.join(RELEASES)}")

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters by name."""
        return {name: getattr(self, name) for name in Parameters.__slots__}


@dataclass(frozen=True, slots=True, eq=False)
class CountedBlock:
    """The same sentences of gold and systems, counted.

    first       number of sentences before the block
    gold        the gold as it was compared: with implicit noop, if that is wanted
    hypotheses  a column for each system
    counts      the counts of each system
    parameters  what they depend on
    """

    first: int
    gold: Gold
    hypotheses: tuple[Lines, ...]
    counts: tuple[Counts, ...]
    parameters: Parameters

    def edits(self, system: int) -> Iterator[dict[int, list[Edit]]]:
        """Yield, sentence by sentence, the edits of a system that count against each annotator.

        Raises: FormatError for a sentence that needs more memory than there is.
        """
        lines = self.hypotheses[system]
        matcher = matcher_of(lines, self.gold, self.parameters)
        is_folded = self.parameters.ignore_whitespace_casing
        for sentence in range(len(self.gold)):
            try:
                yield edits_of(sentence, matcher, lines, self.gold, is_folded=is_folded)
            except SentenceTooLargeError as error:
                raise FormatError(lines.name, self.first + sentence + 1, str(error)) from None


def count_blocks(
    gold: Gold | Source,
    systems: Sequence[Column],
    parameters: Parameters,
    *,
    span: Span = WHOLE,
    summary: GoldSummary | None = None,
    jobs: int | None = 1,
    memory_limit: int | None = None,
) -> Generator[CountedBlock]:
    r"""Count all systems, block by block, in order.

    Parameters: gold, a Gold or a path; systems, paths or sentences in memory; span, which sentences
    to count; summary, to which all gold is added as it goes by, that outside the span too; jobs,
    threads (None: all cores); memory_limit, bytes of scratch memory for all threads (None: half of
    what there is).
    Files are read in step. Only for implicit noop is gold read whole: all its annotators must be
    known before the first sentence is compared. Blocks are smaller then if annotators are many.
    Raises: FormatError for files that do not fit, or for a sentence that needs more memory than the
    limit; ValueError for parameters.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n")
    >>> [block.counts[0].table.tolist() for block in count_blocks(gold, [["c b"]], Parameters())]
    [[[1, 1, 1]]]
    """
    most = SENTENCES
    if parameters.implicit_noop:
        gold = gold if isinstance(gold, Gold) else Gold.read(gold)
        most = max(1, min(SENTENCES, ROWS // (len(gold.annotators) * max(1, len(systems)))))
    n_threads = count_threads(jobs)
    limit = available_memory()
    if memory_limit is not None:
        limit = whole_number(memory_limit, "memory_limit", 0)
    budget = Budget(limit, n_threads)

    def work(block: GoldBlock, cancel: Cancel) -> tuple[Gold, CountedBlock | None]:
        parsed = block.parse()
        first, last = span.within(block.first, block.first + len(parsed))
        if first == last and len(parsed):
            return parsed, None
        gold = parsed
        if not span.is_whole:
            gold = parsed.sentences(first - block.first, last - block.first)
        if parameters.implicit_noop:
            gold = gold.with_implicit_noop()
        hypotheses = tuple(span.of(lines, block.first) for lines in block.hypotheses)
        counts = tuple(
            _count(lines, gold, first, parameters, budget, cancel) for lines in hypotheses
        )
        return parsed, CountedBlock(first, gold, hypotheses, counts, parameters)

    n_sentences = 0
    with (
        closing(read_gold_blocks(gold, systems, most)) as blocks,
        closing(map_ordered(work, blocks, jobs=n_threads, is_long=True)) as counted,
    ):
        for parsed, block in counted:
            n_sentences += len(parsed)
            if summary is not None:
                summary.add(parsed)
            if block is not None:
                yield block
    if summary is not None and isinstance(gold, Gold):
        summary.oddities = gold.oddities  # which parts of a Gold do not have
    span.require_within(n_sentences, gold.name if isinstance(gold, Gold) else os.fspath(gold))


def _count(
    lines: Lines, gold: Gold, n_before: int, parameters: Parameters, budget: Budget, cancel: Cancel
) -> Counts:
    """Count some sentences of one system; `n_before` stand before them in its file."""
    matcher = matcher_of(lines, gold, parameters)
    edits = gold.edits
    table = np.zeros((edits.n_rows, len(OPERANDS)), np.int64)
    first, last = 0, len(gold)
    while first < last:
        with budget.share() as limit:
            stopped = matcher.count(first, last, table, cancel, limit)
        if stopped < 0:
            break
        # What does not fit into one thread's share is tried alone, with all the memory there is:
        # whether a corpus can be scored does not depend on the number of threads.
        with budget.whole() as limit:
            if matcher.count(stopped, stopped + 1, table, cancel, limit) >= 0:
                error = SentenceTooLargeError(lines, gold, stopped, limit)
                raise FormatError(lines.name, n_before + stopped + 1, str(error))
        first = stopped + 1
    if parameters.ignore_whitespace_casing:
        _recount_final_sigma(table, matcher, lines, gold)
    table = sealed(table)
    return Counts(table, edits.row_offsets, edits.annotator, OPERANDS, "m2", parameters.as_dict())


def matcher_of(lines: Lines, gold: Gold, parameters: Parameters) -> Matcher:
    """Return the kernel's view of hypotheses and gold: integer arrays, checked once."""
    hypotheses = known_words(lines, gold.vocabulary)
    table = gold.edits
    is_folded = parameters.ignore_whitespace_casing
    return Matcher(
        gold.source_tokens.ids,
        gold.source_tokens.offsets,
        hypotheses.ids,
        hypotheses.offsets,
        table.row_offsets,
        table.edit_offsets,
        table.start,
        table.end,
        table.alternative_offsets,
        table.alternatives.ids,
        table.alternatives.offsets,
        max_unchanged_words=parameters.max_unchanged_words,
        is_release_3_2=parameters.release == "3.2",
        source_folded=_folded_tokens(gold.sources) if is_folded else None,
        hypothesis_folded=_folded_tokens(lines) if is_folded else None,
    )


def _folded_tokens(lines: Lines) -> tuple[bytes, NDArray[np.int64]]:
    """Return the lower-cased text of each token: bytes, offsets int64[T+1]."""
    tokens = [word.encode() for line in range(len(lines)) for word in lines[line].lower().split()]
    offsets = np.zeros(len(tokens) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, tokens), np.int64, len(tokens)), out=offsets[1:])
    return b"".join(tokens), offsets


def _recount_final_sigma(
    table: NDArray[np.int64], matcher: Matcher, lines: Lines, gold: Gold
) -> None:
    """Recount sentences with a capital sigma, whose lower case depends on its neighbours.

    The kernel compares tokens that were lower-cased one by one. That equals lower-casing an edit as
    a whole for every character but this one: it becomes a final sigma at the end of a word.
    """
    sigma = "\N{GREEK CAPITAL LETTER SIGMA}"
    if not lines.holds(sigma) and not gold.sources.holds(sigma):
        return
    for sentence in range(len(gold)):
        if sigma in gold.sources[sentence] or sigma in lines[sentence]:
            sequences = edits_of(sentence, matcher, lines, gold, is_folded=True)
            first = gold.edits.row_offsets[sentence]
            for row, sequence in enumerate(sequences.values(), first):
                table[row, 0] = sum(len(edit.gold) for edit in sequence)
                table[row, 1] = len(sequence)
