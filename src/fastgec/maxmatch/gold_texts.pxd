"""What gold edits write where, and the pairs of lattice vertices that spell it."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Edit, GoldRow


cdef struct GoldText:
    # A correction of a span. Gold edits that have it among their alternatives share it.
    int32_t start
    int32_t end
    int32_t size
    const int32_t *tokens
    int64_t first  # its edits are edits[first:last], ascending
    int64_t last


cdef struct GoldTexts:
    GoldText *items  # by span, then size, then tokens
    int64_t size
    int64_t *edits


cdef struct Spelling:
    # The hypothesis between two vertices is a gold text, and their rows are its span.
    int32_t head
    int32_t tail
    int64_t text


cdef struct Spellings:
    Spelling *items
    int64_t size
    int64_t room


cdef Status list_texts(GoldTexts *texts, const GoldRow *gold, Arena *arena) noexcept nogil

cdef int compare_texts(const GoldText *a, const GoldText *b) noexcept nogil

cdef void sort_spellings(Spellings *found) noexcept nogil

cdef Status add_spelling(
    Spellings *found, int32_t tail, int32_t head, int64_t text, Arena *arena
) noexcept nogil

cdef int64_t last_of_size(const GoldTexts *texts, int64_t first) noexcept nogil

cdef int64_t text_among(
    const GoldTexts *texts, int64_t first, int64_t last, const int32_t *tokens
) noexcept nogil

cdef Status find_spellings(
    Spellings *found, const Lattice *lattice, const GoldTexts *texts, int64_t first, int64_t last,
    Arena *arena,
) noexcept nogil

cdef const GoldText *text_of_edit(
    const GoldTexts *texts, const Lattice *lattice, const Edit *made
) noexcept nogil


cdef inline bint is_gold_span(const GoldTexts *texts, int32_t start, int32_t end) noexcept nogil:
    """Whether a span is that of a gold edit: each has a text."""
    cdef int64_t low = 0
    cdef int64_t high = texts.size
    cdef int64_t middle
    while low < high:
        middle = (low + high) // 2
        if texts.items[middle].start < start or (
            texts.items[middle].start == start and texts.items[middle].end < end
        ):
            low = middle + 1
        else:
            high = middle
    return (
        low < texts.size and texts.items[low].start == start and texts.items[low].end == end
    )


cdef inline int64_t first_edit(
    const GoldTexts *texts, const GoldText *text, int64_t edit
) noexcept nogil:
    """Return the place of the first gold edit of a text that does not stand before `edit`."""
    cdef int64_t low = text.first
    cdef int64_t high = text.last
    cdef int64_t middle
    while low < high:
        middle = (low + high) // 2
        if texts.edits[middle] < edit:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int64_t take_gold(
    const GoldTexts *texts, const GoldText *text, int64_t *next_gold
) noexcept nogil:
    """Return how many gold edits of a text stand at `next_gold` or behind; it goes past them.

    `text` is NULL if an edit makes no gold edit.
    """
    cdef int64_t first
    if text == NULL:
        return 0
    first = first_edit(texts, text, next_gold[0])
    if first == text.last:
        return 0
    next_gold[0] = texts.edits[text.last - 1] + 1
    return text.last - first
