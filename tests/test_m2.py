"""Laws of MaxMatch that hold for any corpus: sums, parts, threads, options, kinds of input."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle_m2 as oracle
from commands import DATA, Call
from fastgec import Counts, FormatError, Gold, m2
from fastgec.read.lines import Lines
from fastgec.study.groups import types
from fastgec.study.people import ceiling

EXAMPLE = """\
S The cat sat at mat .
A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0
A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0

S Two annotators
A 0 1|||R|||Three|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S None
"""
HYPOTHESES = ["The cat sat on the mat .", "Three annotators", "One"]
# Words of small.hyp are exchanged at random, full stops too.
pytestmark = pytest.mark.filterwarnings("ignore:.*lack the final punctuation")
# Strings of their own width came with numpy 2.
VARIABLE_WIDTH = [np.dtypes.StringDType] if hasattr(np.dtypes, "StringDType") else []


@pytest.fixture(scope="module")
def gold() -> Gold:
    return Gold.read(DATA / "small.m2")


@pytest.fixture(scope="module")
def hypotheses() -> Lines:
    return Lines.read(DATA / "small.hyp")


@pytest.fixture(scope="module")
def counts(gold: Gold, hypotheses: Lines) -> Counts:
    return m2.count(hypotheses, gold)


@pytest.mark.parametrize("release", m2.RELEASES)
def test_the_source_itself_proposes_nothing(gold: Gold, release: str) -> None:
    counts = m2.count([gold.sources[s] for s in range(len(gold))], gold, release=release)
    assert not counts.table[:, :2].any()
    assert counts.table[:, 2].tolist() == np.diff(gold.edits.edit_offsets).tolist()
    assert m2.score_counts(counts).precision == 1.0


@pytest.mark.parametrize("annotator", [0, 1])
def test_applying_the_gold_of_an_annotator_gives_all_of_it(samples: Path, annotator: int) -> None:
    counts = m2.count(samples / f"ref{annotator}.txt", samples / "gold.m2")
    own = counts.table[counts.labels == annotator]
    assert (own[:, 0] == own[:, 2]).all()
    assert (own[:, 0] == own[:, 1]).all()
    assert own[:, 0].sum() > 15


def test_any_number_of_threads_gives_the_same_counts(
    gold: Gold, hypotheses: Lines, counts: Counts
) -> None:
    assert len(gold) > 256  # more than one range of sentences
    for jobs in (2, 3, 50, None):
        assert m2.count(hypotheses, gold, jobs=jobs) == counts


def test_parts_of_a_corpus_add_up_to_the_whole(hypotheses: Lines, counts: Counts) -> None:
    blocks = (DATA / "small.m2").read_text(encoding="utf-8").split("\n\n")
    texts = [hypotheses[s] for s in range(len(hypotheses))]
    parts = []
    for first, last in pairwise((0, 1, 2, 100, 339, len(blocks))):
        gold = Gold.parse("\n\n".join(blocks[first:last]))
        part = m2.count(texts[first:last], gold)
        assert part == counts.sentences(first, last)
        parts.append(part)
    assert Counts.concat(parts) == counts


def test_another_sentence_adds_its_own_counts() -> None:
    gold = Gold.parse(EXAMPLE)
    counts = m2.count(HYPOTHESES, gold)
    longer = m2.count([*HYPOTHESES, "a b"], Gold.parse(EXAMPLE + "\nS a a\n"))
    assert longer.sentences(0, 3) == counts
    assert longer.table[-1].tolist() == [0, 1, 0]


@pytest.mark.parametrize("release", m2.RELEASES)
@pytest.mark.parametrize("is_folded", [False, True])
def test_edit_sequences_have_the_counted_numbers(
    gold: Gold, hypotheses: Lines, release: str, is_folded: bool
) -> None:
    options: dict[str, Any] = {"release": release, "ignore_whitespace_casing": is_folded}
    counts = m2.count(hypotheses, gold, **options)
    n_edits = 0
    for s, sequences in enumerate(m2.edit_sequences(hypotheses, gold, **options)):
        found = counts.sentences(s, s + 1)
        assert list(sequences) == found.labels.tolist()
        for sequence, row in zip(sequences.values(), found.table.tolist(), strict=True):
            assert [sum(len(edit.gold) for edit in sequence), len(sequence)] == row[:2]
            n_edits += len(sequence)
    assert n_edits > 500


def test_edits_turn_the_source_into_the_hypothesis(gold: Gold, hypotheses: Lines) -> None:
    for s, sequences in enumerate(m2.edit_sequences(hypotheses, gold)):
        for sequence in sequences.values():
            tokens = gold.sources[s].split()
            for edit in reversed(sequence):
                assert edit.source == " ".join(tokens[edit.start : edit.end])
                tokens[edit.start : edit.end] = edit.correction.split()
            assert tokens == hypotheses[s].split()


def test_counts_do_not_depend_on_beta(gold: Gold, hypotheses: Lines, counts: Counts) -> None:
    for beta in (0.0, 0.25, 0.5, 1.0, 2.0, 1e6):
        assert m2.score_counts(counts, beta=beta) == m2.evaluate(hypotheses, gold, beta=beta)
    largest = m2.score_counts(counts, beta=1e100)
    assert largest.f == pytest.approx(largest.recall)


def test_implicit_noop_gives_every_annotator_a_row() -> None:
    counts = m2.count(HYPOTHESES, Gold.parse(EXAMPLE), implicit_noop=True)
    assert counts.labels.tolist() == [0, 1] * 3
    assert counts.table.tolist() == [
        [2, 2, 2],
        [0, 1, 0],
        [1, 1, 1],
        [0, 1, 0],
        [0, 1, 0],
        [0, 1, 0],
    ]
    sentences = oracle.parse_m2(EXAMPLE, implicit_noop=True)
    assert [list(sentence.annotators) for sentence in sentences] == [[0, 1]] * 3


def test_columns_of_any_kind_are_read_alike() -> None:
    class Scalar:  # as a scalar of an Arrow column
        def __init__(self, text: str) -> None:
            self.text = text

        def as_py(self) -> str:
            return self.text

    gold = Gold.parse(EXAMPLE)
    counts = m2.count(HYPOTHESES, gold)
    columns: list[Any] = [
        tuple(HYPOTHESES),
        iter(HYPOTHESES),
        (text for text in HYPOTHESES),
        np.array(HYPOTHESES),
        np.array(HYPOTHESES, dtype=object),
        *(np.array(HYPOTHESES, dtype=kind()) for kind in VARIABLE_WIDTH),
        [Scalar(text) for text in HYPOTHESES],
        Lines.of(HYPOTHESES),
    ]
    for column in columns:
        assert m2.count(column, gold) == counts


@pytest.mark.parametrize("module", ["pyarrow", "polars"])
def test_columns_of_data_frames_are_read(module: str) -> None:
    library = pytest.importorskip(module)
    column = library.array(HYPOTHESES) if module == "pyarrow" else library.Series(HYPOTHESES)
    gold = Gold.parse(EXAMPLE)
    assert m2.count(column, gold) == m2.count(HYPOTHESES, gold)


def test_a_line_end_inside_a_sentence_is_white_space() -> None:
    gold = Gold.parse("S a b\nA 1 2|||R|||c|||R|||-NONE-|||0\n")
    assert m2.count(["a\nc"], gold) == m2.count(["a c"], gold)


def test_gold_counts_and_scores_can_be_pickled(counts: Counts) -> None:
    gold = Gold.parse(EXAMPLE)
    copy = pickle.loads(pickle.dumps(gold))
    assert copy.fingerprint() == gold.fingerprint()
    assert (len(copy), copy.annotators, copy.name) == (3, (0, 1), "gold")
    assert m2.count(HYPOTHESES, copy) == m2.count(HYPOTHESES, gold)
    assert pickle.loads(pickle.dumps(counts)) == counts
    score = m2.score_counts(counts)
    assert pickle.loads(pickle.dumps(score)) == score
    error = FormatError("gold.m2", 3, "bad")
    assert str(pickle.loads(pickle.dumps(error))) == str(error) == "gold.m2:3: bad"


def test_gold_and_counts_cannot_be_changed(counts: Counts) -> None:
    gold = Gold.parse(EXAMPLE)
    for owner in (gold, pickle.loads(pickle.dumps(gold)), gold.with_implicit_noop()):
        for array in (
            owner.sources.starts,
            owner.source_tokens.ids,
            owner.edits.start,
            owner.edits.row_offsets,
            owner.edits.alternatives.offsets,
        ):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0
    for owner in (counts, pickle.loads(pickle.dumps(counts)), replace(counts, metric="x")):
        for array in (owner.table, owner.offsets, owner.labels):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


def test_unequal_numbers_of_sentences_are_refused() -> None:
    with pytest.raises(FormatError) as caught:
        m2.count(["a"], Gold.parse(EXAMPLE))
    assert str(caught.value) == "hypotheses: 1 sentence, expected 3 as in gold"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"max_unchanged_words": -1},
            "max_unchanged_words -1: expected a whole number from 0 to 1073741823",
        ),
        (
            {"max_unchanged_words": 1 << 40},
            "max_unchanged_words 1099511627776: expected a whole number from 0 to",
        ),
        ({"release": "4"}, "release '4': expected 'development' or '3.2'"),
        ({"beta": -0.5}, "beta -0.5: expected a number from 0 to"),
        ({"beta": float("nan")}, "beta nan: expected a number from 0 to"),
        ({"jobs": 0}, "jobs 0"),
    ],
)
def test_parameters_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        m2.evaluate(HYPOTHESES, Gold.parse(EXAMPLE), **options)


def test_other_things_than_text_are_refused() -> None:
    gold = Gold.parse("S a\n")
    with pytest.raises(TypeError, match="item 1 is bytes, expected str"):
        m2.count([b"a"], gold)  # type: ignore[list-item]
    with pytest.raises(TypeError, match="item 1 is NoneType, expected str"):
        m2.count([None], gold)  # type: ignore[list-item]
    with pytest.raises(FormatError, match="hypotheses:1: character 3 is a lone surrogate"):
        m2.count(["a \ud800"], gold)
    with pytest.raises(FormatError, match="hypotheses:1: character 3 is a lone surrogate"):
        m2.count(["a\n\udc80"], gold)


def test_a_sentence_that_does_not_fit_is_refused_and_named() -> None:
    gold = Gold.parse("S a b\n\nS " + "a b " * 500 + "\n")
    hypotheses = ["a c", "c d " * 500]
    with pytest.raises(FormatError) as caught:
        m2.count(hypotheses, gold, memory_limit=1 << 20)
    assert str(caught.value) == (
        "hypotheses:2: 1000 source and 1000 hypothesis tokens need more than 1 MB of memory"
    )


def test_texts_that_repeat_too_much_are_refused_and_named() -> None:
    """Both sides loop, and no path costs the bound: edits are looked for from millions of vertices,
    until a sentence has taken as many steps as it may."""
    draw = random.Random(4)
    source = [f"w{min(int(draw.expovariate(3 / 400)), 400)}" for _ in range(3000)]
    hypothesis = " ".join(source[:40] * 201)
    edits = "A 1 2|||R|||w1|||||||||0\nA 700 701|||R|||w3|||||||||0\n"
    gold = Gold.parse(f"S a b\n\nS {' '.join(source)}\n{edits}")
    with pytest.raises(FormatError) as caught:
        m2.count(["a c", hypothesis], gold)
    assert str(caught.value) == (
        "hypotheses:2: 3000 source and 8040 hypothesis tokens repeat: too many equal alignments"
    )


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
def test_an_edit_of_thirty_thousand_steps_is_refused_and_named() -> None:
    """The length of the scorer's list matters here, and its longest edit takes a step a token."""
    edits = "".join(f"A 0 0|||M|||{text}|||REQUIRED|||-NONE-|||0\n" for text in ("b b", "b"))
    gold = Gold.parse(f"S \n{edits}")
    words = ["b", "b", "b", *(f"w{number}" for number in range(29_996))]
    assert m2.count([" ".join(words)], gold).table.shape == (1, 3)
    for count in (m2.count, lambda *texts: list(m2.edit_sequences(*texts))):
        with pytest.raises(FormatError) as caught:
            count([" ".join([*words, "w"])], gold)
        assert str(caught.value) == (
            "hypotheses:1: 0 source and 30000 hypothesis tokens repeat: too many equal alignments"
        )


