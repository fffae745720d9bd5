"""Rules that say what stands beside joined noops in the published scorer's list."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice, Successors
from fastgec.maxmatch.edits cimport Options
from fastgec.maxmatch.labels cimport Label


cdef enum Answer:
    NO = 0
    YES = 1
    ASK = 2  # no rule decides


cdef struct Places:
    const Lattice *lattice
    Successors *behind
    int32_t *runs  # noops of the run that ends at a vertex
    int32_t *alone  # those at its end whose heads no other arc enters
    int32_t *most_noops  # of any way from the start
    int32_t max_unchanged
    int32_t *fewest  # noops of ways to a middle, see `bound_noops`
    int32_t *most_behind
    int64_t n_searches


cdef struct Detour:
    # How an insertion or deletion behind the middle k may be had as early: one like it is made
    # before, from place k - x of the run, and diagonals beside the run follow. The arc over k is
    # then no shorter, and stands in the list only for tails k - c with c < x.
    bint is_there  # k has an insertion, or deletion, behind it
    int32_t least  # the least x; too large to matter where there is no detour
    int32_t end  # the vertex before its last diagonal, -1 if that diagonal is missing
    bint ends_in_noop


cdef inline bint turns_before(
    const Detour *inserted, const Detour *deleted, int32_t c
) noexcept nogil:
    """Whether the tail k - c has an insertion or deletion behind k, listed before its noop."""
    return (
        inserted.is_there and c < inserted.least or deleted.is_there and c < deleted.least
    )


cdef Status open_places(
    Places *places, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil

cdef Detour detour_of(
    const Places *places, int32_t middle, int32_t head, bint is_insertion
) noexcept nogil

cdef Answer has_far_entry(
    const Places *places, int32_t middle, bint is_reached, const Detour *inserted,
    const Detour *deleted,
) noexcept nogil

cdef Answer has_entry(const Places *places, int32_t middle) noexcept nogil

cdef bint search_entry(
    Places *places, const Options *options, Label *labels, int32_t middle, int32_t before,
    bint is_turn,
) noexcept nogil

cdef bint search_entries(
    Places *places, const Options *options, Label *labels, int32_t first, int32_t last
) noexcept nogil
