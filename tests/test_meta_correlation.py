"""Correlations equal golden data and their definitions; what is undefined is None, never NaN."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_meta as oracle
from fastgec import meta
from fastgec.meta import agreement
from meta_data import golden

NAMES = ("pearson", "spearman", "kendall", "pairwise_accuracy")
VALUES = st.one_of(st.integers(0, 4), st.floats(-1e3, 1e3), st.floats(-1e300, 1e300))


@st.composite
def two_lists(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    n = draw(st.integers(1, 9))
    lists = st.lists(VALUES, min_size=n, max_size=n)
    return draw(lists), draw(lists)


@given(two_lists())
def test_correlations_are_what_their_definitions_say(two: tuple[list[float], list[float]]) -> None:
    for name in NAMES:
        wanted = getattr(oracle, name)(*two)
        found = getattr(meta, name)(*two)
        # A mean of values that are almost equal is not exact.
        is_close = all(np.ptp(one) > 1e-3 * np.abs(one).max() or np.ptp(one) == 0 for one in two)
        if wanted is None or not is_close:
            assert (found is None) == (wanted is None)
        else:
            assert found == pytest.approx(wanted, abs=1e-12, rel=0)
        assert found is None or -1 <= found <= 1


@pytest.mark.parametrize("corpus", ["conll14", "gmeg-fce"])
def test_golden_correlations_of_golden_scores(corpus: str, shared: Path) -> None:
    human = golden(shared, f"human_{corpus}")["expected_wins"]
    n_compared = 0
    for metric in golden(shared, f"metrics_{corpus}")["metrics"].values():
        by_beta = metric["scores"]
        of = metric["correlations"]
        if isinstance(by_beta, list):
            by_beta, of = {"": by_beta}, {"": of}
        for beta, scores in by_beta.items():
            found = agreement.correlations(human, scores)
            for name, wanted in of[beta].items():
                assert found[name] == pytest.approx(wanted, abs=1e-12, rel=0), (beta, name)
                slow = getattr(oracle, name.removesuffix("_b"))(human, scores)
                assert slow == pytest.approx(wanted, abs=1e-12, rel=0)
                n_compared += 1
    assert n_compared == {"conll14": 249, "gmeg-fce": 378}[corpus]


def test_many_lists_at_a_time_are_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "_PAIRS_AT_ONCE", 100)  # several rounds
    generator = np.random.default_rng(3)
    human, scores = generator.random(6), generator.integers(0, 4, (4, 5, 6)) / 4
    scores[0, 0] = 0.3
    for name, of in agreement.OF.items():
        found = of(human, scores)
        assert found.shape == (4, 5)
        assert np.isnan(found[0, 0]) == (name != "pairwise_accuracy")
        alone = getattr(meta, name.removesuffix("_b"))
        for place in np.ndindex(4, 5):
            wanted = alone(human, scores[place])
            assert agreement.defined(found[place].reshape(1)) == [wanted]


def test_scores_that_cannot_be_compared_are_refused() -> None:
    for one, other, reason in (
        ([1, 2], [1, 2, 3], "shapes"),
        ([[1, 2]], [[1, 2]], "shapes"),
        ([], [], "no score, expected at least 1"),
        ([1, 2], [1, float("nan")], "not finite"),
        ([1, float("inf")], [1, 2], "not finite"),
    ):
        for name in NAMES:
            with pytest.raises(ValueError, match=reason):
                getattr(meta, name)(one, other)
    for one, other in (([0.5], [0.5, 0.5]), ([0.5], [1.5]), ([float("nan")], [0.5])):
        with pytest.raises(ValueError, match="p-value"):
            meta.soft_pairwise_accuracy(one, other)
    assert meta.soft_pairwise_accuracy([], []) is None
