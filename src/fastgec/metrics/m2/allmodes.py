"""MaxMatch in all modes at once: counted in one pass, chosen and scored for each mode alone.

A row of counts has correct, proposed and gold of each mode. A scoring says whose three it means, so
a run has a scoring for each mode, as one of GREEN may have one for each beta. Each mode has its own
annotators, so totals of gold differ between modes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fastgec.choice import Chosen, Floats, Integers, Sums, Totals
from fastgec.choice.running import FRank, Running
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics.block import Block
from fastgec.metrics.bounds import Bound
from fastgec.metrics.edits import GoldText
from fastgec.metrics.fmeasure import Scoring
from fastgec.metrics.m2.counting import MODES, Parameters
from fastgec.metrics.m2.metric import M2, METRIC, sentence_contents
from fastgec.metrics.m2.score import COLUMNS, M2Score
from fastgec.metrics.scores import Measure, Row

NOTE = "annotators are chosen for each mode alone, so the numbers of gold edits may differ"


@dataclass(frozen=True, slots=True)
class ModeScoring(Scoring):
    """What the scores of one of the modes depend on, besides counts."""

    mode: str = "correction"


@dataclass(frozen=True, slots=True)
class ModeScore(M2Score):
    """The score of one of the modes."""

    mode: str = "correction"


@dataclass(frozen=True, slots=True)
class ModeRank:
    """The order of MaxMatch by the counts of one of the modes, see `FRank`."""

    beta: float
    mode: str

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `Rank`."""
        own = places_of(self.mode)
        so_far = totals[own].copy()  # to which the choice adds
        of_mode = np.ascontiguousarray(table[:, own])
        rows = FRank(self.beta).choose(of_mode, offsets, so_far, is_running=is_running)
        if is_running:
            totals += table[rows].sum(axis=0)
        return rows


def places_of(mode: str) -> slice:
    """Return which columns are those of a mode."""
    first = len(COLUMNS) * MODES.index(mode)
    return slice(first, first + len(COLUMNS))


def mode_of(scoring: Scoring) -> str:
    """Return the mode of a scoring; one that names none means correction."""
    return scoring.mode if isinstance(scoring, ModeScoring) else MODES[0]


class M2Modes(M2):
    """F of the edits that are corrected, recognised, detected: a scoring for each."""

    scoring = ModeScoring
    several = "mode"

    def count(
        self, text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> Integers:
        """Count correct, proposed and gold edits of each mode."""
        from fastgec.metrics.m2.modes import count_modes

        n_columns = len(self.columns(parameters))
        table = np.empty((len(text.systems), text.gold.edits.n_rows, n_columns), np.int64)
        for lines, rows in zip(text.systems, table, strict=True):
            rows[:] = count_modes(lines, text.gold, text.first, parameters, cancel, budget)
        return table

    def columns(self, parameters: Parameters) -> tuple[str, ...]:
        """Return correct, proposed, gold of each mode."""
        return tuple(f"{mode}_{column}" for mode in MODES for column in COLUMNS)

    def bounds(self, table: Totals, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows of each mode."""
        for mode in MODES:
            yield from METRIC.bounds(table[:, places_of(mode)], replace(parameters, mode=mode))

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by F of the corpus so far, in the mode of the scoring."""
        return Running(ModeRank(scoring.beta, mode_of(scoring)))

    def values(self, totals: Totals, scoring: Scoring) -> Floats:
        """Return precision, recall and F of the mode of the scoring."""
        return M2Score.values(totals[..., places_of(mode_of(scoring))], scoring.beta)

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> ModeScore:
        """Return the score of a corpus in the mode of the scoring."""
        mode = mode_of(scoring)
        return ModeScore(*(*sums.totals[places_of(mode)].tolist(), scoring.beta, mode))

    def describe(self, score: Any) -> Row:
        """Return names and values of a score, the mode first."""
        row = super().describe(score)
        mode = Measure("mode", "Mode", score.mode, "setting")
        return Row((mode, *row.measures), {"mode": score.mode, **row.content}, note=NOTE)

    def settings(
        self, parameters: Parameters, scoring: Scoring, score: M2Score
    ) -> Mapping[str, Any]:
        """Return what names the score."""
        return {**super().settings(parameters, scoring, score), "mode": mode_of(scoring)}

    def sentences(
        self,
        block: Block,
        system: int,
        chosen: Chosen,
        parameters: Parameters,
        scoring: Scoring,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the mode, and its counts as MaxMatch does."""
        mode = mode_of(scoring)
        for content in sentence_contents(block, system, chosen, places_of(mode)):
            yield {"mode": mode, **content}


ALL_MODES = M2Modes()
