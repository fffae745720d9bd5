"""The category of one word that replaces one word."""

from libc.stdint cimport int32_t

from fastgec.annotation.judge cimport Judge
from fastgec.annotation.lexicon cimport Token

cdef int category_of_words(
    const Judge *judge, const Token *s, const Token *r, int32_t *category
) noexcept nogil
