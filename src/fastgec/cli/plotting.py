"""The option --plot: checks before the work begins, and the pictures written after it.

Most runs draw nothing: drawing is imported only for --plot.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from fastgec.cli import UsageError
from fastgec.cli.options import changed, note
from fastgec.cli.parser import HelpSection
from fastgec.machine import real_path, require_place

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.show.plots.kinds import PlotRequest

HELP = HelpSection("options")

SOME = 12  # letters that a note names


def plot(text: str, *, of_scores: bool = False) -> PlotRequest:
    """Read a --plot of correlations, or of scores, whose kind may be left open."""
    from fastgec.show.plots.kinds import OF_SCORES, plot_request

    try:
        return plot_request(text, OF_SCORES, "") if of_scores else plot_request(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_plots(parser: argparse.ArgumentParser, *, is_shown: bool = False) -> None:
    """Declare the options, of correlations; help shows them where 'fastgec plot' has no other."""
    from fastgec.show.plots.kinds import KINDS

    plots = parser.add_argument_group("pictures (pip install 'fastgec[plots]')")
    plot_option = plots.add_argument(
        "--plot",
        dest="plots",
        type=plot,
        action="extend",
        nargs="+",
        metavar="[KIND=]FILE",
        default=[],
        help=f"figure, or numbers as .json; KIND: {', '.join(KINDS)} (default: scatter)",
    )
    data_option = plots.add_argument("--plot-data", metavar="FILE", help=HELP)
    if not is_shown:
        _hide(plot_option, data_option)


def add_plot(output: argparse._ArgumentGroup) -> None:
    """Declare the option, of scores; help names 'fastgec plot' in its place."""
    option = output.add_argument(
        "--plot",
        dest="plots",
        type=partial(plot, of_scores=True),
        action="append",
        metavar="[KIND=]FILE",
        default=[],
    )
    _hide(option)


def _hide(*options: argparse.Action) -> None:
    for option in options:
        option.help = argparse.SUPPRESS
        option.replaced_by = "fastgec plot"  # type: ignore[attr-defined]


def check_plots(
    options: argparse.Namespace, default: str, has: Mapping[str, bool] | None = None
) -> None:
    """Refuse what cannot be drawn or written, before work begins.

    Args:
        options: as parsed.
        default: the kind of pictures whose kind was left open.
        has: by the names of `Kind.needs`, whether a run makes what a kind shows; what is not named
            it does not make. None: what the default shows.

    Raises:
        UsageError: matplotlib is missing, a kind needs another option, or two files are one.
        OSError: a file cannot be written there.
    """
    data = getattr(options, "plot_data", None)
    if data and not options.plots:
        raise UsageError("--plot-data requires --plot")
    if not options.plots:
        return
    from fastgec.show.plots.kinds import ALL_KINDS, NUMBERS, of_kind

    if getattr(options, "cite", False):
        raise UsageError("--plot and --cite are mutually exclusive")
    called = getattr(options, "plot_option", "--plot")
    plots = [of_kind(one, default) for one in options.plots]
    for one in plots:
        kind = ALL_KINDS[one.kind]
        if kind.needs and not ({default: True} if has is None else has).get(kind.needs, False):
            raise UsageError(f"{called} {one.kind}={one.path} requires {kind.option}")
    paths = [one.path for one in plots] + ([data] if data else [])
    for first, second in combinations(paths, 2):
        if real_path(first) == real_path(second):
            raise UsageError(f"{called}: {first!r} is given twice: expected two names")
    for path in paths:
        require_place(path)
    if not all(one.path.endswith(NUMBERS) for one in plots):
        from fastgec.show.plots.canvas import MissingExtraError, require_matplotlib

        try:
            require_matplotlib()
        except MissingExtraError as error:
            raise UsageError(f"{called}: {error}") from None


def write_plots(document: Mapping[str, Any], options: argparse.Namespace) -> None:
    """Draw a document, and write its pictures and their numbers.

    Raises:
        UsageError: the document has not what a picture shows.
        OSError: a file cannot be written.
    """
    if not options.plots:
        return
    from fastgec.machine import replacing
    from fastgec.show.plots.content import NothingToPlotError
    from fastgec.show.plots.kinds import NUMBERS, numbers_of, picture
    from fastgec.show.text import dumped

    try:
        shown = [numbers_of(document, one) for one in options.plots]
    except NothingToPlotError as error:
        called = getattr(options, "plot_option", "--plot")
        raise UsageError(f"{called}: {error}") from None
    note(_boxes(shown), quiet=options.quiet)
    made = [  # all are drawn before one is written
        dumped(one).encode() if one["file"].endswith(NUMBERS) else picture(one) for one in shown
    ]
    for one, data in zip(shown, made, strict=True):
        with replacing(one["file"]) as file:
            file.write(data)
    if numbers := getattr(options, "plot_data", None):
        with replacing(numbers) as file:
            file.write(dumped({"plots": shown}).encode())


def _boxes(shown: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each picture some letters of which are drawn as boxes."""
    from fastgec.show.plots.canvas import Words, unwritable
    from fastgec.show.plots.kinds import NUMBERS

    for one in shown:
        if one["file"].endswith(NUMBERS):
            continue
        if letters := unwritable(Words(one["title"], one["description"])):
            some = letters if len(letters) <= SOME else f"{letters[:SOME]}..."
            yield (
                f"{one['file']}: no font here has {some}: boxes are drawn; install one that has "
                "them, such as Noto Sans CJK"
            )


def write_plots_of(text: Callable[[], str], options: argparse.Namespace, default: str) -> None:
    """Draw the JSON document of a command: pictures have the numbers that it prints.

    Args:
        text: makes the document.
        options: as parsed.
        default: the kind of pictures whose kind was left open.

    Raises:
        UsageError: the document has not what a picture shows.
        OSError: a file cannot be written.
    """
    if options.plots:
        import json

        from fastgec.show.plots.kinds import of_kind

        plots = [of_kind(one, default) for one in options.plots]
        write_plots(shortened(json.loads(text())), changed(options, plots=plots))


def shortened(document: dict[str, Any]) -> dict[str, Any]:
    """Give the systems of a document the names that tables have, where they are paths."""
    from fastgec.show.text import short_names

    base = document.get("base")
    systems = [*([base] if isinstance(base, dict) else []), *(document.get("systems") or [])]
    if systems and all(one["system"] == one.get("path") for one in systems):
        names = short_names([one["path"] for one in systems])
        for one, name in zip(systems, names, strict=True):
            one["name"] = name
    return document
