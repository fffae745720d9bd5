"""Which pictures there are: what is asked for in, the bytes of a picture out.

A picture is asked for as KIND=FILE, KIND:MEASURE=FILE, or FILE alone, which is a scatter plot. The
measure is r (Pearson, the default), rho (Spearman), tau (Kendall), accuracy or soft (pairwise). In
a scatter plot it says which beta is shown, where two were chosen: that for r, that for rho, or both
side by side, of the metrics that have two.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePath
from typing import Any, NamedTuple

from fastgec.plots.canvas import SUFFIXES, Words, rendered
from fastgec.plots.picked import MEASURES, Content

# Name of a kind and of its module: what it shows, and the measures that it knows.
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "scatter": ("human scores against a metric's", ("r", "rho", "both")),
    "sweep": ("correlation against beta", ("r", "rho")),
    "heatmap": ("metrics against corpora", tuple(MEASURES)),
    "pvalues": ("metrics against metrics", ("r",)),
    "windows": ("correlation among neighbouring ranks", ("r", "rho")),
    "distance": ("accuracy by the ranks that people gave", ("r",)),
}


class Asked(NamedTuple):
    """A picture that is asked for.

    kind     of KINDS
    measure  of MEASURES
    path     of the file; its suffix says the format
    """

    kind: str
    measure: str
    path: str


def asked(words: str) -> Asked:
    """Understand which picture is asked for.

    Raises:
        ValueError: no such kind, measure or format.

    Example:
        >>> asked("sweep:rho=figure3.svg")
        Asked(kind='sweep', measure='rho', path='figure3.svg')
        >>> asked("figure2.pdf").kind
        'scatter'
    """
    before, equals, path = words.partition("=")
    kind, colon, measure = before.partition(":")
    if not equals or "/" in before or "\\" in before:  # a path may have a "=" as well
        kind, measure, path = "scatter", "r", words
    elif kind not in KINDS:
        raise ValueError(f"{words!r}: no plot {kind!r}, expected {' or '.join(KINDS)}")
    elif not colon:
        measure = "r"
    known = KINDS[kind][1]
    if measure not in known:
        raise ValueError(f"{words!r}: {kind} of {measure!r} found, expected {' or '.join(known)}")
    if PurePath(path).suffix not in SUFFIXES:
        expected = f"a name that ends in {', '.join(SUFFIXES)}"
        raise ValueError(f"{words!r}: {path!r} found, expected {expected}")
    return Asked(kind, measure, path)


def numbers_of(document: Content, one: Asked) -> dict[str, Any]:
    """Return what a picture shows, and what it says in words, as JSON has it.

    Raises:
        NothingToPlotError: the document has not what the picture shows.
    """
    module = import_module(f"fastgec.plots.{one.kind}")
    content = module.numbers(document, one.measure)
    words = module.words(content)
    return {
        "kind": one.kind,
        "measure": MEASURES[one.measure][0] if one.measure in MEASURES else one.measure,
        "file": one.path,
        "title": words.title,
        "description": words.description,
        "numbers": content,
    }


def picture(shown: Content) -> bytes:
    """Return the bytes of a picture in the format that its file's suffix says.

    Args:
        shown: what `numbers_of` returned.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    module = import_module(f"fastgec.plots.{shown['kind']}")
    words = Words(shown["title"], shown["description"])
    suffix = PurePath(shown["file"]).suffix
    return rendered(lambda: module.draw(shown["numbers"]), words, suffix)
