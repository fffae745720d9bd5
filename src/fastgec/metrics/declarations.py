"""What the command line asks of a metric before it runs: its options, and what its help says.

Importing a metric takes three times as long as printing help. So these facts stand in a table
(`metrics.declared`), which is written from the classes of the metrics and their dataclasses:

    python -m fastgec.metrics.declarations

A new option is a field of a dataclass; then this command is run. A test compares table and metrics.
"""

from __future__ import annotations

from fastgec.metrics import METRICS
from fastgec.metrics.fields import Option

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from fastgec.metrics.door import AnyMetric
    from fastgec.metrics.fields import Options

OF_OPTIONS = ("text", "flags", "hidden", "choices", "reads", "metavar", "tacit")


class Declaration:
    """What a metric declares, see `metrics.door.Metric`.

    name        as in `fastgec NAME`
    reads       "edits", "references" or "pairs"
    chooses     what is chosen for each sentence
    is_running  whether the choice depends on the sentences before
    several     the field of the scoring of which one run may have several values, or ""
    parameters  default and option of each field of the parameters, by name
    scoring     the same of the scoring
    """

    def __init__(
        self,
        name: str,
        *,
        reads: str,
        chooses: str,
        is_running: bool,
        several: str,
        parameters: Options,
        scoring: Options,
    ) -> None:
        self.name = name
        self.reads = reads
        self.chooses = chooses
        self.is_running = is_running
        self.several = several
        self.parameters = parameters
        self.scoring = scoring


def declaration_of(name: str) -> Declaration:
    """Return what a metric declares; one that is not in the table is imported.

    Example:
        >>> declaration_of("gleu").scoring["iterations"][0]
        500
    """
    from fastgec.metrics.declared import TABLE

    known: Mapping[str, Any] = TABLE
    if name in known:
        return _made(name, known[name])
    from fastgec.metrics.door import metric_named

    return declaration_by(metric_named(name))


def declaration_by(metric: AnyMetric) -> Declaration:
    """Return what a metric declares that is imported already."""
    return _made(metric.name, described(metric))


def _made(name: str, values: Mapping[str, Any]) -> Declaration:
    made = {
        kind: {field: (default, Option(**more)) for field, (default, more) in values[kind].items()}
        for kind in ("parameters", "scoring")
    }
    return Declaration(name, **{**values, **made})


def described(metric: AnyMetric) -> dict[str, Any]:
    """Return what a metric declares as plain values: a row of the table."""
    return {
        "reads": metric.reads,
        "chooses": metric.chooses,
        "is_running": metric.choose(metric.scoring()).kind == "running",
        "several": metric.several,
        "parameters": _plain(metric.parameters),
        "scoring": _plain(metric.scoring),
    }


def table() -> dict[str, dict[str, Any]]:
    """Return what all metrics declare; all are imported."""
    from fastgec.metrics.door import metric_named

    return {name: described(metric_named(name)) for name in METRICS}


def _plain(parameters: type[Any]) -> dict[str, tuple[Any, Mapping[str, Any]]]:
    from fastgec.metrics.fields import options_of

    usual = vars(Option(""))
    return {
        name: (
            default,
            {
                key: getattr(option, key)
                for key in OF_OPTIONS
                if key == "text" or getattr(option, key) != usual[key]
            },
        )
        for name, (default, option) in options_of(parameters).items()
    }


def _text() -> str:
    """Return the module of the table."""
    lines = [
        '"""What metrics declare: written by `python -m fastgec.metrics.declarations`."""',
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
