"""How difficult chunks are: what several systems do to them, and what they weigh therefore."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from fastgec.machine.parallel import Cancel
from fastgec.metrics.edits import GoldText
from fastgec.metrics.fields import option
from fastgec.metrics.m2.counting import RELEASES
from fastgec.metrics.m2.counting import Parameters as M2Parameters
from fastgec.metrics.m2.words import found_edits
from fastgec.weights.chunks import Changes, Chunk, Span, changes_of


@dataclass(frozen=True, slots=True)
class Parameters:
    """What sums of GoToScorer depend on: edits of MaxMatch, corrections alone.

    max_unchanged_words       most unchanged words inside an edit, 0 or more
    ignore_whitespace_casing  edits that change white space or case only are not counted
    release                   "development" or "3.2", see `m2.Parameters`
    implicit_noop             an annotator without a line for a sentence had nothing to correct

    Raises:
        ValueError: a value out of range.
    """

    max_unchanged_words: int = option(
        2, "most unchanged words inside an edit", reads="natural", metavar="N"
    )
    ignore_whitespace_casing: bool = option(
        False, "do not count edits of white space or case alone"
    )
    release: str = option(
        "development", "version of the NUS scorer to agree with", choices=RELEASES
    )
    implicit_noop: bool = option(
        False, "annotators without a line for a sentence count as 'no edits'"
    )

    def __post_init__(self) -> None:
        checked = self.of_edits
        for name in ("max_unchanged_words", "ignore_whitespace_casing", "implicit_noop"):
            object.__setattr__(self, name, getattr(checked, name))

    @property
    def of_edits(self) -> M2Parameters:
        """The parameters of the edits."""
        return M2Parameters(
            self.max_unchanged_words,
            self.ignore_whitespace_casing,
            self.release,
            self.implicit_noop,
        )


class Difficulty(NamedTuple):
    """How difficult a chunk is: one that the reference, or some system, changes.

    sentence     its number, from 0
    annotator    whose chunks these are
    start, end   span in source tokens; equal for a gap, or an insertion
    corrections  what the reference has there, alternatives of its edit; none where it changes
                 nothing
    right        how many systems have it as the reference has it
    weight       1 less their share
    """

    sentence: int
    annotator: int
    start: int
    end: int
    corrections: tuple[str, ...]
    right: int
    weight: float


class Rows(NamedTuple):
    """What systems do to the chunks of some rows: a row is an annotator of a sentence.

    sentences   the sentence of each row, from 0 in the block
    annotators  of each row
    first       number in the table of edits of the first gold edit of each row
    gold        spans of the gold edits of each row
    changes     for each row what each system does
    """

    sentences: list[int]
    annotators: list[int]
    first: list[int]
    gold: list[list[Span]]
    changes: list[list[Changes]]

    def missed(self, row: int) -> Counter[Chunk]:
        """Return how many systems have a chunk of a row not as it should be; it weighs their share.

        What all have as it should be is not there.
        """
        missed: Counter[Chunk] = Counter()
        for one in self.changes[row]:
            missed.update(one.misses(len(self.gold[row])))
        return missed


def rows_of(text: GoldText, parameters: Parameters, cancel: Cancel | None = None) -> Rows:
    """Return what the systems of a block do to its chunks; rows lack edits if it was stopped.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    table = text.gold.edits
    sizes = np.diff(table.row_offsets)
    spans = list(zip(table.start.tolist(), table.end.tolist(), strict=True))
    firsts = table.edit_offsets.tolist()
    gold = [spans[first:last] for first, last in pairwise(firsts)]
    changes: list[list[Changes]] = [[] for _ in gold]
    for system in range(len(text.systems)):
        found = found_edits(text, system, parameters.of_edits, cancel=cancel)
        for row, sequence in enumerate(found.in_words(is_placed=True)):
            changes[row].append(changes_of(sequence, gold[row]))
    return Rows(
        np.repeat(np.arange(len(text)), sizes).tolist(),
        table.annotator.tolist(),
        firsts[:-1],
        gold,
        changes,
    )


def difficulties(text: GoldText, parameters: Parameters) -> Iterator[Difficulty]:
    """Yield the chunks of a block that a reference or a system changes, in the order of rows.

    Those of the reference come first, then tokens and gaps by their place.
    """
    rows = rows_of(text, parameters)
    for row, gold in enumerate(rows.gold):
        missed = rows.missed(row)
        others = sorted(chunk for chunk in missed if not isinstance(chunk, int))
        n_systems = len(rows.changes[row])
        for chunk in (*range(len(gold)), *others):
            corrections: tuple[str, ...] = ()
            if isinstance(chunk, int):
                corrections = tuple(text.corrections[rows.first[row] + chunk])
            start, end = gold[chunk] if isinstance(chunk, int) else chunk
            yield Difficulty(
                text.first + rows.sentences[row],
                rows.annotators[row],
                start,
                end,
                corrections,
                n_systems - missed[chunk],
                missed[chunk] / n_systems,
            )
