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
from fastgec.maxmatch.twin.faithful import FaithfulMatcher

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
