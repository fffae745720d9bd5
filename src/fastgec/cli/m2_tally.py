"""What `fastgec m2` keeps of each system while blocks of sentences go by."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastgec.choice.running import RunningBest
from fastgec.cli.options import progress_bar, warn
from fastgec.corpus.gold import Gold
from fastgec.corpus.m2stream import GoldSummary
from fastgec.counts import Counts, CountsBuilder
from fastgec.machine.atomic import replacing
from fastgec.metrics.m2_count import CountedBlock, Parameters, count_blocks
from fastgec.metrics.m2_edits import KindCounts, chosen_edits
from fastgec.metrics.m2_score import M2Score
from fastgec.report import m2 as report
from fastgec.report.tables import join_fields

if TYPE_CHECKING:  # what most runs do without is loaded where it is used
    from fastgec.machine.spool import TextSpool
    from fastgec.parts import Part

SENTENCES = 1024  # of kept counts that are put into text at a time


class Tally:
    """What is kept of one system.

    counts    of its sentences, where something needs them all at once; else None
    kinds     gold edits by error type, where they are to be shown
    """

    def __init__(self, system: str, options: argparse.Namespace, spools: ExitStack) -> None:
        """Open spools for what the options want of each sentence.

        Raises: OSError.
        """

        def spool(is_wanted: bool, beside: str | None) -> TextSpool | None:
            if not is_wanted:
                return None
            from fastgec.machine.spool import TextSpool

            return spools.enter_context(TextSpool(beside))

        self.system = system
        self.counts: Counts | None = None
        self.kinds = KindCounts() if options.types else None
        self.sentences = spool(options.sentences is not None, options.sentences)
        self.edits = spool(options.edits is not None, options.edits)
        self.verbose = spool(options.verbose, None)
        self._choice = RunningBest(options.beta)
        self._suffix = Path(options.sentences or "").suffix

    @property
    def score(self) -> M2Score:
        """The score of the sentences so far."""
        return M2Score.of(self._choice.totals, self._choice.beta)

    def add_counts(self, first: int, counts: Counts) -> NDArray[np.int64]:
        """Add the next sentences, `first` before them, and return the choice among their rows."""
        rows = self._choice.choose(counts)
        if self.sentences:
            lines = report.sentence_lines(self.system, first, counts, rows, self._suffix)
            self.sentences.add(lines)
        return rows

    def add(self, block: CountedBlock, number: int) -> None:
        """Add the next block, of which this is the system of that number."""
        before = self.score
        rows = self.add_counts(block.first, block.counts[number])
        if self.kinds is None and self.edits is None and self.verbose is None:
            return
        from fastgec.report.edits import edit_lines

        sequences = list(block.edits(number))
        chosen = list(chosen_edits(sequences, block.gold, rows))
        if self.kinds is not None:
            self.kinds.add(chosen, block.gold)
        if self.edits is not None:
            self.edits.add(edit_lines(block, number, chosen))
        if self.verbose is not None:
            self.verbose.add(report.verbose(block, number, rows, sequences, before))


def tally_files(
    systems: Sequence[str],
    gold: str | Gold,
    parameters: Parameters,
    spools: ExitStack,
    options: argparse.Namespace,
    *,
    keeps_counts: bool,
) -> tuple[list[Tally], GoldSummary]:
    """Count systems in one pass; return their tallies, and what the gold is.

    Raises: FormatError; OSError.
    """
    has_fingerprint = (
        options.signature or options.format == "json" or options.counts_out is not None
    )
    summary = GoldSummary(
        gold.name if isinstance(gold, Gold) else gold, has_fingerprint=has_fingerprint
    )
    tallies = [Tally(system, options, spools) for system in systems]
    builders = [CountsBuilder(len(systems)) for _ in systems] if keeps_counts else []
    span = options.sentence_range
    with progress_bar(options, None, "sentences") as progress:
        blocks = count_blocks(
            gold, systems, parameters, span=span, summary=summary, jobs=options.jobs
        )
        with closing(blocks):
            for block in blocks:
                for number, tally in enumerate(tallies):
                    tally.add(block, number)
                for builder, counts in zip(builders, block.counts, strict=False):
                    builder.add(counts)
                if progress:
                    progress(block.first - span.first + len(block.gold))
    warn(summary.warnings, quiet=options.quiet)
    for tally, builder in zip(tallies, builders, strict=False):
        tally.counts = builder.build()
    return tallies, summary


def tally_part(part: Part, spools: ExitStack, options: argparse.Namespace) -> list[Tally]:
    """Choose annotators anew for the counts of a whole corpus."""
    tallies = []
    for system, counts in zip(part.systems, part.counts, strict=True):
        tally = Tally(system, options, spools)
        tally.counts = counts
        for first in range(0, counts.n_sentences, SENTENCES):
            last = min(first + SENTENCES, counts.n_sentences)
            tally.add_counts(first, counts.sentences(first, last))
        tallies.append(tally)
    return tallies


def write_spools(tallies: Sequence[Tally], options: argparse.Namespace) -> None:
    """Write what was put aside, system by system: files whole or not at all, then -v to stdout.

    Raises: OSError.
    """
    if options.edits is not None:
        with replacing(options.edits) as file:
            for tally in tallies:
                assert tally.edits is not None
                tally.edits.copy_to(file)
    if options.sentences is not None:
        with replacing(options.sentences) as file:
            if Path(options.sentences).suffix == ".tsv":
                file.write(join_fields(report.SENTENCE_FIELDS).encode())
            for tally in tallies:
                assert tally.sentences is not None
                tally.sentences.copy_to(file)
    for tally in tallies:
        if tally.verbose is not None:
            if len(tallies) > 1:
                sys.stdout.write(f"{tally.system}\n\n")
            sys.stdout.writelines(tally.verbose.texts())
