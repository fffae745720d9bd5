"""Length weights of CLEME: long chunks count more as TP or FN, and less as FP.

w = A / (1 + (A - 1) exp(s (length - bias))), A = 2, within 0.75 and 1.25; s is -1 for TP and FN, 1
for FP. Weights of a row are summed in the order of its chunks, as the published program sums them.
"""

import numpy as np

from libc.math cimport exp
from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec.metrics.cleme.targets cimport FN, TN, TP


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


cdef inline double length_weight(double power) noexcept nogil:
    cdef double weight = 2.0 / (1.0 + exp(power))
    return 0.75 if weight < 0.75 else 1.25 if weight > 1.25 else weight
