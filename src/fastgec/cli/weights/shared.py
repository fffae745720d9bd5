"""What commands of weights read: files of systems and of the gold, whose edits, and weights."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from fastgec.cli import UsageError
from fastgec.cli.declare import add_fields, given_of, made_of
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import warn
from fastgec.metrics.declarations import Declaration, declaration_of

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.metrics.base import AnyMetric
    from fastgec.metrics.declarations import Options

HELP = HelpSection("weights")

BY = ("m2", "errant")


def add_edits(parser: argparse.ArgumentParser) -> None:
    """Declare whose edits are meant, and what they depend on."""
    parser.add_argument("--by", choices=BY, default=BY[0], help=HELP)
    add_per_annotator(parser)
    for name, title in zip(BY, ("MaxMatch", "ERRANT, with --by errant"), strict=True):
        group = parser.add_argument_group(title)
        parameters = declaration_of(name).parameters
        add_fields(group, parameters, without=_tacit(parameters), is_absent=True)


def _tacit(parameters: Options) -> tuple[str, ...]:
    """Return the parameters that cannot be chosen where edits have weights."""
    return tuple(name for name, (_, option) in parameters.items() if option.tacit)


def add_per_annotator(parser: Any) -> None:
    """Declare that weights depend on the annotator, too."""
    parser.add_argument("--per-annotator", action="store_true", help=HELP)


def add_weights(parser: argparse.ArgumentParser, metrics: Sequence[Declaration]) -> None:
    """Declare files of weights, for commands that have them beside the options of metrics."""
    parser.set_defaults(weight_files=None, per_annotator=False)
    if any("weights" in metric.parameters for metric in metrics):
        return  # `--weights` is the metric's own
    group = parser.add_argument_group("weights")
    group.add_argument("--weights", dest="weight_files", metavar="FILE", nargs="+", help=HELP)
    add_per_annotator(group)


def require_weighable(metric: AnyMetric, options: argparse.Namespace) -> None:
    """Refuse what cannot be weighed, or is of weights alone. Raises: UsageError."""
    if options.weight_files is None:
        if options.per_annotator:
            raise UsageError("--per-annotator found, expected --weights with it")
        return
    if metric.name not in BY:
        raise UsageError(f"--weights found with {metric.name}, expected one of {', '.join(BY)}")
    if options.retokenize:
        raise UsageError("--retokenize found with --weights, expected the text that was weighed")
    parameters = declaration_of(metric.name).parameters
    given = given_of(parameters, options)
    for name in _tacit(parameters):
        if name in given:
            raise UsageError(f"{given[name]} found with --weights, which are of corrections")
    if metric.name == "errant":
        _require_text(made_of(metric.parameters, options))


def _require_text(parameters: Any) -> None:
    if parameters.mode not in ("cs", "cse"):
        raise UsageError(f"--mode {parameters.mode} found, expected cs or cse: edits with a text")


def parameters_of(options: argparse.Namespace) -> Any:
    """Return what edits depend on. Raises: UsageError for options of the other metric."""
    from fastgec.metrics.base import metric_named

    (other,) = set(BY) - {options.by}
    others = declaration_of(other).parameters
    tacit = _tacit(others)  # which have no option here
    given = {name: flag for name, flag in given_of(others, options).items() if name not in tacit}
    if given:
        spelling = next(iter(given.values()))
        raise UsageError(f"{spelling} found with --by {options.by}, expected --by {other}")
    parameters = made_of(metric_named(options.by).parameters, options)
    if options.by == "errant":
        _require_text(parameters)
    return parameters


def weighed(
    systems: Sequence[str],
    files: Sequence[str],
    path: str,
    by: str,
    parameters: Any,
    options: argparse.Namespace,
) -> tuple[AnyMetric, Any, Any, list[Any]]:
    """Find the edits of systems, give them the weights of files, and warn.

    Args:
        systems: paths.
        files: of weights, one for each system.
        path: of the gold.
        by: "m2" or "errant".
        parameters: what edits depend on.
        options: how warnings are given, threads, and `per_annotator`.

    Returns:
        Metric, gold and parameters of sums of weights, and the sums of each system.

    Raises:
        FormatError: files that do not fit.
        UsageError: not a file of weights for each system.
    """
    from dataclasses import replace

    from fastgec import weights
    from fastgec.corpus.coders import Annotations
    from fastgec.corpus.errors import FormatError
    from fastgec.corpus.gold import Gold
    from fastgec.weights.files import fingerprint_of, read_weights
    from fastgec.weights.table import contradictions, counts_of, voids

    if len(files) != len(systems):
        found, expected = len(files), len(systems)
        raise UsageError(f"--weights of {found} files found, expected one a system: {expected}")
    gold: Any = Gold.read(path) if by == "m2" else Annotations.read(path)
    read, prints = [], []
    remarks: list[str] = []
    for system, file in zip(systems, files, strict=True):
        edits, suspicions = weights.found_edits(
            *(system, gold, parameters),
            by=by,
            per_annotator=options.per_annotator,
            jobs=options.jobs,
        )
        remarks += suspicions
        values = read_weights(file, edits)
        prints.append(fingerprint_of(values))
        try:
            counts = counts_of(edits, values)
        except ValueError as error:
            raise FormatError(file, None, str(error)) from None
        lines = [*contradictions(edits, counts.table), *voids(edits, counts.table)]
        remarks += [f"{file}: {line}" for line in lines]
        read.append(counts)
    warn(remarks, quiet=options.quiet, strict=options.strict)
    name = "+".join(prints)
    tables = [replace(one, parameters={**one.parameters, "weights": name}) for one in read]
    metric: Any = weights.M2 if by == "m2" else weights.ERRANT
    return metric, gold, metric.parameters(**tables[0].parameters), tables
