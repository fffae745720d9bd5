"""Labels: length, noops and copies of the longer arcs that leave one vertex."""

from libc.stdint cimport int32_t, uint8_t

from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options


cdef enum:
    # Where an entry of a joined arc comes from: which base arc is its last one.
    BY_DIAGONAL = 1
    BY_DELETION = 2
    BY_INSERTION = 4


cdef struct Label:
    # One for each vertex, of long texts: 12 bytes.
    int32_t steps  # base arcs of the path (D)
    int32_t noops  # noops among them (U)
    uint8_t copies  # entries in the scorer's list of arcs; 0 where there is no arc
    uint8_t sides  # of a joined arc, its entries
    uint8_t is_inserting  # whether the path begins with an insertion


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
    Label *label, const Label *first_half, uint8_t side, int32_t noops, int32_t max_unchanged
) noexcept nogil:
    """Try one more base arc behind an arc that ends before it."""
    noops += first_half.noops
    if noops > max_unchanged or label.copies and first_half.steps + 1 >= label.steps:
        return
    label.steps = first_half.steps + 1
    label.noops = noops
    label.is_inserting = first_half.is_inserting
    label.sides |= side
    label.copies += 1


cdef void label_rectangle(
    Label *labels, const Lattice *lattice, const Options *options, int32_t tail,
    int32_t last_row, int32_t right,
) noexcept nogil

cdef bint label_arc(
    Label *labels, const Lattice *lattice, const Options *options, int32_t tail, int32_t head
) noexcept nogil
