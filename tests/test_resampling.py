"""Resampling: the compiled folds against the slow choice, laws, scipy, and a true null."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fastgec.choose.rules import FRank, RoundedFRank, Running
from fastgec.counts import Counts
from fastgec.metrics import m2
from fastgec.metrics.cleme import metric as cleme
from fastgec.metrics.m2.counting import COLUMNS, M2Score
from fastgec.study.comparison import compare_samples, holm, p_value
from fastgec.study.resample import Choices, Exchange, draw_below, draw_bits
from fastgec.study.resampling import (
    Resampled,
    Sample,
    bootstrap_totals,
    drawn_sentences,
    exchanged_totals,
    fixed,
    percentile_interval,
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


# Compiled choices against the plain ones


def plain_totals(sample: Sample, other: Sample, moved: NDArray[Any], sentences: Any) -> list[Any]:
    """Return the totals of sentences, where moved those of the other sample, chosen in order."""
    pick = [(other if moved[s] else sample) for s in sentences]
    rows = [
        of.table[of.places[s] : of.places[s + 1]] for of, s in zip(pick, sentences, strict=True)
    ]
    offsets = np.cumsum([0, *map(len, rows)])
    totals = np.zeros(sample.table.shape[1], sample.dtype)
    assert isinstance(sample.choice, Running)
    sample.choice.rank.choose(np.concatenate(rows), offsets, totals, is_running=True)
    return list(totals.tolist())


def require_plain(samples: Sequence[Sample], n: int, seed: int) -> None:
    """Require resamples and exchanges of samples to be those of the plain choice."""
    n_sentences = samples[0].n_sentences
    still = np.zeros(n_sentences, bool)
    drawn = [drawn_sentences(seed, number, n_sentences) for number in range(n)]
    for sample, totals in zip(samples, bootstrap_totals(samples, n=n, seed=seed), strict=True):
        assert totals.tolist() == [plain_totals(sample, sample, still, draw) for draw in drawn]
    pairs = list(permutations(range(len(samples)), 2))
    mixed = exchanged_totals(samples, pairs, n=n, seed=seed)
    for place, (a, b) in enumerate(pairs):
        for line in range(n):
            moved = exchanges(seed, line, n_sentences)
            for found, one, other in ((mixed[0], a, b), (mixed[1], b, a)):
                of = samples[one], samples[other], moved, range(n_sentences)
                assert found[place, line].tolist() == plain_totals(*of)


def exchanges(seed: int, number: int, n_sentences: int) -> NDArray[np.uint8]:
    """Return which sentences a resample exchanges."""
    sequence = np.random.SeedSequence(seed, spawn_key=(1, number))
    generator = np.random.Generator(np.random.PCG64(sequence))
    return generator.integers(0, 2, n_sentences, np.uint8)


def test_draws_are_those_of_numpy() -> None:
    draw = random.Random(6)
    for bits in [0, 1, 31, 32, 33, 64, 96, 127, 128, 129, 300] * 200:
        seed, stream, number = draw.getrandbits(bits), draw.randrange(9), draw.randrange(10**6)
        n, bound = draw.randrange(9), draw.choice([1, 2, 3, 1312, 3 << 29, 2**30 + 1, 2**31 - 1])
        sequence = np.random.SeedSequence(seed, spawn_key=(stream, number))
        generators = [np.random.Generator(np.random.PCG64(sequence)) for _ in range(2)]
        numbers = generators[0].integers(0, bound, n, np.int32).tolist()
        assert draw_below(seed, stream, number, bound, n).tolist() == numbers
        halves = generators[1].integers(0, 2, n, np.uint8).tolist()
        assert draw_bits(seed, stream, number, n).tolist() == halves
    for bound in (0, -1, 2**31):
        with pytest.raises(ValueError, match=f"^bound {bound}: expected a number from 1"):
            draw_below(0, 0, 0, bound, 1)


RANKS = {"m2": FRank, "errant": RoundedFRank, "cleme": cleme.FRank}


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize("name", RANKS)
@given(
    seed=st.integers(0, 2**32),
    n_sentences=st.integers(1, 30),
    most_rows=st.integers(1, 5),
    largest=st.sampled_from([1, 2, 2, 3, 9, 1000, 1 << 29]),  # sums below 2^31, and others
    beta=st.sampled_from([0.0, 1e-9, 1e-3, 0.17, 0.5, 0.5, 1.0, 1.7, 2.0, 1e3, 1e9]),
    shape=st.sampled_from(["alike", "any", "correct"]),
)
def test_resamples_choose_as_the_plain_rule(
    name: str,
    is_whole: bool,
    seed: int,
    n_sentences: int,
    most_rows: int,
    largest: int,
    beta: float,
    shape: str,
) -> None:
    """Small numbers tie again and again; rows that never win are left out, others are not.

    Rows are any numbers, or of one sentence alike but for a step, or perhaps also with more correct
    than proposed edits.
    """
    draw = np.random.default_rng(seed)
    width = 4 if name == "cleme" else 3
    sizes = draw.integers(1, most_rows, n_sentences, endpoint=True)
    places = np.cumsum([0, *sizes])
    samples = []
    for _ in range(3):
        table = draw.integers(0, largest, (places[-1], width), endpoint=True)
        if shape == "alike":
            near = draw.integers(0, 1, table.shape, endpoint=True)
            table = np.repeat(table[places[:-1]], sizes, axis=0) + near
        if name == "m2" and shape != "correct":
            table[:, 0] = table.min(axis=1)
        if not is_whole:
            table = table * draw.choice([1.0, 0.75, 1.1, 2.0**-12], table.shape)
        samples.append(Sample(table, places, Running(RANKS[name](beta))))
    require_plain(samples, 4, seed % 1000)


@pytest.mark.parametrize("name", ["m2", "errant"])
def test_corpora_choose_as_the_plain_rule(name: str) -> None:
    """Many sentences, so that totals are large and a usual row wins nearly always."""
    draw = np.random.default_rng(11)
    for beta in (0.5, 1.0, 0.3):
        counts = [random_counts(draw, 700, rate) for rate in (0.3, 0.5)]
        tables = [one.table for one in counts]
        if name == "errant":
            tables = [
                np.stack([table[:, 0], table[:, 1] - table[:, 0], table[:, 2] - table[:, 0]], 1)
                for table in tables
            ]
        choice = Running(RANKS[name](beta))
        require_plain([Sample(table, counts[0].offsets, choice) for table in tables], 11, 3)


def test_rows_that_never_win_are_left_out() -> None:
    """A test of the tests above: most sentences have nothing to choose, and some have.

    Fewer proposed outweigh one more gold edit; one more of all ties at F = 1, if F is exact there.
    """
    rows = [[(0, 1, 2), (0, 1, 1), (0, 1, 1)], [(0, 1, 1), (1, 2, 5)], [(1, 1, 1)]]
    rows += [[(0, 2, 1), (0, 1, 2)], [(0, 1, 1), (1, 2, 2)]]
    counts = counts_of(rows)
    table = counts.table.astype(float)
    tied = table.copy()
    tied[-1] = 1, 1, 1  # of ERRANT, whose rows have fp and fn: one more tp and the rest alike
    for is_rounded in (False, True):
        of = tied if is_rounded else table
        found = Choices(of, counts.offsets, 0.25, is_rounded, 30.0, True, True)
        assert found.ends.tolist() == [0, 0, 1, 1, 1, 1]
        found = Choices(of, counts.offsets, 0.17 * 0.17, is_rounded, 30.0, True, True)
        assert found.ends.tolist() == [0, 0, 1, 1, 1, 2]
        # Of numbers so large nothing is certain but for the earlier of equals, and of MaxMatch.
        found = Choices(table, counts.offsets, 0.25, is_rounded, 1e15, True, True)
        assert found.ends[1] == 1


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=1, max_size=6))
def test_fixed_rows_of_any_width_are_summed(rows: list[list[int]]) -> None:
    table = np.array(rows, np.int64)
    sample = Sample(table, np.arange(len(rows)), None)
    other = Sample(table, sample.places[::-1].copy(), None)
    drawn = drawn_sentences(0, 0, len(rows))
    for one, ordered in ((sample, table), (other, table[::-1])):
        assert bootstrap_totals([one], n=1)[0][0].tolist() == ordered[drawn].sum(axis=0).tolist()
    one, two = exchanged_totals([sample, other], [(0, 1)], n=5)
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
    pairs = [(0, 1), (2, 0)]
    serial = exchanged_totals(samples, pairs, n=100, seed=7, jobs=1)
    threaded = exchanged_totals(samples, pairs, n=100, seed=7, jobs=3)
    assert all(np.array_equal(a, b) for a, b in zip(serial, threaded, strict=True))
    later = exchanged_totals(samples, pairs, n=100, seed=7, n_before=30)
    assert all(np.array_equal(a[:, 30:], b) for a, b in zip(serial, later, strict=True))


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
    """Systems of equal skill, 100 times: the p-values of both tests spread evenly over (0, 1]."""
    from scipy import stats  # two seconds, not for those who collect tests

    generator = np.random.default_rng(8)
    p_values = []
    for seed in range(100):
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
    with pytest.raises(ValueError, match="no sentence, expected at least 1"):
        compare_samples(empty, 0.0, [empty], [0.0], score, n=10)


def test_entry_points_say_what_was_found() -> None:
    one = running(counts_of([[(1, 1, 1)], [(0, 1, 1)]]), BETA)
    two = running(counts_of([[(1, 1, 1)]]), BETA)
    other = running(counts_of([[(1, 1, 1)], [(0, 1, 1), (0, 0, 0)]]), BETA)
    with pytest.raises(ValueError, match="n 0: expected a whole number from 1 to 1000000"):
        bootstrap_totals([one], n=0)
    with pytest.raises(ValueError, match=r"samples of \[1, 2\] sentences: expected one number"):
        bootstrap_totals([one, two])
    with pytest.raises(ValueError, match="sample 1 has other rows to choose from than the base"):
        exchanged_totals([one, other], [(0, 1)])
    with pytest.raises(ValueError, match=r"confidence 1\.0: expected a number between 0 and 1"):
        percentile_interval(np.zeros(3), 1.0)
    with pytest.raises(ValueError, match="level 0: expected a number between 0 and 1"):
        compare_samples(one, 0.0, [one], [0.0], score, level=0)
    green = Counts(np.zeros((1, 7)), np.array([0, 1]), np.zeros(1), tuple("abcdefg"), "green")
    with pytest.raises(ValueError, match="7 columns, expected 3"):
        bootstrap_totals([running(green, BETA)], n=1)


def test_kernels_refuse_what_does_not_fit() -> None:
    table, places = np.ones((3, 3)), np.array([0, 1, 3])
    known = {"is_whole": True, "is_regular": True}
    for changed, message in (
        ({"places": np.array([0, 1])}, "places must run from 0 to 3 rows"),
        ({"places": np.array([0, 0, 3])}, "sentence 0 has 0 rows, expected some"),
        ({"table": np.ones((3, 2))}, "2 columns, expected 3"),
        ({"table": np.ones((3, 4))}, "4 columns, expected 3"),
    ):
        good = {"table": table, "places": places, "weight": 1.0, "is_rounded": False}
        with pytest.raises(ValueError, match=message):
            Choices(**{**good, "bound": 9.0, **known, **changed})
    system = Choices(table, places, 1.0, False, 9.0, True, True)
    draws, swaps, totals = np.zeros(4, np.int32), np.zeros((2, 2), np.uint8), np.zeros((2, 4))
    ends = np.array([0, 2, 4])
    for drawn, offsets, found, message in (
        (draws + 2, ends, totals, "a draw outside the 2 sentences"),
        (draws - 1, ends, totals, "a draw outside the 2 sentences"),
        (draws, ends, totals[:1], r"totals of shape \(1, 4\), expected \(2, 4\)"),
        (draws, ends + 1, totals, "offsets must ascend from 0"),
        (draws, np.array([0, 3, 2]), totals, "offsets must ascend from 0"),
        (draws, ends[::2] // 2, totals[:1], "offsets must end at 4 draws"),
    ):
        with pytest.raises(ValueError, match=message):
            system.add_drawn(drawn, offsets.copy(), found)
    exchange = Exchange([system], np.zeros((1, 2), np.int32))
    counts = np.zeros((2, 1, 2, 3), np.int64)
    exchange.add_totals(swaps, *counts)
    with pytest.raises(ValueError, match="totals of 2 pairs, not 1"):
        exchange.add_totals(swaps, *np.zeros((2, 2, 2, 3), np.int64))
    with pytest.raises(ValueError, match=r"totals of shape \(2, 4\), expected \(2, 3\)"):
        exchange.add_totals(swaps, *np.zeros((2, 1, 2, 4), np.int64))
    few = swaps[:, :1].copy()
    with pytest.raises(ValueError, match="swaps of 1 sentences, expected 2"):
        exchange.add_totals(few, *counts)
    with pytest.raises(ValueError, match="swaps of 1 sentences, expected 2"):
        system.add_exchanged(system, few, totals, totals.copy())
    short = Choices(table, np.array([0, 3]), 1.0, False, 9.0, True, True)
    with pytest.raises(ValueError, match="unlike numbers of sentences"):
        Exchange([system, short], np.zeros((1, 2), np.int32))
    with pytest.raises(ValueError, match="expected pairs of numbers below 1"):
        Exchange([system], np.ones((1, 2), np.int32))


# Products of matrices


@given(
    seed=st.integers(0, 2**32),
    n_sentences=st.integers(1, 40),
    width=st.integers(1, 12),
    largest=st.sampled_from([1, 3, 30_000, 2**31, 2**44]),
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
    mixed = exchanged_totals(samples, [(0, 2), (1, 0)], n=7, seed=seed)
    for place, (a, b) in enumerate([(0, 2), (1, 0)]):
        for line in range(7):
            moved = exchanges(seed, line, n_sentences)[:, None] == 1
            for found, one, other in ((mixed[0], a, b), (mixed[1], b, a)):
                expected = np.where(moved, rows[other], rows[one]).cumsum(axis=0)[-1]
                assert found[place, line].tolist() == expected.tolist()


def test_counts_that_could_not_be_summed_exactly_are_refused() -> None:
    sample = Sample(np.full((9, 8), 2**50), np.arange(9), None)
    with pytest.raises(ValueError, match=r"count 1125899906842624: expected sums below 2\^50"):
        bootstrap_totals([sample])


def test_resamples_are_drawn_once_and_are_those_that_are_drawn_alone() -> None:
    draw = np.random.default_rng(5)
    samples = [Sample(draw.integers(0, 9, (30, 8)), np.arange(30), None) for _ in range(2)]
    drawn = Resampled(samples, seed=3)
    for n in (5, 200, 7, 201):
        for found, alone in zip(
            drawn.totals(n), bootstrap_totals(samples, n=n, seed=3), strict=True
        ):
            assert found.tolist() == alone.tolist()
