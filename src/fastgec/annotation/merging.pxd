"""From steps of an alignment to edits."""

from libc.stdint cimport int32_t

from fastgec._arena cimport Arena, Status
from fastgec.annotation.alignment cimport Step
from fastgec.annotation.lexicon cimport Lexicon, Sentence
from fastgec.annotation.similarity cimport Pattern


cdef enum Merging:
    RULES, ALL_SPLIT, ALL_MERGE, ALL_EQUAL


cdef struct Edit:
    # Half-open ranges of tokens.
    int32_t source_start
    int32_t source_end
    int32_t corrected_start
    int32_t corrected_end


cdef Status merge_steps(
    const Step *steps, int32_t n_steps, const Sentence *source, const Sentence *corrected,
    const Lexicon *lexicon, Merging merging, Pattern *pattern, Arena *arena,
    const int32_t *cancel, Edit *edits, int32_t *n_edits,
) noexcept nogil
