"""Bootstrap totals that are drawn once, however many ask for them: intervals, and tests of pairs.

Resample i is the same whatever the number of resamples is, so the first of many are those of few.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fastgec.choice import Floats, Totals
from fastgec.study.resampling import (
    CONFIDENCE,
    DEFAULT_RESAMPLES,
    Sample,
    Scorer,
    bootstrap_totals,
    percentile_interval,
)


class Resampled:
    """Resamples of systems, drawn as far as they are asked for.

    Args:
        samples: of the systems.
        seed: of the draws.
        jobs: threads.

    Example:
        >>> alike = Sample(np.ones((5, 2), np.int16), np.arange(5), None)
        >>> drawn = Resampled([alike])
        >>> drawn.totals(2)[0].tolist(), len(drawn.totals(3)[0]), len(drawn.totals(1)[0])
        ([[5, 5], [5, 5]], 3, 1)
    """

    def __init__(
        self, samples: Sequence[Sample], *, seed: int = 0, jobs: int | None = None
    ) -> None:
        self.samples = samples
        self._seed = seed
        self._jobs = jobs
        self._totals: list[Totals] = []

    def totals(self, n: int) -> list[Totals]:
        """Return n resamples of each sample, see `bootstrap_totals`. Raises: as it does."""
        n_known = len(self._totals[0]) if self._totals else 0
        if n > n_known or n < 1:
            more = bootstrap_totals(
                self.samples, n=n, seed=self._seed, jobs=self._jobs, n_before=n_known
            )
            known = self._totals or [totals[:0] for totals in more]
            self._totals = [np.concatenate(both) for both in zip(known, more, strict=True)]
        return [totals[:n] for totals in self._totals]

    def intervals(
        self, score: Scorer, *, n: int = DEFAULT_RESAMPLES, confidence: float = CONFIDENCE
    ) -> Floats | None:
        """Return percentile bootstrap intervals: float64[systems, measures, 2].

        None of no sentence. Raises: as `bootstrap_totals`.
        """
        totals = self.totals(n)
        if self.samples[0].n_sentences == 0:
            return None
        return np.stack([percentile_interval(score(each), confidence) for each in totals])
