"""Scores of sentences alone: those of corpora of one sentence; and the examples of the docs run."""

from __future__ import annotations

import pickle
import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_m2 as oracle
from commands import DATA
from examples import names_of
from fastgec import Counts, Gold, m2
from fastgec.bridges.reward import Reward
from fastgec.choose.rules import FRank, Running
from fastgec.metrics.m2.counting import COLUMNS
from fastgec.metrics.spec import metric_spec
from m2_cases import Case, cases

BETAS = (0.0, 0.5, 2.0)


def gold_of(some: list[Case]) -> Gold:
    return Gold.parse("".join(case.block() for case in some))


@given(st.lists(cases(), min_size=1, max_size=4), st.sampled_from(BETAS), st.booleans())
def test_a_sentence_scores_as_a_corpus_of_its_own(
    some: list[Case], beta: float, implicit_noop: bool
) -> None:
    gold = gold_of(some)
    hypotheses = [" ".join(case.hypothesis) for case in some]
    scores = m2.sentence_scores(hypotheses, gold, beta=beta, implicit_noop=implicit_noop)
    for sentence, hypothesis in enumerate(hypotheses):
        alone = gold.take([sentence])
        score = m2.evaluate([hypothesis], alone, beta=beta, implicit_noop=implicit_noop)
        assert scores[sentence] == score.f


Row = tuple[int, int, int]

rows = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)).map(
    lambda row: (min(row), row[1], row[2])
)


@given(st.lists(st.lists(rows, min_size=1, max_size=4), min_size=1, max_size=5))
def test_the_choice_for_a_sentence_alone_is_that_of_the_oracle(corpus: list[list[Row]]) -> None:
    offsets = np.cumsum([0, *map(len, corpus)])
    labels = np.concatenate([np.arange(len(sentence)) for sentence in corpus])
    counts = Counts(np.concatenate(corpus), offsets, labels, COLUMNS, "m2")
    for beta in BETAS:
        expected = [oracle.choose([dict(enumerate(sentence))], beta)[0] for sentence in corpus]
        alone = Running(FRank(beta)).best_alone(counts.table, counts.offsets)
        assert counts.labels[alone].tolist() == expected
        assert alone[0] == m2.select(counts, beta=beta)[0]


weights = st.just(0.0) | st.floats(1e-3, 1e6)


@given(
    st.lists(rows, min_size=1) | st.lists(st.tuples(weights, weights, weights), min_size=1),
    st.sampled_from((*BETAS, 1e100)),
)
def test_a_row_scores_alone_as_its_score_does(table: list[Any], beta: float) -> None:
    found = m2.METRIC.row_values(np.array(table), m2.Parameters(), m2.Scoring(beta))
    assert found.tolist() == m2.METRIC.values(np.array(table), m2.Scoring(beta))[:, -1].tolist()
    assert found.tolist() == [m2.M2Score(*row, beta).f for row in table]


def test_choices_alone_check_what_they_get() -> None:
    with pytest.raises(ValueError, match=r"^1 columns, expected correct, proposed and gold"):
        Running(FRank(0.5)).best_alone(np.ones((1, 1), np.int64), np.array([0, 1]))
    with pytest.raises(ValueError, match=r"^beta -1: expected a number from 0 to "):
        m2.sentence_scores(["a"], Gold.parse("S a\n"), beta=-1)


@given(st.lists(cases(), min_size=1, max_size=4), st.data())
def test_sentences_taken_are_those_parsed(some: list[Case], data: st.DataObject) -> None:
    picked = data.draw(st.lists(st.integers(0, len(some) - 1), max_size=6))
    taken = gold_of(some).take(picked)
    assert len(taken) == len(picked)
    if picked:
        parsed = gold_of([some[number] for number in picked])
        assert taken.fingerprint() == parsed.fingerprint()
        hypotheses = [" ".join(some[number].hypothesis) for number in picked]
        assert m2.count(hypotheses, taken) == m2.count(hypotheses, parsed)


SPECS = ("m2", "m2:beta=1,release=3.2", "m2:per-sentence", "m2:wdiff", "m2:detection")


