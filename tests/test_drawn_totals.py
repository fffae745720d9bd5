"""Sums of drawn rows: what is added for many seeds is what the draws of each seed say."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from fastgec.choice import draws
from fastgec.choice.drawn import DrawnTotals, drawn_references

GENERATORS = ["python2", "python3"]


def expected_totals(rows: NDArray[np.int64], seeds: range, generator: str) -> NDArray[np.int64]:
    line = np.arange(len(rows))
    drawn = drawn_references(len(rows), rows.shape[1], seeds, generator)
    return np.stack([rows[line, one].sum(axis=0) for one in drawn])


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("n_choices", [1, 2, 3, 4, 5, 7, 8, 16, 17])
def test_totals_are_the_sums_of_drawn_rows(generator: str, n_choices: int) -> None:
    numbers = random.Random(n_choices)
    for n_seeds in (1, 63, 64, 90):
        # The words of a generator last for 312 draws of Python 2; a run has 624 sentences.
        sizes = [numbers.choice([0, 1, 2, 3, 5, 311, 312, 313, 623, 624, 625, 1300])] * 2
        sizes[1] = numbers.randrange(700)
        rows = np.random.default_rng(n_seeds).integers(-9, 1 << 33, (sum(sizes), n_choices, 3))
        seeds = range(0, 101 * n_seeds, 101)
        drawn = DrawnTotals(3, seeds, generator, jobs=2)
        drawn.add(rows[: sizes[0]])
        drawn.add(rows[sizes[0] :])
        assert drawn.totals.tolist() == expected_totals(rows, seeds, generator).tolist()


@pytest.mark.parametrize("generator", GENERATORS)
def test_totals_where_the_second_word_decides(generator: str) -> None:
    # Of so many choices, one draw in some hundred depends on more bits than a word has.
    rows = np.arange(3 * 400_003).reshape(3, -1, 1)
    seeds = range(1500)
    drawn = DrawnTotals(1, seeds, generator)
    drawn.add(rows)
    assert drawn.totals.tolist() == expected_totals(rows, seeds, generator).tolist()


def test_groups_are_refused_that_do_not_fit() -> None:
    rows = np.ones((5, 2, 1), np.int64)
    states = np.stack([draws.seeded(np.array([3], np.uint32))])
    totals = np.zeros((1, 1), np.int64)
    sums = draws.grouped(rows, 2)
    assert sums.shape == (3, 4, 1)
    for n_sentences, n_choices, size in [(7, 2, 2), (5, 3, 2), (5, 2, 3), (5, 2, 0), (5, 2, 1)]:
        with pytest.raises(ValueError, match="groups"):
            draws.add_drawn(states, sums, totals, n_sentences, n_choices, size, 0, 1, True)
    with pytest.raises(ValueError, match="groups of 5 sentences with 2 rows each"):
        draws.grouped(rows, 5)
    assert totals.tolist() == [[0]]
