"""Scores of each error type with intervals, of edits against edits: ERRANT's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastgec.page.cells import type_row
from fastgec.report.errant import kinds_table
from fastgec.report.scores import plan_note
from fastgec.report.tables import Column, shown
from fastgec.study.resampling import Plan
from fastgec.study.table import AnyRun
from fastgec.study.typed import TypeScore

INTERVAL = Column("Interval", "recall", is_interval=True)
RECALL = 1  # among precision, recall, F


def typed_content(
    run: AnyRun, systems: Sequence[Sequence[TypeScore]], plan: Plan
) -> dict[str, Any]:
    """Return a row for each type, with cells for each system.

    Args:
        run: what was scored.
        systems: types of each, with intervals.
        plan: how resamples are made.
    """
    has_intervals = all(one.bounds is not None for each in systems for one in each)
    named = [("", [(one.name, one.score, one.bounds) for one in each]) for each in systems]
    table = kinds_table(run, named, has_intervals=has_intervals).for_people()
    by_type: dict[str, list[Any]] = {}
    flat = [(place, one) for place, each in enumerate(systems) for one in each]
    for (system, one), row in zip(flat, table.rows, strict=True):
        cells = zip(table.columns[2:], row[2:], strict=True)
        interval = None if one.bounds is None else one.bounds[RECALL].tolist()
        by_type.setdefault(one.name, [None] * len(systems))[system] = {
            "cells": [shown(column, value) for column, value in cells],
            "recall": one.score.recall,
            "gold": one.score.tp + one.score.fn,
            "interval": interval,
            "shown": None if interval is None else shown(INTERVAL, (interval[0], interval[1])),
        }
    most = {kind: max(one["gold"] for one in row if one) for kind, row in by_type.items()}
    order = sorted(by_type, key=lambda kind: (-most[kind], kind))
    return {
        "columns": [column.heading for column in table.columns[2:]],
        "rows": [type_row(kind, most[kind], by_type[kind]) for kind in order],
        "note": f"An edit that both sides have counts for the reference's type. Intervals: "
        f"{plan_note(plan, 'coders')}.",
    }
