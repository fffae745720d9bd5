"""Outputs of many teams: `--skip-bad` leaves out those that cannot be scored, and names them."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path

import pytest

from commands import Call

CONFIG = """name = "x"
gold = "gold.m2"
source = "source.txt"
references = ["ref0.txt"]
metrics = ["m2", "gleu"]
[systems]
short = "short.txt"
careful = "careful.txt"
bold = "bold.txt"
"""
REASON = "19 sentences, expected 20 as in gold.m2"


@pytest.fixture(autouse=True)
def _folder(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the samples, an output that lacks a sentence, and a config."""
    for path in samples.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    lines = (samples / "bold.txt").read_bytes().splitlines(keepends=True)
    (tmp_path / "short.txt").write_bytes(b"".join(lines[:-1]))
    (tmp_path / "bad.toml").write_text(CONFIG, encoding="utf-8")
    good = CONFIG.replace('short = "short.txt"\n', "")
    (tmp_path / "good.toml").write_text(good, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kind", ["table", "tsv", "csv", "markdown", "latex", "json"])
def test_what_is_left_out_is_named_in_every_format(call: Call, kind: str) -> None:
    """Beside what is printed without it."""
    systems = ["short.txt", "careful.txt", "bold.txt"]
    others = ["careful.txt", "short.txt", "bold.txt"]
    commands = {
        "m2": ["m2", "-f", kind, *systems, "gold.m2"],
        "gleu": ["gleu", "-f", kind, *["-s", "source.txt", "-r", "ref0.txt", "-c"], *systems],
        "compare": ["compare", "-f", kind, *others, "--gold", "gold.m2"],
        "run": ["run", "-f", kind, "bad.toml"],
    }
    for name, words in commands.items():
        refused = call(words)
        assert (refused.status, refused.stdout) == (1, "")
        done = call([*words, "--skip-bad"] if name != "m2" else ["m2", "--skip-bad", *words[1:]])
        assert (done.status, done.stderr) == (1, ""), name
        without = [word.replace("bad.toml", "good.toml") for word in words if word != "short.txt"]
        plain = call(without).stdout
        if kind != "json":
            assert done.stdout.startswith(plain)
            more = done.stdout.removeprefix(plain)
            assert "left out: short" in more
            assert "19 sentences, expected 20" in more
            continue
        found, wanted = json.loads(done.stdout), json.loads(plain)
        if name == "run":
            (found_corpus,), (wanted_corpus,) = found["corpora"], wanted["corpora"]
            found_corpus["card"] = wanted_corpus["card"]
            [skipped] = found_corpus.pop("skipped")
        else:
            [skipped] = found.pop("skipped")
        assert found == wanted
        assert skipped["system"] in ("short", "short.txt")
        assert "19 sentences, expected 20" in skipped["reason"]


def test_nothing_changes_where_all_outputs_are_good(call: Call) -> None:
    words = ["-f", "tsv", "careful.txt", "bold.txt", "gold.m2"]
    assert call(["m2", "--skip-bad", *words]) == call(["m2", *words])
    assert call(["run", "--skip-bad", "good.toml"]) == call(["run", "good.toml"])


def test_a_paper_names_what_is_left_out(call: Call) -> None:
    done = call(["run", "--skip-bad", "-f", "latex", "--layout", "paper", "bad.toml"])
    assert done.status == 1
    assert "% x: left out: short" in done.stdout


def test_names_stay_with_their_systems(call: Call) -> None:
    words = ["m2", "--skip-bad", "-f", "tsv", "short.txt", "bold.txt", "gold.m2"]
    done = call([*words, "--name", "A", "B"])
    assert done.stdout.splitlines()[1].startswith("B\t")
    assert f"left out: A (short.txt: {REASON})" in done.stdout


@pytest.mark.parametrize("words", [["short.txt", "bold.txt", "gold.m2"], ["bad.toml"]])
def test_a_report_names_what_is_left_out(call: Call, words: list[str]) -> None:
    line = ["report", "--ci=20", "--resamples", "20", "-o", "page.html", *words]
    assert call(line).status == 1
    assert not Path("page.html").exists()
    done = call(["report", "--skip-bad", *line[1:]])
    assert done.status == 1
    assert "warning: left out: short" in done.stderr
    data = re.search(r'id="data">([^<]*)<', Path("page.html").read_text(encoding="utf-8"))
    assert data is not None
    content = json.loads(gzip.decompress(base64.b64decode(data[1])))
    for part in content["parts"]:
        assert part["warnings"][0].startswith("left out: short")
