"""Short versions of the searches for faults, and of the comparison with other scorers.

They are programs of bench/ and tests/faults: each runs, finds nothing, and says what it finds.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import numpy as np
import pytest

import peers
import search_entry_points
import soak
from cases import Options
from entry_points_case import OPTIONS, DifferenceError, require_equal
from faults.leaks import MAY_GROW, growths


def test_a_short_soak_finds_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--cases", "8000", "--seed", "7"]) == 0
    assert capsys.readouterr().out.endswith(" cases, no difference\n")


def test_a_difference_ends_it_with_the_smallest_case(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    regions_of = soak.regions_of

    def wrong_where_seven_is(
        cases: list[soak.Texts], order: int, *, absent: bool, trim: bool
    ) -> object:
        table = regions_of(cases, order, absent=absent, trim=trim)
        return table + (trim and any(7 in case[1] for case in cases))

    monkeypatch.setattr(soak, "regions_of", wrong_where_seven_is)
    assert soak.main(["--only", "ngrams", "--minutes", "1"]) == 1
    assert capsys.readouterr().out.endswith("\n((), (7,), ())\n")


def test_a_difference_of_maxmatch_is_made_small_too(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = soak.counts

    def wrong_where_edits_are(
        cases: list[soak.Case], options: Options, *, choice: str
    ) -> tuple[object, object]:
        table, ways = counts(cases, options, choice=choice)
        return table + np.array([0, 1, 0]) * (table[:, 1:2] > 0), ways

    monkeypatch.setattr(soak, "counts", wrong_where_edits_are)
    with pytest.raises(soak.DifferenceError) as caught:
        soak.check_oracle(soak.random.Random(1))
    options, *texts = str(caught.value).splitlines()
    assert options.startswith("Options(")
    assert len(texts) == 2  # a source and a hypothesis, one of them a word; no gold
    assert str(texts).count("(nothing)") == 1


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or bool(os.environ.get("LD_PRELOAD")),
    reason="reads /proc; sanitizers keep what is freed",
)
def test_memory_is_flat_over_many_sentences_and_refusals() -> None:
    for name, (before, after) in growths(4000).items():
        assert after - before <= MAY_GROW, name


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")  # of texts that are drawn
def test_all_entry_points_give_one_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
    monkeypatch.chdir(tmp_path)
    names = {
        search_entry_points.compare(random.Random(f"doors {number}"))[0] for number in range(20)
    }
    assert len(names) > len(OPTIONS) // 2


def test_a_difference_is_one() -> None:
    with pytest.raises(DifferenceError, match="an entry point:\nfound    1\nexpected 2"):
        require_equal("an entry point", 1, 2)


def test_peers_take_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "ROUNDS", 1)
    monkeypatch.setattr(peers, "FASTGEC", {"fastgec m2": "m2 {hypothesis} {gold}"})
    named = ["--peer", "last=tail -n 1 {source}", "--peer", "wc=wc -w {hypothesis} {reference}"]
    peers.main(["--sentences", "9", "--tokens", "3", *named])
    shown = capsys.readouterr().out
    for corpus in ("seeded-9-0.1-5to40: 9 sentences", "seeded-5000-0.1-3to3: 5000 sentences"):
        table = shown.partition(corpus)[2].splitlines()[1:4]
        assert [line[2:18].rstrip() for line in table] == ["fastgec m2", "last", "wc"]
        assert table[-1].endswith(" total")


def test_peers_that_do_not_run_are_told() -> None:
    with pytest.raises(SystemExit, match=r"^--peer 'nothing', expected NAME=COMMAND$"):
        peers.scorers_of(["nothing"])
    with pytest.raises(SystemExit, match=r"^no-such-scorer: no such program$"):
        peers.last_line(["no-such-scorer", "gold.m2"])
    with pytest.raises(SystemExit, match=r"^false\nended with 1$"):
        peers.last_line(["false"])
