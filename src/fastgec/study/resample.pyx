"""Resamples of a corpus, compiled: drawn sentences are folded into totals, many times over.

A system is a table of rows and the rows of each sentence, as in Counts. Where its choice is a
running one, it is made again inside each resample, in the order in which sentences are drawn (or,
for swaps, in the order of the corpus), by the rule of `choice.best`. Where nothing is left to
choose each sentence has a chosen row, named by its index, and any number of columns is summed; such
tables may be of narrow integers, which take less room. Weights are doubles, and so are their sums,
which are made in that order, too. Work is S row visits per resample and
system, without the GIL; nothing is allocated.

So `places` of a system are int64[S+1] with a running choice, sentence s owning the rows places[s]
to places[s+1] of its table; and int64[S] without one, sentence s having the row places[s].

Arrays whose type varies (counts narrow or wide, weights) come as bytes and a pointer: a kernel per
combination of types would be made otherwise, most of which nobody calls.
"""

import numpy as np

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t

from fastgec.choice.best cimport Count, Totals, add_row, best_row

# What a table may hold, in the order of the numbers that `type_of` gives.
TYPES = [np.dtype(name) for name in ("int16", "int32", "int64", "float64")]

# What the sum of rows may be made of where nothing is left to choose.
ctypedef fused Cell:
    int16_t
    int32_t
    int64_t
    double


def fold_draws(
    table not None,
    const int64_t[::1] places not None,
    const int32_t[:, ::1] draws not None,
    totals not None,
    double beta,
    bint is_running,
):
    """Sum the rows of the drawn sentences into totals, one line per resample.

    Parameters: table int64[R, K], or narrower without a running choice, or float64; places
    int64[S+1] or int64[S]; draws int32[N, D], indices of sentences; totals int64[N, K], or float64,
    overwritten; beta of the running choice, which needs K = 3.
    Raises: ValueError for shapes that do not fit or a draw that is no sentence.
    """
    cdef Py_ssize_t n_resamples = draws.shape[0], n_draws = draws.shape[1]
    cdef Py_ssize_t n, d
    cdef int kind = type_of(table)
    cdef const uint8_t[:, ::1] cells = table.view(np.uint8)
    cdef uint8_t[:, ::1] sums = totals.view(np.uint8)
    cdef Py_ssize_t n_columns = table.shape[1]
    check_system(cells.shape[0], n_columns, kind, places, is_running)
    check_totals(totals, n_resamples, n_columns, kind)
    cdef int64_t n_sentences = places.shape[0] - is_running
    for n in range(n_resamples):
        for d in range(n_draws):
            if not 0 <= draws[n, d] < n_sentences:
                raise ValueError(f"sentence {draws[n, d]} drawn of {n_sentences}")
    totals.fill(0)
    if n_resamples == 0 or n_draws == 0:
        return
    cdef const void* rows = &cells[0, 0]
    cdef void* line
    cdef double weight = beta * beta
    with nogil:
        for n in range(n_resamples):
            line = &sums[n, 0]
            if is_running and kind == 3:
                choose_drawn(<const double*>rows, &places[0], &draws[n, 0], n_draws, weight, line)
            elif is_running:
                choose_drawn(<const int64_t*>rows, &places[0], &draws[n, 0], n_draws, weight, line)
            else:
                for d in range(n_draws):
                    add_line(kind, rows, n_columns, places[draws[n, d]], line)


def fold_swaps(
    first not None,
    second not None,
    const int64_t[::1] first_places not None,
    const int64_t[::1] second_places not None,
    const uint8_t[:, ::1] swaps not None,
    first_totals not None,
    second_totals not None,
    double beta,
    bint is_running,
):
    """Sum two systems whose outputs are exchanged in some sentences, one line per resample.

    Parameters: first and second int64[R, K], or float64, with their places, which with a running
    choice are the same; swaps uint8[N, S], 1 where the outputs are exchanged; totals int64[N, K]
    each, or float64, overwritten; the rest as `fold_draws`.
    Raises: ValueError for shapes that do not fit.

    Long, as most of it checks what it is given, once.
    """
    cdef Py_ssize_t n_resamples = swaps.shape[0]
    cdef Py_ssize_t n_sentences = first_places.shape[0] - is_running
    cdef Py_ssize_t n, s
    cdef int kind = type_of(first)
    if type_of(second) != kind:
        raise ValueError("systems with unlike types of tables")
    cdef const uint8_t[:, ::1] cells_of_first = first.view(np.uint8)
    cdef const uint8_t[:, ::1] cells_of_second = second.view(np.uint8)
    cdef uint8_t[:, ::1] sums_of_first = first_totals.view(np.uint8)
    cdef uint8_t[:, ::1] sums_of_second = second_totals.view(np.uint8)
    cdef Py_ssize_t n_columns = first.shape[1]
    check_system(cells_of_first.shape[0], n_columns, kind, first_places, is_running)
    check_system(cells_of_second.shape[0], second.shape[1], kind, second_places, is_running)
    if first_places.shape[0] != second_places.shape[0]:
        raise ValueError("systems with unlike numbers of sentences")
    if cells_of_first.shape[0] != cells_of_second.shape[0] or n_columns != second.shape[1]:
        raise ValueError("systems with unlike tables, expected rows for the same annotators")
    if swaps.shape[1] != n_sentences:
        raise ValueError(f"swaps of {swaps.shape[1]} sentences, expected {n_sentences}")
    check_totals(first_totals, n_resamples, n_columns, kind)
    check_totals(second_totals, n_resamples, n_columns, kind)
    first_totals.fill(0)
    second_totals.fill(0)
    if n_resamples == 0 or n_sentences == 0:
        return
    cdef double weight = beta * beta
    cdef const void* rows_of_first = &cells_of_first[0, 0]
    cdef const void* rows_of_second = &cells_of_second[0, 0]
    cdef const int64_t* starts = &first_places[0]
    cdef void* one
    cdef void* other
    with nogil:
        for n in range(n_resamples):
            one = &sums_of_first[n, 0]
            other = &sums_of_second[n, 0]
            if is_running and kind == 3:
                choose_swapped(
                    <const double*>rows_of_first, <const double*>rows_of_second,
                    starts, &swaps[n, 0], n_sentences, weight, one, other,
                )
            elif is_running:
                choose_swapped(
                    <const int64_t*>rows_of_first, <const int64_t*>rows_of_second,
                    starts, &swaps[n, 0], n_sentences, weight, one, other,
                )
            else:
                for s in range(n_sentences):
                    if swaps[n, s]:
                        add_line(kind, rows_of_second, n_columns, second_places[s], one)
                        add_line(kind, rows_of_first, n_columns, first_places[s], other)
                    else:
                        add_line(kind, rows_of_first, n_columns, first_places[s], one)
                        add_line(kind, rows_of_second, n_columns, second_places[s], other)


