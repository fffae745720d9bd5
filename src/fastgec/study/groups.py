"""Scores by error type: precision, recall and F (ERRANT) with intervals, or recall (MaxMatch).

Of edits compared with edits a system's edits have types there, so a type has precision, too. An
edit that both sides have counts for the reference's type. In a resample the choice of coders is
made again, as for the score, and types are counted for the coders then chosen.

MaxMatch's edits of a system have no type, so a type of the gold has recall alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen, Integers, Sums
from fastgec.choose.rules import Running
from fastgec.counts import gather, offsets_of
from fastgec.kernels.tokens import Vocabulary
from fastgec.machine import Cancel, count_ranges, require_holdable
from fastgec.metrics import m2
from fastgec.metrics.base import AnyMetric, Block, Reading, Scoring
from fastgec.metrics.errant.metric import METRIC, Compared, ErrantScore, Parameters
from fastgec.metrics.m2.words import KindCounts, KindScore, found_edits
from fastgec.read.coders import Annotations
from fastgec.read.files import Source
from fastgec.read.gold import Gold, words
from fastgec.read.lines import Column, Lines, require_paths
from fastgec.study.arguments import checked_metric, checked_systems, observed_run, require_plan
from fastgec.study.interval import plan_of
from fastgec.study.resampling import CONFIDENCE, Plan, Sample, drawn_sentences, percentile_interval
from fastgec.study.run import Request
from fastgec.values import whole_number

TIERS = (1, 2, 3)
MOST_DETAILED = 3  # of them: types as they are
UNKNOWN = "UNK"


class TypeScore(NamedTuple):
    """The score of a type.

    name    of the type, or of the part of it that a tier groups by
    score   of the edits of that type
    bounds  float64[3, 2]: intervals of precision, recall and F, if requested
    """

    name: str
    score: ErrantScore
    bounds: NDArray[np.float64] | None = None


class MacroScore(NamedTuple):
    """The unweighted mean of F over types.

    f       the mean; 1 of no type, as F is of no edit
    types   over how many: those that the reference has
    bounds  float64[2]: its interval, if requested
    """

    f: float
    types: int
    bounds: NDArray[np.float64] | None = None


def macro_values(totals: Integers, beta: float) -> NDArray[np.float64]:
    """Return the mean F over the types of the reference: int64[..., T, 3] to float64[...].

    Types that a system alone has do not count: the mean is over the same types for all systems.

    >>> macro_values(np.array([[1, 0, 0], [0, 2, 2], [0, 9, 0]]), 0.5).tolist()
    0.5
    """
    f = ErrantScore.values(totals, beta)[..., 2]
    is_wanted = totals[..., 0] + totals[..., 2] > 0
    n_types = is_wanted.sum(axis=-1)
    means = np.where(is_wanted, f, 0).sum(axis=-1) / np.maximum(n_types, 1)
    found: NDArray[np.float64] = np.where(n_types > 0, means, 1.0)
    return found


def typed_scores(
    systems: Sequence[Annotations | Source],
    gold: Annotations | Source,
    *,
    tier: int = 3,
    parameters: Parameters | None = None,
    scoring: Scoring | None = None,
    resamples: int | None = None,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    fixed_choice: bool = False,
    jobs: int | None = None,
) -> list[list[TypeScore]]:
    r"""Scores by error type, by ERRANT.

    Args:
        systems: for each a path of M2 or Annotations.
        gold: a path of M2 or Annotations.
        tier: 1 operation, 2 class, 3 both: "R", "NOUN:NUM", "R:NOUN:NUM".
        parameters: the counting options.
        scoring: the scoring options.
        resamples: for intervals; None: there are none.
        seed: of the draws.
        confidence: share of the resamples, between 0 and 1.
        fixed_choice: keep the choice of coders of the whole corpus in each resample.
        jobs: threads (None: all cores).

    Returns:
        For each system the types that were counted, by name.

    Raises:
        FormatError: files that cannot be read, or do not fit.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: numbers out of range, or no system.

    Example:
        >>> text = "S a b\nA 0 1|||R:DET|||c|||||||||0\nA 1 2|||R:NOUN|||{}|||||||||0\n"
        >>> gold, system = Annotations.parse(text.format("d")), Annotations.parse(text.format("e"))
        >>> [(kind.name, kind.score.f) for kind in typed_scores([system], gold)[0]]
        [('R:DET', 1.0), ('R:NOUN', 0.0)]
    """
    metric, used, by = checked_metric(METRIC, gold, parameters, scoring)
    asked = checked_systems(systems)
    if tier not in TIERS:
        raise ValueError(f"tier {tier!r}: expected 1, 2 or 3")
    share = "confidence", confidence
    n, has_intervals = 1 if resamples is None else resamples, resamples is not None
    require_plan(metric, by, n, seed, share=share, fixed_choice=False)
    tallies = [
        TypeTally(system, keeps_rows=has_intervals, is_fixed=fixed_choice)
        for system in range(len(asked))
    ]
    request = Request(metric, (), asked, gold, used, [by], Reading(jobs=jobs), observers=tallies)
    run = observed_run(replace(request, keeps_samples=has_intervals, is_fixed=fixed_choice))
    if resamples is None:
        return [tally.scores(tier, by.beta) for tally in tallies]
    plan = plan_of(run, resamples, seed, is_fixed=fixed_choice)
    return [
        tally.scores_with_intervals(tier, by.beta, sample, plan, confidence=confidence, jobs=jobs)
        for tally, sample in zip(tallies, run.samples[0], strict=True)
    ]


class TypeTally:
    """Counts by type of one system, block by block.

    Args:
        system: which of the blocks.
        keeps_rows: whether the counts of each row are kept, as intervals need them.
        is_fixed: whether only the counts of selected rows are kept.
        scoring: number of the scoring whose rows count.
    """

    def __init__(
        self, system: int, *, keeps_rows: bool = False, is_fixed: bool = False, scoring: int = 0
    ) -> None:
        self._system = system
        self._scoring = scoring
        self._keeps_rows = keeps_rows
        self._is_fixed = is_fixed
        self._numbers: dict[str, int] = {}
        self._totals = np.zeros((0, 3), np.int64)
        self._sizes: list[Integers] = []
        self._kinds: list[Integers] = []
        self._counts: list[Integers] = []
        self._drawn: Integers | None = None  # int64[N, T, 3] of resamples

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the scoring chose."""
        compared: Compared = block.text
        rows: Any = chosen[self._scoring].rows
        names = compared.kinds()
        numbers = np.array([self._numbers.setdefault(n, len(self._numbers)) for n in names])
        _, kinds, counts = compared.by_kind(self._system, rows[self._system])
        totals = np.zeros((len(self._numbers), 3), np.int64)
        totals[: len(self._totals)] = self._totals
        np.add.at(totals, numbers[kinds], counts)
        self._totals = totals
        if self._keeps_rows:
            of_rows = rows[self._system] if self._is_fixed else None
            offsets, kinds, counts = compared.by_kind(self._system, of_rows)
            self._sizes.append(np.diff(offsets))
            self._kinds.append(numbers[kinds])
            self._counts.append(counts)
            held = (*self._sizes, *self._kinds, *self._counts)
            require_holdable(sum(array.nbytes for array in held), "counts by type")

    def scores(self, tier: int, beta: float) -> list[TypeScore]:
        """Return the scores of types by name, of the whole corpus."""
        names, totals = self._whole(tier)
        return [
            TypeScore(name, ErrantScore.of(counts, beta))
            for name, counts in zip(names, totals, strict=True)
        ]

    def macro(self, tier: int, beta: float, confidence: float = CONFIDENCE) -> MacroScore:
        """Return the mean of F over the types of the reference.

        It has an interval after `scores_with_intervals`, of the same resamples.
        """
        _, totals = self._whole(tier)
        n_types = int((totals[:, 0] + totals[:, 2] > 0).sum())
        bounds = None
        if self._drawn is not None:
            values = macro_values(self._drawn, beta)[:, None]
            bounds = percentile_interval(values, confidence)[0]
        return MacroScore(float(macro_values(totals, beta)), n_types, bounds)

    def _whole(self, tier: int) -> tuple[list[str], Integers]:
        """Return the names of types, and int64[T, 3]: their counts in the whole corpus."""
        names, groups = self._groups(tier)
        totals = np.zeros((len(names), 3), np.int64)
        np.add.at(totals, groups[groups >= 0], self._totals[groups >= 0])
        return names, totals

    def scores_with_intervals(
        self,
        tier: int,
        beta: float,
        sample: Sample,
        plan: Plan,
        *,
        confidence: float = CONFIDENCE,
        jobs: int | None = None,
    ) -> list[TypeScore]:
        """Return the scores of types with percentile bootstrap intervals.

        Args:
            tier: which part of a type, see `tier_of`.
            beta: weight of recall.
            sample: of the system.
            plan: how resamples are made.
            confidence: share of the resamples, between 0 and 1.
            jobs: threads.
        """
        scores = self.scores(tier, beta)
        if not scores or sample.n_sentences == 0:
            return scores
        _, groups = self._groups(tier)
        offsets = offsets_of(np.concatenate(self._sizes))
        group = groups[np.concatenate(self._kinds)]
        counts = np.concatenate(self._counts)
        counts[group < 0] = 0
        group = np.maximum(group, 0)
        of_row = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        totals = np.empty((plan.resamples, len(scores), 3), np.int64)

        def fold(first: int, last: int, cancel: Cancel) -> None:
            for number in range(first, last):
                if cancel[0]:
                    return
                drawn = drawn_sentences(plan.seed, number, sample.n_sentences, sample.clusters)
                rows = _chosen_rows(sample, drawn)
                times = np.bincount(rows, minlength=len(offsets) - 1)[of_row]
                for column in range(3):
                    # Sums of whole numbers far below 2 ** 53.
                    weights = (times * counts[:, column]).astype(np.float64)
                    totals[number, :, column] = np.bincount(group, weights, len(scores))

        count_ranges(fold, plan.resamples, jobs=jobs, chunk=16)
        self._drawn = totals
        bounds = percentile_interval(ErrantScore.values(totals, beta), confidence)
        return [one._replace(bounds=of_type) for one, of_type in zip(scores, bounds, strict=True)]

    def _groups(self, tier: int) -> tuple[list[str], Integers]:
        """Return names of types that were counted, in order, and each type's place among them."""
        is_counted = (self._totals.sum(axis=1) > 0).tolist()
        shown = [tier_of(name, tier) for name in self._numbers]
        names = sorted({name for name, is_in in zip(shown, is_counted, strict=True) if is_in})
        place = {name: number for number, name in enumerate(names)}
        return names, np.array([place.get(name, -1) for name in shown], np.int64)


