"""Names of systems in pictures: on one line, no wider than there is room, and all different.

What no reader sees (control characters, marks that turn the direction, bytes that are no text) is
written as an escape, so that it can do no harm in a file and no name looks like another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastgec.plots.canvas import width_of
from fastgec.plots.inks import SMALL

DOTS = "…"


def printable(name: str) -> str:
    r"""Return a name with what cannot be printed as escapes.

    Example:
        >>> print(printable("a\tb\u202ec\udcff漢"))
        a\tb\u202ec\udcff漢
    """
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape", "surrogatepass").decode()
        for one in name
    )


def fitted(
    names: Sequence[str],
    width: float,
    size: float = SMALL,
    measure: Callable[..., float] = width_of,
) -> list[str]:
    """Return names that fit: the middle of long ones is left out, equal ones get a number.

    Args:
        names: as the user has them.
        width: room in points.
        size: of letters, in points.
        measure: of a text and a size of letters, how wide it is.

    Example:
        >>> fitted(["a long name", "short"], 7, 1, lambda text, size: len(text) * size)
        ['a l…ame', 'short']
    """
    shown: list[str] = []
    for name in names:
        text = one = _fitting(printable(name), width, lambda text: measure(text, size))
        number = 1
        while one in shown:
            number += 1
            one = f"{text} ({number})"
        shown.append(one)
    return shown


def _fitting(text: str, width: float, measure: Callable[[str], float]) -> str:
    """Return a text, or as much of both its ends as there is room for."""
    text = text.strip() or repr(text)
    if len(text) > 400:  # too long for a look at all of it
        text = f"{text[:200]}{text[-200:]}"
    if measure(text) <= width:
        return text
    low, high = 1, len(text) - 1  # letters that stay: as many as possible
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_cut(text, middle)) <= width:
            low = middle
        else:
            high = middle - 1
    return _cut(text, low)


def _cut(text: str, n: int) -> str:
    n_front = (n + 1) // 2
    return f"{text[:n_front].rstrip()}{DOTS}{text[len(text) - (n - n_front) :].lstrip()}"
