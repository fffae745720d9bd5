"""What gold edits write where, and the pairs of lattice vertices that spell it."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport GoldRow


cdef struct GoldText:
    # A correction of a span. Gold edits that have it among their alternatives share it.
    int32_t start
    int32_t end
    int32_t size
    const int32_t *tokens
    int64_t first  # its edits are edits[first:last], ascending
    int64_t last


cdef struct GoldTexts:
    GoldText *items  # by span, then text
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

cdef void sort_spellings(Spellings *found) noexcept nogil

cdef Status add_spelling(
    Spellings *found, int32_t tail, int32_t head, int64_t text, Arena *arena
) noexcept nogil

cdef Status find_spellings(
    Spellings *found, const Lattice *lattice, const GoldTexts *texts, int64_t text, Arena *arena
) noexcept nogil
