"""Search for pairs of sentences that the kernel aligns or merges otherwise than the oracle.

    python bench/search_errant.py --cases 100000 --seed 1

Draws random analysed sentences (`errant_cases.py`), makes edits of them in all eight modes, and
stops at the first pair whose spans are not those of the reference kernel (`tests/oracle_errant.py`,
written from the specification). Same seed, same cases.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from errant_cases import own_resources, random_pair
from errant_data import MODES, collected, edits_of
from fastgec.annotate import analyses
from oracle_errant import spans_of

BATCH = 200
SIZES = (3, 5, 8, 12, 20)  # most tokens


def main() -> int:
    """Search, and return 1 if a difference was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000, help="pairs (10000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    vars(analyses)["resources"] = own_resources  # a word list that is ours
    draw = random.Random(options.seed)
    start = time.monotonic()
    n_edits = 0
    for first in range(0, options.cases, BATCH):
        size = min(BATCH, options.cases - first)
        pairs = [random_pair(draw, draw.choice(SIZES)) for _ in range(size)]
        known, numbers = collected(pairs)
        for mode in [mode + lev for mode in MODES for lev in ("", "-lev")]:
            for pair, edits in zip(pairs, edits_of(known, numbers, mode), strict=True):
                spans = [edit[:4] for edit in edits]
                n_edits += len(spans)
                if spans != (wanted := spans_of(pair, mode)):
                    print(
                        f"{mode}: kernel {spans}, reference kernel {wanted}\n{pair[0]}\n{pair[1]}"
                    )
                    return 1
    seconds = time.monotonic() - start
    print(f"{options.cases} pairs, 8 modes, {n_edits} edits, no difference; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
