"""What only official GLEU wants: n-grams of the source that a reference lacks altogether."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec.metrics.ngrams.changes cimport Change, Table, find_change
from fastgec.metrics.ngrams.keys cimport N_NOTED, Keys, begun_key, next_key
from fastgec.metrics.ngrams.texts cimport Hunk, Text, n_ngrams


cdef enum:
    FEW = 256  # n-grams, which are looked through for each one that may be absent


cdef inline bint is_repeated(const Keys *keys, int32_t token) noexcept nogil:
    """Whether a token may occur more than once in the source."""
    cdef int place = token & (8 * sizeof(keys.repeated) - 1)
    return keys.repeated[place >> 6] >> (place & 63) & 1


cdef inline void note_repeated(Keys *keys, const Text *source) noexcept nogil:
    """Note the tokens that may occur more than once in the source: a bit for many."""
    cdef uint64_t[N_NOTED] seen
    cdef uint64_t bit
    cdef int64_t i
    cdef int place
    memset(seen, 0, sizeof(seen))
    memset(keys.repeated, 0, sizeof(keys.repeated))
    for i in range(source.size):
        place = source.tokens[i] & (8 * sizeof(seen) - 1)
        bit = <uint64_t>1 << (place & 63)
        keys.repeated[place >> 6] |= seen[place >> 6] & bit
        seen[place >> 6] |= bit


cdef inline int64_t count_absent_all(
    Table *table, const Text *source, const Keys *keys
) noexcept nogil:
    """Do what `count_absent` says, of n-grams that may occur several times in the source."""
    cdef const int32_t *tokens = (
        <const int32_t *>source.numbers if keys.is_numbered else source.tokens
    )
    cdef Change *change
    cdef uint64_t key
    cdef int64_t i, total = 0, n_all = n_ngrams(source, keys.n)
    key = begun_key(tokens, keys)
    for i in range(n_all):
        key = next_key(key, tokens[i + keys.span - 1], keys)
        change = find_change(table, key)
        if change.round != table.round or change.reference != table.reference:
            continue
        if change.in_reference >= 0:
            continue
        change.in_source += 1
        if change.in_source == -change.in_reference:
            total += min(0, change.in_hypothesis) - change.in_reference
        elif change.in_source == 1 - change.in_reference:
            total -= min(0, change.in_hypothesis) - change.in_reference
    return total


cdef inline int64_t occurrences(const Text *source, int64_t place, int n) noexcept nogil:
    """Return how often the n-gram at a place occurs in the source; 0 if it does before that."""
    cdef const int32_t *tokens = source.tokens
    cdef int64_t i, found = 0
    cdef int k
    for i in range(n_ngrams(source, n)):
        if tokens[i] != tokens[place]:
            continue
        k = 1
        while k < n and tokens[i + k] == tokens[place + k]:
            k += 1
        if k == n:
            if i < place:
                return 0
            found += 1
    return found


cdef inline int64_t count_absent(
    Table *table, const Text *source, const Text *reference, const Keys *keys
) noexcept nogil:
    """Return the sum of min(s, h) over the n-grams that the current reference lacks altogether.

    These are those of which the reference has s fewer than the source. They all touch a hunk. One
    with a token that the source has but once stands there but once, too; for others, s is counted,
    at the first of them: if that touches no hunk, the reference has it.
    """
    cdef const int32_t *tokens = (
        <const int32_t *>source.numbers if keys.is_numbered else source.tokens
    )
    cdef const Hunk *hunk
    cdef const Change *change
    cdef uint64_t key
    cdef int64_t first, last, h, i, k, total = 0, done = 0, n_all = n_ngrams(source, keys.n)
    for h in range(reference.n_hunks):
        hunk = &reference.hunks[h]
        first = max(done, hunk.source_start - keys.n + 1)
        last = min(n_all, hunk.source_end)
        if first >= last:
            continue
        done = last
        key = begun_key(tokens + first, keys)
        for i in range(first, last):
            key = next_key(key, tokens[i + keys.span - 1], keys)
            change = find_change(table, key)
            if change.in_reference >= 0 or change.in_hypothesis <= change.in_reference:
                continue
            k = 0
            while k < keys.n and is_repeated(keys, source.tokens[i + k]):
                k += 1
            if k == keys.n:
                if n_all > FEW:
                    return count_absent_all(table, source, keys)
                if occurrences(source, i, keys.n) != -change.in_reference:
                    continue
            total += min(0, change.in_hypothesis) - change.in_reference
    return total
