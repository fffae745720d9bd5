"""The ordered choice of annotators: equal to the oracle, ties included."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import oracle_m2 as oracle
from fastgec import Counts, m2
from fastgec.choose import best
from fastgec.choose.rules import FRank, KeyRank, Running
from fastgec.metrics.m2.counting import COLUMNS

BETAS = (0.0, 0.1, 0.5, 1.0, 2.0, 1e3, 1e100)
Row = tuple[int, int, int]
Corpus = list[list[Row]]


def counts_of(corpus: Corpus) -> Counts:
    rows = [row for sentence in corpus for row in sentence]
    offsets = np.cumsum([0, *map(len, corpus)])
    labels = [label for sentence in corpus for label in range(len(sentence))]
    return Counts(np.array(rows).reshape(-1, 3), offsets, np.array(labels), COLUMNS, "m2")


def chosen(corpus: Corpus, beta: float) -> list[int]:
    counts = counts_of(corpus)
    labels: list[int] = counts.labels[m2.select(counts, beta=beta)].tolist()
    return labels


def expected(corpus: Corpus, beta: float) -> list[int]:
    return oracle.choose([dict(enumerate(sentence)) for sentence in corpus], beta)


def possible(row: Row) -> Row:
    correct, proposed, gold = row
    return (min(correct, gold) if proposed else 0), proposed, gold


numbers = st.integers(0, 3)
rows = st.tuples(numbers, numbers, numbers).map(possible)
corpora = st.lists(st.lists(rows, min_size=1, max_size=4), max_size=6)


@given(corpora, st.sampled_from(BETAS))
@example([[(0, 0, 0), (0, 0, 0)]], 0.5)  # nothing at all: the first
@example([[(0, 1, 1), (0, 0, 0)]], 0.5)  # 0 correct of 0: F is 1
@example([[(1, 2, 2), (2, 4, 4), (1, 2, 2)]], 0.5)  # equal F: most correct
@example([[(0, 1, 4), (0, 2, 0), (0, 1, 0)]], 0.5)  # no correct: smallest load
@example([[(0, 2, 0), (0, 1, 4)]], 0.5)  # equal in all: the first
def test_choices_are_those_of_the_oracle(corpus: Corpus, beta: float) -> None:
    assert chosen(corpus, beta) == expected(corpus, beta)


@pytest.mark.parametrize("beta", BETAS)
def test_long_corpora_are_chosen_as_by_the_oracle(beta: float) -> None:
    rng = random.Random(3)
    corpus = []
    for _ in range(3000):
        sentence = []
        for _ in range(rng.randint(1, 5)):
            proposed, gold = rng.randint(0, 4), rng.randint(0, 4)
            sentence.append((rng.randint(0, min(proposed, gold)), proposed, gold))
        corpus.append(sentence)
    assert chosen(corpus, beta) == expected(corpus, beta)


def test_the_order_of_sentences_matters() -> None:
    corpus = [[(0, 3, 0), (1, 3, 5)], [(0, 0, 1), (0, 1, 0)], [(4, 4, 4)]]
    orders = {tuple(chosen(corpus, 1.0)), tuple(reversed(chosen(corpus[::-1], 1.0)))}
    assert len(orders) == 2


def test_large_counts_do_not_overflow() -> None:
    corpus = [[(1 << 40, 1 << 41, 1 << 42), (1 << 41, 1 << 42, 1 << 43)]] * 3
    assert chosen(corpus, 2.0) == expected(corpus, 2.0)


@pytest.mark.parametrize("beta", [-1.0, float("nan"), float("inf"), 1e200])
def test_unusable_betas_are_refused(beta: float) -> None:
    with pytest.raises(ValueError, match=r"beta .*: expected a number from 0 to 1e\+100"):
        m2.select(counts_of([[(0, 0, 0)]]), beta=beta)


def test_counts_of_another_metric_are_refused() -> None:
    counts = Counts(np.zeros((1, 2)), np.array([0, 1]), np.zeros(1), ("a", "b"), "x")
    with pytest.raises(ValueError, match="counts of x: expected counts of m2"):
        m2.select(counts, beta=0.5)


@given(corpora, st.sampled_from([0.0, 0.5, 2.0]))
def test_a_rank_by_keys_chooses_as_the_compiled_one(corpus: Corpus, beta: float) -> None:
    def keys(totals: np.ndarray[Any, np.dtype[np.int64]]) -> np.ndarray[Any, Any]:
        correct, proposed, gold = np.moveaxis(totals.astype(float), -1, 0)
        load = proposed + beta * beta * gold
        some = (1 + beta * beta) * correct / np.where(load == 0, 1, load)
        f = np.where(load == 0, correct == 0, some)
        return np.ascontiguousarray(np.stack([-load, correct, f], axis=-1))

    counts = counts_of(corpus)
    slow, fast = Running(KeyRank(keys)), Running(FRank(beta))
    for choose in ("select", "best_alone"):
        one, other = (getattr(choice, choose) for choice in (slow, fast))
        assert one(counts.table, counts.offsets).tolist() == (
            other(counts.table, counts.offsets).tolist()
        )


@given(corpora, st.sampled_from(BETAS))
@example([[(1, 9, 9)], [(0, 0, 1), (1, 8, 8)]], 0.5)  # running chooses the first, alone the second
def test_each_sentence_alone_selects_as_a_corpus_of_its_own(corpus: Corpus, beta: float) -> None:
    counts = counts_of(corpus)
    rows = m2.select(counts, beta=beta, annotator_selection="per-sentence")
    assert counts.labels[rows].tolist() == [
        label for sentence in corpus for label in oracle.choose([dict(enumerate(sentence))], beta)
    ]


@pytest.mark.parametrize(
    ("shape", "offsets", "message"),
    [
        ((2, 2), [0, 2], "2 columns, expected correct, proposed and gold"),
        ((2, 3), [0, 3], "offsets must run from 0 to 2 rows at most"),
        ((2, 3), [1, 2], "offsets must run from 0 to 2 rows at most"),
        ((2, 3), [], "offsets must run from 0 to 2 rows at most"),
        ((2, 3), [0, 1, 1], "sentence 1 has no row"),
        ((2, 3), [0, 9, 2], "sentence 1 has no row"),
        ((2, 3), [0, -1, 2], "sentence 0 has no row"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(
    shape: tuple[int, int], offsets: list[int], message: str
) -> None:
    arguments: Any = np.zeros(shape, np.int64), np.array(offsets, np.int64)
    with pytest.raises(ValueError, match=message):
        best.running_best(*arguments, 0.5, np.zeros(3, np.int64))
