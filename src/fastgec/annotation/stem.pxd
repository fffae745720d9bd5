"""Whether two words have the same Lancaster stem."""

from libc.stdint cimport int32_t

from fastgec._arena cimport Arena, Status
from fastgec.annotation.lexicon cimport Lexicon

cdef Status have_same_stem(
    const Lexicon *lexicon, int32_t a, int32_t b, Arena *arena, bint *is_same
) noexcept nogil
