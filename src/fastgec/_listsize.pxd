"""How many entries of joined arcs the published scorer's list gets."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._labels cimport Label
from fastgec._lattice cimport Lattice, Options


cdef Status count_joined(
    int64_t *n_joined, const Lattice *lattice, const Options *options, Label *labels,
    int32_t most_steps, Arena *arena,
) noexcept nogil
