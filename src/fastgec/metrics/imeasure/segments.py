"""Mixed candidates of a sentence as a chain of segments, each with the texts that it may be.

An error offers choices, a choice is some edits, and a mixed candidate is a choice for each error,
all edits applied to the sentence. Errors far apart do not meet: the sentence is cut into groups of
errors that may, and the source between them, which every candidate keeps. A group's texts are
found by applying each of its combinations, and so is what they eat: edits that overlap act on text
already changed, and may reach beyond their spans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from fastgec.metrics.imeasure.annotations import Edit, Tokens, applied
from fastgec.mixing.states import Segment, TooManyError

Choices = Sequence[tuple[Edit, ...]]  # of an error

MOST_TOKENS = 1 << 21  # of all texts of errors that meet


def segments_of(source: Tokens, errors: Sequence[Choices]) -> list[Segment] | None:
    """Cut a sentence into segments that may be chosen one by one.

    Args:
        source: tokens.
        errors: for each error its choices, in order; errors by (smallest start, largest end).

    Returns:
        Segments from left to right; None where no combination is possible, as two errors always
        edit the same span.

    Raises:
        TooManyError: errors that meet have too many combinations.

    Example:
        >>> for segment in segments_of(("a", "b"), [[(), (Edit(1, 2, ("c",)),)]]) or []:
        ...     print(*segment)
        0 1 (('a',),)
        1 2 (('b',), ('c',))
    """
    n = len(source)
    groups: list[_Group] = []
    for error in errors:
        group = _Group(source, [error])
        while groups and groups[-1].meets(group):
            group = _Group(source, [*groups.pop().errors, *group.errors])
        groups.append(group)
    if len(groups) > 1 and sum(group.end - group.start for group in groups) == n:
        groups = [_Group(source, errors)]  # nothing is sure to stay: an edit may be left out
    segments: list[Segment] = []
    done = 0
    for group in groups:
        if not group.texts:
            return None
        if done < group.start:
            segments.append(Segment(done, group.start, (source[done : group.start],)))
        segments.append(Segment(group.start, group.end, group.texts))
        done = group.end
    if done < n:
        segments.append(Segment(done, n, (source[done:],)))
    return segments


class _Group:
    """Errors that may meet.

    start, end  what of the source their edits change in any combination
    texts       what they make of it, each once
    """

    def __init__(self, source: Tokens, errors: Sequence[Choices]) -> None:
        self.errors = errors
        edits = [edit for error in errors for choice in error for edit in choice]
        n = len(source)
        self.start = min(min(start, n) for start, _, _ in edits)
        self.end = max(min(end, n) for _, end, _ in edits)
        self._insertions = {
            min(start, n) for start, end, _ in edits if min(start, n) == min(end, n)
        }
        # Edits reach no further than this: an edit that overlaps others acts on text that is
        # shorter by what they deleted.
        reach = max(self.end, *(end for _, end, _ in edits)) + sum(e - s for s, e, _ in edits)
        seen = min(n, reach + 1)
        n_combinations = prod(len(error) for error in errors)
        if n_combinations * (seen - self.start + 1) > MOST_TOKENS:
            raise TooManyError(
                f"{n_combinations:.3g} combinations of edits that meet, expected at most "
                f"{MOST_TOKENS // (seen - self.start + 1)}"
            )
        # What the groups after it put at the end is there when its edits are applied: a group that
        # reaches past the end must be joined to them.
        past = max(reach, seen)
        end = max((past - _kept(text, past) for text in self._texts(past)), default=past)
        self.is_open = end > n
        self.end = max(self.end, min(end, n))
        kept = seen - self.end
        found = (text[: len(text) - kept] for text in self._texts(seen))
        self.texts = tuple(dict.fromkeys(tuple(_unmarked(text, source)) for text in found))

    def _texts(self, n: int) -> Iterator[Tokens]:
        """Yield what each combination makes of tokens start to n of a sentence of n tokens.

        Tokens of the sentence are marks, see `_mark`. What precedes the group is still there when
        its edits are applied, so that the text is never empty: one mark stands for it.
        """
        before = min(self.start, 1)
        marks = tuple(map(_mark, range(self.start - before, n)))
        shift = self.start - before
        for choices in product(*self.errors):
            edits = [
                Edit(start - shift, end - shift, tokens)
                for choice in choices
                for start, end, tokens in choice
            ]
            if len({edit[:2] for edit in edits}) == len(edits):
                yield applied(marks, edits)[before:]

    def meets(self, later: _Group) -> bool:
        """Whether edits may meet those of a group that begins no earlier."""
        if self.is_open:
            return True
        if self.end == later.start:
            return bool(self._insertions & later._insertions)
        return self.end > later.start


def _mark(number: int) -> str:
    """Return what stands for a token of the source while edits are applied; no token is such."""
    return f" {number}"


def _unmarked(text: Tokens, source: Tokens) -> Iterator[str]:
    for token in text:
        yield source[int(token)] if token[0] == " " else token


def _kept(text: Tokens, n: int) -> int:
    """Return how many tokens of the source a text keeps at its end."""
    kept = 0
    while kept < len(text) and text[-1 - kept] == _mark(n - 1 - kept):
        kept += 1
    return kept
