"""What a system does to whole sentences: exact corrections, and changes to what was right.

Of each sentence, by its tokens:

    exact          the output is one of the references
    changed        the output is not the source
    right          every reference leaves the source as it is
    overcorrected  of these, the output changes it
    references_changed  how many of the `references` change the source

Shares of these say what F does not: how many sentences need no more work, how often a system
changes what was right, and whether it changes as many sentences as people do. No reference is
chosen: all rows of a sentence are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastgec.choose.alone import Alone
from fastgec.metrics.base import (
    Bound,
    Floats,
    Integers,
    Measure,
    Score,
    SentenceView,
    Sums,
    Vacuous,
)
from fastgec.metrics.references import ParallelText, ReferenceMetric

COLUMNS = (
    *("sentences", "exact", "changed", "right", "overcorrected"),
    *("references", "references_changed"),
)


@dataclass(frozen=True, slots=True)
class Parameters:
    """Counting options: there are none."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """Scoring options: there are none."""


@dataclass(frozen=True, slots=True)
class BehaviourScore(Score):
    """Numbers of sentences, see `metrics.behaviour`, and shares of them.

    sentences           of the corpus
    n_exact             whose output is a reference
    n_changed           whose output is not the source
    n_right             that every reference leaves as they are
    n_overcorrected     of these, that the output changes
    references          of all sentences together
    n_references_changed  of these, that change the source
    """

    main = "exact"
    sentences: int
    n_exact: int
    n_changed: int
    n_right: int
    n_overcorrected: int
    references: int
    n_references_changed: int

    @property
    def exact(self) -> float:
        """Share of sentences whose output is a reference; 1 of none."""
        return self.n_exact / self.sentences if self.sentences else 1.0

    @property
    def changed(self) -> float:
        """Share of sentences that the system changes."""
        return self.n_changed / max(self.sentences, 1)

    @property
    def overcorrection(self) -> float:
        """Share of right sentences that the system changes."""
        return self.n_overcorrected / max(self.n_right, 1)

    @property
    def references_changed(self) -> float:
        """Share of sentences that a reference changes, on average."""
        return self.n_references_changed / max(self.references, 1)

    def measures(self) -> tuple[Measure, ...]:
        """Return numbers of sentences, then shares."""
        over = Vacuous.unless(self.overcorrection, self.n_right)
        return (
            Measure("n_right", "Right", self.n_right, "count"),
            Measure("overcorrection", "Overcorrected", over, "spread"),
            Measure("references_changed", "References change", self.references_changed, "spread"),
            Measure("changed", "Changes", self.changed, "spread"),
            Measure("exact", "Exact", self.exact),
        )


def first_rows(table: Integers, offsets: Integers) -> tuple[Integers, Floats]:
    """Return the first row of each sentence, and whether it is exact."""
    rows = offsets[:-1]
    return rows, table[rows, COLUMNS.index("exact")].astype(np.float64)


class Behaviour(ReferenceMetric[BehaviourScore]):
    """Shares of sentences that are exact, changed, or changed where they were right."""

    name = "behaviour"
    parameters = Parameters
    scoring = Scoring
    made = BehaviourScore
    resampled = ("overcorrection", "changed", "exact")
    only_named = True

    def count(self, text: ParallelText, parameters: Parameters, *_: Any) -> Integers:
        """Return the numbers of each sentence, once for each reference: int64[H, S, N, 7]."""
        n_references = len(text.references)
        table = np.zeros((len(text.systems), len(text), n_references, len(COLUMNS)), np.int64)
        for s in range(len(text)):
            source = text.source[s].split()
            references = [lines[s].split() for lines in text.references]
            n_changed = sum(reference != source for reference in references)
            for h, system in enumerate(text.systems):
                output = system[s].split()
                is_changed = output != source
                table[h, s] = (
                    *(1, output in references, is_changed, n_changed == 0),
                    *(n_changed == 0 and is_changed, n_references, n_changed),
                )
        return table

    def columns(self, parameters: Parameters) -> tuple[str, ...]:
        """Return the names of the counts."""
        return COLUMNS

    def bounds(self, table: Integers, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows: one sentence, of which parts are not more than the whole."""
        yield from super().bounds(table, parameters)
        columns = dict(zip(COLUMNS, table.T, strict=True))
        for part, whole in (
            *(("exact", "sentences"), ("changed", "sentences"), ("right", "sentences")),
            *(("overcorrected", "right"), ("overcorrected", "changed")),
            ("references_changed", "references"),
        ):
            found = {name: columns[name] for name in (part, whole)}
            yield Bound(found, f"{part} at most {whole}", columns[part] <= columns[whole])

    def choose(self, scoring: Scoring) -> Alone:
        """Return the choice of the first row: all of a sentence are the same."""
        return Alone(first_rows, is_score=True)

    def values(self, totals: Integers, scoring: Scoring) -> Floats:
        """Return the shares of right sentences that are changed, of changed and exact ones."""
        sentences, exact, changed, right, over = np.moveaxis(totals[..., :5], -1, 0)
        whole = np.maximum(sentences, 1)
        shares = (
            *(over / np.maximum(right, 1), changed / whole),
            np.where(sentences == 0, 1.0, exact / whole),
        )
        return np.stack(shares, axis=-1)

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> BehaviourScore:
        """Return the score of a corpus."""
        return BehaviourScore(*sums.totals.tolist())

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield what is known of each sentence."""
        if view.rows is None:
            raise ValueError("rows of sentences were not kept")
        for row in view.block.table[0][view.rows].tolist():
            found = dict(zip(COLUMNS, row, strict=True))
            names = ("exact", "changed", "right", "overcorrected")
            yield {name: bool(found[name]) for name in names}


METRIC = Behaviour()
