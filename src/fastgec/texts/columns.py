"""Several corrected texts of the same sources as edits, in integers: what each of them changed.

The edits are those of `align`: one alignment of each text with its source, adjacent changes as one
edit. Sources and texts share a vocabulary, so edits are equal if their spans and tokens are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.kernels.tokens import Vocabulary
from fastgec.read.errors import FormatError
from fastgec.read.lines import Lines
from fastgec.read.tables import TokenTable, words
from fastgec.texts.align import align as align_ids

Integers = NDArray[np.int64]


class ColumnEdits(NamedTuple):
    """Edits of K texts of each of S sources.

    vocabulary  tokens of sources and texts
    source      the sources
    offsets     int64[K*S+1]: text k of source s has the edits offsets[k*S+s] to offsets[k*S+s+1]
    spans       int32[E, 2]: half-open, in tokens of the source
    written     int64[E, 2]: which of the tokens are written there, half-open
    tokens      int32[T]: of all texts
    """

    vocabulary: Vocabulary
    source: TokenTable
    offsets: Integers
    spans: NDArray[np.int32]
    written: Integers
    tokens: NDArray[np.int32]


def edits_of_columns(
    source: Lines,
    columns: Sequence[Lines],
    *,
    limit: int,
    n_before: int = 0,
    cancel: NDArray[np.int32] | None = None,
) -> ColumnEdits:
    """Return what each text changed of its source.

    Args:
        source: the sentences.
        columns: at least one, of as many sentences.
        limit: bytes of scratch memory.
        n_before: sentences of the corpus before them, for messages.
        cancel: int32[1], 0 until work must stop; then the result is of no use.

    Raises:
        FormatError: a sentence needs more memory.

    Example:
        >>> found = edits_of_columns(Lines.of(["a b"]), [Lines.of(["a c d"])], limit=1 << 20)
        >>> found.spans.tolist(), found.written.tolist(), found.tokens.tolist()
        ([[1, 2]], [[1, 3]], [0, 2, 3])
    """
    vocabulary = Vocabulary()
    source_tokens = words(source, vocabulary)
    offsets, spans, written, tokens = [np.zeros(1, np.int64)], [], [], []
    n_edits = n_tokens = 0
    for column in columns:
        found, edits, bounds = align_column(
            *(source_tokens, column, vocabulary, 0, limit),
            called="candidate",
            n_before=n_before,
            cancel=cancel,
        )
        starts = np.repeat(found.offsets[:-1], np.diff(bounds)) + n_tokens
        offsets.append(bounds[1:] + n_edits)
        spans.append(edits[:, :2])
        written.append(edits[:, 2:] + starts[:, None])
        tokens.append(found.ids)
        n_edits += len(edits)
        n_tokens += len(found.ids)
    return ColumnEdits(
        vocabulary,
        source_tokens,
        np.concatenate(offsets),
        np.concatenate(spans),
        np.concatenate(written),
        np.concatenate(tokens),
    )


def align_column(
    source: TokenTable,
    column: Lines,
    vocabulary: Vocabulary,
    max_unchanged_words: int,
    memory_limit: int,
    *,
    called: str,
    n_before: int = 0,
    cancel: NDArray[np.int32] | None = None,
) -> tuple[TokenTable, NDArray[np.int32], Integers]:
    """Return the tokens of a text, its edits, and where those of each sentence begin.

    Args:
        source: tokens of its sources.
        column: the text.
        vocabulary: of the sources; new tokens enter it.
        max_unchanged_words: most unchanged words inside an edit.
        memory_limit: bytes of scratch memory.
        called: what messages call the text.
        n_before: sentences of the corpus before them, for messages.
        cancel: as of `edits_of_columns`.

    Raises:
        FormatError: a sentence needs more memory.
    """
    tokens = words(column, vocabulary)
    stopped, edits, offsets = align_ids(
        source.ids,
        source.offsets,
        tokens.ids,
        tokens.offsets,
        max_unchanged_words=max_unchanged_words,
        memory_limit=memory_limit,
        cancel=cancel,
    )
    if stopped >= 0:
        sizes = f"{len(source[stopped])} and {len(tokens[stopped])} tokens"
        reason = f"source and {called} of {sizes} need more memory than {memory_limit >> 20} MiB"
        raise FormatError(column.name, n_before + stopped + 1, reason)
    return tokens, edits, offsets
