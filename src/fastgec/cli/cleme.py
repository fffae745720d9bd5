"""`fastgec cleme`, with --cleme2 CLEME2.0: edits against edits, M2 files both, in chunks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields, given_of
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import add_partial

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.cli.observing import Observing
    from fastgec.metrics.cleme.metric import MeanTally
    from fastgec.show.scores import Result
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Observer, Run

FILES = "system M2 files of one coder, then gold ('-': stdin)"
KEPT = "Resamples keep the length weights of the whole corpus."


class ChunkCommand(MetricCommand):
    """Of both metrics."""

    _means: MeanTally | None = None  # of --mean

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument("files", metavar="SYSTEM.m2 ... GOLD.m2", nargs="+", help=FILES)
        parser.set_defaults(retokenize=False)  # which is for text
        # Its options are others, so `program.parsers` chooses the metric by it.
        parser.add_argument("--cleme2", action="store_true", help=HelpSection("cleme"))
        add_fields(parser, self.declaration.parameters)
        self.add_scoring(parser)
        add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of output that needs counts alone: scores, means and their output."""
        # The weights of CLEME2.0 have another default in means.
        add_fields(parser, self.declaration.scoring, is_absent=self.name == "cleme2")
        weights = " (weights .35 .25 .20 .20)" if self.name == "cleme2" else ""
        parser.add_argument(
            "--mean",
            action="store_true",
            help=f"means over sentences with their best references{weights}",
        )
        self.add_output(parser)

    def scorings(self, options: argparse.Namespace) -> list[Any]:
        """Return the scoring options."""
        is_given = bool(given_of(self.declaration.scoring, options))
        if options.mean and self.name == "cleme2" and not is_given:
            from fastgec.metrics.cleme.metric import SENTENCE_WEIGHTS

            return [self.metric.scoring(*SENTENCE_WEIGHTS)]
        return super().scorings(options)

    def observers(self, observing: Observing, options: argparse.Namespace) -> list[Observer]:
        """Return what is called with each batch: with --mean, with the references of means."""
        others = super().observers(observing, options)
        if not options.mean:
            return others
        from fastgec.metrics.cleme.metric import MeanTally, chosen_alone

        n_systems, scoring = len(observing.request.names), observing.request.scorings[0]

        def observe(block: Any, _: Sequence[Any]) -> None:
            alone = chosen_alone(block, n_systems, scoring)
            for observer in others:
                observer(block, [alone])

        self._means = MeanTally(n_systems, scoring)
        return [*([observe] if others else []), self._means]

    def show(self, done: Run, options: argparse.Namespace) -> int:
        """Write and print the output, and return the exit status."""
        if self._means is not None:
            means = [(self._means.score(system),) for system in range(len(done.scores))]
            done = done._replace(scores=means)
        return super().show(done, options)

    def results(self, done: Run, options: argparse.Namespace) -> tuple[Plan | None, list[Result]]:
        """Return how resamples were made, if there are intervals, and the results."""
        plan, results = super().results(done, options)
        if (
            plan is not None
            and self.metric.is_weighted(done.parameters)
            and not done.parameters.bias
        ):
            results = [
                one._replace(rows=tuple(row._replace(note=KEPT) for row in one.rows))
                for one in results
            ]
        return plan, results

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        super().check(options)
        if options.mean and options.ci is not None:
            raise UsageError("--mean and --ci are mutually exclusive")
        is_weighted = getattr(options, "weights", "none") == "length"
        if is_weighted and not options.bias and getattr(options, "counts_out", None):
            raise UsageError(
                "--counts-out with --weights length requires --bias B (or use --weights none): "
                "the mean length of the whole corpus is not known to a part"
            )
        if getattr(options, "bias", None) and not is_weighted:
            raise UsageError(f"--bias {options.bias:g} requires --weights length")