@given(st.lists(cases(), min_size=1, max_size=4), st.data(), st.sampled_from(SPECS))
def test_rewards_are_scores_of_sentences(some: list[Case], data: st.DataObject, words: str) -> None:
    gold = gold_of(some)
    hypotheses = [" ".join(case.hypothesis) for case in some]
    spec = metric_spec(words)
    options = asdict(spec.parameters) | asdict(spec.scoring)
    scores = m2.sentence_scores(hypotheses, gold, **options)
    picked = data.draw(st.lists(st.integers(0, len(some) - 1), min_size=1, max_size=6))
    texts = [hypotheses[number] for number in picked]
    reward = Reward(words, gold=gold, retokenize=False)
    assert reward(texts, {"id": picked}).values == scores[picked].tolist()


OPTIONS: list[dict[str, Any]] = [
    {},
    {"implicit_noop": True},
    {"mode": "detection"},
    {"ignore_whitespace_casing": True},
    {"release": "3.2"},
]


@given(st.lists(cases(), min_size=1, max_size=4), st.data(), st.sampled_from(OPTIONS))
def test_sentences_taken_score_as_in_the_whole(
    some: list[Case], data: st.DataObject, options: dict[str, Any]
) -> None:
    gold = gold_of(some)
    hypotheses = [" ".join(case.hypothesis) for case in some]
    scores = m2.sentence_scores(hypotheses, gold, **options)
    first = data.draw(st.lists(st.integers(0, len(some) - 1), min_size=1, max_size=6))
    again = data.draw(st.lists(st.integers(0, len(first) - 1), min_size=1, max_size=6))
    picked = [first[number] for number in again]
    texts = [hypotheses[number] for number in picked]
    copy = pickle.loads(pickle.dumps(gold))  # which has no batch of text
    for taken in (gold.take(first).take(again), copy.take(picked)):
        assert m2.sentence_scores(texts, taken, **options).tolist() == scores[picked].tolist()
        assert taken.annotators == gold.annotators
        assert taken.edits.kind_names == gold.edits.kind_names
        starts = [*taken.edits.edit_offsets[taken.edits.row_offsets]]
        whole = gold.edits.edit_offsets[gold.edits.row_offsets]
        for place, number in enumerate(picked):
            own, of_gold = slice(*starts[place : place + 2]), slice(*whole[number : number + 2])
            for name in ("start", "end", "kind", "optional"):
                found = getattr(taken.edits, name)[own].tolist()
                assert found == getattr(gold.edits, name)[of_gold].tolist()
            assert taken.all_corrections()[own] == gold.all_corrections()[of_gold]


def test_repeated_gold_is_gold_written_so_often() -> None:
    gold = Gold.read(DATA / "small.m2")
    again = Gold.parse(
        "\n\n".join(
            block + "\n\n" + block
            for block in (DATA / "small.m2").read_text(encoding="utf-8").strip().split("\n\n")
        )
    )
    assert gold.repeat(2).fingerprint() == again.fingerprint()
    assert len(gold.repeat(0)) == 0
    assert gold.repeat(2).annotators == gold.annotators


def test_what_is_no_sentence_is_not_taken() -> None:
    gold = Gold.parse("S a\n\nS b\n")
    with pytest.raises(IndexError, match=r"^sentences -1 to 0, expected 0 to 1$"):
        gold.take([0, -1])
    with pytest.raises(IndexError, match=r"^sentences 2 to 2, expected 0 to 1$"):
        gold.take([2])
    with pytest.raises(TypeError, match=r"^sentences of bool: expected integers$"):
        gold.take(np.array([True, False]))


# The examples of docs/training.md


def test_advantages_of_samples(samples: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(samples)
    gold = Gold.read("gold.m2")
    texts = [
        (samples / name).read_text(encoding="utf-8").splitlines()
        for name in ("source.txt", "careful.txt", "bold.txt", "ref0.txt")
    ]
    sources = random.Random(1).sample(range(len(gold)), 7)
    sampled = [[column[source] for column in texts] for source in sources]
    found = names_of("training.md", "reinforcement")["advantages"](sources, sampled)
    columns = np.array([m2.sentence_scores(column, gold) for column in texts]).T[sources]
    assert found.tolist() == (columns - columns.mean(axis=1, keepdims=True)).tolist()
    assert (found.argmax(axis=1) == 3).any()  # annotator 0 finds its own edits


def test_the_most_agreed_candidate() -> None:
    most_agreed = names_of("training.md", "reranking")["most_agreed"]
    candidates = ["a b x d e", "a b x d e f", "g h"]
    assert most_agreed("a b c d e", candidates, [1 / 3] * 3) == "a b x d e"
    assert most_agreed("a b c d e", candidates, [0, 0, 1]) == "g h"
