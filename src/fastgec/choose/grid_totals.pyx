"""The choice at many betas at once, compiled: totals of a corpus by folds, or without each fold.

GREEN's choice is that of each sentence alone (`grid_sentences`), MaxMatch's a running one
(`grid_running`).
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t

from fastgec.kernels.arena cimport is_cancelled
from fastgec.choose.grid_sentences cimport Lines, add_changes, choose_all
from fastgec.choose.grid_checks cimport check_folds, check_rows
from fastgec.choose.grid_running cimport add_best, are_regular, keep_rows

cdef int64_t SENTENCES_BETWEEN_LOOKS = 64


def lines_grid(
    const int64_t[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    const double[:, ::1] precisions not None,
    const double[:, ::1] recalls not None,
    const double[::1] alphas not None,
    const int32_t[::1] folds not None,
    int64_t[:, :, ::1] sums not None,
    const int32_t[::1] cancel not None,
):
    """Add the rows that each sentence chooses at every point of a grid to the sums of its fold.

    Parameters: table int64[R, K]; offsets int64[S+1], rows of sentences; precisions and recalls
    float64[R, N] of the rows; alphas float64[B], which never grow; folds int32[S]; sums
    int64[folds, B, K], changed; cancel int32[1].
    Raises: ValueError for shapes that do not fit, a sentence without a row, no such fold, or alphas
    that grow.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1, n_betas = alphas.shape[0]
    cdef int64_t n_columns = table.shape[1], n_rows = table.shape[0]
    cdef int64_t s, b, k
    check_rows(n_rows, offsets)
    check_folds(n_sentences, folds, sums.shape[0], cancel)
    if precisions.shape[0] != n_rows or recalls.shape[0] != n_rows:
        raise ValueError(f"lines of other rows found, expected {n_rows}")
    if precisions.shape[1] != recalls.shape[1] or not precisions.shape[1]:
        raise ValueError("precisions and recalls of unlike orders, or of none")
    if sums.shape[1] != n_betas or sums.shape[2] != n_columns:
        raise ValueError(f"sums for other than {n_betas} points and {n_columns} columns")
    for b in range(1, n_betas):
        if not alphas[b] <= alphas[b - 1]:
            raise ValueError("betas that fall found, expected that they grow")
    if not (n_sentences and n_betas and n_columns):
        return
    chosen_array = np.zeros(n_betas, np.int64)
    changes_array = np.zeros((sums.shape[0], n_betas, n_columns), np.int64)
    cdef int64_t[::1] chosen = chosen_array
    cdef int64_t[:, :, ::1] changes = changes_array
    cdef Lines lines
    cdef const int64_t* rows
    cdef int64_t* into
    lines.n_orders = precisions.shape[1]
    lines.alphas = &alphas[0]
    lines.chosen = &chosen[0]
    with nogil:
        for s in range(n_sentences):
            if s % SENTENCES_BETWEEN_LOOKS == 0 and is_cancelled(&cancel[0]):
                break
            lines.precisions = &precisions[offsets[s], 0]
            lines.recalls = &recalls[offsets[s], 0]
            lines.n_rows = offsets[s + 1] - offsets[s]
            choose_all(&lines, n_betas)
            rows = &table[offsets[s], 0]
            into = &changes[folds[s], 0, 0]
            add_changes(rows, n_columns, chosen[0], -1, into)
            for b in range(1, n_betas):
                if chosen[b] != chosen[b - 1]:
                    add_changes(rows, n_columns, chosen[b], chosen[b - 1], into + b * n_columns)
    # From differences between points to sums at points.
    np.cumsum(changes_array, axis=1, out=changes_array)
    np.asarray(sums)[...] += changes_array


def running_grid(
    const int64_t[:, ::1] table not None,
    const int64_t[::1] offsets not None,
    const double[::1] betas not None,
    const int32_t[::1] folds not None,
    int64_t n_folds,
    const int32_t[::1] cancel not None,
):
    """Return totals of the running choice by F: int64[1 + n_folds, B, 3].

    Parameters: table int64[R, 3] of correct, proposed, gold; offsets int64[S+1], rows of sentences;
    betas float64[B]; folds int32[S], the fold of each sentence, from 0; cancel int32[1]. The first
    totals are those of the whole corpus, the next those without fold 0, and so on.
    Raises: ValueError for shapes that do not fit, a sentence without a row, or no such fold.
    """
    cdef int64_t n_sentences = offsets.shape[0] - 1, n_betas = betas.shape[0]
    check_rows(table.shape[0], offsets)
    check_folds(n_sentences, folds, n_folds, cancel)
    if table.shape[1] != 3:
        raise ValueError(f"{table.shape[1]} columns, expected correct, proposed and gold")
    sums_array = np.zeros((1 + n_folds, 3, n_betas), np.float64)
    base_array = np.zeros((1 + n_folds, 3), np.float64)
    weights_array = np.square(betas)
    kept_array = np.empty(max(1, np.diff(offsets).max(initial=1)), np.int64)
    cdef double[:, :, ::1] sums = sums_array
    cdef double[:, ::1] base = base_array
    cdef const double[::1] weights = weights_array
    cdef int64_t[::1] kept = kept_array
    cdef bint is_regular = are_regular(table, weights)
    cdef int64_t s, state, n_kept, k
    if n_sentences and n_betas:
        with nogil:
            for s in range(n_sentences):
                if s % SENTENCES_BETWEEN_LOOKS == 0 and is_cancelled(&cancel[0]):
                    break
                n_kept = keep_rows(
                    &table[offsets[s], 0], offsets[s + 1] - offsets[s], is_regular, &kept[0]
                )
                for state in range(n_folds + 1):
                    if n_folds and state == folds[s] + 1:
                        continue
                    if n_kept == 1:
                        for k in range(3):
                            base[state, k] += table[offsets[s] + kept[0], k]
                    else:
                        add_best(
                            &table[offsets[s], 0], &kept[0], n_kept, &weights[0], n_betas,
                            &base[state, 0], &sums[state, 0, 0],
                        )
    totals = (sums_array + base_array[:, :, None]).transpose(0, 2, 1)
    return np.ascontiguousarray(totals).astype(np.int64)
