"""Sections of the page that every metric has: overview, pairs, errors, buckets; tables as they are.

A table here has the same cells as the table of the command which the page names beside it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen, Floats, Integers
from fastgec.counts import gather, offsets_of
from fastgec.fscore import ratio
from fastgec.machine import Cancel, count_ranges, require_holdable
from fastgec.metrics.base import Block, Progress
from fastgec.metrics.edits import GoldText
from fastgec.metrics.errant.metric import METRIC as ERRANT
from fastgec.metrics.errant.metric import Compared
from fastgec.metrics.m2.words import (
    KindCounts,
    SystemEdits,
    found_edits,
    made_edits,
    optional_edits,
)
from fastgec.metrics.spec import MetricSpec
from fastgec.read.coders import CodedEdits
from fastgec.read.lines import Lines
from fastgec.show import errors, scores
from fastgec.show.comparisons import PairStudy, Study
from fastgec.show.errant import kinds_table, macro_note
from fastgec.show.errors import type_in_words, types_table
from fastgec.show.page.corpus import ReportOptions, Selection
from fastgec.show.scores import Result, plan_note, results_of
from fastgec.show.tables import Column, Table, grid_of, shown
from fastgec.study.comparison import Comparison, Pair, compare_all_run, least_p
from fastgec.study.corpora import best_group
from fastgec.study.groups import MOST_DETAILED, Bucket, TypeTally
from fastgec.study.interval import bounds_of, plan_of
from fastgec.study.mistakes import (
    Errors,
    Judgments,
    MatchedTally,
    WrongEdits,
    judged_scores,
    tallies_of,
)
from fastgec.study.resampling import Plan, Resampled, drawn_sentences, percentile_interval
from fastgec.study.run import Run, values_of
from fastgec.values import shown_p

SCORE = Column("Score", "score", is_score=True)


def table_cells(table: Table) -> dict[str, Any]:
    """Return a table as data for the page: headings, cells as text, and the best cells.

    Example:
        >>> columns = Column("System", "system"), Column("F", "f", is_score=True, has_best=True)
        >>> found = table_cells(Table(columns, (("a", 0.25), ("b", 0.5))))
        >>> found["rows"], found["best"]
        ([['a', '25.00'], ['b', '50.00']], [[1, 1]])
    """
    grid, table = grid_of(table), table.for_people()
    return {
        "columns": [
            {"title": column.heading, "name": column.name, "left": is_left}
            for column, is_left in zip(table.columns, grid.is_left, strict=True)
        ],
        "rows": [[cell.text for cell in row] for row in grid.rows],
        "best": [
            [number, place]
            for number, row in enumerate(grid.rows)
            for place, cell in enumerate(row)
            if cell.is_bold
        ],
        "group": table.group,
        "notes": list(table.notes),
    }


def score_text(value: float) -> str:
    """Return a score as the command line shows it.

    >>> score_text(0.35014)
    '35.01'
    """
    return shown(SCORE, value)


Estimate = Callable[[str, float], None]
"""Called before long work with what takes how many seconds."""

Stage = Callable[[int | None, str], AbstractContextManager[Progress | None]]
"""Opens a stage of the work, of so many items of a kind; yields a function of the number done."""


def overview(run: Run, plan: Plan, drawn: Sequence[Resampled]) -> dict[str, Any]:
    """Return scores as a table, the signature, and a bar for each system.

    Args:
        run: the scored run.
        plan: how resamples are made.
        drawn: the resamples.
    """
    bounds = bounds_of(run, plan, drawn=drawn)
    results: list[Result] = results_of(run, bounds)
    bars = []
    for system, score in enumerate(values_of(run, 0)):
        own = None if bounds[0] is None else bounds[0][system]
        low, high = (score, score) if own is None else own[-1].tolist()
        bars.append([100 * low, 100 * score, 100 * high])
    return {
        "overview": table_cells(scores.table(run, results, plan)),
        "bars": bars,
        "signature": scores.signature_of(run, plan),
    }


def accepted(
    run: Run, wrong: Sequence[WrongEdits], judgments: Judgments, options: ReportOptions
) -> dict[str, Any]:
    """The table of scores with and without the wrong edits that were judged valid.

    Args:
        run: the scored run.
        wrong: observers of it.
        judgments: see `study.mistakes`.
        options: of the page.
    """
    n, seed = options.resamples, options.seed
    found = judged_scores(
        *(run.metric, run.scorings[0], wrong, judgments),
        resamples=n,
        seed=seed,
        clusters=run.clusters,
        jobs=options.jobs,
    )
    return table_cells(errors.accepted_table(run, found, n, seed))


def pairs(
    run: Run,
    drawn: Resampled,
    options: ReportOptions,
    stage: Stage,
    estimate: Estimate | None = None,
) -> dict[str, Any] | None:
    """Return paired tests: of all systems, or of many systems each against the best.

    Tests against the best are those of `fastgec compare --holm`.

    Args:
        run: the scored run; it kept samples.
        drawn: the resamples.
        options: of the page: which pairs, resamples of each test, seed, level, threads.
        stage: of the work.
        estimate: called with what takes how many seconds, before long work.

    Returns:
        None of one system, or of no sentence.
    """
    n_systems, level = len(run.systems), options.level
    if n_systems < 2 or run.facts.sentences == 0:
        return None
    how: dict[str, Any] = {"seed": options.seed, "level": level, "jobs": options.jobs}
    found: Any
    study: PairStudy | Study
    base: int | None = None
    tested: list[tuple[int, int, Comparison | Pair, float]]
    if options.tests_all(n_systems):
        n_pairs = n_systems * (n_systems - 1) // 2
        with stage(n_pairs, "pairs") as progress:
            compared = compare_all_run(
                run,
                n=options.tests,
                progress=progress,
                estimate=estimate and partial(estimate, f"the tests of {n_pairs:,} pairs"),
                drawn=drawn,
                **how,
            )
        study = PairStudy(run, plan_of(run, compared.resamples, options.seed), compared)
        n_corrected = n_pairs
        warnings, order, table = compared.warnings, compared.order, study.matrix()
        tested = [
            (pair.first, pair.second, pair, pair.p_randomization_holm) for pair in compared.pairs
        ]
    else:
        found = best_group(run, 0, n=options.tests or 0, **how)
        others = [number for number in range(n_systems) if number != found.best]
        plan = plan_of(run, found.resamples, options.seed)
        names = tuple(run.systems[number] for number in others)
        comparisons = tuple(found.comparisons[number] for number in others)
        study = Study(run, plan, names, comparisons, is_corrected=True, base_number=found.best)
        scores, n_corrected = values_of(run, 0), study.n_corrected
        warnings, base, table = found.warnings, found.best, study.table()
        order = sorted(range(n_systems), key=lambda number: -scores[number])
        tested = [
            (number, found.best, one, corrected)
            for number, one, (_, corrected) in zip(
                others, study.comparisons, study.p_values(), strict=True
            )
        ]
    n = study.plan.resamples
    cells: list[dict[str, Any]] = []
    for first, second, one, corrected in tested:
        tests = {
            "p": shown_p(one.p_randomization, level, least_p(n)),
            "holm": shown_p(corrected, level, least_p(n, n_corrected)),
            "apart": corrected <= level and not warnings,
        }
        cells += _both_ways(first, second, one.difference, one.interval, tests)
    groups = study.letters() if isinstance(study, PairStudy) and not warnings else None
    is_shown = base is not None or n_systems <= MOST_IN_MATRIX
    return {
        "table": table_cells(table) if is_shown else None,
        "cells": cells,
        "groups": groups,
        "warnings": warnings,
        "order": order,
        "level": level,
        "base": base,
        "test": list(table.notes),
        "signature": study.signature(),
    }


MOST_IN_MATRIX = 10  # of more systems it is wider than a page


def _both_ways(
    one: int, other: int, difference: float, interval: tuple[float, float], tests: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield what the page says of a pair: of one system less the other, and the other way."""
    low, high = interval
    for a, b, *values in (
        (one, other, low, difference, high),
        (other, one, 0.0 - high, 0.0 - difference, 0.0 - low),
    ):
        texts = [f"{100 * value:+.2f}" for value in values]
        yield {
            "a": a,
            "b": b,
            "difference": texts[1],
            "interval": f"{texts[0]} to {texts[2]}",
            "bounds": [100 * value for value in values],
            **tests,
        }


