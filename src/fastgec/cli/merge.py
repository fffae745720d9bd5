"""`fastgec merge`: join parts of a corpus that were counted apart, and score the whole."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from typing import Any

from fastgec.cli import UsageError
from fastgec.cli.options import PART_SUFFIX, check_inputs
from fastgec.corpus.files import FormatError
from fastgec.parts import joined, metric_of

# Each has add_scoring(parser), the options of scoring, and merge(part, options), which scores.
METRICS = ("m2", "green", "gleu")


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Declare the arguments of the command: the options of scoring are those of the parts' metric.

    Parameters: words, the arguments, which name the parts.
    Raises: FormatError if the first part cannot be read; OSError.
    """
    parser.description = (
        "The result of a whole corpus from the counts of its parts (--counts-out): what one run\n"
        "over all sentences would print. The options are those of scoring by the metric of the\n"
        "parts: 'fastgec merge PART.npz --help' shows them."
    )
    parser.usage = "fastgec merge [options] PART.npz [PART.npz ...]"
    parser.epilog = (
        "examples:\n"
        "  fastgec merge part1.npz part2.npz part3.npz\n"
        "  fastgec merge part*.npz -b 0.5 2 -f json --sentences each.jsonl"
    )
    parser.add_argument(
        "parts", metavar="PART", nargs="+", help="counts of some of the sentences, in any order"
    )
    parser.set_defaults(metric=None)
    first = next((word for word in words if word.endswith(PART_SUFFIX)), None)
    if first is not None:
        parser.set_defaults(metric=_module(first))
        _module(first).add_scoring(parser)


def run(options: argparse.Namespace) -> int:
    """Join, score, then print.

    Raises: UsageError if no file is named as a part; FormatError; OSError.
    """
    if options.metric is None:
        raise UsageError(f"{options.parts[0]!r} found, expected a name that ends in {PART_SUFFIX}")
    check_inputs(options.parts, options.sentences)
    part = joined(options.parts)
    status: int = options.metric.merge(part, options)
    return status


def _module(path: str) -> Any:
    metric = metric_of(path)
    if metric not in METRICS:
        raise FormatError(path, None, f"counts of {metric!r}, expected {' or '.join(METRICS)}")
    return importlib.import_module(f"fastgec.cli.{metric}")
