"""Ratios of many totals of MaxMatch at once: what `M2Score` computes, over arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def score_totals(totals: Integers, beta: float) -> Floats:
    """Return precision, recall and F of summed counts, equal to those of `M2Score` to the last bit.

    Parameters: totals int64[..., 3] of correct, proposed, gold. Returns: float64[..., 3].

    >>> score_totals(np.array([[4, 5, 8], [0, 0, 8]]), beta=0.5).round(4).tolist()
    [[0.8, 0.5, 0.7143], [1.0, 0.0, 0.0]]
    """
    correct, proposed, gold = totals[..., 0], totals[..., 1], totals[..., 2]
    precision = np.where(proposed == 0, 1.0, correct / np.maximum(proposed, 1))
    recall = np.where(gold == 0, 1.0, correct / np.maximum(gold, 1))
    weight = beta * beta
    denominator = weight * precision + recall
    is_zero = denominator == 0
    product = (1.0 + weight) * precision * recall
    f = np.where(is_zero, 0.0, product / np.where(is_zero, 1.0, denominator))
    return np.stack([precision, recall, f], axis=-1)