def errors_content(run: Run, found: Sequence[Errors], top: int) -> list[dict[str, Any]]:
    """Return the most frequent errors of each system, grouped by text."""
    every = []
    for number, one in enumerate(found):
        notes = errors.errors_table(run, number, one, "text", top).notes
        parts = {"wrong": one._replace(missed=[]), "missed": one._replace(wrong=[])}
        tables = {
            name: errors.errors_table(run, number, part, "text", top)._replace(notes=notes)
            for name, part in parts.items()
        }
        every.append({name: table_cells(table) for name, table in tables.items()})
    return every


def buckets_content(run: Run, found: Sequence[Sequence[Bucket]], by: str) -> dict[str, Any] | None:
    """Return scores of sentences that are alike, by "length" or by gold "edits"."""
    if not any(found):
        return None
    metric = run.metric
    table = errors.buckets_table(run, list(zip(run.systems, found, strict=True)), by)
    name = metric.resampled[-1]
    values = [
        None if one.score is None else float(metric.describe(one.score).measure(name).value)
        for of_system in found
        for one in of_system
    ]
    return {**table_cells(table), "values": values}


class Numbered(dict[str, int]):
    """Texts in the order of their first use, each with its number, from 0.

    Example:
        >>> numbers = Numbered()
        >>> [numbers[text] for text in ("a", "b", "a")], list(numbers)
        ([0, 1, 0], ['a', 'b'])
    """

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


def tokens_of(line: str) -> str:
    r"""Return a line with one space between its tokens.

    >>> tokens_of(" a\tb ")
    'a b'
    """
    return " ".join(line.split())


