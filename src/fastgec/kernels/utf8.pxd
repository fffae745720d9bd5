"""Whether bytes are UTF-8, by the rules of Python: no surrogates, no longer form than needed."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy


cdef inline bint is_following(const uint8_t *at, int n) noexcept nogil:
    """Whether n bytes continue a character."""
    cdef int place
    for place in range(n):
        if at[place] & 0xC0 != 0x80:
            return False
    return True


cdef inline bint is_utf8(const uint8_t *data, int64_t size) noexcept nogil:
    cdef int64_t at = 0, place, next_look = 0
    cdef uint64_t chunk, high
    cdef uint8_t first, second
    while at < size:
        # Nearly all text is ASCII: 64 bytes at a time. Where some are not, all are looked at alone.
        while at >= next_look and size - at >= 64:
            high = 0
            for place in range(0, 64, 8):
                memcpy(&chunk, data + at + place, 8)
                high |= chunk
            if high & <uint64_t>0x8080808080808080:
                next_look = at + 64
                break
            at += 64
        if at == size:
            break
        first = data[at]
        if first < 0x80:
            at += 1
            continue
        second = data[at + 1] if at + 1 < size else 0
        if 0xC2 <= first < 0xE0:
            if not 0x80 <= second < 0xC0:
                return False
            at += 2
        elif 0xE0 <= first < 0xF0:
            if size - at < 3 or not is_following(data + at + 1, 2):
                return False
            if (first == 0xE0 and second < 0xA0) or (first == 0xED and second >= 0xA0):
                return False
            at += 3
        elif 0xF0 <= first < 0xF5:
            if size - at < 4 or not is_following(data + at + 1, 3):
                return False
            if (first == 0xF0 and second < 0x90) or (first == 0xF4 and second >= 0x90):
                return False
            at += 4
        else:
            return False
    return True
