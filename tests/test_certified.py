"""MaxMatch that always ends: certified program, arcs of lightest paths, order; slower kernels.

Random cases are few here; `bench/search_disagreements.py` and `bench/soak.py` draw millions.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fastgec import m2
from fastgec._lattice import cheapest_steps
from fastgec.maxmatch.matcher import WAYS, Matcher
from fastgec.maxmatch.reference.faithful import FaithfulMatcher
from fastgec.metrics.m2.counting import Parameters, matcher_of
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines

PROJECT = Path(__file__).resolve().parent.parent
SMALL_CASES = [
    # source, hypothesis, gold, counts: cases that break simpler ideas
    ("a b", "b b b a", [], (0, 2, 0)),  # the one-edit arc was stored twice, a true tie
    ("a c", "c c a", [], (0, 1, 0)),  # the only one-edit arc has two thousandths more
    ("a b", "a b", [(0, 2, "a b")], (0, 0, 1)),  # an arc of noops may match, and makes no edit
    ("", "b b", [(0, 0, "b")], (1, 2, 1)),  # the rule of insertions
    ("b", "a", [(1, 1, "a"), (0, 1, "a")], (1, 1, 2)),  # gold out of order
    ("a b", "c", [(0, 2, "c"), (0, 2, "c")], (2, 1, 2)),  # one edit counts for both copies
]


def load_cases() -> ModuleType:
    """Import the generator that benches use."""
    spec = importlib.util.spec_from_file_location("cases", PROJECT / "bench" / "cases.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cases"] = module
    spec.loader.exec_module(module)
    return module


cases = load_cases()


def counts(
    matcher: Matcher, *, is_ordered: bool = False, memory: int = 1 << 30
) -> NDArray[np.int64]:
    table = np.zeros((matcher.n_rows, 3), np.int64)
    cancel = np.zeros(1, np.int32)
    stopped = matcher.count(0, matcher.n_sentences, table, cancel, memory, is_ordered=is_ordered)
    assert stopped == -1
    return table


@pytest.mark.parametrize(("source", "hypothesis", "gold", "expected"), SMALL_CASES)
@pytest.mark.parametrize("is_ordered", [False, True])
def test_small_cases_that_break_simpler_ideas(
    source: str,
    hypothesis: str,
    gold: list[tuple[int, int, str]],
    expected: tuple[int, int, int],
    is_ordered: bool,
) -> None:
    lines = ["S " + source, *(f"A {s} {e}|||T|||{text}|||R|||-NONE-|||0" for s, e, text in gold)]
    parsed = Gold.parse("\n".join(lines))
    matcher = matcher_of(Lines.of([hypothesis], "hypothesis"), parsed, Parameters(), Matcher)
    assert tuple(counts(matcher, is_ordered=is_ordered)[0]) == expected


def test_states_of_equal_cost_are_all_asked_what_they_count() -> None:
    """With nine unchanged words cells have slots; gold out of order, so costs tell no counts."""
    gold = Gold.parse(
        "S a b ab C A a c a b ab b C ab\n"
        "A 4 6|||T|||a|||||||||0\n"
        "A 4 6|||T|||a|||||||||0\n"
        "A 3 4|||T||||||||||||0\n"
    )
    hypotheses = Lines.of(["b ab A C a a b ab b C ab"], "hypothesis")
    matcher = matcher_of(hypotheses, gold, Parameters(max_unchanged_words=9), Matcher)
    assert counts(matcher).tolist() == [[2, 3, 3]]


def test_arcs_taken_at_once_need_not_cost_what_a_path_may() -> None:
    """With nine unchanged words the most that a path may cost is raised by more than one at a time:
    of arcs to one head, some cost less than that, and these alone are taken."""
    gold = Gold.parse(
        "S a b c d e c f g h d i d j k b l\n"
        "A 13 14|||T||||||||||||0\n"
        "A 1 1|||T|||l|||||||||0\n"
        "A 5 6|||T||||||||||||0\n"
    )
    hypotheses = Lines.of(["a l m m f b g c d e f i c d i b l"], "hypothesis")
    matcher = matcher_of(hypotheses, gold, Parameters(max_unchanged_words=9), Matcher)
    for is_ordered in (False, True):
        assert counts(matcher, is_ordered=is_ordered).tolist() == [[2, 5, 3]]


def test_bounds_from_a_row_that_is_taken_up_again_lack_states() -> None:
    """No path of the scorer costs the bound: it is raised by two, and rows are taken once more. Of
    the first row behind, what it costs to go on with an edit of one arc so far is not kept."""
    source = (
        *(4, 6, 2, 22, 15, 35, 36, 4, 31, 24, 8, 5, 10, 17, 9, 14, 26, 1, 9, 2, 7, 13, 6, 7, 24),
        *(37, 19, 12, 4, 31, 2, 8, 8, 8, 9, 1, 16, 8, 25, 0, 20, 13, 1, 3, 7, 16, 2, 1, 3, 3, 5),
        *(2, 5, 1, 1, 13, 1, 6, 8, 2, 2, 3, 1, 12, 12, 1, 8, 34, 1, 37, 13, 1, 3, 0),
    )
    hypothesis = (
        *(8, 5, 9, 1, 9, 7, 7, 19, 2, 1, 16, 8, 7, 16, 3, 1, 1, 13, 3, 8, 1, 5, 8, 9, 2, 1, 2, 22),
        *(31, 6, 26, 1, 3, 37, 8, 1, 3),
    )
    options = cases.Options(2, is_release_3_2=True, is_folded=False)
    case = cases.Case(source, hypothesis, ((),))
    for kind in (Matcher, FaithfulMatcher):
        assert counts(cases.matcher_of([case], options, kind)).tolist() == [[0, 9, 0]]


KINDS = ["tiny", "early", "inserts", "crowded", "natural", "rewrite", "loop"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("is_release_3_2", [False, True])
@pytest.mark.parametrize("is_folded", [False, True])
def test_all_ways_count_the_same(kind: str, is_release_3_2: bool, is_folded: bool) -> None:
    draw = random.Random(f"{kind} {is_release_3_2} {is_folded}")
    for unchanged in (0, 1, 2, 3, 6):
        drawn = [cases.random_case(draw, kind, 24) for _ in range(50)]
        options = cases.Options(unchanged, is_release_3_2, is_folded)
        matcher = cases.matcher_of(drawn, options)
        faithful = counts(cases.matcher_of(drawn, options, FaithfulMatcher))
        for is_ordered in (False, True):
            found = counts(matcher, is_ordered=is_ordered)
            unlike = np.flatnonzero((found != faithful).any(axis=1))
            assert unlike.size == 0, f"ordered {is_ordered}, {options}, row {unlike[0]}"


@pytest.mark.parametrize("is_ordered", [False, True])
def test_gold_edits_without_end_are_found_by_search(is_ordered: bool) -> None:
    n = 50_000
    options = cases.Options(2, is_release_3_2=False, is_folded=False)
    inserted = tuple(range(1, n + 1))
    at_one_place = cases.Case((0,), (*inserted, 0), (tuple((0, 0, ((t,),)) for t in inserted),))
    places = list(range(0, n, 2))
    random.Random(n).shuffle(places)
    source = tuple(range(n))
    replaced = tuple(token if token % 2 else token + n for token in source)
    in_any_order = cases.Case(
        source, replaced, (tuple((at, at + 1, ((at + n,),)) for at in places),)
    )
    seen = last = 0
    for number in np.argsort(places).tolist():  # where the edit of each place stands
        if number >= last:
            seen += 1
            last = number + 1
    matcher = cases.matcher_of([at_one_place, in_any_order], options)
    assert counts(matcher, is_ordered=is_ordered).tolist() == [
        [n, n, n],
        [seen, n // 2, n // 2],
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("is_release_3_2", [False, True])
def test_edits_are_those_of_the_faithful_reference_kernel(kind: str, is_release_3_2: bool) -> None:
    draw = random.Random(f"edits {kind} {is_release_3_2}")
    for unchanged in (0, 1, 2, 4):
        drawn = [cases.random_case(draw, kind, 24) for _ in range(60)]
        options = cases.Options(unchanged, is_release_3_2, draw.random() < 0.5)
        matcher = cases.matcher_of(drawn, options)
        reference_kernel = cases.matcher_of(drawn, options, FaithfulMatcher)
        for row in range(matcher.n_rows):
            assert cases.edits_of(matcher, row) == cases.edits_of(reference_kernel, row), (
                options,
                row,
            )


def test_no_edit_of_a_long_sentence_is_lost_or_stands_twice() -> None:
    """Edits that change case alone are not counted, and stay in the sequence where they stood."""
    draw = random.Random(3)
    sources, hypotheses = [], []
    for _ in range(3):
        # Words in two cases: edits that folding drops stand among others.
        source = [draw.choice("abcABC") + draw.choice("xyXY") for _ in range(1800)]
        hypothesis = [
            word.swapcase() if draw.random() < 0.3 else draw.choice("abc") + "z"
            for word in source
            if draw.random() < 0.9
        ]
        sources.append(" ".join(source))
        hypotheses.append(" ".join(hypothesis))
    gold = Gold.parse("".join(f"S {source}\n\n" for source in sources))
    counts = m2.count(hypotheses, gold, ignore_whitespace_casing=True)
    sequences = m2.edit_sequences(hypotheses, gold, ignore_whitespace_casing=True)
    for sentence, [edits] in enumerate(map(dict.values, sequences)):
        assert len(edits) == counts.table[sentence, 1] > 0
        words = sources[sentence].split()
        made: list[str] = []
        end = 0
        for edit in edits:
            assert end <= edit.start <= edit.end
            assert " ".join(words[edit.start : edit.end]) == edit.source
            made += [*words[end : edit.start], edit.correction]
            end = edit.end
        made += words[end:]
        expected = "".join(hypotheses[sentence].split()).lower()
        assert "".join(" ".join(made).split()).lower() == expected


def with_unchanged_gold(
    draw: random.Random, source: list[int], hypothesis: list[int], most: int
) -> Any:
    """Return a case of which each annotator keeps 2 to `most` words that the hypothesis has too:
    what it counts depends on which joined noops the published scorer's list still has."""
    texts = {
        tuple(hypothesis[at : at + size])
        for size in range(2, most + 1)
        for at in range(len(hypothesis) - size + 1)
    }
    spans = [
        (start, start + size)
        for size in range(2, most + 1)
        for start in range(len(source) - size + 1)
        if tuple(source[start : start + size]) in texts
    ]
    annotators = []
    for start, end in draw.sample(spans, min(len(spans), 8)):
        edits = cases.random_gold(draw, source, hypothesis, 4, draw.randint(0, 3))
        annotators.append(((start, end, (tuple(source[start:end]),)), *edits))
    return cases.Case(tuple(source), tuple(hypothesis), tuple(annotators))


