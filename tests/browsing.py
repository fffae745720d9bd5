"""A report in a real browser: found, opened from disk, and watched for what it must never do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fastgec.cli import main

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
READY = "html[data-ready]"


@contextmanager
def chromium() -> Iterator[Any]:
    """A headless Chromium; whoever asks is skipped where there is none."""
    client = pytest.importorskip("playwright.sync_api", reason="no playwright (extra 'browser')")
    path = os.environ.get("FASTGEC_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no Chromium found: the page is not tried in a browser")
    with client.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


class Opened:
    """A page in a tab. `close` fails if it asked for anything, or complained of anything."""

    def __init__(self, browser: Any, file: Path, hash_: str = "", **context: Any) -> None:
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.asked: list[str] = []
        self.said: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: self.said.append(f"dialog {dialog.message}"))
        self.page.goto(f"{file.as_uri()}{hash_}")
        self.page.wait_for_selector(READY)

    def close(self) -> None:
        self.context.close()
        assert all(url.startswith("file:") for url in self.asked), self.asked
        assert len({url.partition("#")[0] for url in self.asked}) == 1, self.asked
        assert self.said == []

    def choose(self, **values: str) -> None:
        """Set controls of the sentences."""
        for name, value in values.items():
            self.page.select_option(f"#{name}", value)

    def search(self, text: str) -> None:
        """Type into the search, and wait until the page has done it."""
        self.page.fill("#query", text)
        self.until(
            "text => (new URLSearchParams(location.hash.slice(1)).get('query') ?? '') === text",
            text,
        )

    def until(self, script: str, argument: object = None) -> None:
        """Wait until a script says true. The client's own way makes code of text in the page, which
        the page's policy forbids; so the page is asked again and again from outside.
        """
        for _ in range(1200):
            if self.page.evaluate(script, argument):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"never true: {script}")

    def numbers(self) -> list[int]:
        """Numbers of the sentences that are in the list, once it has its first fifty."""
        self.page.wait_for_selector("#list:not([aria-busy=true])", state="attached")
        ids = self.page.eval_on_selector_all("#list > article", "all => all.map(one => one.id)")
        return [int(name.removeprefix("sentence-")) for name in ids]

    def total(self) -> str:
        """What the page says of how many there are."""
        return str(self.page.inner_text("#count"))

    def table(self, selector: str, at: int = 0) -> list[list[str]]:
        """Cells of a table's body as text; drawings are left out."""
        rows: list[list[str]] = (
            self.page.locator(selector)
            .nth(at)
            .evaluate(
                """table => [...table.tBodies[0].rows].map(row => [...row.cells]
                 .filter(cell => !cell.classList.contains('drawn'))
                 .map(cell => cell.textContent))""",
            )
        )
        return rows


def report_of(folder: Path, *arguments: str | Path) -> Path:
    """The file that `fastgec report` makes."""
    file = folder / "report.html"
    assert main(["report", "-q", "-o", str(file), *map(str, arguments)]) == 0
    return file


def write(folder: Path, **texts: str | Sequence[str]) -> list[Path]:
    """Files of lines, named as the arguments are."""
    paths = []
    for name, text in texts.items():
        paths.append(folder / name)
        lines = text if isinstance(text, str) else "".join(f"{line}\n" for line in text)
        paths[-1].write_text(lines, encoding="utf-8")
    return paths
