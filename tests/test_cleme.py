"""CLEME and CLEME2.0: golden numbers, the kernels against the oracle, laws, entry points."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastgec
import oracle_cleme as oracle
from commands import Call
from fastgec import FormatError, cleme, cleme2, machine, study
from fastgec.counts import Counts
from fastgec.kernels.tokens import Vocabulary
from fastgec.machine import LimitError
from fastgec.metrics.cleme.metric import CORPUS_WEIGHTS, RATIOS, count_cells, rank_of
from fastgec.metrics.edits_vs_edits import PairText
from fastgec.read import m2stream
from fastgec.read.coders import Annotations, parse_coders
from golden_data import read_jsonl

SYSTEMS = ("AMU", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "RAC", "SJTU")
NAMES = ("TP", "FPn", "FPu", "FN", "TN")


@cache
def corpus(shared: Path) -> tuple[Annotations, list[Annotations]]:
    gold, *systems = (
        Annotations.read(shared / "data/conll14-errant" / f"{name}.m2.gz")
        for name in ("gold", *SYSTEMS)
    )
    return gold, systems


@cache
def counted(shared: Path, assumption: str) -> tuple[list[Counts], list[Counts]]:
    gold, systems = corpus(shared)
    return (
        cleme.count_systems(systems, gold, cleme.Parameters(assumption, "none")),
        cleme2.count_systems(systems, gold, cleme2.Parameters(assumption)),
    )


def golden(shared: Path, file: str, key: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((shared / "golden/cleme" / file).read_bytes())[key]
    return found


def golden_rows(shared: Path, key: str) -> Iterator[list[list[int]]]:
    for found in read_jsonl(shared / "golden/cleme" / f"conll14-{key}.jsonl.gz"):
        yield found["references"]


@pytest.mark.parametrize("assumption", cleme.ASSUMPTIONS)
@pytest.mark.parametrize("number", range(len(SYSTEMS)), ids=SYSTEMS)
def test_rows_and_scores_are_those_of_the_authors_program(
    number: int, assumption: str, shared: Path
) -> None:
    """Rows and rounded scores exactly; ratios and means, which it sums otherwise, to 1e-12."""
    key = f"{SYSTEMS[number]}-{assumption}"
    four, five = (tables[number] for tables in counted(shared, assumption))
    rows = list(golden_rows(shared, key))
    flat = np.array([row for sentence in rows for row in sentence])
    assert np.diff(four.offsets).tolist() == [len(sentence) for sentence in rows]
    assert four.table.tolist() == flat[:, [0, 1, 4, 5]].tolist()
    assert five.table.tolist() == flat[:, [0, 2, 3, 4, 5]].tolist()
    expected = golden(shared, "scores.json", key)
    score = cleme.score_counts(four)
    want = expected["prf_corpus_unweighted"]
    assert (score.tp, score.fp, score.fn, score.tn) == tuple(
        want[name] for name in ("tp", "fp", "fn", "tn")
    )
    shown = score.precision, score.recall, score.f, score.accuracy
    assert [round(value, 4) for value in shown] == [want[name] for name in ("p", "r", "f", "acc")]
    score2 = cleme2.score_counts(five)
    want = golden(shared, "cleme2.json", key)["heuo_corpus_unweighted"]
    assert [score2.tp, score2.fp, score2.fn, score2.tn, score2.fpn, score2.fpu] == [
        want[name] for name in ("tp", "fp", "fn", "tn", "fp_ne", "fp_un")
    ]
    assert score2.necessary == want["necessary"]
    found = [score2.score, score2.hit, score2.wrong, score2.under, score2.over]
    assert found == pytest.approx(
        [want[name] for name in ("com", "hit", "err", "und", "ove")], rel=1e-12, abs=0
    )


@pytest.mark.parametrize("assumption", cleme.ASSUMPTIONS)
def test_the_oracle_has_the_golden_numbers_too(assumption: str, shared: Path) -> None:
    """Of one system here, with all that it says; the kernels are held to all of them above."""
    folder = shared / "data/conll14-errant"
    pair = [oracle.read(folder / f"{name}.m2.gz") for name in ("AMU", "gold")]
    sentences = list(zip(*pair, strict=True))
    total, number = oracle.bias(sentences)
    assert (total, number) == (8915, 4979)
    key = f"AMU-{assumption}"
    for weights, middle in (("unweighted", None), ("weighted", total / number)):
        rows = oracle.table(sentences, assumption, middle)
        if middle is None:
            found = [[[int(n) for n in row.values()] for row in sentence] for sentence in rows]
            assert found == list(golden_rows(shared, key))
        expected = golden(shared, "weighted.json", key)
        _, totals = oracle.running(rows)
        want = expected[f"prf_corpus_{weights}"]
        assert [totals[name] for name in ("TP", "FP", "FN", "TN")] == [
            want[name] for name in ("tp", "fp", "fn", "tn")
        ]
        assert oracle.rounded(oracle.prf(totals)) == [want[name] for name in ("p", "r", "f", "acc")]
        want = expected[f"prf_sentence_{weights}"]
        alone = list(oracle.alone(rows))
        means = [sum(values[k] for _, values in alone) / len(alone) for k in range(4)]
        assert means == pytest.approx([want[name] for name in ("p", "r", "f", "acc")], abs=1e-12)
    rows = oracle.table(sentences, assumption, None)
    _, totals = oracle.running2(rows)
    want = golden(shared, "cleme2.json", key)["heuo_corpus_unweighted"]
    assert oracle.ratios(totals)[0] == want["com"]
    want = golden(shared, "cleme2.json", key)["heuo_sentence_unweighted"]
    scores = [values[0] for _, values in oracle.alone2(rows)]
    assert sum(scores) / len(scores) == pytest.approx(want["com"], abs=1e-12)


@pytest.mark.parametrize("assumption", cleme.ASSUMPTIONS)
def test_length_weights_are_those_of_the_authors_program(assumption: str, shared: Path) -> None:
    """To the last bit: F of four digits decides which reference is chosen."""
    gold, systems = corpus(shared)
    scores = cleme.evaluate_systems(systems, gold, cleme.Parameters(assumption), jobs=2)
    for name, score in zip(SYSTEMS, scores, strict=True):
        want = golden(shared, "weighted.json", f"{name}-{assumption}")["prf_corpus_weighted"]
        assert (score.tp, score.fp, score.fn, score.tn) == tuple(
            want[one] for one in ("tp", "fp", "fn", "tn")
        )
        shown = score.precision, score.recall, score.f, score.accuracy
        assert [round(value, 4) for value in shown] == [want[one] for one in ("p", "r", "f", "acc")]


def test_the_published_line_comes_out(shared: Path, call: Call) -> None:
    folder = shared / "data/conll14-errant"
    done = call(["cleme", folder / "AMU.m2.gz", folder / "gold.m2.gz", "-f", "json"])
    (found,) = json.loads(done.stdout)["systems"]
    shown = [f"{found[name]:.4f}" for name in ("f", "precision", "recall")]
    assert shown == ["0.2514", "0.2645", "0.2097"]
    assert [f"{found[name]:.2f}" for name in ("tp", "fp", "fn")] == ["313.51", "871.80", "1181.71"]


@pytest.mark.parametrize("assumption", cleme.ASSUMPTIONS)
def test_means_of_sentences_are_those_of_the_authors_program(assumption: str, shared: Path) -> None:
    """Sums of counts exactly; means, which it sums in another order, to 1e-12."""
    gold, systems = corpus(shared)
    for name, system in zip(SYSTEMS, systems, strict=True):
        key = f"{name}-{assumption}"
        for weights, level in (("none", "unweighted"), ("length", "weighted")):
            means = cleme.sentence_means(system, gold, assumption=assumption, weights=weights)
            want = golden(shared, "weighted.json", key)[f"prf_sentence_{level}"]
            assert (means.tp, means.fp, means.fn, means.tn) == tuple(
                want[one] for one in ("tp", "fp", "fn", "tn")
            )
            found = [means.precision, means.recall, means.f, means.accuracy]
            expected = [want[one] for one in ("p", "r", "f", "acc")]
            assert found == pytest.approx(expected, rel=0, abs=1e-12)
        means2 = cleme2.sentence_means(
            system, gold, assumption=assumption, **dict(zip(RATIOS, CORPUS_WEIGHTS, strict=True))
        )
        want = golden(shared, "cleme2.json", key)["heuo_sentence_unweighted"]
        assert (means2.tp, means2.fpn, means2.fpu, means2.fn, means2.tn) == tuple(
            want[one] for one in ("tp", "fp_ne", "fp_un", "fn", "tn")
        )
        found = [means2.score, means2.hit, means2.wrong, means2.under, means2.over]
        expected = [want[one] for one in ("com", "hit", "err", "und", "ove")]
        assert found == pytest.approx(expected, rel=0, abs=1e-12)


WORDS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=6)


@st.composite
def edits_of(draw: st.DrawFn, n_words: int) -> list[oracle.Edit]:
    """Edits that do not overlap, in an order of the file that need not be that of places."""
    found: list[oracle.Edit] = []
    at = 0
    while draw(st.booleans()):
        start = draw(st.integers(at, n_words))
        end = draw(st.integers(start, min(n_words, start + 2)))
        found.append((start, end, tuple(draw(st.lists(st.sampled_from("ab"), max_size=2)))))
        at = end
    return draw(st.permutations(found))


@st.composite
def sentences(draw: st.DrawFn) -> tuple[oracle.Sentence, oracle.Sentence]:
    words = draw(WORDS)
    coders = draw(st.lists(st.integers(-1, 3), max_size=3, unique=True)) or [0]
    return (
        oracle.Sentence(words, {0: draw(edits_of(len(words)))}),
        oracle.Sentence(words, {coder: draw(edits_of(len(words))) for coder in coders}),
    )


FILES = st.lists(sentences(), min_size=1, max_size=5)


def text_of(side: list[oracle.Sentence], name: str) -> Annotations:
    blocks = []
    for sentence in side:
        lines = [f"S {' '.join(sentence.words)}"]
        for coder, edits in sentence.coders.items():
            if not edits:
                lines.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{coder}")
            for start, end, words in edits:
                lines.append(
                    f"A {start} {end}|||R|||{' '.join(words)}|||REQUIRED|||-NONE-|||{coder}"
                )
        blocks.append("\n".join(lines) + "\n\n")
    return Annotations.parse("".join(blocks), name)


@given(FILES, st.sampled_from(cleme.ASSUMPTIONS), st.sampled_from([0.0, 0.5, 1.0, 3.0]))
def test_random_files_have_the_counts_and_choices_of_the_oracle(
    files: list[tuple[oracle.Sentence, oracle.Sentence]], assumption: str, beta: float
) -> None:
    hypothesis, gold = (
        text_of([pair[k] for pair in files], name) for k, name in enumerate(("h", "g"))
    )
    rows = oracle.table(files, assumption, None)
    (counts,) = cleme2.count_systems([hypothesis], gold, cleme2.Parameters(assumption))
    assert counts.table.tolist() == [
        [row[name] for name in NAMES] for sentence in rows for row in sentence
    ]
    assert np.diff(counts.offsets).tolist() == [len(sentence) for sentence in rows]
    kept = [coder for _, sentence in files for coder in oracle.kept(sentence)]
    assert counts.labels[:, 1].tolist() == kept
    chosen, totals = oracle.running2(rows)
    assert (cleme2.select(counts) - counts.offsets[:-1]).tolist() == chosen
    assert cleme2.score_counts(counts).score == oracle.ratios(totals)[0]
    total, number = oracle.bias(files)
    for weights, middle in (("none", None), ("length", total / number if number else 1.0)):
        how = {"assumption": assumption, "weights": weights}
        rows = oracle.table(files, assumption, middle)
        four = cleme.count(hypothesis, gold, **how)  # type: ignore[arg-type]
        assert four.is_weighted == (weights == "length")
        assert four.table.tolist() == [
            [row[name] for name in ("TP", "FP", "FN", "TN")] for each in rows for row in each
        ]
        score = cleme.score_counts(four, beta=beta)
        chosen, totals = oracle.running(rows, beta)
        assert (cleme.select(four, beta=beta) - four.offsets[:-1]).tolist() == chosen
        assert (score.tp, score.fp, score.fn, score.tn) == tuple(
            totals[name] for name in ("TP", "FP", "FN", "TN")
        )
        scores = cleme.sentence_scores(hypothesis, gold, beta=beta, **how)  # type: ignore[arg-type]
        alone = [values for _, values in oracle.alone(rows, beta)]
        assert [round(f, 4) for f in scores.tolist()] == [values[2] for values in alone]
        means = cleme.sentence_means(hypothesis, gold, beta=beta, **how)  # type: ignore[arg-type]
        assert means.f == math.fsum(values[2] for values in alone) / len(alone)
        assert means.recall == math.fsum(values[1] for values in alone) / len(alone)
        if middle and number:
            assert four.parameters["bias"] == middle
            given = cleme.count(hypothesis, gold, bias=middle, **how)  # type: ignore[arg-type]
            assert given == four


ROWS = st.lists(st.tuples(*[st.integers(0, 3)] * 5), min_size=1, max_size=4)


@given(
    st.lists(ROWS, min_size=1, max_size=8),
    st.sampled_from([(0, 0, 0, 0, 0), (5, 3, 2, 9, 1), (4999, 1, 0, 5001, 7)]),
    st.sampled_from([oracle.CORPUS_WEIGHTS, oracle.SENTENCE_WEIGHTS, (1.0, 0.0, 0.0, 0.0)]),
)
def test_choices_are_those_of_the_oracle(
    table: list[list[tuple[int, ...]]], before: tuple[int, ...], weights: cleme2.Weights
) -> None:
    def named(row: tuple[int, ...]) -> dict[str, float]:
        found = dict(zip(NAMES, map(float, row), strict=True))
        return {**found, "FP": found["FPn"] + found["FPu"]}

    rows = [[named(row) for row in sentence] for sentence in table]
    five = np.array([row for sentence in table for row in sentence], np.int64)
    four = np.stack([five[:, 0], five[:, 1] + five[:, 2], five[:, 3], five[:, 4]], axis=1)
    offsets = np.concatenate([[0], np.cumsum([len(sentence) for sentence in table])])
    first = np.array(before, np.int64)
    head = [[named(before)], *rows]
    for rank, own, start, choose, alone in (
        (
            rank_of(cleme.Scoring(0.5)),
            four,
            np.array([first[0], first[1] + first[2], *first[3:]]),
            oracle.running(head),
            oracle.alone(rows),
        ),
        (
            rank_of(cleme2.Scoring(*weights)),
            five,
            first.copy(),
            oracle.running2(head, weights),
            oracle.alone2(rows, weights),
        ),
    ):
        totals = start.copy()
        found = rank.choose(own, offsets, totals, is_running=True)
        assert (found - offsets[:-1]).tolist() == choose[0][1:]
        assert totals.tolist() == (start + own[found].sum(axis=0)).tolist()
        totals = start.copy()
        found = rank.choose(own, offsets, totals, is_running=False)
        assert (found - offsets[:-1]).tolist() == [best for best, _ in alone]
        assert totals.tolist() == start.tolist()


@given(
    st.tuples(*[st.integers(0, 40)] * 5),
    st.sampled_from([0.0, 0.5, 2.0]),
    st.sampled_from([oracle.CORPUS_WEIGHTS, oracle.SENTENCE_WEIGHTS]),
)
def test_scores_of_many_totals_are_those_of_one(
    row: tuple[int, ...], beta: float, weights: cleme2.Weights
) -> None:
    five = np.array(row)
    score2 = cleme2.Cleme2Score.of(five, weights)
    expected = [score2.hit, score2.wrong, score2.under, score2.over, score2.score]
    assert cleme2.Cleme2Score.values(five, weights).tolist() == expected
    four = np.array([five[0], five[1] + five[2], five[3], five[4]])
    score = cleme.ClemeScore.of(four, beta)
    expected = [score.precision, score.recall, score.accuracy, score.f]
    assert cleme.ClemeScore.values(four, beta).tolist() == expected
    if beta:
        named = dict(zip(("TP", "FP", "FN", "TN"), four.tolist(), strict=True))
        p, r, f, acc = oracle.prf(named, beta)
        assert expected == [p, r, acc, f]


@given(FILES)
def test_who_gives_a_reference_back_hits_all_of_it(
    files: list[tuple[oracle.Sentence, oracle.Sentence]],
) -> None:
    golds = [gold for _, gold in files]
    own = [oracle.Sentence(gold.words, {0: gold.coders[oracle.kept(gold)[0]]}) for gold in golds]
    score = cleme.evaluate(text_of(own, "h"), text_of(golds, "g"))
    assert (score.fp, score.fn) == (0, 0)
    assert score.f == 1
    score2 = cleme2.evaluate(text_of(own, "h"), text_of(golds, "g"))
    assert (score2.wrong, score2.under, score2.over) == (0, 0, 0)


@given(FILES)
def test_references_together_miss_no_more_than_each_alone(
    files: list[tuple[oracle.Sentence, oracle.Sentence]],
) -> None:
    """What one reference hits, all hit; what all miss, each misses."""
    sides = [text_of([pair[k] for pair in files], "x") for k in (0, 1)]
    alone, together = (cleme2.count(*sides, assumption=one) for one in cleme2.ASSUMPTIONS)
    assert (together.table[:, 0] >= alone.table[:, 0]).all()
    assert (together.table[:, 2] <= alone.table[:, 2]).all()
    proposed = [table[:, :3].sum(axis=1).tolist() for table in (alone.table, together.table)]
    assert proposed[0] == proposed[1]


def test_blocks_and_threads_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"S a{n} b c\nA {n % 3} {n % 3 + 1}|||R|||x|||||||||{n % 2}\n\n" for n in range(50)]
    gold = Annotations.parse("".join(texts), "g")
    system = Annotations.parse("".join(text.replace("|||1\n", "|||0\n") for text in texts), "h")
    expected = cleme.count(system, gold), cleme2.count(system, gold)
    monkeypatch.setattr(m2stream, "SENTENCES", 7)
    assert (cleme.count(system, gold, jobs=3), cleme2.count(system, gold, jobs=2)) == expected


def test_intervals_and_tests_go_by_the_choice_of_each_resample(shared: Path) -> None:
    gold, systems = corpus(shared)
    gold = gold.take(range(60))
    parts = [system.take(range(60)) for system in systems[:2]]
    for name, entry_point in (("cleme", cleme), ("cleme2", cleme2)):
        found = study.intervals(name, parts, gold, resamples=30)  # type: ignore[list-item]
        score = entry_point.evaluate(parts[0], gold)  # type: ignore[attr-defined]
        assert found[0].score == score
        low, high = found[0].bounds[score.main]
        assert low <= score.value <= high
        (compared,) = study.compare(
            name,
            parts[0],  # type: ignore[arg-type]
            parts[1:],  # type: ignore[arg-type]
            gold,
            resamples=30,
        )
        assert compared.difference == found[1].score.value - found[0].score.value


SOURCE = "S a b c\n"
GOLD = SOURCE + "A 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||1\n"


@pytest.mark.parametrize(
    ("system", "gold", "message"),
    [
        (
            SOURCE + "A 0 1|||R|||x|||||||||0\nA 0 1|||R|||x|||||||||2\n",
            GOLD,
            "h:1: edits of 2 annotators (0 2): expected one in a system's file "
            "(the last file is the gold)",
        ),
        (
            SOURCE + "A 2 4|||R|||x|||||||||0\n",
            GOLD,
            "h:1: span 2 4 of annotator 0 in a sentence of 3 words: expected one within it",
        ),
        (
            "S a b c d\nA 3 4|||R|||x|||||||||0\n",
            GOLD,
            "h:1: span 3 4 of annotator 0 in a sentence of 3 words: expected one within it "
            "(the sentence differs from g:1, which has those words)",
        ),
        (
            SOURCE,
            "S a\n\nS b c\nA 0 1|||R|||x|||||||||0\nA 1 0|||R|||x|||||||||7\n".replace(
                "S a\n\n", ""
            ),
            "g:1: span 1 0 of annotator 7 in a sentence of 2 words: expected one within it",
        ),
        (
            SOURCE + "A -1 -1|||R|||x|||||||||0\n",
            GOLD,
            "h:1: span -1 -1 of annotator 0 in a sentence of 3 words: expected one within it",
        ),
        (
            SOURCE,
            SOURCE + "A 1 3|||R|||x|||||||||4\nA 0 2|||R|||x|||||||||4\n",
            "g:1: span 1 3 of annotator 4 overlaps another edit of this annotator",
        ),
        (
            "S 我 来 了\n\n",
            "S 我 来 了\nA 1 3|||R|||x|||||||||4\nA 0 2|||R|||x|||||||||4\n\n",
            "g:1: span 1 3 of annotator 4 overlaps another edit of this annotator "
            "(Chinese edits: errant parallel --strategy first)",
        ),
        (
            SOURCE,
            SOURCE + "A 0 2|||R|||x|||||||||0\nA 1 1|||M|||x|||||||||0\n",
            "g:1: span 1 1 of annotator 0 overlaps another edit of this annotator",
        ),
        (SOURCE, GOLD + "\nS a\n", "h: 1 sentence, expected 2 as in g"),
    ],
)
def test_edits_that_cannot_be_made_are_named(system: str, gold: str, message: str) -> None:
    for entry_point in (cleme, cleme2):
        sides = Annotations.parse(system, "h"), Annotations.parse(gold, "g")
        with pytest.raises(FormatError) as caught:
            entry_point.count(*sides)  # type: ignore[attr-defined]
        assert str(caught.value) == message


def test_insertions_where_a_replacement_begins_or_ends_do_not_overlap_it() -> None:
    edits = "A 0 1|||R|||x|||||||||0\nA 0 0|||M|||p|||||||||0\nA 1 1|||M|||q|||||||||0\n"
    text = Annotations.parse(SOURCE + edits)
    gold = Annotations.parse(SOURCE + "A 0 1|||R|||x p q|||||||||0\n")
    counts = cleme.count(text, gold, weights="none")
    assert counts.table.tolist() == [[1, 0, 0, 1]]  # made in the order of the file


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda g: cleme.evaluate(3, g), "hypotheses is a int, expected Annotations"),
        (lambda g: cleme.evaluate(g, g, assumption="x"), "assumption 'x': expected 'dependent' or"),
        (lambda g: cleme.evaluate(g, g, beta=-1), "beta"),
        (lambda g: cleme.evaluate(g, g, weights="x"), "weights 'x': expected 'length' or 'none'"),
        (lambda g: cleme.evaluate(g, g, bias=-1), "bias -1: expected a number from 0"),
        (lambda g: cleme.evaluate(g, g, weights="none", bias=2), "bias 2 requires weights"),
        (lambda g: cleme2.evaluate(g, g, hit=1, wrong=1), "sum to 2.2: expected at most 1"),
        (
            lambda g: cleme2.evaluate(g, g, hit=0, wrong=0, under=0, over=0),
            "sum to 0: expected at most 1",
        ),
        (lambda g: cleme2.evaluate(g, g, hit=-0.1, wrong=1), "hit -0.1: expected a number"),
        (lambda g: cleme2.score_counts(cleme.count(g, g)), "counts of cleme: expected counts of"),
    ],
)
def test_what_callers_may_not_give(call: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        call(Annotations.parse("S a\n"))


def test_references_without_a_text_are_left_out() -> None:
    empty = "A 0 3|||U||||||||||||{}\n"
    system = Annotations.parse(SOURCE)
    gold = Annotations.parse(SOURCE + empty.format(0) + "A 0 1|||R|||x|||||||||1\n")
    counts = cleme.count(system, gold, weights="none")
    assert (counts.table.tolist(), counts.labels.tolist()) == ([[0, 0, 1, 1]], [[0, 1]])
    gold = Annotations.parse(SOURCE + empty.format(0) + empty.format(1))
    counts = cleme.count(system, gold, weights="none")
    assert (counts.table.tolist(), counts.labels[:, 1].tolist()) == ([[0, 0, 1, 0]] * 2, [0, 1])


def test_none_is_no_word_and_alternatives_are_told() -> None:
    deleted = Annotations.parse(SOURCE + "A 0 1|||U|||-NONE-|||||||||0\n", "h.m2")
    same = Annotations.parse(SOURCE + "A 0 1|||U||||||||||||0\n", "g.m2")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cleme.evaluate(deleted, same).f == 1
    gold = Annotations.parse(SOURCE + "\n" + SOURCE + "A 0 1|||R|||x||y|||||||||0\n", "g.m2")
    system = Annotations.parse(2 * (SOURCE + "\n"), "h.m2")
    expected = r"^g\.m2:3: 1 correction has alternatives \(\|\|\), taken for words of one text$"
    with pytest.warns(fastgec.InputWarning, match=expected):
        cleme.evaluate(system, gold)


def test_thousands_of_references_and_edits_are_counted_and_more_refused() -> None:
    n = 2000
    words = " ".join(f"w{number}" for number in range(n))
    edits = "".join(f"A {at} {at}|||M|||x|||||||||0\n" for at in range(0, n, 2))
    coders = "".join(f"A {coder} {coder + 1}|||R|||y|||||||||{coder}\n" for coder in range(1, n, 2))
    system = Annotations.parse(f"S {words}\n{edits}", "h.m2")
    gold = Annotations.parse(f"S {words}\n{coders}", "g.m2")
    counts = cleme2.count(system, gold)
    assert counts.n_rows == n // 2
    # The insertion behind the word that a reference replaces touches it; the last has none there.
    assert counts.table[0].tolist() == [0, 1, n // 2 - 1, 0, n // 2 + 1]
    assert counts.table[n // 2 - 1].tolist() == [0, 0, n // 2, 1, n // 2]
    with pytest.raises(FormatError, match=r"h.m2: sentences 1 to 1 need \d+ bytes to be compared"):
        cleme2.count(system, gold, memory_limit=1 << 20)


def test_chunks_that_memory_cannot_hold_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = Annotations.parse((SOURCE + "A 0 1|||R|||x|||||||||0\n\n") * 300, "g.m2")
    monkeypatch.setattr(m2stream, "SENTENCES", 8)
    monkeypatch.setattr(machine, "available_memory", lambda: 20_000)
    with pytest.raises(LimitError, match="more than 20000 bytes of chunks: expected"):
        cleme.evaluate(gold, gold)
    assert cleme.evaluate(gold, gold, weights="none").f == 1
    assert cleme.evaluate(gold, gold, bias=2.0).f == 1


def test_counting_stops_when_it_must() -> None:
    gold = Annotations.parse(SOURCE + "A 0 1|||R|||x|||||||||0\n", "g.m2")
    for metric in (cleme.METRIC, cleme2.METRIC):
        assert metric.is_long  # so Ctrl-C is answered also with one thread
    kinds, corrections = Vocabulary(), Vocabulary()
    coded = parse_coders(gold.data, "g.m2", kinds, corrections)
    text = PairText(0, coded, (coded,), kinds, corrections)
    stopped = np.ones(1, np.int32)
    with pytest.raises(KeyboardInterrupt):
        count_cells(text, "dependent", stopped, 1 << 20)
