"""Arcs that leave a block of tails, in the order that `lightest_arcs` asks for.

All arcs that lead to a vertex must be found before any that leaves it. Tails come in blocks of a row,
whose labels are those of one head after the other. So a tail of the block is opened, and base arcs
and gold arcs that leave it are taken, when all heads up to itself have been labelled, and before the
next one is.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t
from libc.string cimport memcmp

from fastgec._arena cimport DONE, Arena, Status
from fastgec._lattice cimport Lattice, Vertex, is_base
from fastgec.maxmatch.bounds cimport Bounds, forward_cost, gold_arc
from fastgec.maxmatch.cells cimport NEVER
from fastgec.maxmatch.edits cimport shifts_span
from fastgec.maxmatch.kept_noops cimport find_kept, is_kept
from fastgec.maxmatch.label_blocks cimport Blocks, has_joined, label_next, open_box
from fastgec.maxmatch.labels cimport BY_DIAGONAL
from fastgec.maxmatch.records cimport Label, Surviving, TightArc
from fastgec.maxmatch.tail_arcs cimport (
    collect_base, collect_gold, first_gold, is_gold_pair, kind_of,
)
from fastgec.maxmatch.tight_arcs cimport LightestArcs, add_arc, reach_vertex
from fastgec.maxmatch.triple_sets cimport NO_TEXT
from fastgec.maxmatch.walks cimport walk_edits
from fastgec.maxmatch.weights cimport STEP, arc_epsilons


cdef enum:
    CLOSED = 1 << 30  # steps of a lane that no arc leaves
    MOST_AT_ONCE = 1 << 18  # vertices, for joined noops to be looked up while paths may count alike
    MANY = 1 << 28  # more than those, and than the steps of an arc, are as good as these


cdef struct Front:
    # The tails of a block, as far as they have been opened.
    LightestArcs *lightest
    Bounds *bounds
    Surviving *surviving
    int32_t n_open
    int64_t gold  # first gold arc that leaves the next tail, or one behind it
    int64_t golds[32]  # of each tail: the first of its gold arcs that is not passed by
    int64_t least  # that a tail of the block costs
    int32_t steps[32]  # what each tail costs more than that: steps, and thousandths
    int32_t rests[32]


cdef inline Status open_tail(Front *front) noexcept nogil:
    """Open the next tail of the block, to which all arcs have been found."""
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef int32_t lane = front.n_open
    cdef int32_t tail = bounds.blocks.tails[lane]
    cdef int64_t cost = lightest.forward[tail]
    cdef Status status
    front.n_open += 1
    while front.gold < bounds.found.n_arcs and gold_arc(bounds, front.gold).tail < tail:
        front.gold += 1
    front.golds[lane] = front.gold
    front.steps[lane] = CLOSED
    front.rests[lane] = 0
    if cost + bounds.backward[tail] > bounds.most:
        return DONE
    status = take_noops(front, tail)
    front.steps[lane] = <int32_t>min((cost - front.least) // STEP, <int64_t>MANY)
    front.rests[lane] = <int32_t>((cost - front.least) % STEP)
    if status == DONE:
        status = collect_base(lightest, bounds, tail, front.gold)
    # Gold arcs overwrite labels from a block of one tail, except those that are kept.
    if status == DONE:
        status = collect_gold(lightest, bounds, tail, front.gold)
    return status


cdef inline Status take_noops(Front *front, int32_t head) noexcept nogil:
    """Let joined noops reach a vertex, where it matters what does so first."""
    cdef LightestArcs *lightest = front.lightest
    cdef const Vertex *vertices = lightest.lattice.vertices
    cdef int32_t tail = head
    cdef int32_t n_noops = 0
    cdef int64_t reached
    cdef uint8_t kind
    cdef Status status
    if not lightest.is_exact or lightest.is_keeping:
        return DONE
    while n_noops < lightest.options.max_unchanged and vertices[tail].is_noop:
        tail = vertices[tail].diagonal
        n_noops += 1
        if lightest.forward[tail] + n_noops * <int64_t>STEP != lightest.forward[head]:
            break
        if n_noops == 1:
            continue
        reached = lightest.reached[head]
        kind = lightest.kinds[head]
        reach_vertex(lightest, tail, head, BY_DIAGONAL, 0)
        if reached == lightest.reached[head]:
            continue
        if not front.surviving.has_kept[0] and not lightest.is_ordered and (
            lightest.lattice.n_vertices > MOST_AT_ONCE
        ):
            lightest.lacks_noops = True
            lightest.reached[head] = reached
            lightest.kinds[head] = kind
            break
        if not front.surviving.has_kept[0]:
            status = find_kept(
                front.surviving.kept, lightest.lattice, lightest.options, lightest.labels,
                front.surviving.lasting, front.surviving.arena,
            )
            if status != DONE:
                return status
            front.surviving.has_kept[0] = True
        if not is_kept(front.surviving.kept, lightest.lattice, tail, head):
            lightest.reached[head] = reached
            lightest.kinds[head] = kind
    return DONE


cdef inline Status collect_head(Front *front, int32_t head) noexcept nogil:
    """Find the arcs from open tails to a head that has been labelled."""
    cdef Bounds *bounds = front.bounds
    cdef Blocks *blocks = &bounds.blocks
    cdef int64_t most = bounds.most - bounds.backward[head] - front.least - 1
    cdef int16_t picked[32]
    cdef int64_t none = 0
    cdef int32_t lane, other
    cdef Status status = DONE
    if most < 0:
        return DONE
    if blocks.n_tails == 1:
        return collect_joined(front, 0, head)
    if not blocks.pick(
        picked, blocks.here, blocks.sides, front.steps, front.rests,
        <int32_t>min(most // STEP, <int64_t>2 * MANY), <int32_t>(most % STEP),
    ):
        return DONE
    for lane in range(0, 32, 4):
        if memcmp(&picked[lane], &none, 4 * sizeof(int16_t)) == 0:
            continue
        for other in range(lane, lane + 4):
            if picked[other]:
                status = collect_joined(front, other, head)
                if status != DONE:
                    return status
    return DONE


cdef inline int64_t most_of_use(
    const LightestArcs *lightest, int32_t tail, int32_t head
) noexcept nogil:
    """Return the most that an arc may cost to be added for anything."""
    if lightest.is_lifting:
        return lightest.rests[tail] - lightest.rests[head] - 1
    return lightest.forward[head] - lightest.forward[tail]


cdef inline Status collect_joined(Front *front, int32_t lane, int32_t head) noexcept nogil:
    """Find the edit of several arcs from a tail of the block to the head labelled last, unless it
    spells a gold edit."""
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef const Lattice *lattice = lightest.lattice
    cdef int32_t tail = bounds.blocks.tails[lane]
    cdef int64_t most = bounds.most - bounds.backward[head] - lightest.forward[tail]
    cdef Label label
    cdef TightArc arc
    if lane >= front.n_open or front.steps[lane] == CLOSED:
        return DONE
    if is_base(&lattice.vertices[head], tail):
        return DONE
    if not has_joined(&bounds.blocks, lane, &label, &arc.sides):
        return DONE
    if label.steps * <int64_t>STEP + 1 > min(most, most_of_use(lightest, tail, head)):
        return DONE
    front.golds[lane] = first_gold(bounds, front.golds[lane], tail, head)
    if is_gold_pair(bounds, front.golds[lane], tail, head):
        return DONE
    arc.tail = tail
    arc.head = head
    arc.steps = label.steps
    arc.epsilons = <uint8_t>arc_epsilons(bounds.found, lattice, &label, tail, head)
    arc.kind = kind_of(
        False, True, shifts_span(lightest.options, lattice, tail, label.is_inserting)
    )
    if arc.steps * <int64_t>STEP + arc.epsilons > most:
        return DONE
    return add_arc(lightest, &arc, NO_TEXT)


cdef inline Status collect_block(Front *front, Arena *arena) noexcept nogil:
    """Find the arcs that leave the tails of the block taken."""
    cdef Blocks *blocks = &front.bounds.blocks
    cdef int32_t number, head
    cdef Status status
    front.n_open = 0
    front.least = NEVER
    for number in range(32):
        front.steps[number] = CLOSED
        front.rests[number] = 0
    for number in range(blocks.n_tails):
        front.least = min(front.least, tail_cost(front, blocks.tails[number]))
    walk_edits(front.bounds)
    if blocks.n_heads:
        status = open_box(blocks, arena)
        if status != DONE:
            return status
    for number in range(blocks.n_heads):
        head = blocks.heads[number]
        while front.n_open < blocks.n_tails and blocks.tails[front.n_open] < head:
            status = open_tail(front)
            if status != DONE:
                return status
        label_next(blocks)
        status = collect_head(front, head)
        if status != DONE:
            return status
    while front.n_open < blocks.n_tails:
        status = open_tail(front)
        if status != DONE:
            return status
    return DONE


cdef inline int64_t tail_cost(const Front *front, int32_t tail) noexcept nogil:
    """Return what a tail of the block costs at least."""
    if front.lightest.is_keeping:
        return front.lightest.forward[tail]
    return min(front.lightest.forward[tail], forward_cost(front.bounds.program, tail))
