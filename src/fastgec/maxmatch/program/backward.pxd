"""What a path costs from each vertex to the end, at least: the certified program, turned round.

From inside an edit of several arcs at v, with c noops, the rest costs at most a thousandth more
than from outside, which is the price of closing, and at least one less. More noops never make it
less. So two numbers hold these costs for all c: with fewer than `n_less` noops the rest costs a
thousandth less, with fewer than `n_same` as much, and with more a thousandth more.

Besides, for `arcs`, what the rest costs from inside an edit of which noops are not counted, so that
it may go on over any number of them. This is a lower bound for all c; and whatever base arc leads
from v to w, it costs no more at v than a step more than at w.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)
from fastgec._lattice cimport Lattice, Vertex, tail_of, widest_row
from fastgec.maxmatch.program.program cimport NEVER, copies_of, gold_cost, lower
from fastgec.maxmatch.program.weights cimport STEP
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs, Program


cdef struct Rest:
    # Costs from a vertex to the end, as far as the base arcs behind it have been taken back.
    int64_t outside
    int64_t single
    int64_t inside
    int64_t costs[3]  # by each base arc behind it: what its head costs from outside, and a step
    int32_t n_less[3]
    int32_t n_same[3]
    int32_t noops[3]


cdef struct Backward:
    const Program *program
    const GoldArcs *found
    GoldArc *by_tail  # arcs that spell gold edits, by tail, then head
    int64_t *least  # of each vertex: from outside an edit
    int64_t *inside  # from inside an edit of several arcs, its noops not counted


cdef inline int compare_tails(const void *a, const void *b) noexcept nogil:
    cdef const GoldArc *left = <const GoldArc *>a
    cdef const GoldArc *right = <const GoldArc *>b
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    return (left.head > right.head) - (left.head < right.head)


cdef inline int32_t stretch(
    const Rest *rest, int32_t side, int64_t most, int32_t limit
) noexcept nogil:
    """Return with how many numbers of noops, from 0 on, a rest by a base arc costs at most `most`.
    """
    cdef int64_t cost = rest.costs[side]
    cdef int32_t noop = rest.noops[side]
    if most < cost - 1:
        return 0
    if most > cost:
        return max(0, limit + 1 - noop)
    return max(0, (rest.n_less[side] if most < cost else rest.n_same[side]) - noop)


cdef inline void clear_rest(Rest *rest) noexcept nogil:
    rest.outside = rest.single = rest.inside = NEVER
    rest.costs[0] = rest.costs[1] = rest.costs[2] = NEVER


cdef inline Status find_backward(
    Backward *backward, const Program *program, const GoldArcs *found, Arena *arena
) noexcept nogil:
    """Find what each vertex costs to the end, from outside an edit and from inside."""
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *vertex
    cdef int64_t widest = widest_row(lattice)
    cdef int64_t at = found.n_arcs
    cdef int32_t limit = program.options.max_unchanged
    cdef int32_t row, number, side, before, copies, noop, n_less, n_same
    cdef int64_t inside
    cdef Rest *rows
    cdef Rest *here
    cdef Rest *above
    cdef Rest *there
    cdef Rest *rest
    cdef const GoldArc *arc
    backward.program = program
    backward.found = found
    backward.least = <int64_t *>arena_take(arena, lattice.n_vertices, sizeof(int64_t))
    backward.inside = <int64_t *>arena_take(arena, lattice.n_vertices, sizeof(int64_t))
    backward.by_tail = <GoldArc *>arena_take(arena, found.n_arcs, sizeof(GoldArc))
    rows = <Rest *>arena_take(arena, 2 * widest, sizeof(Rest))
    if (
        backward.least == NULL or backward.inside == NULL or backward.by_tail == NULL
        or rows == NULL
    ):
        return arena_status(arena)
    for at in range(found.n_arcs):
        backward.by_tail[at] = found.arcs[at]
    qsort(backward.by_tail, found.n_arcs, sizeof(GoldArc), compare_tails)
    at = found.n_arcs
    for number in range(2 * widest):
        clear_rest(&rows[number])
    for row in range(lattice.n_source, -1, -1):
        if row & 31 == 0 and is_cancelled(program.options.cancel):
            return CANCELLED
        here = rows + (row & 1) * widest - lattice.rows[row]
        above = rows + (row & 1 ^ 1) * widest - (lattice.rows[row - 1] if row else 0)
        for number in range(lattice.rows[row + 1] - 1, lattice.rows[row] - 1, -1):
            rest = &here[number]
            vertex = &lattice.vertices[number]
            if number == lattice.n_vertices - 1:
                rest.outside = 0
            while at > 0 and backward.by_tail[at - 1].tail == number:
                at -= 1
                arc = &backward.by_tail[at]
                lower(&rest.outside, backward.least[arc.head] + gold_cost(program, arc))
            n_less = n_same = 0
            for side in range(3):
                if rest.costs[side] < NEVER:
                    n_less = max(n_less, stretch(rest, side, rest.outside - 1, limit))
                    n_same = max(n_same, stretch(rest, side, rest.outside, limit))
            lower(&rest.inside, rest.outside + 1)
            backward.least[number] = rest.outside
            backward.inside[number] = rest.inside
            for side in range(3):
                before = tail_of(vertex, number, side)
                if before < 0:
                    continue
                there = &here[before] if side == 2 else &above[before]
                noop = side == 0 and vertex.is_noop
                copies = copies_of(vertex, side)
                inside = rest.outside + STEP + 1 - (noop < n_same) - (noop < n_less)
                if noop <= limit:
                    lower(&there.inside, rest.inside + STEP)
                there.costs[side] = rest.outside + STEP
                there.n_less[side] = n_less
                there.n_same[side] = n_same
                there.noops[side] = noop
                if noop:
                    lower(&there.outside, rest.outside + STEP)
                    lower(&there.outside, inside)
                else:
                    lower(&there.outside, rest.outside + STEP + copies)
                    lower(&there.outside, rest.single + STEP)
                lower(&there.single, inside)
            clear_rest(rest)
    return DONE
