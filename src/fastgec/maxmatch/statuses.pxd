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


cdef inline bint makes_all(
    const GoldRow *gold, const GoldTexts *texts, int64_t n_correct, int32_t n_proposed
) noexcept nogil:
    """Whether each edit of a certified row makes one gold edit, and so each gold edit is made.

    Correct edits are a sum over edits there. If no text is that of several gold edits, none adds
    more than one, and no gold edit is counted twice.
    """
    cdef int64_t at
    if n_correct != gold.n_edits or n_proposed != gold.n_edits:
        return False
    for at in range(texts.size):
        if texts.items[at].last - texts.items[at].first != 1:
            return False
    return True
