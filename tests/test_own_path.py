"""The scorer's own edits where sums are exact: documents of more than 40,000 vertices.

Small cases full of ties stand between words that both texts have, so that the reference kernel can
list all arcs: none leads far. Thousands of words that are changed, one by one, bring the vertices.
"""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

import cases
from fastgec.maxmatch.matcher import Matcher
from fastgec.maxmatch.reference.faithful import FaithfulMatcher

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


@pytest.mark.parametrize("seed", [*range(5), 20, 21, 45, 51, 4201, 4203])
def test_edits_of_documents_are_those_of_the_reference_kernel(seed: int) -> None:
    limit = 9 if seed > 1000 else (2, 2, 1, 0, 3)[seed % 5]
    options = cases.Options(limit, seed % 4 == 3, False)
    found = [
        cases.edits_of(cases.matcher_of([document(seed)], options, kind), 0)
        for kind in (Matcher, FaithfulMatcher)
    ]
    assert found[0] == found[1]
    assert len(found[0]) > N_WORDS // 20


N_LARGE = 44_500  # vertices of a document whose cells are narrow for any limit
CHECKED = [
    # u, release 3.2, source, hypothesis, gold, edits: by random search, and by the reference kernel
    # a path costs a thousandth more than its states say
    (0, False, "abcd", "stuv", [(3, 4, "st"), (4, 4, "stu")], [(0, 4, 0), (4, 4, 3), (4, 4, 4)]),
    # an arc has another middle than its states say
    (2, True, "abcdd", "acadx", [(5, 5, "x")], [(1, 5, 4), (5, 5, 5)]),
]


@pytest.mark.parametrize(("u", "is_release_3_2", "source", "hypothesis", "gold", "edits"), CHECKED)
def test_a_path_whose_arcs_are_not_the_scorers_is_not_taken(
    u: int,
    is_release_3_2: bool,
    source: str,
    hypothesis: str,
    gold: list[tuple[int, int, str]],
    edits: list[tuple[int, int, int]],
) -> None:
    """Characters are words; then come pairs of words that are changed, behind u + 1 that are not.

    Edits: start, end, and where their words end in the hypothesis.
    """
    kept = list(map(ord, source)), list(map(ord, hypothesis))
    for word in range(1000, 1000 + N_LARGE * (u + 3) // (u + 9), u + 3):
        for tokens, changed in zip(kept, (0, N_LARGE), strict=True):
            tokens += [*range(word, word + u + 1), word + u + 1 + changed, word + u + 2 + changed]
    rows = tuple((start, end, (tuple(map(ord, text)),)) for start, end, text in gold)
    case = cases.Case(tuple(kept[0]), tuple(kept[1]), (rows,))
    matcher = cases.matcher_of([case], cases.Options(u, is_release_3_2, False))
    found = cases.edits_of(matcher, 0)
    first = [(edit[0], edit[1], edit[5]) for edit in found if edit[0] <= len(source)]
    assert first == edits
    assert len(found) == len(edits) + (len(kept[0]) - len(source)) // (u + 3)


def test_a_sentence_of_many_equal_paths_is_counted_for_each_of_many_annotators() -> None:
    """One word nearly alone on both sides, and up to 50 unchanged words in an edit: most vertices
    are on a minimum-cost path. To look for edits from each of them takes 300 million steps for each
    annotator, and a sentence may take as many in all.
    """
    pytest.importorskip("resource", reason="bench/worst_case.py measures what POSIX alone tells")
    from worst_case import drawn

    hard = drawn("201.500.1435")
    case = dataclasses.replace(hard.case, annotators=hard.case.annotators * 3)
    matcher = cases.matcher_of([case], hard.options)
    table = np.zeros((3, 3), np.int64)
    assert matcher.count(0, 1, table, np.zeros(1, np.int32), 1 << 30) == -1
    assert table.tolist() == [[2, 10, 50]] * 3


def test_a_document_whose_edits_have_thousands_of_equals_is_counted() -> None:
    """A loop of 9,000 tokens: in a row of the lattice thousands of tails have thousands of heads
    each, and all but a few of these arcs come from the tail before it, too."""
    pytest.importorskip("resource", reason="bench/documents.py measures what POSIX alone tells")
    from documents import drawn

    matcher = cases.matcher_of([drawn("1.25").case], cases.Options(2, False, False))
    table = np.zeros((2, 3), np.int64)
    assert matcher.count(0, 1, table, np.zeros(1, np.int32), 1 << 30) == -1
    assert table.tolist() == [[64, 219, 232], [28, 213, 263]]


@pytest.mark.parametrize("is_release_3_2", [False, True])
def test_pairs_of_vertices_that_spell_wide_edits_are_joined_as_published(
    is_release_3_2: bool,
) -> None:
    """More pairs than are looked up one by one, and bounds that leave many of them in doubt."""
    draw = random.Random(8)
    for number in range(60):
        block = [draw.randrange(3) for _ in range(draw.choice((2, 3, 5)))]
        source, hypothesis = (block * 30)[:30], (block * 30)[draw.choice((1, 2, 7)) :][:30]
        for tokens in (source, hypothesis):
            tokens[draw.randrange(30)] = draw.randrange(3)
        edits = []
        for _ in range(150):
            start, at = draw.randrange(30), draw.randrange(30)
            end, last = draw.randint(start, 30), draw.randint(at, 30)
            edits.append((start, end, (tuple(hypothesis[at:last]),)))
        case = cases.Case(tuple(source), tuple(hypothesis), (tuple(edits),))
        options = cases.Options(number % 6, is_release_3_2, False)
        tables = []
        for kind in (Matcher, FaithfulMatcher):
            table = np.zeros((1, 3), np.int64)
            matcher = cases.matcher_of([case], options, kind)
            assert matcher.count(0, 1, table, np.zeros(1, np.int32), 1 << 30) == -1
            tables.append(table.tolist())
        assert tables[0] == tables[1], number
