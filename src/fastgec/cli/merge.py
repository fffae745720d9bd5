"""`fastgec merge`: join parts of a corpus that were counted apart, and score the whole."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from typing import Any

from fastgec.cli import UsageError
from fastgec.cli.options import PART_SUFFIX, check_inputs
from fastgec.corpus.files import FormatError
from fastgec.metrics.m2_count import Parameters
from fastgec.parts import Part, joined, metric_of
from fastgec.selection import OPERANDS

# Each has add_scoring(parser), the options of scoring, and merge(part, options), which scores.
METRICS = ("m2", "green", "gleu")
# Facts and parameters that are in the header of a part of each.
HEADERS = {
    "m2": ({"annotators"}, set(Parameters.__slots__)),
    "green": ({"references"}, {"order", "unit"}),
    "gleu": ({"references"}, {"order", "unit", "variant"}),
}


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
    _require_known(part, options.parts[0])
    status: int = options.metric.merge(part, options)
    return status


def _module(path: str) -> Any:
    metric = metric_of(path)
    if metric not in METRICS:
        raise FormatError(path, None, f"counts of {metric!r}, expected {' or '.join(METRICS)}")
    return importlib.import_module(f"fastgec.cli.{metric}")


def _require_known(part: Part, path: str) -> None:
    """Raise FormatError unless the header says what counts of its metric have.

    It does not in a part of another version, or in one that was not written by us.
    """
    metric, parameters = part.counts[0].metric, part.counts[0].parameters
    order = parameters.get("order", 0)
    order = order if isinstance(order, int) else 0
    width = {"m2": len(OPERANDS), "green": 7 * order, "gleu": 2 + 2 * order}[metric]
    facts, names = HEADERS[metric]
    if not (
        set(part.facts) == facts
        and set(parameters) == names
        and len(part.counts[0].columns) == width
    ):
        raise FormatError(path, None, f"parameters or facts that counts of {metric} do not have")
