"""Means over sentences: each sentence has the reference that is best for it alone.

CLEME: F decides, then P, R and accuracy, then the first. All are rounded to four digits, as the
authors' program has them, and means are made of these. CLEME2.0: its score decides, then the
largest hit, the smallest wrong, under and over, then the first; nothing is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from fastgec.choice import Chosen, Floats, Integers, Totals
from fastgec.choice.alone import exact_sum
from fastgec.choice.best import rounded
from fastgec.metrics.block import Block
from fastgec.metrics.cleme.ranks import best_by_f, best_by_ratios
from fastgec.metrics.cleme.score import (
    COLUMNS,
    COLUMNS_2,
    VALUES,
    VALUES_2,
    Cleme2Score,
    ClemeScore,
    RatioScoring,
)
from fastgec.metrics.fmeasure import Scoring


@dataclass(frozen=True, slots=True)
class ClemeMeans(ClemeScore):
    """Means of precision, recall, accuracy and F over sentences, and the sums of their counts.

    tp to tn   counts, or length weights, of the references that are best for each sentence
    sentences  how many there are
    means      of precision, recall, accuracy and F
    """

    sentences: int = 0
    means: tuple[float, ...] = ()

    def own_ratios(self) -> tuple[float, ...]:
        """Return the means."""
        return self.means


@dataclass(frozen=True, slots=True)
class Cleme2Means(Cleme2Score):
    """Means of the ratios of CLEME2.0 and its score over sentences, and the sums of their counts.

    tp to tn   counts of the references that are best for each sentence
    weights    of hit, wrong, under and over
    sentences  how many there are
    means      of hit, wrong, under, over and the score
    """

    sentences: int = 0
    means: tuple[float, ...] = ()

    def own_ratios(self) -> tuple[float, ...]:
        """Return the means."""
        return self.means


Means = ClemeMeans | Cleme2Means


def sentence_values(
    table: Totals, offsets: Integers, scoring: Scoring | RatioScoring
) -> tuple[Integers, Floats]:
    """Choose a row for each sentence alone, and score it.

    Args:
        table: rows of CLEME [R, 4], or of CLEME2.0 [R, 5].
        offsets: int64[S+1], rows of sentences.
        scoring: of either.

    Returns:
        int64[S] and float64[S, M]: precision, recall, accuracy and F, rounded to four digits; or
        hit, wrong, under, over and the score.
    """
    nothing = np.zeros(table.shape[1], table.dtype)
    if isinstance(scoring, Scoring):
        rows = best_by_f(table, offsets, scoring.beta**2, nothing, is_running=False)
        values = ClemeScore.values(table[rows], scoring.beta)
        return rows, rounded(np.ascontiguousarray(values).ravel()).reshape(values.shape) / 10000
    weights = np.array(scoring.weights)
    rows = best_by_ratios(table, offsets, weights, nothing, is_running=False)
    return rows, Cleme2Score.values(table[rows], scoring.weights)


def chosen_alone(block: Block, n_systems: int, scoring: Scoring | RatioScoring) -> Chosen:
    """Return the row of each sentence of a block of which means are made, for each system."""
    each = (block.of_system(system) for system in range(n_systems))
    return Chosen(
        np.stack([sentence_values(own.table[0], own.offsets, scoring)[0] for own in each])
    )


class MeanTally:
    """Means of systems while blocks go by: the watcher of a run, or of its own.

    Example:
        >>> tally = MeanTally(1, Scoring())
        >>> tally.add(0, np.array([[1, 1, 0, 3], [0, 2, 1, 2], [0, 0, 0, 4]]), np.array([0, 2, 3]))
        >>> score = tally.score(0)
        >>> score.tp, score.fp, score.precision, score.f
        (1, 1, 0.75, 0.7778)
    """

    def __init__(self, n_systems: int, scoring: Scoring | RatioScoring) -> None:
        """Take how many systems there are, and how they are scored."""
        n_columns = len(COLUMNS if isinstance(scoring, Scoring) else COLUMNS_2)
        n_values = len(VALUES if isinstance(scoring, Scoring) else VALUES_2)
        self._scoring = scoring
        self._totals: list[list[Any]] = [[0] * n_columns for _ in range(n_systems)]
        self._values: list[list[tuple[float, ...]]] = [[()] * n_values for _ in range(n_systems)]
        self._n_sentences = [0] * n_systems

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block; what was chosen for the corpus does not matter."""
        for system in range(len(self._totals)):
            own = block.of_system(system)
            self.add(system, own.table[0], own.offsets)

    def add(self, system: int, table: Totals, offsets: Integers) -> None:
        """Add the rows of some sentences of a system."""
        rows, values = sentence_values(table, offsets, self._scoring)
        for column, amounts in enumerate(table[rows].T.tolist()):
            # Weights are added one after the other, so that blocks make no difference. (From Python
            # 3.12 on sum() makes up for what rounding loses, which the authors' program does not.)
            self._totals[system][column] = reduce(add, amounts, self._totals[system][column])
        for column, amounts in enumerate(values.T.tolist()):
            self._values[system][column] = exact_sum((*self._values[system][column], *amounts))
        self._n_sentences[system] += len(rows)

    def score(self, system: int) -> Means:
        """Return the means of a system; 0 of no sentence."""
        n = self._n_sentences[system]
        means = [math.fsum(parts) / n if n else 0.0 for parts in self._values[system]]
        made = ClemeMeans if isinstance(self._scoring, Scoring) else Cleme2Means
        return made(*(*self._totals[system], self._scoring.weights, n, tuple(means)))
