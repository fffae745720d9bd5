"""CLEME and CLEME2.0 behind the door of all metrics: the same chunks, two rules of choice.

Length weights of CLEME depend on the mean length of what references change in the whole corpus, the
bias, which a system's edits widen: so blocks are held until all are counted, unless the bias is
given. A resample keeps the weights of the corpus that it is drawn from.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from fastgec.choice import Chosen, Totals
from fastgec.choice.running import Running
from fastgec.corpus.arguments import require_paths
from fastgec.corpus.coders import Annotations
from fastgec.corpus.errors import FormatError
from fastgec.corpus.pieces import Source
from fastgec.guard.category import tell
from fastgec.guard.watch import Guard
from fastgec.machine.memory import require_holdable
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics.block import Block, OwnRows, own_rows
from fastgec.metrics.bounds import Bound
from fastgec.metrics.cleme.chunked import Chunked, remarks
from fastgec.metrics.cleme.counting import ChunkParameters, Parameters, count_cells
from fastgec.metrics.cleme.orders import FRank, RatioRank
from fastgec.metrics.cleme.score import (
    COLUMNS,
    RATIOS,
    SENTENCE_WEIGHTS,
    VALUES,
    VALUES_2,
    Cleme2Score,
    ClemeScore,
    RatioScoring,
)
from fastgec.metrics.door import FUNCTIONS, Reading, Result, row_contents
from fastgec.metrics.fields import as_dict
from fastgec.metrics.fmeasure import FMetric, Scoring, SumScoreT
from fastgec.metrics.guarded import found_by
from fastgec.metrics.pairs import PairMetric, PairText
from fastgec.metrics.scores import Row

LEAST, MOST = 0.75, 1.25  # weights of a changed chunk, see `targets`
SLACK = 1e-9
MEANS = "Means over sentences, each with the reference that is best for it alone."


class ChunkMetric(FMetric[SumScoreT], PairMetric[SumScoreT]):
    """What CLEME and CLEME2.0 have in common: they count the same chunks."""

    chooses = "reference"
    functions = (*FUNCTIONS, "sentence_means")
    is_long = True  # with references by the thousands
    only_named = True  # files for ERRANT may have several coders of a system

    def blocks(
        self,
        systems: Sequence[Any],
        gold: Annotations | Source,
        parameters: Any,
        fold: Callable[[Block], Result],
        reading: Reading,
    ) -> Generator[Result]:
        """Read, count and fold as all metrics of pairs, and look for alternatives."""
        found: dict[int, list[tuple[int, int]]] = {}

        def look(block: Block) -> Result:
            found[block.first] = block.text.alternatives
            return fold(block)

        yield from super().blocks(systems, gold, parameters, look, reading)
        if reading.guard is not None:
            names = [_name_of(file) for file in (gold, *systems)]
            reading.guard.remarks += remarks(names, [found[first] for first in sorted(found)])

    def count_text(
        self, text: PairText, assumption: str, cancel: Cancel, budget: Budget
    ) -> Chunked:
        """Count the chunks of some sentences, see `PairMetric.count`."""
        cells = budget.try_both(
            lambda limit: count_cells(text, assumption, cancel, limit), FormatError
        )
        return Chunked(cells, text)

    def means(
        self,
        system: Annotations | Source,
        gold: Annotations | Source,
        parameters: Any,
        scoring: Any,
        reading: Reading,
    ) -> Any:
        """Return means over sentences of a system, as `MeanTally` makes them."""
        from fastgec.metrics.cleme.means import MeanTally

        require_paths([system], gold)
        guard = Guard(1)
        reading = reading._replace(guard=guard)
        tally = MeanTally(1, scoring)
        for block in self.blocks([system], gold, parameters, own_rows, reading):
            tally(block, ())
        tell(*found_by(guard, self, gold, parameters, [scoring]))
        return tally.score(0)

    def describe(self, score: Any) -> Row:
        """Return names and values; means say what they are."""
        row = super().describe(score)
        if _level(score):
            row = row._replace(note=MEANS)
        return row

    def sentences(
        self,
        block: Block,
        system: int,
        chosen: Chosen,
        parameters: Any,
        scoring: Any,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the chosen reference and its counts, the score, then the counts of each."""
        own, rows = block.of_system(system), chosen.rows[system]
        values = self.values(own.table[0][rows], scoring).tolist()
        contents = row_contents(block, system, chosen, self.columns(parameters))
        for value, (coders, counts, each) in zip(values, contents, strict=True):
            scores = dict(zip(self.resampled, value, strict=True))
            if parameters.assumption != "dependent":  # all rows are alike
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
        self,
        systems: Sequence[Any],
        gold: Annotations | Source,
        parameters: Parameters,
        fold: Callable[[Block], Result],
        reading: Reading,
    ) -> Generator[Result]:
        """Read, count and fold, after all blocks are counted where the bias is that of the corpus.

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

    def count(
        self, text: PairText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> tuple[list[tuple[Any, Any, Any]], Any]:
        """Count tp, fp, fn, tn of every reference that is kept; weigh them if the bias is known."""
        chunked = self.count_text(text, parameters.assumption, cancel, budget)
        tables = [
            one.weights(parameters.bias) if parameters.bias else one.counts()
            for one in chunked.cells
        ]
        each = zip(tables, chunked.cells, strict=True)
        return [(table, one.offsets, one.labels) for table, one in each], chunked

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

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by rounded F of the corpus so far."""
        return Running(FRank(scoring.beta))

    def settings(
        self, parameters: Parameters, scoring: Scoring, score: ClemeScore
    ) -> Mapping[str, Any]:
        """Return what names the score."""
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
            raise TypeError(f"cleme2: weights {weights!r}, expected {new}=...")
        named = dict(zip(RATIOS, weights, strict=False))
        if twice := sorted(named.keys() & values.keys()):
            raise TypeError(f"cleme2: weights and {twice[0]} are mutually exclusive")
        text = f"cleme2: weights=(...) is deprecated: write {new}=..."
        warnings.warn(text, DeprecationWarning, stacklevel=4)
        return {**named, **values}

    def count(
        self, text: PairText, parameters: ChunkParameters, cancel: Cancel, budget: Budget
    ) -> tuple[list[tuple[Any, Any, Any]], Any]:
        """Count tp, fp of both kinds, fn and tn of every reference that is kept."""
        chunked = self.count_text(text, parameters.assumption, cancel, budget)
        return [(one.table, one.offsets, one.labels) for one in chunked.cells], chunked

    def choose(self, scoring: RatioScoring) -> Running:
        """Return the choice by the score of the corpus so far."""
        return Running(RatioRank(scoring.weights))

    def settings(
        self, parameters: ChunkParameters, scoring: RatioScoring, score: Cleme2Score
    ) -> Mapping[str, Any]:
        """Return what names the score."""
        return {**as_dict(parameters), **as_dict(scoring), **_level(score)}


def _level(score: Any) -> dict[str, str]:
    return {"level": "sentence"} if hasattr(score, "sentences") else {}  # means


def _name_of(file: Any) -> str:
    return file.name if isinstance(file, Annotations) else str(file)


METRIC = Cleme()
METRIC_2 = Cleme2()
