"""Mix mode: a system is compared with the best mixture of what annotators propose.

Every combination of choices of a sentence's errors is a candidate. Where they are few each is
aligned; where they are many the best is found without making them (`fastgec.mixing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from fastgec.choice import Integers
from fastgec.metrics.imeasure.annotations import Sentence, Tokens
from fastgec.metrics.imeasure.levels import Order, row_of
from fastgec.metrics.imeasure.score import COLUMNS, Scoring, key_of
from fastgec.metrics.imeasure.segments import segments_of
from fastgec.mixing.states import Segment, best_of
from fastgec.threeway.counter import count_columns

FEW = 32  # candidates that are aligned one by one


class Mixture:
    """The mixed candidates of a sentence.

    has_none  whether no combination was possible, so that the source stands for it
    """

    def __init__(self, sentence: Sentence) -> None:
        """Find what candidates are made of.

        Raises:
            TooManyError: errors that meet have too many combinations.
        """
        self._source = sentence.source
        segments = segments_of(sentence.source, sentence.choices())
        self.has_none = segments is None
        if segments is None:
            segments = [Segment(0, len(self._source), (self._source,))]
        self._segments = segments
        self._candidates: list[Tokens] | None = None
        if prod(len(segment.texts) for segment in segments) <= FEW:
            texts = product(*(segment.texts for segment in segments))
            self._candidates = list(dict.fromkeys(tuple(chain(*text)) for text in texts))

    def best(
        self,
        hypotheses: Sequence[Tokens],
        scoring: Scoring,
        totals: Sequence[Integers] | None,
        cancel: NDArray[np.int32],
        limit: int,
    ) -> tuple[Integers, list[Tokens]]:
        """Return counts, int64[H, 12], and text of the candidate chosen for each hypothesis.

        Args:
            hypotheses: tokens of each system.
            scoring: by which candidates are chosen.
            totals: int64[12] of each system, counts of the sentences before, or None where each
                sentence is on its own.
            cancel: int32[1], 0 until work must stop.
            limit: bytes of scratch memory.

        Raises:
            TooManyError: the candidates are of too many kinds.
            FormatError: a candidate has no column to divide by.
            MemoryError: it needs more memory than the limit.
            KeyboardInterrupt: work was stopped.
        """
        nothing = np.zeros(len(COLUMNS), np.int64)
        before = [nothing] * len(hypotheses) if totals is None else totals
        if self._candidates is not None:
            return self._tried(self._candidates, hypotheses, scoring, before, cancel, limit)
        rows, texts = [], []
        for hypothesis, so_far in zip(hypotheses, before, strict=True):
            order = Order(scoring, so_far)
            found = best_of(self._source, hypothesis, self._segments, order, cancel, limit)
            rows.append(row_of(found.counts))
            chosen = zip(self._segments, found.choices, strict=True)
            texts.append(tuple(chain(*(segment.texts[one] for segment, one in chosen))))
        return np.array(rows).reshape(-1, len(COLUMNS)), texts

    def _tried(
        self,
        candidates: Sequence[Tokens],
        hypotheses: Sequence[Tokens],
        scoring: Scoring,
        totals: Sequence[Integers],
        cancel: NDArray[np.int32],
        limit: int,
    ) -> tuple[Integers, list[Tokens]]:
        numbers: dict[str, int] = {}
        texts = [self._source, *candidates, *hypotheses]
        ids = [numbers.setdefault(token, len(numbers)) for text in texts for token in text]
        offsets = np.cumsum([0, *map(len, texts)])
        table = np.empty((len(hypotheses), 1, len(candidates), len(COLUMNS)), np.int64)
        refused, _, _ = count_columns(
            np.array(ids, np.int32),
            offsets,
            1,
            len(candidates),
            len(hypotheses),
            table,
            cancel,
            limit,
        )
        if refused >= 0:
            raise MemoryError
        if len(candidates) == 1:
            return table[:, 0, 0], [candidates[0]] * len(hypotheses)
        chosen = []
        for rows, so_far in zip(table[:, 0], totals, strict=True):
            keys = [key_of(row, scoring) for row in (rows + so_far).tolist()]
            chosen.append(keys.index(max(keys)))
        return (
            table[np.arange(len(hypotheses)), 0, chosen],
            [candidates[one] for one in chosen],
        )
