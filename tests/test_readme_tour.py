"""The README's tour: its commands print what it shows, on the sample data."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from fastgec.cli import main
from fastgec.cli.demo import SAMPLES

README = Path(__file__).resolve().parent.parent / "README.md"


def blocks() -> list[tuple[str, str]]:
    """Return command and output of each console block between the marks of the tour."""
    text = README.read_text(encoding="utf-8")
    tour = text.partition("<!-- tour -->")[2].partition("<!-- end of tour -->")[0]
    found = []
    for block in tour.split("```console\n$ ")[1:]:
        command, _, output = block.partition("```")[0].partition("\n")
        found.append((command, output))
    return found


def test_there_is_a_tour() -> None:
    assert len(blocks()) >= 5


@pytest.mark.parametrize(("command", "output"), blocks())
def test_the_tour_is_what_one_sees(
    command: str,
    output: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(SAMPLES)
    program, *arguments = shlex.split(command)
    assert program == "fastgec"
    status = main(arguments)
    captured = capsys.readouterr()
    assert captured.err + captured.out == output
    assert status == (3 if captured.err else 0)
