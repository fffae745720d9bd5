"""Judges against one another: how well one agrees with all others, a ceiling for metrics.

The expected wins that one judge gives the systems are correlated with those that all others give
them, over the systems that both sides have judged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fastgec.meta.correlation import pearson, spearman
from fastgec.meta.rankings import Rankings
from fastgec.meta.wins import expected_wins


class Judge(NamedTuple):
    """One judge beside the others.

    name       of the judge
    items      how many they ranked
    judgments  of two systems, expanded
    ties       those of them that are ties
    systems    that both sides judged
    pearson    correlation of expected wins with those of the others; None where undefined
    spearman   the same of ranks
    """

    name: str
    items: int
    judgments: int
    ties: int
    systems: int
    pearson: float | None
    spearman: float | None


def judges(rankings: Rankings) -> list[Judge]:
    """Return each judge who ranked something, by name.

    Example:
        >>> found = Rankings.of(["A", "B"], [(0, [(1, ["A"]), (2, ["B"])])])
        >>> [(one.name, one.judgments, one.pearson) for one in judges(found)]
        [('', 1, None)]
    """
    found = []
    for number, name in enumerate(rankings.users):
        if not (rankings.items.user == number).any():
            continue
        own = rankings.of_users([name])
        rest = rankings.of_users([user for user in rankings.users if user != name])
        seen = _judged(own) & _judged(rest)
        both = [label for place, label in enumerate(rankings.systems) if place in seen]
        r = rho = None
        if len(both) > 1:
            scores = [expected_wins(one.of_systems(both)) for one in (own, rest)]
            r, rho = pearson(*scores), spearman(*scores)
        found.append(Judge(name, len(own.items), len(own), own.n_ties, len(both), r, rho))
    return found


def _judged(rankings: Rankings) -> set[int]:
    """Return the systems that were judged beside another one."""
    return {*np.unique(rankings.winner).tolist(), *np.unique(rankings.loser).tolist()}
