"""The published scorer's order, on the arcs of the lightest paths alone."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.lightest_arcs cimport LightestArcs
from fastgec.maxmatch.gold_arcs cimport GoldArcs
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Edit
from fastgec.maxmatch.kept_noops cimport KeptNoops


cdef void drop_dead(
    GoldArcs *found, const KeptNoops *kept, const Lattice *lattice
) noexcept nogil

cdef Status ordered_path(
    const LightestArcs *lightest, const KeptNoops *kept, int64_t n_entries, Arena *arena,
    Edit *edits, int32_t *n_edits,
) noexcept nogil
