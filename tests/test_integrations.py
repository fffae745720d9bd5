"""Rewards: what trainers call gives the scores of sentences alone, whatever the batch."""

from __future__ import annotations

import importlib
import pickle
import random
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_m2 as oracle
from errant_data import needs_errant, needs_model
from examples import names_of
from fastgec import Gold, InputWarning, References, cleme, gleu, green, imeasure, m2
from fastgec.bridges import trl, verl
from fastgec.bridges.reward import Reward
from fastgec.read.coders import Annotations
from fastgec.texts.m2write import align, write_m2
from golden_data import read_json
from m2_cases import Case, cases


@pytest.fixture(scope="module")
def gold(samples: Path) -> Gold:
    return Gold.read(samples / "gold.m2")


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def texts(samples: Path) -> dict[str, list[str]]:
    names = ("source", "careful", "bold", "ref0", "ref1")
    return {name: lines(samples / f"{name}.txt") for name in names}


def batch(texts: dict[str, list[str]], seed: int = 1) -> tuple[list[int], list[str]]:
    """Samples of some sources, in groups as trainers have them."""
    draws = random.Random(seed)
    ids = [s for s in draws.sample(range(len(texts["source"])), 9) for _ in range(4)]
    return ids, [texts[draws.choice(["source", "careful", "bold", "ref0", "ref1"])][s] for s in ids]


# Rewards are scores of sentences alone


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("m2", {}),
        ("m2:beta=2", {"beta": 2}),
        ("m2:detection,release=3.2", {"mode": "detection", "release": "3.2"}),
        ("m2:implicit-noop", {"implicit_noop": True}),
    ],
)
def test_a_reward_by_edits_is_the_score_of_a_corpus_of_one_sentence(
    words: str, options: dict[str, Any], gold: Gold, texts: dict[str, list[str]]
) -> None:
    ids, samples = batch(texts)
    found = trl.reward(words, gold=gold)(prompts=ids, completions=samples, id=ids)
    for sentence, sample, value in zip(ids, samples, found, strict=True):
        assert value == m2.evaluate([sample], gold.take([sentence]), **options).f


BY_TEXTS: dict[str, Callable[..., Any]] = {
    "green": green.sentence_scores,
    "green:char,beta=2": partial(green.sentence_scores, unit="char", order=6, beta=2),
    "gleu:equation": partial(gleu.sentence_scores, variant="equation"),
    "gleu": gleu.sentence_scores,
    "imeasure": imeasure.sentence_scores,
}


@pytest.mark.parametrize("words", BY_TEXTS)
def test_a_reward_by_texts_is_the_score_of_the_sentence_alone(
    words: str, texts: dict[str, list[str]]
) -> None:
    ids, samples = batch(texts)
    known = References.of_columns(texts["source"], [texts["ref0"], texts["ref1"]])
    before = trl.reward(words, references=known)(completions=samples, id=ids)
    rows = {
        "source": [texts["source"][s] for s in ids],
        "references": [[texts["ref0"][s], texts["ref1"][s]] for s in ids],
    }
    assert trl.reward(words)(completions=samples, **rows) == before
    for s, sample, value in zip(ids, samples, before, strict=True):
        references = [[texts["ref0"][s]], [texts["ref1"][s]]]
        [expected] = BY_TEXTS[words]([sample], References([texts["source"][s]], references))
        assert value == expected


def test_edits_are_compared_as_the_metric_of_edits_does(
    gold: Gold, texts: dict[str, list[str]], samples: Path
) -> None:
    from fastgec.texts.m2write import align, write_m2

    made = "".join(write_m2(align(texts["source"], [texts["bold"]])))
    theirs = Annotations.read(str(samples / "gold.m2"))
    everyone = list(range(len(gold)))
    found = trl.reward("cleme:none", gold=gold, edits="align")(
        completions=texts["bold"], id=everyone
    )
    expected = cleme.sentence_scores(Annotations.parse(made), theirs, weights="none")
    assert found == expected.tolist()

    def again(sources: list[str], written: list[str]) -> str:
        return "".join(write_m2(align(sources, [written])))

    own = trl.reward("cleme:none", gold=gold, edits=again)
    assert own(completions=texts["bold"], id=everyone) == found
    assert own(completions=["a ||| || -NONE-"], id=[0]) == [0.0]  # what M2 cannot hold


