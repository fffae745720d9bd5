"""`fastgec weights score`: scores of systems whose edits have weights."""

from __future__ import annotations

import argparse

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import check_inputs, warn
from fastgec.cli.weights.shared import add_edits, parameters_of, weighed
from fastgec.metrics.declarations import Declaration, declaration_by, declaration_of

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.metrics.base import AnyMetric
    from fastgec.report.scores import Result
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Run

HELP = HelpSection("weights score")

SLACK = 1e-9  # sums of the same weights in another order differ by less


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
        parser.add_argument("files", metavar="SYSTEM ... GOLD", nargs="+", help=HELP)
        parser.add_argument("--weights", metavar="FILE", nargs="+", required=True, help=HELP)
        add_edits(parser)
        parser.add_argument("--counts-out", metavar="FILE", help=HELP)
        add_fields(parser, self.declaration.scoring)
        self.add_output(parser)
        parser.set_defaults(retokenize=False, sentence_range=None, name_of_weights="")

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return what sums depend on."""
        return self._parameters

    def run(self, options: argparse.Namespace) -> int:
        """Weigh, score, then print: nothing is printed before every system is done."""
        *systems, path = options.files
        if not systems:
            raise UsageError(f"one file found ({path}), expected SYSTEM and GOLD")
        parameters = parameters_of(options)
        paths = [*options.files, *options.weights]
        check_inputs(paths, options.sentences, counts_out=options.counts_out)
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
        warn(lines, quiet=options.quiet, strict=options.strict)
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    ScoreCommand().add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Weigh, score, then print: a new command, which learns what it scores."""
    return ScoreCommand().run(options)
