"""GREEN: its parameters, counts and scores. Formulas and empty sets: metrics/green/__init__.py."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, ClassVar

import numpy as np

from fastgec._ngram import green_best, green_ratios
from fastgec.choose import Floats, Integers, Sums
from fastgec.choose.rules import PerSentence
from fastgec.fscore import alpha_of, checked_beta, harmonic_f, json_beta
from fastgec.metrics.base import Bound, Measure, Row, Score, SentenceView
from fastgec.metrics.declarations import Checked, option
from fastgec.metrics.references import NgramMetric

REGIONS = (
    *("true_keep", "true_delete", "true_insert", "over_delete", "over_insert"),
    *("under_delete", "under_insert"),
)
SHORT = ("zero", "one")


@dataclass(frozen=True, slots=True)
class Scoring(Checked):
    """Scoring options of GREEN.

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


@dataclass(frozen=True, slots=True, eq=False)
class GreenScore(Score):
    """Score of one system at one beta; its size does not depend on the corpus.

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
        """Beta, precision, recall and F, and the mean of the sentences' F."""
        return (
            Measure("beta", "Beta", self.beta, "setting"),
            Measure("precision", "P", self.precision),
            Measure("recall", "R", self.recall),
            Measure("f", "F", self.f),
            Measure("mean_sentence_f", "Mean F", self.mean_sentence_f),
        )


def score_totals(totals: Integers, beta: float, short: str) -> Floats:
    """Return precision, recall and F over all orders, of summed counts of any number of corpora.

    Parameters: totals int64[..., N * 7], columns as in `Counts`. Returns: float64[..., 3].

    >>> score_totals(np.array([[2, 0, 0, 0, 0, 0, 2]]), 1.0, "zero").round(4).tolist()
    [[1.0, 0.5, 0.6667]]
    """
    beta = checked_beta(beta, math.inf)
    precisions, recalls = (one[..., -1] for one in ratios(totals, short, is_mean=True))
    f = harmonic_f(precisions, recalls, alpha_of(beta))
    return np.stack([precisions, recalls, f], axis=-1)


def score_grid(totals: Integers, betas: Floats, short: str) -> Floats:
    """Return F at each beta, equal to the F of `score_totals` to the last bit.

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
    """Return a function of rows whose result all betas share when they choose rows.

    It is one object for each `short`, so that scorings know that they share it.
    """
    return partial(ratios, short=short, is_mean=True)


def _empty(short: str) -> float:
    return 1.0 if short == "one" else 0.0


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """Counting options of GREEN.

    order  the highest order N of n-grams
    unit   "word" or "char"

    Raises:
        ValueError: a value out of range.
    """

    order: int = option(4, "highest order", flags=("-n",), reads="order", metavar="N")
    unit: str = option(
        "word",
        "unit of n-grams: word or char (including spaces)",
        flags=("-t",),
        hidden=("--token", "--tokenize", "--tokenization"),
        choices=("word", "char"),
    )


# The regions whose n-grams each text has, and all three.
TEXTS = {
    "source": ("true_keep", "true_delete", "over_delete", "under_delete"),
    "reference": ("true_keep", "true_insert", "over_delete", "under_insert"),
    "hypothesis": ("true_keep", "true_insert", "over_insert", "under_delete"),
    "common text": ("true_keep",),
}
IN_TEXTS = np.array([[region in regions for regions in TEXTS.values()] for region in REGIONS])


class Green(NgramMetric[GreenScore]):
    """F of the n-grams that are kept, deleted and inserted."""

    name = "green"
    parameters = Parameters
    scoring = Scoring
    made = GreenScore
    resampled = ("precision", "recall", "f")
    swept = "beta"
    several = "beta"
    citations = ("koyama-etal-2024-n-gram",)

    def rows_of(self, regions: Integers, parameters: Parameters) -> Integers:
        """Return the regions of every order in a row."""
        *shape, order, n_regions = regions.shape
        return regions.reshape(*shape, order * n_regions)

    def columns(self, parameters: Parameters) -> tuple[str, ...]:
        """Return the names of the counts, true_keep_1 and so on."""
        return columns_of(parameters.order)

    def bounds(self, table: Integers, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows: no more n-grams of a text, or matches, than of shorter ones."""
        yield from super().bounds(table, parameters)
        grams = table.reshape(-1, parameters.order, len(REGIONS)) @ IN_TEXTS
        if (grams[:, 1:] <= grams[:, :-1]).all():
            return
        for number, text in enumerate(TEXTS):
            for n in range(1, parameters.order):
                shorter, longer = grams[:, n - 1, number], grams[:, n, number]
                found = {f"{n + 1}-grams of the {text}": longer, f"{n}-grams": shorter}
                yield Bound(found, f"at most as many {n + 1}-grams", longer <= shorter)

    def choose(self, scoring: Scoring) -> PerSentence:
        """Return the choice by (F at N, F at N-1, ..., F at 1)."""
        return PerSentence(
            partial(best_rows, beta=scoring.beta, short=scoring.short),
            is_score=True,
            means=mean_ratios(scoring.short),
            alpha=alpha_of(scoring.beta),
        )

    def values(self, totals: Integers, scoring: Scoring) -> Floats:
        """Return precision, recall and F over all orders."""
        return score_totals(totals, scoring.beta, scoring.short)

    def grid_values(self, totals: Integers, scorings: Sequence[Scoring]) -> Floats:
        """Return F at each beta."""
        if type(self).values is not Green.values:  # a metric made of this one
            return super().grid_values(totals, scorings)
        betas = np.array([scoring.beta for scoring in scorings])
        return score_grid(totals, betas, scorings[0].short)

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> GreenScore:
        """Return the score of a corpus."""
        regions, unit = sums.totals.reshape(-1, len(REGIONS)), parameters.unit
        how = scoring.beta, unit, scoring.short
        return GreenScore(regions, *how, sums.n_sentences, sums.values)

    def describe(self, score: GreenScore) -> Row:
        """Return names and values of a score."""
        beta = json_beta(score.beta)
        columns = {
            "precision": score.precisions,
            "recall": score.recalls,
            "f": score.f_by_order,
            "cumulative_precision": score.cumulative_precisions,
            "cumulative_recall": score.cumulative_recalls,
            "cumulative_f": score.cumulative_f,
        }
        orders = [
            {
                "order": n,
                **dict(zip(REGIONS, row, strict=True)),
                **{name: float(values[n - 1]) for name, values in columns.items()},
            }
            for n, row in enumerate(score.regions.tolist(), 1)
        ]
        measures = score.measures()
        content = {measure.name: measure.value for measure in measures}
        return Row(measures, {**content, "beta": beta}, {"orders": orders})

    def settings(
        self, parameters: Parameters, scoring: Scoring, score: GreenScore
    ) -> Mapping[str, Any]:
        """Return the settings that name the score."""
        of_counts = {"unit": parameters.unit, "order": parameters.order}
        return {**of_counts, "short": scoring.short, "beta": json_beta(scoring.beta)}

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield beta, reference and F of each sentence."""
        beta = json_beta(view.scoring.beta)
        labels = view.block.labels[view.rows].tolist()
        for label, f in zip(labels, view.values.tolist(), strict=True):
            yield {"beta": beta, "reference": label, "f": f}


def columns_of(order: int) -> tuple[str, ...]:
    """The columns of counts of the orders from 1 to `order`.

    Example:
        >>> columns_of(1)[:3]
        ('true_keep_1', 'true_delete_1', 'true_insert_1')
    """
    return tuple(f"{region}_{n}" for n in range(1, order + 1) for region in REGIONS)


METRIC = Green()
