"""GLEU: its parameters, counts and scores. Formulas and empty sets: metrics/gleu/__init__.py.

Statistics are rows of 2 + 2N integers: tokens of the hypothesis (c) and of the reference (r), then
numerator and denominator of each order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fastgec._ngram import gleu_scores, gleu_statistics
from fastgec.choose import Floats, Integers, Sums
from fastgec.choose.rules import Sampled, n_drawn
from fastgec.counts import Counts
from fastgec.metrics.base import Bound, Measure, Row, Score, SentenceView, parameters_of
from fastgec.metrics.declarations import Checked, as_dict, option
from fastgec.metrics.references import NgramMetric, Wanted

VARIANTS = ("official", "equation", "clipped")
DRAWS = ("python2", "python3")
SEED_STEP = 101

NORMAL_975 = 1.959963984540054  # of the standard normal distribution, 97.5 % lie below it


@dataclass(frozen=True, slots=True)
class Scoring(Checked):
    """Scoring options of GLEU.

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


@dataclass(frozen=True, slots=True, eq=False)
class GleuScore(Score):
    """Score of one system; its size does not depend on the corpus.

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
        """The range of 95 % of iterations if they are normally distributed; None without any.

        Iterations draw references, not sentences: it is no confidence interval of the corpus, which
        `study.intervals` and `--ci` make by the bootstrap.
        """
        return interval(self.mean, self.standard_deviation)

    def measures(self) -> tuple[Measure, ...]:
        """Mean, standard deviation and interval of the iterations, which draw references."""
        low, high = self.interval or (None, None)
        return (
            Measure("mean", "GLEU", self.mean),
            Measure("standard_deviation", "SD", self.standard_deviation, "spread"),
            Measure("low", "Low", low, "spread"),
            Measure("high", "High", high, "spread"),
        )


def means(sentences: Floats) -> Floats:
    """Return the mean over all references of float64[S, K]."""
    return np.mean(sentences, axis=1)


def standard_deviations(sentences: Floats) -> Floats:
    """Return the standard deviation over all references of float64[S, K]."""
    return np.std(sentences, axis=1)


def interval(mean: float, standard_deviation: float) -> tuple[float, float] | None:
    """Mean -+ 1.96 standard deviations; None where the deviation is 0.

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


_SPREAD = (
    "SD, Low and High (95%) are over the draws of references, not over sentences: --ci resamples "
    "sentences."
)


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """Counting options of GLEU.

    variant  "official" (the authors' program), "equation" (the formula of 2016), or "clipped" (that
             formula with no numerator below 0)
    unit     "word" or "char"
    order    the highest order N of n-grams

    Raises:
        ValueError: a value out of range.
    """

    variant: str = option(
        "official", "the authors' program, the 2016 formula, or that clipped", choices=VARIANTS
    )
    unit: str = option(
        "word", "unit of n-grams: word or char (including spaces)", choices=("word", "char")
    )
    order: int = option(4, "highest order", flags=("-n",), reads="order", metavar="N")


class Gleu(NgramMetric[GleuScore]):
    """n-gram precision against drawn references, minus n-grams wrongly kept from the source."""

    name = "gleu"
    parameters = Parameters
    scoring = Scoring
    made = GleuScore
    corpus_only = ("iterations", "draws")
    resampled = ("mean",)
    citations = ("napoles-etal-2015-ground", "napoles-etal-2016-gleu")

    def rows_of(self, regions: Integers, parameters: Parameters) -> Integers:
        """Return lengths, numerators and denominators."""
        return statistics(regions, parameters.variant)

    def ngrams(self, parameters: Parameters) -> Wanted:
        """Return which n-grams are counted."""
        return Wanted(parameters.order, parameters.unit, parameters.variant == "official")

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

    def choose(self, scoring: Scoring) -> Sampled:
        """Return the draws of the iterations: iteration j seeds the generator with 101 j."""
        return Sampled(scoring.iterations, SEED_STEP, scoring.draws)

    def values(self, totals: Integers, scoring: Scoring) -> Floats:
        """Return the score of summed statistics."""
        return corpus_scores(totals)[..., None]

    def row_values(self, rows: Integers, parameters: Parameters, scoring: Scoring) -> Floats:
        """Return the score of each row as a sentence."""
        return row_scores(rows, parameters.variant)

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> GleuScore:
        """Return the score of a corpus."""
        drawn, alone = corpus_scores(sums.totals), corpus_scores(sums.by_label)
        how = parameters.variant, parameters.unit, parameters.order, scoring.draws
        return GleuScore(drawn, alone, sums.n_sentences, *how)

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
        """Return the settings that name the score; of one reference there is one iteration."""
        drawn = {"iterations": len(score.iterations), "draws": scoring.draws}
        return {**as_dict(parameters), **drawn}

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield mean, standard deviation and the score against each reference."""
        rows = view.block.table[0]
        scores = self.row_values(rows, view.parameters, view.scoring).reshape(len(view.block), -1)
        for mean, deviation, own in zip(
            *(means(scores), standard_deviations(scores), scores.tolist()), strict=True
        ):
            yield {"mean": float(mean), "standard_deviation": float(deviation), "references": own}


def columns_of(order: int) -> tuple[str, ...]:
    """The columns of counts of the orders from 1 to `order`.

    Example:
        >>> columns_of(1)
        ('hypothesis_length', 'reference_length', 'numerator_1', 'denominator_1')
    """
    sides = ("numerator", "denominator")
    names = (f"{side}_{n}" for n in range(1, order + 1) for side in sides)
    return ("hypothesis_length", "reference_length", *names)


METRIC = Gleu()


def reference_scores(counts: Counts) -> Floats:
    """Score each sentence against each reference: float64[S, N].

    Raises:
        ValueError: counts of another metric, or sentences with unequal numbers of references.

    Example:
        >>> from fastgec.metrics.gleu import References, count
        >>> gold = References(["a b"], [["a c"], ["a d"]])
        >>> reference_scores(count(["a c"], gold, order=1)).tolist()
        [[1.0, 0.5]]
    """
    METRIC.require_own(counts)
    n_drawn(counts.offsets)
    parameters = parameters_of(METRIC, counts)
    scores = METRIC.row_values(counts.table, parameters, Scoring())
    return scores.reshape(counts.n_sentences, -1)
