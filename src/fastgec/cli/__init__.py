"""The command line: find the command, run it, turn what goes wrong into one line and a status.

Exit status: 0 done; 1 bad data (one line: file, line, problem); 2 wrong usage; 3 a threshold was
not met; 130 interrupted; 141 the reader of a pipe went away (silent, as of any filter).

Help, the version and wrong usage are printed without numpy, which takes longer to import than all
else here: a module of a command imports at its top what its arguments need, and the rest where it
runs. Declarations of metrics for options are a table (`metrics.declarations`). A run that needs no
numpy either is done by the command's `plain`, from the same options.

Commands, in a module each or by family; `fastgec METRIC` is `command`:

    command     the command that every metric has, and observers of the batches of its run
    m2          the output that old scripts read, edits in words, views
    m2_views    edits in words, annotators, the human ceiling, error types
    metrics     GREEN, GLEU, I-measure, CLEME, GoToScorer: the output of their authors' programs
    run         corpora x systems x metrics, as config files name them
    compare     paired tests against a base
    merge       the whole from parts that were counted apart
    errors      frequent errors; scores in buckets
    report      one HTML file that shows where systems differ
    plot        a picture and nothing else
    texts       check, convert, retokenize, demo: files of texts and of gold
    combining   vote: each source with the edits that enough candidates make; mbr: the candidate
                that agrees most with the others
    benchmarks  the option --benchmark: options by which a benchmark's numbers are made
    completion  words that a shell completes; the manual page
    errant      `fastgec errant`: commands of its own
    weights     `fastgec weights`: commands of its own
    meta        `fastgec meta`: commands of its own

Shared modules:

    parser     the parser of the program, with the command that is wanted, or all; help that
               fits and is complete, and hints for what is mistyped; usage, description and
               examples, from `help.txt`
    options    options that several commands share, and their effect; text of an option to a
               value; parameters that describe themselves to options, and back; outputs that are
               raw text, names of systems, messages
    outputs    BibTeX: the option --cite, and the command; the option --plot
"""

from __future__ import annotations

import errno
import os
import sys

from fastgec.metrics import METRICS

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

OTHERS = {
    "run": "corpora x systems x metrics in one table, from a config file",
    "compare": "paired significance tests of systems against a base",
    "merge": "score of a corpus from the counts of its parts",
    "errors": "frequent wrong and missed edits, scores by length",
    "report": "HTML report: where systems differ, sentence by sentence",
    "plot": "figures: intervals, precision and recall, types, buckets, pairs",
    "check": "contents and errors of M2 and parallel files",
    "convert": "M2 to texts, or texts to M2",
    "retokenize": "raw output in the tokens of its source",
    "vote": "one text of several: the edits that most candidates make",
    "mbr": "minimum Bayes risk: the candidate closest to the others",
    "cite": "BibTeX of metrics, data, tests and fastgec",
    "demo": "sample data: its scores, or a copy to try commands on",
    "completion": "shell completion (bash, zsh, fish) and the manual page",
}

# Commands that have commands of their own: the module whose COMMANDS names them.
GROUPS = {
    "errant": ("fastgec.cli.errant", "ERRANT: precision, recall, F of typed edits; annotation"),
    "weights": ("fastgec.cli.weights", "scores of weighted edits, as PT-M2 and PT-ERRANT"),
    "meta": ("fastgec.cli.meta", "correlation of metrics with human judgments"),
}

# What `fastgec` alone shows, by purpose.
COMMON = {
    "Score": ("m2", "errant", "gleu", "green", "imeasure", "cleme", "behaviour"),
    "Compare": ("compare", "run", "report", "errors", "plot", "meta"),
    "Files": ("check", "convert", "retokenize", "vote", "mbr"),
    "More": ("merge", "weights", "gotoscorer", "completion", "cite", "demo"),
}

DATA_ERROR = 1
USAGE_ERROR = 2
THRESHOLD_MISSED = 3
INTERRUPTED = 130
PIPE_CLOSED = 141


class UsageError(Exception):
    """Arguments that contradict each other, found after parsing."""


