"""Tables and prose fit the screen; numbers never break; no number reads as what it is not."""

from __future__ import annotations

import csv as csv_reader
import io
import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from commands import Call
from fastgec.cli.options import share
from fastgec.cli.texts import SAMPLES
from fastgec.read.lines import Lines, is_same_text
from fastgec.show.tables import (
    Cell,
    Column,
    Grid,
    Table,
    cell_width,
    csv,
    screen_width,
    table_lines,
    terminal,
    wrapped,
)
from fastgec.values import CUSTOMARY, shown_p

TEXTS = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt"]
NO_PROPOSAL = "source proposes nothing: its P (—) counts as 100.00 in F."
BOTH = ["bold.txt", "careful.txt"]
SCREENS = [
    ["m2", "-f", "table", "--ci=50", *BOTH, "gold.m2"],
    ["m2", "-f", "table", *BOTH, "source.txt", "gold.m2"],
    ["m2", "-f", "table", "--per-annotator", *BOTH, "gold.m2"],
    ["m2", "-f", "table", "--ceiling", *BOTH, "gold.m2"],
    ["m2", "-f", "table", "--types", *BOTH, "gold.m2"],
    ["green", "-f", "table", "--ci=50", "-b", "0.5", "2", *TEXTS, "-c", *BOTH],
    ["gleu", "-f", "table", "--ci=50", *TEXTS, "-c", *BOTH],
    ["compare", "--resamples=50", "--holm", *BOTH, "source.txt", "--gold", "gold.m2"],
    ["check", "gold.m2", "--all"],
    ["check", "--parallel", "source.txt", *BOTH],
]


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)


@pytest.mark.parametrize("columns", [80, 60, 44])
@pytest.mark.parametrize("arguments", SCREENS, ids=lambda words: " ".join(words[:5]))
def test_a_screen_fits(
    arguments: list[str], columns: int, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = call(arguments).stdout
    assert max(map(len, narrow.splitlines())) <= columns
    # No number and no word is lost or broken: only names may be, at a letter.
    monkeypatch.setenv("COLUMNS", "400")
    numbers = re.compile(r"(?<![\w.])[+-]?\d+\.\d+(?![\w.])|\[.*?\]")
    wide = call(arguments).stdout
    assert set(numbers.findall(wide)) <= set(numbers.findall(narrow))


GRIDS = st.integers(1, 6).flatmap(
    lambda n: st.tuples(
        st.lists(st.text("ab c", min_size=1, max_size=12), min_size=n, max_size=n),
        st.lists(
            st.lists(st.integers(-999, 99999), min_size=n - 1, max_size=n - 1),
            min_size=1,
            max_size=4,
        ),
        st.lists(st.text("xyz/_-. 漢", min_size=1, max_size=40), min_size=4, max_size=4),
    )
)


@given(GRIDS, st.integers(24, 90))
def test_tables_fit_and_their_numbers_never_break(
    drawn: tuple[list[str], list[list[int]], list[str]], width: int
) -> None:
    headings, numbers, names = drawn
    headings = [" ".join(heading.split()) or "h" for heading in headings]
    rows = [
        [Cell(" ".join(name.split()) or "n"), *(Cell(str(number)) for number in row)]
        for name, row in zip(names, numbers, strict=False)
    ]
    grid = Grid(headings, rows, [True] + [False] * (len(headings) - 1), [0])
    lines = list(table_lines(grid, width))
    assert max(map(cell_width, lines)) <= max(width, 14 + 2 + 12)
    if len(headings) > 1:
        words = " ".join(lines).split()
        assert all(words.count(cell.text) >= 1 for row in rows for cell in row[1:])
    shown = "".join("".join(lines).split())
    for row in rows:  # names are whole, letter for letter, whatever stands between their lines
        assert all(letter in shown for letter in row[0].text.replace(" ", ""))


def test_a_table_too_wide_is_split_and_has_its_names_again() -> None:
    columns = (Column("System", "system"), *(Column(f"Score {n}", f"s{n}") for n in range(12)))
    rows = tuple((name, *(123456 + n for n in range(12))) for name in ("one", "two"))
    lines = terminal(Table(columns, rows), is_terminal=False, width=50).splitlines()
    assert max(map(len, lines)) <= 50
    assert sum(line.startswith("one ") for line in lines) == len(lines) // 5 >= 2
    assert [str(123456 + n) in " ".join(lines) for n in range(12)] == [True] * 12


def test_the_width_is_that_of_columns_else_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "61")
    assert screen_width(is_terminal=False) == screen_width(is_terminal=True) == 61
    for odd in ("", "0", "x", "-3"):
        monkeypatch.setenv("COLUMNS", odd)
        assert screen_width(is_terminal=False) == 80


@given(st.text("ab \n漢", max_size=60), st.integers(1, 30))
def test_prose_wraps_at_words(text: str, width: int) -> None:
    lines = wrapped(text, width).split("\n")
    assert " ".join(lines).split() == text.split()
    assert wrapped(text, 100) == text
    for line in lines:
        assert cell_width(line) <= width or len(line.split()) == 1


