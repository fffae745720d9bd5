"""Arcs that leave a block of tails, in the order that `lightest_arcs` asks for.

All arcs that lead to a vertex must be found before any that leaves it. Tails come in blocks (of
`walks`), whose labels are those of one head after the other. So a tail of the block is opened, and
base arcs and gold arcs that leave it are taken, when all heads up to itself have been labelled, and
before the next one is. What the arcs from a tail have in common is noted then (`know_tail`):
between repeated words there are millions of them.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from fastgec._arena cimport DONE, Arena, Status
from fastgec._lattice cimport Lattice, Vertex, is_base
from fastgec._words cimport lowest_bit
from fastgec.maxmatch.paths.bounds cimport Bounds, forward_cost, gold_of_tail, has_gold
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.terms.edits cimport shifts_span
from fastgec.maxmatch.entries.kept_noops cimport find_kept, is_kept
from fastgec.maxmatch.entries.label_blocks cimport Blocks, has_joined, label_next, open_box
from fastgec.maxmatch.paths.label_regions cimport CLOSED, MANY, pick_lanes
from fastgec.maxmatch.entries.label_vectors cimport ZERO
from fastgec.maxmatch.entries.labels cimport BY_DIAGONAL
from fastgec.maxmatch.terms.records cimport Label, StoredArcs, Surviving, TightArc
from fastgec.maxmatch.arcs.tail_arcs cimport (
    collect_base, collect_gold, first_gold, is_gold_pair, kind_of,
)
from fastgec.maxmatch.arcs.tight_arcs cimport (
    IS_EDIT, NOT_REACHED, PASS_SHIFT, LightestArcs, add_arc, joined_pass, middle_of, reach_vertex,
    store_arcs,
)
from fastgec.maxmatch.arcs.triple_sets cimport EMPTY, NO_TEXT, close_edit, unite
from fastgec.maxmatch.paths.walks cimport walk_edits
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons


cdef enum:
    MOST_AT_ONCE = 1 << 18  # vertices, for joined noops to be looked up while paths may count alike


cdef struct Front:
    # The tails of a block, as far as they have been opened.
    LightestArcs *lightest
    Bounds *bounds
    Surviving *surviving
    int32_t n_open
    int64_t gold  # first gold arc that leaves the next tail, or one behind it (`lifting`)
    int64_t golds[32]  # of each tail: the first of its gold arcs that is not passed by
    int64_t least  # that a tail of the block costs
    int32_t steps[32]  # what each tail costs more than that: steps, and thousandths
    int32_t rests[32]
    int32_t block_place  # of the block among those whose arcs are stored, or -1
    uint32_t plain  # tails whose edits are what labels say, as bits; and of each of these
    int64_t costs[32]  # what it costs
    int64_t firsts[32]  # by what an edit of several arcs reaches a head, but for the middle
    int32_t closed[32]  # what is counted behind such an edit
    # Where bounds are raised (`lifting`):
    int64_t sure  # what any path over a tail of the row costs at least
    int32_t n_alive  # tails of the block that are not known to be low


cdef inline Status open_tail(Front *front) noexcept nogil:
    """Open the next tail of the block, to which all arcs have been found."""
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef int32_t lane = front.n_open
    cdef int32_t tail = bounds.blocks.tails[lane]
    cdef int64_t cost = lightest.forward[tail]
    cdef Status status
    front.n_open += 1
    front.golds[lane] = gold_of_tail(bounds, tail)
    front.steps[lane] = CLOSED
    front.rests[lane] = 0
    if cost + bounds.backward[tail] > bounds.most:
        return DONE
    status = take_noops(front, tail)
    if status == DONE:
        status = know_tail(front, lane)
    front.steps[lane] = <int32_t>min((cost - front.least) // STEP, <int64_t>MANY)
    front.rests[lane] = <int32_t>((cost - front.least) % STEP)
    if status == DONE:
        status = collect_base(lightest, bounds, tail, front.golds[lane])
    # Gold arcs overwrite labels from a block of one tail, except those that are kept.
    if status == DONE:
        status = collect_gold(lightest, bounds, tail, front.golds[lane])
    return status


cdef inline Status know_tail(Front *front, int32_t lane) noexcept nogil:
    """Note what all edits from a tail have in common, if they are what labels say.

    A block of several tails has no shifted spans.
    """
    cdef LightestArcs *lightest = front.lightest
    cdef int32_t tail = front.bounds.blocks.tails[lane]
    if (
        front.bounds.blocks.n_tails == 1 or lightest.folding != NULL
        or has_gold(front.bounds, front.golds[lane], tail)
    ):
        return DONE
    front.plain |= <uint32_t>1 << lane
    front.costs[lane] = lightest.forward[tail]
    front.firsts[lane] = joined_pass(lightest, tail) << PASS_SHIFT | tail
    front.closed[lane] = close_edit(&lightest.sets, lightest.counted[tail], NO_TEXT)
    return lightest.sets.status


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
    cdef LightestArcs *lightest = front.lightest
    cdef Bounds *bounds = front.bounds
    cdef const Blocks *blocks = &bounds.blocks
    cdef const Vertex *vertices = lightest.lattice.vertices
    cdef int64_t most = min(bounds.most - bounds.backward[head], lightest.forward[head])
    cdef uint32_t plain = front.plain
    cdef uint32_t picked = pick_lanes(
        &bounds.blocks, head, front.steps, front.rests, most - front.least
    )
    cdef int32_t lane, tail
    cdef TightArc arc
    cdef Status status = DONE
    if not picked:
        return DONE
    if plain and vertices[head].i <= blocks.joining.last_row:
        plain &= ~lanes_of(blocks, vertices[head].i)  # insertions have a rule of their own
    if picked & plain:
        status = collect_plain(front, head, picked & plain)
        picked &= ~plain
    while picked and status == DONE:
        lane = lowest_bit(picked)
        picked &= picked - 1
        tail = blocks.tails[lane]
        most = min(bounds.most - bounds.backward[head], lightest.forward[head])
        if find_joined(front, lane, head, most - lightest.forward[tail], &arc):
            status = add_arc(lightest, &arc, NO_TEXT)
    return status


cdef inline uint32_t lanes_of(const Blocks *blocks, int32_t row) noexcept nogil:
    """Return the lanes, as bits, of the tails in a row."""
    cdef const Lattice *lattice = blocks.lattice
    cdef uint32_t lanes = 0
    cdef int32_t lane
    for lane in range(blocks.n_tails):
        lanes |= <uint32_t>(
            lattice.rows[row] <= blocks.tails[lane] < lattice.rows[row + 1]
        ) << lane
    return lanes


cdef inline Status collect_plain(Front *front, int32_t head, uint32_t lanes) noexcept nogil:
    """Do the work of `add_arc` for the arcs from some tails, which are what their labels say.

    Between repeated words nearly all time is spent here: what is known of a tail is not asked for
    again by each arc that leaves it.
    """
    cdef LightestArcs *lightest = front.lightest
    cdef const Blocks *blocks = &front.bounds.blocks
    cdef int64_t most = min(
        front.bounds.most - front.bounds.backward[head], lightest.forward[head]
    )
    cdef int64_t best = lightest.forward[head]
    cdef int64_t reached = lightest.reached[head]
    cdef int32_t counted = lightest.counted[head]
    cdef int32_t latest = EMPTY  # set that was joined last
    cdef int32_t lane, sides, copies
    cdef int64_t steps, cost, first
    cdef uint32_t kept = 0  # lanes whose arcs cost least
    while lanes:
        lane = lowest_bit(lanes)
        lanes &= lanes - 1
        sides = blocks.sides[lane]
        copies = sides - (sides >> 1) - (sides >> 2)
        steps = blocks.here.steps[lane] - ZERO
        cost = front.costs[lane] + steps * STEP + copies
        if cost > most:
            continue
        if not lightest.is_keeping:
            most = cost
            if cost < best:
                best = cost
                reached = NOT_REACHED
                counted = latest = EMPTY
                kept = 0
            first = front.firsts[lane] | middle_of(<uint8_t>sides)
            if first < reached:
                reached = first
                lightest.kinds[head] = IS_EDIT
            if front.closed[lane] != latest:
                latest = front.closed[lane]
                unite(&lightest.sets, &counted, latest)
        kept |= <uint32_t>1 << lane
    if best < lightest.forward[head] and not lightest.is_exact:
        lightest.fresh[head] = lightest.n_arcs
    lightest.forward[head] = best
    lightest.reached[head] = reached
    lightest.counted[head] = counted
    if lightest.sets.status != DONE or lightest.is_exact or not kept:
        return lightest.sets.status
    return store_plain(front, head, kept)


cdef inline Status store_plain(Front *front, int32_t head, uint32_t lanes) noexcept nogil:
    """Store arcs that are what their labels say."""
    cdef const Blocks *blocks = &front.bounds.blocks
    cdef LightestArcs *lightest = front.lightest
    cdef StoredArcs arcs
    cdef int32_t lane, side
    if front.block_place < 0:
        front.block_place = lightest.n_block_tails
        for lane in range(blocks.n_tails):
            lightest.block_tails[front.block_place + lane] = blocks.tails[lane]
        lightest.n_block_tails += blocks.n_tails
    arcs.head = head
    arcs.tail = ~front.block_place
    arcs.kind = IS_EDIT
    arcs.lanes[0] = arcs.lanes[1] = arcs.lanes[2] = 0
    while lanes:
        lane = lowest_bit(lanes)
        lanes &= lanes - 1
        for side in range(3):
            arcs.lanes[side] |= <uint32_t>(blocks.sides[lane] >> side & 1) << lane
    return store_arcs(lightest, &arcs)


cdef inline bint find_joined(
    Front *front, int32_t lane, int32_t head, int64_t most, TightArc *arc
) noexcept nogil:
    """Whether an edit of several arcs from a tail to the head labelled last costs at most `most`,
    and spells no gold edit; write it."""
    cdef Bounds *bounds = front.bounds
    cdef const Lattice *lattice = front.lightest.lattice
    cdef int32_t tail = bounds.blocks.tails[lane]
    cdef Label label
    if is_base(&lattice.vertices[head], tail):
        return False
    if not has_joined(&bounds.blocks, lane, &label, &arc.sides):
        return False
    if label.steps * <int64_t>STEP + 1 > most:
        return False
    front.golds[lane] = first_gold(bounds, front.golds[lane], tail, head)
    if is_gold_pair(bounds, front.golds[lane], tail, head):
        return False
    arc.tail = tail
    arc.head = head
    arc.steps = label.steps
    arc.epsilons = <uint8_t>arc_epsilons(bounds.found, lattice, &label, tail, head)
    arc.kind = kind_of(
        False, True, shifts_span(front.lightest.options, lattice, tail, label.is_inserting)
    )
    return arc.steps * <int64_t>STEP + arc.epsilons <= most


cdef inline Status collect_block(Front *front, Arena *arena) noexcept nogil:
    """Find the arcs that leave the tails of the block taken."""
    cdef Blocks *blocks = &front.bounds.blocks
    cdef int32_t number, head
    cdef Status status
    front.n_open = 0
    front.plain = 0
    front.block_place = -1
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
