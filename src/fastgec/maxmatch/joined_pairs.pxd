"""Which pairs of vertices an arc joins: of those that spell gold edits, see `gold_texts`.

The scorer's label of an arc says it. Most sentences have few pairs, or close ones: the label of
each is made. What follows is for hard ones.

**Many pairs.** An arc joins a pair if the one vertex leads to the other, and no path between them
has more noops than an edit may have. A lattice is planar: its arcs go right, down, or down and
right across one cell, and no two of them cross. All its vertices lie on paths from one start to one
end. In such a graph one vertex leads to another exactly if it stands before it in two orders: that
of a search which turns left first, and that of one which turns right first, each read from the
vertex that it finished last (Kameda 1975, Information Processing Letters 3). No arc joins a pair if
all paths between the two have more noops. The most noops from the start to each vertex, and the
fewest from each to the end, bound both. Only what is left is looked up among the labels of its
tail, of LANES tails at once. Sentences of 500 tokens that loop, with a thousand gold edits that
they spell, take 0.2 to 0.6 s so; they took 3 to 4 s where all pairs were looked up, and up to 2 s
without the fewest.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled,
)
from fastgec._lattice cimport (
    Lattice, Successors, Vertex, count_noops, is_base, least_noops_behind, list_successors,
)
from fastgec.maxmatch.labels cimport (
    LANES, Lanes, add_tail, fit_lanes, has_ended, label_arc, label_at, label_lanes, open_lanes,
    read_lane, take_lanes,
)
from fastgec.maxmatch.gold_texts cimport Spellings
from fastgec.maxmatch.terms.edits cimport Options, shifts_span
from fastgec.maxmatch.terms.records cimport Label


cdef struct Reach:
    int32_t *left  # order of the vertices that turns left first
    int32_t *right
    int32_t *most_before  # noops of ways from the start
    int32_t *least_behind  # and to the end


cdef inline bint leads_to(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Whether base arcs lead from one vertex to another."""
    return reach.left[tail] < reach.left[head] and reach.right[tail] < reach.right[head]