def tier_of(kind: str, tier: int) -> str:
    """Return the part of a type that a tier groups by: its operation, its class, or all of it.

    >>> [tier_of("R:NOUN:NUM", tier) for tier in TIERS]
    ['R', 'NOUN:NUM', 'R:NOUN:NUM']
    """
    if kind == UNKNOWN or tier == 3:
        return kind
    return kind[:1] if tier == 1 else kind[2:]


def _chosen_rows(sample: Sample, sentences: NDArray[np.integer[Any]]) -> Integers:
    """Return the rows of drawn sentences, as resampling chooses them."""
    if not isinstance(sample.choice, Running):
        return sample.places[sentences]
    rows, offsets = gather(sample.places, sentences.astype(np.int64))
    totals = np.zeros(sample.table.shape[1], sample.dtype)
    table = np.ascontiguousarray(sample.table[rows], sample.dtype)
    return rows[sample.choice.rank.choose(table, offsets, totals, is_running=True)]


# MaxMatch


def types(
    systems: Sequence[Column],
    gold: Gold | Source,
    *,
    parameters: m2.Parameters | None = None,
    scoring: m2.Scoring | None = None,
    jobs: int | None = None,
) -> list[list[KindScore]]:
    r"""How many gold edits of each error type each system makes.

    Args:
        systems: for each a path or sentences in memory.
        gold: a Gold or a path.
        parameters: the counting options.
        scoring: the scoring options, by which annotators are selected.
        jobs: threads (all cores).

    Returns:
        For each system the types, most frequent first; in a mode, or with a bonus, `StatusScore`s,
        which have the number of each status, too.

    Raises:
        FormatError: text that cannot be scored.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: no system.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R:DET|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
        >>> [(kind.kind, kind.recall) for kind in types([["c b"]], gold)[0]]
        [('R', 0.0), ('R:DET', 1.0)]
    """
    _, used, by = checked_metric(m2.METRIC, gold, parameters, scoring)
    systems = checked_systems(systems)
    counts = [KindCounts(used) for _ in systems]

    def observe(block: Block, chosen: Sequence[Chosen]) -> None:
        rows: Any = chosen[0].rows
        for system, kinds in enumerate(counts):
            has_statuses, own = kinds.has_statuses, rows[system]
            kinds.add(found_edits(block.text, system, used, own, has_statuses=has_statuses))

    require_paths(systems, gold)
    reading = Reading(jobs=jobs)
    observed_run(Request(m2.METRIC, (), systems, gold, used, [by], reading, observers=[observe]))
    return [kinds.scores() for kinds in counts]