@needs_errant
@needs_model
@pytest.mark.filterwarnings("ignore")  # of what spaCy imports
def test_edits_of_errant_are_compared_as_its_commands_do() -> None:
    from fastgec import errant
    from fastgec.metrics.errant.texts import annotate

    sources = ["He go to school yesterday .", "I likes cats .", "We are fine ."]
    corrected = ["He went to school yesterday .", "I like cats .", "We are fine ."]
    outputs = ["He went to school on yesterday .", "I likes cats .", "We are fine ."]
    block = annotate(sources, corrected).data.decode()
    reward = trl.reward("errant", gold=Gold.parse(block), edits="errant")
    found = reward(completions=[*outputs, corrected[1]], id=[0, 1, 2, 1])
    theirs = Annotations.parse(block)
    expected = errant.sentence_scores(annotate(sources, outputs), theirs).tolist()
    assert found == [*expected, 1.0]
    assert expected[1:] == [0.0, 1.0]
    assert 0 < expected[0] < 1
    again = pickle.loads(pickle.dumps(reward))
    assert again(completions=outputs, id=[0, 1, 2]) == expected


@given(st.lists(cases(), min_size=1, max_size=5), st.data())
def test_a_reward_depends_on_the_sample_alone(some: list[Case], data: st.DataObject) -> None:
    gold = Gold.parse("".join(case.block() for case in some))
    reward, by_row = Reward("m2", gold=gold), Reward("m2")
    rows = data.draw(st.lists(st.integers(0, len(some) - 1), min_size=1, max_size=8))
    texts = [" ".join(some[row].hypothesis) for row in rows]
    together = reward(texts, {"id": rows}).values
    assert together == [
        reward([t], {"id": [r]}).values[0] for t, r in zip(texts, rows, strict=True)
    ]
    blocks = [some[row].block() for row in rows]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)  # of edits past the end of their source
        assert by_row(texts, {"gold": blocks}).values == together


def test_rewards_of_all_golden_outputs_are_those_of_their_counts(shared: Path) -> None:
    for corpus in ("conll14", "bea-dev", "jfleg-dev"):
        gold = Gold.read(shared / "data" / corpus / "gold.m2")
        rewards = {
            release: trl.reward(f"m2:release={release}", gold=gold)
            for release in ("development", "3.2")
        }
        paths = sorted((shared / "golden" / "m2").glob(f"{corpus}__*.json.gz"))
        assert paths
        for path in paths:
            golden = read_json(path)
            name = path.name.removesuffix(".json.gz").partition("__")[2]
            outputs = systems_of(shared / "data" / corpus, name)
            for release, reward in rewards.items():
                found = reward(completions=outputs, id=list(range(len(gold))))
                for value, rows in zip(found, golden[release]["counts"], strict=True):
                    counts = {int(annotator): tuple(row) for annotator, row in rows.items()}
                    [chosen] = oracle.choose([counts], 0.5)
                    assert value == pytest.approx(oracle.score(*counts[chosen])[2], abs=1e-12)


def systems_of(folder: Path, name: str) -> list[str]:
    path = next(folder.rglob(f"{name}.txt"))
    text = path.read_bytes().decode().removesuffix("\n")
    return [line.removesuffix("\r") for line in text.split("\n")]


# What batches are like


def test_references_may_be_of_different_numbers_and_missing() -> None:
    reward = trl.reward("green:n=1")
    found = reward(
        completions=["a c", "a b", "", "x", "a c"],
        source=["a b", "a b", "a b", None, "a b"],
        references=[["a c"], "a b", ["a c", "a d", "a e"], ["x"], None],
    )
    assert found == [1.0, 1.0, 0.5, None, None]  # that b is deleted is right


