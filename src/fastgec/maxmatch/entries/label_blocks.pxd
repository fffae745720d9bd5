"""Labels of the arcs that leave a block of tails for chosen heads.

Where many tails of a few rows have arcs to look up, their labels are those of `labels`, but made
for up to LANES tails at once (`label_rows`). They never leave the box from the first row and the
leftmost of the tails to the last row and the rightmost of the heads. Two rows of the box are kept,
without the ends where all ways have too many noops. Heads are labelled one after the other
(`label_next`), and their arcs are looked at before the next one comes; what stands behind a head in
its row is labelled with it.

A block has one tail, and the labels of `labels`, where ways may have more steps than vectors can
count; and in row 0 of release 3.2, where it matters whether an arc begins with an insertion, unless
labels are marked, which all say that.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex, tail_of
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.label_picks cimport CLOSED, MOST_COST, Picks, choose_picks
from fastgec.maxmatch.entries.label_rows cimport (
    Joining, enter_row, label_on, labelled_lanes, lane_of, leave_row, may_seed, open_joining,
    read_label, take_labels,
)
from fastgec.maxmatch.entries.label_vectors cimport (
    LANES, MOST_STEPS, LabelRow, NarrowLabels, WideLabels,
)
from fastgec.maxmatch.entries.labels cimport first_at, label_rectangle
from fastgec.maxmatch.entries.regions cimport Region, open_region
from fastgec.maxmatch.terms.records cimport Label


cdef enum:
    FEW_TAILS = 4  # of a group, or of a row: fewer are quicker one by one
    AHEAD = 32  # vertices that are labelled at once, with a head as the first one


cdef struct Blocks:
    # What labels of blocks need; memory is kept from one to the next.
    const Lattice *lattice
    const Options *options
    Label *labels  # room for `label_rectangle`
    char *rows  # room of `label_rows`
    const Picks *picks
    bint is_marking  # labels say whether an arc begins with an insertion
    int32_t tails[32]  # ascending, of a few rows
    int32_t n_tails
    int32_t *heads  # ascending
    int32_t n_heads
    int32_t n_labelled  # heads
    Label *kept  # of each head, if there is one tail
    int32_t kept_room
    Region region
    # The box, as far as it has been labelled.
    Joining joining
    const Vertex *labelled  # the last head; NULL if no arc leads to it
    bint has_sides
    uint8_t sides[32]  # the entries of its joined arcs, if they have been noted
    int32_t costs[32]  # what these cost, of lanes picked
    int32_t left  # of the tails
    int32_t tails_right
    int32_t right
    int32_t row
    int32_t end  # where the row leaves the box
    bint is_over  # no arc leads farther


cdef inline bint has_joined(
    const Blocks *blocks, int32_t lane, Label *label, uint8_t *sides
) noexcept nogil:
    """Whether the scorer has a joined arc that changes something from a tail to the last head;
    write it."""
    if blocks.n_tails == 1:
        label[0] = blocks.kept[blocks.n_labelled - 1]
        sides[0] = 0
        if label.copies and label.steps != label.noops:
            sides[0] = label.sides
    else:
        sides[0] = blocks.sides[lane]
        if sides[0] == 0:
            return False
        read_label(label, &blocks.joining, blocks.labelled, lane)
        if label.steps == label.noops:
            sides[0] = 0
        label.copies = (sides[0] & 1) + (sides[0] >> 1 & 1) + (sides[0] >> 2)
        label.is_inserting = False  # or it does not matter
    return sides[0] != 0


cdef inline Status open_blocks(
    Blocks *blocks, const Lattice *lattice, const Options *options, Label *labels, Arena *arena
) noexcept nogil:
    """Take memory; that of `heads` is the caller's."""
    cdef Status status
    blocks.lattice = lattice
    blocks.options = options
    blocks.labels = labels
    blocks.picks = choose_picks()
    blocks.is_marking = False
    blocks.n_tails = 0
    blocks.n_heads = 0
    blocks.kept = NULL
    blocks.kept_room = 0
    status = take_labels(&blocks.rows, lattice, arena)
    return open_region(&blocks.region, lattice, arena) if status == DONE else status


