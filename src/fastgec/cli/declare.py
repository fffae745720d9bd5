"""From fields of parameters (`metrics.declarations`) to options, and back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from fastgec.cli import readers
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import as_usage

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from fastgec.metrics.declarations import Option, Options

    Made = TypeVar("Made")

HELP = HelpSection("options")

# What understands the values of a field that names no reader, by the type of its default.
READERS = {int: "natural", float: "finite_beta", str: ""}


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add outputs and gold in M2 format."""
    parser.add_argument("files", metavar="SYSTEM ... GOLD", nargs="+", help=HELP)


class Benchmark(argparse.Action):
    """Takes the name of a benchmark; the word `list` prints all of them."""

    def __call__(
        self, parser: Any, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Keep the name, or print and exit."""
        setattr(namespace, self.dest, values)
        if values == "list":
            from fastgec.cli.benchmarks import listed

            parser._print_message("\n".join(listed()), sys.stdout)
            parser.exit()


def add_benchmark(parser: argparse.ArgumentParser) -> None:
    """Add the option that sets those by which a benchmark's numbers are made."""
    parser.add_argument("--benchmark", action=Benchmark, metavar="NAME", help=HELP)


def add_fields(
    parser: argparse._ActionsContainer,
    fields: Options,
    *,
    several: str = "",
    without: Sequence[str] = (),
    is_absent: bool = False,
) -> None:
    """Declare an option for each field of parameters.

    Args:
        parser: gets the options.
        fields: default and option of each, see `metrics.declarations`.
        several: the field that may have several values at once; its name gets an s.
        without: fields that are declared elsewhere.
        is_absent: whether options that are not given have no value, see `given_of`.
    """
    for name, (default, option) in fields.items():
        if name in without:
            continue
        arguments = _arguments(name, default, option)
        if name == several:
            arguments |= {"nargs": "+", "dest": f"{name}s", "default": [default]}
        hidden = argparse.SUPPRESS
        if is_absent:
            arguments["default"] = hidden
        flags = option.flags or [f"--{name.replace('_', '-')}"]
        parser.add_argument(*flags, **arguments)
        if option.hidden:
            parser.add_argument(*option.hidden, **{**arguments, "default": hidden, "help": hidden})


def made_of(parameters: type[Made], options: argparse.Namespace, **known: Any) -> Made:
    """Return the object of a dataclass of parameters that options say.

    Args:
        parameters: the dataclass.
        options: the parsed command line.
        **known: values of fields that options do not have.

    Raises:
        UsageError: values that are fine alone, and not together.
    """
    from fastgec.metrics.declarations import options_of

    values = {
        name: known.get(name, getattr(options, name, default))
        for name, (default, _) in options_of(parameters).items()
    }
    with as_usage():
        return parameters(**values)


def given_of(fields: Options, options: argparse.Namespace) -> dict[str, str]:
    """Return fields of parameters that options have a value for, each with its spelling."""
    return {
        name: (option.flags or [f"--{name.replace('_', '-')}"])[-1]
        for name, (_, option) in fields.items()
        if hasattr(options, name)
    }


def _arguments(name: str, default: Any, option: Option) -> dict[str, Any]:
    arguments: dict[str, Any] = {"dest": name, "default": default, "help": option.text}
    if isinstance(default, bool):
        return arguments | {"action": "store_true"}
    arguments["help"] = f"{option.text} (default: {'none' if default == '' else default})"
    if option.choices is not None:
        arguments["choices"] = option.choices
        if option.metavar:  # where they are many, and the text says which
            arguments["metavar"] = option.metavar
        return arguments
    reader = option.reads or READERS[type(default)]
    if reader:
        arguments["type"] = getattr(readers, reader)
    if option.metavar:
        arguments["metavar"] = option.metavar
    return arguments
