"""Stubs of the metrics' Python functions: `python tests/stubs.py` writes them beside the modules.

The functions are made of the parameters of each metric (`fastgec.metrics.functions`), which type
checkers cannot see. A stub has the same signatures, and the order of arguments that is deprecated.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from importlib import import_module
from pathlib import Path

from fastgec.metrics import METRICS
from fastgec.metrics.door import AnyMetric, metric_named
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
    "Progress": "fastgec.metrics.door",
    "References": "fastgec.metrics.references",
    "Sequence": "collections.abc",
    "Source": "fastgec.corpus.pieces",
    "deprecated": "typing_extensions",
    "overload": "typing",
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
    body = "\n".join(line for function in metric.functions for line in _lines(metric, function))
    homes = dict(HOMES)
    for kind in (metric.made, metric.parameters):
        homes[kind.__name__] = kind.__module__
    if means := metric.means_made:
        homes[means] = f"{metric.made.__module__.rpartition('.')[0]}.means"
    used: dict[str, list[str]] = {}
    for word in sorted(homes, key=lambda word: (not word[0].isupper(), word)):
        if re.search(rf"\b{word}\b", re.sub('"[^"]*"', "", body)):
            used.setdefault(homes[word], []).append(word)
    groups: dict[str, list[str]] = {}
    for home in sorted(used):
        kind = "own" if home.startswith("fastgec") else "other"
        kind = "standard" if home in ("collections.abc", "typing") else kind
        words = ", ".join(used[home])
        groups.setdefault(kind, []).append(f"from {home} import {words}")
    imports = "\n\n".join(
        "\n".join(groups[kind]) for kind in ("standard", "other", "own") if kind in groups
    )
    head = f'"""Written by tests/stubs.py: the functions of {name}."""\n\n# fmt: off\n'
    names = ", ".join(f'"{function}"' for function in sorted(metric.functions))
    listed = textwrap.fill(f"__all__ = [{names}]", WIDTH, subsequent_indent="    ")
    return f"{head}{imports}\n\n{listed}\n\n{body}\n"


def _lines(metric: AnyMetric, name: str) -> list[str]:
    signature = signature_of(metric, name)
    arguments = [_argument(one) for one in signature.parameters.values()]
    n_places = sum(one.kind is not one.KEYWORD_ONLY for one in signature.parameters.values())
    own = arguments[n_places:]
    new = _wrapped(name, [*arguments[:n_places], *(["*", *own] if own else [])], signature)
    if metric.reads != "references" or "gold" not in signature.parameters:
        return new
    first = arguments[0]
    places = ["source: Column", "references: Sequence[Column]", first, "*", *own]
    text = f"write {name}({first.partition(':')[0]}, References(source, references))"
    old = ["@overload", f'@deprecated("{text}")', *_wrapped(name, places, signature)]
    return ["@overload", *new, *old]


def _argument(one: inspect.Parameter) -> str:
    return f"{one.name}: {one.annotation}" + (
        f" = {one.default!r}" if one.default is not one.empty else ""
    )


def _wrapped(name: str, words: list[str], signature: inspect.Signature) -> list[str]:
    """Return a function in lines of a limited width."""
    lines = [f"def {name}("]
    for number, word in enumerate(words):
        word += ", " if number < len(words) - 1 else f") -> {signature.return_annotation}: ..."
        if len(lines[-1] + word.rstrip()) > WIDTH:
            lines[-1] = lines[-1].rstrip()
            lines.append("    ")
        lines[-1] += word
    return lines


if __name__ == "__main__":
    for metric in sys.argv[1:] or METRICS:
        path_of(metric).write_text(stub_of(metric), encoding="utf-8")