cdef inline int32_t most_tails(const Blocks *blocks, int32_t row) noexcept nogil:
    """Return how many tails a block of a row may have."""
    cdef const Lattice *lattice = blocks.lattice
    if row == 0 and blocks.options.is_release_3_2 and not blocks.is_marking:
        return 1
    if <int64_t>lattice.n_source + lattice.n_hypothesis > <int64_t>MOST_STEPS:
        return 1
    return LANES


cdef inline Status open_box(Blocks *blocks, Arena *arena) noexcept nogil:
    """Prepare for the heads of a block, of which there are some, all behind the first tail."""
    cdef const Lattice *lattice = blocks.lattice
    cdef int32_t number
    blocks.right = 0
    blocks.n_labelled = 0
    for number in range(blocks.n_heads):
        blocks.right = max(blocks.right, lattice.vertices[blocks.heads[number]].j)
    if blocks.n_tails == 1:
        if blocks.n_heads > blocks.kept_room:
            blocks.kept_room = min(2 * blocks.n_heads, lattice.n_vertices)
            blocks.kept = <Label *>arena_take(arena, blocks.kept_room, sizeof(Label))
            if blocks.kept == NULL:
                blocks.kept_room = 0
                return arena_status(arena)
    fill_box(blocks)
    return DONE


cdef inline void fill_box(Blocks *blocks) noexcept nogil:
    """Label all heads of a block of one tail; of others, go to where labels begin."""
    cdef const Lattice *lattice = blocks.lattice
    cdef int32_t last_row = lattice.vertices[blocks.heads[blocks.n_heads - 1]].i
    cdef int32_t number
    if blocks.n_tails == 1:
        label_rectangle(
            blocks.labels, lattice, blocks.options, blocks.tails[0], last_row, blocks.right,
            blocks.heads, blocks.n_heads, blocks.kept,
            blocks.region.firsts if blocks.region.is_narrow else NULL, blocks.region.ends,
        )
        return
    blocks.left = blocks.tails_right = lattice.vertices[blocks.tails[0]].j
    for number in range(1, blocks.n_tails):
        blocks.left = min(blocks.left, lattice.vertices[blocks.tails[number]].j)
        blocks.tails_right = max(blocks.tails_right, lattice.vertices[blocks.tails[number]].j)
    open_joining(
        &blocks.joining, lattice, blocks.rows, blocks.tails, blocks.n_tails,
        blocks.options.max_unchanged, False, blocks.is_marking,
    )
    blocks.joining.width = blocks.right - blocks.left
    blocks.row = lattice.vertices[blocks.tails[0]].i
    blocks.is_over = False
    open_box_row(blocks, blocks.tails[0], lattice.n_hypothesis)


cdef inline void open_box_row(Blocks *blocks, int32_t first, int32_t reach) noexcept nogil:
    """Go to the first vertex of a row; of the row, keep what the box and the region have."""
    cdef const Lattice *lattice = blocks.lattice
    blocks.end = lattice.rows[blocks.row + 1]
    if blocks.region.is_narrow:
        first = max(first, blocks.region.firsts[blocks.row])
        blocks.end = min(blocks.end, blocks.region.ends[blocks.row])
    if first < blocks.end and lattice.vertices[blocks.end - 1].j > blocks.right:
        blocks.end = first_at(lattice, blocks.row, blocks.right + 1)
    enter_row(&blocks.joining, blocks.row, first, reach, blocks.options.max_unchanged)


cdef inline int32_t label_next(Blocks *blocks) noexcept nogil:
    """Label the arcs from all tails to the next head, which is returned."""
    cdef const LabelRow *row = &blocks.joining.row
    cdef int32_t head = blocks.heads[blocks.n_labelled]
    blocks.n_labelled += 1
    blocks.has_sides = False
    if blocks.n_tails == 1:
        if blocks.region.is_narrow:
            keep_last_entry(&blocks.kept[blocks.n_labelled - 1])
    elif row.first <= head < row.number:  # labelled with one before
        blocks.labelled = &blocks.lattice.vertices[head]
    else:
        label_to(blocks, head)
    return head


cdef inline void label_to(Blocks *blocks, int32_t head) noexcept nogil:
    """Label vertices up to a head, and some behind it."""
    cdef Joining *joining = &blocks.joining
    cdef int32_t last = blocks.heads[blocks.n_heads - 1]
    cdef int32_t end
    blocks.labelled = NULL
    while not blocks.is_over:
        end = min(blocks.end, min(head + <int32_t>AHEAD, last + 1))
        if joining.row.number <= head and joining.row.number < end:
            while label_on(joining, end):
                pass
            if joining.row.number < end:  # no arc leads on
                blocks.end = joining.row.number
        if head < blocks.lattice.rows[blocks.row + 1]:
            if joining.row.first <= head < joining.row.number:
                blocks.labelled = &blocks.lattice.vertices[head]
            return
        next_row(blocks)


