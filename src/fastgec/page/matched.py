"""Sentences of MaxMatch: gold edits of all annotators, each system's edits, what became of each.

A system's edits are those that the score counts, against the annotator that was chosen; a place in
the page is that of the source words which an edit replaces. So a hypothesis is its source with the
edits made, and only one that is not (edits of white space that are not counted) is kept whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import gather, offsets_of
from fastgec.choice import Chosen
from fastgec.machine.memory import require_holdable
from fastgec.metrics.base import Block, Scoring
from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.counting import Parameters
from fastgec.metrics.m2.metric import METRIC
from fastgec.metrics.m2.modes import KindCounts, made_edits, optional_edits
from fastgec.metrics.m2.words import SystemEdits, found_edits
from fastgec.page.cells import score_text
from fastgec.page.packed import PackedGold, Texts, tokens_of
from fastgec.page.recalls import KindItems, types_content
from fastgec.page.sections import errors_content
from fastgec.page.texts import picked_of
from fastgec.study.mistakes import MatchedTally
from fastgec.study.resampling import Plan
from fastgec.study.table import AnyRun

Integers = NDArray[np.int64]


class _System:
    """What is kept of a system's sentences of a block."""

    __slots__ = ("chosen", "counts", "edits", "n_edits", "others", "statuses", "values")

    def __init__(
        self,
        chosen: Integers,
        counts: Integers,
        values: NDArray[np.float64],
        statuses: tuple[NDArray[np.uint8], Integers],
    ) -> None:
        self.chosen = chosen
        self.counts = counts
        self.values = values
        self.statuses = statuses
        self.n_edits: Integers
        self.edits: NDArray[np.int32]  # [E, 4]: start, length, text, whether it is correct
        self.others: dict[int, str] = {}

    @property
    def nbytes(self) -> int:
        arrays = (self.chosen, self.counts, self.values, *self.statuses, self.n_edits, self.edits)
        return sum(array.nbytes for array in arrays)


