"""GREEN as text: the output of the authors' programs.

Scores are printed times 100: the shortest decimal form of the double, rounded half up. The layout
of the table of regions is free; its columns and their order are the authors' program's.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Context, Decimal

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats
from fastgec.counts import Counts
from fastgec.metrics.gleu.metric import GleuScore, interval
from fastgec.metrics.green import select
from fastgec.metrics.green.metric import REGIONS, GreenScore
from fastgec.read.lines import Lines
from fastgec.show import join_fields

HEADINGS = ("", "tk", "td", "ti", "od", "oi", "ud", "ui", "TP", "FP", "FN", "P", "R")
Scores = Sequence[tuple[str, Sequence[GreenScore]]]
"""Systems by name, and the score of each at every beta."""


def rounded(value: float, digits: int) -> str:
    """Return a number with so many digits after the point, halves up; "inf" where infinite.

    >>> rounded(12.5, 0), rounded(0.125, 2), rounded(100.0, -1), rounded(float("inf"), 2)
    ('13', '0.13', '100', 'inf')
    """
    if math.isinf(value):
        return "inf"
    exact = Decimal(repr(value))
    context = Context(prec=len(exact.as_tuple().digits) + max(digits, 0) + 400)
    unit = Decimal(1).scaleb(-max(digits, 0), context)
    return f"{exact.quantize(unit, ROUND_HALF_UP, context):f}"


def percent(value: float, digits: int) -> str:
    """Return a score times 100, as `rounded`."""
    return rounded(100 * value, digits)


def green_reference_format(systems: Scores, digits: int, *, mean: bool = False) -> Iterator[str]:
    r"""Yield the rows alpha and beta, then a row per system; means of sentence scores with `mean`.

    Example:
        >>> from fastgec.metrics import green
        >>> counts = green.count(["a b"], green.References(["a b"], [["a c"]]), order=1)
        >>> scores = [green.score_counts(counts, beta=beta) for beta in (1, 2)]
        >>> list(green_reference_format([("x", scores)], 1))
        ['alpha\t0.5\t0.2\n', 'beta\t1.0\t2.0\n', 'x\t50.0\t38.5\n']
    """
    _, scores = systems[0]
    yield join_fields(["alpha", *(rounded(score.alpha, digits) for score in scores)])
    yield join_fields(["beta", *(rounded(score.beta, digits) for score in scores)])
    for system, scores in systems:
        values = [score.mean_sentence_f if mean else score.f for score in scores]
        yield join_fields([system, *(percent(value, digits) for value in values)])


def classic_sentences(f: Iterable[Floats], digits: int) -> Iterator[str]:
    """Yield a line per sentence: all systems at the first beta, then all at the second.

    Args:
        f: float64[S, B, H] of some sentences after the others.
        digits: after the point.
    """
    for part in f:
        for values in part.reshape(len(part), -1).tolist():
            yield join_fields([percent(value, digits) for value in values])


def verbose(systems: Scores, digits: int) -> Iterator[str]:
    """Yield for each system and beta its name, alpha and beta, then the table of regions."""
    for system, scores in systems:
        for score in scores:
            weights = rounded(score.alpha, digits), rounded(score.beta, digits)
            yield join_fields([system, f"alpha={weights[0]}", f"beta={weights[1]}"])
            yield from regions(score, digits)


def verbose_line(systems: Scores, digits: int) -> Iterator[str]:
    """Yield for each system and beta: alpha, beta, and precision, recall, F over all orders."""
    for _, scores in systems:
        for score in scores:
            weights = [rounded(weight, digits) for weight in (score.alpha, score.beta)]
            ratios = [percent(one, digits) for one in (score.precision, score.recall, score.f)]
            yield join_fields([*weights, *ratios])


def verbose_sentences(
    systems: Scores,
    counts: Sequence[Counts],
    source: Lines,
    references: Sequence[Lines],
    hypotheses: Sequence[Lines],
    digits: int,
    first: int = 0,
) -> Iterator[str]:
    """Yield each sentence, system, beta and reference: the texts, then the table of this one row.

    Sentences, systems and references count from 1; the chosen reference has a star.
    Parameters: first, number of sentences before them.
    """
    chosen = [
        [select(table, beta=score.beta, short=score.short) for score in scores]
        for (_, scores), table in zip(systems, counts, strict=True)
    ]
    for s, number in enumerate(range(first + 1, first + len(source) + 1)):
        for h, (_, scores) in enumerate(systems):
            for b, score in enumerate(scores):
                for k, reference in enumerate(references):
                    row = int(counts[h].offsets[s]) + k
                    mark = "*" if chosen[h][b][s] == row else " "
                    yield f"S-{number}   \t{source[s]}\n"
                    yield f"C-{number}-{h + 1} \t{hypotheses[h][s]}\n"
                    yield f"R-{number}-{k + 1}{mark}\t{reference[s]}\n"
                    table = counts[h].table[row].reshape(-1, len(REGIONS))
                    yield from regions(_alone(table, score), digits)


def regions(score: GreenScore, digits: int) -> Iterator[str]:
    """Yield the table of one score: a row per order with regions, TP, FP, FN and ratios."""
    rows = [[*HEADINGS, f"F{score.beta}", "cumP", "cumR", "cumF"]]
    by_order = score.precisions, score.recalls, score.f_by_order
    cumulative = score.cumulative_precisions, score.cumulative_recalls, score.cumulative_f
    ratios = np.stack([*by_order, *cumulative], axis=1)
    for n, (row, values) in enumerate(zip(score.regions.tolist(), ratios.tolist(), strict=True), 1):
        sums = sum(row[:3]), sum(row[3:5]), sum(row[5:])
        shown = (percent(value, digits) for value in values)
        rows.append([*map(str, (n, *row, *sums)), *shown])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        fields = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join(fields) + "\n"


def _alone(regions: NDArray[np.int64], score: GreenScore) -> GreenScore:
    """Return a score of one row of counts, with the parameters of another."""
    return replace(score, regions=regions, n_sentences=1, f_sum=())


# GLEU as text: the output of the authors' program.


def gleu_reference_format(scores: Sequence[tuple[str, GleuScore]]) -> Iterator[str]:
    """Yield a line per named score: the last part of the path, and the score.

    Example:
        >>> from fastgec import References, gleu
        >>> score = gleu.evaluate(["a d"], References(["a b"], [["a c"]]), order=1)
        >>> print("".join(gleu_reference_format([("out/x", score)])), end="")
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