# Scores of sentences that are alike: by their length, or by the number of their gold edits.
#
# Annotators are selected over the whole corpus, so the counts of all buckets add up to the counts
# of the score. Lengths are tokens of the source. Gold edits of a sentence are the mean over its
# annotators, rounded to a whole number, halves up: the same for every system.


BY = ("length", "edits")
QUANTILES = 4
MOST_QUANTILES = 1000
MOST_BOUND = 0x7FFFFFFF


class Bucket(NamedTuple):
    """The sentences of which a number lies in a range.

    low        the least number
    high       the largest one; None: there is no end
    sentences  how many there are
    score      of their counts together; None of no sentence
    """

    low: int
    high: int | None
    sentences: int
    score: Any

    @property
    def label(self) -> str:
        """The range in words: "10-19", "7" or "20+"."""
        if self.high is None:
            return f"{self.low}+"
        return f"{self.low}-{self.high}" if self.high > self.low else f"{self.low}"


def buckets(
    metric: str | AnyMetric,
    systems: Sequence[Any],
    gold: Any,
    *,
    by: str = "length",
    bounds: Sequence[int] | None = None,
    quantiles: int = QUANTILES,
    parameters: Any = None,
    scoring: Any = None,
    jobs: int | None = None,
) -> list[list[Bucket]]:
    r"""Scores of groups of sentences: by length, or by number of gold edits.

    Args:
        metric: its name, or the METRIC of its module; GLEU draws rows and has no buckets.
        systems: for each a path or sentences in memory.
        gold: as the metric reads it.
        by: "length" of the source, or "edits" of the gold (m2, errant).
        bounds: where buckets begin, ascending; the first bucket begins at 0. None: quantiles.
        quantiles: without bounds, into how many groups of about as many sentences they are put;
            equal numbers stay together, so there may be fewer.
        parameters: the counting options.
        scoring: the scoring options.
        jobs: threads (None: all cores).

    Returns:
        For each system its buckets, the same ranges for all.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the counts of all sentences do not fit into memory.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: numbers out of range, a metric that cannot do it, or no system.

    Example:
        >>> from fastgec import Gold
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS a\n\nS a b c d e\n")
        >>> found, = buckets("m2", [["c b", "a", "a b c d"]], gold, bounds=[2, 4])
        >>> [(one.label, one.sentences, one.score.f) for one in found]
        [('0-1', 1, 1.0), ('2-3', 1, 1.0), ('4+', 1, 0.0)]
    """
    known, used, scored = checked_metric(metric, gold, parameters, scoring)
    asked = checked_systems(systems)
    limits = checked_bounds(known, scored, by, bounds, quantiles)
    if known.reads != "pairs":
        require_paths(asked, gold)
    tally = BucketTally(known, used, scored, len(asked), by)
    reading = Reading(jobs=jobs)
    observed_run(Request(known, (), asked, gold, used, [scored], reading, observers=[tally]))
    return tally.buckets(limits, quantiles)


