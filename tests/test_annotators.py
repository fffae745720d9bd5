"""Annotators one by one, the human ceiling, error types and edits: `fastgec m2` beyond scores."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from commands import Call
from fastgec.cli.texts import SAMPLES
from fastgec.counts import Counts
from fastgec.metrics import m2
from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.words import KindCounts, KindScore, found_edits
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines, Span
from fastgec.study import people
from fastgec.study.people import against_others, alone
from fastgec.texts.corrected import apply_edits


@pytest.fixture(scope="module")
def gold() -> Gold:
    return Gold.read(SAMPLES / "gold.m2")


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)


def kinds_of(system: Path, gold: Gold, rows: NDArray[np.int64]) -> list[KindScore]:
    parameters = m2.Parameters()
    counts = KindCounts(parameters)
    counts.add(found_edits(GoldText(0, gold, (Lines.read(system),)), 0, parameters, rows))
    return counts.scores()


def document(arguments: list[str], call: Call) -> Any:
    status, out, err = call(["m2", "-f", "json", *arguments])
    assert (status, err) == (0, "")
    return json.loads(out)


def gold_of(annotator: int, gold: Gold) -> tuple[str, list[int]]:
    """Return the M2 text of one annotator's sentences, and which sentences these are."""
    blocks = (SAMPLES / "gold.m2").read_text(encoding="utf-8").strip().split("\n\n")
    kept, sentences = [], []
    for sentence, block in enumerate(blocks):
        row = range(gold.edits.row_offsets[sentence], gold.edits.row_offsets[sentence + 1])
        if any(gold.edits.annotator[r] == annotator for r in row):
            lines = block.split("\n")
            own = [line for line in lines if line[0] == "S" or line.endswith(f"|||{annotator}")]
            kept.append("\n".join(own))
            sentences.append(sentence)
    return "\n\n".join(kept), sentences


@pytest.mark.parametrize("annotator", [0, 1])
def test_alone_is_the_score_of_a_gold_of_one_annotator(annotator: int, gold: Gold) -> None:
    hypotheses = (SAMPLES / "bold.txt").read_text(encoding="utf-8").splitlines()
    text, sentences = gold_of(annotator, gold)
    expected = m2.count([hypotheses[s] for s in sentences], Gold.parse(text))
    found = alone(m2.count(hypotheses, gold), annotator)
    assert np.array_equal(found.table, expected.table)
    assert m2.score_counts(found) == m2.score_counts(expected)


def test_alone_and_others_share_out_the_rows(gold: Gold) -> None:
    counts = m2.count(SAMPLES / "bold.txt", gold)
    for annotator in gold.annotators:
        others = against_others(counts, annotator)
        assert annotator not in others.labels
        assert others.n_sentences <= alone(counts, annotator).n_sentences
    assert sum(alone(counts, a).n_rows for a in gold.annotators) == counts.n_rows
    assert against_others(alone(counts, 0), 0).n_sentences == 0


def test_an_annotator_agrees_with_himself(gold: Gold) -> None:
    counts = m2.count(apply_edits(gold)[0], gold)
    score = m2.score_counts(alone(counts, 0))
    assert score.correct == score.gold


def test_per_annotator_shows_each_and_all(call: Call) -> None:
    _, out, _ = call(["m2", "--per-annotator", "-f", "tsv", "bold.txt", "gold.m2"])
    lines = [line.split("\t") for line in out.splitlines()]
    assert lines[0][:6] == ["system", "annotator", "sentences", "correct", "proposed", "gold"]
    assert [line[1:6] for line in lines[1:]] == [
        ["0", "20", "22", "47", "32"],
        ["1", "18", "28", "46", "33"],
        ["all", "20", "33", "49", "36"],
    ]
    (system,) = document(["--per-annotator", "bold.txt", "gold.m2"], call)["systems"]
    assert [each["score"]["correct"] for each in system["annotators"]] == [22, 28]
    assert system["correct"] == 33


