"""`fastgec gleu`: what the authors' program prints, besides what every metric has."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.options import FORMATS, progress_bar, require_classic

TYPE_CHECKING = False  # as in typing, which help and plain runs do without
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from fastgec.choice import Chosen
    from fastgec.cli.sentences import Watching
    from fastgec.machine.spool import TextSpool
    from fastgec.metrics.door import Block
    from fastgec.metrics.gleu.metric import Parameters
    from fastgec.report.results import Result
    from fastgec.study.run import Watcher
    from fastgec.study.table import AnyRun

# Options of a run that needs no numpy; others must have their defaults.
PLAIN = {"source", "references", "systems", "format", "quiet", "strict", "progress", "jobs"}


class Details:
    """Score and deviation of each sentence, put aside until all systems are done."""

    def __init__(self, spools: Sequence[TextSpool], parameters: Parameters) -> None:
        """Take a file for each system."""
        self.spools = spools
        self._variant = parameters.variant

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block."""
        from fastgec.metrics.gleu.metric import reference_scores
        from fastgec.metrics.gleu.score import means, standard_deviations
        from fastgec.report import gleu as report

        del chosen
        for system, spool in enumerate(self.spools):
            scores = reference_scores(block, system, self._variant)
            columns = means(scores).tolist(), standard_deviations(scores).tolist()
            spool.add(report.detail_lines(block.first, *columns))


class GleuCommand(MetricCommand):
    """GLEU's."""

    formats = FORMATS
    classic_for = "all"
    _detailed: Details | None = None

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare verdicts and output."""
        parser.add_argument(
            "-d", "--details", action="store_true", help="print scores of sentences, and intervals"
        )
        super().add_output(parser)

    def plain(
        self, options: argparse.Namespace, given: AbstractSet[str]
    ) -> Callable[[argparse.Namespace], int] | None:
        """Score and print without numpy where that can be done."""
        from fastgec.cli.green import is_plain

        if not (given <= PLAIN and is_plain(options)):
            return self.run
        from fastgec.straight.ngrams import fixed, gleu_mean

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
            raise UsageError("--ci found with -f classic or -d, expected a table or JSON")
        super().check(options)

    def told(self, watching: Watching, options: argparse.Namespace) -> Iterator[Watcher]:
        """Yield what is told of blocks, which make the lines of -d."""
        if options.details:
            files = watching.text_spools(options.sentences)
            self._detailed = Details(files, watching.parameters)
            yield self._detailed

    def classic(
        self,
        run: AnyRun,
        results: Sequence[Result],
        order: Sequence[int],
        options: argparse.Namespace,
    ) -> Iterable[str]:
        """Return what the authors' program prints."""
        from fastgec.report import gleu as report

        if self._detailed is None:
            yield from report.classic([(result.system, result.scores[0]) for result in results])
            return
        for number, result in zip(order, results, strict=True):
            yield from report.details(result.scores[0], self._detailed.spools[number].texts())


COMMAND = GleuCommand
