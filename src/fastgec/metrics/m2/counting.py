"""MaxMatch: its parameters, counts and scores.

Counting is the slow step, done in blocks of sentences on whichever thread has a block. Empty sets:
precision is 1 when nothing is proposed, recall is 1 when there is no gold edit, F is 0 when both
are 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import best
from fastgec.counts import offsets_of
from fastgec.fscore import MAXMATCH, precision_recall_f
from fastgec.machine import Budget, Cancel, cancel_flag
from fastgec.maxmatch.matcher import Matcher, TooManyAlignmentsError
from fastgec.metrics import base
from fastgec.metrics.base import FScore
from fastgec.metrics.declarations import Checked, option
from fastgec.read import FormatError
from fastgec.read.batch import Batch
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines

COLUMNS = tuple(MAXMATCH)
SHORT = 1 << 12  # bytes of texts that are counted before a user misses an answer to Ctrl-C


@dataclass(frozen=True, slots=True)
class MaxMatchScore(FScore):
    """Sums over the chosen annotators, of counts or of weights, and the ratios made from them.

    >>> import numpy as np
    >>> MaxMatchScore.values(np.array([[4, 5, 8], [0, 0, 8]]), 0.5).round(4).tolist()
    [[0.8, 0.5, 0.7143], [1.0, 0.0, 0.0]]
    """

    columns: ClassVar[tuple[str, ...]] = COLUMNS
    headings: ClassVar[tuple[str, ...]] = tuple(MAXMATCH.values())

    correct: float
    proposed: float
    gold: float
    beta: float

    @property
    def denominators(self) -> tuple[float, float]:
        """Of precision and of recall."""
        return self.proposed, self.gold

    @staticmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Precision, recall and F of sums; weights may be an array of betas."""
        correct, proposed, gold = sums
        return precision_recall_f(correct, proposed, gold, weights * weights)


@dataclass(frozen=True, slots=True)
class M2Score(MaxMatchScore):
    """Summed counts of the chosen annotators, and the ratios made from them.

    >>> M2Score(correct=4, proposed=5, gold=8, beta=0.5)
    M2Score(f=0.7143, correct=4, proposed=5, gold=8, precision=0.8, recall=0.5, beta=0.5)
    """

    correct: int
    proposed: int
    gold: int


AnyMatcher = TypeVar("AnyMatcher", bound=Matcher)


RELEASES = ("development", "3.2")
MODES = ("correction", "recognition", "detection")
REGIMES = ("required", "bonus")
SELECTIONS = ("running", "per-sentence")
BLOCKS = ("sentence", "nus")
UNITS = ("word", "char")
EXTRACTIONS = ("maxmatch", "wdiff")


@dataclass(frozen=True, slots=True)
class Scoring(base.Scoring):
    """Scoring options of MaxMatch.

    beta                 how many times as much recall weighs as precision
    annotator_selection  "running": in order, for the best F of the corpus so far, as the NUS scorer
                         does; "per-sentence": as if each sentence were the whole corpus

    Raises:
        ValueError: a value out of range.
    """

    annotator_selection: str = option(
        "running",
        "annotator selection by running or per-sentence F",
        choices=SELECTIONS,
        metavar="HOW",
        tacit=True,
    )


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """Counting options of MaxMatch.

    max_unchanged_words       most unchanged words inside an edit, 0 or more
    ignore_whitespace_casing  edits that change white space or case only are not counted
    release                   "development" or "3.2": which version of the NUS scorer to agree with
    implicit_noop             an annotator without a line for a sentence had nothing to correct
    mode                      "correction", "recognition" or "detection": see `modes`
    optional                  "required" or "bonus": whether optional edits that are missed count as
                              made
    word_order                error type of word order: its edits, and the edits inside them, become
                              annotators of their own, see `Gold.with_word_order`; "": none is
    blocks                    "sentence" or "nus": which edits a sentence gets that has no blank
                              line before it, see `read.gold.nus_blocks`
    unit                      "word" or "char": whether outputs are cut into characters, without
                              white space; gold must be of characters
    extract                   "maxmatch", or "wdiff": edits as GNU wdiff cuts them

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
    implicit_noop: bool = option(False, "a missing line of an annotator counts as noop")
    mode: str = option(
        "correction",
        "correction, recognition (equal span) or detection (touched span)",
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
    word_order: str = option(
        "", "type of word-order edits, apart from edits inside", metavar="TYPE", tacit=True
    )
    blocks: str = option(
        "sentence",
        "edits: sentence (its own) or nus (its block's)",
        choices=BLOCKS,
        metavar="B",
        tacit=True,
    )

    unit: str = option(
        "word",
        "tokens: word, or char (characters without white space)",
        choices=UNITS,
        metavar="U",
        tacit=True,
    )
    extract: str = option(
        "maxmatch",
        "edits of systems: maxmatch or wdiff",
        choices=EXTRACTIONS,
        metavar="HOW",
        tacit=True,
    )

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if self.blocks == "nus" and not self.is_plain:
            raise ValueError("blocks nus requires mode correction and optional required")
        if self.extract == "wdiff":
            own = {"max_unchanged_words": 2, "release": "development", "blocks": "sentence"}
            for name, usual in own.items():
                if getattr(self, name) != usual:
                    raise ValueError(f"{name} {getattr(self, name)} requires extract maxmatch")

    @property
    def is_plain(self) -> bool:
        """Whether counts are the published ones: mode correction, without a bonus."""
        return self.mode == "correction" and self.optional == "required"


def count_all(
    matcher: Matcher,
    lines: Lines,
    gold: Gold,
    n_before: int,
    table: NDArray[np.int64],
    cancel: Cancel,
    budget: Budget,
) -> None:
    """Count all sentences of a matcher, into a table int64[R, 3] of zeros.

    Args:
        matcher: the compiled matcher.
        lines: the system's.
        gold: of the same sentences; it has R rows.
        n_before: number of sentences that stand before them in the file.
        table: gets correct, proposed, gold of each row.
        cancel: int32[1], 0 until work must stop.
        budget: scratch memory of all threads.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    first, last = 0, len(gold)
    refused: int | None = None
    while first < last:
        try:
            with budget.share() as limit:
                stopped = matcher.count(first, last, table, cancel, limit)
            if stopped < 0:
                break
            # A sentence that does not fit into one thread's share is tried alone, with all memory
            # is: whether a corpus can be scored does not depend on the number of threads.
            with budget.whole() as limit:
                refused = limit
                if matcher.count(stopped, stopped + 1, table, cancel, limit) < 0:
                    first = stopped + 1
                    continue
        except TooManyAlignmentsError as error:
            stopped, refused = error.sentence, None
        raise too_large(lines, gold, n_before, stopped, refused)