cdef inline int32_t most_between(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Return a bound on the noops of ways from one vertex to another: the most to the head are as
    many as the most to the tail and those of any way between, or more."""
    return reach.most_before[head] - reach.most_before[tail]


cdef inline int32_t least_between(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Return how many noops ways from one vertex to another have at the least: the fewest behind
    the tail are as few as those of any way between and the fewest behind the head, or fewer."""
    return reach.least_behind[tail] - reach.least_behind[head]


cdef inline void order_vertices(
    int32_t *order, const Successors *successors, int32_t *stack, int32_t n_vertices,
    bint is_right_first,
) noexcept nogil:
    """Number the vertices by the end of a search in depth, last one first."""
    cdef int32_t n_left = n_vertices
    cdef int32_t depth = 0
    cdef int32_t vertex, head, side
    cdef const int32_t *heads
    memset(order, 0xFF, <size_t>n_vertices * sizeof(int32_t))
    stack[0] = 0
    while depth >= 0:
        vertex = stack[depth]
        heads = <const int32_t *>&successors[vertex]  # from left to right
        for side in range(3):
            head = heads[2 - side if is_right_first else side]
            if head >= 0 and order[head] < 0:
                break
        else:
            n_left -= 1
            order[vertex] = n_left
            depth -= 1
            continue
        depth += 1
        stack[depth] = head


cdef inline Status open_reach(Reach *reach, const Lattice *lattice, Arena *arena) noexcept nogil:
    """Order the vertices both ways, and bound the noops before and behind each of them."""
    cdef size_t n_vertices = lattice.n_vertices
    cdef Successors *successors
    # What the searches need holds bounds behind them: a successor is three numbers, the stack one.
    cdef int32_t *numbers = <int32_t *>arena_take(arena, 4 * n_vertices, sizeof(int32_t))
    reach.left = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    reach.right = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    if numbers == NULL or reach.left == NULL or reach.right == NULL:
        return arena_status(arena)
    successors = <Successors *>numbers
    list_successors(successors, lattice)
    order_vertices(reach.left, successors, numbers + 3 * n_vertices, lattice.n_vertices, False)
    order_vertices(reach.right, successors, numbers + 3 * n_vertices, lattice.n_vertices, True)
    reach.most_before = numbers
    reach.least_behind = numbers + n_vertices
    count_noops(reach.most_before, lattice)
    least_noops_behind(reach.least_behind, lattice)
    return DONE


cdef enum:
    FEW_SPELLINGS = 64  # their labels take less time than a look at all vertices
    BOX_PLACES = 8  # in the time that a label takes beside the places of its box


cdef struct Pair:
    # A pair of vertices that spell gold edits.
    int32_t tail
    int32_t head
    int64_t at


cdef inline int compare_tails(const void *a, const void *b) noexcept nogil:
    cdef int32_t left = (<const Pair *>a).tail, right = (<const Pair *>b).tail
    return (left > right) - (left < right)


cdef inline int compare_heads(const void *a, const void *b) noexcept nogil:
    cdef int32_t left = (<const Pair *>a).head, right = (<const Pair *>b).head
    return (left > right) - (left < right)


cdef inline bint are_close(const Spellings *spelled, const Lattice *lattice) noexcept nogil:
    """Whether labels of all pairs take less time than a look at all vertices."""
    cdef const Vertex *tail
    cdef const Vertex *head
    cdef int64_t n_places = 0
    cdef int64_t at
    for at in range(spelled.size):
        tail = &lattice.vertices[spelled.items[at].tail]
        head = &lattice.vertices[spelled.items[at].head]
        n_places += BOX_PLACES + (head.i - tail.i + 1) * (<int64_t>head.j - tail.j + 1)
        if n_places > lattice.n_vertices:
            return False
    return True


cdef inline bint has_own_span(
    const Lattice *lattice, const Options *options, int32_t tail, bint is_inserting
) noexcept nogil:
    """Whether the span of an arc is that of its source tokens."""
    return not shifts_span(options, lattice, tail, is_inserting) or lattice.vertices[tail].j == 0


cdef inline Status find_joined(
    uint8_t *is_joined, const Spellings *spelled, const Lattice *lattice, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil:
    """Write for each spelling, if it is no base arc, whether a joined arc joins it whose span is
    that of its source tokens. If pairs are few, or close, each is looked up among the labels."""
    cdef const Vertex *vertices = lattice.vertices
    cdef Pair *pairs
    cdef int64_t at, n_pairs = 0
    cdef int32_t tail, head
    cdef Reach reach
    cdef Status status
    if spelled.size <= FEW_SPELLINGS or are_close(spelled, lattice) or (
        not fit_lanes(lattice, options)
    ):
        for at in range(spelled.size):
            if is_cancelled(options.cancel):
                return CANCELLED
            tail = spelled.items[at].tail
            head = spelled.items[at].head
            is_joined[at] = (
                not is_base(&vertices[head], tail, head)
                and label_arc(labels, lattice, options, tail, head)
                and has_own_span(
                    lattice, options, tail, label_at(labels, lattice, head).is_inserting
                )
            )
        return DONE
    pairs = <Pair *>arena_take(arena, spelled.size, sizeof(Pair))
    if pairs == NULL:
        return arena_status(arena)
    status = open_reach(&reach, lattice, arena)
    if status != DONE:
        return status
    for at in range(spelled.size):
        tail = spelled.items[at].tail
        head = spelled.items[at].head
        is_joined[at] = leads_to(&reach, tail, head) and (
            least_between(&reach, tail, head) <= options.max_unchanged
        )
        if is_joined[at] and (
            most_between(&reach, tail, head) > options.max_unchanged
            or not has_own_span(lattice, options, tail, True)
        ):
            pairs[n_pairs] = Pair(tail, head, at)
            n_pairs += 1
    return label_pairs(is_joined, pairs, n_pairs, lattice, options, arena)


cdef inline Status label_pairs(
    uint8_t *is_joined, Pair *pairs, int64_t n_pairs, const Lattice *lattice,
    const Options *options, Arena *arena,
) noexcept nogil:
    """Find which pairs an arc joins by the labels of their tails, of LANES at once."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int64_t at, first = 0, last
    cdef int32_t head
    cdef bint is_inserting = False
    cdef Lanes lanes
    cdef Status status = take_lanes(&lanes, lattice, options, 2, arena)
    if status != DONE:
        return status
    qsort(pairs, n_pairs, sizeof(Pair), compare_tails)
    while first < n_pairs:
        if is_cancelled(options.cancel):
            return CANCELLED
        open_lanes(&lanes)
        last = first
        while last < n_pairs:
            if last == first or pairs[last].tail != pairs[last - 1].tail:
                if lanes.n_tails == LANES:
                    break
                add_tail(&lanes, pairs[last].tail)
            lanes.right = max(lanes.right, vertices[pairs[last].head].j)
            last += 1
        qsort(pairs + first, last - first, sizeof(Pair), compare_heads)
        for at in range(first, last):
            head = pairs[at].head
            while lanes.row < vertices[head].i and not has_ended(&lanes):
                label_lanes(&lanes)
            is_joined[pairs[at].at] = read_lane(
                &lanes, pairs[at].tail, head, &is_inserting
            ) and has_own_span(lattice, options, pairs[at].tail, is_inserting)
        first = last
    return DONE
