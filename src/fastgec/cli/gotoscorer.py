"""`fastgec gotoscorer`: scores by difficulty, and the difficulty of each chunk."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.helptext import HelpSection

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.cli.observing import Lines, Observing
    from fastgec.metrics.block import Block
    from fastgec.study.run import Observer, Run

HELP = HelpSection("gotoscorer")


class GoToCommand(MetricCommand):
    """GoToScorer's."""

    _chunks: Lines | None = None  # of --chunks

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        super().add_arguments(parser)
        parser.add_argument("--chunks", metavar="FILE", help=HELP)

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
        from fastgec.show import documents
        from fastgec.weights.difficulty import difficulties

        def lines(block: Block, *_: Any) -> Iterator[str]:
            for one in difficulties(block.text, observing.request.parameters):
                yield documents.line({**one._asdict(), "sentence": one.sentence + 1})

        self._chunks = observing.lines(lines, options.chunks, is_of_all=True)
        yield self._chunks

    def show(self, done: Run, options: argparse.Namespace) -> int:
        """Write the file of chunks, whole or not at all, then print. Raises: OSError."""
        if self._chunks is not None:
            self._chunks.write(options.chunks)
        return super().show(done, options)
