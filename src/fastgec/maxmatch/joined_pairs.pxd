"""Which pairs of vertices an arc joins: of those that spell gold edits, see `gold_texts`.

The scorer's label of an arc says it. Most sentences have few pairs, or close ones: the label of
each is made. What follows is for hard ones.

**Many pairs.** An arc joins a pair if the one vertex leads to the other, and no path between them
has more noops than an edit may have. A lattice is planar: its arcs go right, down, or down and
right across one cell, and no two of them cross. All its vertices lie on paths from one start to one
end. In such a graph one vertex leads to another exactly if it stands before it in two orders: that
of a search which turns left first, and that of one which turns right first, each read from the
vertex that it finished last (Kameda 1975, Information Processing Letters 3). The most noops from
the start to each vertex bound those between; where they do not tell, a pair is asked for among the
labels of its tail, of LANES tails at once.

**Pairs that match too little.** Of two paths the one that matches more arcs costs less. Let ways to
the tail of a pair match m pairs at most, and let some way to its head match more than m + 1 for
sure: by base arcs, and pairs that an arc joins. A path over the pair costs more than one that comes
to its head that other way; so no minimum-cost path has it, and it may be dropped. Besides pairs,
ways may match insertions: no more than there are among the gold edits. Wide edits that a text
spells by repeating itself are mostly dropped so, and few are asked for. Sentences of 500 tokens
that loop, with two thousand gold edits and 160,000 pairs that spell them, take 0.2 s, where all
that bounds of noops leave were asked for 1 s and more.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled,
)
from fastgec._lattice cimport (
    Lattice, Successors, Vertex, count_noops, is_base, list_successors, tail_of,
)
from fastgec.maxmatch.joined_noops cimport run_to
from fastgec.maxmatch.labels cimport (
    LANES, Lanes, add_tail, fit_lanes, has_ended, label_arc, label_at, label_lanes, open_lanes,
    read_lane, take_lanes,
)
from fastgec.maxmatch.gold_texts cimport Spelling, Spellings
from fastgec.maxmatch.terms.edits cimport Options, shifts_span
from fastgec.maxmatch.terms.records cimport GoldTexts, Label


cdef struct Reach:
    int32_t *left  # order of the vertices that turns left first
    int32_t *right
    int32_t *most_before  # noops of ways from the start


cdef inline bint leads_to(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Whether base arcs lead from one vertex to another."""
    return reach.left[tail] < reach.left[head] and reach.right[tail] < reach.right[head]


