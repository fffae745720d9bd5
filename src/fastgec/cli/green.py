"""`fastgec green`: GREEN scores of one or more systems."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.cli import UsageError
from fastgec.cli.options import (
    FORMATS,
    add_intervals,
    add_parallel_columns,
    add_shared,
    add_verdict,
    check_inputs,
    hashed_columns,
    order,
    parallel_columns,
    progress_bar,
    status_of,
    warn_of_repeats,
    write_sentences,
)
from fastgec.corpus.files import Lines, read_lines
from fastgec.counts import Counts
from fastgec.metrics import green
from fastgec.metrics.green_score import GreenScore, score_totals
from fastgec.report import formats
from fastgec.report import green as report

if TYPE_CHECKING:  # a run without resampling need not load it
    from fastgec.analysis.resampling import Plan


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.description = (
        "GREEN: F of the n-grams that are rightly kept, deleted and inserted.\n"
        "The numbers, options and output are those of the authors' programs."
    )
    parser.usage = "fastgec green [options] -s SOURCE -r REF [REF ...] -c SYSTEM [SYSTEM ...]"
    parser.epilog = (
        "examples:\n"
        "  fastgec green -b 2 -s source.txt -r ref0.txt ref1.txt -c a.txt b.txt\n"
        "  fastgec green -n 6 -t char -v -s source.txt -r ref0.txt -c a.txt"
    )
    add_parallel_columns(parser)
    add_parameters(parser)
    parser.add_argument(
        "-b",
        "--beta",
        nargs="+",
        type=any_beta,
        default=[1.0],
        dest="betas",
        metavar="BETA",
        help="weight of recall, several at once, 'inf' too (1.0)",
    )
    parser.add_argument("-d", "--digits", type=int, default=2, help="digits after the point (2)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--sentence", action="store_true", help="print a score per sentence")
    which.add_argument("--mean", action="store_true", help="print means of sentence scores")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="print the counts of every region"
    )
    parser.add_argument(
        "-l", "--line", action="store_true", help="with -v: one line of alpha, beta, P, R, F"
    )
    add_intervals(add_verdict(parser))
    add_shared(parser, FORMATS)


def add_parameters(parser: argparse._ActionsContainer) -> None:
    """Declare what is counted, and what an empty order is worth."""
    hidden = argparse.SUPPRESS
    parser.add_argument(
        "-n", type=order, default=4, dest="order", metavar="N", help="highest order (4)"
    )
    units = ("word", "char")
    parser.add_argument(
        "-t", choices=units, default="word", dest="unit", help="unit of n-grams (word)"
    )
    parser.add_argument(
        "--token",
        "--tokenize",
        "--tokenization",
        choices=units,
        default=hidden,
        dest="unit",
        help=hidden,
    )
    parser.add_argument(
        "--short",
        choices=("zero", "one"),
        default="zero",
        help="recall of an order without n-grams (zero)",
    )


def any_beta(text: str) -> float:
    """Read a weight of recall: a number from 0, or infinite."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a number from 0 or 'inf'")
    return value


def run(options: argparse.Namespace) -> int:
    """Score, then print: nothing is printed before every system is done."""
    source, references, systems = parallel_columns(options)
    paths = [source, *references, *systems]
    check_inputs(paths, options.sentences)
    warn_of_repeats(systems, quiet=options.quiet)
    plan = _plan(options)
    hashed = hashed_columns(options, source, references)
    columns: list[str | Lines] = [*paths]
    if hashed:
        columns[: 1 + len(references)] = [hashed[0], *hashed[1]]
    is_read_twice = options.verbose and options.sentence
    # What is also printed is kept; everything else is read in blocks.
    lines = [read_lines(column, "") for column in columns] if is_read_twice else None
    results = _results(systems, lines or columns, len(references), plan, options)
    if options.sentences is not None:
        write_sentences(
            options.sentences,
            report.SENTENCE_FIELDS,
            (report.sentence_lines(result, Path(options.sentences).suffix) for result in results),
        )
    order = list(range(len(results)))
    if options.sort:
        order.sort(key=lambda number: -results[number].scores[0].f)
    results = [results[number] for number in order]
    if lines is not None:
        lines[1 + len(references) :] = [lines[1 + len(references) + number] for number in order]
    n_sentences = len(results[0].scores[0].sentence_f)
    facts = report.Facts(n_sentences, len(references), hashed[2] if hashed else "")
    sys.stdout.writelines(_text(results, lines, facts, plan, options))
    what = "mean F" if options.mean else "F"
    scores = (
        (
            f"{result.system}: {what} at beta {report.json_beta(score.beta)}",
            score.mean_sentence_f if options.mean else score.f,
        )
        for result in results
        for score in result.scores
    )
    return status_of(scores, options.fail_under)


