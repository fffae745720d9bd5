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

from fastgec._version import __version__

TYPE_CHECKING = False  # as in typing, which takes longer to import than --version to print
if TYPE_CHECKING:
    from fastgec import meta, study, weights
    from fastgec.combine.mbr import mbr
    from fastgec.combine.votes import vote
    from fastgec.convert.retokenize import retokenize
    from fastgec.corpus.errors import FormatError
    from fastgec.corpus.gold import Gold
    from fastgec.counts import Counts
    from fastgec.guard.category import BenchmarkNote, InputWarning
    from fastgec.metrics import cleme, errant, gleu, green, imeasure, m2
    from fastgec.metrics.cleme import cleme2
    from fastgec.metrics.functions import metric
    from fastgec.metrics.references import References
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
    "BenchmarkNote": "fastgec.guard.category",
    "Counts": "fastgec.counts",
    "FormatError": "fastgec.corpus.errors",
    "Gold": "fastgec.corpus.gold",
    "InputWarning": "fastgec.guard.category",
    "References": "fastgec.metrics.references",
    "mbr": "fastgec.combine.mbr",
    "metric": "fastgec.metrics.functions",
    "retokenize": "fastgec.convert.retokenize",
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


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
