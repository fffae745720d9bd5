"""Options that several commands share, and what they do: one spelling, one meaning."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

from fastgec.cli import THRESHOLD_MISSED, UsageError
from fastgec.corpus.errors import visible
from fastgec.corpus.span import WHOLE, Span
from fastgec.fscore import LARGEST_BETA
from fastgec.machine.atomic import real_path, require_place
from fastgec.parameters import MAX_RESAMPLES
from fastgec.report.formats import TABLE_FORMATS

MAX_ORDER = 1000  # of n-grams, as the kernel has it
MAX_DIGITS = 1074  # no float64 has more after the point
SENTENCES_SUFFIXES = (".jsonl", ".tsv")
PART_SUFFIX = ".npz"
FORMATS = ("classic", *TABLE_FORMATS)


def add_shared(
    parser: argparse.ArgumentParser, formats: Sequence[str], *, has_sentences: bool = True
) -> None:
    """Add the options for output, threads and messages."""
    output = parser.add_argument_group("output")
    output.add_argument(
        "-f", "--format", choices=formats, metavar="FORMAT", help=", ".join(formats)
    )
    if has_sentences:
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


def add_verdict(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the options that turn scores into verdicts, and return their group."""
    verdict = parser.add_argument_group("verdict")
    verdict.add_argument("--sort", action="store_true", help="best F first (as given)")
    verdict.add_argument(
        "--signature",
        action="store_true",
        help="print one line that names all that made the numbers",
    )
    verdict.add_argument(
        "--fail-under",
        type=share,
        metavar="F",
        help="exit with status 3 if a score is below F, from 0 to 1",
    )
    return verdict


def add_intervals(group: argparse._ArgumentGroup) -> None:
    """Add the options of bootstrap intervals."""
    group.add_argument(
        "--ci",
        type=resamples,
        metavar="[=N]",
        help="95%% intervals from N resamples of the sentences (1000)",
    )
    add_seed(group)


def add_seed(group: argparse._ArgumentGroup) -> None:
    """Add the seed of everything that is drawn."""
    group.add_argument("--seed", type=natural, default=0, metavar="S", help="of the draws (0)")


def status_of(scores: Iterable[tuple[str, float]], least: float | None) -> int:
    """Return the exit status of --fail-under; say on stderr which scores are below it.

    Parameters: scores, what each is called and its value.
    """
    if least is None:
        return 0
    below = [(name, score) for name, score in scores if score < least]
    for name, score in below:
        shown = f"{score:.4f}"
        if float(shown) >= least:  # 0.79999 must not read as 0.8000
            shown = repr(score)
        print(f"{visible(name)} is {shown}, below {least:g}", file=sys.stderr)
    return THRESHOLD_MISSED if below else 0


def add_parallel_columns(parser: argparse.ArgumentParser, *, has_systems: bool = True) -> None:
    """Add source, references and systems, with the spellings of several older programs."""
    hidden = argparse.SUPPRESS
    columns = [
        ("-s", "source", ("--src", "--source"), None, "SOURCE", "what was corrected"),
        (
            "-r",
            "references",
            ("--ref", "--refs", "--reference", "--references"),
            "+",
            "REF",
            "references",
        ),
    ]
    if has_systems:
        spellings = (
            *("-o", "--out", "--outputs", "--cor", "--cors", "--corrected"),
            *("--hyp", "--hyps", "--hypotheses"),
        )
        text = "outputs; every file has one sentence a line ('-': standard input)"
        columns.append(("-c", "systems", spellings, "+", "SYSTEM", text))
    for short, name, others, nargs, metavar, text in columns:
        parser.add_argument(short, dest=name, nargs=nargs, metavar=metavar, help=text)
        parser.add_argument(*others, dest=name, nargs=nargs, default=hidden, help=hidden)


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


def add_partial(parser: argparse.ArgumentParser) -> None:
    """Add the options that count a part of a corpus, for 'fastgec merge'."""
    partial = parser.add_argument_group("parts of a corpus")
    partial.add_argument(
        "--sentence-range",
        type=sentence_range,
        default=WHOLE,
        metavar="A:B",
        help="only the sentences A to B, from 1 (also A: and :B)",
    )
    partial.add_argument(
        "--counts-out",
        metavar="FILE",
        help="write the counts to FILE (.npz), for 'fastgec merge'",
    )


