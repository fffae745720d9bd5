"""Pairs of lattice vertices that spell gold texts: a list that grows, and its order."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from fastgec._arena cimport (
    DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
)


cdef enum:
    FEW_SPELLED = 16  # so many are sorted by insertion, most of them in order already


cdef struct Spelling:
    # The hypothesis between two vertices is a gold text, and their rows are its span.
    int32_t head
    int32_t tail
    int64_t text


cdef struct Spellings:
    Spelling *items
    int64_t size
    int64_t room


cdef inline int compare_spellings(const void *a, const void *b) noexcept nogil:
    cdef const Spelling *left = <const Spelling *>a
    cdef const Spelling *right = <const Spelling *>b
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    return (left.tail > right.tail) - (left.tail < right.tail)


cdef inline Status sort_spellings(
    Spellings *found, int32_t n_vertices, Arena *arena
) noexcept nogil:
    """Sort by head, then tail: what one path can hold before an arc stands before it.

    Many are put by head first. Those of one head are few, or nearly in order.
    """
    cdef int64_t first, last
    if found.size < max(<int64_t>FEW_SPELLED, <int64_t>n_vertices // 16):
        sort_part(found.items, found.size)
        return DONE
    if not sort_heads(found, n_vertices, arena):
        return arena_status(arena)
    last = 0
    while last < found.size:
        first = last
        while last < found.size and found.items[last].head == found.items[first].head:
            last += 1
        sort_part(found.items + first, last - first)
    return DONE


cdef inline void sort_part(Spelling *items, int64_t size) noexcept nogil:
    cdef int64_t at, place
    cdef Spelling item
    if size > FEW_SPELLED:
        qsort(items, size, sizeof(Spelling), compare_spellings)
        return
    for at in range(1, size):
        item = items[at]
        place = at
        while place > 0 and compare_spellings(&item, &items[place - 1]) < 0:
            items[place] = items[place - 1]
            place -= 1
        items[place] = item


cdef inline bint sort_heads(Spellings *found, int32_t n_vertices, Arena *arena) noexcept nogil:
    """Put spellings by head, those of one head in the order they have; whether there is room."""
    cdef Spelling *items = <Spelling *>arena_take(arena, found.size, sizeof(Spelling))
    cdef Mark mark = arena_mark(arena)
    cdef int64_t *places = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    cdef int64_t at, size
    cdef int64_t n_before = 0
    cdef int32_t head
    if items == NULL or places == NULL:
        return False
    memset(places, 0, n_vertices * sizeof(int64_t))
    for at in range(found.size):
        places[found.items[at].head] += 1
    for head in range(n_vertices):
        size = places[head]
        places[head] = n_before
        n_before += size
    for at in range(found.size):
        head = found.items[at].head
        items[places[head]] = found.items[at]
        places[head] += 1
    found.items = items
    found.room = found.size
    arena_rewind(arena, &mark)
    return True


cdef inline Status add_spelling(
    Spellings *found, int32_t tail, int32_t head, int64_t text, Arena *arena
) noexcept nogil:
    cdef Spelling *items
    cdef int64_t at
    if found.size == found.room:
        found.room = 2 * found.room + 16
        items = <Spelling *>arena_take(arena, found.room, sizeof(Spelling))
        if items == NULL:
            return arena_status(arena)
        for at in range(found.size):
            items[at] = found.items[at]
        found.items = items
    found.items[found.size].tail = tail
    found.items[found.size].head = head
    found.items[found.size].text = text
    found.size += 1
    return DONE
