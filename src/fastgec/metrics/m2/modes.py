"""The modes of MaxMatch: one edit sequence, counted three ways.

Correction asks whether an error was repaired as the annotator repaired it: that is the published
score. Recognition asks whether just the annotator's words were changed, whatever was written there;
detection whether the place was touched at all.

Definition: section 4 of Dahlmeier and Ng (2012) names the three and leaves their rules to the HOO
shared tasks (2011 and 2012); these are made precise, edit for edit, in `maxmatch.modes.statuses`.
Each gold edit has a status: corrected, recognised, detected or missed. Correct edits of a mode are
the gold edits that are at least so much, so they never become fewer from correction to detection.

Gold edits are optional if their line says so, or if the source text is one of several corrections.
With a bonus, those that are missed count as correct and proposed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.errors import FormatError
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Budget, Cancel
from fastgec.maxmatch.mode_matcher import STATUSES, ModeMatcher
from fastgec.metrics.m2.counting import (
    MODES,
    Parameters,
    count_with,
    has_final_sigma,
    matcher_as,
)
from fastgec.metrics.m2.words import KindScore, SentenceTooLargeError, kept_edits, matched

if TYPE_CHECKING:
    from fastgec.corpus.gold import Gold
    from fastgec.corpus.lines import Lines
    from fastgec.metrics.edits import GoldText

__all__ = ["MODES", "STATUSES", "count_modes", "optional_edits", "statuses_of"]

Integers = NDArray[np.int64]
WIDTH = 3 * len(MODES)


def count_modes(
    lines: Lines,
    gold: Gold,
    n_before: int,
    parameters: Parameters,
    cancel: Cancel,
    budget: Budget,
    statuses: NDArray[np.uint8] | None = None,
) -> Integers:
    """Count some sentences of one system in all modes.

    Args:
        lines: the system's.
        gold: of the same sentences; it has R rows, and E edits.
        n_before: number of sentences that stand before them in the file.
        parameters: what counts depend on; the mode is not looked at.
        cancel: int32[1], 0 until work must stop.
        budget: scratch memory of all threads.
        statuses: None, or uint8[E], which gets the status of each gold edit, see `STATUSES`.

    Returns:
        int64[R, 9]: correct, proposed and gold of each of `MODES`.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    matcher = matcher_as(ModeMatcher, lines, gold, parameters)
    n_rows = gold.edits.n_rows
    table = np.zeros((n_rows, WIDTH), np.int64)
    optional = optional_edits(gold) if parameters.optional == "bonus" else None
    matcher.open(table, statuses, optional, _empty_token(gold))
    correction = np.zeros((n_rows, 3), np.int64)
    count_with(matcher, lines, gold, n_before, correction, cancel, budget)
    if parameters.ignore_whitespace_casing:
        _recount_final_sigma(matcher, lines, gold, n_before, cancel)
    return table


