"""Colours, dashes, marks and sizes of pictures: everything can be read in grey.

Colours differ in lightness as well as in hue, and no meaning hangs on a colour alone: lines have
dashes and marks of their own and their names at their ends, cells have their numbers.
"""

from __future__ import annotations

from typing import NamedTuple

BLACK = "#000000"
DARK = "#404040"
GREY = "#8c8c8c"
LIGHT = "#d0d0d0"
WHITE = "#ffffff"

SMALL = 6.5  # sizes of letters, in points
NORMAL = 8.0


class Ink(NamedTuple):
    """How a line is drawn.

    colour  of the line and its marks
    dashes  lengths on and off, in widths of the line; () is solid
    mark    of its points
    """

    colour: str
    dashes: tuple[float, ...]
    mark: str


INKS = (
    Ink("#000000", (), "o"),
    Ink("#c8500a", (5, 1.5), "s"),
    Ink("#1b62a5", (2, 1.2), "^"),
    Ink("#e09c16", (), "D"),
    Ink("#23805e", (7, 1.5, 1.5, 1.5), "v"),
    Ink("#a02c6d", (1, 1), "P"),
    Ink("#56a8dc", (5, 1.5), "X"),
    Ink("#707070", (2, 1.2), "<"),
    Ink("#8a5a2b", (), ">"),
    Ink("#7a6fd0", (7, 1.5, 1.5, 1.5), "h"),
)


def ink(number: int) -> Ink:
    """Return the ink of a line by its number; after ten, colours get other dashes and marks.

    >>> ink(10).colour == ink(0).colour, ink(10) == ink(0)
    (True, False)
    """
    turn, place = divmod(number, len(INKS))
    other = INKS[(place + turn) % len(INKS)]
    return Ink(INKS[place].colour, other.dashes, other.mark)


def blend(share: float, low: str, high: str) -> str:
    """Return a colour between two, as "#rrggbb".

    >>> blend(0.5, "#000000", "#ffffff")
    '#808080'
    """
    pairs = [
        (int(low[place : place + 2], 16), int(high[place : place + 2], 16)) for place in (1, 3, 5)
    ]
    return "#" + "".join(f"{int(a + (b - a) * share + 0.5):02x}" for a, b in pairs)


def diverging(value: float) -> str:
    """Return the colour of a correlation, white at 0: orange below, blue above.

    >>> diverging(0.0)
    '#ffffff'
    """
    share = min(abs(value), 1.0)
    return blend(share, WHITE, "#2166ac" if value > 0 else "#d9731a")


def on(colour: str) -> str:
    """Return the colour of letters that stand out most on a colour: black or white.

    >>> on("#ffffff"), on("#2166ac")
    ('#000000', '#ffffff')
    """
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    # Relative luminance of WCAG 2; here black and white have the same contrast.
    return BLACK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else WHITE
