"""Edits as GNU wdiff cuts them: which they are, and that they are counted as MaxMatch's are."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle_modes as oracle
from commands import Call
from fastgec import Gold, m2
from fastgec.maxmatch.matcher import Matcher, ModeMatcher
from fastgec.metrics.m2.counting import matcher_of
from fastgec.metrics.spec import metric_spec
from fastgec.read.lines import Lines
from m2_cases import random_cases
from test_modes import gold_edits, judged_by_kernel, system_edits

pytestmark = pytest.mark.filterwarnings("ignore::fastgec.InputWarning")

WDIFF: dict[str, Any] = {"extract": "wdiff"}
NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"
Cut = tuple[int, int, str]

# What wdiff 1.2.2 prints, with diff 3.8: of several longest common subsequences the choice of diff.
CUTS: list[tuple[str, str, list[Cut]]] = [
    ("a b a", "a", [(1, 3, "")]),
    ("a", "a b a", [(1, 1, "b a")]),
    ("a b", "b a", [(0, 1, ""), (2, 2, "a")]),
    ("a b c", "x b y", [(0, 1, "x"), (2, 3, "y")]),
    ("a a a b", "a b a b", [(1, 2, "b")]),
    ("b a b a", "a b b a", [(0, 1, ""), (2, 2, "b")]),
    ("the cat the dog", "the dog the cat", [(1, 3, ""), (4, 4, "the cat")]),
    ("he is a good a man", "he is good man a", [(2, 3, ""), (4, 5, ""), (6, 6, "a")]),
    ("a b c a b b a", "c b a b a c", [(0, 2, ""), (3, 4, ""), (5, 5, "a"), (7, 7, "c")]),
    ("x y z", "", [(0, 3, "")]),
    ("same words", "same words", []),
]

# Table 2 of Dahlmeier and Ng (2012): source, gold edits, hypothesis, what wdiff cuts.
TABLE_2: list[tuple[str, list[Cut], str, list[Cut]]] = [
    (
        "should basic translational unit be word",
        [(5, 6, "a word")],
        "should basic translational unit be a word",
        [(5, 5, "a")],
    ),
    (
        "similar with test set",
        [(1, 2, "to"), (2, 2, "the")],
        "similar to the test set",
        [(1, 2, "to the")],
    ),
    (
        "Xinhua portion of",
        [(0, 0, "The"), (0, 1, "xinhua")],
        "The xinhua portion of",
        [(0, 1, "The xinhua")],
    ),
]


def cuts(source: str, hypothesis: str) -> list[Cut]:
    """The edits that wdiff cuts of a sentence."""
    (found,) = m2.edit_sequences(
        [hypothesis],
        Gold.parse(f"S {source}\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"),
        **WDIFF,
    )
    return [(edit.start, edit.end, edit.correction) for edit in found[0]]


@pytest.mark.parametrize(("source", "hypothesis", "expected"), CUTS)
def test_ties_are_those_of_diff(source: str, hypothesis: str, expected: list[Cut]) -> None:
    assert cuts(source, hypothesis) == expected


@pytest.mark.parametrize(("source", "gold", "hypothesis", "cut"), TABLE_2)
def test_the_examples_of_the_paper(
    source: str, gold: list[Cut], hypothesis: str, cut: list[Cut]
) -> None:
    assert cuts(source, hypothesis) == cut
    lines = [f"A {a} {b}|||R|||{text}|||REQUIRED|||-NONE-|||0" for a, b, text in gold]
    parsed = Gold.parse("\n".join([f"S {source}", *lines]))
    by_maxmatch = m2.evaluate([hypothesis], parsed)
    by_wdiff = m2.evaluate([hypothesis], parsed, extract="wdiff")
    assert (by_maxmatch.correct, by_maxmatch.proposed) == (len(gold), len(gold))
    assert (by_wdiff.correct, by_wdiff.proposed, by_wdiff.gold) == (0, 1, len(gold))


def longest_common(one: list[str], other: list[str]) -> int:
    """The size of a longest common subsequence."""
    row = [0] * (len(other) + 1)
    for word in one:
        before = row[:]
        for j, second in enumerate(other, 1):
            row[j] = before[j - 1] + 1 if word == second else max(before[j], row[j - 1])
    return row[-1]


def test_edits_are_the_runs_around_a_longest_common_subsequence() -> None:
    generator = random.Random(5)
    seen = set()
    for _ in range(3000):
        letters = "abcdefgh"[: generator.choice((2, 3, 8))]
        source, hypothesis = (
            [generator.choice(letters + more) for _ in range(generator.randrange(1, 14))]
            for more in ("", "xy")
        )
        found = cuts(" ".join(source), " ".join(hypothesis))
        at, made, kept = 0, [], 0
        for place, (start, end, text) in enumerate(found):
            assert at < start or place == 0  # runs do not meet
            assert end > start or text
            made += source[at:start] + text.split()
            kept += start - at
            at = end
        assert made + source[at:] == hypothesis
        assert kept + len(source) - at == longest_common(source, hypothesis)
        seen.add(len(found))
    assert len(seen) > 5


def counted(gold: list[oracle.GoldEdit], edits: list[oracle.SystemEdit]) -> int:
    """How many gold edits a sequence makes, both from left to right."""
    n_correct = next_gold = 0
    for edit in edits:
        text = " ".join(edit.written)
        for number in range(next_gold, len(gold)):
            one = gold[number]
            if (one.start, one.end) == (edit.start, edit.end) and text in one.alternatives:
                n_correct += 1
                next_gold = number + 1
    return n_correct


@pytest.mark.parametrize("has_bonus", [False, True])
def test_edits_are_counted_as_those_of_maxmatch(*, has_bonus: bool) -> None:
    cases = random_cases(1500, 11)
    gold = Gold.parse("".join(case.block() for case in cases))
    hypotheses = [" ".join(case.hypothesis) for case in cases]
    triples, statuses = judged_by_kernel(hypotheses, gold, has_bonus=has_bonus, **WDIFF)
    n_correct = row = 0
    for number, found in enumerate(m2.edit_sequences(hypotheses, gold, **WDIFF)):
        source = tuple(gold.sources[number].split())
        for sequence in found.values():
            edits, metric_specs = system_edits(sequence), gold_edits(gold, row)
            correct = counted(metric_specs, edits)
            expected = oracle.triples(correct, source, edits, metric_specs, has_bonus=has_bonus)
            assert {mode: triples[mode][row] for mode in m2.MODES} == expected
            assert statuses[row] == oracle.statuses(source, edits, metric_specs).statuses
            n_correct += correct
            row += 1
    assert n_correct > 50


def test_edits_of_case_alone_are_dropped() -> None:
    gold = Gold.parse("S the cat sat\nA 2 3|||R|||sits|||REQUIRED|||-NONE-|||0\n")
    for hypothesis in ("The cat sits", "ΟΔΟΣ the cat sits"):
        whole = m2.evaluate([hypothesis], gold, extract="wdiff")
        folded = m2.evaluate([hypothesis], gold, extract="wdiff", ignore_whitespace_casing=True)
        assert (whole.correct, whole.proposed) == (1, 2)
        assert (folded.correct, folded.proposed) == (1, 1 if hypothesis[0] == "T" else 2)


def test_work_stops_when_it_is_cancelled() -> None:
    gold = Gold.parse("S " + " ".join("abcd" * 400) + "\n")
    lines = Lines.of([" ".join("badc" * 400)])
    table = np.zeros((gold.edits.n_rows, 3), np.int64)
    matcher = matcher_of(lines, gold, m2.Parameters(extract="wdiff"), Matcher)
    assert matcher.count(0, 1, table, np.ones(1, np.int32), 1 << 24) == -1
    assert not table.any()
    assert matcher.count(0, 1, table, np.zeros(1, np.int32), 1 << 10) == 0  # too little memory
    assert matcher.count(0, 1, table, np.zeros(1, np.int32), 1 << 24) == -1


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The three examples of the paper, with one sentence that a system leaves alone."""
    monkeypatch.chdir(tmp_path)
    blocks = [
        "\n".join(
            [f"S {source}"]
            + [f"A {a} {b}|||R|||{text}|||REQUIRED|||-NONE-|||0" for a, b, text in gold]
        )
        for source, gold, _, _ in TABLE_2
    ]
    (tmp_path / "gold.m2").write_text("\n\n".join([*blocks, "S fine ."]) + "\n")
    (tmp_path / "a.txt").write_text("\n".join([*(one[2] for one in TABLE_2), "fine ."]) + "\n")
    (tmp_path / "b.txt").write_text("\n".join([*(one[0] for one in TABLE_2), "fine !"]) + "\n")
    return tmp_path