def counted_twice(drawn: list[Any], unchanged: int) -> int:
    """Count cases by the scorer's order and by the reference kernel; return how many rows they have
    that count otherwise without the unchanged words."""
    options = cases.Options(unchanged, is_release_3_2=False, is_folded=False)
    matcher = cases.matcher_of(drawn, options)
    reference_kernel = cases.matcher_of(drawn, options, FaithfulMatcher)
    expected = counts(reference_kernel)
    for is_ordered in (False, True):
        differ = np.flatnonzero((counts(matcher, is_ordered=is_ordered) != expected).any(axis=1))
        assert not differ.size, (differ[0], unchanged)
    rows, cancel = np.arange(matcher.n_rows), np.zeros(1, np.int32)
    for found, made in zip(
        matcher.edits(rows, cancel, 1 << 30),
        reference_kernel.edits(rows, cancel, 1 << 30),
        strict=True,
    ):
        assert np.array_equal(found, made), unchanged
    less = [
        cases.Case(case.source, case.hypothesis, tuple(row[1:] for row in case.annotators))
        for case in drawn
    ]
    return int((counts(cases.matcher_of(less, options))[:, :2] != expected[:, :2]).any(1).sum())


@pytest.mark.parametrize("kind", KINDS)
def test_joined_noops_are_in_the_list_that_is_never_made(kind: str) -> None:
    draw = random.Random(f"list {kind}")
    n_told = 0
    for unchanged in (0, 1, 2, 3, 5, 9):
        drawn = []
        for _ in range(150):
            case = cases.random_case(draw, kind, draw.choice((6, 12, 24)))
            texts = list(case.source), list(case.hypothesis)
            drawn.append(with_unchanged_gold(draw, *texts, unchanged))
        n_told += counted_twice(drawn, unchanged)
    assert n_told > 0


