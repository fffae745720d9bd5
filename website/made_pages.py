"""Pages that are made from the package: the commands, the Python reference."""

from __future__ import annotations

import argparse
import ast
import inspect
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import fastgec
from fastgec.cli import all_commands, build_parser
from fastgec.cli.parser import MOVED, Parser

COLUMNS = 80
COMMAND_LINE = """# Commands

```text
{help}
```

Each page has the help of a command, as `fastgec COMMAND --help all` prints it. `compare` and
`merge` have the options of the metrics whose files they are given; these pages have those of all.

| command | what it does | described in |
| --- | --- | --- |
{rows}

Exit status: 0 done; 1 bad data; 2 wrong usage; 3 a score is below `--fail-under`; 130 interrupted;
141 the reader of a pipe went away.
"""

# The page of docs/ that describes each command.
DESCRIBED = {
    "m2": "m2.md", "errant": "errant.md", "gleu": "green-gleu.md", "green": "green-gleu.md",
    "imeasure": "other-metrics.md", "cleme": "other-metrics.md", "gotoscorer": "other-metrics.md",
    "weights": "other-metrics.md", "behaviour": "metrics.md", "compare": "tests.md",
    "run": "run.md", "report": "report.md", "errors": "errors.md", "check": "files.md",
    "convert": "files.md", "retokenize": "files.md", "meta": "meta.md", "merge": "scaling.md",
    "plot": "paper.md", "vote": "votes.md", "mbr": "votes.md", "cite": "paper.md",
    "demo": "start.md", "completion": "start.md",
}  # fmt: skip

# Module, and what its page says first; pages are in this order.
MODULES = {
    "fastgec": "Gold, references and counts, and what needs no metric.",
    "fastgec.m2": "MaxMatch, the M2 score. All metrics have the same entry points.",
    "fastgec.errant": "ERRANT: edits of texts, and their comparison.",
    "fastgec.green": "GREEN: n-grams kept, deleted and inserted.",
    "fastgec.gleu": "GLEU, the authors' program and the formula of 2016.",
    "fastgec.imeasure": "The I-measure.",
    "fastgec.cleme": "CLEME.",
    "fastgec.cleme2": "CLEME2.0.",
    "fastgec.behaviour": "What a system does to whole sentences.",
    "fastgec.weights": "Edits that a model weighs.",
    "fastgec.gotoscorer": "GoToScorer: corrections by their difficulty.",
    "fastgec.study": "Intervals, tests, ceilings, error types: what a paper needs besides scores.",
    "fastgec.meta": "Which metric agrees with people?",
    "fastgec.frames": "Columns of Arrow; needs the extra `arrow`.",
    "fastgec.bridges.trl": "Rewards for TRL.",
    "fastgec.bridges.verl": "Rewards for verl.",
    "fastgec.bridges.corpus": "The score of a corpus from outputs in any order.",
    "fastgec.show.page": "The HTML report.",
    "fastgec.compat.m2scorer": "The functions of the NUS scorer under their old names.",
}

# Modules of which the text is read: they import libraries that no extra of the package installs.
READ = {
    "fastgec.bridges.torchmetrics": "The score of what several processes counted.",
}


def command_pages() -> dict[str, str]:
    """Return the pages of the commands, by file name, `index.md` first: their help."""
    before = dict(os.environ)
    os.environ.update(COLUMNS=str(COLUMNS), NO_COLOR="1")
    try:
        (_, program), *others = commands(build_parser())
        pages = {"index.md": program.format_help().rstrip()}
        for name, parser in others:
            command = name.split()[1]
            start = f"# fastgec {command}\n\nDescribed in `{DESCRIBED[command]}`.\n"
            heading = "" if name == f"fastgec {command}" else f"\n## {name}\n"
            page = pages.get(f"{command}.md", start)
            page += f"{heading}\n```text\n{parser.format_help().rstrip()}\n```\n"
            pages[f"{command}.md"] = page
    finally:
        os.environ.clear()
        os.environ.update(before)
    rows = [
        f"| [`{name}`]({name}.md) | {text} | `{DESCRIBED[name]}` |"
        for name, text in all_commands().items()
        if name in DESCRIBED
    ]
    pages["index.md"] = COMMAND_LINE.format(help=pages["index.md"], rows="\n".join(rows))
    return pages


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield a parser and those of its commands, with what one types; their help has all options."""
    if isinstance(parser, Parser):
        parser.shows_all = True
    yield parser.prog.partition(" [")[0], parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                words = " ".join(MOVED.get(name, (name,)))
                command.prog = f"{parser.prog.partition(' [')[0]} {words}"
                yield from commands(command)


def reference() -> dict[str, str]:
    """Return the pages of the Python reference, by file name, `index.md` first."""
    texts = MODULES | READ
    rows = "".join(f"| [`{module}`]({module}.md) | {text} |\n" for module, text in texts.items())
    pages = {
        "index.md": "# Python\n\nWhat is listed here is public, and stays; other names are not. "
        "Examples are doctests: they run with the tests.\n\n"
        f"| module | what it has |\n| --- | --- |\n{rows}"
    }
    homes: dict[str, str] = {}
    for module, text in MODULES.items():
        pages[f"{module}.md"] = module_page(module, text, homes)
    for module, text in READ.items():
        pages[f"{module}.md"] = "\n".join([f"# {module}\n\n{text}\n", *entries(module)])
    return pages


def module_page(name: str, text: str, homes: dict[str, str]) -> str:
    """Return the page of a module: each public name, or a link where an earlier page has it.

    Args:
        name: The module.
        text: What it is for.
        homes: The module on whose page each name is, by place of definition; names are added.

    Raises:
        LookupError: A public name has no docstring.
    """
    module = module_named(name)
    parts = [f"# {name}\n\n{text}\n"]
    elsewhere = []
    names = public_names(module)
    for public in sorted(names, key=lambda one: inspect.isclass(getattr(module, one))):
        value = getattr(module, public)
        if isinstance(value, ModuleType):
            elsewhere.append(f"[`{name}.{public}`]({name}.{public}.md)")
        elif place := place_of(value):
            home = homes.setdefault(place, name)
            if home != name:
                elsewhere.append(f"[`{public}`]({home}.md#{place})")
                continue
            if not inspect.getdoc(value):
                raise LookupError(f"{name}.{public} has no docstring")
            parts.append(f"::: {place}\n")
    if elsewhere:
        parts.insert(1, f"On pages of their own: {', '.join(elsewhere)}.\n")
    return "\n".join(parts)


def entries(name: str) -> Iterator[str]:
    """Yield the entry of each public name of a module, which is read and not imported.

    Args:
        name: The module.

    Raises:
        LookupError: A public name has no docstring.
    """
    path = Path(fastgec.__path__[0]).joinpath(*name.split(".")[1:]).with_suffix(".py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            if not ast.get_docstring(node):
                raise LookupError(f"{name}.{node.name} has no docstring")
            yield f"::: {name}.{node.name}\n"


def module_named(name: str) -> ModuleType:
    """Return a public module; `fastgec.m2` is one by a late import, not by its place."""
    package, _, last = name.rpartition(".")
    found = getattr(import_module(package), last, None) if package else None
    return found if isinstance(found, ModuleType) else import_module(name)


def public_names(module: ModuleType) -> list[str]:
    """Return the public names of a module: its list, or what it defines itself."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return [name for name in listed if not name.startswith("__")]
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def place_of(value: object) -> str:
    """Return where a class or function is defined, as a dotted name; nothing for a constant."""
    if not (inspect.isclass(value) or callable(value)):
        return ""
    return f"{value.__module__}.{value.__qualname__}"
