"""How far a metric and people agree: on systems (correlations), and on single judgments.

**Correlations** of two lists of scores, and shares of pairs in the same order. Each function takes
human scores and scores of a metric, one number a system in the same order, and returns None where
it is undefined: where a side has no spread there is no correlation. The same is done for many lists
at a time by the functions whose names end in `_of`: arrays [..., H], the last axis holds the
systems, and NaN stands for undefined.

    pearson                 of the values (Pearson, 1895), two passes: means are taken off first
    spearman                Pearson of the ranks; equal values have the mean of their ranks
    kendall                 tau-b, which makes up for equal values on both sides (Kendall, 1945)
    pairwise_accuracy       share of the pairs with distinct human scores in the order of people;
                            equal scores of the metric are wrong (Kocmi et al., 2021)
    soft_pairwise_accuracy  the same with p-values for orders (Thompson et al., 2024)

**Windows** of consecutive ranks: the correlation among systems that are close in quality.
Definition: Kobayashi, Mita and Komachi (2024). Over all systems a metric correlates as soon as it
tells the good ones from the bad ones; whether it tells neighbours apart is seen in windows.

**Sentences**: the share of judgments on which a metric agrees with people. A unit is one judgment,
two outputs of one sentence. Where people put one before the other, it is concordant, discordant, or
the metric's scores are equal; where people tie, the metric ties too or not. `accuracy` is the share
of concordant among the decided ones, `tau` the same less the share of discordant ones (Kobayashi et
al. 2024). `acc_eq` counts all judgments, and ties of both as right (Deutsch et al. 2023).

Metrics that never give equal scores cannot tie. So the largest difference that is called a tie may
be **calibrated**: it is chosen among the differences that there are, and 0, to make `acc_eq` as
large as can be, the smallest of equals. That is fitted on what it scores; so it is reported
**cross-fitted** too: sentences are cut in two blocks, each scored with the other's, counts summed.

`like="seeda-code"` is what SEEDA's published program and gec-metrics count: where the metric ties,
the later one of two systems is taken for the better one, so that ties help or hurt by accident of
names, and tau is twice the accuracy less 1.

**Distance** of ranks: the same by the two ranks that people gave, since near ranks are harder. Each
pair of ranks has an accuracy, the share of concordant judgments, and how many there were (Goto et
al. 2025).

**Ratings** of sentences are correlated with a metric's scores. `item`: the correlation over the
systems of each rated sentence, averaged over the sentences where it is defined; `none`: one
correlation over all pairs of a rated sentence and a system (Deutsch et al. 2023). Kendall's is
tau-b.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastgec.choose import Floats, Integers
from fastgec.meta.judgments import TIE, Rankings, Segments
from fastgec.read import counted
from fastgec.values import flag, number, whole_number

MEASURES = ("pearson", "spearman", "kendall_b", "pairwise_accuracy")
_PAIRS_AT_ONCE = 1 << 22  # of numbers that are compared with each other


def pearson(human: ArrayLike, scores: ArrayLike) -> float | None:
    """Pearson's correlation, in [-1, 1].

    Args:
        human: a score of each system.
        scores: of the same systems, by a metric.

    Returns:
        None where either side has no spread.

    Raises:
        ValueError: lists of unlike lengths, no number, or one that is not finite.

    Example:
        >>> pearson([1, 2, 3], [2, 4, 6]), pearson([1, 2, 3], [5, 5, 5])
        (1.0, None)
    """
    return _plain(pearson_of(*_two(human, scores)))


def spearman(human: ArrayLike, scores: ArrayLike) -> float | None:
    """Spearman's rank correlation; arguments and errors as `pearson`.

    Example:
        >>> spearman([1, 2, 3], [2, 7, 4])
        0.5
    """
    return _plain(spearman_of(*_two(human, scores)))


def kendall(human: ArrayLike, scores: ArrayLike) -> float | None:
    """Kendall's tau-b; arguments and errors as `pearson`.

    Example:
        >>> round(kendall([1, 2, 3, 4], [1, 2, 2, 3]), 6)
        0.912871
    """
    return _plain(kendall_of(*_two(human, scores)))


def pairwise_accuracy(human: ArrayLike, scores: ArrayLike) -> float | None:
    """The share of the pairs of systems with distinct human scores that are ordered alike.

    Arguments and errors as `pearson`; None where all human scores are equal.

    Example:
        >>> pairwise_accuracy([1, 2, 3], [1, 1, 2])
        0.6666666666666666
    """
    return _plain(pairwise_accuracy_of(*_two(human, scores)))


def soft_pairwise_accuracy(human: ArrayLike, metric: ArrayLike) -> float | None:
    """1 less the mean difference of p-values.

    Args:
        human: p of "the first system is better than the second", of each pair, by people.
        metric: the same by a metric.

    Returns:
        None of no pair.

    Raises:
        ValueError: lists of unlike lengths, or a number that is no p.

    Example:
        >>> soft_pairwise_accuracy([0.0, 0.5, 1.0], [0.0, 0.25, 1.0])
        0.9166666666666666
    """
    one, other = (np.asarray(values, np.float64) for values in (human, metric))
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(f"p-values of shapes {one.shape} and {other.shape}: expected a list each")
    for values in (one, other):
        if not ((values >= 0) & (values <= 1)).all():
            raise ValueError("a p-value outside of 0 to 1")
    return 1.0 - float(np.abs(one - other).mean()) if len(one) else None


def correlations(human: ArrayLike, scores: ArrayLike) -> dict[str, float | None]:
    """Return all that needs two lists of scores, by name: `MEASURES`.

    Example:
        >>> correlations([1, 2, 3], [1, 2, 4])["pairwise_accuracy"]
        1.0
    """
    two = _two(human, scores)
    return {name: _plain(OF[name](*two)) for name in MEASURES}


def pearson_of(human: Floats, scores: Floats) -> Floats:
    """Return Pearson's correlations of lists float64[..., H], which broadcast: float64[...]."""
    return _cosine(_deviations(human), _deviations(scores))