def test_joined_noops_are_known_where_edits_lead_over_many_rows() -> None:
    # Labels of 8 bits would go as far as 254 rows and columns.
    draw = random.Random("far")
    n_told = 0
    for n_words in (2, 30):
        source = cases.random_tokens(draw, 300, n_words)
        hypothesis = cases.mutated(draw, source, 100, draw.choice((0.2, 0.6)))
        for unchanged in (3, 130, 400):
            case = with_unchanged_gold(draw, source, hypothesis, 3)
            n_told += counted_twice([case], unchanged)
    assert n_told > 0


# Found among half a million: no rule decides whether another entry breaks a stretch of noops.
SEARCHED = [
    ("c a b a a a c c c c", "a b b b b a a a a a", 2),
    (
        "a b b a b a a a a a a a a a a a a a a a a a a b",
        "a a a a a a a a a a a b a a a a a a a a a a a b",
        4,
    ),
]


@pytest.mark.parametrize(("source", "hypothesis", "unchanged"), SEARCHED)
def test_tails_are_tried_where_no_rule_decides(
    source: str, hypothesis: str, unchanged: int
) -> None:
    draw = random.Random(1)
    texts = [
        [["a", "b", "c"].index(token) for token in text.split()] for text in (source, hypothesis)
    ]
    drawn = [with_unchanged_gold(draw, *texts, unchanged) for _ in range(300)]
    assert counted_twice(drawn, unchanged) > 0


