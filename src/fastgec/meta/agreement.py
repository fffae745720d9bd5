"""How a metric agrees with people on sentences: how many judgments it says the same of.

A unit is one judgment, two outputs of one sentence. Where people put one before the other, it is
concordant, discordant, or the metric's scores are equal; where people tie, the metric ties too or
not. `accuracy` is the share of concordant among the decided ones, `tau` the same less the share of
discordant ones (Kobayashi et al. 2024). `acc_eq` counts all judgments, and ties of both as right
(Deutsch et al. 2023).

Metrics that never give equal scores cannot tie. So the largest difference that is called a tie may
be **calibrated**: it is chosen among the differences that there are, and 0, to make `acc_eq` as
large as can be, the smallest of equals. That is fitted on what it scores; so it is reported
**cross-fitted** too: sentences are cut in two blocks, each scored with the other's, counts summed.

`like="seeda-code"` is what SEEDA's published program and gec-metrics count: where the metric ties,
the later one of two systems is taken for the better one, so that ties help or hurt by accident of
names, and tau is twice the accuracy less 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastgec.meta.outcomes import BOTH_TIE, CONCORDANT, Units, outcomes, units_of
from fastgec.meta.rankings import Rankings
from fastgec.meta.segments import Segments
from fastgec.parameters import flag, number

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

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
        """Return counts and shares by name; what is undefined is None."""
        found = self.calibration
        n = self.judgments
        return {
            "counting": self.counting,
            "concordant": self.concordant,
            "discordant": self.discordant,
            "metric_tie": self.metric_tie,
            "human_tie": self.human_tie,
            "both_tie": self.both_tie,
            "accuracy": self.accuracy,
            "tau": self.tau,
            "acc_eq": self.acc_eq,
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
        raise ValueError(f"like {like!r}, expected {' or '.join(LIKE)}")
    number(epsilon, "epsilon", 0.0)
    is_collapsed = flag(collapsed, "collapsed") and like is None and isinstance(judgments, Rankings)
    table = np.asarray(scores, np.float64)
    units = units_of(judgments, table, collapsed=is_collapsed)
    counting = like or ("collapsed" if is_collapsed else "expanded")
    counts: list[int] = outcomes(units, epsilon).sum(axis=0).tolist()
    concordant, discordant, metric_tie, human_tie, both_tie, later = counts
    half = (len(table) + 1) // 2  # as of folds: larger ones first
    is_first = units.sentence < half
    halves = [_calibrated(units, is_first), _calibrated(units, ~is_first)]
    cross_fitted = epsilons = None
    if halves[0] is not None and halves[1] is not None:
        epsilons = (halves[0].epsilon, halves[1].epsilon)
        cross_fitted = _n_right(units, is_first, epsilons[1]) + _n_right(
            units, ~is_first, epsilons[0]
        )
    return Agreement(
        counting,
        concordant,
        discordant,
        metric_tie,
        human_tie,
        both_tie,
        later,
        float(epsilon),
        _calibrated(units, np.ones(len(is_first), bool)),
        cross_fitted,
        epsilons,
    )


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
