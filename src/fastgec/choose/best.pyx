"""The ordered choice of one row per sentence, compiled: a resample of a corpus is one such fold.

The rule is the published scorer's, in doubles and compared exactly, see
`choose.rules.FRank`; or ERRANT's, by F of four digits, see `choose/rounded.pxd`.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec.kernels.arena cimport is_cancelled
from fastgec.choose.formulas cimport ratio
from fastgec.choose.grid_checks cimport check_folds, check_rows
from fastgec.choose.rounded cimport Amount, best_on, ten_thousandths

def running_best(
    const Amount[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    double beta,
    Amount[::1] totals not None,
    bint is_running=True,
):
    """Return the chosen row of each sentence: int64[S].

    Parameters: table int64[R, 3] of correct, proposed, gold, or float64; offsets int64[S+1], rows
    of sentences; totals of the same type [3], of the sentences before these: the chosen rows are
    added to it, in order; is_running, whether totals so far take part, or each sentence is alone.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1
    cdef int64_t sentence, row
    if table.shape[1] != 3 or totals.shape[0] != 3:
        raise ValueError(f"{table.shape[1]} columns, expected correct, proposed and gold")
    check_rows(table.shape[0], offsets)
    chosen_memory = memoryview(bytearray(8 * n_sentences)).cast("q")
    cdef int64_t[::1] chosen = chosen_memory
    cdef double weight = beta * beta
    cdef Totals so_far = Totals(totals[0], totals[1], totals[2])
    cdef const Amount* rows
    if n_sentences:
        rows = &table[0, 0]
        with nogil:
            for sentence in range(n_sentences):
                row = best_row(rows, offsets[sentence], offsets[sentence + 1], weight, &so_far)
                if is_running:
                    add_row(rows, row, &so_far)
                chosen[sentence] = row
    totals[0] = <Amount>so_far.correct
    totals[1] = <Amount>so_far.proposed
    totals[2] = <Amount>so_far.gold
    return chosen_memory


