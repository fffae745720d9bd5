"""Corpora x systems x metrics as text: a block of the table for each corpus, and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from fastgec import __version__, show
from fastgec.read import counted, visible
from fastgec.show.comparisons import number_note
from fastgec.show.errant import macro_content
from fastgec.show.scores import interval_content, plan_note, results_of, signature_line
from fastgec.show.tables import (
    Column,
    Table,
    Value,
    latex_float,
    markdown,
    rendered,
    titled,
    with_line,
)
from fastgec.study.corpora import ACCEPTED, BestGroup, CorpusResult, MetricResult
from fastgec.study.run import metric_name, settings_of

P_VALUES = ("p_bootstrap_holm", "p_randomization_holm")
TIED = "="  # beside a score that does not differ significantly from the best


class BestTests(NamedTuple):
    """How systems were tested against the best.

    seed   of the draws
    level  at or below which a p is called significant
    base   the system that the others were tested against; None: the best of each metric
    """

    seed: int
    level: float
    base: str | None = None


def text(
    results: Sequence[CorpusResult],
    orders: Sequence[Sequence[int]],
    kind: str,
    tests: BestTests | None = None,
    *,
    by: str = "",
    has_signatures: bool = False,
) -> str:
    """Return results in a format.

    Args:
        results: of the corpora.
        orders: of each, the numbers of its systems in the order of rows.
        kind: "table", "tsv", "csv", "markdown", "latex" or "json".
        tests: how systems were tested, if they were.
        by: the label of the metric that ranks, see `ranking_of`.
        has_signatures: whether lines follow that name all that made the numbers.
    """
    if kind == "json":
        return document(results, orders, tests)
    parts = []
    if kind in ("tsv", "csv"):
        parts.append(rendered(table(results, orders), kind))
    else:
        for number, (result, order) in enumerate(zip(results, orders, strict=True)):
            parts.append("\n" if number else "")
            sizes = result.metrics[0].run.facts.sentences, len(result.systems)
            line = f"{counted(sizes[0], 'sentence')}, {counted(sizes[1], 'system')}"
            parts.append(titled(f"{result.name}: {line}", kind))
            block = corpus_table(result, order, tests, by)
            parts.append(rendered(block, kind))
    parts.append(_skipped(results, kind))
    return "".join(parts) + (_signatures(results, kind, tests) if has_signatures else "")


def _skipped(results: Sequence[CorpusResult], kind: str) -> str:
    """Return a line for each system that was left out."""
    return "".join(
        with_line(f"{result.name}: left out: {visible(one.system)} ({one.reason})", kind)
        for result in results
        for one in result.skipped
    )


def _signatures(results: Sequence[CorpusResult], kind: str, tests: BestTests | None) -> str:
    return "".join(
        with_line(f"{result.name}: {signature_of_metric(one, tests)}", kind)
        for result in results
        for one in result.metrics
    )


def corpus_table(
    result: CorpusResult, order: Sequence[int], tests: BestTests | None = None, by: str = ""
) -> Table:
    """Return the block of a corpus, for people: a row for each system, a score for each metric.

    Where systems were tested they have ranks, too, by the metric of the label `by`.
    """
    columns = [Column("System", "system")]
    ranking = ranking_of(result, by)
    places = ranks(ranking.values)
    notes = corpus_notes(result, tests)
    if tests is not None:
        columns.append(Column("Rank", "rank"))
        notes.append(f"Rank: by {ranking.heading}; equal scores share a rank.")
    for one in result.metrics:
        shown = [(one.heading, one.asked.label, _has_marks(one.group))]
        if one.macro:
            shown.append((macro_heading(one), macro_label(one.asked.label), False))
        for heading, name, has_marks in shown:
            columns.append(Column(heading, name, is_score=True, has_best=True))
            if has_marks:
                columns.append(Column("", f"{name}_mark", is_text=True, is_bound=True))
            if one.plan is not None:
                columns.append(Column("95% interval", name, is_interval=True, is_bound=True))
    records = [{**_record(result, system), "rank": places[system]} for system in order]
    return Table.of(columns, records, notes=tuple(notes))


def ranking_of(result: CorpusResult, by: str) -> MetricResult:
    """Return the metric that ranks: that of a label, or the first, where there is no such one."""
    known = [one.asked.label for one in result.metrics]
    return result.metrics[known.index(by) if by in known else 0]


def ranks(values: Sequence[float]) -> list[int]:
    """Return the rank of each value, the largest first; equal ones share the best of their ranks.

    >>> ranks([0.5, 0.7, 0.5, 0.1])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > value for other in values) for value in values]


