"""What more cores give `fastgec m2`: as far as one thread at a time can work, and in processes.

    python bench/scaling.py --copies 100

The threads of a plain run share one lock, under which a block is read and cut, and the interpreter,
which starts a kernel and takes its result; each has its own buffers, and results are put into one
queue. So the first table says how much of a run cannot be shared: the time under the lock and in
folding results, with one thread, and from it the best speed-up of any number of threads (Amdahl).
The second one simulates machines of more cores than this one has: the corpus is counted in so many
ranges (`--sentence-range`), one process after another, and the slowest of them, with `fastgec
merge`, is what a machine of so many cores would take if its memory is as fast for all of them.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import patch

from compare_wc import make_studies, measure, python_fastgec
from fastgec.choose import best
from fastgec.metrics import plain
from fastgec.read import files as cuts

CORES = (1, 2, 4, 8, 16)


def unshared(output: str, gold: str) -> tuple[float, float]:
    """Return the seconds of a run with one thread, and those of them that cannot be shared."""
    taken = [0.0]

    def timed(call: Any) -> Any:
        def called(*arguments: Any) -> Any:
            start = time.thread_time()
            try:
                return call(*arguments)
            finally:
                taken[0] += time.thread_time() - start

        return called

    of_type: Any = best.running_best
    chosen = {"int64_t": timed(of_type["int64_t"])}
    with (
        patch.object(cuts.Cutter, "take", timed(cuts.Cutter.take)),
        patch.object(cuts.LineCutter, "take", timed(cuts.LineCutter.take)),
        patch.object(best, "running_best", chosen),
    ):
        start = time.process_time()
        plain.m2_totals([output], gold, beta=0.5, jobs=1)
        return time.process_time() - start, taken[0]


def in_ranges(folder: Path, files: list[str], n_sentences: int, n: int) -> tuple[float, float]:
    """Return processor seconds of the slowest of n ranges, and of putting them together."""
    bounds = [n_sentences * number // n for number in range(n + 1)]
    parts = [str(folder / f"{n}.{number}.npz") for number in range(n)]
    slowest = 0.0
    for number, part in enumerate(parts):
        span = f"{bounds[number] + 1}:{bounds[number + 1]}"
        command = ["m2", "-j", "1", "--sentence-range", span, "--counts-out", part, *files]
        slowest = max(slowest, measure(python_fastgec(*command))[1])
    return slowest, measure(python_fastgec("merge", *parts))[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--copies", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1) as other:
        study = other.submit(make_studies, Path(folder), options.copies).result()[1]
        start = min(measure(python_fastgec("--version"))[1] for _ in range(options.rounds))
        whole, alone = min(unshared(*study.files) for _ in range(options.rounds))
        print(f"{study.n_sentences} sentences, {whole:.3f} s in kernels and reading of one thread,")
        print(f"{1000 * alone:.1f} ms of them not shared; start of the process {start:.3f} s")
        for n in CORES:
            seconds = alone + (whole - alone) / n
            print(f"  {n:2} threads at best {seconds:.3f} s, {whole / seconds:5.2f} times as fast")
        base = 0.0
        for n in CORES:
            slowest, merged = in_ranges(Path(folder), study.files, study.n_sentences, n)
            base = base or slowest
            print(
                f"  {n:2} processes {slowest:.3f} s and {merged:.3f} s to merge, "
                f"{base / slowest:5.2f} times as fast without merging"
            )


if __name__ == "__main__":
    main()
