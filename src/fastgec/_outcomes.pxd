"""Counts that the lightest paths of a sentence can have."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._bounded cimport Bounded
from fastgec._folding cimport Folding
from fastgec._lattice cimport Edit, GoldRow


cdef Status collect_outcomes(
    const Bounded *bounded,
    const GoldRow *gold,
    const Folding *folding,
    Arena *arena,
    bint *is_settled,
    int64_t *n_correct,
    int32_t *n_proposed,
) noexcept nogil

cdef int32_t any_path(const Bounded *bounded, Edit *edits) noexcept nogil
