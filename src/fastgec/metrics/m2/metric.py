"""MaxMatch as a metric; and all its modes at once.

All modes may be counted in one pass (`M2Modes`): a row of counts then has correct, proposed and
gold of each mode, and a run has a scoring for each mode, as one of GREEN may have one for each
beta. Each mode has its own annotators, so totals of gold differ between modes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from fastgec.choice import Floats, Integers, Sums, Totals
from fastgec.choice.running import FRank, Running
from fastgec.corpus.gold import Gold
from fastgec.machine.parallel import Budget, Cancel
from fastgec.maxmatch.matcher import Matcher
from fastgec.metrics.base import FUNCTIONS, Bound, FMetric, Measure, Row, Scoring, SentenceView
from fastgec.metrics.edits import GoldMetric, GoldText
from fastgec.metrics.m2.counting import (
    COLUMNS,
    MODES,
    M2Score,
    MaxMatchScore,
    Parameters,
    count_all,
    matcher_of,
)

MaxMatchScoreT = TypeVar("MaxMatchScoreT", bound=MaxMatchScore)


class MaxMatchSums(FMetric[MaxMatchScoreT]):
    """A metric whose rows are correct, proposed and gold: counts, or sums of weights."""

    def bounds(self, table: Totals, parameters: Any) -> Iterator[Bound]:
        """Yield the rules of rows; gold edits given twice are correct twice by one edit."""
        yield from super().bounds(table, parameters)
        correct, proposed, _ = table.T
        found = {"correct": correct, "proposed": proposed}
        yield Bound(found, "0 correct of 0 proposed", (correct == 0) | (proposed > 0))

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by F of the corpus so far."""
        return Running(FRank(scoring.beta))

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield sums against the chosen annotator, then those against each."""
        return annotator_contents(view)


def annotator_contents(
    view: SentenceView, places: slice = slice(None)
) -> Iterator[Mapping[str, Any]]:
    """Yield sums against the chosen annotator, then those against each: of columns at places."""
    for label, counts, each in view.contents(COLUMNS, places):
        annotators = {str(annotator): of_annotator for annotator, of_annotator in each}
        yield {"chosen": label, **counts, "annotators": annotators}


class M2(MaxMatchSums[M2Score], GoldMetric[M2Score]):
    """F of the system edits that best match one annotator's."""

    name = "m2"
    parameters = Parameters
    made = M2Score
    functions = (*FUNCTIONS, "candidate_matrix")
    swept = "beta"
    citations = ("dahlmeier-ng-2012-better",)

    def count(
        self, text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> Totals:
        """Count correct, proposed and gold edits."""
        if not parameters.is_plain:
            table = counted_modes(text, parameters, cancel, budget)
            return np.ascontiguousarray(table[..., places_of(parameters.mode)])
        table = np.zeros((len(text.systems), text.gold.edits.n_rows, len(COLUMNS)), np.int64)
        for lines, rows in zip(text.systems, table, strict=True):
            matcher = matcher_of(lines, text.gold, parameters, Matcher)
            count_all(matcher, lines, text.gold, text.first, rows, cancel, budget)
            if parameters.ignore_whitespace_casing:
                from fastgec.metrics.m2.words import final_sigma_edits  # other counts need none

                found = final_sigma_edits(lines, text.gold, text.first, parameters)
                if found is not None:
                    rows[found.rows, :2] = found.counts()
        return table

    def candidate_matrix(
        self, source: str, candidates: Sequence[str], parameters: Parameters, scoring: Scoring
    ) -> Floats:
        """Score every candidate against the edits of every other, see `candidates`."""
        from fastgec.metrics.m2.words import candidate_matrix  # scoring aligns nothing

        return candidate_matrix(self, source, candidates, parameters, scoring)

    def has_everyone(self, parameters: Parameters) -> bool:
        """Whether absent annotators count: all of them must be known at the start."""
        return parameters.implicit_noop

    def compared(self, gold: Gold, parameters: Parameters) -> Gold:
        """Return gold with implicit noop, if that is wanted."""
        return gold.with_implicit_noop() if parameters.implicit_noop else gold

    def bounds(self, table: Totals, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows; with a bonus, optional edits may be correct twice."""
        yield from super().bounds(table, parameters)
        correct, proposed, gold = table.T
        is_plain = parameters.optional == "required"
        most, words = (gold, "gold") if is_plain else (2 * gold, "2 x gold")
        yield Bound({"correct": correct, "gold": gold}, f"correct at most {words}", correct <= most)
        if parameters.mode == "detection":
            found = {"correct": correct, "proposed": proposed}
            yield Bound(found, "correct at most proposed", correct <= proposed)

    def grid_values(self, totals: Totals, scorings: Sequence[Scoring]) -> Floats:
        """Return F at each beta."""
        if type(self).values is not M2.values:  # a metric made of this one
            return super().grid_values(totals, scorings)
        betas = np.array([scoring.beta for scoring in scorings])
        return M2Score.values(totals, betas)[..., -1]

    def describe(self, score: M2Score) -> Row:
        """Return names and values of a score; JSON has the ratios first."""
        measures = score.measures()
        counts, ratios = measures[:3], measures[3:]
        return Row(measures, {measure.name: measure.value for measure in (*ratios, *counts)})


METRIC = M2()


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


def counted_modes(
    text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
) -> Integers:
    """Count correct, proposed and gold edits of each mode: int64[H, R, 9]."""
    from fastgec.metrics.m2.modes import count_modes

    table = [
        count_modes(lines, text.gold, text.first, parameters, cancel, budget)
        for lines in text.systems
    ]
    return np.stack(table)


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
        return counted_modes(text, parameters, cancel, budget)

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

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield the mode, and its counts as MaxMatch does."""
        mode = mode_of(view.scoring)
        for content in annotator_contents(view, places_of(mode)):
            yield {"mode": mode, **content}


ALL_MODES = M2Modes()
