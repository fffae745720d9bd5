"""The choice by lot: a reference drawn for each sentence, as published GLEU draws it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from fastgec.choice import draws
from fastgec.machine.parallel import Cancel, count_ranges, count_threads
from fastgec.parameters import whole_number


def drawn_references(
    n_sentences: int, n_references: int, seeds: Iterable[int], generator: str
) -> Iterator[NDArray[np.int64]]:
    """Draw a reference for each sentence, as Python's random.randint(0, n_references - 1) does.

    Args:
        n_sentences: How many are drawn for each seed.
        n_references: How many there are to draw from.
        seeds: What random.seed is given, one after the other, 0 or more.
        generator: "python2" or "python3", which make the same Mersenne Twister into different
            draws.

    Yields:
        int64[S], indices of references, for each seed.

    Raises:
        ValueError: For another generator, or a seed that is no whole number from 0.

    >>> [drawn.tolist() for drawn in drawn_references(8, 3, [0], "python2")]
    [[2, 2, 1, 0, 1, 1, 2, 0]]
    """
    is_python2 = _is_python2(generator)
    for seed in seeds:
        yield draws.draw(_seeded(seed), n_sentences, n_references, is_python2)


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

        Raises:
            ValueError: For another generator, or a seed that is no whole number from 0.
        """
        self._is_python2 = _is_python2(generator)
        self._states = np.stack([_seeded(seed) for seed in seeds])
        self._jobs = count_threads(jobs)
        self.totals = np.zeros((len(self._states), width), np.int64)

    def add(self, rows: NDArray[np.int64]) -> None:
        """Draw a reference for each of the next sentences and add its row, for each seed.

        Args:
            rows: int64[S, K, W].

        Raises:
            ValueError: If there is no reference or another number of columns.
        """

        def work(first: int, last: int, cancel: Cancel) -> None:
            del cancel
            draws.add_drawn(self._states, rows, self.totals, first, last, self._is_python2)

        n_seeds = len(self._states)
        count_ranges(work, n_seeds, jobs=self._jobs, chunk=-(-n_seeds // (4 * self._jobs)))


def _is_python2(generator: str) -> bool:
    if generator not in ("python2", "python3"):
        raise ValueError(f"draws {generator!r}, expected 'python2' or 'python3'")
    return generator == "python2"


def _seeded(seed: int) -> NDArray[np.uint32]:
    seed = whole_number(seed, "seed", 0)
    # Python seeds with a list of 32-bit words, also where there is only one.
    words = [seed >> shift & 0xFFFFFFFF for shift in range(0, seed.bit_length() or 1, 32)]
    return draws.seeded(np.array(words, np.uint32))