def test_what_fits_does_not_depend_on_the_number_of_threads() -> None:
    gold = Gold.parse("S a b c d e f\n\n" * 1000)
    limit = 200_000  # enough for one thread
    counts = m2.count(["b a d c f e"] * 1000, gold, memory_limit=limit)
    assert m2.count(["b a d c f e"] * 1000, gold, memory_limit=limit, jobs=1000) == counts


def test_edits_of_one_sentence_name_the_gold_edits_they_make() -> None:
    edits = m2.edits("a b c", "a x c", [(1, 2, ["y", "x"]), (1, 2, "x")])
    assert [(e.start, e.end, e.source, e.correction, e.gold) for e in edits] == [
        (1, 2, "b", "x", (0, 1))
    ]
    assert m2.edits("a b", "a b") == []
    assert m2.edits("", "") == []
    assert [e.is_correct for e in m2.edits("a b", "a", [(1, 2, "")])] == [True]
    with pytest.raises(FormatError, match="gold:1: span 1 3: expected one within 2 source"):
        m2.edits("a b", "a", [(1, 3, "c")])
    with pytest.raises(FormatError, match=r"gold:1: correction 'a\|\|b': expected text"):
        m2.edits("a b", "a", [(1, 2, "a||b")])


WORDS = ("a", "b", "c")


