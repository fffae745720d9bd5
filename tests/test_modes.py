"""Modes of MaxMatch: statuses and counts against the oracle, worked examples and golden numbers."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle_modes as oracle
from fastgec import Gold, m2
from fastgec.maxmatch.matcher import STATUSES, Matcher, ModeMatcher
from fastgec.maxmatch.reference.faithful import FaithfulMatcher
from fastgec.metrics.m2.counting import matcher_of
from fastgec.metrics.m2.words import optional_edits
from fastgec.read.lines import Lines
from fastgec.texts.m2write import write_m2
from golden_data import read_jsonl
from m2_cases import CASED, random_cases
from modes_data import ASIDES, CONLL, EXAMPLES, SCORES, SUMS, Example

Triple = tuple[int, int, int]


def system_edits(sequence: list[m2.Edit]) -> list[oracle.SystemEdit]:
    """The edits of a sequence as the oracle takes them."""
    return [
        oracle.SystemEdit(
            edit.start, edit.end, tuple(edit.source.split()), tuple(edit.correction.split())
        )
        for edit in sequence
    ]


def gold_edits(gold: Gold, row: int) -> list[oracle.GoldEdit]:
    """The gold edits of a row as the oracle takes them."""
    table = gold.edits
    return [
        oracle.GoldEdit(
            int(table.start[edit]),
            int(table.end[edit]),
            tuple(gold.corrections(edit)),
            "OPTIONAL" if table.optional[edit] else "REQUIRED",
        )
        for edit in range(table.edit_offsets[row], table.edit_offsets[row + 1])
    ]


def judged_by_oracle(
    hypotheses: list[str] | Path, gold: Gold, *, has_bonus: bool = False, **options: Any
) -> tuple[dict[str, list[Triple]], list[list[str]]]:
    """Triples of each mode and row, and the statuses of each row."""
    correct = m2.count(hypotheses, gold, **options).table[:, 0].tolist()
    triples: dict[str, list[Triple]] = {mode: [] for mode in oracle.MODES}
    statuses = []
    for sentence, by_annotator in enumerate(m2.edit_sequences(hypotheses, gold, **options)):
        source = tuple(gold.sources[sentence].split())
        first = int(gold.edits.row_offsets[sentence])
        for row, sequence in enumerate(by_annotator.values(), first):
            edits, asked = system_edits(sequence), gold_edits(gold, row)
            found = oracle.triples(correct[row], source, edits, asked, has_bonus=has_bonus)
            for mode, triple in found.items():
                triples[mode].append(triple)
            statuses.append(oracle.statuses(source, edits, asked).statuses)
    return triples, statuses


def judged_by_kernel(
    hypotheses: list[str] | Path, gold: Gold, *, has_bonus: bool = False, **options: Any
) -> tuple[dict[str, list[Triple]], list[list[str]]]:
    """The same by the functions that users call."""
    regime = "bonus" if has_bonus else "required"
    triples = {}
    for mode in m2.MODES:
        counts = m2.count(hypotheses, gold, mode=mode, optional=regime, **options)
        triples[mode] = [tuple(row) for row in counts.table.tolist()]
    by_annotator = m2.statuses(hypotheses, gold, **options)
    return triples, [one for sentence in by_annotator for one in sentence.values()]


@pytest.mark.parametrize("judged", [judged_by_oracle, judged_by_kernel])
@pytest.mark.parametrize("number", range(len(EXAMPLES) + len(ASIDES)))
@pytest.mark.parametrize("has_bonus", [False, True])
def test_worked_examples(judged: Any, number: int, has_bonus: bool) -> None:
    one: Example = (*EXAMPLES, *ASIDES)[number]
    triples, statuses = judged([one.hypothesis], Gold.parse(one.block()), has_bonus=has_bonus)
    expected = one.bonus if has_bonus else one.required
    assert tuple(triples[mode][0] for mode in m2.MODES) == expected
    assert statuses == [list(one.statuses)]


@pytest.mark.parametrize(("regime", "mode"), SUMS)
def test_sums_and_scores_of_the_examples(regime: str, mode: str) -> None:
    nine = EXAMPLES[:9]
    gold = Gold.parse("".join(one.block() for one in nine))
    score = m2.evaluate([one.hypothesis for one in nine], gold, mode=mode, optional=regime)
    assert (score.correct, score.proposed, score.gold) == SUMS[regime, mode]
    found = f"{score.precision:.4f} {score.recall:.4f} {score.f:.4f}"
    assert found == SCORES[regime, mode]


@pytest.mark.parametrize("mode", m2.MODES)
def test_the_sentences_of_the_paper_score_alike_in_all_modes(mode: str) -> None:
    gold = Gold.parse(
        "S The cat sat at mat .\n"
        "A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0\n"
        "A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0\n\n"
        "S The dog .\nA 1 2|||NN|||dogs|||REQUIRED|||-NONE-|||0\n\n"
        "S Giant otters is an apex predator .\n"
        "A 2 3|||SVA|||are|||REQUIRED|||-NONE-|||0\n"
        "A 3 4|||ArtOrDet|||-NONE-|||REQUIRED|||-NONE-|||0\n"
        "A 5 6|||NN|||predators|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||NN|||otter|||REQUIRED|||-NONE-|||1\n"
    )
    hypotheses = ["A cat sat on the mat .", "The dog .", "Giant otters are apex predator ."]
    score = m2.evaluate(hypotheses, gold, mode=mode)
    assert (score.correct, score.proposed, score.gold) == (4, 5, 6)
    assert round(score.precision, 4) == 0.8


def test_each_mode_has_annotators_of_its_own() -> None:
    gold = Gold.parse(
        "S The dogs barks at night .\n"
        "A 2 3|||V|||bark|||REQUIRED|||-NONE-|||0\nA 1 2|||N|||dog|||REQUIRED|||-NONE-|||1\n"
    )
    hypotheses = ["The dogs barked at night ."]
    for mode, first in zip(m2.MODES, ([0, 1, 1], [1, 1, 1], [1, 1, 1]), strict=True):
        counts = m2.count(hypotheses, gold, mode=mode)
        assert counts.table.tolist() == [first, [0, 1, 1]]
        assert counts.labels[m2.select(counts)].tolist() == [0]


def golden_lines(shared: Path, system: str) -> list[Any]:
    path = shared / "golden" / "m2-modes" / f"golden-modes-{system}.jsonl.gz"
    return read_jsonl(path)


GOLDEN = ("official-AMU", "official-IITB", "pillars-T5-11B")


@pytest.mark.parametrize("judged", [judged_by_oracle, judged_by_kernel])
@pytest.mark.parametrize("system", GOLDEN)
@pytest.mark.filterwarnings("ignore::fastgec.BenchmarkNote")
def test_triples_and_statuses_are_the_golden_ones(shared: Path, judged: Any, system: str) -> None:
    data = shared / "data" / "conll14"
    gold = Gold.read(data / "gold.m2")
    triples, statuses = judged(data / "systems" / f"{system}.txt", gold)
    rows = [
        golden for line in golden_lines(shared, system) for golden in line["annotators"].values()
    ]
    assert len(rows) == len(statuses) == 2400
    for mode in m2.MODES:
        assert [list(triple) for triple in triples[mode]] == [row[mode] for row in rows]
    assert statuses == [row["status"] for row in rows]


@pytest.mark.parametrize("system", CONLL)
@pytest.mark.filterwarnings("ignore::fastgec.BenchmarkNote")
def test_totals_of_the_modes_on_conll14(shared: Path, system: str) -> None:
    data = shared / "data" / "conll14"
    for mode, (correct, proposed, n_gold, f) in zip(m2.MODES, CONLL[system], strict=True):
        hypotheses = data / "systems" / f"{system}.txt"
        score = m2.evaluate(hypotheses, data / "gold.m2", mode=mode)
        assert (score.correct, score.proposed, score.gold) == (correct, proposed, n_gold)
        assert f"{score.f:.4f}" == f


RANDOM: tuple[dict[str, Any], ...] = (
    {},
    {"max_unchanged_words": 0},
    {"max_unchanged_words": 4},
    {"release": "3.2"},
    {"release": "3.2", "max_unchanged_words": 1},
    {"ignore_whitespace_casing": True},
)


@pytest.mark.parametrize("number", range(len(RANDOM)))
@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
def test_random_cases_are_judged_as_by_the_oracle(number: int) -> None:
    cases = random_cases(500, 100 + number)  # bench/search_modes.py draws as many as wished
    gold = Gold.parse("".join(case.block() for case in cases))
    hypotheses = [" ".join(case.hypothesis) for case in cases]
    for has_bonus in (False, True):
        found = judged_by_kernel(hypotheses, gold, has_bonus=has_bonus, **RANDOM[number])
        expected = judged_by_oracle(hypotheses, gold, has_bonus=has_bonus, **RANDOM[number])
        assert found == expected
        for c, r, d in zip(*found[0].values(), strict=True):
            assert c[0] <= r[0] <= d[0]


TIES = (  # source, gold edits, hypothesis: lightest paths whose edits differ
    ("b c a e b h", "3 4|||R||| ; 4 4|||R|||x||a x", "b c a a x b h"),  # gold of no lightest path
    ("b", "0 0|||T|||b b ; 1 1|||T|||b b", "b b b"),  # two gold edits, of which a path makes one
    (
        "a b a a a",
        "2 3|||T|||a b ; 3 4|||T|||a a ; 5 5|||T|||a b",
        "a b a a a b b a b",
    ),  # a joined arc that spells a gold edit has its place in the list
)


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
@pytest.mark.parametrize(("source", "edits", "hypothesis"), TIES)
def test_edits_of_ties_are_those_that_the_order_takes(
    source: str, edits: str, hypothesis: str
) -> None:
    lines = [f"A {edit.strip()}|||REQUIRED|||-NONE-|||0" for edit in edits.split(" ; ")]
    gold = Gold.parse("\n".join([f"S {source}", *lines]) + "\n\n")
    options: dict[str, Any] = {"max_unchanged_words": 1 if "h" in source else 2}
    found = judged_by_kernel([hypothesis], gold, **options)
    assert found == judged_by_oracle([hypothesis], gold, **options)


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
def test_final_sigmas_are_dropped_before_gold_edits_are_judged() -> None:
    cases = [
        case for case in random_cases(8000, 7) if "Σ" in " ".join(case.source + case.hypothesis)
    ][:1500]
    assert len(cases) > 500
    assert any(word in CASED for case in cases for word in case.hypothesis)
    gold = Gold.parse("".join(case.block() for case in cases))
    hypotheses = [" ".join(case.hypothesis) for case in cases]
    options = {"ignore_whitespace_casing": True}
    assert judged_by_kernel(hypotheses, gold, **options) == judged_by_oracle(
        hypotheses, gold, **options
    )


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
def test_edits_of_ties_are_those_of_exact_sums_in_a_large_sentence() -> None:
    apart = " ".join(f"same{number}" for number in range(10))
    old, new = (" ".join(f"{word}{number}" for number in range(210)) for word in ("old", "new"))
    gold = Gold.parse(f"S a {apart} {old}\nA 0 1|||T|||b|||REQUIRED|||-NONE-|||0\n\n")
    options: dict[str, Any] = {"max_unchanged_words": 4, "release": "3.2"}
    found = judged_by_kernel([f"b b a a {apart} {new}"], gold, **options)
    assert found[1] == [["missed"]]
    assert found == judged_by_oracle([f"b b a a {apart} {new}"], gold, **options)


def natural_cases(n_cases: int, seed: int) -> tuple[list[str], list[str]]:
    """M2 blocks and hypotheses of a dozen words with a few errors each, gold near the edits."""
    rng = random.Random(seed)
    blocks, hypotheses = [], []
    for _ in range(n_cases):
        source = rng.choices("abcdefgh", k=rng.randint(4, 14))
        hypothesis: list[str] = []
        for word in source:
            kept = [word] if rng.random() < 0.85 else rng.choices("abcxy", k=rng.randint(0, 2))
            hypothesis += kept + ([rng.choice("abx")] if rng.random() < 0.08 else [])
        lines = []
        for _ in range(rng.randint(1, 4)):
            start = rng.randint(0, len(source))
            end = min(len(source), start + rng.choice((0, 1, 1, 2, 3)))
            texts = [
                " ".join(rng.choices([*source[start:end], "x", "a"], k=rng.randint(0, 3)))
                for _ in range(rng.randint(1, 2))
            ]
            lines.append(f"A {start} {end}|||R|||{'||'.join(texts)}|||REQUIRED|||-NONE-|||0")
        blocks.append("\n".join([f"S {' '.join(source)}", *lines]) + "\n\n")
        hypotheses.append(" ".join(hypothesis))
    return blocks, hypotheses


@pytest.mark.parametrize("release", m2.RELEASES)
def test_rows_that_no_order_has_to_settle_have_the_statuses_of_the_scorers_own_edits(
    release: str,
) -> None:
    """The kernel's shorter way, beside the scorer's order for every row."""
    blocks, hypotheses = natural_cases(4000, 5)
    gold = Gold.parse("".join(blocks))
    lines, parameters = Lines.of(hypotheses), m2.Parameters(release=release)
    cancel, rows = np.zeros(1, np.int32), np.arange(gold.edits.n_rows)
    tables, ways = [], np.zeros(gold.edits.n_rows, np.uint8)
    for is_ordered in (False, True):
        matcher = matcher_of(lines, gold, parameters, ModeMatcher)
        tables.append(np.zeros((gold.edits.n_rows, 9), np.int64))
        matcher.open(tables[-1])
        plain = np.zeros((gold.edits.n_rows, 3), np.int64)
        matcher.count(
            *(0, len(gold), plain, cancel, 1 << 30),
            is_ordered=is_ordered,
            ways=ways if not is_ordered else None,
        )
        assert (plain == tables[-1][:, :3]).all()
    assert (tables[0] == tables[1]).all()
    assert {1, 2} <= set(ways.tolist())  # certified, and ordered
    found = []
    for kind in (Matcher, FaithfulMatcher):
        statuses = np.zeros(gold.edits.n_edits, np.uint8)
        finder = matcher_of(lines, gold, parameters, kind)
        arrays = finder.edits(rows, cancel, 1 << 30, statuses=statuses)
        found.append([array.tolist() for array in (*arrays, statuses)])
    assert found[0] == found[1]
    assert set(found[0][-1]) == set(range(len(STATUSES)))


def test_words_of_corrections_stand_between_spaces() -> None:
    """One with two spaces matches nothing as text; its words have their places all the same."""
    gold = Gold.parse("S a b c\nA 1 2|||R|||x  b|||REQUIRED|||-NONE-|||0\n")
    [found] = m2.statuses(["a x b c"], gold)
    assert found == {0: ["recognised"]}
    assert judged_by_oracle(["a x b c"], gold)[1] == [["recognised"]]


def test_optional_edits_are_those_that_say_so_or_have_the_source_among_others() -> None:
    lines = {
        "A 0 1|||R|||x|||REQUIRED|||-NONE-|||0": 0,
        "A 0 1|||R|||x||| Optional |||-NONE-|||0": 1,
        "A 0 1|||R|||x|||OPTIONALLY|||-NONE-|||0": 0,
        "A 0 1|||R|||a|||REQUIRED|||-NONE-|||0": 0,
        "A 0 1|||R|||x||a|||REQUIRED|||-NONE-|||0": 1,
        "A 1 1|||M|||x||-NONE-|||REQUIRED|||-NONE-|||0": 1,
        "A 1 1|||M|||-NONE-|||REQUIRED|||-NONE-|||0": 0,
        "A 0 2|||R|||x||a  b||y|||REQUIRED|||-NONE-|||0": 1,
    }
    gold = Gold.parse("S z\n\nS a b\n" + "\n".join(lines))
    assert optional_edits(gold).tolist() == list(lines.values())
    assert optional_edits(gold.take([1, 0])).tolist() == list(lines.values())
    marked = [int("optional " in f"{line.lower().split('|||')[3]} ") for line in lines]
    assert gold.edits.optional.astype(int).tolist() == marked
    assert gold.sentences(1, 2).edits.optional.astype(int).tolist() == marked
    written = Gold.parse("".join(write_m2(gold)))
    assert written.edits.optional.astype(int).tolist() == marked


def test_thousands_of_gold_edits_meet_thousands_of_edits() -> None:
    """Links pass over edits that are taken: without them this would take minutes."""
    n = 20_000
    words = [f"w{i}" for i in range(n)]
    source = " ".join(words)
    gold = Gold.parse(
        f"S {source}\n"
        + "".join(f"A 0 {n}|||R|||b|||REQUIRED|||-NONE-|||0\n" for _ in range(n // 4))
        + "".join(f"A {i} {i + 1}|||R|||c|||REQUIRED|||-NONE-|||0\n" for i in range(0, n, 2))
    )
    hypothesis = " ".join("x" if i % 2 else word for i, word in enumerate(words))
    [found] = m2.statuses([hypothesis], gold)
    assert found[0][0] == "detected"
    assert found[0].count("missed") == -(-n // 6)  # an edit takes three words, and two between


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("mode", "all", "mode 'all': expected 'correction' or 'recognition' or 'detection'"),
        ("optional", "yes", "optional 'yes': expected 'required' or 'bonus'"),
    ],
)
def test_unknown_modes_are_refused(name: str, value: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        m2.Parameters(**{name: value})  # type: ignore[arg-type]
