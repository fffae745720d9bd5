"""The scorer's own path where sums are exact, from the states of the certified program.

Of a document there may be hundreds of millions of lightest arcs. With more than MOST_ROUNDED
vertices a vertex is reached by the arc of the least number (`scorer_order`), and that is found as
costs are: vertex by vertex. Of each state inside an edit the least half pass and tail are kept that
an edit in this state begins with; where it may close, the side of its last base arc is its middle.

The states hold all arcs that lightest paths can have, and perhaps more: so no number is too great.
If the path that is read back from the end has arcs of the scorer alone, each at the cost and from
the middle that it was taken for, it costs the bound, and no vertex of it is reached by a lesser
number: it is the scorer's own. Else nothing is known.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec._lattice cimport Lattice, Vertex, diagonal_of, is_base, tail_of, widest_row
from fastgec.maxmatch.entries.kept_noops cimport is_kept
from fastgec.maxmatch.entries.labels cimport label_arc, label_at
from fastgec.maxmatch.lightest.lightest_arcs cimport (
    MIDDLE_SHIFT, NOT_REACHED, PASS_SHIFT, first_side,
)
from fastgec.maxmatch.program.program cimport N_SLOTS, NEVER, forward_cost, gold_cost, lower
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, shifts_span, write_edit
from fastgec.maxmatch.terms.records cimport Cell, GoldArc, GoldArcs, KeptNoops, Label, Program


cdef enum:
    N_COUNTS = 4  # of noops that are told apart: 0 to 3


cdef struct Begun:
    # Of each state inside an edit at a vertex: the least half pass and tail that it begins with.
    int64_t single
    int64_t inside[12]  # of each slot, for each number of noops


cdef inline int64_t joined_from(const int64_t *numbers, int32_t tail) noexcept nogil:
    """Return half pass and tail of joined arcs that leave a vertex."""
    if numbers[tail] == NOT_REACHED:
        return NOT_REACHED
    return (numbers[tail] >> PASS_SHIFT | 1) << PASS_SHIFT | tail


cdef inline void take_base(
    int64_t *numbers, int32_t tail, int32_t head, int64_t side
) noexcept nogil:
    """Let a base arc reach its head."""
    cdef int64_t half = numbers[tail] >> PASS_SHIFT
    if numbers[tail] != NOT_REACHED:
        lower(&numbers[head], (half + (half & 1)) << PASS_SHIFT | side << MIDDLE_SHIFT | tail)


cdef inline void take_joined(
    int64_t *numbers, int64_t begun, int32_t head, int64_t side
) noexcept nogil:
    """Let a joined arc reach its head."""
    if begun != NOT_REACHED:
        lower(&numbers[head], begun | side << MIDDLE_SHIFT)


cdef inline void take_side(
    int64_t *numbers, const Program *program, const GoldArcs *found, int32_t number, int32_t before,
    int32_t side, Begun *here, const Begun *there,
) noexcept nogil:
    """Take a base arc into a vertex, outside and inside edits."""
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef const Cell *cell = &program.cells[number]
    cdef const Cell *other = &program.cells[before]
    cdef int32_t shift = program.cost_shift
    cdef int32_t limit = program.options.max_unchanged
    cdef int64_t outside = (other.outside >> shift) + STEP
    cdef int64_t cost, least, closing
    cdef int32_t noop = side == 0 and vertex.is_noop
    cdef int32_t epsilons, slot, at, c
    epsilons = 0 if noop else vertex.n_deletion if side == 1 else vertex.n_diagonal
    if side == 2:
        epsilons = insertion_epsilons(found, program.lattice, before, number)
    if outside + epsilons == cell.outside >> shift:
        take_base(numbers, before, number, side)
    if not noop and cell.single < NEVER and cell.single >> shift == outside:
        lower(&here.single, joined_from(numbers, before))
    for slot in range(N_SLOTS):
        if cell.inside[slot] >= NEVER:
            continue
        cost = cell.inside[slot] >> shift
        closing = NOT_REACHED
        for c in range(noop, limit + 1):
            least = NOT_REACHED
            if c == noop and noop and outside == cost:
                least = joined_from(numbers, before)
            if c == noop and other.single < NEVER and (other.single >> shift) + STEP == cost:
                least = min(least, there.single)
            for at in range(N_SLOTS):
                if other.inside[at] < NEVER and (other.inside[at] >> shift) + STEP == cost:
                    least = min(least, there.inside[at * N_COUNTS + c - noop])
            lower(&here.inside[slot * N_COUNTS + c], least)
            closing = min(closing, least)
        if cost + 1 == cell.outside >> shift:
            take_joined(numbers, closing, number, side)


cdef inline void take_gold(
    int64_t *numbers, const Program *program, const GoldArc *arc
) noexcept nogil:
    """Let an arc that spells a gold edit reach its head, if it costs what its ends differ by."""
    cdef const Vertex *vertex = &program.lattice.vertices[arc.head]
    cdef int32_t side
    if forward_cost(program, arc.tail) + gold_cost(program, arc) != forward_cost(program, arc.head):
        return
    for side in range(3):
        if tail_of(vertex, arc.head, side) == arc.tail:
            take_base(numbers, arc.tail, arc.head, side)
            return
    label_arc(program.labels, program.lattice, program.options, arc.tail, arc.head)
    take_joined(
        numbers, joined_from(numbers, arc.tail), arc.head,
        first_side(label_at(program.labels, program.lattice, arc.head).sides),
    )


cdef inline void take_noops(
    int64_t *numbers, const Program *program, const KeptNoops *kept, int32_t head
) noexcept nogil:
    """Let the joined noops that are left reach a vertex."""
    cdef const Vertex *vertices = program.lattice.vertices
    cdef int32_t tail = head, n_noops
    for n_noops in range(1, program.options.max_unchanged + 1):
        if not vertices[tail].is_noop:
            return
        tail = diagonal_of(&vertices[tail])
        if forward_cost(program, tail) + n_noops * <int64_t>STEP != forward_cost(program, head):
            return
        if n_noops > 1 and is_kept(kept, program.lattice, tail, head):
            take_joined(numbers, joined_from(numbers, tail), head, 0)


cdef inline Status reach_all(
    int64_t *numbers, const Program *program, const GoldArcs *found, const KeptNoops *kept,
    Arena *arena,
) noexcept nogil:
    """Find the least number that each vertex is reached by."""
    cdef const Lattice *lattice = program.lattice
    cdef int64_t widest = widest_row(lattice)
    cdef int64_t at = 0
    cdef int32_t row, number, side, before
    cdef Begun *rows = <Begun *>arena_take(arena, 2 * widest, sizeof(Begun))
    cdef Begun *here
    cdef Begun *above = rows
    if rows == NULL:
        return arena_status(arena)
    for row in range(lattice.n_source + 1):
        if row & 31 == 0 and is_cancelled(program.options.cancel):
            return CANCELLED
        here = rows + (row & 1) * widest - lattice.rows[row]
        for number in range(lattice.rows[row], lattice.rows[row + 1]):
            numbers[number] = NOT_REACHED if number else 0
            here[number].single = NOT_REACHED
            for side in range(N_SLOTS * N_COUNTS):
                here[number].inside[side] = NOT_REACHED
            for side in range(3):
                before = tail_of(&lattice.vertices[number], number, side)
                if before >= 0:
                    take_side(
                        numbers, program, found, number, before, side, &here[number],
                        &here[before] if side == 2 else &above[before],
                    )
            while at < found.n_arcs and found.arcs[at].head == number:
                take_gold(numbers, program, &found.arcs[at])
                at += 1
            take_noops(numbers, program, kept, number)
        above = here
    return DONE


cdef inline const GoldArc *gold_arc(
    const GoldArcs *found, int32_t tail, int32_t head
) noexcept nogil:
    """Return the gold arc that joins two vertices, or NULL."""
    cdef int64_t low = 0, high = found.n_arcs, middle
    while low < high:
        middle = (low + high) // 2
        if found.arcs[middle].head < head or (
            found.arcs[middle].head == head and found.arcs[middle].tail < tail
        ):
            low = middle + 1
        else:
            high = middle
    if low < found.n_arcs and found.arcs[low].head == head and found.arcs[low].tail == tail:
        return &found.arcs[low]
    return NULL


cdef inline bint read_first(
    const int64_t *numbers, const Program *program, const GoldArcs *found, Edit *edits,
    int32_t *n_edits,
) noexcept nogil:
    """Read the path back, and write its edits; whether all of its arcs are the scorer's."""
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Label *label
    cdef const GoldArc *gold
    cdef int32_t head = lattice.n_vertices - 1, tail, at
    cdef int64_t cost
    cdef bint is_edit, is_inserting
    n_edits[0] = 0
    while head:
        if numbers[head] == NOT_REACHED:
            return False
        tail = <int32_t>(numbers[head] & 0x7FFFFFFF)
        gold = gold_arc(found, tail, head)
        at = head
        while at > tail and vertices[at].is_noop:
            at = diagonal_of(&vertices[at])
        is_edit = gold.is_edit if gold != NULL else at != tail
        is_inserting = tail_of(&vertices[head], head, 2) == tail
        if is_edit and numbers[head] >> PASS_SHIFT & 1:
            cost = forward_cost(program, head) - forward_cost(program, tail)
            label = label_at(program.labels, lattice, head)
            if not label_arc(program.labels, lattice, program.options, tail, head):
                return False
            if label.sides == 0 or first_side(label.sides) != (numbers[head] >> MIDDLE_SHIFT & 3):
                return False
            if gold == NULL and cost != label.steps * <int64_t>STEP + arc_epsilons(
                found, lattice, label, tail, head
            ):
                return False
            is_inserting = label.is_inserting
        if is_edit:
            write_edit(
                &edits[n_edits[0]], lattice, tail, head,
                shifts_span(program.options, lattice, tail, is_inserting),
            )
            n_edits[0] += 1
        head = tail
    reverse_edits(edits, n_edits[0])
    return True


cdef inline Status find_first(
    const Program *program, const GoldArcs *found, const KeptNoops *kept, Edit *edits,
    int32_t *n_edits, bint *is_found, Arena *arena,
) noexcept nogil:
    """Find the scorer's own path where sums are exact; whether it is seen to be that."""
    cdef Mark mark = arena_mark(arena)
    cdef int64_t *numbers = <int64_t *>arena_take(
        arena, program.lattice.n_vertices, sizeof(int64_t)
    )
    cdef Status status
    is_found[0] = False
    if program.options.max_unchanged >= N_COUNTS:
        return DONE
    if numbers == NULL:
        return arena_status(arena)
    status = reach_all(numbers, program, found, kept, arena)
    if status == DONE:
        is_found[0] = read_first(numbers, program, found, edits, n_edits)
    arena_rewind(arena, &mark)
    return status
