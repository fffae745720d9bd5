"""The n-gram kernel: regions equal the oracle's, trimmed or not; ranges; doors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fastgec._ngram import count_regions
from oracle_green import ngrams, regions

Ids = Sequence[int]
LIMIT = 1 << 32  # bytes of scratch memory


def count(
    source: Ids,
    hypothesis: Ids,
    references: Sequence[Ids],
    order: int,
    *,
    absent: bool = True,
    trim: bool = True,
) -> list[list[list[int]]]:
    """Return the counts of one unit: [reference][order - 1][column]."""
    table = np.full((len(references), order * (7 + absent)), -9, np.int64)
    ids, offsets = flatten([source, hypothesis, *references])
    count_regions(
        ids,
        offsets,
        np.array([0]),
        np.array([1]),
        np.arange(2, 2 + len(references)),
        np.array([0, len(references)]),
        order,
        absent,
        table,
        0,
        1,
        np.zeros(1, np.int32),
        LIMIT,
        trim=trim,
    )
    rows: list[list[list[int]]] = table.reshape(len(references), order, -1).tolist()
    return rows


def flatten(texts: Sequence[Ids]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    offsets = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    return np.array([token for text in texts for token in text], np.int32), offsets


def plain(
    source: Ids, hypothesis: Ids, references: Sequence[Ids], order: int
) -> list[list[list[int]]]:
    """What the oracle counts; every UNKNOWN is a token of its own."""
    fresh = iter(range(-1, -1_000_000, -1))
    s, h, *rs = (
        [token if token >= 0 else next(fresh) for token in text]
        for text in (source, hypothesis, *references)
    )
    table = []
    for r in rs:
        row = []
        for n in range(1, order + 1):
            in_s, in_h, in_r = ngrams(s, n), ngrams(h, n), ngrams(r, n)
            missing = sum(min(in_h[gram], in_s[gram]) for gram in in_s if not in_r[gram])
            row.append([*regions(s, r, h, n), missing])
        table.append(row)
    return table


text = st.lists(st.integers(0, 2), max_size=9)
any_text = st.lists(st.integers(-1, 3), max_size=14)


@settings(max_examples=250, deadline=None)
@given(text, text, st.lists(text, min_size=1, max_size=3), st.integers(1, 16))
@example([0, 0], [0, 0, 0], [[0, 0]], 2)
@example([], [], [[]], 16)
def test_trimmed_counts_equal_the_oracle(s: Ids, h: Ids, rs: list[Ids], order: int) -> None:
    assert count(s, h, rs, order) == plain(s, h, rs, order)
    assert count(s, h, rs, order, trim=False) == plain(s, h, rs, order)


@settings(max_examples=200, deadline=None)
@given(any_text, any_text, any_text, any_text, any_text, st.integers(1, 6))
def test_shared_ends_and_unknown_tokens(
    front: Ids, back: Ids, s: Ids, h: Ids, r: Ids, order: int
) -> None:
    s, h, r = ([*front, *middle, *back] for middle in (s, h, r))
    assert count(s, h, [r, s], order) == plain(s, h, [r, s], order)
    rows = [[column[:7] for column in row] for row in plain(s, h, [r, h], order)]
    assert count(s, h, [r, h], order, absent=False) == rows


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
    assert count(s, h, [r], 5) == plain(s, h, [r], 5)
    assert count([2**31 - 1] * 40, [2**31 - 1] * 39, [[0]], 16) == plain(
        [2**31 - 1] * 40, [2**31 - 1] * 39, [[0]], 16
    )


def test_a_million_tokens_in_a_line() -> None:
    random = np.random.default_rng(2)
    s = random.integers(97, 123, 1_000_000)
    h, r = s.copy(), s.copy()
    h[[10, 500_000, 999_000]] = 1
    r[[10, 999_000]] = 2
    rows = count(s.tolist(), h.tolist(), [r.tolist()], 4, absent=True)
    for n, row in enumerate(rows[0], 1):
        tk, _, ti, od, oi, ud, ui, _ = row
        assert tk + ti + oi + ud == 1_000_000 - n + 1  # every occurrence of the hypothesis
        assert tk + ti + od + ui == 1_000_000 - n + 1  # every occurrence of the reference


def units(n_units: int) -> tuple[list[NDArray[np.int64]], NDArray[np.int32], NDArray[np.int64]]:
    """Return random units of 1 to 3 references over a common pool of texts."""
    random = np.random.default_rng(3)
    pool = [random.integers(0, 4, random.integers(0, 12)).tolist() for _ in range(50)]
    ids, offsets = flatten(pool)
    reference_offsets = np.concatenate([[0], np.cumsum(random.integers(1, 4, n_units))])
    indices = [random.integers(0, 50, size) for size in (n_units, n_units, reference_offsets[-1])]
    return [*indices, reference_offsets], ids, offsets


def test_ranges_fill_their_own_rows_only() -> None:
    arrays, ids, offsets = units(40)
    go_on = np.zeros(1, np.int32)
    whole = np.zeros((len(arrays[2]), 21), np.int64)
    count_regions(ids, offsets, *arrays, 3, False, whole, 0, 40, go_on, LIMIT)
    parts = np.full_like(whole, -1)
    for first, last in ((20, 40), (0, 7), (7, 7), (7, 20)):
        before = parts.copy()
        count_regions(ids, offsets, *arrays, 3, False, parts, first, last, go_on, LIMIT)
        low, high = arrays[3][first], arrays[3][last]
        assert (parts[:low] == before[:low]).all()
        assert (parts[high:] == before[high:]).all()
    assert (parts == whole).all()


def test_cancelled_work_stops_silently() -> None:
    arrays, ids, offsets = units(5)
    table = np.full((len(arrays[2]), 7), -1, np.int64)
    count_regions(ids, offsets, *arrays, 1, False, table, 0, 5, np.ones(1, np.int32), LIMIT)
    assert (table == -1).all()


def test_too_little_memory_names_the_unit() -> None:
    arrays, ids, offsets = units(5)
    table = np.zeros((len(arrays[2]), 7), np.int64)
    go_on = np.zeros(1, np.int32)
    assert count_regions(ids, offsets, *arrays, 1, False, table, 2, 5, go_on, 100) == 2
    assert count_regions(ids, offsets, *arrays, 1, False, table, 2, 5, go_on, LIMIT) == -1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"order": 0}, "order 0, expected 1 to 1000"),
        ({"order": 1001}, "order 1001"),
        ({"last": 6}, "units 0 to 6 of 5"),
        ({"first": -1}, "units -1 to 5 of 5"),
        ({"table": np.zeros((1, 7), np.int64)}, "table of 1 x 7"),
        ({"sources": np.full(5, 50)}, "text 50 of 50"),
        ({"hypotheses": np.full(5, -1)}, "text -1 of 50"),
        ({"hypotheses": np.zeros(4, np.int64)}, "do not fit together"),
        ({"ids": np.zeros(3, np.int32)}, "is not a range of the 3 ids"),
        ({"reference_offsets": np.array([0, 1, 2, 3, 4, 9999])}, "references beyond"),
        ({"cancel": np.zeros(0, np.int32)}, "cancel is empty"),
    ],
)
def test_doors_of_the_kernel(change: dict[str, object], message: str) -> None:
    arrays, ids, offsets = units(5)
    arguments: dict[str, object] = {
        "ids": ids,
        "offsets": offsets,
        "sources": arrays[0],
        "hypotheses": arrays[1],
        "references": arrays[2],
        "reference_offsets": arrays[3],
        "order": 1,
        "absent": False,
        "table": np.zeros((len(arrays[2]), 7), np.int64),
        "first": 0,
        "last": 5,
        "cancel": np.zeros(1, np.int32),
        "memory_limit": LIMIT,
    }
    with pytest.raises(ValueError, match=message):
        count_regions(**{**arguments, **change})  # type: ignore[arg-type]
