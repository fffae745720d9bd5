"""What `fastgec m2` shows in place of its scores: annotators, the human ceiling, error types."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from fastgec.cli.declare import made_of
from fastgec.cli.options import warn
from fastgec.cli.outputs import format_of
from fastgec.convert.corrected import row_texts
from fastgec.corpus.errors import FormatError
from fastgec.corpus.gold import Gold
from fastgec.corpus.span import WHOLE
from fastgec.metrics import m2
from fastgec.metrics.m2.modes import KindCounts
from fastgec.report import annotators, edits, formats, scores
from fastgec.report.results import Result
from fastgec.report.tables import Table
from fastgec.study.annotators import AnnotatorScore, against_each, alone_each
from fastgec.study.people import human_scores
from fastgec.study.table import AnyRun


def humans_of(gold: Gold, options: argparse.Namespace) -> list[AnnotatorScore]:
    """Score each annotator's corrections like a system's.

    Raises: FormatError for a gold standard of one annotator.
    """
    overlaps = "refuse"
    try:
        row_texts(gold, overlaps=overlaps)
    except FormatError as error:
        if len(gold.annotators) > 1:
            reason = f"{error}; for --ceiling the first of such edits is made"
            warn([reason], quiet=options.quiet, strict=options.strict)
        overlaps = "first"
    return human_scores(
        m2.METRIC,
        gold,
        made_of(m2.Parameters, options),
        made_of(m2.Scoring, options),
        span=options.sentence_range or WHOLE,
        overlaps=overlaps,
        jobs=options.jobs,
    )


def view_text(
    view: str,
    run: AnyRun,
    results: Sequence[Result],
    order: Sequence[int],
    people: Sequence[AnnotatorScore],
    kinds: Sequence[KindCounts],
    options: argparse.Namespace,
) -> str:
    """Return what is shown.

    Args:
        view: "per-annotator", "ceiling" or "types".
        run: what was scored.
        results: in the order to print.
        order: the number in the run of each result.
        people: scores of annotators, for the ceiling.
        kinds: gold edits of each system by error type, for types.
        options: what was parsed.
    """
    kind = format_of(options)
    metric, facts, (scoring,) = run.metric, run.facts, run.scorings
    views: list[dict[str, Any]] | None = None
    more: dict[str, Any] = {}
    table: Table
    match view:
        case "per-annotator":
            ids = facts.gold["annotators"]
            each = [
                alone_each(metric, run.systems[number], run.counts[number], ids, scoring)
                for number in order
            ]
            views = [{"annotators": annotators.content(metric, found)} for found in each]
            everyone = [
                AnnotatorScore(result.system, None, facts.sentences, result.scores[0])
                for result in results
            ]
            rows = [
                row for found, all_ in zip(each, everyone, strict=True) for row in (*found, all_)
            ]
            table = annotators.alone_table(run, rows)
        case "ceiling":
            ids = facts.gold["annotators"]
            each = [
                against_each(metric, run.systems[number], run.counts[number], ids, scoring)
                for number in order
            ]
            views = [{"against_others": annotators.content(metric, found)} for found in each]
            more = {"ceiling": annotators.content(metric, people)}
            rows = [*people, *(row for found in each for row in found)]
            table = annotators.ceiling_table(run, rows)
        case _:
            found_kinds = [kinds[number].scores() for number in order]
            views = [{"types": edits.types_content(each)} for each in found_kinds]
            table = edits.types_table(
                run,
                [(result.system, each) for result, each in zip(results, found_kinds, strict=True)],
            )
    if kind == "json":
        return scores.document(run, results, views=views, **more)
    text = formats.rendered(table, kind, is_terminal=sys.stdout.isatty())
    if options.signature:
        text += formats.with_line(scores.signature_of(run), kind)
    return text
