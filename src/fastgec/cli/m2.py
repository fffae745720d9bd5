"""`fastgec m2`: output for old scripts, edits in words, views of annotators and error types."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli import options as shared
from fastgec.cli.command import MetricCommand
from fastgec.cli.parser import HelpSection
from fastgec.read import visible

TYPE_CHECKING = False  # as in typing, which help and plain runs do without
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from typing import Any

    from fastgec.cli.command import Observing, Shown
    from fastgec.cli.m2_views import View, Words
    from fastgec.metrics.base import AnyMetric
    from fastgec.show.tables import Table
    from fastgec.study.people import AnnotatorScore
    from fastgec.study.run import Observer, Request

HELP = HelpSection("m2")

# Options of a run that needs no numpy; others must have their defaults.
PLAIN = {"files", "beta", "format", "quiet", "strict", "progress", "jobs", "timeout"}
VIEWS = ("per-annotator", "ceiling", "types")
ALL = "all"  # modes
BOTH = "both"  # ways to take edits
LAYOUTS = ("m2scorer", "fastgec")


class M2Command(MetricCommand):
    """MaxMatch's."""

    formats = shared.FORMATS
    classic_for = "one"
    _humans: Sequence[AnnotatorScore] = ()  # of --ceiling
    _words: Words | None = None  # edits in words

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        shared.add_known(parser, "files", "--retokenize", "--benchmark")
        m2 = self.declaration
        shared.add_fields(parser, m2.scoring)
        shared.add_fields(parser, m2.parameters, without=("mode", "extract"))
        for name, every in (("mode", ALL), ("extract", BOTH)):
            default, field = m2.parameters[name]
            text, choices = f"{field.text}, or {every} (default: {default})", field.choices or ()
            known = {"choices": (*choices, every), "default": default, "metavar": field.metavar}
            parser.add_argument(f"--{name}", help=text, **known)
        parser.add_argument("-v", "--verbose", action="store_true", help=HELP)
        hidden = argparse.SUPPRESS
        for spelling in ("--very_verbose", "--very-verbose"):  # one of release 3.2
            parser.add_argument(spelling, dest="verbose", action="store_true", help=hidden)
        parser.add_argument("--layout", choices=LAYOUTS, help=hidden)
        parser.add_argument("--edits", metavar="FILE", help=HELP)
        self._add_rest(parser, has_text=True)
        shared.add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of output that needs counts alone: scores and their output."""
        usual = {name: default for name, (default, _) in self.declaration.parameters.items()}
        names = ("mode", "optional", "blocks", "word_order", "extract")
        parser.set_defaults(verbose=False, layout=None, ceiling=False, types=False, edits=None)
        parser.set_defaults(accept=None, **{name: usual[name] for name in names})
        shared.add_fields(parser, self.declaration.scoring)
        self._add_rest(parser, has_text=False)

    def _add_rest(self, parser: argparse.ArgumentParser, *, has_text: bool) -> None:
        _add_views(parser, has_text=has_text)
        self.add_output(parser)
        parser.add_argument("--timeout", type=float, help=argparse.SUPPRESS)  # every sentence ends

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        view, selection = _view_of(options), options.annotator_selection
        is_fixed = selection != "running" and getattr(options, "fixed_choice", False)
        cure = " (intervals by type: 'fastgec report')" if view == "types" else ""
        apart = "are mutually exclusive"
        shared.refuse(
            (f"--ci and --{view} {apart}{cure}", view and options.ci is not None),
            (f"-f classic and --{view} {apart}", view and options.format == "classic"),
            (f"--fixed-choice and --annotator-selection {selection} {apart}", is_fixed),
            *(
                (f"--blocks nus and --{name} {apart}", options.blocks == "nus" and value)
                for name in ("verbose", "edits", "ceiling")
                if (value := getattr(options, name))
            ),
            # Annotators of word order would meet themselves.
            (f"--word-order and --ceiling {apart}", options.word_order and options.ceiling),
        )
        super().check(options)

    def plain(
        self, options: argparse.Namespace, given: AbstractSet[str]
    ) -> Callable[[argparse.Namespace], int] | None:
        """Score and print without numpy where that can be done."""
        *systems, gold = options.files
        is_plain = given <= PLAIN and options.format != "json" and bool(systems)
        are_files = len({*options.files, "-"}) > len(options.files)  # each once, and no pipe
        if not (is_plain and are_files):
            return self.run
        from fastgec.fscore import precision_recall_f
        from fastgec.metrics.plain import m2_totals
        from fastgec.show import three_lines

        beta: float = options.beta
        with shared.progress_bar(options, None, "sentences") as progress:
            counted = m2_totals(systems, gold, beta=beta, jobs=options.jobs, progress=progress)
        if counted is None:
            return self.run
        found, notes = counted
        is_one = options.format is None and len(systems) == 1
        kind = "classic" if is_one else shared.format_of(options)
        shared.note(notes, quiet=options.quiet)
        if kind != "classic":
            sys.stdout.write(_plain_table(systems, found, beta, kind))
            return None
        for system, counts in zip(systems, found, strict=True):
            if len(systems) > 1:
                sys.stdout.write(f"{visible(system)}\n")
            correct, proposed, n_gold = counts
            precision, recall, f = precision_recall_f(correct, proposed, n_gold, beta * beta)
            sys.stdout.write(three_lines(precision, recall, f, beta))
        return None

    def run(self, options: argparse.Namespace) -> int:
        """Score, then print: nothing is printed before every system is done."""
        if type(self) is M2Command and options.extract == BOTH:
            return BothWaysCommand(self.name).run(options)
        if type(self) is M2Command and options.mode == ALL:
            return AllModesCommand(self.name).run(options)
        return super().run(options)

    def inputs(self, options: argparse.Namespace) -> tuple[list[str], Any]:
        """Return the paths of systems and the gold, whose annotators --ceiling scores, too.

        Raises: UsageError; FormatError.
        """
        *systems, path = options.files
        if not systems and not options.ceiling:
            raise UsageError(f"one file ({path}): expected SYSTEM and GOLD")
        shared.check_inputs(options.files, self.outputs(options))
        if not systems:
            given = {"--fail-under": options.fail_under is not None, "--plot": options.plots}
            given["--counts-out"] = options.counts_out is not None
            shared.refuse_all("{} requires SYSTEM", given)
        shared.refuse(("--layout requires -v", options.layout and not options.verbose))
        if options.verbose:
            usual = {name: one[0] for name, one in self.declaration.parameters.items()}
            mode, optional, extract = options.mode, options.optional, options.extract
            is_usual = (mode, optional) == (usual["mode"], usual["optional"])
            others = {
                f"--mode {mode} --optional {optional}": not is_usual,
                f"--extract {extract}": extract != usual["extract"],
            }
            shared.refuse(("-v and -f json are mutually exclusive", options.format == "json"))
            shared.refuse_all("-v and {} are mutually exclusive: use --edits", others)
        self.check(options)
        if not options.ceiling:
            return systems, path
        from pathlib import Path

        from fastgec.cli.m2_views import humans_of
        from fastgec.diagnostics.inputs import explaining
        from fastgec.read.gold import Gold

        # A pipe can be read once.
        with explaining(path, systems):
            gold = path if path != "-" and Path(path).is_file() else Gold.read(path)
            self._humans = humans_of(gold, options)
        return systems, gold

    def outputs(self, options: argparse.Namespace) -> dict[str, str | None]:
        """Return the file of each option that writes one, in the order of messages."""
        sentences, counts = options.sentences, options.counts_out
        return {"--sentences": sentences, "--edits": options.edits, "--counts-out": counts}

    def request(
        self, names: Sequence[str], systems: Sequence[Any], gold: Any, options: argparse.Namespace
    ) -> Request:
        """Return the request; views of annotators need the counts of all sentences."""
        from dataclasses import replace

        request = super().request(names, systems, gold, options)
        is_view = options.per_annotator or options.ceiling
        return replace(request, keeps_counts=is_view or request.keeps_counts)

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterator[Observer]:
        """Yield the observers that keep edits in words."""
        if options.verbose or options.edits is not None or options.types:
            from fastgec.cli.m2_views import Words

            self._words = Words(observing, options)
            yield self._words
        yield from super().keeping(observing, options)

    def kind(self, shown: Shown, options: argparse.Namespace) -> str:
        """Return the format to print in: old scripts read no views."""
        return shared.format_of(options) if _view_of(options) else super().kind(shown, options)

    def text(self, shown: Shown, options: argparse.Namespace) -> Iterator[str]:
        """Write edits, whole or not at all, and yield what is printed. Raises: OSError."""
        if self._words is not None:
            yield from self._words.printed(options)
        yield from super().text(shown, options)

    def document(self, shown: Shown, options: argparse.Namespace) -> str:
        """Return the JSON document, with what a view adds."""
        from fastgec.show import scores

        view = self._view(shown, options)
        if view is None:
            return super().document(shown, options)
        return scores.document(shown.run, shown.results, views=view.systems, **view.more)

    def table(self, shown: Shown, options: argparse.Namespace) -> Table:
        """Return the table that is printed: of a view, or of the scores."""
        view = self._view(shown, options)
        return super().table(shown, options) if view is None else view.table

    def _view(self, shown: Shown, options: argparse.Namespace) -> View | None:
        name = _view_of(options)
        if name is None:
            return None
        from fastgec.cli.m2_views import view_of

        kinds = self._words.kinds if self._words is not None else ()
        return view_of(name, shown, self._humans, kinds)

    def classic(self, shown: Shown, options: argparse.Namespace) -> Iterable[str]:
        """Return three lines for each system."""
        from fastgec.show import m2 as report

        return [report.classic([(one.system, one.scores[0]) for one in shown.results])]


class AllModesCommand(M2Command):
    """The same with a score for each mode: old scripts read one."""

    classic_for = ""
    asked = "--mode all"  # the option that wants several scores

    @property
    def metric(self) -> AnyMetric:
        """MaxMatch in all modes."""
        from fastgec.metrics.m2.metric import ALL_MODES

        return ALL_MODES

    def check(self, options: argparse.Namespace) -> None:
        """Refuse what takes one mode. Raises: UsageError."""
        found = {"-f classic": options.format == "classic"}
        for name in ("counts_out", "fail_under", "edits", "accept"):
            found[f"--{name.replace('_', '-')}"] = getattr(options, name) is not None
        found |= {f"--{view}": view == _view_of(options) for view in VIEWS}
        shared.refuse_all(f"{{}} and {self.asked} are mutually exclusive", found)
        super().check(options)

    def scorings(self, options: argparse.Namespace) -> list[Any]:
        """Return a scoring for each mode."""
        from fastgec.metrics.m2.counting import MODES
        from fastgec.metrics.m2.metric import ModeScoring

        selection = options.annotator_selection
        return [ModeScoring(options.beta, selection, mode) for mode in MODES]

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return the counting options: no mode."""
        from fastgec.metrics.m2.counting import MODES, Parameters

        return shared.made_of(Parameters, options, mode=MODES[0])


