"""The alignment of three texts, column by column, for people to read."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fastgec.corpus.lines import Lines
from fastgec.machine.memory import available_memory
from fastgec.metrics.imeasure.annotations import split
from fastgec.threeway.block import encode
from fastgec.threeway.counter import moves_of

# Which texts give a token: source, hypothesis, reference, by the number of the move.
GIVES = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))


class AlignedColumn(NamedTuple):
    """A column: a token of each text, or None for a gap.

    kind  TP, TN, FP, FN; FPN where all three differ (detection: TP; correction: FP and FN)
    """

    source: str | None
    hypothesis: str | None
    reference: str | None
    kind: str


class Alignment(NamedTuple):
    """The columns of the preferred alignment, and what it costs."""

    columns: tuple[AlignedColumn, ...]
    cost: int


def align(source: str, hypothesis: str, reference: str) -> Alignment:
    """Align three texts as the I-measure does.

    Args:
        source: tokens between ASCII white space.
        hypothesis: likewise.
        reference: likewise; taken as it is, also where it is empty.

    Raises:
        MemoryError: texts that are too long and too unlike.

    Example:
        >>> for column in align("a cat sat", "the cat sat .", "the cat sits .").columns:
        ...     print(*column)
        a the the TP
        cat cat cat TN
        sat sat sits FN
        None . . TP
    """
    texts = [Lines.of([text], "text") for text in (source, hypothesis, reference)]
    ids, offsets = encode(texts)
    first, second, third = (ids[offsets[k] : offsets[k + 1]] for k in range(3))
    never = np.zeros(1, np.int32)
    cost, moves = moves_of(first, second, third, never, available_memory())
    tokens = [iter(split(text)) for text in (source, hypothesis, reference)]
    columns = []
    for move in moves.tolist():
        s, h, r = (
            next(own) if gives else None for own, gives in zip(tokens, GIVES[move], strict=True)
        )
        columns.append(AlignedColumn(s, h, r, kind_of(s, h, r)))
    return Alignment(tuple(columns), cost)


def kind_of(source: str | None, hypothesis: str | None, reference: str | None) -> str:
    """Return what a column counts as.

    Example:
        >>> kind_of("a", "b", None)
        'FPN'
    """
    if source == hypothesis:
        return "TN" if source == reference else "FN"
    if source == reference:
        return "FP"
    return "TP" if hypothesis == reference else "FPN"
