"""The parser of the program: that of the command which is wanted, or of all commands.

Only the command that is wanted is filled, so that help comes without numpy; `whole_parser` fills
all of them, for shell completion and manual pages.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence

from fastgec._version import __version__
from fastgec.cli.parser import Parser, closest, imported, require_known
from fastgec.metrics import METRICS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

# By name: the package whose COMMANDS names the commands of a group, and what they are for.
# Commands in the module of their family, and not in one of their own name.
FAMILIES = {"vote": "combining", "mbr": "combining"}
PROGRAM = "fastgec"
# Old commands: command and option in their place.
MOVED = {"cleme2": ("cleme", "--cleme2")}

Groups = Mapping[str, tuple[str, str]]


def without_help_word(arguments: Sequence[str]) -> Sequence[str]:
    """Return arguments with --help in place of the word help, or of nothing.

    Example:
        >>> without_help_word([]), without_help_word(["help", "errant", "m2"])
        (['--help'], ['errant', 'm2', '--help'])
    """
    if not arguments:
        return ["--help"]
    if arguments[0] != "help":
        return arguments
    return [*(word for word in arguments[1:] if word != "more"), "--help"]


def parsers(
    arguments: Sequence[str],
    known: Mapping[str, str],
    groups: Groups,
    common: Mapping[str, Sequence[str]],
) -> tuple[Parser, Parser, Sequence[str]]:
    """Return a parser and the words it parses, and the parser of the command that is wanted.

    Only the wanted command is imported. A command is parsed by its own parser alone: that of the
    program is made where no command is named.

    Args:
        arguments: what is to be parsed.
        known: all commands, with what they are for.
        groups: those that have commands of their own.
        common: what the first screen lists, by title.

    Returns:
        What parses; the parser of the command, perhaps of a group; the words.

    Raises:
        SystemExit: a command that there is not.
    """
    if not arguments or arguments[0] not in known:
        parser, commands = _outer(known, common)
        if arguments:
            require_known(parser, arguments[0], known)
        for name, summary in known.items():
            commands.add_parser(name, help=summary)
        parser.words = arguments
        return parser, parser, arguments
    name, *words = arguments
    prog = f"{PROGRAM} {name}"
    if name in MOVED:
        prog = " ".join((PROGRAM, *MOVED[name]))
        old = f"'{PROGRAM} {name}' is now '{prog}'"
        if not {"-q", "--quiet"} & {*words}:
            print(f"FutureWarning: {old}; the old command goes with 0.3", file=sys.stderr)
    options = words[: words.index("--")] if "--" in words else words
    for moved, (command, option) in MOVED.items():
        if name == command and option in options:
            name, prog = moved, f"{prog} {option}"
    parser = Parser(prog=prog)
    parser.set_defaults(plain=None)
    if name in groups:
        chosen = _add_group(parser, name, groups[name][0], words)
    else:
        chosen = _fill(parser, name, words)
    chosen.words = arguments
    return parser, chosen, words


def whole_parser(
    known: Mapping[str, str], groups: Groups, common: Mapping[str, Sequence[str]]
) -> Parser:
    """Return the whole parser, with the arguments of every command; arguments as `parsers`."""
    parser, commands = _outer(known, common)
    for name, summary in known.items():
        # Options of several metrics are spelled alike.
        more: dict[str, str] = {"conflict_handler": "resolve"} if name == "merge" else {}
        if name in MOVED:
            more["prog"] = " ".join((PROGRAM, *MOVED[name]))
        command: Parser = commands.add_parser(name, help=summary, **more)
        if name in groups:
            _add_group(command, name, groups[name][0], None)
            continue
        _fill(command, name, None if name in ("merge", "plot") else [])
    return parser


def _outer(known: Mapping[str, str], common: Mapping[str, Sequence[str]]) -> tuple[Parser, Any]:
    """Return the parser of the program, and what gets the commands."""
    parser = Parser(
        prog=PROGRAM,
        usage="fastgec [-h] [--version] COMMAND ...",
        description="Exact and fast scores for grammatical error correction.",
        epilog="examples:\n"
        "  fastgec demo --copy samples    # files to try commands on\n"
        "  fastgec m2 system.txt gold.m2\n\n"
        "'fastgec COMMAND --help' shows the options of a command.",
    )
    parser.add_argument("--version", action="version", version=f"fastgec {__version__}")
    parser.sections = {
        title: {name: known[name] for name in names} for title, names in common.items()
    }
    hidden = argparse.SUPPRESS
    return parser, parser.add_subparsers(
        prog=parser.prog, help=hidden, metavar="COMMAND", required=True
    )


def _fill(command: Parser, name: str, words: Sequence[str] | None) -> Parser:
    """Declare the arguments of a command; words: what follows its name.

    Returns the parser of what is wanted: of a kind, where the command has kinds.
    """
    module = _module(name)
    # What some understand depends on what they are given.
    given = [words] if name in ("compare", "merge", "plot") else []
    chosen: Parser | None = module.add_arguments(command, *given)
    command.set_defaults(run=module.run, plain=module.plain if name in METRICS else None)
    imported("fastgec.cli.options").add_field(command)
    return chosen or command


def _add_group(parser: Parser, name: str, package: str, arguments: Sequence[str] | None) -> Parser:
    """Declare the commands of a group, all of them filled where arguments are None.

    A group whose module names its OWN command is a command itself where no word of the group
    follows: its help says which words there are.

    Returns the parser of the one that is wanted, or its own.
    """
    group = imported(package)
    known: dict[str, str] = group.COMMANDS
    own: str = getattr(group, "OWN", "")
    wanted = arguments[0] if arguments and arguments[0] in known else None
    if own and wanted is None:
        module = group.command(own)
        module.add_arguments(parser)
        parser.set_defaults(run=module.run)
        if arguments is not None:
            _require_no_slip(parser, arguments, known)
            return parser
        parser.own = Parser(prog=parser.prog)
        module.add_arguments(parser.own)
        parser.own.set_defaults(run=module.run)
    elif arguments and known:
        require_known(parser, arguments[0], known)
    if own and arguments is None:  # for completion: help is that of the command
        more: dict[str, Any] = {"help": argparse.SUPPRESS}
    else:
        if own:
            parser.epilog = f"'fastgec {name} COMMAND --help' shows the options of a command."
        more = {"title": "commands", "required": True}
    commands = parser.add_subparsers(metavar="COMMAND", prog=parser.prog, **more)
    chosen = parser
    for other, summary in known.items():
        if wanted not in (None, other):
            continue
        command = commands.add_parser(other, help=summary)
        if other == wanted or arguments is None:
            module = group.command(other)
            module.add_arguments(command)
            imported("fastgec.cli.options").add_field(command)
            command.set_defaults(run=module.run)
        if other == wanted:
            chosen = command
    if parser.own is not None:
        parser.group = commands.choices
    return chosen


def _require_no_slip(parser: Parser, arguments: Sequence[str], known: Iterable[str]) -> None:
    """Exit with status 2 where the first file is none and looks like a command of the group."""
    word = arguments[0] if arguments else ""
    if word.startswith("-") or "." in word or os.path.lexists(word):
        return
    if near := closest(word.lower(), known):
        parser.error(
            f"{word!r} is neither a file nor a command, did you mean '{parser.prog} {near}'?"
        )


def _module(name: str) -> Any:
    """Return what has `add_arguments` and `run` of a command."""
    if name in METRICS:
        return imported("fastgec.cli.command").command_of(name)
    module = imported(f"fastgec.cli.{FAMILIES.get(name, name)}")
    return module.COMMANDS[name] if name in FAMILIES else module
