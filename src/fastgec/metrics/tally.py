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

from fastgec.choice import Chosen, Sums
from fastgec.counts import Counts
from fastgec.metrics.base import Block, Metric, OwnRows, ScoreT

if TYPE_CHECKING:
    from fastgec.choice.kinds import Choice

SENTENCES = 2048  # of a table of counts, at a time

# A block, and what was made of it on its thread: for each scoring a part of its sums.
Folded = tuple[Block, tuple[Any, ...]]


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
        make = _OwnSums if metric.has_own_rows else _SharedSums
        is_weighted = metric.is_weighted(parameters)
        self._sums = [
            make(metric.choose(scoring), n_systems, width, jobs, is_weighted=is_weighted)
            for scoring in scorings
        ]

    def fold(self, block: Block) -> Folded:
        """Do what needs no other block; on any thread."""
        return block, tuple(sums.fold(block) for sums in self._sums)

    def add(self, folded: Folded) -> list[Chosen]:
        """Add the next block; return what each scoring chose."""
        block, made = folded
        self.n_sentences += len(block)
        return [sums.add(block, part) for sums, part in zip(self._sums, made, strict=True)]

    def scores(self) -> list[tuple[ScoreT, ...]]:
        """Return for each system its score by each scoring."""
        return [
            tuple(
                self.metric.score(sums.sums(h, self.n_sentences), self.parameters, scoring)
                for sums, scoring in zip(self._sums, self.scorings, strict=True)
            )
            for h in range(self.n_systems)
        ]


class _SharedSums:
    """Sums by one scoring of systems that have the same rows."""

    def __init__(
        self, choice: Choice, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool
    ) -> None:
        self._sums = choice.sums(n_systems, width, jobs, is_weighted=is_weighted)

    def fold(self, block: Block) -> Any:
        return self._sums.fold(block.table, block.offsets)

    def add(self, block: Block, part: Any) -> Chosen:
        return self._sums.add(block.table, block.offsets, part)

    def sums(self, system: int, n_sentences: int) -> Sums:
        return self._sums.sums(system, n_sentences)


class _OwnSums:
    """Sums by one scoring of systems that have rows of their own: each system's apart."""

    def __init__(
        self, choice: Choice, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool
    ) -> None:
        self._each = [
            choice.sums(1, width, jobs, is_weighted=is_weighted) for _ in range(n_systems)
        ]

    def fold(self, block: Block) -> Any:
        blocks = map(block.of_system, range(len(self._each)))
        return [
            sums.fold(own.table, own.offsets) for sums, own in zip(self._each, blocks, strict=True)
        ]

    def add(self, block: Block, part: Any) -> Chosen:
        rows = np.empty((len(self._each), len(block)), np.int64)
        for system, sums in enumerate(self._each):
            own = block.of_system(system)
            chosen = sums.add(own.table, own.offsets, part[system])
            assert chosen.rows is not None  # such metrics draw no rows
            rows[system] = chosen.rows[0]
        return Chosen(rows)

    def sums(self, system: int, n_sentences: int) -> Sums:
        return self._each[system].sums(0, n_sentences)


def counted_blocks(tables: Sequence[Counts], *, has_own_rows: bool = False) -> Iterator[Block]:
    """Yield the counts of several systems on the same sentences, some sentences at a time.

    Args:
        tables: counts of each system, with the same rows.
        has_own_rows: whether they may have rows of their own: blocks are then `OwnRows`.

    Yields:
        Blocks without text.

    Raises:
        ValueError: tables have other rows than the first, or differ in what they count.
    """
    one = tables[0]
    kind = one.metric, one.columns, one.parameters
    for table in tables[1:]:
        if (table.metric, table.columns, table.parameters) != kind:
            found = table.described()
            raise ValueError(f"counts with {found} found beside {one.described()}, expected alike")
        has_same_rows = has_own_rows or np.array_equal(table.offsets, one.offsets)
        if table.n_sentences != one.n_sentences or not has_same_rows:
            raise ValueError("counts of unlike sentences found, expected the same rows")
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
