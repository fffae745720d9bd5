"""Sentences whose edits are shown: MaxMatch's and ERRANT's.

Both keep the same: all gold edits, each system's edits against the chosen annotator, which of these
are correct, and the status of each gold edit. The place of an edit in the page is the span of the
source words that it replaces. So a hypothesis is its source with the edits made, and only one that
is not is kept whole.

    MaxMatch  a system's edits are those that the score counts; only gold edits have types. In a
              resample of the sentences each has the annotator that the whole corpus chose for it:
              an interval of a type's recall says how far the draw of sentences moves it
    ERRANT    edits are as they are in their files, without noop. An edit of a system is correct if
              the chosen coder has one that agrees with it; an edit that is not counted (of a type
              that is left out, of another length) agrees with none
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import gather, offsets_of
from fastgec.choose import Chosen
from fastgec.fscore import ratio
from fastgec.machine.memory import require_holdable
from fastgec.machine.parallel import Cancel, count_ranges
from fastgec.metrics.base import AnyMetric
from fastgec.metrics.block import Block
from fastgec.metrics.edits import GoldText
from fastgec.metrics.errant.metric import METRIC as ERRANT
from fastgec.metrics.errant.metric import Compared
from fastgec.metrics.m2.metric import METRIC as M2
from fastgec.metrics.m2.modes import KindCounts, made_edits, optional_edits
from fastgec.metrics.m2.words import SystemEdits, found_edits
from fastgec.read.coders import CodedEdits
from fastgec.show.errant import kinds_table
from fastgec.show.errors import types_table
from fastgec.show.page.sections import errors_content, score_text, type_row
from fastgec.show.page.texts import Texts, selected_in, tokens_of
from fastgec.show.scores import plan_note
from fastgec.show.tables import Column, Table, shown
from fastgec.study.mistakes import MatchedTally, tallies_of
from fastgec.study.resampling import Plan, drawn_sentences, percentile_interval
from fastgec.study.table import AnyRun
from fastgec.study.typed import TypeTally

Integers = NDArray[np.int64]
NOOP = "noop"
CORRECTED = 3  # as `m2.modes.STATUSES` has it; 0 is missed
EDIT_BYTES = 100  # about, of an edit of ERRANT that is kept
CHUNK = 16  # resamples at a time
RECALL = 1  # among precision, recall, F
INTERVAL = Column("Interval", "recall", is_interval=True)


class GoldBlock(NamedTuple):
    """The gold edits of a block of sentences, of all annotators.

    sources       the sentences
    row_offsets   sentence s has the rows row_offsets[s] to row_offsets[s+1], one an annotator
    annotator     of each row
    edit_offsets  a row has the edits edit_offsets[row] to edit_offsets[row+1]
    start, end    of each edit
    kind          of each edit, an index of kind_names
    text          returns the correction of an edit
    optional      of each edit, whether it need not be made
    """

    sources: Any
    row_offsets: Integers
    annotator: NDArray[Any]
    edit_offsets: Integers
    start: NDArray[Any]
    end: NDArray[Any]
    kind: NDArray[Any]
    kind_names: Sequence[str]
    text: Callable[[int], str]
    optional: NDArray[np.uint8]


@dataclass(slots=True)
class SystemBlock:
    """Data of a system's sentences of a block.

    chosen    which row of the gold, from 0 in the sentence
    counts    int64[S, 3]: correct, wrong, missed
    values    float64[S], scores
    statuses  the status of each gold edit of chosen rows, and where a sentence's begin
    n_edits   of each sentence
    edits     int32[E, 4]: start, length, text, whether it is correct
    others    hypotheses that are not their source with the edits made
    kinds     types of edits; None where only gold edits have types
    """

    chosen: Integers
    counts: Integers
    values: NDArray[np.float64]
    statuses: tuple[NDArray[Any], Integers]
    n_edits: Integers
    edits: NDArray[np.int32]
    others: dict[int, str]
    kinds: list[str] | None = None

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        arrays = (self.chosen, self.counts, self.values, *self.statuses, self.n_edits, self.edits)
        return sum(array.nbytes for array in arrays)


class EditSentences(ABC):
    """All sentences of all systems, block by block."""

    kind = "edits"
    metric: AnyMetric
    lists: tuple[str, ...]  # flat lists of a system, in the order of the page's data
    is_by_block = True  # whether a block's gold and systems are numbered before the next block

    def __init__(self, n_systems: int, parameters: Any, scoring: Any) -> None:
        """Take the counting and scoring options."""
        self._parameters = parameters
        self._scoring = scoring
        self._strings = Texts()
        self._firsts: list[int] = []
        self._systems: list[list[SystemBlock]] = [[] for _ in range(n_systems)]
        self._tallies: Sequence[Any] = ()
        self._n_bytes = 0

    @abstractmethod
    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""

    @abstractmethod
    def _gold(self, number: int) -> GoldBlock:
        """Return the gold edits of a block."""

    @abstractmethod
    def _types(self, run: AnyRun, plan: Plan, jobs: int | None) -> dict[str, Any]:
        """Return the section of error types."""

    def _values(self, counts: Integers) -> NDArray[np.float64]:
        return self.metric.row_values(counts, self._parameters, self._scoring)

    def sections(self, run: AnyRun, plan: Plan, top: int, jobs: int | None) -> dict[str, Any]:
        """Return further sections: types of edits, and frequent errors.

        Args:
            run: the scored run.
            plan: how resamples are made.
            top: the most rows of wrong edits, and of missed ones.
            jobs: threads.
        """
        types = self._types(run, plan, jobs)
        found = [tally.errors("text") for tally in self._tallies]
        errors = errors_content(run, found, top) if found else None
        return {"mode": self._parameters.mode, "types": types, "errors": errors}

    def errors(self) -> NDArray[np.float64]:
        """Return how many edits of each sentence are wrong or missed: float64[H, S]."""
        counts = [[one.counts[:, 1:].sum(axis=1) for one in blocks] for blocks in self._systems]
        return np.array([np.concatenate([*each, np.zeros(0)]) for each in counts])

    def content(self, numbers: Integers | None) -> tuple[list[str], dict[str, Any]]:
        """Return sources, and sentences as data for the page.

        Args:
            numbers: of the sentences in the page, from 0, ascending; None: all.
        """
        packed = _FlatLists(self, len(self._systems), self._strings.all)
        blocks = [self._gold(number) for number in range(len(self._firsts))]
        picked, n_before = [], [0]
        for first, block in zip(self._firsts, blocks, strict=True):
            picked.append(selected_in(numbers, first, len(block.row_offsets) - 1))
            n_before.append(n_before[-1] + len(picked[-1]))
        order = list(product(range(len(blocks)), range(-1, len(self._systems))))
        if not self.is_by_block:
            order.sort(key=lambda one: one[::-1])
        for number, system in order:
            if system < 0:
                packed.add_gold(blocks[number], picked[number])
            else:
                one = self._systems[system][number]
                packed.add_system(system, one, picked[number], n_before[number])
        annotators = sorted({one for block in blocks for one in block.annotator.tolist()})
        place = {annotator: number for number, annotator in enumerate(annotators)}
        packed.gold["annotator"] = [place[one] for one in packed.gold["annotator"]]
        return packed.sources, {
            "strings": packed.strings.all,
            "types": packed.kinds.all,
            "scores": packed.scores.all,
            "annotators": annotators,
            "gold": packed.gold,
            "systems": packed.systems,
        }


class _FlatLists:
    """Sentences as flat lists: numbers of all sentences in a row, texts by their number."""

    def __init__(self, sentences: EditSentences, n_systems: int, own: Sequence[str]) -> None:
        names = ("rows", "annotator", "edits", "start", "length", "text", "type", "optional")
        self.strings, self.kinds, self.scores = Texts(), Texts(), Texts()
        self.sources: list[str] = []
        self.gold: dict[str, list[int]] = {name: [] for name in names}
        counted = ("chosen", "score", "correct", "wrong", "missed", "edits")
        self.systems: list[dict[str, Any]] = [
            {**{name: [] for name in (*counted, *sentences.lists)}, "others": {}}
            for _ in range(n_systems)
        ]
        self._own = own
        self._numbers_all_kinds = sentences.is_by_block

    def add_gold(self, block: GoldBlock, picked: Integers) -> None:
        """Add the gold edits of some sentences of a block."""
        lists = self.gold
        rows, row_offsets = gather(block.row_offsets, picked)
        edits, edit_offsets = gather(block.edit_offsets, rows)
        first = len(lists["start"])
        lists["optional"] += (np.flatnonzero(block.optional[edits]) + first).tolist()
        lists["rows"] += np.diff(row_offsets).tolist()
        lists["annotator"] += block.annotator[rows].tolist()
        lists["edits"] += np.diff(edit_offsets).tolist()
        lists["start"] += block.start[edits].tolist()
        lists["length"] += (block.end[edits] - block.start[edits]).tolist()
        if self._numbers_all_kinds:
            for name in block.kind_names:
                self.kinds.number(name)
        kinds = [block.kind_names[kind] for kind in block.kind[edits].tolist()]
        lists["type"] += map(self.kinds.number, kinds)
        lists["text"] += [self.strings.number(block.text(edit)) for edit in edits.tolist()]
        self.sources += [tokens_of(block.sources[sentence]) for sentence in picked.tolist()]

    def add_system(self, system: int, one: SystemBlock, picked: Integers, n_before: int) -> None:
        """Add some sentences of a block; n_before of the page come before them."""
        lists = self.systems[system]
        lists["chosen"] += one.chosen[picked].tolist()
        texts = map(score_text, one.values[picked].tolist())
        lists["score"] += map(self.scores.number, texts)
        for name, counts in zip(("correct", "wrong", "missed"), one.counts[picked].T, strict=True):
            lists[name] += counts.tolist()
        lists["edits"] += one.n_edits[picked].tolist()
        edits, _ = gather(offsets_of(one.n_edits), picked)
        start, length, text, is_correct = one.edits[edits].T.tolist()
        lists["start"] += start
        lists["length"] += length
        lists["text"] += [self.strings.number(self._own[number]) for number in text]
        lists["is_correct"] += is_correct
        if one.kinds is None:
            lists["type"] = None
        else:
            lists["type"] += [self.kinds.number(one.kinds[edit]) for edit in edits.tolist()]
        statuses, status_offsets = one.statuses
        lists["status"] += statuses[gather(status_offsets, picked)[0]].tolist()
        for number, sentence in enumerate(picked.tolist(), n_before):
            if sentence in one.others:
                lists["others"][str(number)] = one.others[sentence]


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
        cells = zip(table.columns[2:], row[2:], strict=True)
        by_type.setdefault(kind, [None] * n_systems)[system] = {
            "cells": [shown(column, value) for column, value in cells],
            "recall": recall,
            "gold": gold,
            "interval": interval,
            "shown": None if interval is None else shown(INTERVAL, (interval[0], interval[1])),
        }
    most = {kind: max(one["gold"] for one in row if one) for kind, row in by_type.items()}
    order = sorted(by_type, key=lambda kind: (-most[kind], kind))
    return {
        "columns": [column.heading for column in table.columns[2:]],
        "rows": [type_row(kind, most[kind], by_type[kind]) for kind in order],
        "note": note,
    }


class M2Sentences(EditSentences):
    """Sentences of MaxMatch."""

    metric = M2
    lists = ("start", "length", "text", "is_correct", "status", "type")

    def __init__(self, n_systems: int, parameters: Any, scoring: Any) -> None:
        """Take the counting and scoring options."""
        super().__init__(n_systems, parameters, scoring)
        self._kinds = Texts()
        self._items: list[list[Items]] = [[] for _ in range(n_systems)]
        self._counts = [KindCounts(parameters) for _ in range(n_systems)]
        if parameters.is_plain:  # errors are counted in mode correction
            self._tallies = [MatchedTally(system, parameters) for system in range(n_systems)]
        self._texts: list[GoldText] = []

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        rows = chosen[0].rows
        assert rows is not None
        text: GoldText = block.text
        self._firsts.append(text.first)
        self._texts.append(GoldText(text.first, text.gold, text.systems))  # drops decoded words
        for system, kept in enumerate(self._systems):
            kept.append(self._system(block, system, rows[system]))
            self._n_bytes += kept[-1].nbytes
        self._n_bytes += _text_bytes(text)
        require_holdable(self._n_bytes, "edits")

    def _system(self, block: Block, system: int, rows: Integers) -> SystemBlock:
        text: GoldText = block.text
        table = text.gold.edits
        counts = block.table[system][rows]
        correct, proposed, golden = counts.T
        found = found_edits(text, system, self._parameters, rows, has_statuses=True)
        if self._tallies:
            self._tallies[system].add_edits(text, found)
        self._counts[system].add(found)
        numbers = np.array([self._kinds.number(name) for name in table.kind_names], np.int64)
        sentences = np.repeat(np.arange(len(text)), np.diff(found.gold_offsets)) + block.first
        items = sentences, numbers[table.kind[found.golden]], made_edits(found, self._parameters)
        self._items[system].append(items)
        self._n_bytes += sum(array.nbytes for array in items)
        edits, others = self._edits(found)
        return SystemBlock(
            rows - block.offsets[:-1],
            np.stack([correct, proposed - correct, golden - correct], axis=1),
            self._values(counts),
            (found.statuses, found.gold_offsets),
            np.diff(found.offsets),
            edits,
            others,
        )

    def _edits(self, found: SystemEdits) -> tuple[NDArray[np.int32], dict[int, str]]:
        """Return the edits of a block, and hypotheses that they do not make."""
        numbers: list[tuple[int, int, int, bool]] = []
        others = {}
        spans, offsets = found.spans.tolist(), found.offsets.tolist()
        for sentence, edits in enumerate(found.in_words()):
            source, words, end = found.gold.sources[sentence].split(), [], 0
            own = spans[offsets[sentence] : offsets[sentence + 1]]
            for (_, _, start, stop, *_), edit in zip(own, edits, strict=True):
                text = edit.correction
                words += [*source[end:start], *([text] if text else [])]
                numbers.append((start, stop - start, self._strings.number(text), edit.is_correct))
                end = stop
            hypothesis = tokens_of(found.lines[sentence])
            if hypothesis != " ".join([*words, *source[end:]]):
                others[sentence] = hypothesis
        return np.array(numbers, np.int32).reshape(-1, 4), others

    def _gold(self, number: int) -> GoldBlock:
        gold = self._texts[number].gold
        table = gold.edits
        return GoldBlock(
            *(gold.sources, table.row_offsets, table.annotator, table.edit_offsets),
            *(table.start, table.end, table.kind, table.kind_names),
            lambda edit: "||".join(gold.corrections(edit)),
            optional_edits(gold),
        )

    def _types(self, run: AnyRun, plan: Plan, jobs: int | None) -> dict[str, Any]:
        kinds = {kind: number for number, kind in enumerate(self._kinds.all)}
        bounds = [
            _recall_bounds(items, len(kinds), run.facts.sentences, plan, jobs)
            for items in self._items
        ]
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


Items = tuple[Integers, Integers, NDArray[np.bool_]]  # gold edits: sentence, type, whether made


def _recall_bounds(
    items: Sequence[Items], n_types: int, n_sentences: int, plan: Plan, jobs: int | None
) -> NDArray[np.float64]:
    """Return percentile intervals of recall: float64[T, 2], by number of the type.

    Args:
        items: gold edits of chosen annotators, of each block.
        n_types: how many types there are.
        n_sentences: of the corpus.
        plan: how resamples are made.
        jobs: threads.
    """
    sentences = np.concatenate([*(one for one, _, _ in items), np.zeros(0, np.int64)])
    types = np.concatenate([*(one for _, one, _ in items), np.zeros(0, np.int64)])
    made = np.concatenate([*(one for _, _, one in items), np.zeros(0, np.bool_)])
    order = np.argsort(types, kind="stable")
    golden = sentences[order], np.bincount(types, minlength=n_types)
    right = order[made[order]]
    correct = sentences[right], np.bincount(types[right], minlength=n_types)
    values = np.empty((plan.resamples, n_types))

    def fold(first: int, last: int, cancel: Cancel) -> None:
        for number in range(first, last):
            if cancel[0]:
                return
            drawn = drawn_sentences(plan.seed, number, n_sentences, plan.clusters)
            times = np.bincount(drawn, minlength=n_sentences)
            values[number] = ratio(_sums(times, *correct), _sums(times, *golden), empty=1.0)

    if n_sentences:
        count_ranges(fold, plan.resamples, jobs=jobs, chunk=CHUNK)
    return percentile_interval(values)


def _sums(times: Integers, sentences: Integers, sizes: Integers) -> Integers:
    """Sum how often sentences were drawn, in runs of so many."""
    ends = np.cumsum(sizes)
    totals = offsets_of(times[sentences])
    found: Integers = totals[ends] - totals[ends - sizes]
    return found


def _text_bytes(text: GoldText) -> int:
    """Return about how many bytes the text of a block holds."""
    table = text.gold.edits
    arrays = (table.start, table.end, table.kind, table.alternatives.ids, table.annotator)
    lines = (text.gold.sources, *text.systems)
    n_letters = sum(int((one.ends - one.starts).sum()) for one in lines)
    return n_letters + sum(array.nbytes for array in arrays)


class ErrantSentences(EditSentences):
    """Sentences of ERRANT; what must agree are edits, not tokens."""

    metric = ERRANT
    lists = ("start", "length", "text", "type", "is_correct", "status")
    is_by_block = False

    def __init__(self, n_systems: int, parameters: Any, scoring: Any) -> None:
        """Take the counting and scoring options."""
        super().__init__(n_systems, parameters, scoring)
        self._tallies = tallies_of(ERRANT.name, n_systems, parameters)
        self._kinds = [TypeTally(system, keeps_rows=True) for system in range(n_systems)]
        self._golds: list[GoldBlock] = []

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        for tally in (*self._tallies, *self._kinds):
            tally(block, chosen)
        rows = chosen[0].rows
        assert rows is not None
        compared: Compared = block.text
        reference = compared.reference.edits
        gold, n_sentences = self._read(compared, reference), len(reference.row_offsets) - 1
        self._firsts.append(block.first)
        self._golds.append(
            GoldBlock(
                [tokens_of(reference.sources[number]) for number in range(n_sentences)],
                *(reference.row_offsets, reference.coder, gold.offsets, gold.start, gold.end),
                *(gold.kind, compared.kinds(), gold.texts.__getitem__),
                np.zeros(len(gold.texts), np.uint8),
            )
        )
        n_edits = len(gold.texts)
        for system, kept in enumerate(self._systems):
            kept.append(self._system(block, system, rows[system], gold))
            n_edits += len(kept[-1].edits)
        self._n_bytes += EDIT_BYTES * (n_edits + n_sentences * (2 + len(self._systems)))
        require_holdable(self._n_bytes, "edits")

    def _system(self, block: Block, system: int, rows: Integers, gold: _CodedBlock) -> SystemBlock:
        compared: Compared = block.text
        own = self._read(compared, compared.systems[system].edits)
        mine, theirs = compared.pairs[system][rows].T
        counts = block.of_system(system).table[0][rows]
        edits, offsets = gather(own.offsets, mine)
        golden, gold_offsets = gather(gold.offsets, theirs)
        keys = [own.keys[edit] for edit in edits.tolist()]
        gold_keys = [gold.keys[edit] for edit in golden.tolist()]
        texts = [own.texts[edit] for edit in edits.tolist()]
        start, end = own.start[edits], own.end[edits]
        spans = list(zip(start.tolist(), end.tolist(), texts, strict=True))
        correct: list[bool] = []
        status: list[int] = []
        others = {}
        bounds = zip(pairwise(offsets.tolist()), pairwise(gold_offsets.tolist()), strict=True)
        for number, ((first, last), (first_gold, last_gold)) in enumerate(bounds):
            agreed = {*keys[first:last]} & {*gold_keys[first_gold:last_gold]} - {None}
            correct += [key in agreed for key in keys[first:last]]
            status += [CORRECTED * (key in agreed) for key in gold_keys[first_gold:last_gold]]
            source = compared.reference.edits.sources[number].split()
            other = _not_apart(source, spans[first:last])
            if other is not None:
                others[number] = other
        numbers = [self._strings.number(text) for text in texts]
        names = compared.kinds()
        return SystemBlock(
            theirs - compared.reference.edits.row_offsets[:-1],
            counts,
            self._values(counts),
            (np.array(status, np.int64), gold_offsets),
            np.diff(offsets),
            np.array([start, end - start, numbers, correct], np.int32).T,
            others,
            [names[kind] for kind in own.kind[edits].tolist()],
        )

    def _read(self, compared: Compared, edits: CodedEdits) -> _CodedBlock:
        parameters = self._parameters
        dropped = {kind.decode() for kind in parameters.dropped}
        names, corrections = compared.kinds(), compared.text.corrections
        is_kept = np.array([name != NOOP for name in names], np.bool_)[edits.kind]
        columns = [
            column[is_kept]
            for column in (edits.start, edits.end, edits.kind, edits.correction, edits.n_words)
        ]
        keys: list[tuple[int, ...] | None] = []
        for start, end, kind, correction, n_words in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            is_multi = end - start >= 2 or n_words >= 2
            is_other = parameters.single if is_multi else parameters.multi
            key = (start, end, correction, kind)[: {"cs": 3, "cse": 4}.get(parameters.mode, 2)]
            keys.append(None if names[kind] in dropped or is_other else key)
        start, end, kind, correction, _ = columns
        offsets = offsets_of(is_kept.astype(np.int64))[edits.edit_offsets]
        texts = [corrections[number].decode() for number in correction.tolist()]
        return _CodedBlock(offsets, start, end, kind, texts, keys)

    def _gold(self, number: int) -> GoldBlock:
        return self._golds[number]

    def _types(self, run: AnyRun, plan: Plan, jobs: int | None) -> dict[str, Any]:
        beta = self._scoring.beta
        systems = [
            tally.scores_with_intervals(3, beta, sample, plan, jobs=jobs)
            for tally, sample in zip(self._kinds, run.samples[0], strict=True)
        ]
        has_intervals = all(one.bounds is not None for each in systems for one in each)
        named = [("", [(one.name, one.score, one.bounds) for one in each]) for each in systems]
        found = (
            (
                *(system, one.name, one.score.recall, one.score.tp + one.score.fn),
                None if one.bounds is None else one.bounds[RECALL].tolist(),
            )
            for system, each in enumerate(systems)
            for one in each
        )
        note = "An edit that both sides have counts for the reference's type. Intervals: "
        return _types_content(
            kinds_table(run, named, has_intervals=has_intervals),
            found,
            len(systems),
            f"{note}{plan_note(plan, 'coders')}.",
        )


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
