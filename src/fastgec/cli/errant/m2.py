"""`fastgec errant m2`: what `errant_m2` writes, the edits of an M2 file with types of ERRANT."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable

from fastgec.cli import UsageError
from fastgec.cli.cite import add_cite_methods, cited_methods
from fastgec.cli.errant.analysis import (
    add_alignment,
    add_analysis,
    add_out,
    add_spelled,
    alignment_of,
    check_files,
    run_annotation,
)
from fastgec.cli.helptext import HelpSection

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from fastgec.annotation.analyses import Analyser

HELP = HelpSection("errant m2")

METRICS = ("errant",)  # whose edits these are


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("m2", metavar="IN.m2", help="M2 file ('-': standard input)")
    which = parser.add_mutually_exclusive_group(required=True)
    add_spelled(which, ["-auto"], ["--auto"], action="store_true", help="make the edits anew")
    add_spelled(which, ["-gold"], ["--gold"], action="store_true", help="keep the edits")
    add_out(parser)
    add_spelled(parser, ["-no_min"], ["--no-min"], action="store_true", help=HELP)
    add_spelled(parser, ["-old_cats"], ["--old-cats"], action="store_true", help=HELP)
    add_alignment(parser)
    add_analysis(parser)
    add_cite_methods(parser, (), METRICS)


def run(options: argparse.Namespace) -> int:
    """Annotate, then write."""
    from fastgec.annotation.m2 import annotate_auto, annotate_gold
    from fastgec.annotation.parallel import Text

    if options.gold and options.lev:
        raise UsageError("-lev found with -gold, expected -auto: edits of people are not aligned")
    if options.gold and options.merge != "rules":
        raise UsageError("-merge found with -gold, expected -auto: edits of people are not merged")
    if options.cite:
        sys.stdout.write(cited_methods((), METRICS))
        return 0
    check_files(options, [options.m2])
    text = Text.read(options.m2)

    def annotate(
        analyser: Analyser, progress: Callable[[int], None] | None, warnings: list[str]
    ) -> Iterable[str]:
        if options.gold:
            return annotate_gold(
                text,
                analyser,
                minimises=not options.no_min,
                keeps_types=options.old_cats,
                warnings=warnings,
                progress=progress,
            )
        return annotate_auto(
            text,
            analyser,
            alignment_of(options),
            keeps_types=options.old_cats,
            warnings=warnings,
            progress=progress,
        )

    return run_annotation(options, annotate)
