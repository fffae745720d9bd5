"""The contract of all metrics: the same formats, files, parts and intervals, from Python too.

The table of metrics is gone through, and a metric that is registered from outside (`toy`): a new
metric is tested by these as soon as it is in the table. What only one metric has is in its own
files of tests.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import fastgec
from commands import Call, Run, called
from fastgec import References, study
from fastgec.cli.texts import SAMPLES
from fastgec.metrics import METRICS
from fastgec.metrics.base import metric_named
from fastgec.metrics.declarations import RANGES, options_of

NAMES = [*METRICS, "toy"]
SYSTEMS = ["careful.txt", "bold.txt"]
FORMATS = ("table", "markdown", "latex", "tsv", "csv", "json")
# Options of a metric without which a part of a corpus cannot be counted.
OF_PARTS = {"cleme": ["--bias", "2"]}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the samples, and careful.m2 and bold.m2: the edits of an annotator each."""
    monkeypatch.setitem(METRICS, "toy", ("toy", "share of the words that a reference has"))
    monkeypatch.chdir(tmp_path)
    for path in SAMPLES.iterdir():
        Path(path.name).write_bytes(path.read_bytes())
    lines = Path("gold.m2").read_text(encoding="utf-8").splitlines()
    edits = [line.split("|||") for line in lines]
    for fields in edits:
        fields[2:3] = [field.partition("||")[0] for field in fields[2:3]]  # no alternatives
    for name, own in (("gold", "01"), ("careful", "0"), ("bold", "1")):
        kept = ["|||".join(fields) for fields in edits if len(fields) < 2 or fields[-1] in own]
        kept = [f"{line[:-1]}0" if own == "1" and line[:1] == "A" else line for line in kept]
        Path(f"{name}.m2").write_text("\n".join(kept) + "\n", encoding="utf-8")


def systems_of(name: str) -> list[str]:
    is_m2 = metric_named(name).reads == "pairs"
    return [system.replace(".txt", ".m2") for system in SYSTEMS] if is_m2 else SYSTEMS


def gold_of(name: str) -> Any:
    is_text = metric_named(name).reads == "references"
    return References("source.txt", ["ref0.txt", "ref1.txt"]) if is_text else "gold.m2"


def words_of(name: str, *options: str, gold: str = "gold.m2", first: str = "") -> list[str]:
    """Command line of a metric, with other names of the gold's and the first system's file."""
    systems = systems_of(name)
    systems = [first or systems[0], *systems[1:]]
    if name == "errant":
        return ["errant", "compare", *options, "-hyp", *systems, "-ref", gold]
    if metric_named(name).reads == "references":
        source = "source.txt" if gold == "gold.m2" else gold
        return [name, *options, "-s", source, "-r", "ref0.txt", "ref1.txt", "-c", *systems]
    command = ["cleme", "--cleme2"] if name == "cleme2" else [name]
    return [*command, *options, *systems, gold]


@pytest.mark.parametrize("name", NAMES)
def test_a_value_that_an_option_does_not_have_is_refused(name: str) -> None:
    metric = metric_named(name)
    for made in (metric.parameters, metric.scoring):
        for field, (default, one) in options_of(made).items():
            wrong = "none of them" if one.choices is not None else -1
            if one.choices is None and not isinstance(default, bool) and one.reads not in RANGES:
                continue
            with pytest.raises(ValueError, match=f"^{field}"):
                made(**{field: wrong})


def printed(words: list[str], call: Call) -> str:
    status, out, err = call(words)
    assert (status, err) == (0, ""), words
    return out


def document_of(name: str, call: Call, *options: str, **files: str) -> Any:
    return json.loads(printed(words_of(name, "-f", "json", *options, **files), call))


def without_intervals(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: without_intervals(one) for key, one in content.items() if key != "intervals"}
    return [without_intervals(one) for one in content] if isinstance(content, list) else content


def numbers_of(content: Any) -> set[float]:
    """All numbers of a JSON document."""
    if isinstance(content, dict | list):
        inner = content.values() if isinstance(content, dict) else content
        return {number for one in inner for number in numbers_of(one)}
    return {float(content)} if isinstance(content, int | float) else set()


