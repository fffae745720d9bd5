"""Sentences as flat lists: numbers of all sentences one after the other, texts told by number.

Lists of one kind of number pack better than an object for each edit, and are read at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import gather
from fastgec.corpus.gold import Gold

Integers = NDArray[np.int64]


class Texts:
    """Texts in the order of their first use, each once.

    Example:
        >>> texts = Texts()
        >>> [texts.number(text) for text in ("a", "b", "a")], texts.all
        ([0, 1, 0], ['a', 'b'])
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text, from 0."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def all(self) -> list[str]:
        """The texts, by number."""
        return list(self._numbers)


def tokens_of(line: str) -> str:
    r"""Return a line with one space between its tokens.

    >>> tokens_of(" a\tb ")
    'a b'
    """
    return " ".join(line.split())


class PackedGold:
    """Gold edits of all annotators, of sentences that are added in order."""

    def __init__(self, strings: Texts, kinds: Texts) -> None:
        """Take where texts and error types get their numbers."""
        self._strings = strings
        self._kinds = kinds
        self.sources: list[str] = []
        self._optional: list[int] = []
        self._lists: dict[str, list[int]] = {
            name: [] for name in ("rows", "annotator", "edits", "start", "length", "text", "type")
        }

    def add(self, gold: Gold, sentences: Sequence[int], optional: NDArray[np.uint8]) -> None:
        """Add some sentences.

        Args:
            gold: which has them.
            sentences: their numbers in it.
            optional: which of its edits need not be made.
        """
        table, lists = gold.edits, self._lists
        numbers = np.array(sentences, np.int64)
        rows, row_offsets = gather(table.row_offsets, numbers)
        edits, edit_offsets = gather(table.edit_offsets, rows)
        first = len(lists["start"])
        self._optional += (np.flatnonzero(optional[edits]) + first).tolist()
        kinds = [self._kinds.number(name) for name in table.kind_names]
        lists["rows"] += np.diff(row_offsets).tolist()
        lists["annotator"] += table.annotator[rows].tolist()
        lists["edits"] += np.diff(edit_offsets).tolist()
        lists["start"] += table.start[edits].tolist()
        lists["length"] += (table.end[edits] - table.start[edits]).tolist()
        lists["type"] += [kinds[kind] for kind in table.kind[edits].tolist()]
        lists["text"] += [
            self._strings.number("||".join(gold.corrections(edit))) for edit in edits.tolist()
        ]
        self.sources += [tokens_of(gold.sources[sentence]) for sentence in sentences]

    def content(self, annotators: Sequence[int]) -> dict[str, Any]:
        """Return the lists; annotators are told by their place among all ids."""
        place = {annotator: number for number, annotator in enumerate(annotators)}
        lists = dict(self._lists)
        lists["annotator"] = [place[annotator] for annotator in lists["annotator"]]
        return {**lists, "optional": self._optional}
