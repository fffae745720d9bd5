"""A parser of the command line: help that fits and is complete, and hints for what is mistyped."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from fastgec import __version__
from fastgec.metrics import METRICS

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    from typing import Any, NoReturn


# Help of commands and options: in `help.txt`, read only when help is printed.
#
# A section of the file has the usage, description and examples of a command ("# usage"), and what
# its options are for ("# --edits", or the name of an argument). Sections of no command are
# shared. The part "advanced" names options, and "details" has text, that only `--help all`
# prints; "aliases" are names that other programs have for a command.


WITH_CONFIG = ("run", "report", "plot", "meta")  # commands that take config files
IN_CONFIG = ("--exclude", "--drop", "--clusters", "--accept")  # what these say


class HelpText:
    """A text of a parser: what was set, else what `help.txt` has for the command of its `prog`.

    A data descriptor, in place of the attributes that argparse sets.
    """

    def __init__(self, part: str) -> None:
        """Take the name of the part: usage, description, details or epilog."""
        self._part = part

    def __get__(self, parser: Any, kind: type) -> str | None:
        own: str | None = parser.__dict__.get(self._part)
        return help_texts().get((parser.prog, self._part)) if own is None else own

    def __set__(self, parser: Any, text: str | None) -> None:
        parser.__dict__[self._part] = text


class HelpSection(str):
    """In place of an option's help: the section of `help.txt` that has it."""

    __slots__ = ()


def help_of(action: argparse.Action) -> str | None:
    """Return the help of an option or argument: that of its section, by one of its spellings."""
    if not isinstance(action.help, HelpSection):
        return action.help
    texts, section = help_texts(), f"fastgec {action.help}"
    names = [*action.option_strings, action.dest]
    return next(texts[section, name] for name in names if (section, name) in texts)


def advanced_options(command: str) -> frozenset[str]:
    """Return spellings of options that only `--help all` has: of every command, and of this one."""
    texts = help_texts()
    words = f"{texts['fastgec', 'advanced']} {texts.get((command, 'advanced'), '')}"
    return frozenset(words.split())


@cache
def help_texts() -> dict[tuple[str, str], str]:
    """Return the texts by command and part."""
    path = os.path.join(os.path.dirname(__file__), "help.txt")  # noqa: PTH118, PTH120
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        whole = file.read()
    texts = {}
    for section in whole.removeprefix("## ").split("\n## "):
        command, *parts = section.split("\n# ")
        for part in parts:
            name, _, text = part.partition("\n")
            texts[command, name] = text.removesuffix("\n")
    return texts


def aliases() -> dict[str, str]:
    """Return names that other programs have for a command, and the command."""
    lines = help_texts()["fastgec", "aliases"].splitlines()
    return dict(line.split(": ") for line in lines)


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

    def add_argument(self, action: argparse.Action) -> None:
        """Add an option, or the names of commands: argparse forgets that these stand further in."""
        super().add_argument(action)
        for command in self._iter_indented_subactions(action):
            length = self._current_indent + len(self._format_action_invocation(command))
            self._action_max_length = max(self._action_max_length, length)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if isinstance(action, ShowHelp):  # its word `all` is named at the end of the help
            return ", ".join(action.option_strings)
        return super()._format_action_invocation(action)

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        is_help = isinstance(action, ShowHelp)
        return "" if is_help else super()._format_args(action, default_metavar)

    def _format_usage(self, *arguments: Any) -> str:
        return super()._format_usage(*arguments).replace("[-h ]", "[-h]")

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return help_of(action)

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
            _, gap, second = line.strip().partition("  ")
            column = len(line) - len(second.lstrip())
            hanging = " " * column if gap and column < width // 3 else f"{start}    "
            lines += [line] if is_example else self._wrapped(line, width, "", hanging)
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


class Given(list):  # type: ignore[type-arg]  # typing takes time to import
    """Values of an option that was given, not its default."""


