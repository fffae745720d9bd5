"""`fastgec green` prints what the authors' programs print; options, files and errors."""

from __future__ import annotations

import base64
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commands import Call, Caller
from fastgec.compat.programs import translated
from golden_data import golden, read_json

# Where we differ on purpose: docs/differences.md.
ON_PURPOSE = {"lone_cr_all_files", "one_of_two_refs_longer", "two_hyps_one_longer", "bom_file"}


def write_case(case: dict[str, Any], folder: Path) -> list[str]:
    """Write the files of a golden case and return the options that name them."""

    def write(name: str, content: Any) -> str:
        if isinstance(content, str):
            content = {"text": content + "\n"}
        data = base64.b64decode(content["b64"]) if "b64" in content else content["text"].encode()
        (folder / name).write_bytes(data)
        return name

    references = case.get("refs") or [case["ref"]]
    systems = case.get("hyps") or [case["hyp"]]
    return [
        *("-s", write("src", case["src"])),
        *("-r", *(write(f"ref{k}", text) for k, text in enumerate(references))),
        *("-c", *(write(f"hyp{h}", text) for h, text in enumerate(systems))),
    ]


def command_of(text: str) -> list[str]:
    program, *options = text.split()
    return translated(program, options)


def cells_of(text: str) -> list[list[str]]:
    """Split output into cells; of a table, whose layout is free, only the cells are kept."""
    rows = []
    for line in text.split("\n"):
        if line.startswith("+"):
            continue
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif line.startswith(" ") or (line[:1].isdigit() and "  " in line):
            cells = line.split()
            rows.append(cells if cells[0].isdigit() else ["", *cells])
        else:
            rows.append(line.split("\t"))
    return rows


def is_near_half(exact: str, digits: int) -> bool:
    """Whether 100 x lies so close to a rounding half that the last bit of a double decides."""
    steps = Decimal(exact).scaleb(digits)
    return abs(abs(steps - steps.to_integral_value()) - Decimal("0.5")) <= Decimal("1e-9").scaleb(
        digits
    )


def compare(case: dict[str, Any], folder: Path, call: Caller) -> list[int]:
    """Compare the runs of a case that ended well; return their number, and that of near halves."""
    files = write_case(case, folder)
    n_runs = n_near = 0
    for run in case["runs"]:
        command = command_of(run["cmd"])
        status, out, err = call([*command, *files])
        if run["rc"]:  # a traceback there: a reason here, or what was asked for
            is_fine = run["cmd"].endswith("inf")
            assert (status, bool(out)) in [(0, True)] if is_fine else [(1, False), (2, False)]
            continue
        is_idle = "-l" in command and "-v" not in command
        told = "warning: --line has no effect without -v\n" if is_idle else ""
        assert (status, err) == (0, told), run["cmd"]
        n_runs += 1
        if out == run["out"]:
            continue
        ours, theirs = cells_of(out), cells_of(run["out"])
        digits = int(command[command.index("-d") + 1]) if "-d" in command else 2
        assert list(map(len, ours)) == list(map(len, theirs)), run["cmd"]
        if ours == theirs:
            continue
        finer = [*command, "-d", "13"]
        exact = cells_of(call([*finer, *files])[1])
        for row, expected, values in zip(ours, theirs, exact, strict=True):
            for cell, wanted, value in zip(row, expected, values, strict=True):
                if cell == wanted:
                    continue
                n_near += 1
                assert digits > 13 or is_near_half(value, digits), (run["cmd"], cell, wanted)
                step = Decimal("1e-12") if digits > 13 else Decimal(1).scaleb(-digits)
                assert abs(Decimal(cell) - Decimal(wanted)) <= step
    return [n_runs, n_near]


def compare_all(name: str, folder: Path, call: Caller) -> list[int]:
    """Compare the runs of a golden file; return their number, and that of near halves."""
    cases = read_json(golden(f"green/{name}.json.gz"))
    pairs = [compare(case, folder, call) for case in cases if case.get("name") not in ON_PURPOSE]
    return np.sum(pairs, axis=0).tolist()


def test_edge_cases_of_corpora_print_what_the_authors_programs_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    """Those that are made up are a row of the evidence, as those of rounding are."""
    monkeypatch.chdir(tmp_path)
    made_up = read_json(golden("green/edge-cases-made-up.json.gz"))
    cases = [case for case in read_json(golden("green/edge-cases.json.gz")) if case not in made_up]
    assert sum(compare(case, tmp_path, call)[0] for case in cases) == 46


