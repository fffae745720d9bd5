"""Options shared by commands that read outputs: raw text, names of systems, messages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

from fastgec.cli.helptext import HelpSection
from fastgec.cli.readers import positive
from fastgec.read.errors import visible

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from fastgec.texts.retokenize import Projection

HELP = HelpSection("options")


def add_retokenize(parser: argparse.ArgumentParser) -> None:
    """Add the option for outputs that are raw text."""
    parser.add_argument("--retokenize", action="store_true", help=HELP)


def projection_of(options: argparse.Namespace) -> Projection | None:
    """Return what cuts raw text into tokens, if that is wanted."""
    if not options.retokenize:
        return None
    from fastgec.texts.retokenize import Projection

    return Projection()


def without_spaces(texts: Iterable[str]) -> list[str]:
    """Return texts of characters without the spaces between these."""
    return [text.replace(" ", "") for text in texts]


def n_latin(texts: Iterable[str]) -> int:
    """Return how many texts have Latin letters."""
    return sum(any(map(str.isascii, filter(str.isalpha, text))) for text in texts)


def lost_spaces(n_texts: int, name: str) -> list[str]:
    """Return a warning where texts with Latin letters were joined."""
    what = "text has" if n_texts == 1 else "texts have"
    line = f"{visible(name)}: {n_texts} {what} Latin letters: spaces between such words are lost"
    return [line] if n_texts else []


def tell_changes(projection: Projection | None, names: Sequence[str], *, quiet: bool) -> None:
    """Print to stderr what was done to the output of each system."""
    if projection is not None and not quiet:
        for name, changes in zip(names, projection.changes, strict=True):
            print(f"retokenized {visible(name)}: {changes}", file=sys.stderr)


def write_out(out: str | None, texts: Iterable[str]) -> None:
    """Write to a file, whole or not at all, or to standard output. Raises: OSError."""
    if out in (None, "-"):
        sys.stdout.writelines(texts)
        return
    from fastgec.machine.atomic import replacing

    with replacing(out) as file:
        file.writelines(text.encode() for text in texts)


def add_names(group: argparse._ArgumentGroup) -> None:
    """Add the names of systems."""
    group.add_argument("--name", dest="names", metavar="NAME", nargs="+", help=HELP)


def add_messages(group: argparse._ActionsContainer, *, lost: str = "score") -> None:
    """Add the options for messages and threads; lost: what a warning costs with --strict."""
    group.add_argument("-q", "--quiet", action="store_true", help="no warnings, no progress")
    group.add_argument(
        "--strict", action="store_true", help=f"a warning is an error: no {lost}, exit status 1"
    )
    group.add_argument("--progress", action=argparse.BooleanOptionalAction, default=None, help=HELP)
    group.add_argument("-j", "--jobs", type=positive, metavar="N", help=HELP)


def format_of(options: argparse.Namespace) -> str:
    """Return the format of -f; by default a table, and TSV where no terminal reads it."""
    kind: str | None = options.format
    return kind or ("table" if sys.stdout.isatty() else "tsv")
