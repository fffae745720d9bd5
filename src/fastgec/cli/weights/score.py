"""`fastgec weights score`: scores of systems whose edits have weights."""

from __future__ import annotations

import argparse
from typing import Any

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields
from fastgec.cli.options import check_inputs, warn
from fastgec.cli.weights.shared import add_edits, parameters_of
from fastgec.metrics.door import AnyMetric, metric_named


class ScoreCommand(MetricCommand):
    """Finds the edits of each system again, gives them their weights, and scores."""

    def __init__(self) -> None:
        super().__init__("weights")
        self._parameters: Any = None
        self._metric: AnyMetric | None = None

    @property
    def metric(self) -> AnyMetric:
        """The metric of sums of weights."""
        return self._metric or metric_named("m2")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.description = (
            "Precision, recall and F where each edit has a weight: correct, proposed and gold are\n"
            "sums of weights. FILE has a line for each edit that 'fastgec weights edits' writes\n"
            'of the same files: a number from 0, or the edit itself with a "weight" more.'
        )
        parser.usage = "fastgec weights score [options] SYSTEM ... GOLD.m2 --weights FILE ..."
        parser.epilog = (
            "examples:\n"
            "  fastgec weights score system.txt gold.m2 --weights weights.txt\n"
            "  fastgec weights score a.txt b.txt gold.m2 --weights a.jsonl b.jsonl --ci"
        )
        parser.add_argument(
            "files", metavar="SYSTEM ... GOLD", nargs="+", help="outputs, then gold in M2 format"
        )
        parser.add_argument(
            "--weights",
            metavar="FILE",
            nargs="+",
            required=True,
            help="weights of the edits of each system and of the gold, a file for each system",
        )
        add_edits(parser)
        add_fields(parser, self.metric.scoring)
        self.add_output(parser)
        parser.set_defaults(
            retokenize=False, counts_out=None, sentence_range=None, name_of_weights=""
        )

    def parameters(self, options: argparse.Namespace, scoring: Any) -> Any:
        """Return what sums depend on."""
        del options, scoring
        return self._parameters

    def run(self, options: argparse.Namespace) -> int:
        """Weigh, score, then print: nothing is printed before every system is done."""
        from fastgec import weights
        from fastgec.corpus.coders import Annotations
        from fastgec.corpus.errors import FormatError
        from fastgec.corpus.gold import Gold
        from fastgec.corpus.span import WHOLE
        from fastgec.weights.files import fingerprint_of, read_weights
        from fastgec.weights.table import contradictions, counts_of

        *systems, path = options.files
        if not systems:
            raise UsageError(f"one file found ({path}), expected SYSTEM and GOLD")
        if len(options.weights) != len(systems):
            found, expected = len(options.weights), len(systems)
            raise UsageError(f"--weights of {found} files found, expected one a system: {expected}")
        parameters = parameters_of(options)
        self._metric = weights.M2 if options.by == "m2" else weights.ERRANT
        options.sentence_range = WHOLE
        self.check(options)
        check_inputs([*options.files, *options.weights], options.sentences)
        gold: Any = Gold.read(path) if options.by == "m2" else Annotations.read(path)
        counted, prints = [], []
        remarks: list[str] = []
        for system, file in zip(systems, options.weights, strict=True):
            edits, suspicions = weights.found_edits(
                system, gold, parameters, by=options.by, jobs=options.jobs
            )
            remarks += suspicions
            values = read_weights(file, edits)
            prints.append(fingerprint_of(values))
            remarks += [f"{file}: {line}" for line in contradictions(edits, edits.table(values))]
            counted.append((edits, values, file))
        warn(remarks, quiet=options.quiet, strict=options.strict)
        name = "+".join(prints)
        tables = []
        for edits, values, file in counted:
            try:
                tables.append(counts_of(edits, values, name=name, tells=False))
            except ValueError as error:
                raise FormatError(file, None, str(error)) from None
        self._parameters = self.metric.parameters(**tables[0].parameters)
        return self.run_on(systems, tables, gold, options)


COMMAND = ScoreCommand()
add_arguments = COMMAND.add_arguments
run = COMMAND.run
