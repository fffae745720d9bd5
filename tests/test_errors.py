"""`fastgec errors`: wrong and missed edits, and buckets, as reference kernels count them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_m2 as oracle
from commands import Call
from examples import names_of
from fastgec import Gold, InputWarning, References, errant, green, imeasure, m2, study
from fastgec.cli.texts import SAMPLES
from fastgec.read import FormatError
from fastgec.read.coders import Annotations
from fastgec.show.errors import type_in_words
from fastgec.study.groups import quantile_starts
from fastgec.study.mistakes import ErrorCount, Errors
from golden_data import read_json
from m2_cases import Case, cases, random_cases
from test_errant import FILES as CODED
from test_errant import sides_of

Key = tuple[str, str]
quiet = pytest.mark.filterwarnings("ignore::fastgec.InputWarning", "ignore::fastgec.BenchmarkNote")


def trimmed(source: Sequence[str], correction: Sequence[str]) -> Key:
    """An edit without the words that both sides begin, then end with."""
    one, other = list(source), list(correction)
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    if not one and not other:
        return " ".join(source), " ".join(correction)
    return " ".join(one), " ".join(other)


def slow_errors(some: Sequence[Case]) -> dict[str, Counter[Key]]:
    """Edits of the slow oracle against the annotators that the slow choice takes, by text."""
    sentences = oracle.parse_m2("".join(case.block() for case in some))
    counts = [
        oracle.count_sentence(sentence.source, case.hypothesis, sentence.annotators)
        for sentence, case in zip(sentences, some, strict=True)
    ]
    found: dict[str, Counter[Key]] = {
        name: Counter() for name in ("wrong", "correct", "missed", "made")
    }
    for sentence, case, annotator in zip(sentences, some, oracle.choose(counts), strict=True):
        gold = sentence.annotators[annotator]
        pointer, made = 0, set()
        for edit in oracle.edits(sentence.source, case.hypothesis, gold):
            same = [
                number
                for number in range(pointer, len(gold))
                if (edit.start, edit.end) == (gold[number].start, gold[number].end)
                and edit.correction in gold[number].alternatives
            ]
            key = trimmed(sentence.source[edit.start : edit.end], edit.correction.split())
            found["correct" if edit.is_correct else "wrong"][key] += 1
            if edit.is_correct:
                made |= set(same)
                pointer = max(same) + 1
        for number, one in enumerate(gold):
            words = " ".join(sentence.source[one.start : one.end])
            found["made" if number in made else "missed"][words, "||".join(one.alternatives)] += 1
    return found


def counted(errors: Errors) -> dict[str, Counter[Key]]:
    return {
        "wrong": Counter({one[1:3]: one.errors for one in errors.wrong}),
        "correct": Counter({one[1:3]: one.right for one in errors.wrong}),
        "missed": Counter({one[1:3]: one.errors for one in errors.missed}),
        "made": Counter({one[1:3]: one.right for one in errors.missed}),
    }


def gold_of(some: Sequence[Case]) -> Gold:
    return Gold.parse("".join(case.block() for case in some))


@given(st.lists(cases(), min_size=1, max_size=4))
def test_errors_by_text_are_those_of_the_oracle(some: list[Case]) -> None:
    (found,) = study.errors([[" ".join(case.hypothesis) for case in some]], gold_of(some))
    assert counted(found) == slow_errors(some)


@quiet
def test_errors_of_many_sentences_are_those_of_the_oracle() -> None:
    some = random_cases(300, seed=8)
    (found,) = study.errors([[" ".join(case.hypothesis) for case in some]], gold_of(some))
    assert counted(found) == slow_errors(some)


def totals(errors: Sequence[ErrorCount]) -> tuple[int, int]:
    return sum(one.errors for one in errors), sum(one.right for one in errors)


@pytest.mark.parametrize("by", ["text", "type", "both"])
@pytest.mark.parametrize("release", m2.RELEASES)
@quiet
def test_errors_add_up_to_the_score(by: str, release: str, samples: Path) -> None:
    systems = [samples / "bold.txt", samples / "careful.txt"]
    parameters = m2.Parameters(release=release)
    scores = m2.evaluate_systems(systems, samples / "gold.m2", parameters)
    found = study.errors(systems, samples / "gold.m2", by=by, parameters=parameters)
    kinds = study.types(systems, samples / "gold.m2", parameters=parameters)
    for errors, score, of_kinds in zip(found, scores, kinds, strict=True):
        assert sum(totals(errors.wrong)) == score.proposed
        assert totals(errors.missed) == (score.gold - score.correct, score.correct)
        if by == "type":
            assert {one.kind: (one.right, one.errors + one.right) for one in errors.missed} == {
                one.kind: (one.correct, one.gold) for one in of_kinds
            }
            assert {one.kind for one in errors.wrong} <= {"M", "U", "R"}


def test_errors_are_sorted_and_know_their_first_sentence() -> None:
    gold = Gold.parse(
        "S a of b\nA 1 2|||R:PREP|||for|||||||||0\n\n"
        "S a of b\nA 1 2|||R:PREP|||for||to|||||||||0\n\n"
        "S of\nA 0 1|||R:PREP|||for|||||||||0\n\nS x\n"
    )
    (found,) = study.errors([["a to b", "a b", "for", "x the"]], gold)
    assert without_examples(found.wrong) == [
        ErrorCount("", "", "the", 1, 0, 4),
        ErrorCount("", "of", "", 1, 0, 2),
        ErrorCount("", "of", "to", 1, 0, 1),
        ErrorCount("", "of", "for", 0, 1, 0),
    ]
    assert without_examples(found.missed) == [
        ErrorCount("", "of", "for", 1, 1, 1, 1),
        ErrorCount("", "of", "for||to", 1, 0, 2, 1),
    ]
    (found,) = study.errors([["a to b", "a b", "for", "x the"]], gold, by="both")
    assert without_examples(found.wrong)[0] == ErrorCount("M", "", "the", 1, 0, 4)
    assert without_examples(found.missed)[0] == ErrorCount("R:PREP", "of", "for", 1, 1, 1, 1)
    assert [one.example and one.example.marked() for one in (found.wrong[0], found.missed[0])] == [
        "x [+ the]",
        "a [of -> for] b",
    ]
    assert found.wrong[-1].example is None  # it was never wrong


def without_examples(errors: list[ErrorCount]) -> list[ErrorCount]:
    return [one._replace(example=None) for one in errors]


@pytest.mark.parametrize("by", ["type", "both"])
@given(files=CODED)
@quiet
def test_errors_of_errant_add_up_to_its_types(by: str, files: list[tuple[str, str]]) -> None:
    texts = [side.data for side in sides_of(files)]
    for other, own in ((b"|X|", b"|M:X|"), (b"|-NONE-|||REQ", b"||||REQ"), (b"a||b", b"a b")):
        texts = [text.replace(other, own) for text in texts]  # edits that ERRANT writes
    hypothesis, reference = (Annotations(text, "edits") for text in texts)
    (found,) = study.errors([hypothesis], reference, metric="errant", by=by)
    (kinds,) = study.typed_scores([hypothesis], reference)
    for errors, names in ((found.wrong, ("fp", "tp")), (found.missed, ("fn",))):
        wanted = {(one.name, name): getattr(one.score, name) for one in kinds for name in names}
        sums: Counter[Any] = Counter()
        for one in errors:
            for name, value in zip(names, (one.errors, one.right), strict=False):
                sums[one.kind, name] += value
        assert {key: n for key, n in sums.items() if n} == {
            key: n for key, n in wanted.items() if n
        }


@quiet
def test_missed_edits_are_touched_where_their_status_says_so() -> None:
    some = random_cases(400, seed=4)
    gold, texts = gold_of(some), [" ".join(case.hypothesis) for case in some]
    chosen = m2.select(m2.count(texts, gold)).tolist()
    labels, offsets = gold.edits.annotator.tolist(), gold.edits.edit_offsets.tolist()
    rows = zip(m2.statuses(texts, gold), m2.edit_sequences(texts, gold), chosen, strict=True)
    n_touched = n_missed = 0
    for statuses, sequences, row in rows:
        made = {number for edit in sequences[labels[row]] for number in edit.gold}
        for number in range(offsets[row + 1] - offsets[row]):
            if number not in made:
                n_missed += 1
                n_touched += statuses[labels[row]][number] != "missed"
    for by in ("text", "type", "both"):
        (found,) = study.errors([texts], gold, by=by)
        assert sum(one.errors for one in found.missed) == n_missed
        touched = [(one.touched, one.errors) for one in found.missed]
        assert sum(n or 0 for n, _ in touched) == n_touched > 0
        assert all(n is not None and 0 <= n <= errors for n, errors in touched)
        assert all(one.touched is None for one in found.wrong)


def test_errors_of_errant_in_words() -> None:
    gold = Annotations.parse(
        "S a of b\nA 1 2|||R:PREP|||for|||||||||0\nA 3 3|||M:PUNCT|||.|||||||||0\n\nS a\n"
        "A -1 -1|||noop|||-NONE-|||||||||0\n"
    )
    system = Annotations.parse(
        "S a of b\nA 1 2|||R:OTHER|||for|||||||||0\nA 0 1|||U:DET||||||||||||0\n\nS a\n"
        "A 0 1|||R:DET|||the|||||||||0\n"
    )
    (found,) = study.errors([system], gold, metric="errant", by="both")
    assert without_examples(found.wrong) == [
        ErrorCount("R:DET", "a", "the", 1, 0, 2),
        ErrorCount("U:DET", "a", "", 1, 0, 1),
        ErrorCount("R:PREP", "of", "for", 0, 1, 0),
    ]
    assert without_examples(found.missed) == [
        ErrorCount("M:PUNCT", "", ".", 1, 0, 1),
        ErrorCount("R:PREP", "of", "for", 0, 1, 0),
    ]
    assert {one.touched for one in found.missed} == {None}  # where it is not known, not 0


# Buckets


def slow_buckets(
    numbers: Sequence[int], rows: Any, bounds: Sequence[int], high: int | None
) -> list[tuple[int, int | None, int, list[int]]]:
    found = []
    for low, end in pairwise([*bounds, None]):
        assert low is not None
        inside = [s for s, n in enumerate(numbers) if n >= low and (end is None or n < end)]
        sums = np.array([rows[s] for s in inside], np.int64).reshape(-1, 3).sum(axis=0).tolist()
        found.append((low, high if end is None else end - 1, len(inside), sums))
    return found


@pytest.fixture(scope="module")
def many() -> tuple[Gold, list[str]]:
    """Gold and an output of more sentences than a block has."""
    some = random_cases(5000, seed=3)
    return gold_of(some), [" ".join(case.hypothesis) for case in some]


@quiet
@pytest.mark.parametrize("by", ["length", "edits"])
@pytest.mark.parametrize("bounds", [None, [0, 3, 5], [2], [1, 2, 90]])
def test_buckets_are_sums_of_chosen_rows(
    by: str, bounds: list[int] | None, many: tuple[Gold, list[str]]
) -> None:
    gold, texts = many
    counts = m2.count(texts, gold)
    rows = counts.table[m2.select(counts)].tolist()
    offsets = gold.edits.row_offsets.tolist()
    numbers = [len(source.split()) for source in gold.sources]
    if by == "edits":
        sizes = np.diff(gold.edits.edit_offsets).tolist()
        means = [sizes[a:b] for a, b in pairwise(offsets)]
        numbers = [int(sum(each) / len(each) + 0.5) for each in means]
    begins = quantile_starts(np.array(numbers), 4) if bounds is None else sorted({0, *bounds})
    high = max(numbers) if bounds is None else None
    (found,) = study.buckets("m2", [texts], gold, by=by, bounds=bounds)
    assert [
        (one.low, one.high, one.sentences, _counts(one.score)) for one in found
    ] == slow_buckets(numbers, rows, begins, high)
    total = m2.score_counts(counts)
    assert [sum(column) for column in zip(*(_counts(one.score) for one in found), strict=True)] == [
        total.correct,
        total.proposed,
        total.gold,
    ]


def _counts(score: m2.M2Score | None) -> list[int]:
    return [0, 0, 0] if score is None else [score.correct, score.proposed, score.gold]


@given(st.lists(st.integers(0, 9), min_size=1), st.integers(1, 12))
def test_quantiles_are_of_about_one_size(numbers: list[int], groups: int) -> None:
    starts = quantile_starts(np.array(numbers), groups)
    assert starts[0] == min(numbers)
    assert starts == sorted(set(starts))
    assert len(starts) <= groups
    largest = max(Counter(numbers).values())
    for low, end in pairwise([*starts, 10]):
        inside = sum(low <= number < end for number in numbers)
        assert 1 <= inside < len(numbers) / groups + 1 + largest


def test_one_bucket_has_the_score_of_every_metric(samples: Path) -> None:
    texts = References(samples / "source.txt", [samples / "ref0.txt", samples / "ref1.txt"])
    system = samples / "bold.txt"
    for metric, value in (
        ("green", green.evaluate(system, texts)),
        ("imeasure", imeasure.evaluate(system, texts)),
        ("m2", m2.evaluate(system, samples / "gold.m2")),
    ):
        gold: Any = samples / "gold.m2" if metric == "m2" else texts
        ((one,),) = study.buckets(metric, [system], gold, bounds=[0])
        assert one.score.to_dict() == value.to_dict()
        assert (one.label, one.sentences) == ("0+", 20)
        (several,) = study.buckets(metric, [system], gold, quantiles=3)
        assert sum(each.sentences for each in several) == 20
    for mode in m2.MODES:
        value = m2.evaluate(system, samples / "gold.m2", mode=mode)
        parameters = m2.Parameters(mode=mode)
        ((one,),) = study.buckets(
            "m2", [system], samples / "gold.m2", bounds=[0], parameters=parameters
        )
        assert one.score.to_dict() == value.to_dict()
    gold = Annotations.read(samples / "gold.m2")
    several = "has 2 annotators, expected 1 in a system"
    with pytest.warns(InputWarning, match=several):
        ((one,),) = study.buckets("errant", [gold], gold, by="edits", bounds=[0])
    with pytest.warns(InputWarning, match=several):
        score = errant.evaluate(gold, gold)
    assert one.score.to_dict() == score.to_dict()


@pytest.mark.parametrize(
    ("call_it", "reason"),
    [
        (lambda: study.errors([["a"]], Gold.parse("S a\n"), metric="gleu"), "metric 'gleu': exp"),
        (lambda: study.errors([["a"]], Gold.parse("S a\n"), by="word"), "by 'word': expected one"),
        (
            lambda: study.errors(
                [["a"]], Gold.parse("S a\n"), parameters=m2.Parameters(optional="bonus")
            ),
            "mode 'correction' and optional 'bonus': expected 'correction' and 'required'",
        ),
        (lambda: study.errors([], Gold.parse("S a\n")), "0 systems, expected at least 1"),
        (lambda: study.buckets("m2", [["a"]], Gold.parse("S a\n"), by="x"), "by 'x': expected"),
        (
            lambda: study.buckets("gleu", [["a"]], References(["a"], [["a"]])),
            "gleu: expected a metric that does not sample references",
        ),
        (
            lambda: study.buckets("green", [["a"]], References(["a"], [["a"]]), by="edits"),
            "by 'edits': expected 'length', as green has no gold edits",
        ),
        (
            lambda: study.buckets("m2", [["a"]], Gold.parse("S a\n"), bounds=[3, 3]),
            r"bounds \[3, 3\]: expected ascending numbers",
        ),
        (
            lambda: study.buckets("m2", [["a"]], Gold.parse("S a\n"), quantiles=0),
            "quantiles 0: expected",
        ),
        (lambda: study.buckets("m2", [["a"]], Gold.parse("S a\n"), bounds=[-1]), "bound -1: exp"),
    ],
)
def test_what_cannot_be_done_is_said(call_it: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}"):
        call_it()


def test_counts_that_memory_cannot_hold_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from fastgec import machine
    from fastgec.machine import LimitError

    gold, texts = Gold.parse("S a\n\n" * 1000), ["a"] * 1000
    assert study.buckets("m2", [texts], gold)[0][0].sentences == 1000
    monkeypatch.setattr(machine, "available_memory", lambda: 3_000)
    with pytest.raises(LimitError, match="bytes of counts: expected"):
        study.buckets("m2", [texts], gold)


# The command


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)


def test_the_command_prints_what_python_returns(call: Call) -> None:
    done = call(["errors", "-f", "json", "--top", "5", "bold.txt", "gold.m2"])
    assert (done.status, done.stderr) == (0, "")
    (system,) = json.loads(done.stdout)["systems"]
    (found,) = study.errors(["bold.txt"], "gold.m2")
    for name, errors in zip(("wrong", "missed"), found, strict=True):
        assert system[name] == [
            {
                **{name: value for name, value in one._asdict().items() if name != "kind"},
                "example": one.example and one.example.marked(),
            }
            for one in errors[:5]
            if one.errors
        ]
    rows = call(["errors", "-f", "tsv", "--top", "5", "bold.txt", "gold.m2"]).stdout.splitlines()
    assert rows[0].split("\t") == [
        "error",
        "source",
        "correction",
        "errors",
        "right",
        "touched",
        "first",
    ]
    assert len(rows) == 1 + len(system["wrong"]) + len(system["missed"])


@pytest.mark.parametrize("by", ["text", "type", "both"])
def test_two_systems_stand_side_by_side(by: str, call: Call) -> None:
    done = call(
        ["errors", "-f", "tsv", "--by", by, "--top", "99", "bold.txt", "careful.txt", "gold.m2"]
    )
    assert (done.status, done.stderr) == (0, "")
    heading, *rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert heading[-3:] == ["errors_1", "errors_2", "difference"]
    bold, careful = study.errors(["bold.txt", "careful.txt"], "gold.m2", by=by)
    parts = {"text": slice(1, 3), "type": slice(0, 1), "both": slice(0, 3)}[by]
    for name in ("wrong", "missed"):
        errors = [{one[:3]: one.errors for one in getattr(side, name)} for side in (bold, careful)]
        expected = {
            key[parts]: (errors[0].get(key, 0), errors[1].get(key, 0))
            for key in {*errors[0], *errors[1]}
        }
        expected = {key: both for key, both in expected.items() if both[0] != both[1]}
        own = [row for row in rows if row[0] == name]
        found = {tuple(row[1:-3]): (int(row[-3]), int(row[-2])) for row in own}
        assert found == expected
        sizes = [abs(int(row[-1])) for row in own]
        assert sizes == sorted(sizes, reverse=True)
        assert all(int(row[-1]) == int(row[-2]) - int(row[-3]) for row in own)


def test_rows_that_are_left_out_by_default_have_a_note(call: Call, tmp_path: Path) -> None:
    """Beneath tables, on stderr of formats for programs; not where --top says how many."""
    words = [f"w{n}" for n in range(43)]
    gold, one, other = (tmp_path / name for name in ("gold.m2", "one.txt", "other.txt"))
    edits = "".join(f"S {word}\nA 1 1|||M|||{word}|||REQUIRED|||-NONE-|||0\n\n" for word in words)
    gold.write_text(edits, encoding="utf-8")
    one.write_text("".join(f"{word} x{word}\n" for word in words), encoding="utf-8")
    other.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    line = "20 of 43 rows of wrong and 20 of 43 of missed edits: --top shows more"
    for kind in ("tsv", "csv", "json"):
        done = call(["errors", "-f", kind, one, gold])
        assert done.stderr.endswith(f"note: {line}\n")
        assert line not in call(["errors", "-q", "-f", kind, one, gold]).stderr
    for kind in ("table", "markdown", "latex"):
        done = call(["errors", "-f", kind, one, gold])
        assert line in done.stdout
        assert line not in done.stderr
    assert call(["errors", "-f", "table", one, gold]).stdout.endswith(f"{line}.\n")
    both = call(["errors", "-f", "tsv", one, other, gold])
    assert "note: 20 of 43 rows of wrong edits: --top shows more\n" in both.stderr
    for few in (["--top", "20"], ["--by", "type"]):
        done = call(["errors", "-f", "tsv", *few, one, gold])
        assert "--top" not in done.stderr


def test_buckets_are_printed_for_each_system(call: Call) -> None:
    done = call(
        [
            "errors",
            "--buckets",
            "edits",
            "-f",
            "tsv",
            "bold.txt",
            "careful.txt",
            "gold.m2",
            "--bounds",
            "1",
            "50",
        ]
    )
    assert (done.status, done.stderr) == (0, "")
    heading, *rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert heading[:3] == ["system", "edits", "sentences"]
    assert [row[:2] for row in rows] == [
        [name, label] for name in ("bold.txt", "careful.txt") for label in ("0", "1-49", "50+")
    ]
    assert rows[2][2:] == ["0", *[""] * 6]
    document = json.loads(
        call(["errors", "--buckets", "length", "-f", "json", "bold.txt", "gold.m2"]).stdout
    )
    (found,) = study.buckets("m2", ["bold.txt"], "gold.m2")
    assert [one["f"] for one in document["systems"][0]["buckets"]] == [one.score.f for one in found]


def test_tables_fit_a_screen(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in (
        ["bold.txt"],
        ["bold.txt", "careful.txt", "--by", "both"],
        ["--buckets", "length", "bold.txt", "careful.txt"],
    ):
        options = [word for word in words if not word.endswith(".txt")]
        files = [word for word in words if word.endswith(".txt")]
        done = call(["errors", "-f", "table", *options, *files, "gold.m2"])
        assert (done.status, done.stderr) == (0, "")
        assert max(map(len, done.stdout.splitlines())) <= 80


def test_examples_of_one_type_keep_their_context(call: Call, tmp_path: Path) -> None:
    """All rows have the type that was wanted: its words do not take the room of the sentences."""
    text, gold = tmp_path / "in.txt", tmp_path / "in.m2"
    text.write_text("Extraordinarily long considerations depend in circumstances .\n")
    gold.write_text(
        "S Extraordinarily long considerations depend in circumstances .\n"
        "A 4 5|||Prep|||on|||REQUIRED|||-NONE-|||0\n\n"
    )
    done = call(["errors", str(text), str(gold), "--type", "Prep", "-f", "table"])
    assert "considerations depend [in -> on] circumstances" in done.stdout
    assert "Prep: preposition" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_errors_of_errant_are_printed(call: Call) -> None:
    done = call(["errors", "--metric", "errant", "--by", "type", "-f", "tsv", "gold.m2", "gold.m2"])
    assert done.status == 0
    assert done.stdout == "error\ttype\terrors\tright\ttouched\tfirst\n"
    done = call(
        ["errors", "--metric", "errant", "--buckets", "length", "-f", "tsv", "gold.m2", "gold.m2"]
    )
    assert done.status == 0
    assert all(line.split("\t")[-1] == "1.0" for line in done.stdout.splitlines()[1:])


@pytest.mark.parametrize(
    ("name", "edit"),
    [("type Prep", "Prep|||for"), ("correction -NONE-", "R:PREP|||-NONE-")],
)
def test_gold_that_errant_did_not_write_is_refused(
    name: str, edit: str, call: Call, tmp_path: Path
) -> None:
    """By its rules right corrections would be listed as wrong, and as missed."""
    gold, system = tmp_path / "other.m2", tmp_path / "system.m2"
    gold.write_text(f"S a of b\nA 1 2|||{edit}|||REQUIRED|||-NONE-|||0\n\n")
    system.write_text("S a of b\nA 1 2|||R:PREP|||for|||REQUIRED|||-NONE-|||0\n\n")
    done = call(["errors", "--metric", "errant", str(system), str(gold)])
    assert (done.status, done.stdout) == (1, "")
    assert f"other.m2: {name}: expected edits of ERRANT" in done.stderr
    with pytest.raises(FormatError, match=name):
        study.errors([system], gold, metric="errant")
    unchanged, chinese = tmp_path / "unchanged.m2", tmp_path / "chinese.m2"
    unchanged.write_text("S a of b\n\n")
    chinese.write_text(
        "S a of b\nA 0 1|||R:NOUN|||c|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||S:AUX|||for|||REQUIRED|||-NONE-|||0\n\n"
    )
    for files in ([unchanged, gold], [system, chinese]):  # no edit of ERRANT; ChERRANT's gold
        assert call(["errors", "--metric", "errant", *map(str, files)]).status == 0
    done = call(["errors", "--metric", "errant", str(system), str(system)])
    assert "is also given as the reference" in done.stderr
    for word in (["--buckets", "length"], ["--by", "type"]):  # scores; two files of one scheme
        files = [gold if word[0] == "--by" else system, gold]
        assert call(["errors", "--metric", "errant", *word, *map(str, files)]).status == 0


@pytest.mark.parametrize(("kinds", "is_chinese"), [("SMRW", True), ("MR", False), ("SX", False)])
def test_edits_of_cherrant_are_known_by_their_types(
    kinds: str, is_chinese: bool, call: Call, tmp_path: Path
) -> None:
    gold, system = tmp_path / "gold.m2", tmp_path / "system.txt"
    blocks = (f"S 我 来\nA 0 1|||{kind}|||去|||REQUIRED|||-NONE-|||0\n\n" for kind in kinds)
    gold.write_text("".join(blocks), encoding="utf-8")
    system.write_text("我 去\n" * len(kinds), encoding="utf-8")
    done = call(["errors", "--metric", "errant", str(system), str(gold)])
    assert done.status == 1
    assert "expected edits of ERRANT, like the system's ('fastgec errant parallel" in done.stderr
    assert ("fastgec errant parallel --language zh" in done.stderr) == is_chinese


def test_the_examples_of_the_page_run() -> None:
    names = names_of("errors.md", "errors")
    assert [one[2] for one in names["worst"]] == sorted([one[2] for one in names["worst"]])[::-1]
    assert names["missed"]
    assert [[row[0] for row in rows] for rows in names["shares"]] == [["0", "1-2", "3+"]] * 2
    assert sum(row[1] for row in names["shares"][0]) == 20


# Corpora


@quiet
def test_errors_of_the_corpora_add_up_to_the_golden_scores(shared: Path) -> None:
    systems: dict[str, dict[str, list[int]]] = {}
    for golden in sorted((shared / "golden" / "m2").glob("*.json.gz")):
        corpus, system = golden.name.removesuffix(".json.gz").split("__")
        scores = read_json(golden)["development"]["scores_by_beta"]
        systems.setdefault(corpus, {})[system] = scores["0.5"][3:]
    assert sum(map(len, systems.values())) == 19
    for corpus, counts in systems.items():
        folder = shared / "data" / corpus
        files = [folder / "systems" / f"{system}.txt" for system in counts], folder / "gold.m2"
        found = zip(
            study.errors(*files, by="both"),
            study.buckets("m2", *files),
            counts.values(),
            strict=True,
        )
        for errors, buckets, (correct, proposed, gold) in found:
            assert sum(totals(errors.wrong)) == proposed
            assert totals(errors.missed) == (gold - correct, correct)
            sums = np.sum([_counts(one.score) for one in buckets], axis=0).tolist()
            assert sums == [correct, proposed, gold]


def test_a_bad_line_is_named() -> None:
    with pytest.raises(FormatError, match="1 sentence, expected 2"):
        study.errors([["a"]], Gold.parse("S a\n\nS b\n"))


# Error types in words


def test_every_type_of_conll_2014_and_errant_has_words() -> None:
    conll = (
        "Vt Vm V0 Vform SVA ArtOrDet Nn Npos Pform Pref Prep Wci Wa Wform Wtone Srun Smod Spar "
        "Sfrag Ssub WOinc WOadv Trans Mec Rloc- Cit Others Um"
    )
    errant = (
        "ADJ ADV CONJ CONTR DET MORPH NOUN NOUN:INFL NOUN:NUM NOUN:POSS ORTH OTHER PART PREP PRON "
        "PUNCT SPELL VERB VERB:FORM VERB:INFL VERB:SVA VERB:TENSE WO ADJ:FORM"
    )
    typed = [f"{operation}:{name}" for operation in "MRU" for name in errant.split()]
    words = [type_in_words(name) for name in [*conll.split(), *typed, "M", "R", "U", "UNK"]]
    assert all(words)
    assert len(set(words[-len(typed) :])) == len(typed)
    assert [type_in_words(name) for name in ("", "R:", "X:DET", "R:XYZ", "DET:")] == [""] * 5


def test_types_are_explained_on_terminals_and_in_json_and_tables_for_programs_stay(
    call: Call,
) -> None:
    wanted = "wrong verb form"
    for command in (["m2", "--types"], ["errors", "--by", "type"]):
        shown = {
            kind: call([*command, "-f", kind, "bold.txt", "gold.m2"]).stdout
            for kind in ("table", "json", "tsv", "csv", "latex", "markdown")
        }
        assert {kind for kind, text in shown.items() if wanted in text} == {"table", "json"}


def test_insertions_and_deletions_are_named_and_examples_stand_beneath(call: Call) -> None:
    done = call(["errors", "-f", "table", "--top", "3", "bold.txt", "gold.m2"])
    assert "the              (deletion)" in done.stdout
    assert "(insertion)      in" in done.stdout
    assert "wrong          6  Despite of [- the] rain" in done.stdout
    assert "missed         3  I look forward to [hear -> hearing] from you soon ." in done.stdout


def test_alternatives_are_told_in_words_in_tables(call: Call, tmp_path: Path) -> None:
    """A gold edit with several corrections; programs get them with "||" between."""
    gold, system = tmp_path / "gold.m2", tmp_path / "system.txt"
    gold.write_text(
        "S go to home\nA 1 2|||R|||-NONE-||at|||REQUIRED|||-NONE-|||0\n", encoding="utf-8"
    )
    system.write_text("go to ||\n", encoding="utf-8")
    shown = call(["errors", "-q", "-f", "markdown", system, gold]).stdout
    assert "| missed | to | (deletion) or at |" in shown
    assert r"| wrong | home | \|\| |" in shown  # a word of the output
    table = call(["errors", "-q", "-f", "table", system, gold]).stdout
    assert "go [to -> (deletion) or at] home" in table
    both = call(["errors", "-q", "-f", "markdown", "--by", "both", system, gold]).stdout
    assert "| missed | R | to | (deletion) or at |" in both
    assert "missed\tto\t||at\t" in call(["errors", "-q", "-f", "tsv", system, gold]).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX terminals")
@pytest.mark.parametrize(
    ("layout", "variable", "has_color"),
    [("fastgec", {}, True), ("fastgec", {"NO_COLOR": "1"}, False), ("m2scorer", {}, False)],
)
def test_edits_are_coloured_on_a_terminal(
    layout: str, variable: dict[str, str], has_color: bool
) -> None:
    import pty

    words = [sys.executable, "-m", "fastgec", "m2", "-v", "--layout", layout, "bold.txt", "gold.m2"]
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(words, stdout=theirs, env={**plain, "TERM": "xterm", **variable}) as run:
        os.close(theirs)
        text = b""
        with contextlib.suppress(OSError):  # as Linux tells the end of a terminal
            while piece := os.read(ours, 65536):
                text += piece
        os.close(ours)
    assert run.returncode == 0
    codes = {b"\x1b[31m", b"\x1b[32m", b"\x1b[33m"}
    assert {code for code in codes if code in text} == (codes if has_color else set())
    lines = re.sub(rb"\x1b\[\d+m", b"", text).decode().replace("\r\n", "\n")
    assert lines == subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_long_text_of_an_edit_is_cut_for_people_alone(tmp_path: Path, call: Call) -> None:
    text = "word " * 50_000
    (tmp_path / "gold.m2").write_text(
        f"S a b .\nA 0 1|||R|||{text}|||REQUIRED|||-NONE-|||0\n", "utf-8"
    )
    (tmp_path / "out.txt").write_text("c b .\n", "utf-8")
    files = ["errors", str(tmp_path / "out.txt"), str(tmp_path / "gold.m2"), "-f"]
    shown = call([*files, "table"])
    assert shown.status == 0
    assert "word word ..." in shown.stdout
    assert len(shown.stdout) < 3000
    assert len(call([*files, "tsv"]).stdout) > len(text)


FILES = ("careful.txt", "gold.m2")


def test_errors_of_one_type_are_those_of_the_whole_list(call: Call) -> None:
    _, *every = call(["errors", "--by", "both", "careful.txt", "gold.m2"]).stdout.splitlines()
    for kind, rest in (("U", (":", "\t")), ("U:PREP", ("\t",)), ("M:PRON", ("\t",))):
        done = call(["errors", "--type", kind, *FILES])
        starts = tuple(f"{name}\t{kind}{end}" for name in ("wrong", "missed") for end in rest)
        assert done.stdout.splitlines()[1:] == [row for row in every if row.startswith(starts)]
        assert done.stdout.count("\n") > 1
        assert ("no types but M, R and U" in done.stderr) == (":" in kind)
        content = json.loads(call(["errors", "--type", kind, "-fjson", *FILES]).stdout)
        assert (content["systems"][0]["wrong"] is None) == (":" in kind)


def test_a_wide_table_of_errors_keeps_what_each_row_is_about(call: Call, tmp_path: Path) -> None:
    """Numbers without the words of the edit cannot be read: words break, and rows keep them."""
    files = []
    for name in ("a_system_of_a_long_name", "another_system_of_a_long_name"):
        path = tmp_path / f"{name}.txt"
        path.write_text(f"Here is {name} , with considerations that it writes\n", encoding="utf-8")
        files.append(str(path))
    gold = tmp_path / "gold.m2"
    gold.write_text(
        "S Here are considerations\nA 1 2|||R:VERB:SVA|||is a sentence||were several|||REQUIRED"
        "|||-NONE-|||0\n\n",
        encoding="utf-8",
    )
    done = call(["errors", "-f", "table", "--by", "both", *files, str(gold)])
    tables = [part for part in done.stdout.split("\n\n") if "─" in part]
    assert tables
    assert all("Source" in part and "Correction" in part for part in tables)
    assert max(map(len, done.stdout.splitlines())) <= 80
