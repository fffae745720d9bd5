"""Fixtures that several rooms' tests share."""

from __future__ import annotations

import gc
import os
import re
import signal
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import hypothesis
import pytest

import fastgec
from commands import Call, Here, Run
from fastgec.metrics import plain
from golden_data import GOLDEN, SHARED

# A shell that starts the suite in the background has it ignore interrupts, and so would every
# process that tests start; some tests interrupt themselves or such a process.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Some tests have `machine` say that there is little memory. Whoever takes its function by
# name and is imported first in such a test would believe that for good, and in others give up.
PACKAGE = Path(fastgec.__file__).parent
TAKEN = re.compile(r"^from fastgec\.machine import (\([^)]*|.*)\bavailable_memory\b", re.M)
for path in PACKAGE.rglob("*.py"):
    if TAKEN.search(path.read_text(encoding="utf-8")):
        import_module(".".join(("fastgec", *path.relative_to(PACKAGE).with_suffix("").parts)))

gc.set_threshold(100_000)  # as a process of the command line has it

os.environ["FASTGEC_NO_CACHE"] = "1"  # no test finds what another one analysed

# A plain run that is left to the usual way collects garbage at once. In a process of its own that
# takes no time; here it would search all that pytest holds, in each of hundreds of runs.
plain.gc = SimpleNamespace(collect=lambda: 0)

# A time limit per example would fail on a busy machine, not on a wrong result. Continuous
# integration draws the same examples every time; elsewhere they are new ones. A long search:
# `pytest --hypothesis-profile long`.
for name, n_examples in (("fastgec", 25), ("long", 5000)):
    hypothesis.settings.register_profile(
        name,
        deadline=None,
        print_blob=True,
        derandomize="CI" in os.environ,
        max_examples=n_examples,
    )
hypothesis.settings.load_profile("fastgec")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of corpora and golden data: beside the project, or where FASTGEC_SHARED says."""
    if not GOLDEN.is_dir():
        pytest.skip(f"no golden data in {GOLDEN}: only what is in tests/data is checked")
    return SHARED


@pytest.fixture(scope="session")
def samples() -> Path:
    """The sample data that ships with the package."""
    return Path(fastgec.__file__).resolve().parent / "samples"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the command line in an empty folder, in a process of its own."""
    return Run(tmp_path)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run the command line in this process, in the current folder: a tenth of the time of `run`."""
    return Call(capsys)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call) -> Here:
    """Run the command line in an empty folder, in this process."""
    monkeypatch.chdir(tmp_path)
    return Here(tmp_path, call)
