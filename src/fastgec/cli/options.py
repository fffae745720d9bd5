"""Options that several commands share, and what they do: one spelling, one meaning."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from fastgec.cli import UsageError

SENTENCES_SUFFIXES = (".jsonl", ".tsv")


def add_shared(parser: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    """Add the options for output, threads and messages."""
    output = parser.add_argument_group("output")
    output.add_argument("-f", "--format", choices=formats, help="how results are printed")
    output.add_argument(
        "--sentences",
        metavar="FILE",
        help="write per-sentence results to FILE (.jsonl or .tsv)",
    )
    output.add_argument("-q", "--quiet", action="store_true", help="no warnings, no progress")
    output.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="show progress (default: on a terminal, when work is long)",
    )
    output.add_argument(
        "-j", "--jobs", type=positive, metavar="N", help="threads (default: all cores)"
    )


def positive(text: str) -> int:
    """Read a whole number from 1."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= 0x3FFFFFFF:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a whole number from 1")
    return value


def natural(text: str) -> int:
    """Read a whole number from 0."""
    if not (text.isascii() and text.isdigit() and int(text) <= 0x3FFFFFFF):
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a whole number from 0")
    return int(text)


def finite_beta(text: str) -> float:
    """Read a weight of recall: a finite number from 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a finite number from 0")
    return value


def check_inputs(paths: Sequence[str], sentences: str | None) -> None:
    """Refuse standard input named twice, and a file of sentences of unknown kind.

    Raises: UsageError.
    """
    if paths.count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    if sentences is not None and Path(sentences).suffix not in SENTENCES_SUFFIXES:
        kinds = " or ".join(SENTENCES_SUFFIXES)
        raise UsageError(f"--sentences {sentences!r} found, expected a name that ends in {kinds}")


def warn(lines: Sequence[str], *, quiet: bool) -> None:
    """Print warnings to stderr."""
    if not quiet:
        for line in lines:
            print(f"warning: {line}", file=sys.stderr)


@contextmanager
def progress_bar(
    options: argparse.Namespace, total: int, what: str
) -> Iterator[Callable[[int], None] | None]:
    """Show a bar on stderr once work has lasted a second, if the options and the terminal allow.

    Yields what to call with the number of items done, or None where nothing is shown.
    """
    wanted = options.progress
    if wanted is None:
        wanted = sys.stderr.isatty() and not options.quiet
    if not wanted:
        yield None
        return
    from fastgec.report.progress import Bar

    with Bar(total, what, at_once=options.progress is True) as bar:
        yield bar.show
