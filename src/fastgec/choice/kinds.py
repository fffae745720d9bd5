"""What every kind of choice has: for type checkers and readers, not imported to run."""

from __future__ import annotations

from typing import Any, Protocol

from fastgec.choice import Chosen, Floats, Integers, Sums, Totals


class ChoiceSums(Protocol):
    """Sums of H systems, to which blocks are added in the order of the corpus.

    A block is a table int64[H, R, K] (float64 of sums of weights) and offsets int64[S+1]: sentence
    s of each system owns the rows offsets[s] to offsets[s+1].
    """

    def fold(self, table: Totals, offsets: Integers) -> Any:
        """Do what needs no other block; on any thread."""

    def add(self, table: Totals, offsets: Integers, part: Any) -> Chosen:
        """Add a block, and what `fold` made of it."""

    def sums(self, system: int, n_sentences: int) -> Sums:
        """Return the sums of a system."""


class Choice(Protocol):
    """A rule by which one row of each sentence is chosen.

    kind  "sentence" (alone), "running" or "drawn"
    """

    @property
    def kind(self) -> str:
        """Which kind it is."""

    @property
    def has_scores(self) -> bool:
        """Whether it knows the score of what it chooses alone: then it has `scores_alone`."""

    def sums(
        self, n_systems: int, width: int, jobs: int | None, *, is_weighted: bool = False
    ) -> ChoiceSums:
        """Return empty sums of systems with tables of so many columns, of counts or of weights.

        Raises:
            ValueError: weights, where rows are drawn.
        """

    def select(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence of one system: int64[S]; int64[I, S] where drawn."""

    def best_alone(self, table: Totals, offsets: Integers) -> Integers:
        """Return the row of each sentence as if it were the whole corpus: int64[S].

        Raises:
            ValueError: rows are drawn.
        """

    def scores_alone(self, table: Totals, offsets: Integers) -> Floats:
        """Return the score of each sentence as if it were the whole corpus: float64[S]."""


class Rank(Protocol):
    """An order of rows on top of totals."""

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, int64[S], and add it to the totals if it is running.

        Parameters: table int64[R, K] or float64; offsets int64[S+1]; totals of the same type [K],
        changed.
        """
