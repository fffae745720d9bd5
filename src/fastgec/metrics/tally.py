"""Sums over blocks of counts, from which scores are made: memory does not grow with the corpus.

A block is folded on the thread that counted it, as far as that needs no other block, and added in
the order of the corpus. How much is folded depends on the kind of choice:

    alone    rows are chosen and summed on the thread, for all scorings at once
    running  rows are chosen in order, for each system by the totals of the sentences before
    drawn    rows are drawn in order, the same ones for all systems, and summed for each drawing
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from fastgec.choose import Chosen, Sums
from fastgec.counts import Counts
from fastgec.metrics.base import Block, Metric, OwnRows, ScoreT

if TYPE_CHECKING:
    from fastgec.choose.kinds import ChoiceSums

SENTENCES = 2048  # of a table of counts, at a time

# A block with its sums made on its thread: a list for each scoring.
Folded = tuple[Block, list[list[Any]]]


class Tally(Generic[ScoreT]):
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
        metric: Metric[ScoreT],
        parameters: Any,
        scorings: Sequence[Any],
        n_systems: int,
        *,
        jobs: int | None = 1,
    ) -> None:
        """Take sizes, and threads for drawn references.

        Raises:
            ValueError: no scoring.
        """
        if not scorings:
            raise ValueError("no scoring, expected at least 1")
        self.metric = metric
        self.parameters = parameters
        self.scorings = tuple(scorings)
        self.n_systems = n_systems
        self.n_sentences = 0
        width = len(metric.columns(parameters))
        is_weighted = metric.is_weighted(parameters)
        # By scoring: the sums of all systems, or of each where systems have rows of their own.
        n_apart = n_systems if metric.has_own_rows else 1
        n_each = 1 if metric.has_own_rows else n_systems
        self._sums = [
            [choice.sums(n_each, width, jobs, is_weighted=is_weighted) for _ in range(n_apart)]
            for choice in map(metric.choose, scorings)
        ]

    def fold(self, block: Block) -> Folded:
        """Return the block with the sums that need no other block; on any thread."""
        return block, [
            [sums.fold(own.table, own.offsets) for sums, own in zip(each, block.apart, strict=True)]
            for each in self._sums
        ]

    def add(self, folded: Folded) -> list[Chosen]:
        """Add the next block; return the rows that each scoring selected."""
        block, made = folded
        self.n_sentences += len(block)
        found = []
        for each, parts in zip(self._sums, made, strict=True):
            chosen = [
                sums.add(own.table, own.offsets, part)
                for sums, own, part in zip(each, block.apart, parts, strict=True)
            ]
            is_one = len(chosen) == 1
            found.append(chosen[0] if is_one else Chosen(np.concatenate([c.rows for c in chosen])))
        return found

    def scores(self) -> list[tuple[ScoreT, ...]]:
        """Return for each system its score by each scoring."""
        return [
            tuple(
                self.metric.score(self._sums_of(each, h), self.parameters, scoring)
                for each, scoring in zip(self._sums, self.scorings, strict=True)
            )
            for h in range(self.n_systems)
        ]

    def _sums_of(self, each: Sequence[ChoiceSums], system: int) -> Sums:
        sums, number = (each[system], 0) if self.metric.has_own_rows else (each[0], system)
        return sums.sums(number, self.n_sentences)


def counted_blocks(tables: Sequence[Counts], *, has_own_rows: bool = False) -> Iterator[Block]:
    """Yield the counts of several systems on the same sentences, some sentences at a time.

    Args:
        tables: counts of each system, with the same rows.
        has_own_rows: whether they may have rows of their own: blocks are then `OwnRows`.

    Yields:
        Blocks without text.

    Raises:
        ValueError: tables have other rows than the first, or counts of another kind.
    """
    one = tables[0]
    kind = one.metric, one.columns, one.parameters
    for table in tables[1:]:
        if (table.metric, table.columns, table.parameters) != kind:
            found = table.described()
            raise ValueError(f"counts with {found} and {one.described()}: expected the same")
        has_same_rows = has_own_rows or np.array_equal(table.offsets, one.offsets)
        if table.n_sentences != one.n_sentences or not has_same_rows:
            raise ValueError("counts of different sentences")
    for first in range(0, one.n_sentences, SENTENCES):
        last = min(first + SENTENCES, one.n_sentences)
        if has_own_rows:
            parts = [table.sentences(first, last) for table in tables]
            each = [Block(first, own.table[None], own.offsets, own.labels, kind) for own in parts]
            yield OwnRows(first, each, kind)
            continue
        low, high = int(one.offsets[first]), int(one.offsets[last])
        rows = [table.table[low:high] for table in tables]
        yield Block(
            first,
            rows[0][None] if len(rows) == 1 else np.stack(rows),
            one.offsets[first : last + 1] - low,
            one.labels[low:high],
            kind,
        )
