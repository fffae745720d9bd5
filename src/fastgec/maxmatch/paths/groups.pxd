"""Groups of blocks: tails whose edits are walked at once, and that share one region.

What a walk from a block of tails costs are the vertices between them and the heads, whatever the
number of tails; and the walks from neighbouring blocks see nearly the same. So one walk serves a
group of up to MOST_BLOCKS blocks. It takes the least that any tail of the group costs, so it may
find more heads than a block has; which blocks a way to a head comes from is noted as bits.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec.maxmatch.entries.label_blocks cimport FEW_TAILS, Blocks, most_tails
from fastgec.maxmatch.entries.regions cimport enter_region


cdef enum:
    MOST_BLOCKS = 8  # one bit each


cdef struct Group:
    # Tails, and heads that an edit of several arcs from them may close at; both ascending.
    int32_t tails[256]  # MOST_BLOCKS of 32
    int64_t starts[256]  # of each tail: least cost from the start
    int32_t n_tails
    int32_t block_size  # tails of each block but the last
    int32_t n_blocks
    int32_t n_taken  # blocks
    int32_t *heads
    uint8_t *head_blocks  # of each head, as bits: the blocks that a way to it comes from
    int64_t *head_costs  # of each head: what a path that ends with a way there costs at least
    int32_t n_heads
    int32_t room  # for heads of the group
    int32_t block_room  # for those of a block, in `Blocks.heads`
    int64_t *block_costs  # of these heads


cdef inline void open_group(Group *group) noexcept nogil:
    """Begin with no tails, and no memory for heads."""
    group.n_tails = 0
    group.n_heads = 0
    group.room = 0
    group.block_room = 0


cdef inline Status reserve_heads(
    Group *group, int32_t n_more, int32_t n_vertices, Arena *arena
) noexcept nogil:
    """Make sure that there is room for so many more heads; without memory, there are none."""
    cdef const int32_t *heads = group.heads
    cdef const uint8_t *head_blocks = group.head_blocks
    cdef const int64_t *head_costs = group.head_costs
    cdef int32_t room = group.n_heads + n_more
    if room <= group.room:
        return DONE
    room = <int32_t>min(2 * <int64_t>room, <int64_t>n_vertices)
    group.heads = <int32_t *>arena_take(arena, room, sizeof(int32_t))
    group.head_blocks = <uint8_t *>arena_take(arena, room, 1)
    group.head_costs = <int64_t *>arena_take(arena, room, sizeof(int64_t))
    if group.heads == NULL or group.head_blocks == NULL or group.head_costs == NULL:
        group.room = 0
        group.n_heads = 0
        return arena_status(arena)
    if group.n_heads:
        memcpy(group.heads, heads, group.n_heads * sizeof(int32_t))
        memcpy(group.head_blocks, head_blocks, group.n_heads)
        memcpy(group.head_costs, head_costs, group.n_heads * sizeof(int64_t))
    group.room = room
    return DONE


cdef inline void add_tail(
    Group *group, const Blocks *blocks, int32_t tail, int64_t start
) noexcept nogil:
    """Add a tail to a group that has room; the first one says how many a block may have."""
    if group.n_tails == 0:
        group.block_size = most_tails(blocks, blocks.lattice.vertices[tail].i)
    group.tails[group.n_tails] = tail
    group.starts[group.n_tails] = start
    group.n_tails += 1


cdef inline bint is_full(const Group *group) noexcept nogil:
    return group.n_tails and group.n_tails == MOST_BLOCKS * group.block_size


cdef inline void close_group(Group *group) noexcept nogil:
    """Divide a group that has all its tails into blocks."""
    if group.n_tails < FEW_TAILS:
        group.block_size = 1
    group.n_blocks = (group.n_tails + group.block_size - 1) // group.block_size
    group.n_taken = 0
    group.n_heads = 0


cdef inline bint has_block(const Group *group) noexcept nogil:
    return group.n_taken < group.n_blocks


cdef inline Status take_block(Group *group, Blocks *blocks, Arena *arena) noexcept nogil:
    """Take the next block of a group: its tails, and the heads that ways from these lead to."""
    cdef int32_t first = group.n_taken * group.block_size
    cdef int32_t number
    cdef int32_t n_heads = 0
    cdef int32_t place = 0
    cdef int32_t *heads
    cdef int64_t *costs
    blocks.n_tails = min(group.block_size, group.n_tails - first)
    memcpy(blocks.tails, group.tails + first, <size_t>blocks.n_tails * sizeof(int32_t))
    for number in range(group.n_heads):
        n_heads += group.head_blocks[number] >> group.n_taken & 1
    if n_heads > group.block_room:
        group.block_room = min(2 * n_heads, blocks.lattice.n_vertices)
        blocks.heads = <int32_t *>arena_take(arena, group.block_room, sizeof(int32_t))
        group.block_costs = <int64_t *>arena_take(arena, group.block_room, sizeof(int64_t))
        if blocks.heads == NULL or group.block_costs == NULL:
            group.block_room = 0
            return arena_status(arena)
    blocks.n_heads = n_heads
    blocks.n_labelled = 0
    heads = blocks.heads
    costs = group.block_costs
    number = 0
    while place < n_heads:
        heads[place] = group.heads[number]
        costs[place] = group.head_costs[number]
        place += group.head_blocks[number] >> group.n_taken & 1
        number += 1
    group.n_taken += 1
    if n_heads:
        enter_region(&blocks.region)
    return DONE
