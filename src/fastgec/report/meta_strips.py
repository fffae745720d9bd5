"""Intervals of correlations as drawings of letters: how sure it is, seen at a glance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fastgec.fscore import shown_beta
from fastgec.report.layout import cell_width

Content = Mapping[str, Any]

LEAST = 21  # letters of a strip
MOST = 61
KEY = "pearson"


def strips(corpus: Content, width: int) -> str:
    """Return a line for each metric and each kind of interval of r, on a scale from -1 to 1.

    Args:
        corpus: of a document.
        width: of the screen, in columns.

    Returns:
        Text that ends with a line end; "" where there are no intervals.
    """
    rows = list(_rows(corpus))
    if not rows:
        return ""
    name_width = max(cell_width(name) for name, *_ in rows)
    tag_width = max(len(tag) for *_, tag in rows)
    size = min(MOST, width - name_width - tag_width - 4)
    size -= (size + 1) % 2  # so that 0 has a letter of its own
    if size < LEAST:
        return ""
    scale = "-1" + "0".center(size - 4) + "1".rjust(2)
    lines = [f"{'95% intervals of r':<{name_width}}  {scale}" if name_width >= 18 else ""]
    if not lines[0]:
        lines = ["95% intervals of r", f"{'':<{name_width}}  {scale}"]
    before = ""
    for name, value, bounds, tag in rows:
        shown = name if name != before else ""
        space = " " * (name_width - cell_width(shown))
        lines.append(f"{shown}{space}  {_strip(value, bounds, size)}  {tag}".rstrip())
        before = name
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _rows(corpus: Content) -> Iterator[tuple[str, float, tuple[float, float], str]]:
    for metric in corpus["metrics"]:
        for result in metric["results"]:
            if result.get("chosen_by") not in (None, KEY):
                continue
            value = result["correlations"].get(KEY)
            by_kind = (result.get("intervals") or {}).get(KEY) or {}
            beta = "" if result.get("beta") is None else f" β {shown_beta(result['beta'])}"
            for kind, bounds in by_kind.items():
                if value is not None and bounds:
                    yield f"{metric['metric']}{beta}", value, (bounds[0], bounds[1]), kind


def _strip(value: float, bounds: tuple[float, float], size: int) -> str:
    """Return an interval as letters; the point is the correlation itself.

    >>> _strip(0.5, (0.0, 1.0), 9)
    '·   ├─●─┤'
    """

    def place(one: float) -> int:
        return min(max(round((one + 1) / 2 * (size - 1)), 0), size - 1)

    letters = [" "] * size
    for mark in (0, (size - 1) // 2, size - 1):
        letters[mark] = "·"
    low, high = map(place, bounds)
    for at in range(low, high + 1):
        letters[at] = "─"
    letters[low], letters[high] = "├", "┤"
    letters[place(value)] = "●"
    return "".join(letters)
