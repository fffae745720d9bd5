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
from fastgec.parallel import Cancel, count_ranges, count_threads

OPERANDS = ("correct", "proposed", "gold")


class RunningBest:
    """The choice of one annotator per sentence, in order, to maximise the F of the corpus so far.

    Each annotator of a sentence is tried on top of the totals of the sentences before it. The
    largest F wins; among equals most correct edits, then the smallest proposed + beta^2 x gold,
    then the first. So the choice depends on the order of sentences: parts of a corpus must come in
    their order.

    totals  int64[3]: correct, proposed and gold of the rows chosen so far

    Raises: ValueError for a beta that is negative or not finite.
    Source: behaviour of the NUS scorer (Dahlmeier and Ng, 2012).

    >>> counts = Counts(np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...                 OPERANDS, "m2")
    >>> choice = RunningBest(beta=0.5)
    >>> choice.choose(counts).tolist(), choice.totals.tolist()
    ([1], [1, 2, 1])
    """

    def __init__(self, beta: float) -> None:
        self.beta = _checked_beta(beta)
        self.totals = np.zeros(len(OPERANDS), np.int64)

    def choose(self, counts: Counts) -> NDArray[np.int64]:
        """Choose for the next sentences: int64[S], indices of rows of counts.table.

        Raises: ValueError for columns other than correct, proposed, gold.
        """
        _require_operands(counts)
        return _selection.running_best(counts.table, counts.offsets, self.beta, self.totals)


def running_best(counts: Counts, beta: float) -> NDArray[np.int64]:
    """Choose for a whole corpus, see `RunningBest`."""
    return RunningBest(beta).choose(counts)


def best_alone(counts: Counts, beta: float) -> NDArray[np.int64]:
    """Choose one annotator per sentence, each sentence as if it were the whole corpus.

    The rule is that of `running_best` without totals, so it does not depend on the order of
    sentences; parameters, result and errors are the same.

    >>> counts = Counts(np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...                 OPERANDS, "m2")
    >>> best_alone(counts, beta=0.5).tolist()
    [1]
    """
    _require_operands(counts)
    nothing = np.zeros(len(OPERANDS), np.int64)
    return _selection.running_best(
        counts.table, counts.offsets, _checked_beta(beta), nothing, is_running=False
    )


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
    is_python2 = _is_python2(generator)
    for seed in seeds:
        yield _draws.draw(_seeded(seed), n_sentences, n_references, is_python2)


class DrawnTotals:
    """Sums of rows of drawn references, one sum for each seed, added to some sentences at a time.

    The draws are those of `drawn_references`. What is kept does not depend on the number of
    sentences: a generator (2.5 kB) and a sum for each seed.

    >>> drawn = DrawnTotals(width=1, seeds=[0, 101], generator="python2")
    >>> for _ in range(4):
    ...     drawn.add(np.array([[[0], [1], [2]]] * 2))
    >>> drawn.totals.tolist()
    [[9], [7]]
    """

    def __init__(
        self, width: int, seeds: Iterable[int], generator: str, jobs: int | None = 1
    ) -> None:
        """Take the number of columns, seeds and generator as `drawn_references`, and threads.

        Raises: ValueError for another generator.
        """
        self._is_python2 = _is_python2(generator)
        self._states = np.stack([_seeded(seed) for seed in seeds])
        self._jobs = count_threads(jobs)
        self.totals = np.zeros((len(self._states), width), np.int64)

    def add(self, rows: NDArray[np.int64]) -> None:
        """Draw a reference for each of the next sentences and add its row, for each seed.

        Parameters: rows int64[S, K, W].
        Raises: ValueError if there is no reference or another number of columns.
        """

        def work(first: int, last: int, cancel: Cancel) -> None:
            del cancel
            _draws.add_drawn(self._states, rows, self.totals, first, last, self._is_python2)

        n_seeds = len(self._states)
        count_ranges(work, n_seeds, jobs=self._jobs, chunk=-(-n_seeds // (4 * self._jobs)))


def _is_python2(generator: str) -> bool:
    if generator not in ("python2", "python3"):
        raise ValueError(f"draws {generator!r}, expected 'python2' or 'python3'")
    return generator == "python2"


def _seeded(seed: int) -> NDArray[np.uint32]:
    # Python seeds with a list of 32-bit words, also where there is only one.
    words = [seed >> shift & 0xFFFFFFFF for shift in range(0, seed.bit_length() or 1, 32)]
    return _draws.seeded(np.array(words, np.uint32))


def _require_operands(counts: Counts) -> None:
    if counts.columns != OPERANDS:
        raise ValueError(f"columns {counts.columns}, expected {OPERANDS}")


def _checked_beta(beta: float) -> float:
    if not 0 <= beta <= LARGEST_BETA:
        raise ValueError(f"beta {beta}, expected a number from 0 to {LARGEST_BETA:g}")
    return beta
