"""Labels of arcs from up to LANES tails at once: a row of the lattice after the other.

A way that leads over up to MOST_NARROW rows, or columns, has no more diagonals than that: 8 bits
hold what a label says, and a vector of 256 bits those from all tails. Farther on labels have 16
bits, which take twice as long to make. Two rows of them are kept.

Base arcs of the tails end in the rows where these stand, and in the next one. There vertices are
labelled one by one, and labels of base arcs take the place of joined ones: none is better.

Labels may say whether a way begins with an insertion (`is_marking`): each noop counts two then, and
an insertion that begins a way one, so that noops are compared as before, and the lowest bit is the
mark. That takes 16 bits.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint32_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, insertion_of
from fastgec.maxmatch.entries.label_vectors cimport (
    LABEL_BYTES, LANES, MOST_NARROW, MOST_STEPS, NARROW, WIDE, JoinRows, LabelRow, NarrowLabels,
    WideLabels, choose_rows, has_narrow, has_wide,
)
from fastgec.maxmatch.terms.records cimport Label


cdef struct Joining:
    # Labels from the tails of a block, two rows of them.
    const Lattice *lattice
    const int32_t *tails  # ascending
    int32_t n_tails
    int32_t sums[32]  # of each tail: of the tokens before it on both sides
    int32_t last_sum  # the largest
    int32_t first_row  # of a tail
    int32_t last_row
    int32_t seeded_right  # hypothesis position of the last base arc of a tail
    int32_t width  # columns between the first tail and what its arcs lead to, at most
    bint is_narrow
    bint is_counting
    JoinRows join
    char *labels
    LabelRow row


cdef inline int64_t n_labels(const Lattice *lattice) noexcept nogil:
    """Return how many labels of one width there is room for: two rows, and labels of nothing."""
    return 2 * (<int64_t>lattice.n_hypothesis + 1) + 1


cdef inline Status take_labels(char **labels, const Lattice *lattice, Arena *arena) noexcept nogil:
    """Take memory for labels of both widths; nothing has any."""
    cdef size_t size = n_labels(lattice)
    cdef WideLabels *nothing
    cdef int32_t lane
    labels[0] = <char *>arena_take(arena, size, 3 * LABEL_BYTES)
    if labels[0] == NULL:
        return arena_status(arena)
    memset(labels[0], NARROW & 0xFF, LABEL_BYTES * size)
    nothing = <WideLabels *>(labels[0] + (size + 2 * (size - 1)) * LABEL_BYTES)
    for lane in range(LANES):
        nothing.diagonals[lane] = nothing.noops[lane] = WIDE
    return DONE


cdef inline void open_joining(
    Joining *joining, const Lattice *lattice, char *labels, const int32_t *tails, int32_t n_tails,
    int32_t max_unchanged, bint is_counting, bint is_marking,
) noexcept nogil:
    """Begin with tails; `width` is to follow."""
    cdef int32_t lane
    joining.last_sum = joining.seeded_right = 0
    for lane in range(LANES):
        joining.sums[lane] = 0
    for lane in range(n_tails):
        joining.sums[lane] = lattice.vertices[tails[lane]].i + lattice.vertices[tails[lane]].j
        joining.last_sum = max(joining.last_sum, joining.sums[lane])
        joining.seeded_right = max(joining.seeded_right, lattice.vertices[tails[lane]].j + 1)
    joining.lattice = lattice
    joining.labels = labels
    joining.tails = tails
    joining.n_tails = n_tails
    joining.first_row = lattice.vertices[tails[0]].i
    joining.last_row = lattice.vertices[tails[n_tails - 1]].i
    joining.width = lattice.n_hypothesis
    joining.is_narrow = not is_marking
    joining.is_counting = is_counting
    joining.join = choose_rows(joining.is_narrow, is_counting)
    joining.row.vertices = lattice.vertices
    joining.row.noop = 2 if is_marking else 1
    joining.row.left_above = 1  # it has none
    joining.row.right_above = 0
    limit_noops(joining, max_unchanged)


cdef inline void limit_noops(Joining *joining, int32_t max_unchanged) noexcept nogil:
    """Note how many noops an edit may hold; no way has more than a label has room for."""
    cdef int32_t most = MOST_NARROW if joining.is_narrow else MOST_STEPS // joining.row.noop
    joining.row.most = min(max_unchanged, most) * joining.row.noop + joining.row.noop - 1


cdef inline char *labels_of(const Joining *joining, int32_t row, bint is_narrow) noexcept nogil:
    """Return where the labels of a row stand; of nothing, if it is -1."""
    cdef int64_t size = n_labels(joining.lattice)
    cdef int64_t first = size - 1 if row < 0 else (row & 1) * (size // 2)
    if is_narrow:
        return joining.labels + first * LABEL_BYTES
    return joining.labels + (size + 2 * first) * LABEL_BYTES


cdef inline void enter_row(
    Joining *joining, int32_t row, int32_t first, int32_t reach, int32_t max_unchanged
) noexcept nogil:
    """Go to the vertex of a row where labels begin; those of the row above are known."""
    cdef bint is_narrow = joining.is_narrow and (
        row - joining.first_row <= MOST_NARROW or joining.width <= MOST_NARROW
    )
    if is_narrow != joining.is_narrow:
        widen_row(joining, row - 1)
        joining.is_narrow = False
        joining.join = choose_rows(False, joining.is_counting)
        limit_noops(joining, max_unchanged)
    joining.row.here = labels_of(joining, row, is_narrow)
    joining.row.above = labels_of(joining, row - 1 if row else 1, is_narrow)
    joining.row.none = labels_of(joining, -1, is_narrow)
    joining.row.first = joining.row.number = first
    joining.row.reach = reach


cdef inline void leave_row(Joining *joining, int32_t *left, int32_t *right) noexcept nogil:
    """Write the first and the last hypothesis position of a row that an arc leads to, if any does,
    and note which vertices have labels."""
    cdef const Vertex *vertices = joining.lattice.vertices
    cdef int32_t first = joining.row.first
    cdef int32_t last = joining.row.number - 1
    joining.row.left_above = 1
    joining.row.right_above = 0
    right[0] = -1
    if first > last:
        return
    joining.row.left_above = vertices[first].j
    joining.row.right_above = vertices[last].j
    while first <= last and not has_labels(joining, vertices[first].j):
        first += 1
    if first > last:
        return
    while not has_labels(joining, vertices[last].j):
        last -= 1
    left[0] = vertices[first].j
    right[0] = vertices[last].j


cdef inline bint has_labels(const Joining *joining, int32_t j) noexcept nogil:
    """Whether a vertex of the row has labels."""
    if joining.is_narrow:
        return has_narrow(<const NarrowLabels *>joining.row.here + j)
    return has_wide(<const WideLabels *>joining.row.here + j)


cdef inline bint label_on(Joining *joining, int32_t end) noexcept nogil:
    """Label vertices of the row up to `end`, or to the first one where no arc leads on.

    Where base arcs of the tails may end, this is one vertex. Returns whether to go on.
    """
    cdef LabelRow *row = &joining.row
    cdef bint is_seeded = may_seed(joining, &row.vertices[row.number])
    row.end = row.number + 1 if is_seeded else end
    joining.join(row)
    if row.number < row.end:
        return False
    if is_seeded:
        seed_labels(joining, &row.vertices[row.number - 1])
    return row.number < end


cdef inline bint may_seed(const Joining *joining, const Vertex *vertex) noexcept nogil:
    """Whether a base arc of a tail may end at a vertex, by its place."""
    return vertex.i <= joining.last_row + 1 and vertex.j <= joining.seeded_right


cdef inline void seed_labels(Joining *joining, const Vertex *vertex) noexcept nogil:
    """Write the labels of base arcs from the tails to the vertex labelled last."""
    cdef int32_t noop = vertex.is_noop * joining.row.noop
    cdef int32_t inserted = insertion_of(vertex, joining.row.number - 1)
    # Nothing leads on from a noop where an edit may hold none.
    seed_label(joining, vertex, diagonal_of(vertex), 2 if noop <= joining.row.most else 0, noop)
    seed_label(joining, vertex, deletion_of(vertex), 1, 0)
    seed_label(joining, vertex, inserted, 1, joining.row.noop - 1)


cdef inline void seed_label(
    Joining *joining, const Vertex *vertex, int32_t tail, int32_t diagonals, int32_t noops
) noexcept nogil:
    """Write the label of one base arc, if it comes from a tail, which has no other entry then."""
    cdef int32_t lane = lane_of(joining.tails, joining.n_tails, tail)
    cdef NarrowLabels *narrow = <NarrowLabels *>joining.row.here + vertex.j
    cdef WideLabels *wide = <WideLabels *>joining.row.here + vertex.j
    if lane < 0:
        return
    joining.row.entries[lane] = 0
    if joining.is_narrow:
        narrow.diagonals[lane] = <int8_t>(NARROW + diagonals)
        narrow.noops[lane] = <int8_t>(NARROW + noops)
    else:
        wide.diagonals[lane] = <int16_t>(WIDE + diagonals)
        wide.noops[lane] = <int16_t>(WIDE + noops)


cdef inline int32_t lane_of(const int32_t *tails, int32_t n_tails, int32_t tail) noexcept nogil:
    """Return the lane of a tail, or -1 if the block has it not; tails ascend."""
    cdef int32_t low, high, middle
    if tail < tails[0] or tail > tails[n_tails - 1]:
        return -1
    low = max(0, n_tails - 1 - (tails[n_tails - 1] - tail))
    high = min(n_tails, tail - tails[0] + 1)  # mostly they follow one another
    while low + 1 < high:
        middle = (low + high) >> 1
        if tails[middle] <= tail:
            low = middle
        else:
            high = middle
    return low if tails[low] == tail else -1


cdef inline void widen_row(Joining *joining, int32_t row) noexcept nogil:
    """Write the labels of a row, whose vertices are known, with 16 bits."""
    cdef const NarrowLabels *narrow = <const NarrowLabels *>labels_of(joining, row, True)
    cdef WideLabels *wide = <WideLabels *>labels_of(joining, row, False)
    cdef int32_t lane, j
    for j in range(joining.row.left_above, joining.row.right_above + 1):
        for lane in range(LANES):
            wide[j].diagonals[lane] = WIDE - NARROW + narrow[j].diagonals[lane]
            wide[j].noops[lane] = WIDE - NARROW + narrow[j].noops[lane]


cdef inline void read_label(
    Label *label, const Joining *joining, const Vertex *vertex, int32_t lane
) noexcept nogil:
    """Write the steps and the noops of the label that a lane has at a vertex of the row."""
    cdef const NarrowLabels *narrow = <const NarrowLabels *>joining.row.here + vertex.j
    cdef const WideLabels *wide = <const WideLabels *>joining.row.here + vertex.j
    label.steps = vertex.i + vertex.j - joining.sums[lane] + 1
    if joining.is_narrow:
        label.steps -= narrow.diagonals[lane] - NARROW
        label.noops = narrow.noops[lane] - NARROW
    else:
        label.steps -= wide.diagonals[lane] - WIDE
        label.noops = wide.noops[lane] - WIDE


cdef inline uint32_t labelled_lanes(
    const Joining *joining, const Vertex *vertex, bint is_plain
) noexcept nogil:
    """Return the lanes, as bits, that have a label at a vertex of the row; if `is_plain` without
    those marked as beginning with an insertion."""
    cdef const NarrowLabels *narrow = <const NarrowLabels *>joining.row.here + vertex.j
    cdef const WideLabels *wide = <const WideLabels *>joining.row.here + vertex.j
    cdef uint32_t found = 0
    cdef uint32_t marked = 0
    cdef int32_t lane
    if joining.is_narrow:
        for lane in range(LANES):
            found |= <uint32_t>(narrow.diagonals[lane] != NARROW) << lane
        return found
    for lane in range(LANES):
        found |= <uint32_t>(wide.diagonals[lane] != WIDE) << lane
        marked |= <uint32_t>((wide.noops[lane] - WIDE) & 1) << lane
    return found & ~marked if is_plain else found
