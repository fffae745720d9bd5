"""Edits without the words at their ends that do not change: the front first, then behind."""

from libc.stdint cimport int32_t


cdef struct CutSpan:
    # What is left of an edit.
    int32_t start  # in source tokens
    int32_t end
    int32_t first  # in the tokens written
    int32_t last


cdef inline CutSpan cut_span(
    const int32_t *source, int32_t start, int32_t end,
    const int32_t *written, int32_t first, int32_t last,
) noexcept nogil:
    """Drop equal tokens at the front of source[start:end] and written[first:last], then behind.

    Tokens of a hypothesis that no vocabulary has are negative, and equal nothing.
    """
    cdef CutSpan cut
    while start < end and first < last and source[start] == written[first]:
        start += 1
        first += 1
    while start < end and first < last and source[end - 1] == written[last - 1]:
        end -= 1
        last -= 1
    cut.start = start
    cut.end = end
    cut.first = first
    cut.last = last
    return cut
