"""Labels: length, noops and copies of the longer arcs that leave one vertex."""

from libc.stdint cimport int32_t

from fastgec._lattice cimport Lattice, Options


cdef struct Label:
    int32_t steps  # base arcs of the path (D)
    int32_t noops  # noops among them (U)
    int32_t copies  # entries in the scorer's list of arcs; 0 where there is no arc
    int32_t middles[3]  # of a joined arc, for each entry: the vertex before its last base arc


cdef bint label_rectangle(
    Label *labels, const Lattice *lattice, const Options *options, int32_t tail, int32_t head
) noexcept nogil
