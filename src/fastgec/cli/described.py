"""What the whole parser holds, as values: commands, their options, and what they are for.

Completion and the manual page are made of these, so that neither can forget a command or an option.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """An option of a command, or a positional argument, which has no spellings.

    Attributes:
        spellings: as typed; old spellings, which help lists apart, are options of their own.
        value: what help calls the value; empty for a switch.
        choices: the only values, if there are few.
        help: what it is for; empty for old spellings.
    """

    spellings: tuple[str, ...]
    value: str
    choices: tuple[str, ...]
    help: str


@dataclass(frozen=True)
class Command:
    """A command, with the words that name it: ("errant", "compare").

    Attributes:
        words: what is typed after the name of the program; none for the program itself.
        summary: a line.
        usage: how it is called.
        description: paragraphs.
        epilog: examples and more.
        options: all of them, in the order of help.
        names: of its own commands.
    """

    words: tuple[str, ...]
    summary: str
    usage: str
    description: str
    epilog: str
    options: tuple[Option, ...]
    names: tuple[str, ...]


def described(
    parser: argparse.ArgumentParser, words: tuple[str, ...] = (), summary: str = ""
) -> Iterator[Command]:
    """Yield the command of a parser, then those below it, in the order of help.

    Args:
        parser: with all its commands filled.
        words: that name its command.
        summary: what its command is for.

    Yields:
        Commands, each before its own.

    Example:
        >>> parser = argparse.ArgumentParser(prog="fastgec", description="Scores.")
        >>> _ = parser.add_argument("-b", "--beta", help="of F (default: %(default)s)", default=0.5)
        >>> [command] = described(parser)
        >>> command.options[1].spellings, command.options[1].help
        (('-b', '--beta'), 'of F (default: 0.5)')
    """
    formatter = parser._get_formatter()
    options: list[Option] = []
    below: list[tuple[str, str, argparse.ArgumentParser]] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            told = {one.dest: one.help or "" for one in action._choices_actions}
            below += [(name, told.get(name, ""), one) for name, one in action.choices.items()]
            continue
        is_old = action.help in (None, argparse.SUPPRESS)
        options.append(
            Option(
                tuple(action.option_strings),
                _value(action),
                tuple(map(str, action.choices or ())),
                "" if is_old else formatter._expand_help(action),
            )
        )
    yield Command(
        words,
        summary,
        parser.format_usage().removeprefix("usage: ").strip(),
        parser.description or "",
        parser.epilog or "",
        tuple(options),
        tuple(name for name, _, _ in below),
    )
    for name, line, one in below:
        yield from described(one, (*words, name), line)


def _value(action: argparse.Action) -> str:
    """Return what help calls the value of an option; empty where it has none."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    if action.metavar is None and action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.metavar or action.dest.upper()
