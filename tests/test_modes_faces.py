"""What users see of the modes of MaxMatch: options, tables, JSON, parts, comparison, Arrow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import Call
from fastgec import Counts, Gold, m2, study
from fastgec.metrics.spec import metric_spec
from modes_data import EXAMPLES

SYSTEMS = ("one.txt", "two.txt")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The worked examples, three times over with a second annotator, and two systems."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    blocks = [one.block().rstrip("\n") for one in EXAMPLES]
    for number in (0, 4, 13):
        blocks[number] += "\nA 0 1|||R|||They|||REQUIRED|||-NONE-|||1"
    (tmp_path / "gold.m2").write_text("\n\n".join(blocks * 3) + "\n", encoding="utf-8")
    hypotheses = [one.hypothesis for one in EXAMPLES] * 3
    (tmp_path / "one.txt").write_text("\n".join(hypotheses) + "\n", encoding="utf-8")
    hypotheses[0], hypotheses[1] = EXAMPLES[0].source, "He gos to school by bus ."
    (tmp_path / "two.txt").write_text("\n".join(hypotheses) + "\n", encoding="utf-8")
    return tmp_path


def documents(call: Call, *words: str) -> Any:
    done = call(["m2", "-f", "json", *words, *SYSTEMS, "gold.m2"])
    assert done.status == 0
    assert "6 edits repeat another edit" in done.stderr
    assert done.stderr.count("\n") == 1
    return json.loads(done.stdout)


@pytest.mark.parametrize("regime", m2.REGIMES)
def test_all_modes_are_those_of_each_alone(files: Path, call: Call, regime: str) -> None:
    more = ("--optional", regime, "--ci=40", "--beta", "1", "--seed", "3")
    found = documents(call, "--mode", "all", *more)
    assert "mode" not in found["parameters"]
    assert found["parameters"]["optional"] == regime
    assert "|modes:correction,recognition,detection|" in found["signature"]
    seen = set()
    for mode in m2.MODES:
        one = documents(call, "--mode", mode, *more)
        assert one["parameters"]["mode"] == mode
        for system, expected in zip(found["systems"], one["systems"], strict=True):
            [score] = [score for score in system["scores"] if score["mode"] == mode]
            assert {"mode": mode} | {name: expected[name] for name in score if name != "mode"} == (
                score
            )
            assert score["intervals"]
            seen.add((system["system"], score["correct"], score["proposed"]))
    assert len(seen) > 4


def test_the_signature_names_what_is_not_the_default(files: Path, call: Call) -> None:
    def signature(*words: str) -> str:
        line: str = documents(call, *words)["signature"]
        return line

    plain = signature()
    assert "mode" not in plain
    assert "optional" not in plain
    assert signature("--mode", "correction", "--optional", "required") == plain
    assert "|implicit_noop:no|mode:detection|sentences:" in signature("--mode", "detection")
    more = signature("--mode", "recognition", "--optional", "bonus")
    assert "|mode:recognition|optional:bonus|" in more


def test_a_table_of_all_modes_says_who_chooses(files: Path, call: Call) -> None:
    done = call(["m2", "--mode", "all", "-f", "table", *SYSTEMS, "gold.m2"])
    lines = done.stdout.splitlines()
    assert [line.split()[:2] for line in lines[2:8]] == [
        [system, mode] for system in ("one", "two") for mode in m2.MODES
    ]
    assert lines[-1] == (
        "annotators are chosen for each mode alone, so the numbers of gold edits may differ"
    )
    done = call(["m2", "--mode", "all", "one.txt", "gold.m2"])
    assert done.stdout.splitlines()[0].startswith("system\tmode\tcorrect\t")
    assert len(done.stdout.splitlines()) == 4
    assert call(["m2", "--mode", "detection", "one.txt", "gold.m2"]).stdout.startswith("Precision")


def test_sentences_have_the_counts_of_their_mode(files: Path, call: Call) -> None:
    call(["m2", "--mode", "all", "--sentences", "all.jsonl", "one.txt", "gold.m2"])
    everything = [json.loads(line) for line in (files / "all.jsonl").read_text().splitlines()]
    for mode in m2.MODES:
        call(["m2", "--mode", mode, "--sentences", "one.jsonl", "one.txt", "gold.m2"])
        alone = [json.loads(line) for line in (files / "one.jsonl").read_text().splitlines()]
        own = [line for line in everything if line["mode"] == mode]
        assert [{**line, "mode": mode} for line in alone] == own
        assert len(alone) == 3 * len(EXAMPLES)


@pytest.mark.parametrize("mode", m2.MODES)
def test_parts_of_a_mode_join_and_score_as_the_whole(files: Path, call: Call, mode: str) -> None:
    words = ["m2", "--mode", mode, "--optional", "bonus"]
    for number, span in enumerate((":20", "21:")):
        call(
            [*words, "--sentence-range", span, "--counts-out", f"{number}.npz", *SYSTEMS, "gold.m2"]
        )
    merged = call(["merge", "1.npz", "0.npz", "-f", "json", "--ci=20"])
    whole = call([*words, "-f", "json", "--ci=20", *SYSTEMS, "gold.m2"])
    assert merged.stdout == whole.stdout
    call(["m2", "--sentence-range", "21:", "--counts-out", "other.npz", *SYSTEMS, "gold.m2"])
    mixed = call(["merge", "0.npz", "other.npz"])
    assert mixed.status == 1
    assert "optional" in mixed.stderr or "mode" in mixed.stderr


def test_counts_from_before_there_were_modes_are_those_of_correction(files: Path) -> None:
    gold = Gold.read("gold.m2")
    counts = m2.count("one.txt", gold)
    assert not {"mode", "optional"} & set(counts.parameters)
    old = Counts(
        counts.table, counts.offsets, counts.labels, counts.columns, "m2", counts.parameters
    )
    assert Counts.concat([old, counts]).n_rows == 2 * counts.n_rows
    with pytest.raises(ValueError, match="mode"):
        Counts.concat([old, m2.count("one.txt", gold, mode="detection")])


def test_systems_are_compared_in_a_mode(files: Path, call: Call) -> None:
    for words in (["one.txt", "two.txt"], ["--all", "one.txt", "two.txt"]):
        found = {}
        for mode in m2.MODES:
            options = ["--gold", "gold.m2", "--mode", mode, "--resamples=50", "-f", "json"]
            done = call(["compare", *words, *options])
            assert done.status == 0, done.stderr
            found[mode] = json.loads(done.stdout)["parameters"]["mode"]
        assert found == {mode: mode for mode in m2.MODES}
    gold = Gold.read("gold.m2")
    [compared] = study.compare(
        "m2", "two.txt", ["one.txt"], gold, parameters=m2.Parameters(mode="detection"), resamples=50
    )
    one, two = (m2.evaluate(system, gold, mode="detection").f for system in SYSTEMS)
    assert (compared.score, compared.difference) == (one, one - two)


def test_words_for_metrics_name_modes() -> None:
    one = metric_spec("m2:detection,bonus")
    assert (one.parameters.mode, one.parameters.optional) == ("detection", "bonus")
    assert one.label == "m2:detection,bonus"
    assert metric_spec("m2:mode=recognition,optional=required").label == "m2:recognition"
    assert metric_spec("m2:mode=correction").label == "m2"


def test_configs_have_a_column_for_each_mode(files: Path, call: Call) -> None:
    config = 'name = "c"\nsource = "source.txt"\ngold = "gold.m2"\n'
    config += 'metrics = ["m2", "m2:detection"]\n[systems]\none = "one.txt"\n'
    (files / "card.toml").write_text(config, encoding="utf-8")
    source = "".join(one.source + "\n" for one in EXAMPLES * 3)
    (files / "source.txt").write_text(source, encoding="utf-8")
    done = call(["run", "card.toml", "-f", "tsv"])
    assert done.status == 0, done.stderr
    gold = Gold.read("gold.m2")
    for mode in ("correction", "detection"):
        assert repr(m2.evaluate("one.txt", gold, mode=mode).f) in done.stdout


def test_types_have_statuses(files: Path, call: Call) -> None:
    gold = Gold.read("gold.m2")
    for mode in m2.MODES[1:]:
        done = call(["m2", "--mode", mode, "--types", "-f", "json", "one.txt", "gold.m2"])
        [system] = json.loads(done.stdout)["systems"]
        kinds = {one["type"]: one for one in system["types"]}
        chosen = m2.select(m2.count("one.txt", gold, mode=mode))
        annotators = gold.edits.annotator[chosen].tolist()
        statuses = [
            status
            for sentence, annotator in zip(m2.statuses("one.txt", gold), annotators, strict=True)
            for status in sentence[annotator]
        ]
        for status in ("corrected", "recognised", "detected", "missed"):
            assert sum(one[status] for one in kinds.values()) == statuses.count(status)
        assert kinds["UNK"]["recognised"] == 3
        assert kinds["UNK"]["recall"] == 1.0
        [of_python] = study.types(["one.txt"], gold, parameters=m2.Parameters(mode=mode))
        assert {one.kind: one.recall for one in of_python} == {
            kind: one["recall"] for kind, one in kinds.items()
        }
    table = call(["m2", "--mode", "detection", "--types", "-f", "table", "one.txt", "gold.m2"])
    statuses = "Corrected Recognised Detected Missed"
    assert " ".join(table.stdout.split()).startswith(f"System Type In words {statuses} Gold R")


def test_edits_have_cut_forms_and_gold_edits_statuses(files: Path, call: Call) -> None:
    call(["m2", "--mode", "detection", "--edits", "edits.jsonl", "one.txt", "gold.m2"])
    lines = [json.loads(line) for line in (files / "edits.jsonl").read_text().splitlines()]
    of_word, of_easier = lines[2], lines[5]
    assert of_word["edits"][0]["cut"] == {"start": 4, "end": 4, "correction": "the"}
    assert of_word["missed"][0]["status"] == "recognised"
    deleted = of_easier["edits"][-1]
    assert (deleted["start"], deleted["end"], deleted["correction"]) == (2, 4, "easier")
    assert deleted["cut"] == {"start": 2, "end": 3, "correction": ""}
    assert deleted["gold"][0]["status"] == "corrected"
    assert deleted["gold"][0]["optional"] is True


@pytest.mark.parametrize("words", [["--per-annotator"], ["--ceiling"]])
def test_views_of_annotators_have_the_counts_of_the_mode(
    files: Path, call: Call, words: list[str]
) -> None:
    tables = {
        mode: call(["m2", "--mode", mode, *words, "-f", "tsv", "one.txt", "gold.m2"]).stdout
        for mode in m2.MODES
    }
    assert all(len(text.splitlines()) > 3 for text in tables.values())
    assert len(set(tables.values())) == 3


def test_verbose_output_is_that_of_correction(files: Path, call: Call) -> None:
    plain = call(["m2", "-v", "one.txt", "gold.m2"])
    named = call(["m2", "-v", "--mode", "correction", "one.txt", "gold.m2"])
    assert plain.status == 0
    assert plain.stdout == named.stdout


def test_a_verdict_is_about_the_mode(files: Path, call: Call) -> None:
    scores = {mode: m2.evaluate("one.txt", "gold.m2", mode=mode).f for mode in m2.MODES}
    assert scores["correction"] < 0.6 < scores["detection"]
    for mode, status in (("correction", 3), ("detection", 0)):
        done = call(["m2", "--mode", mode, "--fail-under", "0.6", "one.txt", "gold.m2"])
        assert done.status == status


def test_columns_of_arrow_have_modes_and_optional_edits(files: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from fastgec import frames
    from fastgec.read.arrow import edits_of, gold_column

    gold = Gold.read("gold.m2")
    lines = [gold.sources[s] for s in range(len(gold))]
    edits = edits_of(gold)
    again = gold_column(gold.sources, edits, "edits")
    assert again.edits.optional.tolist() == gold.edits.optional.tolist()
    assert gold.edits.optional.any()
    hypotheses = Path("one.txt").read_text(encoding="utf-8").splitlines()
    batch = pa.RecordBatch.from_arrays(
        [pa.array(lines), pa.array(hypotheses), edits], ["source", "hypothesis", "edits"]
    )
    for mode in m2.MODES:
        counted = frames.count_m2(batch, mode=mode, optional="bonus")
        expected = m2.count("one.txt", gold, mode=mode, optional="bonus")
        assert frames.counts_of([counted]) == expected
    plain = edits_of(Gold.parse("S a\nA 0 1|||R|||b|||REQUIRED|||-NONE-|||0\n"))
    assert "optional" not in [field.name for field in plain.type.value_type]


@pytest.mark.parametrize("jobs", [1, 3])
def test_threads_count_alike(files: Path, jobs: int) -> None:
    assert m2.count("one.txt", "gold.m2", mode="detection", jobs=jobs) == m2.count(
        "one.txt", "gold.m2", mode="detection"
    )
