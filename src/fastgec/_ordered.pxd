"""The published scorer's order, on the arcs of the lightest paths alone."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._bounded cimport Bounded
from fastgec._goldarcs cimport GoldArcs
from fastgec._lattice cimport Edit, Lattice
from fastgec._survivors cimport Survivors


cdef bint depends_on_size(const Bounded *bounded) noexcept nogil

cdef bint depends_on_survivors(const Bounded *bounded) noexcept nogil

cdef bint has_doubtful(const GoldArcs *found) noexcept nogil

cdef void drop_dead(
    GoldArcs *found, const Survivors *survivors, const Lattice *lattice
) noexcept nogil

cdef Status ordered_path(
    const Bounded *bounded, const Survivors *survivors, int64_t n_entries, Arena *arena,
    Edit *edits, int32_t *n_edits,
) noexcept nogil
