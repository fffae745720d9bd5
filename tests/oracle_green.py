"""GREEN, slowly and obviously: multisets of tuples, one formula per line.

Definition: Koyama, Nagata, Takamura and Okazaki (2024). The rules for empty sets and ties are those
of the authors' program. Nothing here is shared with the package, so that a mistake is made once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence

Regions = tuple[int, int, int, int, int, int, int]


def tokens(line: str, unit: str) -> list[str]:
    return line.split() if unit == "word" else list(line)


def ngrams(items: Sequence[Hashable], n: int) -> Counter[tuple[Hashable, ...]]:
    return Counter(tuple(items[i : i + n]) for i in range(len(items) - n + 1))


def regions(
    source: Sequence[Hashable],
    reference: Sequence[Hashable],
    hypothesis: Sequence[Hashable],
    n: int,
) -> Regions:
    """Return true keep, delete, insert; over-delete, -insert; under-delete, -insert."""
    in_source, in_reference, in_hypothesis = (
        ngrams(items, n) for items in (source, reference, hypothesis)
    )
    total = [0] * 7
    for gram in in_source.keys() | in_reference.keys() | in_hypothesis.keys():
        s, r, h = in_source[gram], in_reference[gram], in_hypothesis[gram]
        total[0] += min(s, r, h)
        total[1] += max(0, s - max(r, h))
        total[2] += max(0, min(r, h) - s)
        total[3] += max(0, min(s, r) - h)
        total[4] += max(0, h - max(s, r))
        total[5] += max(0, min(s, h) - r)
        total[6] += max(0, r - max(s, h))
    tk, td, ti, od, oi, ud, ui = total
    return tk, td, ti, od, oi, ud, ui


def count_row(source: str, reference: str, hypothesis: str, order: int, unit: str) -> list[Regions]:
    sides = tokens(source, unit), tokens(reference, unit), tokens(hypothesis, unit)
    return [regions(*sides, n) for n in range(1, order + 1)]


def precision(row: Regions) -> float:
    true, over = sum(row[:3]), row[3] + row[4]
    return true / (true + over) if true + over else 1.0


def recall(row: Regions, short: str) -> float:
    true, under = sum(row[:3]), row[5] + row[6]
    return true / (true + under) if true + under else float(short == "one")


def geometric_mean(values: Sequence[float]) -> float:
    if len(values) == 1:
        return values[0]
    if min(values) == 0:
        return 0.0
    return math.exp(sum(map(math.log, values)) / len(values))


def f_score(p: float, r: float, beta: float) -> float:
    if p == 0 or r == 0:
        return 0.0
    alpha = 0.0 if math.isinf(beta) else 1 / (beta * beta + 1)
    return 1 / (alpha / p + (1 - alpha) / r)


def cumulative_f(rows: Sequence[Regions], beta: float, short: str = "zero") -> list[float]:
    """Return F over the orders 1 to k, for k = 1 to N."""
    p = [precision(row) for row in rows]
    r = [recall(row, short) for row in rows]
    return [
        f_score(geometric_mean(p[:k]), geometric_mean(r[:k]), beta) for k in range(1, len(rows) + 1)
    ]


def choose(
    rows_of_references: Sequence[Sequence[Regions]], beta: float, short: str = "zero"
) -> int:
    lists = [cumulative_f(rows, beta, short)[::-1] for rows in rows_of_references]
    return lists.index(max(lists))


def add(rows: Sequence[Sequence[Regions]]) -> list[Regions]:
    return [tuple(map(sum, zip(*column, strict=True))) for column in zip(*rows, strict=True)]  # type: ignore[misc]