class Sentences(ABC):
    """Sentences of all systems that may be in the page, block by block."""

    kind: str  # "texts" or "edits"

    def __init__(self, asked: MetricSpec, n_systems: int, selection: Selection) -> None:
        """Take the metric with its options, and what is selected."""
        self._metric = asked.metric
        self._parameters, self._scoring = asked.parameters, asked.scoring
        self._n_systems = n_systems
        self._selection = selection
        self._blocks: list[Any] = []
        self._n_bytes = 0  # of the blocks
        self._n_more = 0  # of what is kept of all sentences

    @abstractmethod
    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""

    @abstractmethod
    def content(self) -> tuple[list[str], dict[str, Any]]:
        """Return sources, and sentences as data for the page."""

    def sections(self, run: Run, plan: Plan, top: int, jobs: int | None) -> dict[str, Any]:
        """Return further sections: types of edits and frequent errors, None where there are none.

        Args:
            run: the scored run.
            plan: how resamples are made.
            top: the most rows of wrong edits, and of missed ones.
            jobs: threads.
        """
        return {"mode": None, "types": None, "errors": None}

    def _keep(self, block: Any) -> None:
        """Keep sentences of a block. Raises: LimitError."""
        self._blocks.append(block)
        self._n_bytes += block.nbytes
        self._cut()
        require_holdable(self._n_bytes + self._n_more, self.kind)

    def _cut(self, *, at_end: bool = False) -> None:
        """Drop sentences that are not selected, where there are many, or at the end."""
        if self._selection.is_cut(at_end=at_end):
            numbers: Any = self._selection.numbers
            kept = [
                one.taken(np.flatnonzero(np.isin(one.numbers, numbers))) for one in self._blocks
            ]
            self._blocks = [one for one in kept if len(one.numbers)]
            self._n_bytes = sum(one.nbytes for one in self._blocks)


# Sentences of metrics that compare texts: references and hypotheses, which is chosen, the score.
#
# All texts of a sentence are next to each other: they are alike, so they pack well. N-grams in
# their places are made of the texts by the page, for the visible sentences.


class _TextBlock(NamedTuple):
    """Sentences of a block that may be in the page.

    numbers  of the sentences, from 0 in the corpus
    sources  their sources
    texts    references and outputs of each sentence
    values   float64[H, S], scores
    chosen   [H, S], references; None where they are drawn
    """

    numbers: Integers
    sources: list[str]
    texts: list[tuple[str, ...]]
    values: Floats
    chosen: Integers | None

    def taken(self, picked: Integers) -> _TextBlock:
        """Return some of the sentences."""
        return _TextBlock(
            self.numbers[picked],
            [self.sources[number] for number in picked.tolist()],
            [self.texts[number] for number in picked.tolist()],
            self.values[:, picked],
            None if self.chosen is None else self.chosen[:, picked],
        )

    @property
    def nbytes(self) -> int:
        """About how many bytes it holds."""
        n_letters = sum(map(len, self.sources)) + sum(len("".join(each)) for each in self.texts)
        return n_letters + 2 * self.values.nbytes


class TextSentences(Sentences):
    """Sentences of a metric that compares texts."""

    kind = "texts"
    _n_references = 0

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        rows, text = chosen[0].rows, block.text
        scores = [self._scores(block, system, chosen[0]) for system in range(self._n_systems)]
        values = np.array(scores).reshape(self._n_systems, len(text))
        picked = self._selection.add(text.first, -values)
        unit = getattr(self._parameters, "unit", "word")
        columns = [_lines(one, picked, unit) for one in (*text.references, *text.systems)]
        self._n_references = len(text.references)
        self._keep(
            _TextBlock(
                picked + text.first,
                _lines(text.source, picked, unit),
                list(zip(*columns, strict=True)),
                values[:, picked],
                None if rows is None else block.labels[rows][:, picked].astype(np.int64),
            )
        )

    def _scores(self, block: Block, system: int, chosen: Chosen) -> list[float]:
        """Return the score of each sentence, as files of sentences have it."""
        name = self._metric.resampled[-1]
        contents = self._metric.sentences(block, system, chosen, self._parameters, self._scoring)
        return [float(content.get(name, content.get("score"))) for content in contents]

    def content(self) -> tuple[list[str], dict[str, Any]]:
        """Return sources, and sentences as data for the page."""
        self._cut(at_end=True)
        scores = Numbered()
        sources: list[str] = []
        texts: list[str] = []
        is_drawn = any(one.chosen is None for one in self._blocks)
        systems: list[dict[str, Any]] = [
            {"chosen": None if is_drawn else [], "score": []} for _ in range(self._n_systems)
        ]
        for one in self._blocks:
            sources += one.sources
            texts += [line for sentence in one.texts for line in sentence]
            for system, lists in enumerate(systems):
                shown = map(score_text, one.values[system].tolist())
                lists["score"] += [scores[value] for value in shown]
                if one.chosen is not None:
                    lists["chosen"] += one.chosen[system].tolist()
        return sources, {
            "references": self._n_references,
            "texts": texts,
            "unit": getattr(self._parameters, "unit", "word"),
            "order": getattr(self._parameters, "order", None),
            "scores": list(scores),
            "systems": systems,
        }


