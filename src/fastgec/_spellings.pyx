"""Pairs of lattice vertices that spell gold edits, whether or not an arc joins them.

Vertices spell a gold edit if the first stands in the row of its start, the second in that of its end,
and the hypothesis tokens between them are one of its alternatives. So all pairs of an edit come from
one walk over two rows.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport GoldRow, Lattice, Vertex, same_tokens


cdef int compare_spellings(const void *a, const void *b) noexcept nogil:
    cdef const Spelling *left = <const Spelling *>a
    cdef const Spelling *right = <const Spelling *>b
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    if left.edit != right.edit:
        return -1 if left.edit < right.edit else 1
    return 0


cdef void sort_spellings(Spellings *found) noexcept nogil:
    cdef int64_t at, place
    cdef Spelling item
    if found.size > 16:
        qsort(found.items, found.size, sizeof(Spelling), compare_spellings)
        return
    for at in range(1, found.size):
        item = found.items[at]
        place = at
        while place > 0 and compare_spellings(&item, &found.items[place - 1]) < 0:
            found.items[place] = found.items[place - 1]
            place -= 1
        found.items[place] = item


cdef Status add_spelling(
    Spellings *found, int32_t tail, int32_t head, int64_t edit, Arena *arena
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
    found.items[found.size].edit = edit
    found.size += 1
    return DONE


cdef Status find_spellings(
    Spellings *found, const Lattice *lattice, const GoldRow *gold, int64_t edit, Arena *arena
) noexcept nogil:
    """Find the pairs of vertices that spell a gold edit."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t tail, head, size
    cdef int32_t last_tail = lattice.rows[gold.start[edit] + 1]
    cdef int32_t last_head = lattice.rows[gold.end[edit] + 1]
    cdef int64_t alternative
    cdef const int32_t *text
    cdef Status status
    if gold.start[edit] == gold.end[edit] and last_head - lattice.rows[gold.start[edit]] < 2:
        return DONE
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        text = gold.tokens + gold.token_offsets[alternative]
        size = <int32_t>(
            gold.token_offsets[alternative + 1] - gold.token_offsets[alternative]
        )
        head = lattice.rows[gold.end[edit]]
        for tail in range(lattice.rows[gold.start[edit]], last_tail):
            while head < last_head and vertices[head].j < vertices[tail].j + size:
                head += 1
            if head == last_head:
                break
            if (
                vertices[head].j == vertices[tail].j + size
                and head != tail
                and same_tokens(text, lattice.hypothesis + vertices[tail].j, size)
            ):
                status = add_spelling(found, tail, head, edit, arena)
                if status != DONE:
                    return status
    return DONE
