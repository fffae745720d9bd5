"""Fuzz a door: bytes guided by the coverage they reach, until the time is over or a finding.

    pip install atheris && python tests/fuzz/run.py DOOR --minutes 5

Needs atheris (CPython 3.11 to 3.13 on Linux). It sees the coverage of Python; of the kernels too,
where they were built with clang:

    CC=clang LDSHARED="clang -shared" FASTGEC_SANITIZE=fuzzer-no-link pip install -e .
    LD_PRELOAD=$(python -c "import atheris; print(atheris.path())")/ubsan_with_fuzzer.so \\
        python tests/fuzz/run.py DOOR --minutes 5

Begins with the bytes in `corpus/DOOR`; new ones are kept in a temporary folder, whose place is
printed. A finding ends the run with the door's traceback and leaves its bytes in the current folder
as `crash-DOOR-...`; once mended, it moves to `corpus/DOOR`, where the suite replays it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent), str(FOLDER.parent.parent / "bench")]


def main() -> None:
    import atheris

    with atheris.instrument_imports(include=["fastgec"]):
        from fuzz_doors import DOORS

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("door", choices=sorted(DOORS))
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--longest", type=int, default=400, help="most bytes of an input (400)")
    parser.add_argument("--seed", type=int, default=0, help="of the mutations (0: the time)")
    parser.add_argument("--keep", help="folder of the bytes found (a temporary one)")
    arguments = parser.parse_args()
    door = DOORS[arguments.door]
    kept = arguments.keep or tempfile.mkdtemp(prefix=f"fuzz-{arguments.door}-")
    Path(kept).mkdir(exist_ok=True)
    print(f"new bytes are kept in {kept}", flush=True)
    options = [
        f"-max_total_time={round(60 * arguments.minutes)}",
        f"-max_len={arguments.longest}",
        f"-seed={arguments.seed}",
        f"-artifact_prefix=crash-{arguments.door}-",
        "-rss_limit_mb=4096",
        "-timeout=60",
        "-print_final_stats=1",
        "-verbosity=1",
    ]
    seeds = FOLDER / "corpus" / arguments.door
    atheris.Setup([sys.argv[0], *options, kept, str(seeds)], door)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
