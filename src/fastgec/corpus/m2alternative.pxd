"""An alternative of a gold edit as token ids."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memchr

from fastgec._tokens cimport Vocabulary
from fastgec.corpus.m2fields cimport ByteRange


cdef inline int64_t intern_alternative(
    ByteRange text, Vocabulary vocabulary, int32_t *ids
) noexcept nogil:
    """Write the tokens of an alternative; return how many, or -1 if there is no memory for one."""
    cdef const uint8_t *piece
    cdef int32_t token
    cdef int64_t n_tokens = 0
    while text.at < text.end:
        piece = <const uint8_t *>memchr(text.at, 0x20, text.end - text.at)
        if piece == NULL:
            piece = text.end
        token = vocabulary.intern(text.at, piece - text.at)
        if token < 0:
            return -1
        ids[n_tokens] = token
        n_tokens += 1
        text.at = piece + 1
    return n_tokens
