"""Scores of any metric: results, tables, JSON, signatures, intervals, files of sentences.

A metric describes a score as a `Row`; tables and files are made of rows in the same way for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec import __version__, show
from fastgec.choose import Chosen
from fastgec.fscore import Vacuous
from fastgec.metrics import METRICS
from fastgec.metrics.base import AnyMetric, Block, Measure, Row, metric_named
from fastgec.metrics.declarations import without_tacit
from fastgec.read import visible
from fastgec.show import join_fields, path_of, short
from fastgec.show.tables import (
    Column,
    Interval,
    Table,
    Value,
    in_percent,
    measure_columns,
    vacuous_notes,
)
from fastgec.study.run import Facts, Run, name_of, settings_of

if TYPE_CHECKING:
    from fastgec.study.people import AnnotatorScore
    from fastgec.study.resampling import Plan


class Result(NamedTuple):
    """A system: its name (`names.Name`), and its score by each scoring.

    scores     as the metric made them
    rows       as it describes them
    intervals  for each scoring float64[M, 2], of the measures that are resampled, if there are any
    unchanged  whether its output is the source; None where that is not known
    """

    system: str
    scores: tuple[Any, ...]
    rows: tuple[Row, ...]
    intervals: tuple[NDArray[np.float64] | None, ...] | None = None
    unchanged: bool | None = None

    def measure(self, metric: AnyMetric, number: int = 0) -> Measure:
        """Return the main measure of the metric, by one of the scorings."""
        return self.rows[number].measure(metric.resampled[-1])

    @property
    def is_vacuous(self) -> bool:
        """Whether its precision holds by definition alone: it proposes nothing."""
        return any(
            one.name == "precision" and isinstance(one.value, Vacuous)
            for row in self.rows
            for one in row.measures
        )

    @property
    def changes_nothing(self) -> bool | None:
        """Whether it leaves the source as it is, or proposes nothing; None if that is not known."""
        return self.is_vacuous or self.unchanged


def results_of(
    run: Run, bounds: Sequence[NDArray[np.float64] | None] | None = None
) -> list[Result]:
    """Return the results of a run.

    Args:
        run: the scored run.
        bounds: for each scoring float64[H, M, 2] (None of no sentence), if there are intervals.
    """
    results = []
    for number, (system, scores) in enumerate(zip(run.systems, run.scores, strict=True)):
        rows = tuple(map(run.metric.describe, scores))
        own = None
        if bounds is not None:
            own = tuple(None if one is None else one[number] for one in bounds)
        unchanged = run.unchanged[number] if run.unchanged else None
        results.append(Result(system, scores, rows, own, unchanged))
    return results


def interval_columns(measures: Sequence[Measure]) -> list[Column]:
    """Return the columns of intervals of some measures; people see the last one, the score's."""
    from fastgec.study.resampling import CONFIDENCE

    *others, score = measures
    return [
        *(
            Column(f"{one.heading} interval", one.name, is_interval=True, is_detail=True)
            for one in others
        ),
        Column(f"{score.heading} {100 * CONFIDENCE:g}% interval", score.name, is_interval=True),
    ]


def interval_cells(
    bounds: NDArray[np.float64] | None, n_measures: int
) -> tuple[Interval | None, ...]:
    """Return the values under `interval_columns`."""
    if bounds is None:
        return (None,) * n_measures
    return tuple((low, high) if low == low else None for low, high in bounds.tolist())  # NaN


def interval_content(
    bounds: NDArray[np.float64] | None, names: Sequence[str]
) -> dict[str, list[float] | None]:
    """Return the intervals by name, null where there is none."""
    return dict(zip(names, map(_listed, interval_cells(bounds, len(names))), strict=True))


def _listed(bounds: Interval | None) -> list[float] | None:
    return None if bounds is None else [*bounds]


def plan_note(plan: Plan, chosen: str) -> str:
    """Return a note on resamples; `chosen` is a word for the rows selected from, or "".

    >>> from fastgec.study.resampling import Plan
    >>> plan_note(Plan(1000, 0, "running"), "rows")
    '1,000 resamples of the sentences, seed 0; the choice of rows is made again in each resample'
    """
    choice = {
        "running": "is made again in each resample",
        "fixed": "is kept from the whole corpus",
        "sentence": "is that of each sentence alone",
        "drawn": "in resample i is what iteration i draws",
    }[plan.choice]
    clusters = plan.clusters
    of = "the sentences" if clusters is None else f"{len(clusters):,} clusters of sentences"
    if clusters is not None and clusters.name != "clusters":
        of += f" ({visible(clusters.name)})"
    start = f"{plan.resamples:,} resamples of {of}, seed {plan.seed}"
    if not chosen:  # nothing is chosen
        return start
    return f"{start}; the choice of {chosen} {choice}"


