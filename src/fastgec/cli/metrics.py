"""What single metrics print besides the output of every metric: GREEN, GLEU, I-measure, CLEME."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from fastgec.cli import UsageError
from fastgec.cli import options as shared
from fastgec.cli.command import MetricCommand
from fastgec.cli.parser import HelpSection
from fastgec.show import path_of

TYPE_CHECKING = False  # as in typing, which help and plain runs do without
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Any

    from fastgec.choose import Chosen
    from fastgec.cli.command import Observing, PrintedLines, Shown
    from fastgec.metrics.base import Block
    from fastgec.metrics.cleme.metric import MeanTally
    from fastgec.metrics.edit_texts import MadeBy
    from fastgec.read.lines import Lines
    from fastgec.show.scores import Result
    from fastgec.spill import Spill
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Observer, Run


GREEN_HELP = HelpSection("green")

# Options of a run that needs no numpy; others must have their defaults.
GREEN_PLAIN = {
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

    formats = shared.FORMATS
    classic_for = "all"
    _lines: Sequence[Lines] | None = None  # source, references and systems, where -v shows them
    _scores: SentenceScores | None = None  # of --sentence

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare verdicts and output."""
        parser.add_argument(
            "-d", "--digits", type=shared.digits, default=2, metavar="N", help=GREEN_HELP
        )
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--sentence", action="store_true", help="a score per sentence")
        which.add_argument("--mean", action="store_true", help="means of sentence scores")
        parser.add_argument("-v", "--verbose", action="store_true", help=GREEN_HELP)
        parser.add_argument("-l", "--line", action="store_true", help=GREEN_HELP)
        super().add_output(parser)

    def plain(
        self, options: argparse.Namespace, given: AbstractSet[str]
    ) -> Callable[[argparse.Namespace], int] | None:
        """Score and print without numpy where that can be done."""
        betas: list[float] = options.betas
        if not (given <= GREEN_PLAIN and is_plain(options) and max(betas) < LARGE):
            return self.run
        from fastgec.fscore import alpha_of
        from fastgec.metrics.plain import fixed, green_f, green_regions

        with shared.progress_bar(options, None, "sentences") as progress:
            how = {"order": options.order, "unit": options.unit, "jobs": options.jobs}
            files = [options.source, *options.references, *options.systems]
            regions = green_regions(files, betas=betas, progress=progress, **how)
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
        shared.require_classic(options, printed)
        without_ci = {
            "-f classic": options.format == "classic",
            "-v": options.verbose,
            "--sentence": options.sentence,
            "--mean": options.mean,
        }
        if options.ci is not None:
            shared.refuse_all("--ci and {} are mutually exclusive", without_ci)
        super().check(options)
        if options.line and (not options.verbose or options.sentence or options.mean):
            which = "without -v" if not options.verbose else "with --sentence or --mean"
            lines = [f"--line has no effect {which}"]
            shared.warn(lines, quiet=options.quiet, strict=options.strict)

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

            from fastgec.spill import Spill

            n_scores = len(observing.request.scorings) * len(observing.request.names)
            spill = Spill(np.dtype([("f", np.float64, (n_scores,))]), options.sentences)
            self._scores = SentenceScores(observing.files.enter_context(spill))
            yield self._scores

    def classic(self, shown: Shown, options: argparse.Namespace) -> Iterable[str]:
        """Return the output of the authors' program."""
        from fastgec.show import ngrams as report

        scored = [(result.system, result.scores) for result in shown.results]
        if self._lines is not None:
            return self._verbose_sentences(shown, scored, self._lines, options)
        if self._scores is not None:
            blocks = self._scores.blocks(len(shown.run.scorings), shown.order)
            return report.classic_sentences(blocks, options.digits)
        if options.verbose and not options.mean:
            show = report.verbose_line if options.line else report.verbose
            return show(scored, options.digits)
        return report.green_reference_format(scored, options.digits, mean=options.mean)

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
        from fastgec.read.lines import WHOLE, Lines
        from fastgec.show import ngrams as report

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
        how = {"order": run.parameters.order, "unit": run.parameters.unit, "jobs": options.jobs}
        gold = green.References(source, references)
        counts = green.count_systems(hypotheses, gold, **how)
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


# `fastgec gleu`: the output of the authors' program, besides that of every metric.