def _lines(lines: Lines, picked: Integers, unit: str) -> list[str]:
    """Return lines: their words, or where characters are compared the line as it is."""
    found = [lines[number] for number in picked.tolist()]
    return found if unit == "char" else [tokens_of(line) for line in found]


# Sentences whose edits are shown: MaxMatch's and ERRANT's.
#
# Both keep the same: all gold edits, each system's edits against the chosen annotator, which of
# these are correct, and the status of each gold edit. The place of an edit in the page is the
# span of the source words that it replaces. So a hypothesis is its source with the edits made,
# and only one that is not is kept whole.
#
#     MaxMatch  a system's edits are those that the score counts; only gold edits have types. In a
#               resample of the sentences each has the annotator that the whole corpus chose for it:
#               an interval of a type's recall says how far the draw of sentences moves it
#     ERRANT    edits are as they are in their files, without noop. An edit of a system is correct
#               if
#               the chosen coder has one that agrees with it; an edit that is not counted (of a type
#               that is left out, of another length) agrees with none


NOOP = "noop"
CORRECTED = 3  # as `metrics.m2.words.STATUSES` has it; 0 is missed
CHUNK = 16  # resamples at a time
RECALL = 1  # among precision, recall, F
INTERVAL = Column("Interval", "recall", is_interval=True)


class GoldBlock(NamedTuple):
    """The gold edits of some sentences of a block, of all annotators.

    sources       the sentences
    row_offsets   sentence s has the rows row_offsets[s] to row_offsets[s+1], one an annotator
    annotator     of each row
    edit_offsets  a row has the edits edit_offsets[row] to edit_offsets[row+1]
    edits         int32[E, 5]: start, length, text, type, whether it need not be made
    """

    sources: list[str]
    row_offsets: Integers
    annotator: NDArray[Any]
    edit_offsets: Integers
    edits: NDArray[np.int32]

    def taken(self, picked: Integers) -> GoldBlock:
        """Return some of the sentences."""
        rows, row_offsets = gather(self.row_offsets, picked)
        edits, edit_offsets = gather(self.edit_offsets, rows)
        sources = [self.sources[number] for number in picked.tolist()]
        found = self.annotator[rows], edit_offsets, self.edits[edits]
        return GoldBlock(sources, row_offsets, *found)


class SystemBlock(NamedTuple):
    """Data of a system's sentences of a block.

    chosen    which row of the gold, from 0 in the sentence
    counts    int64[S, 3]: correct, wrong, missed
    values    float64[S], scores
    statuses  the status of each gold edit of chosen rows, and where a sentence's begin
    offsets   int64[S+1]: the edits of each sentence
    edits     int32[E, 5]: start, length, text, type (-1: none), whether it is correct
    others    hypotheses that are not their source with the edits made
    """

    chosen: Integers
    counts: Integers
    values: NDArray[np.float64]
    statuses: tuple[NDArray[Any], Integers]
    offsets: Integers
    edits: NDArray[np.int32]
    others: dict[int, str]

    def taken(self, picked: Integers) -> SystemBlock:
        """Return some of the sentences."""
        edits, offsets = gather(self.offsets, picked)
        of_gold, gold_offsets = gather(self.statuses[1], picked)
        places = {old: new for new, old in enumerate(picked.tolist())}
        return SystemBlock(
            *(self.chosen[picked], self.counts[picked], self.values[picked]),
            (self.statuses[0][of_gold], gold_offsets),
            *(offsets, self.edits[edits]),
            {places[old]: text for old, text in self.others.items() if old in places},
        )


class Kept(NamedTuple):
    """Sentences of a block that may be in the page.

    numbers  of the sentences, from 0 in the corpus
    gold     their gold edits
    systems  each system's edits
    """

    numbers: Integers
    gold: GoldBlock
    systems: list[SystemBlock]

    def taken(self, picked: Integers) -> Kept:
        """Return some of the sentences."""
        systems = [one.taken(picked) for one in self.systems]
        return Kept(self.numbers[picked], self.gold.taken(picked), systems)

    @property
    def nbytes(self) -> int:
        """About how many bytes it holds."""
        found = sum(map(len, self.gold.sources)) + self.gold.edits.nbytes
        for one in self.systems:
            found += one.counts.nbytes + 4 * one.values.nbytes + one.edits.nbytes
        return found


