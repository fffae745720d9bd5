"""Time and memory of whole documents, counted as one sentence each by MaxMatch.

    python bench/documents.py --cases 60 --seed 1

Draws documents of 500 to 3,000 tokens: words that are as frequent as those of a language, two
annotators, and an output that makes some of their edits and others of its own. Then the output is
left as it is, given twice or three times, caught in a loop (up to 9,000 tokens), shuffled, or
rewritten. Each is counted once in a process of its own, on one thread, with token ids ready; its
time is that of the processor. Prints tokens, time, peak memory and the method that resolved each
document, and the worst of each kind; exits with status 1 if one took more than the bars, or was
refused. A document is named `seed.number`; `--name` counts that one alone, `--known` the slowest
loops known.
Same name and kind, same document. With `--modes` each is counted in all modes at once: correction,
recognition, detection. With `--loops` sources have up to 300 tokens and outputs are caught in loops
of up to 10,000, with any bound on unchanged words, either release, with and without ignoring white
space and case. POSIX only.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from cases import Case, GoldEdit, Options
from fastgec.maxmatch.matcher import Matcher, ModeMatcher
from worst_case import Measured, measure

N_WORDS = 3000
STOP = 0  # the word that ends a sentence
SIZES = (500, 1000, 2000, 3000)
PLAIN = Options(max_unchanged_words=2, is_release_3_2=False, is_folded=False)
KINDS = ("plain", "twice", "three times", "loop", "shuffled", "rewritten")
# Of some 9,000 loops of up to 3,000 x 9,000 tokens those that took longest at one time or another.
# Most are refused: both sides are long.
KNOWN = (
    *("38003.1109", "35005.1080", "38003.1", "38004.27", "35005.296", "38004.1409", "35102.368"),
    *("35003.27", "38004.1107", "38003.1229", "35004.972", "35004.3", "35004.771", "35005.1047"),
    *("35004.394", "35004.1036", "35003.1331", "35102.933", "35004.796"),
    *("35101.544", "35003.992", "35101.943"),
)
LOOPED = (3000, 5000, 9000)  # tokens of an output caught in a loop
BLOCKS = (1, 3, 10, 40)  # tokens that a loop repeats
# The word of rank r is as frequent as 1 / r, beginning with the full stop.
FREQUENCIES = tuple(accumulate(1 / (rank + 3) for rank in range(N_WORDS)))


@dataclass(frozen=True)
class Document:
    """A document of a kind, as one sentence."""

    case: Case
    kind: str
    options: Options = PLAIN


def words(draw: random.Random, size: int) -> list[int]:
    return draw.choices(range(N_WORDS), cum_weights=FREQUENCIES, k=size)


def source_of(draw: random.Random, size: int) -> list[int]:
    """Return sentences of 5 to 40 words, `size` tokens in all or a few more."""
    found: list[int] = []
    while len(found) < size:
        found += [max(word, 1) for word in words(draw, draw.randint(5, 40))]
        found.append(STOP)
    return found


def edits_of(draw: random.Random, source: Sequence[int], share: float) -> list[GoldEdit]:
    """Return edits of about a share of the tokens, from left to right, none touching another."""
    found: list[GoldEdit] = []
    at = 0
    while at < len(source):
        if draw.random() >= share:
            at += 1
            continue
        width = draw.choice((0, 1, 1, 1, 1, 2, 3))
        size = draw.choice((1, 1, 2)) if width == 0 else draw.choice((0, 1, 1, 1, 2, 4))
        end = min(at + width, len(source))
        found.append((at, end, (tuple(words(draw, size)),)))
        at = end + 1
    return found


def corrected(source: Sequence[int], edits: Sequence[GoldEdit]) -> list[int]:
    """Return a source with edits made, by the first alternative of each."""
    found: list[int] = []
    behind = 0
    for start, end, alternatives in edits:
        found += source[behind:start]
        found += alternatives[0]
        behind = end
    return found + list(source[behind:])


def output_of(draw: random.Random, kind: str, source: list[int], plain: list[int]) -> list[int]:
    """Return an output of a kind, made of a plain one."""
    if kind == "twice":
        return plain * 2
    if kind == "three times":
        return plain * 3
    if kind == "loop":
        at = draw.randrange(1, len(plain) - max(BLOCKS))
        block = plain[at : at + draw.choice(BLOCKS)]
        size = draw.choice(LOOPED)
        return (plain[:at] + block * size)[:size]
    if kind == "shuffled":
        return draw.sample(plain, len(plain))
    if kind == "rewritten":
        return [draw.choice(source) if draw.random() < 0.5 else word for word in plain]
    return plain


def drawn(name: str, kind: str = "") -> Document:
    """Return the document of a name, seed.number; of another kind, if one is given."""
    draw = random.Random(name)
    chosen = draw.choice(KINDS)
    source = source_of(draw, draw.choice(SIZES))
    annotators = [edits_of(draw, source, 0.09) for _ in range(2)]
    made = [edit for edit in annotators[0] if draw.random() < 0.4]
    taken = {place for start, end, _ in made for place in range(start - 1, end + 2)}
    for edit in edits_of(draw, source, 0.02):
        if taken.isdisjoint(range(edit[0], edit[1] + 1)):
            made.append(edit)
    output = output_of(draw, kind or chosen, source, corrected(source, sorted(made)))
    case = Case(tuple(source), tuple(output), tuple(map(tuple, annotators)))
    return Document(case, kind or chosen)


def drawn_loop(name: str) -> Document:
    """Return the loop of a name beside a short source."""
    draw = random.Random(f"loops.{name}")
    source = source_of(draw, draw.randrange(10, 300))[:300]
    annotators = [edits_of(draw, source, 0.09) for _ in range(2)]
    made = [edit for edit in annotators[0] if draw.random() < 0.4]
    plain = corrected(source, sorted(made))
    size = draw.choice((1000, 3000, 5000, 10000))
    at = draw.randrange(0, max(len(plain) - 1, 1))
    block = plain[at : at + draw.choice((1, 1, 2, 3, 5, 10, 20, 40))]
    output = (plain[:at] + block * size)[:size]
    unchanged = draw.choice((2, 2, 2, 2, 0, 1, 3, 5, 10, 20, 50))
    options = Options(unchanged, draw.random() < 0.2, draw.random() < 0.1)
    case = Case(tuple(source), tuple(output), tuple(map(tuple, annotators)))
    return Document(case, f"loop, u={unchanged}", options)


def line_of(name: str, document: Document, measured: Measured) -> str:
    sizes = f"{len(document.case.source):,} x {len(document.case.hypothesis):,}"
    return (
        f"{name:8} {document.kind:12} {sizes:>14} {measured.seconds:7.3f} s "
        f"{measured.peak / 1e6:7.1f} MB  {measured.way}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, default="", help="draw this kind alone")
    parser.add_argument("--name", help="count this document alone")
    parser.add_argument("--loops", action="store_true", help="draw loops beside short sources")
    parser.add_argument("--known", action="store_true", help="count the slowest loops known")
    parser.add_argument("--modes", action="store_true", help="count in all modes")
    parser.add_argument("--most-seconds", type=float, default=3.0, help="bar of time")
    parser.add_argument("--most-megabytes", type=float, default=600.0, help="bar, and limit")
    parser.add_argument("--kill-after", type=float, default=60.0, metavar="SECONDS")
    arguments = parser.parse_args()
    matcher = ModeMatcher if arguments.modes else Matcher
    limit = int(arguments.most_megabytes * 1e6)
    worst: dict[str, list[tuple[Measured, str]]] = {}
    n_refused = n_above = 0
    names = [f"{arguments.seed}.{number}" for number in range(arguments.cases)]
    if arguments.known:
        names, arguments.kind = list(KNOWN), "loop"
    for name in [arguments.name] if arguments.name else names:
        document = drawn_loop(name) if arguments.loops else drawn(name, arguments.kind)
        measured = measure(document.case, document.options, arguments.kill_after, limit, matcher)
        line = line_of(name, document, measured)
        print(line, flush=True)
        worst.setdefault(document.kind, []).append((measured, line))
        n_refused += measured.way in ("refused", "killed")
        n_above += measured.seconds > arguments.most_seconds or measured.peak > limit
    for title, key in (("slowest", "seconds"), ("largest", "peak")):
        print(f"\n{title} of each kind")
        for kind in sorted(worst):
            print(max(worst[kind], key=lambda found: getattr(found[0], key))[1])
    print(
        f"\n{sum(map(len, worst.values()))} documents, {n_refused} refused, {n_above} above "
        f"{arguments.most_seconds} s or {arguments.most_megabytes} MB"
    )
    return int(n_refused + n_above > 0)


if __name__ == "__main__":
    sys.exit(main())
