"""Labels of the arcs that leave a block of tails for chosen heads."""

from libc.stdint cimport int16_t, int32_t

from fastgec._arena cimport Arena, Status
from fastgec._labels cimport Label
from fastgec._lattice cimport Lattice, Options


cdef enum:
    # Where an entry of a joined arc comes from: which base arc is its last one.
    BY_DIAGONAL = 1
    BY_DELETION = 2
    BY_INSERTION = 4


cdef enum:
    FEW_TAILS = 4  # of a row: fewer are quicker one by one


cdef struct Arcs:
    # From each tail of a block to one head; of lanes without a tail, nothing is said.
    int32_t steps[32]  # 0 where there is no arc
    int16_t sides[32]  # entries of a joined arc; 0 of a base arc, and of joined noops


cdef struct Blocks:
    # What labels of blocks need; memory is kept from one to the next.
    const Lattice *lattice
    const Options *options
    Label *labels  # one per vertex; of the only tail, where a block has one
    void *rows
    int32_t tails[32]  # of a row, ascending
    int32_t n_tails
    int32_t *heads  # ascending; room for all vertices
    int32_t n_heads
    Arcs *arcs  # of each head, if there are several tails
    int32_t room


cdef Status open_blocks(
    Blocks *blocks, const Lattice *lattice, const Options *options, Label *labels, Arena *arena
) noexcept nogil

cdef int32_t most_tails(const Blocks *blocks, int32_t row) noexcept nogil

cdef Status label_block(Blocks *blocks, Arena *arena) noexcept nogil
