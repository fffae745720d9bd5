"""Whether sentences of rankings are the right ones: systems judged together have the same output.

`src-id` counts from 0 in some files and from 1 in others, and nothing in a file says which. With
the wrong one every judgment is of the sentence before or behind, and only numbers that are a little
worse tell. So the outputs are asked: systems of one group must have the same words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.cardtext import CardText
from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.lines import Lines
from fastgec.meta.rankings import Rankings

BASES = (0, 1)


class Agreement(NamedTuple):
    """How many groups have one output.

    n_equal    groups of which all systems have the same words
    n_groups   groups of two systems or more, of sentences that are at hand
    first      item and systems of the first that has not, "" if all have
    """

    n_equal: int
    n_groups: int
    first: str


def require_base(
    rankings: Rankings, base: int, systems: Mapping[str, Lines], text: CardText
) -> tuple[str, ...]:
    """Check that judgments are of the sentences that they say.

    Args:
        rankings: of sentences of the whole corpus.
        base: the `src-id` of the first sentence, as the rankings were read.
        systems: outputs by label, of the sentences that `text` keeps.
        text: says which these are, and how many the corpus has.

    Returns:
        Lines that say what could not be checked.

    Raises:
        FormatError: systems of one group have unlike outputs, or a sentence is past the end.
    """
    assert text.numbers is not None
    last = int(rankings.items.sentence.max(initial=-1))
    if last >= text.n_all:
        item = rankings.items.names[int(rankings.items.sentence.argmax())]
        most = text.n_all - 1 + base
        reason = f"src-id {last + base} found, expected {most} at most (base {base}, "
        raise _refusal(rankings, f"{item}: {reason}{text.n_all} sentences)")
    places = np.full(text.n_all, -1, np.int64)
    places[text.numbers] = np.arange(len(text.numbers))
    found = _compared(rankings, systems, places, 0)
    if not found.n_groups:
        reason = (
            f"no two systems judged as one, so it was not checked that src-id counts from {base}"
        )
        return (f"{rankings.name}: {reason}",)
    if found.first:
        tried = {base: found}
        for other in BASES:
            if other != base:
                tried[other] = _compared(rankings, systems, places, base - other)
        fits = [one for one, result in tried.items() if result.n_groups and not result.first]
        counts = ", ".join(
            f"{result.n_equal} of {result.n_groups} groups agree with base {one}"
            for one, result in tried.items()
        )
        hint = f"expected base {fits[0]}" if fits else "expected the same output"
        raise _refusal(rankings, f"{found.first}, {hint} ({counts})")
    return ()


def _compared(
    rankings: Rankings, systems: Mapping[str, Lines], places: NDArray[np.int64], shift: int
) -> Agreement:
    """Compare the outputs of each group, with all sentences moved by a shift."""
    items = rankings.items
    n_equal = n_groups = 0
    first = ""
    starts = np.flatnonzero(np.diff(items.group, prepend=-1))
    ends = np.append(starts[1:], len(items.group))
    item_of = np.repeat(np.arange(len(items)), np.diff(items.offsets))
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        labels = [rankings.systems[one] for one in items.system[start:end].tolist()]
        labels = [label for label in labels if label in systems]
        item = int(item_of[start])
        sentence = int(items.sentence[item]) + shift
        if len(labels) < 2 or not 0 <= sentence < len(places) or places[sentence] < 0:
            continue
        place = int(places[sentence])
        n_groups += 1
        words = [systems[label][place].split() for label in labels]
        unlike = [label for label, one in zip(labels, words, strict=True) if one != words[0]]
        if not unlike:
            n_equal += 1
        elif not first:
            pair = f"{visible(labels[0])} and {visible(unlike[0])}"
            first = f"{items.names[item]}: {pair} have unlike outputs in sentence {sentence + 1}"
    return Agreement(n_equal, n_groups, first)


def _refusal(rankings: Rankings, reason: str) -> FormatError:
    return FormatError(rankings.name, None, reason)
