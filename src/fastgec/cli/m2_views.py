"""What `fastgec m2` shows in place of its scores: annotators, the human ceiling, error types."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from fastgec.analysis.annotators import against_others, alone
from fastgec.cli.m2_tally import Tally
from fastgec.counts import Counts
from fastgec.metrics import m2
from fastgec.report import annotators, edits, formats
from fastgec.report import m2 as report
from fastgec.report.annotators import AnnotatorScore
from fastgec.report.signature import Facts
from fastgec.report.tables import Table


def view_text(
    view: str,
    tallies: Sequence[Tally],
    humans: Sequence[AnnotatorScore],
    facts: Facts,
    parameters: Mapping[str, Any],
    options: argparse.Namespace,
) -> str:
    """Return what is shown.

    Parameters: humans, scores of the corrections of each annotator, for the ceiling.
    """
    views: list[dict[str, Any]] | None = None
    more: dict[str, Any] = {}
    table: Table
    match view:
        case "per-annotator":
            scores = [_alone(tally, facts) for tally in tallies]
            views = [{"annotators": annotators.content(each[:-1])} for each in scores]
            table = annotators.alone_table(
                [score for each in scores for score in each], options.beta
            )
        case "ceiling":
            scores = [
                [
                    _against(tally.system, annotator, _counts(tally), options.beta)
                    for annotator in facts.gold["annotators"]
                ]
                for tally in tallies
            ]
            views = [{"against_others": annotators.content(each)} for each in scores]
            more = {"ceiling": annotators.content(humans)}
            everyone = [*humans, *(score for each in scores for score in each)]
            table = annotators.ceiling_table(everyone, options.beta)
        case _:
            kinds = [tally.kinds.scores() for tally in tallies if tally.kinds is not None]
            views = [{"types": edits.types_content(each)} for each in kinds]
            table = edits.types_table(
                [(tally.system, each) for tally, each in zip(tallies, kinds, strict=True)]
            )
    is_terminal = sys.stdout.isatty()
    kind = options.format or ("table" if is_terminal else "tsv")
    if kind == "json":
        results = [report.Result(tally.system, tally.score) for tally in tallies]
        return report.document(results, facts, parameters, options.beta, views=views, **more)
    text = formats.rendered(table, kind, is_terminal=is_terminal)
    if options.signature:
        line = report.signature_line(options.beta, facts, parameters)
        text += formats.with_line(line, kind)
    return text


def _alone(tally: Tally, facts: Facts) -> list[AnnotatorScore]:
    """Return scores against each annotator, then against all."""
    score = tally.score
    scores = [
        _score(tally.system, annotator, alone(_counts(tally), annotator), score.beta)
        for annotator in facts.gold["annotators"]
    ]
    return [*scores, AnnotatorScore(tally.system, None, facts.sentences, score)]


def _against(name: str, annotator: int, counts: Counts, beta: float) -> AnnotatorScore:
    return _score(name, annotator, against_others(counts, annotator), beta)


def _counts(tally: Tally) -> Counts:
    assert tally.counts is not None, "kept for views that need them"
    return tally.counts


def _score(name: str, annotator: int, counts: Counts, beta: float) -> AnnotatorScore:
    n_sentences = counts.n_sentences
    score = m2.score_counts(counts, beta=beta) if n_sentences else None
    return AnnotatorScore(name, annotator, n_sentences, score)
