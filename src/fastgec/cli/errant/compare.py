"""`fastgec errant compare`: what `errant_compare` prints, beside what every metric has."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields, made_of
from fastgec.cli.options import FORMATS, add_partial, check_inputs
from fastgec.corpus.errors import visible

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.choice import Chosen
    from fastgec.cli.sentences import Watching
    from fastgec.machine.spool import TextSpool
    from fastgec.metrics.door import Block
    from fastgec.report import errant as report
    from fastgec.report.results import Result
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Watcher
    from fastgec.study.table import AnyRun
    from fastgec.study.typed import TypeTally

AGREE = {
    "dt": "tokens must agree: detection",
    "ds": "spans must agree: detection",
    "cs": "spans and corrections must agree (this is the default)",
    "cse": "spans, corrections and types must agree",
}


class Details:
    """What -v prints of each sentence, put aside until all systems are done."""

    def __init__(self, spools: Sequence[TextSpool], beta: float, mode: str) -> None:
        """Take a file for each system, and what is compared how."""
        import numpy as np

        from fastgec.metrics.errant.counting import COLUMNS

        self.spools = spools
        self._beta = beta
        self._mode = mode
        self._totals = np.zeros((len(spools), len(COLUMNS)), np.int64)

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block."""
        from fastgec.report import errant as report

        rows = chosen[0].rows
        assert rows is not None
        for system, spool in enumerate(self.spools):
            totals = self._totals[system]
            lines = report.verbose(block, system, rows[system], totals, self._beta, self._mode)
            spool.add(lines)
            totals += block.of_system(system).table[0][rows[system]].sum(axis=0)


class ErrantCommand(MetricCommand):
    """The comparison's."""

    formats = FORMATS
    classic_for = "one"
    _detailed: Details | None = None  # of -v
    _types: Sequence[TypeTally] = ()  # of -cat, one of each system

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        hidden = argparse.SUPPRESS
        parser.add_argument(
            "-hyp", dest="hypotheses", nargs="+", metavar="SYSTEM", help="edits of systems"
        )
        parser.add_argument(
            "-ref",
            dest="reference",
            metavar="REFERENCE",
            help="edits of the reference, of one coder (annotator) or more",
        )
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
        parser.add_argument(
            "-v", "--verbose", action="store_true", help="print edits, sentence by sentence"
        )
        parser.add_argument(
            "-cat",
            "--cat",
            type=int,
            choices=(1, 2, 3),
            metavar="TIER",
            help="scores by type: 1 operation, 2 class, 3 both (as R, NOUN:NUM, R:NOUN:NUM)",
        )

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        if options.verbose and options.format == "json":
            raise UsageError("-v found with -f json, expected one of them")
        super().check(options)

    def run(self, options: argparse.Namespace) -> int:
        """Score, then print: nothing is printed before every system is done."""
        systems, reference = options.hypotheses, options.reference
        missing = [
            text
            for text, value in (("-hyp SYSTEM", systems), ("-ref REFERENCE", reference))
            if not value
        ]
        if missing:
            raise UsageError(f"expected {' and '.join(missing)}")
        self.prepare(options, [*systems, reference])
        return self.run_on(systems, systems, reference, options)

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
        del scoring
        without = ",".join(options.filtered or ())
        return made_of(self.metric.parameters, options, without=without)

    def told(self, watching: Watching, options: argparse.Namespace) -> Iterator[Watcher]:
        """Yield what is told of blocks, which make the lines of -v and the tables of --cat."""
        names, scorings, mode = watching.names, watching.scorings, watching.parameters.mode
        if options.verbose:
            files = watching.text_spools(options.sentences)
            self._detailed = Details(files, scorings[0].beta, mode)
            yield self._detailed
        if options.cat is not None:
            from fastgec.study.typed import TypeTally

            has_intervals = options.ci is not None
            self._types = [
                TypeTally(system, keeps_rows=has_intervals, is_fixed=options.fixed_choice)
                for system in range(len(names))
            ]
            yield from self._types

    def text(
        self,
        run: AnyRun,
        results: Sequence[Result],
        order: Sequence[int],
        plan: Plan | None,
        options: argparse.Namespace,
    ) -> Iterator[str]:
        """Yield what is printed."""
        kind = self.kind(len(results), plan, options)
        if self._detailed is not None and kind not in ("classic", "json"):
            yield from self._details(results, order, self._detailed)
        if not self._types or kind == "classic":
            yield from super().text(run, results, order, plan, options)
            return
        from fastgec.report import errant as report
        from fastgec.report import formats, scores

        kinds = [self._kinds(run, number, plan, options) for number in order]
        has_intervals = plan is not None
        if kind == "json":
            views = [
                {"types": report.kinds_content(each, has_intervals=has_intervals)} for each in kinds
            ]
            yield scores.document(run, results, plan, views=views)
            return
        named = [(result.system, each) for result, each in zip(results, kinds, strict=True)]
        table = report.kinds_table(run, named, has_intervals=has_intervals)
        yield formats.rendered(table, kind, is_terminal=sys.stdout.isatty())
        if options.signature:
            yield formats.with_line(scores.signature_of(run, plan), kind)

    def classic(
        self,
        run: AnyRun,
        results: Sequence[Result],
        order: Sequence[int],
        options: argparse.Namespace,
    ) -> Iterable[str]:
        """Return what errant_compare prints."""
        from fastgec.report import errant as report

        for number, result in zip(order, results, strict=True):
            if len(results) > 1:
                yield f"{visible(result.system)}\n"
            if self._detailed is not None:
                yield from self._detailed.spools[number].texts()
            (score,) = result.scores
            if self._types:
                kinds = self._kinds(run, number, None, options)
                yield report.classic_kinds(kinds, run.parameters.mode, score.beta)
            yield report.classic(score, run.parameters.mode)

    def _details(
        self, results: Sequence[Result], order: Sequence[int], detailed: Details
    ) -> Iterator[str]:
        for number, result in zip(order, results, strict=True):
            if len(results) > 1:
                yield f"{visible(result.system)}\n"
            yield from detailed.spools[number].texts()

    def _kinds(
        self, run: AnyRun, number: int, plan: Plan | None, options: argparse.Namespace
    ) -> report.KindScores:
        """Return the scores of a system by type."""
        tally = self._types[number]
        beta: float = run.scorings[0].beta
        if plan is None:
            return tally.scores(options.cat, beta)
        sample = run.samples[0][number]
        return tally.scores_with_intervals(options.cat, beta, sample, plan, jobs=options.jobs)


def add_parameters(parser: argparse.ArgumentParser) -> None:
    """Declare what is compared, with the spellings of errant_compare."""
    modes = parser.add_argument_group("what is compared")
    one = modes.add_mutually_exclusive_group()
    for mode in AGREE:
        one.add_argument(
            f"-{mode}", f"--{mode}", dest="mode", action="store_const", const=mode, help=AGREE[mode]
        )
    parser.set_defaults(mode="cs")
    modes.add_argument(
        "-single", "--single", action="store_true", help="only edits of at most one token"
    )
    modes.add_argument("-multi", "--multi", action="store_true", help="only longer edits")
    modes.add_argument(
        "-filt",
        "--filt",
        dest="filtered",
        nargs="+",
        metavar="TYPE",
        help="without edits of these types",
    )


COMMAND = ErrantCommand


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    ErrantCommand("errant").add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Score, then print."""
    return ErrantCommand("errant").run(options)
