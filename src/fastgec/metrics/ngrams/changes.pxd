"""The table of n-grams that a text has more often or more rarely than its source.

Open addressing with linear search in the first slots of many: six for each n-gram where they are
few, so that search seldom goes on, else three for two. A slot is free unless it bears the round of
the table, so that nothing is emptied.
"""

from cython cimport overflowcheck
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free


cdef enum:
    FEW = 1 << 12   # n-grams
    KEPT = 1 << 19  # slots that are kept for the next units (16 MB)


cdef struct Change:
    uint64_t key
    uint32_t round      # of the table
    uint32_t reference  # the round of the reference for which the next two hold
    int32_t in_reference   # how many more than in the source
    int32_t in_source      # occurrences that were seen
    int32_t in_hypothesis  # how many more than in the source; or the rank


cdef struct Table:
    Change *slots
    uint64_t n_slots
    uint64_t mask
    int shift
    uint32_t round
    uint32_t reference
    size_t limit  # bytes


cdef inline int open_table(Table *table, int64_t n_ngrams) noexcept nogil:
    """Make room for so many n-grams; False if the limit has no memory for it, -1 none at all."""
    cdef uint64_t n_slots = 32
    cdef int shift = 59
    while 2 * n_slots < (12 if n_ngrams <= FEW else 3) * <uint64_t>n_ngrams:
        n_slots *= 2
        shift -= 1
    if n_slots > table.n_slots or (table.n_slots > KEPT and n_slots <= KEPT):
        free(table.slots)
        table.slots = NULL
        table.n_slots = 0
        if n_slots > table.limit // sizeof(Change):
            return 0
        table.slots = <Change *>calloc(n_slots, sizeof(Change))
        if table.slots == NULL:
            return -1
        table.n_slots = n_slots
        table.round = 0
    table.mask = n_slots - 1
    table.shift = shift
    return 1


@overflowcheck(False)
cdef inline void forget(Table *table) noexcept nogil:
    """Empty the table, which is open."""
    cdef uint64_t slot
    table.round += 1
    if table.round == 0:
        for slot in range(table.n_slots):
            table.slots[slot].round = 0
        table.round = 1
    table.reference = 0


@overflowcheck(False)
cdef inline uint64_t slot_of(const Table *table, uint64_t key) noexcept nogil:
    return (key * <uint64_t>0x9E3779B97F4A7C15) >> table.shift


cdef inline Change *find_change(const Table *table, uint64_t key) noexcept nogil:
    """Return what is known of an n-gram; a slot of another round where nothing is."""
    cdef uint64_t slot = slot_of(table, key)
    while table.slots[slot].round == table.round and table.slots[slot].key != key:
        slot = (slot + 1) & table.mask
    return &table.slots[slot]


cdef inline Change *enter_change(Table *table, uint64_t key) noexcept nogil:
    """Return what is known of an n-gram, which is entered if nothing is."""
    cdef Change *change = find_change(table, key)
    if change.round != table.round:
        change.key = key
        change.round = table.round
        change.reference = 0
        change.in_hypothesis = 0
    return change
