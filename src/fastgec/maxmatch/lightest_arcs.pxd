"""The lightest arcs: only those that lightest paths can hold."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.bounds cimport Bounds
from fastgec.maxmatch.labels cimport BY_DELETION, BY_DIAGONAL, BY_INSERTION, Label
from fastgec.maxmatch.weights cimport STEP
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.edits cimport Options


cdef enum:
    # What an arc is, as bits.
    IS_MATCHED = 1
    IS_EDIT = 2
    IS_SHIFTED = 4  # its span, see `shifts_span`


cdef struct TightArc:
    # There may be millions of them: 16 bytes each.
    int32_t tail
    int32_t head
    int32_t steps
    uint8_t epsilons  # no more than two for each entry of an arc, of which there are 3 at most
    uint8_t sides  # of a joined arc: its entries; 0 of a base arc
    uint8_t kind


cdef struct ArcStore:
    # Memory for arcs: grows, is kept from row to row, freed by its owner.
    TightArc *arcs
    int64_t room
    size_t limit


cdef struct LightestArcs:
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


cdef inline uint8_t side_of(const Vertex *vertex, int32_t before) noexcept nogil:
    if before == vertex.diagonal:
        return BY_DIAGONAL
    return BY_DELETION if before == vertex.deletion else BY_INSERTION


cdef inline int64_t arc_cost(const LightestArcs *lightest, const TightArc *arc) noexcept nogil:
    return arc.epsilons + (
        -lightest.match if arc.kind & IS_MATCHED else <int64_t>arc.steps * STEP
    )


cdef Status bound_arcs(
    LightestArcs *lightest, Bounds *bounds, ArcStore *store, Arena *arena
) noexcept nogil


cdef inline void arc_store_free(ArcStore *store) noexcept nogil:
    free(store.arcs)
    store.arcs = NULL
    store.room = 0
