"""The option --plot: what is checked before work begins, and what is written when it is done."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from fastgec.cli import UsageError
from fastgec.machine.atomic import real_path, require_place
from fastgec.plots.kinds import KINDS, Asked, asked

# Kinds that need another option: its name among the options, and how people write it.
NEEDS = {
    "sweep": ("sweeps", "--beta sweep"),
    "pvalues": ("tests", "--tests"),
    "windows": ("windows", "--windows N"),
    "distance": ("is_sentence", "--level sentence"),
}


def plot(text: str) -> Asked:
    """Read a picture that is asked for."""
    try:
        return asked(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_plots(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    plots = parser.add_argument_group("pictures (pip install 'fastgec[plots]')")
    plots.add_argument(
        "--plot",
        dest="plots",
        type=plot,
        action="extend",
        nargs="+",
        metavar="[KIND=]FILE",
        default=[],
        help=f"write a picture, .svg, .png or .pdf; KIND: {', '.join(KINDS)} (default: scatter); "
        "KIND:rho= has Spearman's rho in the place of r",
    )
    plots.add_argument(
        "--plot-data", metavar="FILE", help="write the numbers of the pictures to FILE, as JSON"
    )


def check_plots(options: argparse.Namespace, has: Mapping[str, bool] | None = None) -> None:
    """Refuse what cannot be drawn or written, before work begins.

    Args:
        options: as parsed.
        has: by the first names of NEEDS, whether a run makes what a kind shows; kinds that are not
            named are not checked.

    Raises:
        UsageError: matplotlib is missing, a kind needs another option, or two files are one.
        OSError: a file cannot be written there.
    """
    from fastgec.plots.canvas import MissingExtraError, require_matplotlib

    if options.plot_data and not options.plots:
        raise UsageError("--plot-data found, expected --plot with it")
    for one in options.plots:
        name, option = NEEDS.get(one.kind, ("", ""))
        if not (has or {}).get(name, True):
            raise UsageError(f"--plot {one.kind}={one.path} found, expected {option} with it")
    paths = [one.path for one in options.plots] + list(filter(None, [options.plot_data]))
    for first, second in combinations(paths, 2):
        if real_path(first) == real_path(second):
            raise UsageError(f"--plot: {first!r} found twice, expected two names")
    for path in paths:
        require_place(path)
    if options.plots:
        try:
            require_matplotlib()
        except MissingExtraError as error:
            raise UsageError(f"--plot: {error}") from None


def write_plots(document: Mapping[str, Any], options: argparse.Namespace) -> None:
    """Draw a document, and write its pictures and their numbers.

    Raises:
        UsageError: the document has not what a picture shows.
        OSError: a file cannot be written.
    """
    if not options.plots:
        return
    from fastgec.machine.atomic import replacing
    from fastgec.plots.kinds import numbers_of, picture
    from fastgec.plots.picked import NothingToPlotError
    from fastgec.report.documents import dumped

    try:
        shown = [numbers_of(document, one) for one in options.plots]
    except NothingToPlotError as error:
        raise UsageError(f"--plot: {error}") from None
    made = [picture(one) for one in shown]  # all are drawn before one is written
    for one, data in zip(shown, made, strict=True):
        with replacing(one["file"]) as file:
            file.write(data)
    if options.plot_data:
        with replacing(options.plot_data) as file:
            file.write(dumped({"plots": shown}).encode())
