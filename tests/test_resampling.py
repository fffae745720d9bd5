"""Resampling: the compiled folds against the slow choice, laws, scipy, and a true null."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fastgec.choice.running import FRank, Running
from fastgec.counts import Counts
from fastgec.metrics import m2
from fastgec.metrics.m2.counting import COLUMNS, M2Score
from fastgec.study.comparison import compare_samples, holm, p_value
from fastgec.study.resample import fold_draws, fold_swaps
from fastgec.study.resampled import Resampled
from fastgec.study.resampling import (
    Sample,
    bootstrap_totals,
    drawn_sentences,
    fixed,
    percentile_interval,
    randomization_totals,
    sample_of,
)

BETA = 0.5
CHOICE = Running(FRank(BETA))
score = partial(M2Score.values, weights=BETA)


def running(counts: Counts, beta: float) -> Sample:
    """A sample whose choice of annotator is made again in each resample."""
    return sample_of(counts, Running(FRank(beta)))


def counts_of(rows: list[list[tuple[int, int, int]]]) -> Counts:
    """Make counts from the rows of each sentence."""
    sizes = [len(sentence) for sentence in rows]
    table = np.array([row for sentence in rows for row in sentence], np.int64).reshape(-1, 3)
    labels = np.concatenate([np.arange(size) for size in [0, *sizes]])
    return Counts(table, np.cumsum([0, *sizes]), labels, COLUMNS, "m2")


def random_counts(generator: np.random.Generator, n_sentences: int, rate: float) -> Counts:
    """Make counts of two annotators; `rate` is the share of proposed edits that are correct."""
    proposed = generator.poisson(1.0, (n_sentences, 1))
    correct = generator.binomial(proposed, rate, (n_sentences, 2))
    gold = correct + generator.poisson(1.0, (n_sentences, 2))
    table = np.stack([correct, np.broadcast_to(proposed, correct.shape), gold], axis=-1)
    return counts_of([[tuple(row) for row in sentence] for sentence in table.tolist()])


def gathered(counts: Counts, sentences: NDArray[np.int32]) -> Counts:
    return Counts.concat([counts.sentences(s, s + 1) for s in sentences.tolist()])


def possible(row: tuple[int, int, int]) -> tuple[int, int, int]:
    """Make a row one that MaxMatch can count."""
    correct, proposed, gold = row
    return min(correct, gold) if proposed else 0, proposed, gold


row = st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 3)).map(possible)
corpus = st.lists(st.lists(row, min_size=1, max_size=3), min_size=1, max_size=6)


@given(corpus, st.data())
def test_a_resample_is_the_corpus_of_its_sentences(
    rows: list[list[tuple[int, int, int]]], data: st.DataObject
) -> None:
    counts = counts_of(rows)
    sentence = st.integers(0, len(rows) - 1)
    drawn = np.array([data.draw(st.lists(sentence, min_size=1, max_size=8))], np.int32)
    totals = np.empty((1, 3), np.int64)
    fold_draws(counts.table, counts.offsets, drawn, totals, BETA, True)
    expected = m2.score_counts(gathered(counts, drawn[0]), beta=BETA)
    assert totals[0].tolist() == [expected.correct, expected.proposed, expected.gold]
    assert score(totals)[0].tolist() == [expected.precision, expected.recall, expected.f]


@given(st.lists(st.tuples(row, row), min_size=1, max_size=6), st.data())
def test_a_swap_is_the_corpus_of_the_exchanged_rows(
    rows: list[tuple[tuple[int, int, int], tuple[int, int, int]]], data: st.DataObject
) -> None:
    one = counts_of([[first, second] for first, second in rows])
    other = counts_of([[second, (0, 1, 1)] for _, second in rows])
    swaps = np.array([[data.draw(st.integers(0, 1)) for _ in rows]], np.uint8)
    totals = np.empty((2, 1, 3), np.int64)
    tables = one.table, other.table, one.offsets, one.offsets
    fold_swaps(*tables, swaps, totals[0], totals[1], BETA, True)
    for number, (kept, exchanged) in enumerate([(one, other), (other, one)]):
        mixed = Counts.concat(
            [(exchanged if swap else kept).sentences(s, s + 1) for s, swap in enumerate(swaps[0])]
        )
        expected = m2.score_counts(mixed, beta=BETA)
        assert totals[number, 0].tolist() == [expected.correct, expected.proposed, expected.gold]


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=1, max_size=6))
def test_fixed_rows_of_any_width_are_summed(rows: list[list[int]]) -> None:
    table = np.array(rows, np.int64)
    sample = Sample(table, np.arange(len(rows)), None)
    other = Sample(table, sample.places[::-1].copy(), None)
    draws = np.array([[0, len(rows) - 1, 0]], np.int32)
    totals = np.empty((1, 4), np.int64)
    fold_draws(table, other.places, draws, totals, 0.0, False)
    assert totals.tolist() == [table[::-1][draws[0]].sum(axis=0).tolist()]
    fold_draws(table, sample.places, draws, totals, 0.0, False)
    assert totals.tolist() == [table[draws[0]].sum(axis=0).tolist()]
    ((one, two),) = randomization_totals(sample, [other], n=5)
    assert (one + two == 2 * table.sum(axis=0)).all()


def test_threads_and_company_change_nothing_and_seeds_do() -> None:
    generator = np.random.default_rng(1)
    samples = [running(random_counts(generator, 50, rate), BETA) for rate in (0.3, 0.5, 0.6)]
    first = bootstrap_totals(samples, n=100, seed=7, jobs=1)
    for jobs in (2, 3):
        again = bootstrap_totals(samples, n=100, seed=7, jobs=jobs)
        assert all(map(np.array_equal, first, again))
    assert np.array_equal(first[2], bootstrap_totals(samples[2:], n=100, seed=7)[0])
    assert np.array_equal(first[0][:40], bootstrap_totals(samples, n=40, seed=7)[0])
    assert not np.array_equal(first[0], bootstrap_totals(samples, n=100, seed=8)[0])
    serial = randomization_totals(samples[0], samples[1:], n=100, seed=7, jobs=1)
    threaded = randomization_totals(samples[0], samples[1:], n=100, seed=7, jobs=3)
    assert all(np.array_equal(a, b) for a, b in zip(serial, threaded, strict=True))


def test_a_fixed_choice_is_another_number_than_a_running_one() -> None:
    torn = [(1, 1, 14), (0, 1, 0)]  # which is better depends on the totals so far
    counts = counts_of([torn, [(3, 3, 3)], torn, [(0, 3, 3)]] * 5)
    rows = m2.select(counts, beta=BETA)
    chosen_again = bootstrap_totals([running(counts, BETA)], n=50)[0]
    assert fixed(counts, rows).table is counts.table  # of a large corpus there is no room for two
    kept = bootstrap_totals([fixed(counts, rows)], n=50)[0]
    assert not np.array_equal(chosen_again, kept)
    assert kept[:, 0].mean() == pytest.approx(counts.table[rows, 0].sum(), rel=0.2)


def test_intervals_are_those_of_scipy() -> None:
    """Both are Monte Carlo: with 10,000 resamples their ends agree within a few thousandths."""
    from scipy import stats  # two seconds, not for those who collect tests

    counts = random_counts(np.random.default_rng(3), 120, 0.4)
    rows = m2.select(counts, beta=BETA)
    ours = Resampled([fixed(counts, rows)], seed=1).intervals(score, n=10_000)
    assert ours is not None
    table = counts.table[rows]

    def f(correct: NDArray[np.int64], *others: NDArray[np.int64], axis: int) -> NDArray[np.float64]:
        totals = [column.sum(axis=axis) for column in (correct, *others)]
        return score(np.stack(totals, axis=-1))[..., 2]

    theirs = stats.bootstrap(
        tuple(table.T),
        f,
        paired=True,
        vectorized=True,
        n_resamples=10_000,
        method="percentile",
        rng=np.random.default_rng(5),
    ).confidence_interval
    assert ours[0, 2].tolist() == pytest.approx([theirs.low, theirs.high], abs=0.004)


def test_quantiles_are_those_of_numpy() -> None:
    values = np.random.default_rng(4).normal(size=(997, 3))
    for confidence in (0.5, 0.9, 0.95, 0.999):
        tail = (1 - confidence) / 2
        expected = np.quantile(values, [tail, 1 - tail], axis=0).T
        np.testing.assert_allclose(percentile_interval(values, confidence), expected, rtol=1e-9)


def test_approximate_randomization_is_the_permutation_test_of_scipy() -> None:
    """With 10 sentences scipy visits all 1,024 exchanges; ours draws 4,000 of them."""
    from scipy import stats  # two seconds, not for those who collect tests

    generator = np.random.default_rng(6)
    tables = [generator.integers(1, 5, (10, 3)) + np.array([0, shift, 3]) for shift in (3, 1)]
    samples = [Sample(table.astype(np.int64), np.arange(10), None) for table in tables]

    def difference(*columns: NDArray[np.int64], axis: int) -> NDArray[np.float64]:
        # Each item is one sentence of one system, coded as a single number so that it moves whole.
        totals = [
            np.stack([(c // 1000**k % 1000).sum(axis=axis) for k in range(3)], -1) for c in columns
        ]
        return score(totals[1])[..., 2] - score(totals[0])[..., 2]

    coded = [(table * [1, 1000, 1_000_000]).sum(axis=1) for table in tables]
    exact = stats.permutation_test(
        coded, difference, permutation_type="samples", vectorized=True, n_resamples=np.inf
    )
    scores = [float(score(table.sum(axis=0))[2]) for table in tables]
    assert scores[1] - scores[0] == pytest.approx(exact.statistic)
    (found,) = compare_samples(
        samples[0], scores[0], samples[1:], scores[1:], score, n=4_000, seed=1
    )
    extreme = np.abs(exact.null_distribution) >= abs(exact.statistic) * (1 - 1e-12)
    assert found.p_randomization == pytest.approx(extreme.mean(), abs=0.03)


def test_p_values_are_uniform_where_the_null_is_true() -> None:
    """Systems of equal skill, 150 times: the p-values of both tests spread evenly over (0, 1]."""
    from scipy import stats  # two seconds, not for those who collect tests

    generator = np.random.default_rng(8)
    p_values = []
    for seed in range(150):
        pair = [random_counts(generator, 150, 0.4) for _ in range(2)]
        scores = [m2.score_counts(counts, beta=BETA).f for counts in pair]
        samples = [running(counts, BETA) for counts in pair]
        (found,) = compare_samples(
            samples[0], scores[0], samples[1:], scores[1:], score, n=99, seed=seed, jobs=1
        )
        p_values.append((found.p_bootstrap, found.p_randomization))
    for name, column in (("bootstrap", 0), ("randomization", 1)):
        values = [pair[column] for pair in p_values]
        assert stats.kstest(values, "uniform").pvalue > 0.01, name
        for level in (0.05, 0.1, 0.5):
            n_rejected = int(np.count_nonzero(np.array(values) <= level))
            assert stats.binomtest(n_rejected, len(values), level).pvalue > 0.01, (name, level)


def test_a_real_difference_is_found_and_equal_systems_are_not_told_apart() -> None:
    generator = np.random.default_rng(9)
    base, better = (random_counts(generator, 400, rate) for rate in (0.3, 0.6))
    scores = [m2.score_counts(counts, beta=BETA).f for counts in (base, better)]
    samples = [running(counts, BETA) for counts in (base, better)]
    found, equal = compare_samples(
        samples[0], scores[0], [samples[1], samples[0]], [scores[1], scores[0]], score, n=200
    )
    assert found.interval[0] > 0
    assert (found.p_bootstrap, found.p_randomization) == (1 / 201, 1 / 201)
    assert (equal.difference, equal.interval) == (0.0, (0.0, 0.0))
    assert (equal.p_bootstrap, equal.p_randomization) == (1.0, 1.0)


def test_p_is_never_zero() -> None:
    assert p_value(np.zeros(999), 1.0) == 1 / 1000


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=6))
def test_holm_never_lowers_and_keeps_the_order(values: list[float]) -> None:
    corrected = holm(values)
    assert all(new >= old for new, old in zip(corrected, values, strict=True))
    assert min(corrected) == min(1.0, len(values) * min(values))
    pairs = sorted(zip(values, corrected, strict=True))
    assert [pair[1] for pair in pairs] == sorted(corrected)


def test_no_sentence_has_no_interval() -> None:
    empty = Sample(np.zeros((0, 3), np.int64), np.zeros(1, np.int64), CHOICE)
    assert Resampled([empty]).intervals(score, n=10) is None
    with pytest.raises(ValueError, match="no sentences, expected some to compare on"):
        compare_samples(empty, 0.0, [empty], [0.0], score, n=10)


def test_doors_say_what_was_found() -> None:
    one = running(counts_of([[(1, 1, 1)], [(0, 1, 1)]]), BETA)
    two = running(counts_of([[(1, 1, 1)]]), BETA)
    other = running(counts_of([[(1, 1, 1)], [(0, 1, 1), (0, 0, 0)]]), BETA)
    with pytest.raises(ValueError, match="n 0, expected a whole number from 1 to 1000000"):
        bootstrap_totals([one], n=0)
    with pytest.raises(ValueError, match=r"samples of \[1, 2\] sentences, expected one number"):
        bootstrap_totals([one, two])
    with pytest.raises(ValueError, match="sample 1 has other rows to choose from than the base"):
        randomization_totals(one, [other])
    with pytest.raises(ValueError, match=r"confidence 1\.0, expected a number between 0 and 1"):
        percentile_interval(np.zeros(3), 1.0)
    with pytest.raises(ValueError, match="level 0, expected a number between 0 and 1"):
        compare_samples(one, 0.0, [one], [0.0], score, level=0)
    green = Counts(np.zeros((1, 7)), np.array([0, 1]), np.zeros(1), tuple("abcdefg"), "green")
    with pytest.raises(ValueError, match="7 columns, expected 3"):
        bootstrap_totals([running(green, BETA)], n=1)


def test_kernels_refuse_what_does_not_fit() -> None:
    table, offsets = np.ones((3, 3), np.int64), np.array([0, 1, 3])
    draws, totals = np.zeros((2, 2), np.int32), np.zeros((2, 3), np.int64)
    for changed, message in (
        ({"draws": draws + 2}, "sentence 2 drawn of 2"),
        ({"draws": draws - 1}, "sentence -1 drawn of 2"),
        ({"totals": totals[:1]}, r"totals of shape \(1, 3\), expected \(2, 3\)"),
        ({"places": np.array([0, 1])}, "places must run from 0 to 3 rows"),
        ({"places": np.array([0, 0, 3])}, "sentence 0 has 0 rows, expected some"),
        ({"is_running": False}, "sentence 2 has row 3 of 3"),
        ({"is_running": False, "places": -offsets}, "sentence 1 has row -1 of 3"),
        ({"table": np.ones((3, 2), np.int64)}, "2 columns, expected 3"),
        ({"table": np.ones((3, 3), np.int16)}, "int16 with a running choice, expected integers"),
        ({"table": np.ones((3, 3), np.float32)}, "table of float32, expected one of"),
        ({"table": np.ones((3, 3))}, "expected totals of the type of the table"),
    ):
        good = {"table": table, "places": offsets, "draws": draws, "totals": totals}
        arguments = {**good, "beta": 1.0, "is_running": True, **changed}
        with pytest.raises(ValueError, match=message):
            fold_draws(**arguments)
    swaps = np.zeros((2, 2), np.uint8)
    tables = table, table, offsets, offsets
    fold_swaps(*tables, swaps, totals, totals.copy(), 1.0, True)
    with pytest.raises(ValueError, match="swaps of 1 sentences, expected 2"):
        fold_swaps(*tables, swaps[:, :1].copy(), totals, totals.copy(), 1.0, True)
    with pytest.raises(ValueError, match="unlike types of tables"):
        fold_swaps(table, table * 1.0, *tables[2:], swaps, totals, totals.copy(), 1.0, True)
    with pytest.raises(ValueError, match="unlike numbers of sentences"):
        fold_swaps(*tables[:3], np.array([0, 3]), swaps, totals, totals.copy(), 1.0, True)


# Products of matrices


@given(
    seed=st.integers(0, 2**32),
    n_sentences=st.integers(1, 40),
    width=st.integers(1, 12),
    largest=st.sampled_from([1, 3, 30_000, 2**31, 2**45, 2**50]),
    dtype=st.sampled_from([np.int16, np.int32, np.int64, np.float64]),
)
def test_sums_of_rows_are_those_that_are_added_one_by_one(
    seed: int, n_sentences: int, width: int, largest: int, dtype: type[np.generic]
) -> None:
    draw = np.random.default_rng(seed)
    most = min(largest, np.iinfo(dtype).max) if np.dtype(dtype).kind == "i" else largest
    tables = [
        draw.integers(-most, most, (n_sentences, width), endpoint=True).astype(dtype)
        for _ in range(3)
    ]
    samples = [Sample(table, draw.permutation(n_sentences), None) for table in tables]
    rows = [sample.table[sample.places] for sample in samples]
    drawn = [drawn_sentences(seed, number, n_sentences) for number in range(7)]
    for found, of_sample in zip(bootstrap_totals(samples, n=7, seed=seed), rows, strict=True):
        for line, sentences in zip(found.tolist(), drawn, strict=True):
            assert line == [sum(of_sample[sentences, k].tolist()) for k in range(width)] or (
                dtype is np.float64 and np.allclose(line, of_sample[sentences].sum(axis=0))
            )
    swaps = draw.integers(0, 2, (7, n_sentences), np.uint8)
    mixed = np.empty((2, 7, width), samples[0].dtype)
    slow = np.empty((2, 7, width), samples[0].dtype)
    samples[0].fold_swaps(samples[1], 0, swaps, (mixed[0], mixed[1]))
    places = samples[0].places, samples[1].places
    fold_swaps(tables[0], tables[1], *places, swaps, slow[0], slow[1], 0.0, False)
    assert mixed.tolist() == slow.tolist()


def test_resamples_are_drawn_once_and_are_those_that_are_drawn_alone() -> None:
    draw = np.random.default_rng(5)
    samples = [Sample(draw.integers(0, 9, (30, 8)), np.arange(30), None) for _ in range(2)]
    drawn = Resampled(samples, seed=3)
    for n in (5, 200, 7, 201):
        for found, alone in zip(
            drawn.totals(n), bootstrap_totals(samples, n=n, seed=3), strict=True
        ):
            assert found.tolist() == alone.tolist()
