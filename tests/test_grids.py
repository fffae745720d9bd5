"""Choices of a grid at once: equal to one choice after the other, integer for integer."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastgec.choose import best
from fastgec.choose.beta_grid import grid_totals, plain_totals
from fastgec.choose.grid_totals import lines_grid, running_grid
from fastgec.choose.rules import FRank, PerSentence, RoundedFRank, Running, by_keys
from fastgec.metrics import m2
from fastgec.metrics.green.metric import METRIC as GREEN
from fastgec.metrics.green.metric import Scoring
from meta_corpora import corpus

NEVER = np.zeros(1, np.int32)
BETAS = st.lists(
    st.one_of(
        st.sampled_from([0.0, 0.01, 0.5, 1.0, 2.0, 1e50]), st.floats(0, 5), st.floats(0, 1e90)
    ),
    min_size=1,
    max_size=12,
)


@st.composite
def corpora(draw: st.DrawFn, width: int, largest: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A table, offsets and folds; rows are often alike, and often nearly so."""
    sizes = draw(st.lists(st.integers(1, 4), max_size=9))
    n_rows = sum(sizes)
    cell = st.integers(0, largest)
    rows = draw(st.lists(st.lists(cell, min_size=width, max_size=width), max_size=4)) or [
        [0] * width
    ]
    places = draw(st.lists(st.integers(0, len(rows) - 1), min_size=n_rows, max_size=n_rows))
    table = np.array([rows[place] for place in places], np.int64).reshape(n_rows, width)
    folds = draw(st.lists(st.integers(0, 2), min_size=len(sizes), max_size=len(sizes)))
    return table, np.append(0, np.cumsum(sizes)).astype(np.int64), np.array(folds, np.int32)


@given(corpora(3, 5), BETAS, st.sampled_from([FRank, RoundedFRank]), st.booleans())
def test_running_choices_at_once_are_those_of_each_beta(
    corpus: tuple[np.ndarray, np.ndarray, np.ndarray],
    betas: list[float],
    rank: type,
    is_possible: bool,
) -> None:
    table, offsets, folds = corpus
    if is_possible:  # no more correct edits than proposed ones
        table[:, 1:] += table[:, :1]
    choices = [Running(rank(beta)) for beta in betas]
    wanted = plain_totals(choices, table, offsets, folds, 3)
    assert grid_totals(choices, table, offsets, folds, 3).tolist() == wanted.tolist()
    assert grid_totals(choices, table, offsets).tolist() == wanted[:1].tolist()


@given(corpora(14, 3), BETAS, st.booleans(), st.sampled_from(["zero", "one"]))
def test_choices_by_lines_are_those_of_each_beta(
    corpus: tuple[np.ndarray, np.ndarray, np.ndarray],
    betas: list[float],
    has_infinite: bool,
    short: str,
) -> None:
    table, offsets, folds = corpus
    all_betas = [*betas, float("inf")] if has_infinite else betas
    choices = [GREEN.choose(Scoring(short, beta)) for beta in all_betas]
    wanted = plain_totals(choices, table, offsets, folds, 3)
    assert grid_totals(choices, table, offsets, folds, 3).tolist() == wanted.tolist()
    assert grid_totals(choices, table, offsets).tolist() == wanted[:1].tolist()


def test_lines_that_nearly_coincide_are_chosen_point_by_point() -> None:
    """Of P and R that differ in the last bits F may be equal, or not, at any point."""
    generator = np.random.default_rng(5)
    for _ in range(30):
        n_rows, n_orders = 4, 3
        points = generator.choice([0.0, 0.25, 1 / 3, 0.5], (2, n_rows, n_orders))
        shifts = generator.integers(-2, 3, points.shape) * 2.0**-54
        precisions, recalls = np.where(points > 0, points + shifts, 0)
        alphas = 1 / (np.linspace(0, 5, 101) ** 2 + 1)
        table = np.arange(n_rows)[:, None]
        offsets = np.array([0, n_rows])
        sums = np.zeros((1, len(alphas), 1), np.int64)
        lines_grid(table, offsets, precisions, recalls, alphas, np.zeros(1, np.int32), sums, NEVER)
        for at, alpha in enumerate(alphas):
            with np.errstate(divide="ignore", invalid="ignore"):
                f = 1 / (alpha / precisions + (1 - alpha) / recalls)
            f[(precisions == 0) | (recalls == 0)] = 0
            keys = [tuple(row[::-1]) for row in f.tolist()]
            assert sums[0, at, 0] == keys.index(max(keys))


def test_a_grid_of_other_choices_is_made_one_after_the_other() -> None:
    table, offsets = np.array([[1, 2], [2, 1], [0, 3]]), np.array([0, 2, 3])
    folds = np.array([1, 0], np.int32)
    choices = [
        PerSentence(by_keys(lambda rows, column=column: rows[:, column:].astype(float)))
        for column in (1, 0)
    ]
    found = grid_totals(choices, table, offsets, folds, 2)
    assert found[:, 0].tolist() == [[1, 5], [1, 2], [0, 3]]
    mixed = [Running(FRank(1.0)), Running(RoundedFRank(1.0))]
    rows = np.array([[1, 1, 1], [1, 1, 2]])
    assert grid_totals(mixed, rows, np.array([0, 2])).tolist() == [[[1, 1, 1], [1, 1, 1]]]


