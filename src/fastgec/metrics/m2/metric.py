"""MaxMatch behind the door of all metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from fastgec.choice import Chosen, Floats, Totals
from fastgec.corpus.gold import Gold
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics.block import Block
from fastgec.metrics.bounds import Bound
from fastgec.metrics.door import FUNCTIONS, row_contents
from fastgec.metrics.edits import GoldMetric, GoldText
from fastgec.metrics.fmeasure import Scoring
from fastgec.metrics.m2.counting import MODES, Parameters, count_lines
from fastgec.metrics.m2.score import COLUMNS, M2Score
from fastgec.metrics.m2.sums import MaxMatchSums
from fastgec.metrics.scores import Row


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
            return self._of_mode(text, parameters, cancel, budget)
        table = np.zeros((len(text.systems), text.gold.edits.n_rows, len(COLUMNS)), np.int64)
        for lines, rows in zip(text.systems, table, strict=True):
            count_lines(lines, text.gold, text.first, parameters, rows, cancel, budget)
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
        from fastgec.metrics.m2.candidates import candidate_matrix  # scoring aligns nothing

        return candidate_matrix(self, source, candidates, parameters, scoring)

    def _of_mode(
        self, text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> Totals:
        """Count in the mode that is wanted."""
        from fastgec.metrics.m2.modes import count_modes

        first = len(COLUMNS) * MODES.index(parameters.mode)
        table = np.empty((len(text.systems), text.gold.edits.n_rows, len(COLUMNS)), np.int64)
        for lines, rows in zip(text.systems, table, strict=True):
            counted = count_modes(lines, text.gold, text.first, parameters, cancel, budget)
            rows[:] = counted[:, first : first + len(COLUMNS)]
        return table

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

    def sentences(
        self,
        block: Block,
        system: int,
        chosen: Chosen,
        parameters: Parameters,
        scoring: Scoring,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the counts against the chosen annotator, then those against each."""
        yield from sentence_contents(block, system, chosen)


def sentence_contents(
    block: Block, system: int, chosen: Chosen, places: slice = slice(None)
) -> Iterator[dict[str, Any]]:
    """Yield counts of each sentence: against the chosen annotator, then those against each.

    Args:
        block: what was counted.
        system: which of the block.
        chosen: the choice.
        places: which columns are correct, proposed, gold.
    """
    for label, counts, each in row_contents(block, system, chosen, COLUMNS, places):
        annotators = {str(annotator): of_annotator for annotator, of_annotator in each}
        yield {"chosen": label, **counts, "annotators": annotators}


METRIC = M2()