def rounded_best(
    const Amount[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    double weight,
    Amount[::1] totals not None,
    bint is_running=True,
):
    """Return the chosen row of each sentence: int64[S].

    Parameters: table int64[R, 3] of tp, fp, fn, or float64, perhaps with tn as a fourth column;
    offsets int64[S+1], rows of sentences; weight, the square of beta; totals of the same type and
    width, of the sentences before these: the chosen rows are added to it, in order; is_running,
    whether totals so far take part, or each sentence is alone.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1
    cdef int64_t s, k, width = table.shape[1]
    if width not in (3, 4) or totals.shape[0] != width:
        raise ValueError(f"{width} columns, {totals.shape[0]} totals, expected tp, fp, fn (tn)")
    check_rows(table.shape[0], offsets)
    import numpy as np  # plain runs need none

    chosen_array = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] chosen = chosen_array
    cdef Amount so_far[4]
    for k in range(width):
        so_far[k] = totals[k]
    with nogil:
        for s in range(n_sentences):
            chosen[s] = best_on(
                &table[0, 0], width, offsets[s], offsets[s + 1], so_far, weight
            )
            if is_running:
                for k in range(width):
                    so_far[k] += table[chosen[s], k]
    for k in range(width):
        totals[k] = so_far[k]
    return chosen_array


def rounded_grid(
    const int64_t[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    const double[::1] weights not None,
    const int32_t[::1] folds not None,
    int64_t n_folds,
    const int32_t[::1] cancel not None,
):
    """Return totals of the running choice at many weights: int64[1 + n_folds, B, 3].

    Parameters: table and offsets as `rounded_best`; weights float64[B], squares of betas; folds
    int32[S], the fold of each sentence, from 0; cancel int32[1]. The first totals are those of the
    whole corpus, the next those without fold 0, and so on.
    Raises: ValueError for shapes that do not fit, a sentence without a row, or no such fold.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1, n_betas = weights.shape[0]
    cdef int64_t s, b, state, row
    cdef bint is_alike
    if table.shape[1] != 3:
        raise ValueError(f"{table.shape[1]} columns, expected tp, fp and fn")
    check_folds(n_sentences, folds, n_folds, cancel)
    check_rows(table.shape[0], offsets)
    import numpy as np  # plain runs need none

    sums_array = np.zeros((1 + n_folds, n_betas, 3), np.int64)
    cdef int64_t[:, :, ::1] sums = sums_array
    with nogil:
        for s in range(n_sentences):
            if s % 16 == 0 and is_cancelled(&cancel[0]):
                break
            is_alike = True
            for row in range(offsets[s] + 1, offsets[s + 1]):
                for b in range(3):
                    is_alike = is_alike and table[row, b] == table[offsets[s], b]
            for state in range(n_folds + 1):
                if n_folds and state == folds[s] + 1:
                    continue
                for b in range(n_betas):
                    row = offsets[s]
                    if not is_alike:
                        row = best_on(
                            &table[0, 0], 3, row, offsets[s + 1], &sums[state, b, 0], weights[b]
                        )
                    sums[state, b, 0] += table[row, 0]
                    sums[state, b, 1] += table[row, 1]
                    sums[state, b, 2] += table[row, 2]
    return sums_array


def sentence_best(
    const double[:, ::1] ranks not None, const int64_t[::1] offsets not None
):
    """Return the row of each sentence whose ranks are largest, the last column first: int64[S].

    The earliest row wins a complete tie.
    Raises: ValueError if a sentence has no row or offsets leave the table.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1
    cdef int64_t n_columns = ranks.shape[1]
    cdef int64_t sentence, row, best, column
    if n_sentences < 0 or offsets[0] < 0 or offsets[n_sentences] > ranks.shape[0]:
        raise ValueError(f"offsets must lie within {ranks.shape[0]} rows")
    for sentence in range(n_sentences):
        if offsets[sentence + 1] <= offsets[sentence]:
            raise ValueError(f"sentence {sentence} has no row")
    import numpy as np  # plain runs need none

    chosen_array = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] chosen = chosen_array
    with nogil:
        for sentence in range(n_sentences):
            best = offsets[sentence]
            for row in range(best + 1, offsets[sentence + 1]):
                column = n_columns - 1
                while column >= 0 and ranks[row, column] == ranks[best, column]:
                    column -= 1
                if column >= 0 and ranks[row, column] > ranks[best, column]:
                    best = row
            chosen[sentence] = best
    return chosen_array


def sum_rows(const int64_t[:, ::1] table not None, const int64_t[::1] rows not None):
    """Return the sum of some rows, as table[rows].sum(axis=0) without the copy: int64[K].

    Raises: ValueError for a row outside the table.
    """
    cdef int64_t n_columns = table.shape[1]
    cdef int64_t i, column
    for i in range(rows.shape[0]):
        if not 0 <= rows[i] < table.shape[0]:
            raise ValueError(f"row {rows[i]} of {table.shape[0]}")
    total_memory = memoryview(bytearray(8 * n_columns)).cast("q")
    cdef int64_t[::1] total = total_memory
    cdef const int64_t *row
    cdef int64_t *sums
    if n_columns and rows.shape[0]:
        sums = &total[0]
        with nogil:
            for i in range(rows.shape[0]):
                row = &table[rows[i], 0]
                for column in range(n_columns):
                    sums[column] += row[column]
    return total_memory


def row_scores(const Amount[:, ::1] table not None, double beta):
    """Return MaxMatch's F of each row, of precision and recall as in a score: float64[R].

    Parameters: table int64[R, 3] of correct, proposed, gold, or float64.
    Raises: ValueError for other columns.
    """
    cdef int64_t row
    cdef double precision, recall, weight = beta * beta
    if table.shape[1] != 3:
        raise ValueError(f"{table.shape[1]} columns, expected correct, proposed and gold")
    import numpy as np  # plain runs need none

    found_array = np.empty(table.shape[0])
    cdef double[::1] found = found_array
    with nogil:
        for row in range(table.shape[0]):
            precision = ratio(<double>table[row, 0], <double>table[row, 1], 1.0)
            recall = ratio(<double>table[row, 0], <double>table[row, 2], 1.0)
            found[row] = ratio(
                (1.0 + weight) * precision * recall, weight * precision + recall, 0.0
            )
    return found_array


def rounded(const double[::1] values not None):
    """Return round(value, 4) x 10000 of values from 0 to 1: int64[n]; for tests."""
    cdef int64_t at
    import numpy as np  # plain runs need none

    found_array = np.empty(values.shape[0], np.int64)
    cdef int64_t[::1] found = found_array
    for at in range(values.shape[0]):
        found[at] = ten_thousandths(values[at])
    return found_array
