"""Scores by annotator: against each alone, and humans beside systems against the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastgec.metrics.base import AnyMetric, Row
from fastgec.report.scores import measure_columns, percent_note
from fastgec.report.tables import Column, Table, Value
from fastgec.study.annotators import AnnotatorScore

if TYPE_CHECKING:
    from fastgec.study.table import AnyRun


def score_columns(metric: AnyMetric, scores: Sequence[AnnotatorScore]) -> list[Column]:
    """Return the columns of a metric's measures, from any score that there is."""
    found = next((score.score for score in scores if score.score is not None), None)
    return [] if found is None else measure_columns(metric.describe(found).measures)


def alone_table(run: AnyRun, scores: Sequence[AnnotatorScore]) -> Table:
    """Return a row per system and annotator, and of all annotators together."""
    metric = run.metric
    columns = (Column("Annotator", "annotator"), Column("Sentences", "sentences"))
    measured = score_columns(metric, scores)
    rows = tuple((*_keys(score), *_cells(metric, score.score, len(measured))) for score in scores)
    every = (Column("System", "system"), *columns, *measured)
    return Table(every, rows, group=1, notes=(percent_note(run),))


def ceiling_table(run: AnyRun, scores: Sequence[AnnotatorScore]) -> Table:
    """Return a row per human or system and annotator left out, then means over these."""
    metric = run.metric
    columns = (Column("Left out", "left_out"), Column("Sentences", "sentences"))
    measured = score_columns(metric, scores)
    rows = [(*_keys(score), *_cells(metric, score.score, len(measured))) for score in scores]
    groups: dict[str, list[Row]] = {}
    for score in scores:
        if score.score is not None:
            name = "annotators" if score.is_human else score.name
            groups.setdefault(name, []).append(metric.describe(score.score))
    for name, group in groups.items():
        means = [
            sum(row.measures[place].value for row in group) / len(group)
            if measure.kind == "score"
            else None
            for place, measure in enumerate(group[0].measures)
        ]
        rows.append((name, "mean", None, *means))
    return Table(
        (Column("System", "system"), *columns, *measured),
        tuple(rows),
        group=1,
        notes=(
            percent_note(run),
            "each annotator's corrections, and each system, against the other annotators, on the "
            "sentences that have lines of both",
        ),
    )


def content(metric: AnyMetric, scores: Sequence[AnnotatorScore]) -> list[dict[str, Any]]:
    """Return the scores for JSON; a score of no sentence is null."""
    return [
        {
            "annotator": score.annotator,
            "sentences": score.sentences,
            "score": None if score.score is None else dict(metric.describe(score.score).content),
        }
        for score in scores
    ]


def _keys(score: AnnotatorScore) -> tuple[Value, ...]:
    annotator = "all" if score.annotator is None else str(score.annotator)
    return score.name, annotator, score.sentences


def _cells(metric: AnyMetric, score: Any, n_measures: int) -> tuple[Value, ...]:
    if score is None:
        return (None,) * n_measures
    return tuple(measure.value for measure in metric.describe(score).measures)
