"""Labels of the arcs that leave a block of tails for chosen heads.

Where many tails of a few rows have arcs to look up, their labels are those of `labels`, but made
for up to LANES tails at once, with the vectors of `label_vectors`. They never leave the box from
the first row and the leftmost of the tails to the last row and the rightmost of the heads. Two rows
of the box are kept, without the ends where all ways have too many noops. Heads are labelled one
after the other (`label_next`), and their arcs are looked at before the next one comes.

A block has one tail, and the labels of `labels`, where ways may have more steps than vectors can
count; and in row 0 of release 3.2, where it matters whether an arc begins with an insertion.
Vectors do not say that, unless they are marked: each noop counts two then, and an insertion that
begins a way one, so that noops are compared as before, and the lowest bit is the mark.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.label_vectors cimport (
    LANES, MOST_STEPS, NONE, ZERO, Joining, Labels, PickLanes, choose_pick, join_labels,
    open_joining,
)
from fastgec.maxmatch.entries.labels cimport (
    BY_DELETION, BY_DIAGONAL, BY_INSERTION, first_at, label_rectangle,
)
from fastgec.maxmatch.terms.records cimport Label


cdef enum:
    FEW_TAILS = 4  # of a row: fewer are quicker one by one


cdef struct Region:
    # The vertices of a box that labels are needed of, a stretch of each row.
    bint is_narrow  # these are not all of the box
    int32_t *firsts  # of each row of the box: its first vertex in the region
    int32_t *ends  # and the one behind the last
    int64_t *rests  # room of `label_regions`: two rows, by hypothesis position
    int64_t credit  # steps that may still be taken to see which entries there are
    int32_t n_waits  # blocks that get no region, as others were labelled as a whole after all
    int32_t patience  # so many the next time, or more


cdef struct Blocks:
    # What labels of blocks need; memory is kept from one to the next.
    const Lattice *lattice
    const Options *options
    Label *labels  # room for `label_rectangle`
    Labels *rows  # two rows of the box, by hypothesis position; and labels of nothing
    PickLanes pick
    bint is_marking  # labels say whether an arc begins with an insertion
    int32_t tails[32]  # ascending, of a few rows
    int32_t n_tails
    int32_t *heads  # ascending; room for all vertices
    int32_t n_heads
    int32_t n_labelled  # heads
    Label *kept  # of each head, if there is one tail
    int32_t kept_room
    Region region
    # The box, as far as it has been labelled.
    Joining joining
    const Labels *here  # labels of the last head
    int16_t sides[32]  # and the entries of its joined arcs
    int32_t left  # of the tails
    int32_t tails_right
    int32_t right
    int32_t row
    int32_t number  # first vertex of the row that has no labels yet
    int32_t first  # first vertex of the row in the box
    int32_t above  # and of the row above
    int32_t end  # where the row leaves the box
    int32_t first_found  # first vertex of the row that an arc leads to, or -1
    int32_t last_found
    int32_t reach  # hypothesis position of the last one of the row above
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
        sides[0] = <uint8_t>blocks.sides[lane]
        if blocks.here.steps[lane] == blocks.here.noops[lane]:
            sides[0] = 0
        label.steps = blocks.here.steps[lane] - ZERO
        label.copies = (sides[0] & 1) + (sides[0] >> 1 & 1) + (sides[0] >> 2)
        label.is_inserting = False  # or it does not matter
    return sides[0] != 0


cdef inline Status open_blocks(
    Blocks *blocks, const Lattice *lattice, const Options *options, Label *labels, Arena *arena
) noexcept nogil:
    blocks.lattice = lattice
    blocks.options = options
    blocks.labels = labels
    blocks.pick = choose_pick()
    blocks.is_marking = False
    blocks.n_tails = 0
    blocks.n_heads = 0
    blocks.kept = NULL
    blocks.kept_room = 0
    blocks.heads = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    blocks.rows = <Labels *>arena_take(
        arena, 2 * (<size_t>lattice.n_hypothesis + 1) + 1, sizeof(Labels)
    )
    if blocks.heads == NULL or blocks.rows == NULL:
        return arena_status(arena)
    return open_region(&blocks.region, lattice, arena)


cdef inline Status open_region(Region *region, const Lattice *lattice, Arena *arena) noexcept nogil:
    cdef size_t n_rows = <size_t>lattice.n_source + 1
    cdef size_t n_places = 2 * (<size_t>lattice.n_hypothesis + 1)
    region.is_narrow = False
    region.n_waits = region.patience = 0
    region.firsts = <int32_t *>arena_take(arena, n_rows, sizeof(int32_t))
    region.ends = <int32_t *>arena_take(arena, n_rows, sizeof(int32_t))
    region.rests = <int64_t *>arena_take(arena, n_places, sizeof(int64_t))
    if region.firsts == NULL or region.ends == NULL or region.rests == NULL:
        return arena_status(arena)
    return DONE


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
    blocks.row = lattice.vertices[blocks.tails[0]].i
    blocks.first = blocks.tails[0]
    blocks.end = lattice.rows[blocks.row + 1]
    cut_row(blocks)
    blocks.above = lattice.n_vertices  # nothing there has labels
    blocks.first_found = blocks.last_found = -1
    blocks.reach = lattice.n_hypothesis
    blocks.is_over = False
    open_joining(
        &blocks.joining, blocks.rows + 2 * (<int64_t>lattice.n_hypothesis + 1),
        lattice.vertices[blocks.tails[blocks.n_tails - 1]].i, blocks.tails, blocks.n_tails,
        blocks.options.max_unchanged, blocks.is_marking,
    )
    blocks.joining.worths[0] = BY_DIAGONAL
    blocks.joining.worths[1] = BY_DELETION
    blocks.joining.worths[2] = BY_INSERTION


cdef inline void cut_row(Blocks *blocks) noexcept nogil:
    """Keep of a row what the region has, and go to its first vertex."""
    if blocks.region.is_narrow:
        blocks.first = max(blocks.first, blocks.region.firsts[blocks.row])
        blocks.end = min(blocks.end, blocks.region.ends[blocks.row])
    blocks.number = blocks.first


cdef inline int32_t label_next(Blocks *blocks) noexcept nogil:
    """Label the arcs from all tails to the next head, which is returned."""
    cdef const Lattice *lattice = blocks.lattice
    cdef const Vertex *vertex
    cdef int64_t n_places = lattice.n_hypothesis + 1
    cdef int32_t head = blocks.heads[blocks.n_labelled]
    cdef int32_t number, lane
    cdef Labels *here_row
    cdef const Labels *above_row
    blocks.n_labelled += 1
    if blocks.n_tails == 1:
        if blocks.region.is_narrow:
            keep_last_entry(&blocks.kept[blocks.n_labelled - 1])
        return head
    blocks.here = blocks.joining.no_labels
    while not blocks.is_over:
        here_row = blocks.rows + (blocks.row & 1) * n_places
        above_row = blocks.rows + (blocks.row & 1 ^ 1) * n_places
        number = blocks.number
        while number < blocks.end and number <= head:
            vertex = &lattice.vertices[number]
            if vertex.j > blocks.right or (
                vertex.j > blocks.reach + 1 and blocks.last_found != number - 1
            ):
                blocks.end = number
                break
            memset(blocks.sides, 0, sizeof(blocks.sides))
            if join_labels(
                &blocks.joining, here_row + vertex.j, blocks.sides, above_row, vertex,
                blocks.above, blocks.first,
            ):
                blocks.last_found = number
                if blocks.first_found < 0:
                    blocks.first_found = number
            number += 1
        if head < lattice.rows[blocks.row + 1]:
            if number == head + 1 > blocks.number:
                blocks.here = here_row + lattice.vertices[head].j
            blocks.number = number
            break
        next_row(blocks)
    if blocks.here == blocks.joining.no_labels:
        memset(blocks.sides, 0, sizeof(blocks.sides))
    elif blocks.region.is_narrow:
        for lane in range(LANES):
            blocks.sides[lane] = last_entry(blocks.sides[lane])
    return head


cdef inline int16_t last_entry(int16_t sides) noexcept nogil:
    """Return the last entry of an arc, which has the fewest steps."""
    # The entries are bits, in their order: bits below another one go.
    return sides & ~(sides >> 1) & ~(sides >> 2)


cdef inline void keep_last_entry(Label *label) noexcept nogil:
    """Keep the last entry of a joined arc."""
    if label.sides:
        label.sides = <uint8_t>last_entry(label.sides)
        label.copies = 1


cdef inline void next_row(Blocks *blocks) noexcept nogil:
    """Go on to the next row of the box."""
    cdef const Lattice *lattice = blocks.lattice
    cdef int32_t left = lattice.n_hypothesis
    blocks.row += 1
    blocks.above = blocks.first
    blocks.joining.end_above = blocks.end
    blocks.reach = -1
    if blocks.first_found >= 0:
        left = lattice.vertices[blocks.first_found].j
        blocks.reach = lattice.vertices[blocks.last_found].j
    if blocks.row <= blocks.joining.last_row + 1:  # here tails stand, or their base arcs end
        left = min(left, blocks.left)
        blocks.reach = max(blocks.reach, blocks.tails_right)
    elif blocks.first_found < 0:
        blocks.is_over = True
        return
    blocks.first = first_at(lattice, blocks.row, left)
    blocks.end = lattice.rows[blocks.row + 1]
    cut_row(blocks)
    blocks.first_found = blocks.last_found = -1


cdef inline uint32_t joined_lanes(const Blocks *blocks) noexcept nogil:
    """Return which tails of a block of several have an arc to the last head, as bits; without those
    that are marked as beginning with an insertion, but for the first vertex's."""
    cdef const Vertex *vertices = blocks.lattice.vertices
    cdef uint32_t found = 0
    cdef int32_t lane
    for lane in range(LANES):
        found |= <uint32_t>(blocks.here.steps[lane] != NONE) << lane
    if blocks.is_marking:
        for lane in range(blocks.n_tails):
            if vertices[blocks.tails[lane]].j > 0 and blocks.here.noops[lane] & 1:
                found &= ~(<uint32_t>1 << lane)
    return found
