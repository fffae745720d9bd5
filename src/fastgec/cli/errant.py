"""`fastgec errant`: commands that do the work of ERRANT's programs.

Spellings of options are those of ERRANT's programs (-merge) and of this package (--merge).
"""

from __future__ import annotations

import argparse
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from fastgec.cli import UsageError
from fastgec.cli import options as shared
from fastgec.cli.command import MetricCommand, Shown
from fastgec.cli.outputs import add_cite_methods, cited_methods
from fastgec.cli.parser import HelpSection
from fastgec.machine import real_path, replacing, require_place
from fastgec.read import visible

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.annotate.analyses import Analyser
    from fastgec.annotate.parallel import Options, Text
    from fastgec.cli.command import Observing, PrintedLines
    from fastgec.metrics.base import Block
    from fastgec.metrics.edit_texts import MadeBy, MadeEdits
    from fastgec.show import errant as report
    from fastgec.show.tables import Table
    from fastgec.study.groups import MacroScore, TypeTally
    from fastgec.study.run import Observer, Run

    Progress = Callable[[int], None] | None

HELP, COMPARE = HelpSection("errant"), HelpSection("errant compare")
# Name of the command and of its module: a line of help.
COMMANDS: dict[str, str] = {
    "compare": "precision, recall, F of typed edits against edits: M2 files both",
    "score": "from texts to scores: annotate systems and references, then compare",
    "parallel": "a source and its corrections to M2: edits with types",
    "m2": "M2 to M2: people's edits with types, or edits made anew",
}
PACKS = (".gz",)  # endings by which analyses are compressed
NOTHING_ANALYSED = "--save-analyses requires texts"
MERGINGS = ("rules", "all-split", "all-merge", "all-equal")  # without numpy, for help
TAG_SETS = ("penn", "ud", "none")
AGREE = {
    "dt": "tokens must agree: detection",
    "ds": "spans must agree: detection",
    "cs": "spans and corrections must agree (this is the default)",
    "cse": "spans, corrections and types must agree",
}


def add_spelled(
    parser: argparse._ActionsContainer, flags: Sequence[str], hidden: Sequence[str], **how: Any
) -> None:
    """Declare an option; its hidden spellings do the same, and help does not name them."""
    action = parser.add_argument(*flags, **how)
    known = {**how, "dest": action.dest, "default": argparse.SUPPRESS, "help": argparse.SUPPRESS}
    parser.add_argument(*hidden, **{name: known[name] for name in known if name != "required"})


def add_alignment(parser: argparse.ArgumentParser) -> None:
    """Declare how edits are made."""
    group = parser.add_argument_group("edits")
    add_spelled(group, ["-lev"], ["--lev"], action="store_true", help=HELP)
    add_spelled(
        group, ["-merge"], ["--merge"], choices=MERGINGS, metavar="HOW", default="rules", help=HELP
    )


def add_analyses(parser: argparse.ArgumentParser) -> None:
    """Declare where analyses come from."""
    group = parser.add_argument_group("analyses")
    group.add_argument("--analyses", metavar="FILE", nargs="+", default=[], help=HELP)
    group.add_argument("--save-analyses", metavar="FILE", help=HELP)
    group.add_argument("--model", metavar="NAME", help=HELP)
    group.add_argument("--no-cache", action="store_true", help=HELP)
    group.add_argument("--tags", choices=TAG_SETS, default=TAG_SETS[0], metavar="SET", help=HELP)


def check_files(options: argparse.Namespace, inputs: Sequence[str]) -> None:
    """Refuse a pipe that is read twice, and outputs that are read or have no place.

    Raises: UsageError; OSError for an output without a place.
    """
    from pathlib import Path

    paths = [*inputs, *options.analyses]
    shared.check_inputs(paths)
    out = getattr(options, "out", None)
    outputs = {"-out": out, "--save-analyses": options.save_analyses}
    given = {name: path for name, path in outputs.items() if path not in (None, "-")}
    if options.save_analyses == "-":
        raise UsageError("--save-analyses -: expected a file")
    for name, path in given.items():
        # What is no regular file (a pipe, /dev/null) is not replaced.
        if Path(path).is_file() and any(shared.is_same_file(path, other) for other in paths):
            raise UsageError(f"{name} {path!r} is also an input")
        require_place(path, packs=PACKS if name == "--save-analyses" else ())
    save = options.save_analyses
    for name in ("out", "sentences", "counts_out"):
        path = getattr(options, name, None)
        if (
            save
            and path
            and (real_path(path) == real_path(save) or shared.is_same_file(path, save))
        ):
            flag = "-out" if name == "out" else "--" + name.replace("_", "-")
            raise UsageError(f"{flag} and --save-analyses are one file, {save!r}")


