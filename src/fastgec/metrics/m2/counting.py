"""Counting MaxMatch in blocks of sentences: the slow step, on whichever thread has a block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import offsets_of
from fastgec.corpus.errors import FormatError
from fastgec.corpus.gold import Gold
from fastgec.corpus.lines import Lines
from fastgec.corpus.tokens import known_words
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Budget, Cancel
from fastgec.maxmatch.matcher import Matcher, TooManyAlignmentsError
from fastgec.metrics.edits import GoldText
from fastgec.metrics.fields import option
from fastgec.parameters import flag, whole_number

if TYPE_CHECKING:  # edits in words are loaded where they are made
    from fastgec.metrics.m2.words import Edit, Spans

AnyMatcher = TypeVar("AnyMatcher", bound=Matcher)

COLUMNS = ("correct", "proposed", "gold")
RELEASES = ("development", "3.2")
MODES = ("correction", "recognition", "detection")
REGIMES = ("required", "bonus")
MOST_UNCHANGED = 0x3FFFFFFF  # words; no sentence has more tokens


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the counts of MaxMatch depend on.

    max_unchanged_words       most unchanged words inside an edit, 0 or more
    ignore_whitespace_casing  edits that change white space or case only are not counted
    release                   "development" or "3.2": which version of the NUS scorer to agree with
    implicit_noop             an annotator without a line for a sentence had nothing to correct
    mode                      "correction", "recognition" or "detection": see `modes`
    optional                  "required" or "bonus": whether optional edits that are missed count as
                              made

    Raises:
        ValueError: a value out of range.
    """

    max_unchanged_words: int = option(
        2,
        "most unchanged words inside an edit",
        hidden=("--max_unchanged_words",),
        reads="natural",
        metavar="N",
    )
    ignore_whitespace_casing: bool = option(
        False,
        "do not count edits of white space or case alone",
        hidden=("--ignore_whitespace_casing",),
    )
    release: str = option(
        "development",
        "version of the NUS scorer: development or 3.2",
        choices=RELEASES,
        metavar="R",
    )
    implicit_noop: bool = option(
        False, "annotators without a line for a sentence count as 'no edits'"
    )
    mode: str = option(
        "correction",
        "correction, recognition (the right words were changed, to anything) or detection (the "
        "place was touched)",
        choices=MODES,
        metavar="MODE",
        tacit=True,
    )
    optional: str = option(
        "required",
        "missed optional edits: required or bonus",
        choices=REGIMES,
        metavar="HOW",
        tacit=True,
    )

    def __post_init__(self) -> None:
        most = whole_number(self.max_unchanged_words, "max_unchanged_words", 0, MOST_UNCHANGED)
        object.__setattr__(self, "max_unchanged_words", most)
        for name in ("ignore_whitespace_casing", "implicit_noop"):
            object.__setattr__(self, name, flag(getattr(self, name), name))
        if self.release not in RELEASES:
            raise ValueError(f"release {self.release!r}, expected one of {', '.join(RELEASES)}")
        if self.mode not in MODES:
            raise ValueError(f"mode {self.mode!r}, expected one of {', '.join(MODES)}")
        if self.optional not in REGIMES:
            raise ValueError(f"optional {self.optional!r}, expected one of {', '.join(REGIMES)}")

    @property
    def is_plain(self) -> bool:
        """Whether counts are the published ones: those of correction, without a bonus."""
        return self.mode == "correction" and self.optional == "required"


