"""MaxMatch of the sentences behind those that another way has counted.

Texts are read from the beginning, and what is suspicious of any of them is found as always. Rows of
sentences that are counted already are left at zero, which changes no total: the choice of
annotators goes on from the totals that are given.
"""

from __future__ import annotations

import numpy as np

from fastgec.choice import Integers
from fastgec.choice.running import FRank, Running
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics.edits import GoldText
from fastgec.metrics.fmeasure import Scoring
from fastgec.metrics.m2.counting import COLUMNS, Parameters
from fastgec.metrics.m2.metric import M2


class Rest(M2):
    """F of the system edits that best match one annotator's, of one system.

    Args:
        n_counted: how many sentences are counted, from the beginning of the corpus.
        totals: correct, proposed and gold edits of their chosen annotators.
    """

    def __init__(self, n_counted: int, totals: tuple[int, int, int]) -> None:
        self.n_counted = n_counted
        self._totals = totals

    def count(
        self, text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> Integers:
        """Count correct, proposed and gold edits of sentences that are not counted yet."""
        n = min(max(self.n_counted - text.first, 0), len(text))
        if n == 0:
            return super().count(text, parameters, cancel, budget)
        table = np.zeros((len(text.systems), text.gold.edits.n_rows, len(COLUMNS)), np.int64)
        if n < len(text):
            lines = tuple(lines.slice(n, len(lines)) for lines in text.systems)
            rest = GoldText(text.first + n, text.gold.sentences(n, len(text)), lines)
            first_row = int(text.gold.edits.row_offsets[n])
            table[:, first_row:] = super().count(rest, parameters, cancel, budget)
        return table

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by F of the corpus so far."""
        return Running(FRank(scoring.beta), self._totals)