@pytest.mark.parametrize(
    ("seed", "is_release_3_2", "expected"),
    [
        (5, False, [[3, 8, 6], [4, 8, 6]]),
        (6, False, [[1, 6, 6], [1, 6, 6]]),
        (7, False, [[2, 6, 6], [2, 6, 6]]),
        (7, True, [[2, 6, 6], [2, 6, 6]]),
    ],
)
def test_a_large_lattice_is_resolved_by_the_order(
    seed: int, is_release_3_2: bool, expected: list[list[int]]
) -> None:
    # More than 40,000 vertices. Expected are the counts found with all arcs of lightest paths kept.
    draw = random.Random(seed)
    source, hypothesis = [0] * 440, [0] * 220
    for tokens in (source, hypothesis):
        for _ in range(3):
            tokens[draw.randrange(len(tokens))] = draw.randrange(1, 3)
    gold = tuple(
        (start := draw.randrange(430), start + draw.randrange(3), ((0,) * draw.randrange(3),))
        for _ in range(6)
    )
    matcher = cases.matcher_of(
        [cases.Case(tuple(source), tuple(hypothesis), (gold, tuple(sorted(gold))))],
        cases.Options(2 if seed % 2 else 5, is_release_3_2, False),
    )
    assert counts(matcher, is_ordered=True).tolist() == expected


@pytest.mark.parametrize("size", [530, 600])
def test_joined_noops_that_are_asked_for_late_reach_vertices_as_early(size: int) -> None:
    # 280,000 vertices or more, so that joined noops are looked up behind the search; without
    # them there are 3 edits. In the order asked for alone they are looked up while arcs are found.
    unrelated = [range(1000 * n, 1000 * n + size) for n in (1, 2)]
    same = range(1, 5)
    source = (*unrelated[0], *same, *map(ord, "aaaabba"))
    hypothesis = (*unrelated[1], *same, *map(ord, "baaaabaab"))
    matcher = cases.matcher_of(
        [cases.Case(source, hypothesis, ((),))], cases.Options(2, False, False)
    )
    for is_ordered in (False, True):
        assert counts(matcher, is_ordered=is_ordered).tolist() == [[0, 4, 0]]


