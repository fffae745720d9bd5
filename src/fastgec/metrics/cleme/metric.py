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
from typing import Any, ClassVar

import numpy as np

from fastgec.choose import Chosen, Floats, Integers, Totals
from fastgec.choose.alone import exact_sum
from fastgec.choose.best import rounded
from fastgec.choose.running import RoundedFRank, Running
from fastgec.diagnostics import tell
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.fscore import ratio
from fastgec.machine.memory import require_holdable
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics.base import (
    FUNCTIONS,
    AgreementScore,
    Bound,
    FMetric,
    Fold,
    Measure,
    Reading,
    Row,
    Scoring,
    SentenceView,
    SumScore,
    SumScoreT,
)
from fastgec.metrics.block import Block, OwnRows, own_rows
from fastgec.metrics.cleme.counting import (
    Cells,
    Chunked,
    ChunkParameters,
    Parameters,
    count_cells,
    remarks,
)
from fastgec.metrics.cleme.ranks import best_by_f, best_by_ratios
from fastgec.metrics.declarations import Checked, as_dict, option
from fastgec.metrics.input_warnings import found_by
from fastgec.metrics.pairs import PairMetric, PairText
from fastgec.read.arguments import require_paths
from fastgec.read.coders import Annotations
from fastgec.read.errors import FormatError
from fastgec.read.pieces import Source

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
        """Return the row of each sentence, see `choice.kinds.Rank`."""
        if is_running:
            return RoundedFRank.choose(self, table, offsets, totals, is_running=True)
        return best_by_f(table, offsets, self.beta**2)


@dataclass(frozen=True, slots=True)
class RatioRank:
    """The order of CLEME2.0: its score of the corpus so far, see `ranks`.

    weights  of hit, wrong, under and over
    """

    weights: Weights

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `choice.kinds.Rank`."""
        weights = np.array(self.weights, np.float64)
        return best_by_ratios(table, offsets, weights, totals, is_running=is_running)


def rank_of(scoring: Scoring | RatioScoring) -> FRank | RatioRank:
    """Return the order of references by the score of CLEME or of CLEME2.0."""
    return FRank(scoring.beta) if isinstance(scoring, Scoring) else RatioRank(scoring.weights)


LEAST, MOST = 0.75, 1.25  # weights of a changed chunk, see `targets`
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
            names = [_name_of(file) for file in (gold, *systems)]
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
        for block in self.blocks([system], gold, parameters, own_rows, reading):
            tally(block, ())
        tell(*found_by(diagnostics, self, gold, parameters, [scoring]))
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
        for block in super().blocks(systems, gold, parameters, own_rows, reading):
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
        each = [
            Block(
                block.first,
                cells.weights(bias)[None],
                cells.offsets,
                cells.labels,
                self.kind(replace(parameters, bias=bias)),
            )
            for cells, bias in zip(block.text.cells, biases, strict=True)
        ]
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


def _name_of(file: Any) -> str:
    return file.name if isinstance(file, Annotations) else str(file)


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
    values = ClemeScore.values(table[rows], scoring.beta)
    return rows, rounded(np.ascontiguousarray(values).ravel()).reshape(values.shape) / 10000


def chosen_alone(block: Block, n_systems: int, scoring: Scoring | RatioScoring) -> Chosen:
    """Return the row of each sentence of a block of which means are made, for each system."""
    each = (block.of_system(system) for system in range(n_systems))
    return Chosen(
        np.stack([sentence_values(own.table[0], own.offsets, scoring)[0] for own in each])
    )


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
        nothing: tuple[float, ...] = ()
        self._scoring = scoring
        self._totals: list[list[Any]] = [[0] * len(metric.made.columns) for _ in range(n_systems)]
        self._values = [[nothing] * len(metric.resampled) for _ in range(n_systems)]
        self._n_sentences = [0] * n_systems

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block; the rows selected for the corpus are ignored."""
        for system in range(len(self._totals)):
            own = block.of_system(system)
            self.add(system, own.table[0], own.offsets)

    def add(self, system: int, table: Totals, offsets: Integers) -> None:
        """Add the rows of some sentences of a system."""
        rows, values = sentence_values(table, offsets, self._scoring)
        for column, amounts in enumerate(table[rows].T.tolist()):
            # Weights are added one after the other, so that blocks make no difference. (From Python
            # 3.12 on sum() makes up for what rounding loses, which the authors' program does not.)
            self._totals[system][column] = reduce(add, amounts, self._totals[system][column])
        for column, amounts in enumerate(values.T.tolist()):
            self._values[system][column] = exact_sum((*self._values[system][column], *amounts))
        self._n_sentences[system] += len(rows)

    def score(self, system: int) -> Means:
        """Return the means of a system; 0 of no sentence."""
        n = self._n_sentences[system]
        means = [math.fsum(parts) / n if n else 0.0 for parts in self._values[system]]
        made = ClemeMeans if isinstance(self._scoring, Scoring) else Cleme2Means
        return made(*(*self._totals[system], self._scoring.weights, n, tuple(means)))
