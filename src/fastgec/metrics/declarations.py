"""Options of metrics: fields of their dataclasses, and a table of them that help is made from.

Parameters and scoring of a metric are frozen dataclasses whose fields are made by `option`. They
check themselves when they are made; the command line, parts and signatures read their fields.

Importing a metric takes three times as long as printing help. So the facts that the command line
needs of a metric before it runs stand in a table (`metrics.declared`), which is written from the
classes of the metrics and their dataclasses:

    python -m fastgec.metrics.declarations

A new option is a field of a dataclass; then this command is run. A test compares table and metrics.
"""

from __future__ import annotations

from fastgec.fscore import LARGEST_BETA
from fastgec.metrics import METRICS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    # Default and option of each field of a dataclass of parameters, by name.
    Options: TypeAlias = Mapping[str, tuple[Any, "Option"]]


GIVEN = "scores:"  # begins the words that name scores of another tool, see `metrics.other_scores`

# Least and most of numbers, by their reader.
RANGES: Mapping[str, tuple[Any, Any]] = {
    "order": (1, 1000),  # `_ngram.MAX_ORDER`
    "positive": (1, None),
    "natural": (0, 0x3FFFFFFF),  # words; no sentence has more tokens
    "finite_beta": (0, LARGEST_BETA),
    "any_beta": (0, float("inf")),
}


# Fields of an option on the command line.
OF_COMMANDS = ("text", "flags", "hidden", "choices", "reads", "metavar", "tacit")


class Option:
    """How the command line asks for a field.

    text     its meaning in a few words; help adds its default
    flags    spellings, the first of which is shown (none: --name-of-the-field)
    hidden   spellings of older programs
    choices  the values there are, where they are few
    reads    which reader of `cli.options` understands it ("" : by the type of the default)
    metavar  the value's placeholder in help
    tacit    whether the default is not named in signatures and files: it came later than these
    accepts  the type that Python functions take, if not the field's
    most     the largest number, if not as in `RANGES`
    """

    flags: Sequence[str] = ()
    hidden: Sequence[str] = ()
    choices: Sequence[str] | None = None
    reads = ""
    metavar: str | None = None
    tacit = False
    accepts = ""
    most: Any = None

    def __init__(self, text: str, **more: Any) -> None:
        self.text = text
        vars(self).update(more)


def option(default: Any, text: str, **more: Any) -> Any:
    """Return a field of a frozen dataclass of parameters.

    Args:
        default: its value where none is given.
        text: its meaning in a few words.
        **more: the rest of `Option`.
    """
    from dataclasses import field

    return field(default=default, metadata={"option": Option(text, **more)})


