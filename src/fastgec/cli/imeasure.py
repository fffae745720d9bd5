"""`fastgec imeasure`: gold of three kinds, aligned texts, and the table of the authors' program."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields
from fastgec.cli.options import (
    FORMATS,
    add_parallel_columns,
    add_partial,
    changed,
    check_inputs,
    gold_hint,
)
from fastgec.cli.outputs import add_retokenize
from fastgec.report.names import path_of

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.choice import Chosen
    from fastgec.cli.sentences import Watching
    from fastgec.machine.spool import TextSpool
    from fastgec.metrics.door import Block
    from fastgec.report.results import Result
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Watcher
    from fastgec.study.table import AnyRun


class Texts:
    """Text of each sentence, by system, put aside until all systems are done."""

    def __init__(self, make: Any, scorings: Sequence[Any], spools: Sequence[TextSpool]) -> None:
        """Take what makes lines of a block, a system and what was chosen."""
        self._make = make
        self._scoring = scorings[0]
        self.spools = spools

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block."""
        for system, spool in enumerate(self.spools):
            spool.add(self._make(block, system, chosen[0], self._scoring))


class IMeasureCommand(MetricCommand):
    """The I-measure's."""

    formats = FORMATS
    least = -1.0
    _correction_tokens = "space"
    _shown_gold = ""
    _texts: Texts | None = None  # lines of -v or of each sentence
    _names: Sequence[str] = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument(
            "files", metavar="SYSTEM", nargs="*", help="outputs, with --gold or --gold-xml"
        )
        parser.add_argument(
            "--gold", metavar="GOLD", help="gold in M2 format; each annotator's text is a reference"
        )
        parser.add_argument(
            "--gold-xml", metavar="FILE", help="gold in the XML format of the authors' program"
        )
        parser.add_argument(
            "--correction-tokens",
            choices=self.declaration.parameters["correction_tokens"][1].choices,
            help="how corrections of --gold are cut: as the authors' converter does, or at white "
            "space (default: treebank)",
        )
        parser.add_argument(
            "--mix",
            action="store_true",
            help="with --gold or --gold-xml: mix what annotators propose, the default of the "
            "authors' program (plain: the text of each annotator)",
        )
        add_parallel_columns(parser)
        add_retokenize(parser)
        parser.add_argument(
            "-v",
            "--verbose",
            action="store_true",
            help="print source, system and reference of each sentence in columns",
        )
        self.add_scoring(parser)
        add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare what is made of counts: scores and their output."""
        parser.set_defaults(verbose=False, mix=False)
        add_fields(parser, self.declaration.scoring)
        parser.add_argument(
            "--layout",
            choices=("ieval",),
            metavar="ieval",
            help="print the table of the authors' program, as -f classic",
        )
        parser.add_argument(
            "--per-sentence",
            action="store_true",
            help="with --layout ieval: a table of all sentences first",
        )
        self.add_output(parser)

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        if options.layout and options.format not in (None, "classic"):
            found = f"--layout {options.layout} found with -f {options.format}"
            raise UsageError(f"{found}, expected one of them")
        kind = "classic" if options.layout else options.format
        if options.per_sentence and kind != "classic":
            raise UsageError("--per-sentence found, expected --layout ieval with it")
        if options.verbose and kind not in (None, "table"):
            raise UsageError(f"-v found with -f {kind}, expected one of them")
        super().check(changed(options, format=kind))

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return what counts depend on: in mix mode also what candidates are chosen by."""
        return self.metric.parameters(self._correction_tokens, scoring.words if options.mix else "")

    def kind(self, n_systems: int, plan: Plan | None, options: argparse.Namespace) -> str:
        """Return the format to print in."""
        is_classic = options.layout and options.format is None
        return "classic" if is_classic else super().kind(n_systems, plan, options)

    def run(self, options: argparse.Namespace) -> int:
        """Score, then print: nothing is printed before every system is done."""
        columns = [options.source, *(options.references or [])]
        golds = [options.gold, options.gold_xml]
        if sum(gold is not None for gold in (*golds, options.source or options.references)) > 1:
            raise UsageError("several of --gold, --gold-xml and -s -r found, expected one")
        self.check(options)
        if options.correction_tokens is not None and options.gold is None:
            raise UsageError("--correction-tokens found, expected --gold GOLD with it")
        if options.mix and golds == [None, None]:
            raise UsageError("--mix found with texts, expected --gold GOLD or --gold-xml FILE")
        if golds == [None, None]:
            if options.files:
                found = f"{options.files[0]} found without --gold, expected -c SYSTEM"
                raise UsageError(f"{found}, or --gold GOLD{gold_hint(options.files)}")
            self._shown_gold = " ".join(columns[1:])
            return super().run(options)
        systems = [*options.files, *(options.systems or [])]
        if not systems:
            raise UsageError("no SYSTEM found, expected one or more with --gold")
        (path,) = (gold for gold in golds if gold is not None)
        check_inputs([*systems, path], options.sentences, counts_out=options.counts_out)
        self._shown_gold = path
        gold: Any
        if options.gold is not None:
            self._correction_tokens = (
                options.correction_tokens or self.metric.of_edits["correction_tokens"]
            )
            gold = self.metric.read_edits(path, self.metric.parameters(self._correction_tokens))
        else:
            from fastgec.metrics.imeasure.gold import read_xml

            gold = read_xml(path)
        return self.run_on(systems, systems, gold, options)

    def told(self, watching: Watching, options: argparse.Namespace) -> Iterator[Watcher]:
        """Yield what is told of blocks, which make the lines of -v or of each sentence."""
        if options.verbose or options.per_sentence:
            from fastgec.report import imeasure as report
            from fastgec.report.layout import screen_width

            width = screen_width(is_terminal=sys.stdout.isatty())

            def aligned(block: Block, system: int, chosen: Chosen, _: Any) -> Iterator[str]:
                return report.aligned(block, system, chosen, width)

            make = aligned if options.verbose else report.rows_of
            self._texts = Texts(make, watching.scorings, watching.text_spools())
            self._names = watching.names
            yield self._texts

    def before(self, options: argparse.Namespace) -> None:
        """Print what -v is for."""
        if not options.verbose or self._texts is None:
            return
        for name, spool in zip(self._names, self._texts.spools, strict=True):
            if len(self._names) > 1:
                sys.stdout.write(f"{name}\n\n")
            sys.stdout.writelines(spool.texts())

    def classic(
        self,
        run: AnyRun,
        results: Sequence[Result],
        order: Sequence[int],
        options: argparse.Namespace,
    ) -> Iterable[str]:
        """Yield what the authors' program prints, one system after the other."""
        from fastgec.report import imeasure as report

        scoring = run.scorings[0]
        gold = self._shown_gold or run.facts.fingerprint
        for result, number in zip(results, order, strict=True):
            yield from report.heading(os.fspath(path_of(result.system)), gold, scoring)
            if options.per_sentence and self._texts is not None:
                yield from report.table_heading("SENTENCE RESULTS", "SID     Asp.  ", scoring)
                yield from self._texts.spools[number].texts()
            yield from report.overall(result.scores[0])


COMMAND = IMeasureCommand
