"""Search for cases that the fast way counts differently from the reference kernel.

    python bench/search_disagreements.py --cases 1000000 --seed 1

Draws random sentences and gold of the kinds in `cases.py`, counts each batch both ways, and stops
at the first difference with the smallest case that still shows it. Says at the end how many rows
each method resolved. Same seed, same cases.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cases import Case, Options, matcher_of, random_case, smaller_cases
from fastgec.maxmatch.matcher import WAYS, Matcher
from fastgec.maxmatch.reference.faithful import FaithfulMatcher

# Kind, most tokens, share of batches, cases per batch. Long rewrites are few: the reference
# kernel's cost on them grows with the fourth power of their length.
KINDS = [
    ("tiny", 8, 0.34, 4000),
    ("early", 10, 0.1, 4000),
    ("inserts", 12, 0.2, 4000),
    ("crowded", 12, 0.2, 4000),
    ("natural", 60, 0.3, 2000),
    ("rewrite", 16, 0.1, 2000),
    ("rewrite", 30, 0.02, 200),
    ("rewrite", 60, 0.005, 10),
    ("loop", 20, 0.1, 2000),
    ("loop", 60, 0.03, 200),
]
MEMORY = 6 << 30


CHOICES = ("fast", "in order", "faithful")


def counts(
    cases: list[Case], options: Options, *, choice: str
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the counts of all rows, and the method that resolved them."""
    matcher = matcher_of(cases, options, FaithfulMatcher if choice == "faithful" else Matcher)
    table = np.zeros((matcher.n_rows, 3), np.int64)
    ways = np.zeros(matcher.n_rows, np.uint8)
    cancel = np.zeros(1, np.int32)
    is_ordered = choice == "in order"
    stopped = matcher.count(0, len(cases), table, cancel, MEMORY, is_ordered=is_ordered, ways=ways)
    if stopped >= 0:
        raise SystemExit(f"more memory needed than {MEMORY} bytes:\n{cases[stopped]}")
    return table, ways


def differs(case: Case, options: Options, choice: str) -> bool:
    fast = counts([case], options, choice=choice)[0]
    return not np.array_equal(fast, counts([case], options, choice="faithful")[0])


def smallest(case: Case, is_different: Callable[[Case], bool]) -> Case:
    """Return a case that differs, and from which nothing can be left out."""
    while True:
        for smaller in smaller_cases(case):
            if is_different(smaller):
                case = smaller
                break
        else:
            return case


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=1_000_000, help="stop after so many")
    parser.add_argument("--minutes", type=float, default=1e9, help="or after so many minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--kind", choices=sorted({kind for kind, *_ in KINDS}), help="only this one"
    )
    parser.add_argument("--choice", choices=CHOICES, default="fast", help="ways to compare")
    arguments = parser.parse_args()
    choice = arguments.choice
    draw = random.Random(arguments.seed)
    kinds = [kind for kind in KINDS if arguments.kind in (None, kind[0])]
    start = time.monotonic()
    n_done = 0
    resolved: Counter[tuple[str, str]] = Counter()
    seconds = [0.0, 0.0]
    while n_done < arguments.cases and time.monotonic() - start < 60 * arguments.minutes:
        kind, longest, _, size = draw.choices(kinds, [share for _, _, share, _ in kinds])[0]
        options = Options(
            max_unchanged_words=draw.choice((0, 1, 2, 2, 2, 3, 4, 6, 9, 12)),
            is_release_3_2=draw.random() < 0.25,
            is_folded=draw.random() < 0.25,
        )
        size = min(size, arguments.cases - n_done)
        cases = [random_case(draw, kind, longest) for _ in range(size)]
        before = time.perf_counter()
        fast, ways = counts(cases, options, choice=choice)
        between = time.perf_counter()
        faithful, _ = counts(cases, options, choice="faithful")
        seconds[0] += between - before
        seconds[1] += time.perf_counter() - between
        n_done += size
        resolved.update((kind, WAYS[way]) for way in ways.tolist())
        if not np.array_equal(fast, faithful):
            row = int(np.flatnonzero((fast != faithful).any(axis=1))[0])
            last_rows = np.cumsum([len(case.annotators) for case in cases])
            at = int(np.searchsorted(last_rows, row, side="right"))
            case = smallest(cases[at], partial(differs, options=options, choice=choice))
            print(f"difference within {n_done} cases of seed {arguments.seed}, {options}")
            print(case)
            print("fast      ", *counts([case], options, choice=choice)[0].tolist())
            print("faithful  ", *counts([case], options, choice="faithful")[0].tolist())
            print("resolved by", *(WAYS[w] for w in counts([case], options, choice=choice)[1]))
            return 1
    print(f"{n_done} cases of seed {arguments.seed}, no difference")
    for (kind, way), n_rows in sorted(resolved.items()):
        print(f"{kind:10} {way:16} {n_rows:>9} rows")
    print(f"fast {seconds[0]:.1f} s, faithful {seconds[1]:.1f} s, Python's overhead in both")
    return 0


if __name__ == "__main__":
    sys.exit(main())