@given(st.integers(1, 200_000), st.integers(1, 200_000), st.sampled_from([0.05, 0.01, 0.025, 0.2]))
@example(50, 1001, 0.05)  # 0.04995
@example(8910, 200_000, 0.05)  # a tie, but for the double's own error
@example(1, 1001, 0.05)
@example(1, 200_000, 0.05)
def test_a_p_never_reads_as_what_it_is_not(count: int, n: int, level: float) -> None:
    p = min(count, n) / n
    read = float(shown_p(p, level))
    for mark in (level, *CUSTOMARY):
        assert (read < mark, read > mark) == (p < mark, p > mark)
    assert abs(Decimal(shown_p(p, level)) - Decimal(p)) <= Decimal("0.00005")  # exact, of doubles
    assert len(shown_p(p, level)) >= 6


def test_csv_is_what_tsv_is_and_is_read_back() -> None:
    columns = (Column("System", "system"), Column("F", "f", is_score=True))
    rows = (('a, "b"\rc', 0.25), ("plain", None), ("=1", 1.0))
    found = list(csv_reader.reader(io.StringIO(csv(Table(columns, rows)), newline="")))
    assert found == [["system", "f"], ['a, "b"\rc', "0.25"], ["plain", ""], ["=1", "1.0"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0.8", 0.8), ("80%", 0.8), ("35.01%", 0.3501), ("0%", 0.0), ("100%", 1.0), ("1e1%", 0.1)],
)
def test_a_threshold_may_be_per_cent(text: str, expected: float) -> None:
    assert share(text) == expected


def test_a_threshold_of_another_size_is_refused(call: Call) -> None:
    for text, hint in (
        ("80", "80%"),
        ("101%", "80%"),
        ("x%", "80%"),
        ("nan%", "80%"),
    ):
        done = call(["m2", "--fail-under", text, "bold.txt", "gold.m2"])
        assert (done.status, done.stdout) == (2, "")
        assert done.stderr.endswith(
            f"{text!r}: expected a number from 0 to 1, or per cent, such as {hint}\n"
        )
    done = call(["m2", "--fail-under", "80%", "bold.txt", "gold.m2"])
    assert (done.status, done.stderr) == (3, "bold.txt: F0.5 is 0.7112, below 0.8\n")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (["a b", "c"], ["a b", "c"], True),
        (["a b", "c"], [" a  b ", "c"], True),
        (["a\u3000b"], ["a b"], True),  # white space as Python has it
        (["a b"], ["ab"], False),
        (["a", "b"], ["a", "B"], False),
        ([], [], True),
    ],
)
def test_texts_are_the_same_if_their_tokens_are(
    one: list[str], other: list[str], expected: bool
) -> None:
    assert is_same_text(Lines.of(one), Lines.of(other)) == expected


@pytest.mark.parametrize(
    ("start", "note"),
    [
        (["m2", "gold.m2"], NO_PROPOSAL),
        (["imeasure", *TEXTS, "-c"], NO_PROPOSAL),
        (["green", *TEXTS, "-c"], "source changes nothing: its output is the source."),
        (["gleu", *TEXTS, "-c"], "source changes nothing: its output is the source."),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_a_system_that_changes_nothing_is_marked(
    start: list[str], note: str, call: Call, tmp_path: Path
) -> None:
    name, *rest = start
    systems = ["bold.txt", "source.txt"]
    files = [*systems, *rest] if name == "m2" else [*rest, *systems]
    out = call([name, "-f", "table", *files]).stdout
    assert note in out
    if name == "m2":
        [line, _] = [line for line in out.splitlines() if line.startswith("source ")]
        assert line.split()[1:] == ["0", "0", "30", "—", "0.00", "0.00"]
        markdown = call([name, "-f", "markdown", *files]).stdout
        assert "**67.35**" in markdown  # the best precision is one of proposals
    part = f"{tmp_path}/1.npz"
    document = call([name, "-f", "json", *files, "--counts-out", part]).stdout
    found = json.loads(document)["systems"]
    assert [one["changes_nothing"] for one in found] == [False, True]
    assert call(["merge", part, "-f", "json"]).stdout == document
    assert call(["merge", part, "-f", "table"]).stdout == out


@pytest.mark.parametrize("command", ["errant", "cleme"])
def test_edits_of_a_system_that_proposes_nothing_are_marked(
    command: str, call: Call, tmp_path: Path
) -> None:
    lines = Path("gold.m2").read_text(encoding="utf-8").splitlines(keepends=True)
    idle, one = tmp_path / "source.m2", tmp_path / "one.m2"
    idle.write_text("".join(one for one in lines if not one.startswith("A ")), encoding="utf-8")
    kept = (one for one in lines if not one.endswith("|||1\n"))
    one.write_text("".join(kept), encoding="utf-8")
    systems = [str(idle), str(one)]
    words = [command, "-f", "table", *systems, "gold.m2"]
    if command == "errant":
        words = ["errant", "compare", "-f", "table", "-hyp", *systems, "-ref", "gold.m2"]
    out = call(words).stdout
    [line] = [line for line in out.splitlines() if line.startswith("source  ")]
    assert "—" in line.split()
    assert "100.00" not in line
    assert NO_PROPOSAL in out
