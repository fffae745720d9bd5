"""A metric's scores of sentences made into scores of systems as those of people are (Goto et al.).

`mean` is the mean of sentences. `wins` and `trueskill` compare all pairs of systems in each
sentence: expected wins of them, or one pass of TrueSkill over sentences in order and, in each, over
pairs in the order of systems, equal scores being draws (mean 0, sigma 0.5, beta 0.25, draws 0.25).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastgec.machine.parallel import map_ordered
from fastgec.meta.skillruns import SIGMA, margin_of
from fastgec.meta.skills import MOST_SYSTEMS, pass_scores
from fastgec.meta.wins import wins_to_scores

Floats = NDArray[np.float64]

KINDS = ("mean", "wins", "trueskill")
BETA = 0.25


def aggregate(scores: ArrayLike, kind: str) -> Floats:
    """Return a score for each system.

    Args:
        scores: float64[S, H], a metric's scores of sentences.
        kind: "mean", "wins" or "trueskill".

    Returns:
        float64[H].

    Raises:
        ValueError: another word, no sentence, fewer than two systems, or what is no number.

    Example:
        >>> aggregate([[0.5, 0.25, 0.25], [0.5, 0.75, 0.0]], "wins").tolist()
        [0.75, 0.75, 0.0]
    """
    if kind not in KINDS:
        raise ValueError(f"aggregate {kind!r}, expected {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    table = np.ascontiguousarray(scores, np.float64)
    if table.ndim != 2 or table.shape[0] < 1 or not 2 <= table.shape[1] <= MOST_SYSTEMS:
        shape = f"scores of shape {table.shape}"
        raise ValueError(f"{shape}, expected sentences x 2 to {MOST_SYSTEMS} systems")
    if not np.isfinite(table).all():
        raise ValueError("a score that is no number, expected one of each sentence and system")
    if kind == "mean":
        means: Floats = table.mean(axis=0)
        return means
    if kind == "wins":
        rows = [(column[:, np.newaxis] > table).sum(axis=0) for column in table.T]
        return wins_to_scores(np.array(rows))
    found = np.empty(table.shape[1])
    settings = (SIGMA * SIGMA, BETA, margin_of(BETA))
    work = map_ordered(
        lambda rows, cancel: pass_scores(rows, found, *settings, cancel),
        [table],
        jobs=1,
        is_long=True,
    )
    for _ in work:
        pass
    return found
