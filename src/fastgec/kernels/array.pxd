"""An array that grows: memory that is used again for one thing after another."""

from libc.stdint cimport int64_t
from libc.stdlib cimport realloc


cdef struct Array:
    void *items
    int64_t room


cdef inline bint make_room(Array *array, int64_t n, size_t width) noexcept nogil:
    """Make room for n items, which keeps those that are there; False if there is no memory."""
    cdef int64_t room = max(2 * array.room, 64)
    cdef void *items
    if n <= array.room:
        return True
    if room < n:
        room = n
    items = realloc(array.items, room * width)
    if items == NULL:
        return False
    array.items = items
    array.room = room
    return True
