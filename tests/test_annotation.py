"""ERRANT's annotation: the golden data of the published program, and a reference kernel."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle_errant
from errant_cases import CLASSES, own_resources, random_pair, random_words
from errant_data import (
    MODES,
    analyser,
    cases,
    collected,
    compare_edits,
    edits_of,
    needs_errant,
    text_of,
)
from fastgec.annotate import analyses as analyses_module
from fastgec.annotate import parallel
from fastgec.annotate.analyses import Analyser, Analyses, MissingExtraError
from fastgec.annotate.annotator import Annotator
from fastgec.annotate.m2 import annotate_auto, annotate_gold
from fastgec.annotate.parallel import (
    Options,
    PairError,
    Text,
    annotate_pairs,
    annotate_texts,
    classify_pairs,
)
from fastgec.read import FormatError

# Golden data


@needs_errant
@pytest.mark.parametrize("name", ["natural", "made-up", "targeted", "targeted-more", "tokenised"])
def test_random_pairs_have_the_edits_of_the_published_program(name: str) -> None:
    assert compare_edits(name) > 300


CORPORA = ("conll14", "jfleg-dev", "bea-dev")


@needs_errant
@pytest.mark.parametrize("corpus", CORPORA)
def test_texts_become_the_m2_of_the_published_program(shared: Path, corpus: str) -> None:
    golden = sorted((shared / "golden/errant/m2").glob(f"{corpus}__*.m2.gz"))
    assert len(golden) >= 4
    for path in golden:
        _, systems, mode = path.name.removesuffix(".m2.gz").split("__")
        blocks = annotate_texts(
            text_of(shared, corpus, "source"),
            [text_of(shared, corpus, system) for system in systems.split("+")],
            analyser(shared, corpus),
            Options(mode.removesuffix("-lev"), mode.endswith("-lev"), jobs=2),
        )
        assert "".join(blocks).encode() == gzip.decompress(path.read_bytes()), path.name


@needs_errant
@pytest.mark.parametrize("corpus", CORPORA[:2])
def test_m2_becomes_the_m2_of_the_published_program(shared: Path, corpus: str) -> None:
    gold = Text.read(shared / "data" / corpus / "gold.m2")
    golden = sorted((shared / "golden/errant/convert").glob(f"{corpus}__*.m2.gz"))
    assert len(golden) >= 2
    for path in golden:
        warnings: list[str] = []
        if "-auto" in path.name:
            how = Options("all-split" if "all-split" in path.name else "rules", "-lev" in path.name)
            blocks = annotate_auto(gold, analyser(shared, corpus), how, warnings=warnings)
        else:
            minimises = "-no_min" not in path.name
            blocks = annotate_gold(
                gold, analyser(shared, corpus), minimises=minimises, warnings=warnings
            )
        assert "".join(blocks).encode() == gzip.decompress(path.read_bytes()), path.name
        assert len(warnings) == (19 if corpus == "jfleg-dev" else 0)


# The reference kernel


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resources of ours: these tests run where the package errant is not installed."""
    monkeypatch.setattr(analyses_module, "resources", own_resources)


def test_the_reference_kernel_agrees_with_the_published_program() -> None:
    golden = cases("natural")[::50] + cases("made-up")[::50]
    assert len(golden) == 68
    for case in golden:
        for mode, edits in case["edits"].items():
            spans = oracle_errant.spans_of((case["source"], case["corrected"]), mode)
            assert spans == [edit[:4] for edit in edits]


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("mode", [mode + lev for mode in MODES for lev in ("", "-lev")])
def test_made_up_pairs_have_the_spans_of_the_slow_reference_kernel(mode: str) -> None:
    draw = random.Random(mode)
    pairs = [random_pair(draw, draw.choice((3, 6, 12))) for _ in range(150)]
    analyses, numbers = collected(pairs)
    found = edits_of(analyses, numbers, mode)
    for pair, edits in zip(pairs, found, strict=True):
        assert [edit[:4] for edit in edits] == oracle_errant.spans_of(pair, mode), pair


# Laws


@pytest.mark.usefixtures("stand_in")
def test_long_words_are_compared_as_short_ones_are() -> None:
    """Beyond 64 characters words are compared block by block."""
    draw = random.Random(1)
    pairs = []
    for _ in range(60):
        size = draw.choice((63, 64, 65, 127, 128, 129, 200))
        words = ["".join(draw.choices("abé\U0001f600", k=size)) for _ in range(2)]
        sides = []
        for word in words:
            column = [word, "x"]
            sides.append(
                {
                    "words": column,
                    "lemma": ["q", "q"],
                    "pos": ["NOUN", draw.choice(CLASSES)],
                    "tag": ["NN", "NN"],
                    "dep": ["x", "x"],
                    "head": [0, 0],
                }
            )
        sides[1]["words"] = sides[1]["words"][::-1] if draw.random() < 0.5 else sides[1]["words"]
        pairs.append((sides[0], sides[1]))
    analyses, numbers = collected(pairs)
    for mode in ("all-split", "rules"):
        for pair, edits in zip(pairs, edits_of(analyses, numbers, mode), strict=True):
            assert [edit[:4] for edit in edits] == oracle_errant.spans_of(pair, mode)


