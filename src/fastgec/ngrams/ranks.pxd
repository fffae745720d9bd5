"""N-grams as numbers: their ranks, and the table that gives them.

An n-gram is named by its rank: the number under which the table of its order knows it. At order n
the key of the n-gram at position i is the pair (rank of the (n-1)-gram at i, token at i+n-1), which
is exact for any order and any vocabulary, with one probe per n-gram and order. A token that is
UNKNOWN (-1) equals nothing, so no n-gram with it gets a rank.

The table is open addressing with linear search, at most half of it filled, and emptied for each
order. The ranks of a text stay where they are: order n reads those of order n - 1 from there.
"""

from cython cimport overflowcheck
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec.ngrams.texts cimport Text


cdef struct Entry:
    uint64_t key
    int32_t source
    int32_t hypothesis
    bint is_left_out  # occurs in the common part too (official GLEU only)


cdef struct RankTable:
    int32_t *slots  # entry + 1, 0 is free
    Entry *entries
    int32_t n_entries
    int shift  # 64 - log2 of the number of slots
    uint64_t mask


@overflowcheck(False)
cdef inline uint64_t rank_slot(const RankTable *table, uint64_t key) noexcept nogil:
    return (key * <uint64_t>0x9E3779B97F4A7C15) >> table.shift


cdef inline int32_t find_rank(const RankTable *table, uint64_t key) noexcept nogil:
    """Return the entry of an n-gram, -1 if it has none."""
    cdef uint64_t slot = rank_slot(table, key)
    cdef int32_t entry = table.slots[slot] - 1
    while entry >= 0 and table.entries[entry].key != key:
        slot = (slot + 1) & table.mask
        entry = table.slots[slot] - 1
    return entry


cdef inline int32_t enter_rank(RankTable *table, uint64_t key) noexcept nogil:
    """Return the entry of an n-gram, a new one with zero counts if it has none."""
    cdef uint64_t slot = rank_slot(table, key)
    cdef int32_t entry = table.slots[slot] - 1
    while entry >= 0:
        if table.entries[entry].key == key:
            return entry
        slot = (slot + 1) & table.mask
        entry = table.slots[slot] - 1
    entry = table.n_entries
    table.n_entries += 1
    table.slots[slot] = entry + 1
    table.entries[entry].key = key
    table.entries[entry].source = 0
    table.entries[entry].hypothesis = 0
    table.entries[entry].is_left_out = False
    return entry


cdef inline uint64_t key_at(const Text *text, int64_t i, int n) noexcept nogil:
    """Return the key of the n-gram at i: its (n-1)-gram has a rank, its last token is known."""
    return <uint64_t>text.ranks[i] << 32 | <uint64_t>text.tokens[i + n - 1]


cdef inline bint has_key(const Text *text, int64_t i, int n) noexcept nogil:
    return text.ranks[i] >= 0 and text.tokens[i + n - 1] >= 0


cdef inline void clear(RankTable *table, int64_t n_ngrams) noexcept nogil:
    """Empty the table and give it slots for that many n-grams, at most half of them filled."""
    cdef int bits = 3
    while (<int64_t>1 << bits) < 2 * n_ngrams:
        bits += 1
    table.n_entries = 0
    table.shift = 64 - bits
    table.mask = (<uint64_t>1 << bits) - 1
    memset(table.slots, 0, (<size_t>1 << bits) * sizeof(int32_t))
