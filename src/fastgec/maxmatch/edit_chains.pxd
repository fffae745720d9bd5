"""The edits of a hypothesis, found by the places that they change: free ones, and those that touch."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.cut_spans cimport CutSpan
from fastgec.maxmatch.edits cimport Edit


cdef struct Words:
    # Of an alternative, or of what is left of it.
    const int32_t *tokens
    int32_t size


cdef struct EditChains:
    const Edit *edits
    int32_t n_edits
    int32_t n_shifted  # those of the first chain
    const Lattice *lattice  # its two texts alone
    CutSpan *cuts  # of the edits
    int32_t *free  # from each edit the way to the first one from there that is free
    int32_t *unused
    int64_t n_used


cdef Status open_chains(
    EditChains *chains, const Edit *edits, int32_t n_edits, const Lattice *lattice, Arena *arena
) noexcept nogil

cdef int32_t free_at(
    const EditChains *chains, int32_t start, int32_t end, bint is_cut
) noexcept nogil

cdef void own(EditChains *chains, int32_t number) noexcept nogil

cdef bint touch(
    EditChains *chains, int32_t start, int32_t end, const Words *words
) noexcept nogil
