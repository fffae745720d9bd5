"""Soft pairwise accuracy: a metric ought to be as sure of an order of systems as people are.

Definition: Thompson et al. (2024). For each pair of systems, p of "the first is better" is the
share of permutations whose difference is at least the observed one; the metric is right as far as
its p is that of people. So a pair that nobody can tell apart does not count as a whole error.

    people, rankings  two systems are exchanged in random items; wins less losses are compared
    people, ratings   their ratings are exchanged in random sentences; means are compared
    metric            their outputs are exchanged in random sentences, and both are scored again

Every pair has the same draws; people and metric have streams of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.machine.memory import require_holdable
from fastgec.meta.correlation import pairs_of
from fastgec.meta.humanscores import HumanScores
from fastgec.meta.wins import wins_by_item
from fastgec.parameters import MAX_RESAMPLES, whole_number
from fastgec.study.resampling import Sample, Scorer, randomization_totals

Floats = NDArray[np.float64]

SLACK = 1e-12
_STREAM = 6  # of the generators of permutations of judgments
_LINES = 64


def people_p(human: HumanScores, labels: Sequence[str], n: int, seed: int) -> Floats | None:
    """Return p of "the first is better" of each pair by people, see `pairs_of`.

    Args:
        human: what people say.
        labels: the systems that are looked at.
        n: how many permutations.
        seed: of the draws.

    Returns:
        float64[H (H - 1) / 2]; None of published scores, which nothing can be exchanged in.

    Raises:
        LimitError: so many differences do not fit into memory.
        ValueError: a number out of range.
    """
    whole_number(n, "n", 1, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    first, second = pairs_of(len(labels))
    if human.rankings is not None:
        wins = wins_by_item(human.rankings.of_systems(labels))
        require_holdable(16 * len(wins) * len(first), "differences")
        differences = wins[:, first, second] - wins[:, second, first]
    elif human.segments is not None:
        segments = human.segments.of_systems(labels)
        ratings = segments.ratings[segments.is_rated]
        require_holdable(16 * len(ratings) * len(first), "differences")
        differences = ratings[:, first] - ratings[:, second]
    else:
        return None
    observed = differences.sum(axis=0)
    slack = SLACK * np.abs(differences).sum(axis=0)
    at_least = np.zeros(len(first), np.int64)
    for start in range(0, n, _LINES):
        signs = np.empty((min(_LINES, n - start), len(differences)))
        for line, number in zip(signs, range(start, n), strict=False):
            sequence = np.random.SeedSequence(seed, spawn_key=(_STREAM, number))
            generator = np.random.Generator(np.random.PCG64(sequence))
            line[:] = 1.0 - 2.0 * generator.integers(0, 2, len(differences), np.uint8)
        at_least += (signs @ differences >= observed - slack).sum(axis=0)
    shares: Floats = at_least / n
    return shares


def metric_p(
    samples: list[Sample], score: Scorer, scores: Floats, n: int, seed: int, jobs: int | None
) -> Floats:
    """Return p of "the first is better" of each pair by a metric.

    Args:
        samples: of each system.
        score: of totals; the last measure is the score.
        scores: float64[H], of the corpus.
        n: how many permutations.
        seed: of the draws.
        jobs: threads.
    """
    shares: list[Any] = []
    for place, base in enumerate(samples[:-1]):
        others = samples[place + 1 :]
        exchanged = randomization_totals(base, others, n=n, seed=seed, jobs=jobs)
        for number, (one, other) in enumerate(exchanged, place + 1):
            differences = score(one)[..., -1] - score(other)[..., -1]
            observed = scores[place] - scores[number]
            shares.append((differences >= observed - SLACK).mean())
    return np.array(shares)