def test_prompts_are_not_taken_for_completions() -> None:
    reward = trl.reward("green:n=1")
    prompts, samples = ["Correct: a b"], ["a c"]
    columns = {"source": ["a b"], "references": ["a c"]}
    with pytest.raises(TypeError, match="positional argument"):
        reward(prompts, samples, **columns)  # type: ignore[misc]
    assert reward(samples, prompts=prompts, **columns) == [1.0]


def test_messages_are_answers_of_the_assistant(gold: Gold, texts: dict[str, list[str]]) -> None:
    reward = trl.reward(gold=gold)
    answer = texts["bold"][0]
    spellings: list[Any] = [
        answer,
        [{"role": "assistant", "content": answer}],
        {"role": "assistant", "content": answer},
        [{"content": answer}],
        [
            {"role": "assistant", "content": None, "tool_calls": [{}]},
            {"role": "tool", "content": "a dictionary"},
            {"role": "assistant", "content": answer},
            {"role": "user", "content": "Thanks."},
        ],
        [{"role": "assistant", "content": [{"type": "text", "text": answer}, {"type": "image"}]}],
        [{"role": "assistant", "content": [answer[:4], answer[4:]]}],
        f"\n  {answer}\n",
    ]
    values = reward(completions=spellings, id=[0] * len(spellings))
    assert values == [values[0]] * len(spellings)
    assert reward(completions=[""], id=[0]) == [m2.evaluate([""], gold.take([0])).f]


def test_messages_without_an_answer_get_what_no_answer_gets() -> None:
    """GREEN finds something right in a text of no words: what was not said is not that text."""
    source, correct = "a b b b", "a"
    reward = trl.reward("green:n=1", no_answer=-0.25)
    silent: list[Any] = [
        [],
        [{"role": "user", "content": source}],
        [{"role": "assistant", "content": None, "tool_calls": [{}]}],
        {"role": "assistant", "content": None},
        {"role": "assistant"},
    ]
    columns = {"source": [source] * 6, "references": [[correct]] * 6}
    *values, empty = reward(completions=[*silent, ""], **columns)
    assert values == [-0.25] * 5
    assert empty == green.sentence_scores([""], References([source], [[correct]]), order=1)[0]
    assert empty is not None
    assert empty > 0.5
    asked: list[str] = []
    taken = trl.reward("green:n=1", answer=lambda text: asked.append(text) or text)
    assert taken(completions=[*silent, "a"], **columns) == [0.0] * 5 + [1.0]
    assert asked == ["a"]


def test_an_answer_is_taken_out_of_a_text() -> None:
    def answer(text: str) -> str | None:
        _, end, after = text.partition("</think>")
        return after if end else None

    gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n")
    reward = trl.reward(gold=gold, answer=answer, no_answer=-1)
    found = reward(completions=["<think>d</think>c b", "c b"], id=[0, 0])
    assert found == [1.0, -1.0]
    assert reward(completions=["c b"], id=[None]) == [None]  # no gold, whatever was answered
    mixed = verl.reward({"m2": 0.5, "m2:beta=1": 0.5}, gold=gold, answer=answer, no_answer=-1)
    # Of the source without any correction both metrics would say 0, not -1.
    assert mixed("fce", "c b", 0) == {"score": -1.0, "m2": -1.0, "m2:beta=1": -1.0}
    assert mixed("fce", "</think>c b", 0) == {"score": 1.0, "m2": 1.0, "m2:beta=1": 1.0}
    assert mixed("fce", "</think>c b", "0") == mixed("fce", "</think>c b", 0)  # a column of text
    cleaned = trl.reward(gold=gold, clean=True)
    texts = ["<think>d</think>c b", 'Here is the corrected sentence: "c b"', "c b"]
    assert cleaned(completions=texts, id=[0, 0, 0]) == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("missing", ["torch", "torchmetrics"])
def test_what_is_not_installed_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", ModuleType("torch"))
    monkeypatch.setitem(sys.modules, "torchmetrics", ModuleType("torchmetrics"))
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "fastgec.bridges.torchmetrics", raising=False)
    with pytest.raises(ModuleNotFoundError, match=rf"needs {missing}: pip install torchmetrics$"):
        importlib.import_module("fastgec.bridges.torchmetrics")