def test_rows_that_are_sketched_count_as_in_a_small_lattice() -> None:
    # Gold that does not add up, and cells that are narrow: without a certificate, the costs of all
    # gold arcs are asked for again, with counts.
    edits = [(0, 0, ((1, 0),))] * 2
    found = []
    for size in (3, 200):
        unrelated = [tuple(range(start, start + size)) for start in (20, 250)]
        same = (500, 501, 502)
        place = size + len(same)
        gold = tuple((start + place, end + place, texts) for start, end, texts in edits)
        case = cases.Case((*unrelated[0], *same), (*unrelated[1], *same, 1, 0, 1, 0, 0), (gold,))
        matcher = cases.matcher_of([case], cases.Options(1, False, False))
        found.append(counts(matcher).tolist())
    assert found == [[[2, 4, 2]]] * 2


def test_long_gold_texts_that_differ_in_the_last_word_are_two() -> None:
    texts = ((*range(10, 21), 30), (*range(10, 21), 31))
    gold = tuple((1, 2, (text,)) for text in texts)
    for text in texts:
        case = cases.Case((1, 2, 3), (1, *text, 3), (gold, gold[:1], gold[1:]))
        expected = [[1, 1, 2], [text == texts[0], 1, 1], [text == texts[1], 1, 1]]
        assert counts(cases.matcher_of([case], cases.Options(2, False, False))).tolist() == expected


# Of six thousand, those where it matters that a head is a tail of the block whose arcs lead to it.
@pytest.mark.parametrize("seed", [311, 2657, 3454, 5911])
def test_the_order_counts_what_another_way_counts_between_repeated_words(seed: int) -> None:
    draw = random.Random(seed)
    source, hypothesis = [0] * 120, [0] * draw.choice((41, 60))
    for tokens in (source, hypothesis):
        for _ in range(draw.choice((1, 5, 40))):
            tokens[draw.randrange(len(tokens))] = draw.randrange(500)
    gold = tuple(
        (place, min(place + draw.randrange(4), 120), ((0,) * draw.randrange(3),))
        for place in range(0, 120, 10)
    )
    case = cases.Case(tuple(source), tuple(hypothesis), (gold,))
    matcher = cases.matcher_of([case], cases.Options(2, False, False))
    found = counts(matcher)
    assert counts(matcher, is_ordered=True).tolist() == found.tolist()
    assert 0 < found[0, 0] < found[0, 1]


@pytest.mark.parametrize("is_ordered", [False, True])
def test_tails_of_a_block_are_compared_anew_when_one_of_them_moves(is_ordered: bool) -> None:
    """Counts are those of the reference kernel."""
    source = tuple(map(int, "00100111101010111110010111100100001011010010010110"))
    gold = [(44, 45, ((0,),))] * 3 + [(42, 46, ((0,),))] * 2 + [(50, 50, ((), (), (0, 1)))] * 2
    case = cases.Case(source, (1, 0, 1, 1, 1), (tuple(gold),))
    for is_release_3_2 in (False, True):
        matcher = cases.matcher_of([case], cases.Options(1, is_release_3_2, False))
        assert counts(matcher, is_ordered=is_ordered).tolist() == [[0, 3, 7]]


def test_release_3_2_counts_rewrites_whose_list_does_not_fit() -> None:
    draw = random.Random(11)
    source = [draw.randrange(200) for _ in range(200)]
    hypothesis = [draw.randrange(200, 400) for _ in range(220)]
    gold = tuple((place, place, ((hypothesis[place],),)) for place in range(0, 40, 3))
    drawn = [cases.Case(tuple(source), tuple(hypothesis), (gold,))]
    options = cases.Options(2, True, False)
    matcher = cases.matcher_of(drawn, options)
    reference_kernel = cases.matcher_of(drawn, options, FaithfulMatcher)
    table = np.zeros((1, 3), np.int64)
    assert reference_kernel.count(0, 1, table, np.zeros(1, np.int32), 100_000_000) == 0
    assert matcher.count(0, 1, table, np.zeros(1, np.int32), 100_000_000) == -1
    assert table[0, 2] == len(gold)
    assert table[0, 0] > 0


