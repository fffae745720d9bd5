"""GREEN behind the door of all metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from fastgec.choice import Chosen, Floats, Integers, Sums
from fastgec.choice.alone import Alone
from fastgec.fscore import alpha_of, json_beta
from fastgec.machine.parallel import Cancel
from fastgec.metrics.block import Block
from fastgec.metrics.bounds import Bound
from fastgec.metrics.door import FUNCTIONS
from fastgec.metrics.fields import option
from fastgec.metrics.green.score import (
    REGIONS,
    GreenScore,
    Scoring,
    best_rows,
    mean_ratios,
    score_grid,
    score_totals,
)
from fastgec.metrics.references import ParallelText, ReferenceMetric
from fastgec.metrics.scores import Row
from fastgec.ngrams.count import Wanted, checked_order, count_candidates


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the counts of GREEN depend on.

    order  the highest order N of n-grams
    unit   "word" or "char"

    Raises:
        ValueError: a value out of range.
    """

    order: int = option(4, "highest order", flags=("-n",), reads="order", metavar="N")
    unit: str = option(
        "word",
        "unit of n-grams",
        flags=("-t",),
        hidden=("--token", "--tokenize", "--tokenization"),
        choices=("word", "char"),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", checked_order(self.order, self.unit))


# The regions whose n-grams are those of each text, and of all three.
TEXTS = {
    "source": ("true_keep", "true_delete", "over_delete", "under_delete"),
    "reference": ("true_keep", "true_insert", "over_delete", "under_insert"),
    "hypothesis": ("true_keep", "true_insert", "over_insert", "under_delete"),
    "common text": ("true_keep",),
}
IN_TEXTS = np.array([[region in regions for regions in TEXTS.values()] for region in REGIONS])


class Green(ReferenceMetric[GreenScore]):
    """F of the n-grams that are kept, deleted and inserted."""

    name = "green"
    parameters = Parameters
    scoring = Scoring
    made = GreenScore
    functions = (*FUNCTIONS, "candidate_scores", "candidate_matrix")
    resampled = ("precision", "recall", "f")
    swept = "beta"
    several = "beta"
    citations = ("koyama-etal-2024-n-gram",)

    def count(
        self, text: ParallelText, parameters: Parameters, cancel: Cancel, limit: int
    ) -> Integers:
        """Count the regions of every order."""
        table = text.count_ngrams(self.ngrams(parameters), cancel, limit)
        return table.reshape(*table.shape[:3], -1)

    def count_candidates(
        self,
        source: str,
        references: Sequence[str],
        candidates: Sequence[str],
        parameters: Parameters,
    ) -> Integers:
        """Count the regions of candidates for one source."""
        table = count_candidates(source, references, candidates, self.ngrams(parameters))
        return table.reshape(*table.shape[:2], len(REGIONS) * parameters.order)

    def ngrams(self, parameters: Parameters) -> Wanted:
        """Return which n-grams are counted."""
        return Wanted(parameters.order, parameters.unit)

    def width(self, parameters: Parameters) -> int:
        """Return how many numbers are made of a row."""
        return 8 * parameters.order

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

    def choose(self, scoring: Scoring) -> Alone:
        """Return the choice by (F at N, F at N-1, ..., F at 1)."""
        return Alone(
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
        return GreenScore(
            sums.totals.reshape(-1, len(REGIONS)),
            scoring.beta,
            parameters.unit,
            scoring.short,
            sums.n_sentences,
            sums.values,
        )

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
        """Return what names the score."""
        return {
            "unit": parameters.unit,
            "order": parameters.order,
            "short": scoring.short,
            "beta": json_beta(scoring.beta),
        }

    def sentences(
        self,
        block: Block,
        system: int,
        chosen: Chosen,
        parameters: Parameters,
        scoring: Scoring,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield beta, reference and F of each sentence."""
        assert chosen.rows is not None
        assert chosen.values is not None
        beta = json_beta(scoring.beta)
        labels = block.labels[chosen.rows[system]].tolist()
        for label, f in zip(labels, chosen.values[system].tolist(), strict=True):
            yield {"beta": beta, "reference": label, "f": f}


def columns_of(order: int) -> tuple[str, ...]:
    """Return the columns of counts of the orders from 1 to `order`.

    Example:
        >>> columns_of(1)[:3]
        ('true_keep_1', 'true_delete_1', 'true_insert_1')
    """
    return tuple(f"{region}_{n}" for n in range(1, order + 1) for region in REGIONS)


METRIC = Green()
