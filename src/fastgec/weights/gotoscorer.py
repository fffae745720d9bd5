r"""GoToScorer: precision, recall and F by how difficult each correction is for several systems.

Definition: Gotou, Nagata, Mita and Hanawa (2020), "Taking the Correction Difficulty into Account in
Grammatical Error Correction Evaluation", COLING. The weight of a chunk (see `weights.chunks`) is 1
less the share of systems that have it as the reference has it: what all get right weighs nothing,
what one alone gets right nearly 1. Precision is the share of the weight of chunks that a system
changes that those have which it changes as the reference does; recall that of the chunks which the
reference changes. Chunks that neither changes are left out. The edits are those of MaxMatch, and
one annotator per sentence is chosen by F of the corpus so far, as in MaxMatch.

A score depends on all systems that are scored together; one system alone has none. Empty sets:
precision is 1 when nothing that weighs is changed, recall when nothing that weighs has to be.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from fastgec.choice import Floats, Integers
from fastgec.corpus.arguments import require_paths
from fastgec.corpus.blocks import Column
from fastgec.corpus.errors import FormatError
from fastgec.corpus.gold import Gold
from fastgec.corpus.pieces import Source
from fastgec.counts import Counts
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics import evaluation
from fastgec.metrics.block import same
from fastgec.metrics.door import Block, Bound, Chosen, Reading, Result
from fastgec.metrics.edits import GoldMetric, GoldText
from fastgec.metrics.fmeasure import DEFAULT_BETA, Scoring
from fastgec.metrics.m2.counting import COLUMNS
from fastgec.metrics.m2.metric import METRIC as M2_METRIC
from fastgec.metrics.m2.sums import MaxMatchSums
from fastgec.weights.difficulty import (
    Difficulty,
    Parameters,
    difficulties,
    rows_of,
)
from fastgec.weights.score import WeightedM2Score

__all__ = [
    "METRIC",
    "Difficulty",
    "Parameters",
    "Scoring",
    "chunks",
    "count_systems",
    "evaluate_systems",
    "score_counts",
    "select",
]


class GoToScorer(
    MaxMatchSums[Gold | Source, Parameters, WeightedM2Score],
    GoldMetric[Parameters, Scoring, WeightedM2Score],
):
    """F of chunks, each by its difficulty for the systems that are scored together."""

    name = "gotoscorer"
    parameters = Parameters
    made = WeightedM2Score
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


def evaluate_systems(
    systems: Sequence[Column],
    gold: Gold | Source,
    parameters: Parameters | None = None,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
) -> list[WeightedM2Score]:
    r"""Score systems by how difficult their corrections are for all of them.

    Args:
        systems: two or more: paths, or sentences in memory.
        gold: a Gold or a path.
        parameters: what edits depend on.
        beta: weight of recall.
        jobs: threads (None: all cores); results are the same for any number.

    Returns:
        A score for each system.

    Raises:
        FormatError: one system, or files that do not fit.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||0\n")
        >>> one, other = evaluate_systems([["x b"], ["x y"]], gold)
        >>> one.recall, other.recall  # both make the first edit, which weighs nothing
        (0.0, 1.0)
    """
    reading = Reading(jobs=jobs)
    return evaluation.evaluate(METRIC, systems, gold, parameters, Scoring(beta), reading)


def count_systems(
    systems: Sequence[Column],
    gold: Gold | Source,
    parameters: Parameters | None = None,
    *,
    jobs: int | None = 1,
) -> list[Counts]:
    """Return sums of weights of each sentence and annotator, for each system.

    Arguments and errors as `evaluate_systems`.
    """
    return evaluation.count(METRIC, systems, gold, parameters or Parameters(), Reading(jobs=jobs))


def score_counts(counts: Counts, *, beta: float = DEFAULT_BETA) -> WeightedM2Score:
    """Choose annotators and sum: the cheap step, for any number of betas.

    Raises:
        ValueError: counts of another metric, or an unusable beta.
    """
    return evaluation.score_counts(METRIC, counts, Scoring(beta))


def select(counts: Counts, *, beta: float = DEFAULT_BETA) -> Integers:
    """Return the row of each sentence that counts: int64[S], indices into counts.table.

    Raises:
        ValueError: counts of another metric, or an unusable beta.
    """
    return evaluation.select(METRIC, counts, Scoring(beta))


def chunks(
    systems: Sequence[Column], gold: Gold | Source, parameters: Parameters | None = None
) -> Iterator[Difficulty]:
    r"""Yield how difficult each chunk is that a reference or a system changes.

    Arguments and errors as `evaluate_systems`.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\n")
        >>> for chunk in chunks([["x b"], ["a c"]], gold):
        ...     print(chunk.start, chunk.end, chunk.corrections, chunk.right, chunk.weight)
        0 1 ('x',) 1 0.5
        1 2 () 1 0.5
    """
    made = parameters or Parameters()

    systems = require_paths(systems, gold)
    for block in METRIC.blocks(systems, gold, made, same, Reading()):
        yield from difficulties(block.text, made)
