"""CLEME and CLEME2.0: the same chunks, two formulas and two rules of choice.

CLEME: P = TP / (TP + FP) and R = TP / (TP + FN), 1 where there is nothing to divide by; F of them,
0 where both are 0; accuracy = (TP + TN) / all chunks. With length weights, sums of weights stand
for the counts. They depend on the mean length of what references change in the whole corpus, the
bias, which a system's edits widen: so blocks are held until all are counted, unless the bias is
given. A resample keeps the weights of the corpus that it is drawn from.

CLEME2.0: of the chunks that need a change (TP, necessary FP, FN) the shares that are hit, wrong and
missed (under); of the changes that are made (TP, FP) the share that nothing needed (over); 0 where
there is nothing to divide by. Score = a1 hit + a2 (1 - wrong) + a3 (1 - under) + a4 (1 - over).

Means over sentences: each sentence has the reference that is best for it alone. CLEME: F decides,
then P, R and accuracy, then the first; all are rounded to four digits, as the authors' program has
them, and means are made of these. CLEME2.0: its score decides, then the largest hit, the smallest
wrong, under and over, then the first; nothing is rounded.
"""

from __future__ import annotations

import math
import warnings
from abc import abstractmethod
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen, Floats, Integers, Totals
from fastgec.choose.best import rounded
from fastgec.choose.rules import RoundedFRank, Running, exact_sum, sentence_best
from fastgec.counts import offsets_of
from fastgec.diagnostics import emit_warnings
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.fscore import ratio
from fastgec.kernels.tokens import Vocabulary, encode_words
from fastgec.machine import Budget, Cancel, require_holdable
from fastgec.metrics.base import (
    FUNCTIONS,
    AgreementScore,
    Block,
    Bound,
    FMetric,
    Fold,
    Measure,
    OwnRows,
    Reading,
    Row,
    Scoring,
    SentenceView,
    SumScore,
    SumScoreT,
    found_by,
    same,
)
from fastgec.metrics.cleme.chunks import count_chunks
from fastgec.metrics.cleme.ranks import best_by_ratios
from fastgec.metrics.declarations import Checked, as_dict, option
from fastgec.metrics.edits_vs_edits import PairMetric, PairText, name_of, require_room
from fastgec.read import FormatError, visible
from fastgec.read.coders import Annotations, CodedEdits
from fastgec.read.files import Source
from fastgec.read.lines import require_paths

# Counting CLEME in blocks of sentences: which edits and references there are, and their chunks.


ASSUMPTIONS = ("dependent", "independent")
WEIGHTS = ("length", "none")
LARGEST_BIAS = 1e9  # no chunk is longer
NOOP = b"noop"
NOTHING = b"-NONE-"  # a correction that deletes
LEAST, MOST = 0.75, 1.25  # length weights of a changed chunk
TP, FPN, FPU, FN, TN = range(5)  # columns of the table of chunks; cells have no TN
ITEM_BYTES = 64  # of an edit of a row, or a word, while it is compared

Edits = tuple[Integers, NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]


class Cells(NamedTuple):
    """Chunks of some sentences of a system; the rest is as `chunks.count_chunks` returned it.

    offsets  int64[S+1]: sentence s owns the rows offsets[s] to offsets[s+1]
    labels   int32[K, 2]: the coder of the hypothesis and of the reference of each row
    table    int64[K, 5]: TP, necessary FP, unnecessary FP, FN, TN
    row      int64[N], of each cell
    kind     uint8[N], its column
    length   int32[N]
    lengths  int64[2]: sum and number of the lengths of chunks that references change
    """

    offsets: Integers
    labels: NDArray[np.int32]
    table: Integers
    row: Integers
    kind: NDArray[np.uint8]
    length: NDArray[np.int32]
    lengths: Integers

    @property
    def n_bytes(self) -> int:
        """How much memory they take."""
        return sum(array.nbytes for array in self)

    def counts(self) -> Integers:
        """Return tp, fp, fn, tn: int64[K, 4]."""
        tp, fpn, fpu, fn, tn = self.table.T
        return np.stack([tp, fpn + fpu, fn, tn], axis=1)

    def weights(self, bias: float) -> NDArray[np.float64]:
        """Return sums of length weights of tp, fp, fn, tn: float64[K, 4]."""
        known, places = np.unique(self.length, return_inverse=True)
        weights = [[_length_weight(sign * (bias - n)) for n in known.tolist()] for sign in (1, -1)]
        is_fp = (self.kind == FPN) | (self.kind == FPU)
        cells = 4 * self.row + np.array([0, 1, 1, 2], np.int64)[self.kind]
        # In the order of chunks, one after the other, as the published program sums them.
        cell_weights = np.array(weights)[is_fp * 1, places]
        summed = np.bincount(cells, cell_weights, 4 * len(self.table))  # int64 of no chunk
        sums: Floats = summed.astype(np.float64).reshape(-1, 4)
        sums[:, 3] = self.table[:, TN]
        return sums