def _record(result: CorpusResult, system: int) -> dict[str, Any]:
    """Return the scores of a system by the names of columns."""
    record: dict[str, Any] = {"corpus": result.name, "system": result.systems[system]}
    intervals: dict[str, Any] = {}
    for one in result.metrics:
        label, metric, group = one.asked.label, one.asked.metric, one.group
        score = metric.describe(one.scores[system])
        record[label] = score.measure(metric.resampled[-1]).value
        intervals[label] = None if one.bounds is None else one.bounds[system, -1].tolist()
        if one.macro:
            record[macro_label(label)] = one.macro[system].f
            bounds = one.macro[system].bounds
            intervals[macro_label(label)] = None if bounds is None else bounds.tolist()
        if group is not None:
            mark = record[f"{label}_group"] = group.mark(system)
            record[f"{label}_mark"] = "" if mark in ("worse", "better") else TIED
            for name, p in zip(P_VALUES, group.p_values[system] or (None, None), strict=True):
                record[f"{label}_{name}"] = p
    return record | {"intervals": intervals}


def macro_label(label: str) -> str:
    """Return the name of the column of the mean F over types, of a metric's label."""
    return f"{label}_macro"


def macro_heading(one: MetricResult) -> str:
    """Return the display name of the mean F over types."""
    return f"Macro F{one.asked.scoring.beta:g}"


def paper(
    results: Sequence[CorpusResult],
    orders: Sequence[Sequence[int]],
    kind: str,
    tests: BestTests | None = None,
    *,
    has_signatures: bool = False,
) -> str:
    """Return one table of all corpora for a paper: a row for each system.

    Each metric has its precision and recall, where it has them, beside its score. Parameters as
    those of `text`; kind: "markdown" or "latex".
    """
    every = zip(results, orders, strict=True)
    names = dict.fromkeys(result.systems[n] for result, order in every for n in order)
    columns = [Column("System", "system")]
    values: list[list[Value]] = [[name] for name in names]
    corpora: list[tuple[str, int]] = []
    metrics: list[tuple[str, int]] = []
    marked = set()
    for result in results:
        n_before = len(columns)
        places = {name: n for n, name in enumerate(result.systems)}
        for one in result.metrics:
            measures = one.asked.metric.resampled
            shown = measures[:3] if measures[:2] == ("precision", "recall") else measures[-1:]
            rows = [
                one.asked.metric.describe(one.scores[places[name]]) if name in places else None
                for name in names
            ]
            for name in shown:
                known = next(row for row in rows if row).measure(name)
                heading, beta = str(known.heading), getattr(one.asked.scoring, "beta", None)
                if heading == "F" and beta is not None:
                    heading += f"{beta:g}"
                columns.append(Column(heading, name, is_score=True, has_best=True))
                for line, row in zip(values, rows, strict=True):
                    line.append(row.measure(name).value if row else None)
            for number, name in enumerate(names):
                mark = one.group.mark(places[name]) if one.group and name in places else None
                if mark in ("worse", "better"):
                    marked.add((number, len(columns) - 1))
            title = metric_name(one.asked.metric, one.asked.parameters, one.asked.scoring)
            title += ACCEPTED * one.asked.label.endswith(ACCEPTED)
            metrics.append((title, len(shown)))
        corpora.append((result.name, len(columns) - n_before))
    caption = _caption(results, tests, has_marks=bool(marked))
    table = Table(tuple(columns), tuple(map(tuple, values)))
    signatures = _skipped(results, kind)
    signatures += _signatures(results, kind, tests) if has_signatures else ""
    if kind == "latex":
        levels = [corpora, metrics]
        return latex_float(table, levels, marked, caption=caption, label="tab:results") + signatures
    over = [text for text, n in corpora for _ in range(n)]
    under = [text for text, n in metrics for _ in range(n)]
    headings = [
        column._replace(heading=" ".join(dict.fromkeys([*above, column.heading])))
        for column, *above in zip(columns[1:], over, under, strict=True)
    ]
    table = table._replace(columns=(columns[0], *headings), notes=(caption,))
    return markdown(table, marked) + signatures


