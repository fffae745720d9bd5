"""Sums over blocks of counts, from which scores are made: memory does not grow with the corpus.

A block is folded on whichever thread counted it, as far as that needs no other block, and added in
the order of the corpus. What can be folded depends on the kind of choice:

    alone    rows are chosen and summed on the thread, for all scorings at once
    running  rows are chosen in order, for each system by the totals of the sentences before
    drawn    rows are drawn in order, the same ones for all systems, and summed for each drawing
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from fastgec.choice import Chosen
from fastgec.counts import Counts
from fastgec.metrics.door import Block, Metric, ParametersT, ScoreT, ScoringT

if TYPE_CHECKING:
    from fastgec.choice.kinds import ChoiceSums

SENTENCES = 2048  # of a table of counts, at a time

# A block, and what was made of it on its thread: for each scoring a part of its sums.
Folded = tuple[Block, tuple[Any, ...]]


class Tally(Generic[ParametersT, ScoringT, ScoreT]):
    r"""Scores of H systems by several scorings, block by block.

    Example:
        >>> from fastgec import Counts, Gold, m2
        >>> counts = m2.count(["c b"], Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"))
        >>> tally = Tally(m2.METRIC, m2.Parameters(), [m2.Scoring(0.5), m2.Scoring(1.0)], 1)
        >>> for block in counted_blocks([counts]):
        ...     _ = tally.add(tally.fold(block))
        >>> [score.f for score in tally.scores()[0]]
        [1.0, 1.0]
    """

    def __init__(
        self,
        metric: Metric[Any, ParametersT, ScoringT, ScoreT],
        parameters: ParametersT,
        scorings: Sequence[ScoringT],
        n_systems: int,
        *,
        jobs: int | None = 1,
    ) -> None:
        """Take sizes, and threads for what is drawn.

        Raises:
            ValueError: no scoring.
        """
        if not scorings:
            raise ValueError("no scoring found, expected at least 1")
        self.metric = metric
        self.parameters = parameters
        self.scorings = tuple(scorings)
        self.n_systems = n_systems
        self.n_sentences = 0
        width = len(metric.columns(parameters))
        self._sums: list[ChoiceSums] = [
            metric.choose(scoring).sums(n_systems, width, jobs) for scoring in scorings
        ]

    def fold(self, block: Block) -> Folded:
        """Do what needs no other block; on any thread."""
        prepared: dict[Any, Any] = {}  # what scorings have in common is made once
        parts = (sums.fold(block.table, block.offsets, prepared) for sums in self._sums)
        return block, tuple(parts)

    def add(self, folded: Folded) -> list[Chosen]:
        """Add the next block; return what each scoring chose."""
        block, made = folded
        self.n_sentences += len(block)
        return [
            sums.add(block.table, block.offsets, part)
            for sums, part in zip(self._sums, made, strict=True)
        ]

    def scores(self) -> list[tuple[ScoreT, ...]]:
        """Return for each system its score by each scoring."""
        return [
            tuple(
                self.metric.score(sums.sums(h, self.n_sentences), self.parameters, scoring)
                for sums, scoring in zip(self._sums, self.scorings, strict=True)
            )
            for h in range(self.n_systems)
        ]


def counted_blocks(tables: Sequence[Counts]) -> Iterator[Block]:
    """Yield the counts of several systems on the same sentences, some sentences at a time.

    Args:
        tables: counts of each system, with the same rows.

    Yields:
        Blocks without text.

    Raises:
        ValueError: tables have other rows than the first, or differ in what they count.
    """
    one = tables[0]
    kind = one.metric, one.columns, one.parameters
    for table in tables[1:]:
        if (table.metric, table.columns, table.parameters) != (
            one.metric,
            one.columns,
            one.parameters,
        ) or not np.array_equal(table.offsets, one.offsets):
            raise ValueError("counts of unlike sentences found, expected the same rows")
    for first in range(0, one.n_sentences, SENTENCES):
        last = min(first + SENTENCES, one.n_sentences)
        low, high = int(one.offsets[first]), int(one.offsets[last])
        rows = [table.table[low:high] for table in tables]
        yield Block(
            first,
            rows[0][None] if len(rows) == 1 else np.stack(rows),
            one.offsets[first : last + 1] - low,
            one.labels[low:high],
            kind,
        )
