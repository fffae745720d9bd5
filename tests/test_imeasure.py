"""The I-measure: golden numbers, the slow oracle, and laws."""

from __future__ import annotations

import gzip
import json
import random
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle_imeasure as oracle
from fastgec import Counts, FormatError, InputWarning, References, imeasure
from fastgec.metrics.imeasure import gold as treebank
from fastgec.metrics.imeasure.counter import count_columns, moves_of
from fastgec.metrics.imeasure.score import (
    BASELINE,
    MAXIMA,
    accuracies,
    columns_of,
    counts_of,
    key_of,
    keys,
)
from golden_data import golden

SYSTEMS = ("AMU", "CAMB", "IITB", "INPUT", "IPN", "PKU", "POST", "RAC", "UMC")
NEVER = np.zeros(1, np.int32)
NAMES = ("tp", "tn", "fp", "fn", "fpn", "P", "R", "F", "Acc", "AccB", "WAcc", "WAccB", "I")


@pytest.fixture(scope="module")
def conll(shared: Path) -> imeasure.Annotations:
    return imeasure.read_m2(shared / "data" / "conll14" / "gold.m2")


def unpacked(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def system_path(shared: Path, name: str) -> Path:
    return shared / "data" / "conll14" / "systems" / f"official-{name}.txt"


def scored(score: imeasure.IMeasureScore) -> dict[str, dict[str, float]]:
    """A score as golden files have it."""
    aspects = {"det": score.detection, "cor": score.correction}
    return {key: dict(zip(NAMES, aspect, strict=True)) for key, aspect in aspects.items()}


def ids_of(*texts: list[str]) -> list[Any]:
    known: dict[str, int] = {}
    return [
        np.array([known.setdefault(token, len(known)) for token in text], np.int32)
        for text in texts
    ]


def aligned(*texts: list[str]) -> tuple[int, list[int]]:
    cost, moves = moves_of(*ids_of(*texts), NEVER, 1 << 30)
    return cost, moves.tolist()


# --- golden


def compare_alignments(name: str) -> int:
    """Return the number of alignments that are those of the original, move for move."""
    lines = unpacked(golden(f"imeasure/{name}.tsv.gz")).split("\n")[1:-1]
    for line in lines:
        *texts, cost, moves = line.split("\t")
        found = aligned(*(text.split() for text in texts))
        assert found == (int(cost), list(map(int, moves))), line
    return len(lines)


def test_alignments_of_the_original_move_for_move() -> None:
    assert compare_alignments("alignments") == 2000


@pytest.mark.parametrize("name", SYSTEMS)
def test_sentences_and_totals_of_conll14(
    name: str, shared: Path, conll: imeasure.Annotations
) -> None:
    """Every sentence's counts and scores, and totals, to the last bit."""
    counts = imeasure.count(system_path(shared, name), conll)
    table = counts.table[imeasure.select(counts)]
    lines = unpacked(golden(f"imeasure/nomix/{name}.tsv.gz")).split("\n")[1:-1]
    fields = [line.split("\t") for line in lines]
    columns = columns_of(table)
    assert table.tolist() == [list(map(int, one[1:13])) for one in fields]
    for aspect, first in (("detection", 13), ("correction", 15)):
        found = accuracies(counts_of(columns, aspect), columns[BASELINE:], 2.0)
        assert list(map(repr, found.wacc.tolist())) == [one[first] for one in fields]
        assert list(map(repr, found.i.tolist())) == [one[first + 1] for one in fields]
    totals = json.loads(unpacked(golden("imeasure/totals.json.gz")))["nomix"][name]
    assert scored(imeasure.score_counts(counts)) == totals


@pytest.mark.parametrize("name", ["AMU", "CAMB"])
def test_options_give_the_totals_of_the_original(
    name: str, shared: Path, conll: imeasure.Annotations
) -> None:
    counts = imeasure.count(system_path(shared, name), conll)
    cases = json.loads(unpacked(golden(f"imeasure/options-{name}.json.gz")))
    cases = [case for case in cases if case["mode"] == "nomix"]
    assert len(cases) == 28
    for case in cases:
        given = dict(option.lstrip("-").split(":") for option in case["options"])
        found = imeasure.score_counts(
            counts,
            maximise=given.get("max", "cwacc"),
            beta=float(given.get("b", 1)),
            weight=float(given.get("w", 2)),
            optimise=given.get("opt", "sentence").replace("sent", "sentence")[:8],
        )
        assert scored(found) == case["totals"], case["options"]


RANDOM: dict[str, dict[str, Any]] = {
    "default": {},
    "cf-b0.5": {"maximise": "cf", "beta": 0.5},
    "ci-w1": {"maximise": "ci", "weight": 1.0},
    "corpus": {"optimise": "corpus"},
}


@cache
def random_counts() -> Counts:
    """Counts of the random sentences, of which each rule chooses others."""
    gold = imeasure.parse_m2(
        unpacked(golden("imeasure/random-mix.m2.gz")), correction_tokens="space"
    )
    hypotheses = unpacked(golden("imeasure/random-mix.hyp.gz")).split("\n")[:5000]
    return imeasure.count(hypotheses, gold)


def compare_random(name: str) -> int:
    """Return the number of random sentences whose counts are those of the whole tables."""
    options = RANDOM[name]
    lines = unpacked(golden(f"imeasure/random-nomix-{name}.tsv.gz")).split("\n")
    counts = random_counts()
    table = counts.table[imeasure.select(counts, **options)]
    assert table.tolist() == [list(map(int, line.split("\t")[1:])) for line in lines[:5000]]
    score = imeasure.score_counts(counts, **options)
    for line, aspect in zip(lines[5000:], (score.detection, score.correction), strict=False):
        fields = line.split()
        assert list(map(int, fields[2:7])) == list(aspect[:5])
        assert list(map(float, fields[8::2])) == list(aspect[5:])
    return len(table)


def test_treebank_tokens() -> None:
    lines = unpacked(golden("imeasure/treebank.jsonl.gz")).splitlines()
    assert len(lines) == 968
    for line in lines:
        case = json.loads(line)
        assert list(treebank.tokenize(case["text"])) == case["tokens"]
        assert oracle.treebanked(case["text"]) == case["tokens"]


def test_published_xml_is_the_gold_of_m2(conll: imeasure.Annotations, tmp_path: Path) -> None:
    path = tmp_path / "gold.xml"
    path.write_text(unpacked(golden("imeasure/conll14.ieval.xml.gz")), encoding="utf-8")
    found = imeasure.read_xml(path)
    assert len(found.sentences) == len(conll.sentences) == 1312
    for one, other in zip(found.sentences, conll.sentences, strict=True):
        assert one.source == other.source
        assert one.candidates() == other.candidates()
        assert [list(map(set, choices)) for choices in one.choices()] == [
            list(map(set, choices)) for choices in other.choices()
        ]


# --- the oracle, and the oracle against golden


def test_the_oracle_has_the_alignments_of_the_original() -> None:
    lines = unpacked(golden("imeasure/alignments.tsv.gz")).split("\n")[1:-1]
    checked = 0
    for line in lines[::4]:
        *texts, cost, moves = line.split("\t")
        s, h, r = (text.split() for text in texts)
        if (len(s) + 1) * (len(h) + 1) * (len(r) + 1) <= 200:
            assert oracle.align(s, h, r) == (int(cost), list(map(int, moves)))
            checked += 1
    assert checked > 150


@pytest.mark.parametrize("mode", ["nomix", "mix"])
def test_the_oracle_has_the_counts_of_random_gold(mode: str) -> None:
    sentences = oracle.read_m2(unpacked(golden("imeasure/random-mix.m2.gz")), treebank=False)
    hypotheses = unpacked(golden("imeasure/random-mix.hyp.gz")).split("\n")
    lines = unpacked(golden(f"imeasure/random-{mode}-default.tsv.gz")).split("\n")
    candidates_of = oracle.plain_candidates if mode == "nomix" else oracle.mixed_candidates
    checked = 0
    for sentence, hypothesis, line in zip(sentences[:250], hypotheses, lines, strict=False):
        candidates = candidates_of(sentence)
        if len(sentence.source) > 5 or len(candidates) > 6:
            continue
        counts = [
            oracle.count(sentence.source, oracle.tokens_of(hypothesis), text) for text in candidates
        ]
        chosen = counts[oracle.choose(counts)]
        expected = list(map(int, line.split("\t")[1:]))
        assert [*chosen.det, *chosen.cor, *chosen.base] == expected
        checked += 1
    assert checked > 40


def random_text(rng: random.Random, most: int, n_words: int) -> list[str]:
    return [rng.choice("abcdefgh"[:n_words]) for _ in range(rng.randint(0, most))]


def varied(rng: random.Random, text: list[str], n_words: int) -> list[str]:
    """A text with a few changes."""
    text = list(text)
    for _ in range(rng.randint(0, 3)):
        at = rng.randint(0, len(text))
        text[at : at + rng.randint(0, 2)] = random_text(rng, 2, n_words)
    return text


def test_random_alignments_are_those_of_the_oracle() -> None:
    rng = random.Random(17)
    for _ in range(300):
        n_words = rng.choice((1, 2, 3, 8))
        source = random_text(rng, 6, n_words)
        texts = [source, varied(rng, source, n_words), varied(rng, source, n_words)]
        rng.shuffle(texts)
        assert aligned(*texts) == oracle.align(*texts), texts


def test_texts_that_leave_the_first_bands_are_those_of_the_oracle() -> None:
    """Tokens are moved from one end to the other, so that paths lie many diagonals apart."""
    rng = random.Random(3)
    for moved, n_words in ((5, 30), (9, 30), (9, 3)):
        source = [str(rng.randrange(n_words)) for _ in range(18)]
        texts = [source, source[moved:] + source[:moved], source[3:] + source[:2]]
        for order in permutations(texts):
            assert aligned(*order) == oracle.align(*order)


def test_random_counts_keys_and_choices_are_those_of_the_oracle() -> None:
    rng = random.Random(4)
    for _ in range(30):
        source = ["a", *random_text(rng, 4, 3)]
        hypothesis = varied(rng, source, 3)
        references = [varied(rng, source, 3) or source for _ in range(3)]
        counts = imeasure.count(
            [" ".join(hypothesis)],
            References([" ".join(source)], [[" ".join(text)] for text in references]),
        )
        expected = [oracle.count(source, hypothesis, text) for text in references]
        rows = [[*one.det, *one.cor, *one.base] for one in expected]
        assert counts.table.tolist() == rows
        for maximise in MAXIMA:
            weight, beta = rng.choice((0.5, 1.0, 2.0, 3.7)), rng.choice((0.0, 0.5, 1.0, 2.0))
            scoring = imeasure.Scoring(maximise, weight, beta)
            wanted = [oracle.key_of(one, maximise, beta, weight) for one in expected]
            assert keys(counts.table, scoring)[:, ::-1].tolist() == list(map(list, wanted))
            assert [key_of(row, scoring) for row in rows] == wanted
            options: dict[str, Any] = {"maximise": maximise, "weight": weight, "beta": beta}
            chosen = oracle.choose(expected, maximise, beta, weight)
            assert imeasure.select(counts, **options).tolist() == [chosen]


CORRECTIONS = (
    *("", "a", "b c", " a ", "can't", "cannot", "wanna go", "a,b", ",", ".", "it 's", "(x)"),
    *("a--b", "GONNA", "50%", "-NONE-", "x||y", "é", "a\u00a0b"),
)


def random_m2(rng: random.Random) -> str:
    """The lines of a sentence, often odd: edits overlap, reach past the end, leave nothing."""
    size = rng.randint(1, 5)
    lines = ["S " + " ".join(rng.choice(("a", "b", "é", "x\u00a0y")) for _ in range(size))]
    for _ in range(rng.choice((0, 1, 1, 2, 3, 5))):
        start = rng.randint(0, size)
        end = rng.randint(start, min(size, start + 2)) + (rng.random() < 0.05)
        annotator = rng.choice((0, 0, 1, 2, 10))
        text = rng.choice(CORRECTIONS)
        lines.append(f"A {start} {end}|||T|||{text}|||REQUIRED|||-NONE-|||{annotator}")
    if rng.random() < 0.3:
        kind = rng.choice(("noop", "NooP"))
        lines.append(f"A -1 -1|||{kind}|||-NONE-|||REQUIRED|||-NONE-|||{rng.choice((0, 3))}")
    return "\n".join(lines)


@pytest.mark.parametrize("tokens", ["treebank", "space"])
def test_random_gold_has_the_candidates_and_choices_of_the_oracle(tokens: str) -> None:
    rng = random.Random(5)
    blocks = [random_m2(rng) for _ in range(1500)]
    text = "\n\n".join(blocks)
    gold = imeasure.parse_m2(text, correction_tokens=tokens)
    for number, expected in enumerate(oracle.read_m2(text, treebank=tokens == "treebank")):
        found = gold.sentences[number]
        candidates = oracle.plain_candidates(expected)
        assert list(map(list, found.candidates())) == candidates, blocks[number]
        columns = [oracle.tokens_of(column[number]) for column in gold.columns]
        assert oracle.distinct(columns) == candidates, blocks[number]
        assert oracle.tokens_of(gold.source[number]) == expected.source
        assert [
            [[tuple(edit) for edit in choice] for choice in choices] for choices in found.choices()
        ] == oracle.choices_of(expected)


# --- laws


def test_an_unchanged_source_gets_zero_and_a_faultless_one_one() -> None:
    source, reference = ["a b c", "d e"], ["a b d", "d e"]
    assert imeasure.evaluate(source, References(source, [reference])).i == 0.0
    assert imeasure.evaluate(reference, References(source, [reference])).i == 1.0
    scores = imeasure.sentence_scores(["x y z", "x"], References(source, [reference]))
    assert (scores < 0).all()
    assert (scores >= -1).all()


def test_a_no_break_space_is_part_of_a_token() -> None:
    counts = imeasure.count(["a b d"], References(["a\u00a0b c"], [["a\u00a0b d"]]))
    expected = oracle.count(["a\u00a0b", "c"], ["a", "b", "d"], ["a\u00a0b", "d"])
    assert counts.table.tolist() == [[*expected.det, *expected.cor, *expected.base]]


def test_an_empty_reference_is_the_source_and_an_empty_hypothesis_is_one() -> None:
    same, empty = (imeasure.count(["a c"], References(["a b"], [[text]])) for text in ("a b", " "))
    assert same.table.tolist() == empty.table.tolist()
    assert imeasure.count([""], References(["a b"], [["a b"]])).table[0, :4].tolist() == [
        0,
        0,
        2,
        0,
    ]


def test_a_repeated_reference_is_never_chosen() -> None:
    rng = random.Random(6)
    source = [" ".join(["a", *random_text(rng, 6, 4)]) for _ in range(200)]
    one, other = ([" ".join(varied(rng, text.split(), 4)) for text in source] for _ in range(2))
    hypotheses = [" ".join(varied(rng, text.split(), 4)) for text in source]
    with pytest.warns(InputWarning, match="same 200 sentences"):
        twice = imeasure.count(hypotheses, References(source, [one, other, one]))
    once = imeasure.count(hypotheses, References(source, [one, other]))
    for maximise in ("cwacc", "dfn", "ci"):
        picked = imeasure.select(twice, maximise=maximise) - twice.offsets[:-1]
        wanted = imeasure.select(once, maximise=maximise) - once.offsets[:-1]
        assert picked.tolist() == wanted.tolist()
        for optimise in ("sentence", "corpus"):
            scores = [
                imeasure.score_counts(counts, maximise=maximise, optimise=optimise)
                for counts in (twice, once)
            ]
            assert scores[0].totals.tolist() == scores[1].totals.tolist()


def test_long_texts_are_those_of_a_wider_band() -> None:
    """Texts that are far from one another: costs are symmetric, and a loop is no trap."""
    rng = np.random.default_rng(3)
    source, hypothesis, reference = (rng.integers(0, 6, n).astype(np.int32) for n in (60, 90, 70))
    cost, moves = moves_of(source, hypothesis, reference, NEVER, 1 << 30)
    other, _ = moves_of(reference, source, hypothesis, NEVER, 1 << 30)
    mirrored, _ = moves_of(
        source[::-1].copy(), hypothesis[::-1].copy(), reference[::-1].copy(), NEVER, 1 << 30
    )
    assert cost == other == mirrored
    assert sum(int(move) in (0, 1, 2, 4) for move in moves) == 60


# --- what cannot be


def test_texts_that_need_too_much_memory_are_named() -> None:
    rng = np.random.default_rng(1)
    texts = [rng.integers(0, 1000, 300).astype(np.int32) for _ in range(3)]
    with pytest.raises(MemoryError, match="texts of 300, 300 and 300 tokens need more than 1000"):
        moves_of(*texts, NEVER, 1000)
    offsets = np.arange(0, 901, 300)
    table = np.empty((1, 1, 1, 12), np.int64)
    found = count_columns(np.concatenate(texts), offsets, 1, 1, 1, table, NEVER, 1000)
    assert found[:2] == (0, 0)


def test_work_that_is_cancelled_stops() -> None:
    texts = [np.full(3, n, np.int32) for n in range(3)]
    table = np.zeros((1, 1, 1, 12), np.int64)
    now = np.ones(1, np.int32)
    count_columns(np.concatenate(texts), np.arange(0, 10, 3), 1, 1, 1, table, now, 1 << 30)
    assert not table.any()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "gold: no sentence: expected lines that begin with 'S '"),
        ("S \n", "gold:1: no token: expected a source sentence"),
        ("A 0 1|||R|||a|||||||||0", "gold:1: edit (A) without a source sentence (S)"),
        ("S a\nA 0 1|||R|||a", "gold:2: edit with 3 fields, expected at least 6"),
        (
            "S a\nA -1 -1|||R|||a|||||||||0",
            "gold:2: span '-1 -1': expected 0 <= start <= end",
        ),
        ("S a\nA 1 0|||R|||a|||||||||0", "gold:2: span '1 0': expected 0 <= start"),
        ("S a\nA 0 x|||R|||a|||||||||0", "gold:2: offsets '0 x': expected two whole"),
        ("S a\nA 0 1|||R|||a|||||||||", "gold:2: annotator '': expected a whole"),
        (
            "S a\nA 0 2147483648|||R|||a|||||||||0",
            "gold:2: offsets '0 2147483648': expected two whole numbers below 2147483",
        ),
    ],
)
def test_bad_m2_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        imeasure.parse_m2(text)
    assert str(error.value).startswith(message)


