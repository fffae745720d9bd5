"""All systems against each other: the same tests as against a base, groups, and what is shown."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastgec.cli.options
from commands import Call
from fastgec import References, study
from fastgec.cli.texts import SAMPLES
from fastgec.show import comparisons
from fastgec.show.comparisons import letter, letters_of
from fastgec.study import comparison
from fastgec.study.comparison import AllPairs, Pair, least_p, resamples_for, too_few
from fastgec.study.resampling import Resampled, Sample, exchanged_totals
from fastgec.values import is_least, shown_p

NAMES = ["bold.txt", "careful.txt", "source.txt", "ref0.txt"]
TEXTS = References(SAMPLES / "source.txt", [SAMPLES / "ref0.txt", SAMPLES / "ref1.txt"])
GREEN = ["--metric", "green", "-s", "source.txt", "-r", "ref0.txt", "ref1.txt"]


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)


@pytest.mark.parametrize("metric", ["m2", "green", "gleu"])
def test_a_pair_is_tested_as_a_system_against_a_base(metric: str) -> None:
    gold: Any = "gold.m2" if metric == "m2" else TEXTS
    found = study.compare_all(metric, NAMES, gold, resamples=120, seed=3)
    assert [(pair.first, pair.second) for pair in found.pairs] == list(combinations(range(4), 2))
    for pair in found.pairs:
        one, other = NAMES[pair.first], NAMES[pair.second]
        (alone,) = study.compare(metric, other, [one], gold, resamples=120, seed=3)
        assert (pair.difference, pair.interval) == (alone.difference, alone.interval)
        assert (pair.p_bootstrap, pair.p_randomization) == (
            alone.p_bootstrap,
            alone.p_randomization,
        )
    assert [pair.p_bootstrap_holm for pair in found.pairs] == study.holm(
        [pair.p_bootstrap for pair in found.pairs]
    )
    assert [pair.p_randomization_holm for pair in found.pairs] == study.holm(
        [pair.p_randomization for pair in found.pairs]
    )
    assert study.compare_all(metric, NAMES, gold, resamples=120, seed=3, jobs=1) == found


@given(
    st.integers(2, 7).flatmap(
        lambda n: st.tuples(
            st.lists(st.integers(0, 5), min_size=n, max_size=n),
            st.lists(st.booleans(), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2),
        )
    )
)
def test_systems_can_be_told_apart_if_they_have_no_group_in_common(
    drawn: tuple[list[int], list[bool]],
) -> None:
    scores, apart = drawn
    pairs = tuple(
        Pair(one, other, 0.0, (0.0, 0.0), *[0.01 if is_apart else 0.5] * 4)
        for (one, other), is_apart in zip(combinations(range(len(scores)), 2), apart, strict=True)
    )
    found = AllPairs(tuple(score / 5 for score in scores), pairs, 0.05, 999)
    groups = [set(group) for group in found.groups]
    for pair in pairs:
        together = any({pair.first, pair.second} <= group for group in groups)
        assert together != found.is_told_apart(pair)
    assert set().union(*groups) == set(range(len(scores)))
    for one, other in combinations(groups, 2):  # none is part of another, or there twice
        assert not one <= other
        assert not other <= one
    for group in found.groups:
        assert [scores[number] for number in group] == sorted(
            (scores[number] for number in group), reverse=True
        )


def test_correction_leaves_room_for_a_difference() -> None:
    assert [resamples_for(n, 0.05) for n in (1, 21, 28, 78, 120)] == [1000, 1000, 2000, 4000, 5000]
    for n in range(1, 1800, 7):
        for level in (0.05, 0.01):
            assert least_p(resamples_for(n, level), n) <= level / 2
            assert not too_few(resamples_for(n, level), n, level)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(ValueError, match="1 systems, expected at least 2"):
        study.compare_all("m2", NAMES[:1], "gold.m2")
    with pytest.raises(ValueError, match="level 2: expected a number between 0 and 1"):
        study.compare_all("m2", NAMES, "gold.m2", level=2)
    with pytest.raises(ValueError, match="resamples 0: expected a whole number from 1"):
        study.compare_all("m2", NAMES, "gold.m2", resamples=0)
    with pytest.raises(TypeError, match="gold: References"):
        study.compare_all("m2", NAMES, TEXTS)


# Early stopping


@given(
    seed=st.integers(0, 2**32),
    n=st.integers(1, 300),
    stop_after=st.integers(1, 30),
    numbers=st.sampled_from([1, 40, 1 << 22]),
)
def test_tests_stop_as_a_plain_loop_does(seed: int, n: int, stop_after: int, numbers: int) -> None:
    """Besag and Clifford (1991), resample after resample, whatever is made at once."""
    generator = np.random.default_rng(seed)
    tables = generator.integers(0, 3, (4, 12, 2)) + 1
    tables[1] = tables[0]
    samples = [Sample(table, np.arange(12), None) for table in tables]

    def score(totals: Any) -> Any:
        return (totals[..., 0] / totals[..., 1])[..., None]

    scores = [float(score(table.sum(axis=0))[0]) for table in tables]
    pairs = list(combinations(range(4), 2))
    swapped = exchanged_totals(samples, pairs, n=n, seed=seed % 1000)
    plain = []
    for (one, other), first, second in zip(pairs, *swapped, strict=True):
        far = made = 0
        while made < n and far < stop_after:
            difference = float((score(first[made]) - score(second[made]))[0])
            far += abs(difference) >= abs(scores[one] - scores[other]) * (1 - 1e-12)
            made += 1
        p = far / made if far == stop_after else (far + 1) / (made + 1)
        plain.append((p, made))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "STOP_AFTER", stop_after)
        patch.setattr(comparison, "NUMBERS", numbers)
        drawn = Resampled(samples, seed=seed % 1000)
        found = comparison.compare_all_samples(
            drawn, scores, score, n=n, seed=seed % 1000, stop_early=True
        )
    assert [pair.p_randomization for pair in found.pairs] == [p for p, _ in plain]
    for pair, (_, made) in zip(found.pairs, plain, strict=True):
        assert pair.resamples == (n if pair.first == 0 and pair.second == 1 else made)
    assert found.stop_after == stop_after


def test_p_of_a_stopped_test_is_not_too_small_where_the_null_is_true() -> None:
    """Two systems that are one, exchanged at random: p <= a in no more than a share a of cases."""
    generator = np.random.default_rng(5)
    ps = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "STOP_AFTER", 5)
        for number in range(150):
            both = generator.normal(size=(40, 2))
            samples = [Sample(column[:, None].copy(), np.arange(40), None) for column in both.T]
            found = comparison.compare_all_samples(
                Resampled(samples, seed=number),
                [float(both[:, 0].mean()), float(both[:, 1].mean())],
                lambda totals: totals / 40,
                n=60,
                seed=number,
                stop_early=True,
            )
            ps.append(found.pairs[0].p_randomization)
    for level in (0.05, 0.1, 0.3, 0.5):
        share = np.mean(np.array(ps) <= level)
        assert share <= level + 4 * (level * (1 - level) / len(ps)) ** 0.5
    assert np.mean(np.array(ps) <= 0.5) > 0.4


def test_stopping_early_is_named(call: Call) -> None:
    start = ["compare", "--all", *NAMES, "--gold", "gold.m2"]
    done = call([*start, "--stop-early", "--signature"])
    assert "stopped once 100 are as extreme (Besag and Clifford, 1991)" in " ".join(
        done.stdout.split()
    )
    assert "|stop_early:100|" in done.stdout.replace("\n", "")
    document = json.loads(call([*start, "--stop-early", "-f", "json"]).stdout)
    whole = json.loads(call([*start, "-f", "json"]).stdout)
    assert document["stop_early"] == {"rule": "Besag and Clifford, 1991", "extreme": 100}
    assert "stop_early" not in whole
    assert "resamples" not in whole["pairs"][0]
    assert "|stop_early:100|" in document["signature"]
    for pair, full in zip(document["pairs"], whole["pairs"], strict=True):
        assert pair["p_bootstrap"] == full["p_bootstrap"]
        if pair["resamples"] == 1000:
            assert pair["p_randomization"] == full["p_randomization"]
        else:
            assert pair["p_randomization"] == 100 / pair["resamples"]
    head, *_ = call([*start, "--stop-early", "-f", "tsv"]).stdout.splitlines()
    assert head.endswith("\ttold_apart\tresamples")
    assert "Besag" in call([*start, "--stop-early", "--cite"]).stdout
    refused = call(["compare", *NAMES, "--gold", "gold.m2", "--stop-early"])
    assert refused.status == 2
    assert refused.stderr.endswith("error: --stop-early requires --all\n")


def test_long_work_is_estimated(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    start = ["compare", "--all", *NAMES, "--gold", "gold.m2"]
    assert call(start).stderr == ""
    monkeypatch.setattr(fastgec.cli.options, "LONG", 0.0)
    line = r"note: the tests of 6 pairs take about \d+ s"
    assert re.fullmatch(rf"{line}; --stop-early shortens them\n", call(start).stderr)
    assert re.fullmatch(rf"{line} at most\n", call([*start, "--stop-early"]).stderr)
    assert call([*start, "--quiet"]).stderr == ""


MATRIX = """\
System        F0.5   Group        1        2        3         4
───────────────────────────────────────────────────────────────
1 ref0      100.00   a            ·   +13.64   +28.88   +100.00
2 careful    86.36   b       <0.006        ·   +15.24    +86.36
3 bold       71.12   b       <0.006   0.0669        ·    +71.12
4 source      0.00   c       <0.006   <0.006   <0.006         ·

