"""Where a plain run of `fastgec m2` ends: what it says itself, and what the general run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import Here, called
from fastgec.cli import main
from fastgec.diagnostics import SHIFTED_IN_A_ROW
from fastgec.diagnostics.inputs import (
    Benchmark,
    Diagnostics,
    TextFlags,
    beginning,
    input_warnings,
    runs_of,
)
from fastgec.metrics import plain
from search_plain import done_plainly

Patch = pytest.MonkeyPatch


@given(
    votes=st.lists(st.integers(-2, 2), min_size=200, max_size=200),
    n_votes=st.integers(0, 9),
    draw=st.randoms(use_true_random=False),
)
def test_few_sentences_that_fit_another_source_are_no_shift(
    votes: list[int], n_votes: int, draw: random.Random
) -> None:
    import numpy as np

    for place in draw.sample(range(200), 200 - n_votes):
        votes[place] = 0
    diagnostics = Diagnostics(1)
    runs = runs_of(np.array(votes, np.int8), np.array(votes) == 0, 0)
    diagnostics.systems[0].add(TextFlags("x", 200, 200, [200] + [0] * 17, n_votes, runs, {}))
    if input_warnings(diagnostics):
        assert sum(vote != 0 for vote in votes) >= SHIFTED_IN_A_ROW


# What it leaves


LEFT = {  # what takes the place of the last of 3,000 sentences of gold: itself, and its output
    "an edit past the end": ("S a b\nA 7 8|||R|||c|||||||||0\n\n", "c b\n"),
    "a joined source": ("S a b\nS a\nA 0 1|||R|||c|||||||||0\n\n", "c b\nc\n"),
    "a bad line": ("S a b\nwhat is this\n\n", "a b\n"),
    "invalid UTF-8": ("S a \udcff\n\n", "a b\n"),
    "a line too few": ("S a b\n\n", ""),
    "a line too many": ("S a b\n\n", "a b\na\n"),
    "empty lines": (
        "S a b\n\n" + "S it is what it is , is it ?\n\n" * 200,
        "\n" * 201,
    ),
}


@pytest.mark.parametrize("beta", [0.5, 3])
@pytest.mark.parametrize("name", LEFT)
def test_what_is_left_is_done_by_the_general_run(
    here: Here, name: str, beta: float, capsys: pytest.CaptureFixture[str]
) -> None:
    draw = random.Random(22)
    edit = "A {0} {0}|||R|||{1}|||||||||{2}\n"
    edits = [edit.format(0, "b", 0), edit.format(1, "d", 0) + edit.format(1, "c", 3), ""]
    gold = "".join(f"S a b c\n{draw.choice(edits)}\n" for _ in range(2999))
    output = "".join(draw.choice(["b a b c\n", "a c b c\n", "a b c\n"]) for _ in range(2999))
    last, line = LEFT[name]
    text = (gold + last).encode(errors="surrogateescape")
    (here.folder / "gold.m2").write_bytes(text)
    (here.folder / "out.txt").write_text(output + line)
    words = ["m2", "out.txt", "gold.m2", *([] if beta == 0.5 else ["--beta", str(beta)])]
    assert not done_plainly([*words, "-j", "1"])
    assert capsys.readouterr() == ("", "")
    done = called([*words, "-f", "classic"])
    assert done == called(words)
    assert main([*words, "-j", "1"], ready=lambda: None) == done.status
    assert capsys.readouterr() == (done.stdout, done.stderr)


def test_corrections_that_annotators_made_are_no_signs(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    block = "S He said , no {} .\nA 1 3|||R|||said,|||REQUIRED|||-NONE-|||0\n\n"
    Path("gold.m2").write_text("".join(block.format("way " * 5) for _ in range(6000)))
    Path("out.txt").write_text("He said, no way way way way way .\n" * 6000)
    words = ["m2", "out.txt", "gold.m2", "-j", "1"]
    assert not done_plainly(words)
    for more in ([], ["-f", "table"]):
        assert main([*words, *more, "--strict"], ready=lambda: None) == 0
        assert capsys.readouterr().err == ""
    Path("gold.m2").write_text(
        "".join(block.format("way " * 5).replace("said,", "tells") for _ in range(6000))
    )
    for more in ([], ["-f", "table"]):
        assert main([*words, *more], ready=lambda: None) == 0
        assert "6000 of 6000 sentences are not tokenized" in capsys.readouterr().err


def test_public_gold_is_told_of_where_its_end_is_left(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, output = tmp_path / "gold.m2", tmp_path / "out.txt"
    edit = "A {0} {0}|||R|||b|||||||||0\n"
    gold.write_text(f"S a\n{edit.format(0)}\n" * 2000 + f"S a\n{edit.format(7)}\n")
    output.write_text("a\n" * 2001)
    known = Benchmark("gold A", 2001, 2000, beginning("aaa"), "A says B", confused=("m2",))
    monkeypatch.setattr("fastgec.diagnostics.inputs.BENCHMARKS", (known,))
    arguments = ["m2", str(output), str(gold)]
    assert main(arguments) == 0
    done = capsys.readouterr()
    assert done.err.endswith("note: the gold is gold A: A says B\n")
    assert main(arguments, ready=lambda: None) == 0
    assert capsys.readouterr() == done


def test_public_gold_is_told_of_without_numpy(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, output = tmp_path / "gold.m2", tmp_path / "out.txt"
    sources = ["x  y", "\u00e9" * 5000, "z"]
    gold.write_text("".join(f"S {source}\r\nA 0 1|||R|||b|||||||||0\r\n\r\n" for source in sources))
    output.write_text("".join(f"{source}\n" for source in sources))
    begins = beginning(["x y", "\u00e9" * 2000, "z"])
    known = (Benchmark("gold A", 3, 3, begins, "A says B", confused=("m2",)),)
    monkeypatch.setattr("fastgec.diagnostics.inputs.BENCHMARKS", known)
    monkeypatch.setattr(plain, "REMARKABLE", {(3, 3)})
    arguments = ["m2", str(output), str(gold)]
    assert done_plainly(arguments)
    done = capsys.readouterr()
    assert done.err == "note: the gold is gold A: A says B\n"
    assert main(arguments) == 0
    assert capsys.readouterr() == done


def test_another_beta_than_a_benchmarks_is_told_of_without_numpy(
    tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, output = tmp_path / "gold.m2", tmp_path / "out.txt"
    gold.write_text("S a\nA 0 1|||R|||b|||||||||0\n\n")
    output.write_text("a\n")
    known = Benchmark("gold A", 1, 1, beginning("a"), "A says B", "m2", {"beta": plain.BETA})
    monkeypatch.setattr("fastgec.diagnostics.inputs.BENCHMARKS", (known,))
    monkeypatch.setattr(plain, "OF_BETA", {(1, 1)})
    for beta, note in (("0.5", ""), ("1", "note: the gold is gold A: A says B\n")):
        arguments = ["m2", "--beta", beta, str(output), str(gold)]
        assert done_plainly(arguments)
        done = capsys.readouterr()
        assert done.err == note
        assert main(arguments) == 0
        assert capsys.readouterr() == done
