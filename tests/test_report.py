"""`fastgec report`: what stands in the page is what the commands print."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commands import Call
from fastgec import m2
from fastgec.study.resampling import drawn_sentences
from report_page import data_of, edits_of, gold_of, hypotheses_of, markdown_rows, taken

STATUSES = ("missed", "detected", "recognised", "corrected")


@pytest.fixture
def systems(samples: Path) -> list[Path]:
    return [samples / "careful.txt", samples / "bold.txt", samples / "source.txt"]


def made(call: Call, folder: Path, *arguments: str | Path) -> dict[str, Any]:
    """The data of a report that a command makes."""
    page = folder / "report.html"
    done = call(["report", "-o", page, *arguments])
    assert (done.status, done.stdout) == (0, ""), done.stderr
    return data_of(page)


def rows_of(call: Call, command: str) -> list[list[str]]:
    """What a command prints as a table, cell by cell."""
    words = shlex.split(command)[1:]
    if "-f" in words:
        at = words.index("-f")
        del words[at : at + 2]
    done = call([words[0], "-f", "markdown", *words[1:]])
    assert done.status == 0, done.stderr
    return markdown_rows(done.stdout)


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--mode", "detection"],
        ["--optional", "bonus", "--beta", "1"],
        ["--release", "3.2", "--implicit-noop", "--ci=50", "--seed", "3", "--resamples", "99"],
        ["--ignore-whitespace-casing", "--max-unchanged-words", "0", "--level", "0.2"],
    ],
    ids=" ".join,
)
def test_every_table_is_that_of_the_command_beside_it(
    options: list[str], call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    data = made(call, tmp_path, *options, *systems, samples / "gold.m2")
    (part,) = data["parts"]
    commands = part["commands"]
    assert part["overview"]["rows"] == rows_of(call, commands["overview"])
    assert part["pairs"]["table"]["rows"] == rows_of(call, commands["pairs"])
    for by in ("length", "edits"):
        assert part["buckets"][by]["rows"] == rows_of(call, commands[by])
    systems_of = [one for row in part["types"]["rows"] for one in enumerate(row["systems"])]
    kinds = [row["type"] for row in part["types"]["rows"] for _ in row["systems"]]
    names = data["corpora"][0]["systems"]
    types = [
        [names[system], kind, *one["cells"]]
        for kind, (system, one) in zip(kinds, systems_of, strict=True)
        if one is not None
    ]
    assert sorted(types) == sorted(rows_of(call, commands["types"]))
    if commands["errors"] is None:
        assert part["errors"] is None
        assert options[0] in ("--mode", "--optional")
    else:
        for one, command in zip(part["errors"], commands["errors"], strict=True):
            assert one["wrong"]["rows"] + one["missed"]["rows"] == rows_of(call, command)


@pytest.mark.parametrize("mode", ["correction", "recognition", "detection"])
def test_sentences_are_those_of_the_files_of_sentences_and_edits(
    mode: str, call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    data = made(call, tmp_path, "--mode", mode, *systems, samples / "gold.m2")
    (part,) = data["parts"]
    out = ["--sentences", tmp_path / "each.jsonl", "--edits", tmp_path / "edits.jsonl"]
    assert call(["m2", "--mode", mode, *out, *systems, samples / "gold.m2"]).status == 0
    require_sentences(data, part, tmp_path)


def require_sentences(data: dict[str, Any], part: dict[str, Any], folder: Path) -> None:
    """Hold the sentences of a page beside those that `fastgec m2` wrote, one by one."""
    each = _lines(folder / "each.jsonl")
    edits = _lines(folder / "edits.jsonl")
    sources, gold = data["sources"][part["source"]], gold_of(part)
    n_sentences = len(sources)
    assert len(each) == len(edits) == n_sentences * len(part["sentences"]["systems"])
    for system, lists in enumerate(part["sentences"]["systems"]):
        own = slice(system * n_sentences, (system + 1) * n_sentences)
        hypotheses, found = hypotheses_of(part, sources, system), edits_of(part, system)
        sizes = [
            len([*by.values()][chosen]) for by, chosen in zip(gold, lists["chosen"], strict=True)
        ]
        statuses = taken(sizes, lists["status"])
        for number, (score, line) in enumerate(zip(each[own], edits[own], strict=True)):
            annotator = [*gold[number]][lists["chosen"][number]]
            counts = [lists[name][number] for name in ("correct", "wrong", "missed")]
            correct, wrong, missed = counts
            assert annotator == score["chosen"] == line["annotator"]
            shown = part["sentences"]["scores"][lists["score"][number]]
            wanted = [score[name] for name in ("correct", "proposed", "gold")]
            assert [correct, correct + wrong, correct + missed] == wanted
            assert shown == f"{100 * m2.M2Score(*wanted, beta=0.5).f:.2f}"
            assert sources[number] == " ".join(line["source"].split())
            assert hypotheses[number] == " ".join(line["hypothesis"].split())
            assert found[number] == [
                (one["start"], one["end"], one["correction"], one["correct"])
                for one in line["edits"]
            ]
            golden = [one for made in line["edits"] for one in made["gold"]] + line["missed"]
            kept = [
                (*edit[:2], edit[3], edit[2].split("||"), STATUSES[status])
                for edit, (status,) in zip(gold[number][annotator], statuses[number], strict=True)
            ]
            written = [
                (one["start"], one["end"], one["type"], one["corrections"], one["status"])
                for one in golden
            ]
            assert sorted(kept) == sorted(written)


@pytest.mark.parametrize("mode", ["correction", "detection"])
def test_recall_of_a_type_has_the_interval_of_resampled_sentences(
    mode: str, call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    options = ["--mode", mode, "--ci=80", "--seed", "5"]
    (part,) = made(call, tmp_path, *options, *systems, samples / "gold.m2")["parts"]
    gold, least = gold_of(part), {"correction": 3, "detection": 1}[mode]
    draws = [drawn_sentences(5, number, len(gold)).tolist() for number in range(80)]
    for system, lists in enumerate(part["sentences"]["systems"]):
        rows = [[*by.values()][at] for by, at in zip(gold, lists["chosen"], strict=True)]
        statuses = taken([len(row) for row in rows], lists["status"])
        for line in part["types"]["rows"]:
            counts = []
            for row, status in zip(rows, statuses, strict=True):
                of_type = [
                    s >= least for e, (s,) in zip(row, status, strict=True) if e[3] == line["type"]
                ]
                counts.append((sum(of_type), len(of_type)))
            if not any(n for _, n in counts):
                assert line["systems"][system] is None
                continue
            recalls = []
            for draw in draws:
                n_gold = sum(counts[sentence][1] for sentence in draw)
                recalls.append(sum(counts[s][0] for s in draw) / n_gold if n_gold else 1.0)
            low, high = np.quantile(recalls, [0.025, 0.975])
            found = line["systems"][system]
            assert found["interval"] == pytest.approx([low, high], abs=1e-12)
            assert found["shown"] == f"[{100 * low:.2f}, {100 * high:.2f}]"


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_same_texts_make_the_same_bytes(
    call: Call, tmp_path: Path, systems: list[Path], samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    for page, jobs in zip(pages, ("1", "2"), strict=True):
        assert call(["report", "-o", page, "-j", jobs, *systems, samples / "gold.m2"]).status == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()
    assert data_of(pages[0])["date"] is None
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert made(call, tmp_path, *systems, samples / "gold.m2")["date"] == "1970-01-02"