Above the diagonal: difference of M2 F0.5 in points, row less column. Below: p
of approximate randomization (two-sided, 1,000 resamples, seed 0), corrected by
Holm's method for 6 pairs: the p to report. <0.006: smallest p possible with
1,000 resamples and 6 comparisons.

Systems that share a letter cannot be told apart at level 0.05; all others can.

"""


def test_the_matrix_is_golden(call: Call) -> None:
    done = call(["compare", "--all", *NAMES, "--gold", "gold.m2"])
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.startswith(MATRIX)
    assert "The paired bootstrap disagrees for bold vs. careful (p = 0.0450)." in done.stdout


def test_a_table_of_many_systems_has_neighbours_only(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparisons, "MOST_IN_MATRIX", len(NAMES) - 1)
    start = ["compare", "--all", *NAMES, "--gold", "gold.m2"]
    lines = call([*start, "-f", "markdown"]).stdout.splitlines()
    rows = [[cell.strip(" *\\") for cell in line.strip("|").split("|")] for line in lines[2:6]]
    whole = [line.split() for line in MATRIX.splitlines()[2:6]]
    for rank, (row, other) in enumerate(zip(rows, whole, strict=True)):
        assert row[:3] == [" ".join(other[:2]), *other[2:4]]
        if rank < 3:  # above the diagonal, and below it in the next row
            assert row[3:] == [other[5 + rank], whole[rank + 1][4 + rank]]
    assert rows[3][3:] == ["", ""]
    assert "-f csv and -f json have all 6 pairs." in lines


def test_formats_hold_the_same_numbers(call: Call) -> None:
    start = ["compare", "--all", "--resamples=200", *NAMES, *GREEN, "-b", "2"]
    document = json.loads(call([*start, "-f", "json"]).stdout)
    assert [one["system"] for one in document["systems"]] == [
        one for group in [sorted(NAMES, key=lambda n: -score(document, n))] for one in group
    ]
    assert document["report"] == "p_randomization_holm"
    lines = [line.split("\t") for line in call([*start, "-f", "tsv"]).stdout.splitlines()]
    assert len(lines) == 7
    for line, pair in zip(lines[1:], document["pairs"], strict=True):
        row = dict(zip(lines[0], line, strict=True))
        assert (row["system"], row["other"]) == (pair["system"], pair["other"])
        assert float(row["difference"]) == pair["difference"]
        assert float(row["p_randomization_holm"]) == pair["p_randomization_holm"]
        assert row["told_apart"] == ("yes" if pair["told_apart"] else "no")
        assert float(row["f"]) == score(document, pair["system"])
        assert float(row["f_other"]) == score(document, pair["other"])
    assert call([*start, "-f", "csv"]).stdout == call([*start, "-f", "tsv"]).stdout.replace(
        "\t", ","
    )
    signed = call([*start, "-f", "markdown", "--signature"]).stdout
    assert signed.splitlines()[-1] == f"`{document['signature']}`"
    assert "|level:0.05|correction:holm|pairs:6|" in document["signature"]


def score(document: Any, name: str) -> float:
    return next(float(one["f"]) for one in document["systems"] if one["system"] == name)


def test_too_few_resamples_are_said(call: Call) -> None:
    for arguments, of, least in (
        (["--all", "--level=0.05"], " for 6 comparisons", 6),
        (["--holm", "--level=0.02"], " for 3 comparisons", 3),
        (["-f", "csv", "--level=0.009"], "", 1),
    ):
        start = ["compare", "--resamples=99", *NAMES, "--gold", "gold.m2", *arguments]
        done = call(start)
        assert done.status == 0
        assert done.stderr == (
            f"warning: 99 resamples{of} give no p below {least / 100:g}, so nothing is significant "
            f"at level {arguments[-1].removeprefix('--level=')}\n"
        )
        refused = call([*start, "--strict"])
        assert (refused.status, refused.stdout) == (1, "")
    assert call(["compare", "--resamples=99", *NAMES, "--gold", "gold.m2"]).stderr == ""


@given(st.integers(1, 60), st.lists(st.integers(0, 60), min_size=1, max_size=30))
def test_no_corrected_p_is_below_the_smallest(n: int, counts: list[int]) -> None:
    """Also of tests whose own p is larger: the step-down method raises them to the smallest."""
    p_values = [(min(count, n) + 1) / (n + 1) for count in counts]
    least = least_p(n, len(counts))
    corrected = study.holm(p_values)
    assert all(p >= least * (1 - 1e-12) for p in corrected)
    assert is_least(min(corrected), least) == (min(counts) == 0 and least < 1)
    for p in corrected:
        shown = shown_p(p, least=least)
        assert shown.startswith(("<", "≤")) == is_least(p, least)
        if is_least(p, least):
            bound = float(shown[1:])
            assert p < bound if shown[0] == "<" else p == pytest.approx(bound, rel=1e-12)
            assert (bound <= 0.05) == (p <= 0.05)


def test_too_few_resamples_make_no_groups(call: Call) -> None:
    """One letter for all would read as a result."""
    start = ["compare", "--all", "--resamples=20", *NAMES, "--gold", "gold.m2"]
    few = "20 resamples for 6 comparisons give no p below 0.286, so nothing is significant at level"
    done = call(start)
    assert (done.status, done.stderr) == (0, f"warning: {few} 0.05\n")
    heading, _, *rows = done.stdout.splitlines()[:6]
    assert heading.split() == ["System", "F0.5", "1", "2", "3", "4"]
    assert all(row.split()[3] in ("·", "<0.29", "1.0000") or float(row.split()[3]) for row in rows)
    assert "No groups: " in done.stdout
    assert "share a letter" not in done.stdout
    assert "bootstrap disagrees" not in done.stdout
    document = json.loads(call([*start, "-f", "json"]).stdout)
    assert document["groups"] == []
    assert {one["groups"] for one in document["systems"]} == {""}
    with pytest.warns(fastgec.InputWarning, match=f"^{few} 0.05$"):
        found = study.compare_all("m2", NAMES, "gold.m2", resamples=20)
    assert found.groups == []
    assert "M2 F0.5" in found._repr_html_()
    assert f"Significant at {found.level:g}" in found._repr_html_()
    assert "&lt;0.29" in found._repr_html_()


def test_the_base_may_be_among_the_others(call: Call) -> None:
    start = ["compare", "--resamples=20", "--gold", "gold.m2", "bold.txt"]
    expected = call([*start, "careful.txt", "source.txt"])
    with_base = call([*start, "careful.txt", "bold.txt", "./bold.txt", "source.txt"])
    assert with_base.stdout == expected.stdout
    assert with_base.stderr == "note: bold.txt is the base, and is left out of the others\n"
    quiet = call([*start, "careful.txt", "bold.txt", "source.txt", "-q"])
    assert (quiet.stdout, quiet.stderr) == (expected.stdout, "")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["careful.txt"], "Report the p of approximate randomization (two-sided, 50"),
        (["careful.txt", "source.txt"], "2 systems were compared, and p is not corrected"),
        (["careful.txt", "source.txt", "--holm"], "corrected by Holm's method for 2 comparisons"),
    ],
)
def test_compare_says_which_p_to_report(arguments: list[str], expected: str, call: Call) -> None:
    start = ["compare", "--resamples=50", "bold.txt", *arguments, "--gold", "gold.m2"]
    done = call(start)
    assert expected in " ".join(done.stdout.split())
    document = json.loads(call([*start, "-f", "json"]).stdout)
    wanted = "p_randomization_holm" if "--holm" in arguments else "p_randomization"
    assert document["report"] == wanted
    assert all(system[wanted] is not None for system in document["systems"])


def test_real_systems_make_the_groups_of_their_matrix(shared: Path) -> None:
    folder = shared / "data" / "gmeg-fce"
    texts = References(folder / "source.txt", [folder / f"ref{k}.txt" for k in range(4)])
    systems = sorted((folder / "systems").glob("*.txt"))
    found = study.compare_all("green", systems, texts)
    names = [[systems[number].stem for number in group] for group in found.groups]
    assert names == [
        ["marian"],
        ["lstm", "lstm-r"],
        ["lstm-r", "transformer"],
        ["transformer", "nus"],
        ["amu"],
    ]


def test_groups_have_letters() -> None:
    assert [letter(number) for number in (0, 1, 25, 26, 27)] == ["a", "b", "z", "aa", "ab"]
    assert letters_of(range(22, 30)) == "w-ad"
    assert letters_of([1, 2, 5, 26, 27, 99]) == "b c f aa ab cv"
