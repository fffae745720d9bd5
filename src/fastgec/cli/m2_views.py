"""Output of `fastgec m2` besides scores: edits in words, annotators, error types."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from fastgec.choose import Chosen
from fastgec.cli.command import Observing, Shown
from fastgec.cli.options import made_of, warn
from fastgec.metrics import m2
from fastgec.metrics.base import Block
from fastgec.metrics.m2.words import KindCounts, found_edits, optional_edits
from fastgec.read import FormatError
from fastgec.read.gold import Gold
from fastgec.read.lines import WHOLE
from fastgec.show import errors, scores
from fastgec.show import m2 as report
from fastgec.show.tables import Table
from fastgec.study.people import AnnotatorScore, against_others, alone, human_scores, scores_of_each


class Words:
    """Observer of batches: edits of each system in words.

    names    of the systems
    kinds    gold edits by error type, where they are to be shown
    edits    lines of --edits
    verbose  lines of -v, in the layout that is wanted
    """

    def __init__(self, observing: Observing, options: argparse.Namespace) -> None:
        """Open files for what the options want. Raises: OSError."""
        request = observing.request
        self.names, self._parameters = request.names, request.parameters
        self._beta = request.scorings[0].beta
        self.kinds = [KindCounts(self._parameters) for _ in self.names] if options.types else []
        self.edits = observing.lines(beside=options.edits) if options.edits is not None else None
        self.verbose = observing.lines() if options.verbose else None
        self._is_ours = options.layout == "fastgec"
        self._show = report.scorer_verbose
        if self._is_ours:
            is_plain = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
            self._show = partial(report.verbose, has_color=sys.stdout.isatty() and not is_plain)
        self._totals = np.zeros((len(self.names), 3), np.int64)

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block."""
        text, parameters = block.text, self._parameters
        optional = optional_edits(text.gold) if self.edits is not None else None
        for system in range(len(self.names)):
            rows: Any = chosen[0].rows
            rows = rows[system]
            if self.kinds or optional is not None:
                has_statuses = optional is not None or self.kinds[system].has_statuses
                found = found_edits(text, system, parameters, rows, has_statuses=has_statuses)
                if self.kinds:
                    self.kinds[system].add(found)
                if self.edits is not None and optional is not None:
                    self.edits.add(system, report.edit_lines(text, found, optional))
            if self.verbose is not None:
                sequences = found_edits(text, system, parameters).in_words()
                totals = self._totals[system]
                lines = report.compared(block, system, rows, sequences, totals, self._beta)
                self.verbose.add(system, self._show(lines))
                totals += block.table[system][rows].sum(axis=0)

    def printed(self, options: argparse.Namespace) -> Iterator[str]:
        """Write --edits, whole or not at all, and yield what -v prints. Raises: OSError."""
        if self.edits is not None:
            self.edits.write(options.edits)
        if self.verbose is None:
            return
        for system, name in enumerate(self.names):
            if len(self.names) > 1:
                yield f"{name}\n\n"
            yield from self.verbose.texts(system)
            if not self._is_ours:
                yield report.scorer_summary(m2.M2Score.of(self._totals[system], self._beta))
                yield "\n" if len(self.names) > 1 else ""


class View(NamedTuple):
    """What is shown in place of scores.

    table    the table
    systems  in JSON: more of each system
    more     in JSON: what stands beside the systems
    """

    table: Table
    systems: Sequence[Mapping[str, Any]]
    more: Mapping[str, Any]


def humans_of(gold: Gold | str, options: argparse.Namespace) -> list[AnnotatorScore]:
    """Score each annotator's corrections like a system's.

    Raises: FormatError for a gold standard of one annotator.
    """
    refused: list[FormatError] = []
    found = human_scores(
        m2.METRIC,
        gold,
        made_of(m2.Parameters, options),
        made_of(m2.Scoring, options),
        span=options.sentence_range or WHOLE,
        overlaps="first",
        jobs=options.jobs,
        refused=refused,
    )
    for error in refused[:1]:
        reason = f"{error}; for --ceiling the first of such edits is made"
        warn([reason], quiet=options.quiet, strict=options.strict)
    return found


def view_of(
    name: str, shown: Shown, people: Sequence[AnnotatorScore], kinds: Sequence[KindCounts]
) -> View:
    """Return a view.

    Args:
        name: "per-annotator", "ceiling" or "types".
        shown: what was scored.
        people: scores of annotators, for the ceiling.
        kinds: gold edits of each system by error type, for types.
    """
    run, results = shown.run, shown.results
    metric = run.metric
    if name == "types":
        found = [
            (one.system, kinds[n].scores()) for n, one in zip(shown.order, results, strict=True)
        ]
        views = [{"types": errors.types_content(scores)} for _, scores in found]
        return View(errors.types_table(run, found), views, {})
    kept = alone if name == "per-annotator" else against_others
    ids, (scoring,) = run.facts.gold["annotators"], run.scorings
    each = [
        scores_of_each(metric, run.systems[n], run.counts[n], ids, scoring, kept)
        for n in shown.order
    ]
    contents = [scores.annotators_content(metric, rows) for rows in each]
    if name == "ceiling":
        table = scores.ceiling_table(run, [*people, *(row for rows in each for row in rows)])
        more = {"ceiling": scores.annotators_content(metric, people)}
        return View(table, [{"against_others": one} for one in contents], more)
    n = run.facts.sentences
    all_ = [AnnotatorScore(one.system, None, n, one.scores[0]) for one in results]
    rows = [row for own, whole in zip(each, all_, strict=True) for row in (*own, whole)]
    return View(scores.alone_table(run, rows), [{"annotators": one} for one in contents], {})
