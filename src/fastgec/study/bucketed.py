"""Scores of sentences that are alike: by their length, or by the number of their gold edits.

Annotators are selected over the whole corpus, so the counts of all buckets add up to the counts of
the score. Lengths are tokens of the source. Gold edits of a sentence are the mean over its
annotators, rounded to a whole number, halves up: the same for every system.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import offsets_of
from fastgec.choose import Chosen, Integers, Sums
from fastgec.machine.memory import require_holdable
from fastgec.metrics.base import AnyMetric, Block
from fastgec.parameters import whole_number
from fastgec.read.arguments import require_paths
from fastgec.read.lines import Lines
from fastgec.read.tables import Vocabulary, words
from fastgec.study.arguments import asked_metric, asked_systems, observed_run

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
    known, used, scored = asked_metric(metric, gold, parameters, scoring)
    asked = asked_systems(systems)
    limits = checked_bounds(known, scored, by, bounds, quantiles)
    if known.reads != "pairs":
        require_paths(asked, gold)
    tally = BucketTally(known, used, scored, len(asked), by)
    observed_run(known, asked, gold, used, scored, observers=[tally], jobs=jobs)
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
        rows, values = chosen[0]
        assert rows is not None
        counts = [
            block.of_system(system).table[0][rows[system]] for system in range(self._n_systems)
        ]
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
        for low, end in pairwise([*starts, None]):
            assert low is not None
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