def _length_weight(power: float) -> float:
    """Return A / (1 + (A - 1) exp(power)) within 0.75 and 1.25; A is 2."""
    return min(max(2.0 / (1.0 + math.exp(min(power, 700.0))), LEAST), MOST)  # no overflow


class Side(NamedTuple):
    """Edits of one file without noop, each row's in order of start.

    coded  the edits of the file
    edits  arrays for the kernel
    """

    coded: CodedEdits
    edits: Edits


@dataclass(frozen=True, slots=True)
class ChunkParameters(Checked):
    """Counting options of chunks.

    assumption  "dependent": each reference alone, one of them is chosen; "independent": a change
                may be that of any reference, a miss is one of all

    Raises:
        ValueError: another assumption.
    """

    assumption: str = option(
        "dependent",
        "dependent (one reference of a sentence) or independent (any)",
        choices=ASSUMPTIONS,
        metavar="A",
    )


@dataclass(frozen=True, slots=True)
class Parameters(ChunkParameters):
    """Counting options of CLEME.

    assumption  as of `ChunkParameters`
    weights     "length": chunks weigh by their length, and rows hold sums of weights; "none":
                each counts 1
    bias        length that weighs 1, with weights; 0: the mean length of what references change in
                the whole corpus, of each system

    Raises:
        ValueError: another assumption or weights, a bias that is none or has no weights.
    """

    weights: str = option("length", "chunk weights: length or none", choices=WEIGHTS, metavar="W")
    bias: float = option(
        0.0,
        "length of weight 1; 0: references' mean",
        reads="finite_beta",
        metavar="B",
        most=LARGEST_BIAS,
    )

    def __post_init__(self) -> None:
        ChunkParameters.__post_init__(self)
        if self.bias and not self.is_weighted:
            raise ValueError(f"bias {self.bias:g} requires weights 'length'")

    @property
    def is_weighted(self) -> bool:
        """Whether rows hold sums of weights."""
        return self.weights == "length"


def count_cells(text: PairText, assumption: str, cancel: Cancel, limit: int) -> list[Cells]:
    """Count the chunks of some sentences of H systems.

    Args:
        text: the sentences.
        assumption: "dependent" or "independent".
        cancel: int32[1], 0 until work must stop.
        limit: bytes of scratch memory.

    Raises:
        FormatError: edits that cannot be made, several coders of a system, or sentences that need
            more memory.
    """
    for system in text.systems:
        _require_one_coder(system)
    noop = text.kinds.index(NOOP)
    sides = [_side(coded, noop) for coded in (text.reference, *text.systems)]
    vocabulary = Vocabulary()
    lines = text.reference.sources
    source, source_offsets = encode_words(lines.data, lines.starts, lines.ends, vocabulary)
    words, word_offsets = _corrections(text.corrections, vocabulary)
    n_source = np.diff(source_offsets)
    for side in sides:
        _require_fine(side, sides[0].coded, n_source)
    reference, *systems = sides
    n_source_of_row = np.repeat(n_source, np.diff(reference.coded.row_offsets))
    kept_offsets, kept = _kept_rows(reference, n_source_of_row, word_offsets)
    found = []
    for side in systems:
        n_items = int(np.diff(side.edits[0]) @ np.diff(kept_offsets))
        n_items += len(reference.edits[1]) + len(kept)
        require_room(ITEM_BYTES * n_items, limit, side.coded, text.first)
        chunks = count_chunks(
            *(side.edits, reference.edits, kept_offsets, kept),
            *(source, source_offsets, words, word_offsets),
            *(assumption == "independent", cancel),
        )
        labels = np.empty((len(kept), 2), np.int32)
        labels[:, 0] = np.repeat(side.coded.coder, np.diff(kept_offsets))
        labels[:, 1] = reference.coded.coder[kept]
        found.append(Cells(kept_offsets, labels, *chunks))
    return found


