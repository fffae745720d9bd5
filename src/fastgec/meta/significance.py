"""Does one metric agree with people better than another, or is that chance? Tests of a pair.

    williams     two correlations with the same human scores, which depend on each other (Williams,
                 1959; Graham and Baldwin, 2014)
    permutation  PERM-BOTH of Deutsch et al. (2021): standardised scores of both metrics are
                 exchanged for a random subset of the systems; up to 16 systems for every subset,
                 which is exact
    paired bootstrap over sentences: see `intervals`

Positive differences mean that the first metric agrees better.

The smallest two-sided p of a test of n resamples is 1 / (n + 1). Where every subset is exchanged it
is 2 / n: all systems exchanged change the sign of the difference, and no more.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastgec.meta.correlation import OF, pearson
from fastgec.parameters import MAX_RESAMPLES, whole_number

Floats = NDArray[np.float64]

EXACT = 16  # systems of which every subset is exchanged
SLACK = 1e-12
SPREAD = 1e-9  # of scores whose standard deviation was 1, the least
_STREAM = 3  # of the generator of subsets
_SUBSETS_AT_ONCE = 1 << 12


class Williams(NamedTuple):
    """Williams' test.

    t            of the difference
    df           degrees of freedom
    p_one_sided  of "the first metric is better"
    p_two_sided  of "they differ"
    """

    t: float
    df: int
    p_one_sided: float
    p_two_sided: float

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says."""
        return self._asdict()


def williams(first: float, second: float, both: float, n: int) -> Williams | None:
    """Test whether two metrics correlate differently with people.

    Args:
        first: correlation of the first metric with people.
        second: that of the second.
        both: correlation between the metrics.
        n: number of systems.

    Returns:
        None where there is no test: at most 3 systems, or metrics that correlate perfectly.

    Raises:
        ValueError: a number that is no correlation.

    Example:
        >>> found = williams(0.9, 0.5, 0.6, 13)
        >>> round(found.t, 6), found.df, round(found.p_two_sided, 6)
        (3.10149, 10, 0.011222)
    """
    for value in (first, second, both):
        if not -1 <= value <= 1:
            raise ValueError(f"{value!r} found, expected a correlation from -1 to 1")
    if whole_number(n, "n", 0) <= 3 or both == 1:
        return None
    # As 1 - a^2 - b^2 - c^2 + 2abc it would lose most digits where metrics are alike.
    k = (1 - both**2) * (1 - first**2) - (second - first * both) ** 2
    mean = (first + second) / 2
    inner = 2 * max(k, 0.0) * (n - 1) / (n - 3) + mean**2 * (1 - both) ** 3
    if not inner > 0:
        return None
    t = (first - second) * math.sqrt((n - 1) * (1 + both)) / math.sqrt(inner)
    upper = student_tail(t, n - 3)
    return Williams(t, n - 3, upper, min(1.0, 2 * student_tail(abs(t), n - 3)))


def student_tail(t: float, df: int) -> float:
    """Return the probability that Student's t with df degrees of freedom is above t.

    Example:
        >>> student_tail(0.0, 5), round(student_tail(2.0, 10), 12)
        (0.5, 0.036694017385)
    """
    if math.isinf(t):
        return 0.0 if t > 0 else 1.0
    square = t * t
    half = incomplete_beta(df / 2, 0.5, df / (df + square), square / (df + square)) / 2
    return half if t > 0 else 1.0 - half


def incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction.

    Args:
        a: above 0.
        b: above 0.
        x: in [0, 1].
        rest: 1 - x, which the caller may know better.
    """
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1.0 - incomplete_beta(b, a, rest, x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    )
    # Lentz: the fraction is the limit of the product of `step`.
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    fraction = d
    for m in range(1, 10_000):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + factor * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + factor / c
            c = c if abs(c) > tiny else tiny
            step = c * d
            fraction *= step
        if abs(step - 1) < 1e-16:
            break
    return front * fraction / a


class Permutation(NamedTuple):
    """PERM-BOTH.

    delta        the difference of correlations
    n            subsets that were exchanged
    at_least     those of them whose difference is at least as large
    p_one_sided  of "the first metric is better"
    p_two_sided  of "they differ"
    is_exact     whether every subset was
    """

    delta: float
    n: int
    at_least: int
    p_one_sided: float
    p_two_sided: float
    is_exact: bool

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says."""
        found = self._asdict()
        del found["is_exact"]
        return found


def permutation(
    human: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    measure: str = "pearson",
    n: int = 10_000,
    seed: int = 0,
) -> Permutation | None:
    """Exchange the scores of two metrics for subsets of the systems.

    Args:
        human: a score of each system.
        first: of the same systems, by the first metric.
        second: by the second.
        measure: of agreement: "pearson", "spearman", "kendall_b" or "pairwise_accuracy".
        n: subsets that are drawn, of more than 16 systems.
        seed: of the draws.

    Returns:
        None where a side has no spread.

    Raises:
        ValueError: scores that do not fit one another, or no such measure.

    Example:
        >>> found = permutation([1, 2, 3, 4], [1, 2, 3, 5], [4, 1, 2, 3])
        >>> found.n, found.at_least, found.p_one_sided
        (16, 3, 0.1875)
    """
    judged, one, other = (np.asarray(values, np.float64) for values in (human, first, second))
    if measure not in OF:
        raise ValueError(f"measure {measure!r}, expected {' or '.join(OF)}")
    whole_number(n, "n", 1, MAX_RESAMPLES)
    if pearson(judged, one) is None or pearson(judged, other) is None:
        return None
    one, other = _standardised(one), _standardised(other)
    of = OF[measure]
    observed = float(of(judged, one) - of(judged, other))
    size = judged.size
    is_exact = size <= EXACT
    total = 1 << size if is_exact else n
    sequence = np.random.SeedSequence(seed, spawn_key=(_STREAM,))
    generator = np.random.Generator(np.random.PCG64(sequence))
    at_least = as_far = 0
    for start in range(0, total, _SUBSETS_AT_ONCE):
        stop = min(start + _SUBSETS_AT_ONCE, total)
        if is_exact:
            swapped = (np.arange(start, stop)[:, None] >> np.arange(size) & 1).astype(bool)
        else:
            swapped = generator.integers(0, 2, (stop - start, size), np.uint8).astype(bool)
        mixed = np.where(swapped, other, one), np.where(swapped, one, other)
        deltas = of(judged, mixed[0]) - of(judged, mixed[1])
        # Standard scores of two metrics may be equal but for rounding.
        deltas[(np.ptp(mixed, axis=-1) < SPREAD).any(axis=0)] = np.nan
        # A subset that leaves no spread has no difference: it is counted against both metrics.
        at_least += int((~(deltas < observed - SLACK)).sum())
        as_far += int((~(np.abs(deltas) < abs(observed) - SLACK)).sum())
    if is_exact:
        shares = at_least / total, as_far / total
    else:  # the observed scores are one of the possible ones
        shares = (at_least + 1) / (total + 1), (as_far + 1) / (total + 1)
    return Permutation(observed, total, at_least, *shares, is_exact)


def _standardised(values: Floats) -> Floats:
    """Return values with mean 0 and standard deviation 1 (of a population)."""
    centred = values - values.mean()
    scaled: Floats = centred / np.sqrt((centred * centred).mean())
    return scaled
