"""`fastgec meta CONFIG.toml`: metrics of the package, and scores of other tools, against people.

Besides the command: its parameters for JSON, its signature, and the methods that `--cite` names.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastgec.cli import UsageError
from fastgec.cli.cite import add_cite_methods, cited_methods
from fastgec.cli.options import add_intervals, add_shared, changed, note, progress_bar, warn
from fastgec.cli.outputs import format_of
from fastgec.cli.plotting import add_plots, check_plots, write_plots
from fastgec.cli.readers import finite_beta, natural, positive, resamples
from fastgec.metrics import METRICS
from fastgec.show import TABLE_FORMATS

if TYPE_CHECKING:
    from fastgec.meta.evaluation import Options
    from fastgec.meta.metrics import Wanted


SWEEP = "sweep"
KINDS = ("sentences", "human", "metric", "systems", "both")
METHODS = (
    *("wins", "ranges", "trueskill", "pairwise", "soft", "resampling", "williams"),
    *("sentences", "ties", "aggregate"),
)


def sweeps(options: argparse.Namespace) -> bool:
    """Whether betas are looked for."""
    is_plain = options.level == "system" and options.aggregate is None
    return is_plain and options.betas in (None, [SWEEP])


def parameters_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return what made the numbers, for JSON."""
    found: dict[str, Any] = {"level": options.level, "set": options.set, "seed": options.seed}
    if sweeps(options):
        found["grid"] = options.grid or "0:5:0.01"
        found |= {name: getattr(options, name) for name in ("folds", "fold_by", "human_by_fold")}
    elif options.betas is not None:
        found["betas"] = options.betas
    names = ("fixed_choice", "aggregate", "windows", "like", "expanded", "holm", "common", "soft")
    found |= {name: value for name in names if (value := getattr(options, name))}
    if options.ci is not None:
        found |= {"resamples": options.ci, "resample": options.resample}
    return found


def signature(found: Sequence[Any], options: argparse.Namespace) -> str:
    """Return a line that names all that made the numbers."""
    from fastgec._version import __version__

    parts = ["fastgec.meta"]
    for one in found:
        facts = one.facts
        metrics = ",".join(judged.metric for judged in one.metrics)
        parts.append(f"corpus:{facts.corpus}|human:{facts.human['name']}|data:{facts.fingerprint}")
        parts.append(f"metrics:{metrics}")
    parts += [
        f"{name.replace('_', '-')}:{_shown(value)}"
        for name, value in parameters_of(options).items()
    ]
    return "|".join([*parts, f"version:{__version__}"])


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(f"{one:g}" for one in value) if isinstance(value, list) else str(value)


