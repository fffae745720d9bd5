"""Parsers of the command line: help that fits and is complete, and hints for what is mistyped.

Only the command that is wanted is filled, so that help comes without numpy; `whole_parser` fills
all of them, for shell completion and manual pages.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from fastgec._version import __version__
from fastgec.metrics import METRICS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any, NoReturn

# By name: the package whose COMMANDS names the commands of a group, and what they are for.
Groups = Mapping[str, tuple[str, str]]

# What other programs call a command, and habits from elsewhere.
ALIASES = {
    "m2scorer": "m2",
    "maxmatch": "m2",
    "max-match": "m2",
    "score": "m2",
    "sgreen": "green --sentence",
    "mgreen": "green --mean",
    "compute_gleu": "gleu",
    "significance": "compare",
    "bootstrap": "compare",
    "validate": "check",
    "lint": "check",
    "apply": "convert --prefix",
    "example": "demo",
    "help": "--help",
    "version": "--version",
}


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal: prose wraps, examples and what is indented stay.

    argparse would ask shutil for the width, even where no help is shown: its import takes longer
    than scoring a thousand sentences.
    """

    def __init__(self, prog: str) -> None:
        """Take the name of the program."""
        try:
            width = int(os.environ.get("COLUMNS", "")) or os.get_terminal_size().columns
        except (ValueError, OSError):
            width = 80
        super().__init__(prog, max_help_position=30, width=max(width - 2, 20))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        prose = ""
        for line in [*text.splitlines(), ""]:
            if line and not line.startswith(" ") and not line.endswith(":"):
                prose = f"{prose} {line}".strip()
                continue
            if prose:
                lines += self._wrapped(prose, width, indent, "")
                prose = ""
            start = line[: len(line) - len(line.lstrip())]
            is_example = line.lstrip().startswith("fastgec ")
            lines += [line] if is_example else self._wrapped(line, width, "", f"{start}    ")
        return "\n".join(lines).rstrip()

    @staticmethod
    def _wrapped(text: str, width: int, indent: str, hanging: str) -> list[str]:
        import textwrap  # as argparse does

        return textwrap.wrap(
            text,
            width,
            initial_indent=indent,
            subsequent_indent=indent + hanging,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]