@pytest.mark.parametrize("regime", m2.REGIMES)
def test_both_ways_in_one_table_are_those_of_each_alone(
    files: Path, call: Call, regime: str
) -> None:
    words = ["m2", "-f", "json", "--optional", regime, "--ci=20", "a.txt", "b.txt", "gold.m2"]
    found = json.loads(call([*words, "--extract", "both", "--mode", "all"]).stdout)
    assert "|extracts:maxmatch,wdiff|" in found["signature"]
    assert "|modes:correction,recognition,detection|" in found["signature"]
    n_scores = 0
    for extract in ("maxmatch", "wdiff"):
        for mode in m2.MODES:
            alone = json.loads(call([*words, "--extract", extract, "--mode", mode]).stdout)
            assert ("|extract:wdiff|" in alone["signature"]) == (extract == "wdiff")
            for system, expected in zip(found["systems"], alone["systems"], strict=True):
                (score,) = [
                    one
                    for one in system["scores"]
                    if (one["extract"], one["mode"]) == (extract, mode)
                ]
                assert score == {
                    "extract": extract,
                    "mode": mode,
                    **{name: expected[name] for name in score if name not in ("extract", "mode")},
                }
                n_scores += 1
    assert n_scores == sum(len(system["scores"]) for system in found["systems"])
    one = json.loads(call([*words, "--extract", "both", "--mode", "detection"]).stdout)
    assert [score["extract"] for score in one["systems"][0]["scores"]] == ["maxmatch", "wdiff"]


