"""The published scorer's order, on the arcs of the lightest paths alone."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._bounded cimport Bounded
from fastgec._goldarcs cimport GoldArcs
from fastgec._lattice cimport Edit, Lattice, Options


cdef struct NoopEntry:
    # An entry of joined noops in the scorer's list that survived the removal of such entries.
    int32_t middle  # the vertex before its last base arc
    int32_t tail
    int32_t head


cdef struct Survey:
    # What the whole list of a sentence says about any part of it.
    int64_t n_entries  # |E|
    NoopEntry *survivors  # in list order
    int64_t n_survivors


cdef Status survey_closure(
    Survey *survey, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil

cdef bint needs_survey(const Bounded *bounded) noexcept nogil

cdef void drop_dead(GoldArcs *found, const Survey *survey) noexcept nogil

cdef Status ordered_path(
    const Bounded *bounded, const GoldArcs *found, const Survey *survey, Arena *arena,
    Edit *edits, int32_t *n_edits,
) noexcept nogil
