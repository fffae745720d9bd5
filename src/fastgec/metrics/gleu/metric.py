"""GLEU behind the door of all metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastgec.choice import Chosen, Floats, Integers, Sums
from fastgec.choice.drawn import Drawn
from fastgec.machine.parallel import Cancel
from fastgec.metrics.block import Block
from fastgec.metrics.bounds import Bound
from fastgec.metrics.door import FUNCTIONS
from fastgec.metrics.fields import option
from fastgec.metrics.gleu.score import (
    SEED_STEP,
    VARIANTS,
    GleuScore,
    Scoring,
    corpus_scores,
    means,
    row_scores,
    standard_deviations,
    statistics,
)
from fastgec.metrics.references import ParallelText, ReferenceMetric
from fastgec.metrics.scores import Row
from fastgec.ngrams.count import Wanted, checked_order, count_candidates

_SPREAD = (
    "SD, Low and High (95%) are over the draws of references, not over sentences: --ci resamples "
    "sentences."
)


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the counts of GLEU depend on.

    variant  "official" (the authors' program), "equation" (the formula of 2016), or "clipped" (that
             formula with no numerator below 0)
    unit     "word" or "char"
    order    the highest order N of n-grams

    Raises:
        ValueError: a value out of range.
    """

    variant: str = option(
        "official",
        "the authors' program, the formula of 2016, or that formula clipped at 0 for each sentence",
        choices=VARIANTS,
    )
    unit: str = option("word", "unit of n-grams", choices=("word", "char"))
    order: int = option(4, "highest order", flags=("-n",), reads="order", metavar="N")

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            known = " or ".join(map(repr, VARIANTS))
            raise ValueError(f"variant {self.variant!r}, expected {known}")
        object.__setattr__(self, "order", checked_order(self.order, self.unit))


class Gleu(ReferenceMetric[GleuScore]):
    """n-gram precision against drawn references, less what is wrongly kept."""

    name = "gleu"
    parameters = Parameters
    scoring = Scoring
    made = GleuScore
    functions = (*FUNCTIONS, "candidate_scores", "candidate_matrix")
    corpus_only = ("iterations", "draws")
    resampled = ("mean",)
    citations = ("napoles-etal-2015-ground", "napoles-etal-2016-gleu")

    def count(
        self, text: ParallelText, parameters: Parameters, cancel: Cancel, limit: int
    ) -> Integers:
        """Count lengths, numerators and denominators."""
        table = text.count_ngrams(self.ngrams(parameters), cancel, limit)
        return statistics(table, parameters.variant)

    def count_candidates(
        self,
        source: str,
        references: Sequence[str],
        candidates: Sequence[str],
        parameters: Parameters,
    ) -> Integers:
        """Count candidates for one source."""
        table = count_candidates(source, references, candidates, self.ngrams(parameters))
        return statistics(table, parameters.variant)

    def ngrams(self, parameters: Parameters) -> Wanted:
        """Return which n-grams are counted."""
        return Wanted(parameters.order, parameters.unit, parameters.variant == "official")

    def width(self, parameters: Parameters) -> int:
        """Return how many numbers are made of a row."""
        return 8 * parameters.order

    def columns(self, parameters: Parameters) -> tuple[str, ...]:
        """Return the names of the counts, hypothesis_length and so on."""
        return columns_of(parameters.order)

    def is_signed(self, column: str, parameters: Parameters) -> bool:
        """By the formula of 2016 more n-grams can be taken off than there are matches."""
        return parameters.variant == "equation" and column.startswith("numerator")

    def bounds(self, table: Integers, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows: no more matches than n-grams, no more n-grams than words."""
        yield from super().bounds(table, parameters)
        columns = dict(zip(self.columns(parameters), table.T, strict=True))
        reference = columns["reference_length"]
        below, above = "hypothesis_length", columns["hypothesis_length"]
        for n in range(1, parameters.order + 1):
            names = numerator, denominator = f"numerator_{n}", f"denominator_{n}"
            matches, grams = (columns[name] for name in names)
            found = {denominator: grams, below: above}
            yield Bound(found, f"{denominator} at most {below}", grams <= above)
            found = {numerator: matches, denominator: grams, "reference_length": reference}
            holds = (abs(matches) <= grams) & (matches <= reference)
            yield Bound(found, f"{numerator} at most the others", holds)
            below, above = denominator, grams

    def choose(self, scoring: Scoring) -> Drawn:
        """Return the draws of the iterations: iteration j seeds the generator with 101 j."""
        return Drawn(scoring.iterations, SEED_STEP, scoring.draws)

    def values(self, totals: Integers, scoring: Scoring) -> Floats:
        """Return the score of summed statistics."""
        return corpus_scores(totals)[..., None]

    def row_values(self, rows: Integers, parameters: Parameters, scoring: Scoring) -> Floats:
        """Return the score of each row as a sentence."""
        return row_scores(rows, parameters.variant)

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> GleuScore:
        """Return the score of a corpus."""
        assert sums.by_label is not None
        return GleuScore(
            corpus_scores(sums.totals),
            corpus_scores(sums.by_label),
            sums.n_sentences,
            parameters.variant,
            parameters.unit,
            parameters.order,
            scoring.draws,
        )

    def describe(self, score: GleuScore) -> Row:
        """Return names and values of a score."""
        return Row(
            score.measures(),
            {
                "mean": score.mean,
                "standard_deviation": score.standard_deviation,
                "interval": score.interval and list(score.interval),
            },
            {"references": score.references.tolist()},
            _SPREAD if score.interval else "",
        )

    def settings(
        self, parameters: Parameters, scoring: Scoring, score: GleuScore
    ) -> Mapping[str, Any]:
        """Return what names the score; of one reference there is one iteration."""
        return {
            "variant": parameters.variant,
            "unit": parameters.unit,
            "order": parameters.order,
            "iterations": len(score.iterations),
            "draws": scoring.draws,
        }

    def sentences(
        self,
        block: Block,
        system: int,
        chosen: Chosen,
        parameters: Parameters,
        scoring: Scoring,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield mean, standard deviation and the score against each reference."""
        scores = reference_scores(block, system, parameters.variant)
        columns = means(scores), standard_deviations(scores), scores
        for mean, deviation, references in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            yield {"mean": mean, "standard_deviation": deviation, "references": references}


def reference_scores(block: Block, system: int, variant: str) -> Floats:
    """Return the score of each sentence of a system against each reference: float64[S, N]."""
    rows = block.table[system]
    return row_scores(rows.reshape(len(block), -1, rows.shape[1]), variant)


def columns_of(order: int) -> tuple[str, ...]:
    """Return the columns of counts of the orders from 1 to `order`.

    Example:
        >>> columns_of(1)
        ('hypothesis_length', 'reference_length', 'numerator_1', 'denominator_1')
    """
    sides = ("numerator", "denominator")
    names = (f"{side}_{n}" for n in range(1, order + 1) for side in sides)
    return ("hypothesis_length", "reference_length", *names)


METRIC = Gleu()
