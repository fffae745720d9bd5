"""Compare every fast way with its reference kernel on random cases, for as long as wished.

    python bench/soak.py --minutes 60 --seed 1

Stops at the first difference, with the smallest case that still shows it, and status 1. Compared
are, on the cases of `cases.py`:

    faithful  MaxMatch as it is counted with the list of the published scorer
    oracle    MaxMatch with the slow oracle of the tests (cases of a few tokens)
    ngrams    n-grams, trimmed, with untrimmed ones
    regions   n-grams with multisets of tuples, the oracle of the tests
    threads   both metrics on one thread with several
    blocks    GREEN and GLEU read from files in small blocks with columns in memory

Same seed and turn, same cases. At the end: how many cases each comparison took.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest import mock

import numpy as np
from numpy.typing import NDArray

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

import oracle_green
import oracle_m2
from cases import WORDS, Case, Options, mutated, random_case, random_tokens
from fastgec import Counts, Gold, InputWarning, References, gleu, green, m2
from fastgec._ngram import count_texts
from fastgec.read import files
from m2_cases import random_cases
from search_disagreements import KINDS, counts, differs, smallest

CANCEL = np.zeros(1, np.int32)
MEMORY = 1 << 32
ORACLE_TOKENS = 6
Texts = tuple[tuple[int, ...], ...]  # source, hypothesis, references


class DifferenceError(Exception):
    """Two ways that should agree do not: the case, as text."""


def drawn_options(draw: random.Random) -> Options:
    return Options(
        max_unchanged_words=draw.choice((0, 1, 2, 2, 2, 3, 4, 6)),
        is_release_3_2=draw.random() < 0.25,
        is_folded=draw.random() < 0.25,
    )


def check_faithful(draw: random.Random) -> int:
    kind, longest, _, size = draw.choices(KINDS, [share for _, _, share, _ in KINDS])[0]
    options = drawn_options(draw)
    cases = [random_case(draw, kind, longest) for _ in range(size)]
    fast, faithful = (counts(cases, options, choice=choice)[0] for choice in ("fast", "faithful"))
    if not np.array_equal(fast, faithful):
        is_different = partial(differs, options=options, choice="fast")
        case = smallest(next(filter(is_different, cases)), is_different)
        raise DifferenceError(f"{options}\n{case}")
    return size


def oracle_differs(case: Case, options: Options) -> bool:
    source, hypothesis = ([WORDS[t] for t in side] for side in (case.source, case.hypothesis))
    gold = {
        number: [
            oracle_m2.GoldEdit(
                start, end, tuple(" ".join(WORDS[t] for t in tokens) for tokens in texts)
            )
            for start, end, texts in edits
        ]
        for number, edits in enumerate(case.annotators)
    }
    expected = oracle_m2.count_sentence(
        source,
        hypothesis,
        gold,
        max_unchanged_words=options.max_unchanged_words,
        ignore_whitespace_casing=options.is_folded,
        release="3.2" if options.is_release_3_2 else "development",
    )
    found = counts([case], options, choice="fast")[0].tolist()
    return bool(found != [list(expected[number]) for number in gold])


def check_oracle(draw: random.Random) -> int:
    options = drawn_options(draw)
    cases = [random_case(draw, "tiny", ORACLE_TOKENS) for _ in range(100)]
    cases = [case for case in cases if max(len(case.source), len(case.hypothesis)) <= ORACLE_TOKENS]
    for case in cases:
        if oracle_differs(case, options):
            case = smallest(case, partial(oracle_differs, options=options))
            raise DifferenceError(f"{options}\n{case}")
    return len(cases)


def random_texts(draw: random.Random) -> Texts:
    n_words = draw.choice((1, 2, 3, 6, 30))
    source = random_tokens(draw, draw.choice((0, 3, 10, 25, 60)), n_words)

    def version() -> tuple[int, ...]:
        kind = draw.random()
        if kind < 0.15:
            return tuple(source)
        if kind < 0.3:
            return tuple(random_tokens(draw, draw.randint(0, 30), n_words))
        return tuple(mutated(draw, source, n_words, draw.choice((0.05, 0.2, 0.6))))

    return (tuple(source), *(version() for _ in range(draw.randint(2, 4))))


def regions_of(cases: list[Texts], order: int, *, absent: bool, trim: bool) -> NDArray[np.int64]:
    """Return the counts of each case: int64[R, order, 7], or 8 with `absent`."""
    found = []
    for case in cases:
        source, hypothesis, *references = case
        texts = [" ".join(map(str, text)).encode() for text in (source, *references, hypothesis)]
        table = count_texts(texts, len(references), order, False, absent, MEMORY, trim=trim)
        found.append(table.reshape(-1, order, table.shape[-1]))
    return np.concatenate(found)


def trim_differs(cases: list[Texts], order: int, *, absent: bool) -> bool:
    trimmed, whole = (regions_of(cases, order, absent=absent, trim=trim) for trim in (True, False))
    return not np.array_equal(trimmed, whole)


def regions_differ(case: Texts, order: int) -> bool:
    source, hypothesis, *references = case
    found = regions_of([case], order, absent=False, trim=True).tolist()
    expected = [
        [list(oracle_green.regions(source, reference, hypothesis, n)) for n in range(1, order + 1)]
        for reference in references
    ]
    return bool(found != expected)


def smallest_texts(case: Texts, is_different: Callable[[Texts], bool]) -> Texts:
    """Return texts that differ, and from which no token and no reference can be left out."""
    while True:
        smaller = [case[:k] + case[k + 1 :] for k in range(2, len(case)) if len(case) > 3]
        for k, text in enumerate(case):
            smaller += [
                (*case[:k], text[:at] + text[at + 1 :], *case[k + 1 :]) for at in range(len(text))
            ]
        found = next(filter(is_different, smaller), None)
        if found is None:
            return case
        case = found


def check_ngrams(draw: random.Random) -> int:
    order, absent = draw.choice((1, 2, 4, 4, 6, 9)), draw.random() < 0.5
    cases = [random_texts(draw) for _ in range(1000)]
    if trim_differs(cases, order, absent=absent):

        def is_different(case: Texts) -> bool:
            return trim_differs([case], order, absent=absent)

        case = smallest_texts(next(filter(is_different, cases)), is_different)
        raise DifferenceError(f"order {order}, absent {absent}\n{case}")
    return len(cases)


def check_regions(draw: random.Random) -> int:
    order = draw.choice((1, 2, 4, 6))
    cases = [random_texts(draw) for _ in range(20)]
    is_different = partial(regions_differ, order=order)
    for case in cases:
        if is_different(case):
            raise DifferenceError(f"order {order}\n{smallest_texts(case, is_different)}")
    return len(cases)


def drawn_columns(draw: random.Random, size: int) -> list[list[str]]:
    cases = [random_texts(draw)[:3] for _ in range(size)]
    columns = zip(*cases, strict=True)
    return [[" ".join(WORDS[t] for t in text) for text in column] for column in columns]


def check_threads(draw: random.Random) -> int:
    seed = draw.randrange(1 << 30)
    cases = random_cases(1000, seed)
    gold = Gold.parse("".join(case.block() for case in cases))
    texts = [" ".join(case.hypothesis) for case in cases]
    folded = draw.random() < 0.3
    one, several = (
        m2.count(texts, gold, jobs=jobs, ignore_whitespace_casing=folded) for jobs in (1, 5)
    )
    if one != several:
        raise DifferenceError(f"random_cases(1000, {seed}), folded {folded}: threads differ")
    return len(cases)


def check_blocks(draw: random.Random) -> int:
    source, hypothesis, reference = drawn_columns(draw, 500)
    unit = draw.choice(("word", "char"))

    def counted(*columns: list[str] | Path) -> list[Counts]:
        source, reference, hypothesis = columns
        return [
            green.count(hypothesis, References(source, [reference]), unit=unit, jobs=3),
            gleu.count(hypothesis, References(source, [reference]), unit=unit, jobs=3),
        ]

    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, str(number)) for number in range(3)]
        columns = (source, reference, hypothesis)
        for path, column in zip(paths, columns, strict=True):
            path.write_text("".join(f"{text}\n" for text in column), encoding="utf-8")
        with mock.patch.object(files, "LINES", 16):
            found = counted(*paths)
    if found != counted(*columns):
        raise DifferenceError(f"unit {unit}: {columns}")
    return len(source)


CHECKS: dict[str, Callable[[random.Random], int]] = {
    "faithful": check_faithful,
    "oracle": check_oracle,
    "ngrams": check_ngrams,
    "regions": check_regions,
    "threads": check_threads,
    "blocks": check_blocks,
}


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--cases", type=int, default=1 << 62, help="or after so many cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=CHECKS, action="append", help="this comparison")
    arguments = parser.parse_args(words)
    names = arguments.only or list(CHECKS)
    print(f"seed {arguments.seed}: {', '.join(names)}", flush=True)
    end = time.monotonic() + 60 * arguments.minutes
    warnings.simplefilter("ignore", InputWarning)  # random texts have little in common
    done: Counter[str] = Counter()
    seconds = dict.fromkeys(names, 0.0)
    turns: Counter[str] = Counter()
    while time.monotonic() < end and done.total() < arguments.cases:
        name = min(names, key=lambda name: seconds[name])  # an equal time for each
        start = time.monotonic()
        try:
            done[name] += CHECKS[name](random.Random(f"{arguments.seed} {name} {turns[name]}"))
        except DifferenceError as difference:
            print(f"{name} differs, seed {arguments.seed}, turn {turns[name]}\n{difference}")
            return 1
        seconds[name] += time.monotonic() - start
        turns[name] += 1
    for name in names:
        print(f"{name:10} {done[name]:>10} cases in {seconds[name]:8.1f} s")
    print(f"{done.total()} cases, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