cdef inline int32_t most_between(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Return a bound on the noops of ways from one vertex to another: the most to the head are as
    many as the most to the tail and those of any way between, or more."""
    return reach.most_before[head] - reach.most_before[tail]


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
    count_noops(reach.most_before, lattice)
    return DONE


cdef enum:
    FEW_SPELLINGS = 64  # their labels take less time than a look at all vertices
    BOX_PLACES = 8  # in the time that a label takes beside the places of its box


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


cdef inline bint joins_noops(
    const Lattice *lattice, const Options *options, int32_t tail, int32_t head
) noexcept nogil:
    """Whether a pair may be joined noops, which the scorer's list may have lost."""
    cdef int32_t size = lattice.vertices[head].i - lattice.vertices[tail].i
    return size == lattice.vertices[head].j - lattice.vertices[tail].j and (
        size <= options.max_unchanged and run_to(lattice, head, size) == size
    )


cdef enum:
    # What is known of a pair, besides that no arc joins it, or none of a minimum-cost path: 0.
    IS_ASKED = 1  # nothing
    MAY_BE_LOST = 2  # an arc joined it, unless the scorer removed that
    IS_JOINED = 3


cdef struct Pairs:
    # Spellings, and what is known of each of them.
    const Spellings *spelled
    uint8_t *known
    int64_t *first  # of each vertex: a pair whose tail it is; -1 if there is none
    int64_t *next  # of each pair: another one of this tail


cdef inline void list_pairs(Pairs *pairs, const Lattice *lattice) noexcept nogil:
    """List the pairs of each tail that may be joined."""
    cdef int64_t at
    cdef int32_t tail
    memset(pairs.first, 0xFF, <size_t>lattice.n_vertices * sizeof(int64_t))
    for at in range(pairs.spelled.size):
        if pairs.known[at]:
            tail = pairs.spelled.items[at].tail
            pairs.next[at] = pairs.first[tail]
            pairs.first[tail] = at


cdef inline void drop_lesser(
    Pairs *pairs, int32_t *most, int32_t *least, const GoldTexts *texts, const Lattice *lattice
) noexcept nogil:
    """Drop the pairs by which too little is matched up to their heads.

    `most` and `least` are room for how many pairs ways to each vertex match, at most and for sure.
    """
    cdef const Spelling *pair
    cdef int32_t number, side, tail
    cdef int64_t at, n_insertions = 0
    memset(most, 0, <size_t>lattice.n_vertices * sizeof(int32_t))
    memset(least, 0, <size_t>lattice.n_vertices * sizeof(int32_t))
    for number in range(lattice.n_vertices):
        for side in range(3):
            tail = tail_of(&lattice.vertices[number], number, side)
            if tail >= 0:
                most[number] = max(most[number], most[tail])
                least[number] = max(least[number], least[tail])
        at = pairs.first[number]
        while at >= 0:
            pair = &pairs.spelled.items[at]
            most[pair.head] = max(most[pair.head], most[number] + 1)
            if pairs.known[at] == IS_JOINED:
                least[pair.head] = max(least[pair.head], least[number] + 1)
            at = pairs.next[at]
    for at in range(texts.size):
        if texts.items[at].start == texts.items[at].end:
            n_insertions += texts.items[at].last - texts.items[at].first
    for at in range(pairs.spelled.size):
        pair = &pairs.spelled.items[at]
        if most[pair.tail] + 1 + n_insertions < least[pair.head]:
            pairs.known[at] = 0


cdef inline Status find_joined(
    uint8_t *is_joined, const Spellings *spelled, const GoldTexts *texts, const Lattice *lattice,
    const Options *options, Label *labels, Arena *arena,
) noexcept nogil:
    """Write for each spelling, if it is no base arc, whether a joined arc joins it whose span is
    that of its source tokens, and which a minimum-cost path may have. If pairs are few, or close,
    each is looked up among the labels."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int64_t at
    cdef int32_t tail, head
    cdef Reach reach
    cdef Pairs pairs
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
    pairs.spelled = spelled
    pairs.known = is_joined
    pairs.next = <int64_t *>arena_take(arena, spelled.size, sizeof(int64_t))
    if pairs.next == NULL:
        return arena_status(arena)
    status = open_reach(&reach, lattice, arena)
    if status != DONE:
        return status
    for at in range(spelled.size):
        is_joined[at] = know(&reach, lattice, options, spelled.items[at].tail, spelled.items[at].head)
    pairs.first = <int64_t *>reach.most_before  # bounds are not needed any more
    list_pairs(&pairs, lattice)
    drop_lesser(&pairs, reach.left, reach.right, texts, lattice)
    return label_pairs(&pairs, lattice, options, arena)


cdef inline uint8_t know(
    const Reach *reach, const Lattice *lattice, const Options *options, int32_t tail, int32_t head
) noexcept nogil:
    """Return what the bounds tell of a pair."""
    if is_base(&lattice.vertices[head], tail, head):
        return IS_JOINED
    if not leads_to(reach, tail, head):
        return 0
    if most_between(reach, tail, head) > options.max_unchanged or (
        not has_own_span(lattice, options, tail, True)
    ):
        return IS_ASKED
    return MAY_BE_LOST if joins_noops(lattice, options, tail, head) else IS_JOINED


cdef inline Status label_pairs(
    Pairs *pairs, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Find which of the pairs that are asked for an arc joins, by the labels of their tails, of
    LANES at once."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int64_t at
    cdef int32_t tail = 0, head, lane, last_row
    cdef bint has_labels, is_inserting = False
    cdef Lanes lanes
    cdef Status status = take_lanes(&lanes, lattice, options, 2, arena)
    while status == DONE and tail < lattice.n_vertices:
        if is_cancelled(options.cancel):
            return CANCELLED
        open_lanes(&lanes)
        last_row = -1
        while lanes.n_tails < LANES and tail < lattice.n_vertices:
            at = pairs.first[tail]
            while at >= 0:
                head = pairs.spelled.items[at].head
                if pairs.known[at] == IS_ASKED:
                    last_row = max(last_row, vertices[head].i)
                    lanes.right = max(lanes.right, vertices[head].j)
                    if lanes.lane_of[tail] < 0:
                        add_tail(&lanes, tail)
                at = pairs.next[at]
            tail += 1
        has_labels = lanes.n_tails > 0
        while has_labels and lanes.row < last_row:
            has_labels = not has_ended(&lanes)
            if has_labels:
                label_lanes(&lanes)
            for lane in range(lanes.n_tails):
                at = pairs.first[lanes.tails[lane]]
                while at >= 0:
                    head = pairs.spelled.items[at].head
                    if pairs.known[at] == IS_ASKED and (
                        not has_labels or vertices[head].i == lanes.row
                    ):
                        pairs.known[at] = IS_JOINED if has_labels and read_lane(
                            &lanes, lanes.tails[lane], head, &is_inserting
                        ) and has_own_span(
                            lattice, options, lanes.tails[lane], is_inserting
                        ) else 0
                    at = pairs.next[at]
    return status
