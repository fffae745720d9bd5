"""Time of `fastgec cleme`: whole processes, beside one that imports numpy, and growth.

    python bench/cleme_speed.py SYSTEM.m2 GOLD.m2 [--times 1 10 100]

Runs each command in turn, one thread each, and prints medians of processor time. `--times` repeats
the sentences so often; what a sentence costs must not grow.
"""

from __future__ import annotations

import argparse
import gzip
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path


def seconds(command: Sequence[str]) -> float:
    """Run a command and return its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def text_of(path: str) -> bytes:
    """Return the text of an M2 file, an empty line behind its last sentence."""
    data = Path(path).read_bytes()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    return data.rstrip(b"\n") + b"\n\n"


def main() -> int:
    """Time each command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("gold")
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    texts = [text_of(path) for path in (options.system, options.gold)]
    n_sentences = texts[1].count(b"\nS ") + 1
    start = [sys.executable, "-m", "fastgec"]
    with tempfile.TemporaryDirectory() as folder:
        for times in options.times:
            paths = [str(Path(folder, f"{times}-{k}.m2")) for k in (0, 1)]
            for path, text in zip(paths, texts, strict=True):
                Path(path).write_bytes(text * times)
            words = ["-j", "1", "-q", *paths]
            commands = {
                "import numpy": [sys.executable, "-c", "import numpy"],
                "cleme": [*start, "cleme", *words],
                "cleme --weights none": [*start, "cleme", "--weights", "none", *words],
                "cleme2": [*start, "cleme2", *words],
            }
            found: dict[str, list[float]] = {name: [] for name in commands}
            for _ in range(options.rounds):
                for name, command in commands.items():
                    found[name].append(seconds(command))
            numpy = statistics.median(found["import numpy"])
            for name, values in found.items():
                spent = statistics.median(values)
                each = 1e6 * (spent - numpy) / (times * n_sentences)
                print(
                    f"{times * n_sentences} sentences, {name}: {1000 * spent:.0f} ms"
                    + (
                        f", {each:.1f} µs a sentence beside numpy"
                        if name in list(found)[1:]
                        else ""
                    ),
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
