"""Stubs of the metrics' Python functions: `python tests/stubs.py` writes them beside the modules.

The functions are made of the parameters of each metric (`fastgec.metrics.functions`), which type
checkers cannot see. A stub has the same signatures, without the deprecated order of arguments.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from fastgec.metrics import METRICS
from fastgec.metrics.base import AnyMetric, metric_named
from fastgec.metrics.functions import signature_of

HOMES = {
    "Annotations": "fastgec.read.coders",
    "Callable": "collections.abc",
    "Column": "fastgec.read.lines",
    "Counts": "fastgec.counts",
    "Floats": "fastgec.choose",
    "Gold": "fastgec.read.gold",
    "Integers": "fastgec.choose",
    "Iterable": "collections.abc",
    "Progress": "fastgec.metrics.base",
    "References": "fastgec.read.lines",
    "Sequence": "collections.abc",
    "Source": "fastgec.read.files",
}
WIDTH = 100


def module_of(name: str) -> ModuleType:
    """Return the module that has the functions of a metric."""
    return import_module(METRICS[name][0])


def path_of(name: str) -> Path:
    """Return the path of the stub of a metric."""
    return Path(module_of(name).__file__ or "").with_suffix(".pyi")


def stub_of(name: str) -> str:
    """Return the stub of the module with the functions of a metric."""
    metric, module = metric_named(name), module_of(name)
    body = "\n".join(_function(metric, function) for function in metric.functions)
    homes = dict(HOMES)
    for kind in (metric.made, metric.parameters):
        homes[kind.__name__] = kind.__module__
    if metric.means_made:
        homes[metric.means_made] = metric.made.__module__
    words = set(re.findall(r"\w+", re.sub('"[^"]*"', "", body)))
    imported = {(homes[word], word) for word in homes if word in words}
    imported |= {
        (home, shown)
        for shown, home in _imports_of(module).items()
        if shown.split()[-1] in module.__all__
    }
    used: dict[str, list[str]] = {}
    for home, shown in sorted(imported, key=lambda one: (not one[1][0].isupper(), one[1])):
        used.setdefault(home, []).append(shown)
    lines = [_import(home, used[home]) for home in sorted(used)]
    n_standard = sum(home == "collections.abc" for home in used)
    imports = "\n\n".join("\n".join(part) for part in (lines[:n_standard], lines[n_standard:]))
    head = (
        f'"""Written by tests/stubs.py: the functions of {name}."""\n\n# ruff: noqa\n# fmt: off\n'
    )
    names = ", ".join(f'"{name}"' for name in sorted(module.__all__))
    return f"{head}{imports}\n\n{_wrapped(f'__all__ = [{names}]')}\n\n{body}\n"


def _imports_of(module: ModuleType) -> dict[str, str]:
    """Return for names that a module imports, at once or at first use, where they come from."""
    found = {}
    for node in ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                shown = f"{one.name} as {one.asname}" if one.asname else one.name
                found[shown] = str(node.module)
    for home, names in module.HOMES.items():
        place = home if "." in home else f"{module.__name__}.{home}"
        found |= dict.fromkeys(names.split() if home else (), place)
    return found


def _import(home: str, names: Sequence[str]) -> str:
    line = f"from {home} import {', '.join(names)}"
    return line if len(line) <= WIDTH else _wrapped(f"from {home} import ({', '.join(names)})")


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent="    ")


def _function(metric: AnyMetric, name: str) -> str:
    signature = signature_of(metric, name)
    words = []
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        default = "" if one.default is one.empty else f" = {one.default!r}"
        words.append(f"{one.name}: {one.annotation}{default}")
    *first, last = words
    units = [*(f"{word}," for word in first), f"{last}) -> {signature.return_annotation}: ..."]
    kept = " ".join(unit.replace(" ", "\0") for unit in units)  # lines end between arguments
    text = textwrap.fill(f"def\0{name}({kept}", WIDTH, subsequent_indent="    ")
    return text.replace("\0", " ")


if __name__ == "__main__":
    for metric in sys.argv[1:] or METRICS:
        path_of(metric).write_text(stub_of(metric), encoding="utf-8")