class EditSentences(Sentences):
    """Sentences of a metric of edits."""

    kind = "edits"
    lists: tuple[str, ...]  # flat lists of a system, in the order of the page's data
    has_types: bool  # whether a system's edits have types, too
    is_by_block = True  # whether a block's gold and systems are numbered before the next block

    def __init__(self, asked: MetricSpec, n_systems: int, selection: Selection) -> None:
        """Take the metric with its options, and what is selected."""
        super().__init__(asked, n_systems, selection)
        self._strings, self._kinds = Numbered(), Numbered()
        self._annotators: set[int] = set()
        self._tallies: Sequence[Any] = ()

    @abstractmethod
    def _types(self, run: Run, plan: Plan, jobs: int | None) -> dict[str, Any]:
        """Return the section of error types."""

    def _picked(self, first: int, counts: Sequence[Integers]) -> Integers:
        """Return the sentences of a block that are kept, from 0 in the block.

        Args:
            first: number of sentences before the block.
            counts: int64[S, 3] of each system: correct, wrong, missed.
        """
        wrong = [each[:, 1:].sum(axis=1) for each in counts]
        return self._selection.add(first, np.array(wrong, np.float64))

    def _values(self, counts: Integers) -> NDArray[np.float64]:
        return self._metric.row_values(counts, self._parameters, self._scoring)

    def sections(self, run: Run, plan: Plan, top: int, jobs: int | None) -> dict[str, Any]:
        """Return the types of edits, and frequent errors."""
        types = self._types(run, plan, jobs)
        found = [tally.errors("text") for tally in self._tallies]
        errors = errors_content(run, found, top) if found else None
        return {"mode": self._parameters.mode, "types": types, "errors": errors}

    def content(self) -> tuple[list[str], dict[str, Any]]:
        """Return sources, and sentences as data for the page."""
        self._cut(at_end=True)
        own, own_kinds = list(self._strings), list(self._kinds)
        strings, kinds, scores = Numbered(), Numbered(), Numbered()
        if self.is_by_block:  # types of sentences that are not in the page, too
            kinds |= {name: number for number, name in enumerate(own_kinds)}

        # Flat lists: numbers of all sentences in a row, texts by their number.
        sources: list[str] = []
        names = ("rows", "annotator", "edits", "start", "length", "text", "type", "optional")
        gold: dict[str, list[int]] = {name: [] for name in names}
        counted = ("chosen", "score", "correct", "wrong", "missed", "edits")
        systems: list[dict[str, Any]] = [
            {**{name: [] for name in (*counted, *self.lists)}, "others": {}}
            for _ in range(self._n_systems)
        ]

        def add_edits(lists: dict[str, Any], columns: NDArray[np.int32]) -> NDArray[np.int32]:
            """Add edits to flat lists, and return their last column."""
            start, length, text, kind, last = columns.T
            lists["start"] += start.tolist()
            lists["length"] += length.tolist()
            if lists is gold or self.has_types:
                lists["type"] += [kinds[own_kinds[number]] for number in kind.tolist()]
            else:
                lists["type"] = None
            lists["text"] += [strings[own[number]] for number in text.tolist()]
            return last

        def add_gold(block: GoldBlock) -> None:
            n_edits = len(gold["start"])
            gold["rows"] += np.diff(block.row_offsets).tolist()
            gold["annotator"] += block.annotator.tolist()
            gold["edits"] += np.diff(block.edit_offsets).tolist()
            gold["optional"] += (np.flatnonzero(add_edits(gold, block.edits)) + n_edits).tolist()
            sources.extend(block.sources)

        def add_system(lists: dict[str, Any], one: SystemBlock, n_before: int) -> None:
            lists["chosen"] += one.chosen.tolist()
            lists["score"] += [scores[score_text(value)] for value in one.values.tolist()]
            for name, counts in zip(("correct", "wrong", "missed"), one.counts.T, strict=True):
                lists[name] += counts.tolist()
            lists["edits"] += np.diff(one.offsets).tolist()
            lists["is_correct"] += add_edits(lists, one.edits).tolist()
            lists["status"] += one.statuses[0].tolist()
            lists["others"] |= {str(n_before + at): one.others[at] for at in sorted(one.others)}

        n_before = np.cumsum([0, *(len(one.numbers) for one in self._blocks)]).tolist()
        order = list(product(range(len(self._blocks)), range(-1, self._n_systems)))
        if not self.is_by_block:
            order.sort(key=lambda one: one[::-1])
        for number, system in order:
            one = self._blocks[number]
            if system < 0:
                add_gold(one.gold)
            else:
                add_system(systems[system], one.systems[system], n_before[number])
        annotators = sorted(self._annotators)
        place = {annotator: number for number, annotator in enumerate(annotators)}
        gold["annotator"] = [place[one] for one in gold["annotator"]]
        return sources, {
            "strings": list(strings),
            "types": list(kinds),
            "scores": list(scores),
            "annotators": annotators,
            "gold": gold,
            "systems": systems,
        }


def _types_content(
    table: Table,
    found: Iterable[tuple[int, str, float, int, list[float] | None]],
    n_systems: int,
    note: str,
) -> dict[str, Any]:
    """Return a row for each type, with cells for each system.

    Args:
        table: of all systems one after the other.
        found: of each row of the table: system, type, recall, gold edits, interval of the recall.
        n_systems: how many there are.
        note: a note for readers.
    """
    table = table.for_people()
    by_type: dict[str, list[Any]] = {}
    for (system, kind, recall, gold, interval), row in zip(found, table.rows, strict=True):
        cells = [*map(shown, table.columns[2:], row[2:])]
        text = None if interval is None else shown(INTERVAL, (interval[0], interval[1]))
        content = {"cells": cells, "recall": recall, "gold": gold}
        content |= {"interval": interval, "shown": text}
        by_type.setdefault(kind, [None] * n_systems)[system] = content
    most = {kind: max(one["gold"] for one in row if one) for kind, row in by_type.items()}
    order = sorted(by_type, key=lambda kind: (-most[kind], kind))
    rows = [
        {"type": kind, "words": type_in_words(kind), "gold": most[kind], "systems": by_type[kind]}
        for kind in order
    ]
    columns = [column.heading for column in table.columns[2:]]
    return {"columns": columns, "rows": rows, "note": note}


