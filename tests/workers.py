"""Work that worker processes can import: counts of a random corpus."""

from __future__ import annotations

from fastgec import Counts, Gold, References, green, m2
from m2_cases import random_cases


def corpus(seed: int) -> tuple[Gold, list[str]]:
    cases = random_cases(300, seed)
    gold = Gold.parse("".join(case.block() for case in cases))
    return gold, [" ".join(case.hypothesis) for case in cases]


def counted(seed: int) -> Counts:
    gold, texts = corpus(seed)
    return m2.count(texts, gold, jobs=2)


def regions(seed: int) -> Counts:
    gold, texts = corpus(seed)
    sources = [gold.sources[s] for s in range(len(gold))]
    return green.count(texts, References(sources, [texts[::-1]]), jobs=2)
