"""What is asked before chunks are cut, and length weights after.

Before: which edits can be made, and which references have a text.

Edits of a row stand in order of start, those of one start in the order of the file. An insertion
where a replacement begins or ends touches it, and does not overlap it.

After: long chunks count more as TP or FN, and less as FP. Their weight is
w = A / (1 + (A - 1) exp(s (length - bias))), A = 2, within 0.75 and 1.25; s is -1 for TP and FN, 1
for FP. Weights of a row are summed in the order of its chunks, as the published program sums them.
"""

import numpy as np

from libc.math cimport exp
from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec.kernels.checks cimport check_offsets

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
    Returns: OUTSIDE for a span that is none of the sentence; OVERLAP for one that shares a word
    with an earlier one of its row, or is an insertion within it.
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


cdef inline double length_weight(double power) noexcept nogil:
    cdef double weight = 2.0 / (1.0 + exp(power))
    return 0.75 if weight < 0.75 else 1.25 if weight > 1.25 else weight


def weigh_cells(
    const int64_t[:, ::1] table not None,
    const int64_t[::1] cell_row not None,
    const uint8_t[::1] cell_kind not None,
    const int32_t[::1] cell_length not None,
    double bias,
):
    """Return sums of length weights: float64[K, 4] of tp, fp, fn, tn.

    Parameters: table to cell_length as `count_chunks` returned them; bias, the mean length.
    A long chunk weighs more as TP or FN and less as FP, from 0.75 to 1.25; TN weighs 1.
    Raises: ValueError for a cell of no row or column.
    """
    cdef int64_t n_rows = table.shape[0], cell, row
    cdef double weight
    if cell_kind.shape[0] != cell_row.shape[0] or cell_length.shape[0] != cell_row.shape[0]:
        raise ValueError(f"{cell_kind.shape[0]} kinds of {cell_row.shape[0]} cells")
    for cell in range(cell_row.shape[0]):
        if not 0 <= cell_row[cell] < n_rows or cell_kind[cell] >= TN:
            raise ValueError(f"cell {cell} of row {cell_row[cell]}, kind {cell_kind[cell]}")
    sums_array = np.zeros((n_rows, 4), np.float64)
    cdef double[:, ::1] sums = sums_array
    with nogil:
        for row in range(n_rows):
            sums[row, 3] = <double>table[row, TN]
        for cell in range(cell_row.shape[0]):
            row = cell_row[cell]
            if cell_kind[cell] == TP:
                sums[row, 0] += length_weight(bias - cell_length[cell])
            elif cell_kind[cell] == FN:
                sums[row, 2] += length_weight(bias - cell_length[cell])
            else:
                sums[row, 1] += length_weight(cell_length[cell] - bias)
    return sums_array
