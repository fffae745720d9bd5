"""What GLEU makes of its statistics: the score of a sum, of a sentence, and of many drawn corpora.

Statistics are rows of 2 + 2N integers: tokens of the hypothesis (c) and of the reference (r), then
numerator and denominator of each order. The rules for empty sets are in metrics/gleu/__init__.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from fastgec._ngram_scores import gleu_scores, gleu_statistics
from fastgec.choice import Floats, Integers
from fastgec.metrics.fields import option
from fastgec.metrics.scores import Measure, Score
from fastgec.parameters import whole_number

VARIANTS = ("official", "equation", "clipped")
DRAWS = ("python2", "python3")
SEED_STEP = 101

NORMAL_975 = 1.959963984540054  # of the standard normal distribution, 97.5 % lie below it


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the scores of GLEU depend on, besides counts.

    iterations  how often references are drawn (one reference: once)
    draws       "python2" or "python3": whose generator draws

    Raises:
        ValueError: a value out of range.
    """

    iterations: int = option(
        500, "how often references are drawn", hidden=("--iter",), reads="positive", metavar="N"
    )
    draws: str = option(
        "python2", "which Python's draws; published numbers have python2's", choices=DRAWS
    )

    def __post_init__(self) -> None:
        if self.draws not in DRAWS:
            raise ValueError(f"draws {self.draws!r}, expected 'python2' or 'python3'")
        iterations = whole_number(self.iterations, "iterations", 1)
        object.__setattr__(self, "iterations", iterations)


@dataclass(frozen=True, slots=True, eq=False)
class GleuScore(Score):
    """What one system gets: as small for any corpus.

    iterations   float64[I]: the corpus score of each draw of references
    references   float64[K]: the corpus score against each reference alone
    n_sentences  number of sentences
    variant      "official", "equation" or "clipped"
    unit         "word" or "char"
    order        the highest order N
    draws        "python2" or "python3"
    """

    main: ClassVar[str] = "mean"
    shown: ClassVar[tuple[str, ...]] = ("variant", "unit", "order")

    iterations: Floats
    references: Floats
    n_sentences: int
    variant: str
    unit: str
    order: int
    draws: str

    @property
    def mean(self) -> float:
        """The score, in [0, 1]: the mean over iterations."""
        return float(np.mean(self.iterations))

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the iterations, taken as the whole population."""
        return float(np.std(self.iterations))

    @property
    def interval(self) -> tuple[float, float] | None:
        """What 95 % of iterations fall into if they are normally distributed; None without any."""
        return interval(self.mean, self.standard_deviation)

    def measures(self) -> tuple[Measure, ...]:
        """Return mean, standard deviation and interval of the iterations."""
        low, high = self.interval or (None, None)
        return (
            Measure("mean", "GLEU", self.mean),
            Measure("standard_deviation", "SD", self.standard_deviation, "spread"),
            Measure("low", "Low", low, "spread"),
            Measure("high", "High", high, "spread"),
        )


def means(sentences: Floats) -> Floats:
    """Return the mean over all references of float64[S, K]."""
    found: Floats = np.mean(sentences, axis=1)
    return found


def standard_deviations(sentences: Floats) -> Floats:
    """Return the standard deviation over all references of float64[S, K]."""
    found: Floats = np.std(sentences, axis=1)
    return found


def interval(mean: float, standard_deviation: float) -> tuple[float, float] | None:
    """Return mean -+ 1.96 standard deviations; None where the deviation is 0.

    >>> interval(0.5, 0.0) is None
    True
    """
    if standard_deviation == 0:
        return None
    half = NORMAL_975 * standard_deviation
    return mean - half, mean + half


def corpus_scores(totals: Integers) -> Floats:
    """Score summed statistics int64[..., 2 + 2N]; 0 where any of them is not positive.

    >>> corpus_scores(np.array([[4, 4, 2, 4], [2, 2, 0, 2]])).tolist()
    [0.5, 0.0]
    """
    return _scores(totals, "corpus")


def row_scores(rows: Integers, variant: str) -> Floats:
    """Score statistics of single sentences, int64[..., 2 + 2N]."""
    return _scores(rows, "official" if variant == "official" else "equation")


def statistics(table: Integers, variant: str) -> Integers:
    """Turn region counts int64[..., N, 7], or 8 if official, into statistics int64[..., 2 + 2N]."""
    *shape, order, n_columns = table.shape
    regions = np.ascontiguousarray(table).reshape(math.prod(shape), order, n_columns)
    rows = np.empty((len(regions), 2 + 2 * order), np.int64)
    gleu_statistics(regions, variant != "equation", rows)
    return rows.reshape(*shape, 2 + 2 * order)


def _scores(rows: Integers, rule: str) -> Floats:
    scores = np.empty(rows.shape[:-1])
    table = np.ascontiguousarray(rows).reshape(scores.size, rows.shape[-1])
    gleu_scores(table, scores.reshape(-1), rule=rule)
    return scores
