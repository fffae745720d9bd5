"""Figures and files: SVG, PNG and PDF, the same bytes for the same numbers.

Everything that all pictures share is here: settings, panels, titles, notes, cells, colours, names.
Settings are matplotlib's own and ours, never the user's. Files have no date, no random name and no
version; title and description stand in them as text: elements of SVG, metadata of PNG and PDF.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.read import install

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


# Colours, dashes, marks and sizes. Colours differ in lightness as well as in hue, and no meaning
# depends on a colour alone: lines have dashes, marks and names, cells have their numbers.


BLACK = "#000000"
DARK = "#404040"
GREY = "#8c8c8c"
LIGHT = "#d0d0d0"
WHITE = "#ffffff"

SMALL = 6.5  # sizes of letters, in points
NORMAL = 8.0


class LineStyle(NamedTuple):
    """How a line is drawn.

    colour  of the line and its marks
    dashes  lengths on and off, in widths of the line; () is solid
    mark    of its points
    """

    colour: str
    dashes: tuple[float, ...]
    mark: str


LINE_STYLES = (
    LineStyle("#000000", (), "o"),
    LineStyle("#c8500a", (5, 1.5), "s"),
    LineStyle("#1b62a5", (2, 1.2), "^"),
    LineStyle("#e09c16", (), "D"),
    LineStyle("#23805e", (7, 1.5, 1.5, 1.5), "v"),
    LineStyle("#a02c6d", (1, 1), "P"),
    LineStyle("#56a8dc", (5, 1.5), "X"),
    LineStyle("#707070", (2, 1.2), "<"),
    LineStyle("#8a5a2b", (), ">"),
    LineStyle("#7a6fd0", (7, 1.5, 1.5, 1.5), "h"),
)


def line_style(number: int) -> LineStyle:
    """Return the ink of a line by its number; after ten, colours get other dashes and marks.

    >>> line_style(10).colour == line_style(0).colour, line_style(10) == line_style(0)
    (True, False)
    """
    turn, place = divmod(number, len(LINE_STYLES))
    other = LINE_STYLES[(place + turn) % len(LINE_STYLES)]
    return LineStyle(LINE_STYLES[place].colour, other.dashes, other.mark)


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


SUFFIXES = (".svg", ".png", ".pdf")
PIXELS = 200  # per inch of a PNG
INCH = 72.0  # points

FONT = "DejaVu Sans"  # ships with matplotlib
STYLE = Path(__file__).with_name("pictures.mplstyle")


# Fonts, where installed, with letters that DejaVu Sans lacks: Chinese, Japanese, Korean, others.
FALLBACKS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Noto Sans JP", "Source Han Sans"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "IPAexGothic"),
    *("PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic"),
    *("Noto Sans", "Noto Sans Devanagari", "Noto Sans Thai", "Arial Unicode MS", "Unifont"),
)


class MissingExtraError(ImportError):
    """Pictures need matplotlib, which is not installed."""

    def __init__(self) -> None:
        super().__init__(f"pictures need matplotlib: {install('plots')}")


class Words(NamedTuple):
    """The title and description of a picture, for readers who cannot see it."""

    title: str
    description: str


def require_matplotlib() -> None:
    """Raise MissingExtraError where pictures cannot be made; imports nothing."""
    if find_spec("matplotlib") is None:
        raise MissingExtraError


@contextmanager
def settings(text: str = "") -> Iterator[None]:
    """Have our settings of matplotlib, and the user's again afterwards.

    Args:
        text: the text to be written: other fonts are used where ours lacks a letter.

    Raises:
        MissingExtraError: it is not installed.
    """
    require_matplotlib()
    import logging
    import warnings

    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)  # it would tell when it makes its list of fonts, once
    try:
        import matplotlib

        with matplotlib.rc_context(), warnings.catch_warnings():
            # A letter that the font lacks is a box; title and description have it.
            warnings.filterwarnings("ignore", message="Glyph ")
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(
                matplotlib.rc_params_from_file(STYLE, use_default_template=False)
            )
            matplotlib.rcParams["font.family"] = _families(text)
            yield
    finally:
        log.setLevel(level)


def _families(text: str) -> list[str]:
    """Return the names of our font, and of fonts with letters that it lacks."""
    if text.isascii() or not _lacking(text, [FONT]):
        return [FONT]
    from matplotlib.font_manager import fontManager

    installed = set(fontManager.get_font_names())
    return [FONT, *(name for name in FALLBACKS if name in installed)]


def _lacking(text: str, families: Sequence[str]) -> str:
    from matplotlib.font_manager import findfont, get_font

    known = set().union(*(get_font(findfont(name)).get_charmap().keys() for name in families))
    letters = filter(str.isprintable, dict.fromkeys(text))
    return "".join(one for one in letters if ord(one) not in known)


def unwritable(words: Words) -> str:
    """Return the letters of a picture that no font here has, and that are drawn as boxes.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    text = words.title + words.description
    if text.isascii():
        return ""
    with settings():
        return _lacking(text, _families(text))


