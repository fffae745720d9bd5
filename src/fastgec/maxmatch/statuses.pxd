"""What became of each gold edit of a row: corrected, recognised, detected or missed."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Edit, GoldRow
from fastgec.maxmatch.gold_texts cimport GoldTexts


cdef enum Fate:
    # The status of a gold edit.
    MISSED = 0
    DETECTED = 1
    RECOGNISED = 2
    CORRECTED = 3


cdef struct Verdict:
    # What a row comes to.
    int64_t n_recognised
    int64_t n_missed
    int64_t n_used  # edits of the hypothesis
    uint8_t *fates  # of each gold edit


cdef Status judge(
    Verdict *verdict,
    const Edit *edits,
    int32_t n_edits,
    const GoldRow *gold,
    const GoldTexts *texts,
    const Lattice *lattice,
    int32_t empty,
    const int32_t *cancel,
    Arena *arena,
) noexcept nogil
