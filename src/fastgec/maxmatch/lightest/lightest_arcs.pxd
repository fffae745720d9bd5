"""The lightest arcs: only those of the published scorer that its lightest paths can hold.

Where the certified program gives no certificate, its costs are still bounds. They leave few arcs,
and labels say which of these the scorer has, and with which weight. Tails come in the order of
vertices, so that what one costs exactly is known when its turn comes. The lightest path found is
exact if it costs at most bound + slack; at first the slack is 0.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport realloc

from fastgec._arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE, Arena, Status, arena_status, arena_take, is_cancelled,
)
from fastgec._lattice cimport (
    MOST_ROUNDED, Lattice, Vertex, deletion_of, diagonal_of, insertion_of, is_base, tail_of,
)
from fastgec.maxmatch.entries.labels cimport Box, first_at, label_row, label_at, label_arc, open_box
from fastgec.maxmatch.entries.kept_noops cimport is_kept
from fastgec.maxmatch.lightest.rests cimport Rests
from fastgec.maxmatch.program.program cimport NEVER, forward_cost, gold_cost
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons
from fastgec.maxmatch.terms.edits cimport shifts_span
from fastgec.maxmatch.terms.records cimport ArcStore, GoldArc, KeptNoops, Label, Program, TightArc


cdef enum:
    IS_MATCHED = 1
    IS_EDIT = 2
    IS_SHIFTED = 4
    IS_JOINED = 4  # of sides
    # Of what reaches a vertex first, from the lowest bit: tail, middle, half pass.
    MIDDLE_SHIFT = 32
    PASS_SHIFT = 34


cdef extern from *:
    """
    #define FASTGEC_NOT_REACHED INT64_MAX
    """
    const int64_t NOT_REACHED "FASTGEC_NOT_REACHED"


cdef struct Reached:
    # Ways to a vertex inside an edit from a tail: fewest steps and noops of any.
    int32_t steps
    int32_t noops


cdef struct Lightest:
    const Rests *rests
    const Program *program
    const Lattice *lattice
    int64_t *costs  # of each vertex: exact, from the start
    int64_t most  # that a path may cost
    Reached *reached  # of two rows, by hypothesis position
    bint is_exact  # sums are: what reaches a vertex first is kept, and no arcs
    int64_t *numbers
    uint8_t *kinds  # of the arcs that do
    const KeptNoops *kept
    ArcStore *store
    int64_t n_arcs


cdef inline Status add_arc(Lightest *lightest, const TightArc *arc) noexcept nogil:
    """Add an arc, unless its head is known to cost less."""
    cdef int64_t cost = lightest.costs[arc.tail] + arc.cost
    if cost + lightest.rests.least[arc.head] > lightest.most or cost > lightest.costs[arc.head]:
        return DONE
    if lightest.is_exact and cost < lightest.costs[arc.head]:
        lightest.numbers[arc.head] = NOT_REACHED
    lightest.costs[arc.head] = cost
    if lightest.is_exact:
        reach(lightest, arc)
        return DONE
    return store_arc(lightest, arc)


cdef inline void reach(Lightest *lightest, const TightArc *arc) noexcept nogil:
    """Note that an arc leads to a vertex, at its least cost."""
    cdef int64_t half = lightest.numbers[arc.tail] >> PASS_SHIFT
    cdef int64_t number
    half = half | 1 if arc.side & IS_JOINED else half + (half & 1)
    number = half << PASS_SHIFT | <int64_t>(arc.side & 3) << MIDDLE_SHIFT | arc.tail
    if number < lightest.numbers[arc.head]:
        lightest.numbers[arc.head] = number
        lightest.kinds[arc.head] = arc.kind


cdef inline Status store_arc(Lightest *lightest, const TightArc *arc) noexcept nogil:
    cdef ArcStore *store = lightest.store
    cdef int64_t room
    cdef TightArc *arcs
    if lightest.n_arcs == store.room:
        room = store.room + store.room // 2 + 64
        if room * sizeof(TightArc) > store.limit:
            return TOO_LARGE
        arcs = <TightArc *>realloc(store.arcs, room * sizeof(TightArc))
        if arcs == NULL:
            return NO_MEMORY
        store.arcs = arcs
        store.room = room
    store.arcs[lightest.n_arcs] = arc[0]
    lightest.n_arcs += 1
    return DONE


cdef inline void take_noops(Lightest *lightest, int32_t head) noexcept nogil:
    """Let joined noops reach a vertex, where it matters what does so first."""
    cdef const Vertex *vertices = lightest.lattice.vertices
    cdef int32_t n_noops
    cdef TightArc arc
    arc.side = IS_JOINED
    arc.kind = 0
    arc.head = arc.tail = head
    for n_noops in range(1, lightest.program.options.max_unchanged + 1):
        if not vertices[arc.tail].is_noop:
            break
        arc.tail = diagonal_of(&vertices[arc.tail])
        if lightest.costs[arc.tail] + n_noops * <int64_t>STEP != lightest.costs[head]:
            break
        if n_noops > 1 and is_kept(lightest.kept, lightest.lattice, arc.tail, head):
            reach(lightest, &arc)


cdef inline int64_t gold_place(const Rests *rests, int32_t tail, int32_t head) noexcept nogil:
    """Return the place of the first gold arc that does not stand before (tail, head)."""
    cdef int64_t low = 0, high = rests.found.n_arcs, middle
    while low < high:
        middle = (low + high) // 2
        if rests.by_tail[middle].tail < tail or (
            rests.by_tail[middle].tail == tail and rests.by_tail[middle].head < head
        ):
            low = middle + 1
        else:
            high = middle
    return low


cdef inline bint is_gold_pair(const Rests *rests, int32_t tail, int32_t head) noexcept nogil:
    cdef int64_t at
    if rests.found.n_arcs == 0:
        return False
    at = gold_place(rests, tail, head)
    return at < rests.found.n_arcs and (
        rests.by_tail[at].tail == tail and rests.by_tail[at].head == head
    )


cdef inline uint8_t kind_of(bint is_matched, bint is_edit, bint is_shifted) noexcept nogil:
    return is_matched * IS_MATCHED | is_edit * IS_EDIT | is_shifted * IS_SHIFTED


cdef inline uint8_t first_side(uint8_t sides) noexcept nogil:
    return 0 if sides & 1 else 1 if sides & 2 else 2


cdef inline Status take_base(Lightest *lightest, int32_t tail, int32_t head) noexcept nogil:
    """Take a base arc, if there is one that spells no gold edit."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Vertex *vertex = &lattice.vertices[head]
    cdef int32_t side
    cdef TightArc arc
    for side in range(3):
        if tail_of(vertex, head, side) == tail:
            break
    else:
        return DONE
    if is_gold_pair(lightest.rests, tail, head):
        return DONE
    arc.tail = tail
    arc.head = head
    arc.side = <uint8_t>side
    arc.kind = kind_of(
        False, side > 0 or not vertex.is_noop,
        shifts_span(lightest.program.options, lattice, tail, side == 2),
    )
    arc.cost = STEP
    if side == 2:
        arc.cost += insertion_epsilons(lightest.rests.found, lattice, tail, head)
    elif side == 1:
        arc.cost += vertex.n_deletion
    elif not vertex.is_noop:
        arc.cost += vertex.n_diagonal
    return add_arc(lightest, &arc)