GLEU_HELP = HelpSection("gleu")

# Options of a run that needs no numpy; others must have their defaults.
GLEU_PLAIN = {"source", "references", "systems", "format", "quiet", "strict", "progress", "jobs"}


class GleuCommand(MetricCommand):
    """GLEU's."""

    formats = shared.FORMATS
    classic_for = "all"
    has_benchmarks = True
    _detailed: PrintedLines | None = None  # of -d

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare verdicts and output."""
        parser.add_argument("-d", "--details", action="store_true", help=GLEU_HELP)
        super().add_output(parser)

    def plain(
        self, options: argparse.Namespace, given: AbstractSet[str]
    ) -> Callable[[argparse.Namespace], int] | None:
        """Score and print without numpy where that can be done."""
        if not (given <= GLEU_PLAIN and is_plain(options)):
            return self.run
        from fastgec.metrics.plain import fixed, gleu_mean

        [system] = options.systems
        with shared.progress_bar(options, None, "sentences") as progress:
            files = [options.source, *options.references, system]
            mean = gleu_mean(files, jobs=options.jobs, progress=progress)
        shown = None if mean is None else fixed(mean, 6)
        if shown is None:
            return self.run
        sys.stdout.write(f"{os.path.basename(system)} {shown}\n")  # noqa: PTH119
        return None

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        shared.require_classic(options, {"-d": options.details})
        if options.ci is not None:
            given = {"-d": options.details, "-f classic": options.format == "classic"}
            shared.refuse_all("--ci and {} are mutually exclusive", given)
        super().check(options)

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterator[Observer]:
        """Yield the observers that make the lines of -d: score and deviation of each sentence."""
        if not options.details:
            return
        from fastgec.metrics.gleu.metric import METRIC, means, standard_deviations
        from fastgec.show import ngrams as report

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
        from fastgec.show import ngrams as report

        if self._detailed is None:
            scored = [(one.system, one.scores[0]) for one in shown.results]
            yield from report.gleu_reference_format(scored)
            return
        for number, result in zip(shown.order, shown.results, strict=True):
            yield from report.details(result.scores[0], self._detailed.texts(number))


# `fastgec imeasure`: gold of three kinds, aligned texts, and the table of the authors' program.


IMEASURE_HELP = HelpSection("imeasure")


class IMeasureCommand(MetricCommand):
    """The I-measure's."""

    formats = shared.FORMATS
    least = -1.0
    _correction_tokens = "space"
    _shown_gold = ""
    _lines: PrintedLines | None = None  # of -v or of each sentence

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument("files", metavar="SYSTEM", nargs="*", help=IMEASURE_HELP)
        parser.add_argument("--gold", metavar="GOLD", help=IMEASURE_HELP)
        parser.add_argument("--gold-xml", metavar="FILE", help=IMEASURE_HELP)
        parser.add_argument(
            "--correction-tokens",
            choices=self.declaration.parameters["correction_tokens"][1].choices,
            help=IMEASURE_HELP,
        )
        parser.add_argument("--mix", action="store_true", help=IMEASURE_HELP)
        shared.add_parallel_columns(parser)
        shared.add_known(parser, "--retokenize")
        parser.add_argument("-v", "--verbose", action="store_true", help=IMEASURE_HELP)
        self.add_scoring(parser)
        shared.add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of output from counts: scores and their output."""
        parser.set_defaults(verbose=False, mix=False)
        shared.add_fields(parser, self.declaration.scoring)
        parser.add_argument("--layout", choices=("ieval",), metavar="ieval", help=IMEASURE_HELP)
        parser.add_argument("--per-sentence", action="store_true", help=IMEASURE_HELP)
        self.add_output(parser)

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        shared.require_classic(options, {f"--layout {options.layout}": options.layout})
        kind = "classic" if options.layout else options.format
        is_shown = options.verbose and kind not in (None, "table")
        shared.refuse(
            ("--per-sentence requires --layout ieval", options.per_sentence and kind != "classic"),
            (f"-v and -f {kind} are mutually exclusive", is_shown),
        )
        super().check(shared.changed(options, format=kind))

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return the counting options: in mix mode also what candidates are chosen by."""
        return self.metric.parameters(self._correction_tokens, scoring.words if options.mix else "")

    def kind(self, shown: Shown, options: argparse.Namespace) -> str:
        """Return the format to print in."""
        is_classic = options.layout and options.format is None
        return "classic" if is_classic else super().kind(shown, options)

    def inputs(self, options: argparse.Namespace) -> tuple[list[str], Any]:
        """Return the paths of systems, and gold of one of three kinds; check all arguments.

        Raises: UsageError; FormatError.
        """
        columns = [options.source, *(options.references or [])]
        golds = [options.gold, options.gold_xml]
        if sum(gold is not None for gold in (*golds, options.source or options.references)) > 1:
            raise UsageError("--gold, --gold-xml and -s -r are mutually exclusive")
        self.check(options)
        is_cut, has_edits = options.correction_tokens is not None, golds != [None, None]
        shared.refuse(
            ("--correction-tokens requires --gold GOLD", is_cut and options.gold is None),
            ("--mix requires --gold GOLD or --gold-xml FILE", options.mix and not has_edits),
        )
        if not has_edits:
            if options.files:
                found = f"{options.files[0]} requires -c before it"
                raise UsageError(f"{found}, or --gold GOLD{shared.gold_hint(options.files)}")
            self._shown_gold = " ".join(columns[1:])
            return super().inputs(options)
        systems = [*options.files, *(options.systems or [])]
        if not systems:
            raise UsageError("--gold requires SYSTEM")
        (path,) = (gold for gold in golds if gold is not None)
        shared.check_inputs([*systems, path], self.outputs(options))
        self._shown_gold = path
        if options.gold is not None:
            self._correction_tokens = (
                options.correction_tokens or self.metric.of_edits["correction_tokens"]
            )
            parameters = self.metric.parameters(self._correction_tokens)
            return systems, self.metric.read_edits(path, parameters)
        from fastgec.metrics.imeasure.gold import read_xml

        return systems, read_xml(path)

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterator[Observer]:
        """Yield the observers that make the lines of -v or of each sentence."""
        if not (options.verbose or options.per_sentence):
            return
        from fastgec.show import imeasure as report
        from fastgec.show.tables import screen_width

        width = screen_width(is_terminal=sys.stdout.isatty())
        scoring = observing.request.scorings[0]

        def lines(block: Block, system: int, chosen: Sequence[Any]) -> Iterable[str]:
            if options.verbose:
                return report.aligned(block, system, chosen[0], width)
            return report.rows_of(block, system, chosen[0], scoring)

        self._lines = observing.lines(lines)
        yield self._lines

    def text(self, shown: Shown, options: argparse.Namespace) -> Iterator[str]:
        """Yield what -v prints, then the scores."""
        if options.verbose and self._lines is not None:
            names = shown.run.systems
            for number, name in enumerate(names):
                if len(names) > 1:
                    yield f"{name}\n\n"
                yield from self._lines.texts(number)
        yield from super().text(shown, options)

    def classic(self, shown: Shown, options: argparse.Namespace) -> Iterable[str]:
        """Yield the output of the authors' program, one system after the other."""
        from fastgec.show import imeasure as report

        scoring = shown.run.scorings[0]
        gold = self._shown_gold or shown.run.facts.fingerprint
        for result, number in zip(shown.results, shown.order, strict=True):
            yield from report.heading(os.fspath(path_of(result.system)), gold, scoring)
            if options.per_sentence and self._lines is not None:
                yield from report.table_heading("SENTENCE RESULTS", "SID     Asp.  ", scoring)
                yield from self._lines.texts(number)
            yield from report.overall(result.scores[0])


