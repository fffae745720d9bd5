"""`fastgec vote`: each source with the edits that enough of its candidates make."""

from __future__ import annotations

import argparse
import sys

from fastgec.cli.candidates import Session, add_candidates, cited_candidates
from fastgec.cli.cite import add_cite_methods
from fastgec.cli.helptext import HelpSection

HELP = HelpSection("vote")

METHODS = ("vote",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--threshold", metavar="T", help=HELP)
    parser.add_argument("--weights", metavar="W", nargs="+", help=HELP)
    add_candidates(parser)
    add_cite_methods(parser, METHODS)


def run(options: argparse.Namespace) -> int:
    """Vote, then write: nothing is written before all is known."""
    from fastgec.cli import UsageError
    from fastgec.combine.threshold import rule_of
    from fastgec.combine.votes import Tally, elected_blocks

    n_candidates = options.samples or len(options.candidates)
    try:
        rule = rule_of(n_candidates, options.threshold, options.weights)
    except ValueError as error:
        raise UsageError(f"{error}") from None
    if options.cite:
        sys.stdout.write(cited_candidates(METHODS, (), options))
        return 0
    session = Session(options, "vote")
    tally = Tally()
    for part in session.finish(lambda candidates: elected_blocks(candidates, rule)):
        tally = tally.plus(part.tally)
    session.tell(f"{rule}; {tally}")
    return 0
