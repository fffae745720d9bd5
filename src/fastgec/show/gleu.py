"""GLEU as text: the output of the authors' program."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from fastgec.metrics.gleu.metric import GleuScore, interval


def classic(scores: Sequence[tuple[str, GleuScore]]) -> Iterator[str]:
    """Yield a line per named score: the last part of the path, and the score.

    Example:
        >>> from fastgec import References, gleu
        >>> score = gleu.evaluate(["a d"], References(["a b"], [["a c"]]), order=1)
        >>> print("".join(classic([("out/x", score)])), end="")
        x 0.500000
    """
    for system, score in scores:
        name = os.path.basename(system.rstrip(os.sep))  # noqa: PTH119  # pathlib loads slowly
        yield f"{name} {score.mean:f}\n"


def detail_lines(first: int, means: Iterable[float], deviations: Iterable[float]) -> Iterator[str]:
    """Yield number, score, deviation and interval of sentences.

    Args:
        first: number of sentences before them; they count from 0, as the authors have it.
        means: scores.
        deviations: standard deviations.
    """
    for s, (mean, deviation) in enumerate(zip(means, deviations, strict=True), first):
        yield f"{s} {_numbers(mean, deviation)}\n"


def details(score: GleuScore, sentences: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the sentences of a system, then overall."""
    yield "\n===== Sentence-level scores =====\n"
    yield "SID Mean Stdev 95%CI GLEU\n"
    yield from sentences
    yield "\n==== Overall score =====\n"
    yield "Mean Stdev 95%CI GLEU\n"
    yield f"{_numbers(score.mean, score.standard_deviation)}\n"


def _numbers(mean: float, deviation: float) -> str:
    bounds = interval(mean, deviation)
    shown = "(nan,nan)" if bounds is None else f"({bounds[0]:.3f},{bounds[1]:.3f})"
    return f"{mean:f} {deviation:f} {shown}"
