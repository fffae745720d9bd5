"""GREEN some sentences at a time: choose references, sum what was chosen, forget the rows.

A block of region counts becomes a `ScoredBlock`; `Tally` adds these up to the scores of systems. So
memory depends on the block alone, whether counts come from text that is being read or from a table.
The definition stands in metrics/green.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.choice.alone import sentence_best
from fastgec.choice.best import sum_rows
from fastgec.counts import Counts
from fastgec.metrics.green_score import (
    REGIONS,
    Floats,
    GreenTotal,
    Integers,
    exact_sum,
    f_score,
    geometric_means,
    ratios,
)

SENTENCES = 2048  # of a table, at a time


@dataclass(frozen=True, slots=True, eq=False)
class ScoredBlock:
    """Some sentences of H systems at B betas.

    regions  int64[B, H, N, 7]: the rows of the chosen references summed
    f        float64[B, H, S]: F of each sentence alone
    chosen   int32[B, H, S]: label of the row that each sentence took
    f_sums   the exact sum of f, of each beta and system
    """

    regions: Integers
    f: Floats
    chosen: NDArray[np.int32]
    f_sums: tuple[tuple[tuple[float, ...], ...], ...]

    @property
    def n_sentences(self) -> int:
        """Number of sentences, the same of each system."""
        return int(self.f.shape[2])


class Tally:
    """Scores of H systems at B betas, block by block."""

    def __init__(
        self, n_systems: int, order: int, unit: str, betas: Sequence[float], short: str
    ) -> None:
        self._parameters = unit, short
        self._betas = tuple(betas)
        self._regions = np.zeros((len(betas), n_systems, order, len(REGIONS)), np.int64)
        self._f_sums: list[list[tuple[float, ...]]] = [[()] * n_systems for _ in betas]
        self.n_sentences = 0

    def add(self, block: ScoredBlock) -> None:
        """Add the sentences of a block."""
        self._regions += block.regions
        self.n_sentences += block.n_sentences
        for sums, more in zip(self._f_sums, block.f_sums, strict=True):
            sums[:] = [exact_sum((*a, *b)) for a, b in zip(sums, more, strict=True)]

    def totals(self) -> list[tuple[GreenTotal, ...]]:
        """Return for each system its score at each beta."""
        return [
            tuple(
                GreenTotal(self._regions[b, h], beta, *self._parameters, self.n_sentences, sums[h])
                for b, (beta, sums) in enumerate(zip(self._betas, self._f_sums, strict=True))
            )
            for h in range(self._regions.shape[1])
        ]


def scored_blocks(
    tables: Sequence[Counts], betas: Sequence[float], short: str
) -> Iterator[ScoredBlock]:
    """Yield the sentences of tables, of one system each and all of the same sentences, in order."""
    n_sentences = tables[0].n_sentences
    for first in range(0, n_sentences, SENTENCES):
        last = min(first + SENTENCES, n_sentences)
        joined = Counts.concat([table.sentences(first, last) for table in tables])
        rows = regions_of(joined)
        yield scored_block(rows, joined.offsets, joined.labels, len(tables), betas, short)


def scored_block(
    table: Integers,
    offsets: Integers,
    labels: NDArray[np.int32],
    n_systems: int,
    betas: Sequence[float],
    short: str,
) -> ScoredBlock:
    """Score the rows int64[R, N, 7] of the sentences of one system after the other."""
    shape = len(betas), n_systems, -1
    rows, f = choose(table, offsets, betas, short)
    rows, f = rows.reshape(shape), f.reshape(shape)
    regions = np.empty((*rows.shape[:2], *table.shape[1:]), np.int64)
    for b, h in np.ndindex(*rows.shape[:2]):
        regions[b, h] = sum_rows(table.reshape(len(table), -1), rows[b, h]).reshape(table.shape[1:])
    f_sums = tuple(tuple(map(exact_sum, of_systems)) for of_systems in f.tolist())
    return ScoredBlock(regions, f, labels[rows], f_sums)


def choose(
    table: Integers, offsets: Integers, betas: Sequence[float], short: str
) -> tuple[Integers, Floats]:
    """Choose a row per sentence for each beta; what does not depend on beta is done once.

    Returns: indices of the chosen rows of table int64[R, N, 7], int64[B, S]; their F float64[B, S].
    """
    precisions, recalls = map(geometric_means, ratios(table, short))
    n_sentences = len(offsets) - 1
    f = np.empty((len(betas), n_sentences))
    rows = np.empty((len(betas), n_sentences), np.int64)
    for b, beta in enumerate(betas):
        ranks = f_score(precisions, recalls, beta)
        rows[b] = sentence_best(ranks, offsets)
        f[b] = ranks[rows[b], -1]
    return rows, f


def regions_of(counts: Counts) -> Integers:
    """Return the table of counts by order and region, int64[R, N, 7].

    Raises: ValueError for counts of another metric.
    """
    if counts.metric != "green":
        raise ValueError(f"counts of {counts.metric}, expected counts of green")
    return counts.table.reshape(counts.n_rows, -1, len(REGIONS))
