"""Pairs of a hypothesis row and a reference row of one sentence: their counts, whole and by type.

Rows hold keys as `metrics.errant.keys` makes them. A key of both sides is correct (tp), once for
each of its types in the reference; one of the hypothesis alone is not (fp), one of the reference
alone is missed (fn), once for each of their types. A key whose first type is noop proposes nothing
and misses nothing, but it does match. Keys of a reference row are marked once and then looked up
from each hypothesis row, so that a pair takes as long as it has keys.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t

from fastgec.kernels.checks cimport check_offsets


def count_pairs(
    const int64_t[::1] hyp_rows not None,
    const int64_t[::1] hyp_offsets not None,
    const int32_t[::1] hyp_keys not None,
    const int64_t[::1] hyp_kind_offsets not None,
    const int32_t[::1] hyp_kinds not None,
    const int64_t[::1] ref_rows not None,
    const int64_t[::1] ref_offsets not None,
    const int32_t[::1] ref_keys not None,
    const int64_t[::1] ref_kind_offsets not None,
    const int32_t[::1] ref_kinds not None,
    int64_t n_keys,
    int32_t noop,
):
    """Count every pair of a hypothesis row and a reference row of a sentence.

    Parameters: for both sides row_offsets int64[S+1] and what `key_edits` returned; n_keys of their
    table; noop, the number of that type.
    Returns: (table, offsets, pairs): int64[R, 3] of tp, fp, fn; int64[S+1]; int64[R, 2], the row of
    either side. Pairs of a sentence stand in order of the hypothesis row, then the reference row.
    Raises: ValueError for shapes that do not fit.
    """
    cdef int64_t n_sentences = hyp_rows.shape[0] - 1
    if ref_rows.shape[0] != n_sentences + 1:
        raise ValueError(f"{ref_rows.shape[0] - 1} sentences, expected {n_sentences}")
    check_side(hyp_rows, hyp_offsets, hyp_keys, hyp_kind_offsets, hyp_kinds, n_keys)
    check_side(ref_rows, ref_offsets, ref_keys, ref_kind_offsets, ref_kinds, n_keys)
    offsets_array = np.zeros(n_sentences + 1, np.int64)
    np.cumsum(np.diff(hyp_rows) * np.diff(ref_rows), out=offsets_array[1:])
    table_array = np.empty((offsets_array[n_sentences], 3), np.int64)
    pairs_array = np.empty((offsets_array[n_sentences], 2), np.int64)
    cdef int64_t[::1] offsets = offsets_array
    cdef int64_t[:, ::1] table = table_array, pairs = pairs_array
    marked_array = np.full(n_keys + 1, -1, np.int64)  # the last reference row that has the key
    where_array = np.empty(n_keys + 1, np.int64)  # and its place there
    cdef int64_t[::1] marked = marked_array, where = where_array
    cdef int64_t s, h, r, at, other, pair, n_refs, missed, tp, fp, fn, size
    with nogil:
        for s in range(n_sentences):
            n_refs = ref_rows[s + 1] - ref_rows[s]
            for r in range(ref_rows[s], ref_rows[s + 1]):
                missed = 0
                for at in range(ref_offsets[r], ref_offsets[r + 1]):
                    marked[ref_keys[at]] = r
                    where[ref_keys[at]] = at
                    if ref_kinds[ref_kind_offsets[at]] != noop:
                        missed += ref_kind_offsets[at + 1] - ref_kind_offsets[at]
                for h in range(hyp_rows[s], hyp_rows[s + 1]):
                    tp = fp = 0
                    fn = missed
                    for at in range(hyp_offsets[h], hyp_offsets[h + 1]):
                        other = -1
                        if marked[hyp_keys[at]] == r:
                            other = where[hyp_keys[at]]
                            size = ref_kind_offsets[other + 1] - ref_kind_offsets[other]
                            if ref_kinds[ref_kind_offsets[other]] != noop:
                                fn -= size
                        if hyp_kinds[hyp_kind_offsets[at]] == noop:
                            continue
                        if other >= 0:
                            tp += size
                        else:
                            fp += hyp_kind_offsets[at + 1] - hyp_kind_offsets[at]
                    pair = offsets[s] + (h - hyp_rows[s]) * n_refs + r - ref_rows[s]
                    pairs[pair, 0] = h
                    pairs[pair, 1] = r
                    table[pair, 0] = tp
                    table[pair, 1] = fp
                    table[pair, 2] = fn
    return table_array, offsets_array, pairs_array


def count_kinds(
    const int64_t[:, ::1] pairs not None,
    const int64_t[::1] hyp_offsets not None,
    const int32_t[::1] hyp_keys not None,
    const int64_t[::1] hyp_kind_offsets not None,
    const int32_t[::1] hyp_kinds not None,
    const int64_t[::1] ref_offsets not None,
    const int32_t[::1] ref_keys not None,
    const int64_t[::1] ref_kind_offsets not None,
    const int32_t[::1] ref_kinds not None,
    int64_t n_keys,
    int64_t n_kinds,
    int32_t noop,
):
    """Count some pairs by type.

    Parameters: pairs int64[P, 2], the row of either side; the rest as `count_pairs`; n_kinds, the
    number of types.
    Returns: (offsets, kinds, counts): int64[P+1]; int32[N], the types of each pair in the order in
    which they are counted first; int64[N, 3], their tp, fp, fn.
    Raises: ValueError for shapes that do not fit.
    """
    cdef int64_t n_pairs = pairs.shape[0], n_h = hyp_offsets.shape[0] - 1
    cdef int64_t n_r = ref_offsets.shape[0] - 1, pair, h, r, at, other, kind_at, first
    if pairs.shape[1] != 2:
        raise ValueError(f"{pairs.shape[1]} rows in a pair, expected 2")
    check_side(None, hyp_offsets, hyp_keys, hyp_kind_offsets, hyp_kinds, n_keys)
    check_side(None, ref_offsets, ref_keys, ref_kind_offsets, ref_kinds, n_keys)
    cdef int64_t room = 1
    for pair in range(n_pairs):
        h, r = pairs[pair, 0], pairs[pair, 1]
        if not (0 <= h < n_h and 0 <= r < n_r):
            raise ValueError(f"pair {h} {r} of {n_h} and {n_r} rows")
        room += hyp_kind_offsets[hyp_offsets[h + 1]] - hyp_kind_offsets[hyp_offsets[h]]
        room += ref_kind_offsets[ref_offsets[r + 1]] - ref_kind_offsets[ref_offsets[r]]
    check_kinds(hyp_kinds, n_kinds)
    check_kinds(ref_kinds, n_kinds)
    offsets_array = np.zeros(n_pairs + 1, np.int64)
    kinds_array = np.empty(room, np.int32)
    counts_array = np.zeros((room, 3), np.int64)
    marked_array = np.full((2, n_keys + 1), -1, np.int64)  # the last pair whose side has the key
    place_array = np.full(n_kinds, -1, np.int64)  # the last place of a type
    cdef int64_t[::1] offsets = offsets_array, place = place_array
    cdef int32_t[::1] kinds = kinds_array
    cdef int64_t[:, ::1] counts = counts_array, marked = marked_array
    where_array = np.empty(n_keys + 1, np.int64)
    cdef int64_t[::1] where = where_array
    cdef int64_t n = 0
    with nogil:
        for pair in range(n_pairs):
            h = pairs[pair, 0]
            r = pairs[pair, 1]
            first = n
            for at in range(ref_offsets[r], ref_offsets[r + 1]):
                marked[1, ref_keys[at]] = pair
                where[ref_keys[at]] = at
            for at in range(hyp_offsets[h], hyp_offsets[h + 1]):
                marked[0, hyp_keys[at]] = pair
                if hyp_kinds[hyp_kind_offsets[at]] == noop:
                    continue
                if marked[1, hyp_keys[at]] == pair:
                    other = where[hyp_keys[at]]
                    for kind_at in range(ref_kind_offsets[other], ref_kind_offsets[other + 1]):
                        n = add_kind(ref_kinds[kind_at], 0, first, n, place, kinds, counts)
                else:
                    for kind_at in range(hyp_kind_offsets[at], hyp_kind_offsets[at + 1]):
                        n = add_kind(hyp_kinds[kind_at], 1, first, n, place, kinds, counts)
            for at in range(ref_offsets[r], ref_offsets[r + 1]):
                if ref_kinds[ref_kind_offsets[at]] == noop or marked[0, ref_keys[at]] == pair:
                    continue
                for kind_at in range(ref_kind_offsets[at], ref_kind_offsets[at + 1]):
                    n = add_kind(ref_kinds[kind_at], 2, first, n, place, kinds, counts)
            offsets[pair + 1] = n
    return offsets_array, kinds_array[:n].copy(), counts_array[:n].copy()


cdef inline int64_t add_kind(
    int32_t kind,
    int64_t column,
    int64_t first,
    int64_t n,
    int64_t[::1] place,
    int32_t[::1] kinds,
    int64_t[:, ::1] counts,
) noexcept nogil:
    """Count a type of the pair whose types begin at `first`; return how many there are now."""
    if place[kind] < first:
        place[kind] = n
        kinds[n] = kind
        n += 1
    counts[place[kind], column] += 1
    return n


cdef int check_side(
    const int64_t[::1] rows,
    const int64_t[::1] offsets,
    const int32_t[::1] keys,
    const int64_t[::1] kind_offsets,
    const int32_t[::1] kinds,
    int64_t n_keys,
) except -1:
    """Raise ValueError unless rows, keys and types fit; every key has a type."""
    cdef int64_t at
    if rows is not None:
        check_offsets("row_offsets", rows, offsets.shape[0] - 1)
    check_offsets("key_offsets", offsets, keys.shape[0])
    check_offsets("kind_offsets", kind_offsets, kinds.shape[0])
    if kind_offsets.shape[0] != keys.shape[0] + 1:
        raise ValueError(f"types of {kind_offsets.shape[0] - 1} keys, expected {keys.shape[0]}")
    for at in range(keys.shape[0]):
        if not 0 <= keys[at] < n_keys or kind_offsets[at + 1] == kind_offsets[at]:
            raise ValueError(f"key {keys[at]} of {n_keys}, or one without a type")
    return 0


cdef int check_kinds(const int32_t[::1] kinds, int64_t n_kinds) except -1:
    cdef int64_t at
    for at in range(kinds.shape[0]):
        if not 0 <= kinds[at] < n_kinds:
            raise ValueError(f"type {kinds[at]} of {n_kinds}")
    return 0
