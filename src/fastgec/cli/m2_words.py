"""Edits of MaxMatch in words, put aside while blocks go by: for -v, --edits and --types."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fastgec.choice import Chosen
from fastgec.cli.sentences import Watching
from fastgec.metrics.door import Block
from fastgec.metrics.m2.counting import Parameters
from fastgec.metrics.m2.modes import KindCounts, optional_edits
from fastgec.metrics.m2.score import M2Score
from fastgec.metrics.m2.words import found_edits
from fastgec.report import m2, m2scorer
from fastgec.report.edits import edit_lines

if TYPE_CHECKING:
    from fastgec.machine.spool import TextSpool


class Words:
    """What is put aside of each system.

    names    of the systems
    kinds    gold edits by error type, where they are to be shown
    edits    lines of --edits
    verbose  lines of -v, in the layout that is wanted
    """

    def __init__(self, watching: Watching, options: argparse.Namespace) -> None:
        """Open spools for what the options want. Raises: OSError."""
        self.names = names = watching.names
        parameters: Parameters = watching.parameters
        self.kinds = [KindCounts(parameters) for _ in names] if options.types else []
        self.edits: list[TextSpool] = []
        self.verbose: list[TextSpool] = []
        if options.edits is not None:
            self.edits = watching.text_spools(options.edits)
        if options.verbose:
            self.verbose = watching.text_spools()
        self._parameters = parameters
        self._beta = watching.scorings[0].beta
        self._is_ours = options.layout == "fastgec"
        self._verbose = m2scorer.verbose
        if self._is_ours:
            is_plain = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
            has_color = sys.stdout.isatty() and not is_plain
            self._verbose = partial(m2.verbose, has_color=has_color)
        self._totals = np.zeros((len(names), 3), np.int64)

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block."""
        chosen_rows = chosen[0].rows
        assert chosen_rows is not None
        text, parameters = block.text, self._parameters
        optional = optional_edits(text.gold) if self.edits else None
        for system in range(len(self.names)):
            rows = chosen_rows[system]
            if self.kinds or self.edits:
                has_statuses = bool(self.edits) or self.kinds[system].has_statuses
                found = found_edits(text, system, parameters, rows, has_statuses=has_statuses)
                if self.kinds:
                    self.kinds[system].add(found)
                if optional is not None:
                    self.edits[system].add(edit_lines(text, found, optional))
            if self.verbose:
                sequences = found_edits(text, system, parameters).in_words()
                totals = self._totals[system]
                lines = self._verbose(block, system, rows, sequences, totals, self._beta)
                self.verbose[system].add(lines)
                totals += block.table[system][rows].sum(axis=0)

    def texts(self, system: int) -> Iterator[str]:
        """Yield what -v prints of a system. Raises: OSError."""
        yield from self.verbose[system].texts()
        if not self._is_ours:
            yield m2scorer.summary(M2Score.of(self._totals[system], self._beta))
