"""TrueSkill: the closed form is what integration gives, and runs are what their rule says."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastgec import meta
from fastgec.meta.judgments import Rankings
from fastgec.meta.skills import WORDS, run_judgments, updated
from fastgec.meta.standings import aggregate, margin_of, trueskill
from meta_data import CONLL14, golden, judgments


def integrated(
    one: tuple[float, float], other: tuple[float, float], is_draw: bool, beta: float, margin: float
) -> tuple[float, float]:
    """Mean and variance of the first skill after a judgment, by adding up its density.

    Given its skill x, the difference of performances is normal; what remains is one integral.
    """
    from scipy.special import ndtr  # the normal distribution, of arrays

    mean, variance = one
    rest = math.sqrt(2 * beta * beta + other[1])
    nodes, weights = np.polynomial.legendre.leggauss(80)
    reach = 12 * math.sqrt(variance)
    edges = np.linspace(mean - reach, mean + reach, 241)
    total = first = second = 0.0
    for low, high in pairwise(edges):
        xs = (low + high) / 2 + (high - low) / 2 * nodes
        difference = xs - other[0]
        if is_draw:
            likely = ndtr((margin - difference) / rest) - ndtr((-margin - difference) / rest)
        else:
            likely = ndtr((difference - margin) / rest)
        prior = np.exp(-((xs - mean) ** 2) / (2 * variance))
        share = weights * (high - low) / 2 * prior * likely
        total += share.sum()
        first += (share * (xs - mean)).sum()
        second += (share * (xs - mean) ** 2).sum()
    moved = first / total
    return mean + moved, second / total - moved * moved


CASES = [
    (one, other, is_draw, beta)
    for one in ((0.0, 0.25), (0.7, 0.1), (-0.4, 0.01))
    for other in ((0.0, 0.25), (-0.5, 0.2))
    for is_draw in (False, True)
    for beta in (0.05, 0.25, 2.0, 419.3)
]


@pytest.mark.parametrize(("one", "other", "is_draw", "beta"), CASES)
def test_the_update_is_what_integration_gives(
    one: tuple[float, float], other: tuple[float, float], is_draw: bool, beta: float
) -> None:
    margin = margin_of(beta)
    found = updated(*one, *other, is_draw, beta, margin)
    assert found[:2] == pytest.approx(integrated(one, other, is_draw, beta, margin), abs=1e-10)
    # The loser's side is the winner's, seen in a mirror.
    mirrored = (-other[0], other[1]), (-one[0], one[1])
    mean, variance = integrated(*mirrored, is_draw, beta, margin)
    assert found[2:] == pytest.approx((-mean, variance), abs=1e-10)


def test_the_update_has_a_limit_where_nothing_was_likely() -> None:
    beta, margin = 0.25, margin_of(0.25)
    found = updated(-30.0, 0.25, 30.0, 0.25, False, beta, margin)
    c = math.sqrt(2 * beta * beta + 0.5)
    x = -60 / c - margin / c
    assert found[0] == pytest.approx(-30 - 0.25 / c * x, abs=1e-12)
    assert found[1] == pytest.approx(0.25 * (1 - 0.25 / c**2), abs=1e-12)
    found = updated(-30.0, 0.25, 30.0, 0.25, True, beta, margin)
    assert found[0] == pytest.approx(-30 + 0.25 / c * (60 / c - margin / c), abs=1e-12)
    assert found[1] == pytest.approx(0.25 * (1 - 0.25 / c**2), abs=1e-12)


@given(
    st.floats(-40, 40),
    st.floats(1e-6, 4),
    st.floats(-40, 40),
    st.floats(1e-6, 4),
    st.booleans(),
    st.floats(0.01, 1e4),
)
def test_variances_stay_positive_and_means_finite(
    mean: float, variance: float, other: float, spread: float, is_draw: bool, beta: float
) -> None:
    found = updated(mean, variance, other, spread, is_draw, beta, margin_of(beta))
    assert all(map(math.isfinite, found))
    assert 0 < found[1] <= variance * (1 + 1e-9)
    assert 0 < found[3] <= spread * (1 + 1e-9)
    if is_draw and mean < other:
        swapped = updated(other, spread, mean, variance, True, beta, margin_of(beta))
        # The chance of a draw is a small difference of chances where beta is small.
        assert swapped == pytest.approx((*found[2:], *found[:2]), rel=1e-7, abs=1e-9)


def shares(state: list[int], n: int) -> list[float]:
    """Numbers of xoshiro256++, as its definition says, of 53 bits."""
    found = []
    s0, s1, s2, s3 = state
    mask = (1 << 64) - 1
    for _ in range(n):
        total = (s0 + s3) & mask
        word = (((total << 23) | (total >> 41)) + s0) & mask
        moved = (s1 << 17) & mask
        s2, s3 = s2 ^ s0, s3 ^ s1
        s1, s0 = s1 ^ s2, s0 ^ s3
        s2 ^= moved
        s3 = ((s3 << 45) | (s3 >> 19)) & mask
        found.append((word >> 11) / (1 << 53))
    return found


def slow_run(rankings: Rankings, seed: int, number: int) -> list[float]:
    """One run by the words of its definition, over the list of judgments, systems by name."""
    order = sorted(range(len(rankings.systems)), key=lambda place: rankings.systems[place])
    n = len(rankings) + 1
    beta = 0.5 * n / 40
    state = np.random.SeedSequence(seed, spawn_key=(7, number)).generate_state(4, np.uint64)
    drawn = iter(shares(state.tolist(), 2 * n))
    skills = dict.fromkeys(order, (0.0, 0.25))
    found: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for winner, loser, kind in rankings.triples():
        found.setdefault((min(winner, loser), max(winner, loser)), []).append((winner, loser, kind))
    for _ in range(n):
        largest = max(skills[place][1] for place in order)
        a = [place for place in order if skills[place][1] == largest][-1]
        others = [
            place for place in order if place != a and (min(a, place), max(a, place)) in found
        ]
        weights = [math.exp(-abs(skills[a][0] - skills[place][0])) for place in others]
        goal, total, b = next(drawn) * sum(weights), 0.0, others[-1]
        for place, weight in zip(others, weights, strict=True):
            total += weight
            if goal < total:
                b = place
                break
        pair = found[min(a, b), max(a, b)]
        # The kernel draws among wins of the first, wins of the other one, ties.
        pair = sorted(pair, key=lambda one: 2 if one[2] else 0 if one[0] == a else 1)
        winner, loser, kind = pair[int(next(drawn) * len(pair))]
        if kind:
            winner, loser = a, b
        after = updated(*skills[winner], *skills[loser], bool(kind), beta, margin_of(beta))
        skills[winner], skills[loser] = after[:2], after[2:]
    return [skills[place][0] for place in range(len(rankings.systems))]


@st.composite
def rankings(draw: st.DrawFn) -> Rankings:
    labels = draw(st.permutations("ABCDE"))
    items = []
    for _ in range(draw(st.integers(1, 12))):
        named = draw(st.permutations(labels))[: draw(st.integers(2, 4))]
        items.append((0, [(draw(st.integers(1, 3)), [label]) for label in named]))
    return Rankings.of(labels, items)


@given(rankings(), st.integers(0, 3))
def test_a_run_is_what_its_definition_says(found: Rankings, seed: int) -> None:
    seen = {*found.winner.tolist(), *found.loser.tolist()}
    assume(len(seen) == len(found.systems))
    result = trueskill(found, runs=2, seed=seed, jobs=1)
    for number in range(2):
        assert result.runs[number] == pytest.approx(slow_run(found, seed, number), abs=1e-9)


def test_scores_do_not_depend_on_threads_or_the_order_of_systems(shared: Path) -> None:
    found = meta.read_rankings(judgments(shared))
    whole = trueskill(found, runs=12, jobs=1)
    assert (trueskill(found, runs=12, jobs=2).runs == whole.runs).all()
    assert (trueskill(found, runs=3).runs == whole.runs[:3]).all()
    mixed = [*CONLL14[5:], *CONLL14[:5]]
    moved = trueskill(found.of_systems(mixed), runs=2)
    assert moved.runs.tolist() == whole.runs[:2][:, [CONLL14.index(one) for one in mixed]].tolist()
    assert not (trueskill(found, runs=2, seed=1).runs == whole.runs[:2]).any()
    assert whole.spreads is not None
    assert (whole.spreads > 0.002).all()
    assert (whole.spreads < 0.05).all()


def test_two_long_runs_correlate_alike_with_a_metric(shared: Path) -> None:
    found = meta.read_rankings(judgments(shared))
    scores = golden(shared, "metrics_conll14")["metrics"]
    one, other = (trueskill(found, runs=40, seed=seed).scores for seed in (0, 1))
    assert np.abs(one - other).max() < 0.012
    n_compared = 0
    for metric in scores.values():
        values = metric["scores"]
        for value in [*values.values()] if isinstance(values, dict) else [values]:
            pair = [meta.pearson(human, value) for human in (one, other)]
            if None not in pair:
                assert abs(pair[0] - pair[1]) < 0.01  # type: ignore[operator]
                n_compared += 1
    assert n_compared >= 20
    # gec-metrics has the published means of the authors' 1,000 runs, in three digits.
    others = {key: row for key, row in golden(shared, "gec-metrics_conll14").items() if "|" in key}
    order = golden(shared, "gec-metrics_conll14")["note"].partition("systems: ")[2].split()
    places = [CONLL14.index(label) for label in order]
    wins = np.array(golden(shared, "human_conll14")["expected_wins"])
    assert len(others) == 3
    for row in others.values():
        skill, rounded = row["ts"], np.round(wins[places], 3)
        assert meta.pearson(one[places], skill["scores"]) == pytest.approx(
            skill["pearson"], abs=0.01
        )
        assert meta.spearman(one[places], skill["scores"]) == pytest.approx(skill["spearman"])
        pearson = meta.pearson(rounded, row["ew"]["scores"])
        assert pearson == pytest.approx(row["ew"]["pearson"], abs=1e-12)
    best = max(zip(one, CONLL14, strict=True))[1]
    assert best == "AMU"
    correlation = meta.pearson(one, wins)
    assert correlation is not None
    assert correlation > 0.97


def test_what_no_run_can_be_made_of_is_refused() -> None:
    found = Rankings.of("ABC", [(0, [(1, ["A"]), (2, ["B"])])])
    with pytest.raises(ValueError, match="rankings: no judgment of C"):
        trueskill(found, runs=1)
    with pytest.raises(ValueError, match="1 systems, expected 2 to 512"):
        trueskill(Rankings.of("A", [(0, [(1, ["A"])])]), runs=1)
    with pytest.raises(ValueError, match="runs 0: expected a whole number from 1"):
        trueskill(found, runs=0)
    one = np.zeros((2, 2), np.int64)
    states, means = np.zeros((1, WORDS), np.uint64), np.zeros((1, 2))
    cancel = np.zeros(1, np.int32)
    for wins, ties, first, last in (
        (one, np.array([[0, 1], [2, 0]]), 0, 1),
        (np.zeros((2, 3), np.int64), one, 0, 1),
        (np.eye(2, dtype=np.int64)[::-1].copy(), one, 0, 2),
        (np.eye(2, dtype=np.int64)[::-1].copy(), one, 1, 0),
    ):
        with pytest.raises(ValueError, match=r"expected|symmetric|runs|other shapes"):
            run_judgments(wins, ties, states, means, first, last, 5, 0.25, 1, 1, cancel)


def test_aggregates_are_what_their_definitions_say() -> None:
    generator = np.random.default_rng(5)
    scores = generator.integers(0, 4, (30, 5)) / 4
    assert aggregate(scores, "mean") == pytest.approx(scores.sum(axis=0) / 30, abs=1e-12)
    for a, found in enumerate(aggregate(scores, "wins")):
        total = 0.0
        for b in range(5):
            won, lost = (scores[:, a] > scores[:, b]).sum(), (scores[:, a] < scores[:, b]).sum()
            total += won / (won + lost) if a != b else 0.0
        assert found == pytest.approx(total / 4, abs=1e-12)
    skills = [(0.0, 0.25)] * 5
    for row in scores.tolist():
        for i in range(5):
            for j in range(i + 1, 5):
                winner, loser = (j, i) if row[j] > row[i] else (i, j)
                after = updated(
                    *skills[winner], *skills[loser], row[i] == row[j], 0.25, margin_of(0.25)
                )
                skills[winner], skills[loser] = after[:2], after[2:]
    assert aggregate(scores, "trueskill") == pytest.approx([one[0] for one in skills], abs=1e-12)
    for bad in (np.zeros((0, 3)), np.zeros((3, 1)), np.zeros(3), np.full((2, 2), np.inf)):
        with pytest.raises(ValueError, match="expected"):
            aggregate(bad, "wins")
    with pytest.raises(ValueError, match="aggregate 'corpus': expected mean, wins or trueskill"):
        aggregate(scores, "corpus")
