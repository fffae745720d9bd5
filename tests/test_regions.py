"""Labels of a block that are made in a region: rows that are known of the block before.

In these cases lightest paths cost more than the bound, costs to the end are raised, and tails of
neighbouring rows have edits to one head. What is cut off too early there, by one step on either
side, or lost between two blocks, changes what is counted. They were found by random search.
"""

from __future__ import annotations

import numpy as np
import pytest

import cases
from fastgec.maxmatch.matcher import Matcher
from fastgec.maxmatch.reference.faithful import FaithfulMatcher

# Each character is a word; "." and "-" stand for those of one side alone.
TEXTS = [
    (
        "abcddefghciejkklmkckfmnlokjopqdcbmfloprrsiofjsksqdeefmcsnastaojkmfjhcfjgbpnbo",
        "bdfiehojfbkkcmanfonkfsmkmkriksctilfrffmlfpqfnhjqcmfhjgpnlob",
    ),
    (
        ".a......bc........d.....e.......f.c.....gc......h............i....e..j.......",
        "ce-fb----jhbcg-j--d--a----------i",
    ),
    (
        "........ab........c.....d.....e.b.fb..............g.......g...h......",
        "bde-habf-h--c-------------g",
    ),
]


@pytest.mark.parametrize(("source", "hypothesis"), TEXTS)
@pytest.mark.parametrize("is_release_3_2", [False, True])
@pytest.mark.parametrize("is_ordered", [False, True])
def test_rows_known_of_the_block_before_lack_nothing(
    source: str, hypothesis: str, is_release_3_2: bool, is_ordered: bool
) -> None:
    case = cases.Case(tuple(map(ord, source)), tuple(map(ord, hypothesis)), ((),))
    cancel = np.zeros(1, np.int32)
    found = []
    for kind in (Matcher, FaithfulMatcher):
        table = np.zeros((1, 3), np.int64)
        matcher = cases.matcher_of([case], cases.Options(2, is_release_3_2, False), kind)
        assert matcher.count(0, 1, table, cancel, 1 << 30, is_ordered=is_ordered) == -1
        found.append(table[0].tolist())
    assert found[0] == found[1]


@pytest.mark.parametrize("is_ordered", [False, True])
def test_a_region_holds_vertices_behind_base_arcs_of_two_entries(is_ordered: bool) -> None:
    """Outside an edit these cost two thousandths more than a label's steps do."""
    source = (0, 1, *(0, 2, 1, 1) * 8, 3)
    case = cases.Case(source, (*(0, 2, 1, 1) * 2, 0, 2, 1), (((13, 14, ((1,), ())),),))
    for kind in (Matcher, FaithfulMatcher):
        table = np.zeros((1, 3), np.int64)
        matcher = cases.matcher_of([case], cases.Options(1, False, False), kind)
        cancel = np.zeros(1, np.int32)
        assert matcher.count(0, 1, table, cancel, 1 << 30, is_ordered=is_ordered) == -1
        assert table[0].tolist() == [1, 3, 1]
