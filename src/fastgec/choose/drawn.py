"""Random selection: a reference drawn for each sentence, as published GLEU draws it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen, Integers, Sums
from fastgec.choose.kinds import Choice, ChoiceSums
from fastgec.kernels.draws import Draws, draw
from fastgec.machine.memory import require_holdable
from fastgec.machine.parallel import Cancel, count_ranges, count_threads
from fastgec.parameters import whole_number

STATE = 2600  # bytes of a generator, at most
UNEQUAL = "every sentence must have the same number of references, at least 1"


@dataclass(frozen=True, slots=True)
class Drawn(Choice):
    """The choice by lot, many times over: iteration j seeds the generator with j times `step`.

    iterations  how often references are drawn; of one reference: once
    step        between seeds
    generator   "python2" or "python3", see `drawn_references`
    """

    iterations: int
    step: int
    generator: str

    kind = "drawn"

    def seeds(self, n_references: int) -> range:
        """Return the seeds of the iterations."""
        return range(0, (1 if n_references == 1 else self.iterations) * self.step, self.step)

    def rows(self, offsets: Integers, iteration: int) -> Integers:
        """Return the row of each sentence that an iteration draws: int64[S].

        Iterations are counted on in a circle: after the last comes the first again.

        Raises:
            ValueError: sentences have unequal numbers of rows.
        """
        seeds = self.seeds(n_references := n_drawn(offsets))
        seed = seeds[iteration % len(seeds)]
        (rows,) = drawn_references(len(offsets) - 1, n_references, [seed], self.generator)
        return offsets[:-1] + rows

    def select(self, table: Integers, offsets: Integers) -> Integers:
        """Return the rows that each iteration draws: int64[I, S].

        Raises:
            ValueError: sentences have unequal numbers of rows.
            LimitError: so many rows do not fit into memory.
        """
        n_iterations = len(self.seeds(n_drawn(offsets)))
        require_holdable(8 * n_iterations * (len(offsets) - 1))
        return np.stack([self.rows(offsets, number) for number in range(n_iterations)])

    def best_alone(self, table: Integers, offsets: Integers) -> Integers:
        """Raise ValueError: no row is best, the mean over all is taken."""
        raise ValueError("rows are drawn, none of a sentence is the best")

    def sums(
        self, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool = False
    ) -> DrawnSums:
        """Return empty sums; draws are made on so many threads.

        Raises:
            ValueError: sums of weights.
        """
        if is_weighted:
            raise ValueError("rows of weights cannot be sampled: expected counts")
        return DrawnSums(self, n_systems, width, jobs)


class DrawnSums(ChoiceSums):
    """Sums of rows that were drawn, the same ones for all systems, see `ChoiceSums`."""

    def __init__(self, choice: Drawn, n_systems: int, width: int, jobs: int | None) -> None:
        super().__init__(n_systems, width)
        self._choice = choice
        self._shape = n_systems, width
        self._jobs = jobs
        self._drawn: DrawnTotals | None = None
        self._by_label: Integers = np.zeros((0, n_systems * width), np.int64)

    def fold(self, table: Integers, offsets: Integers) -> Integers:
        """Put the rows of all systems beside one another: int64[S, N, H * K]."""
        n_systems, width = self._shape
        n_sentences, n_references = len(offsets) - 1, n_drawn(offsets)
        rows = table.reshape(n_systems, n_sentences, n_references, width).transpose(1, 2, 0, 3)
        return np.ascontiguousarray(rows).reshape(n_sentences, n_references, n_systems * width)

    def add(self, table: Integers, offsets: Integers, part: Integers) -> Chosen:
        """Draw and add."""
        n_references = part.shape[1]
        if self._drawn is None:
            seeds = self._choice.seeds(n_references)
            self._drawn = DrawnTotals(part.shape[2], seeds, self._choice.generator, self._jobs)
            self._by_label = np.zeros(part.shape[1:], np.int64)
        if len(self._by_label) != n_references:
            raise ValueError(UNEQUAL)
        self._drawn.add(part)
        self._by_label += part.sum(axis=0)
        return Chosen(None)

    def sums(self, system: int, n_sentences: int) -> Sums:
        """Return the sums of a system.

        Raises:
            ValueError: there is no sentence.
        """
        if self._drawn is None:
            raise ValueError(UNEQUAL)
        totals = self._drawn.totals.reshape(-1, *self._shape)[:, system]
        by_label = self._by_label.reshape(-1, *self._shape)[:, system]
        return Sums(np.ascontiguousarray(totals), n_sentences, np.ascontiguousarray(by_label))


def n_drawn(offsets: Integers) -> int:
    """Return how many rows each sentence has.

    Raises:
        ValueError: unequal numbers, or no sentence.
    """
    sizes = np.diff(offsets)
    if len(sizes) == 0 or (sizes != sizes[0]).any():
        raise ValueError(UNEQUAL)
    return int(sizes[0])


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
        drawn = draw(whole_number(seed, "seed", 0), n_sentences, n_references, is_python2)
        yield np.frombuffer(drawn, np.int64)


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
            LimitError: Where generators and sums do not fit into memory.
        """
        is_python2 = _is_python2(generator)
        seeds = seeds if isinstance(seeds, Sequence) else list(seeds)
        require_holdable(len(seeds) * (STATE + 8 * width), "drawn references")
        checked = [whole_number(seed, "seed", 0) for seed in seeds]
        self._draws = Draws(checked, width, is_python2)
        self._shape = len(checked), width
        self._jobs = count_threads(jobs)

    @property
    def totals(self) -> NDArray[np.int64]:
        """int64[I, W]: the sums so far."""
        return np.frombuffer(self._draws.totals, np.int64).reshape(self._shape)

    def add(self, rows: NDArray[np.int64]) -> None:
        """Draw a reference for each of the next sentences and add its row, for each seed.

        Args:
            rows: int64[S, K, W].

        Raises:
            ValueError: If there is no reference or another number of columns.
        """

        def work(first: int, last: int, cancel: Cancel) -> None:
            del cancel
            self._draws.draw(first, last)

        self._draws.take(rows)
        n_seeds = self._shape[0]
        count_ranges(work, n_seeds, jobs=self._jobs, chunk=-(-n_seeds // (4 * self._jobs)))


def _is_python2(generator: str) -> bool:
    if generator not in ("python2", "python3"):
        raise ValueError(f"draws {generator!r}: expected 'python2' or 'python3'")
    return generator == "python2"
