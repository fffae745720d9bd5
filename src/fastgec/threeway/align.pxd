"""The alignment of source, hypothesis and reference, and what it counts: the door for kernels."""

from libc.stdint cimport int32_t, int64_t, int8_t

from fastgec._arena cimport Arena, Status
from fastgec.threeway.pairs cimport Text


cdef struct Alignment:
    # Columns by kind, see the page of the room, and how they were found. `moves` is the caller's:
    # room for as many as the three texts have tokens, or NULL where they are not wanted. They are
    # written from right to left.
    int64_t kept  # s = h = r
    int64_t missed  # s = h, another r
    int64_t wrong  # s = r, another h
    int64_t right  # h = r, another s
    int64_t unlike  # three different things
    int64_t cost
    int64_t passes  # over the three-way table; 0 where two texts were enough
    int64_t n_moves
    int8_t *moves


# The arena is reset: nothing that lies in it is left. DONE, or why there is no alignment.
cdef Status align_texts(
    Alignment *found, Text s, Text h, Text r, Arena *arena, const int32_t *cancel
) noexcept nogil
