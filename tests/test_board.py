"""The leaderboard of `run --html`: what it shows without script, and how it sorts in a browser."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

from browsing import Opened, chromium
from commands import Call
from fastgec.show.page.reporting import policy_of

CONFIG = """name = "a <b>"
gold = "gold.m2"
source = "source.txt"
references = ["ref0.txt"]
metrics = ["m2", "gleu"]
[systems]
bold = "bold.txt"
'x"><script>' = "careful.txt"
twin = "twin.txt"
nothing = "nothing.txt"
"""


@pytest.fixture
def board(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call) -> Path:
    """A leaderboard of four systems, of which two are the same."""
    for path in samples.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    for name, other in (("bold", "twin"), ("source", "nothing")):
        (tmp_path / f"{other}.txt").write_bytes((samples / f"{name}.txt").read_bytes())
    (tmp_path / "card.toml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("my reports").mkdir()
    Path("my reports", "bold.html").write_text("", encoding="utf-8")
    words = ["run", "-q", "card.toml", "--ci=50", "--groups=200", "--html", "board.html"]
    done = call([*words, "--reports", "my reports"])
    assert done.status == 0
    assert done.stdout == call(words[:-2]).stdout  # the table is printed all the same
    return tmp_path / "board.html"


def rows_of(page: str) -> list[list[str]]:
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", body)
    cells = (re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in rows)
    return [[re.sub("<[^>]*>", " ", cell).strip() for cell in row] for row in cells]


def test_ranks_have_ties_and_scores_are_those_of_the_table(board: Path) -> None:
    rows = rows_of(board.read_text(encoding="utf-8"))
    assert [row[0] for row in rows] == ["1", "2=", "2=", "4"]
    assert [row[1] for row in rows] == ["x&quot;&gt;&lt;script&gt;", "bold", "twin", "nothing"]
    assert [row[2].split()[0] for row in rows] == ["86.36", "71.12", "71.12", "0.00"]
    assert [row[2].split()[1] for row in rows] == ["=", "=", "=", "0.00"]


def test_a_report_is_linked_where_there_is_one(board: Path, call: Call) -> None:
    page = board.read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]*)"', page) == ["my%20reports/bold.html"]
    words = ["run", "card.toml", "--html", "board.html", "--reports", "my reports"]
    notes = [line for line in call(words).stderr.splitlines() if "--reports" in line]
    wanted = Path("my reports", 'x"><script>.html')
    assert notes == [f"note: --reports: no link to {wanted} and 2 more: no such file"]


def test_the_policy_names_the_script_and_the_style(board: Path) -> None:
    page = board.read_text(encoding="utf-8")
    [script] = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy_of(script, style).replace("'", "&#x27;") in page
    assert "a &lt;b&gt;" in page
    assert "<b>" not in page


def test_it_names_what_was_left_out(board: Path, call: Call) -> None:
    Path("bold.txt").write_text("a b\n", encoding="utf-8")
    done = call(["run", "-q", "--skip-bad", "card.toml", "--html", "board.html"])
    assert done.status == 1
    page = board.read_text(encoding="utf-8")
    assert "Left out: bold (" in page
    assert len(rows_of(page)) == 3


def double_files() -> None:
    for path in (*Path().glob("*.txt"), Path("gold.m2")):  # enough sentences for a warning
        blank = "\n" if path.suffix == ".m2" else ""
        text = path.read_text(encoding="utf-8").rstrip("\n") + "\n" + blank
        path.write_text(2 * text, encoding="utf-8")


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_it_does_not_tell_where_files_lie(
    is_elsewhere: bool, board: Path, tmp_path_factory: pytest.TempPathFactory, call: Call
) -> None:
    """A page for everybody: paths are those of the config, without the folders of its author."""
    double_files()
    folder = board.parent
    outputs = tmp_path_factory.mktemp("else") if is_elsewhere else Path("outputs")
    outputs.mkdir(exist_ok=True)
    for name in ("bold", "twin"):
        Path(f"{name}.txt").rename(outputs / f"{name}.txt")
    text = re.sub("(bold|twin).txt", rf"{outputs.as_posix()}/\1.txt", CONFIG)
    Path("card.toml").write_text(text, encoding="utf-8")
    (outputs / "bold.txt").write_text("a b\n", encoding="utf-8")
    lines = (outputs / "twin.txt").read_text(encoding="utf-8").splitlines()
    lines[0] += " fine" * 200
    (outputs / "twin.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    done = call(["run", "--skip-bad", str(folder / "card.toml"), "--html", "board.html"])
    assert f"warning: {(folder / outputs / 'twin.txt').as_posix()}: " in done.stderr
    page = board.read_text(encoding="utf-8")
    start = "" if is_elsewhere else "outputs/"
    (left_out,) = re.findall("Left out: bold [(](.*?)[)]</p>", page)
    assert left_out.startswith("card.toml: ")
    assert f" {start}bold.txt has 1 sentence, expected 40 as in source.txt" in left_out
    assert f"<li>{start}twin.txt: " in page
    assert str(folder) not in page
    assert str(folder / outputs) not in page


def test_it_names_the_gold_and_repeats_warnings(board: Path, call: Call) -> None:
    double_files()
    lines = Path("bold.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("turned.txt").write_text("".join([*lines[1:], lines[0]]), encoding="utf-8")
    Path("card.toml").write_text(CONFIG + 'turned = "turned.txt"\n', encoding="utf-8")
    done = call(["run", "card.toml", "--html", "board.html"])
    page = board.read_text(encoding="utf-8")
    warnings = re.findall("warning: (.*)", done.stderr)
    assert any("turned" in line for line in warnings)
    for line in warnings:
        assert f"<li>{escape(line)}</li>" in page
    signed = call(["run", "-q", "card.toml", "--signature"]).stdout
    gold = re.findall(r"\|gold:[0-9a-f]+\|", signed)
    assert gold
    for fingerprint in gold:
        assert fingerprint in page


def test_a_click_sorts(board: Path) -> None:
    with chromium() as browser:
        for width in (390, 1280):
            opened = Opened(browser, board, viewport={"width": width, "height": 844})
            page = opened.page
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            widths = page.eval_on_selector_all("tbody th", "all => all.map(th => th.clientWidth)")
            assert min(widths) >= 80  # names are read, not spelled

            def names(page=page) -> list[str]:  # type: ignore[no-untyped-def]
                return [one.split("\n")[0] for one in page.locator("tbody th").all_inner_texts()]

            first = names()
            page.click("thead button >> text=System")
            assert names() == sorted(first)
            page.click("thead button >> text=GLEU")
            values = page.eval_on_selector_all(
                "tbody tr", "rows => rows.map(row => Number(row.cells[3].dataset.value))"
            )
            assert values == sorted(values, reverse=True)
            page.click("thead button >> text=GLEU")
            assert page.get_attribute("thead th:last-child", "aria-sort") == "ascending"
            page.click("thead button >> text=Rank")
            assert names() == first
            opened.close()
