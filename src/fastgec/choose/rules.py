"""Base classes of the rules by which one row of each sentence is chosen, and of their sums."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen, Floats, Integers, Sums, Totals, best
from fastgec.fscore import checked_beta
from fastgec.machine import count_ranges, count_threads, require_holdable
from fastgec.values import whole_number


class ChoiceSums(ABC):
    """Sums of H systems, to which blocks are added in the order of the corpus.

    A block is a table int64[H, R, K] (float64 of sums of weights) and offsets int64[S+1]: sentence
    s of each system owns the rows offsets[s] to offsets[s+1].
    """

    def __init__(self, rule: Any, n_systems: int, width: int, *, is_weighted: bool = False) -> None:
        """Take the rule of a choice, and the sizes of tables, of counts or of weights."""
        self._rule = rule
        self._shape = n_systems, width
        self._is_weighted = is_weighted
        self._totals: Totals = np.zeros((n_systems, width), float if is_weighted else np.int64)

    def fold(self, table: Totals, offsets: Integers) -> Any:
        """Return what `add` needs and no other block does, on any thread: nothing by default."""
        return None

    @abstractmethod
    def add(self, table: Totals, offsets: Integers, part: Any) -> Chosen:
        """Add a block, and what `fold` made of it."""

    def sums(self, system: int, n_sentences: int) -> Sums:
        """Return the sums of a system."""
        return Sums(self._totals[system].copy(), n_sentences)


class Choice(ABC):
    """A rule by which one row of each sentence is chosen.

    kind  "sentence" (alone), "running" or "drawn"
    """

    __slots__ = ()
    kind = ""

    @abstractmethod
    def sums(
        self, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool = False
    ) -> ChoiceSums:
        """Return empty sums of systems with tables of so many columns, of counts or of weights.

        Raises:
            ValueError: weights, where rows are drawn.
        """

    @abstractmethod
    def select(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence of one system: int64[S]; int64[I, S] where drawn."""

    @abstractmethod
    def best_alone(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence as if it were the whole corpus: int64[S].

        Raises:
            ValueError: rows are drawn.
        """


class Rank(Protocol):
    """An order of rows on top of totals."""

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, int64[S], and add it to the totals if it is running.

        Parameters: table int64[R, K] or float64; offsets int64[S+1]; totals of the same type [K],
        changed.
        """


# Selection per sentence: the best row of each sentence, whatever the other sentences.
#
# It keeps no state, so blocks of a corpus can be chosen and summed on any thread, in any order.


@dataclass(frozen=True, slots=True)
class PerSentence(Choice):
    """The choice of the best row of each sentence, the first of equals.

    best      makes of rows int64[R, K], or float64, and offsets the row of each sentence, int64[S],
              and its last key, float64[S]; see `by_keys`
    is_score  whether the last key is the score of the row as a corpus of its own
    means     makes of rows two arrays P and R float64[R, N], where the choice is by
              1 / (alpha / P + (1 - alpha) / R), 0 where one of them is 0, the last column first:
              choices that share the object, and differ in `alpha` alone, can be made at once
              (`grids`)
    alpha     the weight of P

    Example:
        >>> choice = PerSentence(by_keys(lambda table: table / 10))
        >>> choice.select(np.array([[2, 5], [3, 5], [0, 1]]), np.array([0, 2, 3])).tolist()
        [1, 2]
    """

    best: Callable[[Totals, Integers], tuple[Integers, Floats]]
    is_score: bool = False
    means: Callable[[Totals], tuple[Floats, Floats]] | None = None
    alpha: float = 1.0

    kind = "sentence"

    def select(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence: int64[S]."""
        return self.best(table, offsets)[0]

    def best_alone(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence as a corpus of its own, which is the same."""
        return self.select(table, offsets)

    def sums(
        self, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool = False
    ) -> AloneSums:
        """Return empty sums."""
        return AloneSums(self, n_systems, width, is_weighted=is_weighted)


class AloneSums(ChoiceSums):
    """Sums of rows that were chosen alone, see `ChoiceSums`."""

    _values: Sequence[tuple[float, ...]] = ()  # of each system, once there are some

    def fold(self, table: Totals, offsets: Integers) -> Any:
        """Choose for all systems at once, and sum."""
        n_systems, n_rows, width = table.shape
        # The rows of one system after the other.
        rows = table.reshape(-1, width)
        shifts = np.arange(n_systems)[:, None] * n_rows
        if n_systems > 1:
            offsets = np.append((shifts + offsets[:-1]).ravel(), n_systems * n_rows)
        chosen, values = self._rule.best(rows, offsets)
        chosen, values = chosen.reshape(n_systems, -1), values.reshape(n_systems, -1)
        totals = None  # weights are added in the order of sentences, see `add`
        if not self._is_weighted:
            totals = np.array([best.sum_rows(rows, of_system) for of_system in chosen])
        exact = [exact_sum(of_system) for of_system in values.tolist()]
        return Chosen(chosen - shifts, values), totals, exact

    def add(self, table: Totals, offsets: Integers, part: Any) -> Chosen:
        """Add what was folded."""
        found: Chosen
        found, totals, values = part
        if totals is None:
            for one, own, so_far in zip(table, found.rows, self._totals, strict=True):
                add_rows(one, own, so_far)
        else:
            self._totals += totals
        before = self._values or [()] * len(values)
        self._values = [exact_sum((*a, *b)) for a, b in zip(before, values, strict=True)]
        return found

    def sums(self, system: int, n_sentences: int) -> Sums:
        """Return the sums of a system."""
        values = self._values[system] if self._values else ()
        return Sums(self._totals[system].copy(), n_sentences, values=values)


def by_keys(
    keys: Callable[[Totals], Floats],
) -> Callable[[Totals, Integers], tuple[Integers, Floats]]:
    """Return what chooses the row whose keys are lexicographically largest, see `sentence_best`.

    Args:
        keys: makes of rows float64[R, N].
    """

    def best(table: Totals, offsets: Integers) -> tuple[Integers, Floats]:
        values = keys(table)
        rows = sentence_best(values, offsets)
        return rows, values[rows, -1]

    return best


def add_rows(table: Floats, rows: Integers, totals: Floats) -> None:
    """Add some rows of weights to totals, one after the other.

    So the sum does not depend on how a corpus was cut into blocks; that of numpy would.
    """
    totals[:] = np.concatenate([totals[None], table[rows]]).cumsum(axis=0)[-1]


def sentence_best(keys: Floats, offsets: Integers) -> Integers:
    """Choose for each sentence the row whose keys are lexicographically largest.

    Args:
        keys: float64[R, N], the last column counts most, then the one before it.
        offsets: int64[S+1], sentence s owns the rows offsets[s] to offsets[s+1], at least one.

    Returns:
        int64[S], indices of rows; the earliest wins a complete tie.

    Raises:
        ValueError: a sentence has no row, or offsets leave the table.

    Example:
        >>> keys = np.array([[0.2, 0.5], [0.3, 0.5], [0.3, 0.5], [0.0, 0.1]])
        >>> sentence_best(keys, np.array([0, 3, 4])).tolist()
        [1, 3]
    """
    return best.sentence_best(keys, offsets)


def exact_sum(values: Iterable[float]) -> tuple[float, ...]:
    """Return a few doubles whose exact sum is that of the values, the largest first.

    So a sum can go on without an error that depends on where it was interrupted: `math.fsum` of
    them is that of all values.

    Example:
        >>> exact_sum([1.0, 1e-20, 1e-20, -1.0, 1.0])
        (1.0, 2e-20)
    """
    rest = list(values)
    parts: list[float] = []
    while part := math.fsum(rest):
        parts.append(part)
        rest.append(-part)
    return tuple(parts)


# Running selection: one row per sentence, in order, for the corpus so far.
#
# Each row of a sentence is tried on top of the totals of the sentences before it, and the row of
# the highest rank is added to them. So the choice depends on the order of sentences: parts of a
# corpus must come in their order. What ranks rows is the metric's to say.


@dataclass(frozen=True, slots=True)
class FRank:
    """The published scorer's order of correct, proposed and gold edits (Dahlmeier and Ng, 2012).

    The largest F wins; among equals most correct edits, then the smallest proposed + beta^2 x gold,
    then the first. Compiled, and so are resamples of it.

    Raises:
        ValueError: a beta that is negative, too large or not finite.

    Example:
        >>> totals = np.zeros(3, np.int64)
        >>> table, offsets = np.array([[1, 2, 2], [1, 2, 1]]), np.array([0, 2])
        >>> FRank(0.5).choose(table, offsets, totals, is_running=True).tolist(), totals.tolist()
        ([1], [1, 2, 1])
    """

    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `Rank`."""
        return np.asarray(
            best.running_best(table, offsets, self.beta, totals, is_running=is_running)
        )


@dataclass(frozen=True, slots=True)
class RoundedFRank:
    """The published order of ERRANT's tp, fp and fn (Bryant et al., 2017), compiled.

    The largest F of four digits wins, rounded as Python rounds; among equals most tp, then fewest
    fp, then fewest fn, then the first.

    Raises:
        ValueError: a beta that is negative, too large or not finite.

    Example:
        >>> totals = np.zeros(3, np.int64)
        >>> table, offsets = np.array([[1, 1, 0], [1, 0, 0]]), np.array([0, 2])
        >>> RoundedFRank(0.5).choose(table, offsets, totals, is_running=True).tolist()
        [1]
    """

    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `Rank`."""
        # As the published program squares it; a product may differ in the last bit.
        weight = self.beta**2
        return best.rounded_best(table, offsets, weight, totals, is_running=is_running)


@dataclass(frozen=True, slots=True)
class Running(Choice):
    """The choice of the row of the highest rank on top of the sentences before.

    rank  the order of rows
    """

    rank: Rank
    kind = "running"

    def select(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence of a whole corpus: int64[S]."""
        totals = np.zeros(table.shape[1], table.dtype)
        return self.rank.choose(table, offsets, totals, is_running=True)

    def best_alone(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence as if it were the whole corpus: int64[S]."""
        nothing = np.zeros(table.shape[1], table.dtype)
        return self.rank.choose(table, offsets, nothing, is_running=False)

    def sums(
        self, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool = False
    ) -> RunningSums:
        """Return empty sums."""
        return RunningSums(self.rank, n_systems, width, is_weighted=is_weighted)


class RunningSums(ChoiceSums):
    """Sums of rows that were chosen in order, by the blocks before: nothing is folded."""

    def add(self, table: Totals, offsets: Integers, part: None) -> Chosen:
        """Choose and add."""
        rows = np.empty((len(table), len(offsets) - 1), np.int64)
        for h, of_system in enumerate(table):
            totals = self._totals[h]
            rows[h] = self._rule.choose(of_system, offsets, totals, is_running=True)
        return Chosen(rows)


# Random selection: a reference drawn for each sentence, as published GLEU draws it.


STATE = 2600  # bytes of a generator, at most
UNEQUAL = "every sentence must have the same number of references, at least 1"


@dataclass(frozen=True, slots=True)
class Sampled(Choice):
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

    def __init__(self, choice: Sampled, n_systems: int, width: int, jobs: int | None) -> None:
        super().__init__(choice, n_systems, width)
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
            seeds = self._rule.seeds(n_references)
            self._drawn = DrawnTotals(part.shape[2], seeds, self._rule.generator, self._jobs)
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
    from fastgec.kernels.draws import draw  # of all metrics GLEU alone draws rows

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
        from fastgec.kernels.draws import Draws

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
        self._draws.take(rows)
        n_seeds = self._shape[0]
        chunk = -(-n_seeds // (4 * self._jobs))
        draw = self._draws.draw
        count_ranges(lambda a, b, _: draw(a, b), n_seeds, jobs=self._jobs, chunk=chunk)


def _is_python2(generator: str) -> bool:
    if generator not in ("python2", "python3"):
        raise ValueError(f"draws {generator!r}: expected 'python2' or 'python3'")
    return generator == "python2"


# A rank for running selection, made of any keys: slower than a compiled one, but general.


@dataclass(frozen=True, slots=True)
class KeyRank:
    """The order by keys: int64[..., K] of totals to float64[..., N], the last column first.

    Totals of weights are float64. It is not compiled: a step of numpy for each sentence.

    Example:
        >>> rank = KeyRank(keys=lambda totals: totals / 10)
        >>> rank.choose(np.array([[1], [2]]), np.array([0, 2]), np.zeros(1, int), is_running=True)
        array([1])
    """

    keys: Callable[[Totals], Floats]

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `Rank`."""
        chosen = np.empty(len(offsets) - 1, np.int64)
        for s, (first, last) in enumerate(pairwise(offsets.tolist())):
            row = first
            if last - first > 1:
                keys = self.keys(totals + table[first:last])
                row += int(best.sentence_best(keys, np.array([0, last - first]))[0])
            chosen[s] = row
            if is_running:
                totals += table[row]
        return chosen