class Parser(argparse.ArgumentParser):
    """A parser whose help names old spellings, and whose errors have hints.

    alone  options that may stand alone, without the files that are needed otherwise: what they
           print, by their spelling
    words  what is parsed
    own    of a group that is a command itself, in the whole parser: what parses where no word of
           the group follows; argparse takes no word in the place of files
    group  the commands of such a group, by their word
    """

    def __init__(self, **more: Any) -> None:
        """Take what argparse does."""
        super().__init__(**{"formatter_class": Help, "allow_abbrev": False, **more})
        self.alone: dict[str, Callable[[], str]] = {}
        self.words: Sequence[str] = ()
        self.own: Parser | None = None
        self.group: Mapping[str, Parser] = {}

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, by the parser that a first word names where this one is of a group."""
        if self.own is None:
            return super().parse_known_args(args, namespace)
        words = sys.argv[1:] if args is None else list(args)
        chosen = self.group.get(words[0]) if words else None
        if chosen is None:
            return self.own.parse_known_args(words, namespace)
        return chosen.parse_known_args(words[1:], namespace)

    def format_help(self) -> str:
        """Return the help: options, old spellings, then examples."""
        epilog, spellings = self.epilog, self._old_spellings()
        if spellings:
            title = "old spellings, understood too:"
            self.epilog = f"{title}\n{spellings}\n\n{epilog or ''}"
        try:
            return super().format_help()
        finally:
            self.epilog = epilog

    def _old_spellings(self) -> str:
        """Return a line for each option that has hidden spellings."""
        shown: dict[str, str] = {}
        hidden: dict[str, list[str]] = {}
        for action in self._actions:
            if action.option_strings and action.help is not argparse.SUPPRESS:
                shown.setdefault(action.dest, action.option_strings[-1])
            elif action.option_strings and (action.dest in shown or not action.choices):
                name = shown.get(action.dest, "without effect")
                hidden.setdefault(name, []).extend(action.option_strings)
        return "\n".join(f"  {name}: {', '.join(words)}" for name, words in hidden.items())

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help, a version or an error; that help cannot be written is an error, too."""
        if file is not sys.stdout:
            super()._print_message(message, file)
        else:
            file.write(message)
            file.flush()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, with a hint, and exit with status 2."""
        takers = ("--name", "-r", "-b", "--beta", "--weights", "--annotators")
        greedy = [word for word in self.words if word in takers]
        if message.startswith("the following arguments are required") and greedy:
            message += f" ({greedy[0]} takes all words that follow it: put files before it)"
        if message.endswith(("required: COMMAND", "required: KIND")):
            message = f"no {message.split()[-1]} found, '{self.prog} --help' lists them"
        super().error(message)

    def hints(self, unknown: Iterable[str]) -> str:
        """Return what may have been meant by options that are unknown, as the end of a message."""
        spellings = [spelling for action in self._actions for spelling in action.option_strings]
        known = {spelling.lstrip("-"): spelling for spelling in spellings}  # dashes are no likeness
        found: list[str] = []
        for word in unknown:
            name = word.partition("=")[0].replace("_", "-")
            if name.startswith("-") and (near := closest(name.lstrip("-"), known)):
                found.append(known[near])
        return f" (did you mean {' and '.join(found)}?)" if found else ""


def closest(word: str, known: Iterable[str], *, least: float = 0.6) -> str | None:
    """Return which of the known words a word may be a slip of, if any.

    >>> closest("--bet", ["--beta", "--sort"]), closest("--x", ["--beta"])
    ('--beta', None)
    """
    import difflib

    return next(iter(difflib.get_close_matches(word, list(known), 1, least)), None)


def require_known(parser: argparse.ArgumentParser, word: str, known: Iterable[str]) -> None:
    """Exit with status 2 and a hint if a word is no command."""
    known = list(known)
    if word in known or word.startswith("-"):
        return
    near = ALIASES.get(word.lower()) or closest(
        word.lower(), known, least=0.5 if len(word) < 4 else 0.6
    )
    if near and near.split()[0] not in (*known, "--help", "--version"):
        near = None
    hint = f", did you mean '{parser.prog} {near}'?" if near else ""
    parser.error(f"unknown command {word!r}{hint or '.'} Commands: {', '.join(known)}")


def parsers(
    arguments: Sequence[str], known: Mapping[str, str], groups: Groups
) -> tuple[Parser, Parser]:
    """Return the whole parser and that of the command; only the wanted command is imported.

    Args:
        arguments: what is to be parsed.
        known: all commands, with what they are for.
        groups: those that have commands of their own.

    Raises:
        SystemExit: a command that there is not.
    """
    parser, commands = _outer()
    if arguments:
        require_known(parser, arguments[0], known)
    wanted = arguments[0] if arguments and arguments[0] in known else None
    chosen = parser
    for name, summary in known.items():
        if wanted not in (None, name):
            continue
        command: Parser = commands.add_parser(name, help=summary)
        if name == wanted and name in groups:
            chosen = _add_group(command, name, groups[name][0], arguments[1:])
        elif name == wanted:
            chosen = _fill(command, name, arguments[1:])
    chosen.words = arguments
    return parser, chosen


def whole_parser(known: Mapping[str, str], groups: Groups) -> Parser:
    """Return the whole parser, with the arguments of every command; arguments as `parsers`."""
    parser, commands = _outer()
    for name, summary in known.items():
        # Options of several metrics are spelled alike.
        more = {"conflict_handler": "resolve"} if name == "merge" else {}
        command: Parser = commands.add_parser(name, help=summary, **more)
        if name in groups:
            _add_group(command, name, groups[name][0], None)
            continue
        _fill(command, name, None if name in ("merge", "plot") else [])
    return parser


def _outer() -> tuple[Parser, Any]:
    """Return the parser of the program, and what gets the commands."""
    parser = Parser(
        prog="fastgec",
        description="Exact and fast scores for grammatical error correction.",
        epilog="examples:\n"
        "  fastgec m2 system.txt gold.m2\n"
        "  fastgec demo\n\n"
        "'fastgec COMMAND --help' shows the options of a command.",
    )
    parser.add_argument("--version", action="version", version=f"fastgec {__version__}")
    return parser, parser.add_subparsers(title="commands", metavar="COMMAND", required=True)


def _fill(command: Parser, name: str, words: Sequence[str] | None) -> Parser:
    """Declare the arguments of a command; words: what follows its name.

    Returns the parser of what is wanted: of a kind, where the command has kinds.
    """
    module = _module(name)
    # What some understand depends on what they are given.
    given = [words] if name in ("compare", "merge", "plot") else []
    chosen: Parser | None = module.add_arguments(command, *given)
    command.set_defaults(run=module.run)
    return chosen or command


def _add_group(parser: Parser, name: str, package: str, arguments: Sequence[str] | None) -> Parser:
    """Declare the commands of a group, all of them filled where arguments are None.

    A group whose package names an OWN module is a command itself where no word of the group
    follows: its help says which words there are.

    Returns the parser of the one that is wanted, or its own.
    """
    group = importlib.import_module(package)
    known: dict[str, str] = group.COMMANDS
    own: str = getattr(group, "OWN", "")
    wanted = arguments[0] if arguments and arguments[0] in known else None
    if own and wanted is None:
        module = importlib.import_module(f"{package}.{own}")
        module.add_arguments(parser)
        parser.set_defaults(run=module.run)
        if arguments is not None:
            _require_no_slip(parser, arguments, known)
            return parser
        parser.own = Parser(prog=parser.prog)
        module.add_arguments(parser.own)
        parser.own.set_defaults(run=module.run)
    elif arguments and known:
        parser.usage = f"{parser.prog} [-h] COMMAND ..."  # no command is declared yet
        require_known(parser, arguments[0], known)
        parser.usage = None
    if own and arguments is None:  # for completion: help is that of the command
        commands = parser.add_subparsers(help=argparse.SUPPRESS, metavar="COMMAND")
    else:
        parser.description = group.DESCRIPTION if not own else None
        line = f"'fastgec {name} COMMAND --help' shows the options of a command."
        parser.epilog = f"{group.EXAMPLES}\n\n{line}" if not own else line
        commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    chosen = parser
    for other, summary in known.items():
        if wanted not in (None, other):
            continue
        command = commands.add_parser(other, help=summary)
        if other == wanted or arguments is None:
            module = importlib.import_module(f"{package}.{other}")
            module.add_arguments(command)
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
            f"{word!r} found, which is no file and no command, did you mean '{parser.prog} {near}'?"
        )


def _module(name: str) -> Any:
    """Return what has `add_arguments` and `run` of a command."""
    if name in METRICS:
        return importlib.import_module("fastgec.cli.command").command_of(name)
    return importlib.import_module(f"fastgec.cli.{name}")


def printed_alone(parser: Parser, arguments: Sequence[str]) -> bool:
    """Print what an option is for that stands alone, such as --cite; return whether one does."""
    *command, option = arguments or [""]
    if option not in parser.alone or parser.prog.split()[1:] != command:
        return False
    sys.stdout.write(parser.alone[option]())
    return True