def sentence_range(text: str) -> Span:
    """Read a range of sentences: A:B from 1, the last included; either may be missing."""
    first, colon, last = text.partition(":")
    if not colon or not (first or last):
        raise argparse.ArgumentTypeError(f"{text!r} found, expected A:B, A: or :B")
    try:
        return Span(positive(first) - 1 if first else 0, positive(last) if last else None)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """Read a whole number from 1."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= 0x3FFFFFFF:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a whole number from 1")
    return value


def resamples(text: str) -> int:
    """Read a number of resamples."""
    value = positive(text)
    if value > MAX_RESAMPLES:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected 1 to {MAX_RESAMPLES}")
    return value


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a number from 0 to 1")
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


def any_beta(text: str) -> float:
    """Read a weight of recall: a number from 0, or infinite."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a number from 0 or 'inf'")
    return value


def digits(text: str) -> int:
    """Read a number of digits: a whole number, of which those below 0 are taken for 0."""
    try:
        value = int(text)
    except ValueError:
        value = MAX_DIGITS + 1
    if value > MAX_DIGITS:
        expected = f"expected a whole number to {MAX_DIGITS}"
        raise argparse.ArgumentTypeError(f"{text!r} found, {expected}")
    return value


def check_inputs(
    paths: Sequence[str],
    sentences: str | None,
    edits: str | None = None,
    counts_out: str | None = None,
) -> None:
    """Refuse a pipe that is named twice, and outputs of unknown kind, equal, or read as well.

    Raises: UsageError; OSError if --counts-out names no place.
    """
    if paths.count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    pipes = ["/dev/stdin" if path == "-" else path for path in paths]
    for path, same in combinations(filter(_is_pipe, pipes), 2):
        if Path(path).samefile(same):
            raise UsageError(f"{path!r} and {same!r} are one pipe, which can be read only once")
    if sentences is not None and Path(sentences).suffix not in SENTENCES_SUFFIXES:
        kinds = " or ".join(SENTENCES_SUFFIXES)
        raise UsageError(f"--sentences {sentences!r} found, expected a name that ends in {kinds}")
    if edits is not None and Path(edits).suffix != ".jsonl":
        raise UsageError(f"--edits {edits!r} found, expected a name that ends in .jsonl")
    if counts_out is not None and Path(counts_out).suffix != PART_SUFFIX:
        raise UsageError(
            f"--counts-out {counts_out!r} found, expected a name that ends in {PART_SUFFIX}"
        )
    outputs = ("--sentences", sentences), ("--edits", edits), ("--counts-out", counts_out)
    for option, output in outputs:
        if output is not None and any(is_same_file(path, output) for path in paths):
            raise UsageError(f"{option} {output!r} is read too, expected another name")
    given = [(option, output) for option, output in outputs if output is not None]
    for (option, output), (other, same) in combinations(given, 2):
        if real_path(output) == real_path(same) or is_same_file(output, same):
            raise UsageError(f"{option} and {other} {same!r} found, expected two names")
    if counts_out is not None:  # others are opened before anything is counted
        require_place(counts_out)


def _is_pipe(path: str) -> bool:
    try:
        return Path(path).is_fifo()
    except OSError:  # whoever reads it will say so
        return False


def is_same_file(first: str, second: str) -> bool:
    """Whether both paths exist and are one file."""
    return Path(first).exists() and Path(second).exists() and Path(first).samefile(second)


def warn(lines: Sequence[str], *, quiet: bool) -> None:
    """Print warnings to stderr."""
    if not quiet:
        for line in lines:
            print(f"warning: {line}", file=sys.stderr)


def warn_of_repeats(systems: Sequence[str], *, quiet: bool) -> None:
    """Print a warning for each system that is named more than once."""
    repeated = dict.fromkeys(name for name in systems if systems.count(name) > 1)
    warn(
        [f"{visible(name)} is named {systems.count(name)} times" for name in repeated], quiet=quiet
    )


def require_classic(options: argparse.Namespace, is_found: Mapping[str, bool]) -> None:
    """Raise UsageError for options, by name, that only the classic format has a place for."""
    if options.format in (None, "classic"):
        return
    for name, found in is_found.items():
        if found:
            raise UsageError(f"{name} found with -f {options.format}, expected -f classic")


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
