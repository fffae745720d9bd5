"""Figures and files: SVG, PNG and PDF, the same bytes for the same numbers.

Settings are matplotlib's own and ours, never the user's. Files have no date, no random name and no
version; title and description stand in them as text: elements of SVG, metadata of PNG and PDF.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.plots.inks import DARK, NORMAL, SMALL, WHITE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
PIXELS = 200  # per inch of a PNG
INCH = 72.0  # points

SETTINGS: dict[str, Any] = {
    "font.family": "DejaVu Sans",  # ships with matplotlib
    "font.size": NORMAL,
    "axes.titlesize": NORMAL,
    "axes.labelsize": NORMAL,
    "axes.edgecolor": DARK,
    "axes.linewidth": 0.6,
    "axes.unicode_minus": True,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.color": DARK,
    "ytick.color": DARK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "hatch.linewidth": 0.5,
    "svg.hashsalt": "fastgec",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "path.simplify": True,
    "text.parse_math": False,  # a "$" in a name is a "$"
}


# What has letters that DejaVu Sans lacks, where it is installed: Chinese, Japanese, Korean, others.
FALLBACKS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Noto Sans JP", "Source Han Sans"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "IPAexGothic"),
    *("PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic"),
    *("Noto Sans", "Noto Sans Devanagari", "Noto Sans Thai", "Arial Unicode MS", "Unifont"),
)


class MissingExtraError(ImportError):
    """Pictures need matplotlib, which is not installed."""

    def __init__(self) -> None:
        super().__init__("pictures need matplotlib: pip install 'fastgec[plots]'")


class Words(NamedTuple):
    """What a picture says to whom cannot see it."""

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
        text: what is to be written: other fonts are asked for where ours lacks a letter.

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
            matplotlib.rcParams.update(SETTINGS)
            matplotlib.rcParams["font.family"] = _families(text)
            yield
    finally:
        log.setLevel(level)


def _families(text: str) -> list[str]:
    """Return the names of our font, and of those that have what it lacks."""
    ours = str(SETTINGS["font.family"])
    if text.isascii() or not _lacking(text, [ours]):
        return [ours]
    from matplotlib.font_manager import fontManager

    installed = set(fontManager.get_font_names())
    return [ours, *(name for name in FALLBACKS if name in installed)]


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
        match suffix:
            case ".svg":
                nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
                figure.savefig(buffer, format="svg", metadata=nothing)
                return _with_words(buffer.getvalue().decode(), words).encode()
            case ".png":
                texts = {"Title": words.title, "Description": words.description}
                made = {**texts, "Software": None}
                figure.savefig(buffer, format="png", dpi=PIXELS, metadata=made)
            case ".pdf":
                made = {"Title": words.title, "Subject": words.description}
                made |= dict.fromkeys(("Creator", "Producer", "CreationDate"))
                figure.savefig(buffer, format="pdf", metadata=made)
            case _:
                raise ValueError(f"suffix {suffix!r}, expected {', '.join(SUFFIXES)}")
        return buffer.getvalue()


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
    """Room around the frame of a panel, in inches."""

    left: float
    right: float
    bottom: float
    top: float


def panels(
    rows: Sequence[int], width: float, height: float, margins: Margins, heading: float = 0.0
) -> tuple[Figure, list[list[Axes]]]:
    """Return a figure with rows of panels, all of one size.

    Args:
        rows: how many panels each row has.
        width: of the frame of a panel, in inches.
        height: likewise.
        margins: around each frame.
        heading: room above all panels, in inches.
    """
    from matplotlib.figure import Figure

    across = width + margins.left + margins.right
    down = height + margins.bottom + margins.top
    whole_width = across * max(rows)
    whole_height = down * len(rows) + heading
    figure = Figure(figsize=(whole_width, whole_height), dpi=INCH)
    axes = []
    for row, size in enumerate(rows):
        bottom = whole_height - heading - (row + 1) * down + margins.bottom
        axes.append(
            [
                figure.add_axes(
                    (
                        (column * across + margins.left) / whole_width,
                        bottom / whole_height,
                        width / whole_width,
                        height / whole_height,
                    )
                )
                for column in range(size)
            ]
        )
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


def behind() -> dict[str, Any]:
    """Return what keeps lines off letters: a white ground."""
    return {"facecolor": WHITE, "alpha": 0.75, "linewidth": 0, "boxstyle": "square,pad=0.1"}


def plain_frame(axes: Axes) -> None:
    """Leave only the left and the lower side of a frame."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


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
    axes.annotate(
        first,
        (0, 1),
        (0, 4 + rise),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=NORMAL,
        fontweight="bold",
    )
    if others:
        axes.annotate(
            "\n".join(others),
            (0, 1),
            (0, 4 + free),
            xycoords="axes fraction",
            textcoords="offset points",
            fontsize=SMALL + 0.5,
            color=DARK,
        )
