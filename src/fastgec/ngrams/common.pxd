"""What all texts of a unit have in common at both ends, and how many n-grams that saves.

Most of the text is unchanged, and one occurrence fewer on all sides alike changes T by 1 and no
other region (`_ngram` names the sums). With p and q tokens of common prefix and suffix of all texts
of the unit, and m the least of their lengths, order n leaves out the first P = max(0, p-n+1) and
the last Q = min(max(0, q-n+1), max(0, m-n+1) - P) n-grams of each text and adds P + Q to T. Prefix
and suffix may overlap ("a a" in "a a a"), hence the min. Higher orders leave out less at the front,
so ranks are needed there from P of the highest order on; those n-grams lie in the common prefix,
are ranked in the source without being counted, and the other texts copy the ranks. At the back,
Q(n-1) is at most Q(n) + 1, and every (n-1)-gram that order n asks for has its rank.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec.ngrams.texts cimport Text


cdef struct Common:
    int64_t prefix  # tokens, p above
    int64_t suffix  # q
    int64_t shortest  # m


cdef inline Common common_part(const Text *texts, int64_t n_texts, bint is_trimmed) noexcept nogil:
    """Return what the texts have in common; nothing unless it is to be trimmed."""
    cdef Common common
    cdef int64_t t
    common.prefix = 0
    common.suffix = 0
    common.shortest = texts[0].size
    for t in range(1, n_texts):
        common.shortest = min(common.shortest, texts[t].size)
    if is_trimmed:
        common.prefix = common_prefix(texts, n_texts, common.shortest)
        common.suffix = common_suffix(texts, n_texts, common.shortest)
    return common


cdef inline int64_t n_front(const Common *common, int n) noexcept nogil:
    """Return how many n-grams are left out at the front: P."""
    return max(0, common.prefix - n + 1)


cdef inline int64_t n_back(const Common *common, int n) noexcept nogil:
    """Return how many n-grams are left out at the back: Q."""
    return min(max(0, common.suffix - n + 1), max(0, common.shortest - n + 1) - n_front(common, n))


cdef inline int64_t common_prefix(const Text *texts, int64_t n_texts, int64_t size) noexcept nogil:
    """Return how many of the first `size` tokens are equal, and known, in all texts."""
    cdef int64_t i, t
    for t in range(1, n_texts):
        i = 0
        while i < size and texts[0].tokens[i] == texts[t].tokens[i] and texts[0].tokens[i] >= 0:
            i += 1
        size = i
    return size


cdef inline int64_t common_suffix(const Text *texts, int64_t n_texts, int64_t size) noexcept nogil:
    """Return how many of the last `size` tokens are equal, and known, in all texts."""
    cdef const int32_t *a = texts[0].tokens
    cdef const int32_t *b
    cdef int64_t a_last = texts[0].size - 1
    cdef int64_t b_last, i, t
    for t in range(1, n_texts):
        b = texts[t].tokens
        b_last = texts[t].size - 1
        i = 0
        while i < size and a[a_last - i] == b[b_last - i] and a[a_last - i] >= 0:
            i += 1
        size = i
    return size
