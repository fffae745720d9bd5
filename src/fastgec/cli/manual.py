"""The manual page, from the whole parser, in the `man` macros of roff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fastgec._version import __version__

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from fastgec.cli.described import Command, Option

STATUSES = (
    ("0", "done"),
    ("1", "bad data: one line on standard error names file, line, and what was expected"),
    ("2", "wrong usage"),
    ("3", "a threshold was not met (--fail-under)"),
    ("130", "interrupted"),
    ("141", "the reader of a pipe went away"),
)


def manual_page(commands: Sequence[Command]) -> str:
    r"""Return the manual page of all commands.

    Args:
        commands: as `described` yields them; the program itself comes first.

    Returns:
        Source for `man`.

    Example:
        >>> from fastgec.cli.described import Command
        >>> page = manual_page([Command((), "", "fastgec COMMAND ...", "Scores.", "", (), ())])
        >>> page.splitlines()[2:4]
        ['.SH NAME', 'fastgec \\- exact and fast scores for grammatical error correction']
    """
    program, *others = commands
    lines = [
        '.\\" made by: fastgec completion man',
        f'.TH FASTGEC 1 "" "fastgec {__version__}" "User Commands"',
        ".SH NAME",
        "fastgec \\- exact and fast scores for grammatical error correction",
        ".SH SYNOPSIS",
        *_verbatim(program.usage),
        ".SH DESCRIPTION",
        *_prose(program.description),
        ".SH OPTIONS",
        *_options(program.options),
        ".SH COMMANDS",
    ]
    for command in others:
        lines.append(f'.SS "{_escaped("fastgec " + " ".join(command.words))}"')
        lines += _prose(command.description or command.summary)
        lines += _verbatim(command.usage)
        lines += _options(command.options)
        lines += [".PP", *_verbatim(command.epilog)] if command.epilog else []
    lines.append(".SH EXIT STATUS")
    for status, meaning in STATUSES:
        lines += [".TP", status, _escaped(meaning)]
    lines += [".SH EXAMPLES", *_verbatim(program.epilog)]
    return "\n".join(lines) + "\n"


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
