"""What a system does beside its edits: exact corrections, changes to what was right, detection.

Of each sentence, by its tokens:

    exact          the output is one of the references
    changed        the output is not the source
    right          every reference leaves the source as it is
    overcorrected  of these, the output changes it
    references_changed  how many of the `references` change the source
    marked_right   tokens of the source that output and reference mark as incorrect
    marked_wrong   that the output alone marks
    unmarked       that the reference alone marks

Shares of these say what F does not: how many sentences need no more work, how often a system
changes what was right, and whether it changes as many sentences as people do.

A text marks the tokens of the source that it replaces or deletes; where it inserts, the token after
that, or the last one where there is none (the alignment is that of `texts.align`). Of several
references of a sentence that with the highest F0.5 of marked tokens counts, the first of equals;
the other numbers are the same for all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats, Integers, Sums
from fastgec.choose.rules import PerSentence, sentence_best
from fastgec.fscore import Vacuous, precision_recall_f
from fastgec.machine import Cancel
from fastgec.metrics.base import Bound, Measure, Score, SentenceView
from fastgec.metrics.declarations import Checked
from fastgec.metrics.references import ParallelText, ReferenceMetric
from fastgec.texts.m2write import ColumnEdits, edits_of_columns

COLUMNS = (
    *("sentences", "exact", "changed", "right", "overcorrected"),
    *("references", "references_changed"),
    *("marked_right", "marked_wrong", "unmarked"),
)
MARKED = slice(-3, None)  # of the columns
WEIGHT = 0.25  # of recall, beta squared: detection is reported as F0.5


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """Counting options: there are none."""


@dataclass(frozen=True, slots=True)
class Scoring(Checked):
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
    marked_right        tokens of the source that output and reference mark as incorrect
    marked_wrong        that the output alone marks
    unmarked            that the reference alone marks
    """

    main = "exact"
    sentences: int
    n_exact: int
    n_changed: int
    n_right: int
    n_overcorrected: int
    references: int
    n_references_changed: int
    marked_right: int
    marked_wrong: int
    unmarked: int

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
        """Share of right sentences that the system changes; NaN if none is right."""
        return self.n_overcorrected / self.n_right if self.n_right else math.nan

    @property
    def references_changed(self) -> float:
        """Share of sentences that a reference changes, on average."""
        return self.n_references_changed / max(self.references, 1)

    @property
    def detection_precision(self) -> float:
        """Share of tokens that the output marks as incorrect that the reference marks, too."""
        return self._detection()[0]

    @property
    def detection_recall(self) -> float:
        """Share of tokens that the reference marks as incorrect that the output marks, too."""
        return self._detection()[1]

    @property
    def detection_f(self) -> float:
        """F0.5 of the two."""
        return self._detection()[2]

    def _detection(self) -> tuple[float, float, float]:
        n_marked = self.marked_right + self.marked_wrong
        n_wanted = self.marked_right + self.unmarked
        return precision_recall_f(self.marked_right, n_marked, n_wanted, WEIGHT)

    def measures(self) -> tuple[Measure, ...]:
        """Return numbers of sentences, then shares."""
        over = self.overcorrection if self.n_right else None
        precision = Vacuous.unless(self.detection_precision, self.marked_right + self.marked_wrong)
        return (
            Measure("n_right", "Right", self.n_right, "count"),
            Measure("overcorrection", "Overcorrected", over, "spread"),
            Measure("references_changed", "References change", self.references_changed, "spread"),
            Measure("changed", "Changes", self.changed, "spread"),
            Measure("detection_precision", "Token P", precision),
            Measure("detection_recall", "Token R", self.detection_recall),
            Measure("detection_f", "Token F0.5", self.detection_f),
            Measure("exact", "Exact", self.exact),
        )


def nearest_rows(table: Integers, offsets: Integers) -> tuple[Integers, Floats]:
    """Return of each sentence the row with the best detection, and whether it is exact."""
    rows = sentence_best(np.ascontiguousarray(detection_of(table)[:, 2:]), offsets)
    return rows, table[rows, COLUMNS.index("exact")].astype(np.float64)