def test_the_ceiling_needs_no_system(call: Call) -> None:
    _, out, _ = call(["m2", "--ceiling", "-f", "tsv", "gold.m2"])
    assert [line.split("\t")[:6] for line in out.splitlines()[1:]] == [
        ["annotator 0", "0", "18", "27", "31", "33"],
        ["annotator 1", "1", "18", "25", "33", "29"],
        ["annotators", "mean", "", "", "", ""],
    ]
    found = document(["--ceiling", "bold.txt", "gold.m2"], call)
    assert [each["score"]["proposed"] for each in found["ceiling"]] == [31, 33]
    assert [each["sentences"] for each in found["systems"][0]["against_others"]] == [18, 18]


def test_types_add_up_to_the_score(gold: Gold, call: Call) -> None:
    for name in ("careful.txt", "bold.txt"):
        counts = m2.count(SAMPLES / name, gold)
        rows = m2.select(counts)
        score = m2.total(counts, rows)
        kinds = kinds_of(SAMPLES / name, gold, rows)
        assert sum(kind.correct for kind in kinds) == score.correct
        assert sum(kind.gold for kind in kinds) == score.gold
    _, out, _ = call(["m2", "--types", "-f", "markdown", "careful.txt", "gold.m2"])
    assert "| careful.txt | R:NOUN:NUM | 3 | 4 | 75.00 |\n" in out
    assert out.endswith("so MaxMatch has no precision of a type\n")
    (system,) = document(["--types", "careful.txt", "gold.m2"], call)["systems"]
    assert system["types"][0] == {
        "type": "R:NOUN:NUM",
        "words": "wrong noun number",
        "correct": 3,
        "gold": 4,
        "recall": 0.75,
    }


def test_types_add_up_on_conll14(shared: Path) -> None:
    folder = shared / "data" / "conll14"
    gold = Gold.read(folder / "gold.m2").with_implicit_noop()
    system = folder / "systems" / "official-UFC.txt"
    counts = m2.count(system, gold)
    rows = m2.select(counts)
    kinds = kinds_of(system, gold, rows)
    sums = sum(kind.correct for kind in kinds), sum(kind.gold for kind in kinds)
    score = m2.total(counts, rows)
    assert sums == (score.correct, score.gold)


def test_edits_are_json_whatever_words_hold(tmp_path: Path, call: Call) -> None:
    gold, system, path = (tmp_path / name for name in ("g.m2", 'a "b".txt', "edits.jsonl"))
    edit = 'A 0 1|||R:"\\|||"q"||\\n é|||REQUIRED|||-NONE-|||0\n'
    gold.write_text(f'S "a \\ \x01 b\n{edit}{edit}', encoding="utf-8")
    system.write_text('\\n é \\ \x7f/ b"\n', encoding="utf-8")
    assert call(["m2", "--edits", str(path), str(system), str(gold)])[0] == 0
    text = path.read_text(encoding="utf-8")
    found = json.loads(text)
    assert text == json.dumps(found, ensure_ascii=False) + "\n"
    assert found["hypothesis"] == '\\n é \\ \x7f/ b"'
    made = found["edits"][0]
    assert (made["correction"], made["correct"], len(made["gold"])) == ("\\n é", True, 2)
    assert made["gold"][1]["type"] == 'R:"\\'
    assert made["gold"][1]["corrections"] == ['"q"', "\\n é"]


@pytest.mark.parametrize("options", [[], ["--implicit-noop"], ["--ignore-whitespace-casing"]])
def test_edits_add_up_to_the_score(options: list[str], tmp_path: Path, call: Call) -> None:
    path = tmp_path / "edits.jsonl"
    found = document(["--edits", str(path), *options, "bold.txt", "gold.m2"], call)["systems"][0]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["sentence"] for line in lines] == list(range(1, 21))
    edits = [edit for line in lines for edit in line["edits"]]
    n_correct = sum(len(edit["gold"]) for edit in edits)
    n_missed = sum(len(line["missed"]) for line in lines)
    assert (n_correct, len(edits), n_correct + n_missed) == (
        found["correct"],
        found["proposed"],
        found["gold"],
    )
    assert all(edit["correct"] == bool(edit["gold"]) for edit in edits)


