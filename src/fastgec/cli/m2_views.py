"""What `fastgec m2` shows in place of its scores: annotators, the human ceiling, error types."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from fastgec.analysis.annotators import against_others, alone
from fastgec.cli.options import warn, write_sentences
from fastgec.corpus.corrected import apply_edits
from fastgec.corpus.files import FormatError, Lines
from fastgec.corpus.m2file import Gold
from fastgec.counts import Counts
from fastgec.metrics import m2
from fastgec.metrics.m2_edits import KindScore, SentenceEdits, chosen_edits, score_kinds
from fastgec.report import annotators, edits, formats
from fastgec.report import m2 as report
from fastgec.report.annotators import AnnotatorScore
from fastgec.report.tables import Table


def view_text(
    view: str,
    results: Sequence[report.Result],
    columns: Sequence[Lines],
    gold: Gold,
    parameters: m2.Parameters,
    options: argparse.Namespace,
) -> str:
    """Return what is shown.

    Raises: FormatError for a ceiling of one annotator.
    """
    compared = gold.with_implicit_noop() if parameters.implicit_noop else gold
    views: list[dict[str, Any]] | None = None
    more: dict[str, Any] = {}
    table: Table
    match view:
        case "per-annotator":
            scores = [_alone(result, gold) for result in results]
            views = [{"annotators": annotators.content(each[:-1])} for each in scores]
            table = annotators.alone_table(
                [score for each in scores for score in each], options.beta
            )
        case "ceiling":
            humans = _humans(gold, parameters, options)
            scores = [_against_others(result, gold) for result in results]
            views = [{"against_others": annotators.content(each)} for each in scores]
            more = {"ceiling": annotators.content(humans)}
            everyone = [*humans, *(score for each in scores for score in each)]
            table = annotators.ceiling_table(everyone, options.beta)
        case _:
            kinds: list[Sequence[KindScore]] = [
                score_kinds(_chosen(result, lines, compared, parameters), compared)
                for result, lines in zip(results, columns, strict=True)
            ]
            views = [{"types": edits.types_content(each)} for each in kinds]
            table = edits.types_table(
                [(result.system, each) for result, each in zip(results, kinds, strict=True)]
            )
    is_terminal = sys.stdout.isatty()
    kind = options.format or ("table" if is_terminal else "tsv")
    if kind == "json":
        return report.document(results, gold, parameters, options.beta, views=views, **more)
    text = formats.rendered(table, kind, is_terminal=is_terminal)
    if options.signature:
        line = report.signature_line(options.beta, gold, parameters)
        text += formats.with_line(line, kind)
    return text


def write_edits(
    path: str,
    results: Sequence[report.Result],
    columns: Sequence[Lines],
    gold: Gold,
    parameters: m2.Parameters,
) -> None:
    """Write the edits of every system and sentence to a file, whole or not at all."""
    compared = gold.with_implicit_noop() if parameters.implicit_noop else gold
    write_sentences(
        path,
        (),
        (
            edits.edit_lines(
                result.system, lines, compared, _chosen(result, lines, compared, parameters)
            )
            for result, lines in zip(results, columns, strict=True)
        ),
    )


def _chosen(
    result: report.Result, lines: Lines, compared: Gold, parameters: m2.Parameters
) -> Iterator[SentenceEdits]:
    sequences = m2.edit_sequences(lines, compared, **parameters.as_dict())
    return chosen_edits(sequences, compared, result.rows)


def _alone(result: report.Result, gold: Gold) -> list[AnnotatorScore]:
    """Return scores against each annotator, then against all."""
    beta = result.score.beta
    scores = [
        _score(result.system, annotator, alone(result.counts, annotator), beta)
        for annotator in gold.annotators
    ]
    return [*scores, AnnotatorScore(result.system, None, len(gold), result.score)]


def _against_others(result: report.Result, gold: Gold) -> list[AnnotatorScore]:
    beta = result.score.beta
    return [
        _score(result.system, annotator, against_others(result.counts, annotator), beta)
        for annotator in gold.annotators
    ]


def _humans(
    gold: Gold, parameters: m2.Parameters, options: argparse.Namespace
) -> list[AnnotatorScore]:
    """Score each annotator's corrections against the others."""
    if len(gold.annotators) < 2:
        reason = f"one annotator ({gold.annotators[0]}) found, expected two or more for --ceiling"
        raise FormatError(gold.name, None, reason)
    try:
        texts = apply_edits(gold, overlaps="refuse")
    except FormatError as error:
        warn([f"{error}; for --ceiling the first of such edits is made"], quiet=options.quiet)
        texts = apply_edits(gold, overlaps="first")
    scores = []
    for annotator in gold.annotators:
        lines = Lines.of(texts[annotator], f"annotator {annotator}")
        counts = m2.count(lines, gold, jobs=options.jobs, **parameters.as_dict())
        others = against_others(counts, annotator)
        scores.append(_score(lines.name, annotator, others, options.beta, is_human=True))
    return scores


def _score(
    name: str, annotator: int, counts: Counts, beta: float, *, is_human: bool = False
) -> AnnotatorScore:
    n_sentences = counts.n_sentences
    score = m2.score_counts(counts, beta=beta) if n_sentences else None
    return AnnotatorScore(name, annotator, n_sentences, score, is_human)
