"""`fastgec errant parallel`: what `errant_parallel` writes, a source and its corrections to M2."""

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

HELP = HelpSection("errant parallel")

METRICS = ("errant",)  # whose edits these are


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    add_spelled(parser, ["-orig"], ["--orig"], metavar="SOURCE", help="a sentence a line")
    add_spelled(parser, ["-cor"], ["--cor"], metavar="CORRECTED", nargs="+", help=HELP)
    add_out(parser)
    add_spelled(parser, ["-tok"], ["--tok"], action="store_true", help=HELP)

    add_alignment(parser)
    add_analysis(parser)
    add_cite_methods(parser, (), METRICS)


def run(options: argparse.Namespace) -> int:
    """Annotate, then write."""
    from fastgec.annotation.parallel import Text, annotate_texts
    from fastgec.metrics.errant.texts import coders_misfits

    if not (options.orig and options.cor):
        raise UsageError("expected -orig SOURCE and -cor CORRECTED")
    if options.cite:
        sys.stdout.write(cited_methods((), METRICS))
        return 0
    check_files(options, [options.orig, *options.cor])
    source, *corrected = [Text.read(path) for path in (options.orig, *options.cor)]

    def annotate(
        analyser: Analyser, progress: Callable[[int], None] | None, warnings: list[str]
    ) -> Iterable[str]:
        blocks = annotate_texts(
            source, corrected, analyser, alignment_of(options), progress=progress
        )
        warnings += [
            f"{source.name}:{number}: empty line: left out of the M2, so that blocks after it "
            "stand one sentence earlier"
            for number, line in enumerate(source.lines, 1)
            if not line
        ]
        warnings += coders_misfits(source, corrected)
        return blocks

    return run_annotation(options, annotate)