def detection_of(counts: Integers) -> Floats:
    """Return precision, recall and F0.5 of marked tokens: int64[..., K] to float64[..., 3]."""
    right, wrong, unmarked = np.moveaxis(counts[..., MARKED], -1, 0)
    return np.stack(precision_recall_f(right, right + wrong, right + unmarked, WEIGHT), axis=-1)


def marks_of(found: ColumnEdits, text: int) -> NDArray[np.bool_]:
    """Return which tokens of the sources a text marks as incorrect: bool[T]."""
    offsets = found.source.offsets
    n_sentences = len(offsets) - 1
    bounds = found.offsets[text * n_sentences : (text + 1) * n_sentences + 1]
    spans = found.spans[bounds[0] : bounds[-1]].astype(np.int64)
    sentences = np.repeat(np.arange(n_sentences), np.diff(bounds))
    sizes = np.diff(offsets)[sentences]
    starts = np.minimum(spans[:, 0], np.maximum(sizes - 1, 0))
    ends = np.minimum(np.maximum(spans[:, 1], starts + 1), sizes)  # no token: nothing to mark
    changes = np.zeros(offsets[-1] + 1, np.int64)
    np.add.at(changes, offsets[sentences] + starts, 1)
    np.add.at(changes, offsets[sentences] + ends, -1)
    return np.cumsum(changes)[:-1] > 0


class Behaviour(ReferenceMetric[BehaviourScore]):
    """Shares of sentences (exact, changed, overcorrected), and detection of incorrect tokens."""

    name = "behaviour"
    shown_name = "Behaviour"
    parameters = Parameters
    scoring = Scoring
    made = BehaviourScore
    resampled = (
        *("overcorrection", "changed"),
        *("detection_precision", "detection_recall", "detection_f", "exact"),
    )
    only_named = True

    def count(
        self, text: ParallelText, parameters: Parameters, cancel: Cancel, limit: int
    ) -> Integers:
        """Return the numbers of each sentence and reference: int64[H, S, N, 10]."""
        n_references = len(text.references)
        table = np.zeros((len(text.systems), len(text), n_references, len(COLUMNS)), np.int64)
        for s in range(len(text)):
            source = text.source[s].split()
            references = [lines[s].split() for lines in text.references]
            n_changed = sum(reference != source for reference in references)
            for h, system in enumerate(text.systems):
                output = system[s].split()
                is_changed = output != source
                table[h, s, :, :-3] = (
                    *(1, output in references, is_changed, n_changed == 0),
                    *(n_changed == 0 and is_changed, n_references, n_changed),
                )
        table[..., MARKED] = self._marked(text, cancel, limit)
        return table

    def _marked(self, text: ParallelText, cancel: Cancel, limit: int) -> Integers:
        """Return how many tokens are marked by both, by output, by reference: int64[H, S, N, 3]."""
        columns = [*text.references, *text.systems]
        found = edits_of_columns(
            text.source, columns, limit=limit, n_before=text.first, cancel=cancel
        )
        marks = [marks_of(found, number) for number in range(len(columns))]
        n_references, offsets = len(text.references), found.source.offsets
        table = np.empty((len(text.systems), len(text), n_references, 3), np.int64)
        for h, own in enumerate(marks[n_references:]):
            for r, wanted in enumerate(marks[:n_references]):
                for column, tokens in enumerate((own & wanted, own & ~wanted, wanted & ~own)):
                    sums = np.append(0, np.cumsum(tokens))
                    table[h, :, r, column] = np.diff(sums[offsets])
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

    def choose(self, scoring: Scoring) -> PerSentence:
        """Return the choice of the reference of each sentence, for the detection of tokens."""
        return PerSentence(nearest_rows, is_score=True)

    def values(self, totals: Integers, scoring: Scoring) -> Floats:
        """Return the shares of sentences, exact ones last, with detection before them."""
        sentences, exact, changed, right, over = np.moveaxis(totals[..., :5], -1, 0)
        whole = np.maximum(sentences, 1)
        shares = (
            *(over / np.maximum(right, 1), changed / whole),
            *np.moveaxis(detection_of(totals), -1, 0),
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
            counts = {name: found[name] for name in COLUMNS[MARKED]}
            yield {name: bool(found[name]) for name in names} | counts


METRIC = Behaviour()
