"""What votes of several systems reach, and the candidate that agrees most, against the best system.

    python bench/votes.py [CORPUS ...]

Needs the real corpora beside the project. Prints a table for each corpus: MaxMatch's P, R and F0.5
of the best system, of the vote of all (more than half), and of ways to combine that have something
to choose: the threshold, how many of the best systems take part, the weights. That is chosen on
other sentences than it is used on: of five folds, whole stretches of the corpus, each takes what
has the largest F0.5 on the other four, where systems are ranked and weighted, too. The last columns
are the difference from the best system, its 95 % interval, and p of approximate randomization.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corpora import SHARED
from fastgec import Counts, Gold, m2, mbr, study, vote
from fastgec.counts import gather
from fastgec.read.lines import Lines

CORPORA = ("conll14", "bea-dev")
N_FOLDS = 5
POWERS = (1, 2, 4, 8)  # of F, as weights
SHARES = [Fraction(n, 20) for n in range(1, 20)]
RESAMPLES = 10_000


class Way(NamedTuple):
    """A way to combine systems: a name for the cache, and the text that it makes."""

    key: Hashable
    text: Callable[[], list[str]]


def texts_of(column: Lines) -> list[str]:
    return [column[s] for s in range(len(column))]


Ways = Callable[[Sequence[float]], Iterator[Way]]  # of F0.5 of each system on some folds


class Bench:
    """A corpus and its systems."""

    def __init__(self, corpus: str) -> None:
        folder = SHARED / "data" / corpus
        self.gold = Gold.read(folder / "gold.m2")
        self.sources = self.gold.sources
        paths = sorted((folder / "systems").glob("*.txt"))
        self.names = [path.stem for path in paths]
        self.columns = [Lines.read(path) for path in paths]
        self.texts: dict[Hashable, list[str]] = {}
        self.counts: dict[Hashable, Counts] = {}
        n = len(self.gold)
        bounds = [n * fold // N_FOLDS for fold in range(N_FOLDS + 1)]
        self.folds = [np.arange(a, b) for a, b in pairwise(bounds)]

    def counted(self, way: Way) -> Counts:
        if way.key not in self.counts:
            self.texts[way.key] = way.text()
            self.counts[way.key] = m2.count(self.texts[way.key], self.gold, jobs=None)
        return self.counts[way.key]

    def f_of(self, way: Way, sentences: np.ndarray) -> float:
        counts = self.counted(way)
        rows, offsets = gather(counts.offsets, sentences)
        part = Counts(counts.table[rows], offsets, counts.labels[rows], counts.columns, "m2")
        return m2.score_counts(part).f

    def honest(self, ways: Ways) -> tuple[list[str], list[Hashable]]:
        """Each fold by the way that is best on the others; the text, and what was chosen."""
        text: list[str] = []
        chosen: list[Hashable] = []
        for fold in self.folds:
            others = np.setdiff1d(np.arange(len(self.gold)), fold)
            scores = [self.f_of(way, others) for way in self.singles()]
            best = max(ways(scores), key=lambda way: self.f_of(way, others))
            text += [self.texts[best.key][sentence] for sentence in fold.tolist()]
            chosen.append(best.key)
        return text, chosen

    def singles(self) -> list[Way]:
        return [
            Way(("system", number), partial(texts_of, column))
            for number, column in enumerate(self.columns)
        ]

    def vote_of(self, members: Sequence[int], least: int) -> Way:
        members = sorted(members)
        return Way(
            ("vote", tuple(members), least),
            partial(
                vote,
                *(self.sources, [self.columns[number] for number in members]),
                threshold=Fraction(least, len(members)),
                jobs=None,
            ),
        )

    # Ways that have something to choose

    def one(self, scores: Sequence[float]) -> Iterator[Way]:
        del scores
        yield from self.singles()

    def thresholds(self, scores: Sequence[float]) -> Iterator[Way]:
        for least in range(1, len(scores) + 1):
            yield self.vote_of(range(len(scores)), least)

    def best_few(self, scores: Sequence[float]) -> Iterator[Way]:
        ranked = sorted(range(len(scores)), key=lambda number: -scores[number])
        for size in range(1, len(ranked) + 1):
            for least in range(1, size + 1):
                yield self.vote_of(ranked[:size], least)

    def weighted(self, scores: Sequence[float]) -> Iterator[Way]:
        for power in POWERS:
            weights = [round(1000 * score**power) for score in scores]
            for share in SHARES:
                yield Way(
                    ("weights", power, tuple(weights), share),
                    partial(
                        vote,
                        *(self.sources, self.columns),
                        threshold=share,
                        weights=weights,
                        jobs=None,
                    ),
                )

    def agreed(self, scores: Sequence[float]) -> Iterator[Way]:
        ranked = sorted(range(len(scores)), key=lambda number: -scores[number])
        for size in range(1, len(ranked) + 1):
            members = tuple(sorted(ranked[:size]))
            yield Way(
                ("mbr", members),
                partial(mbr, self.sources, [self.columns[number] for number in members], jobs=None),
            )


def shown(key: Hashable, n_systems: int) -> str:
    """What was chosen, in a few words."""
    match key:
        case ("vote", tuple(members), least):
            return f"{least} of {len(members)}" if len(members) > 1 else "one"
        case ("weights", power, _, Fraction() as share):
            return f"F^{power}, {float(share):g}"
        case ("mbr", tuple(members)):
            return f"{len(members)} of {n_systems}"
    return ""


def table(corpus: str) -> Iterator[str]:
    bench = Bench(corpus)
    everybody = np.arange(len(bench.gold))
    singles = bench.singles()
    best = max(singles, key=lambda way: bench.f_of(way, everybody))
    k = len(singles)
    majority = bench.vote_of(range(k), k // 2 + 1)
    everyone = list(bench.agreed([0.0] * k))[-1]
    for way in (majority, everyone):
        bench.counted(way)
    rows: list[tuple[str, list[str], tuple[str, ...]]] = [
        (f"best system: {bench.names[singles.index(best)]}", bench.texts[best.key], ()),
        ("vote of all, more than half", bench.texts[majority.key], ()),
        ("mbr of all", bench.texts[everyone.key], ()),
    ]
    for name, ways in (
        ("system chosen", bench.one),
        ("vote of all, threshold chosen", bench.thresholds),
        ("vote of the best, number and threshold chosen", bench.best_few),
        ("vote of all, weights and threshold chosen", bench.weighted),
        ("mbr of the best, number chosen", bench.agreed),
    ):
        text, keys = bench.honest(ways)
        rows.append((name, text, tuple(dict.fromkeys(shown(key, k) for key in keys))))
    compared = study.compare(
        "m2", rows[0][1], [text for _, text, _ in rows], bench.gold, resamples=RESAMPLES
    )
    yield f"| {corpus}, {k} systems | P | R | F0.5 | difference | 95 % | p | chosen in the folds |"
    yield "| --- | ---: | ---: | ---: | ---: | --- | ---: | --- |"
    for (name, text, chosen), one in zip(rows, compared, strict=True):
        score = m2.evaluate(text, bench.gold)
        cells = [f"{100 * value:.2f}" for value in (score.precision, score.recall, score.f)]
        if name.startswith("best"):
            cells += ["", "", ""]
        else:
            low, high = one.interval
            cells += [f"{100 * one.difference:+.2f}", f"{100 * low:+.2f} to {100 * high:+.2f}"]
            cells.append(f"{one.p_randomization:.4f}")
        yield f"| {name} | {' | '.join(cells)} | {'; '.join(filter(None, chosen))} |"


def main() -> None:
    warnings.simplefilter("ignore")  # a note that gold is public
    for corpus in sys.argv[1:] or CORPORA:
        for line in table(corpus):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
