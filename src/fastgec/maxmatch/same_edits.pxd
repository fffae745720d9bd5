"""Whether all lightest paths hold the same edits, as far as statuses of gold edits can tell."""

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.certified cimport Program
from fastgec.maxmatch.gold_arcs cimport GoldArcs


cdef Status have_same_edits(
    const Program *program, const GoldArcs *found, Arena *arena, bint *is_so
) noexcept nogil
