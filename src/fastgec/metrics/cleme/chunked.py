"""Sentences whose chunks were counted: what is asked of them later, and what users are told."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fastgec.corpus.errors import visible
from fastgec.metrics.cleme.counting import NOOP, Cells
from fastgec.metrics.pairs import PairText


class Chunked:
    """Some sentences, counted: what is asked of them later.

    cells         of each system
    alternatives  of the gold and each system, how many corrections hold "||", and the first's line
    """

    __slots__ = ("_is_unchanged", "alternatives", "cells")

    def __init__(self, cells: list[Cells], text: PairText) -> None:
        self.cells = cells
        self.alternatives = _alternatives(text)
        noop = text.kinds.index(NOOP)
        self._is_unchanged = [bool((edits.kind == noop).all()) for edits in text.systems]

    def is_unchanged(self, system: int) -> bool:
        """Whether a system leaves all sentences as they are."""
        return self._is_unchanged[system]


def _alternatives(text: PairText) -> list[tuple[int, int]]:
    """Return for the gold and each system how many corrections hold "||", and the first's line."""
    numbers = range(len(text.corrections))
    has_bars = np.fromiter((b"||" in text.corrections[number] for number in numbers), bool)
    found = []
    for edits in (text.reference, *text.systems):
        places = np.flatnonzero(has_bars[edits.correction])
        if not len(places):
            found.append((0, 0))
            continue
        row = np.searchsorted(edits.edit_offsets, places[0], "right") - 1
        sentence = np.searchsorted(edits.row_offsets, row, "right") - 1
        found.append((len(places), int(edits.lines[sentence])))
    return found


def remarks(names: Sequence[str], blocks: Sequence[Sequence[tuple[int, int]]]) -> list[str]:
    """Return a line for each file whose corrections have alternatives."""
    lines = []
    for number, name in enumerate(names):
        of_file = [block[number] for block in blocks if block[number][0]]
        if of_file:
            n = sum(count for count, _ in of_file)
            what = "correction has" if n == 1 else "corrections have"
            lines.append(
                f"{visible(name)}:{of_file[0][1]}: {n} {what} alternatives (||), "
                "taken for words of one text"
            )
    return lines
