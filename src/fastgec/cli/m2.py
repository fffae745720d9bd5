"""`fastgec m2`: MaxMatch scores of one or more systems."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from fastgec.cli import UsageError
from fastgec.cli.m2_tally import Tally, tally_files, tally_part, write_spools
from fastgec.cli.options import (
    FORMATS,
    add_intervals,
    add_partial,
    add_shared,
    add_verdict,
    check_inputs,
    finite_beta,
    natural,
    status_of,
    warn_of_repeats,
)
from fastgec.corpus.gold import Gold
from fastgec.counts import Counts
from fastgec.metrics import m2
from fastgec.report import formats
from fastgec.report import m2 as report
from fastgec.report.signature import Facts

if TYPE_CHECKING:  # what most runs do without is loaded where it is used
    from fastgec.analysis.resampling import Plan
    from fastgec.parts import Part
    from fastgec.report.annotators import AnnotatorScore


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
    _add_beta(parser)
    add_parameters(parser)
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="print edits, sentence by sentence"
    )
    parser.add_argument(
        "--edits",
        metavar="FILE",
        help="write each sentence's edits, and missed gold, to FILE (.jsonl)",
    )
    _add_scoring(parser, has_text=True)
    add_partial(parser)


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """Declare what is made of counts alone: scores and their output."""
    parser.set_defaults(verbose=False, ceiling=False, types=False, edits=None)
    _add_beta(parser)
    _add_scoring(parser, has_text=False)


def _add_beta(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-b",
        "--beta",
        type=finite_beta,
        default=m2.DEFAULT_BETA,
        metavar="B",
        help="weight of recall (0.5)",
    )


def _add_scoring(parser: argparse.ArgumentParser, *, has_text: bool) -> None:
    _add_views(parser, has_text=has_text)
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


def _add_views(parser: argparse.ArgumentParser, *, has_text: bool) -> None:
    """Declare what can be shown in place of the scores, where there is text or only counts."""
    views = parser.add_argument_group("in place of scores (JSON: beside them)")
    one = views.add_mutually_exclusive_group()
    one.add_argument(
        "--per-annotator", action="store_true", help="scores against each annotator alone"
    )
    if not has_text:
        return
    one.add_argument(
        "--ceiling",
        action="store_true",
        help="each annotator against the others, systems beside them (none needed)",
    )
    one.add_argument(
        "--types",
        action="store_true",
        help="recall of each gold error type (there is no precision of one)",
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
    check_inputs(options.files, options.sentences, options.edits, options.counts_out)
    if not systems and options.fail_under is not None:
        raise UsageError("--fail-under found without SYSTEM, expected a score to judge")
    if not systems and options.counts_out is not None:
        raise UsageError("--counts-out found without SYSTEM, expected some to count")
    if options.verbose and options.format == "json":
        raise UsageError("-v found with -f json, expected one of them")
    plan = _plan_of(options)
    parameters = parameters_of(options)
    span = options.sentence_range
    warn_of_repeats(systems, quiet=options.quiet)
    gold: str | Gold = gold_path
    humans: list[AnnotatorScore] = []
    if view == "ceiling":
        from fastgec.cli.m2_ceiling import human_scores

        gold = Gold.read(gold_path)
        humans = human_scores(
            gold,
            parameters,
            beta=options.beta,
            span=span,
            jobs=options.jobs,
            quiet=options.quiet,
        )
    needs_all = plan is not None or view in ("per-annotator", "ceiling")
    with ExitStack() as spools:
        tallies, summary = tally_files(
            systems,
            gold,
            parameters,
            spools,
            options,
            keeps_counts=needs_all or options.counts_out is not None,
        )
        n_scored = span.within(0, summary.sentences)
        known = {"annotators": list(summary.annotators)}
        facts = Facts(
            n_scored[1] - n_scored[0],
            known,
            summary.fingerprint,
            span.first,
            not span.is_whole,
        )
        if options.counts_out is not None:
            from fastgec.parts import Part

            Part(
                tuple(systems),
                tuple(tally.counts for tally in tallies if tally.counts is not None),
                span.first,
                summary.sentences,
                summary.fingerprint,
                known,
            ).save(options.counts_out)
        return _show(tallies, humans, facts, parameters.as_dict(), view, plan, options)


def merge(part: Part, options: argparse.Namespace) -> int:
    """Score the counts of a whole corpus, then print."""
    view = _view_of(options)
    plan = _plan_of(options)
    warn_of_repeats(part.systems, quiet=options.quiet)
    facts = Facts(part.n_total, part.facts, part.fingerprint)
    with ExitStack() as spools:
        tallies = tally_part(part, spools, options)
        return _show(tallies, [], facts, part.counts[0].parameters, view, plan, options)


def _show(
    tallies: Sequence[Tally],
    humans: Sequence[AnnotatorScore],
    facts: Facts,
    parameters: Mapping[str, Any],
    view: str | None,
    plan: Plan | None,
    options: argparse.Namespace,
) -> int:
    """Write and print what is asked for, and return the exit status."""
    results = [report.Result(tally.system, tally.score) for tally in tallies]
    if plan is not None:
        counts = [tally.counts for tally in tallies if tally.counts is not None]
        results = _with_intervals(results, counts, plan, options)
    order = list(range(len(results)))
    if options.sort:
        order.sort(key=lambda number: -results[number].score.f)
    shown = [results[number] for number in order]
    if view is None:
        text = _text(shown, facts, parameters, plan, options)
    else:
        from fastgec.cli.m2_views import view_text

        ordered = [tallies[number] for number in order]
        text = view_text(view, ordered, humans, facts, parameters, options)
    write_spools(tallies, options)
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
    results: Sequence[report.Result],
    counts: Sequence[Counts],
    plan: Plan,
    options: argparse.Namespace,
) -> list[report.Result]:
    from fastgec.analysis.resampling import fixed, intervals, running
    from fastgec.metrics.m2_score import score_totals

    samples = [
        fixed(table, m2.select(table, beta=options.beta))
        if plan.choice == "fixed"
        else running(table, options.beta)
        for table in counts
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


def _text(
    results: Sequence[report.Result],
    facts: Facts,
    parameters: Mapping[str, Any],
    plan: Plan | None,
    options: argparse.Namespace,
) -> str:
    is_terminal = sys.stdout.isatty()
    several = "table" if is_terminal else "tsv"
    kind = options.format or ("classic" if len(results) == 1 and plan is None else several)
    if kind == "json":
        return report.document(results, facts, parameters, options.beta, plan=plan)
    if kind == "classic":
        text = report.classic(results)
    else:
        text = formats.rendered(report.table(results, plan), kind, is_terminal=is_terminal)
    if options.signature:
        line = report.signature_line(options.beta, facts, parameters, plan)
        text += formats.with_line(line, kind)
    return text