def checked_bounds(
    metric: AnyMetric, scoring: Any, by: str, bounds: Sequence[int] | None, n_quantiles: int
) -> list[int] | None:
    """Return the first number of each bucket, None for quantiles.

    Raises:
        ValueError: as `buckets`.
    """
    if by not in BY:
        raise ValueError(f"by {by!r}: expected one of {', '.join(BY)}")
    if metric.choose(scoring).kind == "drawn":
        raise ValueError(f"{metric.name}: expected a metric that does not sample references")
    if by == "edits" and metric.reads in ("references", "scores"):
        raise ValueError(f"by 'edits': expected 'length', as {metric.name} has no gold edits")
    whole_number(n_quantiles, "quantiles", 1, MOST_QUANTILES)
    if bounds is None:
        return None
    found = [whole_number(bound, "bound", 0, MOST_BOUND) for bound in bounds]
    if not found or any(one >= other for one, other in pairwise(found)):
        raise ValueError(f"bounds {found}: expected ascending numbers")
    return found if found[0] == 0 else [0, *found]


class BucketTally:
    """Counts of chosen rows of all systems, sentence by sentence, block by block."""

    def __init__(
        self, metric: AnyMetric, parameters: Any, scoring: Any, n_systems: int, by: str
    ) -> None:
        """Take the metric and its options, and the quantity that makes the buckets."""
        self._metric = metric
        self._parameters = parameters
        self._scoring = scoring
        self._n_systems = n_systems
        self._by = by
        self._numbers: list[Integers] = []
        self._counts: list[NDArray[Any]] = []
        self._values: list[NDArray[Any]] = []

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        rows: Any
        rows, values = chosen[0]
        counts = [block.of_system(system).table[0][own] for system, own in enumerate(rows)]
        self._counts.append(_small(np.stack(counts)))
        if values is not None:
            self._values.append(values.copy())
        numbers = _lengths(block.text) if self._by == "length" else _gold_edits(block.text)
        self._numbers.append(_small(numbers))
        held = (*self._numbers, *self._counts, *self._values)
        require_holdable(sum(array.nbytes for array in held), "counts")

    def buckets(self, bounds: Sequence[int] | None, n_quantiles: int) -> list[list[Bucket]]:
        """The buckets of each system; arguments as `checked_bounds` has them."""
        if not any(map(len, self._numbers)):
            return [[] for _ in range(self._n_systems)]
        numbers = np.concatenate(self._numbers).astype(np.int64)
        starts = quantile_starts(numbers, n_quantiles) if bounds is None else list(bounds)
        counts = np.concatenate(self._counts, axis=1)
        values = np.concatenate(self._values, axis=1) if self._values else None
        found: list[list[Bucket]] = [[] for _ in range(self._n_systems)]
        for low, end in zip_longest(starts, starts[1:]):
            is_in = numbers >= low if end is None else (numbers >= low) & (numbers < end)
            high = int(numbers.max()) if end is None and bounds is None else end and end - 1
            for system, own in enumerate(found):
                last_keys = () if values is None else tuple(values[system][is_in].tolist())
                score = self._score(counts[system][is_in], last_keys)
                own.append(Bucket(low, high, int(is_in.sum()), score))
        return found

    def _score(self, counts: NDArray[Any], values: tuple[float, ...]) -> Any:
        if not len(counts):
            return None
        totals = counts.sum(axis=0, dtype=np.float64 if counts.dtype.kind == "f" else np.int64)
        sums = Sums(totals, len(counts), values=values)
        return self._metric.score(sums, self._parameters, self._scoring)


