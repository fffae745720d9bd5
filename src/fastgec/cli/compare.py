"""`fastgec compare`: paired tests of systems against a base, by MaxMatch or by GREEN."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastgec.analysis.comparison import compare
from fastgec.analysis.resampling import DEFAULT_RESAMPLES, Plan, Sample, Scorer, fixed, running
from fastgec.cli import UsageError
from fastgec.cli import green as green_command
from fastgec.cli import m2 as m2_command
from fastgec.cli.options import (
    add_parallel_columns,
    add_seed,
    add_shared,
    check_inputs,
    is_same_file,
    progress_bar,
    resamples,
    warn,
)
from fastgec.corpus.errors import FormatError
from fastgec.corpus.fingerprint import Fingerprint
from fastgec.corpus.m2stream import GoldSummary
from fastgec.fscore import LARGEST_BETA
from fastgec.metrics import green, green_score, m2, m2_score
from fastgec.report import compare as report
from fastgec.report import formats
from fastgec.report.green import json_beta


@dataclass(frozen=True, slots=True)
class Scored:
    """The base and the systems under one metric: what they are compared by.

    samples, scores, score  of base and systems, for `analysis.comparison.compare`
    parameters, facts       for the signature
    """

    metric: str
    samples: list[Sample]
    scores: list[float]
    score: Scorer
    parameters: Mapping[str, Any]
    facts: Mapping[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.description = (
        "Is the difference between systems more than chance? Two-sided tests against BASE:\n"
        "paired bootstrap and approximate randomization, by MaxMatch (--gold) or GREEN (-s -r)."
    )
    parser.usage = (
        "fastgec compare [options] BASE SYSTEM [SYSTEM ...] --gold GOLD\n"
        "       fastgec compare [options] BASE SYSTEM [SYSTEM ...] -s SOURCE -r REF [REF ...]"
    )
    parser.epilog = (
        "examples:\n"
        "  fastgec compare base.txt new.txt --gold gold.m2\n"
        "  fastgec compare base.txt a.txt b.txt --holm -s source.txt -r ref0.txt ref1.txt"
    )
    parser.add_argument(
        "systems", metavar="BASE SYSTEM", nargs="+", help="outputs, the first of them is the base"
    )
    parser.add_argument("--gold", metavar="GOLD", help="gold in M2 format: compare by MaxMatch")
    add_parallel_columns(parser, has_systems=False)
    parser.add_argument(
        "-b",
        "--beta",
        type=green_command.any_beta,
        metavar="B",
        help="weight of recall (0.5; GREEN: 1.0)",
    )
    tests = parser.add_argument_group("tests")
    tests.add_argument(
        "--resamples",
        type=resamples,
        default=DEFAULT_RESAMPLES,
        metavar="N",
        help=f"of each test ({DEFAULT_RESAMPLES})",
    )
    add_seed(tests)
    tests.add_argument(
        "--level", type=level, default=0.05, metavar="A", help="of significance (0.05)"
    )
    tests.add_argument(
        "--holm", action="store_true", help="correct p for the number of systems (Holm)"
    )
    tests.add_argument(
        "--fixed-choice",
        action="store_true",
        help="MaxMatch: keep the choice of annotator (made again in each resample)",
    )
    tests.add_argument("--sort", action="store_true", help="best F first (as given)")
    tests.add_argument(
        "--signature", action="store_true", help="print one line that names all that was done"
    )
    m2_command.add_parameters(parser.add_argument_group("MaxMatch"))
    green_command.add_parameters(parser.add_argument_group("GREEN"))
    add_shared(parser, formats.TABLE_FORMATS, has_sentences=False)


def level(text: str) -> float:
    """Read a level of significance: a number between 0 and 1."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} found, expected a number between 0 and 1")
    return value


