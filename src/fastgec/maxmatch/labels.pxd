"""Labels of arcs: the published scorer's own choice among the ways from one vertex to another.

The scorer keeps one label per pair of vertices: the number of steps and the number of noops of the
way it happened to keep. When its step k comes, all arcs into k are final, so the labels of the arcs
that leave one vertex are a dynamic program of their own: visit the vertices after it in order, try
the (at most three) base arcs into each one, keep the first label that has at most u noops, replace
it by a strictly shorter one. A way from (i, j) to (i', j') never leaves the rectangle that they
span, so the label of one arc needs only that rectangle. `faithful` runs the same program from every
vertex; here it runs from one, in time linear in the rectangle, and keeps two rows of it.

**Size.** The number of entries of the scorer's list, counted without the list.

A matched arc weighs -|E|, and where sums of doubles decide, their rounding depends on |E|. Nothing
is known that gives it but making the labels from every vertex to every other one: here from LANES
of them at once, so that what is done for one is done for all, without branches.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, TOO_HARD, Arena, Mark, Status, arena_mark, arena_rewind, arena_status,
    arena_take, is_cancelled,
)
from fastgec._lattice cimport (
    Lattice, Vertex, deletion_of, diagonal_of, insertion_of, is_base, tail_of,
)
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.terms.records cimport Label


cdef enum:
    # Where an entry of a joined arc comes from: which base arc is its last one.
    BY_DIAGONAL = 1
    BY_DELETION = 2
    BY_INSERTION = 4


cdef inline int32_t first_at(const Lattice *lattice, int32_t row, int32_t j) noexcept nogil:
    """Return the first vertex of a row with at least j hypothesis tokens before it.

    Of neighbours in a row the right one has more of them: so places left out are all that there is
    to search. In most rows there are none.
    """
    cdef int32_t first = lattice.rows[row]
    cdef int32_t end = lattice.rows[row + 1]
    cdef int32_t low = max(first, end - 1 - max(-1, lattice.vertices[end - 1].j - j))
    cdef int32_t high = min(end, first + max(0, j - lattice.vertices[first].j))
    cdef int32_t middle
    while low < high:
        middle = (low + high) // 2
        if lattice.vertices[middle].j < j:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline void extend_label(
    Label *label, const Label *first_half, uint8_t side, int32_t noops, int32_t max_unchanged
) noexcept nogil:
    """Try one more base arc behind an arc that ends before it."""
    noops += first_half.noops
    if noops > max_unchanged or label.copies and first_half.steps + 1 >= label.steps:
        return
    label.steps = first_half.steps + 1
    label.noops = noops
    label.is_inserting = first_half.is_inserting
    label.sides |= side
    label.copies += 1


cdef inline void start_label(
    Label *label, const Vertex *vertex, int32_t tail, int32_t head
) noexcept nogil:
    """Write the label of a base arc."""
    label.steps = 1
    label.is_inserting = insertion_of(vertex, head) == tail
    label.noops = 0
    if diagonal_of(vertex) == tail:
        label.copies = vertex.n_diagonal
        label.noops = vertex.is_noop
    else:
        label.copies = vertex.n_deletion if deletion_of(vertex) == tail else vertex.n_insertion


cdef inline Label *label_at(Label *labels, const Lattice *lattice, int32_t number) noexcept nogil:
    """Return the place of a vertex among the labels, of which two rows are kept."""
    cdef const Vertex *vertex = &lattice.vertices[number]
    return labels + (vertex.i & 1) * (<int64_t>lattice.n_hypothesis + 1) + vertex.j


cdef struct Box:
    # Where labels from a tail are made: a row after the other, up to a hypothesis position.
    Label *labels  # room for two rows
    const Lattice *lattice
    int32_t tail
    int32_t right
    int32_t row  # the one labelled last
    int32_t first  # its vertices that are labelled
    int32_t end


cdef inline void open_box(
    Box *box, Label *labels, const Lattice *lattice, int32_t tail, int32_t right
) noexcept nogil:
    box.labels = labels
    box.lattice = lattice
    box.tail = tail
    box.right = right
    box.row = lattice.vertices[tail].i - 1
    box.first = box.end = 0
    label_at(labels, lattice, tail).copies = 0


cdef inline bint label_row(Box *box, int32_t max_unchanged) noexcept nogil:
    """Label the arcs from the tail to the vertices of the next row; whether there are any."""
    cdef const Lattice *lattice = box.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef const Vertex *start = &vertices[box.tail]
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef const Label *above_row = box.labels + (box.row & 1) * n_places
    cdef Label *here_row = box.labels + (box.row & 1 ^ 1) * n_places
    cdef const Label *before
    cdef Label label
    cdef int32_t above = box.first, end_above = box.end
    cdef int32_t at
    cdef bint is_found = box.row < start.i
    box.row += 1
    box.first = box.tail + 1 if box.row == start.i else first_at(lattice, box.row, start.j)
    box.end = lattice.rows[box.row + 1]
    for at in range(box.first, box.end):
        vertex = &vertices[at]
        if vertex.j > box.right:
            box.end = at
            break
        label = Label(0, 0, 0, 0, 0)
        if box.row - start.i <= 1 and is_base(vertex, box.tail, at):
            start_label(&label, vertex, box.tail, at)
        else:
            before = above_row + vertex.j
            if above <= diagonal_of(vertex) < end_above and (before - 1).copies:
                extend_label(&label, before - 1, BY_DIAGONAL, vertex.is_noop, max_unchanged)
            if above <= deletion_of(vertex) < end_above and before.copies:
                extend_label(&label, before, BY_DELETION, 0, max_unchanged)
            before = here_row + vertex.j - 1
            if at > box.first and vertex.n_insertion and before.copies:
                extend_label(&label, before, BY_INSERTION, 0, max_unchanged)
        here_row[vertex.j] = label
        is_found |= label.copies != 0
    return is_found


cdef inline void label_rectangle(
    Label *labels, const Lattice *lattice, const Options *options, int32_t tail,
    int32_t last_row, int32_t right,
) noexcept nogil:
    """Label the arcs from `tail` to the vertices up to a row and a hypothesis position; the last
    two rows are left where `label_at` finds them."""
    cdef Box box
    open_box(&box, labels, lattice, tail, right)
    while box.row < last_row:
        label_row(&box, options.max_unchanged)


cdef inline bint label_arc(
    Label *labels, const Lattice *lattice, const Options *options, int32_t tail, int32_t head
) noexcept nogil:
    """Label the arc from `tail` to `head`, at its place of `labels`; whether there is one."""
    label_rectangle(
        labels, lattice, options, tail, lattice.vertices[head].i, lattice.vertices[head].j,
    )
    return label_at(labels, lattice, head).copies != 0


cdef extern from *:
    """
    #ifndef FASTGEC_LANES
    #include <stdint.h>
    #define FASTGEC_LANES 32
    #define FASTGEC_NO_LABEL 30000
    #if defined(_MSC_VER)
    #define FASTGEC_RESTRICT __restrict
    #else
    #define FASTGEC_RESTRICT restrict
    #endif
    typedef struct { int16_t steps[FASTGEC_LANES], noops[FASTGEC_LANES]; } fastgec_labels;
    static inline void fastgec_join(
        const fastgec_labels *diagonal, const fastgec_labels *deletion,
        const fastgec_labels *insertion, int16_t noop, int16_t most,
        fastgec_labels *FASTGEC_RESTRICT here, int16_t *FASTGEC_RESTRICT entries
    ) {
        for (int lane = 0; lane < FASTGEC_LANES; lane++) {
            int16_t noops = (int16_t)(diagonal->noops[lane] + noop);
            int16_t by_deletion = deletion->noops[lane], by_insertion = insertion->noops[lane];
            int16_t best = (int16_t)(diagonal->steps[lane] + 1);
            int16_t down = (int16_t)(deletion->steps[lane] + 1);
            int16_t across = (int16_t)(insertion->steps[lane] + 1);
            int16_t number, takes;
            best = noops > most ? FASTGEC_NO_LABEL : best;
            best = best > FASTGEC_NO_LABEL ? FASTGEC_NO_LABEL : best;
            number = best < FASTGEC_NO_LABEL ? 1 : 0;
            takes = down < best ? -1 : 0;
            number = (int16_t)(number - takes);
            noops = (int16_t)((by_deletion & takes) | (noops & ~takes));
            best = down < best ? down : best;
            takes = across < best ? -1 : 0;
            number = (int16_t)(number - takes);
            noops = (int16_t)((by_insertion & takes) | (noops & ~takes));
            best = across < best ? across : best;
            here->steps[lane] = best;
            here->noops[lane] = noops;
            entries[lane] = number;
        }
    }
    static inline int fastgec_total(const int16_t *entries) {
        int16_t total = 0;
        for (int lane = 0; lane < FASTGEC_LANES; lane++) total = (int16_t)(total + entries[lane]);
        return total;
    }
    #endif
    """
    enum:
        LANES "FASTGEC_LANES"
        NO_LABEL "FASTGEC_NO_LABEL"

    ctypedef struct Labels "fastgec_labels":
        int16_t steps[32]
        int16_t noops[32]

    void join_labels "fastgec_join"(
        const Labels *diagonal, const Labels *deletion, const Labels *insertion, int16_t noop,
        int16_t most, Labels *here, int16_t *entries,
    ) noexcept nogil
    int32_t total_of "fastgec_total"(const int16_t *entries) noexcept nogil


cdef struct Lanes:
    # Labels from up to LANES tails: a row after the other, up to a hypothesis position. Where noops
    # count two, one more says that the path begins with an insertion.
    Labels *rows  # room for two rows, and one place that has no label
    const Lattice *lattice
    int32_t noop  # what a noop counts: one or two
    int32_t most_noops
    int32_t tails[32]  # in order
    int32_t n_tails
    int8_t *lane_of  # of each vertex; -1: it is no tail
    int32_t left  # least hypothesis position of the tails
    int32_t right
    int32_t row  # the one labelled last
    int32_t first  # its vertices that were visited
    int32_t end
    int32_t first_labelled  # of these the first that has a label; -1: none has
    int32_t last_labelled


cdef inline bint fit_lanes(const Lattice *lattice, const Options *options) noexcept nogil:
    """Whether all labels of a lattice fit into lanes, also where noops count two."""
    return 2 * <int64_t>min(options.max_unchanged, lattice.n_source) < NO_LABEL and min(
        lattice.n_source + <int64_t>lattice.n_hypothesis, <int64_t>lattice.n_vertices
    ) < NO_LABEL


cdef inline bint may_overflow(const Lanes *lanes) noexcept nogil:
    """Whether a label may have come to have too many steps."""
    cdef const Vertex *vertices = lanes.lattice.vertices
    return lanes.lattice.n_vertices >= NO_LABEL and lanes.first_labelled >= 0 and (
        lanes.row - vertices[lanes.tails[0]].i
        + <int64_t>vertices[lanes.last_labelled].j - lanes.left >= NO_LABEL
    )


cdef inline Status take_lanes(
    Lanes *lanes, const Lattice *lattice, const Options *options, int32_t noop, Arena *arena
) noexcept nogil:
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef int32_t lane
    lanes.lattice = lattice
    lanes.noop = noop
    lanes.most_noops = noop * min(options.max_unchanged, lattice.n_source) + noop - 1
    lanes.n_tails = 0
    lanes.rows = <Labels *>arena_take(arena, 2 * n_places + 1, sizeof(Labels))
    lanes.lane_of = <int8_t *>arena_take(arena, lattice.n_vertices, 1)
    if lanes.rows == NULL or lanes.lane_of == NULL:
        return arena_status(arena)
    memset(lanes.lane_of, 0xFF, lattice.n_vertices)
    for lane in range(LANES):
        lanes.rows[2 * n_places].steps[lane] = NO_LABEL
        lanes.rows[2 * n_places].noops[lane] = 0
    return DONE


cdef inline void open_lanes(Lanes *lanes) noexcept nogil:
    """Begin anew, without tails."""
    cdef int32_t lane
    for lane in range(lanes.n_tails):
        lanes.lane_of[lanes.tails[lane]] = -1
    lanes.n_tails = 0
    lanes.right = 0
    lanes.first = lanes.end = 0
    lanes.first_labelled = -1


cdef inline void add_tail(Lanes *lanes, int32_t tail) noexcept nogil:
    """Add a tail behind those that there are."""
    cdef const Vertex *vertex = &lanes.lattice.vertices[tail]
    if lanes.n_tails == 0:
        lanes.row = vertex.i - 1
        lanes.left = vertex.j
    lanes.left = min(lanes.left, vertex.j)
    lanes.lane_of[tail] = <int8_t>lanes.n_tails
    lanes.tails[lanes.n_tails] = tail
    lanes.n_tails += 1


cdef inline bint has_ended(const Lanes *lanes) noexcept nogil:
    """Whether no vertex of later rows has a label."""
    return lanes.first_labelled < 0 and (
        lanes.row > lanes.lattice.vertices[lanes.tails[lanes.n_tails - 1]].i
    )


cdef inline int64_t label_lanes(Lanes *lanes) noexcept nogil:
    """Label the vertices of the next row; return the entries of the joined arcs into them."""
    cdef const Lattice *lattice = lanes.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef Labels *nothing = lanes.rows + 2 * n_places
    cdef Labels *above = lanes.rows + (lanes.row & 1) * n_places
    cdef Labels *here = lanes.rows + (lanes.row & 1 ^ 1) * n_places
    cdef int32_t first_tail = lanes.tails[0]
    cdef int32_t last_row = vertices[lanes.tails[lanes.n_tails - 1]].i
    cdef int32_t above_first = lanes.first, above_end = lanes.end
    cdef int32_t row = lanes.row + 1
    cdef int32_t reach = lanes.right, start, at, side, tail, lane, noop
    cdef int64_t n_found = 0
    cdef int32_t n_entries
    cdef int16_t entries[32]
    cdef bint is_labelled = False
    if row == vertices[first_tail].i:
        start = first_tail + 1
    elif row <= last_row + 1:
        start = first_at(lattice, row, lanes.left)
    else:
        start = first_at(lattice, row, vertices[lanes.first_labelled].j)
        reach = min(reach, vertices[lanes.last_labelled].j + 1)
    lanes.row = row
    lanes.first = start
    lanes.end = lattice.rows[row + 1]
    lanes.first_labelled = -1
    for at in range(start, lattice.rows[row + 1]):
        vertex = &vertices[at]
        if vertex.j > reach and (not is_labelled or vertex.j > lanes.right):
            lanes.end = at
            break
        is_labelled = False
        join_labels(
            above + (vertex.j - 1)
            if above_first <= diagonal_of(vertex) < above_end else nothing,
            above + vertex.j if above_first <= deletion_of(vertex) < above_end else nothing,
            here + (vertex.j - 1) if at > start and vertex.n_insertion else nothing,
            <int16_t>(lanes.noop * vertex.is_noop), <int16_t>lanes.most_noops, here + vertex.j,
            entries,
        )
        for side in range(3 if row <= last_row + 1 else 0):
            tail = tail_of(vertex, at, side)
            lane = lanes.lane_of[tail] if tail >= 0 else -1
            if lane >= 0:  # a base arc: no joined one has its place
                noop = lanes.noop * vertex.is_noop if side == 0 else 0
                here[vertex.j].steps[lane] = 1 if noop <= lanes.most_noops else NO_LABEL
                here[vertex.j].noops[lane] = <int16_t>(noop + (side == 2 and lanes.noop == 2))
                entries[lane] = 0
                is_labelled = True
        n_entries = total_of(entries)
        n_found += n_entries
        is_labelled |= n_entries > 0
        if is_labelled:
            lanes.last_labelled = at
            if lanes.first_labelled < 0:
                lanes.first_labelled = at
    return n_found


cdef inline bint read_lane(
    const Lanes *lanes, int32_t tail, int32_t head, bint *is_inserting
) noexcept nogil:
    """Find whether an arc joins a tail and a vertex of the row labelled last, and whether it
    begins with an insertion."""
    cdef int64_t n_places = <int64_t>lanes.lattice.n_hypothesis + 1
    cdef int32_t row = lanes.lattice.vertices[head].i
    cdef const Labels *labels
    if row != lanes.row or not lanes.first <= head < lanes.end:
        return False
    labels = lanes.rows + (row & 1) * n_places + lanes.lattice.vertices[head].j
    is_inserting[0] = labels.noops[lanes.lane_of[tail]] & 1
    return labels.steps[lanes.lane_of[tail]] < NO_LABEL


cdef inline Status count_joined(
    int64_t *n_joined, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Count the entries of joined arcs, with those of noops that are removed later."""
    cdef Mark mark = arena_mark(arena)
    cdef int32_t tail = 0
    cdef Lanes lanes
    cdef Status status
    status = take_lanes(&lanes, lattice, options, 1, arena)
    n_joined[0] = 0
    while status == DONE and tail < lattice.n_vertices:
        if is_cancelled(options.cancel):
            return CANCELLED
        open_lanes(&lanes)
        lanes.right = lattice.n_hypothesis
        while lanes.n_tails < LANES and tail < lattice.n_vertices:
            add_tail(&lanes, tail)
            tail += 1
        while lanes.row < lattice.n_source and not has_ended(&lanes):
            n_joined[0] += label_lanes(&lanes)
            if may_overflow(&lanes):
                return TOO_HARD
    arena_rewind(arena, &mark)
    return status
