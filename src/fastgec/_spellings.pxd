"""Pairs of lattice vertices that spell gold edits."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport GoldRow, Lattice


cdef struct Spelling:
    # Arc (tail, head) spells a gold edit.
    int32_t head
    int32_t tail
    int64_t edit


cdef struct Spellings:
    Spelling *items
    int64_t size
    int64_t room


cdef void sort_spellings(Spellings *found) noexcept nogil

cdef Status add_spelling(
    Spellings *found, int32_t tail, int32_t head, int64_t edit, Arena *arena
) noexcept nogil

cdef Status find_spellings(
    Spellings *found, const Lattice *lattice, const GoldRow *gold, int64_t edit, Arena *arena
) noexcept nogil