class ErrantCommand(MetricCommand):
    """The comparison's."""

    formats = shared.FORMATS
    classic_for = "one"
    _detailed: PrintedLines | None = None  # of -v
    _types: Sequence[TypeTally] = ()  # of -cat, one of each system

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument("-hyp", dest="hypotheses", nargs="+", metavar="SYSTEM", help=COMPARE)
        parser.add_argument("-ref", dest="reference", metavar="REFERENCE", help=COMPARE)
        hidden: dict[str, Any] = {"default": argparse.SUPPRESS, "help": argparse.SUPPRESS}
        parser.add_argument("--hyp", "--hypotheses", dest="hypotheses", nargs="+", **hidden)
        parser.add_argument("--ref", "--reference", dest="reference", **hidden)
        for flag in ("--start", "--end"):
            parser.add_argument(flag, type=int, metavar="N", help=COMPARE)
        shared.add_known(parser, "--unit")
        add_analyses(parser)
        self.add_comparison(parser)

    def add_comparison(self, parser: argparse.ArgumentParser) -> None:
        """Declare how edits are compared, and what is printed."""
        parser.set_defaults(retokenize=False)  # which is for text
        shared.add_known(parser, "--benchmark")
        shared.add_fields(parser, self.declaration.scoring)
        add_parameters(parser)
        parser.add_argument("-v", "--verbose", action="store_true", help=COMPARE)
        parser.add_argument(
            "-cat", "--cat", type=int, choices=(1, 2, 3), metavar="TIER", help=COMPARE
        )
        parser.add_argument("--accept", metavar="FILE", help=COMPARE)
        self.add_output(parser)
        shared.add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of output that needs counts alone: scores and their output."""
        parser.set_defaults(verbose=False, cat=None)
        shared.add_fields(parser, self.declaration.scoring)
        self.add_output(parser)

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        is_json = options.format == "json"
        shared.refuse(("-v and -f json are mutually exclusive", options.verbose and is_json))
        super().check(options)

    def inputs(self, options: argparse.Namespace) -> tuple[list[str], Any]:
        """Return the paths of systems and of the reference. Raises: UsageError."""
        systems, reference = options.hypotheses, options.reference
        shared.require({"-hyp SYSTEM": systems, "-ref REFERENCE": reference})
        check_files(options, [*systems, reference])
        self.prepare(options, [*systems, reference])
        return systems, reference

    def edits(
        self, systems: Sequence[Any], gold: Any, options: argparse.Namespace
    ) -> tuple[Sequence[Any], Any, MadeBy]:
        """Return edits, with --start and --end of some sentences, and what made those of texts."""
        make = partial(self.made, options=options)
        systems, gold, made_by = made_of_texts(systems, gold, make, options)
        if options.start is None or options.end is None:
            return systems, gold, made_by
        from fastgec.read.coders import Annotations

        files = [
            one if isinstance(one, Annotations) else Annotations.read(one)
            for one in (*systems, gold)
        ]
        within = slice(options.start, options.end)
        *systems, gold = (file.take(range(len(file))[within]) for file in files)
        return systems, gold, made_by

    def sharing(self, options: argparse.Namespace) -> argparse.Namespace:
        """The options with an analyser, so that texts are analysed once."""
        return with_analyser(options)

    def made(self, systems: Sequence[Any], gold: Any, options: argparse.Namespace) -> MadeEdits:
        """Return edits; without the word list, types are left out where nothing shows them."""
        is_typed = _is_typed(options)
        return edits_of(systems, gold, self.parameters(options, None), options, is_typed=is_typed)

    def prepare(self, options: argparse.Namespace, paths: Sequence[str]) -> None:
        """Refuse arguments that contradict each other or the files that are read.

        Raises: UsageError.
        """
        for kind in options.filtered or ():
            if "," in kind:
                raise UsageError(f"-filt {kind}: expected types without a comma")
        shared.check_inputs(paths, self.outputs(options))
        self.check(options)

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return the counting options."""
        without = ",".join(options.filtered or ())
        return shared.made_of(self.metric.parameters, options, without=without)

    def keeping(self, observing: Observing, options: argparse.Namespace) -> Iterator[Observer]:
        """Yield the observers that make the lines of -v and the tables of --cat."""
        request = observing.request
        if options.verbose:
            import numpy as np

            from fastgec.metrics.errant.metric import COLUMNS
            from fastgec.show import errant as report

            beta, mode = request.scorings[0].beta, request.parameters.mode
            is_chinese = request.parameters.language == "zh"
            totals = np.zeros((len(request.names), len(COLUMNS)), np.int64)

            def lines(block: Block, system: int, chosen: Sequence[Any]) -> Iterator[str]:
                rows = chosen[0].rows[system]
                yield from report.verbose(
                    block, system, rows, totals[system], beta, mode, is_chinese=is_chinese
                )
                totals[system] += block.of_system(system).table[0][rows].sum(axis=0)

            self._detailed = observing.lines(lines, options.sentences)
            yield self._detailed
        if options.cat is not None:
            from fastgec.study.groups import TypeTally

            has_intervals = options.ci is not None
            self._types = [
                TypeTally(system, keeps_rows=has_intervals, is_fixed=options.fixed_choice)
                for system in range(len(request.names))
            ]
            yield from self._types
        yield from super().keeping(observing, options)

    def text(self, shown: Shown, options: argparse.Namespace) -> Iterator[str]:
        """Yield the printed lines."""
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
        from fastgec.show import errant as report
        from fastgec.show import scores

        has_intervals = shown.plan is not None
        views = []
        for number in shown.order:
            kinds = self._kinds(shown, number, options)
            types = report.kinds_content(kinds, has_intervals=has_intervals)
            macro = report.macro_content(self._macro(shown, number, options))
            views.append({"types": types, "macro": macro})
        return scores.document(shown.run, shown.results, shown.plan, views=views)

    def table(self, shown: Shown, options: argparse.Namespace) -> Table:
        """Return the table that is printed: of scores, or of scores by type."""
        if not self._types:
            return super().table(shown, options)
        from fastgec.show import errant as report

        every = list(zip(shown.order, [result.system for result in shown.results], strict=True))
        named = [(name, self._kinds(shown, number, options)) for number, name in every]
        table = report.kinds_table(shown.run, named, has_intervals=shown.plan is not None)
        macro = [(name, self._macro(shown, number, options)) for number, name in every]
        line = report.macro_note(macro, shown.run.scorings[0].beta)
        return table._replace(notes=(*table.notes, line))

    def classic(self, shown: Shown, options: argparse.Namespace) -> Iterable[str]:
        """Return the output of errant_compare."""
        from fastgec.show import errant as report

        mode = shown.run.parameters.mode
        for number, result in zip(shown.order, shown.results, strict=True):
            if len(shown.results) > 1:
                yield f"{visible(result.system)}\n"
            if self._detailed is not None:
                yield from self._detailed.texts(number)
            (score,) = result.scores
            if self._types:
                kinds = self._kinds(Shown(shown.run, shown.results, shown.order), number, options)
                yield report.classic_kinds(kinds, mode, score.beta)
            yield report.classic(score, mode)

    def _macro(self, shown: Shown, number: int, options: argparse.Namespace) -> MacroScore:
        """Return the mean of F over types; its interval is of the resamples of `_kinds`."""
        beta: float = shown.run.scorings[0].beta
        return self._types[number].macro(options.cat, beta)

    def _kinds(self, shown: Shown, number: int, options: argparse.Namespace) -> report.KindScores:
        """Return the scores of a system by type."""
        tally, run = self._types[number], shown.run
        beta: float = run.scorings[0].beta
        if shown.plan is None:
            return tally.scores(options.cat, beta)
        sample = run.samples[0][number]
        return tally.scores_with_intervals(options.cat, beta, sample, shown.plan, jobs=options.jobs)


