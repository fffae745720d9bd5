"""Targets: a source with the edits of one row made, as numbers of words."""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from fastgec.kernels.checks cimport check_offsets


cdef enum:  # columns of the table of chunks; cells have no TN
    TP = 0
    FP_NECESSARY = 1
    FP_UNNECESSARY = 2
    FN = 3
    TN = 4


cdef struct Side:
    # Edits of one file: row r owns the edits offsets[r] to offsets[r + 1].
    const int64_t *offsets
    const int32_t *start
    const int32_t *end
    const int32_t *correction


cdef struct Words:
    # Tokens of sources and of corrections, as numbers of one vocabulary.
    const int32_t *source
    const int64_t *source_offsets
    const int32_t *words
    const int64_t *word_offsets


cdef struct Span:
    int32_t start
    int32_t end


cdef inline int64_t inserted(const Side *side, int64_t row, const Words *text) noexcept nogil:
    """Return how many words the corrections of a row have."""
    cdef int64_t edit, n = 0
    for edit in range(side.offsets[row], side.offsets[row + 1]):
        n += text.word_offsets[side.correction[edit] + 1]
        n -= text.word_offsets[side.correction[edit]]
    return n


cdef inline bint has_edit(
    const Side *side, int64_t row, int64_t edit, Span interval
) noexcept nogil:
    """Whether the next edit of a row lies in an interval."""
    return edit < side.offsets[row + 1] and side.start[edit] <= interval.end


cdef inline int64_t make(
    const Side *side,
    int64_t row,
    int64_t *next_edit,
    Span interval,
    const int32_t *source,
    const Words *text,
    int32_t *out,
) noexcept nogil:
    """Write the words of an interval with the edits of a row made, pass over these; return the
    number of words.
    """
    cdef int32_t at = interval.start
    cdef int64_t n = 0, edit = next_edit[0], size
    while edit < side.offsets[row + 1] and side.start[edit] <= interval.end:
        if side.start[edit] > at:
            memcpy(out + n, source + at, (side.start[edit] - at) * sizeof(int32_t))
            n += side.start[edit] - at
        size = text.word_offsets[side.correction[edit] + 1]
        size -= text.word_offsets[side.correction[edit]]
        if size:
            memcpy(
                out + n,
                text.words + text.word_offsets[side.correction[edit]],
                size * sizeof(int32_t),
            )
            n += size
        at = max(at, side.end[edit])
        edit += 1
    if interval.end > at:
        memcpy(out + n, source + at, (interval.end - at) * sizeof(int32_t))
        n += interval.end - at
    next_edit[0] = edit
    return n


cdef inline const int32_t *first(const int32_t[::1] array) noexcept:
    return &array[0] if array.shape[0] else NULL


cdef inline int check_edits(
    const int64_t[::1] offsets,
    const int32_t[::1] start,
    const int32_t[::1] end,
    const int32_t[::1] correction,
    int64_t n_corrections,
) except -1:
    """Raise ValueError unless edits fit: spans are checked by who reads them."""
    cdef int64_t edit
    check_offsets("edit_offsets", offsets, start.shape[0])
    if end.shape[0] != start.shape[0] or correction.shape[0] != start.shape[0]:
        raise ValueError(f"{end.shape[0]} ends of {start.shape[0]} edits")
    for edit in range(start.shape[0]):
        if not 0 <= correction[edit] < n_corrections or not 0 <= start[edit] <= end[edit]:
            raise ValueError(f"edit {edit} of correction {correction[edit]} of {n_corrections}")
    return 0
