"""Labels: length, noops and copies of the longer arcs that leave one vertex."""

from libc.stdint cimport int32_t

from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options


cdef struct Label:
    int32_t steps  # base arcs of the path (D)
    int32_t noops  # noops among them (U)
    int32_t copies  # entries in the scorer's list of arcs; 0 where there is no arc
    bint is_inserting  # the path begins with an insertion
    int32_t middles[3]  # of a joined arc, for each entry: the vertex before its last base arc


cdef inline int32_t first_at(const Lattice *lattice, int32_t row, int32_t j) noexcept nogil:
    """Return the first vertex of a row with at least j hypothesis tokens before it."""
    cdef int32_t low = lattice.rows[row]
    cdef int32_t high = lattice.rows[row + 1]
    cdef int32_t middle
    while low < high:
        middle = (low + high) // 2
        if lattice.vertices[middle].j < j:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline void extend_label(
    Label *label, const Label *first_half, int32_t middle, int32_t noops, int32_t max_unchanged
) noexcept nogil:
    """Try one more base arc, from `middle`, behind an arc that ends there."""
    noops += first_half.noops
    if noops > max_unchanged or label.copies and first_half.steps + 1 >= label.steps:
        return
    label.steps = first_half.steps + 1
    label.noops = noops
    label.is_inserting = first_half.is_inserting
    label.middles[label.copies] = middle
    label.copies += 1


cdef void label_rectangle(
    Label *labels, const Lattice *lattice, const Options *options, int32_t tail,
    int32_t last_row, int32_t right,
) noexcept nogil

cdef bint label_arc(
    Label *labels, const Lattice *lattice, const Options *options, int32_t tail, int32_t head
) noexcept nogil