def rendered(draw: Callable[[], Figure], words: Words, suffix: str) -> bytes:
    """Draw a figure and return the bytes of its file.

    Args:
        draw: makes the figure.
        words: its title and description.
        suffix: ".svg", ".png" or ".pdf".

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    with settings(words.title + words.description):
        figure = draw()
        buffer = BytesIO()
        title, text = words
        facts: dict[str, dict[str, str | None]] = {
            ".svg": dict.fromkeys(("Date", "Creator", "Format", "Type")),
            ".png": {"Title": title, "Description": text, "Software": None},
            ".pdf": {"Title": title, "Subject": text}
            | dict.fromkeys(("Creator", "Producer", "CreationDate")),
        }
        if suffix not in facts:
            raise ValueError(f"suffix {suffix!r}: expected {', '.join(SUFFIXES)}")
        dpi: Any = PIXELS if suffix == ".png" else "figure"
        figure.savefig(buffer, format=suffix[1:], dpi=dpi, metadata=facts[suffix])
        data = buffer.getvalue()
        return _with_words(data.decode(), words).encode() if suffix == ".svg" else data


def _with_words(svg: str, words: Words) -> str:
    """Return SVG with title and description as its first elements, as readers of screens want."""
    from xml.sax.saxutils import escape  # which takes long to import

    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, count=1, flags=re.DOTALL)
    start = svg.index("<svg")
    end = svg.index(">", start)
    texts = (
        f'\n <title id="title">{escape(words.title)}</title>'
        f'\n <desc id="description">{escape(words.description)}</desc>'
    )
    named = ' role="img" aria-labelledby="title description"'
    return f"{svg[:end]}{named}>{texts}{svg[end + 1 :]}"


class Margins(NamedTuple):
    """Margins around the frame of a panel, in inches."""

    left: float
    right: float
    bottom: float
    top: float


def in_rows(n_panels: int, across: int = 2) -> list[int]:
    """Return how many panels each row has.

    >>> in_rows(5), in_rows(3, 3)
    ([2, 2, 1], [3])
    """
    return [min(across, n_panels - first) for first in range(0, n_panels, across)]


def panels(
    rows: Sequence[int], width: float, height: float, margins: Margins, heading: float = 0.0
) -> tuple[Figure, list[Axes]]:
    """Return a figure with rows of panels, all of one size, and the panels.

    Args:
        rows: how many panels each row has.
        width: of the frame of a panel, in inches.
        height: of the frame of a panel, in inches.
        margins: around each frame.
        heading: space above all panels, in inches.
    """
    from matplotlib.figure import Figure

    across = width + margins.left + margins.right
    down = height + margins.bottom + margins.top
    whole = across * max(rows), down * len(rows) + heading
    figure = Figure(figsize=whole, dpi=INCH)
    axes = []
    for row, size in enumerate(rows):
        bottom = whole[1] - heading - (row + 1) * down + margins.bottom
        for column in range(size):
            left = column * across + margins.left
            frame = (left / whole[0], bottom / whole[1], width / whole[0], height / whole[1])
            axes.append(figure.add_axes(frame))
    return figure, axes


def width_of(text: str, size: float) -> float:
    """Return how wide a text is, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    if not text.strip():
        return 0.0
    font = FontProperties(size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width)


