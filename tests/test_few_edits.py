"""Rows counted on rows of bits; those that spell no gold edit, once for a sentence."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from fastgec import Gold, m2
from fastgec.maxmatch.reference.faithful import FaithfulMatcher
from test_certified import cases, counts

NOWHERE = 499  # a word of no sentence
UNSPELLED = ((0, 1, ((NOWHERE,),)), (1, 2, ((NOWHERE, 0),)))


def drawn_cases(draw: random.Random, kind: str, longest: int, n: int) -> list[cases.Case]:
    """Return cases with two annotators beside their own whom nothing can match."""
    found = []
    for _ in range(n):
        case = cases.random_case(draw, kind, longest)
        unspelled = UNSPELLED if len(case.source) > 1 else ()
        found.append(replace(case, annotators=(unspelled, *case.annotators, ())))
    return found


@pytest.mark.parametrize(("kind", "longest"), [("loop", 45), ("rewrite", 30), ("tiny", 8)])
@pytest.mark.parametrize("is_release_3_2", [False, True])
@pytest.mark.parametrize("is_folded", [False, True])
def test_rows_that_spell_nothing_count_as_the_reference_kernel_counts(
    kind: str, longest: int, is_release_3_2: bool, is_folded: bool
) -> None:
    draw = random.Random(f"unspelled {kind} {is_release_3_2} {is_folded}")
    for unchanged in (0, 1, 2, 3, 5):
        drawn = drawn_cases(draw, kind, longest, 15)
        options = cases.Options(unchanged, is_release_3_2, is_folded)
        found = counts(cases.matcher_of(drawn, options))
        faithful = counts(cases.matcher_of(drawn, options, FaithfulMatcher))
        unlike = np.flatnonzero((found != faithful).any(axis=1))
        assert unlike.size == 0, f"{options}, row {unlike[0]}"
        first = np.cumsum([0, *(len(case.annotators) for case in drawn)])
        for row, last in zip(first[:-1], first[1:] - 1, strict=True):
            assert found[row, :2].tolist() == found[last, :2].tolist()


@pytest.mark.parametrize("n_words", [64, 129, 400])
@pytest.mark.parametrize("is_turned", [False, True])
def test_long_loops_count_as_by_the_order_alone(n_words: int, is_turned: bool) -> None:
    """Rows of bits have several words; with sides exchanged, deletions take insertions' place."""
    draw = random.Random(n_words)
    drawn = []
    for _ in range(30):
        source = list(range(draw.randint(8, 40)))
        long = tuple(cases.looped(draw, source, n_words)[:n_words])
        pair = (long, tuple(source)) if is_turned else (tuple(source), long)
        drawn.append(cases.Case(*pair, (UNSPELLED,)))
    options = cases.Options(2, is_release_3_2=False, is_folded=False)
    found = counts(cases.matcher_of(drawn, options))
    assert found.tolist() == counts(cases.matcher_of(drawn, options), is_ordered=True).tolist()
    assert (found[:, 0] == 0).all()
    assert 1 in found[:, 1]


def test_rows_that_spell_something_do_not_count_as_the_others() -> None:
    text = " ".join(["a", "b", "c", "d", *["e", "f"] * 100])
    gold = Gold.parse(
        "S a b x d e f\nA 0 1|||T|||q|||||||||0\nA 2 3|||T|||c|||||||||1\nA 0 1|||T|||r|||||||||2\n"
    )
    assert m2.count([text], gold).table.tolist() == [[0, 1, 1], [1, 2, 1], [0, 1, 1]]


@pytest.mark.parametrize("is_release_3_2", [False, True])
def test_lightest_paths_of_three_and_of_four_edits_are_left_to_the_order(
    is_release_3_2: bool,
) -> None:
    """Two edits of a thousandth and one of two cost what four of a thousandth do."""
    hypothesis = (
        *(2, 101, 2, 0, 1, 104, 0, 116, 2, 0, 2, 0, 2),
        *(0, 104, 0, 1, 0, 1, 118, 2, 2, 0, 1, 113),
    )
    case = cases.Case((1, 2, 0, 1), hypothesis, ((),))
    options = cases.Options(0, is_release_3_2, is_folded=False)
    assert counts(cases.matcher_of([case], options, FaithfulMatcher)).tolist() == [[0, 4, 0]]
    assert counts(cases.matcher_of([case], options)).tolist() == [[0, 4, 0]]


