"""Human scores as the specification of meta-evaluation says them, one judgment at a time.

Nothing here looks at the package; XML is read by the standard library, as trees.
"""

from __future__ import annotations

import gzip
from itertools import combinations
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree


class Judgment(NamedTuple):
    """One pair of one item: labels, their ranks, and whether both were named first."""

    item: int
    sentence: int
    user: str
    first: str
    second: str
    first_rank: int
    second_rank: int
    is_collapsed: bool


def judgments(path: Path, base: int, systems: list[str] | None = None) -> list[Judgment]:
    """All pairs of all items, between some systems or all."""
    root = ElementTree.fromstring(gzip.decompress(path.read_bytes()))
    found = []
    for number, item in enumerate(root.iter("ranking-item")):
        user = item.get("user", "")
        if user == "admin":
            continue
        entries = []
        for translation in item:
            labels = translation.get("system", "").split()
            labels = [one for one in labels if systems is None or one in systems]
            rank = int(translation.get("rank", ""))
            entries += [(one, rank, place == 0) for place, one in enumerate(labels)]
        sentence = int(item.get("src-id", "")) - base
        for (a, rank_a, first_a), (b, rank_b, first_b) in combinations(entries, 2):
            both = first_a and first_b
            found.append(Judgment(number, sentence, user, a, b, rank_a, rank_b, both))
    return found


def wins(judged: list[Judgment], systems: list[str]) -> list[list[int]]:
    """How often each was put before each other one."""
    table = [[0] * len(systems) for _ in systems]
    for one in judged:
        a, b = systems.index(one.first), systems.index(one.second)
        if one.first_rank < one.second_rank:
            table[a][b] += 1
        elif one.second_rank < one.first_rank:
            table[b][a] += 1
    return table


def expected_wins(table: list[list[int]]) -> list[float]:
    """The mean share of wins against each other system; 0 where none was decided."""
    scores = []
    for a, row in enumerate(table):
        total = 0.0
        for b, won in enumerate(row):
            if a != b and won + table[b][a]:
                total += won / (won + table[b][a])
        scores.append(total / (len(table) - 1))
    return scores


Unit = tuple[int, float, bool, bool]  # sentence, difference, whether people tie, the rest unused


def outcomes(units: list[Unit], epsilon: float) -> list[int]:
    """Concordant, discordant, tie of the metric alone, of people alone, of both."""
    counts = [0] * 5
    for _, difference, is_tie, _ in units:
        if abs(difference) <= epsilon:
            counts[4 if is_tie else 2] += 1
        elif is_tie:
            counts[3] += 1
        else:
            counts[0 if difference > 0 else 1] += 1
    return counts


def n_right(units: list[Unit], epsilon: float) -> int:
    """Concordant judgments, and ties of both."""
    counts = outcomes(units, epsilon)
    return counts[0] + counts[4]


def calibrated(units: list[Unit]) -> tuple[float, int]:
    """The smallest of the best differences, and how many judgments are right with it."""
    epsilons = sorted({0.0, *(abs(difference) for _, difference, _, _ in units)})
    best = max(n_right(units, epsilon) for epsilon in epsilons)
    return next((one, best) for one in epsilons if n_right(units, one) == best)
