"""The signature: one line that names everything which produced a number."""

from __future__ import annotations

from collections.abc import Mapping

from fastgec._version import __version__
from fastgec.metrics import METRICS
from fastgec.metrics.base import metric_named
from fastgec.metrics.declarations import without_tacit


def signature(metric: str, parameters: Mapping[str, object], facts: Mapping[str, object]) -> str:
    """Join metric, parameters, facts about the data and the version into one line.

    Defaults that came later than signatures are not named.

    >>> signature("m2", {"beta": 0.5}, {"sentences": 2}).rpartition("|")[0]
    'fastgec.m2|beta:0.5|sentences:2'
    """
    if metric in METRICS:
        parameters = without_tacit(parameters, metric_named(metric).parameters)
    parts = [f"fastgec.{metric}"]
    parts += [f"{name}:{_text(value)}" for name, value in (*parameters.items(), *facts.items())]
    return "|".join([*parts, f"version:{__version__}"])


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ",".join(map(_text, value))
    return str(value)
