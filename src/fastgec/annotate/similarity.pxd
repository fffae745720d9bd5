"""How far apart two words are, by characters."""

from libc.stdint cimport int32_t

from fastgec.kernels.arena cimport CANCELLED, DONE, Status, is_cancelled


cdef inline Status find_distance(
    const int32_t *a, int32_t n_a, const int32_t *b, int32_t n_b, int32_t unlike, int32_t *row,
    const int32_t *cancel, int32_t *distance,
) noexcept nogil:
    """Find the least cost of insertions and deletions (1 each) and substitutions (`unlike`).

    With 1 it is the Levenshtein distance; with 2 a substitution is no better than an insertion and
    a deletion, so it is n_a + n_b less twice the longest common subsequence.

    row: room for n_b + 1 values.
    """
    cdef int32_t i, j, point, before, cost
    while n_a and n_b and a[0] == b[0]:
        a += 1
        b += 1
        n_a -= 1
        n_b -= 1
    while n_a and n_b and a[n_a - 1] == b[n_b - 1]:
        n_a -= 1
        n_b -= 1
    for j in range(n_b + 1):
        row[j] = j
    for i in range(n_a):
        if i & 63 == 63 and is_cancelled(cancel):
            return CANCELLED
        point = a[i]
        before = row[0]
        row[0] = i + 1
        for j in range(n_b):
            cost = min(before if point == b[j] else before + unlike, row[j] + 1)
            before = row[j + 1]
            row[j + 1] = min(cost, before + 1)
    distance[0] = row[n_b]
    return DONE
