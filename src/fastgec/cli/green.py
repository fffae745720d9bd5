"""`fastgec green`: GREEN scores of one or more systems."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
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
    add_partial,
    add_shared,
    add_verdict,
    check_inputs,
    fingerprint_of,
    order,
    parallel_columns,
    progress_bar,
    require_classic,
    status_of,
    warn_of_repeats,
    write_sentences,
)
from fastgec.corpus.lines import Lines, read_lines
from fastgec.counts import Counts
from fastgec.machine.spool import Spool
from fastgec.metrics import green
from fastgec.metrics.green_blocks import ScoredBlock, Tally, scored_blocks
from fastgec.metrics.green_score import Floats, score_totals
from fastgec.parts import Part
from fastgec.report import formats
from fastgec.report import green as report
from fastgec.report.signature import Facts

if TYPE_CHECKING:  # a run without resampling need not load it
    from fastgec.analysis.resampling import Plan

MAX_DIGITS = 1074  # no float64 has more after the point


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
        "  fastgec green -n 6 -t char -v -s source.txt -r ref0.txt -c a.txt\n"
        "  fastgec green --sentence-range :500 --counts-out 1.npz -s s.txt -r r.txt -c a.txt"
    )
    add_parallel_columns(parser)
    _add_counted(parser)
    add_scoring(parser)
    add_partial(parser)


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """Declare what is made of counts: scores and their output."""
    _add_short(parser)
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
    parser.add_argument(
        "-d", "--digits", type=digits, default=2, metavar="N", help="digits after the point (2)"
    )
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
    _add_counted(parser)
    _add_short(parser)


def _add_counted(parser: argparse._ActionsContainer) -> None:
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


def _add_short(parser: argparse._ActionsContainer) -> None:
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


def digits(text: str) -> int:
    """Read a number of digits: a whole number, of which those below 0 are taken for 0."""
    try:
        value = int(text)
    except ValueError:
        value = MAX_DIGITS + 1
    if value > MAX_DIGITS:
        expected = f"expected a whole number to {MAX_DIGITS}"
        raise argparse.ArgumentTypeError(f"{text!r} found, {expected}")
    return value


def run(options: argparse.Namespace) -> int:
    """Score, then print: nothing is printed before every system is done."""
    source, references, systems = parallel_columns(options)
    paths = [source, *references, *systems]
    check_inputs(paths, options.sentences, counts_out=options.counts_out)
    warn_of_repeats(systems, quiet=options.quiet)
    plan = _plan(options)
    # What is also printed is kept; everything else is read in blocks.
    lines = [read_lines(path, "") for path in paths] if _shows_text(options) else None
    columns: Sequence[str | Lines] = lines or paths
    n_gold = 1 + len(references)
    fingerprint = fingerprint_of(options)
    span = options.sentence_range
    reading: dict[str, Any] = {
        "source": columns[0],
        "references": columns[1:n_gold],
        "systems": columns[n_gold:],
        "order": options.order,
        "unit": options.unit,
        "jobs": options.jobs,
        "span": span,
        "fingerprint": fingerprint,
    }
    counts: list[Counts] = []
    with ExitStack() as spools:
        with progress_bar(options, None, "sentences") as progress:
            if plan is None and options.counts_out is None:
                scoring = {"betas": options.betas, "short": options.short, "progress": progress}
                with closing(green.score_blocks(**reading, **scoring)) as blocks:
                    results = _streamed(systems, blocks, spools, options)
            else:
                counts = green.count_systems(**reading, progress=progress)
        gold = {"references": len(references)}
        digest = fingerprint.hexdigest() if fingerprint else ""
        if counts:
            results = _counted(systems, counts, plan, options)
        if fingerprint and options.counts_out is not None:
            total = fingerprint.n_sentences
            part = Part(tuple(systems), tuple(counts), span.first, total, digest, gold)
            part.save(options.counts_out)
        n_sentences = results[0].scores[0].n_sentences
        known = Facts(n_sentences, gold, digest, span.first, not span.is_whole)
        lines = lines and [span.of(column) for column in lines]
        return _show(results, lines, known, plan, options)


def merge(part: Part, options: argparse.Namespace) -> int:
    """Score the counts of a whole corpus, then print."""
    if _shows_text(options):
        raise UsageError("-v with --sentence found, expected one of them: parts hold no text")
    warn_of_repeats(part.systems, quiet=options.quiet)
    plan = _plan(options)
    results = _counted(part.systems, part.counts, plan, options)
    facts = Facts(part.n_total, part.facts, part.fingerprint)
    return _show(results, None, facts, plan, options)


def _shows_text(options: argparse.Namespace) -> bool:
    return bool(options.verbose and options.sentence)


def _show(
    results: Sequence[report.Result],
    lines: Sequence[Lines] | None,
    facts: Facts,
    plan: Plan | None,
    options: argparse.Namespace,
) -> int:
    """Write and print what is asked for, and return the exit status."""
    if options.sentences is not None:
        suffix = Path(options.sentences).suffix
        texts = (report.sentence_lines(result, suffix, facts.first) for result in results)
        write_sentences(options.sentences, report.SENTENCE_FIELDS, texts)
    order = list(range(len(results)))
    if options.sort:
        order.sort(key=lambda number: -results[number].scores[0].f)
    results = [results[number] for number in order]
    if lines is not None:
        n_gold = 1 + facts.gold["references"]
        lines = [*lines[:n_gold], *(lines[n_gold + number] for number in order)]
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
    """Return how to resample, None without --ci.

    Raises: UsageError for options that have no place in the format.
    """
    printed = {"-v": options.verbose, "-l": options.line, "--sentence": options.sentence}
    require_classic(options, printed)
    if options.ci is None:
        return None
    if options.format == "classic" or options.verbose or options.sentence or options.mean:
        raise UsageError(
            "--ci found with -f classic, -v, --sentence or --mean, expected a table or JSON"
        )
    from fastgec.analysis.resampling import Plan

    return Plan(options.ci, options.seed, "sentence")


def _streamed(
    systems: Sequence[str],
    blocks: Iterator[ScoredBlock],
    spools: ExitStack,
    options: argparse.Namespace,
) -> list[report.Result]:
    """Score systems block by block; what is wanted of each sentence is put aside on disk."""
    n_betas = len(options.betas)
    row = np.dtype([("f", np.float64, (n_betas,)), ("chosen", np.int32, (n_betas,))])
    tally = Tally(len(systems), options.order, options.unit, options.betas, options.short)
    kept: list[Spool] = []
    if options.sentences is not None or (options.sentence and not options.verbose):
        kept = [spools.enter_context(Spool(row, options.sentences)) for _ in systems]
    for block in blocks:
        tally.add(block)
        for h, spool in enumerate(kept):
            rows = np.empty(block.n_sentences, row)
            rows["f"], rows["chosen"] = block.f[:, h].T, block.chosen[:, h].T
            spool.add(rows)
    return [
        report.Result(system, scores, None, partial(_spooled, kept[h]) if kept else None)
        for h, (system, scores) in enumerate(zip(systems, tally.totals(), strict=True))
    ]


def _spooled(spool: Spool) -> Iterator[tuple[Floats, NDArray[np.int32]]]:
    return ((rows["f"], rows["chosen"]) for rows in spool.blocks())


def _counted(
    systems: Sequence[str], counts: Sequence[Counts], plan: Plan | None, options: argparse.Namespace
) -> list[report.Result]:
    """Score the counts of systems, and resample them by the plan."""
    betas, short = options.betas, options.short
    bounds: list[NDArray[np.float64]] = []  # float64[H, 3, 2] for each beta
    if plan is not None:
        from fastgec.analysis.resampling import fixed, intervals

        for beta in betas:
            samples = [
                fixed(table, green.select(table, beta=beta, short=short)) for table in counts
            ]
            score = partial(score_totals, beta=beta, short=short)
            found = intervals(samples, score, n=plan.resamples, seed=plan.seed, jobs=options.jobs)
            assert found is not None, "there is a sentence"
            bounds.append(found)
    return [
        report.Result(
            system,
            scores,
            tuple(of_beta[h] for of_beta in bounds) if plan is not None else None,
            partial(_scored, counts[h], betas, short),
        )
        for h, (system, scores) in enumerate(
            zip(systems, green.total_counts(counts, betas=betas, short=short), strict=True)
        )
    ]


def _scored(
    counts: Counts, betas: Sequence[float], short: str
) -> Iterator[tuple[Floats, NDArray[np.int32]]]:
    blocks = scored_blocks([counts], betas, short)
    return ((block.f[:, 0].T, block.chosen[:, 0].T) for block in blocks)


def _text(
    results: Sequence[report.Result],
    lines: Sequence[Lines] | None,
    facts: Facts,
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
        yield from _classic(results, lines, facts, options)
    else:
        yield formats.rendered(report.table(results, plan), kind, is_terminal=is_terminal)
    if options.signature:
        yield formats.with_line(report.signature_line(results[0].scores, facts, plan), kind)


def _classic(
    results: Sequence[report.Result],
    lines: Sequence[Lines] | None,
    facts: Facts,
    options: argparse.Namespace,
) -> Iterator[str]:
    if lines is not None:
        yield from _verbose_sentences(results, lines, facts, options)
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
    facts: Facts,
    options: argparse.Namespace,
) -> Iterator[str]:
    source, *others = lines
    n_references = facts.gold["references"]
    references, hypotheses = others[:n_references], others[n_references:]
    counts = [
        green.count(
            source, references, system, order=options.order, unit=options.unit, jobs=options.jobs
        )
        for system in hypotheses
    ]
    yield from report.verbose_sentences(
        results, counts, source, references, hypotheses, options.digits, facts.first
    )
