"""Batches of gold (`goldtable`) as Python has them."""

from libc.stdint cimport int64_t

from fastgec.kernels.tokens cimport Vocabulary
from fastgec.read.goldtable cimport GoldTable


cdef class Batch:
    cdef GoldTable gold
    cdef bint is_owner  # of the table's memory
    cdef object memory  # keeps alive what the table points at
    cdef Vocabulary vocabulary
    cdef int dialect
    cdef int found  # what is wrong with its text
    cdef public object tables  # of numbered words, see `read.gold.numbered`

    cdef const GoldTable *table(self) noexcept
    cdef int require_spans(self) except -1
    cdef int64_t require_text(self) except -1