def test_sentences_are_found_by_id_or_by_source() -> None:
    gold = Gold.parse(
        "S a b\nA 0 1|||R|||c|||||||||0\n\nS a d\n\nS e\n\nS e\nA 0 1|||R|||f|||||||||0\n"
    )
    by_number = trl.reward(gold=gold)(completions=["c b", "a d", ""], id=[np.int64(0), 1, None])
    by_key = trl.reward(gold=gold, ids=["x", "y", "z", "w"])
    assert by_key(completions=["c b", "a d", ""], id=["x", "y", None]) == by_number
    by_source = trl.reward(gold=gold, columns={"source": "text"})
    assert by_source(completions=["c b", "a d", ""], text=["ab", " a d", None]) == by_number
    assert by_number == [1.0, 1.0, None]
    with pytest.raises(ValueError, match=r"^row 0: 2 sentences with the source 'e', expected one"):
        by_source(completions=["e"], text=["e"])
    with pytest.raises(ValueError, match=r"^row 1: no sentence with the source 'g', expected one"):
        by_source(completions=["e", "g"], text=["a d", "g"])


def test_gold_of_a_row_may_be_a_block_or_edits() -> None:
    edits = [
        {"start": 0, "end": 1, "corrections": ["c", "d"], "annotator": 0, "type": "R"},
        {"start": 2, "end": 2, "corrections": ["."], "annotator": 1},
    ]
    block = "S a b\nA 0 1|||R|||c||d|||||||||0\nA 2 2|||M|||.|||||||||1\n"
    reward = trl.reward("m2")
    for completion, value in (("c b", 1.0), ("a b .", 1.0), ("d b", 1.0), ("a b", 0.0)):
        assert reward(completions=[completion], gold=[block]) == [value]
        assert reward(completions=[completion], gold=[edits], source=["a b"]) == [value]
    assert reward(completions=["a", "a"], gold=[None, []], source=["a", "a"]) == [None, 1.0]


def test_a_mixture_is_the_weighted_sum_and_logs_its_parts(
    gold: Gold, texts: dict[str, list[str]]
) -> None:
    ids, samples = batch(texts, 2)
    references = References.of_columns(texts["source"], [texts["ref0"], texts["ref1"]])
    mixed = trl.reward({"m2": 0.75, "green:beta=2": -0.5}, gold=gold, references=references)
    logged: dict[str, float] = {}
    found = mixed(
        completions=samples, id=ids, log_metric=logged.__setitem__, trainer_state=object()
    )
    one = trl.reward("m2", gold=gold)(completions=samples, id=ids)
    two = trl.reward("green:beta=2", references=references)(completions=samples, id=ids)
    assert found == [0.75 * a + -0.5 * b for a, b in zip(one, two, strict=True)]
    assert mixed.__name__ == "m2_green"
    assert logged == {
        "m2_green/m2": pytest.approx(np.mean(one)),
        "m2_green/green:beta=2": pytest.approx(np.mean(two)),
    }
    assert trl.reward({"m2": 1}, gold=gold, name="edits").__name__ == "edits"


def test_rewards_travel_to_other_processes(gold: Gold, texts: dict[str, list[str]]) -> None:
    ids, samples = batch(texts)
    reward = trl.reward({"m2": 1, "cleme:none": 1}, gold=gold, edits="align")
    again = pickle.loads(pickle.dumps(reward))
    assert again(completions=samples, id=ids) == reward(completions=samples, id=ids)


# Raw text


