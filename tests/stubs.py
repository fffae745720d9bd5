"""Stubs of the metrics' Python functions: `python tests/stubs.py` writes them beside the modules.

The functions are made of the parameters of each metric (`fastgec.metrics.functions`), which type
checkers cannot see. A stub has the same signatures, without the deprecated order of arguments.
"""

from __future__ import annotations

import re
import sys
import textwrap
from importlib import import_module
from pathlib import Path

from fastgec.metrics import METRICS
from fastgec.metrics.base import AnyMetric, metric_named
from fastgec.metrics.functions import signature_of

HOMES = {
    "Annotations": "fastgec.corpus.coders",
    "Callable": "collections.abc",
    "Column": "fastgec.corpus.blocks",
    "Counts": "fastgec.counts",
    "Floats": "fastgec.choice",
    "Gold": "fastgec.corpus.gold",
    "Integers": "fastgec.choice",
    "Iterable": "collections.abc",
    "Progress": "fastgec.metrics.base",
    "References": "fastgec.metrics.references",
    "Sequence": "collections.abc",
    "Source": "fastgec.corpus.pieces",
}
WIDTH = 100


def functions_module(name: str) -> str:
    """Return the module whose names are the functions of a metric."""
    module = METRICS[name][0]
    if name in ("cleme2", "gotoscorer"):
        return f"{module.rpartition('.')[0]}.{name}_functions"
    return f"{module}.functions"


def path_of(name: str) -> Path:
    """Return the path of the stub of a metric."""
    file = import_module(functions_module(name)).__file__
    assert file is not None
    return Path(file).with_suffix(".pyi")


def stub_of(name: str) -> str:
    """Return the stub of the functions of a metric."""
    metric = metric_named(name)
    body = "\n".join(_function(metric, function) for function in metric.functions)
    homes = dict(HOMES)
    for kind in (metric.made, metric.parameters):
        homes[kind.__name__] = kind.__module__
    if means := metric.means_made:
        homes[means] = metric.made.__module__
    used: dict[str, list[str]] = {}
    for word in sorted(homes, key=lambda word: (not word[0].isupper(), word)):
        if re.search(rf"\b{word}\b", re.sub('"[^"]*"', "", body)):
            used.setdefault(homes[word], []).append(word)
    lines = [f"from {home} import {', '.join(used[home])}" for home in sorted(used)]
    n_standard = sum(home == "collections.abc" for home in used)
    imports = "\n\n".join("\n".join(part) for part in (lines[:n_standard], lines[n_standard:]))
    head = f'"""Written by tests/stubs.py: the functions of {name}."""\n\n# fmt: off\n'
    names = ", ".join(f'"{function}"' for function in sorted(metric.functions))
    listed = textwrap.fill(f"__all__ = [{names}]", WIDTH, subsequent_indent="    ")
    return f"{head}{imports}\n\n{listed}\n\n{body}\n"


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
