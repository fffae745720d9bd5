"""`fastgec gotoscorer`: scores by difficulty, and the difficulty of each chunk."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.options import check_inputs
from fastgec.machine.atomic import replacing

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.choice import Chosen
    from fastgec.cli.sentences import Sentences, Watching
    from fastgec.machine.spool import TextSpool
    from fastgec.metrics.door import Block
    from fastgec.study.run import Watcher
    from fastgec.study.table import AnyRun


class Chunks:
    """Lines of --chunks, put aside until all systems are done."""

    def __init__(self, spool: TextSpool, parameters: Any) -> None:
        """Take a file, and what edits depend on."""
        self.spool = spool
        self._parameters = parameters

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block."""
        from fastgec.report import documents
        from fastgec.weights.difficulty import difficulties

        del chosen
        found = difficulties(block.text, self._parameters)
        rows = ({**one._asdict(), "sentence": one.sentence + 1} for one in found)
        self.spool.add(map(documents.line, rows))


class GoToCommand(MetricCommand):
    """GoToScorer's."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        super().add_arguments(parser)
        parser.add_argument(
            "--chunks",
            metavar="FILE",
            help="write to FILE (.jsonl) how difficult each chunk is that somebody changes",
        )

    def add_scoring(self, parser: argparse.ArgumentParser) -> None:
        """Declare what is made of counts: scores and their output."""
        parser.set_defaults(chunks=None)
        super().add_scoring(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Score, then print: nothing is printed before every system is done."""
        if len(options.files) == 2:
            reason = "one system found, expected two or more: difficulty depends on all of them"
            raise UsageError(reason)
        if options.chunks is not None:
            others = options.sentences, options.chunks, options.counts_out
            check_inputs(options.files, *others, called="--chunks")
        return super().run(options)

    def told(self, watching: Watching, options: argparse.Namespace) -> Iterator[Watcher]:
        """Yield what is told of blocks, which make the lines of --chunks."""
        self._chunks = None
        if options.chunks is not None:
            from fastgec.machine.spool import TextSpool

            spool = watching.spools.enter_context(TextSpool(options.chunks))
            self._chunks = Chunks(spool, watching.parameters)
            yield self._chunks

    def show(self, run: AnyRun, sentences: Sentences | None, options: argparse.Namespace) -> int:
        """Write the file of chunks, whole or not at all, then print. Raises: OSError."""
        if self._chunks is not None:
            with replacing(options.chunks) as file:
                self._chunks.spool.copy_to(file)
        return super().show(run, sentences, options)

    _chunks: Chunks | None = None


COMMAND = GoToCommand
