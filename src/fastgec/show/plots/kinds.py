"""The kinds of pictures: from the text of an option to the bytes of a picture.

A picture is named as KIND=FILE, KIND:MEASURE=FILE, or FILE alone, which is of the kind that fits
what a command prints. A file that ends in .json gets the numbers.

Of correlations with people the measure is r (Pearson, the default), rho (Spearman), tau (Kendall),
accuracy or soft (pairwise). In a scatter plot it says which beta is shown, where two were chosen:
that for r, that for rho, or both side by side, of the metrics that have two. Of scores it is the
score (the default), precision or recall.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import PurePath
from typing import Any, NamedTuple

from fastgec.machine import shipped_rows
from fastgec.show.plots.canvas import SUFFIXES, Words, rendered
from fastgec.show.plots.content import MEASURES, Content

NUMBERS = ".json"  # the suffix of a file that gets numbers, not a picture


class Kind(NamedTuple):
    """A kind of pictures, a line of `kinds.tsv`.

    module    that draws it: "scores" (of systems) or "correlations" (with people)
    needs     what a run must have to make its numbers, "" for nothing
    option    how people write that
    text      what it shows
    measures  that it knows, the first is the default
    """

    module: str
    needs: str
    option: str
    text: str
    measures: tuple[str, ...]


ALL_KINDS = {
    name: Kind(module, needs, option, text, tuple(measures.split()))
    for name, module, needs, option, text, measures in shipped_rows(__file__, "kinds.tsv")
}
OF_SCORES = {name: one for name, one in ALL_KINDS.items() if one.module == "scores"}
KINDS = {name: one for name, one in ALL_KINDS.items() if one.module == "correlations"}


class PlotRequest(NamedTuple):
    """A picture that a user named.

    kind     of KINDS
    measure  of MEASURES
    path     of the file; its suffix says the format
    """

    kind: str
    measure: str
    path: str


def plot_request(
    words: str, kinds: Mapping[str, Kind] = KINDS, default: str = "scatter"
) -> PlotRequest:
    """Return the picture that a text names.

    Args:
        words: as typed.
        kinds: those that there are.
        default: the kind of a file alone; "": one that is chosen later.

    Raises:
        ValueError: no such kind, measure or format.

    Example:
        >>> plot_request("sweep:rho=figure3.svg")
        PlotRequest(kind='sweep', measure='rho', path='figure3.svg')
        >>> plot_request("figure2.pdf").kind
        'scatter'
    """
    before, equals, path = words.partition("=")
    kind, colon, measure = before.partition(":")
    if not equals or "/" in before or "\\" in before:  # a path may have a "=" as well
        kind, colon, measure, path = default, "", "", words
    elif kind not in kinds:
        raise ValueError(f"{words!r}: no plot {kind!r}: expected {' or '.join(kinds)}")
    known = kinds[kind].measures if kind else ("",)
    if not colon:
        measure = known[0]
    if measure not in known:
        raise ValueError(f"{words!r}: {kind} of {measure!r}: expected {' or '.join(known)}")
    if PurePath(path).suffix not in (*SUFFIXES, NUMBERS):
        expected = f"a name that ends in {', '.join((*SUFFIXES, NUMBERS))}"
        raise ValueError(f"{words!r}: {path!r}: expected {expected}")
    return PlotRequest(kind, measure, path)


def of_kind(one: PlotRequest, kind: str) -> PlotRequest:
    """Return a picture whose kind was left open, as one of a kind."""
    return one if one.kind else PlotRequest(kind, ALL_KINDS[kind].measures[0], one.path)


def step_of(kind: str, step: str) -> Any:
    """Return a step of a kind: its "numbers", "words", or "draw"."""
    return getattr(import_module(f"fastgec.show.plots.{ALL_KINDS[kind].module}"), f"{kind}_{step}")


def numbers_of(document: Content, one: PlotRequest) -> dict[str, Any]:
    """Return the numbers that a picture shows, and its words, as in JSON.

    Raises:
        NothingToPlotError: the document lacks the numbers of the picture.
    """
    content = step_of(one.kind, "numbers")(document, one.measure)
    words = step_of(one.kind, "words")(content)
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
        shown: the result of `numbers_of`.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    draw = step_of(shown["kind"], "draw")
    words = Words(shown["title"], shown["description"])
    suffix = PurePath(shown["file"]).suffix
    return rendered(lambda: draw(shown["numbers"]), words, suffix)
