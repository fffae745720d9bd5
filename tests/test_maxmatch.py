"""Checks of the kernel: shapes that do not fit, the memory limit, the cancel flag, long lines."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import numpy as np
import pytest

import cases
from fastgec import FormatError, Gold, m2
from fastgec.maxmatch.matcher import Matcher, TooLargeError
from fastgec.read.batch import Batch
from fastgec.read.gold import Vocabulary

LIMIT = 1 << 30


def arrays(**changes: Any) -> dict[str, Any]:
    """Gold and hypotheses: sources "a b", "c"; three rows, two edits, three alternatives."""
    found: dict[str, Any] = {
        "starts": [0, 4],
        "ends": [3, 5],
        "row_offsets": [0, 2, 3],
        "edit_offsets": [0, 1, 1, 2],
        "start": [1, 0],
        "end": [2, 1],
        "alternative_offsets": [0, 2, 3],
        "alternative_ids": [3, 4, 3],
        "alternative_token_offsets": [0, 1, 2, 3],
        "line_starts": [0, 4],
        "line_ends": [3, 7],
        **changes,
    }
    for name, values in found.items():
        is_small = name in ("start", "end", "alternative_ids")
        found[name] = np.array(values, np.int32 if is_small else np.int64)
    return found


def made(found: dict[str, Any], u: int = 2, **more: Any) -> Matcher:
    """A matcher of such arrays."""
    gold = {name: values for name, values in found.items() if not name.startswith("line_")}
    words = Vocabulary([b"a", b"b", b"c", b"d", b"e"])
    batch = Batch.of_arrays(b"a b c", **gold, vocabulary=words)
    options = {"max_unchanged_words": u, "is_release_3_2": False, **more}
    return Matcher(batch, b"a d d x", found["line_starts"], found["line_ends"], **options)


def matcher(*, u: int = 2, **changes: Any) -> Matcher:
    return made(arrays(**changes), u)


def count(matcher: Matcher, first: int = 0, last: int = 2, **changes: Any) -> Any:
    table = np.full((3, 3), -7, np.int64)
    arguments = {"table": table, "cancel": np.zeros(1, np.int32), "memory_limit": LIMIT, **changes}
    return matcher.count(first, last, **arguments), table.tolist()


def test_rows_of_other_sentences_are_not_touched() -> None:
    whole = [[1, 1, 1], [0, 1, 0], [1, 2, 1]]
    untouched = [-7] * 3
    assert count(matcher()) == (-1, whole)
    assert count(matcher(), 0, 1) == (-1, [*whole[:2], untouched])
    assert count(matcher(), 1, 2) == (-1, [untouched, untouched, whole[2]])
    assert count(matcher(), 2, 2) == (-1, [untouched] * 3)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"starts": [-1, 4]}, "line 0 is not a range of the 5 bytes of text"),
        ({"ends": [3, 6]}, "line 1 is not a range of the 5 bytes of text"),
        ({"starts": [0, 6]}, "line 1 is not a range of the 5 bytes of text"),
        ({"starts": [0]}, "1 starts of lines for 2 ends"),
        ({"line_ends": [3, 8]}, "line 1 is not a range of the 7 bytes of text"),
        ({"line_starts": [4, 4]}, "line 0 is not a range of the 7 bytes of text"),
        ({"line_starts": [0], "line_ends": [3]}, "1 hypotheses for 2 sources"),
        ({"alternative_ids": [3, 5, 3]}, "token 5 of a vocabulary of 5"),
        ({"alternative_ids": [-1, 4, 3]}, "token -1 of a vocabulary of 5"),
        ({"row_offsets": [0, 3]}, "rows of 1 for 2 sources"),
        ({"row_offsets": [0, 2, 4]}, "row_offsets must run from 0 to 3"),
        ({"row_offsets": [0, 4, 3]}, "row_offsets steps back at 2"),
        ({"edit_offsets": [0, 1, 1, 3]}, "edit_offsets must run from 0 to 2"),
        ({"edit_offsets": [0, 3, 1, 2]}, "edit_offsets steps back at 2"),
        ({"end": [2]}, "start, end and alternative_offsets must have a value per edit"),
        ({"alternative_offsets": [0, 3]}, "start, end and alternative_offsets must have a value"),
        ({"alternative_offsets": [0, 2, 4]}, "alternative_offsets must run from 0 to 3"),
        ({"alternative_offsets": [0, 5, 3]}, "alternative_offsets steps back at 2"),
        ({"alternative_token_offsets": [0, 1, 2, 4]}, "alternative_token_offsets must run from 0"),
        ({"alternative_token_offsets": [0, 3, 2, 3]}, "alternative_token_offsets steps back at 2"),
        ({"alternative_token_offsets": []}, "alternative_offsets must run from 0 to -1"),
        ({"start": [-1, 0]}, "edit 0 spans -1 2 of a source of 2 tokens"),
        ({"end": [3, 1]}, "edit 0 spans 1 3 of a source of 2 tokens"),
        ({"start": [1, 1], "end": [2, 0]}, "edit 1 spans 1 0 of a source of 1 tokens"),
        ({"u": -1}, "-1 unchanged words, expected 0 or more"),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        matcher(**changes)


@pytest.mark.parametrize("name", arrays())
def test_arrays_of_another_type_or_layout_are_refused(name: str) -> None:
    good = arrays()
    for bad in (
        good[name].astype(np.float64),
        good[name].astype(np.int16),
        np.repeat(good[name], 2)[::2],
        good[name].reshape(1, -1),
    ):
        with pytest.raises(ValueError, match=r"Buffer|buffer|contiguous"):
            made({**good, name: bad})
    with pytest.raises(TypeError):
        made({**good, name: None})


@pytest.mark.parametrize(
    ("source", "hypothesis", "message"),
    [
        (([0, 1, 2, 3], [0, 2, 3]), ([0, 1, 2, 3, 5], [0, 2, 4]), "hypothesis_folded must run fro"),
        (([0, 1, 2, 4], [0, 2, 3]), ([0, 1, 2, 3, 4], [0, 2, 4]), "source_folded must run from 0"),
        (([0, 3, 2, 3], [0, 2, 3]), ([0, 1, 2, 3, 4], [0, 2, 4]), "source_folded steps back at 2"),
        (([0, 1, 3], [0, 1, 2]), ([0, 1, 2, 3, 4], [0, 2, 4]), "must have a value per token"),
        (([0, 1, 2, 3], [0, 2, 3]), ([0, 1, 2, 3, 4], [0, 1, 4]), "must have a value per token"),
        (([0, 1, 2, 3], [0, 3]), ([0, 1, 2, 3, 4], [0, 2, 4]), "must have tokens of each sentence"),
        (([0, 1, 2, 3], [0, 2, 4]), ([0, 1, 2, 3, 4], [0, 2, 4]), "tokens of sources must run"),
    ],
)
def test_folded_text_that_does_not_fit_is_refused(
    source: Any, hypothesis: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        made(
            arrays(),
            source_folded=(b"abc", *map(np.array, source)),
            hypothesis_folded=(b"addx", *map(np.array, hypothesis)),
        )


def test_gold_with_a_fault_is_refused() -> None:
    nothing = np.zeros(0, np.int64)
    batch = Batch(b"S a\nA 0\n")
    with pytest.raises(ValueError, match="gold with a fault in line 2"):
        Matcher(batch, b"", nothing, nothing, max_unchanged_words=2, is_release_3_2=False)
    for ask in (batch.columns, batch.numbered):
        with pytest.raises(ValueError, match="bad text, expected one of text"):
            ask()


@pytest.mark.parametrize(("first", "last"), [(-1, 1), (0, 3), (2, 1), (3, 3)])
def test_ranges_outside_the_corpus_are_refused(first: int, last: int) -> None:
    with pytest.raises(ValueError, match=f"sentences {first} to {last} of 2"):
        count(matcher(), first, last)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"table": np.zeros((2, 3), np.int64)}, "table of 2 x 3 for 3 rows"),
        ({"table": np.zeros((3, 4), np.int64)}, "table of 3 x 4 for 3 rows"),
        ({"table": np.zeros((3, 3), np.int32)}, "Buffer dtype mismatch"),
        ({"table": np.zeros((3, 6), np.int64)[:, ::2]}, "not C"),
        ({"cancel": np.zeros(2, np.int32)}, "cancel must hold one value"),
        ({"cancel": np.zeros(0, np.int32)}, "cancel must hold one value"),
    ],
)
def test_tables_that_do_not_fit_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        count(matcher(), **changes)


@pytest.mark.parametrize("rows", [[-1], [3], [0, 3], [0, 0], [2, 1]])
def test_rows_outside_the_corpus_or_out_of_order_are_refused(rows: list[int]) -> None:
    with pytest.raises(ValueError, match=rf"row {rows[-1]} of 3, expected ascending rows"):
        matcher().edits(np.array(rows), np.zeros(1, np.int32), LIMIT)


SPAN = np.array([[0, 1, 0, 1, 0, 1]], np.int32)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"statuses": np.zeros(4, np.uint8)}, "statuses of 4 for 1 gold edits"),
        ({"sequences": (np.array([0, 1]), SPAN)}, "N\\+1 offsets"),
        ({"sequences": (np.array([0, 1, 1]), SPAN[:, :5].copy())}, "spans of 5 numbers"),
        ({"sequences": (np.array([0, 1, 2]), SPAN)}, "offsets must run from 0 to 1"),
        ({"sequences": (np.array([0, 0, 1]), SPAN + 9)}, "an edit of row 1 lies outside"),
        ({"sequences": (np.array([0, 0, 1]), SPAN - 1)}, "an edit of row 1 lies outside"),
        ({"sequences": (np.array([0, 0, 1]), SPAN[:, ::-1].copy())}, "of row 1 lies outside"),
    ],
)
def test_edits_that_do_not_fit_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        matcher().edits(np.array([0, 1]), np.zeros(1, np.int32), LIMIT, **changes)


def test_edits_of_many_rows_are_those_of_each_row() -> None:
    draw = random.Random(9)
    some = [cases.random_case(draw, kind, 24) for kind in ("natural", "rewrite", "loop") * 20]
    whole = cases.matcher_of(some, cases.Options(2, False, False))
    cancel = np.zeros(1, np.int32)
    rows = np.flatnonzero(np.array([draw.random() < 0.7 for _ in range(whole.n_rows)]))
    n_gold = len(whole.edits(rows, cancel, LIMIT)[2])
    statuses = np.zeros(n_gold, np.uint8)
    offsets, spans, makers = whole.edits(rows, cancel, LIMIT, statuses=statuses)
    first_gold = 0
    for number, row in enumerate(rows):
        first, last = offsets[number : number + 2]
        one = whole.edits(np.array([row]), cancel, LIMIT)
        own = np.zeros(len(one[2]), np.uint8)
        given = whole.edits(np.array([row]), cancel, LIMIT, statuses=own, sequences=one[:2])
        assert [array.tolist() for array in given] == [array.tolist() for array in one]
        assert spans[first:last].tolist() == one[1].tolist()
        part = slice(first_gold, first_gold + len(one[2]))
        assert np.where(makers[part] < 0, -1, makers[part] - first).tolist() == one[2].tolist()
        assert statuses[part].tolist() == own.tolist()
        first_gold += len(one[2])
    assert first_gold == n_gold
    assert (makers >= 0).sum() > 50


def test_rows_that_are_left_when_work_stops_have_no_edits() -> None:
    found = matcher().edits(np.arange(3), np.ones(1, np.int32), LIMIT)
    assert [array.tolist() for array in found] == [[0, 0, 0, 0], [], [-1, -1]]
    found = matcher().edits(np.zeros(0, np.int64), np.zeros(1, np.int32), LIMIT)
    assert [array.tolist() for array in found] == [[0], [], []]


def hard(size: int) -> Matcher:
    """One sentence of which the hypothesis keeps nothing."""
    gold = Batch(f"S {' '.join(map(str, range(size)))}\n".encode())
    line = " ".join(map(str, range(size, 2 * size))).encode()
    bounds = np.zeros(1, np.int64), np.array([len(line)])
    return Matcher(gold, line, *bounds, max_unchanged_words=2, is_release_3_2=False)


def test_a_sentence_beyond_the_memory_limit_is_returned_not_counted() -> None:
    table = np.full((1, 3), -7, np.int64)
    for limit in (0, 1000, 1 << 16, 1 << 20):
        assert hard(400).count(0, 1, table, np.zeros(1, np.int32), limit) == 0
        with pytest.raises(TooLargeError) as caught:
            hard(400).edits(np.zeros(1, np.int64), np.zeros(1, np.int32), limit)
        assert caught.value.sentence == 0
    assert table.tolist() == [[-7] * 3]
    assert hard(5).count(0, 1, table, np.zeros(1, np.int32), 1 << 20) == -1
    assert table.tolist() == [[0, 1, 0]]


def test_work_that_is_cancelled_stops_and_leaves_no_count() -> None:
    table = np.full((1, 3), -7, np.int64)
    cancel = np.zeros(1, np.int32)
    stopper = threading.Timer(0.05, lambda: cancel.__setitem__(0, 1))
    stopper.start()
    hard(30_000).count(0, 1, table, cancel, 1 << 32)  # seconds of work on any machine
    stopper.join()
    assert hard(5).count(0, 1, table, cancel, 1 << 20) == -1
    assert table.tolist() == [[-7] * 3]


WORDS = [f"w{n % 5000}" for n in range(100_000)]
LINE = " ".join(WORDS)
GOLD = f"S {LINE}\nA 50000 50001|||R|||new|||REQUIRED|||-NONE-|||0\n"


def test_a_line_of_a_hundred_thousand_equal_tokens_is_scored() -> None:
    assert m2.count([LINE], Gold.parse(GOLD)).table.tolist() == [[0, 0, 1]]


def test_a_changed_line_of_a_hundred_thousand_tokens_is_scored_or_refused_at_once() -> None:
    words = WORDS.copy()
    words[50_000] = "new"
    start = time.monotonic()
    try:
        counts = m2.count([" ".join(words)], Gold.parse(GOLD), memory_limit=1 << 30)
    except FormatError as error:
        expected = (
            "hypotheses:1: 100000 source and 100000 hypothesis tokens need more than 1074 MB of "
            "memory"
        )
        assert str(error) == expected  # noqa: PT017
    else:
        assert counts.table.tolist() == [[1, 1, 1]]
    assert time.monotonic() - start < 30