def test_edit_sequences_have_the_counts() -> None:
    draw = random.Random(5)
    for kind in ("natural", "rewrite", "loop"):
        case = cases.random_case(draw, kind, 120)
        matcher = cases.matcher_of([case], cases.Options(2, False, False))
        table = counts(matcher)
        for row in range(matcher.n_rows):
            assert len(cases.edits_of(matcher, row)) == table[row, 1]


def large_case(n_tokens: int, n_words: int) -> object:
    draw = random.Random(3)
    source = cases.random_tokens(draw, n_tokens, n_words)
    hypothesis = cases.random_tokens(draw, n_tokens, n_words)
    return cases.Case(tuple(source), tuple(hypothesis), ((),))


def test_a_large_sentence_is_refused_or_counted_never_killed() -> None:
    matcher = cases.matcher_of([large_case(400, 10**6 // 2500)], cases.Options(2, False, False))
    table = np.zeros((1, 3), np.int64)
    cancel = np.zeros(1, np.int32)
    assert matcher.count(0, 1, table, cancel, 100_000) == 0
    assert matcher.count(0, 1, table, cancel, 1 << 30) == -1


def test_a_loop_is_refused_or_counted_alike_at_every_limit_of_memory() -> None:
    """Memory may run out in the middle of a walk, where the heads found so far need more room."""
    draw = random.Random(7)
    for _ in range(139):
        case = cases.random_case(draw, "loop", 300)
        options = cases.Options(draw.choice((1, 2, 2, 3)), draw.random() < 0.25, False)
    matcher = cases.matcher_of([case], options)
    expected = counts(matcher)
    outcomes = []
    for limit in (*range(0, 2_000_000, 20_000), *range(1_300_000, 1_340_000, 500)):
        table = np.zeros_like(expected)
        outcomes.append(matcher.count(0, 1, table, np.zeros(1, np.int32), limit))
        assert outcomes[-1] == 0 or table.tolist() == expected.tolist()
    assert set(outcomes) == {-1, 0}


def test_work_inside_a_large_sentence_can_be_cancelled() -> None:
    tokens = np.arange(20_000, dtype=np.int32) % len(cases.WORDS)
    case = cases.Case(tuple(tokens.tolist()), tuple(tokens[::-1].tolist()), ((),))
    matcher = cases.matcher_of([case], cases.Options(2, False, False))
    cancel = np.zeros(1, np.int32)
    table = np.zeros((1, 3), np.int64)
    thread = threading.Thread(target=matcher.count, args=(0, 1, table, cancel, 2 << 30))
    thread.start()
    time.sleep(0.05)
    cancel[0] = 1
    start = time.monotonic()
    thread.join()
    assert time.monotonic() - start < 0.5


def test_a_hypothesis_like_its_source_proposes_nothing() -> None:
    case = cases.Case((1, 2, 3), (1, 2, 3), (((0, 1, ((1,),)),), ()))
    matcher = cases.matcher_of([case], cases.Options(2, False, False))
    assert counts(matcher).tolist() == [[0, 0, 1], [0, 0, 0]]
    assert counts(matcher, is_ordered=True).tolist() == [[0, 0, 1], [0, 0, 0]]
    assert WAYS[0] == "equal"


def slow_steps(source: list[int], hypothesis: list[int]) -> Counter[tuple[int, int, int, int]]:
    """Find the steps of all cheapest alignments with whole tables of costs."""

    def table(rows: list[int], columns: list[int], substitution: int) -> NDArray[np.int64]:
        places = np.arange(len(columns) + 1)
        costs = np.zeros((len(rows) + 1, len(columns) + 1), np.int64)
        costs[0] = places
        for i, token in enumerate(rows, 1):
            unlike = np.where(np.array(columns, np.int64) == token, 0, substitution)
            best = np.minimum(costs[i - 1, 1:] + 1, costs[i - 1, :-1] + unlike)
            costs[i] = np.minimum.accumulate(np.concatenate([[i], best]) - places) + places
        return costs

    found: Counter[tuple[int, int, int, int]] = Counter()
    for substitution in (1, 2):
        before = table(source, hypothesis, substitution)
        after = table(source[::-1], hypothesis[::-1], substitution)[::-1, ::-1]
        least = int(before[-1, -1])
        reach, rest = before.tolist(), after.tolist()
        for i, j in np.argwhere(before + after == least).tolist():
            for di, dj in ((0, 1), (1, 0), (1, 1)):
                if i + di > len(source) or j + dj > len(hypothesis):
                    continue
                cost = 1
                if di and dj:
                    cost = 0 if source[i] == hypothesis[j] else substitution
                if reach[i][j] + cost + rest[i + di][j + dj] == least:
                    found[i, j, i + di, j + dj] += 1
    return found


@pytest.mark.parametrize("n_words", [2, 5, 50, 1000])
def test_lattice_is_the_union_of_cheapest_alignments(n_words: int) -> None:
    draw = random.Random(n_words)
    for size in (0, 1, 20, 63, 64, 65, 130, 300, 420):
        source = [draw.randrange(n_words) for _ in range(size)]
        hypothesis = list(source)
        for _ in range(draw.choice((1, 4, 20))):
            at = draw.randrange(len(hypothesis) + 1)
            width = draw.choice((1, 2, 70))
            if draw.random() < 0.5:
                hypothesis[at:at] = [draw.randrange(n_words) for _ in range(width)]
            else:
                del hypothesis[at : at + width]
        steps = cheapest_steps(np.array(source, np.int32), np.array(hypothesis, np.int32))
        assert {step[:4]: step[4] for step in steps} == dict(slow_steps(source, hypothesis))


@pytest.mark.parametrize("moved", ["nothing", "right", "left", "a block"])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_narrow_band_holds_all_cheapest_alignments_or_grows(moved: str, share: float) -> None:
    """Of sentences whose cost alone would ask for a wide band: most words are replaced in place."""
    draw = random.Random(f"{moved} {share}")
    for n_words in (40, 100_000):
        source = [draw.randrange(n_words) for _ in range(330)]
        hypothesis = [-1 if draw.random() < share else token for token in source]
        size = draw.randrange(65, 90)  # beyond the first band
        match moved:
            case "right":
                hypothesis = [n_words] * size + source[:-size]
            case "left":
                hypothesis = source[size:] + [n_words] * size
            case "a block":
                at = draw.randrange(330 - 2 * size)
                hypothesis[at + size : at + 2 * size] = source[at : at + size]
        steps = cheapest_steps(np.array(source, np.int32), np.array(hypothesis, np.int32))
        assert {step[:4]: step[4] for step in steps} == dict(slow_steps(source, hypothesis))


def test_rounding_noise_does_not_decide_about_large_lattices() -> None:
    """Above 40,000 vertices all ways give the exact answer."""
    draw = random.Random(11)
    source: list[str] = []
    hypothesis: list[str] = []
    places = []
    while len(source) < 30_000:
        for side in (source, hypothesis):
            side += [f"v{draw.randrange(2)}" for _ in range(draw.randrange(6, 12))]
        places.append(len(source))
        same = [f"p{len(places)}_{number}" for number in range(15)]
        source += same
        hypothesis += same
    one = f"S {' '.join(source)}\nA 0 1|||R|||q|||||||||0\n"
    # Edits of another annotator, which nothing matches, leave too little room for a certificate.
    two = one + "".join(f"A {at + 5} {at + 6}|||R|||r|||||||||1\n" for at in places[:20])
    found = [m2.count([" ".join(hypothesis)], Gold.parse(text)).table for text in (one, two)]
    assert found[0][0].tolist() == found[1][0].tolist()
