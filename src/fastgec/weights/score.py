"""Scores of sums of weights: precision, recall and F, as MaxMatch and ERRANT have them.

Empty sets are those of the two metrics, and edits whose weights sum to 0 are one: precision is 1
where nothing that weighs is proposed. `sentence_scores` has another rule for them.
"""

from __future__ import annotations

from dataclasses import dataclass

from fastgec.metrics.errant.metric import PairScore
from fastgec.metrics.m2.counting import MaxMatchScore


@dataclass(frozen=True, slots=True)
class WeightedM2Score(MaxMatchScore):
    """Sums of weights of the chosen annotators, and the ratios made from them.

    >>> WeightedM2Score(correct=0.5, proposed=1.0, gold=2.0, beta=0.5)
    WeightedM2Score(f=0.4167, correct=0.5, proposed=1, gold=2, precision=0.5, recall=0.25, beta=0.5)
    """


@dataclass(frozen=True, slots=True)
class WeightedErrantScore(PairScore):
    """Sums of weights of the chosen pairs of coders, and the ratios made from them.

    >>> WeightedErrantScore(tp=0.5, fp=0.5, fn=1.5, beta=0.5)
    WeightedErrantScore(f=0.4167, tp=0.5, fp=0.5, fn=1.5, precision=0.5, recall=0.25, beta=0.5)
    """
