"""Annotators one by one: scores against each alone, and of each against the others.

Counts of a (sentence, annotator) do not depend on the other annotators, so leaving some out is
leaving out rows. A sentence in which no row is left is left out with them, and scores say how many
sentences they are of.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.m2file import Gold
from fastgec.counts import Counts


def alone(counts: Counts, annotator: int) -> Counts:
    """Return the rows of one annotator, of the sentences for which it has one.

    >>> counts = Counts(np.array([[1, 2, 2], [0, 2, 1], [1, 1, 1]]), np.array([0, 2, 3]),
    ...                 np.array([0, 1, 0]), ("correct", "proposed", "gold"), "m2")
    >>> alone(counts, 1).table.tolist()
    [[0, 2, 1]]
    """
    return _kept(counts, counts.labels == annotator)


def against_others(counts: Counts, annotator: int) -> Counts:
    """Return the rows of all other annotators, of the sentences that this one and others share.

    This is what the annotator's own corrections are scored by, and what systems must be scored by
    to be compared with it.

    >>> counts = Counts(np.array([[1, 2, 2], [0, 2, 1], [1, 1, 1]]), np.array([0, 2, 3]),
    ...                 np.array([0, 1, 0]), ("correct", "proposed", "gold"), "m2")
    >>> against_others(counts, 0).table.tolist(), against_others(counts, 1).table.tolist()
    ([[0, 2, 1]], [[1, 2, 2]])
    """
    is_own = counts.labels == annotator
    of_row = np.repeat(np.arange(counts.n_sentences), np.diff(counts.offsets))
    has_own = np.bincount(of_row[is_own], minlength=counts.n_sentences) > 0
    return _kept(counts, ~is_own & has_own[of_row])


def corrected_by(gold: Gold, annotator: int) -> list[str]:
    r"""Return the sentences as one annotator corrects them: the hypotheses of a human.

    Of an edit's alternatives the first one is made; of edits that overlap the first in the file;
    insertions at one place in the order of the file. Without a line the source stays as it is.

    >>> corrected_by(Gold.parse("S a b\nA 0 1|||R|||c||d|||||||||0\nA 2 2|||M|||e|||||||||0"), 0)
    ['c b e']
    """
    table = gold.edits
    start, end = table.start.tolist(), table.end.tolist()
    texts = []
    for sentence in range(len(gold)):
        words = gold.sources[sentence].split()
        for row in range(table.row_offsets[sentence], table.row_offsets[sentence + 1]):
            if table.annotator[row] == annotator:
                edits = range(table.edit_offsets[row], table.edit_offsets[row + 1])
                spans = [(start[edit], end[edit], edit) for edit in edits]
                # From right to left, so that positions to the left stay true.
                for first, last, edit in sorted(_disjoint(spans), reverse=True):
                    words[first:last] = gold.corrections(edit)[0].split()
        texts.append(" ".join(words))
    return texts


def _disjoint(spans: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the edits that overlap none of those kept before them."""
    kept: list[tuple[int, int, int]] = []
    for start, end, edit in spans:
        if all(end <= first or last <= start for first, last, _ in kept):
            kept.append((start, end, edit))
    return kept


def _kept(counts: Counts, is_kept: NDArray[np.bool_]) -> Counts:
    """Return some rows, without the sentences that lose all of theirs."""
    of_row = np.repeat(np.arange(counts.n_sentences), np.diff(counts.offsets))
    sizes = np.bincount(of_row[is_kept], minlength=counts.n_sentences)
    return Counts(
        counts.table[is_kept],
        np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes[sizes > 0])]),
        counts.labels[is_kept],
        counts.columns,
        counts.metric,
        counts.parameters,
    )