def plain_frame(axes: Axes) -> None:
    """Leave only the left and the lower side of a frame."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def note(
    axes: Axes,
    text: str,
    at: tuple[float, float],
    offset: tuple[float, float],
    coords: Any = "axes fraction",
    **style: Any,
) -> None:
    """Write a text in small letters, moved by an offset in points from a place of a panel."""
    style = {"fontsize": SMALL, **style}
    axes.annotate(text, at, offset, xycoords=coords, textcoords="offset points", **style)


def note_of_row(axes: Axes, number: int, text: str, **style: Any) -> None:
    """Write a text to the right of a row of `draw_row_names`."""
    note(axes, text, (1, number), (5, 0), ("axes fraction", "data"), va="center_baseline", **style)


def title(axes: Axes, *lines: str, beneath: int = 0) -> None:
    """Write a title above a panel, the first line bold.

    Args:
        axes: the panel.
        lines: of the title.
        beneath: how many lines stay free beneath it.
    """
    first, *others = [lines[0], *filter(None, lines[1:])]
    free = beneath * (NORMAL + 1.5)
    rise = len(others) * (NORMAL + 1.5) + free
    note(axes, first, (0, 1), (0, 4 + rise), fontsize=NORMAL, fontweight="bold")
    if others:
        note(axes, "\n".join(others), (0, 1), (0, 4 + free), fontsize=SMALL + 0.5, color=DARK)


def draw_row_names(axes: Axes, names: Sequence[str], **style: Any) -> None:
    """Name the rows of a panel that has a row for each of some names, from the top."""
    axes.set_yticks(range(len(names)), names, color=BLACK, **style)
    axes.tick_params(axis="y", length=0)
    plain_frame(axes)
    axes.spines["left"].set_visible(False)


# Names of systems: on one line, no wider than there is space, and all different. Control
# characters, marks of direction and bytes that are not text are written as escapes.


DOTS = "…"


def printable(name: str) -> str:
    r"""Return a name with unprintable characters as escapes.

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
        width: space in points.
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
    """Return a text, or as much of both its ends as fits."""
    text = text.strip() or repr(text)
    if len(text) > 400:  # too long for a look at all of it
        text = f"{text[:200]}{text[-200:]}"
    if measure(text) <= width:
        return text
    n_letters = range(2, len(text))  # that stay: as many as possible
    n_fit = bisect_right(n_letters, width, key=lambda n: measure(_cut(text, n)))
    return _cut(text, 1 + n_fit)


def _cut(text: str, n: int) -> str:
    n_front = (n + 1) // 2
    return f"{text[:n_front].rstrip()}{DOTS}{text[len(text) - (n - n_front) :].lstrip()}"


# Cells with numbers, in rows and columns with names.


HATCH = "////"


class Cell(NamedTuple):
    """A cell of a matrix.

    text        its number, and what stands beneath it
    colour      of the ground
    is_hatched  whether it is hatched
    is_bold     whether the number is bold
    """

    text: str
    colour: str = WHITE
    is_hatched: bool = False
    is_bold: bool = False


def widest(names: Sequence[str], size: float = SMALL) -> float:
    """Return how wide the widest of some names is, in inches."""
    return max((width_of(name, size) for name in names), default=0.0) / INCH


