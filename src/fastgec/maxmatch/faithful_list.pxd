"""The published scorer's own list of arcs, for the faithful twin."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options


cdef struct Arc:
    int32_t tail
    int32_t head
    int32_t start  # span, as the release counts it
    int32_t end
    int32_t steps  # base arcs of its path (D)
    int32_t noops  # noops among them (U)
    int32_t copies  # entries in the list (E)
    bint is_base


cdef struct Closure:
    Arc *arcs  # by tail, then head
    int64_t n_arcs
    int64_t *first_arcs  # first_arcs[v]: first arc with tail v; n_vertices + 1 of them
    int32_t *entries  # the list E: arcs in order of relaxation, copies included
    int64_t n_entries
    double *weights  # of each arc, without gold


cdef struct Store:
    # Memory for arcs and entries: grows, is kept from sentence to sentence, freed by its owner.
    Arc *arcs
    int64_t arc_room
    int32_t *middles
    int32_t *joined
    int64_t entry_room
    size_t limit


cdef void store_free(Store *store) noexcept nogil

cdef Status build_closure(
    Closure *closure,
    const Lattice *lattice,
    const Options *options,
    Store *store,
    Arena *arena,
) noexcept nogil


cdef inline bint is_pure_noop(const Arc *arc) noexcept nogil:
    return arc.noops == arc.steps
