"""The modes of MaxMatch: one edit sequence, counted three ways.

Correction asks whether an error was repaired as the annotator repaired it: that is the published
score. Recognition asks whether just the annotator's words were changed, whatever was written there;
detection whether the place was touched at all.

Definition: section 4 of Dahlmeier and Ng (2012) names the three and leaves their rules to the HOO
shared tasks (2011 and 2012); these are made precise, edit for edit, in `maxmatch/statuses.pxd`.
Each gold edit has a status: corrected, recognised, detected or missed. Correct edits of a mode are
the gold edits that are at least so much, so they never become fewer from correction to detection.

Gold edits are optional if their line says so, or if the source text is one of several corrections.
With a bonus, those that are missed count as correct and proposed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Integers
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Budget, Cancel
from fastgec.maxmatch.matcher import STATUSES, ModeMatcher
from fastgec.metrics.m2.counting import (
    MODES,
    Parameters,
    count_all,
    matcher_of,
    too_large,
)
from fastgec.metrics.m2.words import KindScore, SystemEdits, final_sigma_edits

if TYPE_CHECKING:
    from fastgec.read.gold import Gold
    from fastgec.read.lines import Lines

__all__ = [
    "MODES",
    "STATUSES",
    "DegreeScore",
    "KindCounts",
    "count_modes",
    "made_edits",
    "optional_edits",
]

WIDTH = 3 * len(MODES)


def count_modes(
    lines: Lines,
    gold: Gold,
    n_before: int,
    parameters: Parameters,
    cancel: Cancel,
    budget: Budget,
) -> Integers:
    """Count some sentences of one system in all modes.

    Args:
        lines: the system's.
        gold: of the same sentences; it has R rows.
        n_before: number of sentences that stand before them in the file.
        parameters: the counting options; the mode is not looked at.
        cancel: int32[1], 0 until work must stop.
        budget: scratch memory of all threads.

    Returns:
        int64[R, 9]: correct, proposed and gold of each of `MODES`.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    matcher = matcher_of(lines, gold, parameters, ModeMatcher)
    n_rows = gold.edits.n_rows
    table = np.zeros((n_rows, WIDTH), np.int64)
    optional = optional_edits(gold) if parameters.optional == "bonus" else None
    matcher.open(table, optional)
    correction = np.zeros((n_rows, 3), np.int64)
    count_all(matcher, lines, gold, n_before, correction, cancel, budget)
    if parameters.ignore_whitespace_casing:
        found = final_sigma_edits(lines, gold, n_before, parameters)
        if found is not None:
            _recount_final_sigma(matcher, found, n_before, cancel)
    return table


def named_statuses(found: SystemEdits) -> Iterator[dict[int, list[str]]]:
    """Yield the statuses of each sentence by annotator, as words; all rows have them."""
    table = found.gold.edits
    names = [STATUSES[status] for status in found.statuses.tolist()]
    annotators, offsets = table.annotator.tolist(), found.gold_offsets.tolist()
    for first, last in pairwise(table.row_offsets.tolist()):
        yield {
            annotators[row]: names[offsets[row] : offsets[row + 1]] for row in range(first, last)
        }


def optional_edits(gold: Gold) -> NDArray[np.uint8]:
    r"""Return which gold edits need not be made: uint8[E].

    Example:
        >>> from fastgec.read.gold import Gold
        >>> optional_edits(Gold.parse("S a b\nA 0 1|||R|||c||a|||REQUIRED|||-NONE-|||0\n")).tolist()
        [1]
    """
    table, source = gold.edits, gold.source_tokens
    found = table.optional.astype(np.uint8)
    several = np.flatnonzero(np.diff(table.alternative_offsets) > 1)
    rows = np.searchsorted(table.edit_offsets, several, side="right") - 1
    sentences = np.searchsorted(table.row_offsets, rows, side="right") - 1
    empty = gold.vocabulary.index(b"")  # nothing between two spaces; -1 if there is none
    for edit, first in zip(several.tolist(), source.offsets[sentences].tolist(), strict=True):
        own = source.ids[first + table.start[edit] : first + table.end[edit]].tolist()
        for number in range(table.alternative_offsets[edit], table.alternative_offsets[edit + 1]):
            words = [word for word in table.alternatives[number].tolist() if word != empty]
            if words == own:
                found[edit] = 1
    return found