def _side(coded: CodedEdits, noop: int) -> Side:
    is_edit = coded.kind != noop
    row = np.repeat(np.arange(coded.n_rows), np.diff(coded.edit_offsets))[is_edit]
    order = np.lexsort((coded.start[is_edit], row))  # stable: file order decides
    columns = (column[is_edit][order] for column in (coded.start, coded.end, coded.correction))
    offsets = offsets_of(np.bincount(row, minlength=coded.n_rows))
    return Side(coded, (offsets, *columns))


def _corrections(
    corrections: Vocabulary, vocabulary: Vocabulary
) -> tuple[NDArray[np.int32], Integers]:
    """Return the words of each correction, as numbers."""
    texts = [corrections[number] for number in range(len(corrections))]
    texts = [b"" if text.strip() == NOTHING else text for text in texts]
    offsets = offsets_of(np.fromiter(map(len, texts), np.int64, len(texts)))
    return encode_words(b"".join(texts), offsets[:-1], offsets[1:], vocabulary)


def _require_one_coder(system: CodedEdits) -> None:
    sizes = np.diff(system.row_offsets)
    several = np.flatnonzero(sizes > 1)
    if len(several):
        sentence = int(several[0])
        rows = system.coder[system.row_offsets[sentence] : system.row_offsets[sentence + 1]]
        coders = " ".join(map(str, rows[:4].tolist())) + (" ..." if len(rows) > 4 else "")
        reason = (
            f"edits of {len(rows)} annotators ({coders}): expected one in a system's file "
            "(the last file is the gold)"
        )
        raise FormatError(system.sources.name, int(system.lines[sentence]), reason)


def _kept_rows(
    reference: Side, n_source: Integers, word_offsets: Integers
) -> tuple[Integers, Integers]:
    """Return the references whose text is not empty, all of a sentence that has none such.

    n_source int64[R], words of each row's sentence; word_offsets int64[C+1] of corrections.
    Returns: (offsets, rows): int64[S+1] and int64[K], sentence s keeps rows[offsets[s]] and so on.
    """
    offsets, start, end, correction = reference.edits
    growth = np.append(0, np.cumsum(np.diff(word_offsets)[correction] - (end - start)))[offsets]
    is_kept = n_source + np.diff(growth) > 0
    row_offsets = reference.coded.row_offsets
    sentence = np.repeat(np.arange(len(row_offsets) - 1), np.diff(row_offsets))
    is_kept |= np.bincount(sentence[is_kept], minlength=len(row_offsets) - 1)[sentence] == 0
    rows = np.flatnonzero(is_kept)
    return offsets_of(np.bincount(sentence[rows], minlength=len(row_offsets) - 1)), rows


def _require_fine(side: Side, reference: CodedEdits, n_source: Integers) -> None:
    """Raise FormatError for an edit that cannot be made in a sentence of the reference."""
    coded = side.coded
    offsets, start, end, _ = side.edits
    sizes = np.diff(coded.row_offsets)
    rows = np.repeat(np.arange(coded.n_rows), np.diff(offsets))
    is_outside = ~((start >= 0) & (start <= end) & (end <= np.repeat(n_source, sizes)[rows]))
    # Before each edit of a row: the furthest end of a span, and where the first such span begins.
    shift = (int(end.max(initial=0)) + 2) * rows
    reach = np.maximum.accumulate(np.append(0, end + shift + 1))
    number = np.arange(len(end))
    is_further = end + shift + 1 > reach[:-1]
    furthest = np.maximum.accumulate(np.append(0, np.where(is_further, number, 0)))[:-1]
    is_inside = (start < end) | (start > start[furthest])
    is_faulty = is_outside | ((start + shift + 1 < reach[:-1]) & is_inside)
    if not is_faulty.any():
        return
    edit = int(is_faulty.argmax())
    row = int(rows[edit])
    sentence = int(np.searchsorted(coded.row_offsets, row, "right")) - 1
    name, line = coded.sources.name, int(coded.lines[sentence])
    what = f"span {start[edit]} {end[edit]} of annotator {coded.coder[row]}"
    if is_outside[edit]:
        reason = f"{what} in a sentence of {n_source[sentence]} words: expected one within it"
        theirs = reference.sources
        if coded.sources[sentence].split() != theirs[sentence].split():
            place = f"{visible(theirs.name)}:{reference.lines[sentence]}"
            reason += f" (the sentence differs from {place}, which has those words)"
    else:
        reason = f"{what} overlaps another edit of this annotator"
        if any("\u4e00" <= letter <= "\u9fff" for letter in str(coded.sources[sentence])):
            reason += " (Chinese edits: errant parallel --strategy first)"
    raise FormatError(name, line, reason)


