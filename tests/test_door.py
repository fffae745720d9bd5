"""The door of metrics: a metric of fewer than eighty lines has everything that the others have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fastgec
import toy
from fastgec import References, study
from fastgec.cli import main
from fastgec.cli.demo import SAMPLES
from fastgec.metrics import METRICS, evaluation
from fastgec.metrics.door import Reading, metric_named
from fastgec.study.partfile import checked

TEXTS = References(SAMPLES / "source.txt", [SAMPLES / "ref0.txt", SAMPLES / "ref1.txt"])
SYSTEMS = [SAMPLES / "careful.txt", SAMPLES / "bold.txt"]
FILES = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt", "-c", "careful.txt", "bold.txt"]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(METRICS, "toy", ("toy", "share of the words that a reference has"))
    monkeypatch.chdir(SAMPLES)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must succeed, and return what it prints."""
    status = main(list(arguments))
    captured = capsys.readouterr()
    assert (status, captured.err) == (0, "")
    return captured.out


def test_a_metric_in_a_folder_of_its_own_has_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One registration and nothing else: scores, counts, intervals, comparison, parts, command."""
    assert len(Path(toy.__file__).read_text(encoding="utf-8").splitlines()) < 80
    metric, parameters, scoring = toy.METRIC, toy.Parameters(), toy.Scoring()
    assert metric_named("toy") is metric

    # evaluate, count, score_counts, select, sentence_scores
    scores = evaluation.evaluate(metric, SYSTEMS, TEXTS, parameters, scoring)
    tables = evaluation.count(metric, SYSTEMS, TEXTS, parameters, Reading(jobs=2))
    assert [evaluation.score_counts(metric, table, scoring) for table in tables] == scores
    chosen = [table.table[evaluation.select(metric, table, scoring)] for table in tables]
    assert [toy.Score(*rows.sum(axis=0).tolist()) for rows in chosen] == scores
    alone = evaluation.sentence_scores(metric, SYSTEMS[0], TEXTS, parameters, scoring)
    assert alone.tolist() == [a / b if b else 1.0 for a, b in chosen[0].tolist()]

    # JSON, table, per-sentence file
    document = json.loads(run(capsys, "toy", *FILES, "-f", "json", "--ci=50"))
    assert document["parameters"] == {"lower": False, "least": 0}
    assert [system["share"] for system in document["systems"]] == [score.share for score in scores]
    table = run(capsys, "toy", *FILES, "-f", "table", "--sort", "--signature")
    assert "fastgec.toy|lower:no|least:0|sentences:20|references:2|gold:" in table
    assert f"{100 * scores[0].share:.2f}" in table
    each = tmp_path / "each.tsv"
    run(capsys, "toy", *FILES, "--sentences", str(each))
    assert each.read_text(encoding="utf-8").splitlines()[0] == "system\tsentence\tchosen\tscore"

    # intervals and comparison, from Python and from the command line
    found = study.intervals("toy", SYSTEMS, TEXTS, resamples=50)
    assert [one.score for one in found] == scores
    bounds = [one.bounds["share"] for one in found if one.bounds is not None]
    assert [list(pair) for pair in bounds] == [
        system["intervals"]["share"] for system in document["systems"]
    ]
    (compared,) = study.compare("toy", SYSTEMS[0], SYSTEMS[1:], TEXTS, resamples=50)
    base, *systems = ["careful.txt", "bold.txt"]
    options = ["--metric", "toy", *FILES[:5], "--resamples", "50", "-f", "json"]
    document = json.loads(run(capsys, "compare", base, *systems, *options))
    assert document["systems"][0]["difference"] == compared.difference
    assert document["systems"][0]["p_bootstrap"] == compared.p_bootstrap

    # parts
    parts = [str(tmp_path / name) for name in ("1.npz", "2.npz")]
    for part, span in zip(parts, (":8", "9:"), strict=True):
        run(capsys, "toy", *FILES, "--sentence-range", span, "--counts-out", part)
    whole = run(capsys, "toy", *FILES, "-f", "json")
    assert run(capsys, "merge", *parts, "-f", "json") == whole

    # help and the package
    with pytest.raises(SystemExit):
        main(["toy", "--help"])
    assert "--lower" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["help", "more"])
    assert "share of the words that a reference has" in capsys.readouterr().out
    assert fastgec.toy is toy
    del fastgec.toy


def test_a_metric_of_ones_own_counts_arrow_batches() -> None:
    pa = pytest.importorskip("pyarrow")
    from fastgec import frames

    columns = {
        name: (SAMPLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        for name in ("source", "bold", "ref0", "ref1")
    }
    batch = pa.record_batch(columns)
    counted = frames.count("toy", batch, hypothesis="bold", references=["ref0", "ref1"])
    (expected,) = evaluation.count(toy.METRIC, SYSTEMS[1:], TEXTS, toy.Parameters())
    assert frames.counts_of([counted]) == expected


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"parameters": {"lower": 1}}, "parameters or facts that counts of toy do not have"),
        ({"columns": ["a", "b"]}, "columns that counts of toy do not have"),
        ({"facts": {"references": 3}}, "rows that counts of toy do not have"),
    ],
)
def test_parts_of_a_metric_of_ones_own_are_checked(
    header: dict[str, Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.npz"
    run(capsys, "toy", *FILES, "--counts-out", str(path))
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files if name != "checksum"}
    content = {**json.loads(str(arrays.pop("header"))), **header}
    np.savez(path, **checked(content, arrays))
    assert main(["merge", str(path)]) == 1
    assert capsys.readouterr().err == f"{path}: {message}\n"
