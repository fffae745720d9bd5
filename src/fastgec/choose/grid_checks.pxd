"""What the kernels of choices check: rows of sentences, and the folds that sentences are in."""

from libc.stdint cimport int32_t, int64_t


cdef inline int check_rows(int64_t n_rows, const int64_t[::1] offsets) except -1:
    """Raise ValueError if a sentence has no row or offsets leave the table."""
    cdef int64_t n_sentences = offsets.shape[0] - 1, s
    if n_sentences < 0 or offsets[0] != 0 or offsets[n_sentences] > n_rows:
        raise ValueError(f"offsets must run from 0 to {n_rows} rows at most")
    for s in range(n_sentences):
        if offsets[s + 1] <= offsets[s]:
            raise ValueError(f"sentence {s} has no row")
    return 0


cdef inline int check_folds(
    int64_t n_sentences, const int32_t[::1] folds, int64_t n_folds, const int32_t[::1] cancel
) except -1:
    """Raise ValueError for a sentence in no fold, or no flag."""
    cdef int64_t s
    if folds.shape[0] != n_sentences:
        raise ValueError(f"folds of {folds.shape[0]} sentences, expected {n_sentences}")
    if cancel.shape[0] != 1 or n_folds < 0:
        raise ValueError("no flag, or a negative number of folds")
    for s in range(n_sentences if n_folds else 0):
        if not 0 <= folds[s] < n_folds:
            raise ValueError(f"sentence {s} in fold {folds[s]} of {n_folds}")
    return 0
