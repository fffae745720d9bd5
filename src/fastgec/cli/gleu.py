"""`fastgec gleu`: GLEU scores of one or more systems."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fastgec.cli.options import (
    FORMATS,
    add_parallel_columns,
    add_shared,
    add_verdict,
    check_inputs,
    hashed_columns,
    order,
    parallel_columns,
    positive,
    progress_bar,
    status_of,
    warn_of_repeats,
    write_sentences,
)
from fastgec.metrics import gleu
from fastgec.report import formats
from fastgec.report import gleu as report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.description = (
        "GLEU: n-gram precision against references drawn at random, less what is wrongly kept.\n"
        "The official variant gives the published numbers."
    )
    parser.usage = "fastgec gleu [options] -s SOURCE -r REF [REF ...] -c SYSTEM [SYSTEM ...]"
    parser.epilog = (
        "examples:\n"
        "  fastgec gleu -s source.txt -r ref0.txt ref1.txt -c a.txt b.txt\n"
        "  fastgec gleu --variant equation --unit char -n 6 -s source.txt -r ref0.txt -c a.txt"
    )
    add_parallel_columns(parser)
    parser.add_argument(
        "--variant",
        choices=gleu.VARIANTS,
        default=gleu.VARIANTS[0],
        help="the authors' program, or the formula of 2016 (official)",
    )
    parser.add_argument(
        "--unit", choices=("word", "char"), default="word", help="unit of n-grams (word)"
    )
    parser.add_argument(
        "-n", type=order, default=4, dest="order", metavar="N", help="highest order (4)"
    )
    parser.add_argument(
        "--iterations",
        type=positive,
        default=500,
        metavar="N",
        help="how often references are drawn (500)",
    )
    hidden = argparse.SUPPRESS
    parser.add_argument("--iter", type=positive, default=hidden, dest="iterations", help=hidden)
    parser.add_argument(
        "--draws",
        choices=gleu.DRAWS,
        default=gleu.DRAWS[0],
        help="which Python's draws; published numbers have python2's (python2)",
    )
    parser.add_argument(
        "-d", "--details", action="store_true", help="print scores of sentences, and intervals"
    )
    add_verdict(parser)
    add_shared(parser, FORMATS)


def run(options: argparse.Namespace) -> int:
    """Score, then print: nothing is printed before every system is done."""
    source, references, systems = parallel_columns(options)
    check_inputs([source, *references, *systems], options.sentences)
    warn_of_repeats(systems, quiet=options.quiet)
    hashed = hashed_columns(options, source, references)
    with progress_bar(options, None, "sentences") as progress:
        scores = gleu.evaluate_systems(
            hashed[0] if hashed else source,
            hashed[1] if hashed else references,
            systems,
            variant=options.variant,
            unit=options.unit,
            order=options.order,
            iterations=options.iterations,
            draws=options.draws,
            jobs=options.jobs,
            progress=progress,
        )
    results = [report.Result(*pair) for pair in zip(systems, scores, strict=True)]
    if options.sentences is not None:
        suffix = Path(options.sentences).suffix
        lines = (report.sentence_lines(result, suffix) for result in results)
        write_sentences(options.sentences, report.sentence_fields(len(references)), lines)
    if options.sort:
        results.sort(key=lambda result: -result.score.mean)
    sys.stdout.writelines(_text(results, hashed[2] if hashed else "", options))
    means = ((f"{result.system}: GLEU", result.score.mean) for result in results)
    return status_of(means, options.fail_under)


def _text(
    results: Sequence[report.Result], fingerprint: str, options: argparse.Namespace
) -> Iterator[str]:
    kind = options.format or "classic"
    if kind == "json":
        yield report.document(results, fingerprint)
        return
    if kind != "classic":
        is_terminal = sys.stdout.isatty()
        yield formats.rendered(report.table(results), kind, is_terminal=is_terminal)
    elif options.details:
        yield from report.details(results)
    else:
        yield from report.classic(results)
    if options.signature:
        yield formats.with_line(report.signature_line(results[0].score, fingerprint), kind)
