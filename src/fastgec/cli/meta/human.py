"""`fastgec meta human`: human scores of systems, from rankings, ratings or published scores."""

from __future__ import annotations

import argparse
import sys

from fastgec.cli import UsageError
from fastgec.cli.cite import add_cite_methods, cited_methods
from fastgec.cli.options import add_seed, add_shared, check_inputs, progress_bar, warn
from fastgec.cli.outputs import format_of
from fastgec.cli.readers import natural, resamples
from fastgec.show import TABLE_FORMATS

RANKINGS = ("wins", "ranges", "trueskill")
RATINGS, OF_RATINGS = ("green",), ("gmeg",)  # expected wins of ratings; means of ratings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="files, which are joined")
    human = parser.add_argument_group("judgments")
    human.add_argument(
        "--kind",
        choices=("rankings", "segments", "scores"),
        help="kind of the files (default: .xml rankings, .csv segments, else scores)",
    )
    human.add_argument(
        "--base",
        type=int,
        choices=(0, 1),
        help="rankings: src-id of the first sentence (default: 0; no effect on scores)",
    )
    human.add_argument(
        "--annotators",
        nargs="+",
        metavar="NAME",
        help="rankings: only these, after the files (default: all but admin)",
    )
    human.add_argument(
        "--by-annotator",
        action="store_true",
        help="rankings: a row and agreement for each annotator",
    )
    draws = parser.add_argument_group("draws")
    draws.add_argument(
        "--runs",
        type=natural,
        default=1000,
        metavar="R",
        help="runs of TrueSkill, 0 for none (default: 1000)",
    )
    draws.add_argument(
        "--resamples",
        type=resamples,
        default=1000,
        metavar="N",
        help="resamples for rank ranges (default: 1000)",
    )
    add_seed(draws)
    add_shared(parser, TABLE_FORMATS, has_sentences=False)
    add_cite_methods(parser, RANKINGS, RATINGS, data=OF_RATINGS)


def run(options: argparse.Namespace) -> int:
    """Read, score, then print."""
    from fastgec.machine.memory import LimitError
    from fastgec.meta.standings import standings
    from fastgec.parameters import MAX_RESAMPLES
    from fastgec.read.errors import FormatError
    from fastgec.show import meta_human as report

    check_inputs(options.files, None)
    if options.runs > MAX_RESAMPLES:
        raise UsageError(f"--runs {options.runs}: expected 0 to {MAX_RESAMPLES}")
    runs = 0 if options.by_annotator and options.format != "json" else options.runs
    try:
        with progress_bar(options, runs, "runs of TrueSkill") as progress:
            found = standings(
                options.files,
                kind=options.kind,
                base=options.base or 0,
                annotators=options.annotators or (),
                runs=runs,
                resamples=options.resamples,
                seed=options.seed,
                jobs=options.jobs,
                progress=progress,
            )
    except (FormatError, LimitError):
        raise
    except ValueError as error:  # options that do not fit the files
        raise UsageError(str(error)) from None
    if options.by_annotator and found.kind != "rankings":
        raise UsageError(f"--by-annotator requires rankings, not {found.kind}")
    warn(found.warnings, quiet=options.quiet, strict=options.strict)
    if options.cite:
        sys.stdout.write(_cited(found.kind, has_runs=runs > 0))
        return 0
    is_terminal = sys.stdout.isatty()
    kind = format_of(options)
    sys.stdout.write(
        report.text(found, kind, by_annotator=options.by_annotator, is_terminal=is_terminal)
    )
    return 0


def _cited(kind: str, *, has_runs: bool) -> str:
    """Return BibTeX of what made scores of judgments of a kind."""
    if kind == "rankings":
        return cited_methods([one for one in RANKINGS if has_runs or one != "trueskill"])
    if kind == "segments":
        return cited_methods(("wins", "ranges"), RATINGS, data=OF_RATINGS)
    return cited_methods(())
