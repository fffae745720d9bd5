"""What both commands of weights read: files of a system and of the gold, and whose edits."""

from __future__ import annotations

import argparse
from typing import Any

from fastgec.cli import UsageError
from fastgec.cli.declare import add_fields, given_of, made_of
from fastgec.metrics.door import metric_named

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
        add_fields(group, metric_named(name).parameters, is_absent=True)


def parameters_of(options: argparse.Namespace) -> Any:
    """Return what edits depend on. Raises: UsageError for options of the other metric."""
    (other,) = set(BY) - {options.by}
    given = given_of(metric_named(other).parameters, options)
    if given:
        spelling = next(iter(given.values()))
        raise UsageError(f"{spelling} found with --by {options.by}, expected --by {other}")
    parameters = made_of(metric_named(options.by).parameters, options)
    if options.by == "errant" and parameters.mode not in ("cs", "cse"):
        raise UsageError(f"--mode {parameters.mode} found, expected cs or cse: edits with a text")
    return parameters
