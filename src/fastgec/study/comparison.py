"""Is the difference between two systems more than chance? Two paired tests over sentences.

d is the system's score minus the base's, on the same sentences. Both tests are two-sided:

    paired bootstrap           d' of resamples of sentences, moved so that their mean is 0, as if
                               there were no difference; c counts |d' - mean| >= |d|
    approximate randomization  d' after exchanging the two outputs in random sentences, which
                               changes nothing if systems are alike; c counts |d'| >= |d|

p = (c + 1) / (N + 1): the observed corpus is one of the possible ones, so p is never 0 and the test
does not reject a true null more often than its level says (Phipson and Smyth, 2010).

The smallest p that N resamples can give is 1 / (N + 1). Holm's method multiplies the smallest of m
p-values by m, and makes no other one smaller than that, so no corrected p is below m / (N + 1). A p
at this limit is an upper bound rather than a measurement. Where the limit is above the level, no
difference can be significant, whatever the outputs are: every command that corrects p makes enough
resamples (`resamples_for`), or warns (`too_few`) and shows no groups. So it does where so few
clusters are exchanged that no p is as small as the level but by chance.

All pairs: every pair is tested in the same way, on draws that all pairs share, and p is corrected
for the number of pairs (Holm, 1979). Two systems differ significantly if the corrected p of
approximate randomization is at or below the level. A group is a maximal set of systems of which no
two differ significantly: two systems differ significantly exactly if they share no group (the
compact letter display of Piepho, 2004). A system may be in several groups.

With 16 systems and 1,000 resamples no corrected p could be significant, so the number of resamples
grows with the number of pairs (`resamples_for`). If a caller wants fewer, there are no groups.

Early stopping (`stop_early`): the approximate randomization of a pair ends at the resample that
brings the h-th difference at least as far from 0 as d, h = STOP_AFTER, and p = h / l after l
resamples (Besag and Clifford, 1991). A pair that never has so many is drawn N times, p as above.

- p errs no more often than its level says. Where systems are alike, the observed corpus and k
  resamples are k + 1 equally likely ones, so that at most r - 1 resamples are as extreme with
  probability r / (k + 1) at most (ties only lower it). p <= h / l means at most h - 1 among the
  first l - 1 resamples: probability at most h / l. p <= (g + 1) / (N + 1) with g < h means at most
  g among N: at most (g + 1) / (N + 1). Holm's method needs no more of each p.
- Against p of all resamples: l has a negative binomial distribution, so the relative standard error
  of h / l is about 1 / sqrt(h), a tenth. A p below h / N is the same to the last digit.

The paired bootstrap, whose draws are made once per system, is not stopped.

Power: the smallest true difference that the tests show with a given probability (`detectable`), on
a corpus of this size, of systems whose outputs differ from sentence to sentence as these do. It is
(t(1 - level / 2) + t(power)) standard errors of the difference, whose standard error is the
standard deviation of the resamples' differences: 2.80 of them for 80% at level 0.05 (Bloom, 1995,
minimum detectable effects; Card et al., 2020, why it should be known). Student's t is that of as
many units as are drawn, which matters below a hundred: randomization exchanges the difference, too,
so that its null differences vary by sqrt(1 + t^2 / n) more than the difference does. It does not
depend on the difference that was observed. Where p is corrected for m comparisons the
level is the strictest of Holm's, level / m.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import combinations
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from fastgec.choose import Floats, Totals
from fastgec.diagnostics import emit_warnings
from fastgec.metrics.base import AnyMetric, Progress, Result, System, data_frame
from fastgec.study.arguments import checked_systems, sampled_run
from fastgec.study.resampling import (
    DEFAULT_RESAMPLES,
    Clusters,
    Pairs,
    Resampled,
    Sample,
    Scorer,
    exchanged_totals,
    percentile_interval,
)
from fastgec.study.run import Run, name_of, score_name, values_of
from fastgec.values import MAX_RESAMPLES, html_table, shown_interval, shown_p

Estimate = Callable[[float], None]
"""Takes how many seconds tests will take, once the first resamples are made."""

STOP_AFTER = 100  # differences at least as far from 0, after which a test may be stopped
ESTIMATED = 256  # resamples that an estimate of time is made of
POWER = 0.8  # that a smallest difference is usually asked for
NUMBERS = 1 << 22  # of totals in memory at once
SCORED = 1 << 14  # of them at once


class PairedTests(NamedTuple):
    """How paired tests are made.

    n           resamples of each
    seed        of the draws
    level       at or below which a p is called significant
    jobs        threads; None: all cores
    stop_early  stop the randomization of a pair whose p is large
    progress    called with the number of pairs that are done
    estimate    called with the seconds that the tests will take, if none is stopped
    """

    n: int = DEFAULT_RESAMPLES
    seed: int = 0
    level: float = 0.05
    jobs: int | None = None
    stop_early: bool = False
    progress: Progress | None = None
    estimate: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Comparison(Result):
    """A system against the base.

    base, score      the two scores
    interval         of the difference score - base, at confidence 1 - level
    p_bootstrap      of the paired bootstrap
    p_randomization  of approximate randomization
    level            at or below which a p is called significant
    resamples        of each test
    measure          name of the scores, with metric and beta: "M2 F0.5"
    error            standard error of the difference: the standard deviation of its resamples
    units            how many sentences or clusters are drawn, see `detectable`; 0: not known
    """

    base: float
    score: float
    interval: tuple[float, float]
    p_bootstrap: float
    p_randomization: float
    level: float
    resamples: int = DEFAULT_RESAMPLES
    measure: str = "score"
    error: float = np.nan
    units: int = 0

    def detectable(self, power: float = POWER, comparisons: int = 1) -> float | None:
        """The smallest difference that is shown with a given probability, see `detectable`.

        Args:
            power: the probability.
            comparisons: for how many p is corrected.
        """
        return detectable(self.error, self.level, power, comparisons, self.units)

    @property
    def difference(self) -> float:
        """Score of the system minus the score of the base."""
        return self.score - self.base

    @property
    def value(self) -> float:
        """The difference, which is the main number."""
        return self.difference

    def _repr_html_(self) -> str:
        least, ps = least_p(self.resamples), (self.p_bootstrap, self.p_randomization)
        cells = [
            *(f"{100 * self.base:.2f}", f"{100 * self.score:.2f}", f"{100 * self.difference:+.2f}"),
            *(shown_interval(self.interval, "+"), *(shown_p(p, self.level, least) for p in ps)),
        ]
        headings = ["Base", "Score", "Difference", "Interval", "p bootstrap", "p randomization"]
        caption = f"{self.measure} in per cent, tests of {self.resamples:,} resamples"
        return html_table(caption, headings, [cells])

    def to_dict(self, prefix: str = "") -> dict[str, float]:
        """Names and numbers, flat; the interval is "low" and "high".

        Args:
            prefix: the prefix of each name.

        Example:
            >>> found = Comparison(0.25, 0.5, (0.125, 0.375), 0.01, 0.02, 0.05)
            >>> found.to_dict()["difference"], found.to_dict()["low"]
            (0.25, 0.125)
        """
        values = {name: getattr(self, name) for name in ("base", "score", "difference")}
        values |= zip(("low", "high"), self.interval, strict=True)
        values |= {name: getattr(self, name) for name in ("p_bootstrap", "p_randomization")}
        return {prefix + name: value for name, value in values.items()}


def compare(
    metric: str | AnyMetric,
    base: System,
    systems: Sequence[System],
    gold: Any,
    *,
    parameters: Any = None,
    scoring: Any = None,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    level: float = 0.05,
    fixed_choice: bool = False,
    clusters: Any = None,
    jobs: int | None = None,
) -> list[Comparison]:
    r"""Comparisons of systems with a base by both paired tests, on shared resamples.

    Args:
        metric: its name, or the METRIC of its module.
        base: a path or sentences in memory.
        systems: in the same form, for each.
        gold: a Gold or a path (MaxMatch), or `References` (GREEN, GLEU).
        parameters: the counting options.
        scoring: the scoring options.
        resamples: of each test.
        seed: of the draws.
        level: at or below which a p is called significant.
        fixed_choice: keep the choice of annotator of the whole corpus, see `resampling`.
        clusters: ids of sentences that are resampled as a whole, a path or one for each; see
            `clusters`.
        jobs: threads (all cores).

    Returns:
        A comparison for each system.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the counts do not fit into memory.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: parameters out of range, or no system.

    Example:
        >>> import fastgec
        >>> gold = fastgec.Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS a\n")
        >>> found, = compare("m2", ["a b", "a"], [["c b", "a"]], gold, resamples=99)
        >>> found.base, found.score, found.difference
        (0.0, 1.0, 1.0)
    """
    systems = checked_systems(systems)
    run = sampled_run(
        *(metric, [base, *systems], gold, parameters, scoring),
        names=["base", *(f"system {number}" for number in range(1, len(systems) + 1))],
        resamples=resamples,
        seed=seed,
        share=("level", level),
        fixed_choice=fixed_choice,
        clusters=clusters,
        jobs=jobs,
    )
    emit_warnings(too_few(resamples, 1, level, n_clusters(run.clusters)))
    return compare_run(run, n=resamples, seed=seed, level=level, jobs=jobs)


def compare_run(run: Run, *, number: int = 0, base: int = 0, **how: Any) -> list[Comparison]:
    """Compare the systems of a run, which kept samples, with one of them.

    Args:
        run: the scored run.
        number: of the scoring.
        base: number of the system that the others are compared with.
        **how: fields of `PairedTests`.
    """
    values, samples, scoring = values_of(run, number), run.samples[number], run.scorings[number]
    others = [system for system in range(len(values)) if system != base]
    return compare_samples(
        samples[base],
        values[base],
        [samples[system] for system in others],
        [values[system] for system in others],
        partial(run.metric.values, scoring=scoring),
        measure=score_name(run.metric, run.parameters, scoring, run.scores[base][number]),
        **how,
    )


def compare_samples(
    base: Sample,
    base_score: float,
    samples: Sequence[Sample],
    scores: Sequence[float],
    score: Scorer,
    *,
    measure: str = "score",
    **how: Any,
) -> list[Comparison]:
    """Compare each sample with the base, on draws that all of them share.

    Parameters: base_score and scores, of the whole corpus, by the last measure of `score`, which is
    the one compared; its name; fields of `PairedTests`.
    Raises: ValueError for no sentences, n below 1, a level outside (0, 1), unlike samples.
    """
    tests = PairedTests(**how)
    pairs = [(number, 0) for number in range(1, len(samples) + 1)]
    drawn = Resampled([base, *samples], seed=tests.seed, jobs=tests.jobs)
    more = tests.level, tests.n, measure
    return [
        Comparison(base_score, system_score, *found[:3], *more, found[4], _units(base))
        for system_score, found in zip(
            scores, _tested(drawn, pairs, [base_score, *scores], score, tests), strict=True
        )
    ]


def _tested(
    drawn: Resampled, pairs: Pairs, scores: Sequence[float], score: Scorer, tests: PairedTests
) -> list[tuple[tuple[float, float], float, float, int, float]]:
    """Return the interval of each pair's difference, p by bootstrap and by randomization.

    And the resamples that randomization took, and the standard error of the difference.
    Raises: ValueError for no sentences, n below 1, a level outside (0, 1), unlike samples.
    """
    n, seed, level, jobs, stop_early, progress, estimate = tests
    if not 0 < level < 1:
        raise ValueError(f"level {level}: expected a number between 0 and 1")
    samples = drawn.samples
    if samples[0].n_sentences == 0:
        raise ValueError("no sentence, expected at least 1")
    first_ones = min(n, ESTIMATED) if estimate else n
    if estimate:
        drawn.totals(1)  # makes ready for those that are timed
    started = monotonic()
    drawn.totals(first_ones)
    observed = np.array([scores[one] - scores[other] for one, other in pairs])
    n_made = np.full(len(pairs), n)
    n_far = np.full(len(pairs), n)  # where outputs are equal all are: they need no draw
    left = np.array([k for k, pair in enumerate(pairs) if not _are_equal(*pair, samples)], np.int64)
    n_far[left] = 0
    first = 0
    while first < n and len(left):
        most = max(1, NUMBERS // (2 * len(left) * samples[0].table.shape[1]))
        last = min(first + most, n) if first else min(most, first_ones)
        of_left = [pairs[k] for k in left.tolist()]
        mixed = exchanged_totals(samples, of_left, n=last, n_before=first, seed=seed, jobs=jobs)
        swapped = _last_measure(score, mixed[0]) - _last_measure(score, mixed[1])
        is_far = is_extreme(swapped, observed[left, None])
        if estimate and not first:
            estimate((monotonic() - started) * (n / last - 1))
        n_so_far = n_far[left, None] + np.cumsum(is_far, axis=1)
        n_far[left] = n_so_far[:, -1]
        if stop_early:
            is_reached = n_so_far >= STOP_AFTER
            is_over = is_reached[:, -1]
            n_made[left[is_over]] = first + 1 + is_reached[is_over].argmax(axis=1)
            n_far[left[is_over]] = STOP_AFTER
            left = left[~is_over]
        first = last
        if progress:
            progress(len(pairs) - len(left) + len(left) * last // n)
    values = [score(total)[..., -1] for total in drawn.totals(n)]
    found = []
    for (one, other), difference, made, far in zip(
        pairs, observed.tolist(), n_made.tolist(), n_far.tolist(), strict=True
    ):
        differences = values[one] - values[other]
        low, high = percentile_interval(differences, 1 - level).tolist()
        by_bootstrap = p_value(differences - differences.mean(), difference)
        is_stopped = stop_early and far == STOP_AFTER
        p = far / made if is_stopped else (far + 1) / (made + 1)
        error = float(differences.std(ddof=1)) if n > 1 else np.nan
        found.append(((low, high), by_bootstrap, p, made, error))
    return found


def _are_equal(one: int, other: int, samples: Sequence[Sample]) -> bool:
    """Whether two systems have the same counts, so that nothing changes when they are exchanged."""
    first, second = samples[one], samples[other]
    return np.array_equal(first.places, second.places) and np.array_equal(first.table, second.table)


def _last_measure(score: Scorer, totals: Totals) -> Floats:
    """Return the last measure of totals [P, N, K], scored in parts that fit into a cache."""
    values = np.empty(totals.shape[:-1])
    step = max(1, SCORED // (totals.shape[1] * totals.shape[2]))
    for first in range(0, len(totals), step):
        values[first : first + step] = score(totals[first : first + step])[..., -1]
    return values


def p_value(null: Floats, observed: float) -> float:
    """Return (c + 1) / (N + 1), where c of the N null differences are at least as far from 0.

    >>> p_value(np.array([0.0, -2.0, 1.0]), 2.0)
    0.5
    """
    return (int(np.count_nonzero(is_extreme(null, observed))) + 1) / (len(null) + 1)


def is_extreme(null: Floats, observed: float | Floats) -> Any:
    """Say which null differences are at least as far from 0.

    A difference that is equal but for rounding counts as equal, which is the careful side.
    """
    return np.abs(null) >= np.abs(observed) * (1 - 1e-12)


def detectable(
    error: float, level: float = 0.05, power: float = POWER, comparisons: int = 1, units: int = 0
) -> float | None:
    """The smallest true difference that a two-sided test shows with a given probability.

    Quantiles are Student's, by two terms of their expansion about the normal ones.

    Args:
        error: the standard error of the difference.
        level: at or below which a p is called significant.
        power: the probability, above the level and below 1.
        comparisons: for how many p is corrected by Holm's method, whose strictest level is taken.
        units: how many sentences, or clusters of one size, are drawn; 0: so many that it makes
            no difference.

    Returns:
        None where there is none, or it is not known: units are so few that no exchange of them has
        a p as small as the level, all resamples have the same difference, or there is one.

    Raises:
        ValueError: a power out of range.

    Example:
        >>> round(detectable(1.0), 4), round(detectable(1.0, comparisons=10), 4), detectable(0.0)
        (2.8016, 3.6487, None)
        >>> round(detectable(1.0, units=60), 4), detectable(1.0, units=5)
        (2.8728, None)
    """
    from math import sqrt
    from statistics import NormalDist  # few runs ask for power

    if not level < power < 1:
        raise ValueError(f"power {power}: expected a number between the level {level:g} and 1")
    is_reachable = units == 0 or 2.0 ** (1 - units) <= level / comparisons
    if not error > 0 or not is_reachable:
        return None
    normal = NormalDist()
    quantiles = normal.inv_cdf(1 - level / comparisons / 2), normal.inv_cdf(power)
    if units < 2:
        return sum(quantiles) * error
    n = units - 1  # degrees of freedom
    wider = sum(
        z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2) for z in quantiles
    )
    return wider * error * sqrt(units / n)  # resamples vary by (n - 1) / n of the true variance


def _units(sample: Sample) -> int:
    """Return how many units of one size vary as much as those that are drawn (Kish, 1965)."""
    if sample.clusters is None:
        return sample.n_sentences
    sizes = np.bincount(sample.clusters.numbers)
    return int(sizes.sum() ** 2 / (sizes**2).sum() + 0.5)


def least_p(resamples: int, comparisons: int = 1) -> float:
    """Return the smallest p that tests can give.

    Args:
        resamples: of each test.
        comparisons: for how many p is corrected by Holm's method; 1: not corrected.

    Example:
        >>> least_p(99), least_p(99, 6), least_p(9, 20)
        (0.01, 0.06, 1.0)
    """
    return min(1.0, comparisons / (resamples + 1))


def resamples_for(comparisons: int, level: float) -> int:
    """Return how many resamples so many comparisons need: 1,000, or more.

    The smallest corrected p is half the level or below, unless that takes more than the most
    resamples that can be made.

    Example:
        >>> resamples_for(3, 0.05), resamples_for(60, 0.05), resamples_for(120, 0.05)
        (1000, 3000, 5000)
    """
    thousands = -(-2 * comparisons // (level * 1000))
    return int(min(MAX_RESAMPLES, max(DEFAULT_RESAMPLES, 1000 * thousands)))


def n_clusters(clusters: Clusters | None) -> int:
    """How many clusters are drawn; 0: sentences are."""
    return 0 if clusters is None else len(clusters)


def too_few(resamples: int, comparisons: int, level: float, clusters: int = 0) -> list[str]:
    """A warning if no p, corrected for so many comparisons, can be as small as the level.

    Args:
        resamples: of each test.
        comparisons: for how many p is corrected by Holm's method.
        level: at or below which a p is called significant.
        clusters: how many are drawn; 0: sentences are. Outputs of K clusters are exchanged in 2^K
            ways, of which at least two have a difference as far from 0 as the observed one, so that
            p of approximate randomization is 2^(1 - K) or more, but for the chance of the draws.

    Example:
        >>> too_few(99, 1, 0.05)
        []
        >>> print(*too_few(99, 6, 0.05))
        99 resamples for 6 comparisons give no p below 0.06, so nothing is significant at level 0.05
        >>> print(*too_few(999, 1, 0.05, clusters=5))
        5 clusters give no p of randomization below 0.0625, so nothing is significant at level 0.05
    """
    known = [(least_p(resamples, comparisons), f"{resamples:,} resamples", "p")]
    if clusters:
        least = min(1.0, comparisons * 2.0 ** (1 - clusters))
        known.append((least, f"{clusters} clusters", "p of randomization"))
    least, of, p = max(known)
    if least <= level:
        return []
    if comparisons > 1:
        of += f" for {comparisons:,} comparisons"
    return [f"{of} give no {p} below {least:.3g}, so nothing is significant at level {level:g}"]


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number by Holm's step-down method (1979), in order.

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


# All pairs


@dataclass(frozen=True, slots=True)
class Pair(Result):
    """Two systems compared.

    first, second         their numbers in the order given, from 0
    difference            score of the first minus the score of the second
    interval              of the difference, at confidence 1 - level
    p_bootstrap           of the paired bootstrap
    p_randomization       of approximate randomization
    p_bootstrap_holm      the same, corrected for the number of pairs
    p_randomization_holm  the same of randomization: the one to report
    resamples             of randomization, where tests may be stopped early
    error                 standard error of the difference
    """

    first: int
    second: int
    difference: float
    interval: tuple[float, float]
    p_bootstrap: float
    p_randomization: float
    p_bootstrap_holm: float
    p_randomization_holm: float
    resamples: int | None = None
    error: float = np.nan

    @property
    def value(self) -> float:
        """The difference, which is the main number."""
        return self.difference

    def to_dict(self, prefix: str = "") -> dict[str, float]:
        """Names and numbers, flat; the interval is "low" and "high".

        Args:
            prefix: the prefix of each name.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        del values["error"]
        if self.resamples is None:
            del values["resamples"]
        values |= zip(("low", "high"), values.pop("interval"), strict=True)
        return {prefix + name: value for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class AllPairs:
    """Systems compared with each other.

    scores      of the systems, in the order given
    pairs       in the order given: (0, 1), (0, 2), ..., (1, 2), ...
    level       at or below which a p is called significant
    resamples   of each test
    measure     name of the scores, with metric and beta: "M2 F0.5"
    stop_after  differences at least as far from 0 after which the randomization of a pair was
                stopped; None: it was not
    units       how many sentences or clusters are drawn, see `detectable`; 0: not known
    clusters    how many clusters are drawn, whatever their sizes; 0: sentences are
    """

    scores: tuple[float, ...]
    pairs: tuple[Pair, ...]
    level: float
    resamples: int
    measure: str = "score"
    stop_after: int | None = None
    units: int = 0
    clusters: int = 0

    def _repr_html_(self) -> str:
        rows = [
            [
                *(f"{pair.first + 1}", f"{pair.second + 1}", f"{100 * pair.difference:+.2f}"),
                shown_interval(pair.interval, "+"),
                shown_p(pair.p_randomization_holm, self.level, self.least),
                "yes" if self.is_told_apart(pair) else "no",
            ]
            for pair in self.pairs
        ]
        headings = ["System", "Other", "Difference", "Interval", "p (Holm)"]
        headings.append(f"Significant at {self.level:g}")
        of = f"{self.resamples:,} resamples"
        if self.stop_after is not None:
            of += ", stopped early"
        caption = f"All pairs by {self.measure}, differences in points; {of}"
        return html_table(caption, headings, rows)

    def to_dict(self) -> dict[str, Any]:
        """All as names and values, for JSON: scores, groups, and a dict for each pair."""
        return {
            "measure": self.measure,
            "level": self.level,
            "resamples": self.resamples,
            **({} if self.stop_after is None else {"stop_after": self.stop_after}),
            "scores": list(self.scores),
            "groups": [list(group) for group in self.groups],
            "pairs": [pair.to_dict() for pair in self.pairs],
        }

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with a row for each pair.

        Raises:
            ImportError: pandas is not installed.
        """
        return data_frame([pair.to_dict() for pair in self.pairs])

    @property
    def least(self) -> float:
        """The smallest corrected p that is possible."""
        return least_p(self.resamples, len(self.pairs))

    def is_told_apart(self, pair: Pair) -> bool:
        """Whether the p to report is at or below the level, which it cannot be with `warnings`."""
        return pair.p_randomization_holm <= self.level and not self.warnings

    def detectable(self, pair: Pair, power: float = POWER) -> float | None:
        """The smallest difference of a pair that is shown with a given probability."""
        return detectable(pair.error, self.level, power, len(self.pairs), self.units)

    @property
    def order(self) -> list[int]:
        """The numbers of the systems, best first."""
        return sorted(range(len(self.scores)), key=lambda number: -self.scores[number])

    @property
    def warnings(self) -> list[str]:
        """Warnings: too few resamples or clusters for any difference to be significant."""
        return too_few(self.resamples, len(self.pairs), self.level, self.clusters)

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """Maximal sets of systems of which no two differ significantly, best first.

        There are none where resamples or clusters are too few (`warnings`): one group of all
        systems would look like a result.

        Example:
            >>> pairs = [Pair(0, 1, 0.1, (0, 0), 1, 1, 1, 1), Pair(0, 2, 0.2, (0, 0), 0, 0, 0, 0),
            ...          Pair(1, 2, 0.1, (0, 0), 1, 1, 1, 1)]
            >>> AllPairs((0.9, 0.8, 0.7), tuple(pairs), 0.05, 1000).groups
            [(0, 1), (1, 2)]
        """
        if self.warnings:
            return []
        alike: dict[int, set[int]] = {number: set() for number in range(len(self.scores))}
        for pair in self.pairs:
            if not self.is_told_apart(pair):
                alike[pair.first].add(pair.second)
                alike[pair.second].add(pair.first)
        place = {number: rank for rank, number in enumerate(self.order)}
        groups = [sorted(group, key=place.__getitem__) for group in _cliques(alike)]
        groups.sort(key=lambda group: [place[number] for number in group])
        return [tuple(group) for group in groups]


def compare_all(
    metric: str | AnyMetric,
    systems: Sequence[System],
    gold: Any,
    *,
    parameters: Any = None,
    scoring: Any = None,
    resamples: int | None = None,
    seed: int = 0,
    level: float = 0.05,
    fixed_choice: bool = False,
    clusters: Any = None,
    stop_early: bool = False,
    jobs: int | None = None,
) -> AllPairs:
    r"""Comparisons of all pairs of systems by both tests, p corrected for their number.

    Args:
        metric: its name, or the METRIC of its module.
        systems: two or more, for each a path or sentences in memory.
        gold: a Gold or a path (MaxMatch), or `References` (GREEN, GLEU).
        parameters: the counting options.
        scoring: the scoring options.
        resamples: of each test (None: 1000, or as many as so many pairs need).
        seed: of the draws.
        level: at or below which a p is called significant.
        fixed_choice: keep the choice of annotator of the whole corpus, see `resampling`.
        clusters: ids of sentences that are resampled as a whole, a path or one for each; see
            `clusters`.
        stop_early: stop the randomization of a pair whose p is large, see `comparison`.
        jobs: threads (None: all cores).

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the counts do not fit into memory.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: parameters out of range, or fewer than two systems.

    Example:
        >>> import fastgec
        >>> gold = fastgec.Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS a\n")
        >>> found = compare_all("m2", [["a b", "a"], ["c b", "a"]], gold, resamples=99)
        >>> found.scores, found.pairs[0].difference, found.groups
        ((0.0, 1.0), -1.0, [(1, 0)])
    """
    run = sampled_run(
        *(metric, checked_systems(systems, least=2), gold, parameters, scoring),
        resamples=DEFAULT_RESAMPLES if resamples is None else resamples,
        seed=seed,
        share=("level", level),
        fixed_choice=fixed_choice,
        clusters=clusters,
        jobs=jobs,
    )
    found = compare_all_run(
        run, n=resamples, seed=seed, level=level, stop_early=stop_early, jobs=jobs
    )
    emit_warnings(found.warnings)
    return found


def compare_all_run(
    run: Run, *, n: int | None = None, drawn: Resampled | None = None, **how: Any
) -> AllPairs:
    """Compare the systems of a run, which kept samples, with each other.

    Args:
        run: of two systems or more.
        n: resamples (None: `resamples_for` so many pairs).
        drawn: resamples of the run by the seed, if others ask for them, too.
        **how: other fields of `PairedTests`.
    """
    scores, tests = values_of(run, 0), PairedTests(**how)
    if n is None:
        n = resamples_for(len(scores) * (len(scores) - 1) // 2, tests.level)
    drawn = drawn or Resampled(run.samples[0], seed=tests.seed, jobs=tests.jobs)
    scorer = partial(run.metric.values, scoring=run.scorings[0])
    return compare_all_samples(drawn, scores, scorer, n=n, measure=name_of(run), **how)


def compare_all_samples(
    drawn: Resampled, scores: Sequence[float], score: Scorer, *, measure: str = "score", **how: Any
) -> AllPairs:
    """Compare samples with each other, on draws that all pairs share, as `compare_samples`.

    Args:
        drawn: resamples of the systems, drawn by seed and jobs.
        scores: of the systems on the whole corpus.
        score: of totals.
        measure: display name of the score.
        **how: fields of `PairedTests`.

    Raises: ValueError for no sentences, n below 1, a level outside (0, 1), unlike samples.
    """
    pairs, tests = list(combinations(range(len(scores)), 2)), PairedTests(**how)
    tested = _tested(drawn, pairs, scores, score, tests)
    corrected = zip(holm([one[1] for one in tested]), holm([one[2] for one in tested]), strict=True)
    found = [
        Pair(
            *(one, other, scores[one] - scores[other], *test[:3], *both),
            resamples=test[3] if tests.stop_early else None,
            error=test[4],
        )
        for (one, other), test, both in zip(pairs, tested, corrected, strict=True)
    ]
    stop_after = STOP_AFTER if tests.stop_early else None
    sample = drawn.samples[0]
    return AllPairs(
        *(tuple(scores), tuple(found), tests.level, tests.n, measure, stop_after),
        *(_units(sample), n_clusters(sample.clusters)),
    )


def _cliques(alike: dict[int, set[int]]) -> Iterator[set[int]]:
    """Yield the maximal sets of which all are alike (Bron and Kerbosch, 1973, with a pivot)."""
    stack: list[tuple[set[int], set[int], set[int]]] = [(set(), set(alike), set())]
    while stack:
        group, open_, done = stack.pop()
        if not open_ and not done:
            yield group
            continue
        pivot = max(open_ | done, key=lambda number: len(alike[number] & open_))
        for number in sorted(open_ - alike[pivot]):
            near = alike[number]
            stack.append((group | {number}, open_ & near, done & near))
            open_ = open_ - {number}
            done = done | {number}