def spelled_gold(draw: random.Random, case: cases.Case) -> tuple[cases.GoldEdit, ...]:
    """Return gold edits, nearly all of which the hypothesis spells, mostly in order of their spans.

    Now and then one inserts, stands twice with a text in common, or before the one before it.
    """
    edits: list[cases.GoldEdit] = []
    at = 0
    is_odd = draw.random() < 0.3
    while at < len(case.source):
        is_insertion = is_odd and draw.random() < 0.2
        end = at if is_insertion else min(at + draw.choice((1, 1, 2, 3, 5)), len(case.source))
        texts = set()
        for _ in range(draw.randint(1, 2)):
            size = draw.choice((1, 2)) if is_insertion else draw.choice((0, 0, 1, 1, 2, 3, 70))
            first = draw.randint(0, len(case.hypothesis))
            texts.add(case.hypothesis[first : first + size])
        edits.append((at, end, tuple(sorted(texts))))
        if is_odd and draw.random() < 0.1:
            edits.append((at, end, edits[-1][2][: draw.randint(1, 2)]))
        if is_odd and len(edits) > 1 and draw.random() < 0.1:
            edits[-2:] = reversed(edits[-2:])
        at = max(end, at + is_insertion) + draw.choice((0, 1, 3, 8))
    return tuple(edits)


@pytest.mark.parametrize("unchanged", [0, 1, 2, 3])
@pytest.mark.parametrize("is_release_3_2", [False, True])
def test_rows_that_match_gold_edits_count_as_by_the_order_alone(
    unchanged: int, is_release_3_2: bool
) -> None:
    """Loops and rewrites, longer or shorter than their source, against edits that they make."""
    draw = random.Random(f"spelled {unchanged} {is_release_3_2}")
    drawn = []
    for number in range(150):
        kind, longest = draw.choice((("loop", 30), ("loop", 150), ("rewrite", 25)))
        case = cases.random_case(draw, kind, longest)
        if number % 4 == 0:
            case = replace(case, source=case.hypothesis, hypothesis=case.source)
        rows = (spelled_gold(draw, case), spelled_gold(draw, case), ())
        drawn.append(replace(case, annotators=rows))
    options = cases.Options(unchanged, is_release_3_2, is_folded=False)
    found = counts(cases.matcher_of(drawn, options))
    ordered = counts(cases.matcher_of(drawn, options), is_ordered=True)
    unlike = np.flatnonzero((found != ordered).any(axis=1))
    assert unlike.size == 0, f"row {unlike[0]}: {drawn[unlike[0] // 3]}"
    assert {0, 1, 2, 3} <= set(found[:, 0].tolist())


def wide_gold(draw: random.Random, case: cases.Case) -> tuple[cases.GoldEdit, ...]:
    """Return edits of all widths, each of which writes some words of the hypothesis."""
    edits = []
    for start in sorted(draw.choices(range(len(case.source)), k=2 * len(case.source))):
        end = draw.randint(start + 1, len(case.source))
        first = draw.randint(0, len(case.hypothesis))
        text = case.hypothesis[first : first + draw.randint(0, end - start + 2)]
        edits.append((start, end, (text,)))
    if draw.random() < 0.2:
        place = draw.randint(0, len(case.source))
        edits.append((place, place, (case.hypothesis[:1],)))
    return tuple(edits)


@pytest.mark.parametrize("unchanged", [0, 2, 5])
@pytest.mark.parametrize("is_release_3_2", [False, True])
def test_wide_gold_edits_that_loops_spell_everywhere_count_as_the_reference_kernel_counts(
    unchanged: int, is_release_3_2: bool
) -> None:
    """Hundreds of pairs of vertices spell them: those that match too little are dropped."""
    draw = random.Random(f"wide {unchanged} {is_release_3_2}")
    drawn = []
    while len(drawn) < 60:
        case = cases.random_case(draw, "loop", 36)
        if min(len(case.source), len(case.hypothesis)) > 10:
            drawn.append(replace(case, annotators=(wide_gold(draw, case),)))
    options = cases.Options(unchanged, is_release_3_2, is_folded=False)
    found = counts(cases.matcher_of(drawn, options))
    faithful = counts(cases.matcher_of(drawn, options, FaithfulMatcher))
    unlike = np.flatnonzero((found != faithful).any(axis=1))
    assert unlike.size == 0, f"{drawn[unlike[0]]}"


def test_gold_of_thousands_of_texts_takes_no_row_of_bits_for_each() -> None:
    """None of 5,000 texts is spelled; rows of bits of each would take 25 MB more."""
    draw = random.Random(71)
    hypothesis = tuple(draw.randrange(4) for _ in range(40_000))
    texts = tuple((NOWHERE, number) for number in range(5_000))
    case = cases.Case((0, 1, 2, 3), hypothesis, (((0, 1, texts),), ((0, 1, (texts[0],)),)))
    options = cases.Options(2, is_release_3_2=False, is_folded=False)
    found = counts(cases.matcher_of([case], options), memory=20 << 20)
    assert found.tolist() == [[0, 2, 1], [0, 2, 1]]
