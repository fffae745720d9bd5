"""Sweeps, folds and tests between metrics: golden data, exact means, and what is refused."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_meta as oracle
from fastgec import Counts, References, gleu, green, m2, machine, meta
from fastgec.meta import resampling
from fastgec.meta.resampling import incomplete_beta, student_tail
from fastgec.meta.sweeping import Grid, fold_of, maximisers, mean_of
from meta_corpora import corpus

NAMES = {"conll14": ["green-word-n4", "green-char-n6", "m2"]}
NAMES["gmeg-fce"] = ["green-word-n4", "green-char-n6", "m2-errant", "m2-align0"]
SWEPT = [(name, metric) for name, metrics in NAMES.items() for metric in metrics]


@pytest.mark.parametrize(("name", "metric"), SWEPT)
def test_golden_sweeps(name: str, metric: str, shared: Path) -> None:
    """Scores at 25 betas, 501 correlations of both kinds, and all maximisers, of folds too."""
    data = corpus(shared, name)
    wanted = data.metrics[metric]
    counts = data.counts(metric)
    found = meta.sweep(counts, data.human, jobs=1)
    assert len(wanted["scores"]) == 25
    for beta, scores in wanted["scores"].items():
        assert found.scores[round(100 * float(beta))] == pytest.approx(scores, abs=1e-12, rel=0)
    swept = wanted["sweep"]
    for measure in ("pearson", "spearman"):
        values = found.correlations[measure]
        assert len(values) == 501
        assert values == pytest.approx(np.array(swept[measure]), abs=1e-12, rel=0)
        folds = found.fold_correlations[measure]
        assert maximisers(values) == swept[f"best_{measure}_k"]
        assert [maximisers(one) for one in folds] == swept[f"fold_best_{measure}_k"]
        best = found.best(measure)
        assert best.beta is not None
        assert float(best.beta) == pytest.approx(
            swept[f"beta_star_{measure}"]["middle"], abs=1e-12, rel=0
        )
        spread = [Fraction(k, 100) for ks in swept[f"fold_best_{measure}_k"] for k in ks]
        shown = [beta for runs in best.fold_ranges for run in runs for beta in run]
        assert (min(shown), max(shown)) == (float(min(spread)), float(max(spread)))
    slow = [oracle.pearson(data.human, scores) for scores in found.scores[::100].tolist()]
    assert slow == pytest.approx(found.correlations["pearson"][::100].tolist(), abs=1e-12, rel=0)


@pytest.mark.parametrize("name", NAMES)
def test_golden_tests_between_metrics(name: str, shared: Path) -> None:
    data = corpus(shared, name)

    @cache
    def scores_of(name: str) -> list[float]:
        if name in data.metrics:
            found: list[float] = data.metrics[name]["scores"]
            return found
        metric, _, beta = name.rpartition("-b")
        by_beta = data.metrics[metric]["scores"]
        if beta in by_beta:
            scores: list[float] = by_beta[beta]
            return scores
        counts = data.counts(metric)  # a maximiser that is none of the 25 betas
        at = meta.sweep(counts, data.human, [float(beta)], folds=0, jobs=1)
        return [float(score) for score in at.scores[0]]

    n = len(data.systems)
    n_compared = 0
    for test in data.golden["tests"]:
        one, other = scores_of(test["a"]), scores_of(test["b"])
        r = meta.pearson(data.human, one), meta.pearson(data.human, other)
        assert r == pytest.approx((test["pearson_a"], test["pearson_b"]), abs=1e-12, rel=0)
        both = meta.pearson(one, other)
        assert both == pytest.approx(test["pearson_ab"], abs=1e-12, rel=0)
        williams = meta.williams(*r, both, n)
        assert williams.to_dict() == pytest.approx(test["williams"], abs=1e-9, rel=0)
        found = meta.permutation(data.human, one, other)
        assert found.to_dict() == pytest.approx(test["perm_both_pearson"], abs=1e-12, rel=0)
        n_compared += 1
    assert n_compared == {"conll14": 28, "gmeg-fce": 28}[name]


@pytest.mark.parametrize("name", NAMES)
def test_golden_windows(name: str, shared: Path) -> None:
    data = corpus(shared, name)
    n_compared = 0
    for width in (4, 8):
        for metric, wanted in data.golden.get(f"windows{width}", {}).items():
            family, _, beta = metric.rpartition("-b")
            scores = data.metrics[family or metric]["scores"] if beta else None
            if metric in data.metrics:
                scores = data.metrics[metric]["scores"]
            elif beta in data.metrics[family]["scores"]:
                scores = data.metrics[family]["scores"][beta]
            else:
                swept = meta.sweep(data.counts(family), data.human, [float(beta)], folds=0, jobs=1)
                scores = swept.scores[0].tolist()
            found = [one.to_dict() for one in meta.windows(data.human, scores, width)]
            assert len(found) == len(wanted) == len(data.systems) - width + 1
            for one, other in zip(found, wanted, strict=True):
                assert one == pytest.approx(other, abs=1e-12, rel=0)
                n_compared += 1
    assert n_compared == {"conll14": 8 * (10 + 6), "gmeg-fce": 8 * 4}[name]


def test_the_mean_of_betas_is_exact() -> None:
    """Ten folds of 0.17 and 0.18 have the mean 0.175, which is rounded upwards."""
    grid = Grid.read("0:5:0.01")
    mean = mean_of([Fraction(17, 100)] * 5 + [Fraction(18, 100)] * 5)
    assert mean == Fraction(175, 1000)
    assert grid.rounded(mean) == 0.18
    assert Grid.read("0.005:1:0.005").rounded(Fraction(15, 1000)) == 0.015
    assert mean_of([None, Fraction(1), None]) == 1
    assert mean_of([None]) is None
    assert maximisers(np.array([np.nan, np.nan])) == []
    assert maximisers(np.array([0.5, np.nan, 0.5 - 5e-13, 0.4])) == [0, 2]


def test_the_grid_is_the_nearest_doubles() -> None:
    assert Grid.read("0:5:0.01").betas.tolist() == [k / 100 for k in range(501)]
    assert Grid.read("0.1:1:0.3").betas.tolist() == [0.1, 0.4, 0.7, 1.0]
    assert Grid.read("0:1:0.3").betas.tolist() == [0.0, 0.3, 0.6, 0.9]
    assert Grid.of([0.5, 1.75]).ranges([0, 1]) == [[0.5, 1.75]]
    for text in ("", "0:1", "0:1:0", "1:0:0.1", "a:b:c", "0:1:-1", "0:1e9:1", "0:9999999:0.01"):
        with pytest.raises(ValueError, match="grid"):
            Grid.read(text)
    for betas in ([], [-1.0], [1.0, 0.5], [1.0, 1.0]):
        with pytest.raises(ValueError, match="beta"):
            Grid.of(betas)


@given(st.integers(2, 12), st.integers(0, 40), st.integers(0, 5))
def test_folds_share_the_sentences(n_folds: int, more: int, seed: int) -> None:
    n = n_folds + more
    for by in ("block", "stride", "random"):
        folds = fold_of(n, n_folds, by, seed).tolist()
        sizes = [folds.count(fold) for fold in range(n_folds)]
        assert sum(sizes) == n
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] - sizes[-1] <= 1
        if by == "block":
            assert folds == sorted(folds)
    assert fold_of(n, n_folds, "random", 1).tolist() == fold_of(n, n_folds, "random", 1).tolist()


def test_folds_that_cannot_be_are_refused() -> None:
    for n, n_folds, by in ((3, 4, "block"), (3, 1, "block"), (3, 2, "even")):
        with pytest.raises(ValueError, match="folds"):
            fold_of(n, n_folds, by)


def test_a_sweep_by_folds_is_that_of_each_corpus_without_one() -> None:
    """M2 chooses again on what is left."""
    generator = np.random.default_rng(11)
    human = [3.0, 1.0, 2.0, 2.5]
    tables = _random_counts(generator, 4, 23)
    for by in ("block", "stride", "random"):
        found = meta.sweep(tables, human, [0.2, 1.0], folds=3, fold_by=by, seed=7, jobs=2)
        folds = fold_of(23, 3, by, 7)
        for fold in range(3):
            left = np.flatnonzero(folds != fold)
            parts = [m2_of([(table, s) for s in left.tolist()]) for table in tables]
            for at, beta in enumerate((0.2, 1.0)):
                scores = [m2.score_counts(part, beta=beta).f for part in parts]
                assert found.fold_scores[fold, at].tolist() == scores
                wanted = oracle.pearson(human, scores)
                assert found.fold_correlations["pearson"][fold, at] == pytest.approx(wanted)
    by_fold = np.array([[1.0, 2.0, 3.0, 4.0]] * 3)
    other = meta.sweep(tables, human, [0.2], folds=3, human_by_fold=by_fold, jobs=1)
    again = meta.sweep(tables, by_fold[0], [0.2], folds=3, jobs=1)
    assert (
        other.fold_correlations["pearson"].tolist() == again.fold_correlations["pearson"].tolist()
    )
    assert other.correlations["pearson"].tolist() != again.correlations["pearson"].tolist()


def _random_counts(generator: np.random.Generator, n_systems: int, n: int) -> list[Counts]:
    offsets = np.append(0, np.cumsum(generator.integers(1, 4, n)))
    labels = np.concatenate([np.arange(size) for size in np.diff(offsets)])
    tables = []
    for _ in range(n_systems):
        correct = generator.integers(0, 3, offsets[-1])
        more = generator.integers(0, 4, (2, offsets[-1]))
        table = np.stack([correct, correct + more[0], correct + more[1]], axis=1)
        tables.append(Counts(table, offsets, labels, ("correct", "proposed", "gold"), "m2"))
    return tables


def m2_of(pairs: list[tuple[Counts, int]]) -> Counts:
    return Counts.concat([table.sentences(s, s + 1) for table, s in pairs])


def test_sweeps_that_cannot_be_are_refused(samples: Path) -> None:
    tables = _random_counts(np.random.default_rng(0), 3, 5)
    one = gleu.count(
        samples / "bold.txt", References(samples / "source.txt", [samples / "ref0.txt"])
    )
    other = green.count(
        samples / "bold.txt", References(samples / "source.txt", [samples / "ref0.txt"])
    )
    with pytest.raises(ValueError, match="2 human scores, expected 3"):
        meta.sweep(tables, [1, 2])
    with pytest.raises(ValueError, match="gleu has no beta"):
        meta.sweep([one, one], [1, 2])
    with pytest.raises(ValueError, match="different corpora or metrics"):
        meta.sweep([other, tables[0]], [1, 2])
    with pytest.raises(ValueError, match="9 folds: expected at most 5"):
        meta.sweep(tables, [1, 2, 3], folds=9)


def test_totals_that_memory_cannot_hold_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = _random_counts(np.random.default_rng(0), 3, 5)
    monkeypatch.setattr(machine, "available_memory", lambda: 10_000)
    with pytest.raises(machine.LimitError, match="of totals: expected"):
        meta.sweep(tables, [1, 2, 3], folds=2)
    assert meta.sweep(tables, [1, 2, 3], [0.5, 1.0], folds=0).scores.shape == (2, 3)


def test_a_metric_without_spread_has_no_best_beta() -> None:
    table = _random_counts(np.random.default_rng(0), 1, 9)[0]
    found = meta.sweep([table] * 3, [1, 2, 3], [0.5, 1.0], folds=2)
    best = found.best()
    assert (best.beta, best.rounded, best.ranges) == (None, None, [])
    assert found.to_dict()["pearson"] == [None, None]
    assert found.to_dict()["best"]["pearson"]["fold_betas"] == [None, None]


def test_students_tail_is_that_of_closed_forms() -> None:
    """With 1, 2 and 4 degrees of freedom the tail is an elementary function."""
    closed = {
        1: lambda t: 0.5 - math.atan(t) / math.pi,
        2: lambda t: 0.5 - t / (2 * math.sqrt(2 + t * t)),
        4: lambda t: 0.5 - t * (6 + t * t) / (2 * (4 + t * t) ** 1.5),
    }
    for df, tail in closed.items():
        for t in (-30.0, -2.5, -0.3, 0.0, 1e-9, 0.1, 0.7, 1.9, 4.0, 12.0):
            assert student_tail(t, df) == pytest.approx(tail(t), abs=1e-12, rel=0)
    assert student_tail(math.inf, 3) == 0
    assert student_tail(-math.inf, 3) == 1
    assert incomplete_beta(2.0, 3.0, 0.25, 0.75) == pytest.approx(0.26171875, abs=1e-12)


@pytest.mark.parametrize("df", [1, 3, 5, 10, 37, 400])
def test_students_tail_is_that_of_numerical_integration(df: int) -> None:
    front = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    for t in (0.2, 1.0, 2.2):
        n = 2000
        step = t / n
        heights = [front * (1 + (k * step) ** 2 / df) ** (-(df + 1) / 2) for k in range(n + 1)]
        simpson = heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2])
        assert student_tail(t, df) == pytest.approx(0.5 - simpson * step / 3, abs=1e-12, rel=0)


def test_williams_is_the_published_formula() -> None:
    generator = np.random.default_rng(2)
    for _ in range(200):
        n = int(generator.integers(4, 20))
        human, one, other = generator.random((3, n))
        r12, r13 = meta.pearson(human, one), meta.pearson(human, other)
        r23 = meta.pearson(one, other)
        k = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
        rm = (r12 + r13) / 2
        t = (r12 - r13) * math.sqrt((n - 1) * (1 + r23))
        t /= math.sqrt(2 * k * (n - 1) / (n - 3) + rm**2 * (1 - r23) ** 3)
        found = meta.williams(r12, r13, r23, n)
        assert found.t == pytest.approx(t, rel=1e-9)
        assert found.p_two_sided == pytest.approx(2 * min(found.p_one_sided, 1 - found.p_one_sided))
        back = meta.williams(r13, r12, r23, n)
        assert back.p_one_sided == pytest.approx(1 - found.p_one_sided, abs=1e-12)


def test_there_is_no_test_where_nothing_can_be_tested() -> None:
    assert meta.williams(0.5, 0.4, 0.3, 3) is None
    assert meta.williams(0.5, 0.5, 1.0, 9) is None
    assert meta.permutation([1, 2, 3], [1, 1, 1], [1, 2, 3]) is None
    assert meta.permutation([1, 1, 1], [1, 2, 4], [1, 2, 3]) is None
    for bad in (float("nan"), 1.5):
        with pytest.raises(ValueError, match="expected a correlation"):
            meta.williams(bad, 0.5, 0.5, 9)
    with pytest.raises(ValueError, match="measure"):
        meta.permutation([1, 2], [1, 2], [2, 1], measure="r")


@given(st.integers(3, 6), st.integers(0, 1000))
def test_exact_permutation_is_every_subset(n: int, seed: int) -> None:
    human, one, other = np.random.default_rng(seed).integers(0, 6, (3, n)).tolist()
    found = meta.permutation(human, one, other)
    assert (None if found is None else (found.n, found.at_least)) == oracle.permuted(
        human, one, other
    )


def test_drawn_subsets_are_near_the_exact_share(monkeypatch: pytest.MonkeyPatch) -> None:
    human, one, other = np.random.default_rng(4).random((3, 9))
    exact = meta.permutation(human, one, other)
    monkeypatch.setattr(resampling, "EXACT", 8)
    drawn = meta.permutation(human, one, other, n=20_000, seed=3)
    assert (exact.is_exact, drawn.is_exact, drawn.n) == (True, False, 20_000)
    assert drawn.p_two_sided == pytest.approx(exact.p_two_sided, abs=0.02)
    assert drawn.p_one_sided == (drawn.at_least + 1) / 20_001
    assert meta.permutation(human, one, other, n=20_000, seed=3) == drawn


def test_windows_that_cannot_be_are_refused() -> None:
    for width in (2, 5):
        with pytest.raises(ValueError, match="windows"):
            meta.windows([1, 2, 3, 4], [1, 2, 3, 4], width)
    (one,) = meta.windows([1, 2, 3], [1, 1, 1], 3)
    assert one.to_dict() == {"first": 1, "last": 3, "pearson": None, "spearman": None}
    # Equal human scores: the system that stands first is the better one.
    found = meta.windows([2, 2, 1, 0], [1, 2, 3, 4], 3)
    assert [window.first for window in found] == [1, 2]
