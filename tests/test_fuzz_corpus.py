"""Bytes that fuzzing found or began with go through their doors again (see fuzz/run.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz_doors import DOORS

CORPUS = Path(__file__).resolve().parent / "fuzz" / "corpus"
FILES = sorted(CORPUS.glob("*/*"))


def test_every_door_has_bytes_to_begin_with() -> None:
    assert {path.parent.name for path in FILES} == set(DOORS)
    assert sum(path.stat().st_size for path in FILES) < 64 << 10


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")  # such as edits of other sentences
@pytest.mark.parametrize("door", DOORS)
def test_kept_bytes_pass_their_door(door: str) -> None:
    DOORS[door](b"")
    for path in FILES:
        if path.parent.name == door:
            DOORS[door](path.read_bytes())
