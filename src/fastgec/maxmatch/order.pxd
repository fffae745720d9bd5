"""The published scorer's order, on the arcs of minimum-cost paths alone.

The scorer relaxes its list of arcs in doubles, in list order, until a whole pass changes nothing.
Arcs that are on no minimum-cost path never bring a vertex to its least distance: they cost at least
one thousandth too much, far more than all roundings together. So the others decide alone.

The list has base arcs first, by tail, then joined arcs by middle, tail, head. Here base arcs come
head by head, and after them joined arcs head by head, those of one head by middle, then tail. The
outcome is the same: what is added up for an arc depends on the arcs into its tail alone, and in
both orders those of the same half that end at its tail stand before it, as do all arcs into its
head that stand before it in the list.

**Exact sums.** With more than MOST_ROUNDED vertices the least number decides that `arcs` describes.
Mostly it can be found without arcs, vertex by vertex, as costs are (`find_first`): of each state
inside an edit, and for each number of noops, the least half pass and tail are kept that an edit in
this state begins with, unless one with fewer noops begins as early; where the edit may close, the
side of its last base arc is its middle. The states hold all arcs that minimum-cost paths can have,
and perhaps more, so no number is too great. If the path that is read back from the end has arcs of
the scorer alone, each at the cost and from the middle that it was taken for, it costs the bound,
and no vertex of it is reached by a lesser number: it is the scorer's own. Else nothing is known,
and `arcs` finds it. Of 1,000 loops of up to 10,000 tokens nearly all end here.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec._lattice cimport Lattice, Vertex, diagonal_of, tail_of
from fastgec.maxmatch.arcs cimport (
    IS_EDIT, IS_JOINED, IS_MATCHED, IS_SHIFTED, MIDDLE_SHIFT, NOT_REACHED, PASS_SHIFT, Scan,
    first_side, gold_side, joined_from,
)
from fastgec.maxmatch.joined_noops cimport is_kept
from fastgec.maxmatch.labels cimport label_arc, label_at
from fastgec.maxmatch.program.program cimport (
    NEVER, cell_of, copies_of, fill_start, fill_vertices, forward_cost, gold_cost, lower,
    match_cost,
)
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons, rounded_weight
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, shifts_span, write_edit
from fastgec.maxmatch.terms.records cimport (
    N_SLOTS, Cell, GoldArc, GoldArcs, KeptNoops, Label, Program, StoredArc,
)


cdef struct Ordered:
    # The arcs of minimum-cost paths in list order. Those of a group lead to one head: groups of
    # base arcs by head, then of joined arcs by head and middle; in a group they stand by tail.
    const Scan *scan
    StoredArc *arcs  # with their tails
    int64_t *first  # of each group; one more than there are
    bint has_matched


cdef inline int64_t group_of(const Scan *scan, int32_t head, uint8_t side) noexcept nogil:
    if not side & IS_JOINED:
        return head
    return scan.lattice.n_vertices + 3 * <int64_t>head + (side & 3)


cdef inline Status put_in_order(Ordered *ordered, const Scan *scan, Arena *arena) noexcept nogil:
    """Put the arcs that lead to their heads at the least cost in order: stored by tail, they are
    counted, and go to their groups."""
    cdef int64_t n_groups = 4 * <int64_t>scan.lattice.n_vertices
    cdef int64_t at, group, size, n_before = 0
    cdef int32_t tail
    cdef const StoredArc *stored = <const StoredArc *>scan.store.items
    cdef const StoredArc *arc
    cdef StoredArc *placed
    ordered.scan = scan
    ordered.has_matched = False
    ordered.first = <int64_t *>arena_take(arena, n_groups + 2, sizeof(int64_t))
    if ordered.first == NULL:
        return arena_status(arena)
    memset(ordered.first, 0, (n_groups + 2) * sizeof(int64_t))
    for at in range(scan.n_arcs):
        arc = stored + at
        if at >= scan.first_tight[arc.other]:
            ordered.first[group_of(scan, arc.other, arc.side) + 2] += 1
    for group in range(n_groups):
        n_before += ordered.first[group + 2]
        ordered.first[group + 2] = n_before
    ordered.arcs = <StoredArc *>arena_take(arena, n_before, sizeof(StoredArc))
    if ordered.arcs == NULL:
        return arena_status(arena)
    for tail in range(scan.lattice.n_vertices):
        for at in range(scan.first_arcs[tail], scan.first_arcs[tail + 1]):
            arc = stored + at
            if at < scan.first_tight[arc.other]:
                continue
            group = group_of(scan, arc.other, arc.side) + 1
            placed = &ordered.arcs[ordered.first[group]]
            ordered.first[group] += 1
            placed.other = <uint16_t>tail
            placed.side = arc.side
            placed.kind = arc.kind
            ordered.has_matched |= arc.kind & IS_MATCHED
    return DONE


cdef inline void write_arc(
    const Scan *scan, int32_t tail, int32_t head, uint8_t kind, Edit *edits, int32_t *n_edits
) noexcept nogil:
    if kind & IS_EDIT:
        write_edit(&edits[n_edits[0]], scan.lattice, tail, head, kind & IS_SHIFTED)
        n_edits[0] += 1


cdef inline bint relax(
    const Ordered *ordered, int32_t head, int64_t group, double *distances, int64_t *arrivals,
    int64_t list_size,
) noexcept nogil:
    """Relax the arcs of a group; whether that changes something."""
    cdef const int64_t *costs = ordered.scan.costs
    cdef int64_t match = match_cost(ordered.scan.program)
    cdef int64_t at
    cdef double distance
    cdef bint is_changed = False
    for at in range(ordered.first[group], ordered.first[group + 1]):
        distance = distances[ordered.arcs[at].other] + rounded_weight(
            costs[head] - costs[ordered.arcs[at].other], match, list_size
        )
        if distance < distances[head]:
            distances[head] = distance
            arrivals[head] = at
            is_changed = True
    return is_changed


cdef inline Status order_arcs(
    const Ordered *ordered, int64_t list_size, Edit *edits, int32_t *n_edits, Arena *arena
) noexcept nogil:
    """Relax the arcs pass by pass, and write the edits of the path."""
    cdef int32_t n_vertices = ordered.scan.lattice.n_vertices
    cdef double *distances = <double *>arena_take(arena, n_vertices, sizeof(double))
    cdef int64_t *arrivals = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    cdef int64_t group
    cdef int32_t vertex, middle
    cdef bint is_changed = True
    cdef const StoredArc *arc
    if distances == NULL or arrivals == NULL:
        return arena_status(arena)
    for vertex in range(n_vertices):
        distances[vertex] = INFINITY
    distances[0] = 0.0
    while is_changed:
        if is_cancelled(ordered.scan.program.options.cancel):
            return CANCELLED
        is_changed = False
        for vertex in range(n_vertices):
            is_changed |= relax(ordered, vertex, vertex, distances, arrivals, list_size)
        for vertex in range(n_vertices):
            group = n_vertices + 3 * <int64_t>vertex
            for middle in range(3):
                is_changed |= relax(
                    ordered, vertex, group + middle, distances, arrivals, list_size
                )
    vertex = n_vertices - 1
    n_edits[0] = 0
    while vertex:
        arc = &ordered.arcs[arrivals[vertex]]
        write_arc(ordered.scan, arc.other, vertex, arc.kind, edits, n_edits)
        vertex = arc.other
    reverse_edits(edits, n_edits[0])
    return DONE


cdef inline void read_numbers(const Scan *scan, Edit *edits, int32_t *n_edits) noexcept nogil:
    """Write the edits of the path by which vertices are reached where sums are exact."""
    cdef int32_t vertex = scan.lattice.n_vertices - 1
    cdef int32_t tail
    n_edits[0] = 0
    while vertex:
        tail = <int32_t>(scan.numbers[vertex] & 0x7FFFFFFF)
        write_arc(scan, tail, vertex, scan.kinds[vertex], edits, n_edits)
        vertex = tail
    reverse_edits(edits, n_edits[0])


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


cdef inline void reach_base(
    int64_t *numbers, int32_t tail, int32_t head, int64_t side
) noexcept nogil:
    """Let a base arc reach its head."""
    cdef int64_t half = numbers[tail] >> PASS_SHIFT
    if numbers[tail] != NOT_REACHED:
        lower(&numbers[head], (half + (half & 1)) << PASS_SHIFT | side << MIDDLE_SHIFT | tail)


cdef inline void reach_joined(
    int64_t *numbers, int64_t begun, int32_t head, int64_t side
) noexcept nogil:
    """Let a joined arc reach its head."""
    if begun != NOT_REACHED:
        lower(&numbers[head], begun | side << MIDDLE_SHIFT)


cdef inline void take_side(
    const First *first, int32_t number, int32_t before, int32_t side
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
    cdef int32_t slot, at, noops
    if side == 2:
        epsilons = insertion_epsilons(first.found, first.program.lattice, before, number)
    if outside + epsilons == cell.outside >> shift:
        reach_base(first.numbers, before, number, side)
    if not noop and cell.single < NEVER and cell.single >> shift == outside:
        lower(&first.singles[number & mask], begun)
    for slot in range(N_SLOTS):
        if cell.inside[slot] >= NEVER:
            continue
        here = slot_of(first, number, slot)
        cost = cell.inside[slot] >> shift
        closing = NOT_REACHED
        if noop and outside == cost:
            closing = open_edit(first, here, begun, 1)
        if other.single < NEVER and (other.single >> shift) + STEP == cost:
            closing = min(closing, open_edit(first, here, first.singles[before & mask], noop))
        for at in range(N_SLOTS):
            if other.inside[at] >= NEVER or (other.inside[at] >> shift) + STEP != cost:
                continue
            there = slot_of(first, before, at)
            for noops in range(other.noops[at], first.most_noops[there] + 1):
                closing = min(closing, open_edit(
                    first, here, begun_at(first, there)[noops], noops + noop
                ))
        if cost + 1 == cell.outside >> shift:
            reach_joined(first.numbers, closing, number, side)


cdef inline void take_gold(First *first, const GoldArc *arc) noexcept nogil:
    """Let an arc that spells a gold edit reach its head, if it costs what its ends differ by."""
    cdef const Program *program = first.program
    cdef uint8_t side
    if forward_cost(program, arc.tail) + gold_cost(program, arc) != forward_cost(program, arc.head):
        return
    side = gold_side(program, arc)
    if side & IS_JOINED:
        reach_joined(first.numbers, joined_from(first.numbers, arc.tail), arc.head, side & 3)
    else:
        reach_base(first.numbers, arc.tail, arc.head, side)


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
            reach_joined(first.numbers, joined_from(first.numbers, tail), head, 0)


cdef inline Status reach_all(First *first, const KeptNoops *kept) noexcept nogil:
    """Find the least number that each vertex is reached by; costs are computed again, as those of
    two rows alone are there."""
    cdef const Program *program = first.program
    cdef const Lattice *lattice = program.lattice
    cdef const GoldArcs *found = first.found
    cdef int64_t at = 0, filled = 0
    cdef int32_t number, side, slot, before
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
