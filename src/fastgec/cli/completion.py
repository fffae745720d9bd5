"""`fastgec completion`: words that a shell completes, and the manual page, from the whole parser.

Both are made of commands and options as values, so that neither can forget one. Each script finds
the command that the words of a line name so far (its *place*), then offers the commands below it,
its options where a dash is typed, and the values of an option that has few. Where none of these
fits, the shell completes names of files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from fastgec import __version__

KINDS = ("bash", "zsh", "fish", "man")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("kind", choices=KINDS, help="the shell, or man for the manual page")


def run(options: argparse.Namespace) -> int:
    """Print the script or the page."""
    from fastgec.cli import build_parser

    commands = list(described(build_parser()))
    if options.kind == "man":
        sys.stdout.write(manual_page(commands))
        return 0
    script = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}[options.kind]
    sys.stdout.write(script(commands))
    return 0


class Option(NamedTuple):
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


class Command(NamedTuple):
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
        "\n\n".join(filter(None, (parser.description, getattr(parser, "details", None)))),
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


def bash_script(commands: Sequence[Command]) -> str:
    """Return the completion script of `fastgec` for bash."""
    options, values = [], []
    for one in commands:
        spelled = _quoted(" ".join(word for option in one.options for word in option.spellings))
        names = _quoted(" ".join(one.names))
        options.append(f"        {_quoted(_place(one))}) options={spelled} names={names} ;;")
    for patterns, choices in _values(commands):
        values.append(f"        {patterns}) values={_quoted(' '.join(choices))} ;;")
    return _script("bash", commands, options, values)


def zsh_script(commands: Sequence[Command]) -> str:
    """Return the completion script of `fastgec` for zsh."""
    told = {one.words: one.summary for one in commands}
    options: list[str] = []
    for one in commands:
        names = [_told(name, told[(*one.words, name)]) for name in one.names]
        spellings = [
            _told(spelling, option.help) for option in one.options for spelling in option.spellings
        ]
        lists = f"options=({' '.join(spellings)}) names=({' '.join(names)})"
        options.append(f"        {_quoted(_place(one))}) {lists} ;;")
    values = [
        f"        {patterns}) values=({' '.join(map(_quoted, choices))}) ;;"
        for patterns, choices in _values(commands)
    ]
    return _script("zsh", commands, options, values)


def _script(
    kind: str, commands: Sequence[Command], options: Sequence[str], values: Sequence[str] = ()
) -> str:
    """Return the script of a shell, with what depends on commands in its places."""
    places = (" " if kind == "fish" else "|").join(_quoted(_place(c)) for c in commands if c.words)
    texts = {"places": places, "options": "\n".join(options), "values": "\n".join(values)}
    return _filled(kind, texts)


def _filled(kind: str, texts: Mapping[str, str]) -> str:
    """Return the file of a shell, or of the manual page, with texts in their places."""
    whole = (Path(__file__).parent / f"completion.{kind}").read_text(encoding="utf-8")
    for name, text in texts.items():
        whole = whole.replace(f"@{name}@", text, 1)
    return whole


def fish_script(commands: Sequence[Command]) -> str:
    """Return the completion script of `fastgec` for fish."""
    told = {one.words: one.summary for one in commands}
    lines = []
    for one in commands:
        at = f"complete -c fastgec -n {_fish('__fastgec_at ' + _quoted(_place(one)))}"
        for name in one.names:
            lines.append(f"{at} -a {name} -d {_fish(told[(*one.words, name)])}")
        for option in one.options:
            spelled = " ".join(map(_fish_spelling, option.spellings))
            if not spelled:
                continue
            value = " -x" if option.choices else " -r" if option.value else ""
            choices = f" -a {_fish(' '.join(option.choices))}" if option.choices else ""
            lines.append(f"{at} {spelled}{value}{choices} -d {_fish(_first_line(option.help))}")
    return _script("fish", commands, lines)


def _place(command: Command) -> str:
    return "".join(f" {word}" for word in command.words)


def _values(commands: Sequence[Command]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield patterns of a place with a word before, and the values that may follow."""
    for one in commands:
        for option in one.options:
            if option.choices and option.spellings:
                patterns = (f"{_place(one)} {spelling}" for spelling in option.spellings)
                yield "|".join(map(_quoted, patterns)), option.choices
            elif option.choices:  # a word in the place of a file
                yield _quoted(f"{_place(one)} {one.words[-1]}"), option.choices


def _first_line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _told(name: str, text: str) -> str:
    """Return a word with what it is for, as zsh's _describe reads it."""
    return _quoted(f"{name}:{_first_line(text)}".replace("\\", "\\\\") if text else name)


def _fish(text: str) -> str:
    """Quote for fish, where a backslash stays one inside of quotes unless it is before a quote."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fish_spelling(spelling: str) -> str:
    if spelling.startswith("--"):
        return f"-l {spelling[2:]}"
    return f"-s {spelling[1:]}" if len(spelling) == 2 else f"-o {spelling[1:]}"


def manual_page(commands: Sequence[Command]) -> str:
    r"""Return the manual page of all commands.

    Args:
        commands: as `described` yields them; the program itself comes first.

    Returns:
        Source for `man`.

    Example:
        >>> from fastgec.cli.completion import Command
        >>> page = manual_page([Command((), "", "fastgec COMMAND ...", "Scores.", "", (), ())])
        >>> page.splitlines()[2:4]
        ['.SH NAME', 'fastgec \\- exact and fast scores for grammatical error correction']
    """
    program, *others = commands
    lines: list[str] = []
    for command in others:
        lines.append(f'.SS "{_escaped("fastgec " + " ".join(command.words))}"')
        lines += _prose(command.description or command.summary)
        lines += _verbatim(command.usage)
        lines += _options(command.options)
        lines += [".PP", *_verbatim(command.epilog)] if command.epilog else []
    filled = {
        "version": [__version__],
        "usage": _verbatim(program.usage),
        "description": _prose(program.description),
        "options": _options(program.options),
        "commands": lines,
        "epilog": _verbatim(program.epilog),
    }
    return _filled("man", {name: "\n".join(parts) for name, parts in filled.items()})


def _options(options: Sequence[Option]) -> Iterator[str]:
    """Yield a paragraph an option, first of those with help, then one of old spellings."""
    for option in options:
        if not option.help:
            continue
        spelled = ", ".join(f"\\fB{_escaped(one)}\\fR" for one in option.spellings)
        value = f"\\fI{_escaped(option.value)}\\fR" if option.value else ""
        yield from (".TP", f"{spelled} {value}".strip(), _escaped(" ".join(option.help.split())))
    old = [spelling for option in options if not option.help for spelling in option.spellings]
    if old:
        yield from (".TP", "old spellings, understood too", _escaped(", ".join(old)))


def _prose(text: str) -> Iterator[str]:
    """Yield lines that are filled; indented ones and blank ones stay."""
    for line in text.splitlines():
        if line.startswith(" "):
            yield from (".nf", _escaped(line), ".fi")
        else:
            yield _escaped(line) if line else ".PP"


def _verbatim(text: str) -> Iterator[str]:
    yield from (".nf", *map(_escaped, text.splitlines()), ".fi")


def _escaped(text: str) -> str:
    """Return text without what roff would read as its own: backslashes, dashes, a first dot."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
