"""Parameters that describe themselves: a default, a few words, and how a command asks for them.

Parameters and scoring of a metric are frozen dataclasses whose fields are made by `option`. They
check themselves when they are made; the command line, parts and signatures read their fields.

The command line declares its options by `Option` without any metric (`metrics.declarations`), so
that dataclasses are imported only where some are at hand.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    # Default and option of each field of a dataclass of parameters, by name.
    Options: TypeAlias = Mapping[str, tuple[Any, "Option"]]


class Option:
    """How the command line asks for a field.

    text     what it is, in a few words; help adds its default
    flags    spellings, the first of which is shown (none: --name-of-the-field)
    hidden   spellings of older programs
    choices  the values there are, where they are few
    reads    which reader of `cli.readers` understands it ("" : by the type of the default)
    metavar  what stands for the value in help
    tacit    whether the default is not named in signatures and files: it came later than these
    accepts  the type that Python functions take, if it is not that of the field
    """

    def __init__(
        self,
        text: str,
        flags: Sequence[str] = (),
        hidden: Sequence[str] = (),
        choices: Sequence[str] | None = None,
        reads: str = "",
        metavar: str | None = None,
        *,
        tacit: bool = False,
        accepts: str = "",
    ) -> None:
        self.text = text
        self.flags = flags
        self.hidden = hidden
        self.choices = choices
        self.reads = reads
        self.metavar = metavar
        self.tacit = tacit
        self.accepts = accepts


def option(default: Any, text: str, **more: Any) -> Any:
    """Return a field of a frozen dataclass of parameters.

    Args:
        default: its value where none is given.
        text: what it is, in a few words.
        **more: the rest of `Option`.
    """
    from dataclasses import field

    return field(default=default, metadata={"option": Option(text, **more)})


def options_of(parameters: type[Any]) -> dict[str, tuple[Any, Option]]:
    """Return default and option of every field of a dataclass of parameters, by name."""
    from dataclasses import fields

    return {
        one.name: (one.default, one.metadata["option"])
        for one in fields(parameters)
        if "option" in one.metadata
    }


def as_dict(parameters: Any) -> dict[str, Any]:
    """Return the fields of a dataclass of parameters by name.

    Example:
        >>> from fastgec.metrics.green.score import Scoring
        >>> as_dict(Scoring(beta=2.0))
        {'short': 'zero', 'beta': 2.0}
    """
    from dataclasses import fields

    return {one.name: getattr(parameters, one.name) for one in fields(parameters)}


def tacit_of(parameters: type[Any]) -> dict[str, Any]:
    """Return the defaults of a dataclass of parameters that are not named, by name."""
    return {name: default for name, (default, one) in options_of(parameters).items() if one.tacit}


def named(parameters: Any) -> dict[str, Any]:
    """Return the fields of a dataclass of parameters by name, without defaults that are tacit.

    Example:
        >>> from fastgec.metrics.m2 import Parameters
        >>> list(named(Parameters(mode="detection")))[-2:]
        ['implicit_noop', 'mode']
    """
    return without_tacit(as_dict(parameters), type(parameters))


def without_tacit(values: Mapping[str, Any], parameters: type[Any]) -> dict[str, Any]:
    """Return values by name without those that are a tacit default of some parameters."""
    tacit = tacit_of(parameters)
    return {
        name: value for name, value in values.items() if name not in tacit or tacit[name] != value
    }
