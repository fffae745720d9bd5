"""GLEU, slowly and obviously: its three definitions, with Python's own generator for the draws.

Definition: Napoles, Sakaguchi, Post and Tetreault (2015; "GLEU without tuning", 2016).
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from oracle_green import ngrams, tokens

Statistics = list[int]  # c, r, numerator 1, denominator 1, ..., numerator N, denominator N


def statistics(
    source: str, reference: str, hypothesis: str, order: int, unit: str, variant: str
) -> Statistics:
    s_items, r_items, h_items = (tokens(line, unit) for line in (source, reference, hypothesis))
    row = [len(h_items), len(r_items)]
    for n in range(1, order + 1):
        s, r, h = ngrams(s_items, n), ngrams(r_items, n), ngrams(h_items, n)
        matches = sum(min(h[gram], r[gram]) for gram in h)
        if variant == "official":
            penalty = sum(min(h[gram], s[gram]) for gram in s if r[gram] == 0)
            row.append(max(0, matches - penalty))
        else:
            penalty = sum(max(0, min(h[gram], s[gram]) - r[gram]) for gram in s)
            row.append(matches - penalty if variant == "equation" else max(0, matches - penalty))
        row.append(max(0, len(h_items) + 1 - n))
    return row


def score(total: Statistics) -> float:
    """Return the score of summed statistics; 0 if one of them is not positive."""
    if min(total) <= 0:
        return 0.0
    c, r, *pairs = total
    order = len(pairs) // 2
    logs = sum(math.log(pairs[2 * n] / pairs[2 * n + 1]) for n in range(order))
    return math.exp(min(0.0, 1 - r / c) + logs / order)


def official_sentence(row: Statistics) -> float:
    return score([value if value else 1 for value in row])


def equation_sentence(row: Statistics) -> float:
    c, r, *pairs = row
    if c == 0:
        return float(r == 0)
    logs = 0.0
    for n in range(len(pairs) // 2):
        numerator, denominator = pairs[2 * n], pairs[2 * n + 1]
        if denominator == 0:
            continue
        if numerator <= 0:
            return 0.0
        logs += math.log(numerator / denominator)
    return math.exp(min(0.0, 1 - r / c) + logs / (len(pairs) // 2))


def draw(n_sentences: int, n_references: int, iteration: int, draws: str) -> list[int]:
    """Return the reference that each sentence takes in one iteration."""
    generator = random.Random(iteration * 101)
    if draws == "python3":
        return [generator.randint(0, n_references - 1) for _ in range(n_sentences)]
    return [int(generator.random() * n_references) for _ in range(n_sentences)]


def iteration_score(rows: Sequence[Sequence[Statistics]], chosen: Sequence[int]) -> float:
    """Score the rows rows[s][chosen[s]]."""
    picked = [references[k] for references, k in zip(rows, chosen, strict=True)]
    return score([sum(column) for column in zip(*picked, strict=True)])
