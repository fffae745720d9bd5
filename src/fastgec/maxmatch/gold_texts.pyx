"""What gold edits write where, and the pairs of lattice vertices that spell it.

Gold edits of equal span that share an alternative share one text, so that thousands of equal edits
cost no more than one. Vertices spell a text if the first stands in the row of its start, the second
in that of its end, and the hypothesis tokens between them are the text: all pairs of a text come from
one walk over two rows. Whether an arc joins the two is another question (`gold_arcs`).
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex, same_tokens
from fastgec.maxmatch.edits cimport GoldRow


cdef enum:
    FEW = 16  # so many are sorted by insertion, most of them in order already


cdef struct Alternative:
    int32_t start
    int32_t end
    int32_t size
    const int32_t *tokens
    int64_t edit


cdef int compare_texts(const Alternative *a, const Alternative *b) noexcept nogil:
    cdef int32_t at
    if a.start != b.start:
        return -1 if a.start < b.start else 1
    if a.end != b.end:
        return -1 if a.end < b.end else 1
    if a.size != b.size:
        return -1 if a.size < b.size else 1
    for at in range(a.size):
        if a.tokens[at] != b.tokens[at]:
            return -1 if a.tokens[at] < b.tokens[at] else 1
    return 0


cdef int compare_alternatives(const void *a, const void *b) noexcept nogil:
    cdef const Alternative *left = <const Alternative *>a
    cdef const Alternative *right = <const Alternative *>b
    cdef int order = compare_texts(left, right)
    if order:
        return order
    return (left.edit > right.edit) - (left.edit < right.edit)


cdef Status list_texts(GoldTexts *texts, const GoldRow *gold, Arena *arena) noexcept nogil:
    """List the texts of all alternatives, each once, with the gold edits that have it."""
    cdef int64_t first = gold.alternative_offsets[0]
    cdef int64_t n_alternatives = gold.alternative_offsets[gold.n_edits] - first
    cdef int64_t edit, alternative, at, place
    cdef int64_t n_edits = 0
    cdef Alternative item
    cdef GoldText *text
    cdef Alternative *sorted_items
    texts.size = 0
    if n_alternatives == 0:
        return DONE
    sorted_items = <Alternative *>arena_take(arena, n_alternatives, sizeof(Alternative))
    texts.items = <GoldText *>arena_take(arena, n_alternatives, sizeof(GoldText))
    texts.edits = <int64_t *>arena_take(arena, n_alternatives, sizeof(int64_t))
    if sorted_items == NULL or texts.items == NULL or texts.edits == NULL:
        return arena_status(arena)
    at = 0
    for edit in range(gold.n_edits):
        for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
            item.start = gold.start[edit]
            item.end = gold.end[edit]
            item.tokens = gold.tokens + gold.token_offsets[alternative]
            item.size = <int32_t>(
                gold.token_offsets[alternative + 1] - gold.token_offsets[alternative]
            )
            item.edit = edit
            place = at
            while (
                n_alternatives <= FEW and place > 0
                and compare_alternatives(&item, &sorted_items[place - 1]) < 0
            ):
                sorted_items[place] = sorted_items[place - 1]
                place -= 1
            sorted_items[place] = item
            at += 1
    if n_alternatives > FEW:
        qsort(sorted_items, n_alternatives, sizeof(Alternative), compare_alternatives)
    for at in range(n_alternatives):
        if at == 0 or compare_texts(&sorted_items[at], &sorted_items[at - 1]) != 0:
            text = &texts.items[texts.size]
            texts.size += 1
            text.start = sorted_items[at].start
            text.end = sorted_items[at].end
            text.size = sorted_items[at].size
            text.tokens = sorted_items[at].tokens
            text.first = n_edits
        elif sorted_items[at].edit == sorted_items[at - 1].edit:
            continue  # the same text may stand among the alternatives twice
        texts.edits[n_edits] = sorted_items[at].edit
        n_edits += 1
        text.last = n_edits
    return DONE


cdef int compare_spellings(const void *a, const void *b) noexcept nogil:
    cdef const Spelling *left = <const Spelling *>a
    cdef const Spelling *right = <const Spelling *>b
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    return (left.tail > right.tail) - (left.tail < right.tail)


cdef void sort_spellings(Spellings *found) noexcept nogil:
    """Sort by head, then tail: what one path can hold before an arc stands before it."""
    cdef int64_t at, place
    cdef Spelling item
    if found.size > FEW:
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


cdef Status find_spellings(
    Spellings *found, const Lattice *lattice, const GoldTexts *texts, int64_t text, Arena *arena
) noexcept nogil:
    """Find the pairs of vertices that spell a text. A pair spells one text at the most."""
    cdef const Vertex *vertices = lattice.vertices
    cdef const GoldText *gold = &texts.items[text]
    cdef int32_t head = lattice.rows[gold.end]
    cdef int32_t last_head = lattice.rows[gold.end + 1]
    cdef int32_t tail
    cdef Status status
    if gold.start == gold.end and last_head - head < 2:
        return DONE
    for tail in range(lattice.rows[gold.start], lattice.rows[gold.start + 1]):
        while head < last_head and vertices[head].j < vertices[tail].j + gold.size:
            head += 1
        if head == last_head:
            break
        if (
            vertices[head].j == vertices[tail].j + gold.size
            and head != tail
            and same_tokens(gold.tokens, lattice.hypothesis + vertices[tail].j, gold.size)
        ):
            status = add_spelling(found, tail, head, text, arena)
            if status != DONE:
                return status
    return DONE