def _plan(options: argparse.Namespace) -> Plan | None:
    if options.ci is None:
        return None
    if options.format == "classic" or options.verbose or options.sentence or options.mean:
        raise UsageError(
            "--ci found with -f classic, -v, --sentence or --mean, expected a table or JSON"
        )
    from fastgec.analysis.resampling import Plan

    return Plan(options.ci, options.seed, "sentence")


def _results(
    systems: Sequence[str],
    columns: Sequence[str | Lines],
    n_references: int,
    plan: Plan | None,
    options: argparse.Namespace,
) -> list[report.Result]:
    source, references = columns[0], columns[1 : 1 + n_references]
    hypotheses = columns[1 + n_references :]
    counting: dict[str, Any] = {"order": options.order, "unit": options.unit, "jobs": options.jobs}
    scoring: dict[str, Any] = {"betas": options.betas, "short": options.short}
    with progress_bar(options, None, "sentences") as progress:
        counting["progress"] = progress
        if plan is None:
            scores = green.evaluate_systems(source, references, hypotheses, **counting, **scoring)
            return [report.Result(*pair) for pair in zip(systems, scores, strict=True)]
        # Resamples need the rows of every sentence, which are kept only here.
        counts = green.count_systems(source, references, hypotheses, **counting)
    scores = [green.score_counts(table, **scoring) for table in counts]
    bounds = [
        _intervals(counts, [of_system[b] for of_system in scores], plan, options.jobs)
        for b in range(len(options.betas))
    ]
    return [
        report.Result(
            system,
            scores[h],
            None if bounds[0] is None else tuple(each[h] for each in bounds if each is not None),
        )
        for h, system in enumerate(systems)
    ]


def _intervals(
    counts: Sequence[Counts], scores: Sequence[GreenScore], plan: Plan, jobs: int | None
) -> NDArray[np.float64] | None:
    """Return the intervals of all systems at one beta: float64[H, 3, 2]."""
    from fastgec.analysis.resampling import fixed, intervals

    samples = [
        fixed(table, table.offsets[:-1] + score.chosen)
        for table, score in zip(counts, scores, strict=True)
    ]
    score = partial(score_totals, beta=scores[0].beta, short=scores[0].short)
    return intervals(samples, score, n=plan.resamples, seed=plan.seed, jobs=jobs)


def _text(
    results: Sequence[report.Result],
    lines: Sequence[Lines] | None,
    facts: report.Facts,
    plan: Plan | None,
    options: argparse.Namespace,
) -> Iterator[str]:
    is_terminal = sys.stdout.isatty()
    other = "table" if is_terminal else "tsv"
    kind = options.format or ("classic" if plan is None else other)
    if kind == "json":
        yield report.document(results, facts, plan)
        return
    if kind == "classic":
        yield from _classic(results, lines, facts.references, options)
    else:
        yield formats.rendered(report.table(results, plan), kind, is_terminal=is_terminal)
    if options.signature:
        yield formats.with_line(report.signature_line(results[0].scores, facts, plan), kind)


def _classic(
    results: Sequence[report.Result],
    lines: Sequence[Lines] | None,
    n_references: int,
    options: argparse.Namespace,
) -> Iterator[str]:
    if lines is not None:
        yield from _verbose_sentences(results, lines, n_references, options)
    elif options.sentence:
        yield from report.classic_sentences(results, options.digits)
    elif options.verbose and not options.mean:
        show = report.verbose_line if options.line else report.verbose
        yield from show(results, options.digits)
    else:
        yield from report.classic(results, options.digits, mean=options.mean)


def _verbose_sentences(
    results: Sequence[report.Result],
    lines: Sequence[Lines],
    n_references: int,
    options: argparse.Namespace,
) -> Iterator[str]:
    source, *others = lines
    references, hypotheses = others[:n_references], others[n_references:]
    counts = [
        green.count(
            source, references, system, order=options.order, unit=options.unit, jobs=options.jobs
        )
        for system in hypotheses
    ]
    yield from report.verbose_sentences(
        results, counts, source, references, hypotheses, options.digits
    )