def test_an_edit_line_says_it_all(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "edits.jsonl"
    call(["m2", "--edits", str(path), "careful.txt", "gold.m2"])
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[1]) == {
        "system": "careful.txt",
        "sentence": 2,
        "annotator": 0,
        "source": "She is very interesting in old map and foreign coins .",
        "hypothesis": "She is very interested in old map and foreign coins .",
        "edits": [
            {
                "start": 3,
                "end": 4,
                "source": "interesting",
                "correction": "interested",
                "cut": {"start": 3, "end": 4, "correction": "interested"},
                "correct": True,
                "gold": [
                    {
                        "start": 3,
                        "end": 4,
                        "type": "R:MORPH",
                        "corrections": ["interested"],
                        "status": "corrected",
                        "optional": False,
                    }
                ],
            }
        ],
        "missed": [
            {
                "start": 6,
                "end": 7,
                "type": "R:NOUN:NUM",
                "corrections": ["maps"],
                "status": "missed",
                "optional": False,
            }
        ],
    }


@pytest.mark.parametrize("rows", [1, 7, 1 << 17])
@pytest.mark.parametrize("implicit_noop", [False, True])
@pytest.mark.parametrize("span", [Span(), Span(3, 11)])
def test_the_ceiling_is_what_counting_every_sentence_gives(
    gold: Gold, rows: int, implicit_noop: bool, span: Span, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "ROWS", rows)
    parameters, scoring = m2.Parameters(implicit_noop=implicit_noop), m2.Scoring(beta=1.0)
    scores = people.human_scores(
        m2.METRIC, gold, parameters, scoring, span=span, overlaps="first", jobs=2
    )
    first, last = span.within(0, len(gold))
    for score, (annotator, texts) in zip(
        scores, apply_edits(gold, overlaps="first").items(), strict=True
    ):
        counts = m2.count(texts, gold, implicit_noop=implicit_noop).sentences(first, last)
        others = against_others(counts, annotator)
        expected = m2.score_counts(others, beta=1.0)
        assert (score.annotator, score.sentences) == (annotator, others.n_sentences)
        assert score.score == expected
        assert score.is_human


def test_annotators_who_share_no_sentence_have_no_score(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "apart.m2"
    edit = "A 0 1|||R|||c|||REQUIRED|||-NONE-|||"
    path.write_text(f"S a\n{edit}0\n\nS b\n{edit}1\n", encoding="utf-8")
    found = document(["--ceiling", str(path)], call)
    assert [(each["sentences"], each["score"]) for each in found["ceiling"]] == [(0, None)] * 2


def test_rows_of_other_metrics_can_be_taken_apart() -> None:
    counts = Counts(np.arange(8).reshape(4, 2), np.array([0, 2, 4]), [0, 1, 0, 1], ("a", "b"), "x")
    assert alone(counts, 1).table.tolist() == [[2, 3], [6, 7]]


def test_gold_edits_of_a_sequence_are_those_that_the_counts_count() -> None:
    draw = random.Random(5)
    for _ in range(300):
        source = [draw.choice("abc") for _ in range(6)]
        hypothesis = [draw.choice("abc") for _ in range(draw.randrange(4, 10))]
        lines = []
        for _ in range(draw.randrange(1, 12)):  # repeated, out of order, with equal alternatives
            start = draw.randrange(6)
            end = min(6, start + draw.randrange(3))
            text = "||".join(draw.choice(["a", "b", "a b", "c a", "-NONE-"]) for _ in range(3))
            lines.append(f"A {start} {end}|||R|||{text}|||||||||0\n")
        gold = Gold.parse(f"S {' '.join(source)}\n{''.join(lines)}")
        texts = [" ".join(hypothesis)]
        [[sequence]] = [found.values() for found in m2.edit_sequences(texts, gold)]
        made: list[int] = []
        for edit in sequence:  # gold edits before one that was made are not seen again
            span = edit.start, edit.end
            same = [
                number
                for number in range(made[-1] + 1 if made else 0, gold.edits.n_edits)
                if span == (gold.edits.start[number], gold.edits.end[number])
                and edit.correction in gold.corrections(number)
            ]
            assert edit.gold == tuple(same)
            made += same
        correct, proposed, _ = m2.count(texts, gold).table[0].tolist()
        assert (len(made), len(sequence)) == (correct, proposed)
