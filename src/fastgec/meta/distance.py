"""How a metric agrees with people by the ranks that they gave: near ranks are harder.

Each pair of ranks has an accuracy, the share of concordant judgments, and how many there were
(Goto et al. 2025).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.meta.outcomes import METRIC_TIE, outcomes, units_of
from fastgec.meta.rankings import Rankings
from fastgec.parameters import flag

Floats = NDArray[np.float64]


class Distance(NamedTuple):
    """How a metric agrees where people gave two ranks: `better` to the winner, `worse`."""

    better: int
    worse: int
    concordant: int
    discordant: int
    metric_tie: int

    @property
    def accuracy(self) -> float:
        """The share of concordant judgments."""
        return self.concordant / (self.concordant + self.discordant + self.metric_tie)


def by_ranks(rankings: Rankings, scores: Floats, *, collapsed: bool = True) -> Sequence[Distance]:
    """Return the agreement for each pair of ranks that people gave.

    Args:
        rankings: of people.
        scores: float64[S, H], of the systems in the order of the rankings.
        collapsed: only pairs of which both stand for their group.

    Returns:
        By rank of the winner, then of the loser.

    Raises:
        ValueError: as `sentence_agreement`.
    """
    units = units_of(rankings, scores, collapsed=flag(collapsed, "collapsed"))
    assert units.ranks is not None
    decided = ~units.is_tie
    counts = outcomes(units, 0.0)[decided]
    pairs, places = np.unique(units.ranks[decided], axis=0, return_inverse=True)
    table = np.zeros((len(pairs), counts.shape[1]), np.int64)
    np.add.at(table, places.ravel(), counts)
    return [
        Distance(*map(int, pair), *map(int, row[: METRIC_TIE + 1]))
        for pair, row in zip(pairs, table, strict=True)
    ]