class BothWaysCommand(AllModesCommand):
    """The same with a score for each way to take edits, in one mode or in each."""

    asked = "--extract both"

    @property
    def metric(self) -> AnyMetric:
        """MaxMatch and wdiff in all modes."""
        from fastgec.metrics.m2.metric import BOTH_WAYS

        return BOTH_WAYS

    def check(self, options: argparse.Namespace) -> None:
        """Refuse what takes one way. Raises: UsageError."""
        if options.blocks == "nus":
            raise UsageError("--blocks nus and --extract both are mutually exclusive")
        super().check(options)

    def scorings(self, options: argparse.Namespace) -> list[Any]:
        """Return a scoring for each mode that is wanted, of each way."""
        from dataclasses import replace

        from fastgec.metrics.m2.counting import EXTRACTIONS

        modes = [one for one in super().scorings(options) if options.mode in (ALL, one.mode)]
        return [replace(one, extract=extract) for one in modes for extract in EXTRACTIONS]

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return the counting options: of MaxMatch."""
        from fastgec.cli.options import changed
        from fastgec.metrics.m2.counting import EXTRACTIONS

        return super().parameters(changed(options, extract=EXTRACTIONS[0]), scoring)


def _add_views(parser: argparse.ArgumentParser, *, has_text: bool) -> None:
    """Declare what can be shown instead of the scores, where there is text or only counts."""
    views = parser.add_argument_group("instead of the scores (in JSON: in addition)")
    one = views.add_mutually_exclusive_group()
    one.add_argument("--per-annotator", action="store_true", help=HELP)
    if not has_text:
        return
    one.add_argument("--ceiling", action="store_true", help=HELP)
    one.add_argument("--types", action="store_true", help=HELP)
    one.add_argument("--accept", metavar="FILE", help=HELP)


def _view_of(options: argparse.Namespace) -> str | None:
    """Return which view is wanted, None for the scores."""
    return next((view for view in VIEWS if getattr(options, view.replace("-", "_"))), None)


def _plain_table(
    systems: Sequence[str], counts: Sequence[Sequence[int]], beta: float, kind: str
) -> str:
    """Return the table of scores that `show.scores` would make, in a format."""
    from fastgec.fscore import MAXMATCH, count_measures, f_measures, precision_recall_f
    from fastgec.show import names_of, tables

    rows, notes = [], [tables.in_percent(f"M2 F{beta:g}")]
    for name, (correct, proposed, n_gold) in zip(names_of(systems), counts, strict=True):
        sums = count_measures(MAXMATCH, (correct, proposed, n_gold))
        ratios = precision_recall_f(correct, proposed, n_gold, beta * beta)
        measures = f_measures(sums, ratios, beta, proposed, n_gold)
        rows.append((name, *(one.value for one in measures)))
        notes += tables.vacuous_notes(name.short, measures)
    columns = tables.Column("System", "system"), *tables.measure_columns(measures)
    return tables.rendered(tables.Table(columns, tuple(rows), notes=tuple(notes)), kind)
