"""`fastgec METRIC`: the command that every metric has. It declares, calls and prints.

What a metric prints besides tables and JSON, as the program of its authors does, is in a module of
its own name here, whose COMMAND is a class made from `MetricCommand`. An object of it is made for
each run, and keeps what the run finds; options are only read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from fastgec.cli import DATA_ERROR, UsageError
from fastgec.cli import options as shared
from fastgec.cli.outputs import add_cite, add_plot, check_plots, cited, write_plots_of
from fastgec.cli.parser import imported
from fastgec.machine import replacing
from fastgec.metrics.declarations import Declaration, declaration_of
from fastgec.read import FormatError
from fastgec.show import TABLE_FORMATS, path_of

TYPE_CHECKING = False  # as in typing, which help and plain runs do without
if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet
    from contextlib import ExitStack
    from typing import Any, TypeAlias

    from fastgec.metrics.base import AnyMetric
    from fastgec.metrics.edit_texts import MadeBy
    from fastgec.show.scores import Result, SentenceLines
    from fastgec.show.tables import Table
    from fastgec.study.mistakes import Judgments, WrongEdits
    from fastgec.study.parts import Part
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Observer, Request, Run

    # Makes lines of a system from a block, its number, and what each scoring selected in the block.
    Make: TypeAlias = Callable[[Any, int, Sequence[Any]], Iterable[str]]

SLACK = 1e-9  # sums of weights in another order differ by less


# The commands that have more than every metric has: module and class.
OWN = {
    "m2": ("m2", "M2Command"),
    "green": ("metrics", "GreenCommand"),
    "gleu": ("metrics", "GleuCommand"),
    "imeasure": ("metrics", "IMeasureCommand"),
    "errant": ("errant", "ErrantCommand"),
    "cleme": ("metrics", "ChunkCommand"),
    "cleme2": ("metrics", "ChunkCommand"),
    "gotoscorer": ("metrics", "GoToCommand"),
}


def command_of(name: str) -> MetricCommand:
    """Return a new command of a metric: its own, or that of all."""
    if name not in OWN:
        return MetricCommand(name)
    module, own = OWN[name]
    command: type[MetricCommand] = getattr(imported(f"fastgec.cli.{module}"), own)
    return command(name)


# Options that --accept has no scores for; edits were judged by their numbers in the whole corpus.
NOT_ACCEPTED = (
    *("--cat", "--clusters", "--counts-out", "--fail-under", "--signature", "--verbose"),
    *("--sentence-range", "--start", "--end"),
)


class MetricCommand:
    """A command that scores systems by a metric, and what `merge` does with its parts.

    formats      what it prints
    classic_for  for how many systems it prints, unless -f names another format, what the program
                 of the metric's authors prints: "one", "all", or none ("")
    least        the smallest score there is
    has_benchmarks  whether a benchmark is scored by it, see `cli.benchmarks`
    """

    formats: Sequence[str] = TABLE_FORMATS
    classic_for: str = ""
    least: float = 0.0
    has_benchmarks = False
    _sentences: tuple[PrintedLines, SentenceLines] | None = None  # of --sentences
    _wrong: Sequence[WrongEdits] = ()  # of --accept
    _judgments: Judgments  # of the file of --accept

    def __init__(self, name: str) -> None:
        """Take the name of the metric."""
        self.name = name

    @property
    def metric(self) -> AnyMetric:
        """The metric, which a run needs."""
        from fastgec.metrics.base import metric_named

        return metric_named(self.name)

    @property
    def declaration(self) -> Declaration:
        """What options and help need to know of the metric."""
        return declaration_of(self.name)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        if self.declaration.reads != "references":
            shared.add_known(parser, "files")
        else:
            shared.add_parallel_columns(parser)
        shared.add_known(parser, "--retokenize")
        if self.has_benchmarks:
            shared.add_known(parser, "--benchmark")
        shared.add_fields(parser, self.declaration.parameters)
        self.add_scoring(parser)
        shared.add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of output from counts: scores and their output."""
        shared.add_fields(parser, self.declaration.scoring, several=self.declaration.several)
        self.add_output(parser)

    def add_output(self, parser: argparse.ArgumentParser) -> None:
        """Declare verdicts, intervals and output."""
        verdict = shared.add_verdict(parser, self.least)
        shared.add_known(verdict, "--ci", "--seed", "--clusters")
        metric = self.declaration
        if metric.is_running:
            text = f"with --ci: keep the choice of {metric.chooses} (default: choose anew)"
            verdict.add_argument("--fixed-choice", action="store_true", help=text)
        add_plot(shared.add_shared(parser, self.formats, has_names=True))
        add_cite(parser, metric.name)

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        has_ci, has_clusters = options.ci is not None, options.clusters is not None
        is_range = getattr(options, "sentence_range", None) is not None
        shared.refuse(
            ("--ci and -f classic are mutually exclusive", has_ci and options.format == "classic"),
            ("--fixed-choice requires --ci", _is_fixed(options) and not has_ci),
        )
        if getattr(options, "accept", None) is not None:
            self._check_accept(options)
        shared.refuse(
            ("--clusters requires --ci", has_clusters and not has_ci),
            ("--clusters and --sentence-range are mutually exclusive", has_clusters and is_range),
        )
        kind = self.kind_drawn(options)
        check_plots(options, kind, {"ci": has_ci, "types": kind == "types"})

    def _check_accept(self, options: argparse.Namespace) -> None:
        """Refuse what --accept does not show. Raises: UsageError."""

        def is_given(name: str) -> bool:
            value = getattr(options, name.strip("-").replace("-", "_"), None)
            return value is not None and value is not False

        others = {"-f classic": options.format == "classic", "--plot": options.plots}
        others |= {name: is_given(name) for name in NOT_ACCEPTED}
        shared.refuse_all("{} and --accept are mutually exclusive", others)

    def scorings(self, options: argparse.Namespace) -> list[Any]:
        """Return the scoring options."""
        metric = self.metric
        if not metric.several:
            return [shared.made_of(metric.scoring, options)]
        values = getattr(options, f"{metric.several}s")
        return [
            shared.made_of(metric.scoring, options, **{metric.several: value}) for value in values
        ]

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return the counting options, of which a scoring may set some."""
        return shared.made_of(self.metric.parameters, options)

    def plain(
        self, options: argparse.Namespace, given: AbstractSet[str]
    ) -> Callable[[argparse.Namespace], int] | None:
        """Do a run that needs no numpy, whose import takes longer than scoring a corpus.

        Args:
            options: the parsed command line.
            given: names of options that do not have their defaults.

        Returns:
            What must be run because this run is not, or not wholly, of that kind; nothing is
            printed then. None if all is done.
        """
        return self.run

    def run(self, options: argparse.Namespace) -> int:
        """Score, then print: nothing is printed before every system is done."""
        systems, gold = self.inputs(options)
        systems, options = self.kept(systems, gold, options)
        return self.score(systems, systems, gold, options)

    def kept(
        self, systems: list[str], gold: Any, options: argparse.Namespace
    ) -> tuple[list[str], argparse.Namespace]:
        """Return the systems to score, with --skip-bad those that can be, and their options."""
        if not options.skip_bad or not systems:
            return systems, options
        if options.format == "classic":
            raise UsageError("--skip-bad and -f classic are mutually exclusive")
        from fastgec.metrics.base import Reading
        from fastgec.read.lines import WHOLE
        from fastgec.study.run import Request, run_request

        scorings = self.scorings(options)
        known = self.metric, self.parameters(options, scorings[0])
        options = self.sharing(options)
        silent = shared.changed(options, quiet=True, strict=False, save_analyses=None)

        def attempt(number: int) -> None:
            paths = [systems[number]]
            given, read, _ = self.edits(paths, gold, silent)
            reading = Reading(options.sentence_range or WHOLE, None, options.jobs)
            run_request(
                Request(known[0], paths, given, read, known[1], scorings[:1], reading=reading)
            )

        numbers, options = shared.kept_systems(systems, attempt, options, gold)
        return [systems[number] for number in numbers], options

    def sharing(self, options: argparse.Namespace) -> argparse.Namespace:
        """The options, with what attempts to score a system and the run have in common."""
        return options

    def inputs(self, options: argparse.Namespace) -> tuple[list[str], Any]:
        """Return the paths of systems, and gold as the metric reads it; check all arguments.

        Raises: UsageError.
        """
        if self.declaration.reads != "references":
            *systems, gold = options.files
            self.check(options)
            if not systems:
                raise UsageError(f"one file ({gold}): expected SYSTEM and GOLD")
            shared.check_inputs(options.files, self.outputs(options))
            return systems, gold
        from fastgec.read.lines import References

        source, references, systems = shared.parallel_columns(options)
        paths = [source, *references, *systems]
        shared.check_inputs(paths, self.outputs(options))
        self.check(options)
        return systems, References(source, references)

    def outputs(self, options: argparse.Namespace) -> dict[str, str | None]:
        """Return the file of each option that writes one, in the order of messages."""
        return {"--sentences": options.sentences, "--counts-out": options.counts_out}

    def edits(
        self, systems: Sequence[Any], gold: Any, options: argparse.Namespace
    ) -> tuple[Sequence[Any], Any, MadeBy]:
        """Return systems and gold as the metric reads them, and what made edits of texts.

        That is asked for when all edits are read. Raises: FormatError, MissingExtraError.
        """
        return systems, gold, dict

    def request(
        self, names: Sequence[str], systems: Sequence[Any], gold: Any, options: argparse.Namespace
    ) -> Request:
        """Return the request for systems that are paths or lines."""
        from fastgec.study.run import Request

        scorings = self.scorings(options)
        asked = options.signature, options.cite, options.counts_out, options.plots
        return Request(
            *(self.metric, names, systems, gold, self.parameters(options, scorings[0]), scorings),
            keeps_counts=options.counts_out is not None,
            keeps_samples=options.ci is not None,
            clusters=shared.clusters_of(options),
            is_fixed=_is_fixed(options),
            has_fingerprint=options.format == "json" or any(asked),
        )

    def score(
        self, paths: Sequence[str], systems: Sequence[Any], gold: Any, options: argparse.Namespace
    ) -> int:
        """Score systems, then print.

        Args:
            paths: of the systems, as typed.
            systems: what there is of them: paths, lines, edits or counts.
            gold: as the metric reads it.
            options: the parsed command line.
        """
        from contextlib import ExitStack
        from dataclasses import replace

        from fastgec.study.run import part_of, signed

        names = shared.named(paths, options)
        shared.warn_of_repeats(paths, options)
        systems, gold, made_by = self.edits(systems, gold, options)
        request = self.request(names, systems, gold, options)
        with ExitStack() as files:
            observers = self.observers(Observing(request, files), options)
            done = shared.scored(replace(request, observers=observers), options)
            done = signed(done, made_by())
            if options.counts_out is not None:
                typed = tuple(map(path_of, done.systems))
                part_of(done._replace(systems=typed)).save(options.counts_out)
            return self.show(done, options)

    def merge(self, part: Part, options: argparse.Namespace) -> int:
        """Score the counts of a whole corpus, then print."""
        from contextlib import ExitStack
        from dataclasses import replace

        from fastgec.metrics.base import Reading
        from fastgec.study.run import request_of, run_part

        self.check(options)
        shared.warn_of_repeats(part.systems, options)
        names = shared.named(part.systems, options)
        request = request_of(
            *(part, self.metric, self.scorings(options)),
            reading=Reading(jobs=options.jobs),
            keeps_samples=options.ci is not None,
            clusters=shared.clusters_of(options),
            is_fixed=_is_fixed(options),
        )
        with ExitStack() as files:
            observing = Observing(replace(request, names=names), files)
            done = run_part(replace(request, observers=self.observers(observing, options)))
            most = "expected 1 at most, unless the gold has edits twice"
            lines = [*done.warnings]
            for name, scores in zip(names, done.scores, strict=True):
                known = [getattr(score, "precision", 0) for score in scores]
                wrong = [precision for precision in known if precision > 1 + SLACK]
                lines += [f"{name}: precision {precision:.4f}: {most}" for precision in wrong]
            shared.warn(lines, quiet=options.quiet, strict=options.strict)
            return self.show(done._replace(systems=tuple(names)), options)

    def observers(self, observing: Observing, options: argparse.Namespace) -> list[Observer]:
        """Return what is called with each batch: what --sentences writes, and what else is kept."""
        if options.sentences is None:
            return [*self.keeping(observing, options)]
        self._sentences = sentence_lines(observing, options.sentences)
        return [self._sentences[0], *self.keeping(observing, options)]

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterable[Observer]:
        """Yield observers that keep more of batches than every metric does: with --accept edits."""
        if getattr(options, "accept", None) is None:
            return
        from fastgec.study.mistakes import read_judgments, require_judged, wrong_edits_of

        request = observing.request
        with shared.as_usage("--accept: "):
            require_judged(request.metric, request.parameters)
        self._judgments = read_judgments(options.accept)
        self._wrong = wrong_edits_of(request.metric, request.parameters, len(request.names))
        yield from self._wrong

    def show(self, done: Run, options: argparse.Namespace) -> int:
        """Write and print the output, and return the exit status."""
        plan, results = self.results(done, options)
        if self._sentences is not None:
            lines, own = self._sentences
            lines.write(options.sentences, own.heading)
        order = list(range(len(results)))
        if options.sort:
            order.sort(key=lambda number: -results[number].measure(self.metric).value)
        shown = Shown(done, [results[number] for number in order], order, plan)
        if options.cite:
            sys.stdout.write(cited(done, plan))
            return 0
        write_plots_of(lambda: self.document(shown, options), options, self.kind_drawn(options))
        kind = self.kind(shown, options)
        if self._wrong:
            sys.stdout.write(shared.shown_skipped(self._accepted(shown, options), kind, options))
            return DATA_ERROR if getattr(options, "skipped", ()) else 0
        if getattr(options, "skipped", ()):
            text = "".join(self.text(shown, options))
            sys.stdout.write(shared.shown_skipped(text, kind, options))
        else:
            sys.stdout.writelines(self.text(shown, options))
        status = shared.status_of(self.verdicts(shown.results, options), options.fail_under)
        return DATA_ERROR if getattr(options, "skipped", ()) else status

    def _accepted(self, shown: Shown, options: argparse.Namespace) -> str:
        """Return scores with and without the wrong edits that were judged valid."""
        from fastgec.study.resampling import DEFAULT_RESAMPLES

        run = shown.run
        systems = tuple(run.systems[number] for number in shown.order)
        wrong = [self._wrong[number] for number in shown.order]
        n = options.ci or DEFAULT_RESAMPLES
        parts = accepted(run._replace(systems=systems), wrong, self._judgments, n, options)
        return shared.in_format(shared.format_of(options), *parts)

    def results(self, done: Run, options: argparse.Namespace) -> tuple[Plan | None, list[Result]]:
        """Return how resamples were made, if there are intervals, and the results."""
        from fastgec.show.scores import results_of

        if options.ci is None:
            return None, results_of(done)
        from fastgec.study.interval import bounds_of, plan_of

        plan = plan_of(done, options.ci, options.seed, is_fixed=_is_fixed(options))
        return plan, results_of(done, bounds_of(done, plan, jobs=options.jobs))

    def kind_drawn(self, options: argparse.Namespace) -> str:
        """Return the default kind of a picture."""
        if getattr(options, "types", False) or getattr(options, "cat", None) is not None:
            return "types"
        has_parts = "precision" in self.metric.resampled
        return "forest" if options.ci is not None or not has_parts else "pr"

    def kind(self, shown: Shown, options: argparse.Namespace) -> str:
        """Return the format to print in."""
        is_one = self.classic_for == "one" and len(shown.results) == 1
        is_classic = (self.classic_for == "all" or is_one) and not getattr(options, "skipped", ())
        if options.format is None and shown.plan is None and is_classic:
            return "classic"
        return shared.format_of(options)

    def text(self, shown: Shown, options: argparse.Namespace) -> Iterator[str]:
        """Yield the printed lines."""
        kind = self.kind(shown, options)
        if kind == "classic":
            yield from self.classic(shown, options)
            if not options.signature:
                return
        from fastgec.show import scores, tables  # three lines need no tables

        if kind != "classic":
            document = partial(self.document, shown, options)
            yield shared.in_format(kind, document, partial(self.table, shown, options))
        if options.signature and kind != "json":
            yield tables.with_line(scores.signature_of(shown.run, shown.plan), kind)

    def document(self, shown: Shown, options: argparse.Namespace) -> str:
        """Return the JSON document, whose numbers pictures have, too."""
        from fastgec.show import scores

        return scores.document(shown.run, shown.results, shown.plan)

    def table(self, shown: Shown, options: argparse.Namespace) -> Table:
        """Return the table that is printed."""
        from fastgec.show import scores

        return scores.table(shown.run, shown.results, shown.plan)

    def classic(self, shown: Shown, options: argparse.Namespace) -> Iterable[str]:
        """Return what the program of the metric's authors prints, for metrics that have one.

        Raises: UsageError if there is no such program.
        """
        raise UsageError(f"{self.name} has no -f classic")

    def verdicts(
        self, results: Sequence[Result], options: argparse.Namespace
    ) -> Iterator[tuple[str, float]]:
        """Yield the scores that --fail-under judges: what it is called, and its value."""
        for result in results:
            for number, row in enumerate(result.rows):
                score = result.measure(self.metric, number)
                settings = (one for one in row.measures if one.kind == "setting")
                called = [f"at {one.heading.lower()} {one.value}" for one in settings]
                yield f"{result.system}: {' '.join([score.heading, *called])}", score.value


def _is_fixed(options: argparse.Namespace) -> bool:
    return getattr(options, "fixed_choice", False)


class Shown:
    """A run and what is shown of it.

    run      what was scored
    results  in the order to print
    order    the number in the run of each result
    plan     how resamples were made, if there are intervals
    """

    def __init__(
        self, run: Run, results: Sequence[Result], order: Sequence[int], plan: Plan | None = None
    ) -> None:
        """Take them."""
        self.run = run
        self.results = results
        self.order = order
        self.plan = plan


class PrintedLines:
    """Observer of batches: lines of each system are put aside until all systems are done."""

    def __init__(
        self, make: Make | None, n_systems: int, files: ExitStack, beside: str | None
    ) -> None:
        """Open a file for each system, on the disk of another file. Raises: OSError."""
        from fastgec.spill import TextSpill  # and pathlib: most runs need neither

        self._make = make
        self._spills = [files.enter_context(TextSpill(beside)) for _ in range(n_systems)]

    def __call__(self, block: Any, chosen: Sequence[Any]) -> None:
        """Add a block."""
        if self._make is not None:
            for system in range(len(self._spills)):
                self.add(system, self._make(block, system, chosen))

    def add(self, system: int, lines: Iterable[str]) -> None:
        """Add lines of a system. Raises: OSError."""
        self._spills[system].add(lines)

    def texts(self, system: int) -> Iterator[str]:
        """Yield the lines of a system. Raises: OSError."""
        yield from self._spills[system].texts()

    def write(self, path: str, heading: str = "") -> None:
        """Write a file of all systems, whole or not at all. Raises: OSError."""
        with replacing(path) as file:
            file.write(heading.encode())
            for spill in self._spills:
                spill.copy_to(file)


class Observing:
    """What observers need to know of a request, and what closes their files.

    request  what is scored
    files    closes them when all is printed
    """

    def __init__(self, request: Request, files: ExitStack) -> None:
        """Take them."""
        self.request = request
        self.files = files

    def lines(
        self, make: Make | None = None, beside: str | None = None, *, is_of_all: bool = False
    ) -> PrintedLines:
        """Return what puts lines aside, of each system or of all together; beside another file.

        It observes batches where it knows how lines are made.
        """
        n_systems = 1 if is_of_all else len(self.request.names)
        return PrintedLines(make, n_systems, self.files, beside)


def sentence_lines(observing: Observing, path: str) -> tuple[PrintedLines, SentenceLines]:
    """Return the observer that makes what --sentences writes, and what knows its heading.

    Raises: OSError.
    """
    from pathlib import Path

    from fastgec.show.scores import SentenceLines

    request = observing.request
    names, suffix = request.names, Path(path).suffix
    own = SentenceLines(request.metric, request.parameters, request.scorings, suffix)

    def lines(block: Any, system: int, chosen: Sequence[Any]) -> Iterator[str]:
        return own.lines(names[system], block, system, chosen)

    return observing.lines(lines, path), own


def accepted(
    done: Run,
    observers: Sequence[Any],
    judgments: Mapping[Any, Any],
    n: int,
    options: argparse.Namespace,
) -> tuple[Callable[[], str], Callable[[], Table]]:
    """Return what makes JSON and table of scores with and without valid edits.

    Warns of what makes them doubtful.

    Raises: FormatError where the file is of another corpus; StrictError, as `warn`.
    """
    from fastgec.show import errors as report
    from fastgec.study.mistakes import doubts, judged_scores

    if not done.facts.sentences:
        raise FormatError(done.systems[0], None, "no sentence, expected at least 1")
    lines = doubts(done.systems, observers, judgments, options.accept)
    found = judged_scores(
        *(done.metric, done.scorings[0], observers, judgments),
        resamples=n,
        seed=options.seed,
        jobs=options.jobs,
    )
    shared.warn(lines, quiet=options.quiet, strict=options.strict)
    document = partial(report.accepted_document, done, found, n, options.seed)
    table = partial(report.accepted_table, done, found, n, options.seed)
    return document, table
