"""Lower bounds on the cost of a path, and where edits from a block of tails may close."""

from libc.stdint cimport int8_t, int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.label_blocks cimport Blocks
from fastgec.maxmatch.weights cimport STEP
from fastgec.maxmatch.cells cimport OUTSIDE
from fastgec.maxmatch.certified cimport Program
from fastgec.maxmatch.gold_arcs cimport GoldArc, GoldArcs
from fastgec.maxmatch.edits cimport GoldRow


cdef struct InnerWays:
    # Ways to a vertex inside an edit from the tails of a block.
    int32_t walk  # for which this holds
    int32_t noops  # fewest of any way
    int64_t cost  # least of any path that ends with such a way


cdef struct Bounds:
    # What a path may cost, and the walk from a block of tails.
    const Program *program
    const GoldArcs *found
    const GoldArc *by_tail  # the gold arcs, by tail, then head
    int64_t *backward  # of each vertex: least cost from outside an edit to the end
    int8_t *inside  # limit + 1 per vertex: what it is more from inside one, with so many noops
    Blocks blocks  # tails, and heads that an arc from them may close at
    InnerWays *ways  # of each vertex
    int32_t n_walks  # so far
    int64_t most  # that a path may cost
    int64_t bound
    int64_t match


cdef Status open_bounds(
    Bounds *bounds, const Program *program, const GoldArcs *found, Arena *arena
) noexcept nogil

cdef Status keep_lightest(
    GoldArcs *kept, const Bounds *bounds, const GoldRow *gold, Arena *arena
) noexcept nogil

cdef int32_t take_block(Bounds *bounds, int32_t first, int32_t row) noexcept nogil

cdef void walk_edits(Bounds *bounds) noexcept nogil

cdef Status walk_block(Bounds *bounds, Arena *arena) noexcept nogil


cdef inline void lower(int64_t *cost, int64_t other) noexcept nogil:
    """Take another cost if it is less."""
    if other < cost[0]:
        cost[0] = other


cdef inline int64_t forward_cost(const Program *program, int32_t vertex) noexcept nogil:
    return program.cells[<int64_t>vertex * program.n_states + OUTSIDE] >> program.cost_shift


cdef inline int64_t gold_cost(const Bounds *bounds, const GoldArc *arc) noexcept nogil:
    return arc.epsilons + (-bounds.match if arc.is_matched else <int64_t>arc.steps * STEP)


