"""Judgments of people, and files of scores: rankings, ratings, scores of systems and of sentences.

**Scores of systems**, in the layouts of published files and in a neutral one.

    system<TAB>score                 a line for each system, with or without that heading
    system,score                     the same in commas, with the heading (GMEG)
    name score (first, last)         of expected wins, with lines of + (Grundkiewicz et al. 2015)
    name F P R                       of M2, of which F is taken (the same)
    score                            a number a line (SEEDA); the caller says whose they are

A file has one layout, that of its first line; a line that does not fit is refused.

**Scores of sentences** are read by `read.scores`.

**Rankings** of systems by people are items, which hold judgments between two systems. An item is a
sentence as one judge ranked it: groups of systems with the same output, each with a rank, smaller
is better. It is **expanded**: every system of a group has the group's rank, and each pair of the
item's systems is one judgment, a win or a tie. Judgments are **collapsed** where both systems stand
for their group: the first named one does (Grundkiewicz et al. 2015; Kobayashi et al. 2024).

Sentences count from 0.

**Files of rankings** are XML as Appraise writes it, read without entities. Elements `ranking-item`
may stand at any depth; each has `src-id` (the sentence), `user` and `id`, and children
`translation` with `rank` (1 or more) and `system`, labels separated by white space. An item may be
empty. Items of the user "admin" are left out.

A document type is refused, so that no entity is ever expanded, and so are files of over 64 MB.

**Ratings** of sentences by people are a table of systems and sentences, as GMEG publishes them. A
file is comma-separated text: labels of the systems, then a line for each sentence in the order of
the corpus. Cells are numbers (means over raters), or all empty: such a sentence was not rated, so
it counts for no human score, yet metrics score it.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Integers
from fastgec.counts import freeze, gather, made_from_fields, offsets_of, sealed
from fastgec.machine import require_holdable
from fastgec.read import FormatError, counted, shortened, visible
from fastgec.read.config import hint
from fastgec.read.files import BYTE_ORDER_MARK, ByteReader, Source, read_utf8, require_utf8
from fastgec.read.lines import Lines
from fastgec.read.scores import finite_number
from fastgec.values import short, whole_number

LONGEST = 200  # characters of a name, or of a number
TWICE = "judgments that count twice make intervals too narrow"
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_RULE = re.compile(r"\+\+\++")
_HEADING = re.compile(r"system([\t,])score")
_TAB = r"(?P<label>[^\t]*)\t(?P<score>[^\t]*)"
_COMMA = r"(?P<label>.*),(?P<score>[^,]*)"
# What the lines of each layout match, and what messages call it.
LAYOUTS = {
    _TAB: "system, tab, score",
    rf"(?P<label>)(?P<score>{_NUMBER})": "a number",
    rf"(?P<label>\S+) (?P<score>{_NUMBER}) \({_NUMBER}, {_NUMBER}\)": "system score (first, last)",
    rf"(?P<label>\S+) (?P<score>{_NUMBER}) {_NUMBER} {_NUMBER}": "system F P R",
}


def read_scores(path: Source, systems: Sequence[str] | None = None) -> dict[str, float]:
    """Read a score for each system.

    Args:
        path: of the file.
        systems: whose scores a file of bare numbers has, in its order (None: it may have none).

    Returns:
        Scores by label, in the order of the file.

    Raises:
        FormatError: a file that is empty, has two scores of a system, a line that does not fit, or
            another number of scores than there are systems.
    """
    lines = Lines.read(path)
    texts = [(number, lines[number - 1].strip()) for number in range(1, len(lines) + 1)]
    texts = [(number, text) for number, text in texts if text and not _RULE.fullmatch(text)]
    layouts = LAYOUTS
    if texts and (heading := _HEADING.fullmatch(texts[0][1])):
        layouts = {_TAB if heading[1] == "\t" else _COMMA: "a system and its score"}
        del texts[0]
    if not texts:
        raise FormatError(lines.name, None, "no score: expected a line for each system")
    # The first line says which layout a file has.
    pattern = next((one for one in layouts if _matched(one, texts[0][1])), next(iter(layouts)))
    scores: dict[str, float] = {}
    bare: list[float] = []
    for number, text in texts:
        found = _matched(pattern, text)
        if found is None:
            reason = f"{visible(shortened(text))}: expected {layouts[pattern]}"
            raise FormatError(lines.name, number, reason)
        label, value = found
        if layouts[pattern] == "a number":
            bare.append(value)
            continue
        if not label or len(label) > LONGEST or not label.isprintable():
            raise FormatError(lines.name, number, "a bad name: expected a system")
        if label in scores:
            reason = f'system "{label}" is given twice: expected it once'
            raise FormatError(lines.name, number, reason)
        scores[label] = value
    if not bare:
        return scores
    if systems is None:
        reason = 'a number without its system: expected "system<TAB>score"'
        raise FormatError(lines.name, texts[0][0], f"{reason} (or in [[human]]: systems = [...])")
    if len(bare) != len(systems):
        reason = f"{len(bare)} scores, expected {len(systems)}: {', '.join(systems)}"
        raise FormatError(lines.name, None, reason)
    return dict(zip(systems, bare, strict=True))


def _matched(pattern: str, text: str) -> tuple[str, float] | None:
    """Return the label and the score of a line, None for a line of another layout."""
    found = re.fullmatch(pattern, text, re.DOTALL)
    value = finite_number(found["score"]) if found else math.nan
    return None if found is None or math.isnan(value) else (found["label"].strip(), value)


WIN, TIE = 0, 1
_BYTES = 256  # of a judgment, while it is made


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """Rankings of judges: items, each with its entries, systems that have a rank there.

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

    @staticmethod
    def of(
        items: Sequence[tuple[str, int, str]],
        entries: Iterable[tuple[int, str, int, int]],
        systems: Sequence[str],
        users: Sequence[str],
    ) -> Items:
        """Items of names, sentences and judges; of entries item, system, rank and group."""
        system_of = {label: place for place, label in enumerate(systems)}
        user_of = {name: place for place, name in enumerate(users)}
        rows = [(item, system_of[label], *more) for item, label, *more in entries]
        table = np.array(rows, np.int64).reshape(-1, 4)
        return Items(
            tuple(name for name, *_ in items),
            np.array([sentence for _, sentence, _ in items], np.int64),
            np.array([user_of[user] for *_, user in items], np.int64),
            offsets_of(np.bincount(table[:, 0], minlength=len(items))),
            *table[:, 1:].T,
        )

    def take(self, items: Integers, sentence: Integers) -> Items:
        """Return some items, whose sentences have other numbers."""
        entries, offsets = gather(self.offsets, items)
        names = tuple(self.names[item] for item in items.tolist())
        kept = self.system[entries], self.rank[entries], self.group[entries]
        return Items(names, sentence, self.user[items], offsets, *kept)

    def of_systems(self, places: Integers) -> Items:
        """The items with systems renumbered; entries of those with place -1 are left out."""
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
        """Rankings from memory.

        Args:
            systems: labels of the systems, in the order that is wanted.
            items: for each its sentence, from 0, and its groups: rank and labels.
            name: what messages call them.

        Raises:
            ValueError: a label that is no system, or is named twice in an item; a sentence below 0,
                or a rank below 1.
        """
        names: list[tuple[str, int, str]] = []
        entries: list[tuple[int, str, int, int]] = []
        group_of_all = 0
        for number, (sentence, groups) in enumerate(items):
            place = f"{name}: item {number}"
            labels = [label for _, group in groups for label in group]
            for label in labels:
                if label not in systems:
                    raise ValueError(f"{place}: {label!r}, {hint(label, systems)}")
            if len(set(labels)) < len(labels):
                raise ValueError(f"{place}: a system is given twice: expected it once")
            whole_number(sentence, f"{place}: sentence", 0)
            names.append((f"{number}", sentence, ""))
            for rank, group in groups:
                whole_number(rank, f"{place}: rank", 1)
                entries += [(number, label, rank, group_of_all) for label in group]
                group_of_all += 1
        return Rankings(name, tuple(systems), ("",), Items.of(names, entries, systems, ("",)))

    def of_systems(self, labels: Sequence[str]) -> Rankings:
        """The judgments between some systems, in the order that is given.

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
        return Rankings(self.name, tuple(labels), self.users, self.items.of_systems(places))

    def of_users(self, users: Sequence[str]) -> Rankings:
        """The judgments of some judges.

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
        """The judgments of some sentences, which then count from 0 in this order.

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
    whole_number(base, "base", 0)
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    reader = _Reader(base)
    for one in paths:
        reader.read(one)
    name = " + ".join(os.fspath(one) for one in paths)
    if not reader.items:
        raise FormatError(name, None, "no ranking-item, expected at least 1")
    named = tuple(sorted({label for _, label, *_ in reader.entries}))
    users = tuple(sorted({user for *_, user in reader.items}))
    items = Items.of(reader.items, reader.entries, named, users)
    found = Rankings(name, named, users, items)
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


LARGEST = 64 << 20  # bytes, unpacked
DEEPEST = 100  # elements in one another
DIGITS = 9  # of a number
SKIPPED = "admin"
_STEP = 1 << 20


class _Reader:
    """Takes elements one after the other, and keeps what they say."""

    def __init__(self, base: int) -> None:
        self._base = base
        self.items: list[tuple[str, int, str]] = []  # name, sentence and judge
        self.entries: list[tuple[int, str, int, int]] = []  # item, system, rank and group
        self._labels: set[str] = set()  # of systems, whose names are good
        self._n_groups = 0
        self._depth = 0
        self._item_depth = 0  # of the open item, 0 where none is open
        self._is_kept = False
        self._seen: set[str] = set()  # systems of the open item

    def read(self, path: Source) -> None:
        """Read a file. Raises: FormatError."""
        self._path = os.fspath(path)
        self._depth = self._item_depth = 0
        parser = self._parser = expat.ParserCreate("UTF-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = self._refuse_document_type
        try:
            parser.Parse(_content(path), True)
        except expat.ExpatError as error:
            reason = f"invalid XML: {expat.ErrorString(error.code)}"
            raise FormatError(self._path, error.lineno, reason) from None

    def _refuse_document_type(self, *_: object) -> None:
        raise self._refusal("a document type (DOCTYPE): expected XML without entities")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._refusal(f"over {DEEPEST} nested elements: expected rankings")
        if tag == "ranking-item":
            if self._item_depth:
                raise self._refusal("a ranking-item in another: expected translations")
            self._item_depth = self._depth
            self._open(attributes)
        elif tag == "translation":
            if not self._item_depth:
                raise self._refusal("a translation outside of a ranking-item")
            if self._is_kept:
                self._add(attributes)

    def _end(self, _: str) -> None:
        if self._item_depth == self._depth:
            self._item_depth = 0
        self._depth -= 1

    def _open(self, attributes: Mapping[str, str]) -> None:
        user = self._name("user", attributes.get("user", ""))
        self._is_kept = user != SKIPPED
        self._seen = set()
        if not self._is_kept:
            return
        number = self._number("src-id", attributes)
        if number < self._base:
            reason = f"src-id {number}: expected {self._base} or more (base {self._base})"
            raise self._refusal(reason)
        name = self._name("id", attributes.get("id", ""))
        shown = f"item {name or len(self.items) + 1}" + (f" of {user}" if user else "")
        self.items.append((shown, number - self._base, user))

    def _add(self, attributes: Mapping[str, str]) -> None:
        rank = self._number("rank", attributes, is_signed=True)
        if rank < 1:
            raise self._refusal(f"rank {rank}: expected 1 or more")
        labels = attributes.get("system", "").split()
        if not labels:
            raise self._refusal("a translation without the name of a system")
        for label in labels:
            if label in self._seen:
                found = f'system "{visible(label)}" is given twice'
                raise self._refusal(f"{self.items[-1][0]}: {found}")
            self._seen.add(label)
        for label in labels:
            if label not in self._labels:
                self._labels.add(self._name("system", label))
        item = len(self.items) - 1
        self.entries += [(item, label, rank, self._n_groups) for label in labels]
        self._n_groups += 1

    def _number(self, key: str, attributes: Mapping[str, str], *, is_signed: bool = False) -> int:
        text = attributes.get(key)
        expected = "a whole number" if is_signed else "a number of a sentence"
        if text is None:
            raise self._refusal(f"no {key}: expected {expected}")
        digits = text.strip().removeprefix("-") if is_signed else text.strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
            raise self._refusal(f"{key} {visible(text[: DIGITS + 1])!r}: expected {expected}")
        return int(text)

    def _name(self, key: str, text: str) -> str:
        if len(text) > LONGEST or not text.isprintable():
            found = f"{len(text)} characters" if len(text) > LONGEST else repr(visible(text))
            expected = f"at most {LONGEST} printable characters"
            raise self._refusal(f"{key}: {found}, expected {expected}")
        return text

    def _refusal(self, reason: str) -> FormatError:
        return FormatError(self._path, self._parser.CurrentLineNumber, reason)


def _content(path: Source) -> bytes:
    """Return the bytes of a file. Raises: FormatError if they are too many, or no UTF-8."""
    parts: list[bytes] = []
    size = 0
    with ByteReader(path, keep_mark=True) as pieces:
        while piece := pieces.read(_STEP):
            parts.append(piece)
            size += len(piece)
            if size > LARGEST:
                reason = f"more than {LARGEST >> 20} MB: expected at most {LARGEST >> 20} MB"
                raise FormatError(os.fspath(path), None, reason)
    data = b"".join(parts).removeprefix(BYTE_ORDER_MARK)
    require_utf8(data, os.fspath(path))
    return data


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Ratings of the outputs of systems, sentence by sentence.

    name     the file, or files
    systems  labels of the systems
    ratings  float64[S, H]; a sentence that was not rated is a line of NaN
    """

    name: str
    systems: tuple[str, ...]
    ratings: NDArray[np.float64]

    def __post_init__(self) -> None:
        array = np.array(self.ratings, np.float64, order="C")
        is_missing = np.isnan(array)
        if array.ndim != 2 or array.shape[1] != len(self.systems) or np.isinf(array).any():
            shape = f"{array.shape}, expected finite numbers of {len(self.systems)} systems"
            raise ValueError(f"{self.name}: ratings of shape {shape}")
        if (is_missing.any(axis=1) != is_missing.all(axis=1)).any():
            raise ValueError(f"{self.name}: a sentence of which some ratings are missing")
        object.__setattr__(self, "ratings", sealed(array))

    __reduce__ = made_from_fields

    def __len__(self) -> int:
        return len(self.ratings)

    def __repr__(self) -> str:
        facts = {"systems": len(self.systems), "sentences": len(self)}
        return short("Segments", {"name": self.name, **facts})

    @property
    def n_judgments(self) -> int:
        """Number of pairs of outputs that were rated."""
        n_systems = len(self.systems)
        return int(self.is_rated.sum()) * n_systems * (n_systems - 1) // 2

    @property
    def n_ties(self) -> int:
        """Number of pairs of outputs with equal ratings."""
        ordered = np.sort(self.ratings[self.is_rated], axis=1)
        steps = range(1, len(self.systems))
        return sum(int((ordered[:, one:] == ordered[:, :-one]).sum()) for one in steps)

    @property
    def is_rated(self) -> NDArray[np.bool_]:
        """Whether each sentence was rated, bool[S]."""
        if not self.systems:
            return np.zeros(len(self), bool)
        return ~np.isnan(self.ratings[:, 0])

    def of_systems(self, labels: Sequence[str]) -> Segments:
        """The ratings of some systems, in the order that is given.

        Raises:
            ValueError: a label that is no system.
        """
        for label in labels:
            if label not in self.systems:
                raise ValueError(f"{self.name}: {label!r}, {hint(label, self.systems)}")
        places = [self.systems.index(label) for label in labels]
        return Segments(self.name, tuple(labels), self.ratings[:, places])

    def of_sentences(self, numbers: NDArray[np.int64]) -> Segments:
        """The ratings of some sentences, from 0, in the order that is given."""
        return Segments(self.name, self.systems, self.ratings[numbers])


