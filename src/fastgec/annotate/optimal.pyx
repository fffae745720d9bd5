"""All cheapest operations of each cell of an alignment, as ChERRANT keeps them.

Equal tokens match, whatever else would be cheaper. Elsewhere a cell has every operation whose cost
is exactly the least: a transposition, a substitution, an insertion, a deletion. A transposition of
size k + 1 ends where the last k + 1 tokens of both sides are the same multiset, and costs k; the
search for one stops at a step of the diagonal that leaves the cost as it is.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport abs

import numpy as np

MATCH, TRANSPOSE, SUBSTITUTE, INSERT, DELETE = 1, 2, 4, 8, 16


cdef inline int32_t add(int32_t[::1] balance, int32_t token, int32_t change) noexcept nogil:
    """Change a balance and return by how much the sum of absolute balances grows."""
    cdef int32_t before = balance[token]
    balance[token] = before + change
    return abs(before + change) - abs(before)


cdef inline int32_t transposition(
    const int32_t[::1] source, const int32_t[::1] target, double[:, ::1] cost,
    int32_t[::1] balance, int32_t a, int32_t b,
) noexcept nogil:
    """Return the size of the transposition that ends in a cell, 0 without one."""
    cdef int32_t k = 1, at, unlike, size = 0
    unlike = add(balance, source[a - 1], 1) + add(balance, target[b - 1], -1)
    while a - 1 - k >= 0 and b - 1 - k >= 0 and cost[a - k, b - k] != cost[a - k - 1, b - k - 1]:
        unlike += add(balance, source[a - 1 - k], 1) + add(balance, target[b - 1 - k], -1)
        k += 1
        if unlike == 0:
            size = k
            break
    for at in range(k):
        balance[source[a - 1 - at]] = 0
        balance[target[b - 1 - at]] = 0
    return size


def operations(
    const int32_t[::1] source not None,
    const int32_t[::1] target not None,
    const double[:, ::1] costs not None,
):
    """Return the operations of each cell.

    Parameters: source int32[n] and target int32[m], small numbers of tokens from 0; costs
    float64[n, m] of substitutions.
    Returns: uint8[n+1, m+1], bits of operations; int32[n+1, m+1], the size of the transposition.
    Raises: ValueError for shapes or numbers that do not fit.
    """
    cdef int32_t n = <int32_t>source.shape[0], m = <int32_t>target.shape[0], a, b, k, size
    if costs.shape[0] != n or costs.shape[1] != m:
        raise ValueError(f"costs of {costs.shape[0]} x {costs.shape[1]}, expected {n} x {m}")
    cdef int32_t n_tokens = 1
    for a in range(n):
        n_tokens = max(n_tokens, source[a] + 1)
    for b in range(m):
        n_tokens = max(n_tokens, target[b] + 1)
    for a in range(n):
        if source[a] < 0:
            raise ValueError(f"token {source[a]}, expected 0 or more")
    for b in range(m):
        if target[b] < 0:
            raise ValueError(f"token {target[b]}, expected 0 or more")
    found_array = np.zeros((n + 1, m + 1), np.uint8)
    sizes_array = np.zeros((n + 1, m + 1), np.int32)
    cost_array = np.zeros((n + 1, m + 1), np.float64)
    balance_array = np.zeros(n_tokens, np.int32)  # of each token: times in source - in target
    cdef uint8_t[:, ::1] found = found_array
    cdef int32_t[:, ::1] sizes = sizes_array
    cdef double[:, ::1] cost = cost_array
    cdef int32_t[::1] balance = balance_array
    cdef double transposed, substituted, inserted, deleted, least
    with nogil:
        for a in range(1, n + 1):
            cost[a, 0] = a
            found[a, 0] = 16
        for b in range(1, m + 1):
            cost[0, b] = b
            found[0, b] = 8
        for a in range(1, n + 1):
            for b in range(1, m + 1):
                if source[a - 1] == target[b - 1]:
                    cost[a, b] = cost[a - 1, b - 1]
                    found[a, b] = 1
                    continue
                size = transposition(source, target, cost, balance, a, b)
                substituted = cost[a - 1, b - 1] + costs[a - 1, b - 1]
                inserted = cost[a, b - 1] + 1
                deleted = cost[a - 1, b] + 1
                least = min(substituted, min(inserted, deleted))
                if size:
                    transposed = cost[a - size, b - size] + (size - 1)
                    least = min(least, transposed)
                    if transposed == least:
                        found[a, b] |= 2
                        sizes[a, b] = size
                cost[a, b] = least
                if substituted == least:
                    found[a, b] |= 4
                if inserted == least:
                    found[a, b] |= 8
                if deleted == least:
                    found[a, b] |= 16
    return found_array, sizes_array
