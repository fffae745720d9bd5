"""`fastgec gleu` prints what the authors' program prints; options, files and errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from commands import Call, Caller
from fastgec.compat.programs import translated
from golden_data import golden, read_json

# The published program always divides by four: its -n is not ours. The other program is a front of
# it with a layout of its own.
OURS = "gec-ranking/compute_gleu"


def write_case(case: dict[str, Any]) -> list[str]:
    def write(name: str, lines: list[str]) -> str:
        text = "".join(line + "\n" for line in lines)
        Path(name).write_bytes(text.encode())
        return name

    return [
        *("-s", write("src", case["src"])),
        *("-r", *(write(f"ref{k}", lines) for k, lines in enumerate(case["refs"]))),
        *("-o", *(write(f"hyp{h}", lines) for h, lines in enumerate(case["hyps"]))),
    ]


def compare_edge_cases(name: str, call: Caller) -> tuple[int, int]:
    """Return the numbers of runs of a golden file that are equal, and that are refused."""
    n_equal = n_refused = 0
    for case in read_json(golden(f"gleu/{name}.json.gz")):
        if "src" not in case:  # for information: its files are not in the shared data
            continue
        files = write_case(case)
        for run in case["runs"]:
            if run["impl"] != OURS or "-n" in run["opts"]:
                continue
            draws = run["py"].replace("py", "python")
            options = [*run["opts"].split(), *files, "-n", "4", "-l", "0.0"]
            arguments = [*translated("compute_gleu", options), "--draws", draws]
            status, out, err = call(arguments)
            if run["rc"] or case["name"] in ("hyp_fewer_lines",):
                assert (status, out) == (1, "")
                assert re.search(r" sentences?, expected ", err)
                n_refused += 1
            else:
                assert (status, out, err) == (0, run["out"], ""), (case["name"], run["opts"])
                n_equal += 1
    return n_equal, n_refused


def test_edge_cases_print_what_the_authors_program_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare_edge_cases("edge_cases", call) == (82, 12)


def compare_white_space(call: Caller) -> int:
    """Return the number of equal runs: white space is Unicode's."""
    n_equal = 0
    for case in read_json(golden("gleu/whitespace.json.gz")):
        for name in ("src", "ref", "hyp"):
            Path(name).write_bytes(case[name].encode() + b"\n")
        if case["py3"] == "h":  # there a lone carriage return ends a line
            assert case["name"] == "cr"
            continue
        Path("h").write_bytes(case["hyp"].encode() + b"\n")
        for draws in ("python2", "python3"):
            arguments = ["gleu", "--draws", draws, "-s", "src", "-r", "ref", "-c", "h"]
            assert call(arguments) == (0, case["py3"] + "\n", "")
            n_equal += 1
    return n_equal


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A source, two references and two systems, in the current folder."""
    monkeypatch.chdir(tmp_path)
    texts = {
        "s": "the cat sat in mat .\na b c d e\n",
        "r0": "the cat sat on the mat .\na b d e\n",
        "r1": "the cat sat in the mat .\na b c d e f\n",
        "h0": "the cat sat on the mat\na b d e\n",
        "h1": "the cat sat in mat .\na c d e f\n",
    }
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    return ["-s", "s", "-r", "r0", "r1", "-c", "h0", "h1"]


def test_json_holds_everything(files: list[str], call: Call) -> None:
    status, out, _ = call(["gleu", "-f", "json", "--iter", "20", *files])
    document = json.loads(out)
    assert status == 0
    assert document["parameters"] == {
        "variant": "official",
        "unit": "word",
        "order": 4,
        "iterations": 20,
        "draws": "python2",
    }
    first = document["systems"][0]
    assert first["system"] == "h0"
    assert len(first["references"]) == 2
    assert first["interval"][0] < first["mean"] < first["interval"][1]
    one = call(["gleu", "-f", "json", "-s", "s", "-r", "r0", "-c", "h0"])[1]
    assert json.loads(one)["systems"][0]["interval"] is None
    assert json.loads(one)["parameters"]["iterations"] == 1


def test_a_sentence_has_a_score_for_each_reference(files: list[str], call: Call) -> None:
    assert call(["gleu", "--variant", "equation", "--sentences", "each.jsonl", *files])[0] == 0
    lines = Path("each.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == 4
    assert all(row["mean"] == sum(row["references"]) / 2 for row in rows)
