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

__version__ = "0.2.0"  # pyproject.toml reads it from here

TYPE_CHECKING = False  # as in typing, which takes longer to import than --version to print
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

    from fastgec import meta, study, weights
    from fastgec.combine.mbr import mbr
    from fastgec.combine.votes import vote
    from fastgec.counts import Counts
    from fastgec.diagnostics import BenchmarkNote, InputWarning
    from fastgec.metrics import behaviour, cleme, errant, gleu, green, imeasure, m2
    from fastgec.metrics.cleme import cleme2
    from fastgec.metrics.functions import metric
    from fastgec.read import FormatError
    from fastgec.read.gold import Gold
    from fastgec.read.lines import References
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
    "behaviour",
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
    "FormatError": "fastgec.read",
    "Gold": "fastgec.read.gold",
    "InputWarning": "fastgec.diagnostics",
    "References": "fastgec.read.lines",
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


def imported_at_first_use(
    package: str, homes: Mapping[str, str], renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package that lists its names in `__all__`.

    Type checkers read imports under `TYPE_CHECKING` instead, and must not see these two: of a
    package that has `__getattr__` they believe that it has every name.

    Args:
        package: its `__name__`.
        homes: by module, one of the package or a whole path, the names that are there, in a row.
        renamed: by old name the new one; the old one works, with a DeprecationWarning.

    Example:
        >>> find, _ = imported_at_first_use("fastgec.study", {"comparison": "compare holm"})
        >>> find("holm")([0.5])
        [0.5]
        >>> find("hohm")
        Traceback (most recent call last):
        AttributeError: module 'fastgec.study' has no attribute 'hohm'
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        if renamed and name in renamed:
            import warnings

            text = f"{package}.{name} is deprecated: write {package}.{renamed[name]}"
            warnings.warn(text, DeprecationWarning, stacklevel=2)
            return find(renamed[name])
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        home = home_of[name]
        value = getattr(import_module(home if "." in home else f"{package}.{home}"), name)
        setattr(sys.modules[package], name, value)  # the next time nobody asks here
        return value

    def known() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return find, known


# Packages and modules of 0.1.0 that were documented, and their new names; the old ones go with 0.3.
_RENAMED = {
    "fastgec.convert": "fastgec.texts",
    "fastgec.corpus": "fastgec.read",
    "fastgec.corpus.errors": "fastgec.read",
    "fastgec.corpus.tables": "fastgec.read.gold",
    "fastgec.integrations": "fastgec.bridges",
    "fastgec.page": "fastgec.show.page",
}


class _Renamed:
    """Finder and loader of modules under the names that 0.1.0 documented."""

    def __init__(self, real: ModuleSpec) -> None:
        self.real = real

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        package = ".".join(name.split(".")[:2])
        if package not in _RENAMED:
            return None
        from importlib.machinery import ModuleSpec
        from importlib.util import find_spec

        real = find_spec(_RENAMED.get(name) or _RENAMED[package] + name.removeprefix(package))
        # Of an old package nothing is found but here: it has no path to look in.
        if real is None:
            return None
        loader = _Renamed(real)
        return ModuleSpec(name, loader, is_package=name in _RENAMED)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        from importlib import import_module

        real = import_module(self.real.name)
        old = module.__name__
        if old not in _RENAMED:
            sys.modules[old] = real
            return
        import warnings
        from functools import partial

        warnings.warn(f"{old} is now {real.__name__}; the old name goes with 0.3", FutureWarning, 2)
        vars(module).update(__getattr__=partial(getattr, real), __dir__=partial(dir, real))

    def get_code(self, name: str) -> object:  # for python -m
        return self.real.loader.get_code(self.real.name)  # type: ignore[union-attr]


if all(getattr(one, "__module__", "") != __name__ for one in sys.meta_path):  # else a reload
    sys.meta_path.append(_Renamed)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
