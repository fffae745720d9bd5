"""The table of evidence is true; golden data in the repository is small and holds no corpus."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import evidence
from commands import DATA
from errant_data import needs_errant
from examples import PROJECT
from fastgec.metrics.imeasure import mixed
from golden_data import COMMITTED, content_of

# In the sample data, which is ours, and in what thousands of learners wrote.
SET_PHRASE = "I look forward to hearing from you soon ."
PAGE = PROJECT / "docs" / "exactness.md"
MARKED = [
    pytest.param(row, marks=[needs_errant] if "edits" in row.metric else [])
    for row in evidence.ROWS
]


def shown(row: evidence.Row) -> list[str]:
    """The cells of a row in the documents: metric, program, cases, largest difference."""
    (found,) = [
        cells
        for cells in evidence.table_of(PAGE.read_text(encoding="utf-8"))
        if cells[:2] == [row.metric, row.program]
    ]
    return found[:4]


@pytest.mark.parametrize("row", MARKED, ids=lambda row: f"{row.metric} {row.program}")
def test_rows_of_made_up_data_are_true(row: evidence.Row, monkeypatch: pytest.MonkeyPatch) -> None:
    # Rules choose from the same candidates of the I-measure: they are made once for all rules.
    monkeypatch.setattr(mixed, "Mixture", cache(mixed.Mixture))
    assert evidence.cells(row)[:4] == shown(row)


def test_rows_of_corpora_are_true(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests of each metric compare all parts of a row; here the first is, on texts that are found
    by their content (one part alone is a comparison of minutes: its numbers are looked at)."""

    def first_done(tasks: list[evidence.Task]) -> tuple[int, int]:
        if len(tasks) > 1:
            tasks[0].compare()
        return sum(task.n_cases for task in tasks), 0

    monkeypatch.setattr(evidence, "done", first_done)
    rows = list(evidence.corpus_rows(evidence.linked(shared / "data", tmp_path)))
    table = evidence.table_of(PAGE.read_text(encoding="utf-8"))
    assert len(rows) + len(evidence.ROWS) == len(table)
    for row in rows:
        assert evidence.cells(row)[:4] == shown(row)


def test_the_readme_shows_rows_of_the_page() -> None:
    pages = (PROJECT / "README.md", PAGE)
    some, every = (evidence.table_of(page.read_text(encoding="utf-8")) for page in pages)
    assert len(some) >= 6
    assert all(row in every for row in some)


def test_a_page_keeps_the_rows_that_were_not_compared() -> None:
    old = [["a", "b", "1", "0", "1 s", "—"], ["c", "d", "2", "0", "1 s", "—"]]
    new = [["a", "b", "3", "0", "2 s", "—"], ["e", "f", "4", "0", "2 s", "—"]]
    assert evidence.merged(old, new) == [new[0], old[1], new[1]]
    page = f"before\n{evidence.BEGIN}{evidence.lines_of(old)}{evidence.END}after\n"
    assert evidence.table_of(page) == old


def strings(content: Any) -> Iterator[str]:
    """Texts in a value of JSON; a list of words is a text."""
    if isinstance(content, str):
        yield from re.split(r"[\n\t]", content)
    elif isinstance(content, dict):
        for value in content.values():
            yield from strings(value)
    elif isinstance(content, list):
        if content and all(isinstance(value, str) for value in content):
            yield " ".join(content)
        for value in content:
            yield from strings(value)


def texts(path: Path) -> Iterator[str]:
    """The texts of a file of golden data."""
    name, content = path.name, content_of(path).decode()
    if ".jsonl" in name:
        for line in content.splitlines():
            yield from strings(json.loads(line))
    elif ".json" in name:
        yield from strings(json.loads(content))
    else:
        yield from re.split(r"[\n\t]|\|\|\||<[^>]*>", content)


def words(line: str) -> tuple[str, ...]:
    return tuple(line.removeprefix("S ").split())


def test_no_text_of_a_corpus_is_in_the_repository(shared: Path) -> None:
    lines = {
        line
        for path in (shared / "data").rglob("*")
        if path.is_file()
        for line in content_of(path).decode(errors="replace").splitlines()
    }
    paths = [
        path
        for path in DATA.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc", ".md")
    ]
    assert len(paths) > 100
    found = {text for path in paths for text in texts(path) if len(text) >= 11}  # six words
    ours = {text for text in map(words, found) if len(text) >= 6}
    assert len(ours) > 40_000
    assert ours & set(map(words, lines)) <= {words(SET_PHRASE)}


def test_golden_data_is_small() -> None:
    assert sum(path.stat().st_size for path in COMMITTED.rglob("*") if path.is_file()) < 8 << 20
