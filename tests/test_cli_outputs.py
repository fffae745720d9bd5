"""Outputs beside the scores: never over an input, never half, always what was judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Call, Here, Run
from fastgec.cli.texts import SAMPLES
from fastgec.show import progress

GOLD = "S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "gold.m2").write_text(GOLD)
    for name in ("x.jsonl", "y.txt"):
        (tmp_path / name).write_text("c b\n")
    return tmp_path


def refused(here: Here, *arguments: str | bytes | Path) -> str:
    done = here(*arguments)
    assert (done.status, done.stdout) == (2, "")
    return done.stderr.splitlines()[-1].partition("error: ")[2]


def test_a_link_that_points_to_itself_is_replaced(here: Here, folder: Path) -> None:
    for option, name in (
        ("--sentences", "a.jsonl"),
        ("--edits", "b.jsonl"),
        ("--counts-out", "c.npz"),
    ):
        (folder / name).symlink_to(name)
        done = here("m2", option, name, "y.txt", "gold.m2")
        assert (done.status, done.stderr) == (0, "")
        assert (folder / name).is_file()


def test_a_system_named_twice_is_told(here: Here, folder: Path) -> None:
    done = here("m2", "-f", "tsv", "y.txt", "x.jsonl", "y.txt", "gold.m2")
    assert (done.status, done.stderr) == (0, "warning: y.txt is named 2 times\n")
    columns = ("-s", "y.txt", "-r", "x.jsonl", "-c", "y.txt", "y.txt")
    assert here("green", *columns).stderr == here("gleu", *columns).stderr == done.stderr
    assert here("green", "--quiet", *columns).stderr == ""


def test_names_that_are_no_text_leave_json_readable(run: Run, folder: Path) -> None:
    name = b"bad\xff.txt"
    with open(bytes(folder) + b"/" + name, "w") as file:  # noqa: PTH123
        file.write("c b\nd\n")
    (folder / "y.txt").write_text("a b\nd\n")
    with (folder / "gold.m2").open("a") as gold:
        gold.write("\nS d\n")
    for arguments in (
        ("compare", "-f", "json", "y.txt", name, "--gold", "gold.m2"),
        ("check", "--json", "--parallel", "y.txt", name),
    ):
        assert json.loads(run(*arguments).stdout)["command"] == arguments[0]


def test_a_line_end_in_a_name_stays_inside_a_latex_comment(here: Here, folder: Path) -> None:
    for name, text in (("y.txt", "c b\nd\n"), ("new\nline.txt", "a b\nd\n")):
        (folder / name).write_text(text)
    with (folder / "gold.m2").open("a") as gold:
        gold.write("\nS d\n")
    done = here("compare", "-f", "latex", "y.txt", "new\nline.txt", "--gold", "gold.m2")
    after = done.stdout.partition("\\end{tabular}\n")[2].splitlines()
    assert after
    assert all(line.startswith("%") for line in after)


def test_mean_scores_are_judged_where_they_are_shown(here: Here, samples: Path) -> None:
    columns = ("-s", samples / "source.txt", "-r", samples / "ref0.txt", samples / "ref1.txt")
    bold = samples / "bold.txt"
    done = here("green", "--fail-under", "0.99", "--mean", *columns, "-c", bold)
    assert done.status == 3
    [shown] = done.stdout.splitlines()[-1:]
    judged = float(done.stderr.partition(" is ")[2].partition(",")[0])
    assert f"{100 * judged:.2f}" == shown.split("\t")[-1]


def test_a_dash_is_standard_output_of_convert(here: Here, folder: Path) -> None:
    done = here("convert", "-s", "y.txt", "-r", "x.jsonl", "-o", "-")
    assert done.stdout.startswith("S c b\n")
    assert not (folder / "-").exists()
    assert refused(here, "convert", "gold.m2", "--source-out", "-") == (
        "standard output (-): expected a file for each text"
    )


def test_edits_that_the_ceiling_cannot_make_are_told(here: Here, folder: Path) -> None:
    (folder / "two.m2").write_text(
        "S a b\nA 0 1|||R|||x|||R|||N|||0\nA 0 2|||R|||z|||R|||N|||0\nA 0 1|||R|||x|||R|||N|||1\n"
    )
    done = here("m2", "--ceiling", "two.m2")
    assert done.status == 0
    assert done.stderr.endswith("for --ceiling the first of such edits is made\n")


def test_progress_in_a_file_is_lines(here: Here, folder: Path) -> None:
    quiet = here("m2", "--no-progress", "-f", "tsv", "y.txt", "gold.m2")
    told = here("m2", "--progress", "-f", "tsv", "y.txt", "gold.m2")
    assert (told.status, told.stdout) == (0, quiet.stdout)
    assert (quiet.stderr, told.stderr) == ("", "sentences: 1\n")
    (folder / "y.txt").write_text("c b\nd\n")
    failed = here("m2", "--progress", "y.txt", "gold.m2")
    assert failed.status == 1
    assert "sentences: " not in failed.stderr


def test_long_work_tells_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    with progress.Bar(40, "sentences", at_once=True) as bar:
        for done in range(0, 41, 2):
            bar.show(done)
            now[0] += 1
    assert capsys.readouterr().err.splitlines() == [
        "sentences: 20 of 40",
        "sentences: 40 of 40",
    ]


@pytest.mark.parametrize(
    ("command", "pieces"),
    [
        (["gleu", "-s", "source.txt", "-c", "bold.txt"], ["-r", "ref0.txt", "ref1.txt"]),
        (["gleu", "-s", "source.txt", "-r", "ref0.txt"], ["-c", "careful.txt", "bold.txt"]),
        (["green", "-s", "source.txt", "-r", "ref0.txt"], ["-c", "careful.txt", "bold.txt"]),
        (["imeasure", "-s", "source.txt", "-c", "bold.txt"], ["-r", "ref0.txt", "ref1.txt"]),
        (["convert", "-s", "source.txt"], ["-r", "ref0.txt", "ref1.txt"]),
        (["green", "-s", "source.txt", "-r", "ref0.txt", "-c", "bold.txt"], ["-b", "1", "2"]),
        (
            ["compare", "--metric", "gleu", "careful.txt", "bold.txt", "-s", "source.txt"],
            ["-r", "ref0.txt", "ref1.txt"],
        ),
    ],
    ids=lambda words: words[0],
)
def test_a_list_given_in_pieces_is_whole(
    call: Call, monkeypatch: pytest.MonkeyPatch, command: list[str], pieces: list[str]
) -> None:
    """`-r ref0.txt -r ref1.txt` was `-r ref1.txt`, and looked plausible."""
    monkeypatch.chdir(SAMPLES)
    option, one, other = pieces
    whole = call([*command, *pieces])
    assert whole.status == 0
    assert call([*command, option, one, option, other]) == whole
    assert call([*command, option, other]) != whole