# Both choices of a resample, the system's own and, for swaps, each of two mixed systems.
cdef void choose_drawn(
    const Count* rows,
    const int64_t* places,
    const int32_t* draws,
    Py_ssize_t n_draws,
    double weight,
    void* line,
) noexcept nogil:
    cdef Totals so_far = Totals(0, 0, 0)
    cdef Py_ssize_t d
    cdef int64_t row
    for d in range(n_draws):
        row = best_row(rows, places[draws[d]], places[draws[d] + 1], weight, &so_far)
        add_row(rows, row, &so_far)
    store(&so_far, Count is double, line)


cdef void choose_swapped(
    const Count* first,
    const Count* second,
    const int64_t* places,
    const uint8_t* swaps,
    Py_ssize_t n_sentences,
    double weight,
    void* line_of_one,
    void* line_of_other,
) noexcept nogil:
    cdef Totals one = Totals(0, 0, 0), other = Totals(0, 0, 0)
    cdef const Count* table
    cdef Py_ssize_t s
    for s in range(n_sentences):
        table = second if swaps[s] else first
        add_row(table, best_row(table, places[s], places[s + 1], weight, &one), &one)
        table = first if swaps[s] else second
        add_row(table, best_row(table, places[s], places[s + 1], weight, &other), &other)
    store(&one, Count is double, line_of_one)
    store(&other, Count is double, line_of_other)


cdef inline void store(const Totals* so_far, bint has_weights, void* line) noexcept nogil:
    cdef double* weights = <double*>line
    cdef int64_t* counts = <int64_t*>line
    if has_weights:
        weights[0] = so_far.correct
        weights[1] = so_far.proposed
        weights[2] = so_far.gold
    else:  # whole numbers far below 2 ** 53: nothing is lost
        counts[0] = <int64_t>so_far.correct
        counts[1] = <int64_t>so_far.proposed
        counts[2] = <int64_t>so_far.gold


cdef inline void add_line(
    int kind, const void* rows, Py_ssize_t n_columns, int64_t row, void* line
) noexcept nogil:
    if kind == 0:
        add_cells(<const int16_t*>rows + n_columns * row, n_columns, line)
    elif kind == 1:
        add_cells(<const int32_t*>rows + n_columns * row, n_columns, line)
    elif kind == 2:
        add_cells(<const int64_t*>rows + n_columns * row, n_columns, line)
    else:
        add_cells(<const double*>rows + n_columns * row, n_columns, line)


cdef inline void add_cells(const Cell* row, Py_ssize_t n_columns, void* line) noexcept nogil:
    cdef double* weights = <double*>line
    cdef int64_t* counts = <int64_t*>line
    cdef Py_ssize_t k
    for k in range(n_columns):
        if Cell is double:
            weights[k] += row[k]
        else:
            counts[k] += row[k]


cdef int type_of(table) except -1:
    if table.dtype not in TYPES:
        raise ValueError(f"table of {table.dtype}, expected one of {TYPES}")
    return TYPES.index(table.dtype)


cdef int check_system(
    Py_ssize_t n_rows, Py_ssize_t n_columns, int kind, const int64_t[::1] places, bint is_running
) except -1:
    cdef Py_ssize_t n_sentences = places.shape[0] - is_running
    cdef Py_ssize_t s
    if n_columns == 0 or (is_running and n_columns != 3):
        raise ValueError(f"{n_columns} columns, expected {'3' if is_running else 'at least 1'}")
    if is_running and kind < 2:
        raise ValueError(f"{TYPES[kind]} with a running choice, expected integers of 8 bytes")
    if not is_running:
        for s in range(n_sentences):
            if not 0 <= places[s] < n_rows:
                raise ValueError(f"sentence {s} has row {places[s]} of {n_rows}")
        return 0
    if n_sentences < 0 or places[0] != 0 or places[n_sentences] != n_rows:
        raise ValueError(f"places must run from 0 to {n_rows} rows")
    for s in range(n_sentences):
        if places[s + 1] <= places[s]:
            raise ValueError(f"sentence {s} has {places[s + 1] - places[s]} rows, expected some")
    return 0


cdef int check_totals(
    totals, Py_ssize_t n_resamples, Py_ssize_t n_columns, int kind
) except -1:
    if totals.shape != (n_resamples, n_columns):
        raise ValueError(
            f"totals of shape {totals.shape}, expected ({n_resamples}, {n_columns})"
        )
    if totals.dtype != TYPES[max(kind, 2)]:
        raise ValueError("counts and weights found, expected totals of the type of the table")
    return 0
