"""Doors of the faithful closure: the published scorer's own arcs, weights and relaxation order."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Edit, GoldRow, Lattice, Options


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

cdef Status best_sequence(
    const Closure *closure,
    const Lattice *lattice,
    const GoldRow *gold,
    const Options *options,
    Arena *arena,
    Edit *edits,
    int32_t *n_edits,
) noexcept nogil
