"""Expected wins: how often people, or a metric, put a system before each other one.

Definition: Bojar et al. (2013), as in the scripts of WMT: EW(a) is the sum over systems b of
w(a, b) / (w(a, b) + w(b, a)), divided by the number of other systems; w(a, b) is how often a was
put before b. Ties are thrown away. A pair without a decided judgment adds 0, and still counts among
the others. Sums are made in the order of systems.

Ratings of sentences give judgments as well: of each pair the larger number wins, and equal ones tie
(Koyama et al. 2024).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.errors import counted
from fastgec.machine.memory import require_holdable
from fastgec.meta.rankings import WIN, Rankings
from fastgec.meta.segments import Segments

Floats = NDArray[np.float64]


def expected_wins(judgments: Rankings | Segments) -> Floats:
    """Return the expected wins of each system.

    Args:
        judgments: rankings, which count expanded, or ratings of sentences.

    Returns:
        float64[H], in the order of its systems.

    Raises:
        ValueError: fewer than two systems.

    Example:
        >>> found = Rankings.of(["A", "B"], [(0, [(1, ["A"]), (2, ["B"])]), (1, [(1, ["B", "A"])])])
        >>> expected_wins(found).tolist()
        [1.0, 0.0]
    """
    return wins_to_scores(win_matrix(judgments))


def mean_ratings(segments: Segments) -> Floats:
    """Return the mean of each system over the sentences that were rated, float64[H]."""
    means: Floats = segments.ratings[segments.is_rated].mean(axis=0)
    return means


def wins_to_scores(wins: NDArray[Any]) -> Floats:
    """Return expected wins of matrices of wins: number[..., H, H] to float64[..., H].

    Raises:
        ValueError: fewer than two systems.
    """
    n_systems = wins.shape[-1]
    if n_systems < 2:
        raise ValueError(f"{counted(n_systems, 'system')}, expected 2 or more")
    decided = wins + np.swapaxes(wins, -1, -2)
    shares = np.divide(wins, decided, out=np.zeros(wins.shape), where=decided > 0)
    total = np.zeros(wins.shape[:-1])
    for other in range(n_systems):
        total += shares[..., other]
    scores: Floats = total / (n_systems - 1)
    return scores


def win_matrix(judgments: Rankings | Segments) -> NDArray[np.int64]:
    """Return how often the first system was put before the second, int64[H, H]."""
    n_systems = len(judgments.systems)
    if isinstance(judgments, Segments):
        ratings = judgments.ratings
        rows = [(column[:, np.newaxis] > ratings).sum(axis=0) for column in ratings.T]
        return np.array(rows, np.int64).reshape(n_systems, n_systems)
    whole: NDArray[np.int64] = _counted(judgments, np.zeros(len(judgments), np.int64), 1)[0]
    return whole


def wins_by_sentence(judgments: Rankings | Segments, n_sentences: int) -> Floats:
    """Return the wins of each sentence, so that those of resamples are a matrix product.

    Args:
        judgments: of sentences that count from 0.
        n_sentences: how many there are.

    Returns:
        float64[S, H, H]: how often the first system was put before the second.

    Raises:
        LimitError: more than memory holds.
    """
    n_systems = len(judgments.systems)
    require_holdable(24 * n_sentences * n_systems**2, f"wins of {judgments.name}")
    if isinstance(judgments, Segments):
        ratings = judgments.ratings
        return (ratings[:, :, np.newaxis] > ratings[:, np.newaxis, :]).astype(np.float64)
    return _counted(judgments, judgments.sentence, n_sentences).astype(np.float64)


def wins_by_item(rankings: Rankings) -> Floats:
    """Return the wins of each item, float64[I, H, H], as `wins_by_sentence`."""
    size = 24 * len(rankings.items) * len(rankings.systems) ** 2
    require_holdable(size, f"wins of {rankings.name}")
    return _counted(rankings, rankings.item, len(rankings.items)).astype(np.float64)


def _counted(rankings: Rankings, place: NDArray[np.int64], n_places: int) -> NDArray[np.int64]:
    """Return how often each system won against each other one at each place, int64[N, H, H]."""
    n_systems = len(rankings.systems)
    is_win = rankings.kind == WIN
    cells = (place * n_systems + rankings.winner) * n_systems + rankings.loser
    counts = np.bincount(cells[is_win], minlength=n_places * n_systems**2)
    return counts.astype(np.int64).reshape(n_places, n_systems, n_systems)
