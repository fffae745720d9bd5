"""Options that several commands share, and what they do: one spelling, one meaning."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from fastgec.atomic import replacing
from fastgec.cli import UsageError
from fastgec.fscore import LARGEST_BETA
from fastgec.report.tables import join_fields

MAX_ORDER = 1000  # of n-grams, as the kernel has it
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


def add_parallel_columns(parser: argparse.ArgumentParser) -> None:
    """Add source, references and systems, with the spellings of several older programs."""
    hidden = argparse.SUPPRESS
    columns = (
        ("-s", "source", ("--src", "--source"), None, "SOURCE", "what was corrected"),
        (
            "-r",
            "references",
            ("--ref", "--refs", "--reference", "--references"),
            "+",
            "REF",
            "references",
        ),
        (
            "-c",
            "systems",
            (
                *("-o", "--out", "--outputs", "--cor", "--cors", "--corrected"),
                *("--hyp", "--hyps", "--hypotheses"),
            ),
            "+",
            "SYSTEM",
            "outputs; every file has one sentence a line ('-': standard input)",
        ),
    )
    for short, name, spellings, nargs, metavar, text in columns:
        parser.add_argument(short, dest=name, nargs=nargs, metavar=metavar, help=text)
        parser.add_argument(*spellings, dest=name, nargs=nargs, default=hidden, help=hidden)


def parallel_columns(options: argparse.Namespace) -> tuple[str, list[str], list[str]]:
    """Return the paths of source, references and systems.

    Raises: UsageError if one of them is missing.
    """
    missing = [
        f"{option} {name}"
        for option, name, value in (
            ("-s", "SOURCE", options.source),
            ("-r", "REF", options.references),
            ("-c", "SYSTEM", options.systems),
        )
        if not value
    ]
    if missing:
        raise UsageError(f"expected {' and '.join(missing)}")
    return options.source, options.references, options.systems


def positive(text: str) -> int:
    """Read a whole number from 1."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= 0x3FFFFFFF:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a whole number from 1")
    return value


def order(text: str) -> int:
    """Read the highest order of n-grams."""
    value = positive(text)
    if value > MAX_ORDER:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected 1 to {MAX_ORDER}")
    return value


def natural(text: str) -> int:
    """Read a whole number from 0."""
    if not (text.isascii() and text.isdigit() and int(text) <= 0x3FFFFFFF):
        raise argparse.ArgumentTypeError(
            f"{text!r} found, expected a whole number from 0 to {0x3FFFFFFF}"
        )
    return int(text)


def finite_beta(text: str) -> float:
    """Read a weight of recall: a finite number from 0, not so large that its square is none."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= LARGEST_BETA:
        expected = f"expected a number from 0 to {LARGEST_BETA:g}"
        raise argparse.ArgumentTypeError(f"{text!r} found, {expected}")
    return value


def check_inputs(paths: Sequence[str], sentences: str | None) -> None:
    """Refuse standard input named twice, and a file of sentences of unknown kind or that is read.

    Raises: UsageError.
    """
    if paths.count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    if sentences is not None and Path(sentences).suffix not in SENTENCES_SUFFIXES:
        kinds = " or ".join(SENTENCES_SUFFIXES)
        raise UsageError(f"--sentences {sentences!r} found, expected a name that ends in {kinds}")
    if sentences is not None and Path(sentences).exists():
        for path in paths:
            if Path(path).exists() and Path(path).samefile(sentences):
                raise UsageError(f"--sentences {sentences!r} is read too, expected another name")


def write_sentences(path: str, fields: Sequence[str], systems: Iterable[Iterable[str]]) -> None:
    """Write the lines of every system to a file, whole or not at all; .tsv begins with a heading.

    Raises: OSError.
    """
    with replacing(path) as file:
        if Path(path).suffix == ".tsv":
            file.write(join_fields(fields).encode())
        for lines in systems:
            for line in lines:
                file.write(line.encode(errors="surrogateescape"))


def warn(lines: Sequence[str], *, quiet: bool) -> None:
    """Print warnings to stderr."""
    if not quiet:
        for line in lines:
            print(f"warning: {line}", file=sys.stderr)


@contextmanager
def progress_bar(
    options: argparse.Namespace, total: int | None, what: str
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
