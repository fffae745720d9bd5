"""`fastgec merge`: join parts of a corpus that were counted apart, and score the whole."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand, command_of
from fastgec.cli.options import PART_SUFFIX, check_inputs, warn
from fastgec.cli.parser import HelpSection
from fastgec.metrics import METRICS
from fastgec.read import FormatError

HELP = HelpSection("merge")


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str] | None) -> None:
    """Declare the arguments of the command: the options of scoring are those of the parts' metric.

    Parameters: words, the arguments, which name the parts (None: the options of all metrics).
    Raises: FormatError if the first part cannot be read; OSError.
    """
    parser.add_argument("parts", metavar="PART", nargs="+", help=HELP)
    parser.set_defaults(command=None)
    if words is None:
        for name in METRICS:
            command_of(name).add_scoring(parser)
        return
    first = next((word for word in words if word.endswith(PART_SUFFIX)), None)
    if first is not None:
        command = _command(first)
        parser.set_defaults(command=command)
        command.add_scoring(parser)


def run(options: argparse.Namespace) -> int:
    """Join, score, then print.

    Raises: UsageError if no file is named as a part; FormatError; OSError.
    """
    from fastgec.study.parts import joined

    if options.command is None:
        raise UsageError(f"{options.parts[0]!r}: expected a name that ends in {PART_SUFFIX}")
    check_inputs(options.parts, {"--sentences": options.sentences})
    command: MetricCommand = options.command
    part = joined(options.parts, command.metric)
    warn(part.warnings, quiet=options.quiet, strict=options.strict)
    return command.merge(part, options)


def _command(path: str) -> MetricCommand:
    from fastgec.cli.weights import command_of_sums
    from fastgec.study.parts import metric_of

    metric = metric_of(path)
    if metric.startswith("weighted-") and (sums := command_of_sums(metric)) is not None:
        return sums
    if metric not in METRICS:
        raise FormatError(path, None, f"counts of {metric!r}: expected {' or '.join(METRICS)}")
    return command_of(metric)
