"""How far two lists of scores agree: correlations and shares of pairs in the same order.

Each function takes human scores and scores of a metric, one number a system in the same order, and
returns None where it is undefined: where a side has no spread there is no correlation. The same is
done for many lists at a time by the functions whose names end in `_of`: arrays [..., H], the last
axis holds the systems, and NaN stands for undefined.

    pearson                 of the values (Pearson, 1895), two passes: means are taken off first
    spearman                Pearson of the ranks; equal values have the mean of their ranks
    kendall                 tau-b, which makes up for equal values on both sides (Kendall, 1945)
    pairwise_accuracy       share of the pairs with distinct human scores in the order of people;
                            equal scores of the metric are wrong (Kocmi et al., 2021)
    soft_pairwise_accuracy  the same with p-values for orders (Thompson et al., 2024)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

MEASURES = ("pearson", "spearman", "kendall_b", "pairwise_accuracy")
_PAIRS_AT_ONCE = 1 << 22  # of numbers that are compared with each other


def pearson(human: ArrayLike, scores: ArrayLike) -> float | None:
    """Return Pearson's correlation, in [-1, 1].

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
    """Return Spearman's rank correlation; arguments and errors as `pearson`.

    Example:
        >>> spearman([1, 2, 3], [2, 7, 4])
        0.5
    """
    return _plain(spearman_of(*_two(human, scores)))


def kendall(human: ArrayLike, scores: ArrayLike) -> float | None:
    """Return Kendall's tau-b; arguments and errors as `pearson`.

    Example:
        >>> round(kendall([1, 2, 3, 4], [1, 2, 2, 3]), 6)
        0.912871
    """
    return _plain(kendall_of(*_two(human, scores)))


def pairwise_accuracy(human: ArrayLike, scores: ArrayLike) -> float | None:
    """Return the share of the pairs of systems with distinct human scores that are ordered alike.

    Arguments and errors as `pearson`; None where all human scores are equal.

    Example:
        >>> pairwise_accuracy([1, 2, 3], [1, 1, 2])
        0.6666666666666666
    """
    return _plain(pairwise_accuracy_of(*_two(human, scores)))


def soft_pairwise_accuracy(human: ArrayLike, metric: ArrayLike) -> float | None:
    """Return 1 less the mean difference of p-values.

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
        raise ValueError(f"p-values of shapes {one.shape} and {other.shape}, expected a list each")
    for values in (one, other):
        if not ((values >= 0) & (values <= 1)).all():
            raise ValueError("a p-value outside of 0 to 1 found")
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
    one, other = _deviations(human), _deviations(scores)
    products = (one * other).sum(axis=-1)
    lengths = np.sqrt((one * one).sum(axis=-1) * (other * other).sum(axis=-1))
    is_defined = lengths > 0
    found = products / np.where(is_defined, lengths, 1.0)
    return np.where(is_defined, np.clip(found, -1.0, 1.0), np.nan)


def spearman_of(human: Floats, scores: Floats) -> Floats:
    """Return Spearman's correlations of lists float64[..., H], which broadcast: float64[...]."""
    return pearson_of(ranks(human), ranks(scores))


def kendall_of(human: Floats, scores: Floats) -> Floats:
    """Return tau-b of lists float64[..., H], which broadcast: float64[...]."""
    one, other = _orders(human), _orders(scores)
    agreeing = (one * other).sum(axis=-1)
    untied = (one * one).sum(axis=-1), (other * other).sum(axis=-1)
    lengths = np.sqrt(untied[0] * untied[1])
    is_defined = lengths > 0
    found = agreeing / np.where(is_defined, lengths, 1.0)
    return np.where(is_defined, np.clip(found, -1.0, 1.0), np.nan)


def pairwise_accuracy_of(human: Floats, scores: Floats) -> Floats:
    """Return pairwise accuracies of lists float64[..., H], which broadcast: float64[...]."""
    one, other = _orders(human), _orders(scores)
    n_right = (one * other == 1).sum(axis=-1)
    n_pairs = np.abs(one).sum(axis=-1)
    found: Floats = np.where(n_pairs > 0, n_right / np.maximum(n_pairs, 1), np.nan)
    return found


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
    scaled: Floats = np.ldexp(values, -exponents)
    return scaled


def _two(human: ArrayLike, scores: ArrayLike) -> tuple[Floats, Floats]:
    one, other = (np.asarray(values, np.float64) for values in (human, scores))
    if one.ndim != 1 or one.shape != other.shape:
        shapes = f"{one.shape} and {other.shape}"
        raise ValueError(f"scores of shapes {shapes}, expected a number of each system, twice")
    if not len(one):
        raise ValueError("no score found, expected at least 1")
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        raise ValueError("a score that is not finite found")
    return one, other


def _plain(value: Floats) -> float | None:
    return None if np.isnan(value) else float(value)


def defined(values: Floats) -> Sequence[float | None]:
    """Return numbers as JSON has them: None for NaN."""
    return [None if np.isnan(value) else float(value) for value in values]
