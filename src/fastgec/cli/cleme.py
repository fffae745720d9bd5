"""`fastgec cleme` and `fastgec cleme2`: edits against edits, M2 files both, in chunks."""

from __future__ import annotations

import argparse

from fastgec.cli import UsageError
from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields
from fastgec.cli.options import add_partial

FILES = "edits of systems in M2 format, each of one coder, then the gold ('-': standard input)"
TEXTS = {
    "cleme": (
        "CLEME: precision, recall and F of chunks, whose boundaries a system shares with all\n"
        "references. Files are M2 on both sides. The numbers are those of the authors' program:\n"
        "with the length weights of the published scores, or --weights none. fastgec cleme2 says\n"
        "what a system misses, and changes without need.",
        "examples:\n"
        "  fastgec cleme system.m2 gold.m2\n"
        "  fastgec cleme -f table --ci a.m2 b.m2 gold.m2\n"
        "  fastgec cleme --assumption independent --weights none a.m2 gold.m2",
    ),
    "cleme2": (
        "CLEME2.0: of the changes that references make, the shares that a system hits, makes\n"
        "wrongly and misses (under); of its own changes, the share that nothing needed (over);\n"
        "and a score made of the four. Files are M2 on both sides.",
        "examples:\n"
        "  fastgec cleme2 system.m2 gold.m2\n"
        "  fastgec cleme2 -f table --ci a.m2 b.m2 gold.m2\n"
        "  fastgec cleme2 --assumption independent a.m2 gold.m2",
    ),
}


class ChunkCommand(MetricCommand):
    """Of both metrics."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.description, parser.epilog = TEXTS[self.name]
        parser.usage = f"fastgec {self.name} [options] SYSTEM.m2 [SYSTEM.m2 ...] GOLD.m2"
        parser.add_argument("files", metavar="SYSTEM.m2 ... GOLD.m2", nargs="+", help=FILES)
        parser.set_defaults(retokenize=False)  # which is for text
        add_fields(parser, self.metric.parameters)
        self.add_scoring(parser)
        add_partial(parser)

    def check(self, options: argparse.Namespace) -> None:
        """Refuse arguments that contradict each other. Raises: UsageError."""
        super().check(options)
        is_weighted = getattr(options, "weights", "none") == "length"
        if is_weighted and not options.bias and getattr(options, "counts_out", None):
            raise UsageError(
                "--counts-out with --weights length found, expected --bias B with it, or --weights "
                "none: the mean length of the whole corpus is not known to a part"
            )
        if getattr(options, "bias", None) and not is_weighted:
            raise UsageError(f"--bias {options.bias:g} found, expected --weights length with it")


COMMAND = ChunkCommand("cleme")
