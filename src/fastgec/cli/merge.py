"""`fastgec merge`: join parts of a corpus that were counted apart, and score the whole."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fastgec.choice.running import OPERANDS
from fastgec.cli import UsageError
from fastgec.cli.options import PART_SUFFIX, check_inputs
from fastgec.corpus.errors import FormatError
from fastgec.counts import Counts
from fastgec.metrics import gleu, green
from fastgec.metrics.m2_count import Parameters
from fastgec.ngrams.count import checked_order
from fastgec.parts import Part, joined, metric_of

# Each has add_scoring(parser), the options of scoring, and merge(part, options), which scores.
METRICS = ("m2", "green", "gleu")
# Parameters and facts in the header of a part of each: names, and values of the right type.
NGRAMS: dict[str, Any] = {"order": 4, "unit": "word"}
HEADERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "m2": (Parameters().as_dict(), {"annotators": [0]}),
    "green": (NGRAMS, {"references": 1}),
    "gleu": (NGRAMS | {"variant": "official"}, {"references": 1}),
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
    """Raise FormatError unless the part is one that its metric writes.

    It is not in a part of another version, or in one that was not written by us.
    """
    try:
        for counts in part.counts:
            _check(counts, part.facts)
    except ValueError as error:
        raise FormatError(path, None, str(error)) from None


def _check(counts: Counts, facts: Mapping[str, Any]) -> None:
    """Raise ValueError unless counts and facts are as their metric has them."""
    metric = counts.metric
    known_parameters, known_facts = HEADERS[metric]
    if not (_alike(counts.parameters, known_parameters) and _alike(facts, known_facts)):
        raise ValueError(f"parameters or facts that counts of {metric} do not have")
    if counts.columns != _columns(metric, counts.parameters):
        raise ValueError(f"columns that counts of {metric} do not have")
    if metric == "m2":
        is_start = np.zeros(counts.n_rows, bool)
        is_start[counts.offsets[:-1]] = True
        # A sentence without any line has a row of annotator 0.
        is_known = (
            np.isin(counts.labels, [0, *facts["annotators"]]).all()
            and (is_start[1:] | (np.diff(counts.labels) > 0)).all()
        )
    else:
        n_references = facts["references"]
        is_known = (np.diff(counts.offsets) == n_references).all() and (
            counts.labels.reshape(-1, n_references) == np.arange(n_references)
        ).all()
    if not is_known:
        raise ValueError(f"rows that counts of {metric} do not have")
    # By the formula of 2016 more n-grams can be taken off than there are matches.
    signed = "numerator" if counts.parameters.get("variant") == "equation" else "none"
    for name, column in zip(counts.columns, counts.table.T, strict=True):
        if column.min() < 0 and not name.startswith(signed):
            raise ValueError(f"a count below 0 found in {name}")


def _alike(found: Mapping[str, Any], example: Mapping[str, Any]) -> bool:
    """Say whether the names are those of the example, and the types of the values, too."""
    if set(found) != set(example) or any(type(found[n]) is not type(example[n]) for n in example):
        return False
    lists = (found[name] for name in example if isinstance(example[name], list))
    return all(values and all(type(value) is int for value in values) for values in lists)


def _columns(metric: str, parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the columns of counts with these parameters.

    Raises: ValueError for parameters out of range.
    """
    if metric == "m2":
        Parameters(**parameters)
        return OPERANDS
    checked_order(parameters["order"], parameters["unit"])
    if metric == "green":
        return green.columns_of(parameters["order"])
    if parameters["variant"] not in gleu.VARIANTS:
        raise ValueError(f"variant {parameters['variant']!r} found, expected one that there is")
    return gleu.columns_of(parameters["order"])
