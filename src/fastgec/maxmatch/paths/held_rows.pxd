"""The vertices that paths of the least cost may be at: a stretch of each row.

Such a path costs from the start to a state of a vertex at most two thousandths less than to be
outside an edit there (`narrow_costs`), and from there to the end at most one less (`bounds`). So
the vertex is *held*:

    forward(v) + backward(v) <= bound + MOST_BELOW.

**Only from vertices held costs are taken back.** In a large lattice with many gold edits they are
one in a hundred. What is found so is no less than what vertices cost to the end. And it is enough:
let a path of the least cost be in a state of v, and let all vertices behind v on it be held. Then
its arcs behind v are taken back, and from outside an edit at v they cost at most a thousandth more
than from the state; so v is held, too. Where the path is outside an edit, the cost found is exact,
and so is that of the gold arcs that it holds; of others it is too high, or exact.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, widest_row
from fastgec.maxmatch.paths.back_rows cimport begin_back
from fastgec.maxmatch.paths.bounds cimport Bounds, gold_arc, take_back
from fastgec.maxmatch.program.cells cimport NEVER, OUTSIDE, lower
from fastgec.maxmatch.program.certified cimport forward_cost
from fastgec.maxmatch.terms.records cimport GoldArc, Held


cdef enum:
    MOST_BELOW = 3


cdef inline Status find_held(Bounds *bounds, Arena *arena) noexcept nogil:
    """Find the vertices held, which of them are tight, and what gold arcs cost to the end."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int32_t last = lattice.n_vertices - 1
    cdef int32_t row
    cdef int64_t at
    cdef Held reached = Held(last, last + 1, 0, NULL)
    cdef int64_t *rests  # of the vertices of a row
    bounds.n_held = 0
    bounds.held = <Held *>arena_take(arena, <size_t>lattice.n_source + 1, sizeof(Held))
    rests = <int64_t *>arena_take(arena, widest_row(lattice), sizeof(int64_t))
    if bounds.held == NULL or rests == NULL:
        return arena_status(arena)
    for at in range(bounds.found.n_arcs):
        bounds.gold_rests[at] = NEVER
    bounds.n_back = bounds.n_left = bounds.found.n_arcs
    begin_back(&bounds.rows, lattice)
    for row in range(lattice.n_source, -1, -1):
        if row & 31 == 0 and is_cancelled(bounds.program.options.cancel):
            return CANCELLED
        bounds.held[row] = Held(0, 0, 0, NULL)
        bounds.backward = rests - lattice.rows[row]
        hold_row(&bounds.held[row], bounds, row, &reached)
        if not keep_tight(&bounds.held[row], bounds, arena):
            return arena_status(arena)
    bounds.backward = NULL
    return DONE


cdef inline bint keep_tight(Held *held, Bounds *bounds, Arena *arena) noexcept nogil:
    """Keep of the vertices that a row holds which are tight; whether there is room."""
    cdef int32_t size = held.end - held.first
    cdef int32_t number
    cdef uint8_t *tight = <uint8_t *>arena_take(arena, size, 1)
    if tight == NULL:
        return False
    tight -= held.first
    for number in range(held.first, held.end):
        tight[number] = (
            forward_cost(bounds.program, number) + bounds.backward[number] == bounds.bound
        )
    held.is_tight = tight
    held.place = bounds.n_held - held.first
    bounds.n_held += size
    return True


cdef inline int64_t held_place(const Bounds *bounds, int32_t number) noexcept nogil:
    """Return the place of a vertex that is held among all that are."""
    return bounds.held[bounds.program.lattice.vertices[number].i].place + number


cdef inline bint stands_held(const Bounds *bounds, int32_t row, int32_t number) noexcept nogil:
    """Whether a vertex of a row is held, or stands among those that are."""
    return bounds.held[row].first <= number < bounds.held[row].end


cdef inline bint is_held(const Bounds *bounds, int32_t number, int64_t rest) noexcept nogil:
    return forward_cost(bounds.program, number) + rest <= bounds.bound + MOST_BELOW


cdef inline void reach(Held *reached, int32_t number) noexcept nogil:
    """Let a stretch have a vertex, if there is one."""
    if number >= 0:
        reached.first = min(reached.first, number)
        reached.end = max(reached.end, number + 1)


cdef inline void reach_tails(Held *reached, const Bounds *bounds, int32_t row) noexcept nogil:
    """Let a stretch of a row have the tails that gold arcs may be taken back to."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const GoldArc *arc
    cdef int64_t at = bounds.n_left
    while at > 0 and gold_arc(bounds, at - 1).tail >= lattice.rows[row]:
        at -= 1
        arc = gold_arc(bounds, at)
        if arc.head < lattice.rows[row + 1] or bounds.gold_rests[bounds.tails.by_tail[at]] < NEVER:
            reach(reached, arc.tail)


cdef inline void hold_row(
    Held *held, Bounds *bounds, int32_t row, Held *reached
) noexcept nogil:
    """Take costs back from the vertices of a row that are held, which are written; `backward` has
    room for what those of the row cost to the end.

    `reached` is the stretch to which they have been taken back, then that of the row above. Cells
    that they have not been taken back to hold NEVER.
    """
    cdef const Lattice *lattice = bounds.program.lattice
    cdef const int32_t *rows = lattice.rows
    cdef int32_t n_states = bounds.rows.n_states
    cdef Held here = reached[0]
    cdef int32_t number
    cdef int64_t *above = bounds.rows.cells + (row & 1 ^ 1) * bounds.rows.size
    cdef int64_t *cell
    if row:
        above -= <int64_t>n_states * rows[row - 1]
    reached[0] = Held(lattice.n_vertices, 0, 0, NULL)
    reach_tails(&here, bounds, row)
    number = here.end - 1
    while number >= here.first:
        cell = (
            bounds.rows.cells + (row & 1) * bounds.rows.size
            + <int64_t>n_states * (number - rows[row])
        )
        while bounds.n_left > 0 and gold_arc(bounds, bounds.n_left - 1).tail >= number:
            bounds.n_left -= 1
            lower(&cell[OUTSIDE], bounds.gold_rests[bounds.tails.by_tail[bounds.n_left]])
        bounds.backward[number] = NEVER
        if is_held(bounds, number, cell[OUTSIDE]):
            if held.end == 0:
                held.end = number + 1
            held.first = number
            take_back(bounds, number, cell, above, False)
            reach(reached, diagonal_of(&lattice.vertices[number]))
            reach(reached, deletion_of(&lattice.vertices[number]))
            if lattice.vertices[number].n_insertion:
                here.first = min(here.first, number - 1)
        clear_cell(cell, n_states)
        number -= 1


cdef inline void clear_cell(int64_t *cell, int32_t n_states) noexcept nogil:
    cdef int32_t state
    for state in range(n_states):
        cell[state] = NEVER
