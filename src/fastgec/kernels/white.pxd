"""White space as Python's str.split() has it, in UTF-8: for kernels that need no more of tokens."""

from libc.stdint cimport uint8_t


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
            if 0x80 <= at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF:
                return 3
            return 0
        return 3 if at[1] == 0x81 and at[2] == 0x9F else 0
    if first == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0
    if first == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    return 0
