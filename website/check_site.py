"""Check a built site: every link leads somewhere, and no page asks anyone outside for anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FOLDER = "pictures"  # of what commands made

# What a browser fetches without being asked.
FETCHING = {("link", "href"), ("img", "srcset"), ("object", "data"), ("form", "action")}
POLICY = "Content-Security-Policy"


class Page(HTMLParser):
    """What a page links to, what it fetches, and its anchors."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.has_policy = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the attributes of a tag."""
        for name, value in attrs:
            if name == "id" or (tag, name) == ("a", "name"):
                self.anchors.add(value or "")
            elif (tag, name) == ("a", "href"):
                self.links.append(value or "")
            elif name == "src" or (tag, name) in FETCHING:
                self.fetched.append(value or "")
            elif tag == "meta" and name == "http-equiv" and value == POLICY:
                self.has_policy = True


def faults(site: Path) -> Iterator[str]:
    """Yield what is wrong with a site, a line each.

    Args:
        site: The folder that was built.
    """
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site)
        if not page.has_policy:
            yield f"{name}: no {POLICY}, expected one that forbids other servers"
        for link in page.fetched:
            if is_outside(link):
                yield f"{name}: fetches {link}, expected nothing from other servers"
        is_of_site = name.parts[0] != FOLDER  # a report has links that its own script follows
        for link in [*page.links, *page.fetched] if is_of_site else ():
            if not is_outside(link):
                yield from dead(link, path, pages, site)
    for path in sorted(site.rglob("*.css")):
        for link in re.findall(r"(?:url\(|@import )[\"']?([^\"')]+)", path.read_text("utf-8")):
            if is_outside(link):
                yield f"{path.relative_to(site)}: fetches {link}, expected nothing from outside"


def dead(link: str, path: Path, pages: dict[Path, Page], site: Path) -> Iterator[str]:
    """Yield a line if a link within the site leads nowhere."""
    parts = urlsplit(link)
    if parts.scheme in ("mailto", "data", "javascript"):
        return
    name = path.relative_to(site)
    start = site if parts.path.startswith("/") else path.parent
    target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        yield f"{name}: link to {link}, expected a page that exists"
    elif parts.fragment and target in pages:
        anchors = pages[target].anchors
        if unquote(parts.fragment) not in anchors and not parts.fragment.startswith("__"):
            yield f"{name}: link to {link}, expected an anchor that exists"


def is_outside(link: str) -> bool:
    """Return whether a link leads to another server."""
    return bool(urlsplit(link).netloc)
