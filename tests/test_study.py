"""The study from Python: what the command line prints; resampling of each kind of choice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fastgec import Counts, FormatError, Gold, References, gleu, green, m2, machine, study
from fastgec.choose.rules import DrawnTotals, FRank, KeyRank, Running
from fastgec.cli import main
from fastgec.cli.texts import SAMPLES
from fastgec.machine import LimitError
from fastgec.metrics.m2.counting import M2Score
from fastgec.study.resampling import (
    ChosenRows,
    Sample,
    bootstrap_totals,
    exchanged_totals,
    sample_of,
)

GOLD = SAMPLES / "gold.m2"
SYSTEMS = [SAMPLES / "careful.txt", SAMPLES / "bold.txt"]
TEXTS = References(SAMPLES / "source.txt", [SAMPLES / "ref0.txt", SAMPLES / "ref1.txt"])
FILES = {
    "m2": [*map(str, SYSTEMS), str(GOLD)],
    "green": ["-s", *map(str, [TEXTS.source, "-r", *TEXTS.columns, "-c", *SYSTEMS])],
}
FILES["gleu"] = FILES["green"]
READ: dict[str, Any] = {"m2": GOLD, "green": TEXTS, "gleu": TEXTS}
GOLDS = {"m2": ["--gold", str(GOLD)], "green": FILES["green"][:5], "gleu": FILES["green"][:5]}


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command prints as JSON."""
    assert main([*arguments, "-f", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("metric", ["m2", "green", "gleu"])
def test_intervals_are_those_of_the_command(
    metric: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = study.intervals(metric, SYSTEMS, READ[metric], resamples=60, seed=4)
    printed = document(capsys, metric, *FILES[metric], "--ci=60", "--seed", "4")
    for one, system in zip(found, printed["systems"], strict=True):
        (content,) = system.get("scores", [system])
        assert one.bounds is not None
        assert {name: list(pair) for name, pair in one.bounds.items()} == content["intervals"]
        for name, (low, high) in one.bounds.items():
            assert low <= content[name] <= high


@pytest.mark.parametrize("metric", ["m2", "green", "gleu"])
def test_comparisons_are_those_of_the_command(
    metric: str, capsys: pytest.CaptureFixture[str]
) -> None:
    base, *systems = SYSTEMS
    (found,) = study.compare(metric, base, systems, READ[metric], resamples=60)
    options = ["--metric", metric, "--resamples", "60", *GOLDS[metric]]
    printed = document(capsys, "compare", *map(str, SYSTEMS), *options)
    (system,) = printed["systems"]
    name = "mean" if metric == "gleu" else "f"
    assert (system[name], printed["base"][name]) == (found.score, found.base)
    assert system["interval"] == list(found.interval)
    assert (system["p_bootstrap"], system["p_randomization"]) == (
        found.p_bootstrap,
        found.p_randomization,
    )


def test_the_ceiling_and_types_are_those_of_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = document(capsys, "m2", "-q", "--ceiling", *FILES["m2"])
    found = study.ceiling(GOLD, SYSTEMS, overlaps="first")
    expected = [*printed["ceiling"]]
    for system in printed["systems"]:
        expected += system["against_others"]
    assert [(one.annotator, one.sentences, one.score.f) for one in found] == [
        (row["annotator"], row["sentences"], row["score"]["f"]) for row in expected
    ]
    printed = document(capsys, "m2", "--types", *FILES["m2"])
    for kinds, system in zip(study.types(SYSTEMS, GOLD), printed["systems"], strict=True):
        assert [(kind.kind, kind.recall) for kind in kinds] == [
            (row["type"], row["recall"]) for row in system["types"]
        ]
    with pytest.raises(ValueError, match="metric 'green': expected one whose gold is edits"):
        study.ceiling(GOLD, metric="green")


def drawn(counts: Counts, iterations: int) -> Sample:
    return sample_of(counts, gleu.METRIC.choose(gleu.Scoring(iterations)))


def test_a_resample_of_drawn_references_takes_those_of_its_iteration() -> None:
    """Resample i: sentences are drawn, and each has the reference that iteration i drew for it."""
    one, other = gleu.count_systems(SYSTEMS, TEXTS)
    rows = gleu.select(one, iterations=3)
    resampled = bootstrap_totals([drawn(one, 3), drawn(other, 3)], n=7, seed=2)
    for iteration in range(3):
        kept = [Sample(table.table, rows[iteration], None) for table in (one, other)]
        for totals, fixed in zip(resampled, bootstrap_totals(kept, n=7, seed=2), strict=True):
            assert (totals[iteration::3] == fixed[iteration::3]).all()
    ((first,), (second,)) = exchanged_totals(
        [drawn(one, 3), drawn(other, 3)], [(0, 1)], n=5, seed=2
    )
    sums = one.table[rows].sum(axis=1) + other.table[rows].sum(axis=1)
    assert (first + second == sums[np.arange(5) % 3]).all()
    threaded = bootstrap_totals([drawn(one, 3)], n=7, seed=2, jobs=3)[0]
    assert (threaded == resampled[0]).all()


def test_a_rank_without_a_kernel_resamples_as_the_compiled_one() -> None:
    def keys(totals: Any) -> Any:
        load = totals[..., 1] + 0.25 * totals[..., 2]
        f = M2Score.values(totals, 0.5)[..., 2]
        # The compiled rank takes F of counts, which is 1 of nothing at all, and 0 otherwise.
        rank = np.where(
            load == 0, totals[..., 0] == 0, 1.25 * totals[..., 0] / np.maximum(load, 1e-9)
        )
        assert (abs(np.where(load == 0, f, rank) - f) < 1e-9).all()
        return np.stack([-load, totals[..., 0].astype(float), rank], axis=-1)

    tables = m2.count_systems(SYSTEMS, GOLD)
    slow, fast = (
        [sample_of(table, Running(rank)) for table in tables]
        for rank in (KeyRank(keys), FRank(0.5))
    )
    for one, two in zip(bootstrap_totals(slow, n=6), bootstrap_totals(fast, n=6), strict=True):
        assert (one == two).all()
    for one, two in zip(
        exchanged_totals(slow, [(0, 1)], n=6),
        exchanged_totals(fast, [(0, 1)], n=6),
        strict=True,
    ):
        assert (one == two).all()


@pytest.mark.parametrize(("largest", "width"), [(100, 2), (1 << 15, 4), (1 << 31, 8), (1 << 40, 8)])
def test_chosen_rows_are_kept_in_the_narrowest_integers(largest: int, width: int) -> None:
    rows = np.array([[1, -2], [largest, 3], [0, 4]])
    kept = ChosenRows(2)
    for row in rows:
        kept.add(row[None])
    sample = kept.sample()
    assert sample.table.tolist() == rows.tolist()
    assert sample.table.itemsize == width
    whole = Sample(rows, np.arange(3), None)
    assert (bootstrap_totals([sample], n=9)[0] == bootstrap_totals([whole], n=9)[0]).all()
    narrow, other = exchanged_totals([sample, whole], [(0, 1)], n=9)
    assert (narrow + other == 2 * rows.sum(axis=0)).all()


def test_intervals_of_green_keep_chosen_rows_alone_and_refuse_what_does_not_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    n_sentences, texts = 20_000, ["a b"] * 20_000
    kept: list[int] = []
    add = ChosenRows.add

    def watched(self: ChosenRows, rows: Any) -> None:
        add(self, rows)
        kept.append(self.n_bytes_with(0))

    monkeypatch.setattr(ChosenRows, "add", watched)
    columns = References(texts, [["a c"] * n_sentences, ["a d"] * n_sentences])
    (found,) = study.intervals("green", [texts], columns, resamples=2, jobs=1)
    assert found.score.n_sentences == n_sentences
    assert kept[-1] == n_sentences * 4 * 7 * 2  # orders, regions, bytes
    monkeypatch.setattr(machine, "available_memory", lambda: 100_000)
    message = "^more than 100000 bytes of counts: expected at most half of the memory$"
    with pytest.raises(LimitError, match=message):
        study.intervals("green", [texts], columns, resamples=2, jobs=1)
    monkeypatch.setattr(machine, "available_memory", lambda: 500)
    assert main(["green", *FILES["green"], "--ci=10"]) == 1
    error = "more than 500 bytes of counts: expected at most half of the memory\n"
    assert capsys.readouterr() == ("", error)


def test_the_study_takes_parameters_and_scorings() -> None:
    gold = Gold.read(GOLD)
    scoring, parameters = m2.Scoring(2.0), m2.Parameters(max_unchanged_words=0)
    (found,) = study.intervals(
        m2.METRIC, SYSTEMS[:1], gold, parameters=parameters, scoring=scoring, resamples=5
    )
    assert found.score == m2.evaluate(SYSTEMS[0], gold, beta=2.0, max_unchanged_words=0)
    counts = green.count(Path(SYSTEMS[0]), TEXTS)
    (two,) = study.intervals(
        "green", SYSTEMS[:1], TEXTS, scoring=green.Scoring(beta=2.0), resamples=5
    )
    assert two.score.f == green.score_counts(counts, beta=2.0).f
    by_name = study.intervals("m2", SYSTEMS, gold, resamples=2)  # mypy knows its type
    assert [one.score for one in by_name] == m2.evaluate_systems(SYSTEMS, gold)
    with pytest.raises(ValueError, match="metric 'x': expected m2 or green or gleu"):
        study.intervals("x", SYSTEMS, gold)


OTHER = {"m2": green, "green": m2, "gleu": m2}


@pytest.mark.parametrize("metric", ["m2", "green", "gleu"])
def test_what_belongs_to_another_metric_is_refused(metric: str) -> None:
    """Green has a beta as well: its scoring gave MaxMatch at another beta than its default."""
    other: Any = OTHER[metric]
    kinds = {"parameters": other.Parameters(), "scoring": other.Scoring()}
    for name, value in [*kinds.items(), ("scoring", 0.5), ("parameters", {}), ("scoring", 0)]:
        given: dict[str, Any] = {name: value}
        with pytest.raises(TypeError, match=f"^{name} is a .*, expected fastgec.* for {metric}$"):
            study.intervals(metric, SYSTEMS, READ[metric], **given)
        with pytest.raises(TypeError, match=f"^{name} is a "):
            study.compare(metric, SYSTEMS[0], SYSTEMS[1:], READ[metric], **given)
    gold = READ["green" if metric == "m2" else "m2"]
    with pytest.raises(TypeError, match=f"^gold: .*, expected .* for {metric}$"):
        study.intervals(metric, SYSTEMS, gold)


@pytest.mark.parametrize("metric", ["m2", "green", "gleu"])
def test_what_cannot_be_done_is_said_before_anything_is_counted(metric: str) -> None:
    nowhere: Any = "nowhere.m2" if metric == "m2" else References("nowhere", ["nowhere"])
    refused: list[tuple[dict[str, Any], str]] = [
        ({"resamples": 0}, "resamples 0: expected a whole number from 1 to 1000000"),
        ({"resamples": 10**9}, "resamples 1000000000: expected a whole number from 1 to 1000000"),
        ({"resamples": "3"}, "resamples '3': expected a whole number from 1 to 1000000"),
        ({"seed": -1}, "seed -1: expected a whole number from 0"),
    ]
    if metric != "m2":
        message = f"fixed_choice requires a metric that chooses in order, not {metric}"
        refused.append(({"fixed_choice": True}, message))
    for given, message in refused:
        with pytest.raises(ValueError, match=f"^{message}$"):
            study.intervals(metric, SYSTEMS, nowhere, **given)
        with pytest.raises(ValueError, match=f"^{message}$"):
            study.compare(metric, SYSTEMS[0], SYSTEMS[1:], nowhere, **given)
    share: Any
    for share in (0, 1, float("nan"), 95, "0.9", None):
        with pytest.raises(ValueError, match=r"^confidence .*: expected a number between 0 and 1$"):
            study.intervals(metric, SYSTEMS, nowhere, confidence=share)
        with pytest.raises(ValueError, match=r"^level .*: expected a number between 0 and 1$"):
            study.compare(metric, SYSTEMS[0], SYSTEMS[1:], nowhere, level=share)
    with pytest.raises(ValueError, match=r"^0 systems, expected at least 1$"):
        study.intervals(metric, [], nowhere)
    with pytest.raises(ValueError, match=r"^0 systems, expected at least 1$"):
        study.compare(metric, SYSTEMS[0], [], nowhere)
    for one, kind in (("a.txt", "a str"), (SYSTEMS[0], "a PosixPath"), (None, "None")):
        found: Any = one
        with pytest.raises(TypeError, match=f"^systems is {kind}, expected a list of "):
            study.intervals(metric, found, nowhere)


def test_one_path_is_no_list_of_references() -> None:
    one: Any = "ref0.txt"
    message = r"^references: one str: expected a list, such as \[reference\]$"
    with pytest.raises(TypeError, match=message):
        References("source.txt", one)
    with pytest.raises(TypeError, match=message):
        green.evaluate("system.txt", References("source.txt", one))


def test_annotators_alone_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    printed = document(capsys, "m2", "--per-annotator", *FILES["m2"])
    for found, system in zip(study.per_annotator(SYSTEMS, GOLD), printed["systems"], strict=True):
        assert [(one.annotator, one.sentences, one.score.f) for one in found] == [
            (row["annotator"], row["sentences"], row["score"]["f"]) for row in system["annotators"]
        ]
    with pytest.raises(ValueError, match="overlaps 'x': expected refuse or first"):
        study.ceiling(GOLD, overlaps="x")
    with pytest.raises(ValueError, match="metric 'green': expected one whose gold is edits"):
        study.per_annotator(SYSTEMS, GOLD, metric="green")


def test_iterations_that_do_not_fit_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A generator of 2.5 kB for each: a thousand million took memory until there was none."""
    assert main(["gleu", *FILES["gleu"], "--iterations", "1000000000"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "of drawn references: expected at most half of the memory" in err
    monkeypatch.setattr(machine, "available_memory", lambda: 100_000)
    assert DrawnTotals(1, [0, 101], "python2").totals.tolist() == [[0], [0]]
    with pytest.raises(LimitError, match="drawn references"):
        DrawnTotals(1, range(100), "python2")


def test_one_sentence_has_neither_intervals_nor_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.m2").write_text("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n", encoding="utf-8")
    for name, text in (("source", "a b"), ("a", "c b"), ("b", "a d")):
        Path(f"{name}.txt").write_text(f"{text}\n", encoding="utf-8")
    assert main(["m2", "a.txt", "gold.m2", "--counts-out", "a.npz"]) == 0
    reference = ["-s", "source.txt", "-r", "b.txt"]
    for words in (
        ["m2", "--ci", "a.txt", "gold.m2"],
        ["gleu", "--ci", *reference, "-c", "a.txt"],
        ["compare", "a.txt", "b.txt", "--gold", "gold.m2"],
        ["compare", "--all", "a.txt", "b.txt", "--gold", "gold.m2"],
        ["report", "a.txt", "b.txt", "gold.m2", "-o", "report.html"],
        ["merge", "--ci", "a.npz"],
    ):
        capsys.readouterr()
        assert main(words) == 1, words
        done = capsys.readouterr()
        assert done.out == ""
        assert done.err.startswith("a.txt: 1 sentence, expected at least 2 for intervals and"), (
            words
        )
    assert not Path("report.html").exists()
    with pytest.raises(FormatError, match="1 sentence, expected at least 2"):
        study.intervals("m2", [["c b"]], Gold.read("gold.m2"))
    assert main(["m2", "a.txt", "gold.m2", "-f", "table"]) == 0
