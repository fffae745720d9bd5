"""Weights of edits: 1 is the metric itself, others are what a slow oracle of the rules makes."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

import oracle_m2
from examples import PROJECT
from fastgec import Gold, InputWarning, errant, m2, machine, study, weights
from fastgec.choose.rules import FRank
from fastgec.cli import main
from fastgec.cli.texts import SAMPLES
from fastgec.read.coders import Annotations
from fastgec.texts.corrected import apply_edits
from m2_cases import random_cases

GOLD = SAMPLES / "gold.m2"
SYSTEMS = [SAMPLES / "careful.txt", SAMPLES / "bold.txt"]


def ones(found: weights.Edits) -> tuple[list[float], list[float]]:
    return [1.0] * len(found.proposed), [1.0] * len(found.gold)


def numbers(score: Any) -> list[float]:
    return [measure.value for measure in score.measures()]


def require_m2_itself(system: Any, gold: Any, parameters: m2.Parameters, betas: Any) -> None:
    """Weights of 1 are MaxMatch to the digit: counts, choice and scores."""
    found = weights.edits(system, gold, parameters)
    (counts,) = m2.count_systems([system], gold, parameters)
    weighted = weights.count(found, *ones(found))
    assert (weighted.table == counts.table).all()
    assert (weighted.offsets == counts.offsets).all()
    assert (weighted.labels == counts.labels).all()
    for beta in betas:
        plain, ours = m2.score_counts(counts, beta=beta), weights.score_counts(weighted, beta=beta)
        assert numbers(ours) == numbers(plain)
        assert (weights.select(weighted, beta=beta) == m2.select(counts, beta=beta)).all()


@pytest.mark.parametrize("system", SYSTEMS, ids=["careful", "bold"])
@pytest.mark.parametrize(
    "parameters",
    [
        m2.Parameters(),
        m2.Parameters(release="3.2", max_unchanged_words=1),
        m2.Parameters(implicit_noop=True, ignore_whitespace_casing=True),
    ],
)
def test_weights_of_one_are_maxmatch(system: Path, parameters: m2.Parameters) -> None:
    require_m2_itself(system, GOLD, parameters, (0.5, 1.0, 2.0))


def shared_pairs(shared: Path) -> list[tuple[Path, Path]]:
    return [
        (system, folder / "gold.m2")
        for folder in sorted((shared / "data").iterdir())
        if (folder / "gold.m2").exists()
        for system in sorted((folder / "systems").iterdir())
    ]


@pytest.mark.filterwarnings("ignore::fastgec.BenchmarkNote")
def test_weights_of_one_are_maxmatch_of_all_systems(shared: Path) -> None:
    pairs = shared_pairs(shared)
    assert len(pairs) > 16
    golds = {path: Gold.read(path) for path in {path for _, path in pairs}}
    for system, path in pairs:
        require_m2_itself(system, golds[path], m2.Parameters(), (0.5,))


def case_texts(n_cases: int, seed: int) -> tuple[list[str], str]:
    cases = random_cases(n_cases, seed)
    lines = [" ".join(case.hypothesis) for case in cases]
    return lines, "".join(case.block() for case in cases)


@pytest.mark.parametrize("release", ["development", "3.2"])
@pytest.mark.parametrize("is_folded", [False, True])
def test_random_weights_are_summed_and_chosen_as_the_oracle_has_it(
    release: Any, is_folded: bool
) -> None:
    lines, text = case_texts(250, 11)
    parameters = m2.Parameters(ignore_whitespace_casing=is_folded, release=release)
    found = weights.edits(lines, Gold.parse(text), parameters)
    generator = random.Random(12)
    drawn = [generator.random() for _ in found.proposed]
    golden = [generator.random() for _ in found.gold]
    weight = {
        (edit.sentence, edit.start, edit.end, edit.correction): value
        for edit, value in zip(found.proposed, drawn, strict=True)
    }
    next_gold = iter(golden)
    expected = []
    for number, (line, one) in enumerate(zip(lines, oracle_m2.parse_m2(text), strict=True)):
        rows = {}
        source, hypothesis = one.source, line.split()
        arcs = oracle_m2.closure(source, hypothesis, *oracle_m2.lattice(source, hypothesis), 2)
        for annotator, edits in sorted(one.annotators.items()):
            changes = oracle_m2._best_changes(source, hypothesis, arcs, edits, is_folded, release)
            times = oracle_m2.matches_of(source, changes, edits)
            correct = proposed = 0.0
            for change, n in zip(changes, times, strict=True):
                # Of release 3.2 an insertion at the start has a span of its own.
                own = [change.start, 0] if release == "3.2" else [change.start]
                length = len(change.original.split())
                keys = [(number, at, at + length, change.correction) for at in own]
                value = next(weight[key] for key in keys if key in weight)
                correct += n * value
                proposed += value
            gold = 0.0
            for _ in edits:
                gold += next(next_gold)
            rows[annotator] = (correct, proposed, gold)
        expected.append(rows)
    counts = weights.count(found, drawn, golden)
    flat = [list(row) for rows in expected for _, row in sorted(rows.items())]
    assert counts.table.tolist() == flat
    for beta in (0.5, 1.0):
        chosen = oracle_m2.choose(expected, beta)  # type: ignore[arg-type]
        rows = weights.select(counts, beta=beta)
        assert counts.labels[rows].tolist() == chosen
        totals = [0.0, 0.0, 0.0]
        for own, annotator in zip(expected, chosen, strict=True):
            totals = [a + b for a, b in zip(totals, own[annotator], strict=True)]
        score = weights.score_counts(counts, beta=beta)
        assert numbers(score)[:3] == totals
        assert numbers(score)[3:] == list(oracle_m2.score(*totals, beta))  # type: ignore[arg-type]


def test_weights_that_are_powers_of_two_are_exact() -> None:
    lines, text = case_texts(300, 13)
    gold = Gold.parse(text)
    found = weights.edits(lines, gold)
    plain = weights.count(found, *ones(found))
    for power in (-40, -3, 5, 20):
        scaled = [[2.0**power] * len(values) for values in ones(found)]
        counts = weights.count(found, *scaled)
        assert (counts.table == plain.table * 2.0**power).all()
        assert (weights.select(counts) == weights.select(plain)).all()
        assert numbers(weights.score_counts(counts))[3:] == numbers(weights.score_counts(plain))[3:]
    generator = np.random.default_rng(14)
    drawn = 2.0 ** generator.integers(-8, 8, len(found.proposed) + len(found.gold))
    exact = [0] * (plain.n_rows * 3)
    for cell, item, times in zip(found.cells, found.items, found.times, strict=True):
        exact[cell] += int(times) * int(drawn[item] * 256)
    assert (found.table(drawn).ravel() * 256).tolist() == exact


def test_each_edit_has_the_sentence_that_it_alone_makes() -> None:
    lines, text = case_texts(150, 15)
    for release in ("development", "3.2"):
        found = weights.edits(lines, Gold.parse(text), m2.Parameters(release=release))
        for edit in (*found.proposed, *found.gold):
            line = f"A {edit.start} {edit.end}|||T|||{edit.correction}|||R|||-NONE-|||0"
            (made,) = apply_edits(Gold.parse(f"S {edit.source}\n{line}\n"))[0]
            assert edit.text == made
            assert edit.replaced == " ".join(edit.source.split()[edit.start : edit.end])
        for edit in found.proposed:  # each tells how the output came about
            assert edit.correction in " ".join(lines[edit.sentence].split())


def test_an_edit_against_several_annotators_stands_once() -> None:
    gold = Gold.parse(
        "S a b c d e\nA 0 1|||R|||x|||R|||-NONE-|||0\nA 0 1|||R|||x|||R|||-NONE-|||2\n"
    )
    found = weights.edits(["x b c d e"], gold)
    (edit,) = found.proposed
    assert edit.annotators == (0, 2)
    assert [one.annotators for one in found.gold] == [(0,), (2,)]
    counts = weights.count(found, [0.5], [0.5, 0.75])
    assert counts.table.tolist() == [[0.5, 0.5, 0.5], [0.5, 0.5, 0.75]]


def test_an_edit_that_makes_several_gold_edits_counts_as_often() -> None:
    line = "A 0 1|||R|||x|||R|||-NONE-|||0\n"
    found = weights.edits(["x b"], Gold.parse(f"S a b\n{line}{line}"))
    assert weights.count(found, [0.5], [0.5, 0.5]).table.tolist() == [[1.0, 0.5, 1.0]]


def errant_files(shared: Path) -> tuple[Annotations, dict[str, Annotations]]:
    folder = shared / "data/conll14-errant"
    texts = {
        path.name.partition(".")[0]: Annotations.parse(gzip.decompress(path.read_bytes()).decode())
        for path in sorted(folder.glob("*.m2.gz"))
    }
    return texts.pop("gold"), texts


def test_weights_of_one_are_errant_of_all_systems(shared: Path) -> None:
    gold, systems = errant_files(shared)
    assert len(systems) == 9
    for number, system in enumerate(systems.values()):
        parameters = errant.Parameters("cse" if number == 1 else "cs", number == 2, number == 3)
        require_errant_itself(system, gold, parameters)


def require_errant_itself(system: Any, gold: Any, parameters: errant.Parameters) -> Any:
    found = weights.edits(system, gold, parameters, by="errant")
    (counts,) = errant.count_systems([system], gold, parameters)
    weighted = weights.count(found, *ones(found))
    assert (weighted.table == counts.table).all()
    assert (weighted.labels == counts.labels).all()
    for beta in (0.5, 1.0):
        plain = errant.score_counts(counts, beta=beta)
        assert numbers(weights.score_counts(weighted, beta=beta)) == numbers(plain)
        assert (weights.select(weighted, beta=beta) == errant.select(counts, beta=beta)).all()
    return found


def random_m2(seed: int, n_sentences: int, coders: Sequence[int]) -> str:
    """M2 with edits twice, types, noops among edits, and edits out of place."""
    generator = random.Random(seed)
    blocks = []
    for number in range(n_sentences):
        lines = [f"S a{number} b c d"]
        for _ in range(generator.randint(0, 6)):
            start = generator.randint(0, 4)
            end = generator.choice([start, start + 1, start + 2])
            text = generator.choice(["x", "y z", ""])
            kind = generator.choice(["R:NOUN", "M:DET", "UNK", "noop"])
            if kind == "noop" and generator.random() < 0.5:
                start, end, text = -1, -1, "-NONE-"
            coder = generator.choice(coders)
            lines.append(f"A {start} {end}|||{kind}|||{text}|||R|||-NONE-|||{coder}")
        blocks.append("\n".join(lines) + "\n\n")
    return "".join(blocks)


def read(text: str) -> list[tuple[list[str], dict[int, dict[Any, list[str]]]]]:
    """Each sentence with the edits of its coders: by span and correction, their types."""
    found = []
    for block in text.strip().split("\n\n"):
        source, *lines = block.split("\n")
        coders: dict[int, dict[Any, list[str]]] = {}
        for line in lines:
            span, kind, correction, _, _, coder = line[2:].split("|||")
            start, end = map(int, span.split())
            own = coders.setdefault(int(coder), {})
            if kind != "UNK":
                own.setdefault((start, end, correction or "-NONE-"), []).append(kind)
        found.append((source[2:].split(), coders or {0: {}}))
    return found


@pytest.mark.filterwarnings(r"ignore:.* has \d+ annotators:fastgec.InputWarning")
def test_random_weights_of_errants_edits_are_as_the_oracle_has_it() -> None:
    ours, theirs = random_m2(1, 120, [0, 1]), random_m2(2, 120, [0, 3, 5])
    found = require_errant_itself(
        Annotations.parse(ours), Annotations.parse(theirs), errant.Parameters()
    )
    generator = random.Random(3)
    drawn = [generator.random() for _ in found.proposed]
    golden = [generator.random() for _ in found.gold]

    def by_key(edits: Any, values: Any) -> dict[Any, float]:
        return {
            (e.sentence, e.annotators[0], e.start, e.end, e.correction): value
            for e, value in zip(edits, values, strict=True)
        }

    proposed, gold = by_key(found.proposed, drawn), by_key(found.gold, golden)
    assert (len(proposed), len(gold)) == (len(drawn), len(golden))
    rows = []
    for number, ((_, hyp), (_, ref)) in enumerate(zip(read(ours), read(theirs), strict=True)):
        for h, mine in hyp.items():
            for r, other in ref.items():
                tp = fp = fn = 0.0
                for key, kinds in mine.items():
                    if kinds[0] == "noop":
                        continue
                    value = proposed[number, h, *key[:2], key[2].replace("-NONE-", "")]
                    if key in other:
                        tp += len(other[key]) * value
                    else:
                        fp += len(kinds) * value
                for key, kinds in other.items():
                    if kinds[0] != "noop" and key not in mine:
                        value = gold[number, r, *key[:2], key[2].replace("-NONE-", "")]
                        fn += len(kinds) * value
                rows.append([tp, fp, fn])
    counts = weights.count(found, drawn, golden)
    assert counts.table.tolist() == rows
    totals = np.zeros(3)
    for first, last in zip(counts.offsets[:-1], counts.offsets[1:], strict=True):
        best = max(range(first, last), key=lambda row: (*errant_rank(totals + rows[row]), -row))
        totals += rows[best]
    assert numbers(weights.score_counts(counts))[:3] == totals.tolist()


def errant_rank(totals: Any) -> tuple[float, ...]:
    tp, fp, fn = totals.tolist()
    precision = tp / (tp + fp) if fp else 1.0
    recall = tp / (tp + fn) if fn else 1.0
    load = 0.25 * precision + recall
    f = 1.25 * precision * recall / load if precision + recall else 0.0
    return round(f, 4), tp, -fp, -fn


def test_functions_and_arrays_weigh_alike() -> None:
    found = weights.edits(SYSTEMS[1], GOLD)

    def weigh(edit: weights.Edit) -> float:
        return len(edit.correction) + 0.1

    arrays = [np.array([weigh(edit) for edit in group]) for group in (found.proposed, found.gold)]
    counts = weights.count(found, weigh)
    assert counts == weights.count(found, *arrays)
    assert weights.evaluate(SYSTEMS[1], GOLD, weigh, jobs=2) == weights.score_counts(counts)


@pytest.mark.parametrize("by", ["m2", "errant"])
def test_weighted_counts_are_resampled_and_compared(by: str) -> None:
    systems: list[Any] = list(SYSTEMS)
    gold: Any = GOLD
    metric: Any = weights.M2
    if by == "errant":
        systems = [Annotations.parse(random_m2(seed, 60, [0])) for seed in (4, 5)]
        gold, metric = Annotations.parse(random_m2(6, 60, [0, 1])), weights.ERRANT
    tables = []
    for system in systems:
        found = weights.edits(system, gold, by=by)
        tables.append(weights.count(found, lambda edit: 0.1 + len(edit.text) % 7))
    intervals = study.intervals(metric, tables, gold, resamples=40)
    for one, table in zip(intervals, tables, strict=True):
        assert one.score == weights.score_counts(table)
        assert one.bounds is not None
        assert one.bounds["f"][0] <= one.score.f <= one.bounds["f"][1]
    (compared,) = study.compare(metric, tables[0], tables[1:], gold, resamples=40)
    assert compared.difference == intervals[1].score.f - intervals[0].score.f
    # By weights of 1 all of it is that of the metric itself.
    plain = [weights.count(f, *ones(f)) for f in (weights.edits(s, gold, by=by) for s in systems)]
    ours = study.intervals(metric, plain, gold, resamples=40)
    theirs = study.intervals(by, systems, gold, resamples=40)
    assert [one.bounds for one in ours] == [one.bounds for one in theirs]


def test_a_sentence_whose_weights_are_nothing_has_its_unweighted_score() -> None:
    lines, text = case_texts(200, 16)
    gold = Gold.parse(text)
    found = weights.edits(lines, gold)
    nothing = [[0.0] * len(values) for values in ones(found)]
    alone = weights.sentence_scores(found, *nothing)
    assert alone.tolist() == m2.sentence_scores(lines, gold).tolist()
    assert weights.sentence_scores(found, *ones(found)).tolist() == alone.tolist()
    generator = np.random.default_rng(17)
    drawn, golden = (generator.random(len(values)) for values in ones(found))
    scores = weights.sentence_scores(found, drawn, golden)
    counts = weights.count(found, drawn, golden)
    for s, score in enumerate(scores):
        part = counts.sentences(s, s + 1)
        assert score == weights.score_counts(part).f


def test_gold_edits_without_weight_are_recalled_by_their_number() -> None:
    gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
    found = weights.edits(["c b"], gold)
    with pytest.warns(InputWarning, match="correct edits weigh 2 and all gold edits 0") as told:
        (f,) = weights.sentence_scores(found, [2.0], [0.0, 0.0]).tolist()
    assert f == m2.sentence_scores(["c b"], gold)[0]
    assert len(told) == 1
    missed = weights.edits(["a b"], gold)
    assert weights.sentence_scores(missed, [], [0.0, 0.0]).tolist() == [0.0]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (([1.0], [1.0]), ValueError, r"gold_weights of shape \(1,\): expected \(2,\)"),
        (([1.0, 1.0], [1.0, 1.0]), ValueError, r"weights of shape \(2,\): expected \(1,\)"),
        (([np.nan], [1, 1]), ValueError, r"weights\[0\] is nan, expected a number from 0"),
        (([1], [1, np.inf]), ValueError, r"gold_weights\[1\] is inf, expected a number from 0"),
        (([-1e-9], [1, 1]), ValueError, r"weights\[0\] is -1e-09, expected a number from 0"),
        (([2.0**31], [1, 1]), ValueError, r"weights\[0\] is 2147483648.0, expected a number"),
        ((["1"], [1, 1]), ValueError, r"weights of <U1: expected numbers"),
        (([True], [1, 1]), ValueError, r"weights of bool: expected numbers"),
        (([1.0],), TypeError, r"gold_weights is required: one for each gold edit"),
        (([1.0], [2e9, 2e9]), ValueError, r"a sum of weights of 2147483648 or more"),
    ],
)
def test_weights_that_are_none_are_refused(given: Any, error: Any, message: str) -> None:
    gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
    found = weights.edits(["c b"], gold)
    with pytest.raises(error, match=message):
        weights.count(found, *given)


def test_the_entry_points_refuse_what_is_not_theirs() -> None:
    gold = Gold.read(GOLD)
    with pytest.raises(ValueError, match=r"^edits by 'gleu': expected one of m2, errant$"):
        weights.edits(SYSTEMS[0], gold, by="gleu")
    with pytest.raises(TypeError, match=r"^parameters of fastgec.metrics.errant"):
        weights.edits(SYSTEMS[0], gold, errant.Parameters())
    with pytest.raises(ValueError, match=r"^mode 'dt' with weights: expected cs or cse$"):
        weights.edits(GOLD, GOLD, errant.Parameters("dt"), by="errant")
    with pytest.raises(ValueError, match=r"^counts of m2: expected counts of weights.count$"):
        weights.score_counts(m2.count(SYSTEMS[0], gold))
    counts = weights.count(weights.edits(SYSTEMS[0], gold), lambda edit: 1.0)
    with pytest.raises(TypeError, match=r"^system is a PosixPath, expected Counts of"):
        study.intervals(weights.M2, [SYSTEMS[0]], gold)
    with pytest.raises(ValueError, match=r"^counts of 20 sentences, expected 3 sentences as"):
        study.intervals(weights.M2, [counts], gold.sentences(0, 3))
    named = weights.count(weights.edits(SYSTEMS[1], gold), lambda edit: 1.0, name="other")
    with pytest.raises(ValueError, match=r"^counts with .*weights=other\) .*: expected the same$"):
        study.compare(weights.M2, counts, [named], gold)
    others = Gold.parse("S a b\n\n" * len(gold))
    with pytest.raises(ValueError, match=r"^counts against other annotators than the gold"):
        study.intervals(weights.M2, [counts], others)


# The commands


def call(capsys: pytest.CaptureFixture[str], *arguments: Any) -> tuple[int, str, str]:
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as error:
        status = int(str(error.code))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_edits_go_out_and_weights_come_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = []
    for number, system in enumerate(SYSTEMS):
        status, out, _ = call(capsys, "weights", "edits", system, GOLD)
        assert status == 0
        path = tmp_path / f"{number}.jsonl"
        assert call(capsys, "weights", "edits", system, GOLD, "-o", path) == (0, "", "")
        assert path.read_text(encoding="utf-8") == out
        rows = [json.loads(line) for line in out.splitlines()]
        for row in rows:
            row["weight"] = 0.5 + len(row["correction"])
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        plain = tmp_path / f"{number}.txt"
        plain.write_text("".join(f"{row['weight']!r}\n" for row in rows), encoding="utf-8")
        files.append((path, plain))
    expected = [
        weights.evaluate(system, GOLD, lambda edit: 0.5 + len(edit.correction))
        for system in SYSTEMS
    ]
    for kind in zip(*files, strict=True):
        arguments = [*SYSTEMS, GOLD, "--weights", *kind, "-f", "json", "--ci=20"]
        status, out, err = call(capsys, "weights", "score", *arguments)
        assert (status, err) == (0, "")
        document = json.loads(out)
        assert [one["f"] for one in document["systems"]] == [one.f for one in expected]
        assert "weights:" in document["signature"]
    each = tmp_path / "each.jsonl"
    arguments = [*SYSTEMS, GOLD, "--weights", *kind, "--sentences", each]
    assert call(capsys, "weights", "score", *arguments)[0] == 0
    lines = [json.loads(line) for line in each.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 40
    total = 0.0
    for line in lines[:20]:
        total += line["gold"]
    assert total == expected[0].gold  # type: ignore[union-attr]


def test_weights_of_errants_edits_from_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    system, gold = tmp_path / "system.m2", tmp_path / "gold.m2"
    system.write_text(random_m2(7, 30, [0]), encoding="utf-8")
    gold.write_text(random_m2(8, 30, [0, 1]), encoding="utf-8")
    status, out, _ = call(capsys, "weights", "edits", "--by", "errant", system, gold)
    assert status == 0
    values = tmp_path / "weights.txt"
    values.write_text("1\n" * len(out.splitlines()), encoding="utf-8")
    arguments = ["--by", "errant", system, gold, "--weights", values, "-f", "tsv"]
    status, out, err = call(capsys, "weights", "score", *arguments)
    assert (status, err) == (0, "")
    score = errant.evaluate(str(system), str(gold))
    assert [float(value) for value in out.splitlines()[1].split("\t")[1:]] == numbers(score)


N_EDITS = 3
EDIT = '"side": "system", "sentence": 1, "annotators": [0], "start": 0, "end": 1, "correction": "c"'


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("1\nnan\n1\n", ":2", "nan: expected a number from 0 to below 2147483648"),
        ("1\n-0.5\n1\n", ":2", "-0.5: expected a number from 0 to below 2147483648"),
        ("1\n1\ninf\n", ":3", "inf: expected a number from 0 to below 2147483648"),
        ("1\n1\n1e10\n", ":3", "1e10: expected a number from 0 to below 2147483648"),
        ("1\n1_0\n1\n", ":2", "1_0: expected a number from 0 to below 2147483648"),
        ("1\n\n1\n", ":2", "nothing: expected a number from 0 to below 2147483648"),
        ("1\n" + "x" * 99 + "\n1\n", ":2", "x" * 40 + "...: expected a number"),
        ("1\n1\n", ":3", "2 weights, expected 3: 1 edit of the system, then the gold's"),
        ("1\n1\n1\n1\n", ":4", "4 weights, expected 3: 1 edit of the system"),
        ("", ":1", "0 weights, expected 3: 1 edit of the system, then the gold's"),
        (f'{{{EDIT}, "weight": true}}\n1\n1\n', ":1", "True: expected a number from 0"),
        (f'{{{EDIT}, "weight": NaN}}\n1\n1\n', ":1", "nan: expected a number from 0"),
        ("1\n{}\n1\n", ":2", 'no JSON object with a "weight"'),
        ("{\n1\n1\n", ":1", 'no JSON object with a "weight"'),
        ('{"weight": 1, "start": 1}\n1\n1\n', ":1", '"start" 1: expected 0: the edits of'),
        ('{"weight": 1, "side": "gold"}\n1\n1\n', ":1", '"side" gold: expected system'),
        ('{"weight": 1, "sentence": 2}\n1\n1\n', ":1", '"sentence" 2: expected 1'),
        ('1\n{"weight": 1}\n1\n', ":2", '"weight" without the "side" of its edit: expected the'),
        ('{"weight": 1, "weight": 2}\n1\n1\n', ":1", 'key "weight" is there twice in an object'),
        (b"1\n\xff\n1\n", ":2", "UTF-8"),
    ],
)
def test_bad_weights_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: Any, place: str, message: str
) -> None:
    gold, system, values = (tmp_path / name for name in ("gold.m2", "system.txt", "weights.txt"))
    gold.write_text("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n", encoding="utf-8")
    system.write_text("c b\n", encoding="utf-8")
    values.write_bytes(text if isinstance(text, bytes) else text.encode())
    status, out, err = call(capsys, "weights", "score", system, gold, "--weights", values)
    assert (status, out) == (1, "")
    assert err.startswith(f"{values}{place}: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["score", GOLD, "--weights", "x"], 2, "one file ("),
        (["score", *SYSTEMS, GOLD, "--weights", "x"], 2, "--weights: 1 file, expected 2"),
        (["score", SYSTEMS[0], GOLD, "--weights", "absent"], 1, "absent: no such file"),
        (["score", SYSTEMS[0], GOLD], 2, "--weights"),
        (["edits", SYSTEMS[0], GOLD, "--mode", "cse"], 2, "--mode requires --by errant"),
        (
            ["edits", GOLD, GOLD, "--by", "errant", "--mode", "dt"],
            2,
            "--mode dt: expected cs",
        ),
        (["edits", SYSTEMS[0], GOLD, "-o", GOLD], 2, "is also an input"),
        (["edits", SYSTEMS[0], GOLD, "-o", "/no/where"], 1, "/no/where"),
        (["edits", "absent", GOLD], 1, "absent"),
        (["edits", "-", "-"], 2, "standard input (-) can be read only once"),
    ],
)
def test_commands_refuse_what_does_not_fit(
    capsys: pytest.CaptureFixture[str], arguments: list[Any], status: int, message: str
) -> None:
    found, out, err = call(capsys, "weights", *arguments)
    assert (found, out) == (status, "")
    assert message in err


def test_lines_that_do_not_fit_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.m2"  # few sentences are no sign
    gold.write_text(2 * f"{GOLD.read_text(encoding='utf-8').strip()}\n\n", encoding="utf-8")
    lowered = 2 * SYSTEMS[0].read_text(encoding="utf-8").lower().splitlines()
    with pytest.warns(InputWarning, match="lower"):
        weights.edits(lowered, gold)
    system, values = tmp_path / "lowered.txt", tmp_path / "weights.txt"
    system.write_text("".join(f"{line}\n" for line in lowered), encoding="utf-8")
    status, out, err = call(capsys, "weights", "edits", system, gold)
    assert status == 0
    assert err.startswith(f"warning: {system}")
    assert call(capsys, "weights", "edits", system, gold, "--quiet") == (0, out, "")
    assert call(capsys, "weights", "edits", system, gold, "--strict")[:2] == (1, "")
    values.write_text("1\n" * len(out.splitlines()), encoding="utf-8")
    status, _, err = call(capsys, "weights", "score", system, gold, "--weights", values)
    assert status == 0
    assert err.startswith(f"warning: {system}")
    oddity = tmp_path / "odd.m2"
    oddity.write_text("S a\nA 3 4|||R|||c|||||||||0\n", encoding="utf-8")
    system.write_text("a\n", encoding="utf-8")
    assert call(capsys, "weights", "edits", system, oddity)[2].startswith(f"warning: {oddity}")


@pytest.mark.parametrize("by", ["m2", "errant"])
def test_edits_end_where_half_of_the_memory_does(
    by: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In memory; the command keeps none."""
    gold, system = tmp_path / "gold.m2", tmp_path / "system.txt"
    gold.write_text("S a b\nA 0 1|||R|||c|||||||||0\n\n" * 40, encoding="utf-8")
    system.write_text("c b\n" * 40, encoding="utf-8")
    edits = tmp_path / "system.m2"
    edits.write_bytes(gold.read_bytes())
    paths = [system if by == "m2" else edits, gold]
    limit = 200_000
    monkeypatch.setattr(machine, "available_memory", lambda: limit)
    assert len(weights.edits(*paths, by=by).proposed) == 40  # 80 edits, 500 bytes each
    limit = 40_000
    with pytest.raises(machine.LimitError, match="more than 40000 bytes of edits with their sent"):
        weights.edits(*paths, by=by)
    status, out, err = call(capsys, "weights", "edits", "--by", by, *paths)
    assert (status, out.count("\n"), err) == (0, 80, "")


