"""The documentation site: it builds, strictly; links lead somewhere; pages ask nobody else."""

from __future__ import annotations

import filecmp
import functools
import html
import http.server
import inspect
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import build_site
from check_site import faults
from fastgec.cli import all_commands
from fastgec.cli.parser import MOVED
from made_pages import MODULES, READ, command_pages, commands, module_named, public_names, reference
from pictures import with_pictures

PROJECT = Path(__file__).resolve().parent.parent
BUILD = PROJECT / "website" / "build_site.py"
POLICY = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'self'\">"
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))


def build(folder: Path) -> Path:
    """Build the site into a folder."""
    done = subprocess.run(
        [sys.executable, BUILD, folder], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f", in {folder}\n")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for name in ("zensical", "mkdocstrings", "pyarrow", "matplotlib"):
        if find_spec(name) is None:
            pytest.skip(f"{name} is not installed: pip install '.[docs]'")
    if "FASTGEC_SITE" in os.environ:  # continuous integration has just built it
        return Path(os.environ["FASTGEC_SITE"])
    return build(tmp_path_factory.mktemp("sites") / "site")


def text_of(page: Path) -> str:
    """Return what a page says, without its tags."""
    return html.unescape(re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8")))


def test_every_page_of_docs_is_on_the_site(site: Path) -> None:
    for page in (PROJECT / "docs").glob("*.md"):
        built = site / f"{page.stem}.html"
        assert built.is_file()
        assert not re.search(r"<code>(docs/)?[\w-]+\.md</code>", built.read_text("utf-8"))


def test_each_command_has_a_page_with_its_help(site: Path) -> None:
    texts = {path.stem: text_of(path) for path in (site / "commands").glob("*.html")}
    for name in all_commands():
        words = MOVED.get(name, [name])
        assert f"usage: fastgec {' '.join(words)} " in texts[words[0]]
        assert f'href="{words[0]}.html"' in (site / "commands" / "index.html").read_text("utf-8")
    for name, option in (
        ("m2", "--max-unchanged-words N"),
        ("convert", "--overlaps"),
        ("compare", "--holm"),
        ("errant", "--save-analyses"),
    ):
        assert option in texts[name]


def test_old_addresses_lead_to_the_pages_that_took_their_contents(site: Path) -> None:
    for old, new in build_site.OLD.items():
        page, mark, section = new.partition("#")
        stub = (site / f"{old}.html").read_text("utf-8")
        assert f'url={page}.html{mark}{section}"' in stub
        assert not section or f'id="{section}"' in (site / f"{page}.html").read_text("utf-8")
        assert not (PROJECT / "docs" / f"{old}.md").exists()


def test_the_reference_has_every_public_name_with_examples_as_code(site: Path) -> None:
    for module in (*MODULES, *READ):
        page = site / "api" / f"{module}.html"
        assert page.is_file()
        text = page.read_text(encoding="utf-8")
        assert "<blockquote>" not in text  # a doctest that is no block of code
    counted = (site / "api" / "fastgec.m2.html").read_text(encoding="utf-8")
    for name in ("evaluate", "count", "score_counts", "sentence_scores"):
        assert f'id="fastgec.metrics.m2.{name}"' in counted
    assert "hypotheses" in counted
    read = (site / "api" / "fastgec.bridges.torchmetrics.html").read_text(encoding="utf-8")
    for name in ("", ".update", ".counts", ".compute"):
        assert f'id="fastgec.bridges.torchmetrics.GECMetric{name}"' in read


def test_the_same_docs_give_the_same_bytes(site: Path, tmp_path: Path) -> None:
    again = build(tmp_path / "again")
    names = sorted(p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file())
    assert names == sorted(p.relative_to(again).as_posix() for p in again.rglob("*") if p.is_file())
    assert filecmp.cmpfiles(site, again, names, shallow=False) == (names, [], [])


def test_the_help_of_every_command_is_made_from_the_parsers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from fastgec.cli import build_parser
    from fastgec.cli.parser import MOVED

    monkeypatch.setenv("COLUMNS", "80")

    pages = command_pages()
    found = dict(commands(build_parser()))
    names = {f"fastgec {' '.join(MOVED.get(name, (name,)))}" for name in all_commands()}
    assert names < set(found)
    assert {"fastgec errant compare", "fastgec meta human", "fastgec weights edits"} < set(found)
    for name, parser in found.items():
        page = pages[f"{name.split()[1]}.md" if " " in name else "index.md"]
        text = parser.format_help().rstrip()
        assert f"\n```text\n{text}\n```\n" in page
        assert max(map(len, text.splitlines())) <= 80


def test_docstrings_have_sections_that_tools_read() -> None:
    pytest.importorskip("pyarrow")
    for name in MODULES:
        module = module_named(name)
        for public in public_names(module):
            value = getattr(module, public)
            for one in (value, *(vars(value).values() if isinstance(value, type) else ())):
                text = inspect.getdoc(getattr(one, "__func__", one)) or ""
                assert not re.search(r"(?m)^(Parameters|Args|Returns|Raises): \S", text), one


def test_a_public_name_is_on_one_page_of_the_reference() -> None:
    pytest.importorskip("pyarrow")
    places = re.findall(r"(?m)^::: (.+)$", "\n".join(reference().values()))
    assert len(places) == len(set(places)) > 150
    assert {"fastgec.read.gold.Gold", "fastgec.study.comparison.compare"} < set(places)


def test_public_names_do_not_depend_on_who_asks_first() -> None:
    # A package whose names are imported late can have a function and a module of one name.
    pytest.importorskip("pyarrow")
    code = """
import sys

from made_pages import MODULES, module_named, public_names

for name in MODULES:
    module = module_named(name)
    names = sorted(public_names(module), reverse=sys.argv[1] == "reversed")
    for one in names:
        getattr(module, one)
    print(name, [type(getattr(module, one)).__name__ for one in sorted(names)])
"""
    environment = {**os.environ, "PYTHONPATH": str(BUILD.parent)}
    kinds = [
        subprocess.run(
            [sys.executable, "-c", code, order],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for order in ("sorted", "reversed")
    ]
    assert kinds[0] == kinds[1]
    assert kinds[0].count("\n") == len(MODULES)


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("", "no Content-Security-Policy"),
        (f"{POLICY}<a href='no.html'>x</a>", "link to no.html, expected a page"),
        (f"{POLICY}<a href='#no'>x</a>", "link to #no, expected an anchor"),
        (f"{POLICY}<a href='other.html#no'>x</a>", "expected an anchor"),
        (f"{POLICY}<script src='https://a.example/x.js'></script>", "fetches https://a.example"),
        (f"{POLICY}<script src='//a.example/x.js'></script>", "fetches //a.example"),
        (f"{POLICY}<link rel=stylesheet href='https://a.example/x.css'>", "fetches https://"),
        (f"{POLICY}<img src='no.png'>", "link to no.png"),
        (POLICY, "x.css: fetches https://a.example/font"),
        (f"{POLICY}<p id=b><a href='other.html#a'>x</a><a href='https://a.example'>y</a>", ""),
    ],
)
def test_the_checker_sees_faults(page: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    (tmp_path / "other.html").write_text(f"{POLICY}<p id='a'>", encoding="utf-8")
    if "x.css" in fault and "stylesheet" not in page:
        (tmp_path / "x.css").write_text("@font-face{src:url('https://a.example/font')}")
    found = list(faults(tmp_path))
    assert len(found) == bool(fault)
    assert not fault or fault in found[0]


def test_docstrings_become_markdown() -> None:
    pytest.importorskip("griffe")
    from docstring_blocks import fenced, listed

    assert fenced("Sum.\n\n>>> 1 +\\\n...   1\n2\n\nMore.").splitlines() == [
        *("Sum.", "", "```pycon", ">>> 1 +\\", "...   1", "2", "```", "", "More."),
    ]
    assert "```pycon\n>>> f(\n...     2)\n4\n```" in fenced(
        "Do.\n\nExample:\n    >>> f(\n    ...     2)\n    4"
    )
    assert listed("An edit.\n\na, b  two\n      words\nc     one\n") == (
        "An edit.\n\n- `a, b`: two words\n- `c`: one\n"
    )
    assert listed("No fields.  Two spaces.\n") == "No fields.  Two spaces.\n"


def test_a_page_that_is_wrong_stops_the_build(site: Path, tmp_path: Path) -> None:
    from build_site import linked, title_of

    titles = {"limits.md": "Limits"}
    assert linked("see `docs/limits.md`, `limits.md`.", titles) == (
        "see [Limits](limits.md), [Limits](limits.md)."
    )
    assert linked("`bench/README.md` [`limits.md`](x) `docs/none.md`", titles) == (
        "`bench/README.md` [`limits.md`](x) `docs/none.md`"
    )
    (tmp_path / "page.md").write_text("text\n")
    with pytest.raises(ValueError, match=r"page\.md: no title"):
        title_of(tmp_path / "page.md")


def test_pictures_are_made_by_the_commands_that_pages_name(site: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("index/forest.svg", "paper/pairs.svg", "paper/pr.svg", "report/report.html"):
        assert (site / "pictures" / name).stat().st_size > 10_000
    assert 'src="pictures/index/forest.svg"' in (site / "index.html").read_text("utf-8")
    assert 'href="pictures/report/report.html"' in (site / "report.html").read_text("utf-8")
    assert not list(site.rglob("data"))
    command = "fastgec plot pr none.txt gold.m2 -o x.svg"
    with pytest.raises(ValueError, match=r"x\.md: fastgec plot .*none\.txt: no such file"):
        with_pictures(f"<!-- picture: {command} | y -->", "x.md", tmp_path)


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The address of the site, on this machine."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_and_ask_nobody_else(served: str, scheme: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    if not CHROMIUM.exists():
        pytest.skip("no Chromium: CHROMIUM names one")
    asked: list[str] = []
    violations: list[tuple[str, str, str]] = []
    with playwright.sync_playwright() as play:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=arguments)
        page = browser.new_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: asked.append(f"error: {error}"))
        for name in ("index.html", "benchmarks.html", "api/fastgec.m2.html"):
            page.goto(served + name)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            for one in axe.Axe().run(page).response["violations"]:
                violations += [(name, one["id"], node["html"][:200]) for node in one["nodes"]]
        browser.close()
    assert violations == []
    assert asked
    assert [url for url in asked if not url.startswith((served, "data:", "blob:"))] == []


