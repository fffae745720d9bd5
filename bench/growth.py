"""How the time of MaxMatch grows with the length of a sentence.

    python bench/growth.py --plot bench/growth.png

Counts seeded sentences of 25 to 1,600 tokens, with token ids ready, on one thread: similar ones
(one token in twenty is changed), reworded ones (one in three) and unrelated ones (words drawn anew
from as many words as there are tokens). Gold is one edit for every ten tokens, half of them made by
the hypothesis. Prints milliseconds of the median sentence, by which power of the length it grew,
and milliseconds of the slowest sentence: few sentences depend on the published scorer's order, and
may need to know how long its list is.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time

import numpy as np

from cases import Case, GoldEdit, Options, matcher_of, mutated, random_tokens
from fastgec.maxmatch.matcher import Matcher

SIZES = (25, 50, 100, 200, 400, 800, 1600)
KINDS = ("similar", "reworded", "unrelated")
OPTIONS = Options(max_unchanged_words=2, is_release_3_2=False, is_folded=False)
N_TOKENS = 6400  # of all sentences of one size
MEMORY = 4 << 30


def sentence(draw: random.Random, kind: str, size: int) -> Case:
    """Return a case of a kind whose source has `size` tokens."""
    n_words = min(size, 500)
    source = [draw.randrange(n_words) for _ in range(size)]
    if kind == "unrelated":
        hypothesis = random_tokens(draw, size, n_words)
    else:
        hypothesis = mutated(draw, source, n_words, 0.05 if kind == "similar" else 0.35)
    edits: list[GoldEdit] = []
    for start in sorted(draw.sample(range(size), size // 10)):
        at = min(start, len(hypothesis) - 1)
        made = hypothesis[at : at + 1] if draw.random() < 0.5 else [draw.randrange(n_words)]
        edits.append((start, start + 1, (tuple(made),)))
    return Case(tuple(source), tuple(hypothesis), (tuple(edits),))


def seconds(matcher: Matcher) -> list[float]:
    """Return the least time of a few runs over each sentence, one call each."""
    table = np.zeros((matcher.n_rows, 3), np.int64)
    cancel = np.zeros(1, np.int32)
    found = []
    for sentence in range(matcher.n_sentences):
        least = math.inf
        for _ in range(3):
            start = time.perf_counter()
            stopped = matcher.count(sentence, sentence + 1, table, cancel, MEMORY)
            least = min(least, time.perf_counter() - start)
            if stopped >= 0:
                raise SystemExit(f"a sentence needs more than {MEMORY} bytes")
            if least > 0.1:
                break
        found.append(least)
    return found


def plot(path: str, curves: dict[str, list[float]]) -> None:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print(f"no plot in {path}: matplotlib is not installed")
        return
    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.subplots()
    for kind, milliseconds in curves.items():
        axes.loglog(SIZES, milliseconds, marker="o", label=kind)
    first = curves["similar"][0]
    for power, style in ((1, ":"), (2, "--")):
        line = [first * (size / SIZES[0]) ** power for size in SIZES]
        axes.loglog(SIZES, line, style, color="gray", label=f"tokens^{power}")
    axes.set_xlabel("tokens of source and of hypothesis")
    axes.set_ylabel("milliseconds of the median sentence, one thread")
    axes.set_xticks(SIZES, [str(size) for size in SIZES])
    axes.legend()
    figure.savefig(path, dpi=120)
    print(f"plot: {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", metavar="PNG", help="draw the curves, if matplotlib is there")
    arguments = parser.parse_args()
    curves: dict[str, list[float]] = {kind: [] for kind in KINDS}
    print("tokens  " + "".join(f"{kind:>12} power   slowest" for kind in KINDS))
    for size in SIZES:
        cells = []
        for kind in KINDS:
            draw = random.Random(f"{arguments.seed} {kind} {size}")
            cases = [sentence(draw, kind, size) for _ in range(max(N_TOKENS // size, 9))]
            times = seconds(matcher_of(cases, OPTIONS))
            taken = 1000 * statistics.median(times)
            power = math.log2(taken / curves[kind][-1]) if curves[kind] else math.nan
            curves[kind].append(taken)
            grown = "" if math.isnan(power) else f"{power:.2f}"
            cells.append(f"{taken:>12.4f} {grown:>5} {1000 * max(times):>9.3f}")
        print(f"{size:>6}  " + "".join(cells), flush=True)
    if arguments.plot:
        plot(arguments.plot, curves)


if __name__ == "__main__":
    main()
