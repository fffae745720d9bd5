"""Which labels of a group are needed, where its edits lead far and close at few vertices.

The box of a group may hold a hundred thousand vertices, and the ways of its edits a few hundred of
them. Let rest(x) be the least, over the heads h of the group, of 1000 for each step from x to h
over vertices that are kept, what the rest costs from h, and a thousandth. A label of s steps from a
tail to x is *useful* if what the tail costs, 1000 s and rest(x) are no more than a path may cost.
Vertices where one may be useful are *kept*, and heads. Labels are made in a *region*, a stretch of
each row of the box, that holds all vertices kept; those between them have no useful labels. What is
kept of a group holds what would be kept of each of its blocks, which are labelled one by one.

**Labels that are useful stay what they are.** An arc from p to x costs a step: so the label that a
useful one was made from is useful. Let vertices come in order, with what is in the region alone. If
the label found at x would be useful, so is the one it was made from, which is right; then the
scorer has a label of no more steps at x. And if the scorer's is useful, the way it takes is found,
as is every other way of no more steps that is found; so the first of the fewest steps is the same,
with its noops. Labels that are not useful may be wrong or missing; none of them looks useful.

**Entries.** An arc whose weight matters has a useful label at its head. Its last entry, that of the
fewest steps, is right; those before it, of more steps, come from labels that may be wrong. So only
the last one is kept: the arc costs a thousandth at least. Where it could be on a path so, the base
arcs that are tried before are asked (`complete_entries`): there was an entry if the scorer has a
label of any steps from the tail to where such an arc comes from, and the arc is no noop, or an edit
may hold all noops that there are. It has one if some way leads there on which each arc changes
something; or any way, where an edit may hold all noops. `leads_to` looks for one. If it finds none,
or if it matters which of two such labels has fewer steps, the whole box is labelled after all.

`region_rows` finds the region.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, insertion_of
from fastgec._words cimport lowest_bit
from fastgec.maxmatch.entries.label_blocks cimport Blocks, fill_box, label_next, pick_labels
from fastgec.maxmatch.entries.labels cimport BY_DELETION, BY_DIAGONAL, BY_INSERTION
from fastgec.maxmatch.terms.records cimport Label
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    MOST_WAITS = 31  # blocks that get no region after others that were labelled after all


cdef inline bint may_keep_all(const Blocks *blocks, int32_t tail, int32_t head) noexcept nogil:
    """Whether an edit may hold all noops that there can be between two vertices."""
    cdef const Vertex *vertices = blocks.lattice.vertices
    return blocks.options.max_unchanged >= min(
        vertices[head].i - vertices[tail].i, vertices[head].j - vertices[tail].j
    )


cdef inline bint leads_to(
    Blocks *blocks, int32_t tail, int32_t head, int32_t first_side
) noexcept nogil:
    """Whether a way of changes is seen to lead from a vertex to another one.

    At each vertex it takes the first arc there is, of the diagonal, the deletion and the insertion,
    in turn from `first_side` (0, 1, 2) on. Where an edit holds no noop, no way leads on from one.
    """
    cdef const Vertex *vertices = blocks.lattice.vertices
    cdef const Vertex *start = &vertices[tail]
    cdef const Vertex *vertex
    cdef int32_t side, number, before
    cdef bint may_keep = may_keep_all(blocks, tail, head)
    while head != tail:
        vertex = &vertices[head]
        blocks.region.credit -= 1
        if blocks.region.credit < 0 or blocks.options.max_unchanged == 0 and (
            vertex.is_noop and diagonal_of(vertex) == tail
        ):
            return False
        before = -1
        for number in range(first_side, first_side + 3):
            side = number % 3
            if side == 0 and vertex.i > start.i and vertex.j > start.j:
                before = -1 if vertex.is_noop and not may_keep else diagonal_of(vertex)
            elif side == 1 and vertex.i > start.i:
                before = deletion_of(vertex)
            elif side == 2 and vertex.j > start.j:
                before = insertion_of(vertex, head)
            if before >= 0:
                break
        if before < 0:
            return False
        head = before
    return True


cdef inline bint has_label(Blocks *blocks, int32_t tail, int32_t head) noexcept nogil:
    """Whether the scorer is seen to have a label from a vertex to another one."""
    cdef int32_t first_side
    for first_side in range(3):
        if leads_to(blocks, tail, head, first_side):
            return True
    return False


cdef inline bint is_before(const Lattice *lattice, int32_t tail, int32_t head) noexcept nogil:
    """Whether the place of a vertex allows that a way leads from another one to it."""
    return head >= 0 and (
        lattice.vertices[tail].i <= lattice.vertices[head].i
        and lattice.vertices[tail].j <= lattice.vertices[head].j
    )


cdef inline bint complete_entries(
    Blocks *blocks, int32_t tail, int32_t head, uint8_t *sides
) noexcept nogil:
    """Add the entries of an arc before its last one, as far as they are seen; whether all are."""
    cdef const Vertex *vertex = &blocks.lattice.vertices[head]
    if sides[0] == BY_DIAGONAL:
        return True
    if is_before(blocks.lattice, tail, diagonal_of(vertex)):
        if vertex.is_noop and not may_keep_all(blocks, tail, head):
            return False
        if not has_label(blocks, tail, diagonal_of(vertex)):
            return False
        sides[0] |= BY_DIAGONAL
    if sides[0] & BY_INSERTION and is_before(blocks.lattice, tail, deletion_of(vertex)):
        # Behind the entry of a diagonal, that of a deletion must have fewer steps.
        if sides[0] & BY_DIAGONAL or not has_label(blocks, tail, deletion_of(vertex)):
            return False
        sides[0] |= BY_DELETION
    return True


cdef inline void widen_box(Blocks *blocks) noexcept nogil:
    """Label the whole box, up to the head labelled last."""
    cdef int32_t n_labelled = blocks.n_labelled
    blocks.region.is_narrow = False
    blocks.region.patience = min(2 * blocks.region.patience + 1, <int32_t>MOST_WAITS)
    blocks.region.n_waits = blocks.region.patience
    fill_box(blocks)
    if blocks.n_tails > 1:
        blocks.n_labelled = n_labelled - 1
        label_next(blocks)


cdef inline bint complete_lanes(
    Blocks *blocks, int32_t head, uint32_t picked, const int32_t *tails, int64_t most
) noexcept nogil:
    """Complete the entries of the arcs from lanes picked; whether those are seen that matter."""
    cdef Label *label
    cdef uint32_t doubtful = 0
    cdef int32_t lane
    cdef uint8_t sides
    cdef bint is_known
    if blocks.n_tails == 1:
        label = &blocks.kept[blocks.n_labelled - 1]
        if (
            label.sides == 0 or label.steps == label.noops
            or label.steps * <int64_t>STEP + 1 > most
        ):
            return True
        is_known = complete_entries(blocks, blocks.tails[0], head, &label.sides)
        label.copies = (label.sides & 1) + (label.sides >> 1 & 1) + (label.sides >> 2)
        return is_known or label.steps * <int64_t>STEP + label.copies > most
    while picked:
        lane = lowest_bit(picked)
        picked &= picked - 1
        sides = <uint8_t>blocks.sides[lane]
        is_known = complete_entries(blocks, blocks.tails[lane], head, &sides)
        blocks.sides[lane] = sides
        doubtful |= <uint32_t>(not is_known) << lane
    return not doubtful or not pick_labels(blocks, tails, STEP, most) & doubtful


cdef inline uint32_t pick_lanes(
    Blocks *blocks, int32_t head, const int32_t *tails, int64_t most
) noexcept nogil:
    """Return the lanes, as bits, of tails from which an arc to the head labelled last may cost no
    more than `most`, with what the `tails` cost. Entries are known then.
    """
    cdef uint32_t picked
    if most <= 0:
        return 0
    picked = pick_labels(blocks, tails, STEP, most)
    if not picked or not blocks.region.is_narrow:
        return picked
    if not complete_lanes(blocks, head, picked, tails, most):
        widen_box(blocks)
    return pick_labels(blocks, tails, STEP, most)
