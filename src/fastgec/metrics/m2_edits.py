"""MaxMatch in words: the edits of each sentence, which were correct, and which gold was missed.

They are those against the annotator that was chosen for the sentence, so that they add up to the
score. A system's edits have no error type, so there is recall of a type, and no precision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.m2file import Gold
from fastgec.fscore import ratio
from fastgec.metrics.m2 import Edit


@dataclass(frozen=True, slots=True)
class SentenceEdits:
    """The edits of one sentence against its chosen annotator.

    sentence   from 0
    annotator  its id
    edits      the system's best edit sequence
    first      index in the EditTable of the annotator's first gold edit
    n_gold     number of the annotator's gold edits
    """

    sentence: int
    annotator: int
    edits: Sequence[Edit]
    first: int
    n_gold: int

    @property
    def made(self) -> tuple[int, ...]:
        """Indices in the EditTable of the gold edits that were made."""
        return tuple(self.first + gold for edit in self.edits for gold in edit.gold)

    @property
    def missed(self) -> tuple[int, ...]:
        """Indices in the EditTable of the gold edits that were not made."""
        made = set(self.made)
        return tuple(
            edit for edit in range(self.first, self.first + self.n_gold) if edit not in made
        )


@dataclass(frozen=True, slots=True)
class KindScore:
    """How many gold edits of one error type there are, and how many were made."""

    kind: str
    correct: int
    gold: int

    @property
    def recall(self) -> float:
        """Share of the gold edits that were made, in [0, 1]."""
        return ratio(self.correct, self.gold, empty=1.0)


def chosen_edits(
    sequences: Iterable[Mapping[int, Sequence[Edit]]], gold: Gold, rows: NDArray[np.int64]
) -> Iterator[SentenceEdits]:
    r"""Yield the edits of each sentence against its chosen annotator.

    Parameters: sequences, as `m2.edit_sequences` yields them; gold, with implicit noop if the
    counts had it; rows int64[S], the choice, as `m2.select` returns it.

    >>> from fastgec.metrics import m2
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
    >>> rows = m2.select(m2.count(["c b"], gold))
    >>> found, = chosen_edits(m2.edit_sequences(["c b"], gold), gold, rows)
    >>> found.annotator, found.made, found.missed
    (0, (0,), (1,))
    """
    table = gold.edits
    for sentence, (sequence_of, row) in enumerate(zip(sequences, rows.tolist(), strict=True)):
        annotator = int(table.annotator[row])
        first, last = int(table.edit_offsets[row]), int(table.edit_offsets[row + 1])
        yield SentenceEdits(sentence, annotator, sequence_of[annotator], first, last - first)


def score_kinds(sentences: Iterable[SentenceEdits], gold: Gold) -> list[KindScore]:
    """Sum gold edits by error type, most frequent first; sums are correct and gold of the score."""
    kinds = gold.edits.kind
    totals = np.zeros((len(gold.edits.kind_names), 2), np.int64)
    for sentence in sentences:
        for edit in sentence.made:
            totals[kinds[edit], 0] += 1
        for edit in range(sentence.first, sentence.first + sentence.n_gold):
            totals[kinds[edit], 1] += 1
    scores = [
        KindScore(name, correct, n_gold)
        for name, (correct, n_gold) in zip(gold.edits.kind_names, totals.tolist(), strict=True)
        if n_gold
    ]
    return sorted(scores, key=lambda score: (-score.gold, score.kind))