class Checked:
    """Base of the dataclasses of parameters and scoring: fields are checked when one is made.

    Raises:
        ValueError: a value that is none of the choices, or out of range.
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for name, (default, option) in options_of(type(self)).items():
            value = getattr(self, name)
            if value is not default:
                object.__setattr__(self, name, _checked(name, value, default, option))


def _checked(name: str, value: Any, default: Any, option: Option) -> Any:
    from fastgec.values import flag, number, whole_number

    if option.choices is not None:
        if value not in option.choices:
            expected = " or ".join(map(repr, option.choices))
            raise ValueError(f"{name} {value!r}: expected {expected}")
        return value
    if isinstance(default, bool):
        return flag(value, name)
    if option.reads not in RANGES:
        return value
    least, most = RANGES[option.reads]
    check = whole_number if isinstance(default, int) else number
    return check(value, name, least, most if option.most is None else option.most)


def options_of(parameters: type[Any]) -> dict[str, tuple[Any, Option]]:
    """Return default and option of every field of a dataclass of parameters, by name."""
    if parameters not in _known:
        from dataclasses import fields

        _known[parameters] = {
            one.name: (one.default, one.metadata["option"])
            for one in fields(parameters)
            if "option" in one.metadata
        }
    return _known[parameters]


_known: dict[type[Any], dict[str, tuple[Any, Option]]] = {}  # options by dataclass


def as_dict(parameters: Any) -> dict[str, Any]:
    """Return the fields of a dataclass of parameters by name.

    Example:
        >>> from fastgec.metrics.green.metric import Scoring
        >>> as_dict(Scoring(beta=2.0))
        {'short': 'zero', 'beta': 2.0}
    """
    return {name: getattr(parameters, name) for name in parameters.__dataclass_fields__}


def differing(metric: Any, parameters: Any, scoring: Any) -> dict[str, Any]:
    """Return the parameters that are not the defaults of a metric's command, by name.

    Parameters with few values come first. In characters the order is always included: its default
    differs between the command and the words of `metrics.spec`.
    """
    made = as_dict(parameters) | as_dict(scoring)
    defaults = as_dict(metric.parameters()) | as_dict(metric.scoring())
    fields = options_of(type(parameters)) | options_of(type(scoring))
    is_char = made.get("unit") == "char"
    names = [
        name
        for name, value in made.items()
        if value != defaults[name] or (is_char and name == "order")
    ]
    names.sort(key=lambda name: name not in fields or fields[name][1].choices is None)
    return {name: made[name] for name in names}


def tacit_of(parameters: type[Any]) -> dict[str, Any]:
    """Return the defaults of a dataclass of parameters that are not named, by name."""
    if parameters not in _tacit:
        options = options_of(parameters).items()
        _tacit[parameters] = {name: default for name, (default, one) in options if one.tacit}
    return _tacit[parameters]


_tacit: dict[type[Any], dict[str, Any]] = {}  # defaults by dataclass


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


class Declaration:
    """The declaration of a metric, see `metrics.base.Metric`.

    name        as in `fastgec NAME`
    reads       "edits", "references" or "pairs"
    chooses     a word for the rows selected from
    is_running  whether the choice depends on the sentences before
    several     the field of the scoring of which one run may have several values, or ""
    parameters  default and option of each field of the parameters, by name
    scoring     the same of the scoring
    """

    reads: str
    chooses: str
    is_running: bool
    several: str
    parameters: Options
    scoring: Options

    def __init__(self, name: str, **values: Any) -> None:
        self.name = name
        vars(self).update(values)


def declaration_of(name: str) -> Declaration:
    """Return the declaration of a metric; one that is not in the table is imported.

    Example:
        >>> declaration_of("gleu").scoring["iterations"][0]
        500
    """
    from fastgec.metrics.declared import TABLE

    known: Mapping[str, Any] = TABLE
    if name in known:
        return _made(name, known[name])
    return declaration_by(_metric(name))


def declaration_by(metric: Any) -> Declaration:
    """Return the declaration of a metric that is imported already."""
    return _made(metric.name, described(metric))


def _made(name: str, values: Mapping[str, Any]) -> Declaration:
    made = {
        kind: {field: (default, Option(**more)) for field, (default, more) in values[kind].items()}
        for kind in ("parameters", "scoring")
    }
    return Declaration(name, **{**values, **made})


def described(metric: Any) -> dict[str, Any]:
    """Return the declaration of a metric as plain values: a row of the table."""
    return {
        "reads": metric.reads,
        "chooses": metric.chooses,
        "is_running": metric.choose(metric.scoring()).kind == "running",
        "several": metric.several,
        "parameters": _plain(metric.parameters),
        "scoring": _plain(metric.scoring),
    }


def table() -> dict[str, dict[str, Any]]:
    """Return the declarations of all metrics; all are imported."""
    return {name: described(_metric(name)) for name in METRICS}


def _metric(name: str) -> Any:
    from importlib import import_module

    return import_module(METRICS[name][0]).METRIC


def _plain(parameters: type[Any]) -> dict[str, tuple[Any, Mapping[str, Any]]]:
    return {
        name: (default, {key: value for key, value in vars(one).items() if key in OF_COMMANDS})
        for name, (default, one) in options_of(parameters).items()
    }


def _text() -> str:
    """Return the module of the table."""
    lines = [
        '"""Declarations of metrics, written by `python -m fastgec.metrics.declarations`."""',
        "",
        "# ruff: noqa",
        "# fmt: off",
        "TABLE = {",
    ]
    for name, values in table().items():
        lines.append(f"    {name!r}: {{")
        for key, value in values.items():
            if not isinstance(value, dict):
                lines.append(f"        {key!r}: {value!r},")
                continue
            lines.append(f"        {key!r}: {{")
            lines += [f"            {field!r}: {row!r}," for field, row in value.items()]
            lines.append("        },")
        lines.append("    },")
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    from pathlib import Path

    Path(__file__).with_name("declared.py").write_text(_text(), encoding="utf-8")
