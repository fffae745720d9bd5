"""Scores of another tool beside those of the package: means, intervals and tests of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from commands import Call
from fastgec import References, green
from fastgec.study import run_configs

NAMES = ("careful", "bold", "INPUT")


@pytest.fixture
def folder(tmp_path: Path, samples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The samples, with GREEN of each sentence as the scores of another tool."""
    for path in samples.iterdir():
        if path.suffix in (".txt", ".m2", ".toml"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    rows = []
    for name, scores in of_green().items():
        for number, score in enumerate(scores, 1):
            rows.append({"system": name, "sentence": number, "score": score})
    text = "".join(f"{json.dumps(row)}\n" for row in reversed(rows))
    Path("mine.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def of_green() -> dict[str, list[float]]:
    gold = References("source.txt", ["ref0.txt", "ref1.txt"])
    files = {"careful": "careful.txt", "bold": "bold.txt", "INPUT": "source.txt"}
    return {name: green.sentence_scores(file, gold).tolist() for name, file in files.items()}


def test_a_table_has_the_means_with_intervals_of_resampled_sentences(
    folder: Path, call: Call
) -> None:
    done = call(["run", "eval.toml", "--metric", "m2", "scores:Mine=mine.jsonl", "--ci=200"])
    assert (done.status, done.stderr) == (0, "")
    heading, *rows = (line.split("\t") for line in done.stdout.splitlines())
    at = heading.index("scores:Mine")
    assert heading[at : at + 3] == ["scores:Mine", "scores:Mine_low", "scores:Mine_high"]
    for row, scores in zip(rows, of_green().values(), strict=True):
        mean, low, high = map(float, row[at : at + 3])
        assert mean == pytest.approx(np.mean(scores), abs=1e-12)
        error = np.std(scores) / np.sqrt(len(scores))  # the normal approximation
        assert (low, high) == pytest.approx((mean - 1.96 * error, mean + 1.96 * error), abs=0.03)


def test_a_config_file_names_scores_beside_itself(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path("eval.toml").read_text(encoding="utf-8")
    old = text[text.index("metrics = ") : text.index("\n", text.index("metrics = "))]
    Path("eval.toml").write_text(
        text.replace(old, 'metrics = ["m2", "scores:Mine=mine.jsonl"]'), encoding="utf-8"
    )
    (found,) = run_configs(folder / "eval.toml", tests=99)
    assert found.score("Mine", "careful").mean == pytest.approx(np.mean(of_green()["careful"]))
    assert found.metric("scores:Mine").heading == "Mine"
    monkeypatch.chdir("/")
    assert call(["run", str(folder / "eval.toml"), "-f", "table"]).status == 0


def test_paired_tests_are_those_of_the_differences_of_sentences(folder: Path, call: Call) -> None:
    words = ["compare", "careful.txt", "bold.txt", "--metric", "scores:Mine=mine.jsonl"]
    done = call([*words, "-f", "json", "--resamples", "9999"])
    assert (done.status, done.stderr) == (0, "")
    (found,) = json.loads(done.stdout)["systems"]
    careful, bold, _ = (np.array(scores) for scores in of_green().values())
    differences = bold - careful
    signs = np.random.default_rng(1).choice([-1.0, 1.0], (20_000, len(differences)))
    observed = abs(differences.sum()) * (1 - 1e-12)
    p = (np.abs(signs @ differences) >= observed).mean()
    assert found["p_randomization"] == pytest.approx(p, abs=0.01)
    assert found["difference"] == pytest.approx(differences.mean())
    drawn = np.random.default_rng(2).integers(0, len(differences), (20_000, len(differences)))
    bounds = np.percentile(differences[drawn].mean(axis=1), [2.5, 97.5])
    assert found["interval"] == pytest.approx(bounds, abs=0.005)


def test_equal_outputs_with_unlike_scores_are_told(folder: Path, call: Call) -> None:
    text = Path("mine.jsonl").read_text(encoding="utf-8")
    swapped = text.replace("careful", "x").replace("bold", "careful").replace('"x"', '"bold"')
    Path("mine.jsonl").write_text(swapped, encoding="utf-8")
    done = call(["run", "eval.toml", "--metric", "scores:Mine=mine.jsonl"])
    assert done.status == 0
    assert "have the same output and unlike scores" in done.stderr


def test_a_page_shows_outputs_with_their_scores(folder: Path, call: Call) -> None:
    metrics = ["--metric", "green", "scores:Mine=mine.jsonl"]
    texts = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt", "-c", "careful.txt", "bold.txt"]
    done = call(["report", *texts, *metrics, "--ci=99"])
    assert (done.status, done.stderr) == (0, "note: the page is report.html\n")
    assert call(["report", "eval.toml", *metrics, "-o", "b.html", "--ci=99"]).status == 0
    assert call(["report", "careful.txt", "gold.m2", "--metric", metrics[2], "--ci=9"]).status == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["scores:Mine=none.jsonl"], "none.jsonl: no such file or directory"),
        (["scores:Mine=bold.txt"], "expected scores of sentences, JSON lines (a name that ends"),
        (["scores:Mine=far.jsonl"], "score 45: expected -1 to 1: divide them by the largest"),
        (["scores:Mine=short.jsonl"], "2 sentences of bold, expected 20: the first that is"),
        (["scores:Mine=mine.jsonl", "--gold", "gold.m2"], "--gold and --metric scores:NAME=FILE"),
        (["scores:Mine=mine.jsonl", "--beta", "1"], "--beta and --metric scores:NAME=FILE"),
        (["scores:Mine"], "metric 'scores:Mine': expected scores:NAME=FILE"),
    ],
)
def test_scores_that_do_not_fit_are_refused(
    folder: Path, call: Call, words: list[str], reason: str
) -> None:
    rows = [json.loads(line) for line in Path("mine.jsonl").read_text().splitlines()]
    far = [{**row, "score": 45} for row in rows]
    short = [row for row in rows if row["system"] != "bold" or row["sentence"] < 3]
    for name, content in (("far", far), ("short", short)):
        Path(f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in content))
    done = call(["compare", "careful.txt", "bold.txt", "--metric", *words])
    assert done.status != 0
    assert done.stdout == ""
    assert reason in done.stderr.splitlines()[-1]


def test_systems_of_one_name_need_names(folder: Path, call: Call) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "bold.txt").write_bytes(Path("careful.txt").read_bytes())
    words = ["compare", "a/bold.txt", "bold.txt", "--metric", "scores:Mine=mine.jsonl"]
    done = call(words)
    assert "two systems called bold: --name gives each another name" in done.stderr
    done = call([*words, "--name", "careful", "bold", "-f", "tsv"])
    assert done.status == 0
    assert done.stdout.splitlines()[1].startswith("careful\t")
