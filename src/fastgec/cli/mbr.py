"""`fastgec mbr`: for each source the candidate that agrees most with the others."""

from __future__ import annotations

import argparse
import sys

from fastgec.cli.candidates import Session, add_candidates, cited_candidates
from fastgec.cli.cite import add_cite_methods
from fastgec.cli.helptext import HelpSection

HELP = HelpSection("mbr")

METHODS = ("mbr",)
MOST_TOLD = 12  # candidates; of more, only how many were taken at all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--metric", default="m2", metavar="METRIC", help=HELP)
    add_candidates(parser)
    add_cite_methods(parser, METHODS, ("m2",))


def run(options: argparse.Namespace) -> int:
    """Choose, then write: nothing is written before all is known."""
    import numpy as np

    from fastgec.cli import UsageError
    from fastgec.combine.mbr import agreed_blocks, matrices_of, metric_of
    from fastgec.corpus.errors import counted

    try:
        metric = metric_of(options.metric)
        matrices = matrices_of(metric)
    except ValueError as error:
        raise UsageError(f"--metric: {error}") from None
    if options.cite:
        sys.stdout.write(cited_candidates(METHODS, (metric.metric.name,), options))
        return 0
    session = Session(options, "mbr")
    parts = session.finish(lambda candidates: agreed_blocks(candidates, matrices))
    picked = np.concatenate([part.picked for part in parts])
    times = np.bincount(picked, minlength=session.candidates.n_candidates).tolist()
    text = ", ".join(f"{n} of {name}" for name, n in zip(session.names, times, strict=True))
    if len(times) > MOST_TOLD:
        text = f"of {sum(map(bool, times))} of {len(times)} candidates"
    session.tell(f"{counted(len(picked), 'sentence')}: {text}")
    return 0
