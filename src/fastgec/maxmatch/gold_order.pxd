"""Whether the correct edits of a path are the sum of what its gold arcs spell."""

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport GoldRow
from fastgec.maxmatch.gold_arcs cimport GoldArcs


cdef Status check_countable(
    GoldArcs *found, const Lattice *lattice, const GoldRow *gold, Arena *arena
) noexcept nogil
