"""An alternative of a gold edit as token ids.

Its text is compared as it stands, so it is cut at single spaces only: an alternative with inner
runs of spaces gets an empty token, and one with other white space a token that no hypothesis can
have, and neither matches anything. That is what the published scorer does.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memchr, memcmp

from fastgec._tokens cimport Vocabulary
from fastgec.corpus.m2fields cimport ByteRange, stripped


cdef inline int64_t intern_alternative(
    const uint8_t *at, const uint8_t *end, Vocabulary vocabulary, int32_t *ids
) noexcept nogil:
    """Write the tokens of an alternative; return how many, or -1 if there is no memory for one."""
    cdef ByteRange text = stripped(at, end)
    cdef const uint8_t *piece
    cdef int32_t token
    cdef int64_t n_tokens = 0
    if text.end - text.at == 6 and memcmp(text.at, b"-NONE-", 6) == 0:
        return 0
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
