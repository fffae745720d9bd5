"""Precision, recall and F of each type, of edits compared with edits (ERRANT), with intervals.

A system's edits have types there, so a type has precision, too. An edit that both sides have counts
for the reference's type. In a resample the choice of coders is made again, as for the score, and
types are those of what is then chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import gather, offsets_of
from fastgec.choice import Chosen
from fastgec.choice.running import Running
from fastgec.machine.memory import require_holdable
from fastgec.machine.parallel import Cancel, count_ranges
from fastgec.metrics.door import Block
from fastgec.metrics.errant.counting import Compared
from fastgec.metrics.errant.score import ErrantScore, score_totals
from fastgec.study.resampling import CONFIDENCE, Plan, Sample, drawn_sentences, percentile_interval

Integers = NDArray[np.int64]
TIERS = (1, 2, 3)
UNKNOWN = "UNK"

# Of a type: its name, its score, and float64[3, 2] of P, R, F if there are intervals.
KindScore = tuple[str, ErrantScore, Any]


class TypeTally:
    """Counts by type of one system, while blocks go by.

    Args:
        system: which of the blocks.
        keeps_rows: whether those of each row are kept, which intervals are made from.
        is_fixed: whether only those of chosen rows are.
    """

    def __init__(self, system: int, *, keeps_rows: bool = False, is_fixed: bool = False) -> None:
        self._system = system
        self._keeps_rows = keeps_rows
        self._is_fixed = is_fixed
        self._numbers: dict[str, int] = {}
        self._totals = np.zeros((0, 3), np.int64)
        self._sizes: list[Integers] = []
        self._kinds: list[Integers] = []
        self._counts: list[Integers] = []

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, and what the first scoring chose."""
        compared: Compared = block.text
        rows = chosen[0].rows
        assert rows is not None
        names = compared.kinds()
        numbers = np.array([self._numbers.setdefault(n, len(self._numbers)) for n in names])
        _, kinds, counts = compared.by_kind(self._system, rows[self._system])
        totals = np.zeros((len(self._numbers), 3), np.int64)
        totals[: len(self._totals)] = self._totals
        np.add.at(totals, numbers[kinds], counts)
        self._totals = totals
        if self._keeps_rows:
            of_rows = rows[self._system] if self._is_fixed else None
            offsets, kinds, counts = compared.by_kind(self._system, of_rows)
            self._sizes.append(np.diff(offsets))
            self._kinds.append(numbers[kinds])
            self._counts.append(counts)
            held = (*self._sizes, *self._kinds, *self._counts)
            require_holdable(sum(array.nbytes for array in held), "counts by type")

    def scores(self, tier: int, beta: float) -> list[KindScore]:
        """Return the scores of types by name, of the whole corpus."""
        names, groups = self._groups(tier)
        totals = np.zeros((len(names), 3), np.int64)
        np.add.at(totals, groups[groups >= 0], self._totals[groups >= 0])
        return [
            (name, ErrantScore.of(counts, beta), None)
            for name, counts in zip(names, totals, strict=True)
        ]

    def scores_with_intervals(
        self,
        tier: int,
        beta: float,
        sample: Sample,
        plan: Plan,
        *,
        confidence: float = CONFIDENCE,
        jobs: int | None = None,
    ) -> list[KindScore]:
        """Return the scores of types with percentile bootstrap intervals.

        Args:
            tier: which part of a type, see `tier_of`.
            beta: weight of recall.
            sample: of the system.
            plan: how resamples are made.
            confidence: share of the resamples, between 0 and 1.
            jobs: threads.
        """
        scores = self.scores(tier, beta)
        if not scores or sample.n_sentences == 0:
            return scores
        _, groups = self._groups(tier)
        offsets = offsets_of(np.concatenate(self._sizes))
        group = groups[np.concatenate(self._kinds)]
        counts = np.concatenate(self._counts)
        counts[group < 0] = 0
        group = np.maximum(group, 0)
        of_row = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        totals = np.empty((plan.resamples, len(scores), 3), np.int64)

        def fold(first: int, last: int, cancel: Cancel) -> None:
            for number in range(first, last):
                if cancel[0]:
                    return
                rows = _chosen_rows(sample, drawn_sentences(plan.seed, number, sample.n_sentences))
                times = np.bincount(rows, minlength=len(offsets) - 1)[of_row]
                for column in range(3):
                    # Sums of whole numbers far below 2 ** 53.
                    weights = (times * counts[:, column]).astype(np.float64)
                    totals[number, :, column] = np.bincount(group, weights, len(scores))

        count_ranges(fold, plan.resamples, jobs=jobs, chunk=16)
        bounds = percentile_interval(score_totals(totals, beta), confidence)
        return [(name, score, bounds[place]) for place, (name, score, _) in enumerate(scores)]

    def _groups(self, tier: int) -> tuple[list[str], Integers]:
        """Return names of types that were counted, in order, and each type's place among them."""
        is_counted = (self._totals.sum(axis=1) > 0).tolist()
        shown = [tier_of(name, tier) for name in self._numbers]
        names = sorted({name for name, is_in in zip(shown, is_counted, strict=True) if is_in})
        place = {name: number for number, name in enumerate(names)}
        return names, np.array([place.get(name, -1) for name in shown], np.int64)


def tier_of(kind: str, tier: int) -> str:
    """Return the part of a type that a tier groups by: its operation, its class, or all of it.

    >>> [tier_of("R:NOUN:NUM", tier) for tier in TIERS]
    ['R', 'NOUN:NUM', 'R:NOUN:NUM']
    """
    if kind == UNKNOWN or tier == 3:
        return kind
    return kind[:1] if tier == 1 else kind[2:]


def _chosen_rows(sample: Sample, sentences: NDArray[np.integer[Any]]) -> Integers:
    """Return the rows of drawn sentences, as resampling chooses them."""
    match sample.choice:
        case Running(rank):
            rows, offsets = gather(sample.places, sentences.astype(np.int64))
            totals = np.zeros(sample.table.shape[1], np.int64)
            table = np.ascontiguousarray(sample.table[rows], np.int64)
            found: Integers = rows[rank.choose(table, offsets, totals, is_running=True)]
            return found
        case _:
            kept: Integers = sample.places[sentences]
            return kept