class Chunked:
    """The counted cells of some sentences, for views of them.

    cells         of each system
    alternatives  of the gold and each system, how many corrections hold "||", and the first's line
    """

    def __init__(self, cells: list[Cells], text: PairText) -> None:
        self.cells = cells
        self.alternatives = _alternatives(text)
        noop = text.kinds.index(NOOP)
        self._is_unchanged = [bool((edits.kind == noop).all()) for edits in text.systems]

    def is_unchanged(self, system: int) -> bool:
        """Whether a system leaves all sentences as they are."""
        return self._is_unchanged[system]


def _alternatives(text: PairText) -> list[tuple[int, int]]:
    """Return for the gold and each system how many corrections hold "||", and the first's line."""
    numbers = range(len(text.corrections))
    has_bars = np.fromiter((b"||" in text.corrections[number] for number in numbers), bool)
    found = []
    for edits in (text.reference, *text.systems):
        places = np.flatnonzero(has_bars[edits.correction])
        if not len(places):
            found.append((0, 0))
            continue
        row = np.searchsorted(edits.edit_offsets, places[0], "right") - 1
        sentence = np.searchsorted(edits.row_offsets, row, "right") - 1
        found.append((len(places), int(edits.lines[sentence])))
    return found


def remarks(names: Sequence[str], blocks: Sequence[Sequence[tuple[int, int]]]) -> list[str]:
    """Return a line for each file whose corrections have alternatives."""
    lines = []
    for file, name in enumerate(names):
        of_file = [block[file] for block in blocks if block[file][0]]
        if of_file:
            n = sum(count for count, _ in of_file)
            what = "correction has" if n == 1 else "corrections have"
            place = f"{visible(name)}:{of_file[0][1]}"
            lines.append(f"{place}: {n} {what} alternatives (||), taken for words of one text")
    return lines


COLUMNS = ("tp", "fp", "fn", "tn")
COLUMNS_2 = ("tp", "fpn", "fpu", "fn", "tn")
RATIOS = ("hit", "wrong", "under", "over")
VALUES = ("precision", "recall", "accuracy", "f")
VALUES_2 = (*RATIOS, "score")
Weights = tuple[float, float, float, float]
CORPUS_WEIGHTS: Weights = (0.45, 0.35, 0.15, 0.05)
SENTENCE_WEIGHTS: Weights = (0.35, 0.25, 0.20, 0.20)


def _weight(ratio: int, text: str) -> Any:
    return option(CORPUS_WEIGHTS[ratio], text, reads="finite_beta", metavar="W", most=1)


@dataclass(frozen=True, slots=True)
class RatioScoring(Checked):
    """Scoring options of CLEME2.0: the weights of its ratios, a1 to a4.

    hit    weight of hit; the weights sum to 1 at most
    wrong  weight of 1 - wrong
    under  weight of 1 - under
    over   weight of 1 - over

    Raises:
        ValueError: weights below 0, or a sum that is 0 or above 1.
    """

    hit: float = _weight(0, "what a hit weighs in the score")
    wrong: float = _weight(1, "weight of 1 - wrong")
    under: float = _weight(2, "weight of 1 - under")
    over: float = _weight(3, "weight of 1 - over")

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        total = sum(self.weights)
        if not 0 < total <= 1 + 1e-9:
            raise ValueError(f"weights of ratios sum to {total:g}: expected at most 1, and above 0")

    @property
    def weights(self) -> Weights:
        """The weights of hit, wrong, under and over."""
        return self.hit, self.wrong, self.under, self.over


