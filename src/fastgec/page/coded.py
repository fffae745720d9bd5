"""Sentences of ERRANT: edits of all coders of the reference, and those of each system.

Edits are shown as they stand in their files, noop left out. One of a system is correct if the
chosen coder has one that agrees with it, by what must agree; a gold edit is corrected or missed.
An edit that is not counted (of a type that is left out, of another length) agrees with none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choice import Chosen
from fastgec.corpus.coders import CodedEdits
from fastgec.machine.memory import require_holdable
from fastgec.metrics.base import Block, Scoring
from fastgec.metrics.errant.metric import METRIC, Compared, Parameters
from fastgec.page.cells import score_text
from fastgec.page.packed import Texts, tokens_of
from fastgec.page.sections import errors_content
from fastgec.page.texts import picked_of
from fastgec.page.typed import typed_content
from fastgec.study.mistakes import tallies_of
from fastgec.study.resampling import Plan
from fastgec.study.table import AnyRun
from fastgec.study.typed import TypeTally

Integers = NDArray[np.int64]
NOOP = "noop"
CORRECTED = 3  # as `m2.modes.STATUSES` has it; 0 is missed
EDIT_BYTES = 100  # about, of an edit that is kept


class _Edit(NamedTuple):
    """An edit in words, and what it agrees by; None if it is not counted."""

    start: int
    end: int
    correction: str
    kind: str
    key: tuple[Any, ...] | None


class _Row(NamedTuple):
    """A coder's edits of a sentence."""

    coder: int
    edits: list[_Edit]


class _Sentence(NamedTuple):
    """What is kept of a sentence of a system."""

    chosen: int  # which row of the reference, from 0 in the sentence
    counts: list[int]  # tp, fp, fn
    own: list[_Edit]
    correct: list[bool]
    status: list[int]


