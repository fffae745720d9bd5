"""Edits of candidates as entries: their orders, sorting, votes of equal ones, which are kept.

`ballot` says what is computed and why the order is enough.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._tokens cimport Words


cdef struct Entry:
    int32_t start
    int32_t end
    const int32_t *written
    int64_t n_written
    int64_t votes  # of the candidate, then of all that have the edit
    int64_t candidate
    int64_t edit


ctypedef int (*Compare)(const Entry *, const Entry *, const Words *) noexcept nogil


cdef struct Letters:
    # The text of some tokens, joined by single spaces, read byte by byte.
    const int32_t *tokens
    int64_t n_tokens
    int64_t at
    int64_t end


cdef inline int next_letter(Letters *letters, const Words *words) noexcept nogil:
    """Return the next byte, -1 at the end."""
    cdef int32_t token
    if letters.at == letters.end:
        if letters.n_tokens == 0:
            return -1
        token = letters.tokens[0]
        letters.tokens += 1
        letters.n_tokens -= 1
        letters.at = words.ends[token]
        letters.end = words.ends[token + 1]
        return 0x20
    letters.at += 1
    return words.text[letters.at - 1]


cdef inline int compare_texts(const Entry *a, const Entry *b, const Words *words) noexcept nogil:
    # Both begin with a space more, which makes no difference.
    cdef Letters of_a = Letters(a.written, a.n_written, 0, 0)
    cdef Letters of_b = Letters(b.written, b.n_written, 0, 0)
    cdef int one = 0
    cdef int other = 0
    while one == other and one >= 0:
        one = next_letter(&of_a, words)
        other = next_letter(&of_b, words)
    return (one > other) - (one < other)


cdef inline int compare_edits(const Entry *a, const Entry *b, const Words *words) noexcept nogil:
    """Compare what edits are: 0 for equal ones."""
    cdef int64_t at
    if a.start != b.start:
        return 1 if a.start > b.start else -1
    if a.end != b.end:
        return 1 if a.end > b.end else -1
    if a.n_written != b.n_written:
        return 1 if a.n_written > b.n_written else -1
    for at in range(a.n_written):
        if a.written[at] != b.written[at]:
            return 1 if a.written[at] > b.written[at] else -1
    return 0


cdef inline int compare_entries(const Entry *a, const Entry *b, const Words *words) noexcept nogil:
    cdef int order = compare_edits(a, b, words)
    if order == 0 and a.candidate != b.candidate:
        return 1 if a.candidate > b.candidate else -1
    return order


cdef inline int compare_choices(const Entry *a, const Entry *b, const Words *words) noexcept nogil:
    if a.start != b.start:
        return 1 if a.start > b.start else -1
    if a.end != b.end:
        return 1 if a.end > b.end else -1
    if a.votes != b.votes:
        return 1 if a.votes < b.votes else -1
    return compare_texts(a, b, words)


cdef inline Entry **merge_sort(
    Entry **entries, Entry **spare, int64_t n, Compare compare, const Words *words
) noexcept nogil:
    """Sort; return which of the two arrays holds the result. Equal entries keep their order."""
    cdef Entry **swapped
    cdef int64_t width = 1
    cdef int64_t low, middle, high, a, b, at
    while width < n:
        low = 0
        while low < n:
            middle = min(low + width, n)
            high = min(middle + width, n)
            a = low
            b = middle
            for at in range(low, high):
                if a < middle and (b == high or compare(entries[a], entries[b], words) <= 0):
                    spare[at] = entries[a]
                    a += 1
                else:
                    spare[at] = entries[b]
                    b += 1
            low = high
        swapped = entries
        entries = spare
        spare = swapped
        width *= 2
    return entries


cdef inline int64_t merge_equal(Entry **entries, int64_t n, const Words *words) noexcept nogil:
    """Put votes of sorted entries together; return how many edits stand at the front then."""
    cdef int64_t n_edits = 0
    cdef int64_t last = -1  # candidate that voted last
    cdef int64_t at
    for at in range(n):
        if n_edits and compare_edits(entries[n_edits - 1], entries[at], words) == 0:
            if entries[at].candidate != last:
                entries[n_edits - 1].votes += entries[at].votes
        else:
            entries[n_edits] = entries[at]
            n_edits += 1
        last = entries[at].candidate
    return n_edits


cdef inline int64_t keep_apart(Entry **entries, int64_t n, int64_t *kept) noexcept nogil:
    """Write the edits, in order, that do not overlap a kept one; return how many."""
    cdef int64_t n_kept = 0
    cdef int64_t furthest = 0
    cdef int64_t inserted = -1
    cdef int64_t at
    cdef const Entry *entry
    for at in range(n):
        entry = entries[at]
        if entry.start < furthest or (entry.start == entry.end and entry.start == inserted):
            continue
        if entry.start == entry.end:
            inserted = entry.start
        else:
            furthest = entry.end
        kept[n_kept] = entry.edit
        n_kept += 1
    return n_kept
