"""GoToScorer behind the door of all metrics, see `gotoscorer`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from fastgec.choice import Floats
from fastgec.corpus.blocks import Column
from fastgec.corpus.errors import FormatError
from fastgec.corpus.gold import Gold
from fastgec.corpus.pieces import Source
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics.door import Block, Bound, Chosen, Reading, Result
from fastgec.metrics.edits import GoldMetric, GoldText
from fastgec.metrics.fmeasure import Scoring
from fastgec.metrics.m2.counting import COLUMNS
from fastgec.metrics.m2.metric import METRIC as M2_METRIC
from fastgec.metrics.m2.sums import MaxMatchSums
from fastgec.weights.difficulty import (
    Parameters,
    rows_of,
)
from fastgec.weights.score import WeightedM2Score


class GoToScorer(
    MaxMatchSums[Gold | Source, Parameters, WeightedM2Score],
    GoldMetric[Parameters, Scoring, WeightedM2Score],
):
    """F of chunks, each by its difficulty for the systems that are scored together."""

    name = "gotoscorer"
    parameters = Parameters
    made = WeightedM2Score
    functions = ("evaluate_systems", "count_systems", "score_counts", "select", "total")
    citations = ("gotou-etal-2020-taking",)
    only_named = True
    facts: ClassVar[Mapping[str, Any]] = {"systems": 2}

    def is_weighted(self, parameters: Parameters) -> bool:
        """Whether rows are sums of weights: they are."""
        del parameters
        return True

    def blocks(
        self,
        systems: Sequence[Column],
        gold: Gold | Source,
        parameters: Parameters,
        fold: Callable[[Block], Result],
        reading: Reading,
    ) -> Generator[Result]:
        """Read, count and fold blocks of two systems or more, see `Metric.blocks`.

        Raises:
            FormatError: one system, or files that do not fit.
        """
        if len(systems) < 2:
            name = gold.name if isinstance(gold, Gold) else str(gold)
            reason = "one system found, expected two or more: difficulty depends on all of them"
            raise FormatError(name, None, reason)
        if reading.summary is not None:
            reading.summary.more["systems"] = len(systems)
        yield from super().blocks(systems, gold, parameters, fold, reading)

    def count(
        self, text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> Floats:
        """Sum weights of chunks that are right, changed, and changed by the reference."""
        del budget  # edits of a sentence take what a sentence may
        table = np.zeros((len(text.systems), text.gold.edits.n_rows, len(COLUMNS)))
        rows = rows_of(text, parameters, cancel)
        if cancel[0]:  # whoever stopped it wants no table
            return table
        for row, changes in enumerate(rows.changes):
            missed, n_systems = rows.missed(row), len(changes)
            gold = sum(missed[number] for number in range(len(rows.gold[row])))
            for system, one in enumerate(changes):
                # Whole numbers, divided once: sums do not depend on an order.
                correct = sum(missed[chunk] for chunk in one.right)
                changed = correct + sum(missed[chunk] for chunk in one.wrong)
                table[system, row] = correct / n_systems, changed / n_systems, gold / n_systems
        return table

    def bounds(self, table: Floats, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows: what is right is changed, and changed by the reference."""
        yield from super().bounds(table, parameters)
        correct, proposed, gold = table.T
        for name, most in (("proposed", proposed), ("gold", gold)):
            found = {"correct": correct, name: most}
            yield Bound(found, f"correct at most {name}", correct <= most)

    def has_everyone(self, parameters: Parameters) -> bool:
        """Whether absent annotators count: all of them must be known at the start."""
        return M2_METRIC.has_everyone(parameters.of_edits)

    def compared(self, gold: Gold, parameters: Parameters) -> Gold:
        """Return gold with implicit noop, if that is wanted."""
        return M2_METRIC.compared(gold, parameters.of_edits)

    def sentences(
        self,
        block: Block,
        system: int,
        chosen: Chosen,
        parameters: Parameters,
        scoring: Scoring,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the sums against the chosen annotator, then those against each."""
        return M2_METRIC.sentences(block, system, chosen, parameters.of_edits, scoring)


METRIC = GoToScorer()
