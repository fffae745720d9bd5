"""`fastgec green`: the output of the authors' programs, besides that of every metric."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import FORMATS, progress_bar, require_classic, warn
from fastgec.cli.readers import digits

TYPE_CHECKING = False  # as in typing, which help and plain runs do without
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Any

    from fastgec.choose import Chosen
    from fastgec.cli.observing import Observing, Shown
    from fastgec.machine.spool import Spill
    from fastgec.metrics.base import Block
    from fastgec.read.lines import Lines
    from fastgec.show.scores import Result
    from fastgec.study.run import Observer

HELP = HelpSection("green")

# Options of a run that needs no numpy; others must have their defaults.
PLAIN = {
    *("source", "references", "systems", "format", "quiet", "strict", "progress", "jobs"),
    *("order", "unit", "betas"),
}
LARGE = 1e8  # a beta from which on its digits depend on how it is printed


class SentenceScores:
    """Observer of batches: F of each sentence, by beta and system, until all systems are done."""

    def __init__(self, spill: Spill) -> None:
        """Take a file for float64[B, H] of each sentence."""
        self._spill = spill

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block."""
        import numpy as np

        values: list[Any] = [one.values for one in chosen]
        self._spill.add(np.ascontiguousarray(np.stack(values).transpose(2, 0, 1)))

    def blocks(self, n_betas: int, order: Sequence[int]) -> Iterator[Any]:
        """Yield float64[S, B, H] of some sentences after the others, systems in an order."""
        for rows in self._spill.blocks():
            yield rows["f"].reshape(len(rows), n_betas, -1)[:, :, list(order)]


