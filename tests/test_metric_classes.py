"""Base class of metrics: a small metric has everything that the others have."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import math
import pickle
import random
import re
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fastgec
import stubs
import toy
from commands import Call
from fastgec import FormatError, Gold, References, behaviour, errant, imeasure, study
from fastgec.cli import main
from fastgec.cli.texts import SAMPLES
from fastgec.metrics import METRICS, functions
from fastgec.metrics.base import Reading, metric_named
from fastgec.study.parts import checked
from report_page import data_of

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
    """One registration and nothing else; what is printed is in test_every_metric.py."""
    metric, parameters, scoring = toy.METRIC, toy.Parameters(), toy.Scoring()
    assert metric_named("toy") is metric

    # evaluate, count, score_counts, select, sentence_scores
    scores = functions.evaluate(metric, SYSTEMS, TEXTS, parameters, scoring)
    tables = functions.count(metric, SYSTEMS, TEXTS, parameters, Reading(jobs=2))
    assert [functions.score_counts(metric, table, scoring) for table in tables] == scores
    chosen = [table.table[functions.select(metric, table, scoring)] for table in tables]
    assert [toy.Score(*rows.sum(axis=0).tolist()) for rows in chosen] == scores
    alone = functions.sentence_scores(metric, SYSTEMS[0], TEXTS, parameters, scoring)
    assert alone.tolist() == [a / b if b else 1.0 for a, b in chosen[0].tolist()]

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
    (expected,) = functions.count(toy.METRIC, SYSTEMS[1:], TEXTS, toy.Parameters())
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


M2_TEXT = "S a b c d\nA 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||1\n\nS a b\n"
EDITS = errant.Annotations.parse(M2_TEXT)
KNOWN: dict[str, tuple[Any, Any]] = {
    "edits": (["x b c d", "b b"], Gold.parse(M2_TEXT)),
    "references": (
        ["x b c d", "b b"],
        References.of_columns(["a b c d", "a b"], [["x b c d", "a b"], ["a y c d", "a c"]]),
    ),
    "pairs": (errant.Annotations.parse(M2_TEXT.replace("|||1\n", "|||0\n")), EDITS),
}
NAMES = [name for name in METRICS if name != "toy"]


@pytest.mark.parametrize("name", NAMES)
def test_functions_of_every_metric_are_described(name: str) -> None:
    module = getattr(fastgec, name)
    metric = module.METRIC
    assert {*metric.functions} <= {*module.__all__}
    fields = {
        one.name: one.default
        for one in (*dataclasses.fields(metric.scoring), *dataclasses.fields(metric.parameters))
    }
    for function in metric.functions:
        found = getattr(module, function)
        text, parameters = found.__doc__, inspect.signature(found).parameters
        assert found.__module__ == stubs.module_of(name).__name__
        assert (found.__name__, pickle.loads(pickle.dumps(found))) == (function, found)
        assert text.partition("\n")[0].endswith(".")
        assert [word for word in parameters if f"\n    {word}: " not in text] == []
        sections = [line for line in text.splitlines() if re.match(r"[A-Z]\w+:", line)]
        assert [line.partition(":")[0] for line in sections] == [
            *("Args", "Returns", "Raises", "Source", "Example"),
        ]
        for word, one in parameters.items():
            if word in fields and not (function.startswith("sentence") and metric.alone):
                assert one.default == (None if word in metric.of_edits else fields[word])
        kept = {"jobs", "progress", "memory_limit"} if "gold" in parameters else set()
        assert function == "sentence_means" or kept <= parameters.keys()


@pytest.mark.parametrize("name", NAMES)
def test_functions_of_every_metric_agree(name: str) -> None:
    module, bound = getattr(fastgec, name), fastgec.metric(name)
    system, gold = KNOWN[module.METRIC.reads]
    done: list[int] = []
    options: dict[str, Any] = {"jobs": 2, "progress": done.append, "memory_limit": 1 << 28}
    scores = module.evaluate_systems([system, system], gold, **options)
    assert done[-1] == 2
    tables = module.count_systems([system, system], gold, **options)
    assert [module.score_counts(counts) for counts in tables] == scores
    assert bound.evaluate_systems([system, system], gold) == scores
    assert [bound.score_counts(counts) for counts in tables] == scores
    if name != "gleu":
        assert module.total(tables[0], module.select(tables[0])) == scores[0]
    assert module.evaluate_systems([system, system], gold, module.Parameters()) == scores
    if "evaluate" not in module.METRIC.functions:
        with pytest.raises(FormatError, match="one system, expected two or more"):
            bound.evaluate(system, gold)
        return
    assert module.evaluate(system, gold, **options) == scores[0] == bound.evaluate(system, gold)
    assert module.count(system, gold, **options) == tables[0] == bound.count(system, gold)
    alone = module.sentence_scores(system, gold, **options)
    assert alone.tolist() == bound.sentence_scores(system, gold).tolist()
    assert len(alone) == 2


@pytest.mark.parametrize("name", ["green", "gleu", "imeasure"])
def test_the_old_order_of_arguments_is_deprecated(name: str) -> None:
    module = getattr(fastgec, name)
    system, gold = KNOWN["references"]
    for function in ("evaluate", "count", "sentence_scores", "evaluate_systems", "count_systems"):
        call, has_several = getattr(module, function), function.endswith("_systems")
        first, word = ([system], "systems") if has_several else (system, "hypotheses")
        expected = call(first, gold)
        old = {"source": gold.source, "references": gold.columns, word: first}
        message = rf"{name}.{function}\(source, references, {word}\) is deprecated: write {name}"
        for given in range(4):
            with pytest.warns(DeprecationWarning, match=message) as caught:
                found = call(*[*old.values()][:given], **dict([*old.items()][given:]))
            assert np.all(np.equal(found, expected)) if function[0] == "s" else found == expected
            assert caught[0].filename == __file__
        with pytest.raises(TypeError, match=rf"takes {word} and gold, expected"):
            call(first, references=gold.columns)
        with pytest.raises(TypeError, match=r"gold: list, expected References\(source, texts\)"):
            call(gold.source, gold.columns)
    with pytest.raises(TypeError, match="gold"):
        module.evaluate(system, fastgec.Gold.parse(M2_TEXT))


def test_the_i_measure_reads_gold_of_m2() -> None:
    path = SAMPLES / "gold.m2"
    gold = imeasure.read_m2(path)
    system = SAMPLES / "bold.txt"
    for function in (imeasure.evaluate, imeasure.count, imeasure.evaluate_mixed):
        assert function(system, path) == function(system, gold)
    assert imeasure.count(system, gold).parameters["correction_tokens"] == "treebank"
    by_space = imeasure.read_m2(path, correction_tokens="space")
    for function in (imeasure.evaluate, imeasure.count, imeasure.evaluate_mixed):
        assert function(system, path, correction_tokens="space") == function(system, by_space)
    assert imeasure.count(system, path, correction_tokens="space").parameters == {
        "correction_tokens": "space",
        "mixed": "",
    }
    assert fastgec.metric("imeasure", correction_tokens="space").evaluate(
        system, path
    ) == imeasure.evaluate(system, by_space)
    with pytest.raises(ValueError, match="correction_tokens requires the path of an M2 file"):
        imeasure.evaluate(system, gold, correction_tokens="space")
    texts = References(gold.source, gold.columns)
    assert imeasure.evaluate(system, texts) == imeasure.evaluate(system, gold)
    with pytest.warns(DeprecationWarning, match="write gold last"):
        found = imeasure.evaluate_mixed(gold, system)
    assert found == imeasure.evaluate_mixed(system, gold)
    with pytest.raises(TypeError, match="mix mode requires Annotations"):
        imeasure.evaluate_mixed(system, texts)


@pytest.mark.parametrize("name", NAMES)
def test_no_system_has_no_score(name: str) -> None:
    module = import_module(METRICS[name][0])
    gold = KNOWN[metric_named(name).reads][1]
    assert module.evaluate_systems([], gold) == module.count_systems([], gold) == []
    with pytest.raises((TypeError, ValueError)):
        module.evaluate_systems([], None)


def test_words_with_parameters_are_refused_with_the_names_of_keywords() -> None:
    message = r"'green:char,beta=2': expected 'green' and keywords \(order, unit, short, beta\)"
    with pytest.raises(ValueError, match=message):
        fastgec.metric("green:char,beta=2")


def test_a_metric_by_name_has_its_parameters() -> None:
    system, gold = KNOWN["references"]
    bound = fastgec.metric("gleu", order=2, variant="equation")
    assert repr(bound).startswith("gleu(variant='equation', unit='word', order=2, iterations=500,")
    assert bound == fastgec.metric("gleu", variant="equation", order=2) != fastgec.metric("gleu")
    expected = fastgec.gleu.evaluate(system, gold, order=2, variant="equation")
    assert bound.evaluate(system, gold) == expected
    found = bound.candidate_matrix("a b", ["a b", "a c"])
    assert (
        found.tolist()
        == fastgec.gleu.candidate_matrix(
            "a b", ["a b", "a c"], order=2, variant="equation"
        ).tolist()
    )
    named = {"source": "a b", "references": ["a c"], "candidates": ["a b"]}
    assert bound.candidate_scores(*named.values()) == fastgec.gleu.candidate_scores(
        **named, order=2, variant="equation"
    )
    # Sentences of CLEME2.0 have weights of their own, unless others are given.
    for given in ({}, {"hit": 0.2}):
        own = fastgec.metric("cleme2", **given).sentence_scores(*KNOWN["pairs"])
        assert (own == fastgec.cleme2.sentence_scores(*KNOWN["pairs"], **given)).all()
    with pytest.raises(ValueError, match="expected at most 1"):
        fastgec.cleme2.evaluate(*KNOWN["pairs"], hit=0.0, over=0.55)
    assert len(fastgec.cleme2.sentence_scores(*KNOWN["pairs"], hit=0.0, over=0.55)) == 2
    # Weights that fit in those of a corpus need not fit in those of a sentence.
    assert fastgec.cleme2.evaluate(*KNOWN["pairs"], hit=0.5, wrong=0.3).hit >= 0
    with pytest.raises(ValueError, match="expected at most 1"):
        fastgec.cleme2.sentence_scores(*KNOWN["pairs"], hit=0.5, wrong=0.3)
    for name in METRICS:
        bound = fastgec.metric(name)
        assert pickle.loads(pickle.dumps(bound)) == copy.deepcopy(bound) == bound
    edits = fastgec.metric("m2", mode="detection").candidate_matrix("a b c", ["a x c", "a y c"])
    assert edits.tolist() == [[1.0, 1.0], [1.0, 1.0]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fastgec.metric("glue"), "metric 'glue': expected m2 or green or gleu or"),
        (lambda: fastgec.metric(fastgec.m2), "metric is a module, expected a name"),
        (
            lambda: fastgec.metric("gleu", ordr=4),
            "metric 'gleu': no parameter 'ordr': expected one of iterations,",
        ),
        (lambda: fastgec.metric("gleu", order=0), "order 0: expected a whole number from 1"),
        (lambda: fastgec.metric("m2").candidate_scores("a", ["b"], ["c"]), "m2 has no candidate_s"),
        (lambda: fastgec.metric("errant").sentence_means(EDITS, EDITS), "errant has no sentence_m"),
        (
            lambda: fastgec.m2.evaluate([], "x", 1),
            "m2.evaluate takes hypotheses, gold by place, no",
        ),
        (lambda: fastgec.metric("m2", parameters=1), "no parameter 'parameters': expected one of"),
        (lambda: fastgec.m2.evaluate([], "x", bta=1), "m2.evaluate: no parameter 'bta': expected"),
        (lambda: fastgec.m2.count([], "x", beta=1), "m2.count: no parameter 'beta': expected one"),
        (
            lambda: fastgec.m2.count_systems([], "x", fastgec.m2.Parameters(), mode="detection"),
            "m2.count_systems: parameters and mode are mutually exclusive",
        ),
        (
            lambda: fastgec.m2.count_systems([], "x", fastgec.errant.Parameters()),
            "parameters: Parameters of fastgec.metrics.errant.*, expected m2.Parameters",
        ),
        (
            lambda: fastgec.m2.evaluate(["a"], References(["a"], [["a"]])),
            "gold: References, expected a Gold or the path of an M2 file for m2",
        ),
        (lambda: fastgec.m2.evaluate(["a"]), "m2.evaluate: gold is required"),
        (
            lambda: fastgec.m2.evaluate_systems(
                [["a"]], "x", fastgec.m2.Parameters(0), parameters=fastgec.m2.Parameters()
            ),
            "m2.evaluate_systems: parameters is given twice",
        ),
        (
            lambda: fastgec.green.evaluate(["a"], References(["a"], [["a"]]), None),
            "green.evaluate takes hypotheses, gold by place, not 3 values",
        ),
        (
            lambda: fastgec.imeasure.evaluate_systems(
                [["a"]], "x.m2", fastgec.imeasure.Parameters(correction_tokens="space")
            ),
            "parameters and the path of an M2 file are mutually exclusive",
        ),
        (lambda: fastgec.green.candidate_scores("a", [], ["a"]), "no references, expected at leas"),
        (
            lambda: fastgec.cleme2.evaluate(EDITS, EDITS, weights=(0.4, 0.3, 0.2), hit=0.1),
            "weights and hit are mutually exclusive",
        ),
        (lambda: fastgec.cleme2.evaluate(EDITS, EDITS, weights=0.3), "weights 0.3: expected hit="),
    ],
)
def test_what_a_metric_does_not_have_is_refused(call: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        call()


def test_weights_of_cleme2_in_a_row_are_deprecated() -> None:
    ratios = {"hit": 0.1, "wrong": 0.2, "under": 0.3, "over": 0.4}
    expected = fastgec.cleme2.evaluate(*KNOWN["pairs"], **ratios)
    with pytest.warns(DeprecationWarning, match="write hit=..., wrong=") as caught:
        found = fastgec.cleme2.evaluate(*KNOWN["pairs"], weights=(0.1, 0.2, 0.3, 0.4))
    assert found == expected
    assert caught[0].filename == __file__


@pytest.mark.parametrize("name", NAMES)
def test_stubs_for_type_checkers_are_those_of_the_functions(name: str) -> None:
    expected = stubs.stub_of(name)
    assert stubs.path_of(name).read_text(encoding="utf-8") == expected, "run tests/stubs.py"


def test_results_are_numbers_dicts_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    system, gold = KNOWN["edits"]
    score = fastgec.m2.evaluate(system, gold)
    (interval,) = study.intervals("m2", [system], gold, resamples=2)
    (compared,) = study.compare("m2", ["a b c d", "a b"], [system], gold, resamples=99)
    every = study.compare_all("m2", [system, ["a b c d", "a b"]], gold, resamples=99)
    results = [score, interval, compared, *every.pairs]
    assert [float(one) for one in results] == [one.value for one in results]
    assert float(interval) == float(score) == compared.score
    assert float(compared) == compared.difference == every.pairs[0].value
    document = json.loads(json.dumps(every.to_dict()))
    assert document["scores"] == list(every.scores)
    assert document["pairs"][0]["low"] == every.pairs[0].interval[0]
    pandas = types.SimpleNamespace(DataFrame=lambda rows: ("frame", rows))
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    (corpus,) = study.run_configs(SAMPLES / "eval.toml", ["m2", "gleu:n=2"])
    content = corpus.to_dict()
    for system, row in zip(corpus.systems, content["systems"], strict=True):
        scores = [corpus.score(label, system) for label in ("m2", "gleu:n=2")]
        assert list(row.values()) == [system, *map(float, scores)]
    rows = [{"corpus": corpus.name, **row} for row in content["systems"]]
    assert corpus.to_pandas() == ("frame", rows)
    assert [one.to_pandas() for one in results] == [("frame", [one.to_dict()]) for one in results]
    assert every.to_pandas() == ("frame", [pair.to_dict() for pair in every.pairs])
    monkeypatch.setitem(sys.modules, "pandas", None)
    for one in (*results, every):
        with pytest.raises(ImportError, match="to_pandas needs pandas: pip install pandas"):
            one.to_pandas()


def test_a_system_that_changes_sentences_is_not_said_to_change_nothing(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though no sentence is right, so that none can be overcorrected."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("source", "a b\n"), ("ref", "c b\n"), ("out", "a d\n")):
        Path(name).write_text(text, encoding="utf-8")
    words = ["behaviour", "-s", "source", "-r", "ref", "-c"]
    assert "nothing" not in call([*words, "out", "-f", "table"]).stdout
    [system] = json.loads(call([*words, "out", "-f", "json"]).stdout)["systems"]
    assert (system["changes_nothing"], system["n_right"]) == (False, 0)
    assert "source changes nothing" in call([*words, "source", "-f", "table"]).stdout


def marks_by_definition(source: list[str], text: list[str]) -> set[int]:
    """Tokens of the source that the best of all alignments replaces, deletes or inserts before."""
    best: tuple[Any, ...] = ()

    def walk(i: int, j: int, steps: str) -> None:
        nonlocal best
        if i == len(source) and j == len(text):
            runs = len([run for run in steps.split("0") if run])
            key = (len(steps.replace("0", "")), -steps.count("0"), runs, steps)
            best = min(best, key) if best else key
            return
        if i < len(source) and j < len(text):
            walk(i + 1, j + 1, steps + ("0" if source[i] == text[j] else "1"))
        if i < len(source):
            walk(i + 1, j, steps + "2")
        if j < len(text):
            walk(i, j + 1, steps + "3")

    walk(0, 0, "")
    marks, position = set(), 0
    for run in re.finditer("0|[123]+", best[-1]):  # one edit; it inserts if it replaces nothing
        size = len(run[0].replace("3", ""))
        if run[0] != "0":
            marks |= set(range(position, position + size))
        if size == 0 and source:
            marks.add(min(position, len(source) - 1))
        position += size
    return marks


def marked_tokens(source: list[str], output: list[str], references: list[list[str]]) -> list[int]:
    """Sums of tokens marked by both, by the output, and by the reference of the best F0.5."""
    sums = [0, 0, 0]
    for number, text in enumerate(source):
        words = text.split()
        own = marks_by_definition(words, output[number].split())
        found = []
        for texts in references:
            gold = marks_by_definition(words, texts[number].split())
            tp, fp, fn = len(own & gold), len(own - gold), len(gold - own)
            found.append(
                ((1.25 * tp / (1.25 * tp + 0.25 * fn + fp)) if tp + fp + fn else 1, tp, fp, fn)
            )
        chosen = max(found, key=lambda one: one[0])
        sums = [a + b for a, b in zip(sums, chosen[1:], strict=True)]
    return sums


def test_undefined_overcorrection_is_no_number(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no sentence is right: null, an empty cell, no interval."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("source", "a b\na\n"), ("ref", "c b\nb\n"), ("out", "a d\na\n")):
        Path(name).write_text(text, encoding="utf-8")
    words = ["behaviour", "--ci", "-s", "source", "-r", "ref", "-c", "out", "-f"]
    [system] = json.loads(call([*words, "json"]).stdout)["systems"]
    assert system["overcorrection"] is system["intervals"]["overcorrection"] is None
    heading, row = (line.split("\t") for line in call([*words, "tsv"]).stdout.splitlines())
    cells = dict(zip(heading, row, strict=True))
    assert (cells["overcorrection"], cells["overcorrection_low"], cells["changed"]) == (
        "",
        "",
        "0.5",
    )


def test_behaviour_counts_whole_sentences() -> None:
    """Against a count in plain Python, of random sentences of few words."""
    random_ = random.Random(20261125)
    for _ in range(200):
        n, n_references = random_.randint(1, 6), random_.randint(1, 3)

        def texts(n: int = n) -> list[str]:
            return [" ".join(random_.choices("ab", k=random_.randint(0, 2))) for _ in range(n)]

        source, output, references = texts(), texts(), [texts() for _ in range(n_references)]
        gold = References.of_columns(source, references)
        score = behaviour.evaluate([f" {text}  " for text in output], gold)
        marks = marked_tokens(source, output, references)
        rows = list(zip(source, output, zip(*references, strict=True), strict=True))
        right = [row for row in rows if set(row[2]) == {row[0]}]
        assert score == behaviour.BehaviourScore(
            sentences=n,
            n_exact=sum(out in refs for _, out, refs in rows),
            n_changed=sum(out != text for text, out, _ in rows),
            n_right=len(right),
            n_overcorrected=sum(out != text for text, out, _ in right),
            references=n * n_references,
            n_references_changed=sum(ref != text for text, _, refs in rows for ref in refs),
            marked_right=marks[0],
            marked_wrong=marks[1],
            unmarked=marks[2],
        )
        if right:
            assert score.overcorrection == score.n_overcorrected / len(right)
        else:
            assert math.isnan(score.overcorrection)
        precision = marks[0] / (marks[0] + marks[1]) if marks[0] + marks[1] else 1
        recall = marks[0] / (marks[0] + marks[2]) if marks[0] + marks[2] else 1
        assert (score.detection_precision, score.detection_recall) == (precision, recall)
        wanted = 1.25 * precision * recall / (0.25 * precision + recall) if marks[0] else 0
        if sum(marks):
            assert score.detection_f == pytest.approx(wanted)
        else:
            assert score.detection_f == 1
        scores = behaviour.sentence_scores(output, gold)
        assert scores.mean() == pytest.approx(score.exact)


def test_macro_averaged_f_is_the_mean_over_types_of_the_reference(
    call: Call, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against the rows of the same document, and by hand; the interval is around it."""
    monkeypatch.chdir(tmp_path)
    rest = "|||||||||0\n"
    lines = f"S a b c\nA 0 1|||{{}}|||x{rest}A 1 2|||{{}}|||y{rest}A 2 3|||{{}}|||{{}}{rest}\n"
    Path("ref.m2").write_text(lines.format("R:A", "R:A", "R:B", "z") * 3, encoding="utf-8")
    Path("hyp.m2").write_text(
        (lines.format("R:A", "R:A", "R:C", "w") + "S a b c\n\n" * 2), encoding="utf-8"
    )
    words = ["errant", "compare", "-hyp", "hyp.m2", "-ref", "ref.m2", "-cat", "3"]
    [system] = json.loads(call([*words, "--ci=50", "-f", "json"]).stdout)["systems"]
    f = {one["type"]: one["f"] for one in system["types"]}
    assert sorted(f) == ["R:A", "R:B", "R:C"]
    assert system["macro"]["f"] == pytest.approx((f["R:A"] + f["R:B"]) / 2)
    assert f["R:A"] == pytest.approx(1.25 * 1 * (1 / 3) / (0.25 * 1 + 1 / 3), abs=1e-4)
    assert system["macro"]["types"] == 2
    low, high = system["macro"]["interval"]
    assert low < system["macro"]["f"] < high
    assert "R:A" in call([*words, "-f", "table"]).stdout
    shown = f"hyp.m2 {100 * system['macro']['f']:.2f} (2 types)"
    assert shown in call([*words, "-f", "table"]).stdout
    Path("hyp.txt").write_text("x y w\na b c\na b c\n")
    Path("ref.txt").write_text("x y z\n" * 3)
    Path("run.toml").write_text(
        'errant = "ref.m2"\ngold = "ref.m2"\nmetrics = ["errant:beta=1", "errant"]\n'
        '[systems]\n"hyp.m2" = "hyp.txt"\n[errant-systems]\n"hyp.m2" = "hyp.m2"'
    )
    done = json.loads(call(["run", "run.toml", "-f", "json"]).stdout)
    other, metric = (one["systems"][0] for one in done["corpora"][0]["metrics"])
    point = {name: system["macro"][name] for name in ("f", "types")}
    assert metric["macro"] == point
    by_one = json.loads(call([*words, "-b", "1", "-f", "json"]).stdout)["systems"][0]
    assert other["macro"] == by_one["macro"] != metric["macro"]
    table = call(["run", "run.toml", "-f", "table"]).stdout
    assert f"{100 * system['macro']['f']:.2f}" in table
    assert "over the 2 error types" in " ".join(table.split())
    drawn = json.loads(call(["run", "run.toml", "--ci=50", "-f", "json"]).stdout)
    assert drawn["corpora"][0]["metrics"][1]["systems"][0]["macro"] == system["macro"]
    call(["run", "-q", "run.toml", "--ci=50", "--html", "board.html"])
    page = Path("board.html").read_text(encoding="utf-8")
    assert "Macro F0.5</th>" in page
    assert f"{100 * low:.2f} to {100 * high:.2f}</span></td></tr>" in page
    call(["report", "-q", "--ci=50", "--metric", "errant", "-o", "a.html", "run.toml"])
    (part,) = data_of(Path("a.html"))["parts"]
    assert (
        f"hyp.m2 {100 * point['f']:.2f} [{100 * low:.2f}, {100 * high:.2f}] (2 types)"
        in (part["types"]["note"])
    )
