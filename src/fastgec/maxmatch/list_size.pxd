"""How many entries of joined arcs the published scorer's list gets."""

from libc.stdint cimport int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options


cdef Status count_joined(
    int64_t *n_joined, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil
