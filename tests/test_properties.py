"""Laws that every corpus obeys: order, parts, repetition and exchange of its columns."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_m2
from fastgec import Counts, Gold, References, cleme, cleme2, errant, gleu, green, imeasure, m2
from fastgec.metrics.cleme import metric as cleme_score
from fastgec.metrics.imeasure import score as imeasure_score
from fastgec.texts.corrected import apply_edits
from m2_cases import LETTERS, Case, cases, random_cases

CORPORA = st.lists(cases(), min_size=1, max_size=5)
TEXT = st.lists(st.sampled_from(["a", "b", "c", "ab"]), max_size=7).map(" ".join)
COLUMNS = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(TEXT, min_size=n, max_size=n), min_size=4, max_size=5)
)
# Which region becomes which when two of source, reference and hypothesis change places: each is
# defined by the side, or the two sides, that have more of an n-gram than the rest.
KEEP, DELETE, INSERT, OVER_DELETE, OVER_INSERT, UNDER_DELETE, UNDER_INSERT = range(7)
EXCHANGES = {
    ("source", "reference"): {DELETE: UNDER_INSERT, INSERT: UNDER_DELETE},
    ("source", "hypothesis"): {DELETE: OVER_INSERT, INSERT: OVER_DELETE},
    ("reference", "hypothesis"): {OVER_DELETE: UNDER_DELETE, OVER_INSERT: UNDER_INSERT},
}


SCORES = [  # of a row of sums, and beta or weights: one corpus, and an array of corpora
    (3, m2.M2Score, m2.M2Score.values, ("precision", "recall", "f")),
    (3, errant.ErrantScore, errant.ErrantScore.values, ("precision", "recall", "f")),
    (4, cleme.ClemeScore, cleme.ClemeScore.values, cleme_score.VALUES),
    (5, cleme2.Cleme2Score, cleme2.Cleme2Score.values, cleme_score.VALUES_2),
]


def gold_of(corpus: list[Case]) -> Gold:
    return Gold.parse("".join(case.block() for case in corpus))


def texts_of(corpus: list[Case]) -> list[str]:
    return [" ".join(case.hypothesis) for case in corpus]


@given(CORPORA, st.data())
def test_the_counts_of_parts_join_to_those_of_the_whole(
    corpus: list[Case], data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(corpus)))
    parts = [part for part in (corpus[:cut], corpus[cut:]) if part]
    counted = [m2.count(texts_of(part), gold_of(part)) for part in parts]
    assert Counts.concat(counted) == m2.count(texts_of(corpus), gold_of(corpus))


@given(CORPORA, st.data())
def test_one_more_sentence_changes_the_counts_by_its_own(
    corpus: list[Case], data: st.DataObject
) -> None:
    case = data.draw(st.sampled_from(corpus))
    more = m2.count(texts_of([*corpus, case]), gold_of([*corpus, case]))
    before = m2.count(texts_of(corpus), gold_of(corpus))
    own = m2.count(texts_of([case]), gold_of([case]))
    assert more.sentences(0, len(corpus)) == before
    assert more.sentences(len(corpus), len(corpus) + 1) == own
    assert np.array_equal(more.table.sum(axis=0), before.table.sum(axis=0) + own.table.sum(axis=0))


@given(CORPORA)
def test_a_hypothesis_that_equals_its_source_proposes_nothing(corpus: list[Case]) -> None:
    gold = gold_of(corpus)
    counts = m2.count([" ".join(case.source) for case in corpus], gold)
    assert not counts.table[:, :2].any()
    assert counts.table[:, 2].tolist() == np.diff(gold.edits.edit_offsets).tolist()
    assert m2.score_counts(counts).precision == 1


@given(cases(longest=5), st.integers(0, 3))
def test_a_gold_that_is_made_is_counted_as_the_oracle_counts_it(case: Case, inside: int) -> None:
    gold = gold_of([case])
    [sentence] = oracle_m2.parse_m2(case.block())
    for annotator, [made] in apply_edits(gold, overlaps="first").items():
        counts = m2.count([made], gold, max_unchanged_words=inside)
        expected = oracle_m2.count_sentence(
            sentence.source, made.split(), sentence.annotators, max_unchanged_words=inside
        )
        found = dict(zip(counts.labels.tolist(), counts.table.tolist(), strict=True))
        assert {a: tuple(row) for a, row in found.items()} == dict(expected), annotator


@given(st.permutations(range(4)), COLUMNS)
def test_systems_in_another_order_have_the_same_scores(
    order: list[int], columns: list[list[str]]
) -> None:
    source, reference, *systems = columns
    systems = [*systems, source, reference][:4]
    moved = [systems[number] for number in order]
    for metric in (green, gleu):
        scores = metric.evaluate_systems(systems, References(source, [reference]))
        again = metric.evaluate_systems(moved, References(source, [reference]))
        assert [str(score) for score in again] == [str(scores[number]) for number in order]


@given(COLUMNS, st.sampled_from(["word", "char"]), st.integers(1, 5))
def test_green_of_parts_and_of_one_more_sentence(
    columns: list[list[str]], unit: str, order: int
) -> None:
    source, reference, system, *_ = columns

    def counts(first: int, last: int) -> Counts:
        parts = (column[first:last] for column in (source, reference, system))
        source_part, reference_part, system_part = parts
        return green.count(
            system_part, References(source_part, [reference_part]), order=order, unit=unit
        )

    size = len(source)
    assert Counts.concat([counts(n, n + 1) for n in range(size)]) == counts(0, size)


@pytest.mark.parametrize("sides", EXCHANGES)
@given(COLUMNS, st.sampled_from(["word", "char"]), st.integers(1, 5))
def test_regions_follow_when_two_sides_change_places(
    sides: tuple[str, str], columns: list[list[str]], unit: str, order: int
) -> None:
    names = ["source", "reference", "hypothesis"]
    before = dict(zip(names, columns, strict=False))
    after = {**before, sides[0]: before[sides[1]], sides[1]: before[sides[0]]}
    moves = EXCHANGES[sides]
    moves = {**moves, **{there: here for here, there in moves.items()}}
    found, again = (
        green.count(
            texts["hypothesis"],
            References(texts["source"], [texts["reference"]]),
            order=order,
            unit=unit,
        ).table.reshape(-1, order, 7)
        for texts in (before, after)
    )
    assert np.array_equal(again, found[:, :, [moves.get(region, region) for region in range(7)]])


def test_exchanging_reference_and_hypothesis_exchanges_precision_and_recall() -> None:
    draw = random.Random(1)
    columns = [[" ".join(draw.choices(LETTERS, k=9)) for _ in range(20)] for _ in range(3)]
    source, reference, system = columns
    found = green.evaluate(system, References(source, [reference]))
    again = green.evaluate(reference, References(source, [system]))
    assert (found.precision, found.recall) == (again.recall, again.precision)
    assert found.f == again.f


@given(st.integers(0, 10**9))
def test_threads_and_parts_do_not_change_counts(seed: int) -> None:
    corpus = random_cases(40, seed)
    gold, texts = gold_of(corpus), texts_of(corpus)
    assert m2.count(texts, gold, jobs=3) == m2.count(texts, gold, jobs=1)


@pytest.mark.parametrize(("width", "made", "of_array", "names"), SCORES)
def test_one_corpus_scores_as_in_an_array_of_corpora(
    width: int, made: Any, of_array: Any, names: tuple[str, ...]
) -> None:
    """To the last bit, of sums small, large and 0."""
    rng = np.random.default_rng(width)
    table = rng.integers(0, rng.choice([1, 3, 40, 1 << 40], (500, width)), (500, width))
    table[::3, 0] = 0
    chosen = [(0.45, 0.35, 0.15, 0.05)] if width == 5 else [0.0, 0.3, 0.5, 1.0, 3.7, 1e100]
    for setting in chosen:
        expected = [
            [getattr(made(*row, setting), name) for name in names] for row in table.tolist()
        ]
        assert of_array(table, setting).tolist() == expected


def test_one_corpus_has_the_keys_of_an_array_of_corpora() -> None:
    """Of the I-measure, whose candidates are chosen by the last bit."""
    rng = np.random.default_rng(1)
    right, kept, spoilt, missed, other = rng.integers(0, rng.choice([2, 50, 1 << 30], (300, 5))).T
    detection = (right + other, kept + 1, spoilt, missed, 0 * other)
    correction = (right, kept + 1, spoilt + other, missed + other, other)
    baseline = (kept + 1 + spoilt, right + missed + other)
    table = np.stack([*detection, *correction, *baseline], axis=-1)
    for maximise in imeasure_score.MAXIMA:
        scoring = imeasure.Scoring(maximise, 2.7, 0.3)
        found = imeasure_score.keys(table, scoring)[:, ::-1].tolist()
        assert found == [list(imeasure_score.key_of(row, scoring)) for row in table.tolist()]
