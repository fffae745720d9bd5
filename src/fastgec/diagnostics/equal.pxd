"""Which texts of a sentence are equal: sums over sentences, by which copies are found.

Of each pair of texts two numbers are kept: in how many sentences both are their source, and in how
many they are equal. Texts are compared without white space at their ends. Most texts that differ
have other sizes, and most of the others differ in their first bytes: a pair takes some 3 ns.
"""

from libc.stdint cimport int64_t
from libc.string cimport memcmp

from fastgec.diagnostics.texts cimport Text


cdef inline bint is_equal(Text a, Text b) noexcept nogil:
    return a.size == b.size and memcmp(a.data, b.data, a.size) == 0


cdef inline void add_equal(
    const Text *texts, int64_t n_references, int64_t n_texts, int64_t *table
) noexcept nogil:
    """Add a sentence to the numbers of all pairs.

    Args:
        texts: Its source, references and outputs, in this order.
        n_references: From 0.
        n_texts: All of them.
        table: int64[n_texts, n_references + 1, 2]; a row is a text, a column the source or a
            reference before it. Outputs are not compared with each other.
    """
    cdef int64_t k, j, is_source, last
    cdef int64_t *pair
    for k in range(n_texts):
        is_source = k == 0 or is_equal(texts[0], texts[k])
        pair = table + 2 * k * (n_references + 1)
        pair[0] += is_source
        pair[1] += is_source
        last = min(k, n_references + 1)
        for j in range(1, last):
            pair += 2
            if is_source and is_equal(texts[0], texts[j]):
                pair[0] += 1
                pair[1] += 1
            elif not is_source:
                pair[1] += is_equal(texts[j], texts[k])
