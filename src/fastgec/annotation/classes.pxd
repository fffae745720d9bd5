"""The type of an edit."""

from libc.stdint cimport int32_t

from fastgec.annotation.judge cimport Judge
from fastgec.annotation.merging cimport Edit

cdef int classify(const Judge *judge, const Edit *edit, int32_t *kind) noexcept nogil
