"""Is the difference between two systems more than chance? Two paired tests over sentences.

d is the score of a system less that of the base, on the same sentences. Both tests are two-sided:

    paired bootstrap           d' of resamples of sentences, moved so that their mean is 0, as if
                               there were no difference; c counts |d' - mean| >= |d|
    approximate randomization  d' after exchanging the two outputs in random sentences, which
                               changes nothing if systems are alike; c counts |d'| >= |d|

p = (c + 1) / (N + 1): the observed corpus is one of the possible ones, so p is never 0 and the test
does not reject a true null more often than its level says (Phipson and Smyth, 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fastgec.analysis.resampling import (
    DEFAULT_RESAMPLES,
    Floats,
    Sample,
    Scorer,
    bootstrap_totals,
    percentile_interval,
    randomization_totals,
)
from fastgec.fscore import ratio


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system against the base.

    base, score      the two scores
    interval         of the difference score - base, at confidence 1 - level
    p_bootstrap      of the paired bootstrap
    p_randomization  of approximate randomization
    level            at or below which a p is called significant
    """

    base: float
    score: float
    interval: tuple[float, float]
    p_bootstrap: float
    p_randomization: float
    level: float

    @property
    def difference(self) -> float:
        """Score of the system less that of the base."""
        return self.score - self.base


def compare(
    base: Sample,
    base_score: float,
    samples: Sequence[Sample],
    scores: Sequence[float],
    score: Scorer,
    *,
    n: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    level: float = 0.05,
    jobs: int | None = None,
) -> list[Comparison]:
    """Compare each sample with the base, on draws that all of them share.

    Parameters: base_score and scores, of the whole corpus, by the last measure of `score`, which is
    the one compared.
    Raises: ValueError for no sentences, n below 1, a level outside (0, 1), unlike samples.
    """
    if not 0 < level < 1:
        raise ValueError(f"level {level}, expected a number between 0 and 1")
    if base.n_sentences == 0:
        raise ValueError("no sentences, expected some to compare on")
    resampled = bootstrap_totals([base, *samples], n=n, seed=seed, jobs=jobs)
    mixed = randomization_totals(base, samples, n=n, seed=seed, jobs=jobs)
    base_values = score(resampled[0])[..., -1]
    comparisons = []
    for number, system_score in enumerate(scores):
        observed = system_score - base_score
        differences = score(resampled[1 + number])[..., -1] - base_values
        low, high = percentile_interval(differences, 1 - level).tolist()
        swapped = score(mixed[number][1])[..., -1] - score(mixed[number][0])[..., -1]
        comparisons.append(
            Comparison(
                base_score,
                system_score,
                (low, high),
                p_value(differences - differences.mean(), observed),
                p_value(swapped, observed),
                level,
            )
        )
    return comparisons


def p_value(null: Floats, observed: float) -> float:
    """Return (c + 1) / (N + 1), where c of the N null differences are at least as far from 0.

    >>> p_value(np.array([0.0, -2.0, 1.0]), 2.0)
    0.5
    """
    # A difference that is equal but for rounding counts as equal, which is the careful side.
    n_extreme = int(np.count_nonzero(np.abs(null) >= abs(observed) * (1 - 1e-12)))
    return ratio(n_extreme + 1, len(null) + 1, empty=1.0)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number by Holm's step-down method (1979), in order.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected
