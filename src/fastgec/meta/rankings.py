"""Rankings of systems by people: items, and the judgments between two systems that they hold.

An item is a sentence as one judge ranked it: groups of systems with the same output, each with a
rank, smaller is better. It is **expanded**: every system of a group has the group's rank, and each
pair of the item's systems is one judgment, a win or a tie. Judgments are **collapsed** where both
systems stand for their group: the first named one does (Grundkiewicz et al. 2015; Kobayashi et al.
2024).

Sentences count from 0. `fastgec.meta.rankingsxml` reads the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, gather, made_from_fields, offsets_of, sealed
from fastgec.corpus.pieces import Source
from fastgec.corpus.tomltable import hint
from fastgec.glimpse import short
from fastgec.machine.memory import require_holdable
from fastgec.parameters import whole_number

Integers = NDArray[np.int64]

WIN, TIE = 0, 1
_BYTES = 256  # of a judgment, while it is made


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
        names = tuple(self.names[item] for item in items.tolist())
        kept = self.system[entries], self.rank[entries], self.group[entries]
        return Items(names, sentence, self.user[items], offsets, *kept)

    def of_systems(self, places: Integers) -> Items:
        """Return the items with systems renumbered; entries of those with place -1 are left out."""
        moved = places[self.system]
        is_kept = moved >= 0
        offsets = np.concatenate([[0], np.cumsum(is_kept)])[self.offsets]
        kept = moved[is_kept], self.rank[is_kept], self.group[is_kept]
        return Items(self.names, self.sentence, self.user, offsets, *kept)


@dataclass(frozen=True, slots=True, eq=False)
class Rankings:
    """Judgments between two systems, as items of rankings give them; J of them.

    name       the file, or files
    systems    labels of the systems
    users      names of the judges
    items      what the judgments were made of
    item       int64[J], index of the item
    sentence   int64[J], from 0
    user       int64[J], index of the judge
    winner     int64[J], index of the system with the smaller rank; of a tie the first named
    loser      int64[J], index of the other
    kind       int8[J], WIN or TIE
    ranks      int64[J, 2], of the winner and of the loser
    collapsed  bool[J], whether both systems stand for their group

    Example:
        >>> found = Rankings.of(["A", "B", "C"], [(0, [(1, ["B"]), (2, ["A", "C"])])])
        >>> [(found.systems[w], found.systems[l], k) for w, l, k in found.triples()]
        [('B', 'A', 0), ('B', 'C', 0), ('A', 'C', 1)]
        >>> found.collapsed.tolist()
        [True, False, False]
    """

    name: str
    systems: tuple[str, ...]
    users: tuple[str, ...]
    items: Items
    item: Integers = field(init=False)
    sentence: Integers = field(init=False)
    user: Integers = field(init=False)
    winner: Integers = field(init=False)
    loser: Integers = field(init=False)
    kind: NDArray[np.int8] = field(init=False)
    ranks: Integers = field(init=False)
    collapsed: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        items = self.items
        sizes = np.diff(items.offsets)
        n_pairs = sizes * (sizes - 1) // 2
        # Sizes of a file of 64 MB fit easily; their squares are summed as floats, not to wrap.
        require_holdable(int(n_pairs.astype(float).sum()) * _BYTES, f"judgments of {self.name}")
        parts = [np.empty((3, 0), np.int64)]
        for size in np.unique(sizes[sizes > 1]).tolist():
            chosen = np.flatnonzero(sizes == size)
            first, second = np.triu_indices(size, 1)
            starts = items.offsets[:-1][chosen, np.newaxis]
            item = np.repeat(chosen, len(first))
            parts.append(np.stack([item, (starts + first).ravel(), (starts + second).ravel()]))
        table = np.concatenate(parts, axis=1)
        del parts  # of millions of judgments each of these takes gigabytes
        item, one, other = table[:, np.argsort(table[0], kind="stable")]
        del table
        # The first entry of a group stands for it; groups of an item stand together.
        stands = np.append(True, items.group[1:] != items.group[:-1])
        ranks = np.sort(np.stack([items.rank[one], items.rank[other]], axis=1), axis=1)
        is_worse = items.rank[one] > items.rank[other]
        for name, array in (
            ("item", item),
            ("sentence", items.sentence[item]),
            ("user", items.user[item]),
            ("winner", items.system[np.where(is_worse, other, one)]),
            ("loser", items.system[np.where(is_worse, one, other)]),
            ("kind", np.where(ranks[:, 0] == ranks[:, 1], TIE, WIN).astype(np.int8)),
            ("ranks", ranks),
            ("collapsed", stands[one] & stands[other]),
        ):
            object.__setattr__(self, name, sealed(np.ascontiguousarray(array)))

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return Rankings, (self.name, self.systems, self.users, self.items)

    def __len__(self) -> int:
        return len(self.item)

    def __repr__(self) -> str:
        facts = {"systems": len(self.systems), "items": len(self.items), "judgments": len(self)}
        return short("Rankings", {"name": self.name, **facts, "ties": self.n_ties})

    @property
    def n_empty(self) -> int:
        """Number of items without any system."""
        return int((np.diff(self.items.offsets) == 0).sum())

    @property
    def n_judgments(self) -> int:
        """Number of judgments, expanded."""
        return len(self)

    @property
    def n_ties(self) -> int:
        """Number of judgments that are ties."""
        return int((self.kind == TIE).sum())

    @property
    def n_repeated(self) -> int:
        """Number of items that repeat an earlier one: id, user, sentence and ranks are the same."""
        items = self.items
        if len(set(items.names)) == len(items):
            return 0
        spans = zip(items.offsets[:-1].tolist(), items.offsets[1:].tolist(), strict=True)
        facts = zip(items.names, items.sentence.tolist(), spans, strict=True)
        contents = [
            (name, sentence, items.system[a:b].tobytes(), items.rank[a:b].tobytes())
            for name, sentence, (a, b) in facts
            if a < b
        ]
        return len(contents) - len(set(contents))

    def triples(self) -> Iterable[tuple[int, int, int]]:
        """Yield winner, loser and kind of each judgment."""
        return zip(self.winner.tolist(), self.loser.tolist(), self.kind.tolist(), strict=True)

    @staticmethod
    def of(
        systems: Sequence[str],
        items: Iterable[tuple[int, Sequence[tuple[int, Sequence[str]]]]],
        name: str = "rankings",
    ) -> Rankings:
        """Return rankings from memory.

        Args:
            systems: labels of the systems, in the order that is wanted.
            items: for each its sentence, from 0, and its groups: rank and labels.
            name: what messages call them.

        Raises:
            ValueError: a label that is no system, or is named twice in an item; a sentence below 0,
                or a rank below 1.
        """
        places = {label: place for place, label in enumerate(systems)}
        sentences: list[int] = []
        sizes: list[int] = []
        entries: list[tuple[int, int, int]] = []
        n_groups = 0
        for number, (sentence, groups) in enumerate(items):
            labels = [label for _, group in groups for label in group]
            for label in labels:
                if label not in places:
                    raise ValueError(f"{name}: item {number}: {label!r}, {hint(label, systems)}")
            if len(set(labels)) < len(labels):
                raise ValueError(f"{name}: item {number}: a system found twice, expected it once")
            whole_number(sentence, f"{name}: item {number}: sentence", 0)
            for rank, group in groups:
                whole_number(rank, f"{name}: item {number}: rank", 1)
                entries += [(places[label], rank, n_groups) for label in group]
                n_groups += 1
            sentences.append(sentence)
            sizes.append(len(labels))
        table = np.array(entries, np.int64).reshape(-1, 3)
        found = Items(
            tuple(f"{number}" for number in range(len(sentences))),
            np.array(sentences, np.int64),
            np.zeros(len(sentences), np.int64),
            offsets_of(np.array(sizes, np.int64)),
            *table.T,
        )
        return Rankings(name, tuple(systems), ("",), found)

    def of_systems(self, labels: Sequence[str]) -> Rankings:
        """Return the judgments between some systems, in the order that is given.

        Of a group the first named of these stands for it.

        Raises:
            ValueError: a label that is no system.
        """
        if tuple(labels) == self.systems:
            return self
        places = np.full(len(self.systems), -1, np.int64)
        for place, label in enumerate(labels):
            if label not in self.systems:
                raise ValueError(f"{self.name}: {label!r}, {hint(label, self.systems)}")
            places[self.systems.index(label)] = place
        items = self.items.of_systems(places)
        return Rankings(self.name, tuple(labels), self.users, items)

    def of_users(self, users: Sequence[str]) -> Rankings:
        """Return the judgments of some judges.

        Raises:
            ValueError: a name that is no judge.
        """
        for user in users:
            if user not in self.users:
                raise ValueError(f"{self.name}: no annotator {user!r}, {hint(user, self.users)}")
        wanted = np.array([user in users for user in self.users], bool)
        kept = np.flatnonzero(wanted[self.items.user])
        items = self.items.take(kept, self.items.sentence[kept])
        return Rankings(self.name, self.systems, self.users, items)

    def of_sentences(self, numbers: Integers) -> Rankings:
        """Return the judgments of some sentences, which then count from 0 in this order.

        Args:
            numbers: int64[N], from 0, each once.
        """
        last = int(self.items.sentence.max(initial=-1))
        if last < len(numbers) and (numbers == np.arange(len(numbers))).all():
            return self
        size = 1 + max(int(numbers.max(initial=-1)), int(self.items.sentence.max(initial=-1)))
        places = np.full(size, -1, np.int64)
        places[numbers] = np.arange(len(numbers))
        moved = places[self.items.sentence]
        kept = np.flatnonzero(moved >= 0)
        items = self.items.take(kept, moved[kept])
        return Rankings(self.name, self.systems, self.users, items)


def read_rankings(
    path: Source | Sequence[Source], *, base: int = 0, systems: Sequence[str] | None = None
) -> Rankings:
    """Read rankings in XML, as Appraise writes them; gzip and Zstandard are unpacked.

    Args:
        path: of the file, or of several that are joined.
        base: the `src-id` of the first sentence: 0 or 1.
        systems: labels in the order that is wanted (None: all that are named, by name).

    Returns:
        The judgments of all judges but "admin".

    Raises:
        FormatError: a file is bad.
        LimitError: more judgments than memory holds.
        ValueError: a system that no item names, or a base below 0.
    """
    from fastgec.meta.rankingsxml import read_items

    found = Rankings(*read_items(path, base=base))
    return found if systems is None else found.of_systems(systems)


def facts_of(rankings: Rankings) -> Mapping[str, Any]:
    """Return the numbers of what was judged, expanded and collapsed."""
    decided = rankings.kind == WIN
    return {
        "items": len(rankings.items),
        "empty_items": rankings.n_empty,
        "judgments": len(rankings),
        "ties": rankings.n_ties,
        "collapsed_judgments": int(rankings.collapsed.sum()),
        "collapsed_ties": int((rankings.collapsed & ~decided).sum()),
    }
