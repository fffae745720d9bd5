"""What both commands of weights read: files of a system and of the gold, and whose edits."""

from __future__ import annotations

import argparse
from typing import Any

from fastgec.cli import UsageError
from fastgec.cli.declare import add_fields, given_of, made_of
from fastgec.metrics.door import metric_named
from fastgec.metrics.fields import tacit_of

BY = ("m2", "errant")


def add_edits(parser: argparse.ArgumentParser) -> None:
    """Declare whose edits are meant, and what they depend on."""
    parser.add_argument(
        "--by",
        choices=BY,
        default=BY[0],
        help="whose edits: MaxMatch's of texts, or those of M2 files on both sides (default: m2)",
    )
    for name, title in zip(BY, ("MaxMatch", "ERRANT, with --by errant"), strict=True):
        group = parser.add_argument_group(title)
        parameters = metric_named(name).parameters
        add_fields(group, parameters, without=tuple(tacit_of(parameters)), is_absent=True)


def parameters_of(options: argparse.Namespace) -> Any:
    """Return what edits depend on. Raises: UsageError for options of the other metric."""
    (other,) = set(BY) - {options.by}
    others = metric_named(other).parameters
    tacit = tacit_of(others)  # which have no option here
    given = {name: flag for name, flag in given_of(others, options).items() if name not in tacit}
    if given:
        spelling = next(iter(given.values()))
        raise UsageError(f"{spelling} found with --by {options.by}, expected --by {other}")
    parameters = made_of(metric_named(options.by).parameters, options)
    if options.by == "errant" and parameters.mode not in ("cs", "cse"):
        raise UsageError(f"--mode {parameters.mode} found, expected cs or cse: edits with a text")
    return parameters
