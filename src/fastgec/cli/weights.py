"""`fastgec weights`: edits that a model gives weights to, and scores by these weights."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import chain

from fastgec.cli import UsageError
from fastgec.cli import options as shared
from fastgec.cli.command import MetricCommand
from fastgec.cli.outputs import add_cite_methods, cited_methods
from fastgec.cli.parser import HelpSection
from fastgec.metrics.declarations import Declaration, declaration_by, declaration_of

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.metrics.base import AnyMetric
    from fastgec.metrics.declarations import Options
    from fastgec.show.scores import Result
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Run

HELP, EDITS, SCORE = (HelpSection(f"weights{name}") for name in ("", " edits", " score"))
# Name of the command and of its module: a line of help.
COMMANDS: dict[str, str] = {
    "edits": "each edit with its sentence, and with the sentence that it alone makes",
    "score": "precision, recall, F of sums of weights",
}
METHODS = ("weights",)
SLACK = 1e-9  # sums of the same weights in another order differ by less
BY = ("m2", "errant")


class EditsCommand:
    """`fastgec weights edits`: a line of JSON for each edit that can have a weight."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument("system", metavar="SYSTEM", help="an output, one sentence a line")
        parser.add_argument(
            "gold", metavar="GOLD.m2", help="gold in M2 format ('-': standard input)"
        )
        parser.add_argument("-o", "--out", metavar="FILE", help="edits, to FILE")
        add_edits(parser)
        add_cite_methods(parser, METHODS, ("m2", "errant"))
        output = parser.add_argument_group("output")
        output.add_argument("-q", "--quiet", action="store_true", help="no warnings")
        output.add_argument("--strict", action="store_true", help=EDITS)
        output.add_argument("-j", "--jobs", type=shared.positive, metavar="N", help=EDITS)

    def run(self, options: argparse.Namespace) -> int:
        """Find edits, then write them all."""
        from fastgec import show
        from fastgec.diagnostics.inputs import Diagnostics
        from fastgec.machine import require_place
        from fastgec.metrics.base import Reading, found_by
        from fastgec.metrics.m2.metric import METRIC as M2_METRIC
        from fastgec.spill import TextSpill
        from fastgec.weights import found_parts
        from fastgec.weights.table import edit_rows

        parameters = parameters_of(options)
        if options.cite:
            sys.stdout.write(cited_methods(METHODS, (options.by,)))
            return 0
        files = [options.system, options.gold]
        shared.check_inputs(files)
        if options.out is not None:
            if any(shared.is_same_file(options.out, path) for path in files):
                raise UsageError(f"-o {options.out} is also an input")
            require_place(options.out)
        diagnostics = Diagnostics(1)
        reading = Reading(jobs=options.jobs, diagnostics=diagnostics)
        if options.by == "m2":
            summary = M2_METRIC.summarize(options.gold, parameters, has_fingerprint=False)
            reading = reading._replace(summary=summary)
        parts, metric, _ = found_parts(
            *(options.system, options.gold, parameters, reading),
            by=options.by,
            per_annotator=options.per_annotator,
        )
        beside = None if options.out == "-" else options.out
        with TextSpill(beside) as of_system, TextSpill(beside) as of_gold:
            for part in parts:
                of_system.add(map(show.line, edit_rows("system", part.proposed)))
                of_gold.add(map(show.line, edit_rows("gold", part.gold)))
            lines = [*(reading.summary.warnings if reading.summary is not None else ())]
            lines += found_by(diagnostics, metric, options.gold, parameters).input_warnings
            shared.warn(lines, quiet=options.quiet, strict=options.strict)
            shared.write_out(options.out, chain(of_system.texts(), of_gold.texts()))
        return 0


