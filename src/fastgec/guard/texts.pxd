"""A text as bytes, and what its bytes are."""

from libc.stdint cimport int64_t, uint8_t


cdef struct Text:
    const uint8_t *data
    int64_t size


cdef inline Text trimmed(const uint8_t *data, int64_t start, int64_t end) noexcept nogil:
    while start < end and data[start] <= 32:
        start += 1
    while start < end and data[end - 1] <= 32:
        end -= 1
    return Text(data + start, end - start)


cdef inline bint is_letter(uint8_t byte) noexcept nogil:
    return 97 <= (byte | 32) <= 122
