"""Checks of numbers and flags of callers: taken in any type that is one, or refused in one line.

A whole number may be an int or a numpy integer, a number also a float of Python or numpy; callers
get an int or a float back, so that nothing later depends on the type. Nothing is rounded or parsed:
1.9 is no whole number, "2" no number. True and False are refused too: where a number is wanted they
are an argument in the wrong place.
"""

from __future__ import annotations

import math
import operator

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