def random_sentence(draw: random.Random, n_annotators: int) -> tuple[str, str, list[str]]:
    """Return a source, a hypothesis and A lines, some of word order with others inside."""
    source = draw.choices(WORDS, k=draw.randint(2, 5))
    edits = []
    for annotator in range(n_annotators):
        for _ in range(draw.randint(0, 3)):
            start = draw.randint(0, len(source))
            end = draw.randint(start, len(source))
            kind = draw.choice(["R:WO", "R", "M:X"])
            text = " ".join(draw.choices(WORDS, k=draw.randint(0, 2))) or "-NONE-"
            edits.append(f"A {start} {end}|||{kind}|||{text}|||REQUIRED|||-NONE-|||{annotator}")
    hypothesis = " ".join(draw.choices(WORDS, k=draw.randint(1, 5)))
    return " ".join(source), hypothesis, edits


def with_more_annotators(edits: list[str]) -> list[str]:
    """Return A lines with annotators of word order, by the letter of the rule."""

    def fields(line: str) -> tuple[int, int, str, str, int]:
        span, kind, text, *_, annotator = line[2:].split("|||")
        return *map(int, span.split()), kind, text, int(annotator)  # type: ignore[return-value]

    of: dict[int, list[str]] = {}
    for line in edits:
        of.setdefault(fields(line)[-1], []).append(line)
    number = len(of)
    lines = list(edits)
    for own in list(of.values()):
        for order in own:
            begin, end, kind, *_ = fields(order)
            inside = [
                line
                for line in own
                if fields(line)[2] != "R:WO" and fields(line)[0] >= begin and fields(line)[1] <= end
            ]
            if kind != "R:WO" or not inside:
                continue
            for left_out in (inside, [order]):
                kept = [line for line in own if line not in left_out]
                kept.append("A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0")
                lines += [line[: line.rindex("|||") + 3] + str(number) for line in kept]
                number += 1
    return lines