@dataclass(frozen=True, slots=True)
class ClemeScore(AgreementScore):
    """Summed counts, or length weights, of the chosen references, and the ratios made from them.

    >>> score = ClemeScore(tp=4, fp=1, fn=4, tn=11, beta=0.5)
    >>> score.precision, score.recall, score.accuracy, round(score.f, 4)
    (0.8, 0.5, 0.75, 0.7143)
    """

    columns: ClassVar[tuple[str, ...]] = COLUMNS
    headings: ClassVar[tuple[str, ...]] = ("TP", "FP", "FN", "TN")

    tp: float
    fp: float
    fn: float
    tn: float
    beta: float

    @staticmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Precision, recall, accuracy and F."""
        tp, fp, fn, tn = sums
        precision, recall, f = AgreementScore.ratios(sums, weights)
        return precision, recall, ratio(tp + tn, tp + fp + fn + tn, empty=1.0), f

    @property
    def accuracy(self) -> float:
        """Share of the chunks that are as the reference has them, in [0, 1]."""
        return self.own_ratios()[2]

    def measures(self) -> tuple[Measure, ...]:
        """The counts, then precision, recall, accuracy and F."""
        *first, f = AgreementScore.measures(self)
        return (*first, Measure("accuracy", "Acc", self.accuracy), f)


@dataclass(frozen=True, slots=True)
class Cleme2Score(SumScore):
    """Summed counts of the chosen references, the four ratios of CLEME2.0, and their score.

    fpn and fpu are the necessary and the unnecessary FP.

    >>> score = Cleme2Score(tp=4, fpn=1, fpu=0, fn=3, tn=11)
    >>> score.hit, score.wrong, score.under, score.over, round(score.score, 4)
    (0.5, 0.125, 0.375, 0.0, 0.675)
    """

    main: ClassVar[str] = "score"
    columns: ClassVar[tuple[str, ...]] = COLUMNS_2
    headings: ClassVar[tuple[str, ...]] = ("TP", "FPn", "FPu", "FN", "TN")

    tp: int
    fpn: int
    fpu: int
    fn: int
    tn: int
    weights: Weights = CORPUS_WEIGHTS

    @staticmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Hit, wrong, under, over and score."""
        tp, fpn, fpu, fn, _ = sums
        necessary = tp + fpn + fn
        hit, wrong, under = (ratio(part, necessary, empty=0.0) for part in (tp, fpn, fn))
        over = ratio(fpu, tp + (fpn + fpu), empty=0.0)
        a1, a2, a3, a4 = weights
        score = a1 * hit + a2 * (1 - wrong) + a3 * (1 - under) + a4 * (1 - over)
        return hit, wrong, under, over, score

    @property
    def fp(self) -> int:
        """All FP."""
        return self.fpn + self.fpu

    @property
    def necessary(self) -> int:
        """Chunks that need a change."""
        return self.tp + self.fpn + self.fn

    @property
    def hit(self) -> float:
        """Share of the necessary changes that are right, in [0, 1]."""
        return self.own_ratios()[0]

    @property
    def wrong(self) -> float:
        """Share of the necessary changes that are made wrongly, in [0, 1]."""
        return self.own_ratios()[1]

    @property
    def under(self) -> float:
        """Share of the necessary changes that are not made, in [0, 1]."""
        return self.own_ratios()[2]

    @property
    def over(self) -> float:
        """Share of the changes made that are not necessary, in [0, 1]."""
        return self.own_ratios()[3]

    @property
    def score(self) -> float:
        """The weighted sum of the ratios, in [0, 1]."""
        return self.own_ratios()[4]

    def measures(self) -> tuple[Measure, ...]:
        """The counts, then the ratios (less is better, but for hit) and the score."""
        hit, wrong, under, over, score = self.own_ratios()
        return (
            *self.count_measures(),
            Measure("hit", "Hit", hit),
            Measure("wrong", "Wrong", wrong, "spread"),
            Measure("under", "Under", under, "spread"),
            Measure("over", "Over", over, "spread"),
            Measure("score", "CLEME2", score),
        )


@dataclass(frozen=True, slots=True)
class FRank(RoundedFRank):
    """The order of CLEME: ERRANT's order, then most tn; for a single sentence see `ranks`."""

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `choose.rules.Rank`."""
        if is_running:
            return RoundedFRank.choose(self, table, offsets, totals, is_running=True)
        values = _rounded_values(table, self.beta)  # precision, recall, accuracy, F
        return sentence_best(np.ascontiguousarray(values[:, [2, 1, 0, 3]]), offsets)


@dataclass(frozen=True, slots=True)
class RatioRank:
    """The order of CLEME2.0: its score of the corpus so far, see `ranks`.

    weights  of hit, wrong, under and over
    """

    weights: Weights

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `choose.rules.Rank`."""
        if is_running:
            return best_by_ratios(table, offsets, np.array(self.weights, np.float64), totals)
        hit, wrong, under, over, score = Cleme2Score.values(table, self.weights).T
        keys = np.stack([-over, -under, -wrong, hit, score], axis=1)
        return sentence_best(keys, offsets)