cdef inline Status take_gold(Lightest *lightest, int32_t tail) noexcept nogil:
    """Take the arcs that leave a tail and spell a gold edit."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Program *program = lightest.program
    cdef const GoldArc *gold
    cdef const Vertex *vertex
    cdef int64_t at
    cdef TightArc arc
    cdef Status status = DONE
    if lightest.rests.found.n_arcs == 0:
        return DONE
    at = gold_place(lightest.rests, tail, 0)
    while status == DONE and at < lightest.rests.found.n_arcs:
        gold = &lightest.rests.by_tail[at]
        if gold.tail != tail:
            break
        at += 1
        vertex = &lattice.vertices[gold.head]
        arc.tail = tail
        arc.head = gold.head
        arc.cost = gold_cost(program, gold)
        arc.kind = kind_of(
            gold.is_matched, gold.is_edit,
            shifts_span(program.options, lattice, tail, vertex.i == lattice.vertices[tail].i),
        )
        if diagonal_of(vertex) == tail:
            arc.side = 0
        elif deletion_of(vertex) == tail:
            arc.side = 1
        elif insertion_of(vertex, gold.head) == tail:
            arc.side = 2
        else:
            label_arc(program.labels, lattice, program.options, tail, gold.head)
            arc.side = IS_JOINED + first_side(label_at(program.labels, lattice, gold.head).sides)
        status = add_arc(lightest, &arc)
    return status


cdef inline bint may_change(
    const Lightest *lightest, int32_t tail, int32_t head, int32_t steps
) noexcept nogil:
    """Whether an edit of so many steps, or more, may bring a vertex as near as it is, or nearer;
    and where sums are exact, as early."""
    cdef int64_t cost = lightest.costs[tail] + steps * <int64_t>STEP + 1
    if cost != lightest.costs[head] or not lightest.is_exact:
        return cost <= lightest.costs[head]
    return (
        (lightest.numbers[tail] >> PASS_SHIFT | 1) << PASS_SHIFT | tail
    ) < lightest.numbers[head]


cdef inline bint walk(
    Lightest *lightest, int32_t tail, int32_t *last_row, int32_t *right
) noexcept nogil:
    """Find how far edits of several arcs from a tail may lead; whether one may close."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef const int64_t *least = lightest.rests.least
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef int64_t spare = lightest.most - lightest.costs[tail]
    cdef int64_t rest
    cdef int32_t limit = lightest.program.options.max_unchanged
    cdef int32_t row = vertices[tail].i
    cdef int32_t number, first = tail, left, reach = vertices[tail].j, first_held, last_held
    cdef int32_t above_first = 0, above_end = 0
    cdef Reached *here
    cdef Reached *above = NULL
    cdef Reached found, before
    cdef bint closes = False
    last_row[0] = right[0] = -1
    while True:
        here = lightest.reached + (row & 1) * n_places
        first_held = last_held = -1
        before = Reached(-1, 0)
        number = first
        while number < lattice.rows[row + 1]:
            vertex = &vertices[number]
            if vertex.j > reach + 1 and before.steps < 0:
                break
            found = Reached(0x3FFFFFFF, 0x3FFFFFFF)
            if number == tail:
                found = Reached(0, 0)
            if above_first <= diagonal_of(vertex) < above_end and above[vertex.j - 1].steps >= 0:
                found.steps = above[vertex.j - 1].steps + 1
                found.noops = above[vertex.j - 1].noops + vertex.is_noop
            if above_first <= deletion_of(vertex) < above_end and above[vertex.j].steps >= 0:
                found.steps = min(found.steps, above[vertex.j].steps + 1)
                found.noops = min(found.noops, above[vertex.j].noops)
            if vertex.n_insertion and before.steps >= 0:
                found.steps = min(found.steps, before.steps + 1)
                found.noops = min(found.noops, before.noops)
            rest = least[number] + found.steps * <int64_t>STEP
            if found.steps == 0x3FFFFFFF or found.noops > limit or rest - 1 > spare:
                found.steps = -1
            else:
                if first_held < 0:
                    first_held = number
                last_held = number
                if found.steps > 1 and rest < spare and may_change(
                    lightest, tail, number, found.steps
                ):
                    closes = True
                    last_row[0] = row
                    right[0] = max(right[0], vertex.j)
            here[vertex.j] = before = found
            number += 1
        if first_held < 0 or row == lattice.n_source:
            return closes
        above = here
        above_first = first
        above_end = number
        left = vertices[first_held].j
        reach = vertices[last_held].j
        row += 1
        first = first_at(lattice, row, left)


