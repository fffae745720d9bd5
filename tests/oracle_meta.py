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
