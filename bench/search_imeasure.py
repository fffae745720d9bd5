"""Search for cases that the I-measure's fast ways count differently from the slow oracle.

    python bench/search_imeasure.py --cases 500000 --seed 1

Draws random triples of texts, small vocabularies and long repeats among them, and compares the
three-way alignment with that of the whole table: cost, and columns move for move. Each of the three
texts is source, system or reference in turn. Stops at the first difference. Same seed, same cases.
The whole table is filled with numpy, which does not share code
with the kernel; the oracle in plain Python (`tests/oracle_imeasure.py`) checks a share of both.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fastgec.metrics.imeasure.counter import moves_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
import oracle_imeasure as oracle

NEVER = np.zeros(1, np.int32)
BATCH = 2000  # triples of the same sizes, whose tables are filled at once
SHARE = 200  # of so many cases one is checked by the oracle in plain Python, too


def varied(rng: random.Random, text: list[int], n_words: int) -> list[int]:
    """A text with changes, as systems and annotators make them."""
    text = list(text)
    for _ in range(rng.randint(0, 4)):
        at = rng.randint(0, len(text))
        more = [rng.randrange(n_words) for _ in range(rng.randint(0, 2))]
        text[at : at + rng.randint(0, 2)] = more
    return text


def batch_of(rng: random.Random) -> list[tuple[list[int], list[int], list[int]]]:
    """Triples of texts of the same three sizes."""
    n_words = rng.choice((1, 2, 2, 3, 4, 8, 30))
    sizes = [rng.randint(0, rng.choice((3, 6, 9))) for _ in range(3)]
    triples = []
    for _ in range(BATCH):
        source = [rng.randrange(n_words) for _ in range(max(sizes))]
        texts = []
        for size in sizes:
            text = varied(rng, source, n_words)[:size]
            text += [rng.randrange(n_words) for _ in range(size - len(text))]
            texts.append(text)
        triples.append((texts[0], texts[1], texts[2]))
    return triples


def whole_tables(texts: list[NDArray[np.int32]]) -> tuple[NDArray[np.int64], list[list[int]]]:
    """Return cost and moves of B triples, int32[B, size] each, from tables of all cells."""
    s, h, r = texts
    n_cases = len(s)
    sizes = tuple(text.shape[1] for text in texts)
    least = np.full((*(size + 1 for size in sizes), n_cases), 1 << 40, np.int64)
    steps = np.zeros(least.shape, np.int8)
    least[0, 0, 0] = 0

    def cost(i: int, j: int, k: int, move: tuple[int, int, int]) -> NDArray[np.int64]:
        found = np.zeros(n_cases, np.int64)
        column = [
            text[:, at - 1] if gives else None
            for text, at, gives in zip((s, h, r), (i, j, k), move, strict=True)
        ]
        for a, b in itertools.combinations(column, 2):
            if a is not None and b is not None:
                found += np.where(a == b, 0, 3)
            elif (a is None) != (b is None):
                found += 2
        return found

    for i, j, k in itertools.product(*(range(size + 1) for size in sizes)):
        for number, move in enumerate(oracle.MOVES):
            if i < move[0] or j < move[1] or k < move[2]:
                continue
            before = least[i - move[0], j - move[1], k - move[2]]
            tried = before + cost(i, j, k, move)
            is_less = tried < least[i, j, k]
            least[i, j, k][is_less] = tried[is_less]
            steps[i, j, k][is_less] = number
    walks = []
    for case in range(n_cases):
        i, j, k = sizes
        walk = []
        while i or j or k:
            number = int(steps[i, j, k, case])
            move = oracle.MOVES[number]
            walk.append(number)
            i, j, k = i - move[0], j - move[1], k - move[2]
        walks.append(walk[::-1])
    return least[sizes], walks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    begin = time.perf_counter()
    n_cases = n_slow = 0
    while n_cases < arguments.cases:
        triples = batch_of(rng)
        order = rng.choice(list(itertools.permutations(range(3))))
        arrays = [
            np.array([triple[which] for triple in triples], np.int32).reshape(BATCH, -1)
            for which in order
        ]
        costs, walks = whole_tables(arrays)
        for number in range(BATCH):
            texts = [np.ascontiguousarray(array[number]) for array in arrays]
            cost, moves = moves_of(texts[0], texts[1], texts[2], NEVER, 1 << 32)
            found = cost, moves.tolist()
            expected = int(costs[number]), walks[number]
            words = [list(map(str, text.tolist())) for text in texts]
            if number % SHARE == 0:
                n_slow += 1
                if oracle.align(*words) != expected:
                    raise SystemExit(f"tables differ: {words}")
            if found != expected:
                raise SystemExit(f"found {found}, expected {expected}: {words}")
        n_cases += BATCH
    seconds = time.perf_counter() - begin
    print(f"{n_cases} alignments equal, {n_slow} of them in plain Python too, {seconds:.0f} s")


if __name__ == "__main__":
    main()