def test_words_that_annotators_join_are_not_warned_of() -> None:
    sources = [f"he said , no way , {number} times" for number in range(40)]
    joined = [source.replace(" ,", ",") for source in sources]
    for reward in (
        Reward("gleu", references=References(sources, [sources, joined])),
        Reward("m2", gold=Gold.parse("".join(write_m2(align(sources, [sources, joined]))))),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            reward(joined, {"id": [*range(40)]})
    reward = Reward("gleu", references=References(sources, [sources]))
    with pytest.warns(InputWarning, match="40 of the 40 sentences of this and earlier"):
        reward(joined, {"id": [*range(40)]})


def test_raw_text_is_warned_of_once_and_may_be_cut(gold: Gold, texts: dict[str, list[str]]) -> None:
    ids = [*range(len(gold))] * 2
    written = texts["ref0"] + texts["ref1"]
    raw = [text.replace(" .", ".").replace(" ,", ",") for text in written]
    reward = trl.reward(gold=gold)
    share = r"of the \d+ sentences of this and earlier batches are not tokenized"
    with pytest.warns(
        InputWarning, match=rf"completions: \d+ {share} .*retokenize=True .the default from 0.3"
    ):
        glued = reward(completions=raw, id=ids)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert reward(completions=raw, id=ids) == glued
        assert trl.reward(gold=gold, retokenize=False)(completions=raw, id=ids) == glued
        cut = trl.reward(gold=gold, retokenize=True)(completions=raw, id=ids)
        assert cut == trl.reward(gold=gold)(completions=written, id=ids)
    assert sum(cut) > sum(glued)
    said = [f'Here is the corrected sentence: "{text}"' for text in written]
    for is_cut in (None, True):
        reward = trl.reward(gold=gold, retokenize=is_cut)
        with pytest.warns(InputWarning, match="text before or after the corrected"):
            reward(completions=said, id=ids)
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # once
            reward(completions=said, id=ids)
            trl.reward(gold=gold, retokenize=False)(completions=said, id=ids)
    said = [f"Voici la phrase : {text}" for text in written]
    with pytest.warns(InputWarning, match=r"did not recognise it: .*; answer= takes") as told:
        trl.reward(gold=gold, clean=True)(completions=said, id=ids)
    assert "clean=True" not in "".join(str(one.message) for one in told)
    with pytest.raises(ValueError, match=r"^gleu reads no gold: expected references="):
        trl.reward("gleu", gold=gold)
    references = References(texts["source"], [texts["ref0"]])
    with pytest.raises(ValueError, match=r"^m2 reads no references: expected gold="):
        trl.reward("m2", references=references)
    trl.reward("m2", gold=gold, references=references)  # one of both is enough


def test_a_batch_of_few_raw_samples_has_a_warning(gold: Gold, texts: dict[str, list[str]]) -> None:
    raw = [text.replace(" .", ".") for text in texts["ref0"][:8]]
    with pytest.warns(InputWarning, match="completions: . of the 8 sentences of this"):
        trl.reward(gold=gold)(completions=raw, id=[*range(8)])


def test_samples_of_other_sentences_have_a_warning(gold: Gold, texts: dict[str, list[str]]) -> None:
    """Ids from 1 give each sample the gold of the next sentence."""
    with pytest.warns(InputWarning, match="little in common with their source .*id counts from 0"):
        trl.reward(gold=gold)(completions=texts["ref0"][:-1], id=[*range(1, len(gold))])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trl.reward(gold=gold)(completions=texts["ref0"], id=[*range(len(gold))])


def test_raw_text_is_cut_as_the_source_of_its_own_row(texts: dict[str, list[str]]) -> None:
    """A reward depends on its row alone: the other rows of the batch teach it nothing."""
    columns = {"source": texts["source"], "references": texts["ref1"]}
    written = texts["ref0"]
    raw = [text.replace(" .", ".").replace(" ,", ",") for text in written]
    cut = trl.reward("green", retokenize=True)
    found = cut(completions=raw, **columns)
    assert found == trl.reward("green", retokenize=False)(completions=written, **columns)
    single = [
        cut(completions=[text], source=[source], references=[reference])[0]
        for text, source, reference in zip(raw, *columns.values(), strict=True)
    ]
    assert single == found
    twice = cut(completions=raw + raw, **{name: one + one for name, one in columns.items()})
    assert twice == found + found
    block = "S a b .\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n"
    reward = trl.reward("m2", retokenize=True)
    assert reward(completions=["c b.", "a b."], gold=[block] * 2) == [1.0, 0.0]


def test_gold_that_is_read_in_part_is_told(tmp_path: Path) -> None:
    block = "S a b\nA 0 5|||R|||c|||||||||0\n"
    with pytest.warns(InputWarning, match="ends after"):
        trl.reward("m2")(completions=["a b"], gold=[block])
    path = tmp_path / "gold.m2"
    path.write_text(block, encoding="utf-8")
    with pytest.warns(InputWarning, match="ends after"):
        trl.reward("m2", gold=path)


# verl


def test_verl_calls_with_one_answer_or_with_a_batch(
    gold: Gold, texts: dict[str, list[str]]
) -> None:
    ids, samples = batch(texts)
    expected = trl.reward(gold=gold)(completions=samples, id=ids)
    score = verl.reward(gold=gold)
    single = [
        score(data_source="x", solution_str=text, ground_truth=s, extra_info={"index": 1})
        for s, text in zip(ids, samples, strict=True)
    ]
    infos = np.array([{"num_turns": None}] * len(ids), object)
    kinds = np.array(["x"] * len(ids), object)
    together = score(
        data_sources=kinds, solution_strs=samples, ground_truths=ids, extra_infos=infos, more=None
    )
    assert single == together == expected
    by_info = verl.reward(gold=gold, columns={"id": "index"})
    assert by_info("x", samples[0], None, {"index": ids[0]}) == expected[0]
    assert by_info("x", samples[0], {"index": ids[0]}) == expected[0]
    nothing: list[Any] = []
    assert score(solution_strs=nothing, ground_truths=nothing, extra_infos=nothing) == []
    with pytest.raises(TypeError, match="are mutually exclusive"):
        score("x", samples[0], ids[0], solution_strs=samples, ground_truths=ids)


def test_verl_rows_may_bring_their_gold(texts: dict[str, list[str]]) -> None:
    truth = {"source": "a b", "references": np.array(["a c", "a d"], object)}
    score = verl.reward({"green:n=1": 0.5, "gleu:n=1": 0.5})
    found = score("x", "a c", truth)
    assert found == score("x", "a c", truth["references"], {"source": "a b"})
    assert isinstance(found, dict)
    assert set(found) == {"score", "green:n=1", "gleu:n=1"}
    assert found["score"] == 0.5 * found["green:n=1"] + 0.5 * found["gleu:n=1"]
    assert verl.reward()("x", "c", "S a\nA 0 1|||R|||c|||||||||0") == 1.0
    with pytest.raises(ValueError, match=r"^row 0: no gold in ground_truth {'gold': None}"):
        verl.reward()("x", "c", {"gold": None})
    with pytest.raises(TypeError, match=r"^solution_str or solution_strs is required"):
        verl.reward()("x")
    with pytest.raises(TypeError, match=r"^metric: the function was made without it"):
        verl.reward()("x", "c", "S a", metric="green")
    with pytest.raises(ValueError, match=r"^1 ground_truths and 2 extra_infos, expected 2"):
        score(solution_strs=["a", "b"], ground_truths=["a"])


def test_verl_may_take_settings_of_its_configuration(samples: Path) -> None:
    path = str(samples / "gold.m2")
    settings = {"metric": {"m2": 1.0}, "gold": path}
    other = {"metric": "m2:beta=2", "gold": path}
    bold = lines(samples / "bold.txt")
    by_beta = [
        [verl.compute_score("x", text, s, {}, **one) for s, text in enumerate(bold)]
        for one in (settings, other, settings)
    ]
    assert by_beta[0] == by_beta[2] != by_beta[1]


# What does not fit


@pytest.mark.parametrize(
    ("metric", "settings", "message"),
    [
        ("m3", {}, "no metric 'm3'"),
        ("m2:bets=1", {}, "metric 'm2:bets=1': no parameter 'bets'"),
        ({}, {}, "metric {}: expected the words of one"),
        ({"m2": "1"}, {}, "weight of 'm2' '1': expected a number"),
        ({"m2": float("nan")}, {}, "weight of 'm2' nan: expected a number"),
        ("gotoscorer", {}, "gotoscorer cannot score one sample"),
        ("cleme", {"edits": "align"}, "cleme: its weights depend on the batch"),
        ("cleme:none", {}, "cleme requires edits='errant'"),
        ("errant", {"edits": "spacy"}, "edits 'spacy': expected 'errant', 'align' or a function"),
        ("m2:implicit-noop", {}, "implicit-noop requires gold given beforehand"),
        ("m2", {"columns": {"refs": "r"}}, "columns: 'refs': expected 'id', 'source'"),
        ("m2", {"ids": [1]}, "ids require gold or references"),
        ("m2", {"no_answer": None}, "no_answer None: expected a number"),
        ("m2", {"gold": "missing.m2"}, "missing.m2: no such file"),
        ("green", {"references": References(["a"], [])}, "no references, expected at least 1"),
        (
            "green",
            {"references": References.of_columns(["a", "b"], [["c"]])},
            "references[0]: 1 sentences, expected 2 as in source",
        ),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    metric: Any, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        trl.reward(metric, **settings)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["x"], "1 ids, expected 2, one for each sentence"),
        (["x", "x"], "id 'x' is given twice: expected a different id for each sentence"),
        ([["x"], ["y"]], r"ids: id \['x'\]: expected a number, a string or a tuple"),
        ("xy", "ids: str, expected a list, one for each sentence"),
    ],
)
def test_ids_are_of_all_sentences(ids: Any, message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        trl.reward(gold=Gold.parse("S a\n\nS b\n"), ids=ids)


TWO = Gold.parse("S a b\n\nS c d\n")


@pytest.mark.parametrize(
    ("given", "columns", "message"),
    [
        ({"gold": TWO}, {}, "no column of ids or of sources: expected 'id'"),
        ({"gold": TWO}, {"id": [2]}, "row 0: id 2: expected a whole number from 0 to 1"),
        ({"gold": TWO}, {"id": [-1]}, "row 0: id -1: expected a whole number from 0 to 1"),
        ({"gold": TWO}, {"id": ["1.0"]}, "row 0: id '1.0': expected a whole number from 0 to 1"),
        (
            {"gold": TWO},
            {"id": [True]},
            "row 0: id True: expected a whole number from 0 to 1",
        ),
        (
            {"gold": TWO, "ids": ["x", "y"]},
            {"id": [0]},
            "row 0: id 0: expected one of the 2 ids",
        ),
        ({"gold": TWO}, {"id": 0}, "column 'id': int, expected a list of 1"),
        ({"gold": TWO}, {"id": [0, 1]}, "column 'id': 2, expected a list of 1"),
        (
            {"gold": TWO},
            {"id": [0], "source": ["c d"]},
            "row 0: id 0 is the sentence 'a b', but the source is 'c d'",
        ),
        ({"gold": TWO, "columns": {"id": "n"}}, {"id": [0]}, "no column 'n' (for id), only 'id'"),
        ({}, {"source": ["a"]}, "no column 'gold', only 'source': expected the M2 block"),
        ({}, {"gold": ["A 0 1|||R|||a|||||||||0"]}, "row 0: gold 'A 0 1|||R|||a|||||||||0'"),
        ({}, {"gold": ["S a\n\nS b"]}, "row 0: gold 'S a\\n\\nS b': expected one block"),
        ({}, {"gold": ["S a\nS b"]}, "row 0: gold 'S a\\nS b': expected one block"),
        ({}, {"gold": ["S a\nA 1"]}, "row 0: gold:2: "),
        ({"gold": TWO}, {"source": [3]}, "row 0: source has int, expected text"),
        ({"gold": TWO}, {"id": [0], "source": [3]}, "row 0: source has int, expected text"),
        ({}, {"gold": [[]]}, "row 0: gold edits require a column 'source'"),
        ({}, {"gold": [[{"start": 0}]], "source": ["a"]}, "row 0: gold has an edit without"),
        (
            {},
            {"gold": [7], "source": ["a"]},
            "row 0: gold 7: expected an M2 block or a list of",
        ),
    ],
)
def test_a_batch_that_does_not_fit_is_named(
    given: dict[str, Any], columns: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        trl.reward("m2", **given)(completions=["a b"], **columns)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start": 0.7}, "row 1: gold has an edit with start, end and annotator [0.7, 1, 0]: exp"),
        ({"end": float("nan")}, "row 1: gold has an edit with start, end and annotator [0, nan"),
        ({"annotator": "0"}, "row 1: gold has an edit with start, end and annotator [0, 1, '0'"),
        ({"annotator": -1}, "row 1: gold:2: annotator '-1'"),
        ({"start": 2}, "row 1: gold:2: span '2 1'"),
        ({"corrections": ["c||d"]}, "row 1: gold has an edit with 'c||d', which M2 cannot hold"),
        ({"corrections": ["c\nA 0 1"]}, "row 1: gold has an edit with 'c\\nA 0 1', which M2"),
        ({"corrections": [None]}, "row 1: gold has an edit with None: expected text"),
        ({"corrections": None}, "row 1: gold has an edit without start, end and corrections"),
        ({"type": 3}, "row 1: gold has an edit with 3: expected text"),
    ],
)
def test_an_edit_that_is_none_is_named_with_its_row(change: dict[str, Any], message: str) -> None:
    good = {"start": 0, "end": 1, "corrections": ["c"], "annotator": 0}
    reward = trl.reward("m2")
    rows = {"source": ["a b", "a b"], "gold": [[good], [good]]}
    assert reward(completions=["c b", "a b"], **rows) == [1.0, 0.0]
    rows["gold"] = [[good], [{**good, **change}]]
    with pytest.raises(ValueError) as error:  # noqa: PT011
        reward(completions=["c b", "a b"], **rows)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("letter", ["\u2028", "\x85", "\x1c", "\x0b"])