def test_both_ways_count_documents_with_options_of_maxmatch(files: Path, call: Call) -> None:
    more = ["--max-unchanged-words", "0", "--release", "3.2", "-f", "tsv", "a.txt", "gold.m2"]
    lines = call(["m2", "--extract", "both", *more]).stdout.splitlines()
    alone = call(["m2", *more]).stdout.splitlines()
    assert lines[1].split("\t")[3:] == alone[1].split("\t")[1:]
    wdiff = call(["m2", "--extract", "wdiff", "-f", "tsv", "a.txt", "gold.m2"]).stdout.splitlines()
    assert lines[2].split("\t")[3:] == wdiff[1].split("\t")[1:]


def test_other_commands_take_edits_of_wdiff(files: Path, call: Call) -> None:
    words = ["--extract", "wdiff", "a.txt", "gold.m2"]
    call(["m2", *words, "--sentences", "each.jsonl", "--edits", "edits.jsonl"])
    each = [json.loads(line) for line in (files / "each.jsonl").read_text().splitlines()]
    assert [one["proposed"] for one in each] == [1, 1, 1, 0]
    first = json.loads((files / "edits.jsonl").read_text().splitlines()[0])
    assert "a" in json.dumps(first)
    call(["m2", *words, "--counts-out", "part.npz"])
    merged = call(["merge", "part.npz", "-f", "json"])
    assert merged.stdout == call(["m2", *words, "-f", "json"]).stdout
    compared = call(["compare", "a.txt", "b.txt", "--gold", "gold.m2", "--extract", "wdiff"])
    assert "M2 wdiff F0.5" in compared.stdout
    assert metric_spec("m2:wdiff").parameters == m2.Parameters(extract="wdiff")
    assert metric_spec("m2:wdiff").label == "m2:wdiff"


def test_statuses_of_wdiff(files: Path) -> None:
    found = [one[0] for one in m2.statuses("a.txt", "gold.m2", extract="wdiff") if one]
    assert found[:2] == [["recognised"], ["recognised", "detected"]]
    assert isinstance(
        matcher_of(
            Lines.of(["a"]), Gold.parse("S a\n"), m2.Parameters(extract="wdiff"), ModeMatcher
        ),
        Matcher,
    )


@pytest.mark.parametrize(
    "more", [{"max_unchanged_words": 0}, {"release": "3.2"}, {"blocks": "nus"}]
)
def test_options_of_maxmatch_alone_are_refused(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="requires extract maxmatch"):
        m2.Parameters(extract="wdiff", **more)
