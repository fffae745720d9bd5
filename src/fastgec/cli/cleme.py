"""`fastgec cleme` and `fastgec cleme2`: edits against edits, M2 files both, in chunks."""

from __future__ import annotations

import argparse

from fastgec.cli.command import MetricCommand
from fastgec.cli.declare import add_fields
from fastgec.cli.options import add_partial

FILES = "edits of systems in M2 format, each of one coder, then the gold ('-': standard input)"
TEXTS = {
    "cleme": (
        "CLEME: precision, recall and F of chunks, whose boundaries a system shares with all\n"
        "references. Files are M2 on both sides. The numbers are those of the authors' program.",
        "examples:\n"
        "  fastgec cleme system.m2 gold.m2\n"
        "  fastgec cleme -f table --ci a.m2 b.m2 gold.m2\n"
        "  fastgec cleme --assumption independent a.m2 gold.m2\n"
        "  fastgec cleme2 a.m2 gold.m2                  # hit, wrong, under, over",
    ),
    "cleme2": (
        "CLEME2.0: of the changes that references make, the shares that a system hits, makes\n"
        "wrongly and misses (under); of its own changes, the share that nothing needed (over);\n"
        "and a score made of the four. Files are M2 on both sides.",
        "examples:\n"
        "  fastgec cleme2 system.m2 gold.m2\n"
        "  fastgec cleme2 -f table --ci a.m2 b.m2 gold.m2\n"
        "  fastgec cleme2 --assumption independent a.m2 gold.m2\n"
        "  fastgec cleme a.m2 gold.m2                   # precision, recall, F",
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


COMMAND = ChunkCommand("cleme")
