"""What judges ranked: items, and the systems that have a rank in each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, gather, made_from_fields, offsets_of

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """What judges ranked: items, each with its entries, systems that have a rank there.

    names     of the items, for messages
    sentence  int64[I], from 0
    user      int64[I], index of the judge
    offsets   int64[I+1]: item i has the entries offsets[i] to offsets[i+1], as they were named
    system    int64[E], index of the system
    rank      int64[E], smaller is better
    group     int64[E]; entries of one group have one output, and were judged once
    """

    names: tuple[str, ...]
    sentence: Integers
    user: Integers
    offsets: Integers
    system: Integers
    rank: Integers
    group: Integers

    def __post_init__(self) -> None:
        arrays = ("sentence", "user", "offsets", "system", "rank", "group")
        freeze(self, **dict.fromkeys(arrays, np.int64))

    __reduce__ = made_from_fields

    def __len__(self) -> int:
        return len(self.names)

    def take(self, items: Integers, sentence: Integers) -> Items:
        """Return some items, whose sentences have other numbers."""
        entries, offsets = gather(self.offsets, items)
        return Items(
            tuple(self.names[item] for item in items.tolist()),
            sentence,
            self.user[items],
            offsets,
            self.system[entries],
            self.rank[entries],
            self.group[entries],
        )

    def of_systems(self, places: Integers) -> Items:
        """Return the items with systems renumbered; entries of those with place -1 are left out."""
        moved = places[self.system]
        is_kept = moved >= 0
        sizes = np.add.reduceat(np.append(is_kept, False).astype(np.int64), self.offsets[:-1])
        sizes[np.diff(self.offsets) == 0] = 0  # reduceat gives these the next entry
        return Items(
            self.names,
            self.sentence,
            self.user,
            offsets_of(sizes),
            moved[is_kept],
            self.rank[is_kept],
            self.group[is_kept],
        )
