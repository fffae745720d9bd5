"""The certificate: when the counts of the certified program are the published scorer's."""

from libc.stdint cimport int32_t, int64_t

from fastgec.maxmatch.certified cimport Program
from fastgec.maxmatch.edits cimport Edit
from fastgec.maxmatch.gold_arcs cimport GoldArcs


cdef bint certify(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits,
    int64_t *n_correct,
) noexcept nogil
