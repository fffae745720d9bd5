"""Help of commands and options: in `help.txt`, read only when help is printed.

A section of the file has the usage, description and examples of a command ("# usage"), and what its
options are for ("# --edits", or the name of an argument). Sections of no command are shared.
The part "advanced" names options, and "details" has text, that only `--help all` prints.
"""

from __future__ import annotations

import os
from functools import cache

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    import argparse
    from typing import Any


class HelpText:
    """A text of a parser: what was set, else what `help.txt` has for the command of its `prog`.

    A data descriptor, in place of the attributes that argparse sets.
    """

    def __init__(self, part: str) -> None:
        """Take the name of the part: usage, description, details or epilog."""
        self._part = part

    def __get__(self, parser: Any, kind: type) -> str | None:
        own: str | None = parser.__dict__.get(self._part)
        return help_texts().get((parser.prog, self._part)) if own is None else own

    def __set__(self, parser: Any, text: str | None) -> None:
        parser.__dict__[self._part] = text


class HelpSection(str):
    """In place of an option's help: the section of `help.txt` that has it."""

    __slots__ = ()


def help_of(action: argparse.Action) -> str | None:
    """Return the help of an option or argument: that of its section, by one of its spellings."""
    if not isinstance(action.help, HelpSection):
        return action.help
    texts, section = help_texts(), f"fastgec {action.help}"
    names = [*action.option_strings, action.dest]
    return next(texts[section, name] for name in names if (section, name) in texts)


def advanced_options(command: str) -> frozenset[str]:
    """Return spellings of options that only `--help all` has: of every command, and of this one."""
    texts = help_texts()
    words = f"{texts['fastgec', 'advanced']} {texts.get((command, 'advanced'), '')}"
    return frozenset(words.split())


@cache
def help_texts() -> dict[tuple[str, str], str]:
    """Return the texts by command and part."""
    path = os.path.join(os.path.dirname(__file__), "help.txt")  # noqa: PTH118, PTH120
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        whole = file.read()
    texts = {}
    for section in whole.removeprefix("## ").split("\n## "):
        command, *parts = section.split("\n# ")
        for part in parts:
            name, _, text = part.partition("\n")
            texts[command, name] = text.removesuffix("\n")
    return texts
