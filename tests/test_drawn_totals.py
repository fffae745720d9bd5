"""Sums of drawn rows: what is added for many seeds is what the draws of each seed say."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from fastgec.choose.rules import DrawnTotals, drawn_references
from fastgec.kernels.draws import Draws, draw

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


@pytest.mark.parametrize("generator", GENERATORS)
def test_rows_of_any_size_are_added(generator: str) -> None:
    # Small numbers from 0 are added in packs of three, in slices of twelve; others one by one.
    random_rows = np.random.default_rng(5)
    for n_choices, width, n_seeds in (
        (1, 10, 1),
        (2, 10, 500),
        (3, 12, 70),
        (4, 37, 80),
        (5, 1, 3),
    ):
        seeds = range(0, 101 * n_seeds, 101)
        drawn, blocks = DrawnTotals(width, seeds, generator), []
        for n_sentences, lowest, highest in (
            (700, 0, 90),
            (0, 0, 1),
            (1300, 0, 3000),
            (5, 0, 1 << 40),
            (640, 0, (1 << 21) // 624),  # the largest numbers that fit, and one more
            (640, 0, (1 << 21) // 624 + 2),
            (40, -3, 9),
        ):
            rows = random_rows.integers(lowest, highest, (n_sentences, n_choices, width))
            if n_sentences == 640:
                rows[:, :, 0] = highest - 1
            drawn.add(rows)
            blocks.append(rows)
        expected = expected_totals(np.concatenate(blocks), seeds, generator)
        assert drawn.totals.tolist() == expected.tolist()


def test_what_cannot_be_drawn_is_refused() -> None:
    draws = Draws([0, 1 << 70], 2, True)
    with pytest.raises(ValueError, match="rows of 3 numbers, expected 2"):
        draws.take(np.zeros((1, 1, 3), np.int64))
    with pytest.raises(ValueError, match="0 choices"):
        draws.take(np.zeros((1, 0, 2), np.int64))
    with pytest.raises(ValueError, match="generators 0 to 3 of 2"):
        draws.draw(0, 3)
    with pytest.raises(ValueError, match="rows of -1 numbers"):
        Draws([0], -1, True)
    with pytest.raises(ValueError, match="-1 draws"):
        draw(0, -1, 2, True)
    with pytest.raises(ValueError, match="0 choices"):
        draw(0, 1, 0, True)
    assert draws.totals == bytes(32)