class MatchedSentences:
    """All sentences of all systems, while blocks go by."""

    kind = "edits"

    def __init__(self, n_systems: int, parameters: Parameters, scoring: Scoring) -> None:
        """Take what counts and scores depend on."""
        self._n_systems = n_systems
        self._kinds = Texts()
        self._items = [KindItems(self._kinds) for _ in range(n_systems)]
        self._counts = [KindCounts(parameters) for _ in range(n_systems)]
        self._tallies: list[MatchedTally] = []
        if parameters.is_plain:  # errors are those of correction
            self._tallies = [MatchedTally(system, parameters) for system in range(n_systems)]
        self._parameters = parameters
        self._scoring = scoring
        self._strings = Texts()
        self._texts: list[GoldText] = []
        self._systems: list[list[_System]] = []  # of each block
        self._n_bytes = 0

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, and what the first scoring chose."""
        rows = chosen[0].rows
        assert rows is not None
        found = [self._system(block, system, rows[system]) for system in range(self._n_systems)]
        text = block.text
        self._texts.append(GoldText(text.first, text.gold, text.systems))  # without what it decoded
        self._systems.append(found)
        self._n_bytes += sum(one.nbytes for one in found) + _text_bytes(block.text)
        require_holdable(self._n_bytes, "edits")

    def _system(self, block: Block, system: int, rows: Integers) -> _System:
        text: GoldText = block.text
        table = text.gold.edits
        counts = block.table[system][rows]
        values = METRIC.row_values(counts, self._parameters, self._scoring)
        found = found_edits(text, system, self._parameters, rows, has_statuses=True)
        kept = _System(
            rows - block.offsets[:-1], counts, values, (found.statuses, found.gold_offsets)
        )
        self._add_edits(kept, found)
        if self._tallies:
            self._tallies[system].add_edits(text, found)
        self._counts[system].add(found)
        numbers = np.array([self._kinds.number(name) for name in table.kind_names], np.int64)
        sentences = np.repeat(np.arange(len(text)), np.diff(found.gold_offsets)) + block.first
        made = made_edits(found, self._parameters)
        items = self._items[system]
        self._n_bytes += items.add(sentences, numbers[table.kind[found.golden]], made)
        return kept

    def _add_edits(self, kept: _System, found: SystemEdits) -> None:
        """Keep the edits of a block."""
        numbers: list[tuple[int, int, int, bool]] = []
        number = self._strings.number
        spans, offsets = found.spans.tolist(), found.offsets.tolist()
        for sentence, edits in enumerate(found.in_words()):
            own = [
                (span[2], span[3] - span[2], number(edit.correction), edit.is_correct)
                for span, edit in zip(
                    spans[offsets[sentence] : offsets[sentence + 1]], edits, strict=True
                )
            ]
            numbers += own
            source = found.gold.sources[sentence].split()
            hypothesis = tokens_of(found.lines[sentence])
            if hypothesis != _corrected(source, own, edits):
                kept.others[sentence] = hypothesis
        kept.n_edits = np.diff(found.offsets)
        kept.edits = np.array(numbers, np.int32).reshape(-1, 4)

    def sections(self, run: AnyRun, plan: Plan, top: int, jobs: int | None) -> dict[str, Any]:
        """Return what else the page says of edits: types, and frequent errors.

        Args:
            run: what was scored.
            plan: how resamples are made.
            top: the most rows of wrong edits, and of missed ones.
            jobs: threads.
        """
        n_sentences = run.facts.sentences
        bounds = [items.bounds(n_sentences, plan, jobs) for items in self._items]
        scores = [counts.scores() for counts in self._counts]
        found = [tally.errors("text") for tally in self._tallies]
        return {
            "mode": self._parameters.mode,
            "types": types_content(run, scores, bounds, self._kinds.all, plan),
            "errors": errors_content(run, found, top) if found else None,
        }

    def errors(self) -> NDArray[np.float64]:
        """Return how many edits of each sentence are wrong or missed: float64[H, S]."""
        counts = [np.stack([one.counts for one in systems]) for systems in self._systems]
        whole = np.concatenate(counts, axis=1) if counts else np.zeros((self._n_systems, 0, 3))
        correct, proposed, gold = np.moveaxis(whole, -1, 0)
        return (proposed + gold - 2 * correct).astype(np.float64)

    def content(self, numbers: Integers | None) -> tuple[list[str], dict[str, Any]]:
        """Return sources, and sentences as the page wants them.

        Args:
            numbers: of the sentences in the page, from 0, ascending; None: all.
        """
        strings, kinds, scores = Texts(), Texts(), Texts()
        gold = PackedGold(strings, kinds)
        systems = [_PackedSystem(scores, strings, self._strings) for _ in range(self._n_systems)]
        n_before = 0
        for text, of_block in zip(self._texts, self._systems, strict=True):
            picked = picked_of(numbers, text.first, len(text))
            gold.add(text.gold, picked.tolist(), optional_edits(text.gold))
            for packed, one in zip(systems, of_block, strict=True):
                packed.add(one, picked, n_before)
            n_before += len(picked)
        annotators = sorted({a for text in self._texts for a in text.gold.edits.annotator.tolist()})
        content = {
            "strings": strings,
            "types": kinds,
            "scores": scores,
            "annotators": annotators,
            "gold": gold.content(annotators),
            "systems": [packed.lists for packed in systems],
        }
        return gold.sources, {
            name: value.all if isinstance(value, Texts) else value
            for name, value in content.items()
        }


class _PackedSystem:
    """Flat lists of a system."""

    def __init__(self, scores: Texts, strings: Texts, own: Texts) -> None:
        self._scores = scores
        self._strings = strings
        self._own = own
        self._texts: list[str] = []
        names = ("chosen", "score", "correct", "wrong", "missed", "edits")
        flat = ("start", "length", "text", "is_correct", "status")
        self.lists: dict[str, Any] = {name: [] for name in (*names, *flat)}
        self.lists |= {"type": None, "others": {}}

    def add(self, one: _System, picked: Integers, n_before: int) -> None:
        """Add some sentences of a block, before which so many are in the page."""
        lists = self.lists
        correct, proposed, gold = one.counts[picked].T
        lists["chosen"] += one.chosen[picked].tolist()
        values = one.values[picked].tolist()
        lists["score"] += [self._scores.number(score_text(value)) for value in values]
        lists["correct"] += correct.tolist()
        lists["wrong"] += (proposed - correct).tolist()
        lists["missed"] += (gold - correct).tolist()
        lists["edits"] += one.n_edits[picked].tolist()
        offsets = offsets_of(one.n_edits)
        edits, _ = gather(offsets, picked)
        start, length, text, is_correct = one.edits[edits].T
        lists["start"] += start.tolist()
        lists["length"] += length.tolist()
        lists["is_correct"] += is_correct.tolist()
        if not self._texts or len(edits):
            self._texts = self._own.all
        lists["text"] += [self._strings.number(self._texts[number]) for number in text.tolist()]
        statuses, status_offsets = one.statuses
        lists["status"] += statuses[gather(status_offsets, picked)[0]].tolist()
        place = {sentence: number for number, sentence in enumerate(picked.tolist())}
        for sentence, hypothesis in one.others.items():
            if sentence in place:
                lists["others"][str(n_before + place[sentence])] = hypothesis


def _corrected(
    source: Sequence[str], places: Sequence[tuple[int, int, int, bool]], edits: Sequence[Any]
) -> str:
    """Return a source with edits made, which stand in order and apart."""
    words: list[str] = []
    end = 0
    for (start, length, _, _), edit in zip(places, edits, strict=True):
        words += source[end:start]
        if edit.correction:
            words.append(edit.correction)
        end = start + length
    return " ".join([*words, *source[end:]])


def _text_bytes(text: GoldText) -> int:
    """Return about how many bytes the text of a block holds."""
    table = text.gold.edits
    arrays = (table.start, table.end, table.kind, table.alternatives.ids, table.annotator)
    lines = (text.gold.sources, *text.systems)
    n_letters = sum(int((one.ends - one.starts).sum()) for one in lines)
    return n_letters + sum(array.nbytes for array in arrays)