class StrictError(Exception):
    """Warnings that --strict makes an error, a line each."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(*lines)
        self.lines = tuple(lines)


def all_commands() -> dict[str, str]:
    """Return all commands with what they are for: metrics first."""
    texts = {name: text for name, (_, text) in METRICS.items()}
    return texts | {name: text for name, (_, text) in GROUPS.items()} | OTHERS


def main(arguments: Sequence[str] | None = None, *, ready: Callable[[], None] | None = None) -> int:
    """Run the command line and return its exit status.

    Args:
        arguments: The words after the program's name; those of the process for None.
        ready: Called when arguments are read and numpy is imported, before the command runs.

    Raises:
        SystemExit: If help or the version was asked for (0), or the usage is wrong (2).

    >>> main(["demo", "more"])
    Traceback (most recent call last):
    SystemExit: 2
    """
    try:
        return _run(sys.argv[1:] if arguments is None else list(arguments), ready)
    except KeyboardInterrupt:  # also while modules are imported
        return INTERRUPTED


def _run(arguments: Sequence[str], ready: Callable[[], None] | None) -> int:
    if sys.stderr is None:  # closed by the caller, as 2>&- does: print would turn to stdout
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        return _fail("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Names and sentences are UTF-8 whatever the locale; lines end as the old scripts' do,
            # also on Windows: a carriage return would become a token of what reads them.
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    return _parsed(arguments, ready)


def _parsed(arguments: Sequence[str], ready: Callable[[], None] | None) -> int:
    """Read the arguments and run the command."""
    from fastgec.cli.parser import imported, parsers, printed_alone, without_help_word
    from fastgec.machine import LimitError
    from fastgec.read import FormatError, MissingExtraError, visible

    try:
        known = all_commands()
        arguments = without_help_word(arguments)
        parser, run_parser, words = parsers(arguments, known, GROUPS, COMMON)
        if printed_alone(run_parser, arguments):
            sys.stdout.flush()
            return 0
        options, unknown = parser.parse_known_args(_with_values(words))
        if unknown:
            hint = run_parser.hints(unknown)
            run_parser.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        if getattr(options, "field", None) is not None:
            options = imported("fastgec.cli.options").with_fields(options)
        if getattr(options, "benchmark", None):
            imported("fastgec.cli.benchmarks").apply(options.benchmark, run_parser, options)
        run: Callable[[argparse.Namespace], int] | None = options.run
        if ready and options.plain:  # a process of its own, which may do without numpy
            run = options.plain(options, run_parser.given(options))
        status = 0
        if run:
            imported("numpy")
            if ready:
                ready()
            status = run(options)
        sys.stdout.flush()
    except UsageError as error:
        run_parser.error(str(error))
    except StrictError as error:
        return _fail("\n".join(f"{line} (an error with --strict)" for line in error.lines))
    except (FormatError, LimitError, MissingExtraError) as error:
        return _fail(str(error))
    except MemoryError as error:
        return _fail(str(error) or "not enough memory")
    except OSError as error:
        # Files that are read are named by FormatError, those that are written by OSError.
        place = visible(os.fsdecode(error.filename)) if error.filename else "standard output"
        return _unwritten(error, place)
    return status


def _unwritten(error: OSError, place: str) -> int:
    """Say what could not be written, and return the status; a closed pipe is silent."""
    _discard_output()
    # Windows calls it an invalid argument.
    is_closed_pipe = os.name == "nt" and error.errno == errno.EINVAL and error.filename is None
    if isinstance(error, BrokenPipeError) or is_closed_pipe:
        return PIPE_CLOSED
    return _fail(f"{place}: {(error.strerror or str(error)).lower()}")


def _discard_output() -> None:
    # What is still buffered goes nowhere; Python would complain when it flushes it at exit.
    from contextlib import suppress

    with suppress(OSError):  # a stream in memory, which a caller put there, has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _with_values(arguments: Sequence[str]) -> list[str]:
    """Give options that may stand alone their value, so that no file name is taken for it.

    Raises: UsageError, if a number that is no file follows.
    """
    from itertools import pairwise

    alone = {"--ci": "--ci=1000", "--groups": "--groups=auto", "--soft": "--soft=1000"}
    for option, value in pairwise(arguments):
        if option in alone and value.isdecimal() and not os.path.exists(value):  # noqa: PTH110
            raise UsageError(f"{option} {value}: expected {option}={value}")
    return [alone.get(argument, argument) for argument in arguments]


def _fail(line: str) -> int:
    print(line, file=sys.stderr)
    return DATA_ERROR


def build_parser() -> argparse.ArgumentParser:
    """Return the whole parser, with the arguments of every command, for shell completion.

    What `compare` and `merge` understand depends on what they are given: `compare` has the options
    of the metrics that need no name, `merge` those of all metrics.

    Example:
        >>> parser = build_parser()
        >>> parser.parse_args(["m2", "system.txt", "gold.m2", "--beta", "1"]).beta
        1.0
    """
    from fastgec.cli.parser import whole_parser

    return whole_parser(all_commands(), GROUPS, COMMON)