class CodedSentences:
    """All sentences of all systems, while blocks go by."""

    kind = "edits"

    def __init__(self, n_systems: int, parameters: Parameters, scoring: Scoring) -> None:
        """Take what counts and scores depend on; what must agree are edits, not tokens."""
        self._parameters = parameters
        self._scoring = scoring
        self._tallies = tallies_of(METRIC.name, n_systems, parameters)
        self._types = [TypeTally(system, keeps_rows=True) for system in range(n_systems)]
        self._sources: list[str] = []
        self._gold: list[list[_Row]] = []
        self._systems: list[list[_Sentence]] = [[] for _ in range(n_systems)]
        self._n_bytes = 0

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, and what the first scoring chose."""
        for errors, types in zip(self._tallies, self._types, strict=True):
            errors(block, chosen)
            types(block, chosen)
        rows = chosen[0].rows
        assert rows is not None
        compared: Compared = block.text
        reader = _Reader(compared, self._parameters)
        gold = [*reader.sentences(compared.reference.edits)]
        sources = compared.reference.edits.sources
        self._sources += [tokens_of(sources[number]) for number in range(len(gold))]
        self._gold += gold
        for system, kept in enumerate(self._systems):
            own = [*reader.sentences(compared.systems[system].edits)]
            kept += self._compared(block, system, rows[system], gold, own)
        n_edits = sum(len(row.edits) for rows in gold for row in rows)
        n_edits += sum(len(one.own) for kept in self._systems for one in kept[-len(gold) :])
        self._n_bytes += EDIT_BYTES * (n_edits + len(gold) * (2 + len(self._systems)))
        require_holdable(self._n_bytes, "edits")

    def _compared(
        self,
        block: Block,
        system: int,
        rows: Integers,
        gold: Sequence[Sequence[_Row]],
        own: Sequence[Sequence[_Row]],
    ) -> Iterator[_Sentence]:
        compared: Compared = block.text
        pairs = compared.pairs[system][rows].tolist()
        counts = block.of_system(system).table[0][rows].tolist()
        ours = compared.systems[system].edits.row_offsets.tolist()
        theirs = compared.reference.edits.row_offsets.tolist()
        for number, ((row, other), of_row) in enumerate(zip(pairs, counts, strict=True)):
            mine = own[number][row - ours[number]].edits
            wanted = gold[number][other - theirs[number]].edits
            made = {edit.key for edit in mine if edit.key is not None}
            asked = {edit.key for edit in wanted if edit.key is not None}
            yield _Sentence(
                other - theirs[number],
                of_row,
                mine,
                [edit.key in asked for edit in mine],
                [CORRECTED * (edit.key in made) for edit in wanted],
            )

    def errors(self) -> NDArray[np.float64]:
        """Return how many edits of each sentence are wrong or missed: float64[H, S]."""
        counts = [[sum(one.counts[1:]) for one in kept] for kept in self._systems]
        return np.array(counts, np.float64).reshape(len(self._systems), len(self._sources))

    def sections(self, run: AnyRun, plan: Plan, top: int, jobs: int | None) -> dict[str, Any]:
        """Return what else the page says of edits: types, and frequent errors.

        Args:
            run: what was scored.
            plan: how resamples are made.
            top: the most rows of wrong edits, and of missed ones.
            jobs: threads.
        """
        beta = self._scoring.beta
        scores = [
            tally.scores_with_intervals(3, beta, sample, plan, jobs=jobs)
            for tally, sample in zip(self._types, run.samples[0], strict=True)
        ]
        found = [tally.errors("text") for tally in self._tallies]
        return {
            "mode": self._parameters.mode,
            "types": typed_content(run, scores, plan),
            "errors": errors_content(run, found, top),
        }

    def content(self, numbers: Integers | None) -> tuple[list[str], dict[str, Any]]:
        """Return sources, and sentences as the page wants them.

        Args:
            numbers: of the sentences in the page, from 0, ascending; None: all.
        """
        picked = picked_of(numbers, 0, len(self._sources)).tolist()
        strings, kinds, scores = Texts(), Texts(), Texts()
        coders = sorted({row.coder for rows in self._gold for row in rows})
        place = {coder: number for number, coder in enumerate(coders)}
        names = ("rows", "annotator", "edits", *FLAT)
        gold: dict[str, list[int]] = {name: [] for name in names}
        for number in picked:
            rows = self._gold[number]
            gold["rows"].append(len(rows))
            for row in rows:
                gold["annotator"].append(place[row.coder])
                gold["edits"].append(len(row.edits))
                _add_edits(gold, row.edits, strings, kinds)
        sources = [self._sources[number] for number in picked]
        systems = [
            self._system([kept[number] for number in picked], sources, (strings, kinds, scores))
            for kept in self._systems
        ]
        return sources, {
            "strings": strings.all,
            "types": kinds.all,
            "scores": scores.all,
            "annotators": coders,
            "gold": {**gold, "optional": []},
            "systems": systems,
        }

    def _system(
        self,
        kept: Sequence[_Sentence],
        sources: Sequence[str],
        texts: tuple[Texts, Texts, Texts],
    ) -> dict[str, Any]:
        strings, kinds, scores = texts
        names = ("chosen", "score", "correct", "wrong", "missed", "edits", *FLAT)
        lists: dict[str, Any] = {name: [] for name in (*names, "is_correct", "status")}
        lists["others"] = {}
        counts = np.array([one.counts for one in kept], np.int64).reshape(-1, 3)
        values = METRIC.row_values(counts, self._parameters, self._scoring)
        lists["score"] = [scores.number(score_text(value)) for value in values.tolist()]
        for number, one in enumerate(kept):
            lists["chosen"].append(one.chosen)
            for name, count in zip(("correct", "wrong", "missed"), one.counts, strict=True):
                lists[name].append(count)
            lists["edits"].append(len(one.own))
            _add_edits(lists, one.own, strings, kinds)
            lists["is_correct"] += [int(good) for good in one.correct]
            lists["status"] += one.status
            other = _not_apart(sources[number].split(), one.own)
            if other is not None:
                lists["others"][str(number)] = other
        return lists


FLAT = ("start", "length", "text", "type")


class _Reader:
    """Edits of a block in words."""

    def __init__(self, compared: Compared, parameters: Parameters) -> None:
        self._parameters = parameters
        self._kinds = compared.kinds()
        self._corrections = compared.text.corrections
        self._dropped = {kind.decode() for kind in parameters.dropped}

    def sentences(self, edits: CodedEdits) -> Iterator[list[_Row]]:
        """Yield the rows of each sentence."""
        row_offsets, edit_offsets = edits.row_offsets.tolist(), edits.edit_offsets.tolist()
        columns = (edits.start, edits.end, edits.kind, edits.correction, edits.n_words)
        every = [*zip(*(column.tolist() for column in columns), strict=True)]
        coders = edits.coder.tolist()
        for first, last in pairwise(row_offsets):
            yield [
                _Row(
                    coders[row],
                    [
                        self._edit(*one)
                        for one in every[edit_offsets[row] : edit_offsets[row + 1]]
                        if self._kinds[one[2]] != NOOP
                    ],
                )
                for row in range(first, last)
            ]

    def _edit(self, start: int, end: int, kind: int, correction: int, n_words: int) -> _Edit:
        name, text = self._kinds[kind], self._corrections[correction].decode()
        key: tuple[Any, ...] | None = (start, end)
        is_multi = end - start >= 2 or n_words >= 2
        is_other = self._parameters.single if is_multi else self._parameters.multi
        if name in self._dropped or is_other:
            key = None
        elif self._parameters.mode == "cs":
            key = (start, end, correction)
        elif self._parameters.mode == "cse":
            key = (start, end, correction, kind)
        return _Edit(start, end, text, name, key)


def _add_edits(lists: dict[str, Any], edits: Sequence[_Edit], strings: Texts, kinds: Texts) -> None:
    for edit in edits:
        lists["start"].append(edit.start)
        lists["length"].append(edit.end - edit.start)
        lists["text"].append(strings.number(edit.correction))
        lists["type"].append(kinds.number(edit.kind))


def _not_apart(source: Sequence[str], edits: Sequence[_Edit]) -> str | None:
    """Return the source with edits made where they do not stand in order and apart, else None.

    Such edits come from files; each is made where those before it have left its place as it was.
    """
    end, is_apart = 0, True
    words: list[str] = []
    for edit in sorted(edits, key=lambda one: one[:2]):
        if not end <= edit.start <= edit.end <= len(source):
            is_apart = False
            continue
        words += [*source[end : edit.start], *edit.correction.split()]
        end = edit.end
    if is_apart and all(a[:2] <= b[:2] for a, b in pairwise(edits)):
        return None
    return " ".join([*words, *source[end:]])
