"""How difficult chunks are: what several systems do to them, and what they weigh therefore.

Chunks of a sentence as GoToScorer has them, and which of them a system has as the reference has.

Against one annotator the chunks of a sentence are the annotator's edits, each other token, and each
gap between tokens (before the first and after the last, too) where no edit is. An edit of a system
that MaxMatch counts as correct gives it the chunks of the gold edits that it makes. Any other edit,
without the words at its ends that do not change, changes the gold edits that it touches, the tokens
that it replaces, and the gap where it inserts. What it changes is not as the reference has it; nor
is a gold edit that nothing makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

import numpy as np

from fastgec.choose import Floats
from fastgec.machine import Budget, Cancel
from fastgec.metrics.base import Bound, Fold, Reading, same
from fastgec.metrics.declarations import Checked, as_dict, option
from fastgec.metrics.edits import GoldMetric, GoldText
from fastgec.metrics.m2.counting import COLUMNS, RELEASES
from fastgec.metrics.m2.counting import Parameters as M2Parameters
from fastgec.metrics.m2.metric import METRIC as M2_METRIC
from fastgec.metrics.m2.metric import MaxMatchSums
from fastgec.metrics.m2.words import Edit, found_edits
from fastgec.read import FormatError
from fastgec.read.files import Source
from fastgec.read.gold import Gold
from fastgec.read.lines import Column, require_paths
from fastgec.weights.table import WeightedM2Score

# Chunks


Span = tuple[int, int]
# A gold edit by its number in the row, from 0; a token or a gap by its span.
Chunk = int | Span


class Changes(NamedTuple):
    """What a system does to the chunks of one row.

    right  gold edits that it makes
    wrong  chunks that it changes to something else
    """

    right: frozenset[int]
    wrong: frozenset[Chunk]

    def misses(self, n_gold: int) -> set[Chunk]:
        """Return the chunks that it does not have as the reference has them."""
        return {*self.wrong, *range(n_gold)} - self.right


def changes_of(edits: Iterable[Edit], gold: Sequence[Span]) -> Changes:
    """Return what the edits of a system do to the chunks of a row.

    Args:
        edits: the sequence against the annotator.
        gold: spans of the annotator's edits.

    Example:
        >>> found = [Edit(0, 1, "a", "x", (0,)), Edit(2, 4, "c d", "y d", ())]
        >>> changes_of(found, [(0, 1), (4, 4)])
        Changes(right=frozenset({0}), wrong=frozenset({(2, 3)}))
    """
    right: set[int] = set()
    wrong: set[Chunk] = set()
    in_gold = {at for start, end in gold for at in range(start, end)}
    for edit in edits:
        if edit.gold:
            right.update(edit.gold)
            continue
        cut = edit.cut()
        if cut.source == cut.correction:
            continue
        place = cut.start, cut.end
        touched = [number for number, span in enumerate(gold) if is_shared(place, span)]
        wrong.update(touched)
        if cut.start == cut.end and not touched:
            wrong.add((cut.start, cut.start))
        wrong.update((at, at + 1) for at in range(cut.start, cut.end) if at not in in_gold)
    return Changes(frozenset(right), frozenset(wrong - right))


def is_shared(one: Span, other: Span) -> bool:
    """Say whether two spans share a token, or one inserts inside the other, or both at one place.

    >>> is_shared((1, 3), (2, 4)), is_shared((1, 3), (2, 2)), is_shared((1, 3), (3, 3))
    (True, True, False)
    >>> is_shared((3, 3), (3, 3))
    True
    """
    return one == other or (one[0] < other[1] and other[0] < one[1])


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """Counting options of GoToScorer: edits of MaxMatch, corrections alone.

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
    implicit_noop: bool = option(False, "a missing line of an annotator counts as noop")

    @property
    def of_edits(self) -> M2Parameters:
        """The parameters of the edits."""
        return M2Parameters(**as_dict(self))


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
    spans = list(zip(table.start.tolist(), table.end.tolist(), strict=True))
    firsts = table.edit_offsets.tolist()
    gold = [spans[first:last] for first, last in pairwise(firsts)]
    changes: list[list[Changes]] = [[] for _ in gold]
    for system in range(len(text.systems)):
        found = found_edits(text, system, parameters.of_edits, cancel=cancel)
        for row, sequence in enumerate(found.in_words(is_placed=True)):
            changes[row].append(changes_of(sequence, gold[row]))
    sentences = np.repeat(np.arange(len(text)), np.diff(table.row_offsets)).tolist()
    return Rows(sentences, table.annotator.tolist(), firsts[:-1], gold, changes)


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
            place = text.first + rows.sentences[row], rows.annotators[row], start, end
            right, weight = n_systems - missed[chunk], missed[chunk] / n_systems
            yield Difficulty(*place, corrections, right, weight)