def test_an_edit_past_the_end_is_cut_with_a_warning() -> None:
    gold = imeasure.parse_m2("S a b\nA 1 9|||R|||c|||||||||0\n")
    assert gold.columns[0][0] == "a c"
    assert gold.warnings == ("gold:2: 1 edit ends after the source sentence and is cut there",)


def test_a_correction_that_is_the_word_none_is_a_word_with_a_warning() -> None:
    rest = "|||REQUIRED|||-NONE-|||0\n"
    gold = imeasure.parse_m2(f"S a b\nA -1 -1|||noop|||-NONE-{rest}")
    assert gold.warnings == ()
    gold = imeasure.parse_m2(f"S a b\nA 0 1|||R|||c{rest}A 1 2|||U|||-NONE-{rest}")
    assert gold.columns[0][0] == "c -NONE-"
    [warning] = gold.warnings
    assert warning.startswith("gold:3: 1 correction is the word -NONE-, taken as it is")


ONE_MORE = (
    "<sentence id='7' numann='{}'><text>a</text><error-list><error req='yes'><alt ann='0'>"
    "<c start='0' end='1'>b</c></alt><alt ann='3'><c start='0' end='1'>c</c></alt></error>"
    "</error-list></sentence>"
)


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        ("<scripts>", ":1: invalid XML"),
        ("<scripts/>", ": no sentence: expected scripts/script/sentence"),
        ("<sentence id='7' numann='1'><text> </text></sentence>", ": sentence 7: no token"),
        (
            "<sentence id='7'><text>a</text></sentence>",
            ": sentence 7: numann of <sentence> is nothing, expected a whole number",
        ),
        (
            "<sentence id='7' numann='1'><text>a</text><error-list><error req='yes'><alt ann='0'>"
            "<c start='2' end='1'>a</c></alt></error></error-list></sentence>",
            ": sentence 7: span 2 1: expected 0 <= start <= end",
        ),
        (ONE_MORE.format(1), ": sentence 7: numann 1: expected 2 or more: alternatives are of "),
        (ONE_MORE.format(0), ": sentence 7: numann 0: expected 2 or more: alternatives are of "),
        (
            "<sentence id='7' numann='-1'><text>a</text></sentence>",
            ": sentence 7: numann -1: expected 0 or more",
        ),
    ],
)
def test_bad_xml_is_named_with_its_sentence(xml: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "gold.xml"
    if xml.startswith("<sentence"):
        xml = f"<scripts><script>{xml}</script></scripts>"
    path.write_text(xml, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        imeasure.read_xml(path)
    assert str(error.value).startswith(f"{path}{message}")


def test_a_source_without_a_token_is_an_error() -> None:
    with pytest.raises(FormatError, match="source:2: no token: expected a source sentence"):
        imeasure.count(["a", "b"], References(["a", " "], [["a", "b"]]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"maximise": "wacc"}, "maximise 'wacc': expected c or d and one of tp"),
        ({"weight": -1.0}, "weight"),
        ({"weight": float("inf")}, "weight"),
        ({"beta": float("nan")}, "beta"),
        ({"optimise": "both"}, "optimise 'both': expected 'sentence' or 'corpus'"),
    ],
)
def test_parameters_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        imeasure.Scoring(**options)


def test_weight_zero_has_no_accuracy_of_positives_alone() -> None:
    assert imeasure.evaluate(["c b"], References(["a b"], [["c b"]]), weight=0.0).i == 1.0
    with pytest.raises(FormatError, match="an accuracy of nothing: expected"):
        imeasure.evaluate(["c"], References(["a"], [["c"]]), weight=0.0)
    with pytest.raises(FormatError, match="an accuracy of nothing: expected"):
        imeasure.evaluate(["c"], References(["a"], [["c"], ["d"]]), weight=0.0, optimise="corpus")
