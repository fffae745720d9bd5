"""`fastgec errors`: frequent wrong and missed edits, and scores of sentences in buckets."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial

from fastgec.cli import UsageError
from fastgec.cli.command import accepted
from fastgec.cli.errant import add_analyses, edits_of
from fastgec.cli.options import (
    add_fields,
    add_known,
    add_shared,
    as_usage,
    check_inputs,
    format_of,
    in_format,
    made_of,
    metric_name,
    named,
    natural,
    note,
    positive,
    resamples,
    scored,
    warn_of_repeats,
)
from fastgec.cli.outputs import add_cite, add_plot, check_plots, cited, write_plots_of
from fastgec.cli.parser import HelpSection
from fastgec.metrics.declarations import declaration_of
from fastgec.show import TABLE_FORMATS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.study.run import Run

HELP = HelpSection("errors")

TOP = 20
UNTYPED = ("M", "R", "U")  # types of wrong edits by MaxMatch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", metavar="SYSTEM ... GOLD", nargs="+", help=HELP)
    parser.add_argument(
        "--metric", type=metric_name, choices=("m2", "errant"), default="m2", help=HELP
    )
    parser.add_argument("--by", choices=("text", "type", "both"), help=HELP)
    parser.add_argument("--type", metavar="TYPE", help=HELP)
    parser.add_argument(
        "--top",
        type=positive,
        metavar="N",
        help=f"rows of wrong and of missed edits (default: {TOP})",
    )
    buckets = parser.add_argument_group("buckets of sentences")
    buckets.add_argument("--buckets", choices=("length", "edits"), help=HELP)
    one = buckets.add_mutually_exclusive_group()
    one.add_argument("--quantiles", type=positive, metavar="N", help=HELP)
    one.add_argument("--bounds", type=natural, nargs="+", metavar="B", help=HELP)
    judging = parser.add_argument_group("judgments of wrong edits")
    each = judging.add_mutually_exclusive_group()
    each.add_argument("--to-judge", type=positive, metavar="N", help=HELP)
    each.add_argument("--accept", metavar="FILE", help=HELP)
    judging.add_argument("--resamples", type=resamples, metavar="N", help=HELP)
    add_known(judging, "--seed")
    matching = declaration_of("m2")
    add_fields(parser, matching.scoring)
    add_fields(parser, matching.parameters)
    add_analyses(parser)
    add_known(parser, "--retokenize")
    add_plot(add_shared(parser, TABLE_FORMATS, has_sentences=False, has_names=True))
    add_cite(parser, "m2")


def run(options: argparse.Namespace) -> int:
    """Count, then print: nothing is printed before every system is done."""
    from fastgec.metrics.base import metric_named
    from fastgec.metrics.edit_texts import require_same_rules
    from fastgec.show import errors as report
    from fastgec.study.groups import QUANTILES, BucketTally, checked_bounds
    from fastgec.study.mistakes import (
        edits_to_judge,
        read_judgments,
        require_correction,
        tallies_of,
        wrong_edits_of,
    )
    from fastgec.study.run import Request, signed

    *systems, gold = options.files
    _check(options, systems, gold)
    names = named(systems, options)
    warn_of_repeats(systems, options)
    metric = metric_named(options.metric)
    scoring = metric.scoring(beta=options.beta)
    parameters = metric.parameters()
    if options.metric == "m2":
        parameters = made_of(metric.parameters, options)
    n_quantiles = options.quantiles or QUANTILES
    bounds = None
    observers: list[Any]
    if options.to_judge is not None or options.accept is not None:
        with as_usage():
            require_correction(parameters)
        observers = [*wrong_edits_of(metric, parameters, len(systems))]
    elif options.buckets is None:
        with as_usage():
            require_correction(parameters)
        observers = list(tallies_of(options.metric, len(systems), parameters))
    else:
        with as_usage("--buckets: "):
            bounds = checked_bounds(metric, scoring, options.buckets, options.bounds, n_quantiles)
        observers = [BucketTally(metric, parameters, scoring, len(systems), options.buckets)]
    made_by: Any = {}
    given: Any = systems
    if metric.reads == "pairs":
        if options.buckets is None:
            given, gold = require_same_rules(systems, gold)
        given, gold, made_by, *_ = edits_of(given, gold, parameters, options)
    request = Request(
        *(metric, names, given, gold, parameters, [scoring]),
        has_fingerprint=options.cite,
        observers=observers,
    )
    judgments = read_judgments(options.accept) if options.accept is not None else {}
    done = signed(scored(request, options), made_by)
    if options.cite:
        text = cited(done)
    elif options.to_judge is not None:
        text = report.to_judge_text(edits_to_judge(observers, options.to_judge))
    elif options.accept is not None:
        from fastgec.study.resampling import DEFAULT_RESAMPLES

        n = options.resamples or DEFAULT_RESAMPLES
        text = in_format(format_of(options), *accepted(done, observers, judgments, n, options))
    elif options.buckets is None:
        text = _errors(done, [one.errors(_by(options)) for one in observers], options)
    else:
        found = observers[0].buckets(bounds, n_quantiles)
        systems_found = list(zip(done.systems, found, strict=True))
        document = partial(_buckets, done, systems_found, options)
        write_plots_of(document, options, "buckets")
        table = partial(report.buckets_table, done, systems_found, options.buckets)
        text = in_format(format_of(options), document, table)
    sys.stdout.write(text)
    return 0


def _by(options: argparse.Namespace) -> str:
    """Return how edits are grouped."""
    return options.by or ("text" if options.type is None else "both")


def _errors(done: Run, found: Sequence[Any], options: argparse.Namespace) -> str:
    from fastgec import show
    from fastgec.show import errors as report
    from fastgec.show.tables import rendered

    by, top, kind = _by(options), options.top or TOP, format_of(options)
    # Wrong edits have no such type: none of them is no finding.
    is_of_gold = options.metric == "m2" and options.type not in (None, *UNTYPED)
    if options.type is not None:
        known = sorted({one.kind for each in found for errors in each for one in errors})
        found = [one.of_type(options.type) for one in found]
        if not any(map(any, found)):
            raise UsageError(f"--type {options.type}: no edit has it, only {', '.join(known)}")
        if is_of_gold:
            line = "by MaxMatch wrong edits have no types but M, R and U (--metric errant has all, "
            note([f"{line}with gold made by ERRANT)"], quiet=options.quiet)
    cut = ""
    if options.top is None:
        is_side_by_side = kind != "json" and len(found) > 1
        cut = report.cut_note(found, top, is_side_by_side=is_side_by_side)
    if cut and kind in ("tsv", "csv", "json"):
        note([cut], quiet=options.quiet)
    if kind == "json":
        content = report.errors_content(list(zip(done.systems, found, strict=True)), by, top)
        if is_of_gold:
            for of_system in content["systems"]:
                of_system["wrong"] = None
        return show.dumped({"metric": options.metric, **content})
    if len(found) > 1:
        tables = [report.side_by_side_table(done, found[0], found[1], by, top)]
    else:
        tables = [report.errors_table(done, 0, found[0], by, top)]
        if kind == "table" and tables[0].rows:
            tables.append(report.examples_table(found[0], by, top))
    if cut:
        tables[-1] = tables[-1]._replace(notes=(*tables[-1].notes, f"{cut}."))
    return "\n".join(rendered(one, kind) for one in tables)


def _buckets(done: Run, found: Sequence[Any], options: argparse.Namespace) -> str:
    from fastgec import show
    from fastgec.show import errors as report

    content = report.buckets_content(done.metric, found, options.buckets)
    return show.dumped({"metric": options.metric, "beta": options.beta, **content})


def _check(options: argparse.Namespace, systems: Sequence[str], gold: str) -> None:
    """Refuse arguments that contradict each other. Raises: UsageError."""
    if not systems:
        raise UsageError(f"one file ({gold}): expected SYSTEM and GOLD")
    check_inputs(options.files)
    check_plots(options, "buckets", {"buckets": options.buckets is not None})
    if options.by == "text" and options.type is not None:
        raise UsageError("--by text and --type are mutually exclusive")
    is_judging = options.to_judge is not None or options.accept is not None
    if is_judging:
        flag = "--accept" if options.to_judge is None else "--to-judge"
        for name in ("buckets", "by", "type", "top"):
            if getattr(options, name) is not None:
                raise UsageError(f"--{name} and {flag} are mutually exclusive")
        if options.to_judge is not None and options.format not in (None, "tsv"):
            raise UsageError(
                f"-f {options.format} and --to-judge are mutually exclusive: it writes TSV"
            )
    if options.accept is None and options.resamples is not None:
        raise UsageError("--resamples requires --accept")
    if options.buckets is None:
        if len(systems) > 2 and not is_judging:
            raise UsageError(f"{len(systems)} systems, expected one or two without --buckets")
        for name in ("quantiles", "bounds"):
            if getattr(options, name) is not None:
                raise UsageError(f"--{name} requires --buckets")
    else:
        for name in ("by", "type", "top"):
            if getattr(options, name) is not None:
                raise UsageError(f"--{name} and --buckets are mutually exclusive")
    if options.metric == "errant":
        if options.retokenize:
            raise UsageError("--retokenize and --metric errant are mutually exclusive")
        from fastgec.metrics.m2.counting import Parameters

        if made_of(Parameters, options) != Parameters():
            raise UsageError(
                "options of MaxMatch and --metric errant are mutually exclusive, but for --beta"
            )
