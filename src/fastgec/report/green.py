"""GREEN results as text: what the authors' programs print, tables, JSON, single sentences.

Scores are printed times 100: the shortest decimal form of the double, rounded half up. The layout
of the table of regions is free; its columns and their order are those of the authors' program.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.lines import Lines
from fastgec.counts import Counts
from fastgec.metrics.green import select
from fastgec.metrics.green_score import REGIONS, Floats, GreenTotal
from fastgec.report import documents
from fastgec.report.intervals import (
    interval_cells,
    interval_columns,
    interval_content,
    plan_note,
)
from fastgec.report.signature import Facts, signature
from fastgec.report.tables import Column, Table, Value, join_fields

if TYPE_CHECKING:  # a run without resampling need not load it
    from fastgec.analysis.resampling import Plan

HEADINGS = ("", "tk", "td", "ti", "od", "oi", "ud", "ui", "TP", "FP", "FN", "P", "R")
SENTENCE_FIELDS = ("system", "sentence", "beta", "reference", "f")
Sentences = Callable[[], Iterator[tuple[Floats, NDArray[np.int32]]]]
"""Yields F float64[S, B] and chosen reference int32[S, B] of all sentences, some at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What is known of one system: its name as typed, and its score at each beta.

    intervals  for each beta float64[3, 2], of precision, recall and F, if there are any
    sentences  what is known of each sentence, if it is to be shown
    """

    system: str
    scores: tuple[GreenTotal, ...]
    intervals: tuple[NDArray[np.float64], ...] | None = None
    sentences: Sentences | None = None


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


def classic(results: Sequence[Result], digits: int, *, mean: bool = False) -> Iterator[str]:
    r"""Yield the rows alpha and beta, then a row per system; means of sentence scores with `mean`.

    >>> from fastgec.metrics import green
    >>> result = Result("x", green.evaluate(["a b"], [["a c"]], ["a b"], order=1, betas=[1, 2]))
    >>> list(classic([result], 1))
    ['alpha\t0.5\t0.2\n', 'beta\t1.0\t2.0\n', 'x\t50.0\t38.5\n']
    """
    scores = results[0].scores
    yield join_fields(["alpha", *(rounded(score.alpha, digits) for score in scores)])
    yield join_fields(["beta", *(rounded(score.beta, digits) for score in scores)])
    for result in results:
        values = [score.mean_sentence_f if mean else score.f for score in result.scores]
        yield join_fields([result.system, *(percent(value, digits) for value in values)])


def classic_sentences(results: Sequence[Result], digits: int) -> Iterator[str]:
    """Yield a line per sentence: all systems at the first beta, then all at the second."""
    for parts in zip(*(_sentences(result) for result in results), strict=True):
        f = np.stack([part_f for part_f, _ in parts], axis=2)  # sentences, betas, systems
        for values in f.reshape(len(f), -1).tolist():
            yield join_fields([percent(value, digits) for value in values])


def verbose(results: Sequence[Result], digits: int) -> Iterator[str]:
    """Yield for each system and beta its name, alpha and beta, then the table of regions."""
    for result in results:
        for score in result.scores:
            weights = rounded(score.alpha, digits), rounded(score.beta, digits)
            yield join_fields([result.system, f"alpha={weights[0]}", f"beta={weights[1]}"])
            yield from regions(score, digits)


def verbose_line(results: Sequence[Result], digits: int) -> Iterator[str]:
    """Yield for each system and beta: alpha, beta, and precision, recall, F over all orders."""
    for result in results:
        for score in result.scores:
            ratios = (score.precision, score.recall, score.f)
            yield join_fields(
                [
                    rounded(score.alpha, digits),
                    rounded(score.beta, digits),
                    *(percent(ratio, digits) for ratio in ratios),
                ]
            )


def verbose_sentences(
    results: Sequence[Result],
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
        [select(table, beta=score.beta, short=score.short) for score in result.scores]
        for result, table in zip(results, counts, strict=True)
    ]
    for s, number in enumerate(range(first + 1, first + len(source) + 1)):
        for h, result in enumerate(results):
            for b, score in enumerate(result.scores):
                for k, reference in enumerate(references):
                    row = int(counts[h].offsets[s]) + k
                    mark = "*" if chosen[h][b][s] == row else " "
                    yield f"S-{number}   \t{source[s]}\n"
                    yield f"C-{number}-{h + 1} \t{hypotheses[h][s]}\n"
                    yield f"R-{number}-{k + 1}{mark}\t{reference[s]}\n"
                    table = counts[h].table[row].reshape(-1, len(REGIONS))
                    yield from regions(_alone(table, score), digits)


def regions(score: GreenTotal, digits: int) -> Iterator[str]:
    """Yield the table of one score: a row per order with regions, TP, FP, FN and ratios."""
    rows = [[*HEADINGS, f"F{score.beta}", "cumP", "cumR", "cumF"]]
    ratios = np.stack(
        [
            score.precisions,
            score.recalls,
            score.f_by_order,
            score.cumulative_precisions,
            score.cumulative_recalls,
            score.cumulative_f,
        ],
        axis=1,
    )
    for n, (row, values) in enumerate(zip(score.regions.tolist(), ratios.tolist(), strict=True), 1):
        sums = sum(row[:3]), sum(row[3:5]), sum(row[5:])
        shown = (percent(value, digits) for value in values)
        rows.append([*map(str, (n, *row, *sums)), *shown])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        fields = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join(fields) + "\n"


def table(results: Sequence[Result], plan: Plan | None = None) -> Table:
    """Return a row per system and beta: precision, recall, F, mean of the sentences."""
    columns: tuple[Column, ...] = (
        Column("System", "system"),
        Column("Beta", "beta"),
        Column("P", "precision", is_score=True, has_best=True),
        Column("R", "recall", is_score=True, has_best=True),
        Column("F", "f", is_score=True, has_best=True),
        Column("Mean F", "mean_sentence_f", is_score=True, has_best=True),
    )
    if plan is not None:
        columns = (*columns, *interval_columns("F"))
    rows: list[tuple[Value, ...]] = []
    for result in results:
        for b, score in enumerate(result.scores):
            ratios = (score.precision, score.recall, score.f, score.mean_sentence_f)
            bounds = None if result.intervals is None else result.intervals[b]
            cells = interval_cells(bounds) if plan is not None else ()
            rows.append((result.system, score.beta, *ratios, *cells))
    notes = () if plan is None else (plan_note(plan, "reference"),)
    return Table(columns, tuple(rows), group=1, notes=notes)


def document(results: Sequence[Result], facts: Facts, plan: Plan | None = None) -> str:
    """Return the JSON document of a run."""
    systems = []
    for result in results:
        scores = [_content(result, b, plan) for b in range(len(result.scores))]
        systems.append({"system": result.system, "scores": scores})
    line = signature_line(results[0].scores, facts, plan)
    named = _parameters(results[0].scores[0])
    return documents.document("green", line, named, facts.sentences, systems, plan)


def signature_line(scores: Sequence[GreenTotal], facts: Facts, plan: Plan | None = None) -> str:
    """Return the signature of a run, from its scores of any system."""
    return signature(
        "green",
        {**_parameters(scores[0]), "betas": [json_beta(score.beta) for score in scores]},
        {**facts.as_dict(), **(plan.as_dict() if plan else {})},
    )


def sentence_lines(result: Result, suffix: str, first: int = 0) -> Iterator[str]:
    """Yield a line per sentence and beta, as .jsonl or .tsv; sentences count from 1.

    Parameters: first, number of sentences before them.
    """
    betas = [json_beta(score.beta) for score in result.scores]
    number = first
    for f, chosen in _sentences(result):
        for sentence in zip(chosen.tolist(), f.tolist(), strict=True):
            number += 1
            for beta, label, value in zip(betas, *sentence, strict=True):
                values = (result.system, number, beta, label, value)
                if suffix == ".tsv":
                    yield join_fields([str(value) for value in values])
                else:
                    yield documents.line(dict(zip(SENTENCE_FIELDS, values, strict=True)))


def json_beta(beta: float) -> float | str:
    """Return beta as JSON can hold it: "inf" where it is infinite."""
    return "inf" if math.isinf(beta) else beta


def _parameters(score: GreenTotal) -> dict[str, Any]:
    return {"unit": score.unit, "order": score.order, "short": score.short}


def _content(result: Result, b: int, plan: Plan | None) -> dict[str, Any]:
    score = result.scores[b]
    orders = []
    columns = {
        "precision": score.precisions,
        "recall": score.recalls,
        "f": score.f_by_order,
        "cumulative_precision": score.cumulative_precisions,
        "cumulative_recall": score.cumulative_recalls,
        "cumulative_f": score.cumulative_f,
    }
    for n, row in enumerate(score.regions.tolist(), 1):
        ratios = {name: float(values[n - 1]) for name, values in columns.items()}
        orders.append({"order": n, **dict(zip(REGIONS, row, strict=True)), **ratios})
    content: dict[str, Any] = {
        "beta": json_beta(score.beta),
        "precision": score.precision,
        "recall": score.recall,
        "f": score.f,
        "mean_sentence_f": score.mean_sentence_f,
    }
    if plan is not None:
        bounds = None if result.intervals is None else result.intervals[b]
        content["intervals"] = interval_content(bounds)
    return {**content, "orders": orders}


def _alone(regions: Any, score: GreenTotal) -> GreenTotal:
    """Return a score of one row of counts, with the parameters of another."""
    return GreenTotal(regions, score.beta, score.unit, score.short, 1, ())


def _sentences(result: Result) -> Iterator[tuple[Floats, NDArray[np.int32]]]:
    assert result.sentences is not None, "whoever shows sentences keeps them"
    return result.sentences()
