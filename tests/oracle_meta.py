"""What the specification of meta-evaluation says, written as plainly as can be, one list at a time.

Nothing here looks at the package. Each function is tested against golden data where there is some.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Numbers = Sequence[float]


def pearson(xs: Numbers, ys: Numbers) -> float | None:
    """Exact sums, one square root at the end."""
    if max(xs) == min(xs) or max(ys) == min(ys):
        return None
    n = len(xs)
    one, other = [Fraction(x) for x in xs], [Fraction(y) for y in ys]
    mean, other_mean = sum(one) / n, sum(other) / n
    together = sum((x - mean) * (y - other_mean) for x, y in zip(one, other, strict=True))
    squares = sum((x - mean) ** 2 for x in one) * sum((y - other_mean) ** 2 for y in other)
    found = math.sqrt(together * together / squares)
    return found if together > 0 else -found


def ranks(xs: Numbers) -> list[float]:
    ordered = sorted(xs)
    return [
        sum(place for place, y in enumerate(ordered, 1) if y == x) / ordered.count(x) for x in xs
    ]


def spearman(xs: Numbers, ys: Numbers) -> float | None:
    return pearson(ranks(xs), ranks(ys))


def kendall(xs: Numbers, ys: Numbers) -> float | None:
    pairs = list(combinations(range(len(xs)), 2))
    score = untied = other_untied = 0
    for a, b in pairs:
        one = (xs[a] > xs[b]) - (xs[a] < xs[b])
        other = (ys[a] > ys[b]) - (ys[a] < ys[b])
        score += one * other
        untied += one != 0
        other_untied += other != 0
    if not untied or not other_untied:
        return None
    return score / math.sqrt(untied * other_untied)


def pairwise_accuracy(human: Numbers, scores: Numbers) -> float | None:
    pairs = [(a, b) for a, b in combinations(range(len(human)), 2) if human[a] != human[b]]
    if not pairs:
        return None
    right = [
        a
        for a, b in pairs
        if (human[a] > human[b] and scores[a] > scores[b])
        or (human[a] < human[b] and scores[a] < scores[b])
    ]
    return len(right) / len(pairs)


def permuted(human: Numbers, xs: Numbers, ys: Numbers) -> tuple[int, int] | None:
    """PERM-BOTH: how many subsets there are, and how many have a difference as large."""
    if max(xs) == min(xs) or max(ys) == min(ys) or max(human) == min(human):
        return None
    one, other = _standardised(xs), _standardised(ys)

    def difference(xs: Numbers, ys: Numbers) -> float:
        first, second = pearson(human, xs), pearson(human, ys)
        # Exchanged scores may all be equal but for rounding.
        if first is None or second is None or _spread(xs) < 1e-9 or _spread(ys) < 1e-9:
            return math.inf
        return first - second

    observed = difference(one, other)
    n_systems = len(xs)
    at_least = 0
    for subset in range(2**n_systems):
        mixed = [
            (b, a) if subset >> k & 1 else (a, b)
            for k, (a, b) in enumerate(zip(one, other, strict=True))
        ]
        at_least += difference([a for a, _ in mixed], [b for _, b in mixed]) >= observed - 1e-12
    return 2**n_systems, at_least


def _spread(xs: Numbers) -> float:
    return max(xs) - min(xs)


def _standardised(xs: Numbers) -> list[float]:
    mean = sum(xs) / len(xs)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in xs) / len(xs))
    return [(x - mean) / deviation for x in xs]


def expected_wins(systems: Sequence[str], wins: Sequence[tuple[str, str]]) -> list[float]:
    """EW(a): the mean over the others of the share of decided judgments that a wins."""
    scores = []
    for a in systems:
        total = 0.0
        for b in systems:
            won, lost = wins.count((a, b)), wins.count((b, a))
            total += won / (won + lost) if won + lost else 0.0
        scores.append(total / (len(systems) - 1))
    return scores


def interval(values: Numbers) -> list[float]:
    """Percentiles 2.5 and 97.5, interpolated linearly."""
    ordered = sorted(values)
    bounds = []
    for share in (0.025, 0.975):
        place = share * (len(ordered) - 1)
        low = math.floor(place)
        high = min(low + 1, len(ordered) - 1)
        bounds.append(ordered[low] + (place - low) * (ordered[high] - ordered[low]))
    return bounds
