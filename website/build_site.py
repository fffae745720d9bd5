"""Build the documentation site: `python website/build_site.py [FOLDER]`.

It needs the extra `docs`. Pages of docs/ are copied beside those that are made (`made_pages.py`),
pictures are made (`pictures.py`), paths in backticks become links, Zensical builds the whole,
strictly, and `check_site.py` looks at what was built. The same input gives the same bytes. Nothing
is fetched, by the build or by the pages.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from check_site import faults
from made_pages import command_pages, reference
from pictures import with_pictures

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SITE = ROOT / "build" / "site"

# Even if a page asked another server for something, the browser would refuse.
POLICY = """{% extends "base.html" %}
{% block extrahead %}
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; \
script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'none'">
{% endblock %}
"""

# Pages of earlier versions, and where their contents are: a page, and perhaps a section of it.
OLD = {
    "which-number": "benchmarks",
    "languages": "benchmarks",
    "chinese": "errant",
    "modes": "m2",
    "green": "green-gleu",
    "gleu": "green-gleu#gleu",
    "imeasure": "other-metrics",
    "cleme": "other-metrics",
    "weights": "other-metrics",
    "plots": "paper",
    "human": "meta",
    "shared-task": "run",
    "raw-output": "files",
    "trainers": "training",
    "rewards": "training",
    "ci": "training",
    "parts": "scaling",
    "old-scripts": "moving",
    "commands": "commands/index",
    "glossary": "start#words",
    "gallery": "paper#gallery",
    "my-score-differs": "moving#my-score-differs-from-the-paper",
}
STUB = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0; url={new}"></head>
<body><p>This page has moved: <a href="{new}">{new}</a></p></body></html>
"""

# Beside the index: takes the worker of the search from the text that is beside it.
FROM_DISK = """\
window.Worker = class extends Worker {
  constructor() {
    super(URL.createObjectURL(new Blob([__worker], { type: "text/javascript" })));
  }
};
"""


def main(arguments: Sequence[str]) -> int:
    """Build the site, and return the exit status.

    Args:
        arguments: A folder for the site, or nothing: then it is `build/site`.
    """
    if len(arguments) > 1 or any(one.startswith("-") for one in arguments):
        print("usage: python website/build_site.py [FOLDER]", file=sys.stderr)
        return 2
    site = Path(arguments[0] if arguments else SITE).resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        assemble(work)
        program = Path(sys.executable).with_name("zensical")
        done = subprocess.run(
            [program, "build", "--strict"],
            cwd=work,
            env={**os.environ, "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print((done.stdout + done.stderr).partition("Traceback")[0], file=sys.stderr)
            return 1
        add_search(work / "site")
        for old, new in OLD.items():
            page, mark, section = new.partition("#")
            text = STUB.format(new=f"{page}.html{mark}{section}")
            (work / "site" / f"{old}.html").write_text(text, "utf-8")
        found = list(faults(work / "site"))
        if found:
            print(*found, sep="\n", file=sys.stderr)
            return 1
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(work / "site", site)
    pages = sum(1 for _ in site.rglob("*.html"))
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{pages} pages, {size / 1e6:.1f} MB, in {site}")
    return 0


def assemble(work: Path) -> None:
    """Write what Zensical reads: its configuration, all pages, the source of the package.

    Args:
        work: An empty folder.
    """
    docs = work / "docs"
    shutil.copytree(ROOT / "docs", docs)
    (work / "overrides").mkdir()
    (work / "overrides" / "main.html").write_text(POLICY, encoding="utf-8")
    shutil.copy(ROOT / "mkdocs.yml", work)
    shutil.copy(HERE / "docstring_blocks.py", work)
    (work / "src").symlink_to(ROOT / "src")
    (docs / "assets").mkdir(exist_ok=True)
    for name in ("fastgec.css", "fastgec.js"):
        shutil.copy(HERE / name, docs / "assets")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    titles = {path.name: title_of(path) for path in docs.glob("*.md")}
    pages = {"changelog.md": changelog}
    pages |= {f"api/{name}": text for name, text in reference().items()}
    pages |= {
        f"commands/{name}": linked(text, titles, "../") for name, text in command_pages().items()
    }
    for name, text in pages.items():
        path = docs / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    titles["changelog.md"] = title_of(docs / "changelog.md")
    for path in docs.glob("*.md"):
        text = with_pictures(named(path.read_text(encoding="utf-8")), path.name, docs)
        path.write_text(linked(text, titles), encoding="utf-8")


def add_search(site: Path) -> None:
    """Write what the theme asks for where pages are opened from disk: the index as a script.

    A browser starts no worker from a file on disk, so the script has the text of the worker too.

    Args:
        site: The folder that was built.

    Raises:
        ValueError: The theme has not one worker.
    """
    [worker] = sorted((site / "assets" / "javascripts" / "workers").glob("search.*.js"))
    index = json.loads((site / "search.json").read_text(encoding="utf-8"))
    parts = [
        f"var {name} = {json.dumps(value)};\n"
        for name, value in (("__index", index), ("__worker", worker.read_text(encoding="utf-8")))
    ]
    (site / "search.js").write_text("".join(parts) + FROM_DISK, encoding="utf-8")


def title_of(path: Path) -> str:
    """Return the title of a page."""
    found = re.search(r"(?m)^# (.+)$", path.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{path.name}: no title, expected a line that begins with '# '")
    return found[1]


def named(text: str) -> str:
    """Return a page whose blocks that are files have the names of the files as titles."""
    return re.sub(r"<!-- file: (\S+) -->\n```text\n", r'```text title="\1"\n', text)


def linked(text: str, titles: dict[str, str], folder: str = "") -> str:
    """Return a page whose paths of other pages, in backticks, are links with their titles.

    Args:
        text: A page.
        titles: The title of each page, by file name.
        folder: Where the pages are, seen from this one.
    """

    def link(match: re.Match[str]) -> str:
        title = titles.get(match[1])
        return f"[{title.partition(': `')[0]}]({folder}{match[1]})" if title else match[0]

    return re.sub(r"(?<!\[)`(?:docs/)?([\w-]+\.md)`", link, text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
