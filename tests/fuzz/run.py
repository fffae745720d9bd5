"""Fuzz an entry point: bytes guided by the coverage they reach, until time is over or a finding.

    pip install atheris && python tests/fuzz/run.py ENTRY_POINT --minutes 5

Needs atheris (CPython 3.11 to 3.13 on Linux). It sees the coverage of Python; of the kernels too,
where they were built with clang:

    CC=clang LDSHARED="clang -shared" FASTGEC_SANITIZE=fuzzer-no-link pip install -e .
    LD_PRELOAD=$(python -c "import atheris; print(atheris.path())")/ubsan_with_fuzzer.so \\
        python tests/fuzz/run.py ENTRY_POINT --minutes 5

Begins with the bytes in `corpus/ENTRY_POINT`; new ones are kept in a temporary folder, whose place
is printed. A finding ends the run with the entry point's traceback and leaves its bytes in the
current folder as `crash-ENTRY_POINT-...`; once mended, it moves to `corpus/ENTRY_POINT`, where the
suite replays it.
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
        from fuzz_entry_points import ENTRY_POINTS

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("entry_point", choices=sorted(ENTRY_POINTS))
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--longest", type=int, default=400, help="most bytes of an input (400)")
    parser.add_argument("--seed", type=int, default=0, help="of the mutations (0: the time)")
    parser.add_argument("--keep", help="folder of the bytes found (a temporary one)")
    arguments = parser.parse_args()
    entry_point = ENTRY_POINTS[arguments.entry_point]
    kept = arguments.keep or tempfile.mkdtemp(prefix=f"fuzz-{arguments.entry_point}-")
    Path(kept).mkdir(exist_ok=True)
    print(f"new bytes are kept in {kept}", flush=True)
    options = [
        f"-max_total_time={round(60 * arguments.minutes)}",
        f"-max_len={arguments.longest}",
        f"-seed={arguments.seed}",
        f"-artifact_prefix=crash-{arguments.entry_point}-",
        "-rss_limit_mb=4096",
        "-timeout=60",
        "-print_final_stats=1",
        "-verbosity=1",
    ]
    seeds = FOLDER / "corpus" / arguments.entry_point
    atheris.Setup([sys.argv[0], *options, kept, str(seeds)], entry_point)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