def draw_cells(
    axes: Axes,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell | None]],
    *,
    turned: bool = False,
) -> None:
    """Draw cells row by row from the top; where there is none, nothing.

    Args:
        axes: where to draw.
        rows: their names.
        columns: their names, written below.
        cells: of each row.
        turned: whether names of columns are upright, since they are long.
    """
    from matplotlib.patches import Rectangle

    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell is None:
                continue
            x, y = column, len(rows) - 1 - row
            axes.add_patch(Rectangle((x, y), 1, 1, facecolor=cell.colour, edgecolor=WHITE, lw=1))
            if cell.is_hatched:
                hatched: dict[str, Any] = {"fill": False, "hatch": HATCH, "edgecolor": GREY}
                axes.add_patch(Rectangle((x, y), 1, 1, linewidth=0, zorder=2, **hatched))
            ground = {"facecolor": cell.colour, "linewidth": 0, "boxstyle": "square,pad=0.15"}
            style: dict[str, Any] = {"fontweight": "bold" if cell.is_bold else "normal"}
            style |= {"ha": "center", "va": "center", "fontsize": SMALL, "linespacing": 1.25}
            style |= {"color": on(cell.colour), "zorder": 3, "bbox": ground}
            axes.text(x + 0.5, y + 0.5, cell.text, **style)
    axes.set_xlim(0, len(columns))
    axes.set_ylim(0, len(rows))
    middles = [place + 0.5 for place in range(len(columns))]
    axes.set_xticks(middles, columns, rotation=90 if turned else 0, color=DARK)
    axes.set_yticks([len(rows) - 0.5 - place for place in range(len(rows))], rows, color=DARK)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


# Names beside points and at the ends of lines, so that none covers another; lines themselves.
#
# A name beside a point has some places around its point, near ones first. Names take places in
# turn, those with the most neighbours first, each the cheapest as the others are; this is
# repeated until no name moves. A place costs by what it covers: other names and points most,
# lines little, distance least.


ANGLES = 16
RADII = (3.0, 6.0, 10.0, 15.0, 21.0, 28.0, 36.0)  # from the point to the nearest edge of its name
ROUNDS = 12
MARK = 2.6  # half the size of a point, in points of 1/72 inch

OUTSIDE = 1e6
ON_NAME = 100.0
ON_POINT = 40.0
ON_LINE = 2.0
FAR = 0.12


class Box(NamedTuple):
    """A rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """Return the area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return width * height if width > 0 and height > 0 else 0.0

    def within(self, frame: Box) -> bool:
        """Whether no part lies outside a frame."""
        is_across = frame.left <= self.left and self.right <= frame.right
        return is_across and frame.bottom <= self.bottom and self.top <= frame.top

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


Point = tuple[float, float]
Line = tuple[Point, Point]


def place(
    points: Sequence[Point], sizes: Sequence[tuple[float, float]], frame: Box, lines: Sequence[Line]
) -> list[Box]:
    """Find a place for the name of each point.

    Args:
        points: where they are, in points of 1/72 inch.
        sizes: width and height of each name.
        frame: the box that names must stay inside.
        lines: lines that names should not cover.

    Returns:
        The place of each name.

    Example:
        >>> frame = Box(0, 0, 100, 100)
        >>> first, second = place([(50, 50), (52, 50)], [(20, 8)] * 2, frame, [])
        >>> first.overlap(second)
        0.0
    """
    marks = [Box(x - MARK, y - MARK, x + MARK, y + MARK) for x, y in points]
    choices = []
    for number, (point, size) in enumerate(zip(points, sizes, strict=True)):
        others = marks[:number] + marks[number + 1 :]
        choices.append(_choices(point, size, frame, others, lines))
    crowds = [sum(hypot(x - a, y - b) < 40 for a, b in points) for x, y in points]
    order = sorted(range(len(points)), key=lambda number: (-crowds[number], number))
    taken: list[Box | None] = [None] * len(points)
    for _ in range(ROUNDS):
        before = list(taken)
        for number in order:
            others = [box for other, box in enumerate(taken) if box and other != number]
            taken[number] = _cheapest(choices[number], others)
        if taken == before:
            break
    return [box for box in taken if box is not None]