def rank_of(scoring: Scoring | RatioScoring) -> FRank | RatioRank:
    """Return the order of references by the score of CLEME or of CLEME2.0."""
    return FRank(scoring.beta) if isinstance(scoring, Scoring) else RatioRank(scoring.weights)


SLACK = 1e-9
MEANS = "Means over sentences, each with the reference that is best for it alone."


class ChunkMetric(FMetric[SumScoreT], PairMetric[SumScoreT]):
    """Base class of CLEME and CLEME2.0: they count the same chunks."""

    chooses = "reference"
    functions = (*FUNCTIONS, "sentence_means")
    is_long = True  # with references by the thousands
    only_named = True  # files for ERRANT may have several coders of a system

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Read, count and fold as all metrics of pairs, and look for alternatives."""
        found: dict[int, list[tuple[int, int]]] = {}

        def look(block: Block) -> Any:
            found[block.first] = block.text.alternatives
            return fold(block)

        yield from super().blocks(systems, gold, parameters, look, reading)
        if reading.diagnostics is not None:
            names = [name_of(file) for file in (gold, *systems)]
            reading.diagnostics.remarks += remarks(names, [found[first] for first in sorted(found)])

    def count(
        self, text: PairText, parameters: Any, cancel: Cancel, budget: Budget
    ) -> tuple[list[tuple[Any, Any, Any]], Any]:
        """Count the chunks of some sentences, see `PairMetric.count`."""
        cells = budget.try_both(
            lambda limit: count_cells(text, parameters.assumption, cancel, limit), FormatError
        )
        tables = [(self.rows_of(one, parameters), one.offsets, one.labels) for one in cells]
        return tables, Chunked(cells, text)

    @abstractmethod
    def rows_of(self, cells: Cells, parameters: Any) -> Totals:
        """Return the rows of counts that chunks make."""

    def choose(self, scoring: Any) -> Running:
        """Return the choice by the score of the corpus so far."""
        return Running(rank_of(scoring))

    def sentence_means(
        self,
        system: Annotations | Source,
        gold: Annotations | Source,
        parameters: Any,
        scoring: Any,
        reading: Reading,
    ) -> Any:
        """Return means over sentences of a system, as `MeanTally` makes them."""
        require_paths([system], gold)
        diagnostics = Diagnostics(1)
        reading = reading._replace(diagnostics=diagnostics)
        tally = MeanTally(1, scoring)
        for block in self.blocks([system], gold, parameters, same, reading):
            tally(block, ())
        emit_warnings(*found_by(diagnostics, self, gold, parameters, [scoring]))
        return tally.score(0)

    def describe(self, score: Any) -> Row:
        """Return names and values; means of sentences have a note."""
        row = super().describe(score)
        if _level(score):
            row = row._replace(note=MEANS)
        return row

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield the chosen reference and its counts, the score, then the counts of each."""
        values = self.values(view.block.table[0][view.rows], view.scoring).tolist()
        contents = view.contents(self.columns(view.parameters))
        for value, (coders, counts, each) in zip(values, contents, strict=True):
            scores = dict(zip(self.resampled, value, strict=True))
            if view.parameters.assumption != "dependent":  # all rows are alike
                yield {**counts, **scores}
                continue
            yield {
                "reference": coders[1],
                **counts,
                **scores,
                "references": {str(other): of_row for (_, other), of_row in each},
            }


