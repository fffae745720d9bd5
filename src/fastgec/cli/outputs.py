"""Outputs that are raw text, on the command line of every metric."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastgec.corpus.errors import visible

if TYPE_CHECKING:  # few runs need it
    from fastgec.convert.retokenize import Projection


def add_retokenize(parser: argparse.ArgumentParser) -> None:
    """Add the option for outputs that are raw text."""
    parser.add_argument(
        "--retokenize",
        action="store_true",
        help="outputs are raw text: first cut them into tokens as the source is cut",
    )


def projection_of(options: argparse.Namespace) -> Projection | None:
    """Return what cuts raw text into tokens, if that is wanted."""
    if not options.retokenize:
        return None
    from fastgec.convert.retokenize import Projection

    return Projection()


def tell_changes(projection: Projection | None, names: Sequence[str], *, quiet: bool) -> None:
    """Print to stderr what was done to the output of each system."""
    if projection is not None and not quiet:
        for name, changes in zip(names, projection.changes, strict=True):
            print(f"retokenized {visible(name)}: {changes}", file=sys.stderr)