def _choices(
    point: Point, size: tuple[float, float], frame: Box, marks: Sequence[Box], lines: Sequence[Line]
) -> list[tuple[float, Box]]:
    """Return the places of a name, each with its cost without other names."""
    width, height = size
    found = []
    for radius in RADII:
        for step in range(ANGLES):
            angle = 2 * pi * step / ANGLES
            across, up = round(cos(angle), 9), round(sin(angle), 9)
            # The nearest point of the edge lies at the radius.
            x = point[0] + across * radius + (across * width / 2)
            y = point[1] + up * radius + (up * height / 2)
            box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            cost = FAR * radius + 0.01 * step / ANGLES
            cost += 0 if box.within(frame) else OUTSIDE
            cost += ON_POINT * sum(box.overlap(mark) > 0 for mark in marks)
            cost += ON_LINE * sum(crosses(line, box) for line in lines)
            found.append((cost, box))
    return found


def _cheapest(choices: Sequence[tuple[float, Box]], others: Sequence[Box]) -> Box:
    best_cost, best = float("inf"), choices[0][1]
    for cost, box in choices:
        if cost < best_cost:
            cost += sum(ON_NAME + box.overlap(other) for other in others if box.overlap(other) > 0)
            if cost < best_cost:
                best_cost, best = cost, box
    return best