def spearman_of(human: Floats, scores: Floats) -> Floats:
    """Return Spearman's correlations of lists float64[..., H], which broadcast: float64[...]."""
    return pearson_of(ranks(human), ranks(scores))


def kendall_of(human: Floats, scores: Floats) -> Floats:
    """Return tau-b of lists float64[..., H], which broadcast: float64[...]."""
    return _cosine(_orders(human), _orders(scores))


def _cosine(one: NDArray[Any], other: NDArray[Any]) -> Floats:
    """Return the cosine of the angle between vectors, NaN where one has no length."""
    lengths = np.sqrt((one * one).sum(axis=-1) * (other * other).sum(axis=-1))
    is_defined = lengths > 0
    found = (one * other).sum(axis=-1) / np.where(is_defined, lengths, 1.0)
    return np.where(is_defined, np.clip(found, -1.0, 1.0), np.nan)


def pairwise_accuracy_of(human: Floats, scores: Floats) -> Floats:
    """Return pairwise accuracies of lists float64[..., H], which broadcast: float64[...]."""
    one, other = _orders(human), _orders(scores)
    n_right = (one * other == 1).sum(axis=-1)
    n_pairs = np.abs(one).sum(axis=-1)
    return np.where(n_pairs > 0, n_right / np.maximum(n_pairs, 1), np.nan)


OF = {
    "pearson": pearson_of,
    "spearman": spearman_of,
    "kendall_b": kendall_of,
    "pairwise_accuracy": pairwise_accuracy_of,
}