cdef inline Status take_joined(Lightest *lightest, int32_t tail) noexcept nogil:
    """Take the edits of several arcs from a tail that spell no gold edit."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Program *program = lightest.program
    cdef int32_t last_row, right, head
    cdef const Label *label
    cdef Box box
    cdef TightArc arc
    cdef Status status = DONE
    if not walk(lightest, tail, &last_row, &right):
        return DONE
    arc.tail = tail
    open_box(&box, program.labels, lattice, tail, right)
    while box.row < last_row and status == DONE:
        label_row(&box, program.options.max_unchanged)
        for head in range(box.first, box.end):
            label = label_at(program.labels, lattice, head)
            if not label.sides or label.noops == label.steps:
                continue
            arc.cost = label.steps * <int64_t>STEP + 1
            if lightest.costs[tail] + arc.cost + lightest.rests.least[head] > lightest.most:
                continue
            if lightest.costs[tail] + arc.cost > lightest.costs[head]:
                continue
            if is_gold_pair(lightest.rests, tail, head):
                continue
            arc.head = head
            arc.cost += arc_epsilons(lightest.rests.found, lattice, label, tail, head) - 1
            arc.side = IS_JOINED + first_side(label.sides)
            arc.kind = kind_of(
                False, True, shifts_span(program.options, lattice, tail, label.is_inserting)
            )
            status = add_arc(lightest, &arc)
            if status != DONE:
                break
    return status


cdef inline Status collect_arcs(Lightest *lightest) noexcept nogil:
    """Find all arcs of the scorer that a path of cost `most` can hold."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t tail, below
    cdef Status status = DONE
    lightest.n_arcs = 0
    for tail in range(lattice.n_vertices):
        lightest.costs[tail] = NEVER
        if lightest.is_exact:
            lightest.numbers[tail] = NOT_REACHED
    lightest.costs[0] = 0
    if lightest.is_exact:
        lightest.numbers[0] = 0
    for tail in range(lattice.n_vertices - 1):
        if tail & 63 == 0 and is_cancelled(lightest.program.options.cancel):
            return CANCELLED
        if lightest.costs[tail] + lightest.rests.least[tail] > lightest.most:
            continue
        if lightest.is_exact:
            take_noops(lightest, tail)
        status = take_base(lightest, tail, tail + 1)
        if vertices[tail].i < lattice.n_source and status == DONE:
            below = first_at(lattice, vertices[tail].i + 1, vertices[tail].j)
            if below < lattice.rows[vertices[tail].i + 2]:
                status = take_base(lightest, tail, below)
                if status == DONE and below + 1 < lattice.rows[vertices[tail].i + 2]:
                    status = take_base(lightest, tail, below + 1)
        if status == DONE:
            status = take_gold(lightest, tail)
        if status == DONE:
            status = take_joined(lightest, tail)
        if status != DONE:
            return status
    if lightest.is_exact and lightest.costs[lattice.n_vertices - 1] < NEVER:
        take_noops(lightest, lattice.n_vertices - 1)
    return DONE


