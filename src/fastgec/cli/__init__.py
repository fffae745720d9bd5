"""The command line: find the command, run it, turn what goes wrong into one line and a status.

Exit status: 0 done; 1 bad data (one line, file:line: found, expected); 2 wrong usage; 3 a threshold
was not met; 130 interrupted; 141 the reader of a pipe went away (silent, as of any filter).

Help and the version are printed without numpy, which takes longer to import than all else here: a
module of a command imports at its top what its arguments need, and the rest in `run`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from fastgec._version import __version__
from fastgec.metrics import METRICS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

OTHERS = {
    "run": "corpora x systems x metrics in one table, as a corpus card names them",
    "compare": "is the difference between systems more than chance? Paired tests against a base",
    "merge": "the result of a whole corpus from the counts of its parts",
    "check": "what is in an M2 file or in parallel files, and what is wrong with it",
    "convert": "M2 to source and corrected texts, or texts to M2",
    "demo": "score the sample data that ships with the package",
}

# Commands that have commands of their own: the package whose COMMANDS names them.
GROUPS = {"errant": ("fastgec.cli.errant", "ERRANT: compare, annotate and convert files of edits")}

DATA_ERROR = 1
USAGE_ERROR = 2
THRESHOLD_MISSED = 3
INTERRUPTED = 130
PIPE_CLOSED = 141


class UsageError(Exception):
    """Arguments that contradict each other, found after parsing."""


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
    from fastgec.corpus.errors import FormatError, visible
    from fastgec.machine.memory import LimitError

    if sys.stderr is None:  # closed by the caller, as 2>&- does: print would turn to stdout
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        return _fail("standard output is closed, expected a place for results")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # names and sentences are UTF-8 whatever the locale
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    try:
        parser, run_parser = _parsers(arguments)
        options, unknown = parser.parse_known_args(_with_values(arguments))
        if unknown:
            run_parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        importlib.import_module("numpy")
        if ready:
            ready()
        status: int = options.run(options)
        sys.stdout.flush()
    except UsageError as error:
        run_parser.error(str(error))
    except FormatError as error:
        return _fail(str(error))
    except LimitError as error:
        return _fail(str(error))
    except MemoryError as error:
        return _fail(str(error) or "not enough memory")
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except OSError as error:
        # Files that are read are named by FormatError, those that are written by OSError.
        place = visible(os.fsdecode(error.filename)) if error.filename else "standard output"
        _discard_output()
        return _fail(f"{place}: {(error.strerror or str(error)).lower()}")
    return status


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal.

    argparse would ask shutil for the width, even where no help is shown: its import takes longer
    than scoring a thousand sentences.
    """

    def __init__(self, prog: str) -> None:
        try:
            width = int(os.environ.get("COLUMNS", "")) or os.get_terminal_size().columns
        except (ValueError, OSError):
            width = 80
        super().__init__(prog, max_help_position=30, width=width - 2)


def _discard_output() -> None:
    # What is still buffered goes nowhere; Python would complain when it flushes it at exit.
    with suppress(OSError):  # a stream in memory, which a caller put there, has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _with_values(arguments: Sequence[str]) -> list[str]:
    """Give options that may stand alone their value, so that no file name is taken for it."""
    alone = {"--ci": "--ci=1000", "--groups": "--groups=auto"}
    return [alone.get(argument, argument) for argument in arguments]


def _fail(line: str) -> int:
    print(line, file=sys.stderr)
    return DATA_ERROR


def _parsers(
    arguments: Sequence[str],
) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """Return the whole parser and that of the command; only the wanted command is imported."""
    parser = argparse.ArgumentParser(
        prog="fastgec",
        description="Exact and fast scores for grammatical error correction.",
        epilog="examples:\n"
        "  fastgec m2 system.txt gold.m2\n"
        "  fastgec demo\n\n"
        "'fastgec COMMAND --help' shows the options of a command.",
        formatter_class=_Help,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"fastgec {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    known = all_commands()
    wanted = arguments[0] if arguments and arguments[0] in known else None
    chosen = parser
    for name, summary in known.items():
        if wanted not in (None, name):
            continue
        command = commands.add_parser(
            name,
            help=summary,
            formatter_class=_Help,
            allow_abbrev=False,
        )
        if name == wanted:
            if name in GROUPS:
                chosen = _add_group(command, name, arguments[1:])
                continue
            chosen = command
            module = _module(name)
            # What merge and compare understand depends on what they are given.
            words = [arguments[1:]] if name in ("compare", "merge") else []
            module.add_arguments(command, *words)
            command.set_defaults(run=module.run)
    return parser, chosen


def _add_group(
    parser: argparse.ArgumentParser, name: str, arguments: Sequence[str]
) -> argparse.ArgumentParser:
    """Declare the commands of a group; return the parser of the one that is wanted, or its own."""
    package = GROUPS[name][0]
    known: dict[str, str] = importlib.import_module(package).COMMANDS
    wanted = arguments[0] if arguments and arguments[0] in known else None
    parser.epilog = f"'fastgec {name} COMMAND --help' shows the options of a command."
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    chosen = parser
    for other, summary in known.items():
        if wanted not in (None, other):
            continue
        command = commands.add_parser(
            other, help=summary, formatter_class=_Help, allow_abbrev=False
        )
        if other == wanted:
            chosen = command
            module = importlib.import_module(f"{package}.{other}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return chosen


def _module(name: str) -> Any:
    """Return what has `add_arguments` and `run` of a command."""
    if name in METRICS:
        return importlib.import_module("fastgec.cli.command").command_of(name)
    return importlib.import_module(f"fastgec.cli.{name}")