CUT_OFF = """() => [...document.querySelectorAll(".md-content pre > code")]
    .filter((code) => code.scrollWidth > code.clientWidth + 1).map((code) => code.textContent)"""


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_page_is_wider_than_the_window_and_no_code_is_cut_off(served: str, width: int) -> None:
    """Below 768 px output scrolls in its block, as its columns would fall apart."""
    playwright = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip("no Chromium: CHROMIUM names one")
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 900})
        for path in sorted((PROJECT / "docs").glob("*.md")):
            page.goto(f"{served}{path.stem}.html")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name
            assert width < 768 or page.evaluate(CUT_OFF) == [], path.name
        browser.close()


@pytest.mark.parametrize("place", ["served", "disk"])
def test_search_finds_words(place: str, site: Path, served: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip("no Chromium: CHROMIUM names one")
    errors: list[str] = []
    with playwright.sync_playwright() as play:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=arguments)
        page = browser.new_page()
        page.on("requestfailed", lambda request: errors.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((served if place == "served" else f"{site.as_uri()}/") + "index.html")
        page.keyboard.press("/")
        for words, found in (
            ("implicit noop", "with_implicit_noop"),
            ("confidence interval", "Significance tests and confidence intervals"),
            ("significance", "Significance tests and confidence intervals"),
            ("p-value", "Which p-value do I report"),
        ):
            page.locator("input:visible").first.fill(words)
            page.get_by_text(re.compile(r"^\d+ results$")).wait_for()
            page.get_by_text(found).first.wait_for()
        browser.close()
    assert errors == []


def test_the_build_says_what_it_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help"], ["a", "b"]):
        assert build_site.main(words) == 2
    assert capsys.readouterr().err.count("usage: python website/build_site.py [FOLDER]\n") == 2
