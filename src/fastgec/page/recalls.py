"""Recall of each gold error type with intervals: MaxMatch's, whose edits of a system have no type.

In a resample of the sentences each has the annotator that the whole corpus chose for it, so that
types are those of the table; an interval says how far the draw of sentences moves a recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import offsets_of
from fastgec.fscore import ratio
from fastgec.machine.parallel import Cancel, count_ranges
from fastgec.metrics.m2.words import KindScore
from fastgec.page.cells import type_row
from fastgec.page.packed import Texts
from fastgec.report import m2
from fastgec.report.scores import plan_note
from fastgec.report.tables import Column, shown
from fastgec.study.resampling import Plan, drawn_sentences, percentile_interval
from fastgec.study.table import AnyRun

Integers = NDArray[np.int64]
INTERVAL = Column("Interval", "recall", is_interval=True)
CHUNK = 16  # resamples at a time


class KindItems:
    """Gold edits of a system's chosen annotators, while blocks go by: sentence, type, whether made.

    Args:
        kinds: gives error types their numbers; the same for all systems.
    """

    def __init__(self, kinds: Texts) -> None:
        self._kinds = kinds
        self._sentences: list[Integers] = []
        self._types: list[Integers] = []
        self._made: list[NDArray[np.bool_]] = []

    def add(self, sentences: Integers, types: Integers, made: NDArray[np.bool_]) -> int:
        """Add gold edits, and return how many bytes they take.

        Args:
            sentences: their numbers in the corpus.
            types: their numbers.
            made: whether they count as made.
        """
        self._sentences.append(sentences)
        self._types.append(types)
        self._made.append(made)
        return sentences.nbytes + types.nbytes + made.nbytes

    def bounds(self, n_sentences: int, plan: Plan, jobs: int | None) -> NDArray[np.float64]:
        """Return percentile intervals of recall: float64[T, 2], by number of the type.

        Args:
            n_sentences: of the corpus.
            plan: how resamples are made.
            jobs: threads.
        """
        n_types = len(self._kinds.all)
        types = np.concatenate([*self._types, np.zeros(0, np.int64)])
        made = np.concatenate([*self._made, np.zeros(0, np.bool_)])
        sentences = np.concatenate([*self._sentences, np.zeros(0, np.int64)])
        order = np.argsort(types, kind="stable")
        golden = sentences[order], np.bincount(types, minlength=n_types)
        right = order[made[order]]
        correct = sentences[right], np.bincount(types[right], minlength=n_types)
        values = np.empty((plan.resamples, n_types))

        def fold(first: int, last: int, cancel: Cancel) -> None:
            for number in range(first, last):
                if cancel[0]:
                    return
                drawn = drawn_sentences(plan.seed, number, n_sentences)
                times = np.bincount(drawn, minlength=n_sentences)
                n_gold = _sums(times, *golden)
                n_correct = _sums(times, *correct)
                values[number] = ratio(n_correct, n_gold, empty=1.0)

        if n_sentences:
            count_ranges(fold, plan.resamples, jobs=jobs, chunk=CHUNK)
        return percentile_interval(values)


def _sums(times: Integers, sentences: Integers, sizes: Integers) -> Integers:
    """Sum how often sentences were drawn, in runs of so many."""
    ends = np.cumsum(sizes)
    totals = offsets_of(times[sentences])
    found: Integers = totals[ends] - totals[ends - sizes]
    return found


def types_content(
    run: AnyRun,
    scores: Sequence[Sequence[KindScore]],
    bounds: Sequence[NDArray[np.float64]],
    kinds: Sequence[str],
    plan: Plan,
) -> dict[str, Any]:
    """Return a row for each type, with cells for each system.

    Args:
        run: what was scored.
        scores: of each system, as `fastgec m2 --types` has them.
        bounds: of each system, intervals of all types.
        kinds: the types, by number.
        plan: how resamples are made.
    """
    number = {kind: place for place, kind in enumerate(kinds)}
    table = m2.types_table(run, [("", each) for each in scores]).for_people()
    by_type: dict[str, list[Any]] = {}
    systems = [place for place, each in enumerate(scores) for _ in each]
    flat = [one for each in scores for one in each]
    for system, score, row in zip(systems, flat, table.rows, strict=True):
        low, high = bounds[system][number[score.kind]].tolist()
        cells = zip(table.columns[2:], row[2:], strict=True)
        by_type.setdefault(score.kind, [None] * len(scores))[system] = {
            "cells": [shown(column, value) for column, value in cells],
            "recall": score.recall,
            "gold": score.gold,
            "interval": [low, high],
            "shown": shown(INTERVAL, (low, high)),
        }
    most = {kind: max(one["gold"] for one in row if one) for kind, row in by_type.items()}
    order = sorted(by_type, key=lambda kind: (-most[kind], kind))
    made = plan_note(replace(plan, choice="fixed"), "annotator")
    *_, note = table.notes
    return {
        "columns": [column.heading for column in table.columns[2:]],
        "rows": [type_row(kind, most[kind], by_type[kind]) for kind in order],
        "note": f"{note[:1].upper()}{note[1:]}. Intervals of recall: {made}.",
    }
