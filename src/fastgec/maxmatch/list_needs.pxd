"""What the scorer's order needs to know of the whole list, to find one row's path."""

from libc.stdint cimport int32_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.lightest_arcs cimport LightestArcs


cdef Status last_choice(
    int32_t *last, const LightestArcs *lightest, Arena *arena
) noexcept nogil

cdef bint depends_on_size(const LightestArcs *lightest, int32_t last) noexcept nogil

cdef bint depends_on_kept(const LightestArcs *lightest, int32_t last) noexcept nogil