class M2Sentences(EditSentences):
    """Sentences of MaxMatch."""

    lists = ("start", "length", "text", "is_correct", "status", "type")
    has_types = False

    def __init__(self, asked: MetricSpec, n_systems: int, selection: Selection) -> None:
        """Take the metric with its options, and what is selected."""
        super().__init__(asked, n_systems, selection)
        self._items: list[list[Items]] = [[] for _ in range(n_systems)]
        self._counts = [KindCounts(asked.parameters) for _ in range(n_systems)]
        if asked.parameters.is_plain:  # errors are counted in mode correction
            self._tallies = [MatchedTally(system, asked.parameters) for system in range(n_systems)]

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        rows: Any = chosen[0].rows
        text: GoldText = block.text
        table = text.gold.edits
        kinds = np.array([self._kinds[name] for name in table.kind_names], np.int32)
        self._annotators.update(table.annotator.tolist())
        tables = [block.table[system][own] for system, own in enumerate(rows)]
        counts = [np.concatenate([one[:, :1], one[:, 1:] - one[:, :1]], axis=1) for one in tables]
        picked = self._picked(block.first, counts)
        systems = []
        for system, own in enumerate(rows):
            found = found_edits(text, system, self._parameters, own, has_statuses=True)
            self._add(text, system, found, kinds)
            first_rows, values = own - block.offsets[:-1], self._values(tables[system])
            shown = first_rows[picked], counts[system][picked], values[picked]
            some = found.of(picked)
            statuses = some.statuses, some.gold_offsets
            systems.append(SystemBlock(*shown, statuses, some.offsets, *self._edits(found, some)))
        self._keep(Kept(picked + text.first, self._gold(text, picked, kinds), systems))

    def _add(
        self, text: GoldText, system: int, found: SystemEdits, kinds: NDArray[np.int32]
    ) -> None:
        """Count the edits of all sentences of a block."""
        if self._tallies:
            self._tallies[system].add_edits(text, found)
        self._counts[system].add(found)
        sizes = np.diff(found.gold_offsets)
        sentences = np.repeat(np.arange(len(text), dtype=np.int32), sizes) + np.int32(text.first)
        of_kind = kinds[text.gold.edits.kind[found.golden]]
        items = sentences, of_kind, made_edits(found, self._parameters)
        self._items[system].append(items)
        self._n_more += sum(array.nbytes for array in items)

    def _edits(
        self, found: SystemEdits, some: SystemEdits
    ) -> tuple[NDArray[np.int32], dict[int, str]]:
        """Return the edits of some sentences, and hypotheses that they do not make."""
        numbers: list[tuple[int, int, int, int, bool]] = []
        others = {}
        spans, offsets = some.spans.tolist(), some.offsets.tolist()
        sentences = some.sentences.tolist()
        for place, edits in enumerate(some.in_words()):
            line = found.gold.sources[sentences[place]].split()
            words, end = [], 0
            own = spans[offsets[place] : offsets[place + 1]]
            for (_, _, start, stop, *_), edit in zip(own, edits, strict=True):
                text = edit.correction
                words += [*line[end:start], *([text] if text else [])]
                number = self._strings[text]
                numbers.append((start, stop - start, number, -1, edit.is_correct))
                end = stop
            hypothesis = tokens_of(found.lines[sentences[place]])
            if hypothesis != " ".join([*words, *line[end:]]):
                others[place] = hypothesis
        return np.array(numbers, np.int32).reshape(-1, 5), others

    def _gold(self, text: GoldText, picked: Integers, kinds: NDArray[np.int32]) -> GoldBlock:
        """Return the gold edits of some sentences."""
        gold, table = text.gold, text.gold.edits
        rows, row_offsets = gather(table.row_offsets, picked)
        edits, edit_offsets = gather(table.edit_offsets, rows)
        texts = ["||".join(gold.corrections(edit)) for edit in edits.tolist()]
        start, end = table.start[edits], table.end[edits]
        numbers = [self._strings[one] for one in texts]
        facts = kinds[table.kind[edits]], optional_edits(gold)[edits]
        of_page = np.array([start, end - start, numbers, *facts], np.int32).T
        sources = [tokens_of(gold.sources[number]) for number in picked.tolist()]
        return GoldBlock(sources, row_offsets, table.annotator[rows], edit_offsets, of_page)

    def _types(self, run: Run, plan: Plan, jobs: int | None) -> dict[str, Any]:
        kinds = self._kinds
        bounds = _recall_bounds(self._items, len(kinds), run.facts.sentences, plan, jobs)
        scores = [counts.scores() for counts in self._counts]
        table = types_table(run, [("", each) for each in scores])
        found = (
            (system, one.kind, one.recall, one.gold, bounds[system][kinds[one.kind]].tolist())
            for system, each in enumerate(scores)
            for one in each
        )
        *_, note = table.notes
        made = plan_note(replace(plan, choice="fixed"), "annotator")
        note = f"{note[:1].upper()}{note[1:]}. Intervals of recall: {made}."
        return _types_content(table, found, len(scores), note)


