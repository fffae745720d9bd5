"""The gold arcs that paths of the least cost hold."""

from libc.stdint cimport int64_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec.maxmatch.paths.bounds cimport Bounds
from fastgec.maxmatch.program.certified cimport forward_cost
from fastgec.maxmatch.terms.edits cimport GoldRow
from fastgec.maxmatch.gold.gold_order cimport check_countable
from fastgec.maxmatch.paths.held_rows cimport find_held
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs


cdef inline bint is_lightest(const Bounds *bounds, int64_t at) noexcept nogil:
    """Whether a path of the least cost may hold a gold arc."""
    return (
        forward_cost(bounds.program, bounds.found.arcs[at].tail) + bounds.gold_rests[at]
        == bounds.bound
    )


cdef inline Status keep_lightest(
    GoldArcs *kept, Bounds *bounds, const GoldRow *gold, Arena *arena
) noexcept nogil:
    """Find the vertices that paths of the least cost may be at, and keep the gold arcs that they
    hold. If all gold arcs do not add up, these still may."""
    cdef const GoldArcs *found = bounds.found
    cdef int64_t at
    cdef Status status = find_held(bounds, arena)
    if status != DONE:
        return status
    kept[0] = found[0]
    kept.room = 0
    for at in range(found.n_arcs):
        kept.room += is_lightest(bounds, at)
    kept.arcs = <GoldArc *>arena_take(arena, kept.room, sizeof(GoldArc))
    if kept.arcs == NULL:
        return arena_status(arena)
    kept.n_arcs = 0
    for at in range(found.n_arcs):
        if is_lightest(bounds, at):
            kept.arcs[kept.n_arcs] = found.arcs[at]
            kept.n_arcs += 1
    if found.is_countable:
        return DONE
    return check_countable(kept, bounds.program.lattice, gold, arena)
