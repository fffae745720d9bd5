"""The I-measure's mix mode: the best mixture of annotators' choices, found without making all."""

from __future__ import annotations

import gzip
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle_imeasure as oracle
from fastgec import FormatError, imeasure
from fastgec.metrics import functions
from fastgec.metrics.base import Reading
from fastgec.metrics.imeasure.gold import Edit, Error, Sentence
from fastgec.metrics.imeasure.mixed import (
    Mixture,
    Order,
    Segment,
    TooManyError,
    best_of,
    row_of,
    segments_of,
    vector_of,
)
from fastgec.metrics.imeasure.score import MEASURES, Scoring
from fastgec.read.lines import Column
from golden_data import golden, read_json
from mixed_sentences import draw_hypothesis, draw_scoring, draw_sentence

NEVER = np.zeros(1, np.int32)
NOTHING = np.zeros(12, np.int64)
SYSTEMS = ("AMU", "CAMB", "IITB", "INPUT", "IPN", "PKU", "POST", "RAC", "UMC")
RANDOM = {
    "default": Scoring(),
    "cf-b0.5": Scoring("cf", beta=0.5),
    "ci-w1": Scoring("ci", weight=1.0),
    "corpus": Scoring(optimise="corpus"),
}


def rows_of(path: Path) -> list[list[int]]:
    """Counts of a golden file, in the columns of the metric."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return [list(map(int, line.split("\t")[1:13])) for line in lines if line[0].isdigit()]


@cache
def random_gold() -> tuple[imeasure.Annotations, list[str]]:
    """Hard random sentences, and hypotheses."""
    text = gzip.decompress((golden("imeasure/random-mix.m2.gz")).read_bytes()).decode()
    lines = (
        gzip.decompress((golden("imeasure/random-mix.hyp.gz")).read_bytes())
        .decode()
        .split("\n")[:-1]
    )
    gold = imeasure.parse_m2(text, correction_tokens="space")
    return replace(gold, sentences=tuple(gold.sentences)), lines  # cut once for all rules


def counted(
    gold: imeasure.Annotations, systems: Sequence[Column], scoring: Scoring
) -> list[list[list[int]]]:
    """Counts of the chosen candidates by the base class of metrics: of each system and sentence."""
    parameters = imeasure.Parameters(gold.correction_tokens, scoring.words)
    counts = functions.count(imeasure.METRIC, systems, gold, parameters, Reading(jobs=1))
    return [own.table[own.offsets[:-1]].tolist() for own in counts]


def compare_random(name: str) -> int:
    """Return the number of random sentences whose counts are those of enumeration."""
    gold, lines = random_gold()
    (rows,) = counted(gold, [lines], RANDOM[name])
    expected = rows_of(golden(f"imeasure/random-mix-{name}.tsv.gz"))
    assert len(rows) == len(expected) == 5000
    for number, (row, other) in enumerate(zip(rows, expected, strict=True), 1):
        assert row == other, f"sentence {number}"
    return len(rows)


def test_conll14_has_the_counts_and_scores_of_enumeration(shared: Path) -> None:
    data = shared / "data" / "conll14"
    gold = imeasure.read_m2(data / "gold.m2")
    paths = [data / "systems" / f"official-{name}.txt" for name in SYSTEMS]
    totals = read_json(golden("imeasure/totals.json.gz"))["mix"]
    assert set(totals) == set(SYSTEMS)
    for name, rows in zip(SYSTEMS, counted(gold, paths, Scoring()), strict=True):
        assert rows == rows_of(golden(f"imeasure/mix/{name}.tsv.gz")), name
        score = imeasure.IMeasureScore(np.array(rows).sum(axis=0), Scoring(), len(rows))
        for aspect, key in ((score.detection, "det"), (score.correction, "cor")):
            assert list(aspect) == list(totals[name][key].values()), name


def test_segments_make_the_candidates_of_the_oracle_in_its_order() -> None:
    draw = random.Random(20150601)
    n_many = 0
    for _ in range(2000):
        ours, theirs = draw_sentence(draw)
        segments = segments_of(ours.source, ours.choices())
        if segments is None:
            texts = [ours.source]
        else:
            combined = product(*(segment.texts for segment in segments))
            texts = list(dict.fromkeys(tuple(chain(*text)) for text in combined))
            n_many += sum(len(segment.texts) > 1 for segment in segments) > 1
        assert [list(text) for text in texts] == oracle.mixed_candidates(theirs), theirs
    assert n_many > 50


def test_the_best_mixture_is_that_of_the_oracle_by_every_measure() -> None:
    draw = random.Random(20150602)
    n_tried = 0
    for _ in range(75):
        ours, theirs = draw_sentence(draw)
        hypothesis = draw_hypothesis(draw, theirs.source)
        scoring, totals = draw_scoring(draw)
        counts = [
            oracle.count(theirs.source, list(hypothesis), text)
            for text in oracle.mixed_candidates(theirs)
        ]
        try:
            best = counts[
                oracle.choose(counts, scoring.maximise, scoring.beta, scoring.weight, totals)
            ]
        except ZeroDivisionError:
            continue
        expected = [*best.det, *best.cor, *best.base]
        before = np.array([*totals.det, *totals.cor, *totals.base], np.int64)
        segments = segments_of(ours.source, ours.choices())
        if segments is not None:
            order = Order(scoring, before)
            found = best_of(ours.source, hypothesis, segments, order, NEVER, 1 << 30)
            assert row_of(found.counts).tolist() == expected, (theirs, hypothesis, scoring)
        rows, texts = Mixture(ours).best([hypothesis], scoring, [before], NEVER, 1 << 30)
        assert rows[0].tolist() == expected, (theirs, hypothesis, scoring)
        assert oracle.count(theirs.source, list(hypothesis), list(texts[0])) == best
        n_tried += 1
    assert n_tried > 50


def test_a_candidate_is_not_beaten_by_what_its_alignment_gives_up_later() -> None:
    """Found by `bench/search_mix.py`: before the last token both ways had one TP, then none."""
    source, hypothesis = tuple("cbabb"), tuple("cbcabb")
    segments = [
        Segment(0, 3, (tuple("cbbc"),)),
        Segment(3, 4, (("b",),)),
        Segment(4, 4, ((), ("c",))),
        Segment(4, 5, (("c",),)),
    ]
    order = Order(Scoring("dr", weight=1.0), NOTHING)
    found = best_of(source, hypothesis, segments, order, NEVER, 1 << 30)
    texts = [list("cbbcb") + more for more in (["c"], ["c", "c"])]
    counts = [oracle.count(list(source), list(hypothesis), text) for text in texts]
    best = counts[oracle.choose(counts, "dr", 1.0, 1.0)]
    assert row_of(found.counts).tolist() == [*best.det, *best.cor, *best.base]
    assert best == counts[1]


def test_what_is_beaten_is_below_whatever_follows() -> None:
    draw = random.Random(20150603)
    n_beaten = 0
    for _ in range(400):
        scoring = Scoring(
            draw.choice("dc") + draw.choice(MEASURES),
            beta=draw.choice([0, 0.5, 1, 1 / 3, 3]),
            weight=draw.choice([0.1, 1 / 3, 1, 2]),
        )
        order = Order(scoring, NOTHING)
        counts = np.array(
            [[draw.randint(0, draw.choice([1, 4])) for _ in range(7)] for _ in range(8)], np.int64
        )
        beaten = order.beaten(counts, np.zeros(8, np.int64), 60)
        n_beaten += int(beaten.sum())
        for _ in range(30):
            more = np.array([draw.randint(0, draw.choice([0, 1, 5])) for _ in range(7)], np.int64)
            more[5] += 1  # a candidate is aligned with a source that is not empty
            more[0] += 1
            keys = [order.key(one + more) for one in counts]
            assert not beaten[keys.index(max(keys))], (scoring, counts, more)
    assert n_beaten > 400


def test_vectors_and_rows_are_the_same_counts() -> None:
    vector = np.array([9, 3, 2, 4, 1, 8, 5], np.int64)
    assert vector_of(row_of(vector)).tolist() == vector.tolist()


def test_equal_outputs_and_equal_sentences_are_compared_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    block = "S a b c\nA 0 1|||X|||d|||REQUIRED|||-NONE-|||0\nA 1 2|||X||||||REQUIRED|||-NONE-|||1\n"
    other = block.replace("a b c", "a b b")
    gold = imeasure.parse_m2("\n".join([block, other, block, block]))
    one, two = ["d b c", "d b b", "d b c", "a c"], ["d b c", "a b", "d b c", "a c"]
    alone = [counted(gold, [lines], Scoring())[0] for lines in (one, two)]
    asked: list[tuple[str, ...]] = []
    best = Mixture.best

    def watched(self: Mixture, hypotheses: Any, *more: Any) -> Any:
        asked.extend(hypotheses)
        return best(self, hypotheses, *more)

    monkeypatch.setattr(Mixture, "best", watched)
    assert counted(gold, [one, two], Scoring()) == alone
    assert sorted(map(" ".join, asked)) == ["a b", "a c", "d b b", "d b c"]
    asked.clear()
    by_corpus = Scoring(optimise="corpus")  # where what came before matters
    counted(gold, [one, two], by_corpus)
    assert len(asked) == 8


def test_a_sentence_of_billions_of_candidates_is_counted() -> None:
    source = tuple("abcdefghij" * 8)
    errors = [
        Error(False, ((0, (Edit(at, at + 1, ("x", "y")),)), (1, (Edit(at, at + 1, ()),))))
        for at in range(0, 80, 2)
    ]
    mixture = Mixture(Sentence(source, 2, errors=errors))
    rows, texts = mixture.best([source[:40] + source[42:]], Scoring(), None, NEVER, 1 << 30)
    assert texts == [source[:40] + source[41:]]  # 3 ** 40 candidates: one edit of two is right
    assert rows[0].tolist()[5] == 1


def test_edits_that_meet_in_too_many_ways_are_refused() -> None:
    errors = [
        Error(False, tuple((a, (Edit(0, 30, (f"{e}{a}",)),)) for a in range(9))) for e in range(12)
    ]
    with pytest.raises(TooManyError, match="combinations of edits that meet"):
        Mixture(Sentence(tuple("a" * 30), 9, errors=errors))


def test_texts_of_too_many_alignments_are_refused_by_file_and_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = ["S a b c d e f", *(f"A {at} {at + 1}|||R|||x|||R|||-|||0" for at in (0, 2, 4, 5)), ""]
    gold = imeasure.parse_m2("\n".join(["S a", "", *lines]))
    assert imeasure.evaluate_mixed(["a", "x b c d e f"], gold).correction.tp == 1
    monkeypatch.setattr("fastgec.metrics.imeasure.mixed.FEW", 0)
    monkeypatch.setattr("fastgec.metrics.imeasure.mixed.MOST_STEPS", 10)
    expected = r"sentence 2: \d+ alignments of its errors: expected at most 10; plain mode"
    with pytest.raises(FormatError, match=expected):
        imeasure.evaluate_mixed(["a", "x b c d e f"], gold)


def test_work_that_is_cancelled_stops_and_limits_are_kept() -> None:
    source = tuple("ab" * 40)
    errors = [Error(False, ((0, (Edit(at, at + 1, ("c",)),)),)) for at in range(0, 80, 3)]
    mixture = Mixture(Sentence(source, 1, errors=errors))
    with pytest.raises(KeyboardInterrupt):
        mixture.best([source], Scoring(), None, np.ones(1, np.int32), 1 << 30)
    with pytest.raises(MemoryError):
        mixture.best([source], Scoring(), None, NEVER, 1000)


def test_a_long_sentence_that_does_not_fit_is_refused_at_once(tmp_path: Path) -> None:
    n = 100_000  # took minutes when time grew with edits times tokens
    words = " ".join(map(str, range(n)))
    edits = (f"A {at} {at + 1}|||R|||x|||R|||-|||{at // 10 % 2}\n" for at in range(0, n, 10))
    (tmp_path / "gold.m2").write_text(f"S {words}\n{''.join(edits)}\n")
    (tmp_path / "same.txt").write_text(f"{words}\n")
    arguments = ["imeasure", "--mix", "--gold", "gold.m2", "-c", "same.txt"]
    done = subprocess.run(
        [sys.executable, "-m", "fastgec", *arguments],
        capture_output=True,
        cwd=tmp_path,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert re.fullmatch(
        r"gold.m2: sentence 1: mixed candidates need more than [\d.]+ GB of memory; .*\n",
        done.stderr,
    )
    assert not done.stdout
