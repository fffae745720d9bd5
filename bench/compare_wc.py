"""m2, green and gleu against `wc -w` on the same files, in one run.

    python bench/compare_wc.py --copies 100 --rounds 7

The corpus is CoNLL-2014 (or, where it is not present, a seeded one) as it is and many times over,
each copy made different. The commands take turns; what is printed are medians of wall time
and of processor time, their ratios to `wc -w` and to `import numpy`, and peak memory. `m2` is there
twice: three lines need no numpy and no arrays (`fastgec.metrics.plain`), a table has both.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import corpora
import parallel_corpora
from corpora import make_corpus, real_corpora
from parallel_corpora import make_parallel, real_parallel

M2 = {
    "m2": ["m2", "-j", "1"],
    "m2, two threads": ["m2", "-j", "2"],
    "m2 -f table": ["m2", "-f", "table", "-j", "1"],
    "m2 -f table, two threads": ["m2", "-f", "table", "-j", "2"],
}
PARALLEL = {
    "green, words, N = 4": ["green", "-j", "1"],
    "green, words, 4 betas": ["green", "-j", "1", "-b", "0.5", "1", "2", "5"],
    "green, characters, N = 6": ["green", "-j", "1", "-n", "6", "-t", "char"],
    "gleu": ["gleu", "-j", "1"],
}


@dataclass(frozen=True)
class Study:
    """A corpus, its files as `wc` reads them, and the commands with their arguments."""

    name: str
    n_sentences: int
    files: list[str]
    commands: dict[str, list[str]]


def measure(arguments: list[str]) -> tuple[float, float, float]:
    """Return wall seconds, processor seconds and peak memory in MiB of one process."""
    begin = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def python_fastgec(*arguments: str) -> list[str]:
    """Return the command line of a fastgec command."""
    return [sys.executable, "-m", "fastgec", *arguments]


def make_studies(folder: Path, copies: int) -> list[Study]:
    gold = (real_corpora() or [make_corpus(folder, 1312, share=0.1)])[0]
    text = (real_parallel() or [make_parallel(folder, 1312, share=0.1)])[0]
    studies = []
    for corpus in (gold, corpora.make_different_copies(folder, gold, copies)):
        files = [str(corpus.system), str(corpus.gold)]
        commands = {name: [*command, *files] for name, command in M2.items()}
        studies.append(Study(corpus.name, corpus.n_sentences, files, commands))
    for parallel in (text, parallel_corpora.make_different_copies(folder, text, copies)):
        source, *references, system = map(
            str, (parallel.source, *parallel.references, parallel.system)
        )
        columns = ["-s", source, "-r", *references, "-c", system]
        commands = {name: [*command, *columns] for name, command in PARALLEL.items()}
        files = [source, *references, system]
        studies.append(Study(parallel.name, parallel.n_sentences, files, commands))
    return studies


def runs_of(
    study: Study, rounds: int, only: Sequence[str] = ()
) -> dict[str, list[tuple[float, float, float]]]:
    """Run `wc -w`, `import numpy` and the commands of a study in turns; return what each took.

    Args:
        study: the commands.
        rounds: how often each runs.
        only: names of those that run; none: all.
    """
    commands = {
        "wc -w": ["wc", "-w", *study.files],
        "import numpy": [sys.executable, "-c", "import numpy"],
    }
    for name, command in study.commands.items():
        commands[name] = python_fastgec(*command)
    commands = {name: commands[name] for name in only or commands}
    runs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(measure(command))
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--copies", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # A process counts the memory of the one that started it: this one stays small.
        with ProcessPoolExecutor(1) as other:
            studies = other.submit(make_studies, Path(folder), arguments.copies).result()
        for study in studies:
            runs = runs_of(study, arguments.rounds)
            print(f"{study.name}: {study.n_sentences} sentences, medians of {arguments.rounds}")
            floor, start = (
                [statistics.median(run[i] for run in runs[name]) for i in range(2)]
                for name in ("wc -w", "import numpy")
            )
            for name, measured in runs.items():
                wall, processor, memory = (
                    statistics.median(run[i] for run in measured) for i in range(3)
                )
                print(
                    f"  {name:25} {wall:6.3f} s ({wall / floor[0]:6.2f} x wc, "
                    f"{wall / start[0]:5.2f} x numpy)   processor {processor:6.3f} s "
                    f"({processor / floor[1]:6.2f}, {processor / start[1]:5.2f})  {memory:4.0f} MiB"
                )


if __name__ == "__main__":
    main()