Numbers = NDArray[np.int32]
Items = tuple[Numbers, Numbers, NDArray[np.bool_]]  # gold edits: sentence, type, whether made


def _recall_bounds(
    systems: Sequence[Sequence[Items]], n_types: int, n_sentences: int, plan: Plan, jobs: int | None
) -> NDArray[np.float64]:
    """Return percentile intervals of recall: float64[H, T, 2], by number of the type.

    Args:
        systems: for each the gold edits of chosen annotators, of each block.
        n_types: how many types there are.
        n_sentences: of the corpus.
        plan: how resamples are made; all systems share the draws.
        jobs: threads.
    """
    numbered = [(system, items) for system, blocks in enumerate(systems) for items in blocks]
    sentences = np.concatenate([*(one[0] for _, one in numbered), np.zeros(0, np.int32)])
    types = np.concatenate(  # of all systems: types of the first, then of the second ...
        [*(one[1] + np.int64(system * n_types) for system, one in numbered), np.zeros(0, np.int64)]
    )
    made = np.concatenate([*(one[2] for _, one in numbered), np.zeros(0, np.bool_)])
    n_all = len(systems) * n_types
    order = np.argsort(types, kind="stable")
    right = order[made[order]]
    golden = sentences[order], np.bincount(types, minlength=n_all)
    correct = sentences[right], np.bincount(types[right], minlength=n_all)
    values = np.empty((plan.resamples, n_all))

    def fold(first: int, last: int, cancel: Cancel) -> None:
        for number in range(first, last):
            if cancel[0]:
                return
            drawn = drawn_sentences(plan.seed, number, n_sentences, plan.clusters)
            times = np.bincount(drawn, minlength=n_sentences).astype(np.int32)
            values[number] = ratio(_sums(times, *correct), _sums(times, *golden), empty=1.0)

    if n_sentences:
        count_ranges(fold, plan.resamples, jobs=jobs, chunk=CHUNK)
    return percentile_interval(values).reshape(len(systems), n_types, 2)


def _sums(times: Numbers, sentences: Numbers, sizes: Integers) -> Integers:
    """Sum how often sentences were drawn, in runs of so many."""
    found = np.zeros(len(sizes), np.int64)
    has_any = sizes > 0
    if has_any.any():
        starts = (np.cumsum(sizes) - sizes)[has_any]
        found[has_any] = np.add.reduceat(times[sentences], starts, dtype=np.int64)
    return found