@needs_errant
def test_threads_do_not_change_edits(shared: Path) -> None:
    golden = list(cases("natural"))
    analyses, pairs = collected([(case["source"], case["corrected"]) for case in golden])
    one, many = (edits_of(analyses, pairs, "rules", jobs) for jobs in (1, 4))
    assert one == many


@pytest.mark.usefixtures("stand_in")
def test_sides_can_be_exchanged_and_edits_keep_their_number() -> None:
    """Insertions become deletions: of plain alignment, the number of steps is the same."""
    draw = random.Random(5)
    pairs = [random_pair(draw, 9) for _ in range(300)]
    analyses, numbers = collected(pairs)
    there = edits_of(analyses, numbers, "all-split-lev")
    back = edits_of(analyses, np.ascontiguousarray(numbers[:, ::-1]), "all-split-lev")
    assert [len(edits) for edits in there] == [len(edits) for edits in back]


@pytest.mark.usefixtures("stand_in")
def test_edits_make_the_correction() -> None:
    draw = random.Random(6)
    pairs = [random_pair(draw, 12) for _ in range(500)]
    analyses, numbers = collected(pairs)
    for mode in MODES:
        for (source, corrected), edits in zip(
            pairs, edits_of(analyses, numbers, mode), strict=True
        ):
            made: list[str] = []
            at = 0
            for start, end, first, last, _ in edits:
                made += source["words"][at:start] + corrected["words"][first:last]
                at = end
            assert made + source["words"][at:] == corrected["words"]


# What is needed, and what is refused


def one_pair(source: str, corrected: str, tag: str = "NN") -> tuple[Analyses, np.ndarray]:
    analyses = Analyses()
    numbers = []
    for line in (source, corrected):
        words = line.split()
        n = len(words)
        numbers.append(analyses.add(words, words, ["NOUN"] * n, [tag] * n, ["x"] * n, [0] * n))
    return analyses, np.array([numbers], np.int64)


def test_word_list_and_stemmer_are_loaded_only_where_an_edit_needs_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent() -> None:
        raise MissingExtraError("no errant")

    monkeypatch.setattr(analyses_module, "resources", absent)
    assert edits_of(*one_pair("a cat", "a cat ."), "rules") == [[[2, 2, 2, 3, "M:NOUN"]]]
    with pytest.raises(MissingExtraError, match="no errant"):
        edits_of(*one_pair("a cat", "a dog"), "rules")


@pytest.mark.usefixtures("stand_in")
def test_an_unknown_tag_is_named_where_an_edit_has_it() -> None:
    analyses, pairs = one_pair("a cat sat", "a cat", tag="ZZ")
    with pytest.raises(PairError) as caught:
        annotate_pairs(analyses, pairs)
    assert caught.value.pair == 0
    assert re.search(r"tag 'ZZ' of 'a' \(word 1\): expected a Penn tag", caught.value.reason)
    analyses, pairs = one_pair("a cat sat", "a cat sat", tag="ZZ")
    assert annotate_pairs(analyses, pairs).types.tolist() == []


def test_a_pair_that_does_not_fit_into_memory_is_named() -> None:
    analyses, pairs = one_pair("a " * 3000, "b " * 3000)
    with pytest.raises(PairError, match="3000 and 3000 tokens need more memory than 1 MiB"):
        annotate_pairs(analyses, pairs, memory_limit=1 << 20)


@pytest.mark.usefixtures("stand_in")
def test_essays_take_little_time_and_memory() -> None:
    """The plain recursion of the rules would take minutes, and plain tables twice the memory."""
    draw = random.Random(9)
    analyses, pairs = collected([(random_words(draw, 2000), random_words(draw, 2000))])
    found = annotate_pairs(analyses, pairs, memory_limit=60 << 20)
    assert len(found.types) > 100


@pytest.mark.usefixtures("stand_in")
def test_spans_outside_their_sentences_are_refused() -> None:
    analyses, pairs = one_pair("a cat", "a dog")
    with pytest.raises(ValueError, match="edit 0 is not in its sentences"):
        classify_pairs(analyses, pairs, np.array([[0, 3, 0, 1]], np.int32))
    with pytest.raises(ValueError, match="merging 'all': expected one of rules"):
        annotate_pairs(analyses, pairs, merging="all")


