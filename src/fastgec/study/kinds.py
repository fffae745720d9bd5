"""Recall of each gold error type: MaxMatch's, whose edits of a system have no type."""

from __future__ import annotations

from collections.abc import Sequence

from fastgec.choice import Chosen
from fastgec.corpus.arguments import require_paths
from fastgec.corpus.blocks import Column
from fastgec.corpus.gold import Gold
from fastgec.corpus.pieces import Source
from fastgec.metrics import m2
from fastgec.metrics.base import Block
from fastgec.metrics.m2.modes import KindCounts
from fastgec.metrics.m2.words import KindScore, found_edits
from fastgec.study.arguments import asked_metric, asked_systems, told_run


class KindTally:
    """Gold edits of each error type, and how many a system made, while blocks go by."""

    def __init__(self, system: int, parameters: m2.Parameters) -> None:
        """Take which system of the blocks, and what counts depend on."""
        self._system = system
        self._parameters = parameters
        self._counts = KindCounts(parameters)

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, and what the first scoring chose."""
        rows = chosen[0].rows
        assert rows is not None
        found = found_edits(
            block.text,
            self._system,
            self._parameters,
            rows[self._system],
            has_statuses=self._counts.has_statuses,
        )
        self._counts.add(found)

    def scores(self) -> list[KindScore]:
        """Return recall by type, most frequent first."""
        return self._counts.scores()


def types(
    systems: Sequence[Column],
    gold: Gold | Source,
    *,
    parameters: m2.Parameters | None = None,
    scoring: m2.Scoring | None = None,
    jobs: int | None = None,
) -> list[list[KindScore]]:
    r"""Return how many gold edits of each error type each system makes.

    Args:
        systems: for each a path or sentences in memory.
        gold: a Gold or a path.
        parameters: what counts depend on.
        scoring: what the choice of annotators depends on.
        jobs: threads (all cores).

    Returns:
        For each system the types, most frequent first; in a mode, or with a bonus, `StatusScore`s,
        which have the number of each status, too.

    Raises:
        FormatError: text that cannot be scored.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: no system.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R:DET|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
        >>> [(kind.kind, kind.recall) for kind in types([["c b"]], gold)[0]]
        [('R', 0.0), ('R:DET', 1.0)]
    """
    _, used, by = asked_metric(m2.METRIC, gold, parameters, scoring)
    systems = asked_systems(systems)
    tallies = [KindTally(system, used) for system in range(len(systems))]
    require_paths(systems, gold)
    told_run(m2.METRIC, systems, gold, used, by, observers=tallies, jobs=jobs)
    return [tally.scores() for tally in tallies]
