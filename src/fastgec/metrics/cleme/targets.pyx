"""Which edits can be made, and which references have a text: what is asked before chunks are cut.

Edits of a row stand in order of start, those of one start in the order of the file. An insertion
where a replacement begins or ends touches it, and does not overlap it.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t

from fastgec._checks cimport check_offsets

FINE, OUTSIDE, OVERLAP = range(3)

cdef enum:  # the same, for the kernel
    FINE_ = 0
    OUTSIDE_ = 1
    OVERLAP_ = 2


def find_fault(
    const int64_t[::1] edit_offsets not None,
    const int32_t[::1] start not None,
    const int32_t[::1] end not None,
    const int64_t[::1] n_source not None,
):
    """Return (fault, edit, row): the first edit that cannot be made; FINE, -1, -1 if there is none.

    Parameters: edit_offsets int64[R+1], edits of a row in order of start; start, end int32[E];
    n_source int64[R], the words of each row's sentence.
    Returns: OUTSIDE for a span that is none of the sentence; OVERLAP for one that shares a word with
    an earlier one of its row, or is an insertion within it.
    Raises: ValueError for shapes that do not fit.
    """
    cdef int64_t n_rows = edit_offsets.shape[0] - 1, row = -1, edit = -1
    cdef int32_t covered, begun
    cdef int fault = FINE_
    check_offsets("edit_offsets", edit_offsets, start.shape[0])
    if end.shape[0] != start.shape[0] or n_source.shape[0] != n_rows:
        raise ValueError(f"{end.shape[0]} ends, {n_source.shape[0]} sources for {n_rows} rows")
    with nogil:
        for row in range(n_rows):
            covered = begun = 0  # the end of what is replaced so far, and where that begins
            for edit in range(edit_offsets[row], edit_offsets[row + 1]):
                if not 0 <= start[edit] <= end[edit] <= n_source[row]:
                    fault = OUTSIDE_
                    break
                if start[edit] < covered and (start[edit] < end[edit] or start[edit] > begun):
                    fault = OVERLAP_
                    break
                if end[edit] > covered:
                    covered = end[edit]
                    begun = start[edit]
            if fault != FINE_:
                break
    return (fault, edit, row) if fault != FINE_ else (FINE, -1, -1)


def kept_rows(
    const int64_t[::1] row_offsets not None,
    const int64_t[::1] edit_offsets not None,
    const int32_t[::1] start not None,
    const int32_t[::1] end not None,
    const int32_t[::1] correction not None,
    const int64_t[::1] n_source not None,
    const int64_t[::1] word_offsets not None,
):
    """Return the references whose text is not empty, all of a sentence that has none such.

    Parameters: row_offsets int64[S+1]; edits as `find_fault` has found fine; correction int32[E];
    n_source int64[R]; word_offsets int64[C+1] of corrections.
    Returns: (offsets, rows): int64[S+1] and int64[K], sentence s keeps rows[offsets[s]] and so on.
    Raises: ValueError for shapes that do not fit.
    """
    cdef int64_t n_sentences = row_offsets.shape[0] - 1, n_rows = edit_offsets.shape[0] - 1
    cdef int64_t s, row, edit, size, n = 0
    check_offsets("row_offsets", row_offsets, n_rows)
    check_edits(edit_offsets, start, end, correction, word_offsets.shape[0] - 1)
    if n_source.shape[0] != n_rows:
        raise ValueError(f"{n_source.shape[0]} sources for {n_rows} rows")
    offsets_array = np.zeros(n_sentences + 1, np.int64)
    rows_array = np.empty(n_rows, np.int64)
    cdef int64_t[::1] offsets = offsets_array, rows = rows_array
    with nogil:
        for s in range(n_sentences):
            for row in range(row_offsets[s], row_offsets[s + 1]):
                size = n_source[row]
                for edit in range(edit_offsets[row], edit_offsets[row + 1]):
                    size -= end[edit] - start[edit]
                    size += word_offsets[correction[edit] + 1] - word_offsets[correction[edit]]
                if size > 0:
                    rows[n] = row
                    n += 1
            if n == offsets[s]:
                for row in range(row_offsets[s], row_offsets[s + 1]):
                    rows[n] = row
                    n += 1
            offsets[s + 1] = n
    return offsets_array, rows_array[:n].copy()