class GreenCommand(MetricCommand):
    """GREEN's."""

    formats = FORMATS
    classic_for = "all"
    _lines: Sequence[Lines] | None = None  # source, references and systems, where -v shows them
    _scores: SentenceScores | None = None  # of --sentence

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare verdicts and output."""
        parser.add_argument("-d", "--digits", type=digits, default=2, metavar="N", help=HELP)
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--sentence", action="store_true", help="a score per sentence")
        which.add_argument("--mean", action="store_true", help="means of sentence scores")
        parser.add_argument("-v", "--verbose", action="store_true", help=HELP)
        parser.add_argument("-l", "--line", action="store_true", help=HELP)
        super().add_output(parser)

    def plain(
        self, options: argparse.Namespace, given: AbstractSet[str]
    ) -> Callable[[argparse.Namespace], int] | None:
        """Score and print without numpy where that can be done."""
        betas: list[float] = options.betas
        if not (given <= PLAIN and is_plain(options) and max(betas) < LARGE):
            return self.run
        from fastgec.fscore import alpha_of
        from fastgec.metrics.plain import fixed, green_f, green_regions

        with progress_bar(options, None, "sentences") as progress:
            regions = green_regions(
                [options.source, *options.references, *options.systems],
                order=options.order,
                unit=options.unit,
                betas=betas,
                jobs=options.jobs,
                progress=progress,
            )
        if regions is None:
            return self.run
        alphas = [alpha_of(beta) for beta in betas]
        scores = [100 * green_f(*one) for one in zip(regions, alphas, strict=True)]
        rows = [
            [name, *(fixed(value, options.digits) for value in values)]
            for name, values in (("alpha", alphas), ("beta", betas), (options.systems[0], scores))
        ]
        if any(field is None for row in rows for field in row):
            return self.run
        sys.stdout.writelines("\t".join(map(str, row)) + "\n" for row in rows)
        return None

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        printed = {"-v": options.verbose, "-l": options.line, "--sentence": options.sentence}
        require_classic(options, printed)
        without_ci = {
            "-f classic": options.format == "classic",
            "-v": options.verbose,
            "--sentence": options.sentence,
            "--mean": options.mean,
        }
        for name, is_given in without_ci.items():
            if options.ci is not None and is_given:
                raise UsageError(f"--ci and {name} are mutually exclusive")
        super().check(options)
        if options.line and (not options.verbose or options.sentence or options.mean):
            which = "without -v" if not options.verbose else "with --sentence or --mean"
            lines = [f"--line has no effect {which}"]
            warn(lines, quiet=options.quiet, strict=options.strict)

    def score(
        self, paths: Sequence[str], systems: Sequence[Any], gold: Any, options: argparse.Namespace
    ) -> int:
        """Score systems, then print; text that is printed too is kept, and not read twice."""
        if options.verbose and options.sentence:
            from fastgec.metrics.green import References
            from fastgec.read.lines import read_lines

            self._lines = [read_lines(path, "") for path in (gold.source, *gold.columns, *systems)]
            source, *others = self._lines
            n_references = len(gold.columns)
            gold = References(source, others[:n_references])
            systems = others[n_references:]
        return super().score(paths, systems, gold, options)

    def merge(self, part: Any, options: argparse.Namespace) -> int:
        """Score the counts of a whole corpus, then print."""
        if options.verbose and options.sentence:
            raise UsageError("-v and --sentence are mutually exclusive: parts hold no text")
        return super().merge(part, options)

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterator[Observer]:
        """Yield what keeps the scores of --sentence."""
        if options.sentence and not options.verbose:
            import numpy as np

            from fastgec.machine.spool import Spill

            n_scores = len(observing.request.scorings) * len(observing.request.names)
            spill = Spill(np.dtype([("f", np.float64, (n_scores,))]), options.sentences)
            self._scores = SentenceScores(observing.files.enter_context(spill))
            yield self._scores

    def classic(self, shown: Shown, options: argparse.Namespace) -> Iterable[str]:
        """Return the output of the authors' program."""
        from fastgec.show import green as report

        scored = [(result.system, result.scores) for result in shown.results]
        if self._lines is not None:
            return self._verbose_sentences(shown, scored, self._lines, options)
        if self._scores is not None:
            blocks = self._scores.blocks(len(shown.run.scorings), shown.order)
            return report.classic_sentences(blocks, options.digits)
        if options.verbose and not options.mean:
            show = report.verbose_line if options.line else report.verbose
            return show(scored, options.digits)
        return report.classic(scored, options.digits, mean=options.mean)

    def verdicts(
        self, results: Sequence[Result], options: argparse.Namespace
    ) -> Iterator[tuple[str, float]]:
        """Yield the scores that --fail-under judges: with --mean, the means."""
        for called, value in super().verdicts(results, options):
            if not options.mean:
                yield called, value
        if options.mean:
            for result in results:
                for row in result.rows:
                    mean, beta = row.measure("mean_sentence_f").value, row.measure("beta").value
                    yield f"{result.system}: mean F at beta {beta}", mean

    def _verbose_sentences(
        self,
        shown: Shown,
        scored: Sequence[tuple[str, Any]],
        columns: Sequence[Lines],
        options: argparse.Namespace,
    ) -> Iterator[str]:
        from fastgec.metrics import green
        from fastgec.read.lines import Lines
        from fastgec.read.span import WHOLE
        from fastgec.show import green as report

        run = shown.run
        n_references = run.facts.gold["references"]
        if options.retokenize:
            from fastgec.texts.retokenize import retokenize

            raw = columns[1 + n_references :]
            outputs = [Lines.of(retokenize(one, columns[0]), one.name) for one in raw]
            columns = [*columns[: 1 + n_references], *outputs]
        source, *others = [(options.sentence_range or WHOLE).of(column) for column in columns]
        references, systems = others[:n_references], others[n_references:]
        hypotheses = [systems[number] for number in shown.order]
        counts = green.count_systems(
            hypotheses,
            green.References(source, references),
            order=run.parameters.order,
            unit=run.parameters.unit,
            jobs=options.jobs,
        )
        yield from report.verbose_sentences(
            scored, counts, source, references, hypotheses, options.digits, run.facts.first
        )


def is_plain(options: argparse.Namespace) -> bool:
    """Whether files and format of one output may do without numpy: of GREEN and GLEU."""
    columns = options.source, options.references, options.systems
    if not all(columns) or len(options.systems) != 1 or options.format not in (None, "classic"):
        return False
    [system] = options.systems
    files = [options.source, system, *options.references]
    return "-" not in files and system.isprintable() and not system.endswith(("/", os.sep))
