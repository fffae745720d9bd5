"""What the straight way of `fastgec m2` left: all is read, the rest is counted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from fastgec.corpus.errors import FormatError
from fastgec.metrics.door import Block, Reading, Result
from fastgec.metrics.m2.rest import Rest
from fastgec.straight.files import State, state_of
from fastgec.straight.score import Counted


class UnchangedRest(Rest):
    """MaxMatch of what is left of files that must be those of which the beginning was counted."""

    def __init__(self, counted: Counted) -> None:
        """Take what is known of the first sentences."""
        super().__init__(counted.n_sentences, counted.counts)
        self._n_edits = counted.n_edits
        self._states = counted.states

    def blocks(
        self,
        systems: Sequence[Any],
        gold: Any,
        parameters: Any,
        fold: Callable[[Block], Result],
        reading: Reading,
    ) -> Generator[Result]:
        """Read, count and fold, see `Metric.blocks`. Raises: FormatError, if a file is another."""
        if reading.guard is not None:
            reading.guard.n_edits += self._n_edits
        yield from super().blocks(systems, gold, parameters, fold, reading)
        for path, state in zip((gold, *systems), self._states, strict=True):
            if _state_now(path) != state:
                raise FormatError(path, None, "changed while it was read, expected it to stay")


def _state_now(path: str) -> State | None:
    try:
        return state_of(path)
    except OSError:
        return None