def cited_judgments(found: Sequence[Any], options: argparse.Namespace) -> str:
    """Return BibTeX of what judged metrics, of the metrics, and the signature.

    Args:
        found: the corpora that were judged.
        options: the parsed command line.
    """
    names = [judged.metric.partition("-")[0] for one in found for judged in one.metrics]
    metrics = [name for name in names if name in METRICS]
    if sweeps(options):
        metrics.append("green")  # its paper chooses beta by folds
    measures = {one.facts.measure for one in found}
    is_sentence, aggregate = options.level == "sentence", options.aggregate
    is_used = {
        "wins": "wins" in measures or aggregate == "wins",
        "trueskill": "trueskill" in (*measures, aggregate),
        "pairwise": True,
        "soft": options.soft is not None,
        "resampling": options.ci is not None or options.tests,
        "williams": options.tests,
        "sentences": is_sentence or options.windows is not None,
        "ties": is_sentence,
        "aggregate": is_sentence or aggregate is not None,
    }
    return cited_methods(
        [name for name in METHODS if is_used.get(name)],
        metrics,
        data=["gmeg"] if "mean" in measures else [],
        tests="holm" if options.holm else "",
        signature=signature(found, options),
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("cards", metavar="CONFIG.toml", nargs="+", help="corpora with human scores")
    parser.add_argument(
        "--metric",
        dest="metrics",
        nargs="+",
        action="extend",
        metavar="METRIC",
        help="m2, green:char, gleu:equation, errant:cse ..., or scores:NAME=FILE (default: from "
        "the config files)",
    )
    parser.add_argument("--human", metavar="NAME", help="human score (default: the first)")
    parser.add_argument("--set", metavar="NAME", default="all", help="subset of the systems")
    parser.add_argument(
        "--common", action="store_true", help="only systems with both outputs and judgments"
    )
    _add_betas(parser.add_argument_group("beta"))
    _add_level(parser.add_argument_group("what is compared"))
    sure = parser.add_argument_group("how sure")
    add_intervals(sure)
    sure.add_argument(
        "--resample",
        choices=KINDS,
        default=KINDS[0],
        metavar="KIND",
        help=f"what is drawn: {', '.join(KINDS)} (default: sentences, and both)",
    )
    sure.add_argument(
        "--soft",
        type=resamples,
        metavar="[=N]",
        help="soft pairwise accuracy by N permutations a pair (default: 1000)",
    )
    sure.add_argument("--tests", action="store_true", help="test of each pair of metrics")
    sure.add_argument("--holm", action="store_true", help="p corrected for the number of pairs")
    sure.add_argument(
        "--signature", action="store_true", help="reproducibility signature, one line"
    )
    add_cite_methods(parser, METHODS, ("green",), tests="holm")
    add_plots(parser)
    add_shared(parser, TABLE_FORMATS, has_sentences=False)
    parser.add_argument(
        "--layout",
        choices=("plain", "paper"),
        default="plain",
        help="paper, with -f latex: metrics by corpora (default: plain)",
    )


def _add_betas(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--beta",
        dest="betas",
        nargs="+",
        metavar="B",
        type=beta,
        help="betas to judge (default: sweep, the best beta by folds)",
    )
    group.add_argument(
        "--grid", type=grid, metavar="LO:HI:STEP", help="betas to sweep (default: 0:5:0.01)"
    )
    group.add_argument(
        "--folds",
        type=folds,
        default=10,
        metavar="N",
        help="folds of the corpus (default: 10; 0: whole corpus)",
    )
    group.add_argument(
        "--fold-by",
        choices=("block", "stride", "random"),
        default="block",
        metavar="KIND",
        help="block (consecutive sentences), stride or random (default: block)",
    )
    group.add_argument(
        "--human-by-fold",
        action="store_true",
        help="human scores without the judgments of each fold",
    )
    group.add_argument(
        "--fixed-choice",
        action="store_true",
        help="MaxMatch's choice of annotators kept in folds and resamples",
    )


def _add_level(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--level",
        choices=("system", "sentence"),
        default="system",
        help="systems, or also judgments of sentences (default: system)",
    )
    group.add_argument(
        "--expanded", action="store_true", help="sentences: every system of a group of equals"
    )
    group.add_argument(
        "--like",
        choices=("seeda-code",),
        metavar="CODE",
        help="sentences: count as seeda-code does",
    )
    group.add_argument(
        "--group",
        choices=("item", "none"),
        metavar="KIND",
        help="with ratings: correlation within each sentence (item) or overall (none)",
    )
    group.add_argument(
        "--windows", type=window, metavar="W", help="also among W systems of consecutive ranks"
    )
    group.add_argument(
        "--aggregate",
        choices=("corpus", "mean", "wins", "trueskill"),
        metavar="KIND",
        help="corpus score, or mean, wins, trueskill of sentences (default: corpus)",
    )


def beta(text: str) -> float | str:
    """Read a beta, or the word for a search."""
    return SWEEP if text == SWEEP else finite_beta(text)


def grid(text: str) -> str:
    """Read a grid of betas; it is made when numpy is there."""
    if text.count(":") != 2:
        raise argparse.ArgumentTypeError(f"{text!r}: expected LO:HI:STEP such as 0:5:0.01")
    return text


def folds(text: str) -> int:
    """Read a number of folds."""
    value = natural(text)
    if value == 1:
        raise argparse.ArgumentTypeError("'1': expected 2 or more, or 0")
    return value


def window(text: str) -> int:
    """Read a number of systems."""
    value = positive(text)
    if value < 3:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 3 or more")
    return value


def run(options: argparse.Namespace) -> int:
    """Judge, then print: nothing is printed before every corpus is done."""
    from fastgec.meta.evaluation import judge
    from fastgec.meta.results import document
    from fastgec.read.card import read_cards, require_different_names
    from fastgec.show.meta import text

    metrics = understood(options.metrics)
    if options.aggregate == "corpus":  # what a metric does without
        options = changed(options, aggregate=None)
    require_consistent(options)
    check_plots(
        options,
        "scatter",
        {
            "sweeps": sweeps(options),
            "tests": options.tests,
            "windows": options.windows is not None,
            "is_sentence": options.level == "sentence",
        },
    )
    cards = [card for path in options.cards for card in read_cards(path)]
    require_different_names(cards, options.cards[-1])
    with progress_bar(options, None, "sentences") as progress:
        wanted = options_of(options, progress)
        found = list(judge(cards, metrics, wanted))
    for one in found:
        warn(one.warnings, quiet=options.quiet, strict=options.strict)
        note(one.notes, quiet=options.quiet)
    if options.like:
        line = f"--like {options.like}: ties of a metric count by the order of systems"
        warn([line], quiet=options.quiet, strict=options.strict)
    if options.cite:
        sys.stdout.write(cited_judgments(found, options))
        return 0
    content = document(found, parameters_of(options), signature(found, options))
    is_terminal = sys.stdout.isatty()
    shown = text(
        content,
        format_of(options),
        layout=options.layout,
        has_signature=options.signature,
        is_terminal=is_terminal,
    )
    write_plots(content, options)
    sys.stdout.write(shown)
    return 0


def understood(words: Sequence[str] | None) -> list[Wanted] | None:
    """Return metrics. Raises: UsageError for what is none."""
    from fastgec.meta.metrics import wanted

    try:
        return None if words is None else wanted(words)
    except ValueError as error:
        raise UsageError(str(error)) from None


def require_consistent(options: argparse.Namespace) -> None:
    """Raise UsageError for options that contradict one another."""
    is_sentence = options.level == "sentence"
    for name, found in (
        ("--expanded", options.expanded),
        ("--like", options.like),
        ("--group", options.group),
    ):
        if found and not is_sentence:
            raise UsageError(f"{name} requires --level sentence")
    if options.like and options.expanded:
        raise UsageError("--like and --expanded are mutually exclusive")
    if options.holm and not options.tests:
        raise UsageError("--holm requires --tests")
    if options.betas is not None and SWEEP in options.betas:
        if len(options.betas) > 1:
            raise UsageError("--beta sweep and a number are mutually exclusive")
        if is_sentence or options.aggregate:
            raise UsageError("--beta sweep and scores of sentences are mutually exclusive")
    if options.layout == "paper" and options.format != "latex":
        raise UsageError("--layout paper requires -f latex")
    if options.grid is not None and not sweeps(options):
        raise UsageError("--grid requires a sweep of betas")
    for name, found in (("--ci", options.ci), ("--soft", options.soft)):
        if options.aggregate and found is not None:
            raise UsageError(f"{name} and --aggregate are mutually exclusive")
    if options.human_by_fold and not (sweeps(options) and options.folds):
        raise UsageError("--human-by-fold requires a sweep of betas by folds")


def options_of(options: argparse.Namespace, progress: Any = None) -> Options:
    """Return what options say. Raises: UsageError for what is out of range."""
    from dataclasses import fields

    from fastgec.meta.evaluation import Options
    from fastgec.meta.sweeping import DEFAULT_GRID, Grid

    try:
        betas = DEFAULT_GRID if options.grid is None else Grid.read(options.grid)
    except ValueError as error:
        raise UsageError(f"--grid: {error}") from None
    given = {
        "grid": betas,
        "betas": None if options.betas in (None, [SWEEP]) else tuple(options.betas),
        "resamples": options.ci,
        "kinds": tuple(dict.fromkeys((options.resample, "both"))),
        "progress": progress,
    }
    names = [one.name for one in fields(Options) if hasattr(options, one.name)]
    return Options(**({name: getattr(options, name) for name in names} | given))
