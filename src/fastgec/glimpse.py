"""What objects look like where somebody works with them: one line in a session, a table in a page.

A `repr` is for a reader who wants to know what they hold: of a corpus of a million words, a name
and a few numbers. It is not Python that makes the object again, and rounds numbers to four digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def short(kind: str, facts: Mapping[str, Any]) -> str:
    """Return one line: the name of a class, and what is to be known of an object.

    Example:
        >>> short("Gold", {"name": "gold.m2", "sentences": 2, "share": 1 / 3})
        "Gold(name='gold.m2', sentences=2, share=0.3333)"
    """
    shown = (f"{name}={_fact(value)}" for name, value in facts.items())
    return f"{kind}({', '.join(shown)})"


def html_table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a small table for a notebook; all text is escaped.

    Example:
        >>> html_table("a < b", ["P"], [["41.62"]])
        '<table><caption>a &lt; b</caption><tr><th>P</th></tr><tr><td>41.62</td></tr></table>'
    """
    from html import escape  # sessions without a notebook do without

    lines = [_row("th", map(escape, headings)), *(_row("td", map(escape, row)) for row in rows)]
    return f"<table><caption>{escape(caption)}</caption>{''.join(lines)}</table>"


def html_facts(kind: str, facts: Mapping[str, Any]) -> str:
    """Return what `short` says as a table of one row.

    Example:
        >>> "<td>2</td>" in html_facts("Gold", {"sentences": 2})
        True
    """
    return html_table(kind, list(facts), [[_fact(value) for value in facts.values()]])


def _fact(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else repr(value)


def _row(cell: str, texts: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{cell}>{text}</{cell}>' for text in texts)}</tr>"
