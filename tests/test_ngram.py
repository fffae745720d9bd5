"""The n-gram kernel: regions equal the oracle's, trimmed or not; several systems; bad input."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fastgec._ngram import (
    count_lines,
    count_texts,
    gleu_scores,
    gleu_statistics,
    green_best,
    green_ratios,
)
from fastgec.choose.rules import sentence_best
from fastgec.fscore import alpha_of, harmonic_f
from fastgec.metrics.green.metric import best_rows, mean_ratios
from fastgec.read.lines import Lines
from oracle_green import ngrams, regions

Ids = Sequence[int]
LIMIT = 1 << 32  # bytes of scratch memory
GO_ON = np.zeros(1, np.int32)


def count(
    source: Ids,
    hypothesis: Ids,
    references: Sequence[Ids],
    order: int,
    *,
    absent: bool = True,
    trim: bool = True,
    is_char: bool = False,
) -> list[list[list[int]]]:
    """Return the counts of one sentence: [reference][order - 1][column]."""
    texts = [written(ids, is_char=is_char) for ids in (source, *references, hypothesis)]
    table = count_texts(texts, len(references), order, is_char, absent, trim=trim)
    rows: list[list[list[int]]] = table[0].tolist()
    return rows


def written(ids: Ids, *, is_char: bool = False) -> bytes:
    """Return a text with a word for each number, some of them longer than others."""
    if is_char:
        return "".join(map(chr, ids)).encode()
    return " ".join("w" * (3 * number % 13) + str(number) for number in ids).encode()


def plain(
    source: Ids, hypothesis: Ids, references: Sequence[Ids], order: int
) -> list[list[list[int]]]:
    """What the oracle counts."""
    table = []
    for reference in references:
        row = []
        for n in range(1, order + 1):
            in_s, in_h, in_r = (ngrams(ids, n) for ids in (source, hypothesis, reference))
            missing = sum(min(in_h[gram], in_s[gram]) for gram in in_s if not in_r[gram])
            row.append([*regions(source, reference, hypothesis, n), missing])
        table.append(row)
    return table


text = st.lists(st.integers(0, 2), max_size=9)
any_text = st.lists(st.integers(0, 5), max_size=14)


@given(text, text, st.lists(text, min_size=1, max_size=3), st.integers(1, 16))
@example([0, 0], [0, 0, 0], [[0, 0]], 2)
@example([], [], [[]], 16)
def test_trimmed_counts_equal_the_oracle(s: Ids, h: Ids, rs: list[Ids], order: int) -> None:
    assert count(s, h, rs, order) == plain(s, h, rs, order)
    assert count(s, h, rs, order, trim=False) == plain(s, h, rs, order)


@given(any_text, any_text, any_text, any_text, any_text, st.integers(1, 6))
def test_shared_ends(front: Ids, back: Ids, s: Ids, h: Ids, r: Ids, order: int) -> None:
    s, h, r = ([*front, *middle, *back] for middle in (s, h, r))
    assert count(s, h, [r, s], order) == plain(s, h, [r, s], order)
    rows = [[column[:7] for column in row] for row in plain(s, h, [r, h], order)]
    assert count(s, h, [r, h], order, absent=False) == rows


SPACED = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from([*(chr(c) for c in range(0x3001) if chr(c).isspace()), "a", "b", "\u2007"]),
    ),
    max_size=20,
)


@given(SPACED, SPACED, SPACED, SPACED, st.booleans())
@example("", "\x7f\x80\u07ff\u0800\uffff\U00010000\U0010ffff", "\x7f\x80", "", True)
@example("a longword b ", " longword longwore", "a longword b", " b longwore", False)
def test_tokens_are_those_of_python(
    front: str, source: str, reference: str, hypothesis: str, is_char: bool
) -> None:
    texts = [f"{front} {text}" for text in (source, reference, hypothesis)]
    table = count_texts([text.encode() for text in texts], 1, 3, is_char, True)
    tokens: list[Any] = [text if is_char else text.split() for text in texts]
    assert table[0].tolist() == plain(tokens[0], tokens[2], [tokens[1]], 3)


def test_all_short_binary_triples() -> None:
    texts = [
        [int(digit) for digit in f"{value:0{size}b}"] if size else []
        for size in range(4)
        for value in range(1 << size)
    ]
    for s in texts:
        for h in texts:
            assert count(s, h, texts, 3) == plain(s, h, texts, 3)


def test_large_ids_and_large_windows_keep_apart() -> None:
    random = np.random.default_rng(1)
    s, h, r = (random.integers(0x10FF00, 0x110000, 3000).tolist() for _ in range(3))
    assert count(s, h, [r], 5, is_char=True) == plain(s, h, [r], 5)
    assert count(s, h, [r], 5) == plain(s, h, [r], 5)
    assert count([9] * 40, [9] * 39, [[0]], 16) == plain([9] * 40, [9] * 39, [[0]], 16)


def test_thousands_of_different_words_keep_apart() -> None:
    s = list(range(5000))
    h, r = [*s[:4000], 9, *s[4001:]], [*s[:2000], *range(5000, 7000), *s[2000:]]
    assert count(s, h, [r, s], 2) == plain(s, h, [r, s], 2)


def test_a_million_tokens_in_a_line() -> None:
    random = np.random.default_rng(2)
    s = random.integers(97, 123, 1_000_000)
    h, r = s.copy(), s.copy()
    h[[10, 500_000, 999_000]] = 1
    r[[10, 999_000]] = 2
    rows = count(s.tolist(), h.tolist(), [r.tolist()], 4, is_char=True)
    for n, row in enumerate(rows[0], 1):
        tk, _, ti, od, oi, ud, ui, _ = row
        assert tk + ti + oi + ud == 1_000_000 - n + 1  # every occurrence of the hypothesis
        assert tk + ti + od + ui == 1_000_000 - n + 1  # every occurrence of the reference


Columns = list[list[Ids]]


def columns_of(n_texts: int, n_lines: int, seed: int = 3) -> Columns:
    """Return random texts of each line, some of them equal."""
    random = np.random.default_rng(seed)
    columns: Columns = []
    for _ in range(n_texts):
        column: list[Ids] = []
        for line in range(n_lines):
            others = [one[line] for one in columns]
            if others and random.random() < 0.4:
                column.append(others[random.integers(len(others))])
            else:
                column.append(random.integers(0, 4, random.integers(0, 12)).tolist())
        columns.append(column)
    return columns


def as_lines(columns: Columns) -> list[tuple[bytes | memoryview, Any, Any]]:
    lines = [Lines.of([written(ids).decode() for ids in column]) for column in columns]
    return [(one.data, one.starts, one.ends) for one in lines]


@pytest.mark.parametrize("order", [1, 4, 40])
def test_systems_are_counted_as_each_alone(order: int) -> None:
    columns = columns_of(7, 60)
    source, references, systems = columns[0], columns[1:3], columns[3:]
    table, stopped = count_lines(as_lines(columns), 2, order, False, True, GO_ON, LIMIT)
    table = np.asarray(table)
    assert (table.shape, stopped) == ((4, 60, 2, order, 8), -1)
    for h, system in enumerate(systems):
        for line in range(60):
            texts = [one[line] for one in references]
            expected = plain(source[line], system[line], texts, order)
            assert table[h, line].tolist() == expected


@pytest.mark.parametrize("is_char", [False, True])
def test_samples_of_one_source_are_counted_as_each_alone(is_char: bool) -> None:
    """Lines with the same source and references are counted together, some dozens at a time."""
    draw = np.random.default_rng(8)
    columns = columns_of(4, 30)
    repeats = draw.choice([1, 2, 31, 32, 33, 70], 30)
    source, *references = (
        [ids for ids, n in zip(column, repeats, strict=True) for _ in range(n)]
        for column in columns[:3]
    )
    hypotheses = [draw.choice([0, 1, 2], draw.integers(0, 9)).tolist() for _ in source]
    texts = as_lines([source, *references, hypotheses])
    table, stopped = count_lines(texts, 2, 3, is_char, True, GO_ON, LIMIT)
    table = np.asarray(table)
    assert stopped == -1
    for line, hypothesis in enumerate(hypotheses):
        alone = [written(one[line]) for one in (source, *references)]
        expected = count_texts([*alone, written(hypothesis)], 2, 3, is_char, True)
        assert table[0, line].tolist() == expected[0].tolist()


def test_the_sample_that_needs_too_much_memory_is_named() -> None:
    samples = [[1], [2], list(range(60_000)), [3]]
    lines = as_lines([[[1]] * 4, [[2]] * 4, samples])
    assert count_lines(lines, 1, 1, False, False, GO_ON, 1 << 18)[1] == 2


def test_cancelled_work_stops_silently() -> None:
    columns = as_lines(columns_of(3, 5))
    assert count_lines(columns, 1, 1, False, False, np.ones(1, np.int32), LIMIT)[1] == -1


def test_too_little_memory_names_the_sentence() -> None:
    columns = columns_of(3, 5)
    columns[1][2] = list(range(90_000))
    lines = as_lines(columns)
    assert count_lines(lines, 1, 1, False, False, GO_ON, 1 << 18)[1] == 2
    assert count_lines(lines, 1, 1, False, False, GO_ON, LIMIT)[1] == -1
    texts = [b"a", b"b" * 90_000, b"c"]
    with pytest.raises(MemoryError, match="3 texts need too much memory"):
        count_texts(texts, 1, 1, True, False, 1 << 18)


def test_nothing_to_compare_is_counted_as_nothing() -> None:
    assert count_texts([b"a"], 0, 2, False, False).shape == (0, 0, 2, 7)
    assert count_texts([b"a", b"b"], 1, 2, False, False).shape == (0, 1, 2, 7)
    assert count_texts([b"a", b"b"], 0, 2, False, True).shape == (1, 0, 2, 8)
    nothing = as_lines([[], [], []])
    assert count_lines(nothing, 1, 2, False, False, GO_ON, LIMIT)[0].shape == (1, 0, 1, 2, 7)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"order": 0}, "order 0, expected 1 to 1000"),
        ({"order": 1001}, "order 1001"),
        ({"n_references": 3}, "3 columns, 3 references"),
        ({"n_references": -1}, "3 columns, -1 references"),
        ({"columns": [*as_lines([[[1]], [[1]]]), *as_lines([[[1], [2]]])]}, "column 2: 2 lines"),
        ({"columns": [(b"a", np.array([0]), np.array([2]))] * 3}, "line 0 is not a range of the 1"),
        ({"columns": [(b"a", np.array([0]), np.array([1, 1]))] * 3}, "1 starts of lines for 2"),
        ({"cancel": np.zeros(0, np.int32)}, "cancel is empty"),
    ],
)
def test_columns_that_do_not_fit_are_refused(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {
        "columns": as_lines([[[1]], [[2]], [[3]]]),
        "n_references": 1,
        "order": 1,
        "is_char": False,
        "absent": False,
        "cancel": GO_ON,
        "memory_limit": LIMIT,
    }
    with pytest.raises(ValueError, match=message):
        count_lines(**{**arguments, **change})


def test_texts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="1 texts, 1 references"):
        count_texts([b"a"], 1, 1, False, False)
    with pytest.raises(ValueError, match="order 0"):
        count_texts([b"a", b"b", b"c"], 1, 0, False, False)
    with pytest.raises(TypeError):
        count_texts([b"a", b"b", "c"], 1, 1, False, False)  # type: ignore[list-item]


# Scores


def test_rows_and_scores_of_other_shapes_are_refused() -> None:
    rows, one, two = np.zeros((2, 14), np.int64), np.zeros((2, 1)), np.zeros((2, 2))
    offsets, chosen, scores = np.array([0, 2]), np.zeros(1, np.int64), np.zeros(1)
    with pytest.raises(ValueError, match="ratios of other shapes than 2 x 2"):
        green_ratios(rows, 0.0, two, one, is_mean=True)
    with pytest.raises(ValueError, match="rows of 13 numbers, expected 7 for each order"):
        green_ratios(rows[:, 1:].copy(), 0.0, two, two, is_mean=True)
    with pytest.raises(ValueError, match="2 rows to choose for 1 sentences"):
        green_best(rows, offsets, 0.5, 0.0, np.zeros(2, np.int64), np.zeros(2))
    with pytest.raises(ValueError, match="offsets must run from 0 to 2 rows"):
        green_best(rows, np.array([0, 3]), 0.5, 0.0, chosen, scores)
    with pytest.raises(ValueError, match="sentence 0 has no row"):
        green_best(rows, np.array([1, 1]), 0.5, 0.0, chosen, scores)
    table = np.zeros((2, 3, 7), np.int64)
    with pytest.raises(ValueError, match="2 x 6 statistics of 2 rows"):
        gleu_statistics(table, True, np.zeros((2, 6), np.int64))
    with pytest.raises(ValueError, match="6 regions"):
        gleu_statistics(table[..., 1:].copy(), True, np.zeros((2, 8), np.int64))
    with pytest.raises(ValueError, match="not one after the other"):
        gleu_statistics(np.zeros((2, 3, 8), np.int64)[..., :7], True, np.zeros((2, 8), np.int64))
    with pytest.raises(ValueError, match="1 scores of 2 rows of 14"):
        gleu_scores(rows, scores)
    with pytest.raises(ValueError, match="rule 'x'"):
        gleu_scores(rows, np.zeros(2), rule="x")


def test_the_best_row_is_chosen_by_each_order_in_turn() -> None:
    random = np.random.default_rng(4)
    for order in (1, 2, 4, 16, 17, 30):
        table = random.integers(0, 3, (400, 7 * order))
        table[1::5] = table[::5]  # ties
        table[2::10, :-7] = table[::10, :-7]
        offsets = np.array([0, 1, 3, 50, 400])
        for beta, short in ((0.5, "zero"), (1.0, "one"), (float("inf"), "zero")):
            rows, scores = best_rows(table, offsets, beta=beta, short=short)
            keys = harmonic_f(*mean_ratios(short)(table), alpha_of(beta))
            assert rows.tolist() == sentence_best(keys, offsets).tolist()
            assert scores.tolist() == keys[rows, -1].tolist()


def test_gleu_has_the_last_digit_of_the_published_program() -> None:
    """Whatever vector instructions numpy finds: logarithms are those of Python's math."""
    random = np.random.default_rng(6)
    rows = random.integers(0, 40, (3000, 10))
    scores = np.empty(len(rows))
    gleu_scores(rows, scores, rule="official")
    for found, row in zip(scores.tolist(), rows.tolist(), strict=True):
        c, r, *pairs = (number or 1 for number in row)
        total = 0.0
        for a, b in zip(pairs[::2], pairs[1::2], strict=True):
            total += math.log(a / b)  # `sum` corrects its last digit since Python 3.12
        assert found == math.exp(min(0.0, 1 - r / c) + total / 4)
