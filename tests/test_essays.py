"""Files of essays of MultiGEC-2025: the lines that they stand for, warnings, and refusals."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from commands import Call
from fastgec.read import install
from fastgec.read.essays import are_essays, read_essays
from fastgec.read.lines import Lines

RUN = ["run", "--benchmark", "multigec-2025", "-f", "json"]
SOURCE = {"a1": "I has a cat.\nIt sleep.\n", "b2": "Hi there you!", "c3": "\nWe goes home."}
FIRST = {"a1": "I have a cat.\nIt sleeps.", "b2": "Hi there, you!", "c3": "We go home."}
SECOND = {"c3": "We went home.", "a1": "I have a cat. It is sleeping."}
SYSTEM = {"c3": "We go home.\n", "a1": "I have a cat. It sleep."}


def essays(texts: dict[str, str]) -> str:
    """A file of essays."""
    return "".join(f"### essay_id = {name}\n{text}\n\n" for name, text in texts.items())


def tokens(text: str) -> list[str]:
    """The tokens of the tokenizer below."""
    return re.findall(r"\w+|[^\w\s]", text)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of essays, and a tokenizer in the place of syntok, which need not be installed."""

    class Tokenizer:
        def tokenize(self, text: str) -> list[Any]:
            return [SimpleNamespace(value=token) for token in tokens(text)]

    module = ModuleType("syntok.tokenizer")
    module.Tokenizer = Tokenizer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "syntok", ModuleType("syntok"))
    monkeypatch.setitem(sys.modules, "syntok.tokenizer", module)
    monkeypatch.chdir(tmp_path)
    for name, texts in (("orig", SOURCE), ("ref1", FIRST), ("ref2", SECOND), ("sys", SYSTEM)):
        Path(f"{name}.md").write_text(essays(texts), "utf-8")
    config("e.toml")
    return tmp_path


def config(
    path: str,
    source: str = "orig.md",
    references: tuple[str, ...] = ("ref1.md", "ref2.md"),
    system: str = "sys.md",
) -> None:
    """Write a config file."""
    text = f'source = "{source}"\nreferences = {[*references]}\n[systems]\nS = "{system}"\n'
    Path(path).write_text(f'name = "e"\n{text}', "utf-8")


def lines(texts: dict[str, str], otherwise: dict[str, str] | None = None) -> str:
    """An essay a line, as they are scored."""
    found = [texts.get(name, (otherwise or {}).get(name, "!")) for name in SOURCE]
    return "".join(" ".join(tokens(text)) + "\n" for text in found)


def scores(call: Call, path: str) -> str:
    """What is printed, without the names of files."""
    done = call([*RUN, path])
    assert done.status == 0, done.stderr
    return re.sub(r'"\w+\.(md|txt|toml)"', '"FILE"', done.stdout)


def test_essays_score_as_their_lines_do(folder: Path, call: Call) -> None:
    done = call([*RUN, "e.toml"])
    assert done.status == 0, done.stderr
    assert done.stderr.splitlines() == [
        'warning: corpus "e": ref2.md: lacks 1 of 3 essays ("b2", orig.md:6), for which the first '
        "reference that has them stands",
        'warning: corpus "e": sys.md: lacks 1 of 3 essays ("b2", orig.md:6), which count as "!"',
    ]
    for name, text in (
        ("orig", lines(SOURCE)),
        ("ref1", lines(FIRST)),
        ("ref2", lines(SECOND, FIRST)),
        ("sys", lines(SYSTEM)),
    ):
        Path(f"{name}.txt").write_text(text, "utf-8")
    config("l.toml", "orig.txt", ("ref1.txt", "ref2.txt"), "sys.txt")
    expected = scores(call, "l.toml")
    assert scores(call, "e.toml") == expected
    config("m.toml", system="sys.txt")  # tokens that are given
    assert scores(call, "m.toml") == expected


def test_an_essay_without_text_stays_empty(folder: Path, call: Call) -> None:
    text = essays({**FIRST, "b2": ""})
    Path("sys.md").write_text(f"Here they are:\n{text}", "utf-8")
    Path("sys.txt").write_text(lines({**FIRST, "b2": ""}), "utf-8")
    config("m.toml", system="sys.txt")
    assert scores(call, "e.toml") == scores(call, "m.toml")
    assert "sys.md: lacks" not in call([*RUN, "e.toml"]).stderr


@pytest.mark.parametrize(
    ("name", "texts", "expected"),
    [
        ("sys.md", {**SYSTEM, "d4": "Hi."}, 'sys.md:8: essay "d4": expected an essay of orig.md'),
        ("sys.md", {"": "Hi."}, 'sys.md:1: heading without an id: expected "### essay_id = ID"'),
        ("ref1.md", SYSTEM, 'orig.md:6: essay "b2": not in ref1.md, ref2.md: expected a reference'),
        (
            "orig.md",
            None,
            "ref1.md: headings of essays, and none in the source (orig.md): expected",
        ),
        ("ref2.md", None, "ref2.md:1: no heading of an essay: expected one as in others"),
    ],
)
def test_bad_essays_are_refused(
    name: str, texts: dict[str, str] | None, expected: str, folder: Path, call: Call
) -> None:
    Path(name).write_text("a\nb\nc\n" if texts is None else essays(texts), "utf-8")
    done = call([*RUN, "e.toml"])
    assert (done.status, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(expected)


def test_an_id_twice_is_refused(folder: Path, call: Call) -> None:
    Path("sys.md").write_text(essays(SYSTEM) + essays(SYSTEM), "utf-8")
    done = call([*RUN, "e.toml"])
    assert done.status == 1
    assert done.stderr == 'sys.md:8: essay "c3" again: expected each once (first in line 1)\n'


def test_essays_need_syntok(folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "syntok.tokenizer", None)
    done = call([*RUN, "e.toml"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.endswith(f"cuts essays into tokens: {install('multigec')}\n")


def test_tokens_are_those_of_syntok() -> None:
    pytest.importorskip("syntok", reason="the extra multigec is not installed")
    file = Lines.of(["### essay_id = a1 ", "Can't he go?", "", "Well-known (yes)."], "essays")
    assert are_essays(file)
    ((name, essay),) = read_essays(file).items()
    assert (name, essay.line) == ("a1", 1)
    assert essay.tokens == "Ca not he go ? Well known ( yes ) ."