cdef inline void note_sides(Blocks *blocks) noexcept nogil:
    """Note the entries of joined arcs to the last head, to which an arc from some tail leads."""
    cdef const Joining *joining = &blocks.joining
    cdef const Vertex *head = blocks.labelled
    cdef int32_t number = blocks.heads[blocks.n_labelled - 1]
    cdef int32_t lane, side
    blocks.has_sides = True
    if joining.is_narrow:
        blocks.picks.note_narrow(&joining.row, number, blocks.sides)
    else:
        blocks.picks.note_wide(&joining.row, number, blocks.sides)
    if may_seed(joining, head):  # where a base arc leads, no joined one does
        for side in range(3):
            lane = lane_of(blocks.tails, blocks.n_tails, tail_of(head, number, side))
            if lane >= 0:
                blocks.sides[lane] = 0
    if blocks.region.is_narrow:
        for lane in range(LANES):
            blocks.sides[lane] = last_entry(blocks.sides[lane])


cdef inline uint8_t last_entry(uint8_t sides) noexcept nogil:
    """Return the last entry of an arc, which has the fewest steps."""
    # The entries are bits, in their order: bits below another one go.
    return sides & ~(sides >> 1) & ~(sides >> 2)


cdef inline void keep_last_entry(Label *label) noexcept nogil:
    """Keep the last entry of a joined arc."""
    if label.sides:
        label.sides = last_entry(label.sides)
        label.copies = 1


cdef inline void next_row(Blocks *blocks) noexcept nogil:
    """Go on to the next row of the box."""
    cdef int32_t left = blocks.lattice.n_hypothesis
    cdef int32_t reach
    leave_row(&blocks.joining, &left, &reach)
    blocks.row += 1
    if blocks.row <= blocks.joining.last_row + 1:  # here tails stand, or their base arcs end
        left = min(left, blocks.left)
        reach = max(reach, blocks.tails_right)
    elif reach < 0:
        blocks.is_over = True
        return
    open_box_row(blocks, first_at(blocks.lattice, blocks.row, left), reach)


cdef inline uint32_t joined_lanes(const Blocks *blocks) noexcept nogil:
    """Return which tails of a block of several have an arc to the last head, as bits; without those
    that are marked as beginning with an insertion, but for the first vertex's."""
    cdef const Vertex *vertices = blocks.lattice.vertices
    cdef uint32_t found
    if blocks.labelled == NULL:
        return 0
    found = labelled_lanes(&blocks.joining, blocks.labelled, blocks.is_marking)
    if blocks.is_marking and vertices[blocks.tails[0]].j == 0:
        found |= labelled_lanes(&blocks.joining, blocks.labelled, False) & 1
    return found


cdef inline uint32_t pick_labels(
    Blocks *blocks, const int32_t *tails, int32_t step, int64_t most
) noexcept nogil:
    """Return the lanes, as bits, whose arc to the last head costs no more than `most`, with what
    `tails` cost, by their labels as they are. Of one tail, it is known to be CLOSED, or not."""
    cdef const Joining *joining = &blocks.joining
    cdef const Vertex *head = blocks.labelled
    cdef int32_t most_cost = <int32_t>min(most, <int64_t>MOST_COST)
    cdef int32_t sum
    cdef bint is_near
    if blocks.n_tails == 1:
        return tails[0] != CLOSED
    if head == NULL:
        return 0
    if not blocks.has_sides:
        note_sides(blocks)
    sum = head.i + head.j
    is_near = sum - joining.last_sum <= 2 * joining.row.most
    if joining.is_narrow:
        return blocks.picks.weigh_narrow(
            <const NarrowLabels *>joining.row.here + head.j, blocks.sides, joining.sums, tails,
            sum, is_near, step, most_cost, blocks.costs,
        )
    return blocks.picks.weigh_wide(
        <const WideLabels *>joining.row.here + head.j, blocks.sides, joining.sums, tails,
        sum, is_near, step, most_cost, blocks.costs,
    )
