"""GREEN and GLEU against `wc -w` on the same four files, in one run: `python bench/compare_wc.py`.

The corpus is CoNLL-2014 (or, where it is not present, a seeded one) a hundred times over, each copy
made different. The commands take turns; what is printed are medians of wall time and of processor
time, their ratios to `wc -w`, and peak memory.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from parallel_corpora import Parallel, make_different_copies, make_parallel, real_parallel

ROUNDS = 7
COMMANDS = {
    "wc -w": [],
    "green, words, N = 4": ["green"],
    "green, words, 4 betas": ["green", "-b", "0.5", "1", "2", "5"],
    "green, characters, N = 6": ["green", "-n", "6", "-t", "char"],
    "gleu": ["gleu"],
}


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


def make_corpora(folder: Path) -> list[Parallel]:
    small = (real_parallel() or [make_parallel(folder, 1312, share=0.1)])[0]
    return [small, make_different_copies(folder, small, 100)]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        # A process counts the memory of the one that started it: this one stays small.
        with ProcessPoolExecutor(1) as other:
            corpora = other.submit(make_corpora, Path(folder)).result()
        for corpus in corpora:
            references = [str(path) for path in corpus.references]
            files = [str(corpus.source), *references, str(corpus.system)]
            columns = ["-s", str(corpus.source), "-r", *references, "-c", str(corpus.system)]
            runs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in COMMANDS}
            for _ in range(ROUNDS):
                for name, command in COMMANDS.items():
                    fastgec = [sys.executable, "-m", "fastgec", *command, "-j", "1", *columns]
                    runs[name].append(measure(fastgec if command else ["wc", "-w", *files]))
            print(f"{corpus.name}: {corpus.n_sentences} sentences, medians of {ROUNDS}")
            floor = [statistics.median(run[i] for run in runs["wc -w"]) for i in range(2)]
            for name, measured in runs.items():
                wall, processor, memory = (
                    statistics.median(run[i] for run in measured) for i in range(3)
                )
                print(
                    f"  {name:25} {wall:6.2f} s ({wall / floor[0]:5.2f} x wc)   processor "
                    f"{processor:6.2f} s ({processor / floor[1]:5.2f} x wc)   {memory:4.0f} MiB"
                )


if __name__ == "__main__":
    main()
