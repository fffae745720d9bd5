"""The scorer's own path where sums are exact, found without arcs: for loops of documents.

With more than MOST_ROUNDED vertices the least number decides that `arcs` describes. Mostly it can
be found without arcs, vertex by vertex, as costs are: of each state inside an edit, and for each
number of noops, the least half pass and tail are kept that an edit in this state begins with,
unless one with fewer noops begins as early; where the edit may close, the side of its last base arc
is its middle. The states hold all arcs that minimum-cost paths can have, and perhaps more, so no
number is too great. If the path that is read back from the end has arcs of the scorer alone, each
at the cost and from the middle that it was taken for, it costs the bound, and no vertex of it is
reached by a lesser number: it is the scorer's own. Else nothing is known, and `arcs` finds it. Of
1,000 loops of up to 10,000 tokens nearly all end here. Sentence 201.500.1435 of
`bench/worst_case.py`, of 500 words nearly all alike, takes 0.3 s, and document 7.22 of
`bench/documents.py`, a loop of 9,000 tokens beside 2,003, 4 s; without this file the one takes 3.5 s,
and the other is refused.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec._lattice cimport Lattice, Vertex, diagonal_of, tail_of
from fastgec.maxmatch.arcs cimport (
    IS_JOINED, MIDDLE_SHIFT, NOT_REACHED, PASS_SHIFT, first_side, gold_side, joined_from, number_by,
)
from fastgec.maxmatch.joined_noops cimport is_kept
from fastgec.maxmatch.labels cimport label_arc, label_at
from fastgec.maxmatch.program.program cimport (
    NEVER, cell_of, copies_of, excess, fill_start, fill_vertices, forward_cost, gold_cost, lower,
)
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, shifts_span, write_edit
from fastgec.maxmatch.terms.records cimport (
    N_SLOTS, Cell, GoldArc, GoldArcs, KeptNoops, Label, Program,
)


cdef enum:
    MOST_OPEN = 1 << 23  # numbers of open edits that `find_first` makes room for


cdef struct First:
    # What reaches each vertex first. Of the edits that are open at the vertices of two rows: the
    # least half pass and tail that they begin with.
    const Program *program
    const GoldArcs *found
    int64_t *numbers
    int64_t *singles  # of one changing arc so far
    int64_t *begun  # of each slot, for each number of noops, from the fewest on
    int32_t *most_noops  # up to which they are there


cdef inline int64_t slot_of(const First *first, int32_t number, int32_t slot) noexcept nogil:
    return N_SLOTS * <int64_t>(number & first.program.mask) + slot


cdef inline int64_t *begun_at(const First *first, int64_t slot) noexcept nogil:
    return first.begun + slot * (first.program.options.max_unchanged + <int64_t>1)


cdef inline int64_t open_edit(
    const First *first, int64_t slot, int64_t begun, int32_t noops
) noexcept nogil:
    """Keep an edit that may be open in a slot; return what it begins with."""
    cdef int64_t *here = begun_at(first, slot)
    if begun == NOT_REACHED or noops > first.program.options.max_unchanged:
        return NOT_REACHED
    while first.most_noops[slot] < noops:
        first.most_noops[slot] += 1
        here[first.most_noops[slot]] = NOT_REACHED
    lower(&here[noops], begun)
    return begun


cdef inline void keep_earliest(const First *first, int64_t slot, int32_t fewest) noexcept nogil:
    """Drop what begins no earlier than an edit with fewer noops."""
    cdef int64_t *here = begun_at(first, slot)
    cdef int64_t least = NOT_REACHED
    cdef int32_t noops, most = fewest - 1
    for noops in range(fewest, first.most_noops[slot] + 1):
        if here[noops] < least:
            least = here[noops]
            most = noops
        else:
            here[noops] = NOT_REACHED
    first.most_noops[slot] = most


cdef inline void take_side(
    const First *first, int32_t number, int32_t before, uint8_t side
) noexcept nogil:
    """Take a base arc into a vertex, outside and inside edits."""
    cdef const Vertex *vertex = &first.program.lattice.vertices[number]
    cdef const Cell *cell = cell_of(first.program, number)
    cdef const Cell *other = cell_of(first.program, before)
    cdef int32_t mask = first.program.mask
    cdef int32_t shift = first.program.cost_shift
    cdef int64_t outside = (other.outside >> shift) + STEP
    cdef int64_t begun = joined_from(first.numbers, before)
    cdef int64_t cost, closing, here, there
    cdef int32_t noop = side == 0 and vertex.is_noop
    cdef int32_t epsilons = 0 if noop else copies_of(vertex, side)
    cdef int64_t more = excess(first.program, other, cell.outside)
    cdef int64_t slot, at
    cdef int32_t noops
    if more > N_SLOTS:
        return
    if side == 2:
        epsilons = insertion_epsilons(first.found, first.program.lattice, before, number)
    if outside + epsilons == cell.outside >> shift:
        lower(&first.numbers[number], number_by(first.numbers, before, side))
    if not noop and cell.single < NEVER and cell.single >> shift == outside:
        lower(&first.singles[number & mask], begun)
    for slot in range(N_SLOTS):
        if cell.inside[slot] >= NEVER:
            continue
        here = slot_of(first, number, <int32_t>slot)
        cost = cell.inside[slot] >> shift
        closing = NOT_REACHED
        if noop and outside == cost:
            closing = open_edit(first, here, begun, 1)
        if other.single < NEVER and (other.single >> shift) + STEP == cost:
            closing = min(closing, open_edit(first, here, first.singles[before & mask], noop))
        at = slot - more  # the slot of as much before the step
        if 0 <= at < N_SLOTS and other.inside[at] < NEVER:
            there = slot_of(first, before, <int32_t>at)
            for noops in range(other.noops[at], first.most_noops[there] + 1):
                closing = min(closing, open_edit(
                    first, here, begun_at(first, there)[noops], noops + noop
                ))
        if closing != NOT_REACHED and cost + 1 == cell.outside >> shift:
            lower(&first.numbers[number], closing | <int64_t>side << MIDDLE_SHIFT)


cdef inline void take_gold(First *first, const GoldArc *arc) noexcept nogil:
    """Let an arc that spells a gold edit reach its head, if it costs what its ends differ by."""
    cdef const Program *program = first.program
    if forward_cost(program, arc.tail) + gold_cost(program, arc) == forward_cost(program, arc.head):
        lower(
            &first.numbers[arc.head], number_by(first.numbers, arc.tail, gold_side(program, arc))
        )


cdef inline void take_noops(First *first, const KeptNoops *kept, int32_t head) noexcept nogil:
    """Let the joined noops that are left reach a vertex."""
    cdef const Program *program = first.program
    cdef const Vertex *vertices = program.lattice.vertices
    cdef int32_t tail = head, n_noops
    for n_noops in range(1, program.options.max_unchanged + 1):
        if not vertices[tail].is_noop:
            return
        tail = diagonal_of(&vertices[tail])
        if forward_cost(program, tail) + n_noops * <int64_t>STEP != forward_cost(program, head):
            return
        if n_noops > 1 and is_kept(kept, program.lattice, tail, head):
            lower(&first.numbers[head], number_by(first.numbers, tail, IS_JOINED))


cdef inline Status reach_all(First *first, const KeptNoops *kept) noexcept nogil:
    """Find the least number that each vertex is reached by; costs are computed again, as those of
    two rows alone are there."""
    cdef const Program *program = first.program
    cdef const Lattice *lattice = program.lattice
    cdef const GoldArcs *found = first.found
    cdef int64_t at = 0, filled = 0
    cdef int32_t number, slot, before
    cdef uint8_t side
    cdef const Cell *cell
    fill_start(program)
    for number in range(lattice.n_vertices):
        if number & 0xFFFF == 0 and is_cancelled(program.options.cancel):
            return CANCELLED
        fill_vertices(program, found, &filled, max(number, 1), number + 1)
        first.numbers[number] = NOT_REACHED if number else 0
        first.singles[number & program.mask] = NOT_REACHED
        cell = cell_of(program, number)
        for slot in range(N_SLOTS):
            first.most_noops[slot_of(first, number, slot)] = cell.noops[slot] - 1
        for side in range(3):
            before = tail_of(&lattice.vertices[number], number, side)
            if before >= 0:
                take_side(first, number, before, side)
        for slot in range(N_SLOTS):
            if cell.inside[slot] < NEVER:
                keep_earliest(first, slot_of(first, number, slot), cell.noops[slot])
        while at < found.n_arcs and found.arcs[at].head == number:
            take_gold(first, &found.arcs[at])
            at += 1
        take_noops(first, kept, number)
    return DONE


cdef inline bint read_first(const First *first, Edit *edits, int32_t *n_edits) noexcept nogil:
    """Read the path back, and write its edits; whether all of its arcs are the scorer's."""
    cdef const Program *program = first.program
    cdef const Lattice *lattice = program.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const int64_t *numbers = first.numbers
    cdef const Label *label
    cdef const GoldArc *gold
    cdef int32_t head = lattice.n_vertices - 1, tail, at
    cdef int64_t cost, number = first.found.n_arcs
    cdef bint is_edit, is_inserting
    n_edits[0] = 0
    while head:
        if numbers[head] == NOT_REACHED:
            return False
        tail = <int32_t>(numbers[head] & 0x7FFFFFFF)
        while number > 0 and first.found.arcs[number - 1].head > head:
            number -= 1
        gold = NULL
        while number > 0 and gold == NULL and first.found.arcs[number - 1].head == head:
            number -= 1
            if first.found.arcs[number].tail == tail:
                gold = &first.found.arcs[number]
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
                first.found, lattice, label, tail, head
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
    cdef First first
    cdef Status status
    cdef int64_t n_cells = program.mask + 1
    cdef int64_t n_open = n_cells * N_SLOTS * (program.options.max_unchanged + <int64_t>1)
    is_found[0] = False
    if n_open > MOST_OPEN:
        return DONE
    first.program = program
    first.found = found
    first.numbers = <int64_t *>arena_take(arena, program.lattice.n_vertices, sizeof(int64_t))
    first.singles = <int64_t *>arena_take(arena, n_cells, sizeof(int64_t))
    first.begun = <int64_t *>arena_take(arena, n_open, sizeof(int64_t))
    first.most_noops = <int32_t *>arena_take(arena, n_cells * N_SLOTS, sizeof(int32_t))
    if (
        first.numbers == NULL or first.singles == NULL or first.begun == NULL
        or first.most_noops == NULL
    ):
        return arena_status(arena)
    status = reach_all(&first, kept)
    if status == DONE:
        is_found[0] = read_first(&first, edits, n_edits)
    arena_rewind(arena, &mark)
    return status
