"""Chunks of a sentence as GoToScorer has them, and which of them a system has as the reference has.

Against one annotator the chunks of a sentence are the annotator's edits, each other token, and each
gap between tokens (before the first and after the last, too) where no edit is. An edit of a system
that MaxMatch counts as correct gives it the chunks of the gold edits that it makes. Any other edit,
without the words at its ends that do not change, changes the gold edits that it touches, the tokens
that it replaces, and the gap where it inserts. What it changes is not as the reference has it; nor
is a gold edit that nothing makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fastgec.metrics.m2.words import Edit

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
        wrong.update((at, at + 1) for at in range(cut.start, cut.end) if not _is_in(at, gold))
    return Changes(frozenset(right), frozenset(wrong - right))


def _is_in(token: int, gold: Sequence[Span]) -> bool:
    return any(start <= token < end for start, end in gold)


def is_shared(one: Span, other: Span) -> bool:
    """Say whether two spans share a token, or one inserts inside the other, or both at one place.

    >>> is_shared((1, 3), (2, 4)), is_shared((1, 3), (2, 2)), is_shared((1, 3), (3, 3))
    (True, True, False)
    >>> is_shared((3, 3), (3, 3))
    True
    """
    if one == other:
        return True
    return one[0] < other[1] and other[0] < one[1]
