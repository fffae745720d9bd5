"""What GREEN makes of region counts: precision, recall and F of each order and over all orders.

The formulas and the rules for empty sets are in metrics/green/__init__.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, ClassVar

import numpy as np

from fastgec._ngram_scores import green_best, green_ratios
from fastgec.choice import Floats, Integers
from fastgec.fscore import alpha_of, checked_beta, harmonic_f
from fastgec.metrics.fields import option
from fastgec.metrics.scores import Measure, Score

REGIONS = (
    "true_keep",
    "true_delete",
    "true_insert",
    "over_delete",
    "over_insert",
    "under_delete",
    "under_insert",
)
SHORT = ("zero", "one")


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the scores of GREEN depend on, besides counts.

    short  what recall is worth where an order has no n-gram: "zero" or "one"
    beta   how many times as much recall weighs as precision; may be infinite

    Raises:
        ValueError: a value out of range.
    """

    short: str = option("zero", "recall of an order without n-grams", choices=SHORT)
    beta: float = option(
        1.0,
        "weight of recall, several at once, 'inf' too",
        flags=("-b", "--beta"),
        reads="any_beta",
        metavar="BETA",
    )

    def __post_init__(self) -> None:
        if self.short not in SHORT:
            raise ValueError(f"short {self.short!r}, expected 'zero' or 'one'")
        object.__setattr__(self, "beta", checked_beta(self.beta, math.inf))


@dataclass(frozen=True, slots=True, eq=False)
class GreenScore(Score):
    """What one system gets at one beta: as small for any corpus.

    regions      int64[N, 7]: the chosen rows summed, by order and region (`REGIONS`)
    beta         how many times as much recall weighs as precision; may be infinite
    unit         "word" or "char"
    short        what recall is worth where an order has no n-gram: "zero" or "one"
    n_sentences  number of sentences
    f_sum        the sum of F of each sentence alone, exact: a few doubles that `math.fsum` adds
    """

    main: ClassVar[str] = "f"
    shown: ClassVar[tuple[str, ...]] = ("beta", "unit", "order")

    regions: Integers
    beta: float
    unit: str
    short: str
    n_sentences: int
    f_sum: tuple[float, ...]

    @property
    def order(self) -> int:
        """The highest order N."""
        return len(self.regions)

    @property
    def precisions(self) -> Floats:
        """float64[N]: precision of each order."""
        return ratios(self.regions.ravel(), self.short)[0]

    @property
    def recalls(self) -> Floats:
        """float64[N]: recall of each order."""
        return ratios(self.regions.ravel(), self.short)[1]

    @property
    def f_by_order(self) -> Floats:
        """float64[N]: F of each order alone."""
        return harmonic_f(self.precisions, self.recalls, self.alpha)

    @property
    def cumulative_precisions(self) -> Floats:
        """float64[N]: geometric mean of the precisions of the orders 1 to k."""
        return ratios(self.regions.ravel(), self.short, is_mean=True)[0]

    @property
    def cumulative_recalls(self) -> Floats:
        """float64[N]: geometric mean of the recalls of the orders 1 to k."""
        return ratios(self.regions.ravel(), self.short, is_mean=True)[1]

    @property
    def cumulative_f(self) -> Floats:
        """float64[N]: F over the orders 1 to k."""
        return harmonic_f(self.cumulative_precisions, self.cumulative_recalls, self.alpha)

    @property
    def precision(self) -> float:
        """Precision over all orders, in [0, 1]."""
        return float(self.cumulative_precisions[-1])

    @property
    def recall(self) -> float:
        """Recall over all orders, in [0, 1]."""
        return float(self.cumulative_recalls[-1])

    @property
    def f(self) -> float:
        """The score, in [0, 1]."""
        return float(self.cumulative_f[-1])

    @property
    def mean_sentence_f(self) -> float:
        """The mean of the sentences' own scores, in [0, 1]."""
        return math.fsum(self.f_sum) / self.n_sentences

    @property
    def alpha(self) -> float:
        """The weight of precision, 1 / (beta ** 2 + 1)."""
        return alpha_of(self.beta)

    def measures(self) -> tuple[Measure, ...]:
        """Return beta, precision, recall and F, and the mean of the sentences' F."""
        return (
            Measure("beta", "Beta", self.beta, "setting"),
            Measure("precision", "P", self.precision),
            Measure("recall", "R", self.recall),
            Measure("f", "F", self.f),
            Measure("mean_sentence_f", "Mean F", self.mean_sentence_f),
        )


def score_totals(totals: Integers, beta: float, short: str) -> Floats:
    """Return precision, recall and F over all orders, of summed counts of any number of corpora.

    Parameters: totals int64[..., N * 7], columns as those of `Counts`. Returns: float64[..., 3].

    >>> score_totals(np.array([[2, 0, 0, 0, 0, 0, 2]]), 1.0, "zero").round(4).tolist()
    [[1.0, 0.5, 0.6667]]
    """
    beta = checked_beta(beta, math.inf)
    precisions, recalls = (one[..., -1] for one in ratios(totals, short, is_mean=True))
    f = harmonic_f(precisions, recalls, alpha_of(beta))
    return np.stack([precisions, recalls, f], axis=-1)


def score_grid(totals: Integers, betas: Floats, short: str) -> Floats:
    """Return F at each beta, equal to that of `score_totals` to the last bit.

    Parameters: totals int64[..., B, N * 7], betas float64[B]. Returns: float64[..., B].
    """
    precisions, recalls = (one[..., -1] for one in ratios(totals, short, is_mean=True))
    alphas = np.array([alpha_of(beta) for beta in betas.tolist()])
    return harmonic_f(precisions, recalls, alphas)


def ratios(totals: Integers, short: str, *, is_mean: bool = False) -> tuple[Floats, Floats]:
    """Return precision and recall of each order, or their geometric means over the orders 1 to k.

    Of counts int64[..., N * 7]: float64[..., N], twice.
    """
    width = totals.shape[-1]
    rows = np.ascontiguousarray(totals).reshape(math.prod(totals.shape[:-1]), width)
    found = np.empty((2, len(rows), width // len(REGIONS)))
    green_ratios(rows, _empty(short), *found, is_mean=is_mean)
    precisions, recalls = found.reshape(2, *totals.shape[:-1], -1) if len(rows) else found
    return precisions, recalls


def best_rows(
    table: Integers, offsets: Integers, *, beta: float, short: str
) -> tuple[Integers, Floats]:
    """Return the best row of each sentence by (F at N, F at N-1, ..., F at 1), and its F."""
    rows, scores = np.empty(len(offsets) - 1, np.int64), np.empty(len(offsets) - 1)
    green_best(np.ascontiguousarray(table), offsets, alpha_of(beta), _empty(short), rows, scores)
    return rows, scores


@cache
def mean_ratios(short: str) -> Any:
    """Return the function that makes of rows what the choices at all betas have in common.

    It is one object for each `short`, so that scorings know that they share it.
    """
    return partial(ratios, short=short, is_mean=True)


def _empty(short: str) -> float:
    return 1.0 if short == "one" else 0.0
