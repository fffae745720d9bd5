"""Tokens as integers: equality with Python's own split(), ord() and dict."""

from __future__ import annotations

import pickle
import sys
from array import array

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fastgec.kernels.tokens import (
    UNKNOWN,
    Vocabulary,
    cut_lines,
    encode_words,
    find_breaks,
    split_lines,
)
from fastgec.read.gold import TokenTable, words
from fastgec.read.lines import Lines

SPACES = [chr(c) for c in range(sys.maxunicode + 1) if chr(c).isspace()]
# Characters whose UTF-8 bytes begin like those of white space.
NEIGHBOURS = [
    chr(ord(space) + step) for space in SPACES for step in (-1, 1) if ord(space) + step >= 0
]
TEXTS = st.lists(
    st.one_of(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
        st.text(st.sampled_from([*SPACES, *NEIGHBOURS, "a", "b"]), max_size=20),
    ),
    max_size=5,
)


def back(table: TokenTable, vocabulary: Vocabulary) -> list[list[str]]:
    return [[vocabulary[t].decode() for t in table[s].tolist()] for s in range(len(table))]


def test_there_are_twenty_nine_kinds_of_white_space() -> None:
    assert len(SPACES) == 29


@given(TEXTS)
@example(["".join(f"x{space}" for space in SPACES)])
@example(["".join(NEIGHBOURS)])
def test_words_are_those_of_str_split(texts: list[str]) -> None:
    vocabulary = Vocabulary()
    table = words(Lines.of(texts), vocabulary)
    assert back(table, vocabulary) == [text.split() for text in texts]


@pytest.mark.parametrize("space", SPACES)
def test_every_white_space_character_ends_a_word(space: str) -> None:
    vocabulary = Vocabulary()
    text = f"{space}a{space}{space}bé{space}"
    assert back(words(Lines.of([text]), vocabulary), vocabulary) == [["a", "bé"]]
    assert back(words(Lines.of([space]), vocabulary), vocabulary) == [[]]


@given(st.lists(st.binary(max_size=40)))
def test_a_vocabulary_is_a_dict_by_first_sight(tokens: list[bytes]) -> None:
    expected: dict[bytes, int] = {}
    for token in tokens:
        expected.setdefault(token, len(expected))
    vocabulary = Vocabulary(tokens)
    assert [vocabulary[n] for n in range(len(vocabulary))] == list(expected)
    assert [vocabulary.index(token) for token in tokens] == [expected[token] for token in tokens]
    assert vocabulary.index(b"x" * 41) == UNKNOWN
    copy = pickle.loads(pickle.dumps(vocabulary))
    assert [copy[n] for n in range(len(copy))] == list(expected)


def test_a_vocabulary_grows() -> None:
    tokens = [b"%d" % (n * n) for n in range(100_000)]
    vocabulary = Vocabulary(tokens * 2)
    assert len(vocabulary) == 100_000
    assert all(vocabulary.index(token) == n for n, token in enumerate(tokens))
    assert vocabulary[99_999] == tokens[-1]
    assert vocabulary.index(b"-1") == UNKNOWN
    for token in (-1, 100_000):
        with pytest.raises(IndexError, match=f"token {token} of a vocabulary of 100000"):
            vocabulary[token]


def test_long_words_are_told_apart() -> None:
    size = 1 << 20
    long = ["x" * size, "x" * (size - 1) + "y", "x" * (size + 1), "é" * size]
    vocabulary = Vocabulary()
    table = words(Lines.of([" ".join(long), long[1]]), vocabulary)
    assert table.ids.tolist() == [0, 1, 2, 3, 1]
    assert vocabulary[3].decode() == long[3]


def test_words_that_differ_in_one_byte_are_told_apart() -> None:
    tokens = [
        bytes(b if n == at else 97 for n in range(size))
        for size in range(1, 26)
        for at in range(size)
        for b in (98, 0)
    ]
    assert len(Vocabulary(tokens)) == len(set(tokens)) == len(tokens)


@given(
    st.binary(max_size=200).map(lambda data: data.replace(b"\x01", b"\n").replace(b"\x02", b"\r\n"))
)
def test_lines_are_split_at_lf_and_crlf(data: bytes) -> None:
    starts, ends = split_lines(data)
    expected = data.split(b"\n")
    if expected[-1] == b"":
        expected.pop()
    terminated = len(expected) - (not data.endswith(b"\n"))
    expected = [
        line.removesuffix(b"\r") if n < terminated else line for n, line in enumerate(expected)
    ]
    found = [data[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    assert found == expected
    for first in range(len(data) + 1):
        ends_of_lines = [at + 1 for at in range(first, len(data)) if data[at : at + 1] == b"\n"]
        for most in range(4):
            few = ends_of_lines[:most]
            after = len(data) if len(few) < most else [first, *few][-1]
            assert find_breaks(data, first, most) == (len(few), after)


@given(
    st.lists(st.sampled_from([b"a", b"\r", b"\n", b"bc", b"\r\n"]), max_size=20).map(b"".join),
    *(st.integers(0, 30), st.integers(1, 5), st.integers(0, 30)),
)
def test_lines_are_cut_where_a_block_is_full(
    data: bytes, read_first: int, most: int, enough: int
) -> None:
    starts, ends = memoryview(array("q", most * [0])), memoryview(array("q", most * [0]))
    n, after = cut_lines(data[:read_first], 0, 0, enough, starts, ends)
    if not (n and (n == most or after >= enough)):  # what is read later belongs to the block
        n, after = cut_lines(data, after, n, enough, starts, ends)
    expected = []
    expected_after = 0
    for at, end in zip(*split_lines(data), strict=True):
        stop = data.find(b"\n", end) + 1
        if not stop or len(expected) == most or (expected and expected_after >= enough):
            break
        expected.append((at, end))
        expected_after = stop
    assert (n, after) == (len(expected), expected_after)
    assert [*zip(starts[:n], ends[:n], strict=True)] == expected


def test_breaks_are_not_looked_for_outside_a_piece() -> None:
    for first in (-1, 4):
        with pytest.raises(IndexError, match=f"byte {first} of 3"):
            find_breaks(b"a\nb", first, 1)


@pytest.mark.parametrize(
    ("starts", "ends", "message"),
    [
        ([0, 1], [1], "2 starts of lines for 1 ends"),
        ([0], [4], "line 0 is not a range of the 3 bytes of text"),
        ([2], [1], "line 0 is not a range of the 3 bytes of text"),
        ([-1], [1], "line 0 is not a range of the 3 bytes of text"),
    ],
)
def test_lines_outside_the_text_are_refused(
    starts: list[int], ends: list[int], message: str
) -> None:
    lines = np.array(starts, np.int64), np.array(ends, np.int64)
    with pytest.raises(ValueError, match=message):
        encode_words(b"a b", *lines, Vocabulary())
