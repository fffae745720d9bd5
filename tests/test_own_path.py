"""The scorer's own edits where sums are exact: documents of more than 40,000 vertices.

Small cases full of ties stand between words that both texts have, so that the twin can list all
arcs: none leads far. Thousands of words that are changed, one by one, bring the vertices.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import cases
from fastgec.maxmatch.matcher import Matcher
from fastgec.maxmatch.twin.faithful import FaithfulMatcher

N_WORDS = 33_000  # each fifth is changed, which adds two vertices to the five words
N_CASES = 25
KINDS = (("tiny", 8), ("early", 10), ("inserts", 12), ("natural", 40), ("loop", 14))


def document(seed: int) -> cases.Case:
    """Words that are kept or changed, with random cases among them."""
    draw = random.Random(seed)
    source: list[int] = []
    hypothesis: list[int] = []
    gold: list[cases.GoldEdit] = []
    for word in range(1000, 1000 + N_WORDS):  # cases have lesser ones
        source.append(word)
        hypothesis.append(word if word % 5 else word + N_WORDS)
        if word % (N_WORDS // N_CASES) == 2:
            case = cases.random_case(draw, *draw.choice(KINDS))
            gold += [
                (start + len(source), end + len(source), corrections)
                for start, end, corrections in case.annotators[0]
            ]
            source += case.source
            hypothesis += case.hypothesis
    return cases.Case(tuple(source), tuple(hypothesis), (tuple(gold),))


@pytest.mark.parametrize("seed", [*range(10), 20, 21, 45, 51])
def test_edits_of_documents_are_those_of_the_twin(seed: int) -> None:
    options = cases.Options((2, 2, 1, 0, 3)[seed % 5], seed % 4 == 3, False)
    cancel = np.zeros(1, np.int32)
    found = [
        cases.matcher_of([document(seed)], options, kind).edits(0, cancel, 1 << 30)
        for kind in (Matcher, FaithfulMatcher)
    ]
    assert found[0] == found[1]
    assert len(found[0]) > N_WORDS // 10