def statuses_of(text: GoldText, system: int, parameters: Parameters) -> NDArray[np.uint8]:
    """Return the status of each gold edit of a text, against each annotator: uint8[E].

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    gold = text.gold
    statuses = np.zeros(gold.edits.n_edits, np.uint8)
    budget = Budget(available_memory(), 1)
    cancel = np.zeros(1, np.int32)
    count_modes(text.systems[system], gold, text.first, parameters, cancel, budget, statuses)
    return statuses


def named_statuses(gold: Gold, statuses: NDArray[np.uint8]) -> Iterator[dict[int, list[str]]]:
    """Yield the statuses of each sentence by annotator, as words."""
    table = gold.edits
    names = [STATUSES[status] for status in statuses.tolist()]
    annotators, offsets = table.annotator.tolist(), table.edit_offsets.tolist()
    rows = table.row_offsets.tolist()
    for first, last in pairwise(rows):
        yield {
            annotators[row]: names[offsets[row] : offsets[row + 1]] for row in range(first, last)
        }


def optional_edits(gold: Gold) -> NDArray[np.uint8]:
    r"""Return which gold edits need not be made: uint8[E].

    Example:
        >>> from fastgec.corpus.gold import Gold
        >>> optional_edits(Gold.parse("S a b\nA 0 1|||R|||c||a|||REQUIRED|||-NONE-|||0\n")).tolist()
        [1]
    """
    table, source = gold.edits, gold.source_tokens
    found = table.optional.astype(np.uint8)
    several = np.flatnonzero(np.diff(table.alternative_offsets) > 1)
    rows = np.searchsorted(table.edit_offsets, several, side="right") - 1
    sentences = np.searchsorted(table.row_offsets, rows, side="right") - 1
    empty = _empty_token(gold)
    for edit, first in zip(several.tolist(), source.offsets[sentences].tolist(), strict=True):
        own = source.ids[first + table.start[edit] : first + table.end[edit]].tolist()
        for number in range(table.alternative_offsets[edit], table.alternative_offsets[edit + 1]):
            words = [word for word in table.alternatives[number].tolist() if word != empty]
            if words == own:
                found[edit] = 1
    return found


def _empty_token(gold: Gold) -> int:
    """Return the token of nothing between two spaces in an alternative, -1 if there is none."""
    return gold.vocabulary.index(b"")


def _recount_final_sigma(
    matcher: ModeMatcher, lines: Lines, gold: Gold, n_before: int, cancel: Cancel
) -> None:
    """Recount sentences with a capital sigma, as `counting` does for correction."""
    limit = available_memory()
    for sentence in has_final_sigma(lines, gold):
        for row, kept in kept_edits(sentence, matcher, lines, gold, is_folded=True).items():
            made = matched(kept, lines, gold, row, sentence)
            edits = np.array(kept, np.int32).reshape(-1, 6)
            n_correct = sum(len(edit.gold) for edit in made)
            if not matcher.recount(row, edits, n_correct, cancel, limit):
                error = SentenceTooLargeError(lines, gold, sentence, limit)
                raise FormatError(lines.name, n_before + sentence + 1, str(error))


@dataclass(frozen=True, slots=True)
class StatusScore(KindScore):
    """How many gold edits of one error type have each status; `correct` is that of a mode.

    statuses  how many are missed, detected, recognised, corrected: as `STATUSES`
    """

    statuses: tuple[int, ...]


class KindStatuses:
    """Gold edits by error type and status, of the annotators that were chosen, summed."""

    def __init__(self, parameters: Parameters) -> None:
        """Take the mode, and whether there is a bonus."""
        self._parameters = parameters
        self._totals: dict[str, list[int]] = {}

    def add(self, text: GoldText, system: int, rows: Integers) -> None:
        """Add sentences; rows int64[S] are the chosen ones."""
        table = text.gold.edits
        statuses = statuses_of(text, system, self._parameters).tolist()
        has_bonus = self._parameters.optional == "bonus"
        optional = optional_edits(text.gold).tolist() if has_bonus else None
        names, kinds = table.kind_names, table.kind.tolist()
        for row in rows.tolist():
            for edit in range(table.edit_offsets[row], table.edit_offsets[row + 1]):
                status = statuses[edit]
                counts = self._totals.setdefault(names[kinds[edit]], [0] * (len(STATUSES) + 1))
                counts[status] += 1
                counts[-1] += optional is not None and status == 0 and optional[edit]

    def scores(self) -> list[KindScore]:
        """Return the sums, most frequent first."""
        least = len(STATUSES) - 1 - MODES.index(self._parameters.mode)
        scores: list[KindScore] = []
        for kind, (*counts, n_forgiven) in self._totals.items():
            correct = sum(counts[least:]) + n_forgiven
            scores.append(StatusScore(kind, correct, sum(counts), tuple(counts)))
        return sorted(scores, key=lambda score: (-score.gold, score.kind))
