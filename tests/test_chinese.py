"""Chinese: ChERRANT's comparison and its M2, byte for byte."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Any

import pytest

from commands import Call
from golden_data import golden, read_jsonl


def number(case: Any, option: str) -> str:
    """The value of an option, as typed."""
    options = case["options"]
    return str(options[options.index(option) + 1]) if option in options else ""


def cases(name: str) -> list[Any]:
    """The cases of a golden file."""
    return read_jsonl(golden(f"chinese/{name}.jsonl.gz"))


def test_random_comparisons_print_the_same_bytes(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for case in cases("compare_random"):
        for side in ("hyp", "ref"):
            Path(side).write_text(case[side], encoding="utf-8", newline="")
        argv = ["-hyp", "hyp", "-ref", "ref", "--language", "zh", *case["options"]]
        done = call(["errant", "compare", *argv])
        if "0" in (number(case, "--max_answer_num"), number(case, "--reference_num")):
            assert done.status == 2, case
        elif number(case, "--max_answer_num") > "3":  # where ChERRANT drops all edits
            assert done.status == 0, case
        elif "-v" in case["options"] and not done.stdout == case["stdout"]:
            # The title of a sentence behind a surplus empty line, and no sentence at all.
            is_empty = "--start" in case["options"] and "SENTENCE" not in case["stdout"]
            assert "\n\n\n" in case["hyp"] or is_empty, case
        elif case["rc"] == 0:
            assert (done.status, done.stdout) == (0, case["stdout"]), case
        else:
            assert done.status == 1, case
            assert done.stdout == "", case


def test_real_comparisons_print_the_same_bytes(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"demo.char": "demo.{}.m2.char", "demo.word": "demo.{}.m2.word"}
    n_compared = 0
    for case in cases("compare_real"):
        if case["pair"].startswith("dev"):
            continue
        name = names.get(case["pair"], "nlpcc.{}.m2")
        for side in ("hyp", "ref"):
            text = gzip.decompress(golden(f"chinese/{name.format(side)}.gz").read_bytes())
            Path(side).write_bytes(text)
        argv = ["-hyp", "hyp", "-ref", "ref", "--language", "zh", *case["options"]]
        if case["rc"] or "4" in case["options"]:  # ChERRANT drops all edits there
            continue
        done = call(["errant", "compare", *argv])
        assert same(done.stdout, case), case["options"]
        n_compared += 1
    assert n_compared > 80


def same(text: str, case: Any) -> bool:
    """Whether a text is the expected one, or has its hash."""
    if "stdout" in case:
        return bool(text == case["stdout"])
    return bool(hashlib.sha256(text.encode()).hexdigest() == case["stdout_sha256"])