class ErrantSentences(EditSentences):
    """Sentences of ERRANT; what must agree are edits, not tokens."""

    lists = ("start", "length", "text", "type", "is_correct", "status")
    has_types = True
    is_by_block = False

    def __init__(self, asked: MetricSpec, n_systems: int, selection: Selection) -> None:
        """Take the metric with its options, and what is selected."""
        super().__init__(asked, n_systems, selection)
        self._tallies = tallies_of(ERRANT.name, n_systems, asked.parameters)
        self._sums = [TypeTally(system, keeps_rows=True) for system in range(n_systems)]

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        for tally in (*self._tallies, *self._sums):
            tally(block, chosen)
        rows: Any = chosen[0].rows
        compared: Compared = block.text
        reference = compared.reference.edits
        self._annotators.update(reference.coder.tolist())
        counts = [block.of_system(system).table[0][own] for system, own in enumerate(rows)]
        picked = self._picked(block.first, counts)
        kinds = np.array([self._kinds[name] for name in compared.kinds()], np.int32)
        gold = self._read(compared, reference)
        of_gold, row_offsets = gather(reference.row_offsets, picked)
        edits, edit_offsets = gather(gold.offsets, of_gold)
        sources = [tokens_of(reference.sources[number]) for number in picked.tolist()]
        systems = []
        for system, own in enumerate(rows):
            mine, theirs = compared.pairs[system][own][picked].T
            read, of_system = self._read(compared, compared.systems[system].edits), counts[system]
            facts = theirs - reference.row_offsets[picked], of_system[picked]
            edits_of = self._compared(sources, (read, mine), (gold, theirs), kinds)
            systems.append(SystemBlock(*facts, self._values(of_system[picked]), *edits_of))
        of_page = GoldBlock(
            *(sources, row_offsets, reference.coder[of_gold], edit_offsets),
            self._columns(gold, edits, kinds, np.zeros(len(edits), np.int32)),
        )
        self._keep(Kept(picked + block.first, of_page, systems))

    def _columns(
        self, one: _CodedBlock, edits: Integers, kinds: NDArray[np.int32], last: Any
    ) -> NDArray[np.int32]:
        """Return edits as the page has them, with a last column."""
        start, end = one.start[edits], one.end[edits]
        numbers = [self._strings[one.texts[edit]] for edit in edits.tolist()]
        return np.array([start, end - start, numbers, kinds[one.kind[edits]], last], np.int32).T

    def _compared(
        self, sources: Sequence[str], system: Rows, reference: Rows, kinds: NDArray[np.int32]
    ) -> tuple[Any, ...]:
        """Return statuses, offsets, edits and others (`SystemBlock`) of rows of either side."""
        (own, mine), (gold, theirs) = system, reference
        edits, offsets = gather(own.offsets, mine)
        golden, gold_offsets = gather(gold.offsets, theirs)
        keys = [own.keys[edit] for edit in edits.tolist()]
        gold_keys = [gold.keys[edit] for edit in golden.tolist()]
        texts = [own.texts[edit] for edit in edits.tolist()]
        spans = list(zip(own.start[edits].tolist(), own.end[edits].tolist(), texts, strict=True))
        correct: list[bool] = []
        status: list[int] = []
        others = {}
        bounds = zip(pairwise(offsets.tolist()), pairwise(gold_offsets.tolist()), strict=True)
        for number, ((first, last), (first_gold, last_gold)) in enumerate(bounds):
            agreed = {*keys[first:last]} & {*gold_keys[first_gold:last_gold]} - {None}
            correct += [key in agreed for key in keys[first:last]]
            status += [CORRECTED * (key in agreed) for key in gold_keys[first_gold:last_gold]]
            other = _not_apart(sources[number].split(), spans[first:last])
            if other is not None:
                others[number] = other
        statuses = np.array(status, np.uint8), gold_offsets
        return statuses, offsets, self._columns(own, edits, kinds, correct), others

    def _read(self, compared: Compared, edits: CodedEdits) -> _CodedBlock:
        parameters = self._parameters
        dropped = {kind.decode() for kind in parameters.dropped}
        names, corrections = compared.kinds(), compared.text.corrections
        is_kept = np.array([name != NOOP for name in names], np.bool_)[edits.kind]
        every = edits.start, edits.end, edits.kind, edits.correction, edits.n_words
        columns = [column[is_kept] for column in every]
        keys: list[tuple[int, ...] | None] = []
        rows = zip(*(column.tolist() for column in columns), strict=True)
        for start, end, kind, correction, n_words in rows:
            is_multi = end - start >= 2 or n_words >= 2
            is_other = parameters.single if is_multi else parameters.multi
            key = (start, end, correction, kind)[: {"cs": 3, "cse": 4}.get(parameters.mode, 2)]
            keys.append(None if names[kind] in dropped or is_other else key)
        start, end, kind, correction, _ = columns
        offsets = offsets_of(is_kept.astype(np.int64))[edits.edit_offsets]
        texts = [corrections[number].decode() for number in correction.tolist()]
        return _CodedBlock(offsets, start, end, kind, texts, keys)

    def _types(self, run: Run, plan: Plan, jobs: int | None) -> dict[str, Any]:
        beta = self._scoring.beta
        systems = [
            tally.scores_with_intervals(MOST_DETAILED, beta, sample, plan, jobs=jobs)
            for tally, sample in zip(self._sums, run.samples[0], strict=True)
        ]
        has_intervals = all(one.bounds is not None for each in systems for one in each)
        named = [("", [(one.name, one.score, one.bounds) for one in each]) for each in systems]
        found = []
        for system, one in ((system, one) for system, each in enumerate(systems) for one in each):
            recall = None if one.bounds is None else one.bounds[RECALL].tolist()
            n_gold = one.score.tp + one.score.fn
            found.append((system, one.name, one.score.recall, n_gold, recall))
        macro = [
            (name, tally.macro(MOST_DETAILED, beta))
            for name, tally in zip(run.systems, self._sums, strict=True)
        ]
        note = (
            f"{macro_note(macro, beta)} An edit that both sides have counts for the reference's "
            f"type. Intervals: {plan_note(plan, 'annotators')}."
        )
        table = kinds_table(run, named, has_intervals=has_intervals)
        return _types_content(table, found, len(systems), note)


class _CodedBlock(NamedTuple):
    """Edits of a file without noop: where each row's begin, spans, types, texts, and keys.

    Edits agree if their keys are equal; the key of an edit that is not counted is None.
    """

    offsets: Integers
    start: NDArray[Any]
    end: NDArray[Any]
    kind: NDArray[Any]
    texts: list[str]
    keys: list[tuple[int, ...] | None]


Rows = tuple[_CodedBlock, Integers]  # of a side, and the row of each sentence


def _not_apart(source: Sequence[str], edits: Sequence[tuple[int, int, str]]) -> str | None:
    """Return the source with edits made where they are not in order and apart, else None.

    Such edits come from files; each is made where those before it have left its place as it was.
    """
    end, is_apart = 0, True
    words: list[str] = []
    for start, stop, text in sorted(edits, key=lambda one: one[:2]):
        if not end <= start <= stop <= len(source):
            is_apart = False
            continue
        words += [*source[end:start], *text.split()]
        end = stop
    if is_apart and all(a[:2] <= b[:2] for a, b in pairwise(edits)):
        return None
    return " ".join([*words, *source[end:]])
