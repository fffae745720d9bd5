"""`fastgec gleu`: the output of the authors' program, besides that of every metric."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import FORMATS, progress_bar, require_classic

TYPE_CHECKING = False  # as in typing, which help and plain runs do without
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Any

    from fastgec.cli.observing import Lines, Observing, Shown
    from fastgec.metrics.base import Block
    from fastgec.study.run import Observer

HELP = HelpSection("gleu")

# Options of a run that needs no numpy; others must have their defaults.
PLAIN = {"source", "references", "systems", "format", "quiet", "strict", "progress", "jobs"}


class GleuCommand(MetricCommand):
    """GLEU's."""

    formats = FORMATS
    classic_for = "all"
    has_benchmarks = True
    _detailed: Lines | None = None  # of -d

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare verdicts and output."""
        parser.add_argument("-d", "--details", action="store_true", help=HELP)
        super().add_output(parser)

    def plain(
        self, options: argparse.Namespace, given: AbstractSet[str]
    ) -> Callable[[argparse.Namespace], int] | None:
        """Score and print without numpy where that can be done."""
        from fastgec.cli.green import is_plain

        if not (given <= PLAIN and is_plain(options)):
            return self.run
        from fastgec.metrics.plain import fixed, gleu_mean

        [system] = options.systems
        with progress_bar(options, None, "sentences") as progress:
            files = [options.source, *options.references, system]
            mean = gleu_mean(files, jobs=options.jobs, progress=progress)
        shown = None if mean is None else fixed(mean, 6)
        if shown is None:
            return self.run
        sys.stdout.write(f"{os.path.basename(system)} {shown}\n")  # noqa: PTH119
        return None

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        require_classic(options, {"-d": options.details})
        if options.ci is not None and (options.details or options.format == "classic"):
            other = "-d" if options.details else "-f classic"
            raise UsageError(f"--ci and {other} are mutually exclusive")
        super().check(options)

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterator[Observer]:
        """Yield the observers that make the lines of -d: score and deviation of each sentence."""
        if not options.details:
            return
        from fastgec.metrics.gleu.metric import METRIC, means, standard_deviations
        from fastgec.show import gleu as report

        parameters, scoring = observing.request.parameters, observing.request.scorings[0]

        def lines(block: Block, system: int, _: Any) -> Iterable[str]:
            rows = METRIC.row_values(block.table[system], parameters, scoring)
            scores = rows.reshape(len(block), -1)
            columns = means(scores).tolist(), standard_deviations(scores).tolist()
            return report.detail_lines(block.first, *columns)

        self._detailed = observing.lines(lines, options.sentences)
        yield self._detailed

    def classic(self, shown: Shown, options: argparse.Namespace) -> Iterable[str]:
        """Return the output of the authors' program."""
        from fastgec.show import gleu as report

        if self._detailed is None:
            yield from report.classic([(one.system, one.scores[0]) for one in shown.results])
            return
        for number, result in zip(shown.order, shown.results, strict=True):
            yield from report.details(result.scores[0], self._detailed.texts(number))
