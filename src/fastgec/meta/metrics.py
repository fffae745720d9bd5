"""Metrics that are judged: which, and their scores of systems, resamples and sentences.

**Specifications** of metrics:

    m2, green:char, gleu:equation,char,6    metrics of the package, see `metrics.spec`
    imeasure:mix                            the I-measure in mix mode, of the config's gold
    scores:NAME=FILE                        scores of any other tool, by system or by sentence

A metric that has a beta and is given one (green:beta=2) is judged at that beta alone, and its name
has it; so is one that is given its default (green:beta=1).

**Soft pairwise accuracy**: a metric should be as sure of an order of systems as people are.
Definition: Thompson et al. (2024). For each pair of systems, p of "the first is better" is the
share of permutations whose difference is at least the observed one; the metric is right as far as
its p is that of people. So a pair that nobody can tell apart does not count as a whole error.

    people, rankings  two systems are exchanged in random items; wins less losses are compared
    people, ratings   their ratings are exchanged in random sentences; means are compared
    metric            their outputs are exchanged in random sentences, and both are scored again

Every pair has the same draws; people and metric have streams of their own.

**Two classes** give scores of systems, of resamples and of sentences. `CountedMetric` has counts,
so that its scores at any beta and of any resample are made of them. `GivenMetric` has numbers from
a file: of systems, which no resample of sentences moves, or of sentences, whose mean is the score.
The rest of the package knows neither counts nor files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats
from fastgec.choose.beta_grid import grid_totals
from fastgec.choose.rules import Running
from fastgec.counts import Counts, gather
from fastgec.machine import Cancel, map_ordered, require_holdable
from fastgec.meta.agreement import pairs_of
from fastgec.meta.human import HumanScores
from fastgec.meta.standings import wins_by_item
from fastgec.meta.sweeping import Grid, Sweep, sweep
from fastgec.metrics import METRICS
from fastgec.metrics.declarations import GIVEN, as_dict, tacit_of
from fastgec.metrics.functions import alone_scores
from fastgec.metrics.spec import MetricSpec, metric_spec, named_file
from fastgec.study.resample import draw_bits
from fastgec.study.resampling import (
    Sample,
    Scorer,
    bootstrap_totals,
    drawn_sentences,
    exchanged_totals,
    fixed,
    sample_of,
)
from fastgec.study.run import Run, values_of
from fastgec.values import MAX_RESAMPLES, whole_number

MIX = "mix"


class Wanted(NamedTuple):
    """A metric that is to be judged.

    name      in results, such as "green-char-n6"
    asked     a metric of the package; None where scores are given
    file      that scores are given in, "" for a metric of the package
    has_beta  whether the user gave it a beta of its own
    """

    name: str
    asked: MetricSpec | None
    file: str = ""
    has_beta: bool = False

    @property
    def is_swept(self) -> bool:
        """Whether its beta may be looked for."""
        return self.asked is not None and bool(self.asked.metric.swept) and not self.has_beta


def wanted(words: Iterable[str]) -> list[Wanted]:
    """Understand metrics.

    Args:
        words: of each.

    Raises:
        ValueError: what is no metric, or two of one name.

    Example:
        >>> [one.name for one in wanted(["green:char", "gleu:equation", "m2", "errant:cse"])]
        ['green-char-n6', 'gleu-equation-word-n4', 'm2', 'errant-cse']
        >>> wanted(["errant:without=R:VERB:SVA"])[0].name, wanted(["scores:Mine=mine.tsv"])[0].name
        ('errant-cs-without=R:VERB:SVA', 'Mine')
    """
    found: list[Wanted] = []
    for one in words:
        if one.startswith(GIVEN):
            name, file = named_file(one)
            made = Wanted(name, None, file)
        else:
            made = of_package(_asked(one))
        for other in found:
            if other.name == made.name:
                raise ValueError(f"metric {made.name!r} is given twice: expected it once")
        found.append(made)
    return found


def _asked(words: str) -> MetricSpec:
    """Understand a metric of the package; "mix" is a word of those that mix candidates."""
    name, _, rest = words.partition(":")
    parts = [part.strip() for part in re.split("[:,]", rest)]
    if MIX not in parts or name.strip() not in METRICS:
        return metric_spec(words)
    parts.remove(MIX)
    one = metric_spec(f"{name}:{','.join(parts)}")
    if not hasattr(one.parameters, "mixed"):
        return metric_spec(words)  # which refuses the word
    mixed = replace(one.parameters, **one.metric.of_edits, mixed=one.scoring.words)
    return one._replace(parameters=mixed, label=f"{one.label}:{MIX}")


def of_package(one: MetricSpec) -> Wanted:
    """Return a metric of the package as it is to be judged."""
    return Wanted(_name(one), one, has_beta=one.metric.swept in one.given)


def _name(one: MetricSpec) -> str:
    """Return the name of a metric in results.

    Variant, unit and order are said (where the metric had them from the start), and what must
    agree of edits; the rest where it differs from the metric's defaults.
    """
    made = as_dict(one.parameters) | as_dict(one.scoring)
    defaults = as_dict(one.metric.parameters()) | as_dict(one.metric.scoring())
    words = [one.metric.name]
    later = tacit_of(one.metric.parameters)  # options that names of before do not have
    always: list[str] = [
        name for name in ("variant", "unit", "order") if name in made and name not in later
    ]
    if one.metric.reads == "pairs" and "mode" in made:
        always.append("mode")
    if made.get("mixed"):  # of gold in M2, whose corrections are cut otherwise
        defaults |= one.metric.of_edits
    for field in always:
        words.append(f"n{made[field]}" if field == "order" else str(made[field]))
    for field, value in made.items():
        if field == one.metric.swept and field in one.given:
            words.append(f"b{value:g}")
        elif field in always or value == defaults[field]:
            continue
        elif field == "mixed":
            words.append("mix")
        else:
            words.append(f"{field.replace('_', '-')}={value}")
    return "-".join(words)


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
            line[:] = 1.0 - 2.0 * draw_bits(seed, _STREAM, number, len(differences))
        at_least += (signs @ differences >= observed - slack).sum(axis=0)
    return at_least / n


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
    for place in range(len(samples) - 1):
        pairs = [(place, other) for other in range(place + 1, len(samples))]
        mixed = exchanged_totals(samples, pairs, n=n, seed=seed, jobs=jobs)
        differences = score(mixed[0])[..., -1] - score(mixed[1])[..., -1]
        observed = scores[place] - scores[place + 1 :]
        shares.extend((differences >= observed[:, None] - SLACK).mean(axis=-1))
    return np.array(shares)


_RESAMPLES_AT_ONCE = 64


@dataclass(eq=False)
class Draws:
    """Resamples of sentences, the same for all metrics and people.

    n            how many
    seed         of the draws
    n_sentences  of the corpus
    jobs         threads
    """

    n: int
    seed: int
    n_sentences: int
    jobs: int | None = None

    @cached_property
    def weights(self) -> Floats:
        """float64[n, S]: how often each sentence is drawn.

        Raises:
            LimitError: so many numbers do not fit into memory.
        """
        require_holdable(8 * self.n * self.n_sentences, "resamples")
        weights = np.empty((self.n, self.n_sentences))
        for number, line in enumerate(weights):
            drawn = drawn_sentences(self.seed, number, self.n_sentences)
            line[:] = np.bincount(drawn, minlength=self.n_sentences)
        return weights

    def sums(self, table: NDArray[Any]) -> Floats:
        """What resamples sum to, of numbers [S, K]: float64[n, K], exact of counts."""
        weights, wide = self.weights, np.ascontiguousarray(table, np.float64)

        def work(first: int, _: Cancel) -> Floats:
            return weights[first : first + _RESAMPLES_AT_ONCE] @ wide

        parts = map_ordered(work, range(0, self.n, _RESAMPLES_AT_ONCE), jobs=self.jobs)
        return np.concatenate(list(parts))


class CountedMetric:
    """A metric of the package, with the counts of all systems.

    own_beta  of its scoring, None of a metric without one
    """

    def __init__(
        self, name: str, run: Run, number: int, is_swept: bool, is_fixed: bool, jobs: int | None
    ) -> None:
        """Take a run that kept its counts, and the number of the scoring in it."""
        self.name = name
        self.is_swept = is_swept
        self._run = run
        self._number = number
        self._is_fixed = is_fixed or run.metric.is_settled(run.parameters)
        self._jobs = jobs
        self._resampled: dict[float | None, Floats] = {}
        self._before: tuple[Draws, NDArray[Any], Floats] | None = None
        self._metric = run.metric
        self._scoring = run.scorings[number]
        swept = run.metric.swept
        self.own_beta = float(getattr(self._scoring, swept)) if swept else None

    def _at(self, beta: float | None) -> Any:
        if beta is None:
            return self._scoring
        return replace(self._scoring, **{self._metric.swept: beta})

    def scores(self, beta: float | None = None) -> Floats:
        """The score of each system, float64[H]; None is the beta of its own."""
        if beta is None:
            return np.array(values_of(self._run, self._number))
        scoring = self._at(beta)
        choices = [self._metric.choose(scoring)]
        totals = [
            grid_totals(choices, counts.table, counts.offsets)[0, 0] for counts in self._run.counts
        ]
        return self._metric.values(np.stack(totals), scoring)[..., -1]

    def resampled(self, draws: Draws, beta: float | None = None) -> Floats:
        """The scores of resamples, float64[n, H]; a running choice is made again in each."""
        if beta not in self._resampled:
            self._resampled[beta] = self._made_of(draws, beta)
        return self._resampled[beta]

    def _made_of(self, draws: Draws, beta: float | None) -> Floats:
        scoring = self._at(beta)
        samples = self._samples(self._metric.choose(scoring))
        if samples[0].choice is None:  # all systems are summed side by side, at any number of betas
            wide = np.concatenate([one.table[one.places] for one in samples], axis=1)
            sums = self._sums(draws, wide).astype(samples[0].dtype)
            totals = sums.reshape(draws.n, len(samples), -1)
        else:
            parts = bootstrap_totals(samples, n=draws.n, seed=draws.seed, jobs=draws.jobs)
            totals = np.stack(parts, axis=1)
        return self._metric.values(totals, scoring)[..., -1]

    def _sums(self, draws: Draws, table: NDArray[Any]) -> Floats:
        """Return `draws.sums` of rows: counts of the beta before, and the rows that changed since.

        Between neighbouring betas few sentences change. Differences of weights would round.
        """
        if self._before is None or self._before[0] is not draws or table.dtype.kind == "f":
            sums = draws.sums(table)
        else:
            _, before, sums = self._before
            changed = np.flatnonzero((table != before).any(axis=1))
            steps = table[changed].astype(np.float64) - before[changed]
            sums = sums + draws.weights[:, changed] @ steps
        self._before = draws, table, sums
        return sums

    def _samples(self, choice: Any) -> list[Sample]:
        """Return what is resampled of each system; a running choice may be that of the corpus."""
        return [
            fixed(one, choice.select(one.table, one.offsets))
            if self._is_fixed and choice.kind == "running"
            else sample_of(one, choice)
            for one in self._run.counts
        ]

    def resampled_at(self, draws: Draws, betas: Floats) -> Floats:
        """Return the scores of resamples at growing betas, float64[B, n, H]."""
        n_systems = len(self._run.counts)
        require_holdable(8 * len(betas) * draws.n * (n_systems + 8), "resamples")
        scorings = [self._at(beta) for beta in betas.tolist()]
        choices = [self._metric.choose(scoring) for scoring in scorings]
        if self._is_fixed or not isinstance(choices[0], Running):
            return np.stack([self.resampled(draws, beta) for beta in betas.tolist()])

        def work(counts: Counts, cancel: Cancel) -> Floats:
            """Make the choices of all betas again in each resample, in drawn order."""
            totals = np.zeros((len(betas), draws.n, counts.table.shape[1]), counts.table.dtype)
            for number in range(draws.n):
                if cancel[0]:
                    break
                drawn = drawn_sentences(draws.seed, number, draws.n_sentences)
                rows, offsets = gather(counts.offsets, drawn.astype(np.int64))
                part = grid_totals(choices, counts.table[rows], offsets, cancel=cancel)
                totals[:, number] = part[0]
            values = zip(totals, scorings, strict=True)
            return np.stack([self._metric.values(*one)[..., -1] for one in values])

        parts = map_ordered(work, self._run.counts, jobs=self._jobs, is_long=True)
        return np.stack(list(parts), axis=-1)

    def sentences(self, beta: float | None = None) -> Floats:
        """The score of each sentence alone, float64[S, H]."""
        scoring = self._at(beta)
        scores = [
            alone_scores(self._metric, one.table[None], one.offsets, self._run.parameters, scoring)[
                0
            ]
            for one in self._run.counts
        ]
        return np.stack(scores, axis=1)

    def pair_p(self, n: int, seed: int, beta: float | None = None) -> Floats:
        """P of "the first is better" of each pair of systems, see `metric_p`."""
        scoring = self._at(beta)
        samples = self._samples(self._metric.choose(scoring))
        score = partial(self._metric.values, scoring=scoring)
        return metric_p(samples, score, self.scores(beta), n, seed, self._jobs)

    def sweep(self, human: Floats, grid: Grid, **more: Any) -> Sweep:
        """Return the scores at every beta of a grid."""
        counts = self._run.counts
        return sweep(counts, human, grid, scoring=self._scoring, jobs=self._jobs, **more)


class GivenMetric:
    """Scores that another tool made: of systems float64[H], or of sentences float64[S, H]."""

    is_swept = False
    own_beta = None

    def __init__(self, name: str, scores: Floats) -> None:
        """Take a name and scores."""
        self.name = name
        self._given = scores

    def scores(self, _beta: float | None = None) -> Floats:
        """The score of each system: the mean of its sentences."""
        return self._given if self._given.ndim == 1 else self._given.mean(axis=0)

    def resampled(self, draws: Draws, _beta: float | None = None) -> Floats | None:
        """The means of resamples, float64[n, H]; None of scores of systems."""
        return None if self._given.ndim == 1 else draws.sums(self._given) / draws.n_sentences

    def sentences(self, _beta: float | None = None) -> Floats | None:
        """The score of each sentence, float64[S, H]; None of scores of systems."""
        return None if self._given.ndim == 1 else self._given

    def pair_p(self, n: int, seed: int, _beta: float | None = None) -> Floats | None:
        """P of "the first is better" of each pair of systems; None as before."""
        if self._given.ndim == 1:
            return None
        places = np.arange(len(self._given))
        samples = [Sample(column[:, None].copy(), places, None) for column in self._given.T]
        return metric_p(samples, lambda totals: totals / len(places), self.scores(), n, seed, 1)


JudgedMetric = CountedMetric | GivenMetric
