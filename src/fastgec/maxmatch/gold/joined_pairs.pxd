"""Which pairs of vertices are joined by a joined arc whose span is that of its source tokens.

Where pairs are few, or close to each other, the label of each is looked up (`labels`). Else a way
between the two is enough if no way has more noops than an arc may have (`reach`); labels of the
others are made block by block (`label_blocks`).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport qsort

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, is_base
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.label_blocks cimport (
    FEW_TAILS, Blocks, joined_lanes, label_next, most_tails, open_blocks, open_box,
)
from fastgec.maxmatch.entries.labels cimport label_arc, label_at
from fastgec.maxmatch.gold.reach cimport Reach, fewest_between, leads_to, noops_between, open_reach
from fastgec.maxmatch.terms.records cimport Label
from fastgec.maxmatch.gold.spellings cimport Spelling, Spellings


cdef enum:
    FEW_SPELLINGS = 64
    BOX_PLACES = 8  # in the time that a label takes beside the places of its box


cdef inline bint may_be_shifted(
    const Lattice *lattice, const Options *options, int32_t tail
) noexcept nogil:
    """Whether an arc may have a span other than that of its source tokens."""
    return options.is_release_3_2 and lattice.vertices[tail].i == 0 and lattice.vertices[tail].j > 0


cdef struct Pair:
    # A pair of vertices that spell gold edits.
    int32_t tail
    int32_t head
    int64_t at  # its first spelling


cdef inline int compare_pairs(const void *a, const void *b) noexcept nogil:
    cdef const Pair *left = <const Pair *>a
    cdef const Pair *right = <const Pair *>b
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    return (left.head > right.head) - (left.head < right.head)


cdef inline int compare_heads(const void *a, const void *b) noexcept nogil:
    cdef int32_t left = (<const int32_t *>a)[0]
    cdef int32_t right = (<const int32_t *>b)[0]
    return (left > right) - (left < right)


cdef inline Status find_joined(
    uint8_t *is_joined, const Spellings *spelled, const Lattice *lattice, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil:
    """Write a flag for each spelling, of which base arcs are not asked."""
    cdef Reach reach
    cdef Pair *pairs
    cdef int64_t at
    cdef int64_t n_pairs = 0
    cdef const Spelling *item
    cdef Status status
    if spelled.size <= FEW_SPELLINGS or are_close(spelled, lattice):
        for at in range(spelled.size):
            item = &spelled.items[at]
            is_joined[at] = (
                not is_base(&lattice.vertices[item.head], item.tail, item.head)
                and label_arc(labels, lattice, options, item.tail, item.head)
                and has_own_span(
                    lattice, options, label_at(labels, lattice, item.head), item.tail
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
        item = &spelled.items[at]
        is_joined[at] = (
            leads_to(&reach, item.tail, item.head)
            and fewest_between(&reach, item.tail, item.head) <= options.max_unchanged
        )
        if not is_joined[at] or (
            not may_be_shifted(lattice, options, item.tail)
            and noops_between(&reach, item.tail, item.head) <= options.max_unchanged
        ):
            continue
        pairs[n_pairs].tail = item.tail
        pairs[n_pairs].head = item.head
        pairs[n_pairs].at = at
        n_pairs += 1
    return label_pairs(is_joined, pairs, n_pairs, lattice, options, labels, arena)


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


cdef inline Status label_pairs(
    uint8_t *is_joined, Pair *pairs, int64_t n_pairs, const Lattice *lattice,
    const Options *options, Label *labels, Arena *arena,
) noexcept nogil:
    """Find which pairs a joined arc joins by their labels, block by block."""
    cdef const Vertex *vertices = lattice.vertices
    cdef Blocks blocks
    cdef int32_t *heads
    cdef int32_t *block_heads
    cdef uint32_t *lanes  # of each head, those that an arc leads from
    cdef int64_t first = 0, last, at
    cdef int32_t lane, most, number
    cdef Status status
    if n_pairs == 0:
        return DONE
    heads = <int32_t *>arena_take(arena, n_pairs, sizeof(int32_t))
    block_heads = <int32_t *>arena_take(
        arena, min(n_pairs, lattice.n_vertices), sizeof(int32_t)
    )
    lanes = <uint32_t *>arena_take(arena, min(n_pairs, lattice.n_vertices), sizeof(uint32_t))
    if heads == NULL or block_heads == NULL or lanes == NULL:
        return arena_status(arena)
    status = open_blocks(&blocks, lattice, options, labels, arena)
    if status != DONE:
        return status
    blocks.heads = block_heads
    qsort(pairs, n_pairs, sizeof(Pair), compare_pairs)
    while first < n_pairs:
        if is_cancelled(options.cancel):
            return CANCELLED
        blocks.is_marking = options.is_release_3_2 and vertices[pairs[first].tail].i == 0
        most = most_tails(&blocks, vertices[pairs[first].tail].i)
        last = take_tails(&blocks, pairs, first, n_pairs, most)
        if blocks.n_tails < FEW_TAILS:
            last = take_tails(&blocks, pairs, first, n_pairs, 1)
        for at in range(first, last):
            heads[at - first] = pairs[at].head
        qsort(heads, last - first, sizeof(int32_t), compare_heads)
        blocks.n_heads = 0
        for at in range(last - first):
            if at == 0 or heads[at] != heads[at - 1]:
                blocks.heads[blocks.n_heads] = heads[at]
                blocks.n_heads += 1
        status = open_box(&blocks, arena)
        if status != DONE:
            return status
        for number in range(blocks.n_heads):
            label_next(&blocks)
            if blocks.n_tails > 1:
                lanes[number] = joined_lanes(&blocks)
        lane = 0
        number = 0
        for at in range(first, last):
            if pairs[at].tail != blocks.tails[lane]:
                lane += 1
                number = 0
            while blocks.heads[number] != pairs[at].head:
                number += 1
            if blocks.n_tails > 1:
                is_joined[pairs[at].at] = lanes[number] >> lane & 1
            else:
                is_joined[pairs[at].at] = has_own_span(
                    lattice, options, &blocks.kept[number], pairs[at].tail
                )
        first = last
    return DONE


cdef inline int64_t take_tails(
    Blocks *blocks, const Pair *pairs, int64_t first, int64_t n_pairs, int32_t most
) noexcept nogil:
    """Take up to `most` tails of one row; return the first pair that has another one."""
    cdef const Vertex *vertices = blocks.lattice.vertices
    cdef int32_t row = vertices[pairs[first].tail].i
    cdef int64_t at
    blocks.n_tails = 0
    for at in range(first, n_pairs):
        if blocks.n_tails and pairs[at].tail == blocks.tails[blocks.n_tails - 1]:
            continue
        if blocks.n_tails == most or vertices[pairs[at].tail].i != row:
            return at
        blocks.tails[blocks.n_tails] = pairs[at].tail
        blocks.n_tails += 1
    return n_pairs


cdef inline bint has_own_span(
    const Lattice *lattice, const Options *options, const Label *label, int32_t tail
) noexcept nogil:
    """Whether a label says that there is an arc whose span is that of its source tokens."""
    return label.copies and not (
        label.is_inserting and may_be_shifted(lattice, options, tail)
    )