def too_large(
    lines: Lines, gold: Gold, n_before: int, sentence: int, limit: int | None
) -> FormatError:
    """Return the error of a sentence that needs more memory than there is.

    Args:
        lines: the system's.
        gold: of the same sentences.
        n_before: number of sentences that stand before them in the file.
        sentence: which one.
        limit: bytes; None if it needs more steps than it may take, whatever the memory.
    """
    n_source = len(gold.source_tokens[sentence])
    n_hypothesis = len(lines[sentence].split())
    what = "repeat: too many equal alignments"
    if limit is not None:
        what = f"need more than {limit / 1e6:.0f} MB of memory"
    reason = f"{n_source} source and {n_hypothesis} hypothesis tokens {what}"
    return FormatError(lines.name, n_before + sentence + 1, reason)


def matcher_of(
    lines: Lines, gold: Gold, parameters: Parameters, kind: type[AnyMatcher]
) -> AnyMatcher:
    """Return the kernel's view of hypotheses and gold: integer arrays, checked once."""
    is_folded = parameters.ignore_whitespace_casing
    return kind(
        gold.batch or _batch_of(gold),
        lines.data,
        lines.starts,
        lines.ends,
        source_folded=_folded_tokens(gold.sources) if is_folded else None,
        hypothesis_folded=_folded_tokens(lines) if is_folded else None,
        **matcher_options(parameters),
    )


def matcher_options(parameters: Parameters) -> dict[str, Any]:
    """Return the options of `Matcher` that no text has a part in."""
    return {
        "max_unchanged_words": parameters.max_unchanged_words,
        "is_release_3_2": parameters.release == "3.2",
        "is_wdiff": parameters.extract == "wdiff",
    }


class PreparedGold:
    """Gold of which a few outputs at a time are scored, each alone, as a trainer asks.

    Scores are those of `sentence_scores`, without a corpus's tables and threads. Several threads
    may ask at the same time.
    """

    def __init__(self, gold: Gold, parameters: Parameters, beta: float, limit: int) -> None:
        """Take gold as it is compared, options, and bytes of scratch memory."""
        self._gold = gold
        self._options = matcher_options(parameters)
        self._beta = beta
        self._limit = limit

    def scores(self, outputs: Sequence[str], numbers: Sequence[int]) -> list[float] | None:
        """Return the score of each output, of the sentences of these numbers, from 0.

        None where `sentence_scores` is needed: for gold that was not read from text (nor is gold
        of another process), for long outputs, since it answers to Ctrl-C, and for outputs that
        cannot be scored, since it says why.
        """
        try:
            texts = [output.encode() for output in outputs]
        except UnicodeEncodeError:
            return None
        bounds: Any = memoryview(array("q", accumulate(map(len, texts), initial=0)))
        if self._gold.batch is None or bounds[-1] > SHORT:
            return None
        places: Any = array("q", numbers)
        batch = self._gold.batch.take(places)
        matcher = Matcher(batch, b"".join(texts), bounds[:-1], bounds[1:], **self._options)
        offsets: Any = memoryview(batch.row_offsets)
        n_rows = offsets[-1]
        table: Any = memoryview(bytearray(8 * len(COLUMNS) * n_rows)).cast("q", (n_rows, 3))
        try:
            if matcher.count(0, len(texts), table, cancel_flag(), self._limit) >= 0:
                return None
        except TooManyAlignmentsError:
            return None
        nothing: Any = array("q", [0] * len(COLUMNS))
        rows = best.running_best(table, offsets, self._beta, nothing, is_running=False)
        scores = best.row_scores(table, self._beta).tolist()
        return [scores[row] for row in rows]


def _batch_of(gold: Gold) -> Batch:
    """Return the batch of gold that was not read from text, or is a part of such gold."""
    sources, table = gold.sources, gold.edits
    return Batch.of_arrays(
        *(sources.data, sources.starts, sources.ends, table.row_offsets, table.edit_offsets),
        *(table.start, table.end, table.alternative_offsets),
        *(table.alternatives.ids, table.alternatives.offsets, gold.vocabulary),
    )


def _folded_tokens(lines: Lines) -> tuple[bytes, NDArray[np.int64], NDArray[np.int64]]:
    """Return the lower-cased text of each token: bytes, offsets int64[T+1]; firsts int64[S+1]."""
    words = [lines[line].lower().split() for line in range(len(lines))]
    tokens = [word.encode() for line in words for word in line]
    sizes = (np.fromiter(map(len, parts), np.int64, len(parts)) for parts in (tokens, words))
    offsets, firsts = map(offsets_of, sizes)
    return b"".join(tokens), offsets, firsts
