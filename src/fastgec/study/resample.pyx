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
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec.choice.best cimport Count, Totals, add_row, best_row

ctypedef fused Total:
    int64_t
    double


def fold_draws(
    const Count[:, ::1] table not None,
    const int64_t[::1] places not None,
    const int32_t[:, ::1] draws not None,
    Total[:, ::1] totals not None,
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
    check_system(table.shape[0], table.shape[1], sizeof(Count), places, is_running)
    check_totals(totals.shape[0], totals.shape[1], n_resamples, table.shape[1])
    check_types(Count is double, Total is double)
    cdef int64_t n_sentences = places.shape[0] - is_running
    for n in range(n_resamples):
        for d in range(n_draws):
            if not 0 <= draws[n, d] < n_sentences:
                raise ValueError(f"sentence {draws[n, d]} drawn of {n_sentences}")
    if n_resamples == 0:
        return
    if n_draws == 0:
        totals[:, :] = 0
        return
    cdef double weight = beta * beta
    cdef Totals so_far
    cdef int64_t sentence
    cdef const Count* rows = &table[0, 0]
    cdef Py_ssize_t k, n_columns = table.shape[1]
    cdef const Count* row
    cdef Total* sums
    with nogil:
        for n in range(n_resamples):
            sums = &totals[n, 0]
            if is_running:
                so_far = Totals(0, 0, 0)
                for d in range(n_draws):
                    sentence = draws[n, d]
                    add_row(
                        rows,
                        best_row(rows, places[sentence], places[sentence + 1], weight, &so_far),
                        &so_far,
                    )
                store(&so_far, sums)
            else:
                for k in range(n_columns):
                    sums[k] = 0
                for d in range(n_draws):
                    row = rows + n_columns * places[draws[n, d]]
                    for k in range(n_columns):
                        sums[k] += <Total>row[k]


def fold_swaps(
    const Count[:, ::1] first not None,
    const Count[:, ::1] second not None,
    const int64_t[::1] first_places not None,
    const int64_t[::1] second_places not None,
    const uint8_t[:, ::1] swaps not None,
    Total[:, ::1] first_totals not None,
    Total[:, ::1] second_totals not None,
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
    check_system(first.shape[0], first.shape[1], sizeof(Count), first_places, is_running)
    check_system(second.shape[0], second.shape[1], sizeof(Count), second_places, is_running)
    if first_places.shape[0] != second_places.shape[0]:
        raise ValueError("systems with unlike numbers of sentences")
    if first.shape[0] != second.shape[0] or first.shape[1] != second.shape[1]:
        raise ValueError("systems with unlike tables, expected rows for the same annotators")
    if swaps.shape[1] != n_sentences:
        raise ValueError(f"swaps of {swaps.shape[1]} sentences, expected {n_sentences}")
    check_totals(first_totals.shape[0], first_totals.shape[1], n_resamples, first.shape[1])
    check_totals(second_totals.shape[0], second_totals.shape[1], n_resamples, first.shape[1])
    check_types(Count is double, Total is double)
    if n_resamples == 0:
        return
    if n_sentences == 0:
        first_totals[:, :] = 0
        second_totals[:, :] = 0
        return
    cdef double weight = beta * beta
    cdef Totals one, other
    cdef const Count* rows_of_first = &first[0, 0]
    cdef const Count* rows_of_second = &second[0, 0]
    cdef const Count* table_of_one
    cdef const Count* table_of_other
    cdef int64_t start, end
    cdef Py_ssize_t k, n_columns = first.shape[1]
    cdef const Count* row_of_one
    cdef const Count* row_of_other
    cdef Total* sums_of_one
    cdef Total* sums_of_other
    with nogil:
        for n in range(n_resamples):
            one = Totals(0, 0, 0)
            other = Totals(0, 0, 0)
            sums_of_one = &first_totals[n, 0]
            sums_of_other = &second_totals[n, 0]
            if not is_running:
                for k in range(n_columns):
                    sums_of_one[k] = 0
                    sums_of_other[k] = 0
            for s in range(n_sentences):
                if is_running:
                    table_of_one = rows_of_second if swaps[n, s] else rows_of_first
                    table_of_other = rows_of_first if swaps[n, s] else rows_of_second
                    start = first_places[s]
                    end = first_places[s + 1]
                    add_row(table_of_one, best_row(table_of_one, start, end, weight, &one), &one)
                    add_row(
                        table_of_other,
                        best_row(table_of_other, start, end, weight, &other),
                        &other,
                    )
                else:
                    row_of_one = rows_of_first + n_columns * first_places[s]
                    row_of_other = rows_of_second + n_columns * second_places[s]
                    if swaps[n, s]:
                        row_of_one, row_of_other = row_of_other, row_of_one
                    for k in range(n_columns):
                        sums_of_one[k] += <Total>row_of_one[k]
                        sums_of_other[k] += <Total>row_of_other[k]
            if is_running:
                store(&one, sums_of_one)
                store(&other, sums_of_other)


cdef inline void store(const Totals* so_far, Total* sums) noexcept nogil:
    # Totals of counts are whole numbers far below 2 ** 53: nothing is lost.
    sums[0] = <Total>so_far.correct
    sums[1] = <Total>so_far.proposed
    sums[2] = <Total>so_far.gold


cdef int check_system(
    Py_ssize_t n_rows,
    Py_ssize_t n_columns,
    size_t n_bytes,
    const int64_t[::1] places,
    bint is_running,
) except -1:
    cdef Py_ssize_t n_sentences = places.shape[0] - is_running
    cdef Py_ssize_t s
    if n_columns == 0 or (is_running and n_columns != 3):
        raise ValueError(f"{n_columns} columns, expected {'3' if is_running else 'at least 1'}")
    if is_running and n_bytes != sizeof(int64_t):
        raise ValueError(f"integers of {n_bytes} bytes with a running choice, expected 8")
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
    Py_ssize_t n_lines, Py_ssize_t width, Py_ssize_t n_resamples, Py_ssize_t n_columns
) except -1:
    if n_lines != n_resamples or width != n_columns:
        raise ValueError(
            f"totals of shape ({n_lines}, {width}), expected ({n_resamples}, {n_columns})"
        )
    return 0


cdef int check_types(bint has_weights, bint has_sums_of_weights) except -1:
    if has_weights != has_sums_of_weights:
        raise ValueError("counts and weights found, expected totals of the type of the table")
    return 0