class Cleme(ChunkMetric[ClemeScore]):
    """F of chunks."""

    name = "cleme"
    parameters = Parameters
    made = ClemeScore
    means_made = "ClemeMeans"
    resampled = VALUES
    swept = "beta"
    citations = ("ye-etal-2023-cleme",)

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Read, count and fold; if the bias is the corpus's, fold after all blocks are counted.

        Raises:
            LimitError: chunks of the corpus do not fit into memory.
        """
        if parameters.bias or not parameters.is_weighted:
            yield from super().blocks(systems, gold, parameters, fold, reading)
            return
        held: deque[OwnRows] = deque()
        lengths = np.zeros((len(systems), 2), np.int64)
        n_bytes = 0
        for block in super().blocks(systems, gold, parameters, same, reading):
            n_bytes += sum(one.n_bytes for one in block.text.cells)
            require_holdable(n_bytes, "chunks")
            lengths += np.stack([one.lengths for one in block.text.cells])
            held.append(block)
        # A corpus whose references change nothing has no bias: P and R do not depend on it.
        biases = [total / n if n else 1.0 for total, n in lengths.tolist()]
        while held:
            yield fold(self._weighed(held.popleft(), parameters, biases))

    def _weighed(self, block: OwnRows, parameters: Parameters, biases: Sequence[float]) -> OwnRows:
        """Return a block with weights in place of counts."""
        each = []
        for cells, bias in zip(block.text.cells, biases, strict=True):
            table, kind = cells.weights(bias)[None], self.kind(replace(parameters, bias=bias))
            each.append(Block(block.first, table, cells.offsets, cells.labels, kind))
        return OwnRows(block.first, each, block.kind, block.text)

    def rows_of(self, cells: Cells, parameters: Parameters) -> Totals:
        """Return tp, fp, fn, tn of every reference that is kept; weights if the bias is known."""
        return cells.weights(parameters.bias) if parameters.bias else cells.counts()

    def is_weighted(self, parameters: Parameters) -> bool:
        """Whether rows hold length weights."""
        return parameters.is_weighted

    def bounds(self, table: Totals, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows: sums of weights, of which each is from 0.75 to 1.25."""
        yield from super().bounds(table, parameters)
        if not parameters.is_weighted:
            return
        *changed, tn = zip(COLUMNS, table.T, strict=True)
        for name, values in changed:
            # Of so many weights, or of one more, and so on; sums have errors of rounding.
            holds = np.floor(values / LEAST + SLACK) >= np.ceil(values / MOST - SLACK)
            yield Bound({name: values}, f"a sum of weights from {LEAST} to {MOST}", holds)
        yield Bound({tn[0]: tn[1]}, "a whole number", tn[1] == np.floor(tn[1]))

    def settings(
        self, parameters: Parameters, scoring: Scoring, score: ClemeScore
    ) -> Mapping[str, Any]:
        """Return the settings that name the score."""
        named = {"beta": scoring.beta, **as_dict(parameters), **_level(score)}
        if not parameters.bias:
            del named["bias"]
            if parameters.is_weighted:
                named["bias"] = "corpus"
        return named


