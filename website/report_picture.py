"""Make the picture of the report in the README: `python website/report_picture.py`.

It needs the extra `browser`, a Chromium and Pillow, which comes with matplotlib. The report is that
of the sample data; the picture is its top, the types of errors and two sentences, in few colours.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import fastgec

SAMPLES = Path(fastgec.__file__).resolve().parent / "samples"
TARGET = Path(__file__).resolve().parent.parent / "docs" / "report.png"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTH = 1100
COLOURS = 96


def part(page: Page, first: str, last: str) -> Image.Image:
    """The page from the upper end of an element to the lower end of another."""
    ends = "([one, other]) => [document.querySelector(one).getBoundingClientRect().top, \
        document.querySelector(other).getBoundingClientRect().bottom].map(y => y + scrollY)"
    top, bottom = page.evaluate(ends, [first, last])
    clip = {"x": 0, "y": top - 8, "width": WIDTH, "height": bottom - top + 16}
    return Image.open(io.BytesIO(page.screenshot(full_page=True, clip=clip)))


def main() -> None:
    """Write the picture."""
    found = filter(None, map(shutil.which, NAMES))
    browser_path = os.environ.get("FASTGEC_CHROMIUM") or next(found)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        command = ["report", "careful.txt", "bold.txt", "gold.m2", "-o", str(report)]
        subprocess.run([sys.executable, "-m", "fastgec", *command], cwd=SAMPLES, check=True)
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 8000}, color_scheme="light")
        page.goto(report.as_uri())
        page.wait_for_selector("html[data-ready]")
        parts = [
            part(page, "h1", "#overview table.plot"),
            part(page, "#types h2", "#types table.plot"),
            part(page, "#list", "#list article:nth-child(2)"),
        ]
        browser.close()
    picture = Image.new("RGB", (WIDTH, sum(one.height for one in parts)), "white")
    at = 0
    for one in parts:
        picture.paste(one, (0, at))
        at += one.height
    picture.quantize(COLOURS).save(TARGET, optimize=True)
    print(f"{TARGET}: {picture.width} x {picture.height}, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
