"""`fastgec imeasure`: gold of three kinds, aligned texts, and the table of the authors' program."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import (
    FORMATS,
    add_parallel_columns,
    add_partial,
    changed,
    check_inputs,
    gold_hint,
)
from fastgec.cli.outputs import add_retokenize
from fastgec.show.names import path_of

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.cli.observing import Lines, Observing, Shown
    from fastgec.metrics.block import Block
    from fastgec.study.run import Observer

HELP = HelpSection("imeasure")


class IMeasureCommand(MetricCommand):
    """The I-measure's."""

    formats = FORMATS
    least = -1.0
    _correction_tokens = "space"
    _shown_gold = ""
    _lines: Lines | None = None  # of -v or of each sentence

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument("files", metavar="SYSTEM", nargs="*", help=HELP)
        parser.add_argument("--gold", metavar="GOLD", help=HELP)
        parser.add_argument("--gold-xml", metavar="FILE", help=HELP)
        parser.add_argument(
            "--correction-tokens",
            choices=self.declaration.parameters["correction_tokens"][1].choices,
            help=HELP,
        )
        parser.add_argument("--mix", action="store_true", help=HELP)
        add_parallel_columns(parser)
        add_retokenize(parser)
        parser.add_argument("-v", "--verbose", action="store_true", help=HELP)
        self.add_scoring(parser)
        add_partial(parser)

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options of output from counts: scores and their output."""
        parser.set_defaults(verbose=False, mix=False)
        add_fields(parser, self.declaration.scoring)
        parser.add_argument("--layout", choices=("ieval",), metavar="ieval", help=HELP)
        parser.add_argument("--per-sentence", action="store_true", help=HELP)
        self.add_output(parser)

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        if options.layout and options.format not in (None, "classic"):
            given = f"--layout {options.layout} and -f {options.format}"
            raise UsageError(f"{given} are mutually exclusive")
        kind = "classic" if options.layout else options.format
        if options.per_sentence and kind != "classic":
            raise UsageError("--per-sentence requires --layout ieval")
        if options.verbose and kind not in (None, "table"):
            raise UsageError(f"-v and -f {kind} are mutually exclusive")
        super().check(changed(options, format=kind))

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
        if options.correction_tokens is not None and options.gold is None:
            raise UsageError("--correction-tokens requires --gold GOLD")
        if options.mix and golds == [None, None]:
            raise UsageError("--mix requires --gold GOLD or --gold-xml FILE")
        if golds == [None, None]:
            if options.files:
                found = f"{options.files[0]} requires -c before it"
                raise UsageError(f"{found}, or --gold GOLD{gold_hint(options.files)}")
            self._shown_gold = " ".join(columns[1:])
            return super().inputs(options)
        systems = [*options.files, *(options.systems or [])]
        if not systems:
            raise UsageError("--gold requires SYSTEM")
        (path,) = (gold for gold in golds if gold is not None)
        check_inputs([*systems, path], self.outputs(options))
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