@pytest.mark.parametrize("by", ["m2", "errant"])
def test_edits_are_the_same_in_any_number_of_parts(
    by: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = "S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n\nS e\n\n"
    paths = [tmp_path / "system", tmp_path / "gold.m2"]
    paths[1].write_text(text * 3, encoding="utf-8")
    output = "c b\nf\n" if by == "m2" else "S a b\nA 0 1|||R|||x|||||||||0\n\nS e\n\n"
    paths[0].write_text(output * 3, encoding="utf-8")
    whole = weights.edits(*paths, by=by)
    monkeypatch.setattr("fastgec.read.m2stream.SENTENCES", 1)
    parts = weights.edits(*paths, by=by)
    assert (parts.proposed, parts.gold) == (whole.proposed, whole.gold)
    assert len(whole.proposed) == (9 if by == "m2" else 3)
    for name in ("offsets", "labels", "cells", "items", "times"):
        assert getattr(parts, name).tolist() == getattr(whole, name).tolist(), name


def test_recall_above_one_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system, values = (tmp_path / name for name in ("gold.m2", "system.txt", "weights.txt"))
    gold.write_text("S a b\nA 0 1|||R|||c|||||||||0\n", encoding="utf-8")
    system.write_text("c b\n", encoding="utf-8")
    values.write_text("2\n1\n", encoding="utf-8")
    arguments = [system, gold, "--weights", values]
    status, _, err = call(capsys, "weights", "score", *arguments)
    assert status == 0
    assert err.startswith(f"warning: {values}: correct edits weigh 2 and all gold edits 1: ")
    assert call(capsys, "weights", "score", *arguments, "--strict")[0] == 1


@pytest.mark.parametrize("by", ["m2", "errant"])
def test_sums_of_weights_are_written_and_scored_again(
    by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = SYSTEMS if by == "m2" else [GOLD, GOLD]
    words = [*map(str, files), str(GOLD), "--by", by, "-f", "json", "--signature"]
    weighed = ["--weights"]
    for number, path in enumerate(files):
        assert main(["weights", "edits", "--by", by, str(path), str(GOLD), "-o", "edits"]) == 0
        n_edits = len(Path("edits").read_text().splitlines())
        Path(f"{number}.txt").write_text("".join(f"{e % 5 / 4}\n" for e in range(n_edits)))
        weighed.append(f"{number}.txt")
    capsys.readouterr()

    def printed(*arguments: str) -> Any:
        assert main([*arguments, "-q"]) == 0
        return json.loads(capsys.readouterr().out)

    first = printed("weights", "score", *words, *weighed, "--counts-out", "sums.npz", "--ci=20")
    assert printed("merge", "sums.npz", "-f", "json", "--ci=20") == first
    other = printed("weights", "score", *words, *weighed, "-b", "2")
    assert printed("merge", "sums.npz", "-f", "json", "-b", "2") == other
    assert other["systems"][0] != first["systems"][0]
    with pytest.raises(SystemExit, match="2"):
        main(["weights", "score", *words, *weighed, "--counts-out", "sums.txt"])
    assert "expected a name that ends in .npz" in capsys.readouterr().err
    other_name = "weighted-errant" if by == "m2" else "weighted-m2"
    with np.load("sums.npz") as archive:
        arrays = dict(archive)
    for metric in (other_name, "weighted-x"):
        header = json.loads(str(arrays["header"])) | {"metric": metric}
        np.savez("bad.npz", **{**arrays, "header": np.array(json.dumps(header))})
        assert main(["merge", "bad.npz"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert len(captured.err.splitlines()) == 1


def test_recall_above_one_of_the_chosen_annotators_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [
        "S a b",
        "A 0 1|||R|||x|||REQUIRED|||-NONE-|||0",
        "A 1 2|||R|||z|||REQUIRED|||-NONE-|||1",
    ]
    Path("gold.m2").write_text("\n".join(lines) + "\n\n")
    Path("out.txt").write_text("x b\n")
    Path("weights.txt").write_text("2\n1\n1\n9\n")  # x weighs 2, and 1 in the gold
    words = ["weights", "score", "out.txt", "gold.m2", "--weights", "weights.txt"]
    assert main(words) == 0
    told = "warning: out.txt: recall is 2.0000, expected 1 at most: "
    assert told in capsys.readouterr().err
    assert main([*words, "--strict"]) == 1
    assert capsys.readouterr().out == ""


def test_the_example_weighs_edits_by_a_model(
    samples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = run_path(str(PROJECT / "examples" / "model_weights.py"))
    gold, careful = Gold.read(samples / "gold.m2"), samples / "careful.txt"
    counts = names["weighted"](careful, gold, apply_edits(gold))
    assert counts.parameters["weights"] == "toy"
    score = weights.score_counts(counts, beta=0.5)
    assert 0 < score.f < 1
    names["main"](careful, samples / "bold.txt", samples / "gold.m2")
    assert capsys.readouterr().out.startswith(f"{score} ")


def test_the_rule_of_the_choice_is_that_of_maxmatch() -> None:
    assert weights.M2.choose(weights.M2.scoring(2.0)).rank == FRank(2.0)


@pytest.mark.parametrize("by", ["m2", "errant"])
def test_weights_of_nothing_are_told(
    by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, system, values = (tmp_path / name for name in ("gold.m2", "system", "weights.txt"))
    gold.write_text("S a b\nA 1 2|||R|||d|||REQUIRED|||-NONE-|||0\n", encoding="utf-8")
    wrong = "S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n"
    system.write_text("c b\n" if by == "m2" else wrong, encoding="utf-8")
    found = weights.edits(system, gold, by=by)
    for given, told in (([0.0], [1.0]), "precision"), (([1.0], [0.0]), "recall"):
        with pytest.warns(InputWarning, match=f"edits weigh|system weigh 0, .* {told} is 1"):
            weights.count(found, *given)
    with pytest.warns(InputWarning) as both:
        assert weights.evaluate(system, gold, lambda edit: 0.0, by=by).f == 1.0
    assert len(both) == 2
    values.write_text("0\n0\n", encoding="utf-8")
    arguments = ["weights", "score", "--by", by, system, gold, "--weights", values]
    status, _, err = call(capsys, *arguments)
    assert (status, err.count("\n")) == (0, 2)
    assert err.startswith(f"warning: {values}: all edits of the system weigh 0, so ")
    assert call(capsys, *arguments, "--strict")[:2] == (1, "")


def weigh_for_somebody(edit: weights.Edit) -> float:
    return weigh_for(edit.annotators[0], edit)


def weigh_for(annotator: int, edit: weights.Edit) -> float:
    return 1.0 + len(edit.correction) + 10 * annotator


def test_an_edit_may_have_a_weight_for_each_annotator() -> None:
    lines, text = case_texts(300, 21)
    gold = Gold.parse(text)
    once, each = (weights.edits(lines, gold, per_annotator=is_it) for is_it in (False, True))
    assert each.gold == once.gold
    apart = [e._replace(annotators=(who,)) for e in once.proposed for who in e.annotators]
    assert sorted(each.proposed) == sorted(apart)
    assert any(len(e.annotators) > 1 for e in once.proposed)
    assert (weights.count(each, *ones(each)).table == m2.count(lines, gold).table).all()
    counts = weights.count(each, weigh_for_somebody)
    for who in gold.annotators:
        # As if all weighed so, whose sums are known.
        expected = weights.count(once, partial(weigh_for, who))
        of_who = counts.labels == who
        assert of_who.any()
        assert (counts.table[of_who] == expected.table[of_who]).all()


def test_an_edit_of_errants_may_have_a_weight_for_each_coder() -> None:
    system, gold = Annotations.parse(random_m2(7, 60, [0])), random_m2(6, 60, [0, 1])
    reference = Annotations.parse(gold)
    each = weights.edits(system, reference, by="errant", per_annotator=True)
    counts = weights.count(each, weigh_for_somebody)
    (plain,) = errant.count_systems([system], reference)
    assert (weights.count(each, *ones(each)).table == plain.table).all()
    once = weights.edits(system, reference, by="errant")
    for coder in (0, 1):
        expected = weights.count(once, partial(weigh_for, coder))
        of_coder = counts.labels[:, 1] == coder
        assert (counts.table[of_coder] == expected.table[of_coder]).all()


@pytest.mark.parametrize("by", ["m2", "errant"])
def test_systems_are_compared_by_weights_from_the_command_line(
    by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, systems = GOLD, SYSTEMS
    if by == "errant":
        gold = tmp_path / "gold.m2"
        gold.write_text(random_m2(6, 60, [0, 1]), encoding="utf-8")
        systems = [tmp_path / "one.m2", tmp_path / "other.m2"]
        for number, path in enumerate(systems):
            path.write_text(random_m2(7 + number, 60, [0]), encoding="utf-8")
    tables, files = [], []
    for system in systems:
        found = weights.edits(system, gold, by=by, per_annotator=True)
        files.append(tmp_path / f"{system.stem}.weights")
        numbers = [weigh_for_somebody(edit) for edit in (*found.proposed, *found.gold)]
        files[-1].write_text("".join(f"{number}\n" for number in numbers), encoding="utf-8")
        tables.append(weights.count(found, weigh_for_somebody))
    words = ["--gold", gold, "--weights", *files, "--per-annotator", "--metric", by]
    words += ["--resamples", "99", "-f", "json"]
    status, out, err = call(capsys, "compare", *systems, *words)
    assert (status, err) == (0, "")
    metric: Any = weights.M2 if by == "m2" else weights.ERRANT
    kept = gold if by == "m2" else Annotations.read(gold)
    (expected,) = study.compare(metric, tables[0], tables[1:], kept, resamples=99)
    (shown,) = json.loads(out)["systems"]
    assert shown["difference"] == expected.difference
    assert shown["p_randomization"] == expected.p_randomization


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--weights x", "--weights: 1 file, expected 2, one for each system"),
        ("--per-annotator", "--per-annotator requires --weights"),
        (
            "--weights x y --metric gotoscorer",
            "--weights requires --metric m2 or errant",
        ),
        ("--weights x y --mode detection", "--mode and --weights are mutually exclusive"),
        ("--weights x y --metric errant --mode dt", "--mode dt: expected cs or cse"),
        ("--weights x y --retokenize", "--retokenize and --weights are mutually exclusive"),
        ("--weights - -", "standard input (-) can be read only once"),
    ],
)
def test_what_does_not_go_with_weights_is_refused_by_compare(
    capsys: pytest.CaptureFixture[str], words: str, message: str
) -> None:
    status, out, err = call(capsys, "compare", *SYSTEMS, "--gold", GOLD, *words.split())
    assert (status, out) == (2, "")
    assert message in err


def test_lines_of_edits_are_those_of_their_annotators(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n"
    gold, system, values = (tmp_path / name for name in ("gold.m2", "system.txt", "weights.jsonl"))
    gold.write_text(text, encoding="utf-8")
    system.write_text("c b\n", encoding="utf-8")
    words = [system, gold, "--per-annotator"]
    status, out, _ = call(capsys, "weights", "edits", *words)
    rows = [json.loads(line) | {"weight": n} for n, line in enumerate(out.splitlines(), 1)]
    assert (status, [row["annotators"] for row in rows]) == (0, [[0], [1], [0], [1]])
    values.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    status, out, _ = call(capsys, "weights", "score", *words, "--weights", values, "-f", "tsv")
    # Against annotator 0: 1 of 1 and of 3; against 1 0 of 2 and of 4.
    assert out.splitlines()[1].split("\t")[1:4] == ["1.0", "1.0", "3.0"]
    swapped = [rows[1], rows[0], *rows[2:]]
    values.write_text("".join(json.dumps(row) + "\n" for row in swapped), encoding="utf-8")
    status, _, err = call(capsys, "weights", "score", *words, "--weights", values)
    assert (status, '"annotators" [1]: expected [0]' in err) == (1, True)
