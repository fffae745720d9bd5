"""Time and memory of the page of `fastgec report` in a browser.

    python bench/report_browser.py report.html [--rounds 7]

Opens the page from disk in headless Chromium, each round in a tab of its own, and prints medians:
until everything is shown ("ready", from the start of the navigation), and until a sorting, a filter
or a search is on the screen; wall time, and processor time of the page's thread. A search waits
80 ms for more letters; its wall time has them. The page is left alone for a second after it is
ready, as a reader would. Last the script's heap after a collection of garbage, and the number of
elements. Needs the extra `browser`.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
STEPS = (
    ("sort", "difference"),
    ("sort", "missed"),
    ("sort", "length"),
    ("only", "wrong"),
    ("only", "differ"),
    ("only", "disagree"),
    ("only", "all"),
    ("query", "the"),
    ("query", "no such words"),
)
# Sets a control, and waits until the count is written and the frame after it is on the screen.
TAKE = """async ([id, value]) => {
  const control = document.getElementById(id);
  const choices = [...(control.options ?? [])].map(one => one.value);
  if (choices.length && !choices.includes(value)) return null;
  const written = new Promise(done => new MutationObserver(done).observe(
    document.getElementById('count'), { childList: true, characterData: true, subtree: true }));
  const start = performance.now();
  control.value = value;
  control.dispatchEvent(new Event(id === 'query' ? 'input' : 'change', { bubbles: true }));
  await written;
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""


def busy(session: Any) -> float:
    """Processor time of the page's main thread so far, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def one_round(browser: Any, address: str) -> dict[str, tuple[float, float]]:
    """Open the page, use it, and return wall and processor time of each step; heap and nodes."""
    page = browser.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = busy(session)
    page.goto(address)
    page.wait_for_selector("html[data-ready]", timeout=120_000)
    ready = page.evaluate("performance.getEntriesByName('ready')[0].startTime")
    found = {"ready": (ready, busy(session) - before)}
    page.wait_for_timeout(1000)
    for control, value in STEPS:
        before = busy(session)
        time = page.evaluate(TAKE, [control, value])
        if time is not None:
            found[f"{control} {value}"] = (time, busy(session) - before)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    megabytes = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    found["heap in MB, nodes"] = (megabytes, page.evaluate("document.querySelectorAll('*').length"))
    page.close()
    return found


def main() -> int:
    """Print the medians of some rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        address = options.page.resolve().as_uri()
        rounds = [one_round(browser, address) for _ in range(options.rounds)]
        browser.close()
    print(f"{options.page.stat().st_size / 1e6:.2f} MB")
    print(f"{'':24}{'wall, ms':>10}{'processor, ms':>15}")
    for name in rounds[0]:
        wall, processor = (statistics.median(one[name][k] for one in rounds) for k in (0, 1))
        print(f"{name:24}{wall:10.0f}{processor:15.0f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