def _small(counts: NDArray[Any]) -> NDArray[Any]:
    """Return integers of the smallest type that holds them; other numbers as they are."""
    if counts.dtype.kind == "f" or not counts.size:
        return counts
    return counts.astype(np.promote_types(*map(np.min_scalar_type, (counts.min(), counts.max()))))


def quantile_starts(numbers: Integers, groups: int) -> list[int]:
    """Return the first number of each of several groups of about equal size, without splitting
    equal numbers.

    Example:
        >>> quantile_starts(np.array([3, 1, 2, 9, 9, 9, 9, 9]), 4)
        [1, 3, 9]
    """
    ascending = np.sort(numbers)
    places = [number * len(ascending) // groups for number in range(groups)]
    return sorted({int(ascending[place]) for place in places})


def _lengths(text: Any) -> Integers:
    """Return the number of tokens of each source of a block."""
    if hasattr(text, "gold"):  # edits of annotators
        offsets: Integers = text.gold.source_tokens.offsets
    else:
        sources: Lines = text.source if hasattr(text, "source") else text.reference.edits.sources
        offsets = words(sources, Vocabulary()).offsets
    return np.diff(offsets)


def _gold_edits(text: Any) -> Integers:
    """Return the mean number of gold edits of each sentence of a block, rounded, halves up."""
    edits = text.gold.edits if hasattr(text, "gold") else text.reference.edits
    is_edit = edits.start >= 0  # ERRANT keeps lines that say "no edit" as edits at -1
    n_before = offsets_of(is_edit)
    totals: Integers = np.diff(n_before[edits.edit_offsets[edits.row_offsets]])
    n_rows: Integers = np.diff(edits.row_offsets)
    return (2 * totals + n_rows) // (2 * n_rows)
