"""The published scorer's own count of a sequence of edits, for the faithful twin."""

from libc.stdint cimport int64_t

from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Edit, GoldRow
from fastgec.maxmatch.settle cimport Counted, Sentence


cdef bint matches(
    const Lattice *lattice, const GoldRow *gold, int64_t edit, const Edit *found
) noexcept nogil

cdef void count_sequence(
    const Sentence *work, const GoldRow *gold, Counted *counted
) noexcept nogil
