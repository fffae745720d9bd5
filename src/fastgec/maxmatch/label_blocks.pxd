"""Labels of the arcs that leave a block of tails for chosen heads."""

from libc.stdint cimport int16_t, int32_t, uint8_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.labels cimport Label
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options


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


cdef inline bint has_joined(
    const Blocks *blocks, int32_t lane, int32_t number, Label *label, uint8_t *sides
) noexcept nogil:
    """Whether the scorer has a joined arc from a tail to a head of the block; write it."""
    cdef int32_t head = blocks.heads[number]
    if blocks.n_tails == 1:
        label[0] = blocks.labels[head]
        sides[0] = 0
        if label.copies and label.steps != label.noops:
            sides[0] = label.sides
    else:
        sides[0] = <uint8_t>blocks.arcs[number].sides[lane]
        label.steps = blocks.arcs[number].steps[lane]
        label.copies = (sides[0] & 1) + (sides[0] >> 1 & 1) + (sides[0] >> 2)
        label.is_inserting = False  # or it does not matter
    return sides[0] != 0
