"""Where a text differs from its source: hunks, between which both have the same tokens.

Any common subsequence in runs will do: what is counted (`changes`) does not depend on which. So the
search is short: what both begin and end with, and after each difference the nearest place, a few
tokens on, where some tokens in a row are equal. Where there is none, all of the rest is a hunk.
Time is linear: a search ends after some hundreds of pairs of places, and those that find something
move on.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from fastgec.metrics.ngrams.texts cimport Hunk, Text


cdef enum:
    AHEAD = 40  # tokens of both sides together that may be passed over


cdef inline uint64_t two_tokens(const int32_t *tokens) noexcept nogil:
    cdef uint64_t both
    memcpy(&both, tokens, 8)
    return both


cdef inline int64_t equal_tokens(
    const int32_t *a, const int32_t *b, int64_t size
) noexcept nogil:
    """Return how many of the first `size` tokens are equal in both."""
    cdef int64_t i = 0
    while i + 2 <= size and two_tokens(a + i) == two_tokens(b + i):
        i += 2
    while i < size and a[i] == b[i]:
        i += 1
    return i


cdef inline int64_t equal_tokens_back(
    const int32_t *a_end, const int32_t *b_end, int64_t size
) noexcept nogil:
    """Return how many of the last `size` tokens are equal in both."""
    cdef int64_t i = 0
    while i + 2 <= size and two_tokens(a_end - i - 2) == two_tokens(b_end - i - 2):
        i += 2
    while i < size and (a_end - i - 1)[0] == (b_end - i - 1)[0]:
        i += 1
    return i


cdef inline void find_again(
    const int32_t *a, int64_t a_size, const int32_t *b, int64_t b_size, int64_t run,
    int64_t *a_passed, int64_t *b_passed,
) noexcept nogil:
    """Find the nearest places from which on `run` tokens, at least 2, are equal in both."""
    cdef int64_t passed, x, first, last
    for passed in range(1, AHEAD + 1):
        first = max(0, passed - (b_size - run))
        last = min(passed, a_size - run)
        for x in range(first, last + 1):
            if two_tokens(a + x) != two_tokens(b + passed - x):
                continue
            if equal_tokens(a + x, b + passed - x, run) == run:
                a_passed[0] = x
                b_passed[0] = passed - x
                return
    a_passed[0] = a_size
    b_passed[0] = b_size


cdef inline int64_t most_hunks(const Text *source, const Text *text, int64_t run) noexcept nogil:
    """Return how many hunks there may be: `run` equal tokens are behind each but the last."""
    return min(source.size, text.size) // run + 1


cdef inline int64_t find_hunks(
    const Text *source, const Text *text, int64_t run, Hunk *hunks
) noexcept nogil:
    """Write where a text differs from its source; return how many hunks there are."""
    cdef const int32_t *a = source.tokens
    cdef const int32_t *b = text.tokens
    cdef int64_t i = equal_tokens(a, b, min(source.size, text.size)), j = i
    cdef int64_t behind = equal_tokens_back(
        a + source.size, b + text.size, min(source.size, text.size) - i
    )
    cdef int64_t a_end = source.size - behind, b_end = text.size - behind
    cdef int64_t n_hunks = 0, a_passed, b_passed, equal
    while i < a_end or j < b_end:
        find_again(a + i, a_end - i, b + j, b_end - j, run, &a_passed, &b_passed)
        hunks[n_hunks] = Hunk(i, i + a_passed, j, j + b_passed)
        n_hunks += 1
        i += a_passed
        j += b_passed
        equal = equal_tokens(a + i, b + j, min(a_end - i, b_end - j))
        i += equal
        j += equal
    return n_hunks
