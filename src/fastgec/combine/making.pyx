"""Sources with some edits made, as text: tokens joined by single spaces, a line for each sentence.

One pass counts the bytes, a second one writes them: each token and a space, and a line end in place
of the last space.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from fastgec._checks cimport check_offsets
from fastgec._tokens cimport Vocabulary, Words


cdef inline int64_t put(
    uint8_t *text, int64_t at, const int32_t *tokens, int64_t n_tokens, const Words *words
) noexcept nogil:
    """Write tokens, each with a space, if there is a text; return where they end."""
    cdef int64_t number, first, size
    for number in range(n_tokens):
        first = words.ends[tokens[number]]
        size = words.ends[tokens[number] + 1] - first
        if text != NULL:
            memcpy(text + at, words.text + first, <size_t>size)
            text[at + size] = 0x20
        at += size + 1
    return at


def make(
    Vocabulary vocabulary not None,
    const int32_t[::1] source_ids not None,
    const int64_t[::1] source_offsets not None,
    const int32_t[:, ::1] spans not None,
    const int64_t[:, ::1] written not None,
    const int32_t[::1] tokens not None,
    const int64_t[::1] kept not None,
    const int64_t[::1] kept_offsets not None,
):
    """Return the sources with edits made.

    Parameters: vocabulary, source_ids int32[T], source_offsets int64[S+1], spans int32[E, 2],
    written int64[E, 2], tokens int32[U], as in `convert.columns.ColumnEdits`; kept int64[N],
    kept_offsets int64[S+1], numbers of the edits of each sentence from left to right, of which none
    overlap.
    Returns: (text, ends): uint8[B], a line for each sentence with its line end; int64[S], the place
    of each line end.
    Raises: ValueError.
    """
    cdef int64_t n_sentences = source_offsets.shape[0] - 1
    cdef int64_t sentence, number, edit, at, size, first, start
    cdef int64_t n_words = vocabulary.words.n_tokens
    check_offsets("source_offsets", source_offsets, source_ids.shape[0])
    check_offsets("kept_offsets", kept_offsets, kept.shape[0])
    if kept_offsets.shape[0] != source_offsets.shape[0] or spans.shape[0] != written.shape[0]:
        raise ValueError(f"{kept_offsets.shape[0] - 1} sentences of edits for {n_sentences}")
    if spans.shape[1] != 2 or written.shape[1] != 2:
        raise ValueError("expected two numbers for each span, and for what is written there")
    for sentence in range(n_sentences):
        at = 0
        size = source_offsets[sentence + 1] - source_offsets[sentence]
        for number in range(kept_offsets[sentence], kept_offsets[sentence + 1]):
            edit = kept[number]
            if not 0 <= edit < spans.shape[0]:
                raise ValueError(f"edit {edit} of {spans.shape[0]}")
            if not at <= spans[edit, 0] <= spans[edit, 1] <= size:
                raise ValueError(f"edit {edit} overlaps another, or leaves its source")
            if not 0 <= written[edit, 0] <= written[edit, 1] <= tokens.shape[0]:
                raise ValueError(f"edit {edit} writes what is not among {tokens.shape[0]} tokens")
            at = spans[edit, 1]
    for number in range(source_ids.shape[0]):
        if not 0 <= source_ids[number] < n_words:
            raise ValueError(f"token {source_ids[number]} of a vocabulary of {n_words}")
    for number in range(tokens.shape[0]):
        if not 0 <= tokens[number] < n_words:
            raise ValueError(f"token {tokens[number]} of a vocabulary of {n_words}")
    bounds = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] ends = bounds
    cdef int32_t nothing = 0
    cdef const int32_t *source = &source_ids[0] if source_ids.shape[0] else &nothing
    cdef const int32_t *words = &tokens[0] if tokens.shape[0] else &nothing
    cdef uint8_t[::1] text
    cdef uint8_t *place = NULL
    cdef int64_t turn
    result = None
    for turn in range(2):
        if turn:
            result = np.empty(max(1, size), np.uint8)
            text = result
            place = &text[0]
        size = 0
        with nogil:
            for sentence in range(n_sentences):
                start = size
                first = source_offsets[sentence]
                at = 0
                for number in range(kept_offsets[sentence], kept_offsets[sentence + 1]):
                    edit = kept[number]
                    size = put(
                        place, size, source + first + at, spans[edit, 0] - at, &vocabulary.words
                    )
                    size = put(
                        place, size, words + written[edit, 0],
                        written[edit, 1] - written[edit, 0], &vocabulary.words,
                    )
                    at = spans[edit, 1]
                size = put(
                    place, size, source + first + at, source_offsets[sentence + 1] - first - at,
                    &vocabulary.words,
                )
                if size == start:
                    size += 1
                ends[sentence] = size - 1
                if place != NULL:
                    place[size - 1] = 0x0A
    return result[:size], bounds
