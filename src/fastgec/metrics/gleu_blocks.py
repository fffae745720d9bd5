"""GLEU some sentences at a time: draw references, sum what was drawn, forget the rows.

Memory depends on the block and on the number of iterations, whether statistics come from text that
is being read or from a table. The definition stands in metrics/gleu.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from fastgec.choice.drawn import DrawnTotals
from fastgec.counts import Counts
from fastgec.metrics import gleu_score
from fastgec.metrics.gleu_score import GleuTotal, Integers
from fastgec.parameters import whole_number

VARIANTS = ("official", "equation")
DRAWS = ("python2", "python3")
SEED_STEP = 101
SENTENCES = 2048  # of a table, at a time


class Tally:
    """Scores of H systems against K references, block by block, all with the same draws."""

    def __init__(
        self,
        n_systems: int,
        n_references: int,
        *,
        variant: str,
        unit: str,
        order: int,
        iterations: int,
        draws: str,
        jobs: int | None = 1,
    ) -> None:
        """Take the sizes, and parameters as in `evaluate`.

        Raises: ValueError for parameters out of range.
        """
        iterations = checked_iterations(variant, iterations, draws)
        width = 2 + 2 * order
        if n_references == 1:
            iterations = 1
        seeds = range(0, iterations * SEED_STEP, SEED_STEP)
        self._drawn = DrawnTotals(n_systems * width, seeds, draws, jobs)
        self._references = np.zeros((n_systems, n_references, width), np.int64)
        self._parameters = variant, unit, order, draws
        self.n_sentences = 0

    def add(self, rows: Integers) -> None:
        """Add the statistics int64[H, S, K, 2 + 2N] of the next sentences."""
        n_systems, n_sentences, n_references, width = rows.shape
        by_row = np.ascontiguousarray(rows.transpose(1, 2, 0, 3))
        self._drawn.add(by_row.reshape(n_sentences, n_references, n_systems * width))
        self._references += rows.sum(axis=1)
        self.n_sentences += n_sentences

    def totals(self) -> list[GleuTotal]:
        """Return the score of each system."""
        n_systems, _, width = self._references.shape
        scores = gleu_score.corpus_scores(self._drawn.totals.reshape(-1, n_systems, width))
        references = gleu_score.corpus_scores(self._references)
        return [
            GleuTotal(scores[:, h].copy(), references[h], self.n_sentences, *self._parameters)
            for h in range(n_systems)
        ]


def tally_of(
    tables: Sequence[Counts], *, iterations: int = 500, draws: str = "python2", jobs: int | None = 1
) -> Tally:
    """Return an empty tally for the counts of several systems on the same sentences.

    Raises: as `score_counts`.
    """
    first = tables[0]
    for counts in tables:
        if counts.metric != "gleu":
            raise ValueError(f"counts of {counts.metric}, expected counts of gleu")
        sizes = np.diff(counts.offsets)
        if len(sizes) == 0 or (sizes != first.offsets[1]).any():
            raise ValueError("every sentence must have the same number of references, at least 1")
    return Tally(
        len(tables),
        int(first.offsets[1]),
        variant=str(first.parameters["variant"]),
        unit=str(first.parameters["unit"]),
        order=int(first.parameters["order"]),
        iterations=iterations,
        draws=draws,
        jobs=jobs,
    )


def row_blocks(tables: Sequence[Counts]) -> Iterator[Integers]:
    """Yield the statistics int64[H, S, K, 2 + 2N] of some sentences after the other, from counts.

    Each sentence must have the same number of references.
    """
    n_sentences = tables[0].n_sentences
    for first in range(0, n_sentences, SENTENCES):
        last = min(first + SENTENCES, n_sentences)
        parts = [table.sentences(first, last) for table in tables]
        yield np.stack([part.table.reshape(last - first, -1, len(part.columns)) for part in parts])


def checked_iterations(variant: str, iterations: int, draws: str) -> int:
    """Return the number of iterations as an int.

    Raises: ValueError for a variant, a number of iterations or a generator out of range.
    """
    if variant not in VARIANTS:
        raise ValueError(f"variant {variant!r}, expected 'official' or 'equation'")
    if draws not in DRAWS:
        raise ValueError(f"draws {draws!r}, expected 'python2' or 'python3'")
    return whole_number(iterations, "iterations", 1)