class Cleme2(ChunkMetric[Cleme2Score]):
    """Four ratios of chunks, and their score."""

    name = "cleme2"
    parameters = ChunkParameters
    scoring = RatioScoring
    made = Cleme2Score
    means_made = "Cleme2Means"
    alone = MappingProxyType(dict(zip(RATIOS, SENTENCE_WEIGHTS, strict=True)))
    resampled = VALUES_2
    citations = ("ye-etal-2025-cleme2",)

    def renamed(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return parameters by name; four weights in a row are deprecated."""
        if "weights" not in values:
            return values
        new = "=..., ".join(RATIOS)
        weights = values.pop("weights")
        if not isinstance(weights, tuple | list) or len(weights) > len(RATIOS):
            raise TypeError(f"cleme2: weights {weights!r}: expected {new}=...")
        named = dict(zip(RATIOS, weights, strict=False))
        if twice := sorted(named.keys() & values.keys()):
            raise TypeError(f"cleme2: weights and {twice[0]} are mutually exclusive")
        text = f"cleme2: weights=(...) is deprecated: write {new}=..."
        warnings.warn(text, DeprecationWarning, stacklevel=4)
        return {**named, **values}

    def rows_of(self, cells: Cells, parameters: ChunkParameters) -> Totals:
        """Return tp, fp of both kinds, fn and tn of every reference that is kept."""
        return cells.table

    def settings(
        self, parameters: ChunkParameters, scoring: RatioScoring, score: Cleme2Score
    ) -> Mapping[str, Any]:
        """Return the settings that name the score."""
        return {**as_dict(parameters), **as_dict(scoring), **_level(score)}


def _level(score: Any) -> dict[str, str]:
    return {"level": "sentence"} if hasattr(score, "sentences") else {}  # means


METRIC = Cleme()
METRIC_2 = Cleme2()


@dataclass(frozen=True, slots=True)
class ClemeMeans(ClemeScore):
    """Means of precision, recall, accuracy and F over sentences, and the sums of their counts.

    tp to tn   counts, or length weights, of the references that are best for each sentence
    sentences  how many there are
    means      of precision, recall, accuracy and F
    """

    sentences: int = 0
    means: tuple[float, ...] = ()

    def own_ratios(self) -> tuple[float, ...]:
        """The means."""
        return self.means


@dataclass(frozen=True, slots=True)
class Cleme2Means(Cleme2Score):
    """Means of the ratios of CLEME2.0 and its score over sentences, and the sums of their counts.

    tp to tn   counts of the references that are best for each sentence
    weights    of hit, wrong, under and over
    sentences  how many there are
    means      of hit, wrong, under, over and the score
    """

    sentences: int = 0
    means: tuple[float, ...] = ()

    def own_ratios(self) -> tuple[float, ...]:
        """The means."""
        return self.means


Means = ClemeMeans | Cleme2Means


def sentence_values(
    table: Totals, offsets: Integers, scoring: Scoring | RatioScoring
) -> tuple[Integers, Floats]:
    """Choose a row for each sentence alone, and score it.

    Args:
        table: rows of CLEME [R, 4], or of CLEME2.0 [R, 5].
        offsets: int64[S+1], rows of sentences.
        scoring: of either.

    Returns:
        int64[S] and float64[S, M]: precision, recall, accuracy and F, rounded to four digits; or
        hit, wrong, under, over and the score.
    """
    nothing = np.zeros(table.shape[1], table.dtype)
    rows = rank_of(scoring).choose(table, offsets, nothing, is_running=False)
    if not isinstance(scoring, Scoring):
        return rows, Cleme2Score.values(table[rows], scoring.weights)
    return rows, _rounded_values(table[rows], scoring.beta)


def _rounded_values(table: Totals, beta: float) -> Floats:
    """Return precision, recall, accuracy and F of rows, of four digits: float64[R, 4]."""
    values = ClemeScore.values(table, beta)
    return rounded(np.ascontiguousarray(values).ravel()).reshape(values.shape) / 10000


def chosen_alone(block: Block, n_systems: int, scoring: Scoring | RatioScoring) -> Chosen:
    """Return the row of each sentence of a block of which means are made, for each system."""
    each = (block.of_system(system) for system in range(n_systems))
    rows = [sentence_values(own.table[0], own.offsets, scoring)[0] for own in each]
    return Chosen(np.stack(rows))


class MeanTally:
    """Means of systems block by block: the watcher of a run, or of its own.

    Example:
        >>> tally = MeanTally(1, Scoring())
        >>> tally.add(0, np.array([[1, 1, 0, 3], [0, 2, 1, 2], [0, 0, 0, 4]]), np.array([0, 2, 3]))
        >>> score = tally.score(0)
        >>> score.tp, score.fp, score.precision, score.f
        (1, 1, 0.75, 0.7778)
    """

    def __init__(self, n_systems: int, scoring: Scoring | RatioScoring) -> None:
        """Take how many systems there are, and how they are scored."""
        metric: ChunkMetric[Any] = METRIC if isinstance(scoring, Scoring) else METRIC_2
        self._scoring = scoring
        self._totals: list[list[Any]] = [[0] * len(metric.made.columns) for _ in range(n_systems)]
        self._values: list[Any] = [[()] * len(metric.resampled) for _ in range(n_systems)]
        self._n_sentences = [0] * n_systems

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block; the rows selected for the corpus are ignored."""
        for system in range(len(self._totals)):
            own = block.of_system(system)
            self.add(system, own.table[0], own.offsets)

    def add(self, system: int, table: Totals, offsets: Integers) -> None:
        """Add the rows of some sentences of a system."""
        rows, values = sentence_values(table, offsets, self._scoring)
        # Weights are added one after the other, so that blocks make no difference. (From Python
        # 3.12 on sum() makes up for what rounding loses, which the authors' program does not.)
        totals = zip(table[rows].T.tolist(), self._totals[system], strict=True)
        self._totals[system] = [reduce(add, amounts, so_far) for amounts, so_far in totals]
        sums = zip(values.T.tolist(), self._values[system], strict=True)
        self._values[system] = [exact_sum((*so_far, *amounts)) for amounts, so_far in sums]
        self._n_sentences[system] += len(rows)

    def score(self, system: int) -> Means:
        """Return the means of a system; 0 of no sentence."""
        n = self._n_sentences[system]
        means = [math.fsum(parts) / n if n else 0.0 for parts in self._values[system]]
        made = ClemeMeans if isinstance(self._scoring, Scoring) else Cleme2Means
        return made(*(*self._totals[system], self._scoring.weights, n, tuple(means)))
