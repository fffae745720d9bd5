"""Equality with our own small goldens (tests/data), which the slow oracle made."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from commands import DATA
from fastgec import Gold, m2

PARAMETERS = [
    (release, u, is_folded)
    for release in m2.RELEASES
    for u in range(4)
    for is_folded in (False, True)
]


@cache
def golden() -> dict[str, Any]:
    content: dict[str, Any] = json.loads((DATA / "small.json").read_text(encoding="utf-8"))
    return content


@cache
def gold() -> Gold:
    return Gold.read(DATA / "small.m2")


def run_of(release: str, u: int, is_folded: bool) -> dict[str, Any]:
    [run] = [
        run
        for run in golden()["runs"]
        if (run["release"], run["max_unchanged_words"], run["ignore_whitespace_casing"])
        == (release, u, is_folded)
    ]
    found: dict[str, Any] = run
    return found


def test_there_is_a_run_for_every_parameter() -> None:
    assert len(golden()["runs"]) == len(PARAMETERS) == 16
    assert list(golden()["parts"]) == ["hand", "tiny", "natural", "careful", "bold"]
    assert len(gold()) == len(golden()["annotators"]) == golden()["parts"]["bold"][1] > 300


@pytest.mark.filterwarnings("ignore:.*lack the final punctuation")  # words are exchanged at random
@pytest.mark.parametrize(("release", "u", "is_folded"), PARAMETERS)
def test_counts_and_scores_are_those_of_the_oracle(release: str, u: int, is_folded: bool) -> None:
    run = run_of(release, u, is_folded)
    counts = m2.count(
        DATA / "small.hyp",
        gold(),
        release=release,
        max_unchanged_words=u,
        ignore_whitespace_casing=is_folded,
    )
    offsets = counts.offsets.tolist()
    for s in range(len(gold())):
        rows = slice(offsets[s], offsets[s + 1])
        assert counts.labels[rows].tolist() == golden()["annotators"][s], s
        assert counts.table[rows].tolist() == run["counts"][s], s
    assert list(run["scores"]) == list(golden()["parts"])
    for part, (first, last) in golden()["parts"].items():
        assert list(run["scores"][part]) == ["0.5", "1.0", "2.0"]
        for beta, (precision, recall, f, *totals) in run["scores"][part].items():
            score = m2.score_counts(counts.sentences(first, last), beta=float(beta))
            assert [score.correct, score.proposed, score.gold] == totals, (part, beta)
            assert (score.precision, score.recall, score.f) == (precision, recall, f)


def test_cases_checked_by_hand_have_the_counts_written_beside_them() -> None:
    assert len(golden()["hand"]) >= 20
    for case in golden()["hand"]:
        run = run_of(case["release"], 2, False)
        assert run["counts"][case["sentence"]][0] == case["expected"], case["why"]


def test_make_small_writes_the_same_bytes(tmp_path: Path, samples: Path) -> None:
    main: Callable[[Path, Path], None] = runpy.run_path(str(DATA / "make_small.py"))["main"]
    main(samples, tmp_path)
    for name in ("small.m2", "small.hyp", "small.json"):
        assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes(), name
