"""Numbers of words within one sentence.

Alignments compare the tokens of one sentence only, so its words are numbered from 0 and forgotten
with it: the table stays in the fastest cache, where that of a corpus does not. A word of up to 8
bytes is its own key, read and masked in one go: there must be 8 bytes to read behind any word
(`SLACK`).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp

from fastgec.kernels.words cimport eight_bytes, short_key


cdef struct Slot:
    uint64_t key  # the word itself up to 8 bytes, else a hash of it, and its text decides
    const uint8_t *text
    uint32_t size
    uint32_t round  # the slot is free unless it is that of the names
    int32_t number


cdef struct Names:
    # Open addressing with linear search in the first slots, at most half of which are used: few of
    # many, so that they stay in the fastest cache.
    Slot *slots
    uint64_t n_slots
    uint64_t mask
    uint32_t round  # of the sentence
    int32_t n_names


cdef inline bint open_names(Names *names, int64_t n_words) noexcept nogil:
    """Forget all names, and make room for so many; False if there is no memory for them."""
    cdef uint64_t n_slots = 64
    cdef void *memory
    while n_slots < 2 * <uint64_t>n_words:
        n_slots *= 2
    names.n_names = 0
    names.round += 1
    names.mask = n_slots - 1
    if n_slots > names.n_slots or names.round == 0:
        n_slots = max(n_slots, names.n_slots)
        memory = calloc(n_slots, sizeof(Slot))
        if memory == NULL:
            return False
        free(names.slots)
        names.slots = <Slot *>memory
        names.n_slots = n_slots
        names.round = 1
    return True


cdef inline bint grow_names(Names *names) noexcept nogil:
    """Make room for twice as many names; False if there is no memory for them."""
    cdef uint64_t mask = 2 * names.mask + 1, old, at
    cdef Slot *slots = <Slot *>calloc(mask + 1, sizeof(Slot))
    if slots == NULL:
        return False
    for old in range(names.mask + 1):
        if names.slots[old].round == names.round:
            at = place_of(names.slots[old].key, mask)
            while slots[at].round:
                at = (at + 1) & mask
            slots[at] = names.slots[old]
    free(names.slots)
    names.slots = slots
    names.n_slots = mask + 1
    names.mask = mask
    return True


cdef inline uint64_t place_of(uint64_t key, uint64_t mask) noexcept nogil:
    """Return the slot at which the search for a key begins."""
    return (key * <uint64_t>0x9E3779B97F4A7C15) >> 32 & mask


cdef inline uint64_t key_of(const uint8_t *word, int64_t size) noexcept nogil:
    cdef uint64_t key
    if size <= 8:
        return short_key(word, size)
    key = <uint64_t>size
    while size > 8:
        key = (key ^ eight_bytes(word)) * <uint64_t>0xD6E8FEB86659FD93
        key ^= key >> 32
        word += 8
        size -= 8
    # The last 8 bytes may overlap those before.
    key = (key ^ eight_bytes(word + size - 8)) * <uint64_t>0xD6E8FEB86659FD93
    return key ^ key >> 32


cdef inline Slot *slot_of(const Names *names, const uint8_t *word, int64_t size) noexcept nogil:
    """Return the slot of a word, a free one if it has no name; its key is written there."""
    cdef uint64_t key = key_of(word, size)
    cdef uint64_t at = place_of(key, names.mask)
    cdef Slot *slot = &names.slots[at]
    while slot.round == names.round:
        if slot.key == key and slot.size == size:
            if size <= 8 or memcmp(slot.text, word, size) == 0:
                return slot
        at = (at + 1) & names.mask
        slot = &names.slots[at]
    slot.key = key
    return slot


cdef inline int32_t number_of(Names *names, const uint8_t *word, int64_t size) noexcept nogil:
    """Return the number of a word, a new one if it has none."""
    cdef Slot *slot = slot_of(names, word, size)
    if slot.round != names.round:
        slot.round = names.round
        slot.size = <uint32_t>size
        slot.text = word
        slot.number = names.n_names
        names.n_names += 1
    return slot.number


cdef inline int32_t known_number(
    const Names *names, const uint8_t *word, int64_t size
) noexcept nogil:
    """Return the number of a word, -1 if it has none."""
    cdef Slot *slot = slot_of(names, word, size)
    return slot.number if slot.round == names.round else -1
