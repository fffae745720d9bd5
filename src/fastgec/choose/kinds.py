"""Base classes of the rules by which one row of each sentence is chosen, and of their sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

import numpy as np

from fastgec.choose import Chosen, Floats, Integers, Sums, Totals


class ChoiceSums(ABC):
    """Sums of H systems, to which blocks are added in the order of the corpus.

    A block is a table int64[H, R, K] (float64 of sums of weights) and offsets int64[S+1]: sentence
    s of each system owns the rows offsets[s] to offsets[s+1].
    """

    def __init__(self, n_systems: int, width: int, *, is_weighted: bool = False) -> None:
        """Take the sizes of tables, of counts or of weights."""
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

    @property
    def has_scores(self) -> bool:
        """Whether it knows the score of what it chooses alone: then it has `scores_alone`."""
        return False

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

    def scores_alone(self, table: Totals, offsets: Integers) -> Floats:
        """Return the score of each sentence as if it were the whole corpus: float64[S].

        Raises:
            ValueError: what is chosen does not say its score.
        """
        raise ValueError("sentences have no scores by this selection")


class Rank(Protocol):
    """An order of rows on top of totals."""

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, int64[S], and add it to the totals if it is running.

        Parameters: table int64[R, K] or float64; offsets int64[S+1]; totals of the same type [K],
        changed.
        """
