"""Refusals of wrong command lines and bad input: one table, refusals.txt.

A block of the table, up to a blank line, is a folder beside the sample data:

    NAME = 'TEXT'        a file for the rows below: a literal of Python, or with " * 9" repeated
    NAME = SAMPLE        ... a copy of a sample; with "/" a folder
    needs MODULE         the rows below are skipped where MODULE is not installed
    $ COMMAND LINE       without "fastgec", as a shell reads it
    STATUS MESSAGE       exit status, and the last line on standard error without "error:"

"..." in a message stands for any text; a line that begins with # is a comment. Every refusal is
one line (wrong usage: after the usage), prints nothing on standard output, and leaves the folder as
it was: no part of a score, no file half written. After a change of messages run this file, which
writes them into the table.
"""

from __future__ import annotations

import ast
import contextlib
import re
import shlex
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from commands import Call, Done, called
from fastgec.cli import GROUPS, all_commands
from fastgec.cli.texts import SAMPLES

TABLE = Path(__file__).with_name("refusals.txt")


@dataclass(frozen=True)
class Row:
    """A command line that is refused."""

    line: int
    command: str
    status: int
    message: str
    files: dict[str, bytes | None]
    needs: str

    def __str__(self) -> str:
        return f"{self.line}: {self.command}"


def content_of(value: str) -> bytes | None:
    """Content of a file of the table; None is a folder."""
    if value == "/":
        return None
    if value[0] not in "b'\"":
        return (SAMPLES / value).read_bytes()
    text, times = re.fullmatch(r"(.*['\"])(?: \* (\d+))?", value).groups("1")  # type: ignore[union-attr]
    content = ast.literal_eval(text) * int(times)
    return content.encode() if isinstance(content, str) else bytes(content)


def read_table(text: str) -> list[Row]:
    rows: list[Row] = []
    files: dict[str, bytes | None] = {}
    needs = command = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line:
            files, needs = {}, ""
        elif command:
            status, _, message = line.partition(" ")
            rows.append(Row(number - 1, command, int(status), message, dict(files), needs))
            command = ""
        elif line.startswith("$ "):
            command = line[2:]
        elif line.startswith("needs "):
            needs = line[6:]
        else:
            name, _, value = line.partition(" = ")
            files[name] = content_of(value)
    return rows


ROWS = read_table(TABLE.read_text(encoding="utf-8"))


def contents(folder: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def fill(folder: Path, row: Row) -> None:
    for path in SAMPLES.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    for name, content in row.files.items():
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(content)


def message_of(done: Done) -> str:
    """The last line on standard error, of wrong usage without its start."""
    *others, last = done.stderr.splitlines()
    if done.status == 1:
        assert all(line.startswith(("warning: ", "FutureWarning: ")) for line in others)
        return last
    assert not others or others[0].startswith("usage: fastgec")
    assert last.startswith("fastgec")
    return last.partition("error: ")[2]


def is_as_said(row: Row, message: str) -> bool:
    return bool(re.fullmatch(".*".join(map(re.escape, row.message.split("..."))), message))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_it_is_refused(
    row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    if row.needs and find_spec(row.needs) is None:
        pytest.skip(f"{row.needs} is not installed")
    fill(tmp_path, row)
    monkeypatch.chdir(tmp_path)
    before = contents(tmp_path)
    done = call(shlex.split(row.command))
    assert (done.status, done.stdout) == (row.status, ""), done.stderr
    message = message_of(done)
    assert is_as_said(row, message), f"{message}\nexpected: {row.message}"
    assert contents(tmp_path) == before


def test_every_command_is_in_the_table() -> None:
    commands = {(name,) for name in all_commands()}
    for group, (module, _) in GROUPS.items():
        commands |= {(group, name) for name in import_module(module).COMMANDS}
    words = [tuple(shlex.split(row.command)) for row in ROWS]
    assert commands <= {row[:1] for row in words} | {row[:2] for row in words}


def write_messages() -> None:
    """Write messages that have changed into the table: the diff shows them."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    for row in ROWS:
        with TemporaryDirectory() as folder, contextlib.chdir(folder):
            fill(Path(folder), row)
            done = called(shlex.split(row.command))
        if done.status in (1, 2) and not is_as_said(row, message := message_of(done)):
            lines[row.line] = f"{done.status} {message}"
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_messages()
