"""Columns of text as integers: TokenTable, of words.

A text is split into tokens as by Python's `str.split()`. Their ids belong to a `Vocabulary`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, gather, made_from_fields, sealed
from fastgec.kernels.tokens import Vocabulary, encode_words
from fastgec.read.lines import Lines
from fastgec.reprs import short

__all__ = ["TokenTable", "Vocabulary", "words"]


@dataclass(frozen=True, slots=True, eq=False)
class TokenTable:
    """Sentences of token ids, one after the other.

    ids      int32[T]
    offsets  int64[S+1]: sentence s is ids[offsets[s] : offsets[s + 1]]
    """

    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def __post_init__(self) -> None:
        freeze(self, ids=np.int32, offsets=np.int64)

    __reduce__ = made_from_fields

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        return short("TokenTable", {"sentences": len(self), "tokens": len(self.ids)})

    def __getitem__(self, sentence: int) -> NDArray[np.int32]:
        return self.ids[self.offsets[sentence] : self.offsets[sentence + 1]]

    def sentences(self, first: int, last: int) -> TokenTable:
        """Return the sentences first to last (exclusive), without copying their tokens."""
        offsets = self.offsets[first : last + 1]
        return TokenTable(self.ids[offsets[0] : offsets[-1]], sealed(offsets - offsets[0]))

    def take(self, sentences: NDArray[np.int64]) -> TokenTable:
        """Return some sentences, in any order and any number of times.

        >>> table = TokenTable(np.array([7, 8, 9]), np.array([0, 2, 3]))
        >>> table.take(np.array([1, 0])).ids.tolist()
        [9, 7, 8]
        """
        items, offsets = gather(self.offsets, sentences)
        return TokenTable(sealed(self.ids[items]), sealed(offsets))


def words(lines: Lines, vocabulary: Vocabulary) -> TokenTable:
    """Split lines into words; words that are new enter the vocabulary.

    >>> vocabulary = Vocabulary()
    >>> words(Lines.of(["a b a", "", "c"]), vocabulary).ids.tolist()
    [0, 1, 0, 2]
    """
    ids, offsets = encode_words(lines.data, lines.starts, lines.ends, vocabulary)
    return TokenTable(sealed(ids), sealed(offsets))