@pytest.mark.parametrize("name", NAMES)
def test_the_command_prints_what_python_computes_in_every_format(name: str, call: Call) -> None:
    scores = fastgec.metric(name).evaluate_systems(systems_of(name), gold_of(name))
    document = document_of(name, call)
    assert list(document) == [
        *("metric", "version", "signature", "parameters", "sentences", "systems")
    ]
    assert (document["metric"], document["sentences"]) == (name, 20)
    assert document["signature"].startswith(f"fastgec.{name}|")
    assert [one["path"] for one in document["systems"]] == systems_of(name)
    table, *rows = printed(words_of(name, "-f", "tsv"), call).splitlines()
    shown = {
        kind: printed(words_of(name, "-f", kind, "--signature"), call)
        for kind in ("table", "markdown", "latex")
    }
    for score, content, row in zip(scores, document["systems"], rows, strict=True):
        cells = dict(zip(table.split("\t"), row.split("\t"), strict=True))
        assert cells["system"] == content["system"]
        for measure in score.measures():
            assert measure.value in numbers_of(content)
            if measure.name in cells:
                assert float(cells[measure.name]) == measure.value
        assert score.value in [float(cell) for cell in row.split("\t")[1:]]
        for text in shown.values():
            assert f"{100 * score.value:.2f}" in text
    csv = printed(words_of(name, "-f", "csv"), call)
    assert csv.splitlines() == [line.replace("\t", ",") for line in (table, *rows)]
    assert printed(words_of(name, "-f", "tsv"), call).splitlines() == [table, *rows]
    for kind, (start, end) in {
        "table": ("", ""),
        "tsv": ("# ", ""),
        "csv": ("# ", ""),
        "markdown": ("`", "`"),
        "latex": ("% ", ""),
    }.items():
        last = printed(words_of(name, "-f", kind, "--signature"), call).splitlines()[-1]
        assert last == f"{start}{document['signature']}{end}"
    assert document["signature"] in printed(words_of(name, "--signature"), call)
    assert document_of(name, call, "--signature") == document


@pytest.mark.parametrize("name", NAMES)
def test_a_line_of_each_sentence_of_each_system(name: str, call: Call) -> None:
    plain = printed(words_of(name), call)
    for file in ("each.jsonl", "each.tsv"):
        assert printed(words_of(name, "--sentences", file), call) == plain
    heading, *rows = Path("each.tsv").read_text(encoding="utf-8").splitlines()
    lines = [json.loads(line) for line in Path("each.jsonl").read_text("utf-8").splitlines()]
    numbers = [(system, sentence) for system in systems_of(name) for sentence in range(1, 21)]
    assert [(line["system"], line["sentence"]) for line in lines] == numbers
    for line, row in zip(lines, rows, strict=True):
        cells = dict(zip(heading.split("\t"), row.split("\t"), strict=True))
        for key, cell in cells.items():
            if key in line and not isinstance(line[key], dict | list):
                assert cell == ("" if line[key] is None else str(line[key])), key