def crosses(line: Line, box: Box) -> bool:
    """Whether a line has a point inside a box.

    >>> crosses(((0, 0), (10, 10)), Box(4, 4, 6, 6)), crosses(((0, 0), (1, 1)), Box(4, 4, 6, 6))
    (True, False)
    """
    (x, y), (x_end, y_end) = line
    first, last = 0.0, 1.0
    for start, step, low, high in (
        (x, x_end - x, box.left, box.right),
        (y, y_end - y, box.bottom, box.top),
    ):
        if step == 0:
            if not low <= start <= high:
                return False
            continue
        enter, leave = sorted(((low - start) / step, (high - start) / step))
        first, last = max(first, enter), min(last, leave)
    return first <= last


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move heights apart, as little as it takes, in their order.

    With the i-th smallest height less i gaps, no two may cross: runs that do stand at their mean.

    Args:
        heights: where names would stand.
        gap: the least distance of two.
        low: the lowest place there is.
        high: the highest.

    Returns:
        Where they stand; closer than the gap only if there is no space.

    Example:
        >>> spread([1.0, 1.0, 5.0], 2.0, 0.0, 10.0)
        [0.0, 2.0, 5.0]
    """
    n = len(heights)
    if n > 1:
        gap = min(gap, (high - low) / (n - 1))
    order = sorted(range(n), key=lambda number: (heights[number], number))
    runs: list[tuple[int, float]] = []  # names in a run, where it begins
    for place, number in enumerate(order):
        size, start = 1, heights[number] - place * gap
        while runs and runs[-1][1] > start:
            before, its_start = runs.pop()
            start = (before * its_start + size * start) / (before + size)
            size += before
        runs.append((size, start))
    starts = [start for size, start in runs for _ in range(size)]
    last = max(low, high - (n - 1) * gap)
    found = [0.0] * n
    for place, (number, start) in enumerate(zip(order, starts, strict=True)):
        found[number] = min(max(start, low), last) + place * gap
    return found


def stroke(number: int) -> dict[str, Any]:
    """Return colour and dashes of a line by its number."""
    one = line_style(number)
    return {"color": one.colour, **({"dashes": one.dashes} if one.dashes else {})}


def draw_endings(
    axes: Axes,
    names: Sequence[str],
    ends: Sequence[float],
    size: tuple[float, float],
    *,
    has_marks: bool = False,
) -> None:
    """Write the names of lines to the right of a panel, each beside a piece of its line.

    Args:
        axes: the panel.
        names: of the lines, by their numbers.
        ends: where they end, in the numbers of the axes.
        size: width and height of the panel, in inches.
        has_marks: whether pieces have the marks of their lines, too.
    """
    low, high = axes.get_ylim()
    across, up = (side * INCH for side in size)
    at = [(end - low) / (high - low) * up for end in ends]
    places = spread(at, SMALL + 2, 2, up - 2)
    for number, (name, start, height) in enumerate(zip(names, at, places, strict=True)):
        note(axes, name, (1, height / up), (22, 0), va="center_baseline")
        free: dict[str, Any] = {"transform": axes.transAxes, "clip_on": False}
        level = (height / up,) * 2
        begin, middle, stop = (1 + points / across for points in (6, 13, 20))
        axes.plot((1, begin), (start / up, height / up), color=LIGHT, linewidth=0.6, **free)
        axes.plot((begin, stop), level, linewidth=1.2, **free, **stroke(number))
        if has_marks:
            one = line_style(number)
            axes.plot([middle], level[:1], marker=one.mark, markersize=4, color=one.colour, **free)


def points_of(values: Sequence[float | None], scale: float = 1.0) -> list[float]:
    """Return the values of a line as matplotlib wants them: NaN where there is none."""
    return [float("nan") if one is None else scale * one for one in values]


def end_of(values: Sequence[float | None]) -> float | None:
    """Return the last value of a line; None if it has none."""
    return next((one for one in reversed(values) if one is not None), None)


def draw_line(axes: Axes, number: int, values: Sequence[float], **marks: Any) -> None:
    """Draw a line with a mark at each of its values, which are side by side."""
    style = {"marker": line_style(number).mark, "linewidth": 1.1, "zorder": 3, **stroke(number)}
    axes.plot(range(len(values)), values, **{**style, **marks})


def draw_names(
    axes: Axes,
    names: Sequence[str],
    x: Sequence[float],
    y: Sequence[float],
    lines: Sequence[Any],
    size: tuple[float, float],
) -> None:
    """Write names beside points, so that none covers another.

    Args:
        axes: the panel.
        names: of the points.
        x: where they are, in the numbers of the axes.
        y: the second coordinate of each, in the numbers of the axes.
        lines: pairs of points that names rather do not cover.
        size: width and height of the panel, in inches.
    """
    across, up = (side * INCH for side in size)
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()

    def point(at: Sequence[float]) -> tuple[float, float]:
        return (at[0] - left) / (right - left) * across, (at[1] - bottom) / (top - bottom) * up

    points = [point(one) for one in zip(x, y, strict=True)]
    sizes = [(width_of(name, SMALL) + 1.5, SMALL) for name in names]
    hairs = [(point(start), point(end)) for start, end in lines]
    boxes = place(points, sizes, Box(0, 0, across, up), hairs)
    for name, (x_at, y_at), box in zip(names, points, boxes, strict=True):
        middle, height = box.centre
        if abs(x_at - middle) > (box.right - box.left) / 2 + 4 or abs(y_at - height) > 9:
            near = min(max(x_at, box.left), box.right), min(max(y_at, box.bottom), box.top)
            ends = (x_at / across, near[0] / across), (y_at / up, near[1] / up)
            axes.plot(*ends, transform=axes.transAxes, color=DARK, linewidth=0.4, zorder=3)
        ground = {"facecolor": WHITE, "alpha": 0.75, "linewidth": 0, "boxstyle": "square,pad=0.1"}
        style: dict[str, Any] = {"ha": "center", "va": "center_baseline", "fontsize": SMALL}
        style |= {"color": DARK, "zorder": 5, "bbox": ground, "transform": axes.transAxes}
        axes.text(middle / across, height / up, name, **style)
