"""Options of commands that annotate, and what they do: analyses, alignment, files that are written.

Spellings are those of ERRANT's programs (-merge) and of this package (--merge).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack

from fastgec.cli import DATA_ERROR, UsageError
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import check_inputs, is_same_file, progress_bar, warn
from fastgec.cli.outputs import add_messages
from fastgec.machine.atomic import real_path, replacing, require_place

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.annotation.analyses import Analyser
    from fastgec.annotation.parallel import Options

HELP = HelpSection("errant")

PACKS = (".gz",)  # endings by which analyses are compressed
MERGINGS = ("rules", "all-split", "all-merge", "all-equal")  # without numpy, for help


def add_spelled(
    parser: argparse._ActionsContainer, flags: Sequence[str], hidden: Sequence[str], **how: Any
) -> None:
    """Declare an option; its hidden spellings do the same, and help does not name them."""
    action = parser.add_argument(*flags, **how)
    known = {**how, "dest": action.dest, "default": argparse.SUPPRESS, "help": argparse.SUPPRESS}
    parser.add_argument(*hidden, **{name: known[name] for name in known if name != "required"})


def add_alignment(parser: argparse.ArgumentParser) -> None:
    """Declare how edits are made."""
    group = parser.add_argument_group("edits")
    add_spelled(group, ["-lev"], ["--lev"], action="store_true", help=HELP)
    add_spelled(
        group, ["-merge"], ["--merge"], choices=MERGINGS, metavar="HOW", default="rules", help=HELP
    )


def add_analysis(parser: argparse.ArgumentParser) -> None:
    """Declare where analyses come from, threads and messages."""
    add_analyses(parser)
    add_messages(parser, lost="file")


def add_analyses(parser: argparse.ArgumentParser) -> None:
    """Declare where analyses come from."""
    group = parser.add_argument_group("analyses")
    group.add_argument("--analyses", metavar="FILE", nargs="+", default=[], help=HELP)
    group.add_argument("--save-analyses", metavar="FILE", help=HELP)
    group.add_argument("--model", metavar="NAME", help=HELP)


def add_out(parser: argparse.ArgumentParser) -> None:
    """Declare where M2 is written."""
    add_spelled(parser, ["-out"], ["-o", "--out"], metavar="FILE", help=HELP)


def check_files(options: argparse.Namespace, inputs: Sequence[str]) -> None:
    """Refuse a pipe that is read twice, and outputs that are read or have no place.

    Raises: UsageError; OSError for an output without a place.
    """
    paths = [*inputs, *options.analyses]
    from pathlib import Path

    check_inputs(paths, None)
    out = getattr(options, "out", None)
    outputs = {"-out": out, "--save-analyses": options.save_analyses}
    given = {name: path for name, path in outputs.items() if path not in (None, "-")}
    if options.save_analyses == "-":
        raise UsageError("--save-analyses - found, expected a file")
    for name, path in given.items():
        # What is no regular file (a pipe, /dev/null) is not replaced.
        if Path(path).is_file() and any(is_same_file(path, other) for other in paths):
            raise UsageError(f"{name} {path!r} is read too, expected another name")
        require_place(path, packs=PACKS if name == "--save-analyses" else ())
    save = options.save_analyses
    for name in ("out", "sentences", "counts_out"):
        path = getattr(options, name, None)
        if save and path and (real_path(path) == real_path(save) or is_same_file(path, save)):
            flag = "-out" if name == "out" else "--" + name.replace("_", "-")
            raise UsageError(f"{flag} and --save-analyses {save!r} found, expected two names")


def run_annotation(
    options: argparse.Namespace,
    annotate: Callable[[Analyser, Callable[[int], None] | None, list[str]], Iterable[str]],
) -> int:
    """Annotate, then write: nothing is written before all is done.

    Args:
        options: What was parsed.
        annotate: Is given analyses, what to tell of progress, and a list for warnings; returns
            blocks of M2.
    """
    from fastgec.annotation.analyses import MissingExtraError

    try:
        analyser = open_analyser(options)
        warnings: list[str] = []
        with progress_bar(options, None, "sentences analysed") as progress:
            blocks = annotate(analyser, progress, warnings)
    except MissingExtraError as error:
        return say_missing(error)
    warn([*analyser.warnings, *warnings], quiet=options.quiet, strict=options.strict)
    with ExitStack() as stack:
        save = options.save_analyses and stack.enter_context(
            replacing(options.save_analyses, packs=PACKS)
        )
        out = None if options.out in (None, "-") else stack.enter_context(replacing(options.out))
        if save:
            analyser.save(save, is_packed=is_packed(options.save_analyses))
        if out:
            out.writelines(block.encode() for block in blocks)
        else:
            sys.stdout.writelines(blocks)
    return 0


def open_analyser(options: argparse.Namespace) -> Analyser:
    """Return what knows, or finds, how sentences are analysed; files are read."""
    from fastgec.annotation.analyses import Analyser

    analyser = Analyser(options.model, is_raw=getattr(options, "tok", False))
    analyser.read(options.analyses)
    return analyser


def is_packed(path: str) -> bool:
    """Whether analyses are compressed in a file of this name."""
    return path.lower().endswith(PACKS)


def alignment_of(options: argparse.Namespace) -> Options:
    """Return how edits are made."""
    from fastgec.annotation.parallel import Options

    return Options(options.merge, options.lev, options.jobs)


def say_missing(error: Exception) -> int:
    """Print what is not installed, and return the exit status."""
    print(error, file=sys.stderr)
    return DATA_ERROR