def _caption(results: Sequence[CorpusResult], tests: BestTests | None, *, has_marks: bool) -> str:
    sizes = [
        f"{one.name}: {counted(one.metrics[0].run.facts.sentences, 'sentence')}" for one in results
    ]
    text = f"Scores in per cent ({'; '.join(sizes)}); the best of each column is bold."
    groups = [one.group for each in results for one in each.metrics if one.group]
    numbers = {group.resamples for group in groups if not group.warnings}
    if tests is None or not numbers:
        return text
    other = "the best of its column" if tests.base is None else visible(tests.base)
    found = f"*: differs from {other}" if has_marks else f"No system differs from {other}"
    return (
        f"{text} {found} at level {tests.level:g} (approximate "
        f"randomization, {_resamples(results[0], numbers)}, corrected by Holm)."
    )


def _resamples(result: CorpusResult, numbers: Iterable[int]) -> str:
    """Return how many resamples there were, and of what."""
    clusters = result.metrics[0].run.clusters
    of = "" if clusters is None else f" of {len(clusters):,} clusters of sentences"
    return " or ".join(f"{number:,}" for number in sorted(numbers)) + f" resamples{of}"


def table(results: Sequence[CorpusResult], orders: Sequence[Sequence[int]]) -> Table:
    """Return all corpora in one table, for programs; a metric without a score has empty cells."""
    every = [one for each in results for one in each.metrics]
    labels = list(dict.fromkeys(one.asked.label for one in every))
    has_intervals = any(one.plan is not None for one in every)
    has_groups = any(one.group is not None for one in every)
    with_types = {one.asked.label for one in every if one.macro}
    columns = [Column("Corpus", "corpus"), Column("System", "system")]
    for label in labels:
        for name in (label, macro_label(label)) if label in with_types else (label,):
            columns.append(Column(name, name, is_score=True, has_best=True))
            if has_intervals:
                columns.append(Column(name, name, is_interval=True))
            if has_groups and name == label:
                columns += [Column(label, f"{label}_{more}") for more in ("group", *P_VALUES)]
    records = [
        _record(result, system)
        for result, order in zip(results, orders, strict=True)
        for system in order
    ]
    return Table.of(columns, records, group=0)


def number_notes(results: Sequence[CorpusResult]) -> list[str]:
    """Return notes on the smallest possible p, which formats for programs have as a number."""
    found = [
        line
        for result in results
        for group in (one.group for one in result.metrics)
        if group is not None and not group.warnings
        for line in number_note(
            [p for pair in group.p_values for p in pair or ()],
            *(group.level, group.resamples, len(group.p_values) - 1),
        )
    ]
    return [*dict.fromkeys(found)]


def document(
    results: Sequence[CorpusResult], orders: Sequence[Sequence[int]], tests: BestTests | None = None
) -> str:
    """Return the JSON document of all corpora, as text that ends with a line end."""
    corpora = [
        {
            "corpus": result.name,
            "card": result.config.path,
            "sentences": result.metrics[0].run.facts.sentences,
            "dropped": list(result.config.drop),
            "systems": [result.systems[system] for system in order],
            "metrics": [_metric_content(result, one, order, tests) for one in result.metrics],
            "absent": list(result.absent),
            **({"skipped": [one._asdict() for one in result.skipped]} if result.skipped else {}),
        }
        for result, order in zip(results, orders, strict=True)
    ]
    content: dict[str, Any] = {"command": "run", "version": __version__}
    if tests is not None:
        content["tests"] = {
            **{name: value for name, value in tests._asdict().items() if value is not None},
            "correction": "holm",
            "decides": "p_randomization_holm",
        }
    return show.dumped({**content, "corpora": corpora})


def cited(results: Sequence[CorpusResult], tests: BestTests | None = None) -> str:
    """Return BibTeX of the metrics, the corpora and the tests, with signatures."""
    from fastgec.show.citations import citations_of_run, entries_of_tests

    signed = [
        (one.asked.metric, one.run.facts.fingerprint, signature_of_metric(one, tests))
        for result in results
        for one in result.metrics
    ]
    has_clusters = any(one.config.clusters for one in results)
    entries = ""
    if tests is not None:
        entries = entries_of_tests(is_corrected=True, has_clusters=has_clusters)
    return citations_of_run(signed, tests=entries)