def test_weights_are_added_in_the_order_of_sentences() -> None:
    table = np.array([[0.1, 0.1, 0.1]] * 10 + [[1e16, 1e16, 1e16], [-1e16, 1.0, 1.0]])
    offsets = np.arange(13)
    folds = np.array([0] * 11 + [1], np.int32)
    found = grid_totals([Running(FRank(0.5))], table, offsets, folds, 2)
    whole = without = 0.0
    for value in table[:, 0].tolist():
        whole += value
    for value in table[:11, 0].tolist():
        without += value
    assert found[:, 0, 0].tolist() == [whole, -1e16, without]


def test_a_fixed_choice_is_that_of_the_whole_corpus() -> None:
    counts = m2.count(["a b c", "d"], _gold())
    choices = [m2.METRIC.choose(m2.Scoring(beta)) for beta in (0.1, 3.0)]
    folds = np.array([0, 1], np.int32)
    found = grid_totals(choices, counts.table, counts.offsets, folds, 2, is_fixed=True)
    assert (found[1] + found[2]).tolist() == found[0].tolist()


def _gold() -> object:
    from fastgec import Gold

    return Gold.parse(
        "S a b x\nA 2 3|||R|||c|||||||||0\nA 0 1|||R|||c|||||||||1\n\n"
        "S d e\nA 1 2|||U||||||||||||0\nA 0 1|||R|||c|||||||||1\n"
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"offsets": np.array([0, 1, 1])}, "has no row"),
        ({"offsets": np.array([0, 1, 9])}, "offsets must run"),
        ({"folds": np.array([0], np.int32)}, "folds of 1 sentences"),
        ({"folds": np.array([0, 5], np.int32)}, "in fold 5 of 2"),
        ({"alphas": np.array([0.5, 0.6])}, "expected that they grow"),
        ({"alphas": np.array([0.5, np.nan])}, "expected that they grow"),
        ({"recalls": np.ones((3, 2))}, "unlike orders"),
        ({"precisions": np.ones((2, 1))}, "lines of other rows"),
        ({"sums": np.zeros((2, 9, 1), np.int64)}, "sums for other than"),
        ({"cancel": np.zeros(2, np.int32)}, "no flag"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_does_not_fit_is_refused(change: dict[str, np.ndarray], reason: str) -> None:
    right = {
        "table": np.ones((3, 1), np.int64),
        "offsets": np.array([0, 1, 3]),
        "precisions": np.ones((3, 1)),
        "recalls": np.ones((3, 1)),
        "alphas": np.array([1.0, 0.5]),
        "folds": np.array([0, 1], np.int32),
        "sums": np.zeros((2, 2, 1), np.int64),
        "cancel": NEVER,
    }
    lines_grid(**right)
    assert right["sums"][:, :, 0].tolist() == [[1, 1], [1, 1]]
    with pytest.raises(ValueError, match=reason):
        lines_grid(**{**right, **change})
    if "precisions" in change or "recalls" in change or "sums" in change or "alphas" in change:
        return
    own = {**right, **change, "table": np.ones((3, 3), np.int64), "n_folds": 2}
    for name in ("precisions", "recalls", "sums"):
        del own[name]
    betas = own.pop("alphas")
    with pytest.raises(ValueError, match=reason):
        running_grid(betas=betas, **own)
    with pytest.raises(ValueError, match=f"{reason}|shapes"):
        best.rounded_grid(weights=betas, **own)


def test_a_grid_of_betas_stops_when_it_is_told_to() -> None:
    table, offsets = np.ones((5, 3), np.int64), np.arange(6)
    choices = [Running(FRank(1.0))]
    assert grid_totals(choices, table, offsets, cancel=np.ones(1, np.int32)).sum() == 0
    assert grid_totals(choices, table, offsets).sum() == 15


def test_real_counts_have_the_same_totals(shared: Path) -> None:
    data = corpus(shared, "conll14")
    n_changes = 0
    for name in ("green-word-n4", "green-char-n6", "m2"):
        make = m2.METRIC if name == "m2" else GREEN
        kind = m2.Scoring if name == "m2" else partial(Scoring, "zero")
        choices = [make.choose(kind(k / 4)) for k in range(21)]
        for counts in data.counts(name)[::6]:
            folds = (np.arange(counts.n_sentences) % 3).astype(np.int32)
            found = grid_totals(choices, counts.table, counts.offsets, folds, 3)
            wanted = plain_totals(choices, counts.table, counts.offsets, folds, 3)
            assert np.array_equal(found, wanted)
            n_changes += len(np.unique(found[0], axis=0)) - 1
    assert n_changes > 50


@given(corpora(3, 5), BETAS)
def test_scores_of_a_grid_are_those_of_each_beta(
    corpus: tuple[np.ndarray, np.ndarray, np.ndarray], betas: list[float]
) -> None:
    rows = corpus[0]
    if not len(rows):
        return
    totals = np.repeat(rows[:, None], len(betas), axis=1)
    wide = np.concatenate([totals] * 7, axis=2)
    for metric, kind, of in (
        (m2.METRIC, m2.Scoring, totals),
        (GREEN, partial(Scoring, "one"), wide),
    ):
        scorings = [kind(beta) for beta in betas]
        found = metric.grid_values(of, scorings)
        for at, scoring in enumerate(scorings):
            assert found[:, at].tolist() == metric.values(of[:, at], scoring)[..., -1].tolist()
