r"""Exact and fast scores for grammatical error correction.

Counts first, scores later: `m2.count` makes integers per (sentence, annotator), `m2.score_counts`
turns them into a score for any beta; `m2.evaluate` does both. `errant`, `green`, `gleu`, `imeasure`
and `cleme` have the same functions, with the same order of arguments: hypotheses, then gold.
`metric` returns any of them by name, with its parameters. `study` has what a paper needs besides
scores, `meta` correlates metrics with human judgments.

>>> import fastgec
>>> gold = fastgec.Gold.parse("S a b .\nA 0 1|||R:DET|||the|||REQUIRED|||-NONE-|||0\n")
>>> score = fastgec.m2.evaluate(["the b ."], gold, beta=0.5)
>>> score.precision, score.recall, score.f
(1.0, 1.0, 1.0)
"""

from __future__ import annotations

import sys

from fastgec._version import __version__

TYPE_CHECKING = False  # as in typing, which takes longer to import than --version to print
if TYPE_CHECKING:
    from fastgec import meta, study, weights
    from fastgec.combine.mbr import mbr
    from fastgec.combine.votes import vote
    from fastgec.counts import Counts
    from fastgec.diagnostics import BenchmarkNote, InputWarning
    from fastgec.metrics import cleme, errant, gleu, green, imeasure, m2
    from fastgec.metrics.cleme import cleme2
    from fastgec.metrics.functions import metric
    from fastgec.metrics.references import References
    from fastgec.read.errors import FormatError
    from fastgec.read.gold import Gold
    from fastgec.texts.retokenize import retokenize
    from fastgec.weights import gotoscorer

__all__ = [
    "BenchmarkNote",
    "Counts",
    "FormatError",
    "Gold",
    "InputWarning",
    "References",
    "__version__",
    "cleme",
    "cleme2",
    "errant",
    "gleu",
    "gotoscorer",
    "green",
    "imeasure",
    "m2",
    "mbr",
    "meta",
    "metric",
    "retokenize",
    "study",
    "vote",
    "weights",
]

# Names are imported at first use: numpy takes longer to import than help takes to print.
_HOMES = {
    "BenchmarkNote": "fastgec.diagnostics",
    "Counts": "fastgec.counts",
    "FormatError": "fastgec.read.errors",
    "Gold": "fastgec.read.gold",
    "InputWarning": "fastgec.diagnostics",
    "References": "fastgec.metrics.references",
    "mbr": "fastgec.combine.mbr",
    "metric": "fastgec.metrics.functions",
    "retokenize": "fastgec.texts.retokenize",
    "vote": "fastgec.combine.votes",
}


if not TYPE_CHECKING:  # a type checker would believe that every name is there

    def __getattr__(name: str) -> object:
        from importlib import import_module

        from fastgec.metrics import METRICS

        value: object
        if name in METRICS:
            value = import_module(METRICS[name][0])
        elif name in ("meta", "study", "weights"):
            value = import_module(f"fastgec.{name}")
        elif name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
        else:
            raise AttributeError(f"module 'fastgec' has no attribute {name!r}")
        globals()[name] = value
        return value


# Packages of 0.1.0 that were documented, and their new names; the old ones go with 0.3.
_RENAMED = {
    "fastgec.convert": "fastgec.texts",
    "fastgec.corpus": "fastgec.read",
    "fastgec.integrations": "fastgec.bridges",
    "fastgec.page": "fastgec.show.page",
}


class _Renamed:
    """Finder and loader of modules under the names that 0.1.0 documented."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> object:
        if ".".join(name.split(".")[:2]) not in _RENAMED:
            return None
        from importlib.machinery import ModuleSpec

        is_package = name in _RENAMED  # whose modules are looked for here again
        return ModuleSpec(name, _Renamed, is_package=is_package)  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: object) -> None:
        return None

    @staticmethod
    def exec_module(module: object) -> None:
        import warnings
        from importlib import import_module

        old: str = module.__name__  # type: ignore[attr-defined]
        package = ".".join(old.split(".")[:2])
        real = import_module(_RENAMED[package] + old.removeprefix(package))
        if old != package:
            sys.modules[old] = real
            return
        warnings.warn(f"{old} is now {real.__name__}; the old name goes with 0.3", FutureWarning, 2)
        module.__getattr__ = lambda name: getattr(real, name)  # type: ignore[attr-defined]


sys.meta_path.append(_Renamed)  # type: ignore[arg-type]


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
