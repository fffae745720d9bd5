"""Rows that lose whatever the totals are: without them all choices and totals are the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastgec.choice.running import FRank, Running
from fastgec.meta.metrics import winners
from fastgec.study.resampling import Sample, bootstrap_totals

ROW = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)).map(
    lambda row: (min(row[:2]), max(row[:2]), row[2])
)
SENTENCES = st.lists(st.lists(ROW, min_size=1, max_size=4), min_size=1, max_size=8)


@settings(max_examples=150, deadline=None)
@given(SENTENCES, st.sampled_from([0.0, 1e-5, 1e-3, 0.17, 0.5, 1.0, 3.0, 1000.0]))
def test_resamples_have_the_same_totals(
    sentences: list[list[tuple[int, int, int]]], beta: float
) -> None:
    table = np.array([row for rows in sentences for row in rows], np.int64)
    offsets = np.cumsum([0, *map(len, sentences)])
    kept, places = winners(table, offsets, beta)
    assert (np.diff(places) >= 1).all()
    choice = Running(FRank(beta))
    (whole,) = bootstrap_totals([Sample(table, offsets, choice)], n=10, jobs=1)
    (found,) = bootstrap_totals([Sample(kept, places, choice)], n=10, jobs=1)
    assert found.tolist() == whole.tolist()


@pytest.mark.parametrize(
    ("rows", "beta"),
    [
        ([(1, 0, 1), (0, 0, 1)], 1.0),  # more correct than proposed
        ([(0, 1, -1), (0, 1, 1)], 1.0),
        ([(0, 1, 1), (0, 1, 1 << 40)], 1.0),
        ([(0, 1, 1), (0, 2, 1)], 1e4),
    ],
)
def test_what_is_not_certain_is_kept(rows: list[tuple[int, int, int]], beta: float) -> None:
    table, offsets = np.array(rows, np.int64), np.array([0, len(rows)])
    assert winners(table, offsets, beta)[0] is table


def test_losers_are_left_out() -> None:
    """A test of the test above: rows go, and of equal rows the earlier stays."""
    table = np.array([(0, 1, 2), (0, 1, 1), (0, 1, 1), (1, 2, 5)], np.int64)
    kept, places = winners(table, np.array([0, 4]), 0.5)
    assert kept.tolist() == [[0, 1, 1], [1, 2, 5]]
    assert places.tolist() == [0, 2]