def test_arrays_that_do_not_fit_together_are_refused() -> None:
    good: dict[str, Any] = {
        "points": np.array([97], np.int32),
        "word_offsets": np.array([0, 1]),
        "alphabetic": np.ones(1, np.int32),
        "marks": np.zeros(1, np.uint8),
        "kind_of_tag": np.zeros(1, np.int8),
        "aux": np.zeros(1, np.uint8),
        "tokens": np.zeros((1, 8), np.int32),
        "sentence_offsets": np.array([0, 1]),
        "rules": None,
    }
    annotator = Annotator(**good)
    bad = {
        "word_offsets": [np.array([0, 2]), np.array([0, 0])],
        "alphabetic": [np.ones(2, np.int32)],
        "kind_of_tag": [np.zeros(0, np.int8)],
        "tokens": [
            np.ones((1, 8), np.int32),
            np.full((1, 8), -1, np.int32),
            np.zeros((1, 7), np.int32),
        ],
        "sentence_offsets": [np.array([0]), np.array([0, 2])],
        "rules": [np.zeros((1, 3), np.int32)],
    }
    for name, values in bad.items():
        for value in values:
            with pytest.raises(ValueError, match=r".+"):
                Annotator(**{**good, name: value})
    pairs = np.zeros((1, 2), np.int64)
    cancel = np.zeros(1, np.int32)
    edits, offsets = np.zeros((2, 5), np.int32), np.zeros(2, np.int64)
    how: dict[str, Any] = {"merging": "rules", "is_plain": False, "needs_types": True}
    assert annotator.annotate(pairs, 0, 1, edits, offsets, cancel, 1 << 20, **how) == ("", 1)
    for arguments in (
        (pairs + 1, 0, 1, edits, offsets, cancel),
        (pairs, 0, 2, edits, offsets, cancel),
        (pairs, 0, 1, edits[:1], offsets, cancel),
        (pairs, 0, 1, edits, offsets[:1], cancel),
        (pairs, 0, 1, edits, offsets, cancel[:0]),
    ):
        with pytest.raises(ValueError, match=r".+"):
            annotator.annotate(*arguments, 1 << 20, **how)
    cancel[0] = 1
    outcome = annotator.annotate(pairs, 0, 1, edits, offsets, cancel, 1 << 20, **how)
    assert outcome == ("cancelled", 0)


def test_spacy_that_is_missing_is_no_fault_of_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastgec.annotate.analyses.find_spec", lambda _: None)
    source, corrected = Text.of(["a b", "c d"], "s.txt"), Text.of(["a b", "c"], "c.txt")
    with pytest.raises(MissingExtraError, match=r"^spaCy is not installed: pip install"):
        "".join(annotate_texts(source, [corrected], Analyser(), Options()))


@pytest.mark.parametrize("tags", ["penn", "ud"])
def test_some_sentences_at_a_time_make_the_same_m2(
    monkeypatch: pytest.MonkeyPatch, tags: str
) -> None:
    asked: list[str] = []

    def analysed(self: Any, lines: Any, progress: Any) -> Any:
        for line in lines:
            asked.append(line)
            words = line.split()
            n = len(words)
            kinds = ["X" if word == "x" else "NOUN" for word in words]
            columns = (words, words, kinds, kinds if tags == "ud" else ["NN"] * n, ["dep"] * n)
            yield line, self.analyses.add(*columns, [0] * n)

    monkeypatch.setattr(Analyser, "_analysed", analysed)
    draw = random.Random(45)
    lines = [" ".join(draw.choices("abcx", k=draw.randrange(5))) for _ in range(120)]
    source, *corrected = (Text.of(draw.sample(lines, 40), name) for name in ("s", "c", "d"))

    def made(**how: Any) -> tuple[str, list[str], list[str]]:
        analyser = Analyser("model", tags=tags, **how)
        asked.clear()
        text = "".join(annotate_texts(source, corrected, analyser, Options(needs_types=False)))
        return text, analyser.notes, [*asked]

    whole, notes, once = made()
    assert len(once) == len(set(once))
    monkeypatch.setattr(parallel, "LINES", 7)
    assert made()[:2] == (whole, notes)
    assert sorted(asked) == sorted(once)
    monkeypatch.setattr(analyses_module, "MANY", 9)
    text, again, more = made(forgets=True)
    assert text == whole
    assert len(more) > len(once)
    assert bool(notes) == (tags == "ud")
    if notes:  # a sentence that was analysed twice counts twice
        n_x, n_tokens = (int(one) for one in re.findall(r"\d+", again[0])[:2])
        assert n_x == sum(line.split().count("x") for line in more)
        assert n_tokens == sum(len(line.split()) for line in more)


def test_a_sentence_of_a_later_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "LINES", 2)
    monkeypatch.setattr("fastgec.annotate.analyses.find_spec", lambda _: None)
    analyser = Analyser()
    analyser._n_files = 1
    lines = ["a", "b", "c", "d"]
    source, corrected = Text.of(lines, "s.txt"), Text.of([*lines[:3], "e"], "c.txt")
    with pytest.raises(FormatError, match=r"^s\.txt:4: the analyses lack this sentence"):
        "".join(annotate_texts(source, [corrected], analyser, Options()))
