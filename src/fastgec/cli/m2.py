"""`fastgec m2`: MaxMatch scores of one or more systems."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fastgec.cli import UsageError
from fastgec.cli.options import (
    FORMATS,
    add_intervals,
    add_shared,
    add_verdict,
    check_inputs,
    finite_beta,
    natural,
    progress_bar,
    status_of,
    warn,
    warn_of_repeats,
    write_sentences,
)
from fastgec.corpus.files import Lines
from fastgec.corpus.m2file import Gold
from fastgec.metrics import m2
from fastgec.report import formats
from fastgec.report import m2 as report

if TYPE_CHECKING:  # a run without resampling need not load it
    from fastgec.analysis.resampling import Plan


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.description = (
        "MaxMatch (M2): precision, recall and F of the edits that best match an annotator's.\n"
        "The numbers are those of the NUS scorer."
    )
    parser.usage = "fastgec m2 [options] SYSTEM [SYSTEM ...] GOLD.m2"
    parser.epilog = (
        "examples:\n"
        "  fastgec m2 system.txt gold.m2\n"
        "  fastgec m2 --beta 1 -f json --sentences each.jsonl a.txt b.txt gold.m2.gz"
    )
    parser.add_argument(
        "files",
        metavar="SYSTEM ... GOLD",
        nargs="+",
        help="outputs, one tokenized sentence a line, then gold in M2 format ('-': standard input)",
    )
    parser.add_argument(
        "-b",
        "--beta",
        type=finite_beta,
        default=m2.DEFAULT_BETA,
        metavar="B",
        help="weight of recall (0.5)",
    )
    add_parameters(parser)
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="print edits, sentence by sentence"
    )
    _add_views(parser)
    verdict = add_verdict(parser)
    add_intervals(verdict)
    verdict.add_argument(
        "--fixed-choice",
        action="store_true",
        help="with --ci: keep the choice of annotator (made again in each resample)",
    )
    parser.add_argument("--timeout", type=float, help=argparse.SUPPRESS)  # every sentence ends
    add_shared(parser, FORMATS)


def add_parameters(parser: argparse._ActionsContainer) -> None:
    """Declare what the counts depend on."""
    parser.add_argument(
        "--max-unchanged-words",
        type=natural,
        default=2,
        metavar="N",
        help="most unchanged words inside an edit (2)",
    )
    parser.add_argument(
        "--ignore-whitespace-casing",
        action="store_true",
        help="do not count edits of white space or case alone",
    )
    parser.add_argument(
        "--release",
        choices=m2.RELEASES,
        default=m2.RELEASES[0],
        help="version of the NUS scorer to agree with (development)",
    )
    parser.add_argument(
        "--implicit-noop",
        action="store_true",
        help="annotators without a line for a sentence count as 'no edits'",
    )
    # Spellings of older scorers.
    hidden = argparse.SUPPRESS
    parser.add_argument(
        "--max_unchanged_words",
        dest="max_unchanged_words",
        type=natural,
        default=hidden,
        help=hidden,
    )
    parser.add_argument(
        "--ignore_whitespace_casing",
        dest="ignore_whitespace_casing",
        action="store_true",
        default=hidden,
        help=hidden,
    )


def _add_views(parser: argparse.ArgumentParser) -> None:
    """Declare what can be shown in place of the scores."""
    views = parser.add_argument_group("in place of scores (JSON: beside them)")
    one = views.add_mutually_exclusive_group()
    one.add_argument(
        "--per-annotator", action="store_true", help="scores against each annotator alone"
    )
    one.add_argument(
        "--ceiling",
        action="store_true",
        help="each annotator against the others, systems beside them (none needed)",
    )
    one.add_argument(
        "--types",
        action="store_true",
        help="recall of each gold error type (of a type, MaxMatch has no precision)",
    )
    parser.add_argument(
        "--edits",
        metavar="FILE",
        help="write each sentence's edits, and missed gold, to FILE (.jsonl)",
    )


def _view_of(options: argparse.Namespace) -> str | None:
    """Return which view is wanted, None for the scores.

    Raises: UsageError for options that have no place in a view.
    """
    wanted = {
        "per-annotator": options.per_annotator,
        "ceiling": options.ceiling,
        "types": options.types,
    }
    view = next((name for name, is_wanted in wanted.items() if is_wanted), None)
    if view is not None and options.ci is not None:
        raise UsageError(f"--ci found with --{view}, expected one of them")
    if view is not None and options.format == "classic":
        raise UsageError(f"-f classic found with --{view}, expected another format")
    return view


def parameters_of(options: argparse.Namespace) -> m2.Parameters:
    """Return what the counts depend on."""
    return m2.Parameters(
        options.max_unchanged_words,
        options.ignore_whitespace_casing,
        options.release,
        options.implicit_noop,
    )


def run(options: argparse.Namespace) -> int:
    """Score, then print: nothing is printed before every system is done."""
    *systems, gold_path = options.files
    view = _view_of(options)
    if not systems and view != "ceiling":
        raise UsageError(f"one file found ({gold_path}), expected SYSTEM and GOLD")
    check_inputs(options.files, options.sentences, options.edits)
    if not systems and options.fail_under is not None:
        raise UsageError("--fail-under found without SYSTEM, expected a score to judge")
    if options.verbose and options.format == "json":
        raise UsageError("-v found with -f json, expected one of them")
    plan = _plan_of(options)
    parameters = parameters_of(options)
    gold = Gold.read(gold_path)
    warn(gold.warnings, quiet=options.quiet)
    warn_of_repeats(systems, quiet=options.quiet)
    columns = [Lines.read(path) for path in systems]
    results = [_result(lines, gold, parameters, options) for lines in columns]
    if plan is not None:
        results = _with_intervals(results, plan, options)
    order = list(range(len(results)))
    if options.sort:
        order.sort(key=lambda number: -results[number].score.f)
    shown = [results[number] for number in order]
    if view is None:
        text = _text(shown, gold, parameters, plan, options)
    else:
        from fastgec.cli.m2_views import view_text

        sorted_columns = [columns[number] for number in order]
        text = view_text(view, shown, sorted_columns, gold, parameters, options)
    if options.edits is not None:
        from fastgec.cli.m2_views import write_edits

        write_edits(options.edits, results, columns, gold, parameters)
    if options.sentences is not None:
        suffix = Path(options.sentences).suffix
        lines = (report.sentence_lines(result, suffix) for result in results)
        write_sentences(options.sentences, report.SENTENCE_FIELDS, lines)
    if options.verbose:
        _print_verbose(results, columns, gold, parameters)
    sys.stdout.write(text)
    scores = ((f"{result.system}: F{options.beta:g}", result.score.f) for result in results)
    return status_of(scores, options.fail_under)


def _plan_of(options: argparse.Namespace) -> Plan | None:
    """Return how to resample, None without --ci.

    Raises: UsageError if the format has no place for intervals.
    """
    if options.ci is None:
        if options.fixed_choice:
            raise UsageError("--fixed-choice found, expected --ci with it")
        return None
    if options.format == "classic":
        raise UsageError("--ci with -f classic found, expected another format")
    from fastgec.analysis.resampling import Plan

    return Plan(options.ci, options.seed, "fixed" if options.fixed_choice else "running")


def _with_intervals(
    results: Sequence[report.Result], plan: Plan, options: argparse.Namespace
) -> list[report.Result]:
    from fastgec.analysis.resampling import fixed, intervals, running
    from fastgec.metrics.m2_score import score_totals

    samples = [
        fixed(result.counts, result.rows)
        if plan.choice == "fixed"
        else running(result.counts, options.beta)
        for result in results
    ]
    bounds = intervals(
        samples,
        partial(score_totals, beta=options.beta),
        n=plan.resamples,
        seed=plan.seed,
        jobs=options.jobs,
    )
    return [
        replace(result, intervals=None if bounds is None else bounds[number])
        for number, result in enumerate(results)
    ]


def _result(
    lines: Lines, gold: Gold, parameters: m2.Parameters, options: argparse.Namespace
) -> report.Result:
    with progress_bar(options, len(gold), lines.name) as progress:
        counts = m2.count(lines, gold, jobs=options.jobs, progress=progress, **parameters.as_dict())
    rows = m2.select(counts, beta=options.beta)
    score = m2.total(counts, rows, beta=options.beta)
    return report.Result(lines.name, counts, rows, score)


def _text(
    results: Sequence[report.Result],
    gold: Gold,
    parameters: m2.Parameters,
    plan: Plan | None,
    options: argparse.Namespace,
) -> str:
    is_terminal = sys.stdout.isatty()
    several = "table" if is_terminal else "tsv"
    kind = options.format or ("classic" if len(results) == 1 and plan is None else several)
    if kind == "json":
        return report.document(results, gold, parameters, options.beta, plan=plan)
    if kind == "classic":
        text = report.classic(results)
    else:
        text = formats.rendered(report.table(results, plan), kind, is_terminal=is_terminal)
    if options.signature:
        line = report.signature_line(options.beta, gold, parameters, plan)
        text += formats.with_line(line, kind)
    return text


def _print_verbose(
    results: Sequence[report.Result],
    columns: Sequence[Lines],
    gold: Gold,
    parameters: m2.Parameters,
) -> None:
    compared = gold.with_implicit_noop() if parameters.implicit_noop else gold
    for result, lines in zip(results, columns, strict=True):
        if len(results) > 1:
            sys.stdout.write(f"{result.system}\n\n")
        sequences = m2.edit_sequences(lines, gold, **parameters.as_dict())
        sys.stdout.writelines(report.verbose(result, compared, lines, sequences))