def test_annotators_of_word_order_are_added_by_the_rule() -> None:
    draw = random.Random(3)
    n_added = 0
    for _ in range(500):
        source, hypothesis, edits = random_sentence(draw, 2)
        # Ids without gaps: where a new id is that of an annotator, he is replaced.
        if not {"0", "1"} <= {line[-1] for line in edits}:
            continue
        expanded = with_more_annotators(edits)
        n_added += len(expanded) > len(edits)
        plain, more = ("\n".join([f"S {source}", *lines, ""]) for lines in (edits, expanded))
        by_rule = m2.count([hypothesis], Gold.parse(more), max_unchanged_words=15)
        found = m2.count([hypothesis], Gold.parse(plain), max_unchanged_words=15, word_order="R:WO")
        assert found.table.tolist() == by_rule.table.tolist(), plain
        assert found.labels.tolist() == by_rule.labels.tolist()
    assert n_added > 50


def test_types_with_word_order_have_three_degrees(tmp_path: Path) -> None:
    path = tmp_path / "gold.m2"
    path.write_text(
        "S a b c d e f g\nA 0 1|||R:X|||z|||REQUIRED|||-NONE-|||0\n"
        "A 2 3|||R:Y|||z|||REQUIRED|||-NONE-|||0\nA 4 6|||R:Z|||z|||REQUIRED|||-NONE-|||0\n"
        "A 6 7|||U:V||||||REQUIRED|||-NONE-|||0\n"
    )
    [kinds] = types([["z b y d x f g"]], path, parameters=m2.Parameters(0, word_order="R:WO"))
    assert [(k.kind, k.overlap, k.scope, k.correct) for k in kinds] == [  # type: ignore[attr-defined]
        *(("R:X", 1, 1, 1), ("R:Y", 1, 1, 0)),
        *(("R:Z", 1, 0, 0), ("U:V", 0, 0, 0)),
    ]


