"""Every door gives the same number: a few cases of `bench/search_doors.py`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import search_doors
from doors_case import OPTIONS, DifferenceError, require_equal


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")  # of texts that are drawn
def test_all_doors_give_one_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
    monkeypatch.chdir(tmp_path)
    names = {search_doors.compare(random.Random(f"doors {number}"))[0] for number in range(20)}
    assert len(names) > len(OPTIONS) // 2


def test_a_difference_is_one() -> None:
    with pytest.raises(DifferenceError, match="a door:\nfound    1\nexpected 2"):
        require_equal("a door", 1, 2)