@pytest.mark.parametrize("name", NAMES)
def test_parts_of_a_corpus_are_the_whole(name: str, call: Call) -> None:
    more = OF_PARTS.get(name, [])
    parts = ["1.npz", "2.npz", "3.npz"]
    for part, span in zip(parts, (":7", "8:15", "16:"), strict=True):
        printed(words_of(name, *more, "--sentence-range", span, "--counts-out", part), call)
    for options in (
        ["-f", "json", "--ci=20"],
        ["-f", "table", "--sort", "--signature"],
        ["-f", "latex", "--ci=9", "--seed", "3"],
        [],
    ):
        whole = printed(words_of(name, *more, *options), call)
        assert printed(["merge", *parts[::-1], *options], call) == whole
    for file in ("each.jsonl", "each.tsv"):
        printed(words_of(name, *more, "--sentences", f"whole-{file}"), call)
        printed(["merge", *parts, "--sentences", file], call)
        whole = Path(f"whole-{file}").read_text(encoding="utf-8")
        assert Path(file).read_text(encoding="utf-8") == whole
        span = ["--sentence-range", "8:15"]
        printed(words_of(name, *more, *span, "--sentences", f"range-{file}"), call)
        lines = Path(f"range-{file}").read_text(encoding="utf-8").splitlines()
        assert len(lines) == 2 * 8 + file.endswith(".tsv")
        assert set(lines) <= set(whole.splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_intervals_and_tests_are_those_of_python(name: str, call: Call) -> None:
    found = document_of(name, call, "--ci=20", "--seed", "3")
    intervals = study.intervals(name, systems_of(name), gold_of(name), resamples=20, seed=3)
    for one, content in zip(intervals, found["systems"], strict=True):
        assert one.bounds
        for measure, bounds in one.bounds.items():
            (shown,) = {tuple(own[measure]) for own in intervals_of(content)}
            assert shown == tuple(bounds)
    assert found["resampling"] | {"choice": ""} == {"resamples": 20, "seed": 3, "choice": ""}
    assert "|resamples:20|seed:3|" in found["signature"]
    assert without_intervals(found["systems"]) == document_of(name, call)["systems"]
    assert document_of(name, call, "--ci=20", "--seed", "3", "-j", "3") == found
    assert document_of(name, call, "--ci=20", "--seed", "4")["systems"] != found["systems"]
    base, other = systems_of(name)
    gold = ["--gold", "gold.m2"]
    if metric_named(name).reads == "references":
        gold = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt"]
    options = ["--metric", name, "--resamples", "50", "-f", "json"]
    (content,) = json.loads(printed(["compare", base, other, *gold, *options], call))["systems"]
    (compared,) = study.compare(name, base, [other], gold_of(name), resamples=50)
    for key in ("difference", "p_bootstrap", "p_randomization"):
        assert content[key] == getattr(compared, key)


def intervals_of(content: Any) -> list[dict[str, list[float]]]:
    """Intervals of a system of a JSON document; those of GREEN lie with each beta."""
    scores = content.get("scores", [])
    return [one["intervals"] for one in (content, *scores) if "intervals" in one]


@pytest.mark.parametrize("name", NAMES)
def test_sorted_is_best_first_and_a_threshold_is_judged(name: str, call: Call) -> None:
    given = document_of(name, call)["systems"]
    values = [
        one.value for one in fastgec.metric(name).evaluate_systems(systems_of(name), gold_of(name))
    ]
    best = sorted(range(2), key=lambda n: -values[n])
    assert document_of(name, call, "--sort")["systems"] == [given[n] for n in best]
    between = sum(values) / 2
    plain = printed(words_of(name), call)
    status, out, err = call(words_of(name, f"--fail-under={between!r}"))
    low = systems_of(name)[best[1]]
    assert (status, out) == (3, plain)
    assert err.startswith(f"{low}: ")
    assert f" is {values[best[1]]:.4f}, below " in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", NAMES)
def test_line_ends_compression_and_progress_change_nothing(name: str, call: Call) -> None:
    expected = document_of(name, call)
    changed = []
    for file in ("gold.m2", "source.txt", "ref0.txt", "ref1.txt", *systems_of(name)):
        data = Path(file).read_bytes()
        Path(file).write_bytes(gzip.compress(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")))
        changed.append(data)
    assert document_of(name, call) == expected
    assert document_of(name, call, "--no-progress", "-j", "2") == expected
    told = call(words_of(name, "--progress", "-f", "json"))
    assert (told.status, json.loads(told.stdout)) == (0, expected)
    assert told.stderr.splitlines()[-1].startswith("sentences: ")


@pytest.mark.parametrize("name", NAMES)
def test_another_gold_has_another_signature(name: str, call: Call) -> None:
    expected = document_of(name, call)["signature"].split("|")
    for file in ("gold.m2", "ref1.txt"):
        text = Path(file).read_text(encoding="utf-8").replace("interested", "curious")
        Path(file).write_text(text, encoding="utf-8")
    found = document_of(name, call)["signature"].split("|")
    differing = [a.partition(":")[0] for a, b in zip(expected, found, strict=True) if a != b]
    assert differing == ["gold"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "toy"])
def test_standard_input_is_a_file(name: str, run: Run) -> None:
    expected = json.loads(called(words_of(name, "-f", "json")).stdout)["systems"]
    data = Path(systems_of(name)[0]).read_bytes()
    done = run(*words_of(name, "-f", "json", first="-"), stdin=gzip.compress(data))
    assert (done.status, done.stderr) == (0, "")
    found = json.loads(done.stdout)["systems"]
    for one, other in zip(found, expected, strict=True):
        assert one | {"system": "", "path": ""} == other | {"system": "", "path": ""}