cdef inline Status find_lightest(
    Lightest *lightest, const Rests *rests, const KeptNoops *kept, ArcStore *store, Arena *arena
) noexcept nogil:
    """Find the arcs that lightest paths may hold: all that cost what their ends differ by."""
    cdef const Program *program = rests.program
    cdef const Lattice *lattice = program.lattice
    cdef int64_t bound = forward_cost(program, lattice.n_vertices - 1)
    cdef int64_t slack = 0, at, n_left = 0
    cdef Status status
    lightest.rests = rests
    lightest.program = program
    lightest.lattice = lattice
    lightest.store = store
    lightest.kept = kept
    lightest.costs = <int64_t *>arena_take(arena, lattice.n_vertices, sizeof(int64_t))
    lightest.reached = <Reached *>arena_take(
        arena, 2 * (<size_t>lattice.n_hypothesis + 1), sizeof(Reached)
    )
    if lightest.costs == NULL or lightest.reached == NULL:
        return arena_status(arena)
    lightest.is_exact = lattice.n_vertices > MOST_ROUNDED
    if lightest.is_exact:
        lightest.numbers = <int64_t *>arena_take(arena, lattice.n_vertices, sizeof(int64_t))
        lightest.kinds = <uint8_t *>arena_take(arena, lattice.n_vertices, 1)
        if lightest.numbers == NULL or lightest.kinds == NULL:
            return arena_status(arena)
    while True:
        lightest.most = bound + slack
        status = collect_arcs(lightest)
        if status != DONE:
            return status
        if lightest.costs[lattice.n_vertices - 1] < NEVER:
            break
        slack = 2 * slack + 1
    for at in range(lightest.n_arcs):
        if lightest.costs[store.arcs[at].tail] + store.arcs[at].cost == (
            lightest.costs[store.arcs[at].head]
        ):
            store.arcs[n_left] = store.arcs[at]
            n_left += 1
    lightest.n_arcs = n_left
    return DONE
