"""Examples of README and docs: every block of code is found, and run as it stands.

A page runs in a folder of its own that has the sample data, under the names that pages use. Its
blocks run from top to bottom: `console` must print what it shows, `sh` must end with status 0,
`python` runs in one namespace for the page. Comments above a block, which readers do not see, say
what is special:

    <!-- not run: REASON -->   the block needs what tests do not have; `test_docs.py` counts these
    <!-- needs: MODULE ... --> the block runs where these are installed; counted likewise
    <!-- run by: TEST.py -->   the file of tests that runs the block in a way of its own
    <!-- file: NAME -->        the block is the content of a file, which later blocks read
    <!-- setup: CODE -->       Python (lines, up to the end of the comment) that runs first
    <!-- shows an error -->    the commands of the block end with another status than 0 or 3
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import fastgec
from fastgec.cli import main

PROJECT = Path(__file__).resolve().parent.parent
DOCS = PROJECT / "docs"
SAMPLES = Path(fastgec.__file__).resolve().parent / "samples"
PAGES = [PROJECT / "README.md", *sorted(DOCS.glob("*.md"))]
LANGUAGES = ("console", "sh", "python", "pycon")

# What pages call the files of the sample data.
NAMES = {
    "careful.txt": ("a.txt", "system.txt", "out.txt", "new.txt"),
    "bold.txt": ("b.txt", "base.txt", "old.txt"),
    "source.txt": ("c.txt",),
    "ref0.txt": ("ref2.txt",),
    "ref1.txt": ("ref3.txt",),
    "gold.m2": ("reference.m2", "ref.m2"),
}
EDITS = {"careful.txt": ("a.m2", "system.m2", "out.m2"), "bold.txt": ("b.m2", "c.m2")}
BLOCK = re.compile(
    r"(?P<marks>(?:<!--(?:(?!-->).)*-->\n)*)"
    r"(?P<indent> *)```(?P<language>[\w-]*)[^\n]*\n(?P<code>.*?)\n?(?P=indent)```\n",
    re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A block of code, and where it begins."""

    place: str
    language: str
    code: str
    marks: str

    def mark(self, name: str) -> str | None:
        """Return what a comment above the block says under a name; None if none does."""
        found = re.search(rf"<!-- {name}:?\s*(.*?)\s*-->", self.marks, re.DOTALL)
        return None if found is None else found[1]


def blocks_of(page: Path) -> Iterator[Block]:
    """Yield all blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("language")) + 1
        code = re.sub(rf"(?m)^{found['indent']}", "", found["code"])
        yield Block(f"{page.name}:{line}", found["language"], code, found["marks"])


def world(folder: Path) -> None:
    """Fill a folder with the sample data, under the names that pages use."""
    shutil.copytree(SAMPLES, folder, dirs_exist_ok=True)
    for name, others in NAMES.items():
        for other in others:
            shutil.copy(SAMPLES / name, folder / other)
    for name, others in EDITS.items():
        for other in others:
            arguments = ["convert", "-s", "source.txt", "-r", name, "-o", other]
            assert run(arguments, folder) == (0, "", "")
    text = (SAMPLES / "careful.txt").read_text(encoding="utf-8")
    (folder / "raw.txt").write_text(text.replace(" .", ".").replace(" ,", ","), encoding="utf-8")
    samples = "".join(line * 16 for line in text.splitlines(keepends=True))
    (folder / "samples.txt").write_text(samples, encoding="utf-8")


def run(arguments: list[str], folder: Path) -> tuple[int, str, str]:
    """Return exit status, output and errors of a command in a folder, in this process."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(arguments)
        except SystemExit as error:
            status = int(error.code or 0)
        out.flush()
        err.flush()
        texts = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore
    return status, texts[0], texts[1]


def shell(line: str, folder: Path) -> tuple[int, str, str]:
    """Return what a line does that a shell must read: pipes, redirections, other programs."""
    path = os.pathsep.join([str(folder), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "HOME": str(folder)}
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def commands(code: str) -> Iterator[str]:
    """Yield the commands of a block of sh: lines joined, comments left out."""
    for line in code.replace("\\\n", " ").splitlines():
        command = re.sub(r"(^|\s)#.*", "", line).strip()
        if command:
            yield command


def perform(command: str, folder: Path) -> tuple[int, str, str]:
    """Return what a command does."""
    words = shlex.split(command)
    is_plain = not set(words) & {"|", ">", "<", "&&", ";"} and not set(command) & set("*~$")
    if words[0] == "fastgec" and is_plain:
        return run(words[1:], folder)
    if words[:2] == ["pip", "install"]:  # nothing is fetched by a test
        return 0, "", ""
    return shell(command, folder)


def run_page(page: Path, folder: Path) -> None:
    """Run all blocks of a page.

    Raises:
        AssertionError: A block that does something else than the page says; its place is named.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks_of(page):
        if not is_run(block):
            continue
        setup = block.mark("setup")
        if setup:
            python(setup, block.place, folder, names)
        name = block.mark("file")
        if name:
            (folder / name).write_text(block.code + "\n", encoding="utf-8")
        elif block.language == "python":
            python(block.code, block.place, folder, names)
        elif block.language == "console":
            console(block, folder)
        elif block.language == "sh":
            for command in commands(block.code):
                status, _, err = perform(command, folder)
                expected = block.mark("shows an error") is not None
                assert (status not in (0, 3)) == expected, f"{block.place}: {command}: {err}"


def is_run(block: Block) -> bool:
    """Return whether a block is run, with its page and with what is installed."""
    needed = (block.mark("needs") or "").split()
    is_elsewhere = block.mark("not run") is not None or block.mark("run by") is not None
    return not is_elsewhere and all(map(find_spec, needed))


def python(code: str, place: str, folder: Path, names: dict[str, Any]) -> None:
    """Run Python in a folder, in the namespace of its page."""
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", fastgec.InputWarning)
        try:
            exec(compile(code, place, "exec"), names)
        except Exception as error:
            raise AssertionError(f"{place}: {type(error).__name__}: {error}") from error


def console(block: Block, folder: Path) -> None:
    """Run the commands of a console, and compare what they print."""
    for part in re.split(r"(?m)^\$ ", block.code)[1:]:
        command, _, output = part.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command = f"{command[:-1]} {more.lstrip('> ')}"
        status, out, err = perform(command, folder)
        assert (err + out).rstrip("\n") == output.rstrip("\n"), f"{block.place}: {command}"
        expected = block.mark("shows an error") is not None
        assert (status not in (0, 3)) == expected, f"{block.place}: status {status}"


def names_of(page: str, *examples: str) -> dict[str, Any]:
    """Run examples of a page one after the other, and return what they define."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for name in examples:
        [code] = [b.code for b in blocks_of(DOCS / page) if b.mark("example") == name]
        exec(compile(code, f"{page}: {name}", "exec"), names)
    return names
