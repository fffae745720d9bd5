"""Search for statuses of gold edits that differ from the definition, and for ladders that fall.

Random sentences, like text and unlike it, with gold near the edits, doubled, out of order, with
several alternatives and optional edits; both releases and several limits of unchanged words. The
oracle of the tests judges the scorer's own edits, one after the other; the kernel counts as users
do. Correct edits must not become fewer from correction to recognition to detection.

    .venv/bin/python bench/search_modes.py --cases 200000 --seed 1

It prints the cases that differ, and how many were compared.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import warnings
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from fastgec import Gold, InputWarning, m2
from m2_cases import random_cases
from test_modes import judged_by_kernel, judged_by_oracle, natural_cases

AT_ONCE = 2000


def some_cases(rng: random.Random, number: int) -> tuple[list[str], list[str]]:
    """Return M2 blocks and hypotheses; every second time like text."""
    seed = rng.randrange(1 << 30)
    if number % 2:
        return natural_cases(AT_ONCE, seed)
    cases = random_cases(AT_ONCE, seed)
    return [case.block() for case in cases], [" ".join(case.hypothesis) for case in cases]


def main() -> None:
    """Search, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    warnings.simplefilter("ignore", InputWarning)  # outputs that are unlike their sources
    rng = random.Random(options.seed)
    start = time.perf_counter()
    n_cases = n_rows = n_wrong = 0
    while n_cases < options.cases:
        blocks, hypotheses = some_cases(rng, n_cases // AT_ONCE)
        gold = Gold.parse("".join(blocks))
        more: dict[str, Any] = {
            "max_unchanged_words": rng.choice((0, 1, 2, 2, 2, 3, 5)),
            "release": rng.choice(m2.RELEASES),
            "ignore_whitespace_casing": rng.random() < 0.2,
            "has_bonus": rng.random() < 0.5,
        }
        found = judged_by_kernel(hypotheses, gold, **more)
        expected = judged_by_oracle(hypotheses, gold, **more)
        rows = zip(*found[0].values(), found[1], strict=True)
        wanted = zip(*expected[0].values(), expected[1], strict=True)
        for row, (one, other) in enumerate(zip(rows, wanted, strict=True)):
            falls = not one[0][0] <= one[1][0] <= one[2][0]
            if one != other or falls:
                n_wrong += 1
                sentence = int((gold.edits.row_offsets > row).argmax()) - 1
                print(more, blocks[sentence], repr(hypotheses[sentence]), one, other, sep="\n")
            n_rows += 1
        n_cases += AT_ONCE
    seconds = time.perf_counter() - start
    print(f"{n_cases} cases, {n_rows} rows, {n_wrong} differ, {seconds:.0f} s")
    sys.exit(n_wrong > 0)


if __name__ == "__main__":
    main()