def test_word_order_of_a_type_that_no_edit_has_is_told(call: Call, samples: Path) -> None:
    files = [str(samples / "careful.txt"), str(samples / "gold.m2")]
    plain = call(["m2", *files])
    done = call(["m2", "--word-order", "R:W0", *files])
    assert done.stdout == plain.stdout
    assert "gold.m2: no edit of the type R:W0, so word order changes nothing" in done.stderr
    assert "no edit" not in call(["m2", "--word-order", "R:PREP", *files]).stderr


def test_annotators_of_word_order_are_no_ceiling(call: Call, samples: Path) -> None:
    path = samples / "gold.m2"
    done = call(["m2", "--word-order", "R:PREP", "--ceiling", str(path)])
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.endswith("--word-order and --ceiling are mutually exclusive\n")
    with pytest.raises(ValueError, match="mutually exclusive"):
        ceiling(path, parameters=m2.Parameters(word_order="R:PREP"))


def test_blocks_of_several_sentences_are_counted_as_the_nus_scorer_counts_them(
    tmp_path: Path,
) -> None:
    draw = random.Random(5)
    for number in range(60):
        parts = [random_sentence(draw, 2) for _ in range(3)]
        path = tmp_path / f"{number}.m2"
        lines = [line for source, _, edits in parts for line in (f"S {source}", *edits)]
        path.write_text("\n".join([*lines, "", "S a", ""]))
        expected: list[tuple[int, ...]] = []
        n_words = 0
        for source, hypothesis, _ in parts:
            words = source.split()
            n_words += len(words)
            gold: dict[int, list[oracle.GoldEdit]] = {}
            for line in (line for _, _, edits in parts for line in edits):
                span, _, text, *_, annotator = line[2:].split("|||")
                start, end = map(int, span.split())
                own = gold.setdefault(int(annotator), [])
                if end <= n_words:
                    own.append(oracle.GoldEdit(start, end, ("" if text == "-NONE-" else text,)))
            found = oracle.count_sentence(words, hypothesis.split(), gold or {0: []})
            expected += found.values()
        hypotheses = [hypothesis for _, hypothesis, _ in parts]
        counts = m2.count([*hypotheses, "a"], path, blocks="nus")
        assert counts.table.tolist() == [*map(list, expected), [0, 0, 0]], path.read_text()


def test_blocks_of_gold_in_memory_are_refused(gold: Gold, hypotheses: Lines) -> None:
    with pytest.raises(ValueError, match="requires the path of an M2 file"):
        m2.count(hypotheses, gold, blocks="nus")
    with pytest.raises(ValueError, match="blocks nus requires mode correction"):
        m2.Parameters(blocks="nus", mode="detection")
