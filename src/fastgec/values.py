"""Values that callers give, checked; values that objects show, in a `repr` or a table.

Numbers and flags are taken in any type that is one, or refused in one line. A whole number may be
an int or a numpy integer, a number also a float of Python or numpy; callers get an int or a float
back, so that nothing later depends on the type. Nothing is rounded or parsed: 1.9 is no whole
number, "2" no number. True and False are refused too: where a number is wanted they are an argument
in the wrong place.
"""

from __future__ import annotations

import math
import operator

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any


MAX_RESAMPLES = 1_000_000  # more digits than any report of them has
LONGEST = 60  # characters of a value that a message shows


def whole_number(value: object, name: str, least: int, most: int | None = None) -> int:
    """Return a whole number from `least` to `most` (None: without end) as an int.

    Raises: ValueError, which names the parameter, what was found and what was expected.

    >>> whole_number(3, "order", 1, 9)
    3
    >>> whole_number(1.5, "order", 1, 9)
    Traceback (most recent call last):
    ValueError: order 1.5: expected a whole number from 1 to 9
    """
    try:
        found = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        found = None
    if found is None or found < least or (most is not None and found > most):
        end = "" if most is None else f" to {most}"
        raise ValueError(f"{name} {_shown(value)}: expected a whole number from {least}{end}")
    return found


def number(value: object, name: str, least: float, most: float = math.inf) -> float:
    """Return a number from `least` to `most` as a float.

    Raises: ValueError, which names the parameter, what was found and what was expected.

    >>> number(1, "beta", 0)
    1.0
    >>> number("0.5", "beta", 0)
    Traceback (most recent call last):
    ValueError: beta '0.5': expected a number from 0
    """
    from numbers import Real  # here, for help and plain runs do without

    found = math.nan
    if not isinstance(value, bool) and isinstance(value, Real):
        try:
            found = float(value)
        except OverflowError:
            found = math.nan  # an int that no float holds
    if not least <= found <= most:
        end = "" if most == math.inf else f" to {most:g}"
        raise ValueError(f"{name} {_shown(value)}: expected a number from {least:g}{end}")
    return found


def flag(value: object, name: str) -> bool:
    """Return True or False, of Python or numpy; any other value has a truth that nobody meant.

    Raises: ValueError, which names the parameter, what was found and what was expected.

    >>> flag("False", "single")
    Traceback (most recent call last):
    ValueError: single 'False': expected True or False
    """
    if type(value).__name__ not in ("bool", "bool_"):  # numpy's has either name
        raise ValueError(f"{name} {_shown(value)}: expected True or False")
    return bool(value)


def _shown(value: object) -> str:
    """Return a value for a message: on one line, and of its length."""
    from numbers import Real

    try:
        text = str(value) if isinstance(value, Real) else repr(value)
    except ValueError:  # an int of more digits than Python writes
        text = ""
    return text if text.isprintable() and 0 < len(text) <= LONGEST else f"of {type(value).__name__}"


# Reprs of objects: one line in a session, a table in a page.
#
# A `repr` is for a reader who wants to know what they hold: of a corpus of a million words, a name
# and a few numbers. It is not Python that makes the object again; numbers have four digits.


# A p must not read as if it stood on the other side of these, or on them.
CUSTOMARY = (0.0, 0.001, 0.01, 0.05, 0.1, 1.0)


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


def shown_interval(bounds: Sequence[float], sign: str = "") -> str:
    """Return an interval of scores in per cent; a sign of "+" marks bounds above 0 too.

    >>> shown_interval((0.5, 0.61234)), shown_interval((-0.01, 0.02), "+")
    ('[50.00, 61.23]', '[-1.00, +2.00]')
    """
    low, high = bounds
    return f"[{100 * low:{sign}.2f}, {100 * high:{sign}.2f}]"


def shown_p(p: float, level: float = 0.05, least: float = 0.0) -> str:
    """Return a p with four digits, or as many as it takes not to read as what it is not.

    What is shown stands on the same side of the level as p does, and of 0, 0.001, 0.01, 0.05, 0.1
    and 1: 50 of 1001 are below 0.05. The smallest p that is possible is no measurement, but an
    upper bound: it is rounded up, and marked.

    Args:
        p: to show.
        level: of significance.
        least: the smallest p that is possible, `comparison.least_p`; 0: of a test that has none.

    Example:
        >>> shown_p(0.0669), shown_p(50 / 1001), shown_p(1 / 1001), shown_p(1e-6), shown_p(1.0)
        ('0.0669', '0.04995', '0.000999', '0.000001', '1.0000')
        >>> shown_p(1 / 1001, least=1 / 1001), shown_p(6 / 1001, least=6 / 1001)
        ('<0.001', '<0.006')
    """
    if is_least(p, least):
        return _upper_bound(p, level)
    for digits in range(4, 18):
        text = f"{p:.{digits}f}"
        number = float(text)
        marks = (level, *CUSTOMARY)
        if all((number > mark) - (number < mark) == (p > mark) - (p < mark) for mark in marks):
            return text
    return repr(p)


def is_least(p: float, least: float) -> bool:
    """Whether a p is the smallest that is possible, and says that it could be smaller: below 1.

    >>> is_least(3 * (1 / 1001), 3 / 1001), is_least(2 / 1001, 1 / 1001), is_least(1.0, 1.0)
    (True, False, False)
    """
    return p <= least * (1 + 1e-12) and p < 1


def _upper_bound(p: float, level: float) -> str:
    """Return "<" and the next number of two digits, or more if these would read as above a mark.

    "≤" if p is that number.

    >>> _upper_bound(1 / 5001, 0.05), _upper_bound(15 / 21, 0.05), _upper_bound(1 / 20, 0.05)
    ('<0.0002', '<0.72', '≤0.05')
    >>> _upper_bound(0.02457, 0.05), _upper_bound(0.02457, 0.0247)
    ('<0.025', '<0.0246')
    """
    first = 1 - math.floor(math.log10(p))
    for digits in range(first, 18):
        number = math.ceil(p * 10**digits * (1 - 1e-12)) / 10**digits
        if all(number <= mark for mark in (level, *CUSTOMARY) if p <= mark):
            break
    sign = "≤" if math.isclose(number, p, rel_tol=1e-12) else "<"
    return f"{sign}{number:.{digits}f}".rstrip("0").removesuffix(".")


def _fact(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else repr(value)


def _row(cell: str, texts: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{cell}>{text}</{cell}>' for text in texts)}</tr>"
