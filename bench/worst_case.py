"""Search for the sentences that MaxMatch needs most time or memory for.

    python bench/worst_case.py --size 500 --cases 300 --seed 1

Draws adversarial sentences of up to `size` tokens on each side: loops, periods, few words,
rewrites, shared ends, moved blocks; gold that is dense, repeated, overlapping, out of order, all
insertions or all unchanged words; any bound on unchanged words, both releases, with and without
ignoring white space and case. Each is counted once in a process of its own, on one thread, with
token ids ready; its time is that of the processor. Prints the slowest and the largest, and exits
with status 1 if one took more than the bars. A case is named `seed.size.number`; `--name` counts
that one alone, `--known` the slowest ones that were found. Same name, same case. POSIX only.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import select
import signal
import struct
import sys
import time
from dataclasses import dataclass

import numpy as np

from cases import Case, GoldEdit, Options, looped, matcher_of, mutated, random_gold, random_tokens
from fastgec.maxmatch.matcher import WAYS, Matcher, ModeMatcher, TooManyAlignmentsError

MEMORY = 4 << 30
# Of 75,000 sentences of seeds 71 to 1301, 1,500 of seed 4201 and more of 9102 and 9301, those that
# took longest at one time or another. The slowest now is 601.500.1610, which has 13.5 million arcs
# of minimum-cost paths and needs most memory.
KNOWN = (
    *("601.500.1610", "601.500.2800", "901.500.3226", "901.500.4996", "901.500.1054"),
    *("901.500.4319", "204.500.2765", "501.500.4384", "501.500.3168"),
    *("1301.500.4200", "501.500.1614", "801.500.4022", "801.500.1693"),
    *("71.500.837", "101.500.2003", "204.500.1660", "301.500.2216", "1001.500.4203"),
    *("1101.500.4272", "201.500.1435", "4201.500.853", "4201.500.56", "4201.500.1435"),
    *("9102.500.1513", "9301.500.27094", "9301.500.25561", "9301.500.1484", "9301.500.10250"),
    *("9301.500.7564", "77001.500.2168"),
)
FOUND = struct.Struct("<dqq?")  # seconds, peak bytes, way, counted
SHAPES = (
    *("few words", "many words", "loop", "looped twice", "period", "one word", "shared start"),
    *("shared end", "islands", "moved block", "similar", "short source", "short hypothesis"),
)
GOLDS = ("none", "mixed", "dense", "wide", "one place", "unchanged", "repeated", "spelled")


@dataclass(frozen=True)
class Drawn:
    """A case, how it is counted, and of which kinds it is."""

    case: Case
    options: Options
    shape: str
    gold: str
    n_words: int

    def __str__(self) -> str:
        sizes = f"{len(self.case.source)} x {len(self.case.hypothesis)}"
        return (
            f"{self.shape}, {self.n_words} words, {sizes}, gold {self.gold} "
            f"({sum(map(len, self.case.annotators))}), u={self.options.max_unchanged_words}"
            f"{', release 3.2' if self.options.is_release_3_2 else ''}"
            f"{', folded' if self.options.is_folded else ''}"
        )


@dataclass(frozen=True)
class Measured:
    """What one case needed; `way` is "killed" or "refused" where it was not counted."""

    seconds: float
    peak: int
    way: str


def periodic(draw: random.Random, size: int, n_words: int) -> list[int]:
    """Return a block repeated, now and then with a word changed."""
    block = [draw.randrange(n_words) for _ in range(draw.choice((1, 2, 2, 3, 4, 7)))]
    found = (block * (size // len(block) + 1))[:size]
    for _ in range(draw.choice((0, 0, 1, 3, size // 20))):
        found[draw.randrange(size)] = draw.randrange(n_words)
    return found


def texts(draw: random.Random, shape: str, size: int, n_words: int) -> tuple[list[int], list[int]]:
    """Return source and hypothesis of a shape, of up to `size` tokens each."""
    source = random_tokens(draw, size, n_words)
    other = random_tokens(draw, size, n_words)
    at = draw.randrange(1, size)
    if shape == "loop":
        other = looped(draw, source, size)
    elif shape == "looped twice":
        source, other = looped(draw, source, size), looped(draw, source, size)
    elif shape == "period":
        source = periodic(draw, size, n_words)
        other = (
            periodic(draw, size, n_words)
            if draw.random() < 0.3
            else source[draw.choice((1, 2, at)) :]
        )
    elif shape == "one word":
        source, other = [0] * size, [0] * draw.choice((1, size // 3 + 1, size // 2, size - 1, at))
        for tokens in (source, other):
            for _ in range(draw.choice((0, 0, 1, 5, 40))):
                tokens[draw.randrange(len(tokens))] = draw.randrange(n_words)
    elif shape == "shared start":
        other = source[:at] + other[at:]
    elif shape == "shared end":
        other = other[: size - at] + source[size - at :]
    elif shape == "islands":
        width, step = draw.choice((1, 2, 3, 5, 10)), draw.choice((4, 8, 20, 50))
        other = [source[j] if j % step < width else token for j, token in enumerate(other)]
    elif shape == "moved block":
        width = draw.randrange(1, size - at + 1)
        rest = source[:at] + source[at + width :]
        to = draw.randrange(len(rest) + 1)
        other = rest[:to] + source[at : at + width] + rest[to:]
    elif shape == "similar":
        other = mutated(draw, source, n_words, draw.choice((0.02, 0.1, 0.3, 0.6, 0.9)))
    elif shape == "short source":
        source = source[:at]
    elif shape == "short hypothesis":
        other = other[:at]
    return source[:size], other[:size]


def gold_edits(
    draw: random.Random, kind: str, source: list[int], hypothesis: list[int], n_words: int
) -> tuple[GoldEdit, ...]:
    """Return the gold edits of one annotator."""
    n = len(source)
    if kind == "none":
        return ()
    if kind == "mixed":
        return random_gold(draw, source, hypothesis, n_words, draw.choice((3, 20, 60)))
    edits: list[GoldEdit] = []
    place = draw.randrange(n + 1)
    for number in range(draw.choice((n // 10, n // 2, n, 2 * n))):
        start, width = number % (n + 1), draw.choice((1, 1, 2, 3))
        tokens = [draw.randrange(n_words) for _ in range(width)]
        if kind == "wide":
            start = draw.randrange(n)
            width = draw.randrange(1, n - start + 1)
            at = draw.randrange(len(hypothesis) + 1)
            tokens = hypothesis[at : at + draw.randrange(len(hypothesis) + 1)]
        elif kind == "one place":
            start, width = place, 0
        elif kind == "unchanged":
            tokens = source[start : start + width]
        elif kind == "spelled":
            width = draw.choice((0, 1, 1, 2, 4, 20))
            at = min(start, len(hypothesis))
            tokens = hypothesis[at : at + max(width + draw.choice((-1, 0, 0, 1, 3)), 0)]
        edits.append((start, min(start + width, n), (tuple(tokens),)))
    if kind == "repeated":
        edits = draw.sample(edits, min(5, len(edits))) * (n // 2)
    if draw.random() < 0.3:
        draw.shuffle(edits)
    return tuple(edits)


def drawn(name: str) -> Drawn:
    """Return the case of a name, seed.size.number."""
    draw = random.Random(name)
    size = int(name.split(".")[1])
    shape, kind = draw.choice(SHAPES), draw.choice(GOLDS)
    n_words = draw.choice((2, 2, 3, 5, 10, 20, 50, 100, 500))
    source, hypothesis = texts(draw, shape, size, n_words)
    n_annotators = draw.choice((1, 1, 1, 2))
    annotators = [gold_edits(draw, kind, source, hypothesis, n_words) for _ in range(n_annotators)]
    options = Options(
        max_unchanged_words=draw.choice((0, 1, 2, 2, 2, 2, 3, 5, 10, 20, 50, 100, 200, 350, 500)),
        is_release_3_2=draw.random() < 0.3,
        is_folded=draw.random() < 0.2,
    )
    case = Case(tuple(source), tuple(hypothesis), tuple(annotators))
    return Drawn(case, options, shape, kind, n_words)


def measure(
    case: Case,
    options: Options,
    seconds: float,
    memory: int = MEMORY,
    kind: type[Matcher] = Matcher,
) -> Measured:
    """Count a case in a process of its own, which is killed after so many seconds.

    `kind` is the matcher that counts it: as published, or in all modes.
    """
    matcher = matcher_of([case], options, kind)
    if isinstance(matcher, ModeMatcher):
        matcher.open(np.zeros((matcher.n_rows, 9), np.int64))
    table = np.zeros((matcher.n_rows, 3), np.int64)
    ways = np.zeros(matcher.n_rows, np.uint8)
    cancel = np.zeros(1, np.int32)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.process_time()
        try:
            stopped = matcher.count(0, 1, table, cancel, memory, ways=ways)
        except TooManyAlignmentsError as error:
            stopped = error.sentence
        taken = time.process_time() - start
        peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        os.write(writer, FOUND.pack(taken, peak, int(ways.max()), stopped < 0))
        os._exit(0)
    os.close(writer)
    try:
        if not select.select([reader], [], [], seconds)[0]:
            os.kill(child, signal.SIGKILL)
            return Measured(seconds, 0, "killed")
        taken, peak, way, is_counted = FOUND.unpack(os.read(reader, FOUND.size))
        return Measured(taken, peak, WAYS[way] if is_counted else "refused")
    finally:
        os.close(reader)
        os.waitpid(child, 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=500, help="most tokens of each side")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--name", help="count this case alone")
    parser.add_argument("--known", action="store_true", help="count the slowest ones known")
    parser.add_argument("--most-seconds", type=float, default=1.0, help="bar of time")
    parser.add_argument("--most-megabytes", type=float, default=200.0, help="bar of memory")
    parser.add_argument("--kill-after", type=float, default=60.0, metavar="SECONDS")
    arguments = parser.parse_args()
    if arguments.size < 2:
        parser.error("--size must be 2 or more")
    numbers = range(arguments.cases)
    names = [f"{arguments.seed}.{arguments.size}.{number}" for number in numbers]
    if arguments.known:
        names = list(KNOWN)
    results: list[tuple[str, Drawn, Measured]] = []
    n_above = 0
    for name in [arguments.name] if arguments.name else names:
        found = drawn(name)
        measured = measure(found.case, found.options, arguments.kill_after)
        results.append((name, found, measured))
        if (
            measured.seconds > arguments.most_seconds
            or measured.peak > arguments.most_megabytes * 1e6
            or measured.way == "refused"
        ):
            n_above += 1
            report("above", name, found, measured)
    for title, key in (
        ("slowest", lambda result: -result[2].seconds),
        ("largest", lambda result: -result[2].peak),
    ):
        for result in sorted(results, key=key)[:5]:
            report(title, *result)
    print(
        f"{len(results)} cases, {n_above} above {arguments.most_seconds} s, "
        f"{arguments.most_megabytes} MB or refused"
    )
    return int(n_above > 0)


def report(title: str, name: str, found: Drawn, measured: Measured) -> None:
    print(
        f"{title:8} {name:14} {measured.seconds:8.3f} s {measured.peak / 1e6:8.1f} MB "
        f"{measured.way:14} {found}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
