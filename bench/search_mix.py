"""Search for sentences whose best mixture (I-measure, mix mode) is not that of enumeration.

    python bench/search_mix.py --cases 500000 --seed 1

Draws short sentences with errors that meet, overlap and reach past the end, a hypothesis, a measure
with its weights, and counts of sentences before. The machine (`fastgec.choose`) finds the best
mixture without making all; here every combination is made by the oracle (`tests/oracle_imeasure`),
aligned by the kernel of plain mode, and compared. A share is aligned and chosen by the oracle, too.
Stops at the first difference. Same seed, same cases.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fastgec.metrics.imeasure.counter import count_columns
from fastgec.metrics.imeasure.mixed import Order, best_of, row_of, segments_of
from fastgec.metrics.imeasure.score import COLUMNS, Scoring, key_of
from fastgec.read import FormatError

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
import oracle_imeasure as oracle
from mixed_sentences import draw_hypothesis, draw_scoring, draw_sentence

NEVER = np.zeros(1, np.int32)
SHARE = 500  # of so many cases one is counted by the oracle, too

Text = Sequence[str]


def enumerated(
    source: Text, hypothesis: Text, candidates: Sequence[Text], scoring: Scoring, before: list[int]
) -> list[int] | None:
    """Return the counts of the candidate that is chosen; None where a measure divides by 0."""
    numbers: dict[str, int] = {}
    texts = [source, *candidates, hypothesis]
    ids = [numbers.setdefault(token, len(numbers)) for text in texts for token in text]
    offsets = np.cumsum([0, *map(len, texts)])
    table: NDArray[np.int64] = np.empty((1, 1, len(candidates), len(COLUMNS)), np.int64)
    count_columns(np.array(ids, np.int32), offsets, 1, len(candidates), 1, table, NEVER, 1 << 30)
    rows: list[list[int]] = table[0, 0].tolist()
    try:
        keys = [key_of([a + b for a, b in zip(before, row, strict=True)], scoring) for row in rows]
    except FormatError:
        return None
    return rows[keys.index(max(keys))]


def by_oracle(
    source: list[str],
    hypothesis: Text,
    candidates: Sequence[list[str]],
    scoring: Scoring,
    totals: oracle.Counts,
) -> list[int]:
    """Return the same, by whole tables in plain Python."""
    counts = [oracle.count(source, list(hypothesis), text) for text in candidates]
    chosen = oracle.choose(counts, scoring.maximise, scoring.beta, scoring.weight, totals)
    return [number for part in counts[chosen] for number in part]


def main() -> None:
    """Search."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    begin = time.perf_counter()
    n_cases = n_slow = n_candidates = most = 0
    while n_cases < arguments.cases:
        ours, theirs = draw_sentence(draw)
        hypothesis = draw_hypothesis(draw, theirs.source)
        scoring, totals = draw_scoring(draw)
        segments = segments_of(ours.source, ours.choices())
        if segments is None:
            continue
        candidates = oracle.mixed_candidates(theirs)
        before = [number for part in totals for number in part]
        expected = enumerated(theirs.source, hypothesis, candidates, scoring, before)
        if expected is None:
            continue
        order = Order(scoring, np.array(before, np.int64))
        best = best_of(ours.source, hypothesis, segments, order, NEVER, 1 << 30)
        found = row_of(best.counts).tolist()
        case = f"{theirs}, {hypothesis}, {scoring}, {before}"
        if n_cases % SHARE == 0:
            n_slow += 1
            slow = by_oracle(theirs.source, hypothesis, candidates, scoring, totals)
            if slow != expected:
                raise SystemExit(f"enumerations differ, {slow} and {expected}: {case}")
        if found != expected:
            raise SystemExit(f"found {found}, expected {expected}: {case}")
        n_cases += 1
        n_candidates += len(candidates)
        most = max(most, len(candidates))
    seconds = time.perf_counter() - begin
    print(f"{n_cases} sentences equal, {n_candidates} candidates, {most} at most in one;")
    print(f"{n_slow} sentences by the oracle, too; {seconds:.0f} s")


if __name__ == "__main__":
    main()
