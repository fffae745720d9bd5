"""`fastgec completion`: words that a shell completes, and the manual page, from the whole parser.

Each script finds the command that the words of a line name so far (its *place*), then offers the
commands below it, its options where a dash is typed, and the values of an option that has few.
Where none of these fits, the shell completes names of files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from fastgec.cli.described import Command

KINDS = ("bash", "zsh", "fish", "man")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("kind", choices=KINDS, help="the shell, or man for the manual page")


def run(options: argparse.Namespace) -> int:
    """Print the script or the page."""
    from fastgec.cli import build_parser
    from fastgec.cli.described import described

    commands = list(described(build_parser()))
    if options.kind == "man":
        from fastgec.cli.manual import manual_page

        sys.stdout.write(manual_page(commands))
        return 0
    script = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}[options.kind]
    sys.stdout.write(script(commands))
    return 0


def bash_script(commands: Sequence[Command]) -> str:
    """Return what bash reads to complete words of `fastgec`."""
    options = "\n".join(
        f"        {_quoted(_place(one))}) options={_quoted(' '.join(_spellings(one)))}"
        f" names={_quoted(' '.join(one.names))} ;;"
        for one in commands
    )
    values = "\n".join(
        f"        {patterns}) values={_quoted(' '.join(choices))} ;;"
        for patterns, choices in _values(commands)
    )
    return f"""\
# bash completion of fastgec, made by: fastgec completion bash
_fastgec() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local place= word options= names= values=
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$place $word" in
        {_places(commands)}) place="$place $word" ;;
        esac
    done
    case "$place" in
{options}
    esac
    case "$place $before" in
{values}
    esac
    COMPREPLY=()
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [[ -n $values ]]; then
        COMPREPLY=($(compgen -W "$values" -- "$current"))
    elif [[ -n $names ]]; then
        COMPREPLY=($(compgen -W "$names" -- "$current"))
    fi
}}
complete -o default -F _fastgec fastgec
"""


def zsh_script(commands: Sequence[Command]) -> str:
    """Return what zsh reads to complete words of `fastgec`."""
    told = {one.words: one.summary for one in commands}
    options: list[str] = []
    for one in commands:
        names = [_told(name, told[(*one.words, name)]) for name in one.names]
        spellings = [
            _told(spelling, option.help) for option in one.options for spelling in option.spellings
        ]
        options.append(
            f"        {_quoted(_place(one))}) options=({' '.join(spellings)})"
            f" names=({' '.join(names)}) ;;"
        )
    values = "\n".join(
        f"        {patterns}) values=({' '.join(map(_quoted, choices))}) ;;"
        for patterns, choices in _values(commands)
    )
    lines = "\n".join(options)
    return f"""\
#compdef fastgec
# zsh completion of fastgec, made by: fastgec completion zsh
_fastgec() {{
    local place= word
    local -a options names values
    for word in "${{(@)words[2,CURRENT-1]}}"; do
        case "$place $word" in
        {_places(commands)}) place="$place $word" ;;
        esac
    done
    case "$place" in
{lines}
    esac
    case "$place $words[CURRENT-1]" in
{values}
    esac
    if [[ $words[CURRENT] == -* ]]; then
        _describe option options -o
    elif (( $#values )); then
        compadd -a values
    elif (( $#names )); then
        _describe command names || _files
    else
        _files
    fi
}}
if [[ $funcstack[1] == _fastgec ]]; then
    _fastgec "$@"
else
    compdef _fastgec fastgec
fi
"""


def fish_script(commands: Sequence[Command]) -> str:
    """Return what fish reads to complete words of `fastgec`."""
    told = {one.words: one.summary for one in commands}
    lines = [
        "# fish completion of fastgec, made by: fastgec completion fish",
        "function __fastgec_at",
        "    set -l place ''",
        "    for word in (commandline -opc)[2..-1]",
        '        switch "$place $word"',
        f"            case {_places(commands).replace('|', ' ')}",
        '                set place "$place $word"',
        "        end",
        "    end",
        '    test "$place" = "$argv[1]"',
        "end",
    ]
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
    return "\n".join(lines) + "\n"


def _place(command: Command) -> str:
    return "".join(f" {word}" for word in command.words)


def _places(commands: Sequence[Command]) -> str:
    return "|".join(_quoted(_place(one)) for one in commands if one.words)


def _spellings(command: Command) -> list[str]:
    return [spelling for option in command.options for spelling in option.spellings]


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
