"""The bounded closure: only the arcs that the lightest paths can hold."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free

from fastgec._arena cimport Arena, Status
from fastgec._certified cimport Program
from fastgec._goldarcs cimport GoldArcs
from fastgec._labels cimport Label
from fastgec._lattice cimport Lattice, Options


cdef struct TightArc:
    int32_t tail
    int32_t head
    int32_t steps
    int32_t epsilons
    int32_t middles[3]  # of a joined arc: for each entry, the vertex before its last base arc
    uint8_t copies
    uint8_t is_base  # of one byte each: there may be millions of arcs
    uint8_t is_matched
    uint8_t is_edit
    uint8_t is_shifted  # its span, see `shifts_span`


cdef struct ArcStore:
    # Memory for arcs: grows, is kept from row to row, freed by its owner.
    TightArc *arcs
    int64_t room
    size_t limit


cdef struct Bounded:
    const Lattice *lattice
    const Options *options
    Label *labels
    TightArc *arcs  # by tail; in the store
    int64_t n_arcs
    int64_t *first_arcs  # of each vertex
    int64_t *forward  # exact costs from the start, over these arcs
    int64_t *backward
    int64_t optimum
    int64_t match  # cost of a matched arc, negated


cdef Status bound_arcs(
    Bounded *bounded,
    Program *program,
    const GoldArcs *found,
    ArcStore *store,
    Arena *arena,
) noexcept nogil


cdef inline void arc_store_free(ArcStore *store) noexcept nogil:
    free(store.arcs)
    store.arcs = NULL
    store.room = 0