def ranks(values: Floats) -> Floats:
    """Return the ranks of values float64[..., H], from 1; equal ones have the mean of theirs.

    Example:
        >>> ranks(np.array([0.3, 0.1, 0.3])).tolist()
        [2.5, 1.0, 2.5]
    """
    values = np.asarray(values, np.float64)
    n = values.shape[-1]
    lists = values.reshape(-1, n)
    found = np.empty(lists.shape)
    step = max(1, _PAIRS_AT_ONCE // max(n * n, 1))
    for first in range(0, len(lists), step):
        some = lists[first : first + step]
        n_below = (some[:, None, :] < some[:, :, None]).sum(axis=-1)
        n_equal = (some[:, None, :] == some[:, :, None]).sum(axis=-1)
        found[first : first + step] = n_below + (n_equal + 1) / 2
    return found.reshape(values.shape)


def pairs_of(n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first and the second system of each pair, in the order (0, 1), (0, 2), ...

    Example:
        >>> [list(map(int, systems)) for systems in pairs_of(3)]
        [[0, 0, 1], [1, 2, 2]]
    """
    first, second = np.triu_indices(n, 1)
    return first.astype(np.int64), second.astype(np.int64)


def _orders(values: Floats) -> NDArray[np.int64]:
    """Return the order of each pair, 1, 0 or -1: int64[..., H (H - 1) / 2]."""
    first, second = pairs_of(values.shape[-1])
    one, other = values[..., first], values[..., second]
    return (one > other).astype(np.int64) - (one < other)


def _deviations(values: Floats) -> Floats:
    """Return differences from the mean, times a power of two; exact zeros where all are equal.

    Numbers of any size have squares then that neither overflow nor vanish.
    """
    values = _scaled(values)
    is_spread = values.max(axis=-1, keepdims=True) > values.min(axis=-1, keepdims=True)
    centred = values - values.mean(axis=-1, keepdims=True)
    return _scaled(np.where(is_spread, centred, 0.0))


def _scaled(values: Floats) -> Floats:
    """Return values times the power of two that makes the largest of a list about 1."""
    _, exponents = np.frexp(np.abs(values).max(axis=-1, keepdims=True))
    return np.ldexp(values, -exponents)


def _two(human: ArrayLike, scores: ArrayLike) -> tuple[Floats, Floats]:
    one, other = (np.asarray(values, np.float64) for values in (human, scores))
    if one.ndim != 1 or one.shape != other.shape:
        shapes = f"{one.shape} and {other.shape}"
        raise ValueError(f"scores of shapes {shapes}: expected a number of each system, twice")
    if not len(one):
        raise ValueError("no score, expected at least 1")
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        raise ValueError("a score that is not finite")
    return one, other


def _plain(value: Floats) -> float | None:
    return None if np.isnan(value) else float(value)


def defined(values: Floats) -> Sequence[float | None]:
    """Return numbers as JSON has them: None for NaN."""
    return [*map(_plain, values)]


class Window(NamedTuple):
    """Correlations among some systems that follow one another.

    first     rank of the first, by human scores, from 1
    last      rank of the last
    pearson   None where undefined
    spearman  None where undefined
    """

    first: int
    last: int
    pearson: float | None
    spearman: float | None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        return self._asdict()


def windows(human: ArrayLike, scores: ArrayLike, width: int = 4) -> list[Window]:
    """The correlations in each window of systems, best systems first.

    Args:
        human: a score of each system; of equal ones the first stands first.
        scores: of the same systems, by a metric.
        width: systems of a window.

    Raises:
        ValueError: a width below 3 or above the number of systems, or scores that do not fit.

    Example:
        >>> [(one.first, one.last, one.spearman) for one in windows([4, 3, 2, 1], [3, 4, 2, 1], 3)]
        [(1, 3, 0.5), (2, 4, 1.0)]
    """
    judged, values = np.asarray(human, np.float64), np.asarray(scores, np.float64)
    whole_number(width, "windows", 3)
    if width > judged.size:
        raise ValueError(
            f"windows of {width}: expected at most {judged.size}, the number of systems"
        )
    pearson(judged, values)  # refuses what does not fit
    order = np.argsort(-judged, kind="stable")
    found = []
    for first in range(len(order) - width + 1):
        some = order[first : first + width]
        two = judged[some], values[some]
        found.append(Window(first + 1, first + width, pearson(*two), spearman(*two)))
    return found


# Columns of counts of outcomes.
CONCORDANT, DISCORDANT, METRIC_TIE, HUMAN_TIE, BOTH_TIE, LATER = range(6)


class Units(NamedTuple):
    """Judgments beside what a metric says of them, U of them.

    sentence    int64[U], from 0
    difference  float64[U], the metric's score of the winner less that of the loser; of a tie of
                people, of the one less that of the other
    is_tie      bool[U], whether people tie
    is_later    bool[U], whether the winner is the later one of the two systems
    ranks       int64[U, 2], of winner and loser; None where people rated
    """

    sentence: Integers
    difference: Floats
    is_tie: NDArray[np.bool_]
    is_later: NDArray[np.bool_]
    ranks: Integers | None


def units_of(judgments: Rankings | Segments, scores: Floats, *, collapsed: bool) -> Units:
    """Return judgments beside what a metric says of them. Raises: ValueError, as its callers."""
    scores = np.asarray(scores, np.float64)
    n_systems = len(judgments.systems)
    if scores.ndim != 2 or scores.shape[1] != n_systems:
        shape = f"scores of shape {scores.shape}: expected sentences x {n_systems} systems"
        raise ValueError(f"{judgments.name}: {shape}")
    if not np.isfinite(scores).all():
        raise ValueError(f"{judgments.name}: NaN, expected a score of each")
    if isinstance(judgments, Segments):
        return _of_ratings(judgments, scores)
    chosen = np.flatnonzero(judgments.collapsed) if collapsed else slice(None)
    sentence = judgments.sentence[chosen]
    winner, loser = judgments.winner[chosen], judgments.loser[chosen]
    if len(sentence) and sentence.max() >= len(scores):
        wanted = f"{int(sentence.max()) + 1} or more"
        raise ValueError(
            f"{judgments.name}: scores of {counted(len(scores), 'sentence')}: expected {wanted}"
        )
    difference, is_tie = scores[sentence, winner] - scores[sentence, loser], judgments.kind == TIE
    return Units(sentence, difference, is_tie[chosen], winner > loser, judgments.ranks[chosen])


def _of_ratings(segments: Segments, scores: Floats) -> Units:
    """Make each pair of systems of each rated sentence a judgment."""
    if len(segments) != len(scores):
        shape = f"{counted(len(scores), 'sentence')}, expected {len(segments)}"
        raise ValueError(f"{segments.name}: scores of {shape}")
    first, second = np.triu_indices(len(segments.systems), 1)
    rated = np.flatnonzero(segments.is_rated)
    sign = np.sign(segments.ratings[rated][:, first] - segments.ratings[rated][:, second]).ravel()
    difference = (scores[rated][:, first] - scores[rated][:, second]).ravel()
    difference = np.where(sign < 0, -difference, difference)
    return Units(np.repeat(rated, len(first)), difference, sign == 0, sign < 0, None)


def outcomes(units: Units, epsilon: float) -> Integers:
    """Return the outcome of each unit: int64[U, 6], zeros and ones.

    Columns: concordant, discordant, tie of the metric, of people, of both; and of the third column
    those whose winner is the later system.
    """
    ties = np.abs(units.difference) <= epsilon
    decided = ~units.is_tie
    columns = (
        decided & ~ties & (units.difference > 0),
        decided & ~ties & (units.difference < 0),
        decided & ties,
        units.is_tie & ~ties,
        units.is_tie & ties,
        decided & ties & units.is_later,
    )
    return np.stack(columns, axis=1).astype(np.int64)


LIKE = ("seeda-code",)


class Calibration(NamedTuple):
    """The largest difference that is a tie, and how many judgments are right with it."""

    epsilon: float
    n_right: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How judgments of people and a metric compare; counts that add up.

    counting        "collapsed", "expanded" or "seeda-code"
    concordant      the metric puts the same output first
    discordant      it puts the other one first
    metric_tie      it ties, and people do not
    human_tie       people tie, and it does not
    both_tie        both tie
    later           of `metric_tie` those whose winner is the later system
    epsilon         differences up to it are ties
    calibration     the epsilon that suits best, None of no judgment
    cross_fitted    judgments that are right, each half with the other's epsilon; None where one
                    half has no judgment
    epsilons        of the first and of the second half; None likewise
    """

    counting: str
    concordant: int
    discordant: int
    metric_tie: int
    human_tie: int
    both_tie: int
    later: int
    epsilon: float = 0.0
    calibration: Calibration | None = None
    cross_fitted: int | None = None
    epsilons: tuple[float, float] | None = None

    @property
    def decided(self) -> int:
        """Judgments of which people put one output first."""
        return self.concordant + self.discordant + self.metric_tie

    @property
    def judgments(self) -> int:
        """All of them."""
        return self.decided + self.human_tie + self.both_tie

    @property
    def correct(self) -> int:
        """Decided judgments that count as right."""
        return self.concordant + (self.later if self.counting in LIKE else 0)

    @property
    def accuracy(self) -> float | None:
        """The share of decided judgments that are right, None of none."""
        return self.correct / self.decided if self.decided else None

    @property
    def tau(self) -> float | None:
        """The share of right less that of wrong ones, None of none."""
        if not self.decided:
            return None
        if self.counting in LIKE:
            return 2 * (self.correct / self.decided) - 1
        return (self.concordant - self.discordant) / self.decided

    @property
    def acc_eq(self) -> float | None:
        """The share of all judgments that are right, ties of both among them; None of none."""
        return (self.concordant + self.both_tie) / self.judgments if self.judgments else None

    def to_dict(self) -> dict[str, Any]:
        """Counts and shares by name; what is undefined is None."""
        counts = ("concordant", "discordant", "metric_tie", "human_tie", "both_tie")
        keys = ("counting", *counts, "accuracy", "tau", "acc_eq")
        found, n = self.calibration, self.judgments
        return {key: getattr(self, key) for key in keys} | {
            "calibrated_acc_eq": found.n_right / n if found else None,
            "calibrated_epsilon": found.epsilon if found else None,
            "cross_fitted_acc_eq": None if self.cross_fitted is None else self.cross_fitted / n,
            "cross_fitted_epsilons": None if self.epsilons is None else [*self.epsilons],
        }


def sentence_agreement(
    judgments: Rankings | Segments,
    scores: ArrayLike,
    *,
    collapsed: bool = True,
    like: str | None = None,
    epsilon: float = 0.0,
) -> Agreement:
    """Compare judgments with a metric's scores of sentences.

    Args:
        judgments: rankings, or ratings, of which each pair of systems is a judgment.
        scores: float64[S, H], of the systems in the order of the judgments.
        collapsed: of rankings, only pairs of which both stand for their group.
        like: "seeda-code" to count as that program does, expanded; None to count as said.
        epsilon: the largest difference that is a tie.

    Raises:
        ValueError: scores of another shape, or that are no numbers; an unknown word.

    Example:
        >>> found = Rankings.of(["A", "B", "C"], [(0, [(1, ["A"]), (2, ["B"]), (2, ["C"])])])
        >>> agreement = sentence_agreement(found, np.array([[0.9, 0.9, 0.5]]))
        >>> agreement.concordant, agreement.metric_tie, agreement.human_tie, agreement.accuracy
        (1, 1, 1, 0.5)
    """
    if like is not None and like not in LIKE:
        raise ValueError(f"like {like!r}: expected {' or '.join(LIKE)}")
    number(epsilon, "epsilon", 0.0)
    is_collapsed = flag(collapsed, "collapsed") and like is None and isinstance(judgments, Rankings)
    table = np.asarray(scores, np.float64)
    units = units_of(judgments, table, collapsed=is_collapsed)
    counting = like or ("collapsed" if is_collapsed else "expanded")
    half = (len(table) + 1) // 2  # as of folds: larger ones first
    is_first = units.sentence < half
    halves = [_calibrated(units, is_first), _calibrated(units, ~is_first)]
    cross_fitted = epsilons = None
    if halves[0] is not None and halves[1] is not None:
        one, other = epsilons = (halves[0].epsilon, halves[1].epsilon)
        cross_fitted = _n_right(units, is_first, other) + _n_right(units, ~is_first, one)
    counts: list[int] = outcomes(units, epsilon).sum(axis=0).tolist()
    whole = _calibrated(units, np.ones(len(is_first), bool))
    content: tuple[Any, ...] = (*counts, float(epsilon), whole, cross_fitted, epsilons)
    return Agreement(counting, *content)


def _calibrated(units: Units, chosen: NDArray[np.bool_]) -> Calibration | None:
    """Return the epsilon that makes most of some judgments right, None of none."""
    if not chosen.any():
        return None
    sizes = np.abs(units.difference[chosen])
    is_tie = units.is_tie[chosen]
    is_right = ~is_tie & (units.difference[chosen] > 0)
    epsilons, places = np.unique(np.append(sizes, 0.0), return_inverse=True)
    places = places[:-1]
    # With epsilon k, ties of people up to it are right, and decided ones above it.
    tied = np.cumsum(np.bincount(places[is_tie], minlength=len(epsilons)))
    decided = np.cumsum(np.bincount(places[is_right], minlength=len(epsilons)))
    n_right = tied + (int(is_right.sum()) - decided)
    best = int(n_right.argmax())  # the first, so the smallest of equals
    return Calibration(float(epsilons[best]), int(n_right[best]))


def _n_right(units: Units, chosen: NDArray[np.bool_], epsilon: float) -> int:
    """Return how many of some judgments are right, ties of both among them."""
    counts = outcomes(units, epsilon)[chosen].sum(axis=0)
    return int(counts[CONCORDANT] + counts[BOTH_TIE])


class Distance(NamedTuple):
    """How a metric agrees where people gave two ranks: `better` to the winner, `worse`."""

    better: int
    worse: int
    concordant: int
    discordant: int
    metric_tie: int

    @property
    def accuracy(self) -> float:
        """The share of concordant judgments."""
        return self.concordant / (self.concordant + self.discordant + self.metric_tie)


def by_ranks(rankings: Rankings, scores: Floats, *, collapsed: bool = True) -> Sequence[Distance]:
    """The agreement for each pair of ranks that people gave.

    Args:
        rankings: of people.
        scores: float64[S, H], of the systems in the order of the rankings.
        collapsed: only pairs of which both stand for their group.

    Returns:
        By rank of the winner, then of the loser.

    Raises:
        ValueError: as `sentence_agreement`.
    """
    units = units_of(rankings, scores, collapsed=flag(collapsed, "collapsed"))
    ranks: Any = units.ranks
    decided = ~units.is_tie
    counts = outcomes(units, 0.0)[decided]
    pairs, places = np.unique(ranks[decided], axis=0, return_inverse=True)
    table = np.zeros((len(pairs), counts.shape[1]), np.int64)
    np.add.at(table, places.ravel(), counts)
    return [
        Distance(*map(int, pair), *map(int, row[: METRIC_TIE + 1]))
        for pair, row in zip(pairs, table, strict=True)
    ]


GROUPS = ("item", "none")


class Grouped(NamedTuple):
    """Correlations with ratings of sentences; None where nothing is defined.

    group     "item" or "none"
    pearson   the correlation, or its mean
    kendall   the same of tau-b
    averaged  how many sentences have a Pearson correlation; None for "none"
    """

    group: str
    pearson: float | None
    kendall: float | None
    averaged: int | None


def grouped(segments: Segments, scores: Floats, group: str) -> Grouped:
    """Correlate a metric's scores of sentences with ratings.

    Args:
        segments: ratings of people.
        scores: float64[S, H], of the systems in the order of the ratings.
        group: "item" or "none".

    Raises:
        ValueError: scores of another shape, or another word.

    Example:
        >>> rated = Segments("ratings", ("A", "B"), np.array([[1.0, 2.0], [5.0, 3.0]]))
        >>> grouped(rated, np.array([[0.1, 0.2], [0.3, 0.4]]), "item").pearson
        0.0
    """
    if group not in GROUPS:
        raise ValueError(f"group {group!r}: expected {' or '.join(GROUPS)}")
    scores = np.asarray(scores, np.float64)
    if scores.shape != segments.ratings.shape:
        shapes = f"{scores.shape}, expected {segments.ratings.shape}"
        raise ValueError(f"{segments.name}: scores of shape {shapes}")
    rated = segments.is_rated
    human, metric = segments.ratings[rated], scores[rated]
    if not len(human):
        return Grouped(group, None, None, 0 if group == "item" else None)
    if group == "none":
        one, other = human.ravel(), metric.ravel()
        return Grouped(group, pearson(one, other), kendall_of_long(one, other), None)
    correlations = pearson_of(human, metric)
    is_defined = ~np.isnan(correlations)
    n = int(is_defined.sum())
    if not n:
        return Grouped(group, None, None, 0)
    taus = kendall_of(human[is_defined], metric[is_defined])
    return Grouped(group, float(correlations[is_defined].mean()), float(taus.mean()), n)


def kendall_of_long(one: Floats, other: Floats) -> float | None:
    """Return tau-b of two long lists: pairs are counted by sorting, not one by one.

    Example:
        >>> round(kendall_of_long(np.array([1.0, 2, 3, 4]), np.array([1.0, 2, 2, 3])), 6)
        0.912871
    """
    n = len(one)
    order = np.lexsort((other, one))
    one, other = one[order], other[order]
    total = n * (n - 1) // 2
    tied_one, tied_other = _n_tied(one), _n_tied(np.sort(other))
    starts = (one[1:] != one[:-1]) | (other[1:] != other[:-1])
    tied_both = _n_tied(np.concatenate([[0], np.cumsum(starts)]))
    if total in (tied_one, tied_other):
        return None
    discordant = _n_inversions(np.unique(other, return_inverse=True)[1])
    concordant = total - tied_one - tied_other + tied_both - discordant
    # Whole numbers, each root by itself: their product may pass what a float holds exactly.
    lengths = math.sqrt(total - tied_one) * math.sqrt(total - tied_other)
    return max(-1.0, min(1.0, (concordant - discordant) / lengths))


def _n_tied(ordered: NDArray[np.generic]) -> int:
    """Return how many pairs of a sorted list are equal."""
    _, sizes = np.unique(ordered, return_counts=True)
    return int((sizes * (sizes - 1) // 2).sum())


def _n_inversions(ranks: NDArray[np.int64]) -> int:
    """Return how many pairs stand in the wrong order, equal ones not among them.

    Two numbers differ first in some bit, from the highest on. So for each bit numbers with the same
    bits above it stand together, in their order, and each 1 before a 0 of these is an inversion.
    """
    found = 0
    for bit in reversed(range(int(ranks.max(initial=0)).bit_length())):
        group = ranks >> (bit + 1)
        order = np.argsort(group, kind="stable")
        is_one = (ranks[order] >> bit) & 1
        before = np.cumsum(is_one) - is_one
        starts = np.flatnonzero(np.diff(group[order], prepend=-1))
        sizes = np.diff(np.append(starts, len(ranks)))
        found += int(((before - np.repeat(before[starts], sizes)) * (1 - is_one)).sum())
    return found
