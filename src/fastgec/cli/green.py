"""`fastgec green`: GREEN scores of one or more systems."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fastgec.cli.options import (
    add_parallel_columns,
    add_shared,
    check_inputs,
    order,
    parallel_columns,
    progress_bar,
    write_sentences,
)
from fastgec.corpus.files import Lines
from fastgec.metrics import green
from fastgec.report import green as report
from fastgec.report import tables

FORMATS = ("classic", "table", "tsv", "json")


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
    parser.add_argument(
        "--short",
        choices=("zero", "one"),
        default="zero",
        help="recall of an order without n-grams (zero)",
    )
    add_shared(parser, FORMATS)


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
    is_read_twice = options.verbose and options.sentence
    # What is also printed is kept; everything else is read in blocks.
    lines = [Lines.read(path) for path in paths] if is_read_twice else None
    columns: Sequence[str | Lines] = lines or paths
    n_references = len(references)
    with progress_bar(options, None, "sentences") as progress:
        scores = green.evaluate_systems(
            columns[0],
            columns[1 : 1 + n_references],
            columns[1 + n_references :],
            order=options.order,
            unit=options.unit,
            betas=options.betas,
            short=options.short,
            jobs=options.jobs,
            progress=progress,
        )
    results = [report.Result(*pair) for pair in zip(systems, scores, strict=True)]
    if options.sentences is not None:
        write_sentences(
            options.sentences,
            report.SENTENCE_FIELDS,
            (report.sentence_lines(result, Path(options.sentences).suffix) for result in results),
        )
    sys.stdout.writelines(_text(results, lines, n_references, options))
    return 0


def _text(
    results: Sequence[report.Result],
    lines: Sequence[Lines] | None,
    n_references: int,
    options: argparse.Namespace,
) -> Iterator[str]:
    match options.format or "classic":
        case "table":
            yield tables.terminal(report.table(results), is_terminal=sys.stdout.isatty())
        case "tsv":
            yield tables.tsv(report.table(results))
        case "json":
            yield report.document(results, n_references)
        case _ if lines is not None:
            yield from _verbose_sentences(results, lines, n_references, options)
        case _ if options.sentence:
            yield from report.classic_sentences(results, options.digits)
        case _ if options.verbose and not options.mean:
            show = report.verbose_line if options.line else report.verbose
            yield from show(results, options.digits)
        case _:
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
