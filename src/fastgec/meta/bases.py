"""Whether judgments are of the sentences and systems that they say, and are given once.

`src-id` counts from 0 in some files and from 1 in others, and nothing in a file says which. With
the wrong one every judgment is of the sentence before or behind, and only numbers that are a little
worse tell. So the outputs are asked: systems of one group must have the same words. Ratings, and
scores of sentences by other tools, have no groups: there the same words must have the same number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.cardtext import CardText
from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.lines import Lines
from fastgec.corpus.pieces import Source, read_utf8
from fastgec.meta.rankings import Rankings

Floats = NDArray[np.float64]

SLACK = 1e-4  # of the range of numbers: programs on other hardware differ in the last digits
TWICE = "judgments that count twice make intervals too narrow"


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
        raise FormatError(rankings.name, None, f"{item}: {reason}{text.n_all} sentences)")
    places = np.full(text.n_all, -1, np.int64)
    places[text.numbers] = np.arange(len(text.numbers))
    n_equal, n_groups, unlike = _compared(rankings, systems, places, 0)
    if not n_groups:
        reason = (
            f"no two systems judged as one, so it was not checked that src-id counts from {base}"
        )
        return (f"{rankings.name}: {reason}",)
    if unlike:
        other = 1 - base
        n_other, n_groups_of_other, unlike_of_other = _compared(
            rankings, systems, places, base - other
        )
        fits = n_groups_of_other and not unlike_of_other
        hint = f"expected base {other}" if fits else "expected the same output"
        counts = f"{n_equal} of {n_groups} groups agree with base {base}, "
        counts += f"{n_other} of {n_groups_of_other} groups agree with base {other}"
        raise FormatError(rankings.name, None, f"{unlike}, {hint} ({counts})")
    return ()


def _compared(
    rankings: Rankings, systems: Mapping[str, Lines], places: NDArray[np.int64], shift: int
) -> tuple[int, int, str]:
    """Compare the outputs of each group, with all sentences moved by a shift.

    Returns:
        How many groups have one output, how many there are of two systems or more, and the first
        that has not, "" if all have.
    """
    items = rankings.items
    n_equal = n_groups = 0
    first = ""
    starts = np.flatnonzero(np.diff(items.group, prepend=-1))
    ends = np.append(starts[1:], len(items.group))
    item_of = np.repeat(np.arange(len(items)), np.diff(items.offsets))
    numbers, sentences = items.system.tolist(), items.sentence.tolist()
    spans = zip(starts.tolist(), ends.tolist(), item_of[starts].tolist(), strict=True)
    for start, end, item in spans:
        sentence = sentences[item] + shift
        if end - start < 2 or not 0 <= sentence < len(places) or places[sentence] < 0:
            continue
        labels = [rankings.systems[one] for one in numbers[start:end]]
        labels = [label for label in labels if label in systems]
        if len(labels) < 2:
            continue
        place = int(places[sentence])
        n_groups += 1
        words = systems[labels[0]][place].split()
        unlike = [label for label in labels[1:] if systems[label][place].split() != words]
        if not unlike:
            n_equal += 1
        elif not first:
            pair = f"{visible(labels[0])} and {visible(unlike[0])}"
            first = f"{items.names[item]}: {pair} have unlike outputs in sentence {sentence + 1}"
    return n_equal, n_groups, first


def unequal_numbers(
    values: Floats, systems: Mapping[str, Lines], numbers: NDArray[np.int64], what: str
) -> str | None:
    """Say where equal outputs have unlike numbers: ratings, or scores by a metric.

    Args:
        values: float64[S, H]; NaN for sentences that have none.
        systems: the H outputs by label, of the same sentences.
        numbers: int64[S], which sentences of the corpus these are, from 0.
        what: the numbers are.

    Returns:
        The first such place and how many there are, "" for none; None where no outputs are equal.
    """
    labels, outputs = [*systems], [*systems.values()]
    rows = np.flatnonzero(~np.isnan(values[:, 0]))
    values = values[rows]
    first = np.empty(values.shape, np.int64)  # the first system with the same output
    for line, row in zip(first, rows.tolist(), strict=True):
        seen: dict[tuple[str, ...], int] = {}
        for place, lines in enumerate(outputs):
            line[place] = seen.setdefault(tuple(lines[row].split()), place)
    is_repeated = first != np.arange(len(labels))
    if not is_repeated.any():
        return None
    slack = SLACK * np.ptp(values)

    def unlike(table: Floats) -> NDArray[np.bool_]:
        differs: NDArray[np.bool_] = np.abs(table - np.take_along_axis(table, first, 1)) > slack
        return differs

    found = unlike(values)
    if not found.any():
        return ""
    row, place = (int(one[0]) for one in np.nonzero(found))
    other = int(first[row, place])
    two = f"{values[row, other]:g} and {values[row, place]:g}"
    names = f"{visible(labels[other])} and {visible(labels[place])} have the same output"
    n = int(is_repeated.sum())
    line = (
        f"sentence {int(numbers[rows[row]]) + 1}: {names} and unlike {what}, {two} "
        f"({n - int(found.sum())} of {n} repeated outputs have equal {what})"
    )
    for a, b in combinations(range(len(labels)), 2):
        order = np.arange(len(labels))
        order[[a, b]] = b, a
        if not unlike(values[:, order]).any():
            two = f"{visible(labels[a])} and {visible(labels[b])}"
            return f"{line}; all have if {two} change places"
    return line


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