# `fastgec cleme`, with --cleme2 CLEME2.0: edits against edits, in chunks.


FILES = "texts or M2 of one annotator, then gold in M2 ('-': stdin)"
KEPT = "Resamples keep the length weights of the whole corpus."


class ChunkCommand(MetricCommand):
    """Of both metrics."""

    _means: MeanTally | None = None  # of --mean

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument("files", metavar="SYSTEM ... GOLD.m2", nargs="+", help=FILES)
        parser.set_defaults(retokenize=False)  # which is for text
        from fastgec.cli.errant import add_analyses

        add_analyses(parser)
        # Its options are others, so `program.parsers` chooses the metric by it.
        parser.add_argument("--cleme2", action="store_true", help=HelpSection("cleme"))
        shared.add_fields(parser, self.declaration.parameters)
        self.add_scoring(parser)
        shared.add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of output that needs counts alone: scores, means and their output."""
        # The weights of CLEME2.0 have another default in means.
        shared.add_fields(parser, self.declaration.scoring, is_absent=self.name == "cleme2")
        weights = " (weights .35 .25 .20 .20)" if self.name == "cleme2" else ""
        parser.add_argument(
            "--mean",
            action="store_true",
            help=f"means over sentences with their best references{weights}",
        )
        self.add_output(parser)

    def inputs(self, options: argparse.Namespace) -> tuple[list[str], Any]:
        """Return the paths of systems and gold; check all arguments. Raises: UsageError."""
        from fastgec.cli.errant import check_files

        check_files(options, options.files)
        return super().inputs(options)

    def sharing(self, options: argparse.Namespace) -> argparse.Namespace:
        """The options with an analyser, so that texts are analysed once."""
        from fastgec.cli.errant import with_analyser

        return with_analyser(options)

    def edits(
        self, systems: Sequence[Any], gold: Any, options: argparse.Namespace
    ) -> tuple[Sequence[Any], Any, MadeBy]:
        """Return edits, and what made those of texts; no type counts."""
        from fastgec.cli.errant import edits_of, made_of_texts

        known = self.parameters(options, None)
        make = partial(edits_of, parameters=known, options=options, is_typed=False)
        return made_of_texts(systems, gold, make, options)

    def scorings(self, options: argparse.Namespace) -> list[Any]:
        """Return the scoring options."""
        is_given = bool(shared.given_of(self.declaration.scoring, options))
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
        is_weighted = self.metric.is_weighted(done.parameters) and not done.parameters.bias
        if plan is None or not is_weighted:
            return plan, results
        noted = [tuple(row._replace(note=KEPT) for row in one.rows) for one in results]
        return plan, [one._replace(rows=rows) for one, rows in zip(results, noted, strict=True)]

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        super().check(options)
        is_weighted = getattr(options, "weights", "none") == "length"
        bias, is_part = getattr(options, "bias", None), getattr(options, "counts_out", None)
        shared.refuse(
            ("--mean and --ci are mutually exclusive", options.mean and options.ci is not None),
            (
                "--counts-out with --weights length requires --bias B (or use --weights none): "
                "the mean length of the whole corpus is not known to a part",
                is_weighted and not bias and is_part,
            ),
            (f"--bias {bias or 0:g} requires --weights length", bias and not is_weighted),
        )


# `fastgec gotoscorer`: scores by difficulty, and the difficulty of each chunk.


GOTOSCORER_HELP = HelpSection("gotoscorer")


class GoToCommand(MetricCommand):
    """GoToScorer's."""

    _chunks: PrintedLines | None = None  # of --chunks

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        super().add_arguments(parser)
        parser.add_argument("--chunks", metavar="FILE", help=GOTOSCORER_HELP)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of output from counts: scores and their output."""
        parser.set_defaults(chunks=None)
        super().add_scoring(parser)

    def inputs(self, options: argparse.Namespace) -> tuple[list[str], Any]:
        """Return the paths of systems and the gold; check all arguments. Raises: UsageError."""
        if len(options.files) == 2:
            reason = "one system, expected two or more: difficulty depends on all of them"
            raise UsageError(reason)
        return super().inputs(options)

    def outputs(self, options: argparse.Namespace) -> dict[str, str | None]:
        """Return the file of each option that writes one, in the order of messages."""
        sentences, counts = options.sentences, options.counts_out
        return {"--sentences": sentences, "--chunks": options.chunks, "--counts-out": counts}

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterator[Observer]:
        """Yield the observers that make the lines of --chunks."""
        if options.chunks is None:
            return
        from fastgec import show
        from fastgec.weights.difficulty import difficulties

        def lines(block: Block, *_: Any) -> Iterator[str]:
            for one in difficulties(block.text, observing.request.parameters):
                yield show.line({**one._asdict(), "sentence": one.sentence + 1})

        self._chunks = observing.lines(lines, options.chunks, is_of_all=True)
        yield self._chunks

    def show(self, done: Run, options: argparse.Namespace) -> int:
        """Write the file of chunks, whole or not at all, then print. Raises: OSError."""
        if self._chunks is not None:
            self._chunks.write(options.chunks)
        return super().show(done, options)
