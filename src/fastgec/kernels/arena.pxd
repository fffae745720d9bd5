"""What every kernel call has: scratch memory, status codes, and the flag that ends it early.

Scratch memory is a bump allocator.

An arena belongs to the call that created it. `arena_take` hands out memory that is aligned to
16 bytes and never freed alone; `arena_reset` makes all of it available again (once per sentence);
`arena_free` returns it to the system; `arena_rewind` takes back what was handed out since a mark,
where that is much. Blocks that it empties are spare until the next reset: the next row of a long
sentence asks for the same sizes, and new memory takes the system half a second per gigabyte. Where
another size is asked for, spare blocks that are no larger go first; the others only where there is
no more memory. When a sentence needed several blocks, the next reset replaces them by one block of
their total size, so that steady work touches the same warm memory.

`limit` is the most that an arena may hold, in bytes; beyond it, `arena_take` returns NULL just as
it does when the system has no memory, and `is_limited` tells the two apart.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc


cdef enum:
    SMALL = 1 << 24  # bytes that an arena may keep from one sentence to the next
    BESIDE = 1 << 20  # of a block for what is small, beside those of a long sentence


cdef enum Status:
    DONE = 0
    NO_MEMORY = 1
    TOO_LARGE = 2
    CANCELLED = 3
    TOO_HARD = 4  # a sentence takes more steps than one may


cdef struct Block:
    Block *previous
    size_t size
    size_t used
    size_t padding  # the data that follows starts at a multiple of 16 bytes


cdef struct Arena:
    Block *top
    Block *spare  # taken back by `arena_rewind`
    size_t total  # bytes, with those that are spare
    size_t limit
    bint is_limited


cdef inline void arena_init(Arena *arena, size_t limit) noexcept nogil:
    arena.top = NULL
    arena.spare = NULL
    arena.total = 0
    arena.limit = limit
    arena.is_limited = False


cdef inline void arena_free(Arena *arena) noexcept nogil:
    cdef Block *block = arena.top
    cdef Block *previous
    while block != NULL:
        previous = block.previous
        free(block)
        block = previous
    arena_drop(arena, <size_t>-1)
    arena.top = NULL
    arena.total = 0


cdef inline void arena_drop(Arena *arena, size_t size) noexcept nogil:
    """Return spare blocks to the system, so many bytes of those that are no larger than that."""
    cdef Block **place = &arena.spare
    cdef Block *block
    cdef size_t dropped = 0
    while place[0] != NULL and dropped < size:
        block = place[0]
        if block.size > size:
            place = &block.previous
            continue
        place[0] = block.previous
        arena.total -= block.size
        dropped += block.size
        free(block)


cdef inline bint arena_reuse(Arena *arena, size_t size) noexcept nogil:
    """Make a spare block the top, if one has the size that is asked for."""
    cdef Block **place = &arena.spare
    cdef Block *block
    while place[0] != NULL and place[0].size != size:
        place = &place[0].previous
    if place[0] == NULL:
        return False
    block = place[0]
    place[0] = block.previous
    block.previous = arena.top
    block.used = 0
    arena.top = block
    return True


cdef inline bint arena_grow(Arena *arena, size_t size) noexcept nogil:
    cdef Block *block
    if arena.spare != NULL:
        if arena_reuse(arena, size):
            return True
        arena_drop(arena, size)
        if arena.total > arena.limit - min(size, arena.limit):
            arena_drop(arena, <size_t>-1)
    if size > arena.limit or arena.total > arena.limit - size:
        arena.is_limited = True
        return False
    block = <Block *>malloc(sizeof(Block) + size)
    if block == NULL and arena.spare != NULL:
        arena_drop(arena, <size_t>-1)
        block = <Block *>malloc(sizeof(Block) + size)
    if block == NULL:
        return False
    block.previous = arena.top
    block.size = size
    block.used = 0
    arena.top = block
    arena.total += size
    return True


cdef inline void *arena_take(Arena *arena, size_t count, size_t width) noexcept nogil:
    """Return room for `count` items of `width` bytes, uninitialised, or NULL."""
    cdef size_t size
    cdef size_t wanted
    cdef void *memory
    if width != 0 and count > (<size_t>-1) / 2 / width:
        arena.is_limited = True
        return NULL
    size = (count * width + 15) & ~<size_t>15
    if arena.top == NULL or size > arena.top.size - arena.top.used:
        # Blocks double, but only while all are small: what is reserved counts against the limit.
        wanted = 65536 if arena.top == NULL else min(2 * arena.top.size, <size_t>SMALL)
        if arena.total > SMALL:
            wanted = BESIDE
        if arena.total + wanted > arena.limit:
            wanted = size
        if wanted < size:
            wanted = size
        if not arena_grow(arena, wanted):
            return NULL
    memory = <uint8_t *>arena.top + sizeof(Block) + arena.top.used
    arena.top.used += size
    return memory


cdef struct Mark:
    # How far an arena was used.
    Block *top
    size_t used


cdef inline Mark arena_mark(const Arena *arena) noexcept nogil:
    cdef Mark mark
    mark.top = arena.top
    mark.used = arena.top.used if arena.top != NULL else 0
    return mark


cdef inline void arena_rewind(Arena *arena, const Mark *mark) noexcept nogil:
    """Take back what was handed out since the mark."""
    cdef Block *block
    if arena.top != mark.top and arena.total <= SMALL:
        return  # the next reset makes one block of it
    while arena.top != mark.top:
        block = arena.top
        arena.top = block.previous
        block.previous = arena.spare
        arena.spare = block
    if arena.top != NULL:
        arena.top.used = mark.used


cdef inline void arena_reset(Arena *arena) noexcept nogil:
    cdef size_t total
    arena.is_limited = False
    if arena.spare != NULL:
        arena_drop(arena, <size_t>-1)
    total = arena.total
    if arena.top == NULL:
        return
    if arena.top.previous != NULL:
        arena_free(arena)
        # One large sentence must not keep its memory for the rest of the corpus.
        if total <= SMALL:
            arena_grow(arena, total)
        return
    arena.top.used = 0


cdef inline Status arena_status(const Arena *arena) noexcept nogil:
    """Say why `arena_take` returned NULL."""
    return TOO_LARGE if arena.is_limited else NO_MEMORY


cdef inline bint is_cancelled(const int32_t *cancel) noexcept nogil:
    """Whether work must stop: another thread has set the flag."""
    return (<const volatile int32_t *>cancel)[0] != 0
