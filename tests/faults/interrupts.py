"""Interrupt and terminate the command line at random moments: nothing partial is left.

    python tests/faults/interrupts.py --times 100

Each time a run that writes a file is sent SIGINT or SIGTERM after a random part of the time that it
takes. It must end with the status of that signal, say nothing but its warnings, and leave the file
whole or not at all; or it was done already. Prints how often each ending was seen.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import fastgec

SAMPLES = Path(fastgec.__file__).resolve().parent / "samples"
ENDINGS = {
    signal.SIGINT: {0: "done", 130: "interrupted", -signal.SIGINT: "done or not begun"},
    signal.SIGTERM: {0: "done", -signal.SIGTERM: "terminated"},
}


def commands(folder: Path) -> list[list[str]]:
    """Runs that take a little and write a file; `folder` gets what they read."""
    texts = {path.name: path.read_bytes() for path in SAMPLES.iterdir() if path.is_file()}
    for name, text in texts.items():
        (folder / name).write_bytes((text.rstrip(b"\n") + b"\n" * (1 + (name == "gold.m2"))) * 60)
    parallel = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt"]
    return [
        ["m2", "--sentences", "out.jsonl", "careful.txt", "bold.txt", "gold.m2"],
        ["m2", "--edits", "out.jsonl", "careful.txt", "gold.m2"],
        ["green", "--sentences", "out.tsv", *parallel, "-c", "careful.txt"],
        ["gleu", "--sentences", "out.tsv", *parallel, "-c", "careful.txt"],
        ["convert", *parallel, "-o", "out.m2"],
    ]


def outputs(folder: Path, inputs: set[str]) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in inputs}


def started(folder: Path, words: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "fastgec", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def strike(times: int, seed: int) -> Counter[str]:
    """Interrupt and terminate runs; return how often each ending was seen.

    Raises: AssertionError for what an interrupt must not leave.
    """
    draw = random.Random(seed)
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runs = commands(folder)
        inputs = {path.name for path in folder.iterdir()}
        whole: list[tuple[float, bytes, bytes, dict[str, bytes]]] = []
        for words in runs:
            start = time.monotonic()
            stdout, warnings = started(folder, words).communicate(timeout=300)
            files = outputs(folder, inputs)
            whole.append((time.monotonic() - start, stdout, warnings, files))
            assert files, words
            (folder / next(iter(files))).unlink()
        for number in range(times):
            words = runs[number % len(runs)]
            seconds, stdout, warnings, files = whole[number % len(runs)]
            kind = (signal.SIGINT, signal.SIGTERM)[number // len(runs) % 2]
            process = started(folder, words)
            time.sleep(draw.uniform(0.02, seconds))
            process.send_signal(kind)
            said, error = process.communicate(timeout=60)
            status = process.returncode
            what = f"{' '.join(words)}: {kind.name}, status {status}, {error.decode()}"
            if status == 1 and b"Traceback" in error and b"in _run" not in error:
                status = -kind  # Python was starting: it says so in its own way
                error = b""
            assert status in ENDINGS[kind], what
            ending = ENDINGS[kind][status]
            left = outputs(folder, inputs)
            assert left in ({}, files), what
            if ending == "done":
                assert (said, left) == (stdout, files), what
            assert said in (b"", stdout), what
            if status >= 0:  # else Python may tell of its start
                assert error in (b"", warnings), what
            seen[f"{kind.name} {ending}"] += 1
            for path in left:
                (folder / path).unlink()
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    # A shell that starts this in the background has it, and what it starts, ignore interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for ending, times in sorted(strike(arguments.times, arguments.seed).items()):
        print(f"{ending:32} {times:5}")


if __name__ == "__main__":
    main()