def count_lines(
    lines: Lines,
    gold: Gold,
    n_before: int,
    parameters: Parameters,
    table: NDArray[np.int64],
    cancel: Cancel,
    budget: Budget,
) -> None:
    """Count some sentences of one system as published, into a table int64[R, 3] of zeros.

    Args:
        lines: the system's.
        gold: of the same sentences; it has R rows.
        n_before: number of sentences that stand before them in the file.
        parameters: what counts depend on.
        table: gets correct, proposed, gold of each row.
        cancel: int32[1], 0 until work must stop.
        budget: scratch memory of all threads.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    matcher = matcher_of(lines, gold, parameters)
    count_with(matcher, lines, gold, n_before, table, cancel, budget)
    if parameters.ignore_whitespace_casing:
        _recount_final_sigma(table, matcher, lines, gold)


def count_with(
    matcher: Matcher,
    lines: Lines,
    gold: Gold,
    n_before: int,
    table: NDArray[np.int64],
    cancel: Cancel,
    budget: Budget,
) -> None:
    """Count all sentences of a matcher; arguments and errors as `count_lines`."""
    first, last = 0, len(gold)
    refused: int | None = None
    while first < last:
        try:
            with budget.share() as limit:
                stopped = matcher.count(first, last, table, cancel, limit)
            if stopped < 0:
                break
            # What does not fit into one thread's share is tried alone, with all the memory there
            # is: whether a corpus can be scored does not depend on the number of threads.
            with budget.whole() as limit:
                refused = limit
                if matcher.count(stopped, stopped + 1, table, cancel, limit) < 0:
                    first = stopped + 1
                    continue
        except TooManyAlignmentsError as error:
            stopped, refused = error.sentence, None
        from fastgec.metrics.m2.words import SentenceTooLargeError

        cause = SentenceTooLargeError(lines, gold, stopped, refused)
        raise FormatError(lines.name, n_before + stopped + 1, str(cause))


def text_edits(
    text: GoldText, system: int, parameters: Parameters
) -> Iterator[dict[int, list[Edit]]]:
    """Yield, sentence by sentence, the edits of a system that count against each annotator.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    from fastgec.metrics.m2.words import SentenceTooLargeError, edits_of

    lines = text.systems[system]
    matcher = matcher_of(lines, text.gold, parameters)
    is_folded = parameters.ignore_whitespace_casing
    for sentence in range(len(text)):
        try:
            yield edits_of(sentence, matcher, lines, text.gold, is_folded=is_folded)
        except SentenceTooLargeError as error:
            raise FormatError(lines.name, text.first + sentence + 1, str(error)) from None


def chosen_sequences(
    text: GoldText, system: int, parameters: Parameters, rows: NDArray[np.int64]
) -> Iterator[tuple[list[Spans], list[Edit]]]:
    """Yield, sentence by sentence, the edits that count against the annotator of a row.

    Args:
        text: the sentences.
        system: which of the text.
        parameters: what counts depend on.
        rows: int64[S], one of each sentence.

    Yields:
        The same edits twice: where they are in source and hypothesis, and in words.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    from fastgec.metrics.m2.words import SentenceTooLargeError, kept_of_row, matched

    lines, gold = text.systems[system], text.gold
    matcher, limit = matcher_of(lines, gold, parameters), available_memory()
    is_folded = parameters.ignore_whitespace_casing
    for sentence, row in enumerate(rows.tolist()):
        try:
            spans = kept_of_row(row, sentence, matcher, lines, gold, limit, is_folded=is_folded)
        except SentenceTooLargeError as error:
            raise FormatError(lines.name, text.first + sentence + 1, str(error)) from None
        yield spans, matched(spans, lines, gold, row, sentence) if spans else []


def matcher_of(lines: Lines, gold: Gold, parameters: Parameters) -> Matcher:
    """Return the kernel's view of hypotheses and gold: integer arrays, checked once."""
    return matcher_as(Matcher, lines, gold, parameters)


def matcher_as(
    kind: type[AnyMatcher], lines: Lines, gold: Gold, parameters: Parameters
) -> AnyMatcher:
    """Return a matcher of a kind, see `matcher_of`."""
    hypotheses = known_words(lines, gold.vocabulary)
    table = gold.edits
    is_folded = parameters.ignore_whitespace_casing
    return kind(
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
    return b"".join(tokens), offsets_of(np.fromiter(map(len, tokens), np.int64, len(tokens)))


def _recount_final_sigma(
    table: NDArray[np.int64], matcher: Matcher, lines: Lines, gold: Gold
) -> None:
    """Recount sentences with a capital sigma, whose lower case depends on its neighbours.

    The kernel compares tokens that were lower-cased one by one. That equals lower-casing an edit as
    a whole for every character but this one: it becomes a final sigma at the end of a word.
    """
    for sentence in has_final_sigma(lines, gold):
        from fastgec.metrics.m2.words import edits_of

        sequences = edits_of(sentence, matcher, lines, gold, is_folded=True)
        first = gold.edits.row_offsets[sentence]
        for row, sequence in enumerate(sequences.values(), first):
            table[row, 0] = sum(len(edit.gold) for edit in sequence)
            table[row, 1] = len(sequence)


def has_final_sigma(lines: Lines, gold: Gold) -> Iterator[int]:
    """Yield the sentences in which a capital sigma may become a final one."""
    sigma = "\N{GREEK CAPITAL LETTER SIGMA}"
    if not lines.holds(sigma) and not gold.sources.holds(sigma):
        return
    for sentence in range(len(gold)):
        if sigma in gold.sources[sentence] or sigma in lines[sentence]:
            yield sentence
