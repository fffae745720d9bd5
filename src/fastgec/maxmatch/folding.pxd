"""Text without white space and case: edits that change nothing else are not counted."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Edit


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


cdef inline bint is_dropped(const Folding *folding, const Edit *edit) noexcept nogil:
    """Whether an edit changes white space or case only; `folding` is NULL where these count."""
    return folding != NULL and folds_alike(
        folding,
        edit.source_start, edit.source_end, edit.hypothesis_start, edit.hypothesis_end,
    )


cdef Status may_drop(
    const Folding *folding, const Lattice *lattice, Arena *arena, bint *found
) noexcept nogil
