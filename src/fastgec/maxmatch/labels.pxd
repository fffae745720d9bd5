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
neighbours at once, so that what is done for one is done for all, without branches.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t

from fastgec._arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
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
        int total = 0;
        for (int lane = 0; lane < FASTGEC_LANES; lane++) total += entries[lane];
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


cdef inline int64_t count_from(
    Labels *rows, const Lattice *lattice, int32_t first, int32_t max_unchanged
) noexcept nogil:
    """Count the entries of joined arcs from LANES tails that follow one another."""
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef Labels *nothing = rows + 2 * n_places
    cdef Labels *here
    cdef Labels *above = nothing
    cdef int32_t last = min(first + <int32_t>LANES, lattice.n_vertices) - 1
    cdef int32_t last_row = vertices[last].i
    cdef int32_t row, at, lane, side, tail, noop, start
    cdef int32_t left = lattice.n_hypothesis
    cdef int32_t above_first = 0, above_end = 0
    cdef int64_t n_found = 0
    cdef int32_t n_entries
    cdef int16_t entries[32]
    cdef int16_t most = <int16_t>min(max_unchanged, <int32_t>NO_LABEL)
    cdef int32_t reach, end, first_labelled = 0, last_labelled = 0
    cdef bint is_labelled
    for at in range(first, last + 1):
        left = min(left, vertices[at].j)
    for row in range(vertices[first].i, lattice.n_source + 1):
        here = rows + (row & 1) * n_places
        reach = lattice.n_hypothesis
        if row == vertices[first].i:
            start = first + 1
        elif row <= last_row + 1:
            start = first_at(lattice, row, left)
        else:
            start = first_at(lattice, row, vertices[first_labelled].j)
            reach = vertices[last_labelled].j + 1
        first_labelled = -1
        is_labelled = False
        end = lattice.rows[row + 1]
        for at in range(start, lattice.rows[row + 1]):
            if not is_labelled and vertices[at].j > reach:
                end = at
                break
            is_labelled = False
            vertex = &vertices[at]
            join_labels(
                above + (vertex.j - 1)
                if above_first <= diagonal_of(vertex) < above_end else nothing,
                above + vertex.j if above_first <= deletion_of(vertex) < above_end else nothing,
                here + (vertex.j - 1) if at > start and vertex.n_insertion else nothing,
                vertex.is_noop, most, here + vertex.j, entries,
            )
            for side in range(3 if row <= last_row + 1 else 0):
                tail = tail_of(vertex, at, side)
                if first <= tail <= last:  # a base arc: no joined one has its place
                    noop = side == 0 and vertex.is_noop
                    here[vertex.j].steps[tail - first] = 1 if noop <= most else NO_LABEL
                    here[vertex.j].noops[tail - first] = <int16_t>noop
                    entries[tail - first] = 0
                    is_labelled = True
            n_entries = total_of(entries)
            n_found += n_entries
            is_labelled |= n_entries > 0
            if is_labelled:
                last_labelled = at
                if first_labelled < 0:
                    first_labelled = at
        if first_labelled < 0 and row > last_row:
            break
        above = here
        above_first = start
        above_end = end
    return n_found


cdef inline Status count_joined(
    int64_t *n_joined, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Count the entries of joined arcs, with those of noops that are removed later."""
    cdef Mark mark = arena_mark(arena)
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef int32_t first = 0, lane
    cdef Labels *rows = <Labels *>arena_take(arena, 2 * n_places + 1, sizeof(Labels))
    n_joined[0] = 0
    if rows == NULL:
        return arena_status(arena)
    for lane in range(LANES):
        rows[2 * n_places].steps[lane] = NO_LABEL
        rows[2 * n_places].noops[lane] = 0
    while first < lattice.n_vertices:
        if is_cancelled(options.cancel):
            return CANCELLED
        n_joined[0] += count_from(rows, lattice, first, options.max_unchanged)
        first += LANES
    arena_rewind(arena, &mark)
    return DONE