class ScoreCommand(ErrantCommand):
    """Annotates systems, and references unless their edits are given, then compares."""

    _analyser: Analyser
    _n_printed: int  # warnings of the analyser that are printed

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        own = HelpSection("errant score")
        texts: dict[str, Any] = {"nargs": "+", "help": own}
        references, systems = ["-r", "--references"], ["-c", "--systems"]
        parser.add_argument("-s", "--source", metavar="SOURCE", help=own)
        add_spelled(parser, references, ["--ref", "--refs"], metavar="REF", **texts)
        parser.add_argument("--gold", metavar="REF.m2", help="edits of references, in their place")
        add_spelled(parser, systems, ["--sys", "--hyp"], metavar="SYSTEM", **texts)
        shared.add_known(parser, "--unit")
        add_alignment(parser)
        add_analyses(parser)
        self.add_comparison(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Annotate, compare, then print."""
        from fastgec.read.lines import References

        self._check(options)
        systems = options.systems
        texts = [*(options.references or ()), *systems]
        given = [path for path in (options.source, options.gold) if path]
        check_files(options, [*given, *texts])
        self.prepare(options, [*given, *texts])
        gold = options.gold or References(options.source, options.references)
        systems, options = self.kept(systems, gold, options)
        return self.score(systems, systems, gold, options)

    def edits(
        self, systems: Sequence[Any], gold: Any, options: argparse.Namespace
    ) -> tuple[Sequence[Any], Any, MadeBy]:
        """Return edits that are made of texts, and what made them."""
        from fastgec.annotate.parallel import Text
        from fastgec.metrics.edit_texts import TextEdits

        read = partial(Text.read, unit=options.unit)
        analyser = opened(options, forgets=not options.save_analyses)
        made = TextEdits(
            *(list(map(read, systems)), gold, self.parameters(options, None)),
            analyser=analyser,
            how=_alignment(options),
            source=read(options.source) if options.source else None,
            is_typed=_is_typed(options),
        )
        warnings = [*analyser.warnings, *made.warnings]
        shared.warn(warnings, quiet=options.quiet, strict=options.strict)
        self._analyser, self._n_printed = analyser, len(analyser.warnings)
        return *made.in_memory(), lambda: made.made_by

    def show(self, done: Run, options: argparse.Namespace) -> int:
        """Print, and save analyses where that is wanted."""
        shared.warn(
            self._analyser.warnings[self._n_printed :], quiet=options.quiet, strict=options.strict
        )
        finish(self._analyser, options)
        return super().show(done, options)

    def _check(self, options: argparse.Namespace) -> None:
        given = {
            "-s SOURCE (or --gold REF.m2)": options.source or options.gold,
            "-r REF or --gold REF.m2": options.references or options.gold,
            "-c SYSTEM": options.systems,
        }
        shared.require(given)
        shared.refuse(("-r and --gold are mutually exclusive", options.references and options.gold))


def made_of_texts(
    systems: Sequence[Any],
    gold: Any,
    make: Callable[[Sequence[Any], Any], MadeEdits],
    options: argparse.Namespace,
) -> tuple[Sequence[Any], Any, MadeBy]:
    """Return systems and gold, as they are where all are M2, else as made; and what made them.

    Raises: UsageError where no text is analysed whose analysis could be saved.
    """
    from fastgec.diagnostics.inputs import is_m2

    if all(is_m2(one) is not False for one in systems):
        if options.save_analyses:
            raise UsageError(NOTHING_ANALYSED)
        return systems, gold, dict
    made = make(systems, gold)
    return made.systems, made.gold, lambda: made.made_by


def _is_typed(options: argparse.Namespace) -> bool:
    """Whether types of edits are counted or shown."""
    shown = (options.mode == "cse", options.cat, options.filtered, options.verbose)
    return any(shown) or getattr(options, "counts_out", None) is not None


def edits_of(
    systems: Sequence[Any],
    gold: Any,
    parameters: Any,
    options: argparse.Namespace,
    *,
    is_typed: bool = True,
) -> MadeEdits:
    """Return edits of systems and gold, of those that are texts, and print what is found.

    Args:
        systems: as `make_edits` takes them.
        gold: the same.
        parameters: of the metric.
        options: of `add_analyses`; where it is not called, edits are made as ERRANT makes them.
        is_typed: as of `TextEdits`.

    Raises:
        FormatError: a text that cannot be annotated.
        MissingExtraError: spaCy or its model is needed and not installed.
    """
    from fastgec.metrics.edit_texts import make_edits

    analyser, how = opened(options), _alignment(options)
    with shared.progress_bar(options, None, "sentences analysed") as progress:
        made = make_edits(
            *(systems, gold, parameters),
            analyser=analyser,
            how=how,
            is_typed=is_typed,
            progress=progress,
        )
    if options.save_analyses and not made.made_by:
        raise UsageError(NOTHING_ANALYSED)
    shared.warn(made.warnings, quiet=options.quiet, strict=options.strict)
    finish(analyser, options)
    return made


def finish(analyser: Analyser, options: argparse.Namespace) -> None:
    """Print notes on analyses, and save these where that is wanted."""
    shared.note(analyser.notes, quiet=options.quiet)
    if options.save_analyses:
        with replacing(options.save_analyses, packs=PACKS) as file:
            analyser.save(file, is_packed=options.save_analyses.lower().endswith(PACKS))


def add_parameters(parser: argparse.ArgumentParser) -> None:
    """Declare the modes of comparison, with the spellings of errant_compare."""
    modes = parser.add_argument_group("edits that are compared")
    one = modes.add_mutually_exclusive_group()
    for mode in AGREE:
        one.add_argument(
            f"-{mode}", f"--{mode}", dest="mode", action="store_const", const=mode, help=AGREE[mode]
        )
    parser.set_defaults(mode="cs")
    modes.add_argument("-single", "--single", action="store_true", help=COMPARE)
    modes.add_argument("-multi", "--multi", action="store_true", help="only longer edits")
    modes.add_argument("--language", choices=("en", "zh"), default="en", help=COMPARE)
    number: dict[str, Any] = {"type": shared.positive, "default": 0, "metavar": "N"}
    add_spelled(modes, ["--max-answers"], ["--max_answer_num"], help=COMPARE, **number)
    add_spelled(modes, ["--n-references"], ["--reference_num"], help=COMPARE, **number)
    hidden = argparse.SUPPRESS  # of ChERRANT, without effect there
    modes.add_argument("-multi_hyp_max", "-multi_hyp_avg", action="store_true", help=hidden)
    modes.add_argument("-filt", "--filt", dest="filtered", nargs="+", metavar="TYPE", help=COMPARE)


class AnnotationCommand(ABC):
    """A command that writes M2, of edits with types of ERRANT."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        self.add_inputs(parser)
        add_alignment(parser)
        add_analyses(parser)
        shared.add_messages(parser, lost="file")
        add_cite_methods(parser, (), ("errant",))

    @abstractmethod
    def add_inputs(self, parser: argparse.ArgumentParser) -> None:
        """Declare files, and the options of this command alone."""

    @abstractmethod
    def inputs(self, options: argparse.Namespace) -> list[str]:
        """Return the files that are read. Raises: UsageError."""

    def run(self, options: argparse.Namespace) -> int:
        """Annotate and write; of bad input nothing is printed, and no file is left."""
        from fastgec.annotate.parallel import Text
        from fastgec.spill import TextSpill

        inputs = self.inputs(options)
        if options.cite:
            sys.stdout.write(cited_methods((), ("errant",)))
            return 0
        check_files(options, inputs)
        texts = [Text.read(path, getattr(options, "unit", "word")) for path in inputs]
        analyser = opened(options, forgets=not options.save_analyses)
        with TextSpill(None if options.out == "-" else options.out) as spill:
            with shared.progress_bar(options, None, "sentences analysed") as progress:
                blocks, warnings = self.annotate(texts, options, analyser, progress)
                spill.add(blocks)
            shared.warn([*analyser.warnings, *warnings], quiet=options.quiet, strict=options.strict)
            finish(analyser, options)
            shared.write_out(options.out, spill.texts())
        return 0

    @abstractmethod
    def annotate(
        self, texts: Sequence[Text], options: Any, analyser: Analyser, progress: Progress
    ) -> tuple[Iterable[str], list[str]]:
        """Return blocks of M2, and warnings."""


class ParallelCommand(AnnotationCommand):
    """What `errant_parallel` writes: a source and its corrections to M2."""

    def add_inputs(self, parser: argparse.ArgumentParser) -> None:
        """Declare files, and the options of this command alone."""
        own = HelpSection("errant parallel")
        add_spelled(parser, ["-orig"], ["--orig"], metavar="SOURCE", help="a sentence a line")
        add_spelled(parser, ["-cor"], ["--cor"], metavar="CORRECTED", nargs="+", help=own)
        add_spelled(parser, ["-out"], ["-o", "--out"], metavar="FILE", help=HELP)
        shared.add_known(parser, "--unit")
        add_spelled(parser, ["-tok"], ["--tok"], action="store_true", help=own)

        group = parser.add_argument_group("Chinese, as ChERRANT")
        group.add_argument("--language", choices=("en", "zh"), default="en", help=own)
        group.add_argument("--para", metavar="FILE", help=own)
        group.add_argument("--chinese-data", metavar="FOLDER", help=own)
        group.add_argument("-s", "--strategy", choices=("all", "first"), help=own)
        group.add_argument("--segmented", action="store_true", help=own)
        add_spelled(group, ["--no-simplified"], ["--no_simplified"], action="store_true", help=own)
        group.add_argument("--words", metavar="FILE", help=own)
        group.add_argument("--bpe", action="store_true", help=own)

    def run(self, options: argparse.Namespace) -> int:
        """Annotate, then write: nothing is written before all is done."""
        chinese = ("para", "chinese_data", "strategy", "segmented", "no_simplified", "words", "bpe")
        if options.language == "zh":
            return self._write_chinese(options)
        if given := [name for name in chinese if getattr(options, name)]:
            raise UsageError(f"--{given[0].replace('_', '-')} requires --language zh")
        return super().run(options)

    def _write_chinese(self, options: argparse.Namespace) -> int:
        others = {"-lev": options.lev, "-tok": options.tok, "--analyses": options.analyses}
        others |= {"--save-analyses": options.save_analyses, "--model": options.model}
        others |= {"-merge": options.merge != "rules", "--tags": options.tags != TAG_SETS[0]}
        shared.refuse_all("{} and --language zh are mutually exclusive", others)
        if options.bpe:
            words = {"--segmented": options.segmented, "--words": options.words}
            shared.refuse_all("--bpe and {} are mutually exclusive", words)
        has_texts = options.orig or options.cor
        shared.refuse(("--para and -orig are mutually exclusive", options.para and has_texts))
        inputs = [options.para] if options.para else self.inputs(options)
        if options.cite:
            sys.stdout.write(cited_methods((), ("errant",)))
            return 0
        check_files(options, inputs)
        from fastgec.annotate import chinese
        from fastgec.annotate.parallel import Text, require_equal_lengths
        from fastgec.read.files import read_utf8

        if options.para:
            rows = chinese.para_rows(read_utf8(options.para).decode(), options.para)
        else:
            texts = [Text.read(path) for path in inputs]
            for text in texts[1:]:
                require_equal_lengths(text, texts[0])
            rows = [list(row) for row in zip(*(text.lines for text in texts), strict=True)]
        pieces = chinese.read_pieces(options.chinese_data) if options.bpe else None
        if options.bpe and pieces is None:
            raise UsageError("--bpe requires chinese_vocab.txt in --chinese-data FOLDER")
        data = chinese.Data.read(options.chinese_data, has_forms=bool(options.words))
        known = chinese.read_words(options.words) if options.words else None
        is_simple, strategy = not options.no_simplified, options.strategy or "all"
        how = chinese.Options(strategy, options.segmented, is_simple, known, pieces)
        blocks = list(chinese.annotate(inputs, rows, data, how))
        empty = [
            f"{inputs[0]}:{number}: no target: an empty line is written for it"
            for number, row in enumerate(rows, 1)
            if len(row) == 1
        ]
        warnings = [*data.warnings(how), *empty]
        shared.warn(warnings, quiet=options.quiet, strict=options.strict)
        shared.write_out(options.out, blocks)
        return 0

    def inputs(self, options: argparse.Namespace) -> list[str]:
        """Return the files that are read. Raises: UsageError."""
        if not (options.orig and options.cor):
            shared.require({"-orig SOURCE": None, "-cor CORRECTED": None})
        return [options.orig, *options.cor]

    def annotate(
        self, texts: Sequence[Text], options: Any, analyser: Analyser, progress: Progress
    ) -> tuple[Iterable[str], list[str]]:
        """Return blocks of M2, and warnings."""
        from fastgec.annotate.parallel import annotate_texts
        from fastgec.metrics.edit_texts import coders_misfits

        source, *corrected = texts
        how = _alignment(options)
        blocks = annotate_texts(source, corrected, analyser, how, progress=progress)
        warnings = [
            f"{source.name}:{number}: empty line: left out of the M2, so that blocks after it "
            "stand one sentence earlier"
            for number, line in enumerate(source.lines, 1)
            if not line
        ]
        return blocks, [*warnings, *coders_misfits(source, corrected)]


class M2Command(AnnotationCommand):
    """What `errant_m2` writes: the edits of an M2 file with types, or made anew."""

    def add_inputs(self, parser: argparse.ArgumentParser) -> None:
        """Declare files, and the options of this command alone."""
        own = HelpSection("errant m2")
        parser.add_argument("m2", metavar="IN.m2", help="M2 file ('-': standard input)")
        which = parser.add_mutually_exclusive_group(required=True)
        text = "new edits, from the corrected text"
        add_spelled(which, ["-auto"], ["--auto"], action="store_true", help=text)
        add_spelled(which, ["-gold"], ["--gold"], action="store_true", help="the edits of the file")
        add_spelled(parser, ["-out"], ["-o", "--out"], metavar="FILE", help=HELP)
        add_spelled(parser, ["-no_min"], ["--no-min"], action="store_true", help=own)
        add_spelled(parser, ["-old_cats"], ["--old-cats"], action="store_true", help=own)

    def inputs(self, options: argparse.Namespace) -> list[str]:
        """Return the files that are read. Raises: UsageError."""
        if options.gold:
            made = {"-lev": options.lev, "-merge": options.merge != "rules"}
            shared.refuse_all("{} and -gold are mutually exclusive", made)
        return [options.m2]

    def annotate(
        self, texts: Sequence[Text], options: Any, analyser: Analyser, progress: Progress
    ) -> tuple[Iterable[str], list[str]]:
        """Return blocks of M2, and warnings."""
        from fastgec.annotate.m2 import annotate_auto, annotate_gold

        warnings: list[str] = []
        told: Any = {"keeps_types": options.old_cats, "warnings": warnings, "progress": progress}
        if options.gold:
            minimises = not options.no_min
            return annotate_gold(texts[0], analyser, minimises=minimises, **told), warnings
        return annotate_auto(texts[0], analyser, _alignment(options), **told), warnings


def opened(options: argparse.Namespace, *, forgets: bool = False) -> Analyser:
    """What knows, or finds, how sentences are analysed; files are read.

    Args:
        options: of `add_analyses`; or with an `analyser`, which is returned.
        forgets: as in `Analyser`.
    """
    from fastgec.annotate.analyses import Analyser

    known: Analyser | None = getattr(options, "analyser", None)
    if known is not None:
        return known
    given = {"--analyses": options.analyses, "--model": options.model}
    if options.tags == "ud" and not any(given.values()):
        raise UsageError("--tags ud requires --analyses or --model")
    if options.tags == "none":
        others = {**given, "--save-analyses": options.save_analyses}
        shared.refuse_all("--tags none and {} are mutually exclusive", others)
    is_raw = getattr(options, "tok", False)
    keeps = not (options.no_cache or os.environ.get("FASTGEC_NO_CACHE"))
    analyser = Analyser(
        options.model, is_raw=is_raw, tags=options.tags, keeps=keeps, forgets=forgets
    )
    analyser.read(options.analyses)
    return analyser


def with_analyser(options: argparse.Namespace) -> argparse.Namespace:
    """Options with an analyser, which `opened` returns each time."""
    return shared.changed(options, analyser=opened(options))


def _alignment(options: argparse.Namespace) -> Options:
    """Return how edits are made."""
    from fastgec.annotate.parallel import Options

    merge, lev = getattr(options, "merge", MERGINGS[0]), getattr(options, "lev", False)
    return Options(merge, lev, options.jobs)


def command(name: str) -> Any:
    """Return a new command of the group."""
    if name in ("compare", "score"):
        return (ErrantCommand if name == "compare" else ScoreCommand)("errant")
    return (ParallelCommand if name == "parallel" else M2Command)()
