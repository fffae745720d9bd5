"""Writes the names of packaging/names.toml into the files that need them.

The steps before and after are in packaging/PUBLISHING.md. In Markdown, what holds until the day of
publishing and what holds from then on stand beside each other:

    <!-- unpublished -->Not on PyPI yet.<!-- published: `pip install fastgec` installs it. -->
"""

from __future__ import annotations

import datetime
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKED = re.compile(r"<!-- unpublished -->.*?<!-- published: (.*?) -->", re.DOTALL)


def names_of(path: Path) -> dict[str, str]:
    """The names of a file.

    Raises:
        ValueError: One is empty or has another form than its comment says.
    """
    names: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    for name, value in names.items():
        if not value:
            raise ValueError(f"{path.name}: {name} is empty")
    for name in ("repository", "site"):
        if not re.fullmatch(r"https://\S*[^/\s]", names[name]):
            what = "https://... without a slash at the end"
            raise ValueError(f"{path.name}: {name} {names[name]!r}: expected {what}")
    if not re.fullmatch(r"10\.\d+/\S+", names["doi"]):
        raise ValueError(f"{path.name}: doi {names['doi']!r}: expected 10.NUMBER/NAME")
    datetime.date.fromisoformat(names["date"])
    return names


def edits(names: dict[str, str]) -> dict[str, list[tuple[str, str]]]:
    """For each file the lines that are replaced, and by what; each must be in the file once."""
    authors, repository, site = names["authors"], names["repository"], names["site"]
    urls = f'[project.urls]\nDocumentation = "{site}"\nRepository = "{repository}"\n'
    changelog = f'Changelog = "{site}/changelog.html"\n\n'
    return {
        "pyproject.toml": [
            ('{ name = "The fastgec authors" }', f'{{ name = "{authors}" }}'),
            ("[project.scripts]\n", f"{urls}{changelog}[project.scripts]\n"),
        ],
        "CITATION.cff": [
            ('  - name: "The fastgec authors"\n', f'  - name: "{authors}"\n'),
            (
                "license: MIT\n",
                f"license: MIT\ndate-released: {names['date']}\ndoi: {names['doi']}\n"
                f'repository-code: "{repository}"\nurl: "{site}"\n',
            ),
        ],
        "mkdocs.yml": [
            ("docs_dir: docs\n", f"site_url: {site}\nrepo_url: {repository}\ndocs_dir: docs\n"),
        ],
        "packaging/conda/meta.yaml": [("about:\n", f"about:\n  home: {repository}\n")],
        "CHANGELOG.md": [("## 0.2.0 (not yet published)\n", f"## 0.2.0 ({names['date']})\n")],
    }


def publish(root: Path) -> list[str]:
    """Write all files below a folder, and return their paths.

    Raises:
        ValueError: A name is missing, or a file does not have what is replaced.
    """
    texts: dict[str, str] = {}
    names = names_of(root / "packaging" / "names.toml")
    for name, replaced in edits(names).items():
        text = (root / name).read_text(encoding="utf-8")
        for old, new in replaced:
            if text.count(old) != 1:
                raise ValueError(f"{name}: {old.strip()!r} stands there {text.count(old)} times")
            text = text.replace(old, new)
        texts[name] = text
    site, repository = names["site"], names["repository"]
    readme = MARKED.sub(r"\1", (root / "README.md").read_text(encoding="utf-8"))
    readme = re.sub(r"\]\(docs/([\w-]+)\.md(#[\w-]+)?\)", rf"]({site}/\1.html\2)", readme)
    readme = re.sub(r"\]\(docs/(\w+\.png)\)", rf"]({site}/\1)", readme)
    readme = re.sub(r"\]\((\w+\.md)\)", rf"]({repository}/blob/HEAD/\1)", readme)
    texts["README.md"] = readme  # the index shows it, where paths lead nowhere
    for path in sorted((root / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        if MARKED.search(text):
            texts[path.relative_to(root).as_posix()] = MARKED.sub(r"\1", text)
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")
    return list(texts)


if __name__ == "__main__":
    try:
        print(*publish(ROOT), sep="\n")
    except ValueError as error:
        sys.exit(str(error))
