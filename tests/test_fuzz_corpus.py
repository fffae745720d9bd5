"""Bytes that fuzzing found or began with go through their entry points again (see fuzz/run.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz_entry_points import ENTRY_POINTS

CORPUS = Path(__file__).resolve().parent / "fuzz" / "corpus"
FILES = sorted(CORPUS.glob("*/*"))


def test_every_entry_point_has_bytes_to_begin_with() -> None:
    assert {path.parent.name for path in FILES} == set(ENTRY_POINTS)
    assert sum(path.stat().st_size for path in FILES) < 64 << 10


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")  # such as edits of other sentences
@pytest.mark.parametrize("entry_point", ENTRY_POINTS)
def test_kept_bytes_pass_their_entry_point(entry_point: str) -> None:
    ENTRY_POINTS[entry_point](b"")
    for path in FILES:
        if path.parent.name == entry_point:
            ENTRY_POINTS[entry_point](path.read_bytes())
