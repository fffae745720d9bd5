"""Units of n-gram counting: which text is source, hypothesis and reference of which comparison.

All texts stand in one table of token ids, and a unit names its texts by index, so one text can take
part in many units: every system shares sources and references, and among n candidates for one
source each can be hypothesis and reference in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec._ngram import N_REGIONS, count_regions
from fastgec.arrays import joined, sealed
from fastgec.corpus.lines import Lines
from fastgec.corpus.tokens import TokenTable, Vocabulary, characters, words

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Comparisons of a hypothesis with a source and references.

    texts              TokenTable of X texts
    sources            int64[U]: the source of each unit
    hypotheses         int64[U]
    references         int64[R]
    reference_offsets  int64[U+1]: unit u owns references[reference_offsets[u] : ...[u + 1]]
    """

    texts: TokenTable
    sources: Indices
    hypotheses: Indices
    references: Indices
    reference_offsets: Indices

    def __len__(self) -> int:
        return len(self.sources)

    def count(
        self,
        order: int,
        *,
        absent: bool = False,
        cancel: NDArray[np.int32] | None = None,
        memory_limit: int = 1 << 40,
    ) -> NDArray[np.int64]:
        """Count the regions of every unit: int64[R, order, 7], or 8 with `absent`.

        See `fastgec._ngram.count_regions` for the columns; memory_limit, bytes of scratch memory.

        Raises:
            ValueError: For an order that is not from 1 to MAX_ORDER.
            UnitTooLargeError: For a unit that needs more memory.
        """
        columns = N_REGIONS + absent
        table = np.empty((len(self.references), max(order, 0) * columns), np.int64)
        stopped = count_regions(
            self.texts.ids,
            self.texts.offsets,
            self.sources,
            self.hypotheses,
            self.references,
            self.reference_offsets,
            order,
            absent,
            table,
            0,
            len(self),
            np.zeros(1, np.int32) if cancel is None else cancel,
            memory_limit,
        )
        if stopped >= 0:
            raise UnitTooLargeError(stopped, self._sizes(stopped), memory_limit)
        return table.reshape(len(table), order, columns)

    def _sizes(self, unit: int) -> list[int]:
        """Return the tokens of source, hypothesis and references of a unit."""
        first, last = self.reference_offsets[unit : unit + 2]
        texts = [self.sources[unit], self.hypotheses[unit], *self.references[first:last]]
        return [len(self.texts[text]) for text in texts]


class UnitTooLargeError(MemoryError):
    """A unit whose n-grams need more memory than allowed.

    unit      its number
    place     which of its texts is the largest: source, hypothesis and references from 0 on
    n_tokens  of this text
    """

    def __init__(self, unit: int, sizes: Sequence[int], memory_limit: int) -> None:
        n_tokens = max(sizes)
        super().__init__(
            f"{n_tokens} tokens of unit {unit} need more than {memory_limit} bytes of memory"
        )
        self.unit = unit
        self.place = sizes.index(n_tokens)
        self.n_tokens = n_tokens
        self.memory_limit = memory_limit


def parallel_units(
    source: Lines, references: Sequence[Lines], hypotheses: Sequence[Lines], unit: str
) -> Units:
    """Compare each line of each system with its source and all its references.

    Units are in the order of systems, then lines; rows in the order of references.

    >>> lines = [Lines.of([text]) for text in ("a b", "a c", "a d", "a b c")]
    >>> units = parallel_units(lines[0], lines[1:3], lines[3:], "word")
    >>> units.sources.tolist(), units.references.tolist(), units.hypotheses.tolist()
    ([0], [1, 2], [3])
    """
    size = len(source)
    n_references, n_systems = len(references), len(hypotheses)
    texts = encode([source, *references, *hypotheses], unit)
    line = np.arange(size, dtype=np.int64)
    of_line = (line[:, None] + size * np.arange(1, n_references + 1)).ravel()
    return Units(
        texts,
        np.tile(line, n_systems),
        np.arange(size * (1 + n_references), size * (1 + n_references + n_systems)),
        np.tile(of_line, n_systems),
        np.arange(size * n_systems + 1) * n_references,
    )


def candidate_units(
    source: str, references: Sequence[str], candidates: Sequence[str], unit: str
) -> Units:
    """Compare each candidate for one source with all references; rows in the order of candidates.

    >>> candidate_units("a", ["b", "c"], ["d", "e"], "char").references.tolist()
    [1, 2, 1, 2]
    """
    columns = [([source], "source"), (references, "references"), (candidates, "candidates")]
    texts = encode([Lines.of(texts, name) for texts, name in columns], unit)
    n, k = len(candidates), len(references)
    return Units(
        texts,
        np.zeros(n, np.int64),
        np.arange(1 + k, 1 + k + n),
        np.tile(np.arange(1, 1 + k), n),
        np.arange(n + 1) * k,
    )


def encode(columns: Sequence[Lines], unit: str) -> TokenTable:
    """Turn columns of text into one table of tokens, with a vocabulary of their own.

    Raises:
        ValueError: If unit is neither "word" nor "char".
    """
    if unit == "word":
        vocabulary = Vocabulary()
        tables = [words(lines, vocabulary) for lines in columns]
    elif unit == "char":
        tables = [characters(lines) for lines in columns]
    else:
        raise ValueError(f"unit {unit!r}, expected 'word' or 'char'")
    ids, offsets = joined([(table.ids, table.offsets) for table in tables])
    return TokenTable(sealed(ids), sealed(offsets))
