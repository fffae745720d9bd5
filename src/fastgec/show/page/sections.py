"""Sections of the page that every metric has: overview, pairs, errors, buckets; tables as they are.

A table here has the same cells as the table of the command which the page names beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from fastgec.metrics.base import Progress
from fastgec.reprs import shown_p
from fastgec.show import errors, scores
from fastgec.show.comparisons import PairStudy
from fastgec.show.errors import type_in_words
from fastgec.show.scores import Result, results_of
from fastgec.show.tables import Column, Table, grid_of, shown
from fastgec.study.bucketed import Bucket
from fastgec.study.comparison import compare_all_run, least_p
from fastgec.study.interval import bounds_of, plan_of
from fastgec.study.mistakes import Errors
from fastgec.study.resampling import Plan, Resampled
from fastgec.study.table import AnyRun, values_of

SCORE = Column("Score", "score", is_score=True)


def table_cells(table: Table) -> dict[str, Any]:
    """Return a table as data for the page: headings, cells as text, and the best cells.

    Example:
        >>> columns = Column("System", "system"), Column("F", "f", is_score=True, has_best=True)
        >>> found = table_cells(Table(columns, (("a", 0.25), ("b", 0.5))))
        >>> found["rows"], found["best"]
        ([['a', '25.00'], ['b', '50.00']], [[1, 1]])
    """
    grid, table = grid_of(table), table.for_people()
    return {
        "columns": [
            {"title": column.heading, "name": column.name, "left": is_left}
            for column, is_left in zip(table.columns, grid.is_left, strict=True)
        ],
        "rows": [[cell.text for cell in row] for row in grid.rows],
        "best": [
            [number, place]
            for number, row in enumerate(grid.rows)
            for place, cell in enumerate(row)
            if cell.is_bold
        ],
        "group": table.group,
        "notes": list(table.notes),
    }


def score_text(value: float) -> str:
    """Return a score as the command line shows it.

    >>> score_text(0.35014)
    '35.01'
    """
    return shown(SCORE, value)


def type_row(name: str, gold: int, systems: Sequence[Any]) -> dict[str, Any]:
    """Return a row of the page's table of error types.

    >>> type_row("Vt", 2, [None])
    {'type': 'Vt', 'words': 'verb tense', 'gold': 2, 'systems': [None]}
    """
    return {"type": name, "words": type_in_words(name), "gold": gold, "systems": systems}


Estimate = Callable[[str, float], None]
"""Called before long work with what takes how many seconds."""

Stage = Callable[[int | None, str], AbstractContextManager[Progress | None]]
"""Opens a stage of the work, of so many items of a kind; yields a function of the number done."""


def overview(run: AnyRun, plan: Plan, drawn: Sequence[Resampled]) -> dict[str, Any]:
    """Return scores as a table, the signature, and a bar for each system.

    Args:
        run: the scored run.
        plan: how resamples are made.
        drawn: the resamples.
    """
    bounds = bounds_of(run, plan, drawn=drawn)
    results: list[Result] = results_of(run, bounds)
    bars = []
    for system, score in enumerate(values_of(run, 0)):
        own = None if bounds[0] is None else bounds[0][system]
        low, high = (score, score) if own is None else own[-1].tolist()
        bars.append([100 * low, 100 * score, 100 * high])
    return {
        "overview": table_cells(scores.table(run, results, plan)),
        "bars": bars,
        "signature": scores.signature_of(run, plan),
    }


def pairs(
    run: AnyRun,
    drawn: Resampled,
    *,
    resamples: int | None,
    seed: int,
    level: float,
    jobs: int | None,
    stage: Stage,
    estimate: Estimate | None = None,
) -> dict[str, Any] | None:
    """Return paired tests of all systems, as `fastgec compare --all` makes them.

    Args:
        run: the scored run; it kept samples.
        drawn: the resamples.
        resamples: of each test; None: 1000, or as many as so many pairs need.
        seed: of the draws.
        level: at or below which a p is called significant.
        jobs: threads.
        stage: of the work.
        estimate: called with what takes how many seconds, before long work.

    Returns:
        None of one system, or of no sentence.
    """
    n_systems = len(run.systems)
    if n_systems < 2 or run.facts.sentences == 0:
        return None
    n_pairs = n_systems * (n_systems - 1) // 2
    with stage(n_pairs, "pairs") as progress:
        found = compare_all_run(
            run,
            n=resamples,
            seed=seed,
            level=level,
            jobs=jobs,
            progress=progress,
            estimate=estimate and partial(estimate, f"the tests of {n_pairs:,} pairs"),
            drawn=drawn,
        )
    plan = plan_of(run, found.resamples, seed)
    study = PairStudy(run, plan, found)
    matrix = study.matrix()
    cells = []
    for pair in found.pairs:
        tests = {
            "p": shown_p(pair.p_randomization, level, least_p(found.resamples)),
            "holm": shown_p(pair.p_randomization_holm, level, found.least),
            "apart": found.is_told_apart(pair),
        }
        low, high = pair.interval
        both_ways = (
            (pair.first, pair.second, low, pair.difference, high),
            (pair.second, pair.first, 0.0 - high, 0.0 - pair.difference, 0.0 - low),
        )
        for one, other, *values in both_ways:
            texts = [f"{100 * value:+.2f}" for value in values]
            cells.append(
                {
                    "a": one,
                    "b": other,
                    "difference": texts[1],
                    "interval": f"{texts[0]} to {texts[2]}",
                    "bounds": [100 * value for value in values],
                    **tests,
                }
            )
    return {
        "table": table_cells(matrix),
        "cells": cells,
        "groups": None if found.warnings else study.letters(),
        "warnings": found.warnings,
        "order": found.order,
        "level": level,
        "test": list(matrix.notes),
        "signature": study.signature(),
    }


def errors_content(run: AnyRun, found: Sequence[Errors], top: int) -> list[dict[str, Any]]:
    """Return the most frequent errors of each system, grouped by text."""
    every = []
    for number, one in enumerate(found):
        wrong = errors.errors_table(run, number, one._replace(missed=[]), "text", top)
        missed = errors.errors_table(run, number, one._replace(wrong=[]), "text", top)
        whole = errors.errors_table(run, number, one, "text", top)
        every.append(
            {
                "wrong": table_cells(wrong._replace(notes=whole.notes)),
                "missed": table_cells(missed._replace(notes=whole.notes)),
            }
        )
    return every


def buckets_content(
    run: AnyRun, found: Sequence[Sequence[Bucket]], by: str
) -> dict[str, Any] | None:
    """Return scores of sentences that are alike, by "length" or by gold "edits"."""
    if not any(found):
        return None
    metric = run.metric
    table = errors.buckets_table(run, list(zip(run.systems, found, strict=True)), by)
    name = metric.resampled[-1]
    values = [
        None if one.score is None else float(metric.describe(one.score).measure(name).value)
        for of_system in found
        for one in of_system
    ]
    return {**table_cells(table), "values": values}
