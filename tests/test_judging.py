"""False positives that were judged: the file to fill in, and scores that count the valid ones."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from commands import Call
from report_page import data_of, markdown_rows

GOLD = """S I am agree with you
A 1 2|||R|||do|||REQUIRED|||-NONE-|||0

S it is fine
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
"""
SYSTEMS = {
    "one.txt": "I agree with you all\nit was fine\n",  # wrong: - am, + all, is -> was
    "two.txt": "I do agree with you\nit was fine\n",  # right: am -> do; wrong: is -> was
}


@pytest.fixture(autouse=True)
def _folder(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in samples.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    for name, text in {"small.m2": GOLD, **SYSTEMS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def judged(call: Call, words: list[str], verdicts: dict[int, str]) -> str:
    """Write the file to fill in, with verdicts by its line (the first edit is 1)."""
    lines = call(["errors", "--to-judge", "1000", *words]).stdout.splitlines()
    for number, verdict in verdicts.items():
        assert lines[number].startswith("\t")
        lines[number] = verdict + lines[number]
    Path("edits.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "edits.tsv"


def accepted(call: Call, words: list[str], *options: str) -> list[dict[str, Any]]:
    done = call(["errors", "-q", "-f", "json", "--accept", "edits.tsv", *options, *words])
    assert (done.status, done.stderr) == (0, "")
    systems: list[dict[str, Any]] = json.loads(done.stdout)["systems"]
    return systems


def test_edits_of_most_systems_come_first(call: Call) -> None:
    done = call(["errors", "--to-judge", "9", "one.txt", "two.txt", "small.m2"])
    heading, *rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert heading[0] == "judged"
    assert [(*row[:5], row[6]) for row in rows] == [
        ("", "2", "2", "1", "2", "was"),
        ("", "1", "1", "1", "2", ""),
        ("", "1", "1", "5", "5", "all"),
    ]
    assert rows[0][7] == "it [is -> was] fine"
    shorter = call(["errors", "--to-judge", "1", "one.txt", "two.txt", "small.m2"])
    assert shorter.stdout.splitlines() == done.stdout.splitlines()[:2]


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_judgments_that_a_spreadsheet_saved_are_read(
    delimiter: str, quoting: Any, call: Call
) -> None:
    Path("quotes.txt").write_text('He is here .\nHe said " yes " , so it "is fine .\n')
    Path("quotes.m2").write_text("S He is here .\n\nS He said yes , so it is fine .\n\n")
    lines = call(["errors", "--to-judge", "9", "quotes.txt", "quotes.m2"]).stdout.splitlines()
    rows = [line.split("\t") for line in lines]
    assert any('"' in cell for row in rows for cell in row)
    rows[1][0] = "yes"
    Path("edits.tsv").write_text("\n".join("\t".join(row) for row in rows) + "\n", encoding="utf-8")
    plain = accepted(call, ["quotes.txt", "quotes.m2"])
    with Path("edits.tsv").open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=delimiter, quoting=quoting).writerows(rows)
    assert accepted(call, ["quotes.txt", "quotes.m2"]) == plain
    assert (plain[0]["judged"], plain[0]["valid"]) == (1, 1)


def test_a_valid_edit_is_correct_and_missed_ones_stay_missed(call: Call) -> None:
    """By hand: one.txt has 0 right, 3 wrong, 1 missed; two.txt 1 right, 1 wrong, 0 missed."""
    words = ["one.txt", "two.txt", "small.m2"]
    judged(call, words, {1: "yes", 2: "yes", 3: "no"})
    one, two = accepted(call, words)
    assert [one[name] for name in ("wrong", "judged", "valid")] == [3, 3, 2]
    assert [two[name] for name in ("wrong", "judged", "valid")] == [1, 1, 1]
    assert (one["precision"], one["recall"]) == (0, 0)
    assert (one["accepted"]["precision"], one["accepted"]["recall"]) == (2 / 3, 2 / 3)
    assert (two["precision"], two["recall"]) == (0.5, 1)
    assert (two["accepted"]["precision"], two["accepted"]["recall"]) == (1, 1)


def errant_words(call: Call) -> list[str]:
    for name in ("careful", "bold"):
        words = ["convert", "-s", "source.txt", "-r", f"{name}.txt", "-o", f"{name}.m2"]
        assert call(words).status == 0
    return ["--metric", "errant", "bold.m2", "careful.m2", "gold.m2"]


@pytest.mark.parametrize("metric", ["m2", "errant"])
def test_none_and_all_accepted(metric: str, call: Call) -> None:
    """None: the metric's own score and interval. All: no wrong edit is left."""
    if metric == "m2":
        words = ["bold.txt", "careful.txt", "gold.m2"]
        own = call(["m2", "-q", "-f", "json", "--ci=100", "--fixed-choice", *words])
    else:
        words = errant_words(call)
        line = "errant compare -f json --ci=100 --fixed-choice -hyp bold.m2 careful.m2 -ref gold.m2"
        own = call(line.split())
    wanted = json.loads(own.stdout)["systems"]
    judged(call, words, {})
    plain = accepted(call, words, "--resamples", "100")
    for found, one in zip(plain, wanted, strict=True):
        assert found["f"] == one["f"]
        assert found["intervals"] == one["intervals"]
        assert {name: found[name] for name in found["accepted"]} == found["accepted"]
    n = len(Path("edits.tsv").read_text(encoding="utf-8").splitlines())
    judged(call, words, dict.fromkeys(range(1, n), "yes"))
    for found, before in zip(accepted(call, words), plain, strict=True):
        assert found["wrong"] == found["judged"] == found["valid"] > 0
        assert found["accepted"]["precision"] == 1
        assert found["accepted"]["recall"] > before["recall"]
        assert found["f"] == before["f"]


