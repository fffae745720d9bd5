"""The comparison with other scorers runs, and says what it cannot run."""

from __future__ import annotations

import pytest

import peers


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