def test_we_differ_on_purpose_as_the_documents_say(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: Call,
) -> None:
    monkeypatch.chdir(tmp_path)
    cases = {case["name"]: case for case in read_json(golden("green/edge-cases-made-up.json.gz"))}
    for name, reason in (
        ("one_of_two_refs_longer", "ref0: 2 sentences, expected 1 as in src\n"),
        ("two_hyps_one_longer", "hyp0: 2 sentences, expected 1 as in src\n"),
    ):
        assert call(["green", *write_case(cases[name], tmp_path)]) == (1, "", reason)
    marked = call(["green", *write_case(cases["bom_file"], tmp_path)])
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    assert call(["green", "-s", "src", "-r", "ref0", "-c", "hyp0"]) == marked
    files = write_case(cases["lone_cr_all_files"], tmp_path)
    status, out, _ = call(["green", "--sentence", *files])
    assert (status, out.count("\n")) == (0, 1)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A source, two references and two systems of three sentences, in the current folder."""
    monkeypatch.chdir(tmp_path)
    texts = {
        "s": "the cat sat in mat .\na b c d e\nx y\n",
        "r0": "the cat sat on the mat .\na b d e\nx y\n",
        "r1": "the cat sat in the mat .\na b c d e f\nx z\n",
        "h0": "the cat sat on mat .\na b d e\nx z\n",
        "h1": "the cat sat in mat .\na c d e f\nx y\n",
    }
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    return ["-s", "s", "-r", "r0", "r1", "-c", "h0", "h1"]


def test_older_spellings_give_the_same(files: list[str], call: Call) -> None:
    expected = call(["green", "-n", "2", *files])
    for source, references, systems in (
        ("--src", "--ref", "--cor"),
        ("--source", "--refs", "--cors"),
        ("--src", "--references", "--corrected"),
        ("-s", "-r", "-o"),
        ("-s", "-r", "--out"),
        ("-s", "-r", "--outputs"),
        ("-s", "-r", "--hyp"),
        ("-s", "-r", "--hyps"),
        ("-s", "-r", "--hypotheses"),
    ):
        spelled = [source, "s", references, "r0", "r1", systems, "h0", "h1"]
        assert call(["green", "-n", "2", *spelled]) == expected
    for unit in ("-t", "--token", "--tokenize", "--tokenization"):
        assert call(["green", unit, "char", *files]) == call(["green", "-t", "char", *files])


def test_json_holds_everything(files: list[str], call: Call) -> None:
    status, out, _ = call(["green", "-f", "json", "-b", "2", "inf", *files])
    document = json.loads(out)
    assert status == 0
    assert document["parameters"] == {"unit": "word", "order": 4, "short": "zero"}
    assert document["sentences"] == 3
    assert document["signature"].startswith("fastgec.green|unit:word|order:4|short:zero|")
    first, second = document["systems"]
    assert (first["system"], second["system"]) == ("h0", "h1")
    assert [score["beta"] for score in first["scores"]] == [2.0, "inf"]
    orders = first["scores"][0]["orders"]
    assert [row["order"] for row in orders] == [1, 2, 3, 4]
    assert orders[-1]["cumulative_f"] == first["scores"][0]["f"]
    # The second score has infinite beta: F is recall.
    assert first["scores"][1]["f"] == first["scores"][1]["recall"]


@pytest.mark.parametrize("suffix", [".jsonl", ".tsv"])
def test_sentences_are_written(files: list[str], suffix: str, call: Call) -> None:
    path = f"each{suffix}"
    plain = call(["green", "-n", "1", "-b", "1", "2", *files])
    assert call(["green", "-n", "1", "-b", "1", "2", "--sentences", path, *files]) == plain
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    if suffix == ".tsv":
        assert lines[0].split("\t") == ["system", "sentence", "beta", "reference", "f"]
        rows = [line.split("\t") for line in lines[1:]]
    else:
        rows = [[str(value) for value in json.loads(line).values()] for line in lines]
    assert len(rows) == 2 * 3 * 2
    assert rows[0][:4] == ["h0", "1", "1.0", "0"]
    printed = call(["green", "-n", "1", "-b", "1", "--sentence", "-d", "6", *files])[1]
    expected = [line.split("\t")[0] for line in printed.splitlines()]
    chosen = [row for row in rows if row[0] == "h0" and row[2] == "1.0"]
    assert [f"{100 * float(row[4]):.6f}" for row in chosen] == expected


@pytest.mark.parametrize("form", ["table", "tsv"])
def test_tables_have_a_row_per_system_and_beta(files: list[str], form: str, call: Call) -> None:
    status, out, _ = call(["green", "-f", form, "-b", "1", "2", *files])
    assert status == 0
    assert sum(line.startswith(("h0", "h1")) for line in out.splitlines()) == 4


def test_a_million_characters_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"s": "ab c" * 250_000, "r": "ab c" * 249_999 + "ab d", "h": "ab c" * 249_000}
    for name, text in texts.items():
        Path(name).write_text(text + "\n", encoding="utf-8")
    for unit, n_grams in (("char", 1_000_000), ("word", 250_001)):
        arguments = ["green", "-t", unit, "-n", "4", "-f", "json", "-s", "s", "-r", "r", "-c", "h"]
        status, out, _ = call(arguments)
        assert status == 0
        first = json.loads(out)["systems"][0]["scores"][0]["orders"][0]
        assert (
            sum(first[name] for name in ("true_keep", "true_delete", "over_delete"))
            + first["under_delete"]
            == n_grams
        )
