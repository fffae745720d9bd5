"""The category of one word that replaces one word, by its letters."""

from libc.stdint cimport int32_t

from fastgec.annotation.judge cimport Judge
from fastgec.annotation.lexicon cimport Token

cdef int category_of_spelling(
    const Judge *judge, const Token *s, const Token *r, int32_t *category
) noexcept nogil

cdef int category_of_letters(
    const Judge *judge, const Token *s, const Token *r, int32_t *category
) noexcept nogil