def signature(metric: str, parameters: Mapping[str, object], facts: Mapping[str, object]) -> str:
    """Join metric, parameters, facts about the data and the version into one line.

    Defaults that came later than signatures are not named.

    >>> signature("m2", {"beta": 0.5}, {"sentences": 2}).rpartition("|")[0]
    'fastgec.m2|beta:0.5|sentences:2'
    """
    if metric in METRICS:
        for kind in (metric_named(metric).parameters, metric_named(metric).scoring):
            parameters = without_tacit(parameters, kind)
    parts = [f"fastgec.{metric}"]
    parts += [f"{name}:{_text(value)}" for name, value in (*parameters.items(), *facts.items())]
    return "|".join([*parts, f"version:{__version__}"])


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ",".join(map(_text, value))
    return str(value)


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
    """Return the note below every table of scores: the metric, and the resamples."""
    start = in_percent(name_of(run))
    return start if plan is None else f"{start[:-1]}; {plan_note(plan, run.metric.chooses)}"


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
        run: the scored run.
        results: of its systems.
        plan: how resamples were made, if there are intervals.
        views: further facts of each system.
        **more: further entries beside the systems.
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
        facts: dict[str, Any] = {"system": result.system, "path": path_of(result.system)}
        facts |= {"changes_nothing": result.changes_nothing, **content}
        systems.append({**facts, **(views[number] if views else {})})
    settings = settings_of(run)
    varied = _varied(metric, settings)
    return show.dumped(
        {
            "metric": metric.name,
            "version": __version__,
            "signature": signature_of(run, plan),
            "parameters": {key: one for key, one in settings[0].items() if key not in varied},
            "sentences": run.facts.sentences,
            **({"resampling": plan.as_dict()} if plan else {}),
            "systems": systems,
            **more,
        }
    )


def idle_notes(results: Sequence[Result]) -> tuple[str, ...]:
    """Return notes on systems that change nothing, and on their scores."""
    notes: list[str] = []
    for result in results:
        name = short(result.system)
        found = (note for row in result.rows for note in vacuous_notes(name, row.measures))
        notes += dict.fromkeys(found)
        if result.unchanged and not result.is_vacuous:
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
    """Return the signature of scores; options that scorings differ in are lists; `more` is last."""
    named = dict(settings[0])
    for name in _varied(metric, settings):
        del named[name]
        named[f"{name}s"] = list(dict.fromkeys(one[name] for one in settings))
    known = {**facts.as_dict(), **(plan.as_dict() if plan else {}), **more}
    return signature(metric.name, named, known)


def _varied(metric: AnyMetric, settings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the options of which scorings may have several values, or have them."""
    first = settings[0]
    return [
        name
        for name, value in first.items()
        if name == metric.several or any(one[name] != value for one in settings)
    ]


class SentenceLines:
    """Lines of a file of sentences, .jsonl or .tsv, block by block.

    In .tsv a list has a column for each item, and nested objects are left out.
    """

    def __init__(
        self, metric: AnyMetric, parameters: Any, scorings: Sequence[Any], suffix: str
    ) -> None:
        """Take the metric and its options, and the kind of file."""
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
                    yield show.line(line)
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


def measured(
    metric: AnyMetric, scores: Sequence[Any]
) -> tuple[list[Column], list[Sequence[Value]]]:
    """Return columns of a metric's measures, and the cells of each score; a score may be None."""
    measures = [None if score is None else metric.describe(score).measures for score in scores]
    first = next(filter(None, measures), ())
    cells: list[Sequence[Value]] = [
        [None] * len(first) if one is None else [m.value for m in one] for one in measures
    ]
    return measure_columns(first), cells


def alone_table(run: Run, scores: Sequence[AnnotatorScore]) -> Table:
    """Return a row per system and annotator, and of all annotators together."""
    return _annotators_table(run, scores, Column("Annotator", "annotator"))


def ceiling_table(run: Run, scores: Sequence[AnnotatorScore]) -> Table:
    """Return a row per human or system and annotator left out, then means over these."""
    groups: dict[str, list[Row]] = {}
    for score in scores:
        if score.score is not None:
            name = "annotators" if score.is_human else score.name
            groups.setdefault(name, []).append(run.metric.describe(score.score))
    means: list[tuple[Value, ...]] = []
    for name, group in groups.items():
        values = [
            sum(row.measures[place].value for row in group) / len(group)
            if measure.kind == "score"
            else None
            for place, measure in enumerate(group[0].measures)
        ]
        means.append((name, "mean", None, *values))
    note = (
        "each annotator's corrections, and each system, against the other annotators, on the "
        "sentences that have lines of both"
    )
    return _annotators_table(run, scores, Column("Left out", "left_out"), means, note)


def _annotators_table(
    run: Run,
    scores: Sequence[AnnotatorScore],
    annotator: Column,
    more: Sequence[tuple[Value, ...]] = (),
    *notes: str,
) -> Table:
    columns, cells = measured(run.metric, [score.score for score in scores])
    rows: list[tuple[Value, ...]] = []
    for score, values in zip(scores, cells, strict=True):
        name = "all" if score.annotator is None else str(score.annotator)
        rows.append((score.name, name, score.sentences, *values))
    columns = [Column("System", "system"), annotator, Column("Sentences", "sentences"), *columns]
    return Table(tuple(columns), (*rows, *more), group=1, notes=(percent_note(run), *notes))


def annotators_content(metric: AnyMetric, scores: Sequence[AnnotatorScore]) -> list[dict[str, Any]]:
    """Return the scores for JSON; a score of no sentence is null."""
    return [
        {
            "annotator": score.annotator,
            "sentences": score.sentences,
            "score": None if score.score is None else dict(metric.describe(score.score).content),
        }
        for score in scores
    ]
