"""TrueSkill scores of systems, from judgments of people as Sakaguchi et al. (2014) ran it.

All systems begin at mean 0 with the same variance. A run takes as many judgments as there are, and
one: each is between the system with the largest variance and another one, drawn by how near its
mean is, and is one of the judgments of these two at random. With beta = sigma n / 40 for n
judgments, single ones hardly count. The score is the mean at the end.

It depends on what is drawn; so the score is the mean of many runs, with their standard deviation.
Run i has a generator of its own, made from (seed, i), and systems are taken in the order of names:
results are the same for any number of threads and any order of systems.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, made_from_fields, sealed
from fastgec.corpus.errors import visible
from fastgec.machine.parallel import Cancel, map_ordered
from fastgec.meta.rankings import TIE, Rankings
from fastgec.meta.skills import WORDS, run_judgments
from fastgec.meta.wins import win_matrix
from fastgec.parameters import MAX_RESAMPLES, whole_number

Floats = NDArray[np.float64]

DEFAULT_RUNS = 1000
SIGMA = 0.5  # of the prior of each system
DRAW = 0.25  # how probable a tie is between equals
TRUST = 40  # beta is sigma n / TRUST
_STREAM = 7  # of generators; others belong to resamples
_RUNS_AT_ONCE = 8


@dataclass(frozen=True, slots=True, eq=False)
class TrueSkill:
    """Scores of many runs.

    runs  float64[R, H]: the mean of each system at the end of each run
    seed  of the draws
    """

    runs: Floats
    seed: int

    def __post_init__(self) -> None:
        freeze(self, runs=np.float64)

    __reduce__ = made_from_fields

    @property
    def scores(self) -> Floats:
        """The mean of each system over the runs, float64[H]."""
        means: Floats = self.runs.mean(axis=0)
        return means

    @property
    def spreads(self) -> Floats | None:
        """The standard deviation of each system over the runs, float64[H]; None of one run."""
        if len(self.runs) < 2:
            return None
        found: Floats = self.runs.std(axis=0, ddof=1)
        return found


def margin_of(beta: float, draw: float = DRAW) -> float:
    """Return how near two performances are for a draw of a probability, between equals."""
    from statistics import NormalDist  # few runs need it

    return math.sqrt(2.0) * beta * NormalDist().inv_cdf((draw + 1) / 2)


def trueskill(
    rankings: Rankings,
    runs: int = DEFAULT_RUNS,
    seed: int = 0,
    *,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> TrueSkill:
    """Return TrueSkill scores of the systems that people ranked, expanded.

    Args:
        rankings: of people.
        runs: how many.
        seed: of the draws.
        jobs: threads (None: all cores); scores are the same for any number.
        progress: called with the number of runs done.

    Raises:
        ValueError: fewer than two systems, or one that is in no judgment.

    Example:
        >>> found = Rankings.of(["A", "B"], [(0, [(1, ["A"]), (2, ["B"])])] * 9)
        >>> trueskill(found, runs=2).scores.round(2).tolist()
        [0.53, -0.53]
    """
    whole_number(runs, "runs", 1, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    order = sorted(range(len(rankings.systems)), key=lambda place: rankings.systems[place])
    ordered = np.ix_(order, order)
    wins, ties = (np.ascontiguousarray(table[ordered]) for table in _tables(rankings))
    n_judged = (wins + wins.T + ties).sum(axis=1)
    if len(order) > 1 and not n_judged.all():
        label = rankings.systems[order[int(n_judged.argmin())]]
        raise ValueError(f"{rankings.name}: no judgment of {visible(label)}, expected some")
    n_steps = len(rankings) + 1
    beta = SIGMA * n_steps / TRUST
    margin = margin_of(beta)
    found = np.empty((runs, len(order)))
    states = np.stack([_state(seed, number) for number in range(runs)])

    def work(first: int, cancel: Cancel) -> int:
        last = min(first + _RUNS_AT_ONCE, runs)
        settings = (SIGMA * SIGMA, beta, margin, cancel)
        run_judgments(wins, ties, states, found, first, last, n_steps, *settings)
        return last

    # A run of very many judgments may take longer than a user waits for Ctrl-C.
    for done in map_ordered(work, range(0, runs, _RUNS_AT_ONCE), jobs=jobs, is_long=True):
        if progress:
            progress(done)
    scores = np.empty_like(found)
    scores[:, order] = found
    return TrueSkill(sealed(scores), seed)


def _tables(rankings: Rankings) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return wins and ties of each pair, int64[H, H]; ties are symmetric."""
    n_systems = len(rankings.systems)
    is_tie = rankings.kind == TIE
    cells = rankings.winner[is_tie] * n_systems + rankings.loser[is_tie]
    half = np.bincount(cells, minlength=n_systems**2).reshape(n_systems, n_systems)
    return win_matrix(rankings), (half + half.T).astype(np.int64)


def _state(seed: int, number: int) -> NDArray[np.uint64]:
    """Return the state of the generator of a run."""
    sequence = np.random.SeedSequence(seed, spawn_key=(_STREAM, number))
    return sequence.generate_state(WORDS, np.uint64).astype(np.uint64, copy=False)