def test_a_block_has_the_line_ends_of_files(letter: str) -> None:
    """What Python calls the end of a line is a letter of a word there."""
    block = f"S a{letter}a b\r\nA 1 2|||R|||c{letter}d|||||||||0\r\n"
    reward = trl.reward("m2", gold=Gold.parse(block))
    samples = [f"a{letter}a c{letter}d", f"a{letter}a b"]
    found = reward(completions=samples, id=[0, 0])
    assert trl.reward("m2")(completions=samples, gold=[block, block]) == found


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"source": ["a"]},
            "no column 'references', only 'source': expected source and references",
        ),
        (
            {"references": [["a"]]},
            "no column 'source', only 'references': expected source and",
        ),
        ({"source": ["a"], "references": [[1]]}, "row 0: references has int, expected text"),
        ({"source": [1], "references": [["a"]]}, "row 0: source has int, expected text"),
    ],
)
def test_references_that_do_not_fit_are_named(columns: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        trl.reward("green")(completions=["a b"], **columns)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("completions", "message"),
    [
        ("a b", "completions: str, expected a list of strings or of messages"),
        ([None], r"completions\[0\]: NoneType, expected str or messages"),
        ([b"a"], r"completions\[0\]: bytes, expected str or messages"),
        ([["a"]], r"completions\[0\]: a message: str"),
        ([[{"content": 1}]], r"completions\[0\]: content: int"),
        ([[{"content": [1]}]], r"completions\[0\]: a part of the content: int"),
    ],
)
def test_what_is_no_completion_is_refused(completions: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^{message}"):
        trl.reward(gold=TWO)(completions=completions, id=[0])


def test_what_is_no_unicode_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^completions:1: character 1 is a lone surrogate"):
        trl.reward(gold=TWO)(completions=["\ud800"], id=[0])


# The examples of docs/training.md


def test_the_examples_of_the_page_reward_samples(
    samples: Path, texts: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(samples)
    ids, written = batch(texts)
    expected = trl.reward("m2", gold="gold.m2")(completions=written, id=ids)
    assert names_of("training.md", "trl")["reward"](completions=written, id=ids) == expected
    score = names_of("training.md", "verl")["compute_score"]
    assert score(solution_strs=written, ground_truths=ids) == expected
    mixed = names_of("training.md", "mixture")["reward"]
    values = mixed(completions=written, id=ids)
    assert all(0 <= value <= 1 for value in values)
    assert mixed.__name__ == "corrections"
    thinks = names_of("training.md", "thoughts")["reward"]
    thoughts = [f"Hm.</think>{text}" for text in written]
    assert thinks(completions=[*thoughts, "Hm."], id=[*ids, 0]) == [*expected, -0.5]
