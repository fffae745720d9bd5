"""What fastgec is to hold, in one table: what was measured beside what was asked for.

    python bench/table.py --rounds 9 --cases 5000 --seed 2026

Runs `compare_wc` (CoNLL-2014 as it is and a hundred times over), a heavy batch of rewards
(`bench_rewards`), adversarial sentences (`worst_case`), golden documents and others (`documents`).
Ratios are of medians of commands that take turns: of processor time for one thread, of wall time
for two, for which both cores must be idle. The exit status is 1 if a row misses its bar. The
slowest and the largest sentences and documents are named, so that they can be counted again
(`--name`). POSIX only.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import compare_wc
from compare_wc import Study
from corpora import SHARED, make_corpus

if TYPE_CHECKING:  # see `throughput`
    from cases import Case
    from worst_case import Measured

KILL_AFTER = 60.0  # seconds, of a sentence or document


@dataclass(frozen=True)
class Row:
    """What was measured, and what it should be at the most.

    what   in words
    value  measured
    bar    to be held
    wish   better still; None: there is none
    unit   of all three: "x" is a ratio
    more   what else is to be said
    """

    what: str
    value: float
    bar: float
    wish: float | None
    unit: str
    more: str = ""

    def cells(self) -> list[str]:
        """Return the row as text."""
        digits = 0 if self.unit in ("ms", "MB", "") else 2
        wish = "" if self.wish is None else f"{self.wish:g}"
        verdict = "missed" if self.value > self.bar else "held"
        if self.wish is not None and self.value <= self.wish:
            verdict = "better"
        return [
            self.what,
            f"{self.value:.{digits}f} {self.unit}",
            *(f"{self.bar:g}", wish, verdict, self.more),
        ]


def throughput(folder: Path, copies: int, rounds: int) -> Iterator[Row]:
    """Yield rows of whole processes beside `wc -w` and `import numpy`."""
    # A process counts the memory of the one that started it: this one stays small, and imports
    # what measures the rest only when these are done.
    with ProcessPoolExecutor(1) as other:
        studies = other.submit(compare_wc.make_studies, folder, copies).result()
    once, often, _, texts = studies
    yield from _beside(
        (often, "wc -w", rounds),
        ("m2, two threads", "m2 -j 2 to wc -w", 1.1, 0.9, True),
        ("m2", "m2 -j 1 to wc -w", 2.0, 1.5, False),
    )
    yield from _beside(
        (texts, "wc -w", rounds),
        ("green, words, N = 4", "green -j 1, words, to wc -w", 1.9, 1.5, False),
        ("green, characters, N = 6", "green -j 1, characters, to wc -w", 4.0, 3.0, False),
        ("gleu", "gleu -j 1 to wc -w", 2.5, 2.0, False),
    )
    yield from _beside(
        (once, "import numpy", max(rounds, 15)),
        ("m2", "m2, CoNLL-2014, to import numpy", 1.1, 1.0, False),
    )


def _beside(
    study: tuple[Study, str, int], *asked: tuple[str, str, float, float, bool]
) -> Iterator[Row]:
    """Yield a row for each command: its name, words, bar, wish, and whether wall time counts."""
    corpus, floor, rounds = study
    runs = compare_wc.runs_of(corpus, rounds, [floor, *(one[0] for one in asked)])
    for name, what, bar, wish, is_wall in asked:
        wall, processor, memory = (
            [statistics.median(run[i] for run in runs[one]) for one in (name, floor)]
            for i in range(3)
        )
        kind, (value, base) = ("wall", wall) if is_wall else ("CPU", processor)
        yield Row(what, value / base, bar, wish, "x", f"{value:.3f} s of {kind}")
        if what.startswith("m2 -j 1"):
            yield Row("memory of m2 -j 1", memory[0], 36, None, "MB")


def hard_sentences(n_cases: int, seed: int) -> Iterator[Row]:
    """Yield rows of sentences that are made to be hard, and of the slowest ones known."""
    import worst_case

    names = [f"{seed}.500.{number}" for number in range(n_cases)]
    names += worst_case.KNOWN
    found = []
    for name in names:
        drawn = worst_case.drawn(name)
        found.append((name, worst_case.measure(drawn.case, drawn.options, KILL_AFTER)))
    yield from _worst(f"{len(names)} hard sentences", found, (0.25, 0.05), 150)


def whole_documents(n_cases: int, seed: int) -> Iterator[Row]:
    """Yield rows of golden documents, and of documents that are drawn."""
    import documents
    import worst_case
    from cases import Options

    cases = {f"golden {number}": case for number, case in enumerate(golden_documents(), 1)}
    for number in range(n_cases):
        name = f"{seed}.{number}"
        cases[name] = documents.drawn(name).case
    options = Options(max_unchanged_words=2, is_release_3_2=False, is_folded=False)
    found = [
        (name, worst_case.measure(case, options, KILL_AFTER, 10**9)) for name, case in cases.items()
    ]
    yield from _worst(f"{len(cases)} documents", found, (2, 0.5), 1000)


def golden_documents() -> Iterator[Case]:
    """Yield the documents of the golden data, where they are present."""
    from cases import Case
    from fastgec import Gold

    folder = SHARED / "golden" / "m2-documents"
    if not folder.is_dir():
        return
    gold_text, hypotheses = (
        gzip.decompress((folder / f"documents.{kind}.gz").read_bytes()).decode()
        for kind in ("m2", "hyp")
    )
    gold = Gold.parse(gold_text)
    table = gold.edits
    for s, line in enumerate(hypotheses.split("\n")[: len(gold)]):
        ids: dict[str, int] = {}

        def numbered(text: str, ids: dict[str, int] = ids) -> tuple[int, ...]:
            return tuple(ids.setdefault(word, len(ids)) for word in text.split())

        source, rows = numbered(gold.sources[s]), []
        for row in range(table.row_offsets[s], table.row_offsets[s + 1]):
            edits = range(table.edit_offsets[row], table.edit_offsets[row + 1])
            rows.append(
                tuple(
                    (
                        int(table.start[edit]),
                        int(table.end[edit]),
                        tuple(map(numbered, gold.corrections(edit))),
                    )
                    for edit in edits
                )
            )
        yield Case(source, numbered(line), tuple(rows))


def _worst(
    what: str, found: list[tuple[str, Measured]], seconds: tuple[float, float], megabytes: float
) -> Iterator[Row]:
    """Yield the slowest and the largest of what was found, and how many were not counted."""
    bar, wish = seconds
    slowest = max(found, key=lambda pair: pair[1].seconds)
    largest = max(found, key=lambda pair: pair[1].peak)
    n_failed = sum(one.way in ("killed", "refused") for _, one in found)
    yield Row(f"{what}: slowest", slowest[1].seconds, bar, wish, "s", slowest[0])
    yield Row(f"{what}: largest", largest[1].peak / 1e6, megabytes, None, "MB", largest[0])
    yield Row(f"{what}: not counted", n_failed, 0, None, "")


def rewards(rounds: int) -> Row:
    """Return the row of a heavy batch."""
    from bench_rewards import N_SAMPLES, N_SOURCES, make_batch
    from fastgec import Gold, m2

    path = SHARED / "data" / "conll14" / "gold.m2"
    name = "CoNLL-2014" if path.exists() else "seeded"
    with tempfile.TemporaryDirectory() as folder:
        if not path.exists():
            path = make_corpus(Path(folder), N_SOURCES, share=0.1).gold
        batch = make_batch(Gold.read(path).take(range(N_SOURCES)), "heavy")
    gold = batch.gold.repeat(N_SAMPLES)
    seconds = _median(lambda: m2.sentence_scores(batch.hypotheses, gold, jobs=1), rounds)
    return Row(f"rewards of {len(gold)}, heavy, {name}", 1000 * seconds, 150, 80, "ms", "CPU")


def _median(call: Callable[[], object], rounds: int) -> float:
    """Return the median of processor seconds."""
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--copies", type=int, default=100, help="of CoNLL-2014")
    parser.add_argument("--rounds", type=int, default=9, help="of each command")
    parser.add_argument("--cases", type=int, default=5000, help="hard sentences")
    parser.add_argument("--documents", type=int, default=60, help="that are drawn")
    parser.add_argument("--seed", type=int, default=2026, help="of what is drawn")
    options = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for row in _all(Path(folder), options):
            print(f"{row.what}: {row.cells()[1]}", file=sys.stderr, flush=True)
            rows.append(row)
    lines = [["what", "measured", "bar", "wish", "", ""], *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print(
            "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        )
    return int(any(row.value > row.bar for row in rows))


def _all(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    yield from throughput(folder, options.copies, options.rounds)
    yield rewards(options.rounds)
    yield from hard_sentences(options.cases, options.seed)
    yield from whole_documents(options.documents, options.seed)


if __name__ == "__main__":
    sys.exit(main())
