"""The program starts fast: help and the version are printed without what takes long to import."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fastgec.cli import all_commands

HEAVY = {
    *("numpy", "pyarrow", "rich", "backports.zstd", "compression.zstd"),
    *("gzip", "json", "hashlib", "tempfile", "shutil"),
}
# Their modules import what counts and prints inside `run`.
LIGHT_COMMANDS = ("check", "demo", "meta", "plot", "run")
ASKED = """
import sys
from fastgec.__main__ import main

try:
    status = main()
except SystemExit as error:
    status = error.code
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    "words",
    [["--version"], ["--help"], ["m2x"], *([name, "--help"] for name in LIGHT_COMMANDS)],
    ids=" ".join,
)
def test_help_and_the_version_are_printed_without_numpy(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == (2 if words == ["m2x"] else 0)
    modules = set(done.stderr.splitlines()[-1].split())
    assert "fastgec.cli" in modules
    assert not modules & HEAVY
    if words[0] not in all_commands():  # not even what most modules of the package import
        assert not modules & {"dataclasses", "inspect", "typing", "fastgec.cli.options"}


INTERRUPTED = """
import os, signal, sys

moment = sys.argv.pop(1)

class Keyboard:
    def find_spec(self, name, *_):
        if name == moment:
            print(name, flush=True)
            os.kill(os.getpid(), 2)

for name in ("enum", "signal"):  # as they are in a process that has imported neither
    sys.modules.pop(name)
sys.meta_path.insert(0, Keyboard())
from fastgec.__main__ import main

sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("module", ["signal", "enum", "fastgec.cli", "argparse", "numpy"])
def test_an_interrupt_while_modules_are_imported_ends_the_program_silently(module: str) -> None:
    words = [module, "compare", "a.txt", "b.txt", "--gold", "gold.m2"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, f"{module}\n", "")
