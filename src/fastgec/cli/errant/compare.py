"""`fastgec errant compare`: what `errant_compare` prints, beside what every metric has."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields, made_of
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import FORMATS, add_partial, check_inputs
from fastgec.corpus.errors import visible

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.cli.observing import Lines, Observing, Shown
    from fastgec.metrics.base import Block
    from fastgec.report import errant as report
    from fastgec.report.tables import Table
    from fastgec.study.run import Observer
    from fastgec.study.typed import TypeTally

HELP = HelpSection("errant compare")

AGREE = {
    "dt": "tokens must agree: detection",
    "ds": "spans must agree: detection",
    "cs": "spans and corrections must agree (this is the default)",
    "cse": "spans, corrections and types must agree",
}


class ErrantCommand(MetricCommand):
    """The comparison's."""

    formats = FORMATS
    classic_for = "one"
    _detailed: Lines | None = None  # of -v
    _types: Sequence[TypeTally] = ()  # of -cat, one of each system

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        hidden = argparse.SUPPRESS
        parser.add_argument("-hyp", dest="hypotheses", nargs="+", metavar="SYSTEM", help=HELP)
        parser.add_argument("-ref", dest="reference", metavar="REFERENCE", help=HELP)
        for flags, name, nargs in (
            (("--hyp", "--hypotheses"), "hypotheses", "+"),
            (("--ref", "--reference"), "reference", None),
        ):
            parser.add_argument(*flags, dest=name, nargs=nargs, default=hidden, help=hidden)
        parser.set_defaults(retokenize=False)  # which is for text
        add_fields(parser, self.declaration.scoring)
        add_parameters(parser)
        self._add_details(parser)
        self.add_output(parser)
        add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare what is made of counts alone: scores and their output."""
        parser.set_defaults(verbose=False, cat=None)
        add_fields(parser, self.declaration.scoring)
        self.add_output(parser)

    def _add_details(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("-v", "--verbose", action="store_true", help=HELP)
        parser.add_argument("-cat", "--cat", type=int, choices=(1, 2, 3), metavar="TIER", help=HELP)

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        if options.verbose and options.format == "json":
            raise UsageError("-v found with -f json, expected one of them")
        super().check(options)

    def inputs(self, options: argparse.Namespace) -> tuple[list[str], Any]:
        """Return the paths of systems and of the reference. Raises: UsageError."""
        systems, reference = options.hypotheses, options.reference
        given = {"-hyp SYSTEM": systems, "-ref REFERENCE": reference}
        if missing := [text for text, value in given.items() if not value]:
            raise UsageError(f"expected {' and '.join(missing)}")
        self.prepare(options, [*systems, reference])
        return systems, reference

    def prepare(self, options: argparse.Namespace, paths: Sequence[str]) -> None:
        """Refuse arguments that contradict each other or the files that are read.

        Raises: UsageError.
        """
        for kind in options.filtered or ():
            if "," in kind:
                raise UsageError(f"-filt {kind} found, expected types without a comma")
        check_inputs(paths, options.sentences, None, options.counts_out)
        self.check(options)

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return what counts depend on."""
        without = ",".join(options.filtered or ())
        return made_of(self.metric.parameters, options, without=without)

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterator[Observer]:
        """Yield what makes the lines of -v and the tables of --cat."""
        request = observing.request
        if options.verbose:
            import numpy as np

            from fastgec.metrics.errant.metric import COLUMNS
            from fastgec.report import errant as report

            beta, mode = request.scorings[0].beta, request.parameters.mode
            totals = np.zeros((len(request.names), len(COLUMNS)), np.int64)

            def lines(block: Block, system: int, chosen: Sequence[Any]) -> Iterator[str]:
                rows = chosen[0].rows[system]
                yield from report.verbose(block, system, rows, totals[system], beta, mode)
                totals[system] += block.of_system(system).table[0][rows].sum(axis=0)

            self._detailed = observing.lines(lines, options.sentences)
            yield self._detailed
        if options.cat is not None:
            from fastgec.study.typed import TypeTally

            has_intervals = options.ci is not None
            self._types = [
                TypeTally(system, keeps_rows=has_intervals, is_fixed=options.fixed_choice)
                for system in range(len(request.names))
            ]
            yield from self._types

    def text(self, shown: Shown, options: argparse.Namespace) -> Iterator[str]:
        """Yield what is printed."""
        kind = self.kind(shown, options)
        if self._detailed is not None and kind not in ("classic", "json"):
            for number, result in zip(shown.order, shown.results, strict=True):
                if len(shown.results) > 1:
                    yield f"{visible(result.system)}\n"
                yield from self._detailed.texts(number)
        yield from super().text(shown, options)

    def document(self, shown: Shown, options: argparse.Namespace) -> str:
        """Return the JSON document, with scores by type."""
        if not self._types:
            return super().document(shown, options)
        from fastgec.report import errant as report
        from fastgec.report import scores

        has_intervals = shown.plan is not None
        kinds = (self._kinds(shown, number, options) for number in shown.order)
        views = [
            {"types": report.kinds_content(each, has_intervals=has_intervals)} for each in kinds
        ]
        return scores.document(shown.run, shown.results, shown.plan, views=views)

    def table(self, shown: Shown, options: argparse.Namespace) -> Table:
        """Return the table that is printed: of scores, or of scores by type."""
        if not self._types:
            return super().table(shown, options)
        from fastgec.report import errant as report

        named = [
            (result.system, self._kinds(shown, number, options))
            for number, result in zip(shown.order, shown.results, strict=True)
        ]
        return report.kinds_table(shown.run, named, has_intervals=shown.plan is not None)

    def classic(self, shown: Shown, options: argparse.Namespace) -> Iterable[str]:
        """Return what errant_compare prints."""
        from fastgec.report import errant as report

        mode = shown.run.parameters.mode
        for number, result in zip(shown.order, shown.results, strict=True):
            if len(shown.results) > 1:
                yield f"{visible(result.system)}\n"
            if self._detailed is not None:
                yield from self._detailed.texts(number)
            (score,) = result.scores
            if self._types:
                kinds = self._kinds(shown._replace(plan=None), number, options)
                yield report.classic_kinds(kinds, mode, score.beta)
            yield report.classic(score, mode)

    def _kinds(self, shown: Shown, number: int, options: argparse.Namespace) -> report.KindScores:
        """Return the scores of a system by type."""
        tally, run = self._types[number], shown.run
        beta: float = run.scorings[0].beta
        if shown.plan is None:
            return tally.scores(options.cat, beta)
        sample = run.samples[0][number]
        return tally.scores_with_intervals(options.cat, beta, sample, shown.plan, jobs=options.jobs)


def add_parameters(parser: argparse.ArgumentParser) -> None:
    """Declare what is compared, with the spellings of errant_compare."""
    modes = parser.add_argument_group("what is compared")
    one = modes.add_mutually_exclusive_group()
    for mode in AGREE:
        one.add_argument(
            f"-{mode}", f"--{mode}", dest="mode", action="store_const", const=mode, help=AGREE[mode]
        )
    parser.set_defaults(mode="cs")
    modes.add_argument("-single", "--single", action="store_true", help=HELP)
    modes.add_argument("-multi", "--multi", action="store_true", help="only longer edits")
    modes.add_argument("-filt", "--filt", dest="filtered", nargs="+", metavar="TYPE", help=HELP)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    ErrantCommand("errant").add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Score, then print."""
    return ErrantCommand("errant").run(options)
