"""The three-way table: the cells that an alignment may pass, within a slack."""

from libc.stdint cimport int32_t, int64_t, int8_t

from fastgec._arena cimport Arena, Status
from fastgec.threeway.pairs cimport Pair, Text


cdef struct Table:
    Text s
    Text h
    Text r
    Pair sh
    Pair sr
    Pair hr
    int64_t slack
    int64_t least  # the sum of the three distances: no alignment costs less
    bint is_passable  # whether every row of the source has a cell
    int64_t cost  # at the end; FAR or more where the end was not reached
    # The box of each row i of the source: j and k from the first to the last, and where its moves
    # begin.
    int64_t *first_j
    int64_t *last_j
    int64_t *first_k
    int64_t *last_k
    int64_t *firsts
    int64_t n_cells
    int8_t *moves


cdef Status open_table(
    Table *table, Text s, Text h, Text r, int64_t slack, Arena *arena, const int32_t *cancel
) noexcept nogil

cdef Status fill_table(Table *table, Arena *arena, const int32_t *cancel) noexcept nogil
