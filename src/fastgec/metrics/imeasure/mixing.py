"""Mix mode behind the door: the candidate of a sentence is chosen while it is counted.

So what it is chosen by belongs to the parameters of the counts, as words: `Scoring` has them too,
and scores by another one are refused. Every row of a sentence holds the chosen candidate's counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fastgec.choice import Integers
from fastgec.corpus.errors import FormatError
from fastgec.machine.parallel import Cancel
from fastgec.metrics.imeasure.annotations import Annotations, Tokens
from fastgec.metrics.imeasure.mixed import Mixture
from fastgec.metrics.imeasure.score import COLUMNS, Scoring
from fastgec.metrics.imeasure.treebank import split
from fastgec.metrics.references import ParallelText
from fastgec.mixing.states import TooManyError


class MixedText(ParallelText):
    """Sentences, and what they were compared with.

    chosen  for each system the mixed candidate of each sentence
    """

    __slots__ = ("chosen",)

    def __init__(self, text: ParallelText, chosen: list[list[str]]) -> None:
        """Take the text, and candidates."""
        super().__init__(text.first, text.source, text.references, text.systems)
        self.chosen = chosen


class MixedCounter:
    """Counts sentences of annotations, one block after the other.

    n_without  sentences of which no combination was possible, so that the source stands for it
    """

    def __init__(self, gold: Annotations, scoring: Scoring, n_systems: int) -> None:
        """Take the gold, and by what candidates are chosen."""
        self._gold = gold
        self._scoring = scoring
        self._totals: list[Integers] | None = None
        if scoring.optimise == "corpus":
            self._totals = [np.zeros(len(COLUMNS), np.int64) for _ in range(n_systems)]
        self._chosen: dict[int, list[list[str]]] = {}  # of blocks that are counted, by first
        self.n_without = 0

    def count(self, text: ParallelText, cancel: Cancel, limit: int) -> Integers:
        """Count some sentences: int64[H, S, N, 12], alike for all N.

        Raises:
            FormatError: a sentence has too many combinations, or needs too much memory.
        """
        shape = len(text.systems), len(text), len(text.references), len(COLUMNS)
        table = np.empty(shape, np.int64)
        chosen: list[list[str]] = [[] for _ in text.systems]
        for line in range(len(text)):
            number = text.first + line
            hypotheses = [split(system[line]) for system in text.systems]
            rows, candidates = self._best(number, hypotheses, cancel, limit)
            for own, candidate in zip(chosen, candidates, strict=True):
                own.append(" ".join(candidate))
            table[:, line] = rows[:, None]
            if self._totals is not None:
                self._totals = [a + b for a, b in zip(self._totals, rows, strict=True)]
        self._chosen[text.first] = chosen
        return table

    def with_chosen(self, text: ParallelText) -> MixedText:
        """Return a text that was counted, with the candidates that were chosen."""
        return MixedText(text, self._chosen.pop(text.first))

    def _best(
        self,
        number: int,
        hypotheses: Sequence[tuple[str, ...]],
        cancel: Cancel,
        limit: int,
    ) -> tuple[Integers, list[Tokens]]:
        try:
            mixture = Mixture(self._gold.sentences[number])
            self.n_without += mixture.has_none
            return mixture.best(hypotheses, self._scoring, self._totals, cancel, limit)
        except TooManyError as error:
            reason = f"sentence {number + 1}: {error}; plain mode (without --mix) counts it"
        except MemoryError:
            reason = (
                f"sentence {number + 1}: mixed candidates need more than {limit / 1e9:.1f} GB of "
                "memory; plain mode (without --mix) counts it"
            )
        raise FormatError(self._gold.name, None, reason)

    def warnings(self) -> tuple[str, ...]:
        """Return what users should know."""
        if not self.n_without:
            return ()
        sentences = "sentence has" if self.n_without == 1 else "sentences have"
        reason = "no combination of choices whose edits differ in place: the source is taken"
        return (f"{self._gold.name}: {self.n_without} {sentences} {reason}",)
