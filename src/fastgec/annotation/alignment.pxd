"""One alignment of a source and its correction, as a list of steps."""

from libc.stdint cimport int32_t

from fastgec._arena cimport Arena, Status
from fastgec.annotation.lexicon cimport Lexicon, Sentence
from fastgec.annotation.similarity cimport Pattern


cdef enum Operation:
    MATCH, SUBSTITUTION, INSERTION, DELETION, TRANSPOSITION


cdef struct Step:
    # Half-open ranges of tokens; one of an insertion or a deletion is empty.
    Operation operation
    int32_t source_start
    int32_t source_end
    int32_t corrected_start
    int32_t corrected_end


cdef Status align(
    const Sentence *source, const Sentence *corrected, const Lexicon *lexicon, bint is_plain,
    Pattern *pattern, int32_t *balance, Arena *arena, const int32_t *cancel,
    Step **steps, int32_t *n_steps,
) noexcept nogil
