"""Which row of each sentence counts: the choice between annotators, or between references.

Choosing is apart from counting: counts do not depend on beta, the choice does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from fastgec import _draws, _selection
from fastgec.counts import Counts
from fastgec.fscore import LARGEST_BETA

OPERANDS = ("correct", "proposed", "gold")


def running_best(counts: Counts, beta: float) -> NDArray[np.int64]:
    """Choose one annotator per sentence, in order, to maximise the F of the corpus so far.

    Each annotator of a sentence is tried on top of the totals of the sentences before it. The
    largest F wins; among equals most correct edits, then the smallest proposed + beta^2 x gold,
    then the first. So the choice depends on the order of sentences: join partitions before it.

    Parameters: counts with the columns correct, proposed, gold; beta, 0 or more and finite.
    Returns: int64[S], indices of rows of counts.table.
    Raises: ValueError for other columns or another beta.
    Source: behaviour of the NUS scorer (Dahlmeier and Ng, 2012).

    >>> counts = Counts(np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...                 OPERANDS, "m2")
    >>> running_best(counts, beta=0.5).tolist()
    [1]
    """
    _check_operands(counts, beta)
    return _selection.running_best(counts.table, counts.offsets, beta)


def best_alone(counts: Counts, beta: float) -> NDArray[np.int64]:
    """Choose one annotator per sentence, each sentence as if it were the whole corpus.

    The rule is that of `running_best` without totals, so it does not depend on the order of
    sentences; parameters, result and errors are the same.

    >>> counts = Counts(np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...                 OPERANDS, "m2")
    >>> best_alone(counts, beta=0.5).tolist()
    [1]
    """
    _check_operands(counts, beta)
    return _selection.running_best(counts.table, counts.offsets, beta, is_running=False)


def sentence_best(ranks: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Choose for each sentence the row whose ranks are lexicographically largest.

    Parameters: ranks float64[R, N], the last column counts most, then the one before it;
    offsets int64[S+1], sentence s owns the rows offsets[s] to offsets[s+1], at least one.
    Returns: int64[S], indices of rows; the earliest wins a complete tie.
    Raises: ValueError if a sentence has no row or offsets leave the table.

    >>> ranks = np.array([[0.2, 0.5], [0.3, 0.5], [0.3, 0.5], [0.0, 0.1]])
    >>> sentence_best(ranks, np.array([0, 3, 4])).tolist()
    [1, 3]
    """
    return _selection.sentence_best(ranks, offsets)


def drawn_references(
    n_sentences: int, n_references: int, seeds: Iterable[int], generator: str
) -> Iterator[NDArray[np.int64]]:
    """Draw a reference for each sentence, as Python's random.randint(0, n_references - 1) does.

    Parameters: seeds, what random.seed is given, one after the other, 0 or more; generator,
    "python2" or "python3", which make the same Mersenne Twister into different draws.
    Yields: int64[S], indices of references, for each seed.
    Raises: ValueError for another generator.

    >>> [drawn.tolist() for drawn in drawn_references(8, 3, [0], "python2")]
    [[2, 2, 1, 0, 1, 1, 2, 0]]
    """
    if generator not in ("python2", "python3"):
        raise ValueError(f"draws {generator!r}, expected 'python2' or 'python3'")
    for seed in seeds:
        # Python seeds with a list of 32-bit words, also where there is only one.
        words = [seed >> shift & 0xFFFFFFFF for shift in range(0, seed.bit_length() or 1, 32)]
        key = np.array(words, np.uint32)
        yield _draws.draw(n_sentences, n_references, key, generator == "python2")


def _check_operands(counts: Counts, beta: float) -> None:
    if counts.columns != OPERANDS:
        raise ValueError(f"columns {counts.columns}, expected {OPERANDS}")
    if not 0 <= beta <= LARGEST_BETA:
        raise ValueError(f"beta {beta}, expected a number from 0 to {LARGEST_BETA:g}")
