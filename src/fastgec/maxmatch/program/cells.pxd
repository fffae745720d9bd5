"""Cells of the certified program: the costs of its states at one vertex.

**Dense cells** have a state for each number of noops that an edit may have.

**Sparse cells.** Where edits may have many noops, that would take most of the time, and of the
memory. But inside an edit at a vertex few costs are of use. To close costs a thousandth, so no cost
there is below that of O by more than one. And one that is above it by more than one cannot be on a
lightest path: what remains of the edit costs no less inside it than as an edit of its own, but for
a thousandth, where one arc is left that lies in both alignments. So a cell has three slots, for the
cost of O less a thousandth, for that cost, and for a thousandth more; each holds the fewest noops
that an edit of this cost can have, since fewer may always do what more may. Where ways of equal
cost count differently, there is doubt, whichever has fewer.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t


cdef enum:
    # Places of the states among the costs of a vertex; C(c) is SEVERAL + c.
    OUTSIDE = 0
    SINGLE = 1
    SEVERAL = 2


cdef extern from *:
    """
    #define FASTGEC_NEVER ((int64_t)1 << 61)
    """
    const int64_t NEVER "FASTGEC_NEVER"  # cost of what cannot be
    const int64_t SETTLED "(FASTGEC_NEVER + 2)"  # so it is at SINGLE of settled vertices, besides
    const int64_t FREE "(FASTGEC_NEVER + 4)"  # and so where `keep_free` knows what follows


cdef enum:
    # Of sparse cells.
    N_SLOTS = 3  # from SEVERAL on
    FIRST_NEED = 5  # place of the noops of the first slot
    SPARSE_STATES = 8


cdef inline int64_t lesser(int64_t a, int64_t b, uint64_t count_mask) noexcept nogil:
    """Return the lesser of two packed costs; doubtful if they differ in counts alone."""
    return (a if a < b else b) | (<uint64_t>(a ^ b) - 1 < count_mask)


cdef inline void change(
    int64_t *cell, const int64_t *before, int32_t limit, int64_t step, int64_t single,
    uint64_t mask,
) noexcept nogil:
    """Take a changing base arc; `single` is the cost of an edit that is this arc alone."""
    cdef int32_t c
    cell[OUTSIDE] = lesser(cell[OUTSIDE], before[OUTSIDE] + single, mask)
    cell[SINGLE] = lesser(cell[SINGLE], before[OUTSIDE] + step, mask)
    cell[SEVERAL] = lesser(
        cell[SEVERAL], lesser(before[SEVERAL], before[SINGLE], mask) + step, mask
    )
    for c in range(1, limit + 1):
        cell[SEVERAL + c] = lesser(cell[SEVERAL + c], before[SEVERAL + c] + step, mask)


cdef inline int64_t keep_words(
    int64_t *cell, const int64_t *before, int32_t limit, int64_t step, uint64_t mask
) noexcept nogil:
    """Take a noop into edits; return the least cost of one that may close behind it."""
    cdef int32_t c
    cdef int64_t cost = lesser(before[SEVERAL], before[SINGLE], mask) + step
    cell[SEVERAL + 1] = lesser(cost, cell[OUTSIDE], mask)
    for c in range(1, limit):
        cell[SEVERAL + c + 1] = before[SEVERAL + c] + step
        cost = lesser(cost, before[SEVERAL + c] + step, mask)
    return cost


cdef inline void find_free(int64_t *cell, int32_t limit) noexcept nogil:
    """Mark a cell behind a noop, the only way in, if an edit may begin at each of the last noops
    for the cost outside, and no other edit is open: then all noops that follow add a step to it.
    """
    cdef int32_t c
    for c in range(1, limit + 1):
        if cell[SEVERAL + c] != cell[OUTSIDE]:
            return
    cell[SINGLE] = FREE


cdef inline void keep_free(int64_t *cell, int64_t cost, int32_t limit) noexcept nogil:
    """Write a cell behind a noop, the only way in, that follows a free one; it is free, too."""
    cdef int32_t c
    cell[OUTSIDE] = cost
    cell[SINGLE] = FREE
    cell[SEVERAL] = NEVER
    for c in range(1, limit + 1):
        cell[SEVERAL + c] = cost


cdef inline void settle_cell(
    int64_t *cell, int32_t limit, int64_t closing, int64_t epsilon, bint keeps_ties
) noexcept nogil:
    """Leave C(0) alone inside an edit, if no other state there can do better."""
    cdef int64_t inside = cell[SEVERAL]
    cdef int32_t state
    if cell[OUTSIDE] != inside + closing:
        return
    for state in range(SINGLE, SEVERAL + limit + 1):
        if state != SEVERAL and cell[state] < (inside | (epsilon - 1)) + 1 and (
            keeps_ties or cell[state] != inside
        ):
            return
    leave_alone(cell, limit)


cdef inline void leave_alone(int64_t *cell, int32_t limit) noexcept nogil:
    """Mark a cell as settled."""
    cdef int32_t c
    cell[SINGLE] = SETTLED
    for c in range(1, limit + 1):
        cell[SEVERAL + c] = NEVER


cdef struct Inside:
    # Ways into a vertex inside an edit of several arcs: up to four by each of three arcs.
    int64_t costs[12]
    int64_t noops[12]
    int32_t size


cdef inline void add_way(Inside *inside, int64_t cost, int64_t noops) noexcept nogil:
    inside.costs[inside.size] = cost
    inside.noops[inside.size] = noops
    inside.size += 1


cdef inline void gather(
    Inside *inside, const int64_t *before, int64_t step, int64_t noop, int64_t limit
) noexcept nogil:
    """Take a base arc behind the edits that a cell holds."""
    cdef int32_t slot
    for slot in range(N_SLOTS):
        if before[SEVERAL + slot] < NEVER and before[FIRST_NEED + slot] + noop <= limit:
            add_way(inside, before[SEVERAL + slot] + step, before[FIRST_NEED + slot] + noop)
    if before[SINGLE] < NEVER:
        add_way(inside, before[SINGLE] + step, noop)


cdef inline void keep_slots(
    int64_t *cell, const Inside *inside, int32_t shift
) noexcept nogil:
    """Write the slots of a cell, whose cost outside is known."""
    cdef int64_t least = (cell[OUTSIDE] >> shift) - 1
    cdef int64_t level
    cdef int64_t fewest = (<int64_t>1 << 40)
    cdef int32_t way, slot
    for slot in range(N_SLOTS):
        cell[SEVERAL + slot] = NEVER
        cell[FIRST_NEED + slot] = 0
    for way in range(inside.size):
        level = (inside.costs[way] >> shift) - least
        if level >= N_SLOTS:
            continue
        slot = <int32_t>level
        if cell[SEVERAL + slot] >= NEVER:
            cell[SEVERAL + slot] = inside.costs[way]
            cell[FIRST_NEED + slot] = inside.noops[way]
            continue
        if cell[SEVERAL + slot] != inside.costs[way]:
            cell[SEVERAL + slot] |= 1  # they count differently
        if inside.noops[way] < cell[FIRST_NEED + slot]:
            cell[FIRST_NEED + slot] = inside.noops[way]
    for slot in range(N_SLOTS):
        if cell[SEVERAL + slot] < NEVER:
            if cell[FIRST_NEED + slot] >= fewest:
                cell[SEVERAL + slot] = NEVER
            else:
                fewest = cell[FIRST_NEED + slot]


cdef inline void lower(int64_t *cost, int64_t other) noexcept nogil:
    """Take another cost if it is less."""
    if other < cost[0]:
        cost[0] = other