def read_segments(
    path: Source | Sequence[Source], *, systems: Sequence[str] | None = None
) -> Segments:
    """Read ratings of sentences (CSV).

    Args:
        path: of the file, or of several that are joined; the first one's order of systems holds.
        systems: labels in the order that is wanted (None: all but "ref", as they stand).

    Raises:
        FormatError: a file is bad, or has other systems than the one before it.
        ValueError: a label that is no system.
    """
    whole = read_ratings(path)
    wanted = [label for label in whole.systems if label != "ref"] if systems is None else systems
    return whole.of_systems(wanted)


def read_ratings(path: Source | Sequence[Source]) -> Segments:
    """Read ratings with all columns that there are; the rest as `read_segments`."""
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    parts = [_read(one) for one in paths]
    name = " + ".join(part.name for part in parts)
    labels = parts[0].systems
    for part in parts[1:]:
        if set(part.systems) != set(labels):
            others = " ".join(sorted(set(part.systems) ^ set(labels)))
            reason = f"other systems than {parts[0].name} ({visible(others)}), expected the same"
            raise FormatError(part.name, 1, reason)
    ratings = [part.of_systems(labels).ratings for part in parts]
    return Segments(name, labels, np.concatenate(ratings))


def _read(path: Source) -> Segments:
    lines = Lines.read(path)
    if not len(lines):
        raise FormatError(lines.name, None, "empty file: expected a line of systems")
    labels = tuple(label.strip() for label in lines[0].split(","))
    for label in labels:
        if not label or len(label) > LONGEST or not label.isprintable():
            raise FormatError(lines.name, 1, "an empty or bad name: expected systems")
        if labels.count(label) > 1:
            reason = f'system "{label}" is given twice: expected it once'
            raise FormatError(lines.name, 1, reason)
    require_holdable(8 * len(labels) * len(lines), f"ratings of {lines.name}")
    ratings = np.full((len(lines) - 1, len(labels)), math.nan)
    for number in range(1, len(lines)):
        cells = [cell.strip() for cell in lines[number].split(",")]
        if len(cells) != len(labels):
            reason = f"{counted(len(cells), 'cell')}, expected {len(labels)} as in line 1"
            raise FormatError(lines.name, number + 1, reason)
        for column, cell in enumerate(cells if any(cells) else ()):
            ratings[number - 1, column] = value = finite_number(cell)
            if math.isnan(value):
                found = f"{labels[column]}: {visible(shortened(cell)) or 'an empty cell'}"
                reason = f"{found}: expected a number in each cell"
                raise FormatError(lines.name, number + 1, reason)
    if np.isnan(ratings).all():
        raise FormatError(lines.name, None, "no rating, expected at least 1")
    return Segments(lines.name, labels, ratings)


def repeated_judgments(
    paths: Sequence[Source], rankings: Rankings | None = None
) -> tuple[str, ...]:
    """Say which judgments are given twice: files of the same content, or items of rankings."""
    contents: dict[bytes, Source] = {}
    lines = []
    for path in paths if len(paths) > 1 else ():
        if not Path(path).is_file():  # a pipe, which is empty by now
            continue
        content = read_utf8(path).strip()
        if content in contents:
            two = f"{visible(str(contents[content]))} and {visible(str(path))}"
            lines.append(f"{two} have the same content: {TWICE}")
        contents.setdefault(content, path)
    if rankings is not None and not lines and (n := rankings.n_repeated):
        same = "the same id, user, sentence and ranks as an earlier one"
        of_all = f"{n} of {len(rankings.items)} items"
        lines.append(f"{rankings.name}: {of_all} have {same}: {TWICE}")
    return tuple(lines)
