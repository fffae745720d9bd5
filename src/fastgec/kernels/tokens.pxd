"""Tokens as integers: the vocabulary's layout, and how a token is looked up."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy


cdef struct Slot:
    # A token of up to 8 bytes is its own key, so that most look-ups read one slot and nothing else;
    # a longer one has a hash as key, and its text decides.
    uint64_t key
    uint32_t size
    int32_t token  # -1: the slot is free


cdef struct Words:
    # Open addressing with linear search; n_slots is a power of two, at most half of them are used.
    # Text of token t: text[ends[t] : ends[t + 1]]; SLACK bytes behind all text can be read.
    Slot *slots
    int64_t n_slots
    uint8_t *text
    int64_t text_room
    int64_t *ends
    int64_t token_room
    int64_t n_tokens


cdef class Vocabulary:
    cdef Words words  # owned; only grows

    cdef bint make_room(self, int64_t size) noexcept nogil
    cdef int32_t intern(self, const uint8_t *word, int64_t size) noexcept nogil


cdef inline uint64_t key_of(const uint8_t *word, int64_t size) noexcept nogil:
    cdef uint64_t key = 0
    cdef uint64_t chunk
    cdef uint32_t low, high
    if size > 8:
        key = <uint64_t>size
        while size > 8:
            memcpy(&chunk, word, 8)
            key = (key ^ chunk) * <uint64_t>0xD6E8FEB86659FD93
            key ^= key >> 32
            word += 8
            size -= 8
        # The last 8 bytes may overlap those before.
        memcpy(&chunk, word + size - 8, 8)
        key = (key ^ chunk) * <uint64_t>0xD6E8FEB86659FD93
        return key ^ key >> 32
    if size >= 4:
        memcpy(&low, word, 4)
        memcpy(&high, word + size - 4, 4)
        return <uint64_t>high << 8 * (size - 4) | low
    while size > 0:
        size -= 1
        key = key << 8 | word[size]
    return key


cdef inline int64_t slot_of(const Words *words, uint64_t key) noexcept nogil:
    cdef uint64_t mixed = key * <uint64_t>0x9E3779B97F4A7C15
    return <int64_t>(mixed >> 32 & <uint64_t>(words.n_slots - 1))


cdef inline int32_t find_word(const Words *words, const uint8_t *word, int64_t size) noexcept nogil:
    """Return the id of a token, -1 if the vocabulary lacks it."""
    cdef uint64_t key = key_of(word, size)
    cdef int64_t at = slot_of(words, key)
    cdef const Slot *slot = &words.slots[at]
    while slot.token >= 0:
        if slot.key == key and slot.size == size:
            if size <= 8 or memcmp(words.text + words.ends[slot.token], word, size) == 0:
                return slot.token
        at = (at + 1) & (words.n_slots - 1)
        slot = &words.slots[at]
    return -1
