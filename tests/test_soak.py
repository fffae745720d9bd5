"""The soak runs, and what it is there for it finds."""

from __future__ import annotations

import numpy as np
import pytest

import soak
from cases import Options


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