def test_few_judgments_are_told(call: Call) -> None:
    words = ["bold.txt", "gold.m2"]
    judged(call, words, {1: "yes"})
    done = call(["errors", "--accept", "edits.tsv", *words])
    assert "bold.txt: 1 of 16 wrong edits were judged" in done.stderr
    other = call(["errors", "--accept", "edits.tsv", "careful.txt", "gold.m2"])
    assert "are wrong edits of no system here" in other.stderr


def test_judgments_of_another_corpus_are_refused(call: Call) -> None:
    judged(call, ["one.txt", "small.m2"], {1: "yes"})
    text = Path("edits.tsv").read_text(encoding="utf-8").replace("\tam\t", "\twas\t")
    Path("edits.tsv").write_text(text, encoding="utf-8")
    done = call(["errors", "--accept", "edits.tsv", "one.txt", "small.m2"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr == (
        'edits.tsv: sentence 1 has "am" there, not "was": is it for another gold?\n'
    )


def test_scores_and_config_files_accept_the_same_edits(call: Call) -> None:
    """The table is that of `errors`; a config file has a second column with its numbers."""
    words = ["bold.txt", "careful.txt", "gold.m2"]
    judged(call, words, {1: "yes", 2: "yes", 3: "no", 5: "yes"})
    expected = accepted(call, words, "--resamples=99", "--seed=3")
    line = ["m2", "--accept", "edits.tsv", "-q", "-f", "json", "--ci=99", "--seed=3", *words]
    assert json.loads(call(line).stdout)["systems"] == expected
    config = 'accept = "edits.tsv"\ngold = "gold.m2"\nmetrics = ["m2", "m2:beta=1"]\n'
    systems = '[systems]\nbold = "bold.txt"\ncareful = "careful.txt"\n'
    Path("accept.toml").write_text(config + systems, encoding="utf-8")
    done = call(["run", "accept.toml", "--ci=99", "--seed=3", "-f", "json"])
    metrics = {one["label"]: one for one in json.loads(done.stdout)["corpora"][0]["metrics"]}
    assert list(metrics) == ["m2", "m2 accepted", "m2:beta=1"]
    assert metrics["m2 accepted"]["resampling"]["choice"] == "fixed"
    for one, other in zip(expected, metrics["m2 accepted"]["systems"], strict=True):
        for name in ("precision", "recall", "f"):
            assert other[name] == one["accepted"][name]
            assert other["intervals"][name] == one["accepted"]["intervals"][name]
    assert "bold 4 of 16 wrong edits judged, 3 valid" in done.stderr
    assert "warning: bold: 4 of 16 wrong edits were judged" in done.stderr
    paper = call(["run", "accept.toml", "-q", "-f", "markdown", "--layout", "paper"]).stdout
    assert "M2 accepted F0.5" in paper
    Path("accept.toml").write_text("drop = [1]\n" + config + systems, encoding="utf-8")
    assert "accept and drop are mutually exclusive" in call(["run", "accept.toml"]).stderr


def test_errant_accepts_edits_of_its_files(call: Call) -> None:
    Path("one.m2").write_text(GOLD.replace("|||do|||", "|||did|||"), encoding="utf-8")
    words = ["--metric", "errant", "one.m2", "small.m2"]
    judged(call, words, {1: "yes"})
    (expected,) = accepted(call, words)
    line = ["errant", "compare", "--accept", "edits.tsv", "-q", "-f", "json"]
    found = json.loads(call([*line, "-hyp", "one.m2", "-ref", "small.m2"]).stdout)
    assert found["systems"] == [expected]
    assert (expected["f"], expected["accepted"]["precision"]) == (0, 1)


@pytest.mark.parametrize("more", [[], ["--seed=3"]])
def test_a_report_has_both_scores(more: list[str], call: Call) -> None:
    words = ["bold.txt", "careful.txt", "gold.m2"]
    judged(call, words, {1: "yes", 2: "no", 3: "yes"})
    done = call(["report", "-q", "--ci=99", *more, "--accept", "edits.tsv", "-o", "a.html", *words])
    assert done.status == 0, done
    (part,) = data_of(Path("a.html"))["parts"]
    command = shlex.split(part["commands"]["accepted"])[1:]
    command[command.index("table")] = "markdown"
    assert part["accepted"]["rows"] == markdown_rows(call([*command, "-q"]).stdout)
    assert "with accepted edits</caption>" in Path("a.html").read_text(encoding="utf-8")
    assert any("wrong edits were judged" in line for line in part["warnings"])
    config = 'accept = "edits.tsv"\ngold = "gold.m2"\nmetrics = ["m2", "green"]\n'
    config += 'source = "source.txt"\nreferences = ["ref0.txt"]\n'
    Path("a.toml").write_text(f'{config}systems = ["bold.txt", "careful.txt"]')
    assert call(["report", "-q", "--ci=99", *more, "-o", "b.html", "a.toml"]).status == 0
    one, other = data_of(Path("b.html"))["parts"]
    assert one["accepted"] == part["accepted"]
    assert "accepted" not in other


def test_accepted_scores_of_a_report_resample_documents(call: Call) -> None:
    words = ["bold.txt", "careful.txt", "gold.m2"]
    judged(call, words, {1: "yes"})
    Path("ids.txt").write_text("".join(f"{number % 10}\n" for number in range(20)))
    line = ["report", "-q", "--ci=99", "--accept", "edits.tsv", "-o", "a.html", *words]
    assert call([*line, "--clusters", "ids.txt"]).status == 0
    (part,) = data_of(Path("a.html"))["parts"]
    assert "99 resamples of 10 clusters of sentences (ids.txt)" in part["accepted"]["notes"][1]
    assert call(line).status == 0
    (other,) = data_of(Path("a.html"))["parts"]
    assert part["accepted"]["rows"] != other["accepted"]["rows"]
