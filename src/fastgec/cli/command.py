"""`fastgec METRIC`: the command that every metric has. It declares, calls and prints.

What a metric prints besides tables and JSON, as the program of its authors does, is in a module of
its own name here, whose COMMAND is a class made from `MetricCommand`. An object of it is made for
each run, and keeps what the run finds; options are only read.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli.cite import add_cite, cited
from fastgec.cli.declare import add_fields, add_files, made_of
from fastgec.cli.options import (
    add_intervals,
    add_parallel_columns,
    add_partial,
    add_shared,
    add_verdict,
    check_inputs,
    named,
    parallel_columns,
    progress_bar,
    status_of,
    warn,
    warn_of_repeats,
    warn_of_run,
)
from fastgec.cli.outputs import add_retokenize, format_of, projection_of, tell_changes
from fastgec.cli.plotting import Drawing, add_plot
from fastgec.metrics.declarations import Declaration, declaration_of
from fastgec.report import TABLE_FORMATS
from fastgec.report.names import path_of

TYPE_CHECKING = False  # as in typing, which help and plain runs do without
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Any

    from fastgec.cli.sentences import Sentences, Watching
    from fastgec.metrics.door import AnyMetric
    from fastgec.report.results import Result
    from fastgec.study.parts import Part
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Watcher
    from fastgec.study.table import AnyRun

SLACK = 1e-9  # sums of weights in another order differ by less


def command_of(name: str) -> MetricCommand:
    """Return a new command of a metric: its own, or that of all."""
    module = f"fastgec.cli.{name}"
    try:
        command: type[MetricCommand] = importlib.import_module(module).COMMAND
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return MetricCommand(name)
    return command(name)


class MetricCommand(Drawing):
    """A command that scores systems by a metric, and what `merge` does with its parts.

    formats      what it prints
    classic_for  for how many systems it prints, unless asked for another format, what the program
                 of the metric's authors prints: "one", "all", or none ("")
    least        the smallest score there is
    """

    formats: Sequence[str] = TABLE_FORMATS
    classic_for: str = ""
    least: float = 0.0

    def __init__(self, name: str) -> None:
        """Take the name of the metric."""
        self.name = name

    @property
    def metric(self) -> AnyMetric:
        """The metric, which a run needs."""
        from fastgec.metrics.door import metric_named

        return metric_named(self.name)

    @property
    def declaration(self) -> Declaration:
        """What options and help need to know of the metric."""
        return declaration_of(self.name)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        if self.declaration.reads != "references":
            add_files(parser)
        else:
            add_parallel_columns(parser)
        add_retokenize(parser)
        add_fields(parser, self.declaration.parameters)
        self.add_scoring(parser)
        add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare what is made of counts: scores and their output."""
        add_fields(parser, self.declaration.scoring, several=self.declaration.several)
        self.add_output(parser)

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare verdicts, intervals and output."""
        verdict = add_verdict(parser, self.least)
        add_intervals(verdict)
        metric = self.declaration
        if metric.is_running:
            verdict.add_argument(
                "--fixed-choice",
                action="store_true",
                help=f"with --ci: keep the choice of {metric.chooses} (default: choose anew)",
            )
        add_plot(add_shared(parser, self.formats, has_names=True), "the result")
        add_cite(parser, metric.name)

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        if options.ci is not None and options.format == "classic":
            raise UsageError("--ci with -f classic found, expected another format")
        if options.ci is None and _is_fixed(options):
            raise UsageError("--fixed-choice found, expected --ci with it")
        self.check_drawing(options)

    def scorings(self, options: argparse.Namespace) -> list[Any]:
        """Return what scores depend on."""
        metric = self.metric
        if not metric.several:
            return [made_of(metric.scoring, options)]
        values = getattr(options, f"{metric.several}s")
        return [made_of(metric.scoring, options, **{metric.several: value}) for value in values]

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return what counts depend on."""
        del scoring
        return made_of(self.metric.parameters, options)

    def keeps_counts(self, options: argparse.Namespace) -> bool:
        """Whether the counts of all sentences are kept."""
        return options.counts_out is not None

    def plain(
        self, options: argparse.Namespace, given: AbstractSet[str]
    ) -> Callable[[argparse.Namespace], int] | None:
        """Do a run that needs no numpy, whose import takes longer than scoring a corpus.

        Args:
            options: what was parsed.
            given: names of options that do not have their defaults.

        Returns:
            What must be run because this run is not, or not wholly, of that kind; nothing is
            printed then. None if all is done.
        """
        del options, given
        return self.run

    def run(self, options: argparse.Namespace) -> int:
        """Score, then print: nothing is printed before every system is done."""
        if self.declaration.reads != "references":
            *systems, gold = options.files
            self.check(options)
            if not systems:
                raise UsageError(f"one file found ({gold}), expected SYSTEM and GOLD")
            check_inputs(options.files, options.sentences, counts_out=options.counts_out)
            return self.run_on(systems, systems, gold, options)
        from fastgec.metrics.references import References

        source, references, systems = parallel_columns(options)
        paths = [source, *references, *systems]
        check_inputs(paths, options.sentences, counts_out=options.counts_out)
        self.check(options)
        return self.run_on(systems, systems, References(source, references), options)

    def run_on(
        self,
        names: Sequence[str],
        systems: Sequence[Any],
        gold: Any,
        options: argparse.Namespace,
    ) -> int:
        """Score systems, then print.

        Args:
            names: of the systems, as typed.
            systems: their paths or lines.
            gold: as the metric reads it.
            options: what was parsed.
        """
        from contextlib import ExitStack

        from fastgec.cli.sentences import Watching
        from fastgec.corpus.span import WHOLE
        from fastgec.metrics.door import Reading
        from fastgec.study.run import run_text

        metric = self.metric
        labels = named(names, options)
        warn_of_repeats(names, options)
        asked = options.signature, options.cite, options.counts_out, options.plots
        is_named = options.format == "json" or any(asked)
        scorings = self.scorings(options)
        parameters = self.parameters(options, scorings[0])
        raw = projection_of(options)
        with ExitStack() as spools:
            watching = Watching(labels, parameters, scorings, spools)
            sentences, watchers = self.watchers(watching, options)
            with progress_bar(options, None, "sentences") as progress:
                span, jobs = options.sentence_range or WHOLE, options.jobs
                run = run_text(
                    *(metric, labels, systems, gold, parameters, scorings),
                    reading=Reading(span, None, jobs, None, progress, raw),
                    keeps_counts=self.keeps_counts(options),
                    keeps_samples=options.ci is not None,
                    is_fixed=_is_fixed(options),
                    watchers=watchers,
                    has_fingerprint=is_named,
                )
            warn_of_run(run, options)
            tell_changes(raw, names, quiet=options.quiet)
            if options.counts_out is not None:
                self.save(run, options)
            return self.show(run, sentences, options)

    def merge(self, part: Part, options: argparse.Namespace) -> int:
        """Score the counts of a whole corpus, then print."""
        from contextlib import ExitStack

        from fastgec.cli.sentences import Watching
        from fastgec.study.run import run_part

        self.check(options)
        warn_of_repeats(part.systems, options)
        names = named(part.systems, options)
        metric, scorings = self.metric, self.scorings(options)
        parameters = metric.parameters(**part.counts[0].parameters)
        with ExitStack() as spools:
            watching = Watching(names, parameters, scorings, spools)
            sentences, watchers = self.watchers(watching, options)
            run = run_part(
                metric,
                part,
                scorings,
                jobs=options.jobs,
                keeps_samples=options.ci is not None,
                is_fixed=_is_fixed(options),
                watchers=watchers,
            )
            lines = [
                f"{name}: precision {score.precision:.4f}: expected 1 at most, unless the gold has "
                "edits twice"
                for name, scores in zip(names, run.scores, strict=True)
                for score in scores
                if getattr(score, "precision", 0) > 1 + SLACK
            ]
            warn(lines, quiet=options.quiet, strict=options.strict)
            return self.show(run._replace(systems=tuple(names)), sentences, options)

    def watchers(
        self, watching: Watching, options: argparse.Namespace
    ) -> tuple[Sentences | None, list[Watcher]]:
        """Return what --sentences gets, and all that is told of blocks."""
        from fastgec.cli.sentences import Sentences

        others = self.told(watching, options)
        if options.sentences is None:
            return None, [*others]
        sentences = Sentences(self.metric, watching, options.sentences)
        return sentences, [sentences, *others]

    def told(self, watching: Watching, options: argparse.Namespace) -> Iterable[Watcher]:
        """Yield what else is told of blocks."""
        del watching, options
        return ()

    def save(self, run: AnyRun, options: argparse.Namespace) -> None:
        """Write the counts of a part. Raises: OSError."""
        from fastgec.study.run import part_of

        part_of(run._replace(systems=tuple(map(path_of, run.systems)))).save(options.counts_out)

    def show(self, run: AnyRun, sentences: Sentences | None, options: argparse.Namespace) -> int:
        """Write and print what is asked for, and return the exit status."""
        plan, results = self.results(run, options)
        if sentences is not None:
            sentences.write()
        order = list(range(len(results)))
        if options.sort:
            order.sort(key=lambda number: -results[number].measure(self.metric).value)
        shown = [results[number] for number in order]
        if options.cite:
            sys.stdout.write(cited(run, plan))
            return 0
        self.draw(run, shown, order, plan, options)
        self.before(options)
        sys.stdout.writelines(self.text(run, shown, order, plan, options))
        return status_of(self.verdicts(shown, options), options.fail_under)

    def results(self, run: AnyRun, options: argparse.Namespace) -> tuple[Plan | None, list[Result]]:
        """Return how resamples were made, if there are intervals, and the results."""
        from fastgec.report.results import results_of

        if options.ci is None:
            return None, results_of(run)
        from fastgec.study.interval import bounds_of, plan_of

        plan = plan_of(run, options.ci, options.seed, is_fixed=_is_fixed(options))
        return plan, results_of(run, bounds_of(run, plan, jobs=options.jobs))

    def before(self, options: argparse.Namespace) -> None:
        """Print what comes before the scores."""
        del options

    def kind(self, n_systems: int, plan: Plan | None, options: argparse.Namespace) -> str:
        """Return the format to print in."""
        is_classic = self.classic_for == "all" or (self.classic_for == "one" and n_systems == 1)
        if options.format is None and plan is None and is_classic:
            return "classic"
        return format_of(options)

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
        if kind == "classic":
            yield from self.classic(run, results, order, options)
            if not options.signature:
                return
        from fastgec.report import formats, scores  # three lines need no tables

        if kind == "json":
            yield scores.document(run, results, plan)
            return
        if kind != "classic":
            table = scores.table(run, results, plan)
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
        """Return what the program of the metric's authors prints, for metrics that have one.

        Args:
            run: what was scored.
            results: in the order to print.
            order: the number in the run of each result.
            options: what was parsed.

        Raises:
            UsageError: there is no such program.
        """
        raise UsageError(f"-f classic found, expected another format: {self.name} has no such one")

    def verdicts(
        self, results: Sequence[Result], options: argparse.Namespace
    ) -> Iterator[tuple[str, float]]:
        """Yield what --fail-under judges: what it is called, and its value."""
        del options
        for result in results:
            for number, row in enumerate(result.rows):
                score = result.measure(self.metric, number)
                settings = (one for one in row.measures if one.kind == "setting")
                called = [f"at {one.heading.lower()} {one.value}" for one in settings]
                yield f"{result.system}: {' '.join([score.heading, *called])}", score.value


def _is_fixed(options: argparse.Namespace) -> bool:
    return getattr(options, "fixed_choice", False)