class GoToScorer(MaxMatchSums[WeightedM2Score], GoldMetric[WeightedM2Score]):
    """F of chunks, each by its difficulty for the systems that are scored together."""

    name = "gotoscorer"
    parameters = Parameters
    made = WeightedM2Score
    functions = ("evaluate_systems", "count_systems", "score_counts", "select", "total")
    citations = ("gotou-etal-2020-taking",)
    only_named = True
    facts: ClassVar[Mapping[str, Any]] = {"systems": 2}

    def is_weighted(self, parameters: Parameters) -> bool:
        """Whether rows are sums of weights: they are."""
        return True

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Read, count and fold blocks of two systems or more, see `Metric.blocks`.

        Raises:
            FormatError: one system, or files that do not fit.
        """
        if len(systems) < 2:
            name = gold.name if isinstance(gold, Gold) else str(gold)
            reason = "one system, expected two or more: difficulty depends on all of them"
            raise FormatError(name, None, reason)
        if reading.summary is not None:
            reading.summary.more["systems"] = len(systems)
        yield from super().blocks(systems, gold, parameters, fold, reading)

    def count(
        self, text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> Floats:
        """Sum weights of chunks that are right, changed, and changed by the reference."""
        # No budget: edits of a sentence take what a sentence may.
        table = np.zeros((len(text.systems), text.gold.edits.n_rows, len(COLUMNS)))
        rows = rows_of(text, parameters, cancel)
        if cancel[0]:  # whoever stopped it wants no table
            return table
        for row, changes in enumerate(rows.changes):
            missed, n_systems = rows.missed(row), len(changes)
            gold = sum(missed[number] for number in range(len(rows.gold[row])))
            for system, one in enumerate(changes):
                # Whole numbers, divided once: sums do not depend on an order.
                correct = sum(missed[chunk] for chunk in one.right)
                changed = correct + sum(missed[chunk] for chunk in one.wrong)
                table[system, row] = correct / n_systems, changed / n_systems, gold / n_systems
        return table

    def bounds(self, table: Floats, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows: what is right is changed, and changed by the reference."""
        yield from super().bounds(table, parameters)
        correct, proposed, gold = table.T
        for name, most in (("proposed", proposed), ("gold", gold)):
            found = {"correct": correct, name: most}
            yield Bound(found, f"correct at most {name}", correct <= most)

    def has_everyone(self, parameters: Parameters) -> bool:
        """Whether absent annotators count: all of them must be known at the start."""
        return M2_METRIC.has_everyone(parameters.of_edits)

    def compared(self, gold: Gold, parameters: Parameters) -> Gold:
        """Return gold with implicit noop, if that is wanted."""
        return M2_METRIC.compared(gold, parameters.of_edits)


METRIC = GoToScorer()


def chunks(
    systems: Sequence[Column], gold: Gold | Source, parameters: Parameters | None = None
) -> Iterator[Difficulty]:
    r"""Yield how difficult each chunk is that a reference or a system changes.

    Arguments and errors as `evaluate_systems`.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\n")
        >>> for chunk in chunks([["x b"], ["a c"]], gold):
        ...     print(chunk.start, chunk.end, chunk.corrections, chunk.right, chunk.weight)
        0 1 ('x',) 1 0.5
        1 2 () 1 0.5
    """
    made = parameters or Parameters()
    systems = require_paths(systems, gold)
    for block in METRIC.blocks(systems, gold, made, same, Reading()):
        yield from difficulties(block.text, made)
