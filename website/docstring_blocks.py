"""An extension of Griffe: docstrings in the house's style become good Markdown.

Doctests stand as pytest reads them: under `Example:`, or bare below a paragraph. To Markdown both
are quotations within quotations (`>>>`). Fields of a class stand in two columns, which Markdown
would join to one paragraph:

    start, end  half-open span in source tokens, as the
                release counts it
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any

import griffe

HEADING = re.compile(r"(?m)^( *)Examples?:[ ]*\n(?=\1 +>>> )")
FIELDS = re.compile(r"(?m)^(?:(?:\w+(?:, \w+)*)  +\S.*\n(?: {4,}\S.*\n)*)+(?=\n|\Z)")
FIELD = re.compile(r"(?m)^(\w+(?:, \w+)*)  +(\S.*\n(?: {4,}\S.*\n)*)")


class Blocks(griffe.Extension):
    """Rewrites every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object, if it has one.

        Functions of metrics are made at import, and only their signatures stand in stubs.
        """
        if obj.is_function and obj.docstring is None and obj.module.name.endswith("functions"):
            made = getattr(import_module(obj.module.path), obj.name, None)
            obj.docstring = griffe.Docstring(inspect.getdoc(made) or "", parent=obj)
        if obj.docstring is not None:
            obj.docstring.value = fenced(listed(obj.docstring.value))


def fenced(text: str) -> str:
    r"""Return a docstring whose doctests are fenced and flush left.

    Example:
        >>> fenced("Add.\n\nExample:\n    >>> 1 + 1\n    2\n")
        'Add.\n\n**Example**\n\n```pycon\n>>> 1 + 1\n2\n```\n\n'
    """
    lines: list[str] = []
    width = -1  # of the indentation of the doctest that is open
    for line in HEADING.sub(r"\1**Example**\n\n", text).split("\n"):
        if width < 0 and line.lstrip().startswith(">>> "):
            width = len(line) - len(line.lstrip())
            lines += ["", "```pycon"]
        elif width >= 0 and not line.strip():  # as doctest has it, an empty line ends an output
            width = -1
            lines += ["```", ""]
        lines.append(line[max(width, 0) :])
    if width >= 0:
        lines += ["```", ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def listed(text: str) -> str:
    r"""Return a docstring whose fields in two columns are a list.

    Example:
        >>> listed("An edit.\n\nstart, end  half-open span\ngold  what it\n      makes\n")
        'An edit.\n\n- `start, end`: half-open span\n- `gold`: what it makes\n'
    """

    def items(block: re.Match[str]) -> str:
        return "".join(
            f"- `{field[1]}`: {' '.join(field[2].split())}\n" for field in FIELD.finditer(block[0])
        )

    return FIELDS.sub(items, text if text.endswith("\n") else f"{text}\n")
