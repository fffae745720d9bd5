"""The published scorer's path where sums are exact, found without keeping arcs."""

from libc.stdint cimport int32_t

from fastgec._arena cimport Arena, Status
from fastgec._bounded cimport ArcStore
from fastgec._certified cimport Program
from fastgec._goldarcs cimport GoldArcs
from fastgec._lattice cimport Edit
from fastgec._survivors cimport Survivors


cdef Status streamed_path(
    const Program *program, const GoldArcs *found, const Survivors *survivors, ArcStore *store,
    Arena *arena, Edit *edits, int32_t *n_edits, bint *is_found,
) noexcept nogil
