"""The texts of a sentence as the kernel sees them."""

from libc.stdint cimport int32_t, int64_t


cdef struct Hunk:
    # Tokens of the source and of a text that stand in the place of one another.
    int64_t source_start
    int64_t source_end
    int64_t start
    int64_t end


cdef struct Text:
    const int32_t *tokens
    int32_t *numbers  # of the n-gram of the current order at each position, where keys need them
    int64_t size
    int64_t equal     # the first text of the sentence that is equal to it: all else is its own
    Hunk *hunks       # where it differs from its source
    int64_t n_hunks


cdef inline int64_t n_ngrams(const Text *text, int n) noexcept nogil:
    return text.size - n + 1 if text.size >= n else 0