def run(options: argparse.Namespace) -> int:
    """Score, resample, then print."""
    base, *systems = options.systems
    _check(options)
    is_m2 = options.gold is not None
    scored = _by_m2(options) if is_m2 else _by_green(options)
    if scored.samples[0].n_sentences == 0:
        raise FormatError(base, None, "no sentence found, expected some to compare on")
    comparisons = compare(
        scored.samples[0],
        scored.scores[0],
        scored.samples[1:],
        scored.scores[1:],
        scored.score,
        n=options.resamples,
        seed=options.seed,
        level=options.level,
        jobs=options.jobs,
    )
    order = list(range(len(systems)))
    if options.sort:
        order.sort(key=lambda number: -comparisons[number].score)
    choice = ("fixed" if options.fixed_choice else "running") if is_m2 else "sentence"
    study = report.Study(
        scored.metric,
        scored.parameters,
        scored.facts,
        f"F{scored.parameters['beta']:g}" if is_m2 else "F",
        "annotator" if is_m2 else "reference",
        Plan(options.resamples, options.seed, choice),
        base,
        tuple(systems[number] for number in order),
        tuple(comparisons[number] for number in order),
        options.holm,
    )
    kind = options.format or "table"
    if kind == "json":
        sys.stdout.write(report.document(study))
        return 0
    is_terminal = sys.stdout.isatty()
    sys.stdout.write(formats.rendered(report.table(study), kind, is_terminal=is_terminal))
    if options.signature:
        sys.stdout.write(formats.with_line(report.signature_line(study), kind))
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuse arguments that contradict each other.

    Raises: UsageError.
    """
    names = options.systems
    if len(names) < 2:
        raise UsageError(f"one system found ({names[0]}), expected BASE and SYSTEM")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{name} found {names.count(name)} times, expected each system once")
    for number, name in enumerate(names):
        for other in names[:number]:
            if is_same_file(name, other):
                raise UsageError(f"{name} and {other} found, expected each system once")
    columns = [options.source, *(options.references or [])]
    has_text = any(columns)
    if options.gold is not None and has_text:
        raise UsageError("--gold found with -s or -r, expected one kind of gold")
    if options.gold is None and not (options.source and options.references):
        raise UsageError("expected --gold GOLD, or -s SOURCE and -r REF")
    paths = [*names, options.gold, *columns]
    check_inputs([path for path in paths if path is not None], None)
    if options.gold is not None and (options.beta or 0) > LARGEST_BETA:
        reason = f"expected a number from 0 to {LARGEST_BETA:g} with --gold"
        raise UsageError(f"--beta {options.beta:g} found, {reason}")
    if options.gold is None and options.fixed_choice:
        raise UsageError("--fixed-choice found, expected --gold with it")


def _by_m2(options: argparse.Namespace) -> Scored:
    parameters = m2_command.parameters_of(options)
    beta = m2.DEFAULT_BETA if options.beta is None else options.beta
    summary = GoldSummary(options.gold, has_fingerprint=True)
    with progress_bar(options, None, "sentences") as progress:
        tables = m2.count_systems(
            options.systems,
            options.gold,
            parameters,
            summary=summary,
            jobs=options.jobs,
            progress=progress,
        )
    warn(summary.warnings, quiet=options.quiet)
    samples, scores = [], []
    for counts in tables:
        rows = m2.select(counts, beta=beta)
        scores.append(m2.total(counts, rows, beta=beta).f)
        samples.append(fixed(counts, rows) if options.fixed_choice else running(counts, beta))
    return Scored(
        "m2",
        samples,
        scores,
        partial(m2_score.score_totals, beta=beta),
        {"beta": beta, **parameters.as_dict()},
        {
            "sentences": summary.sentences,
            "annotators": summary.annotators,
            "gold": summary.fingerprint,
        },
    )


def _by_green(options: argparse.Namespace) -> Scored:
    beta = 1.0 if options.beta is None else options.beta
    fingerprint = Fingerprint(options.unit)
    with progress_bar(options, None, "sentences") as progress:
        tables = green.count_systems(
            options.source,
            options.references,
            options.systems,
            order=options.order,
            unit=options.unit,
            jobs=options.jobs,
            fingerprint=fingerprint,
            progress=progress,
        )
    scoring = {"beta": beta, "short": options.short}
    totals = green.total_counts(tables, betas=[beta], short=options.short)
    return Scored(
        "green",
        [fixed(table, green.select(table, **scoring)) for table in tables],
        [score.f for (score,) in totals],
        partial(green_score.score_totals, **scoring),
        {
            "unit": options.unit,
            "order": options.order,
            "short": options.short,
            "beta": json_beta(beta),
        },
        {
            "sentences": fingerprint.n_sentences,
            "references": len(options.references),
            "gold": fingerprint.hexdigest(),
        },
    )
