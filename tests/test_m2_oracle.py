"""Equality of the kernels with the slow, obvious oracle, on small alphabets."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import oracle_m2 as oracle
from fastgec import Gold, m2
from m2_cases import CASED, Case, Line, cases, random_cases

BETAS = (0.0, 0.5, 1.0, 2.0)
RELEASES: tuple[oracle.Release, ...] = ("development", "3.2")


def counted(case: Case, **options: object) -> dict[int, tuple[int, int, int]]:
    """Counts of one case by the kernel."""
    counts = m2.count([" ".join(case.hypothesis)], Gold.parse(case.block()), **options)  # type: ignore[arg-type]
    rows = (tuple(row) for row in counts.table.tolist())
    return dict(zip(counts.labels.tolist(), rows, strict=True))


def expected(case: Case, **options: object) -> dict[int, tuple[int, int, int]]:
    """Counts of one case by the oracle."""
    [sentence] = oracle.parse_m2(case.block())
    return oracle.count_sentence(
        sentence.source,
        case.hypothesis,
        sentence.annotators,
        **options,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("release", RELEASES)
@given(case=cases(), u=st.integers(0, 4))
@example(case=Case((), (), ()), u=0)
@example(case=Case((), ("b", "b"), (Line(0, 0, "b", 0),)), u=2)
@example(case=Case(("a", "b"), (), (Line(0, 2, "", 0),)), u=1)
@example(  # two texts with the same first edit, and an edit of one of them out of order
    case=Case(
        tuple("abcd"),
        tuple("cea"),
        (Line(2, 3, "-NONE-||c e", 0), Line(3, 4, "-NONE-", 0), Line(2, 3, "-NONE-", 0)),
    ),
    u=4,
)
@example(  # an insertion left alone is tested from the left
    case=Case(tuple("bacabbbbab"), tuple("cabacbbbabba"), (Line(5, 5, "a", 0), Line(5, 5, "b", 0))),
    u=2,
)
def test_counts_are_those_of_the_oracle(case: Case, u: int, release: oracle.Release) -> None:
    options = {"max_unchanged_words": u, "release": release}
    assert counted(case, **options) == expected(case, **options)


@pytest.mark.parametrize("release", RELEASES)
@given(case=cases("ab", longest=11), u=st.integers(0, 3))
def test_counts_of_longer_sentences_are_those_of_the_oracle(
    case: Case, u: int, release: oracle.Release
) -> None:
    options = {"max_unchanged_words": u, "release": release}
    assert counted(case, **options) == expected(case, **options)


@pytest.mark.parametrize("release", RELEASES)
@given(case=cases(CASED, longest=5), u=st.integers(0, 3))
@example(case=Case(("aΣ", "b"), ("aς", "b"), ()), u=2)  # a final sigma
@example(case=Case(("aΣ", "b"), ("aσ", "b"), ()), u=2)
@example(case=Case(("aΣ", "b"), ("aσb",), ()), u=2)  # final only as long as a space follows
@example(case=Case(("İ",), ("i\u0307",), ()), u=2)
@example(case=Case(("K",), ("k",), ()), u=2)  # the Kelvin sign
@example(case=Case(("ß",), ("SS",), ()), u=2)  # lower case keeps them apart
def test_white_space_and_case_are_ignored_as_in_python(
    case: Case, u: int, release: oracle.Release
) -> None:
    options = {
        "max_unchanged_words": u,
        "release": release,
        "ignore_whitespace_casing": True,
    }
    assert counted(case, **options) == expected(case, **options)


@pytest.mark.parametrize("is_folded", [False, True])
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("u", range(5))
def test_counts_of_many_cases_are_those_of_the_oracle(
    u: int, release: oracle.Release, is_folded: bool
) -> None:
    corpus = random_cases(150, seed=u)  # bench/soak.py draws as many as wished
    text = "".join(case.block() for case in corpus)
    options = {"max_unchanged_words": u, "release": release, "ignore_whitespace_casing": is_folded}
    counts = m2.count(
        [" ".join(case.hypothesis) for case in corpus],
        Gold.parse(text),
        **options,  # type: ignore[arg-type]
    )
    for s, (case, sentence) in enumerate(zip(corpus, oracle.parse_m2(text), strict=True)):
        found = counts.sentences(s, s + 1)
        rows = dict(zip(found.labels.tolist(), map(tuple, found.table.tolist()), strict=True))
        assert rows == oracle.count_sentence(
            sentence.source,
            case.hypothesis,
            sentence.annotators,
            **options,  # type: ignore[arg-type]
        ), case


@pytest.mark.parametrize("is_folded", [False, True])
@pytest.mark.parametrize("release", RELEASES)
@given(case=cases("abA"), u=st.integers(0, 3))
def test_edit_sequences_are_those_of_the_oracle(
    case: Case, u: int, release: Literal["development", "3.2"], is_folded: bool
) -> None:
    [sentence] = oracle.parse_m2(case.block())
    found = next(
        m2.edit_sequences(
            [" ".join(case.hypothesis)],
            Gold.parse(case.block()),
            max_unchanged_words=u,
            release=release,
            ignore_whitespace_casing=is_folded,
        )
    )
    assert list(found) == list(sentence.annotators)
    for annotator, gold in sentence.annotators.items():
        edits = oracle.edits(
            sentence.source,
            case.hypothesis,
            gold,
            max_unchanged_words=u,
            release=release,
            ignore_whitespace_casing=is_folded,
        )
        assert [(e.start, e.end, e.correction, e.is_correct) for e in found[annotator]] == edits


@given(st.lists(cases(longest=4), min_size=1, max_size=8), st.booleans())
def test_a_corpus_is_read_chosen_and_scored_as_by_the_oracle(
    corpus: list[Case], implicit_noop: bool
) -> None:
    text = "".join(case.block() for case in corpus)
    sentences = oracle.parse_m2(text, implicit_noop=implicit_noop)
    counts = m2.count(
        [" ".join(case.hypothesis) for case in corpus],
        Gold.parse(text),
        implicit_noop=implicit_noop,
    )
    rows = [
        oracle.count_sentence(sentence.source, case.hypothesis, sentence.annotators)
        for sentence, case in zip(sentences, corpus, strict=True)
    ]
    assert counts.labels.tolist() == [a for row in rows for a in row]
    assert counts.table.tolist() == [list(c) for row in rows for c in row.values()]
    for beta in BETAS:
        chosen = oracle.choose(rows, beta)
        assert counts.labels[m2.select(counts, beta=beta)].tolist() == chosen
        total = [
            sum(column)
            for column in zip(*(r[a] for r, a in zip(rows, chosen, strict=True)), strict=True)
        ]
        score = m2.score_counts(counts, beta=beta)
        assert [score.correct, score.proposed, score.gold] == total
        assert (score.precision, score.recall, score.f) == oracle.score(*total, beta)
