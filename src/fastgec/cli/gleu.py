"""`fastgec gleu`: GLEU scores of one or more systems."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from fastgec.cli.options import (
    FORMATS,
    add_parallel_columns,
    add_partial,
    add_shared,
    add_verdict,
    check_inputs,
    fingerprint_of,
    order,
    parallel_columns,
    positive,
    progress_bar,
    require_classic,
    status_of,
    warn_of_repeats,
    write_sentences,
)
from fastgec.counts import Counts
from fastgec.machine.spool import Spool
from fastgec.metrics import gleu, gleu_score
from fastgec.metrics.gleu_blocks import DRAWS, VARIANTS, Tally, row_blocks, tally_of
from fastgec.metrics.gleu_score import Floats, Integers
from fastgec.parts import Part
from fastgec.report import formats
from fastgec.report import gleu as report
from fastgec.report.signature import Facts


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
        "  fastgec gleu --variant equation --unit char -n 6 -s source.txt -r ref0.txt -c a.txt\n"
        "  fastgec gleu --sentence-range :500 --counts-out 1.npz -s s.txt -r r.txt -c a.txt"
    )
    add_parallel_columns(parser)
    parser.add_argument(
        "--variant",
        choices=VARIANTS,
        default=VARIANTS[0],
        help="the authors' program, or the formula of 2016 (official)",
    )
    parser.add_argument(
        "--unit", choices=("word", "char"), default="word", help="unit of n-grams (word)"
    )
    parser.add_argument(
        "-n", type=order, default=4, dest="order", metavar="N", help="highest order (4)"
    )
    add_scoring(parser)
    add_partial(parser)


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """Declare what is made of counts: scores and their output."""
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
        choices=DRAWS,
        default=DRAWS[0],
        help="which Python's draws; published numbers have python2's (python2)",
    )
    parser.add_argument(
        "-d", "--details", action="store_true", help="print scores of sentences, and intervals"
    )
    add_verdict(parser)
    add_shared(parser, FORMATS)


def run(options: argparse.Namespace) -> int:
    """Score, then print: nothing is printed before every system is done."""
    require_classic(options, {"-d": options.details})
    source, references, systems = parallel_columns(options)
    paths = [source, *references, *systems]
    check_inputs(paths, options.sentences, counts_out=options.counts_out)
    warn_of_repeats(systems, quiet=options.quiet)
    fingerprint = fingerprint_of(options)
    span = options.sentence_range
    reading: dict[str, Any] = {
        "source": source,
        "references": references,
        "systems": systems,
        "variant": options.variant,
        "unit": options.unit,
        "order": options.order,
        "jobs": options.jobs,
        "span": span,
        "fingerprint": fingerprint,
    }
    drawing = {"iterations": options.iterations, "draws": options.draws, "jobs": options.jobs}
    counts: list[Counts] = []
    with ExitStack() as spools:
        with progress_bar(options, None, "sentences") as progress:
            reading["progress"] = progress
            if options.counts_out is None:
                parameters = {name: reading[name] for name in ("variant", "unit", "order")}
                tally = Tally(len(systems), len(references), **parameters, **drawing)
                with closing(gleu.count_blocks(**reading)) as blocks:
                    results = _streamed(systems, blocks, tally, spools, options)
            else:
                counts = gleu.count_systems(**reading)
        gold = {"references": len(references)}
        digest = fingerprint.hexdigest() if fingerprint else ""
        if counts:
            results = _counted(systems, counts, options)
        if fingerprint and options.counts_out is not None:
            total = fingerprint.n_sentences
            part = Part(tuple(systems), tuple(counts), span.first, total, digest, gold)
            part.save(options.counts_out)
        n_sentences = results[0].score.n_sentences
        known = Facts(n_sentences, gold, digest, span.first, not span.is_whole)
        return _show(results, known, options)


def merge(part: Part, options: argparse.Namespace) -> int:
    """Score the counts of a whole corpus, then print."""
    require_classic(options, {"-d": options.details})
    warn_of_repeats(part.systems, quiet=options.quiet)
    results = _counted(part.systems, part.counts, options)
    facts = Facts(part.n_total, part.facts, part.fingerprint)
    return _show(results, facts, options)


def _show(results: Sequence[report.Result], facts: Facts, options: argparse.Namespace) -> int:
    """Write and print what is asked for, and return the exit status."""
    if options.sentences is not None:
        suffix = Path(options.sentences).suffix
        lines = (report.sentence_lines(result, suffix, facts.first) for result in results)
        write_sentences(options.sentences, report.sentence_fields(facts.gold["references"]), lines)
    if options.sort:
        results = sorted(results, key=lambda result: -result.score.mean)
    sys.stdout.writelines(_text(results, facts, options))
    means = ((f"{result.system}: GLEU", result.score.mean) for result in results)
    return status_of(means, options.fail_under)


def _streamed(
    systems: Sequence[str],
    blocks: Iterator[Integers],
    tally: Tally,
    spools: ExitStack,
    options: argparse.Namespace,
) -> list[report.Result]:
    """Score systems block by block; what is wanted of each sentence is put aside on disk."""
    row = np.dtype([("scores", np.float64, (len(options.references),))])
    kept: list[Spool] = []
    if options.sentences is not None or options.details:
        kept = [spools.enter_context(Spool(row, options.sentences)) for _ in systems]
    for rows in blocks:
        tally.add(rows)
        for h, spool in enumerate(kept):
            scores = np.empty(rows.shape[1], row)
            scores["scores"] = gleu_score.sentence_scores(rows[h], options.variant)
            spool.add(scores)
    return [
        report.Result(system, total, partial(_spooled, kept[h]) if kept else None)
        for h, (system, total) in enumerate(zip(systems, tally.totals(), strict=True))
    ]


def _spooled(spool: Spool) -> Iterator[Floats]:
    return (rows["scores"] for rows in spool.blocks())


def _counted(
    systems: Sequence[str], counts: Sequence[Counts], options: argparse.Namespace
) -> list[report.Result]:
    """Score the counts of systems."""
    tally = tally_of(counts, iterations=options.iterations, draws=options.draws, jobs=options.jobs)
    for rows in row_blocks(counts):
        tally.add(rows)
    return [
        report.Result(system, total, partial(_scored, table))
        for system, total, table in zip(systems, tally.totals(), counts, strict=True)
    ]


def _scored(counts: Counts) -> Iterator[Floats]:
    variant = str(counts.parameters["variant"])
    return (gleu_score.sentence_scores(rows[0], variant) for rows in row_blocks([counts]))


def _text(
    results: Sequence[report.Result], facts: Facts, options: argparse.Namespace
) -> Iterator[str]:
    kind = options.format or "classic"
    if kind == "json":
        yield report.document(results, facts)
        return
    if kind != "classic":
        is_terminal = sys.stdout.isatty()
        yield formats.rendered(report.table(results), kind, is_terminal=is_terminal)
    elif options.details:
        yield from report.details(results, facts.first)
    else:
        yield from report.classic(results)
    if options.signature:
        yield formats.with_line(report.signature_line(results[0].score, facts), kind)