def _recount_final_sigma(
    matcher: ModeMatcher, found: SystemEdits, n_before: int, cancel: Cancel
) -> None:
    """Recount sentences with a capital sigma, see `words.final_sigma_edits`."""
    limit = available_memory()
    spans = np.split(found.spans, found.offsets[1:-1])
    n_correct = found.counts()[:, 0].tolist()
    for number, (sentence, row) in enumerate(
        zip(found.sentences.tolist(), found.rows.tolist(), strict=True)
    ):
        if not matcher.recount(sentence, row, spans[number], n_correct[number], cancel, limit):
            raise too_large(found.lines, found.gold, n_before, sentence, limit)


def made_edits(found: SystemEdits, parameters: Parameters) -> NDArray[np.bool_]:
    """Return which gold edits count as made, in a mode and with a bonus: bool[G]."""
    if parameters.is_plain:
        return found.makers >= 0
    made = found.statuses >= _least(parameters)
    if parameters.optional == "bonus":
        made |= (found.statuses == 0) & (optional_edits(found.gold)[found.golden] != 0)
    return made


def _least(parameters: Parameters) -> int:
    """Return the least status of gold edits that are correct in a mode."""
    return len(STATUSES) - 1 - MODES.index(parameters.mode)


@dataclass(frozen=True, slots=True)
class StatusScore(KindScore):
    """Numbers of gold edits of one error type by status; `correct` is the mode's number.

    statuses  how many are missed, detected, recognised, corrected: as `STATUSES`
    """

    statuses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DegreeScore(KindScore):
    """How many gold edits of one error type were made, in three degrees.

    scope    number whose span is the span of an edit of the system
    overlap  number that overlap an edit of the system
    """

    scope: int
    overlap: int


def degrees_of(found: SystemEdits) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which gold edits have the span of a system's edit, and which overlap one: bool[G].

    Spans overlap if they share a word, are equal, or if an insertion lies inside the other.
    """
    table = found.gold.edits
    spans = list(
        zip(table.start[found.golden].tolist(), table.end[found.golden].tolist(), strict=True)
    )
    made = list(map(tuple, found.spans[:, :2].tolist()))
    is_same, overlaps = np.zeros((2, len(spans)), np.bool_)
    rows = pairwise(found.gold_offsets.tolist()), pairwise(found.offsets.tolist())
    for (first, last), (begin, stop) in zip(*rows, strict=True):
        own = made[begin:stop]
        for edit in range(first, last):
            start, end = spans[edit]
            is_same[edit] = spans[edit] in own
            overlaps[edit] = is_same[edit] or any(a < end and start < b for a, b in own)
    return is_same, overlaps


class KindCounts:
    """Gold edits by error type, of the rows that were chosen, summed.

    Sums over types are correct and gold of the score.
    """

    def __init__(self, parameters: Parameters) -> None:
        """Take the counting options."""
        self._parameters = parameters
        self._totals: dict[str, Integers] = {}  # correct, then how many have each status
        self._has_degrees = parameters.word_order != ""
        self._degrees: tuple[Counter[str], Counter[str]] = Counter(), Counter()

    @property
    def has_statuses(self) -> bool:
        """Whether the statuses of edits that are added must be known."""
        return not self._parameters.is_plain

    def add(self, found: SystemEdits) -> None:
        """Add the gold edits of rows."""
        table = found.gold.edits
        n_kinds = len(table.kind_names)
        kinds = table.kind[found.golden]
        if self._has_degrees:
            for degree, is_reached in zip(self._degrees, degrees_of(found), strict=True):
                for kind, number in enumerate(np.bincount(kinds[is_reached]).tolist()):
                    degree[table.kind_names[kind]] += number
        made = made_edits(found, self._parameters)
        places = kinds * len(STATUSES) + found.statuses
        of_status = np.bincount(places, minlength=n_kinds * len(STATUSES))
        correct = np.bincount(kinds[made], minlength=n_kinds)
        sums = np.column_stack([correct, of_status.reshape(n_kinds, len(STATUSES))])
        for kind in np.flatnonzero(sums[:, 1:].any(axis=1)).tolist():
            name = table.kind_names[kind]
            self._totals[name] = self._totals.get(name, 0) + sums[kind]

    def scores(self) -> list[KindScore]:
        """Return the sums, most frequent first."""
        scores: list[KindScore] = []
        for kind, sums in self._totals.items():
            correct, *statuses = sums.tolist()
            if self._has_degrees:
                reached = (degree[kind] for degree in self._degrees)
                scores.append(DegreeScore(kind, correct, sum(statuses), *reached))
            elif self.has_statuses:
                scores.append(StatusScore(kind, correct, sum(statuses), tuple(statuses)))
            else:
                scores.append(KindScore(kind, correct, sum(statuses)))
        return sorted(scores, key=lambda score: (-score.gold, score.kind))
