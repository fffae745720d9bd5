"""Arcs that leave a block of tails, in the order that `lightest_arcs` asks for.

All arcs that lead to a vertex must be found before any that leaves it. Tails come in blocks (of
`groups`), whose labels are those of one head after the other. So a tail of the block is opened, and
base arcs and gold arcs that leave it are taken, when all heads up to itself have been labelled, and
before the next one is. What the arcs from a tail have in common is noted then (`plain_arcs`).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, diagonal_of, is_base
from fastgec._words cimport lowest_bit
from fastgec.maxmatch.paths.bounds cimport Bounds, gold_of_tail, has_gold
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.program.certified cimport forward_cost
from fastgec.maxmatch.terms.edits cimport shifts_span
from fastgec.maxmatch.entries.kept_noops cimport find_kept, is_kept
from fastgec.maxmatch.entries.label_blocks cimport Blocks, has_joined, label_next, open_box
from fastgec.maxmatch.entries.label_picks cimport CLOSED, FAR
from fastgec.maxmatch.paths.groups cimport has_block, take_block
from fastgec.maxmatch.paths.label_regions cimport pick_lanes
from fastgec.maxmatch.entries.labels cimport BY_DIAGONAL
from fastgec.maxmatch.terms.records cimport Label, Surviving, TightArc
from fastgec.maxmatch.arcs.idle_heads cimport drop_idle
from fastgec.maxmatch.arcs.plain_arcs cimport (
    Plain, collect_plain, know_tail, open_plain, plain_lanes,
)
from fastgec.maxmatch.arcs.tail_arcs cimport (
    collect_base, collect_gold, first_gold, is_gold_pair, kind_of,
)
from fastgec.maxmatch.arcs.tight_arcs cimport LightestArcs, add_arc, reach_vertex
from fastgec.maxmatch.arcs.triple_sets cimport NO_TEXT
from fastgec.maxmatch.paths.walks cimport walk_edits
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons


cdef struct Front:
    # The tails of a block, as far as they have been opened.
    LightestArcs *lightest
    Bounds *bounds
    Surviving *surviving
    int32_t n_open
    int64_t gold  # first gold arc that leaves the next tail, or one behind it (`lifting`)
    int64_t golds[32]  # of each tail: the first of its gold arcs that is not passed by
    int64_t least  # that a tail of the block costs
    int32_t costs[32]  # what each tail costs more than that, if it is open, see `label_picks`
    Plain plain
    # Where bounds are raised (`lifting`):
    int64_t sure  # what any path over a tail of the row costs at least
    bint is_filled  # the costs of the row behind are there, of all states
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
    if cost + bounds.backward[tail] > bounds.most:
        return DONE
    front.costs[lane] = <int32_t>min(cost - front.least, <int64_t>FAR)
    status = take_noops(front, tail)
    if status == DONE and front.costs[lane] < FAR and not (
        bounds.blocks.n_tails == 1 or has_gold(bounds, front.golds[lane], tail)
    ):
        status = know_tail(&front.plain, lightest, tail, lane)
    if status == DONE:
        status = collect_base(lightest, bounds, tail, front.golds[lane])
    # Gold arcs overwrite labels from a block of one tail, except those that are kept.
    if status == DONE:
        status = collect_gold(lightest, bounds, tail, front.golds[lane])
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
        tail = diagonal_of(&vertices[tail])
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
    cdef int64_t most = min(bounds.most - bounds.backward[head], lightest.forward[head])
    cdef uint32_t plain
    cdef uint32_t picked = pick_lanes(&bounds.blocks, head, front.costs, most - front.least)
    cdef int32_t lane, tail, least
    cdef TightArc arc
    cdef Status status = DONE
    if not picked:
        return DONE
    plain = picked & plain_lanes(&front.plain, lightest, blocks, head)
    if plain:
        picked &= ~plain
        # No arc costs less than the program says.
        if most > forward_cost(bounds.program, head):
            plain = blocks.picks.take_lightest(blocks.costs, plain, &least)
            most = front.least + least
        status = collect_plain(&front.plain, lightest, blocks, head, plain, most)
    while picked and status == DONE:
        lane = lowest_bit(picked)
        picked &= picked - 1
        tail = blocks.tails[lane]
        most = min(bounds.most - bounds.backward[head], lightest.forward[head])
        if find_joined(front, lane, head, most - lightest.forward[tail], &arc):
            status = add_arc(lightest, &arc, NO_TEXT)
    return status


cdef inline bint find_joined(
    Front *front, int32_t lane, int32_t head, int64_t most, TightArc *arc
) noexcept nogil:
    """Whether an edit of several arcs from a tail to the head labelled last costs at most `most`,
    and spells no gold edit; write it."""
    cdef Bounds *bounds = front.bounds
    cdef const Lattice *lattice = front.lightest.lattice
    cdef int32_t tail = bounds.blocks.tails[lane]
    cdef Label label
    if is_base(&lattice.vertices[head], tail, head):
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


cdef inline Status collect_group(Front *front, Arena *arena) noexcept nogil:
    """Find the arcs that leave the tails of the group taken."""
    cdef Bounds *bounds = front.bounds
    cdef Status status = walk_edits(bounds, arena)
    if is_cancelled(front.lightest.options.cancel):
        return CANCELLED
    while has_block(&bounds.group) and status == DONE:
        status = take_block(&bounds.group, &bounds.blocks, arena)
        if status == DONE:
            status = collect_block(front, arena)
    return status


cdef inline Status collect_block(Front *front, Arena *arena) noexcept nogil:
    """Find the arcs that leave the tails of the block taken."""
    cdef Blocks *blocks = &front.bounds.blocks
    cdef int32_t number
    cdef Status status
    front.n_open = 0
    open_plain(&front.plain, front.lightest, blocks)
    front.least = NEVER
    for number in range(32):
        front.costs[number] = CLOSED
    for number in range(blocks.n_tails):
        front.least = min(front.least, tail_cost(front, blocks.tails[number]))
    status = open_tails(front, blocks.heads[0] if blocks.n_heads else -1)
    if status == DONE and blocks.n_heads:
        status = open_box(blocks, arena)
    while status == DONE and blocks.n_labelled < blocks.n_heads:
        # When the last tail is opened, heads are dropped.
        status = open_tails(front, blocks.heads[blocks.n_labelled])
        if status == DONE and blocks.n_labelled < blocks.n_heads:
            status = collect_head(front, label_next(blocks))
    return open_tails(front, -1) if status == DONE else status


cdef inline Status open_tails(Front *front, int32_t head) noexcept nogil:
    """Open the tails of the block that come before a head, or all that are left, if it is -1."""
    cdef const Blocks *blocks = &front.bounds.blocks
    cdef Status status = DONE
    while front.n_open < blocks.n_tails and (head < 0 or blocks.tails[front.n_open] < head):
        status = open_tail(front)
        if status == DONE and front.n_open == blocks.n_tails:
            drop_idle(front.lightest, front.bounds, front.costs)
        if status != DONE:
            break
    return status


cdef inline int64_t tail_cost(const Front *front, int32_t tail) noexcept nogil:
    """Return what a tail of the block costs at least."""
    if front.lightest.is_keeping:
        return front.lightest.forward[tail]
    return min(front.lightest.forward[tail], forward_cost(front.bounds.program, tail))
