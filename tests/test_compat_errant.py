"""The names of the package errant: edits and fields are those of that package, where it is."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from errant_data import MODELS, needs_errant
from examples import names_of
from fastgec.annotate.analyses import Analyser
from fastgec.compat import errant

spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
pytestmark = [
    needs_errant,
    pytest.mark.skipif(
        not any(map(spacy.util.is_package, MODELS)), reason="no model of spaCy is installed"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
MERGINGS = ("rules", "all-split", "all-merge", "all-equal")


@pytest.fixture(scope="module")
def annotators() -> tuple[Any, Any]:
    """Ours and theirs, by one pipeline."""
    nlp = Analyser().pipeline()
    return errant.load("en", nlp), import_module("errant").load("en", nlp)


@pytest.fixture(scope="module")
def pairs(samples: Path, annotators: tuple[Any, Any]) -> list[tuple[Any, Any]]:
    """Sentences and their corrections, parsed."""
    source, *others = (
        (samples / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        for name in ("source", "ref0", "ref1", "bold", "careful")
    )
    parse = annotators[0].parse
    found = [(parse(a), parse(b)) for other in others for a, b in zip(source, other, strict=True)]
    raw = [" ".join(line.split()).replace(" .", ".") for line in (source[0], others[0][0])]
    return [*found, (parse(raw[0], True), parse(raw[1], True)), (parse(""), parse("A cat ."))]


def fields(edits: list[Any]) -> list[dict[str, Any]]:
    """Fields of edits, and their two texts."""
    names = ("o_start", "o_end", "o_str", "c_start", "c_end", "c_str", "type")
    return [
        {
            **{name: getattr(edit, name) for name in names},
            "o_toks": [token.text for token in edit.o_toks],
            "c_toks": [token.text for token in edit.c_toks],
            "m2": edit.to_m2(1),
            "text": str(edit),
        }
        for edit in edits
    ]


@pytest.mark.parametrize("lev", [False, True])
@pytest.mark.parametrize("merging", MERGINGS)
def test_edits_are_those_of_the_package(
    annotators: tuple[Any, Any], pairs: list[tuple[Any, Any]], lev: bool, merging: str
) -> None:
    ours, theirs = annotators
    n_edits = 0
    for orig, cor in pairs:
        expected = fields(theirs.annotate(orig, cor, lev, merging))
        assert fields(ours.annotate(orig, cor, lev, merging)) == expected
        untyped = ours.merge(ours.align(orig, cor, lev), merging)
        assert fields(untyped) == fields(theirs.merge(theirs.align(orig, cor, lev), merging))
        assert fields([ours.classify(edit) for edit in untyped]) == expected
        n_edits += len(expected)
    assert n_edits > 50


def test_steps_are_those_of_the_package(
    annotators: tuple[Any, Any], pairs: list[tuple[Any, Any]]
) -> None:
    ours, theirs = annotators
    for orig, cor in pairs:
        expected = [tuple(step) for step in theirs.align(orig, cor).align_seq]
        assert ours.align(orig, cor).align_seq == expected


def test_edits_of_people_are_imported(annotators: tuple[Any, Any]) -> None:
    ours, theirs = annotators
    orig, cor = (ours.parse(text) for text in ("I am agree with you .", "I agree with him ."))
    for edit in ([1, 3, 1, 2], [0, 5, 0, 4, "X"], [1, 1, 1, 1]):
        for settings in ({}, {"min": False}, {"old_cat": True}):
            expected = theirs.import_edit(orig, cor, list(edit), **settings)
            assert fields([ours.import_edit(orig, cor, edit, **settings)]) == fields([expected])


def test_what_callers_may_not_give(annotators: tuple[Any, Any]) -> None:
    ours, _ = annotators
    orig = ours.parse("A cat .")
    with pytest.raises(ValueError, match="lang 'de': expected 'en'"):
        errant.load("de")
    with pytest.raises(ValueError, match="merging 'none': expected one of rules"):
        ours.annotate(orig, orig, merging="none")
    with pytest.raises(ValueError, match="o_start, o_end, c_start, c_end"):
        ours.import_edit(orig, orig, [1, 2])
    blank = spacy.blank("en")
    with pytest.raises(ValueError, match="tag '' of 'A'"):
        ours.annotate(blank("A cat ."), blank("A dog ."))


def test_the_example_of_the_page_runs() -> None:
    names = names_of("moving.md", "compat-errant")
    assert [edit.type for edit in names["edits"]] == ["R:VERB:SVA", "R:SPELL"]
