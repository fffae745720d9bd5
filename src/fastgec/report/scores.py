"""Scores of any metric as text: tables, JSON, signatures, files of sentences.

A metric describes a score as a `Row`; what is made of rows here is the same for all metrics.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastgec.choice import Chosen
from fastgec.metrics.base import AnyMetric, Block, Measure
from fastgec.report import documents
from fastgec.report.fields import join_fields
from fastgec.report.intervals import (
    interval_cells,
    interval_columns,
    interval_content,
    plan_note,
)
from fastgec.report.names import path_of, short
from fastgec.report.results import Result
from fastgec.report.signature import signature
from fastgec.report.tables import NOTHING, Column, Table, Value
from fastgec.study.run import name_of, settings_of

if TYPE_CHECKING:  # a run without resampling need not load it
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Facts, Run


def table(run: Run, results: Sequence[Result], plan: Plan | None = None) -> Table:
    """Return a row per system and scoring: its measures, then intervals by plan."""
    metric = run.metric
    first = results[0].rows[0].measures
    columns = [Column("System", "system"), *measure_columns(first)]
    names = metric.resampled
    if plan is not None:
        columns += interval_columns([results[0].rows[0].measure(name) for name in names])
    rows: list[tuple[Value, ...]] = []
    for result in results:
        for number, row in enumerate(result.rows):
            cells: list[Value] = [measure.value for measure in row.measures]
            if plan is not None:
                bounds = None if result.intervals is None else result.intervals[number]
                cells += interval_cells(bounds, len(names))
            rows.append((result.system, *cells))
    settings = [number for number, measure in enumerate(first, 1) if measure.kind == "setting"]
    described = {row.note: None for result in results for row in result.rows if row.note}
    notes = (percent_note(run, plan), *idle_notes(results), *described)
    group = settings[0] if settings else None
    return Table(tuple(columns), tuple(rows), group=group, notes=notes)


def percent_note(run: Run, plan: Plan | None = None) -> str:
    """Return what stands beneath every table of scores: of which metric, and of which resamples."""
    start = f"{name_of(run)}, in per cent"
    return f"{start}." if plan is None else f"{start}; {plan_note(plan, run.metric.chooses)}"


def document(
    run: Run,
    results: Sequence[Result],
    plan: Plan | None = None,
    *,
    views: Sequence[Mapping[str, Any]] | None = None,
    **more: Any,
) -> str:
    """Return the JSON document of a run.

    Args:
        run: what was scored.
        results: of its systems.
        plan: how resamples were made, if there are intervals.
        views: further facts of each system.
        **more: what stands beside the systems.
    """
    metric, systems = run.metric, []
    for number, result in enumerate(results):
        scores = []
        for row, bounds in zip(
            result.rows, result.intervals or (None,) * len(result.rows), strict=True
        ):
            content = dict(row.content)
            if plan is not None:
                content["intervals"] = interval_content(bounds, metric.resampled)
            scores.append({**content, **row.details})
        content = {"scores": scores} if metric.several else scores[0]
        systems.append(
            {
                "system": result.system,
                "path": path_of(result.system),
                "changes_nothing": result.changes_nothing,
                **content,
                **(views[number] if views else {}),
            }
        )
    settings = settings_of(run)[0]
    named = {name: value for name, value in settings.items() if name != metric.several}
    line, n_sentences = signature_of(run, plan), run.facts.sentences
    return documents.document(metric.name, line, named, n_sentences, systems, plan, **more)


def idle_notes(results: Sequence[Result]) -> tuple[str, ...]:
    """Say which systems change nothing, and what that makes of their scores."""
    notes = []
    for result in results:
        name = short(result.system)
        if result.is_vacuous:
            notes.append(f"{name} proposes nothing: its P ({NOTHING}) counts as 100.00 in F.")
        elif result.unchanged:
            notes.append(f"{name} changes nothing: its output is the source.")
    return tuple(notes)


def signature_of(run: Run, plan: Plan | None = None) -> str:
    """Return the signature of a run, with resamples by plan."""
    return signature_line(run.metric, settings_of(run), run.facts, plan)


def signature_line(
    metric: AnyMetric,
    settings: Sequence[Mapping[str, Any]],
    facts: Facts,
    plan: Plan | None = None,
    **more: Any,
) -> str:
    """Return the signature of scores; what scorings differ in is a list; `more` comes last."""
    named = dict(settings[0])
    if metric.several:
        del named[metric.several]
        named[f"{metric.several}s"] = [one[metric.several] for one in settings]
    known = {**facts.as_dict(), **(plan.as_dict() if plan else {}), **more}
    return signature(metric.name, named, known)


def measure_columns(measures: Sequence[Measure]) -> list[Column]:
    """Return the columns of a table of measures."""
    return [
        Column(
            measure.heading,
            measure.name,
            is_score=measure.kind in ("score", "spread"),
            has_best=measure.kind == "score",
            is_text=isinstance(measure.value, str),
            is_amount=measure.kind == "count",
        )
        for measure in measures
    ]


class SentenceLines:
    """Lines of a file of sentences, .jsonl or .tsv, while blocks go by.

    In .tsv a list is a column for each item, and what has names of its own is left out.
    """

    def __init__(
        self, metric: AnyMetric, parameters: Any, scorings: Sequence[Any], suffix: str
    ) -> None:
        """Take what scores, and the kind of file."""
        self._metric = metric
        self._parameters = parameters
        self._scorings = tuple(scorings)
        self._is_tsv = suffix == ".tsv"
        self.heading = ""

    def lines(
        self, name: str, block: Block, system: int, chosen: Sequence[Chosen]
    ) -> Iterator[str]:
        """Yield a line for each sentence and scoring; sentences count from 1."""
        by_scoring = [
            self._metric.sentences(block, system, one, self._parameters, scoring)
            for one, scoring in zip(chosen, self._scorings, strict=True)
        ]
        for number, contents in enumerate(zip(*by_scoring, strict=True), block.first + 1):
            for content in contents:
                line = {"system": name, "sentence": number, **content}
                if not self._is_tsv:
                    yield documents.line(line)
                    continue
                fields = list(_fields(line))
                if not self.heading:
                    self.heading = join_fields([field for field, _ in fields])
                yield join_fields([str(value) for _, value in fields])


def _fields(content: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in content.items():
        if isinstance(value, list):
            for number, item in enumerate(value):
                yield f"{name.removesuffix('s')}_{number}", item
        elif not isinstance(value, Mapping):
            yield name, value
