"""Text without white space and case: edits that change nothing else are not counted."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Edit, Lattice


cdef struct Folded:
    # Lower-cased text of one sentence's tokens: token t is bytes[offsets[t] : offsets[t + 1]].
    const uint8_t *bytes
    const int64_t *offsets


cdef struct Folding:
    Folded source
    Folded hypothesis


cdef bint folds_alike(
    const Folding *folding, int32_t source_first, int32_t source_last,
    int32_t hypothesis_first, int32_t hypothesis_last,
) noexcept nogil

cdef int32_t drop_alike(const Folding *folding, Edit *edits, int32_t n_edits) noexcept nogil

cdef Status may_drop(
    const Folding *folding, const Lattice *lattice, Arena *arena, bint *found
) noexcept nogil
