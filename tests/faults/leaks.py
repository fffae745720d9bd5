"""Memory of one process stays flat, however many sentences it counts and errors it raises.

    PYTHONPATH=tests python tests/faults/leaks.py --sentences 1000000

Counts the same small corpora over and over, with every metric, and raises every kind of refusal;
prints the resident memory before and after, and fails where a kind of work makes it grow.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import resource
import sys
from collections.abc import Callable

import numpy as np

import fastgec
from fastgec import FormatError, Gold, References, gleu, green, m2
from fastgec.texts.m2write import align, write_m2
from m2_cases import random_cases

MAY_GROW = 3 << 20  # bytes: allocators keep what they have, and round up


def resident() -> int:
    """Bytes of memory that the process holds now."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * resource.getpagesize()


def works() -> dict[str, tuple[int, Callable[[], object]]]:
    """What is repeated, by name: the number of sentences it takes, and the work."""
    corpus = random_cases(200, seed=1)
    text = "".join(case.block() for case in corpus)
    gold = Gold.parse(text)
    texts = [" ".join(case.hypothesis) for case in corpus]
    sources = [" ".join(case.source) for case in corpus]
    references = [f"so {words}" for words in texts]
    size = len(corpus)

    def refused(work: Callable[[], object]) -> None:
        with contextlib.suppress(FormatError, ValueError, TypeError, OSError, IndexError):
            work()
            raise AssertionError("no refusal")

    def refusals() -> None:
        refused(lambda: Gold.parse("S a\nA 3 1|||R|||x|||||||||0\n"))
        refused(lambda: Gold.parse("nothing"))
        refused(lambda: Gold.read("none"))
        refused(lambda: m2.count(texts[1:], gold))
        refused(lambda: m2.count(texts, gold, memory_limit=1))
        refused(lambda: m2.count([*texts[1:], 3], gold))
        refused(lambda: green.evaluate(texts, References(texts, [texts[1:]])))
        refused(lambda: green.evaluate(["a"], References(["\udc00"], [["a"]])))
        refused(lambda: gleu.evaluate(texts, References(texts, [])))
        refused(lambda: fastgec.Counts.load(io.BytesIO(b"PK")))
        refused(lambda: gold.vocabulary[-1])
        refused(lambda: fastgec.Counts(np.zeros((1, 3)), np.zeros(1), np.zeros(1), ("a",), "m2"))

    return {
        "read": (size, lambda: Gold.parse(text)),
        "m2": (size, lambda: m2.evaluate(texts, gold)),
        "m2 folded, threads": (
            size,
            lambda: m2.evaluate(texts, gold, ignore_whitespace_casing=True, jobs=2),
        ),
        "m2 edits": (size, lambda: list(m2.edit_sequences(texts, gold))),
        "green": (size, lambda: green.evaluate(texts, References(sources, [references]))),
        "green char": (
            size,
            lambda: green.evaluate(texts, References(sources, [references]), unit="char", jobs=2),
        ),
        "gleu": (size, lambda: gleu.evaluate(texts, References(sources, [references]))),
        "align": (size, lambda: "".join(write_m2(align(sources, [texts])))),
        "refusals": (12, refusals),
    }


def growths(n_sentences: int) -> dict[str, tuple[int, int]]:
    """Return resident memory of each kind of work, in bytes: when it is warm, and at the end."""
    found = {}
    gc.collect()
    gc.freeze()  # what a test runner has is not looked through for garbage again and again
    try:
        for name, (size, work) in works().items():
            times = max(2, n_sentences // size)
            for _ in range(times // 2):
                work()
            before = resident()
            for _ in range(times // 2):
                work()
            found[name] = before, resident()
    finally:
        gc.unfreeze()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sentences", type=int, default=1_000_000, help="of each kind of work")
    arguments = parser.parse_args()
    status = 0
    for name, (before, after) in growths(arguments.sentences).items():
        is_flat = after - before <= MAY_GROW
        verdict = "flat" if is_flat else "GROWS"
        print(f"{name:20} {before >> 10:8} KiB {after >> 10:8} KiB  {verdict}", flush=True)
        status |= not is_flat
    return status


if __name__ == "__main__":
    sys.exit(main())