class ScoreCommand(MetricCommand):
    """Finds the edits of each system again, gives them their weights, and scores."""

    def __init__(self) -> None:
        super().__init__("weights")
        self._parameters: Any = None
        self._metric: AnyMetric | None = None

    @property
    def metric(self) -> AnyMetric:
        """The metric of sums of weights."""
        assert self._metric is not None
        return self._metric

    @property
    def declaration(self) -> Declaration:
        """What options need to know: they are MaxMatch's until it is known whose sums there are."""
        return declaration_by(self._metric) if self._metric else declaration_of("m2")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument("files", metavar="SYSTEM ... GOLD", nargs="+", help=SCORE)
        parser.add_argument("--weights", metavar="FILE", nargs="+", required=True, help=SCORE)
        add_edits(parser)
        parser.add_argument("--counts-out", metavar="FILE", help=SCORE)
        shared.add_fields(parser, self.declaration.scoring)
        self.add_output(parser)
        parser.set_defaults(retokenize=False, sentence_range=None, name_of_weights="")

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return the options of the sums."""
        return self._parameters

    def run(self, options: argparse.Namespace) -> int:
        """Weigh, score, then print: nothing is printed before every system is done."""
        *systems, path = options.files
        if not systems:
            raise UsageError(f"one file ({path}): expected SYSTEM and GOLD")
        parameters = parameters_of(options)
        paths = [*options.files, *options.weights]
        shared.check_inputs(paths, self.outputs(options))
        self._metric, gold, self._parameters, tables = weighed(
            *(systems, options.weights, path), options.by, parameters, options
        )
        self.check(options)
        return self.score(systems, tables, gold, options)

    def results(self, done: Run, options: argparse.Namespace) -> tuple[Plan | None, list[Result]]:
        """Return results, and warn where weights make a recall above 1."""
        plan, results = super().results(done, options)
        lines = [
            f"{one.system}: recall is {score.recall:.4f}, expected 1 at most: an edit and the gold "
            "edit that it makes weigh the same"
            for one in results
            for score in one.scores
            if score.recall > 1 + SLACK
        ]
        shared.warn(lines, quiet=options.quiet, strict=options.strict)
        return plan, results


def command_of_sums(name: str) -> ScoreCommand | None:
    """Return the command that scores sums of weights which were written; None of other counts."""
    from fastgec import weights

    for metric in (weights.M2, weights.ERRANT):
        if metric.name == name:
            command = ScoreCommand()
            command._metric = metric
            return command
    return None


def add_edits(parser: argparse.ArgumentParser) -> None:
    """Declare whose edits are meant, and what they depend on."""
    parser.add_argument("--by", choices=BY, default=BY[0], help=HELP)
    add_per_annotator(parser)
    for name, title in zip(BY, ("MaxMatch", "ERRANT, with --by errant"), strict=True):
        group = parser.add_argument_group(title)
        parameters = declaration_of(name).parameters
        shared.add_fields(group, parameters, without=_tacit(parameters), is_absent=True)


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
            raise UsageError("--per-annotator requires --weights")
        return
    if metric.name not in BY:
        raise UsageError(f"--weights requires --metric {' or '.join(BY)}, not {metric.name}")
    if options.retokenize:
        raise UsageError("--retokenize and --weights are mutually exclusive")
    parameters = declaration_of(metric.name).parameters
    given = shared.given_of(parameters, options)
    tacit = {given[name]: True for name in _tacit(parameters) if name in given}
    shared.refuse_all("{} and --weights are mutually exclusive", tacit)
    if metric.name == "errant":
        _require_text(shared.made_of(metric.parameters, options))


def _require_text(parameters: Any) -> None:
    if parameters.mode not in ("cs", "cse"):
        raise UsageError(f"--mode {parameters.mode}: expected cs or cse")


def parameters_of(options: argparse.Namespace) -> Any:
    """Return the options of the edits. Raises: UsageError for options of the other metric."""
    from fastgec.metrics.base import metric_named

    (other,) = set(BY) - {options.by}
    others = declaration_of(other).parameters
    for name, flag in shared.given_of(others, options).items():
        if name not in _tacit(others):  # which have no option here
            raise UsageError(f"{flag} requires --by {other}")
    parameters = shared.made_of(metric_named(options.by).parameters, options)
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
        parameters: options of the edits.
        options: how warnings are given, threads, and `per_annotator`.

    Returns:
        Metric, gold and parameters of sums of weights, and the sums of each system.

    Raises:
        FormatError: files that do not fit.
        UsageError: not a file of weights for each system.
    """
    from dataclasses import replace

    from fastgec import weights
    from fastgec.read import FormatError, counted
    from fastgec.read.coders import Annotations
    from fastgec.read.gold import Gold
    from fastgec.weights.table import contradictions, counts_of, fingerprint_of, read_weights, voids

    if len(files) != len(systems):
        found, expected = len(files), len(systems)
        raise UsageError(
            f"--weights: {counted(found, 'file')}, expected {expected}, one for each system"
        )
    gold: Any = Gold.read(path) if by == "m2" else Annotations.read(path)
    read, prints = [], []
    remarks: list[str] = []
    for system, file in zip(systems, files, strict=True):
        edits, input_warnings = weights.found_edits(
            *(system, gold, parameters),
            by=by,
            per_annotator=options.per_annotator,
            jobs=options.jobs,
        )
        remarks += input_warnings
        values = read_weights(file, edits)
        prints.append(fingerprint_of(values))
        try:
            counts = counts_of(edits, values)
        except ValueError as error:
            raise FormatError(file, None, str(error)) from None
        lines = [*contradictions(edits, counts.table), *voids(edits, counts.table)]
        remarks += [f"{file}: {line}" for line in lines]
        read.append(counts)
    shared.warn(remarks, quiet=options.quiet, strict=options.strict)
    name = "+".join(prints)
    tables = [replace(one, parameters={**one.parameters, "weights": name}) for one in read]
    metric: Any = weights.M2 if by == "m2" else weights.ERRANT
    return metric, gold, metric.parameters(**tables[0].parameters), tables


def command(name: str) -> Any:
    """Return a new command of the group."""
    return EditsCommand() if name == "edits" else ScoreCommand()