class Store(argparse._StoreAction):
    """Keeps all values of a list that is given in pieces: `-r a -r b` is `-r a b`.

    argparse keeps the last piece alone, and a score by one of two references looks plausible.
    """

    def __call__(
        self, parser: Any, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Keep the values of one option."""
        if option_string is not None and self.nargs in ("+", "*"):
            before = getattr(namespace, self.dest, None)
            values = Given([*(before if isinstance(before, Given) else ()), *values])
        super().__call__(parser, namespace, values, option_string)


class ShowHelp(argparse.Action):
    """Prints the help of the options that matter, with the word `all` that of every option."""

    def __call__(
        self, parser: Any, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Print the help and exit."""
        parser.shows_all = values == "all"
        parser.print_help()
        parser.exit()


class Command:
    """A command of a module that has several: how its options are added, and how it is run."""

    def __init__(
        self, add_arguments: Callable[[Parser], None], run: Callable[[argparse.Namespace], int]
    ) -> None:
        """Take both functions."""
        self.add_arguments = add_arguments
        self.run = run
        self.plain = None


class Parser(argparse.ArgumentParser):
    """A parser whose help names old spellings, and whose errors have hints.

    alone  options that may stand alone, without the files that are needed otherwise: what they
           print, by their spelling
    words  what is parsed
    own    of a group that is a command itself, in the whole parser: what parses where no word of
           the group follows; argparse takes no word in the place of files
    group  the commands of such a group, by their word
    sections  commands that the help lists, by title, with what they are for
    shows_all  whether the help has all options, or those that matter
    """

    usage = HelpText("usage")
    description = HelpText("description")
    epilog = HelpText("epilog")
    details = HelpText("details")

    def __init__(self, **more: Any) -> None:
        """Take what argparse does."""
        super().__init__(
            **{"formatter_class": Help, "allow_abbrev": False, "add_help": False, **more}
        )
        self.shows_all = False
        self.add_argument(
            "-h", "--help", action=ShowHelp, nargs="?", dest="help", default=argparse.SUPPRESS,
            metavar="all", help="this help",
        )  # fmt: skip
        for name in (None, "store"):
            self.register("action", name, Store)
        self.alone: dict[str, Callable[[], str]] = {}
        self.words: Sequence[str] = ()
        self.own: Parser | None = None
        self.group: Mapping[str, Parser] = {}
        self.sections: Mapping[str, Mapping[str, str]] = {}

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, by the parser that a first word names where this one is of a group."""
        if self.own is None:
            return super().parse_known_args(args, namespace)
        words = sys.argv[1:] if args is None else list(args)
        chosen = self.group.get(words[0]) if words else None
        if chosen is None:
            return self.own.parse_known_args(words, namespace)
        return chosen.parse_known_args(words[1:], namespace)

    def given(self, options: argparse.Namespace) -> set[str]:
        """Return the options that have another value than their default."""
        defaults = dict(self._defaults)
        for action in self._actions:
            if action.default is not argparse.SUPPRESS:
                defaults.setdefault(action.dest, action.default)
        return {name for name, value in vars(options).items() if value != defaults.get(name)}

    def format_help(self) -> str:
        """Return the help: sections of commands, options, then examples.

        Advanced options, old spellings and details are in the help of all options only.
        """
        epilog, description = self.epilog, self.description
        spellings = self._old_spellings() if self.shows_all else ""
        names = frozenset[str]() if self.shows_all else advanced_options(self.prog)
        advanced = {one: one.help for one in self._actions if names & {*one.option_strings}}
        if self.shows_all and self.details:
            self.description = f"{description}\n\n{self.details}"
        for title, commands in self.sections.items():
            lines = "\n".join(f"  {name:<10}  {summary}" for name, summary in commands.items())
            self.description = f"{self.description}\n\n{title}:\n{lines}"
        if spellings:
            title = "old spellings, understood too:"
            self.epilog = f"{title}\n{spellings}\n\n{epilog or ''}"
        if advanced or ((self._old_spellings() or self.details) and not self.shows_all):
            self.epilog = f"{self.epilog or ''}\n\n'{self.prog} --help all' shows all options."
        for action in advanced:
            action.help = argparse.SUPPRESS
        try:
            return super().format_help()
        finally:
            self.epilog, self.description = epilog, description
            for action, text in advanced.items():
                action.help = text

    def _old_spellings(self) -> str:
        """Return a line for each option that has hidden spellings."""
        shown: dict[str, str] = {}
        hidden: dict[str, list[str]] = {}
        for action in self._actions:
            if action.option_strings and action.help is not argparse.SUPPRESS:
                shown.setdefault(action.dest, action.option_strings[-1])
            elif action.option_strings and (action.dest in shown or not action.choices):
                name = shown.get(action.dest, getattr(action, "replaced_by", "without effect"))
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
            names = next(one.choices for one in self._actions if isinstance(one.choices, dict))
            message = f"{message.split()[-1]} is required: {', '.join(names)}"
        if message.startswith("argument ") and ": expected " in message:
            name, _, reason = message.removeprefix("argument ").partition(": ")
            message = f"{name.split('/')[-1]} {reason}"
        option, alone, other = message.partition(": not allowed with argument ")
        if alone:
            message = f"{option.removeprefix('argument ')} and {other} are mutually exclusive"
        if any(word.endswith(".toml") for word in self.words) and self.words[0] not in WITH_CONFIG:
            message += f" (config files are for {', '.join(WITH_CONFIG)})"
        super().error(message)

    def hints(self, unknown: Iterable[str]) -> str:
        """Return what may have been meant by unknown arguments, as the end of a message."""
        unknown = list(unknown)
        if not unknown[0].startswith("-") and all(one.option_strings for one in self._actions):
            return " (every file follows an option here, see the usage)"
        takes_files = any(action.dest == "files" for action in self._actions)
        if not unknown[0].startswith("-") and takes_files:
            return " (files stand together: options go before or after all of them)"
        spellings = [spelling for action in self._actions for spelling in action.option_strings]
        known = {spelling.lstrip("-"): spelling for spelling in spellings}  # dashes are no likeness
        for action in self._actions:
            if "--format" in action.option_strings:
                known = {kind: f"-f {kind}" for kind in action.choices or ()} | known
        found: list[str] = []
        for word in unknown:
            name = word.partition("=")[0].replace("_", "-")
            if name in ("-s", "-r", "-c") and takes_files and not {"-s", "-c"} & {*spellings}:
                return (
                    " (files stand without options here, the gold last; "
                    "'fastgec convert -s SOURCE -r REF -o GOLD.m2' makes gold of texts)"
                )
            if name == "--gold" and name not in spellings:
                if {"-s", "-r", "-c"} <= {*spellings} and not takes_files:
                    return (
                        " (text references here: -s SOURCE -r REF -c SYSTEM; "
                        "'fastgec convert GOLD.m2 --prefix gold' makes them)"
                    )
                return " (the gold stands last, without an option)"
            if name == "--layout" and name not in spellings and "paper" in " ".join(self.words):
                return " ('fastgec run CONFIG.toml --layout paper' prints a table for a paper)"
            if name == "--clean":
                return " ('fastgec retokenize --clean' writes clean texts)"
            if name in IN_CONFIG and self.words[0] == "run":
                return f" (a key of the config file: {name.lstrip('-')})"
            if name in ("-o", "--out", "--output") and "--output" not in spellings:
                page = ", a page by --html FILE" if "--html" in spellings else ""
                return f" (results go to standard output: > FILE{page})"
            if (
                len(name) > 2
                and name.startswith("-")
                and (near := closest(name.lstrip("-"), known))
            ):
                found.append(known[near])
        return f" (did you mean {' and '.join(found)}?)" if found else ""


def closest(word: str, known: Iterable[str], *, least: float = 0.6) -> str | None:
    """Return which of the known words a word may be a slip of, if any.

    >>> closest("--bet", ["--beta", "--sort"]), closest("--x", ["--beta"])
    ('--beta', None)
    """
    import difflib

    return next(iter(difflib.get_close_matches(word, list(known), 1, least)), None)


def require_known(
    parser: argparse.ArgumentParser, word: str, known: Iterable[str], what: str = "command"
) -> None:
    """Exit with status 2 and a hint if a word is no command, or no kind of figure."""
    known = list(known)
    if word in known or word.startswith("-"):
        return
    program = word.lower().removesuffix(".py").replace("-", "_")
    like = known if len(word) > 3 else [name for name in known if name.startswith(word[:1].lower())]
    near = aliases().get(program) or closest(
        word.lower(), like, least=0.5 if len(word) < 4 else 0.6
    )
    if near and near.split()[0] in (*known, "--help", "--version"):
        names = "" if what == "command" else f" {what.capitalize()}s: {', '.join(known)}"
        parser.error(f"unknown {what} {word!r}, did you mean '{parser.prog} {near}'?{names}")
    if what == "command" and os.path.isfile(word):  # noqa: PTH113
        parser.error(f"unknown command {word!r}: a file follows its command ({parser.prog} m2 ...)")
    parser.error(f"unknown {what} {word!r}. {what.capitalize()}s: {', '.join(known)}")


def imported(module: str) -> Any:
    """Import a module by its name; importlib would first be imported itself."""
    __import__(module)
    return sys.modules[module]


def printed_alone(parser: Parser, arguments: Sequence[str]) -> bool:
    """Print what an option is for that stands alone, such as --cite; return whether one does."""
    *command, option = arguments or [""]
    if option not in parser.alone or parser.prog.split()[1:] != command:
        return False
    sys.stdout.write(parser.alone[option]())
    return True


# The parser of the program: that of the command which is wanted, or of all commands.
#
# Only the command that is wanted is filled, so that help comes without numpy; `whole_parser`
# fills all of them, for shell completion and manual pages.


# Commands in the module of their family, and not in one of their own name.
FAMILIES = {
    "vote": "combining",
    "mbr": "combining",
    "check": "texts",
    "cite": "outputs",
    "convert": "texts",
    "demo": "texts",
    "retokenize": "texts",
}
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
    sections = {title: {name: known[name] for name in names} for title, names in common.items()}
    shown = {name for names in common.values() for name in names}
    others = {name: text for name, text in known.items() if name not in shown | MOVED.keys()}
    sections["More"] = sections.get("More", {}) | others  # metrics of one's own
    parser.sections = sections
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
