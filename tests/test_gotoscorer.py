"""GoToScorer: worked by hand, against a slow oracle of its rules, and as a metric like others."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fastgec
import oracle_m2
from fastgec import FormatError, Gold, gotoscorer, m2, study
from fastgec.cli import main
from fastgec.cli.texts import SAMPLES
from fastgec.metrics.m2.words import Edit
from fastgec.weights.difficulty import changes_of
from m2_cases import random_cases

GOLD = SAMPLES / "gold.m2"
SYSTEMS = [SAMPLES / "careful.txt", SAMPLES / "bold.txt", SAMPLES / "source.txt"]

# Three systems. The first two make a -> x, the second inserts y, too; the third changes d alone.
TEXT = "S a b c d\nA 0 1|||R|||x|||R|||-NONE-|||0\nA 2 2|||M|||y|||R|||-NONE-|||0\n"
THREE = [["x b c d"], ["x b y c d"], ["a b c e"]]


def test_three_systems_by_hand() -> None:
    gold = Gold.parse(TEXT)
    found = [(one.start, one.end, one.right, one.weight) for one in gotoscorer.chunks(THREE, gold)]
    assert found == [(0, 1, 2, 1 / 3), (2, 2, 1, 2 / 3), (3, 4, 2, 1 / 3)]
    tables = [counts.table[0].tolist() for counts in gotoscorer.count_systems(THREE, gold)]
    all_of_it = 1 / 3 + 2 / 3
    assert tables == [
        [1 / 3, 1 / 3, all_of_it],  # right, and misses the harder one
        [all_of_it, all_of_it, all_of_it],
        [0.0, 1 / 3, all_of_it],
    ]
    scores = gotoscorer.evaluate_systems(THREE, gold)
    assert [score.precision for score in scores] == [1.0, 1.0, 0.0]
    assert [score.recall for score in scores] == [1 / 3, 1.0, 0.0]
    # MaxMatch has the first at half of the gold edits.
    assert m2.evaluate(THREE[0], gold).recall == 0.5


def test_what_all_get_right_weighs_nothing_and_what_nobody_does_weighs_all() -> None:
    gold = Gold.parse(TEXT)
    first, second = gotoscorer.chunks([["x b c d"], ["x b c d"]], gold)
    assert (first.weight, first.right, second.weight, second.right) == (0.0, 2, 1.0, 0)


@pytest.mark.parametrize(
    ("edit", "gold", "right", "wrong"),
    [
        (Edit(1, 3, "b c", "b z", ()), [], set(), {(2, 3)}),  # cut: b does not change
        (Edit(1, 3, "b c", "z", ()), [], set(), {(1, 2), (2, 3)}),
        (Edit(2, 2, "", "z", ()), [], set(), {(2, 2)}),
        (Edit(2, 2, "", "z", ()), [(2, 2)], set(), {0}),  # another insertion there
        (Edit(1, 3, "b c", "z", ()), [(2, 2)], set(), {0, (1, 2), (2, 3)}),
        (Edit(2, 3, "c", "z", ()), [(2, 2)], set(), {(2, 3)}),  # beside the insertion
        (Edit(0, 2, "a b", "z", ()), [(1, 3)], set(), {0, (0, 1)}),
        (Edit(2, 2, "", "z", ()), [(1, 3)], set(), {0}),  # inside a gold edit
        (Edit(1, 3, "b c", "z", (0,)), [(1, 3)], {0}, set()),
        (Edit(1, 2, "b", "z", (0, 1)), [(1, 2), (1, 2)], {0, 1}, set()),
    ],
)
def test_an_edit_changes_the_chunks_that_it_touches(
    edit: Edit, gold: Any, right: set[Any], wrong: set[Any]
) -> None:
    found = changes_of([edit], gold)
    assert (found.right, found.wrong) == (right, wrong)


def places(start: int, end: int) -> set[int]:
    """Gaps have even numbers and tokens odd ones: what a span takes of them."""
    return {2 * start} if start == end else set(range(2 * start + 1, 2 * end))


def slow_tables(systems: list[list[str]], text: str) -> list[list[list[Fraction]]]:
    """For each system and row correct, proposed and gold, from a list of all chunks."""
    tables: list[list[list[Fraction]]] = [[] for _ in systems]
    for number, one in enumerate(oracle_m2.parse_m2(text)):
        source = one.source
        for _, edits in sorted(one.annotators.items()):
            taken = [places(edit.start, edit.end) for edit in edits]
            free = set(range(2 * len(source) + 1)) - set().union(*taken)
            chunks: list[Any] = [("edit", g) for g in range(len(edits))]
            chunks += [("place", place) for place in sorted(free)]
            right: list[set[Any]] = []
            changed: list[set[Any]] = []
            for system in systems:
                hypothesis = system[number].split()
                arcs = oracle_m2.closure(
                    source, hypothesis, *oracle_m2.lattice(source, hypothesis), 2
                )
                sequence = oracle_m2._best_changes(
                    source, hypothesis, arcs, edits, False, "development"
                )
                made, touched, pointer = set(), set(), 0
                for change in sequence:
                    same = [
                        g
                        for g in range(pointer, len(edits))
                        if oracle_m2.is_match(change, edits[g], source)
                    ]
                    if same:
                        made |= {("edit", g) for g in same}
                        pointer = same[-1] + 1
                        continue
                    old, new = change.original.split(), change.correction.split()
                    start = change.start
                    while old and new and old[0] == new[0]:
                        old, new, start = old[1:], new[1:], start + 1
                    while old and new and old[-1] == new[-1]:
                        old, new = old[:-1], new[:-1]
                    mine = places(start, start + len(old))
                    touched |= {("edit", g) for g, own in enumerate(taken) if own & mine}
                    if old:  # gaps inside what is replaced are no places of their own
                        mine = {place for place in mine if place % 2}
                    touched |= {("place", place) for place in mine & free}
                changed.append(made | touched)
                missed = {("edit", g) for g in range(len(edits))} - made
                right.append(set(chunks) - (touched - made) - missed)
            weight = {
                chunk: 1 - Fraction(sum(chunk in own for own in right), len(systems))
                for chunk in chunks
            }
            gold = sum((weight["edit", g] for g in range(len(edits))), Fraction())
            for system_number, table in enumerate(tables):
                ours = changed[system_number]
                proposed = sum((weight[chunk] for chunk in ours), Fraction())
                both = {chunk for chunk in ours & right[system_number] if chunk[0] == "edit"}
                table.append([sum((weight[c] for c in both), Fraction()), proposed, gold])
    return tables


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_sums_are_those_of_the_oracle(seed: int) -> None:
    cases = random_cases(150, seed)
    text = "".join(case.block() for case in cases)
    systems = [
        [" ".join(case.hypothesis) for case in cases],
        [" ".join(case.source) for case in cases],
        [" ".join(reversed(case.hypothesis)) for case in cases],
        [" ".join(case.source[1:] + case.hypothesis[:2]) for case in cases],
    ]
    # Four systems: weights are quarters, and sums of them exact.
    gold = Gold.parse(text)
    found = gotoscorer.count_systems(systems, gold, jobs=2)
    for counts, expected in zip(found, slow_tables(systems, text), strict=True):
        assert [[Fraction(value) for value in row] for row in counts.table.tolist()] == expected
        score = gotoscorer.score_counts(counts)
        chosen = counts.table[gotoscorer.select(counts)]
        assert [score.correct, score.proposed, score.gold] == chosen.sum(axis=0).tolist()
        rows = [
            {
                int(counts.labels[row]): tuple(counts.table[row].tolist())
                for row in range(counts.offsets[s], counts.offsets[s + 1])
            }
            for s in range(len(cases))
        ]
        labels = counts.labels[gotoscorer.select(counts)].tolist()
        assert labels == oracle_m2.choose(rows)  # type: ignore[arg-type]


def test_insertions_at_the_start_are_where_they_are_in_either_release() -> None:
    gold = Gold.parse("S a b\nA 1 2|||R|||z|||R|||-NONE-|||0\n")
    systems = [["x y a b"], ["a b"]]
    for release in ("development", "3.2"):
        found = list(gotoscorer.chunks(systems, gold, gotoscorer.Parameters(release=release)))
        assert [(one.start, one.end) for one in found] == [(1, 2), (0, 0)]


def test_parameters_check_themselves() -> None:
    for given in ({"max_unchanged_words": -1}, {"release": "3.1"}):
        with pytest.raises(ValueError, match="expected"):
            gotoscorer.Parameters(**given)
    with pytest.raises(TypeError, match=r"expected fastgec\.weights\.difficulty\.Parameters"):
        study.intervals("gotoscorer", SYSTEMS, GOLD, parameters=m2.Parameters())


def test_one_system_has_no_score(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FormatError, match="one system, expected two or more: difficulty"):
        gotoscorer.evaluate_systems([SYSTEMS[0]], GOLD)
    with pytest.raises(SystemExit, match="2"):
        main(["gotoscorer", str(SYSTEMS[0]), str(GOLD)])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "one system, expected two or more" in captured.err


def test_threads_change_nothing_and_the_study_takes_it() -> None:
    one, three = (gotoscorer.evaluate_systems(SYSTEMS, GOLD, jobs=jobs) for jobs in (1, 3))
    assert one == three
    intervals = study.intervals("gotoscorer", SYSTEMS, GOLD, resamples=30)
    assert [each.score for each in intervals] == one
    found = study.compare(fastgec.gotoscorer.METRIC, SYSTEMS[0], SYSTEMS[1:], GOLD, resamples=30)
    assert [each.score for each in found] == [score.f for score in one[1:]]


def call(capsys: pytest.CaptureFixture[str], *arguments: Any) -> str:
    """Run a command that must succeed, and return what it prints."""
    status = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert (status, captured.err) == (0, "")
    return captured.out


def test_the_command_writes_chunks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chunks = tmp_path / "chunks.jsonl"
    document = json.loads(
        call(capsys, "gotoscorer", *SYSTEMS, GOLD, "-f", "json", "--chunks", chunks)
    )
    assert "|systems:3|" in document["signature"]
    lines = [json.loads(line) for line in chunks.read_text(encoding="utf-8").splitlines()]
    found = [
        {**one._asdict(), "sentence": one.sentence + 1} for one in gotoscorer.chunks(SYSTEMS, GOLD)
    ]
    assert lines == json.loads(json.dumps(found))
    for wrong in ("chunks.txt", str(GOLD)):
        with pytest.raises(SystemExit, match="2"):
            main(["gotoscorer", *map(str, SYSTEMS), str(GOLD), "--chunks", wrong])
        assert capsys.readouterr().out == ""


@pytest.mark.filterwarnings("ignore::fastgec.BenchmarkNote")
def test_scores_of_conll14_are_in_range_and_unlike_those_of_maxmatch(shared: Path) -> None:
    folder = shared / "data/conll14"
    paths = sorted((folder / "systems").glob("official-*.txt"))[:4]
    gold = Gold.read(folder / "gold.m2").sentences(0, 300)
    systems = [path.read_text(encoding="utf-8").splitlines()[:300] for path in paths]
    scores = gotoscorer.evaluate_systems(systems, gold)
    for system, score in zip(systems, scores, strict=True):
        plain = m2.evaluate(system, gold)
        assert 0 < score.precision < 1
        assert 0 < score.recall <= plain.recall * 1.5
        assert score.proposed < plain.proposed
