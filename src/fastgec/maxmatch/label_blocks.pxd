"""Labels of the arcs that leave a block of tails for chosen heads.

Where many tails of a row have arcs to look up, their labels are those of `labels`, but made for up
to LANES tails at once, with the vectors of `label_vectors`. They never leave the box from the first
tail to the last row and the rightmost of the heads. Two rows of the box are kept, and what the
heads have.

A block has one tail, and the labels of `labels`, where ways may have more steps than vectors can
count, and in row 0 of release 3.2: there it matters whether an arc begins with an insertion, which
vectors do not say.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.edits cimport Options
from fastgec.maxmatch.label_vectors cimport (
    LANES, MOST_STEPS, NONE, ZERO, Joining, Labels, join_labels, open_joining,
)
from fastgec.maxmatch.labels cimport (
    BY_DELETION, BY_DIAGONAL, BY_INSERTION, first_at, label_rectangle,
)
from fastgec.maxmatch.records cimport Label


cdef enum:
    FEW_TAILS = 4  # of a row: fewer are quicker one by one


cdef struct Arcs:
    # From each tail of a block to one head; of lanes without a tail, nothing is said.
    int32_t steps[32]  # 0 where there is no arc
    int16_t sides[32]  # entries of a joined arc; 0 of a base arc, and of joined noops


cdef struct Blocks:
    # What labels of blocks need; memory is kept from one to the next.
    const Lattice *lattice
    const Options *options
    Label *labels  # room for `label_rectangle`
    void *rows
    int32_t tails[32]  # of a row, ascending
    int32_t n_tails
    int32_t *heads  # ascending; room for all vertices
    Label *kept  # of each head, if there is one tail
    int32_t kept_room
    int32_t n_heads
    Arcs *arcs  # of each head, if there are several tails
    int32_t room


cdef inline bint has_joined(
    const Blocks *blocks, int32_t lane, int32_t number, Label *label, uint8_t *sides
) noexcept nogil:
    """Whether the scorer has a joined arc from a tail to a head of the block; write it."""
    if blocks.n_tails == 1:
        label[0] = blocks.kept[number]
        sides[0] = 0
        if label.copies and label.steps != label.noops:
            sides[0] = label.sides
    else:
        sides[0] = <uint8_t>blocks.arcs[number].sides[lane]
        label.steps = blocks.arcs[number].steps[lane]
        label.copies = (sides[0] & 1) + (sides[0] >> 1 & 1) + (sides[0] >> 2)
        label.is_inserting = False  # or it does not matter
    return sides[0] != 0


cdef inline Status open_blocks(
    Blocks *blocks, const Lattice *lattice, const Options *options, Label *labels, Arena *arena
) noexcept nogil:
    blocks.lattice = lattice
    blocks.options = options
    blocks.labels = labels
    blocks.n_tails = 0
    blocks.n_heads = 0
    blocks.arcs = NULL
    blocks.room = 0
    blocks.kept = NULL
    blocks.kept_room = 0
    blocks.heads = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    blocks.rows = arena_take(arena, 2 * (<size_t>lattice.n_hypothesis + 1) + 1, sizeof(Labels))
    if blocks.heads == NULL or blocks.rows == NULL:
        return arena_status(arena)
    return DONE


cdef inline int32_t most_tails(const Blocks *blocks, int32_t row) noexcept nogil:
    """Return how many tails a block of a row may have."""
    cdef const Lattice *lattice = blocks.lattice
    if row == 0 and blocks.options.is_release_3_2:
        return 1
    if <int64_t>lattice.n_source + lattice.n_hypothesis > <int64_t>MOST_STEPS:
        return 1
    return LANES


cdef inline void keep_arcs(Arcs *arcs, const Labels *labels, const int16_t *sides) noexcept nogil:
    cdef int32_t lane
    for lane in range(LANES):
        arcs.steps[lane] = 0 if labels.steps[lane] == NONE else labels.steps[lane] - ZERO
        arcs.sides[lane] = 0 if labels.steps[lane] == labels.noops[lane] else sides[lane]


cdef inline void label_box(Blocks *blocks, int32_t last_row, int32_t right) noexcept nogil:
    """Label the arcs from all tails at once, up to a row and a hypothesis position."""
    cdef const Lattice *lattice = blocks.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef int64_t n_places = lattice.n_hypothesis + 1
    cdef int32_t first_row = vertices[blocks.tails[0]].i
    cdef int32_t left = vertices[blocks.tails[0]].j
    cdef int32_t above = lattice.n_vertices  # first vertex in the row above that has labels
    cdef int32_t row, number, first
    cdef int32_t at = 0
    cdef int16_t sides[32]
    cdef Joining joining
    cdef Labels *rows = <Labels *>blocks.rows
    cdef Labels *here_row
    cdef Labels *above_row = rows
    cdef Labels *here
    open_joining(
        &joining, rows + 2 * n_places, first_row, blocks.tails, blocks.n_tails,
        blocks.options.max_unchanged,
    )
    joining.worths[0] = BY_DIAGONAL
    joining.worths[1] = BY_DELETION
    joining.worths[2] = BY_INSERTION
    for row in range(first_row, last_row + 1):
        first = blocks.tails[0] if row == first_row else first_at(lattice, row, left)
        here_row = rows + (row & 1) * <int64_t>n_places
        for number in range(first, lattice.rows[row + 1]):
            vertex = &vertices[number]
            if vertex.j > right:
                break
            here = here_row + vertex.j
            memset(sides, 0, sizeof(sides))
            join_labels(&joining, here, sides, above_row, vertex, above, first)
            if at < blocks.n_heads and blocks.heads[at] == number:
                keep_arcs(&blocks.arcs[at], here, sides)
                at += 1
        above_row = here_row
        above = first


cdef inline Status label_block(Blocks *blocks, Arena *arena) noexcept nogil:
    """Label the arcs from the tails to the heads; heads stand behind the first tail."""
    cdef const Vertex *vertices = blocks.lattice.vertices
    cdef int32_t right = 0
    cdef int32_t last_row = vertices[blocks.heads[blocks.n_heads - 1]].i
    cdef int32_t number
    for number in range(blocks.n_heads):
        right = max(right, vertices[blocks.heads[number]].j)
    if blocks.n_tails == 1:
        if blocks.n_heads > blocks.kept_room:
            blocks.kept_room = min(2 * blocks.n_heads, blocks.lattice.n_vertices)
            blocks.kept = <Label *>arena_take(arena, blocks.kept_room, sizeof(Label))
            if blocks.kept == NULL:
                blocks.kept_room = 0
                return arena_status(arena)
        label_rectangle(
            blocks.labels, blocks.lattice, blocks.options, blocks.tails[0], last_row, right,
            blocks.heads, blocks.n_heads, blocks.kept,
        )
        return DONE
    if blocks.n_heads > blocks.room:
        blocks.room = min(2 * blocks.n_heads, blocks.lattice.n_vertices)
        blocks.arcs = <Arcs *>arena_take(arena, blocks.room, sizeof(Arcs))
        if blocks.arcs == NULL:
            return arena_status(arena)
    label_box(blocks, last_row, right)
    return DONE