def corpus_notes(result: CorpusResult, tests: BestTests | None) -> list[str]:
    """Return the notes below the table of a corpus."""
    notes: dict[str, list[str]] = {}
    for one in result.metrics:
        if one.plan is not None:
            note = plan_note(one.plan, one.asked.metric.chooses)
            notes.setdefault(note, []).append(one.asked.label)
    lines = [f"{', '.join(labels)}: {note}" for note, labels in notes.items()]
    unchanged = result.metrics[0].run.unchanged
    for name, is_unchanged in zip(result.systems, unchanged, strict=False):
        if is_unchanged:
            lines.append(f"{name} changes nothing: its output is the source.")
    group = result.metrics[0].group
    lines += [f"No marks of what is best: {line}." for line in result.too_few]
    if tests is not None and group is not None and _has_marks(group):
        n_others = len(result.systems) - 1
        equal = "best of its column, or not told apart from the best"
        if tests.base is not None:
            equal = f"{visible(tests.base)}, or not told apart from it"
        lines.append(
            f"{TIED} {equal} at level {tests.level:g}: p of approximate randomization "
            f"({_resamples(result, [group.resamples])}, seed {tests.seed}), "
            f"corrected by Holm for {n_others} comparison{'s' * (n_others > 1)}"
        )
    if result.config.drop:
        lines.append(f"{len(result.config.drop)} sentences are dropped, as the config says")
    for one in result.metrics:
        if one.macro:
            n_types = sorted({macro.types for macro in one.macro})
            among = " to ".join(str(n) for n in (n_types[0], *n_types[1:][-1:]))
            lines.append(
                f"{macro_heading(one)}: the mean of {one.heading} over the {among} error types of "
                "the reference."
            )
    if result.absent:
        lines.append(f"not scored, since the config names no such gold: {', '.join(result.absent)}")
    return lines


def _has_marks(group: BestGroup | None) -> bool:
    return group is not None and not group.warnings


def _metric_content(
    corpus: CorpusResult, one: MetricResult, order: Sequence[int], tests: BestTests | None
) -> dict[str, Any]:
    metric = one.asked.metric
    settings = settings_of(one.run)[one.number]
    results = results_of(one.run)
    files = {**corpus.config.systems}
    if metric.reads == "pairs":
        files |= corpus.config.errant_systems
    systems = []
    for system in order:
        result = results[system]
        row = result.rows[one.number]
        content: dict[str, Any] = {"system": result.system}
        content["path"] = " + ".join(files[result.system])
        content |= {"changes_nothing": result.changes_nothing, **row.content}
        if one.plan is not None:
            bounds = None if one.bounds is None else one.bounds[system]
            content["intervals"] = interval_content(bounds, metric.resampled)
        if one.group is not None:
            content["group"] = _group_content(one.group, system)
        if one.macro:
            content["macro"] = macro_content(one.macro[system])
        systems.append({**content, **row.details})
    return {
        "metric": metric.name,
        "label": one.asked.label,
        "heading": one.heading,
        "signature": signature_of_metric(one, tests),
        "parameters": dict(settings),
        **({"resampling": one.plan.as_dict()} if one.plan else {}),
        **({"test_resamples": one.group.resamples} if one.group else {}),
        "systems": systems,
    }


def _group_content(group: BestGroup, system: int) -> dict[str, Any]:
    comparison, pair = group.comparisons[system], group.p_values[system]
    if comparison is None or pair is None:
        return {"group": group.mark(system)}
    return {
        "group": group.mark(system),
        "difference": comparison.difference,
        "interval": list(comparison.interval),
        "p_bootstrap": comparison.p_bootstrap,
        "p_randomization": comparison.p_randomization,
        **dict(zip(P_VALUES, pair, strict=True)),
    }


def signature_of_metric(one: MetricResult, tests: BestTests | None) -> str:
    """Return the signature of a metric on a corpus."""
    more: dict[str, Any] = {}
    if tests is not None and one.group is not None:
        more = {"tests": one.group.resamples, "level": tests.level, "correction": "holm"}
        if tests.base is not None:
            more["base"] = tests.base
        if one.plan is None:
            more["seed"] = tests.seed
            if (clusters := one.run.clusters) is not None:
                more |= {"clusters": len(clusters), "cluster_ids": clusters.fingerprint}
    settings = settings_of(one.run)[one.number]
    return signature_line(one.asked.metric, [settings], one.run.facts, one.plan, **more)
