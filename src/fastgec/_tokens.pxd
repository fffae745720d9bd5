"""Tokens as integers: the vocabulary's layout, and the white space of Python's str.split()."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t


cdef class Vocabulary:
    # Text of token t: text[ends[t - 1] : ends[t]]. Slots hold token + 1, 0 is free; n_slots is a
    # power of two. All three arrays are owned by the object and only grow.
    cdef uint8_t *text
    cdef int64_t *ends
    cdef uint32_t *hashes
    cdef int32_t *slots
    cdef int64_t text_room
    cdef int64_t token_room
    cdef int64_t n_slots
    cdef int64_t n_tokens

    cdef int32_t find(self, const uint8_t *word, int64_t size) noexcept nogil
    cdef int32_t intern(self, const uint8_t *word, int64_t size) noexcept nogil
    cdef bint make_room(self, int64_t size) noexcept nogil


cdef inline int space_width(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Return the number of bytes of the white space character at `at`, 0 if it is none.

    White space is what Python's str.split() splits at; the text is UTF-8.
    """
    cdef uint8_t first = at[0]
    if first < 0x80:
        return first == 0x20 or 0x09 <= first <= 0x0D or 0x1C <= first <= 0x1F
    if first == 0xC2:
        return 2 if end - at > 1 and (at[1] == 0x85 or at[1] == 0xA0) else 0
    if end - at < 3:
        return 0
    if first == 0xE2:
        if at[1] == 0x80:
            return 3 if 0x80 <= at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF else 0
        return 3 if at[1] == 0x81 and at[2] == 0x9F else 0
    if first == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0
    if first == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    return 0
