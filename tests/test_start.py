"""The program starts fast: help and the version are printed without what takes long to import."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from commands import called
from fastgec.cli import GROUPS, all_commands
from fastgec.metrics import METRICS, declarations, declared

HEAVY = {
    *("numpy", "pyarrow", "rich", "backports.zstd", "compression.zstd"),
    *("gzip", "json", "hashlib", "tempfile", "shutil", "dataclasses", "inspect"),
}
COMMANDS = [
    *([name] for name in all_commands()),
    *(
        [name, other]
        for name, (package, _) in GROUPS.items()
        for other in importlib.import_module(package).COMMANDS
    ),
    ["plot", "forest"],
    ["compare", "--metric", "cleme"],
]
WRONG = [  # words that argparse refuses
    *(["m2x"], ["m2", "--beta", "x", "a", "b"], ["m2", "--bta", "1", "a", "b"], ["m2"]),
    *(["green", "-n", "0"], ["errant", "x"], ["compare"], ["gleu", "-f", "xml"]),
]
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
    [["--version"], ["--help"], *WRONG, *([*words, "--help"] for words in COMMANDS)],
    ids=" ".join,
)
def test_help_and_what_is_wrong_with_words_are_printed_without_numpy(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == (2 if words in WRONG else 0)
    modules = set(done.stderr.splitlines()[-1].split())
    assert "fastgec.cli" in modules
    assert not modules & HEAVY
    if words[-1] == "--help":  # as within another program
        assert done.stdout == called(words).stdout
    if words[0] in METRICS:
        assert not modules & {"typing", "fastgec.metrics.base"}
    if words[0] not in all_commands():  # not even what most modules of the package import
        assert not modules & {"typing", "fastgec.cli.options"}


def test_what_metrics_declare_is_written_down() -> None:
    """If this fails, run `python -m fastgec.metrics.declarations`."""
    assert declarations.table() == declared.TABLE


INTERRUPTED = """
import os, signal, sys

moment = sys.argv.pop(1)

class Keyboard:
    def find_spec(self, name, *_):
        if name == moment:
            print(name, flush=True)
            os.kill(os.getpid(), 2)

for name in ("enum", "re", "argparse"):  # as in a process that has imported none of them
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Keyboard())
from fastgec.__main__ import main

sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("module", ["enum", "re", "fastgec.cli", "argparse", "numpy"])
def test_an_interrupt_while_modules_are_imported_ends_the_program_silently(module: str) -> None:
    words = [module, "compare", "a.txt", "b.txt", "--gold", "gold.m2"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, f"{module}\n", "")


def test_documented_modules_of_0_1_can_be_imported_by_their_old_names() -> None:
    """Each is the same module as under its new name; one warning says the new name."""
    code = """
import importlib.util, sys, warnings
warnings.simplefilter("error")
import fastgec.read.arrow, fastgec.bridges.corpus
warnings.simplefilter("always")
with warnings.catch_warnings(record=True) as caught:
    from fastgec.corpus.arrow import edits_of
    from fastgec.corpus.errors import FormatError
    from fastgec.corpus.tables import EditTable
    import fastgec.integrations.corpus
    from fastgec.page import report
assert edits_of is fastgec.read.arrow.edits_of
assert fastgec.integrations.corpus is fastgec.bridges.corpus
assert report is fastgec.show.page.report
assert FormatError is fastgec.FormatError and EditTable is fastgec.read.gold.EditTable
assert [str(one.message).partition(";")[0] for one in caught] == [
    "fastgec.corpus is now fastgec.read",
    "fastgec.corpus.errors is now fastgec.read",
    "fastgec.corpus.tables is now fastgec.read.gold",
    "fastgec.integrations is now fastgec.bridges",
    "fastgec.page is now fastgec.show.page",
]
assert "report" in dir(fastgec.page)
n_finders = len(sys.meta_path)
importlib.reload(fastgec)
assert len(sys.meta_path) == n_finders
assert importlib.util.find_spec("fastgec.corpus.nothing") is None
try:
    import fastgec.corpus.nothing
except ModuleNotFoundError:
    pass
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    subprocess.run([sys.executable, "-m", "fastgec.integrations.corpus"], check=True)


@pytest.mark.parametrize(
    ("package", "old", "new"),
    [
        *(("study", "Card", "Config"), ("study", "run_cards", "run_configs")),
        *(("meta", "Card", "Config"), ("meta", "Wishes", "Options")),
    ],
)
def test_old_names_of_functions_work_with_a_warning(package: str, old: str, new: str) -> None:
    module = importlib.import_module(f"fastgec.{package}")
    message = rf"fastgec\.{package}\.{old} is deprecated: write fastgec\.{package}\.{new}"
    with pytest.warns(DeprecationWarning, match=message):
        assert getattr(module, old) is getattr(module, new)
