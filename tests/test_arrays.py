"""Tables do not change: they share no memory that somebody else can write to."""

from __future__ import annotations

import mmap
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

from fastgec import Counts, Gold, References, green, m2
from fastgec import counts as counts_module
from fastgec.counts import sealed
from fastgec.read.gold import EditTable, TokenTable
from fastgec.read.lines import Lines

GOLD = "S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d e|||||||||1\n\nS b\n\n"


def counts_of(**change: Any) -> Counts:
    fields = {
        "table": np.ones((2, 1), np.int64),
        "offsets": np.array([0, 2]),
        "labels": np.array([0, 1], np.int32),
    }
    return Counts(**fields | change, columns=("hits",), metric="m2")


def edits_of(**change: Any) -> EditTable:
    fields = {
        "row_offsets": np.array([0, 1]),
        "annotator": np.zeros(1, np.int32),
        "edit_offsets": np.array([0, 1]),
        "start": np.zeros(1, np.int32),
        "end": np.ones(1, np.int32),
        "alternative_offsets": np.array([0, 1]),
        "kind": np.zeros(1, np.int32),
    }
    alternatives = TokenTable(np.zeros(1, np.int32), np.array([0, 1]))
    return EditTable(**fields | change, alternatives=alternatives, kind_names=("R",))


def tokens_of(**change: Any) -> TokenTable:
    return TokenTable(**{"ids": np.arange(3, dtype=np.int32), "offsets": np.array([0, 3])} | change)


def lines_of(**change: Any) -> Lines:
    return Lines(
        data=b"abc", name="text", **{"starts": np.arange(2), "ends": np.arange(2)} | change
    )


def owned(array: np.ndarray) -> np.ndarray:
    return array


def read_only_view(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def strided(array: np.ndarray) -> np.ndarray:
    return np.lib.stride_tricks.as_strided(array, writeable=False)


def view_of_a_slice(array: np.ndarray) -> np.ndarray:
    return read_only_view(array[: len(array)])[:]


TABLES: list[tuple[Callable[..., Any], str, np.ndarray]] = [
    (counts_of, "table", np.arange(2).reshape(2, 1)),
    (counts_of, "offsets", np.array([0, 2])),
    (counts_of, "labels", np.array([0, 7], np.int32)),
    (edits_of, "row_offsets", np.array([0, 1])),
    (edits_of, "annotator", np.array([7], np.int32)),
    (edits_of, "edit_offsets", np.array([0, 1])),
    (edits_of, "start", np.zeros(1, np.int32)),
    (edits_of, "end", np.ones(1, np.int32)),
    (edits_of, "alternative_offsets", np.array([0, 1])),
    (edits_of, "kind", np.zeros(1, np.int32)),
    (tokens_of, "ids", np.arange(3, dtype=np.int32)),
    (tokens_of, "offsets", np.array([0, 3])),
    (lines_of, "starts", np.arange(2)),
    (lines_of, "ends", np.arange(2)),
]


@pytest.mark.parametrize(("make", "field", "values"), TABLES)
@pytest.mark.parametrize("shown", [owned, read_only_view, view_of_a_slice, strided])
def test_a_table_does_not_change_with_what_it_was_made_of(
    make: Callable[..., Any], field: str, values: np.ndarray, shown: Callable[..., Any]
) -> None:
    mine = values.copy()
    table = make(**{field: shown(mine)})
    mine += 100
    kept = getattr(table, field)
    assert np.array_equal(kept, values)
    assert not np.shares_memory(kept, mine)
    assert mine.flags.writeable  # the caller's arrays stay the caller's
    for of_table in (kept, getattr(pickle.loads(pickle.dumps(table)), field)):
        with pytest.raises(ValueError, match="read-only"):
            of_table[...] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            of_table.flags.writeable = True


def test_memory_that_somebody_can_write_to_is_copied(tmp_path: Path) -> None:
    ids = np.arange(3, dtype=np.int32)
    (path := tmp_path / "ids").write_bytes(ids.tobytes())
    for is_kept, memory in ((True, ids.tobytes()), (False, bytearray(ids.tobytes()))):
        of_bytes = read_only_view(np.frombuffer(memory, np.int32))
        assert np.shares_memory(tokens_of(ids=of_bytes).ids, of_bytes) == is_kept
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        of_file = np.frombuffer(mapped, np.int32)
        table = tokens_of(ids=of_file)
        assert np.shares_memory(table.ids, of_file)
        del table, of_file  # a map that is looked at cannot be closed


def test_what_nobody_can_write_to_is_not_copied() -> None:
    for make, field, values in TABLES:
        mine = sealed(values.copy())
        kept = getattr(make(**{field: mine}), field)
        assert np.shares_memory(kept, mine)
        assert np.shares_memory(getattr(make(**{field: kept[:]}), field), mine)


def test_our_own_builders_copy_nothing() -> None:
    def refuse(array: np.ndarray) -> np.ndarray:
        assert array.size < 2, "an array is copied, expected one that is sealed"
        return array

    texts = ["c b", "b"]
    with mock.patch.object(counts_module, "_copied", refuse):
        gold = Gold.parse(GOLD)
        for made in (gold.sentences(0, 1), gold.take([1, 0]), gold.with_implicit_noop()):
            assert made.edits.n_rows
        counts = m2.count(texts, gold)
        assert counts.sentences(0, 1).n_rows == 2
        assert green.count(texts, References(texts, [texts])).n_rows == 2
