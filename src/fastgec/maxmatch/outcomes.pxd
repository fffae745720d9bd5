"""Counts that the lightest paths of a sentence can have."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.lightest_arcs cimport LightestArcs
from fastgec.maxmatch.folding cimport Folding
from fastgec.maxmatch.edits cimport Edit
from fastgec.maxmatch.gold_texts cimport GoldTexts


cdef Status collect_outcomes(
    const LightestArcs *lightest,
    const GoldTexts *texts,
    const Folding *folding,
    Arena *arena,
    bint *is_settled,
    int64_t *n_correct,
    int32_t *n_proposed,
) noexcept nogil

cdef int32_t any_path(const LightestArcs *lightest, Edit *edits) noexcept nogil
