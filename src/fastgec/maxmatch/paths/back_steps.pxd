"""Costs to the end from inside an edit that may hold many noops.

From inside an edit of several arcs at v, with c noops, the rest costs at most a thousandth more
than from outside, which is the price of closing, and at least one less (`bounds`). More noops never
make it less. So two numbers hold these costs for all c: with fewer than `n_less` noops the rest
costs a thousandth less, with fewer than `n_same` as much, and with more a thousandth more.

A base arc from v to w takes the costs at w back to v, a step higher, for the same c; a noop takes
those of c + 1, and those of the most noops to nothing. At v the least of up to three such rests
counts: so of those with few enough noops to cost no more than some bound, the longest stretch.
"""

from libc.stdint cimport int8_t, int32_t, int64_t
from libc.string cimport memset

from fastgec._lattice cimport Vertex, deletion_of, diagonal_of
from fastgec.maxmatch.program.cells cimport NEVER, OUTSIDE, SEVERAL, SINGLE, lower
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    STEP_CELLS = 8  # costs of a vertex from OUTSIDE, from SINGLE, and two for each base arc


cdef struct Steps:
    # Costs from inside an edit at a vertex.
    int32_t n_less
    int32_t n_same


cdef inline int32_t stretch(
    int64_t cost, int64_t packed, int64_t most, int32_t limit
) noexcept nogil:
    """Return with how many numbers of noops, from 0 on, a rest by a base arc costs at most `most`.

    `cost` is what it costs from outside at the arc's head, and a step.
    """
    cdef int32_t is_noop = packed & 1
    if most < cost - 1:
        return 0
    if most > cost:
        return limit + 1 - is_noop
    packed = packed >> 32 if most < cost else packed >> 1 & 0x7FFFFFFF
    return max(0, <int32_t>packed - is_noop)


cdef inline Steps join_steps(const int64_t *here, int32_t limit) noexcept nogil:
    """Return what a vertex costs from inside, by the base arcs that were taken back to it."""
    cdef Steps found = Steps(0, 0)
    cdef int32_t side
    cdef int64_t cost
    for side in range(3):
        cost = here[SEVERAL + 2 * side]
        if cost < NEVER:
            found.n_less = max(found.n_less, stretch(
                cost, here[SEVERAL + 2 * side + 1], here[OUTSIDE] - 1, limit
            ))
            found.n_same = max(found.n_same, stretch(
                cost, here[SEVERAL + 2 * side + 1], here[OUTSIDE], limit
            ))
    return found


cdef inline void write_steps(int8_t *inside, const Steps *steps, int32_t limit) noexcept nogil:
    """Write what each number of noops costs more than from outside."""
    memset(inside, -1, steps.n_less)
    memset(inside + steps.n_less, 0, steps.n_same - steps.n_less)
    memset(inside + steps.n_same, 1, limit + 1 - steps.n_same)


cdef inline void go_back_side(
    int64_t *there, const int64_t *here, const Steps *steps, int32_t side, int32_t copies
) noexcept nogil:
    """Take a base arc from the states of its tail; `copies` is 0 for a noop, sides are 0, 1, 2."""
    cdef int32_t noops = copies == 0
    cdef int64_t inside = here[OUTSIDE] + STEP + 1  # from inside, with the noops of this arc
    if noops < steps.n_same:
        inside -= 1
    if noops < steps.n_less:
        inside -= 1
    there[SEVERAL + 2 * side] = here[OUTSIDE] + STEP
    there[SEVERAL + 2 * side + 1] = (
        <int64_t>steps.n_less << 32 | <int64_t>steps.n_same << 1 | noops
    )
    lower(&there[OUTSIDE], here[OUTSIDE] + STEP + copies)
    lower(&there[SINGLE], inside)
    if noops:
        lower(&there[OUTSIDE], inside)
    else:
        lower(&there[OUTSIDE], here[SINGLE] + STEP)


cdef inline void go_back_steps(
    int64_t *above_row, int64_t *here, const Steps *steps, const Vertex *vertex
) noexcept nogil:
    """Take the base arcs into a vertex back from it."""
    if vertex.n_diagonal:
        go_back_side(
            above_row + <int64_t>diagonal_of(vertex) * STEP_CELLS, here, steps, 0,
            0 if vertex.is_noop else vertex.n_diagonal,
        )
    if vertex.n_deletion:
        go_back_side(
            above_row + <int64_t>deletion_of(vertex) * STEP_CELLS, here, steps, 1, vertex.n_deletion
        )
    if vertex.n_insertion:
        go_back_side(here - STEP_CELLS, here, steps, 2, vertex.n_insertion)
