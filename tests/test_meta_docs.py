"""docs/meta.md: every command of the page runs, and what it says of the paper's table is so."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commands import Call
from examples import blocks_of
from fastgec.study.resampling import drawn_sentences
from meta_data import PICTURES, conll14_config, gmeg_fce_config
from meta_folder import write_folder

PAGE = Path(__file__).resolve().parent.parent / "docs" / "meta.md"
if not PAGE.exists():
    pytest.skip("the pages are not beside these tests", allow_module_level=True)
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = list(blocks_of(PAGE))
COMMANDS = [  # others run in test_docs
    line.partition("  #")[0].strip()
    for block in BLOCKS
    if block.language == "sh" and block.mark("not run") is not None
    for line in block.code.splitlines()
    if line.startswith("fastgec")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made-up corpora under the names of the page."""
    place = tmp_path_factory.mktemp("meta")
    write_folder(place)
    (place / "conll14.toml").with_stem("judged").write_bytes((place / "conll14.toml").read_bytes())
    return place


def test_the_python_of_the_page_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (code,) = [block.code for block in BLOCKS if block.mark("example") == "judge"]
    *setup, last = code.splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(setup), names)
    beta, r, (low, high) = eval(last, names)
    assert beta >= 0
    assert -1 <= low <= high <= 1
    assert -1 <= r <= 1


def test_the_papers_table_of_the_page_is_printed(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    line, pictures = (one for one in COMMANDS if "green2024" in one)
    assert pictures == PICTURES  # run beside the other tests of the table
    monkeypatch.chdir(tmp_path)
    conll14_config(shared, tmp_path)
    gmeg_fce_config(shared, tmp_path).rename(tmp_path / "fce.toml")
    done = call([*shlex.split(line)[1:], "-f", "table"])
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.startswith("conll14: 13 ")


def test_scores_have_intervals_that_drawn_sentences_give(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    """Of a tool's scores of sentences: percentiles of the means of drawn sentences, by numpy."""
    monkeypatch.chdir(folder)
    words = ["meta", "conll14.toml", "--metric", "scores:judge=judge.jsonl", "--ci=50"]
    document = json.loads(call([*words, "-f", "json"]).stdout)
    corpus = document["corpora"][0]
    rows = [json.loads(line) for line in Path("judge.jsonl").read_text("utf-8").splitlines()]
    scores = {(row["system"], row["sentence"]): row["score"] for row in rows}
    n = corpus["sentences"]
    drawn = [drawn_sentences(0, number, n).tolist() for number in range(50)]
    found = corpus["metrics"][0]["results"][0]["score_intervals"]
    for label, interval in zip(corpus["systems"], found, strict=True):
        means = [np.mean([scores[label, place + 1] for place in places]) for places in drawn]
        assert interval == pytest.approx(np.percentile(means, [2.5, 97.5]).tolist(), abs=1e-12)
    assert len(corpus["human"]["intervals"]) == len(corpus["systems"])
