"""Files of rankings: XML as Appraise writes it, read without entities.

Elements `ranking-item` may stand at any depth; each has `src-id` (the sentence), `user` and `id`,
and children `translation` with `rank` (1 or more) and `system`, labels separated by white space. An
item may be empty. Items of the user "admin" are left out.

A document type is refused, so that no entity is ever expanded, and so are files of over 64 MB.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from xml.parsers import expat

import numpy as np

from fastgec.arrays import offsets_of
from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.pieces import BYTE_ORDER_MARK, Pieces, Source, require_utf8
from fastgec.meta.rankings import Items
from fastgec.parameters import whole_number

LARGEST = 64 << 20  # bytes, unpacked
LONGEST = 200  # characters of a name
DEEPEST = 100  # elements in one another
DIGITS = 9  # of a number
SKIPPED = "admin"
_STEP = 1 << 20


def read_items(
    path: Source | Sequence[Source], *, base: int
) -> tuple[str, tuple[str, ...], tuple[str, ...], Items]:
    """Read the items of files.

    Args:
        path: of a file, or of several that are joined.
        base: the `src-id` of the first sentence.

    Returns:
        Name of the files, labels of systems and names of judges, both sorted, and the items.

    Raises:
        FormatError: a file is bad, or none has an item.
        ValueError: a base below 0.
    """
    whole_number(base, "base", 0)
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    reader = _Reader(base)
    for one in paths:
        reader.read(one)
    name = " + ".join(os.fspath(one) for one in paths)
    if not reader.sentences:
        raise FormatError(name, None, "no ranking-item found, expected some")
    systems, system = _sorted_labels(reader.labels, reader.systems)
    users, user = _sorted_labels(reader.users, reader.item_users)
    items = Items(
        tuple(reader.names),
        np.array(reader.sentences, np.int64),
        user,
        offsets_of(np.array(reader.sizes, np.int64)),
        system,
        np.array(reader.ranks, np.int64),
        np.array(reader.groups, np.int64),
    )
    return name, systems, users, items


def _sorted_labels(
    places: Mapping[str, int], numbers: Sequence[int]
) -> tuple[tuple[str, ...], np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Return labels by name, and numbers of labels in that order."""
    labels = tuple(sorted(places))
    moved = np.empty(len(labels), np.int64)
    for place, label in enumerate(labels):
        moved[places[label]] = place
    return labels, moved[np.array(numbers, np.int64)]


class _Reader:
    """Takes elements one after the other, and keeps what they say."""

    def __init__(self, base: int) -> None:
        self._base = base
        self.labels: dict[str, int] = {}
        self.users: dict[str, int] = {}
        self.names: list[str] = []
        self.sentences: list[int] = []
        self.item_users: list[int] = []
        self.sizes: list[int] = []
        self.systems: list[int] = []
        self.ranks: list[int] = []
        self.groups: list[int] = []
        self._n_groups = 0
        self._depth = 0
        self._item_depth = 0  # of the open item, 0 where none is open
        self._is_kept = False
        self._seen: set[int] = set()  # systems of the open item
        self._known_ranks: dict[str, int] = {}
        self._known_groups: dict[str, list[int]] = {}

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
            reason = f"{expat.ErrorString(error.code)}, expected XML"
            raise FormatError(self._path, error.lineno, reason) from None

    def _refuse_document_type(self, *_: object) -> None:
        raise self._refusal("a document type (DOCTYPE) found, expected XML without entities")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._refusal(f"over {DEEPEST} elements in one another, expected rankings")
        if tag == "ranking-item":
            if self._item_depth:
                raise self._refusal("a ranking-item in another, expected translations")
            self._item_depth = self._depth
            self._open(attributes)
        elif tag == "translation":
            if not self._item_depth:
                raise self._refusal("a translation outside of items, expected a ranking-item")
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
            reason = f"src-id {number} found, expected {self._base} or more (base {self._base})"
            raise self._refusal(reason)
        name = self._name("id", attributes.get("id", ""))
        self.names.append(f"item {name or len(self.names) + 1}" + (f" of {user}" if user else ""))
        self.sentences.append(number - self._base)
        self.item_users.append(self.users.setdefault(user, len(self.users)))
        self.sizes.append(0)

    def _add(self, attributes: Mapping[str, str]) -> None:
        # Files repeat few ranks and few systems: each is understood once.
        text = attributes.get("rank", "")
        rank = self._known_ranks.get(text)
        if rank is None:
            rank = self._number("rank", attributes, is_signed=True)
            if rank < 1:
                raise self._refusal(f"rank {rank}: expected 1 or more")
            self._known_ranks[text] = rank
        named = attributes.get("system", "")
        numbers = self._known_groups.get(named)
        if numbers is None or not self._seen.isdisjoint(numbers):
            numbers = self._known_groups[named] = self._group(named.split())
        self._seen.update(numbers)
        self.systems += numbers
        if len(numbers) == 1:
            self.ranks.append(rank)
            self.groups.append(self._n_groups)
        else:
            self.ranks += [rank] * len(numbers)
            self.groups += [self._n_groups] * len(numbers)
        self._n_groups += 1
        self.sizes[-1] += len(numbers)

    def _group(self, labels: Sequence[str]) -> list[int]:
        """Return the numbers of the systems of a translation. Raises: FormatError."""
        if not labels:
            raise self._refusal("a translation without system, expected a name or several")
        own: set[str] = set()
        for one in labels:
            if self.labels.get(one) in self._seen or one in own:
                reason = f'{self.names[-1]}: system "{visible(one)}" found twice, expected once'
                raise self._refusal(reason)
            own.add(one)
        numbers = []
        for label in labels:
            number = self.labels.get(label)
            if number is None:
                number = self.labels[self._name("system", label)] = len(self.labels)
            numbers.append(number)
        return numbers

    def _number(self, key: str, attributes: Mapping[str, str], *, is_signed: bool = False) -> int:
        text = attributes.get(key)
        expected = "a whole number" if is_signed else "a number of a sentence"
        if text is None:
            raise self._refusal(f"no {key} found, expected {expected}")
        digits = text.strip().removeprefix("-") if is_signed else text.strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
            raise self._refusal(f"{key} {visible(text[: DIGITS + 1])!r} found, expected {expected}")
        return int(text)

    def _name(self, key: str, text: str) -> str:
        if len(text) > LONGEST or not text.isprintable():
            found = f"{len(text)} characters" if len(text) > LONGEST else repr(visible(text))
            expected = f"at most {LONGEST} printable characters"
            raise self._refusal(f"{key}: {found} found, expected {expected}")
        return text

    def _refusal(self, reason: str) -> FormatError:
        return FormatError(self._path, self._parser.CurrentLineNumber, reason)


def _content(path: Source) -> bytes:
    """Return the bytes of a file. Raises: FormatError if they are too many, or no UTF-8."""
    parts: list[bytes] = []
    size = 0
    with Pieces(path, keep_mark=True) as pieces:
        while piece := pieces.read(_STEP):
            parts.append(piece)
            size += len(piece)
            if size > LARGEST:
                reason = f"more than {LARGEST >> 20} MB found, expected rankings of less"
                raise FormatError(os.fspath(path), None, reason)
    data = b"".join(parts).removeprefix(BYTE_ORDER_MARK)
    require_utf8(data, os.fspath(path))
    return data
