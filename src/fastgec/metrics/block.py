"""A block: the counts of some sentences of all systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import sealed
from fastgec.choose import Integers, Totals
from fastgec.counts import Counts

# Metric, columns and parameters, which all counts of a run share, see `Counts`.
Kind = tuple[str, tuple[str, ...], Mapping[str, Any]]


@dataclass(slots=True, eq=False)
class Block:
    """Counts of the same sentences of H systems, which have the same rows.

    first    number of sentences of the corpus before them
    table    int64[H, R, K], float64[H, R, K] of weights
    offsets  int64[S+1]: sentence s owns the rows offsets[s] to offsets[s+1] of each system
    labels   int32[R]: annotator id or index of the reference of each row
    kind     metric, columns and parameters
    text     the counted text, for views of it; None if only counts are known
    """

    first: int
    table: Totals
    offsets: Integers
    labels: NDArray[np.int32]
    kind: Kind
    text: Any = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def counts(self, system: int) -> Counts:
        """Return the counts of a system."""
        metric, columns, parameters = self.kind
        for array in (self.table, self.offsets, self.labels):
            sealed(array)  # nobody writes to it any more
        table = self.table[system]
        is_weighted = table.dtype.kind == "f"
        return Counts(
            table, self.offsets, self.labels, columns, metric, parameters, is_weighted=is_weighted
        )

    @property
    def apart(self) -> Sequence[Block]:
        """The block, or a block of each system where each has rows of its own."""
        return (self,)

    def of_system(self, system: int) -> Block:
        """Return the block of a system alone."""
        table = self.table[system : system + 1]
        return Block(self.first, table, self.offsets, self.labels, self.kind, self.text)


class OwnRows(Block):
    """Counts of the same sentences of H systems, each of which has rows of its own.

    It has no table of all systems: whoever reads rows asks for those `of_system`.

    each  a block of each system alone
    """

    __slots__ = ("each",)

    def __init__(self, first: int, each: Sequence[Block], kind: Kind, text: Any = None) -> None:
        self.first = first
        self.each = each
        self.kind = kind
        self.text = text

    def __len__(self) -> int:
        return len(self.each[0])

    @property
    def apart(self) -> Sequence[Block]:
        """A block of each system."""
        return self.each

    def counts(self, system: int) -> Counts:
        """Return the counts of a system."""
        return self.each[system].counts(0)

    def of_system(self, system: int) -> Block:
        """Return the block of a system alone."""
        return self.each[system]


def same(block: Block) -> Block:
    """Return the block: the fold of `Metric.blocks` where blocks themselves are wanted."""
    return block


def own_rows(block: Block) -> OwnRows:
    """Return a block of a metric whose systems have rows of their own."""
    assert isinstance(block, OwnRows)
    return block
