"""Whether a band of places holds every cheapest path, by what a path outside of it must cost.

A path moves j - i by one at most, so one that leaves the band from `lowest` to `highest` passes a
place (i, j) with j - i = lowest - 1 or highest + 1. Its tokens in common lie before that place, in
i source and j hypothesis tokens, or behind it; on either side there are no more than both sequences
have there, token by token. With c of them at most, the second cost is at least n + m - 2c, and the
first, where an unequal pair costs one, at least max(i, j) + max(n - i, m - j) - c. If all such
places ask for more than a path that was found, by both costs, no cheapest path leaves the band.

The bound is good where words of a sentence stand where they stood, however many of them were
replaced, and rare words tell the places apart. All places of one diagonal are asked in one walk:
time is linear in n + m.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from fastgec.kernels.arena cimport DONE, Arena, Status, arena_status, arena_take


cdef struct Costs:
    # Of a path: insertions and deletions cost 1, substitutions 1 in the first and 2 in the second.
    int64_t first
    int64_t second


cdef struct Sides:
    # Both token sequences, equal tokens by equal numbers below `n_numbers`; -1 stands on one side
    # only.
    int32_t *source
    int32_t *hypothesis
    int32_t n_source
    int32_t n_hypothesis
    int32_t n_numbers


cdef struct Tokens:
    # How often each token stands in both sequences, and the sum of the smaller numbers.
    int32_t *source
    int32_t *hypothesis
    int64_t n_common


cdef inline void add(
    Tokens *tokens, int32_t *mine, const int32_t *other, int32_t token
) noexcept nogil:
    if token >= 0:
        tokens.n_common += mine[token] < other[token]
        mine[token] += 1


cdef inline void drop(
    Tokens *tokens, int32_t *mine, const int32_t *other, int32_t token
) noexcept nogil:
    if token >= 0:
        tokens.n_common -= mine[token] <= other[token]
        mine[token] -= 1


cdef inline void pass_source(Tokens *before, Tokens *behind, int32_t token) noexcept nogil:
    add(before, before.source, before.hypothesis, token)
    drop(behind, behind.source, behind.hypothesis, token)


cdef inline void pass_hypothesis(Tokens *before, Tokens *behind, int32_t token) noexcept nogil:
    add(before, before.hypothesis, before.source, token)
    drop(behind, behind.hypothesis, behind.source, token)


cdef inline void clear(Tokens *tokens, int32_t n_numbers) noexcept nogil:
    memset(tokens.source, 0, n_numbers * sizeof(int32_t))
    memset(tokens.hypothesis, 0, n_numbers * sizeof(int32_t))
    tokens.n_common = 0


cdef inline bint costs_more(
    const Sides *sides, int64_t offset, const Costs *found, Tokens *before, Tokens *behind
) noexcept nogil:
    """Whether every path through a place (i, i + offset) costs more than what was found."""
    cdef int64_t n = sides.n_source
    cdef int64_t m = sides.n_hypothesis
    cdef int64_t i = 0
    cdef int64_t j = 0
    cdef int64_t n_common
    clear(before, sides.n_numbers)
    clear(behind, sides.n_numbers)
    for i in range(n):
        add(behind, behind.source, behind.hypothesis, sides.source[i])
    for j in range(m):
        add(behind, behind.hypothesis, behind.source, sides.hypothesis[j])
    i = 0
    j = 0
    while i < -offset and i < n:
        pass_source(before, behind, sides.source[i])
        i += 1
    while j < offset and j < m:
        pass_hypothesis(before, behind, sides.hypothesis[j])
        j += 1
    if j - i != offset:  # there is no such place
        return True
    while True:
        n_common = before.n_common + behind.n_common
        if n + m - 2 * n_common <= found.second:
            return False
        if max(i, j) + max(n - i, m - j) - n_common <= found.first:
            return False
        if i == n or j == m:
            return True
        pass_source(before, behind, sides.source[i])
        pass_hypothesis(before, behind, sides.hypothesis[j])
        i += 1
        j += 1


cdef inline Status take_tokens(Tokens *tokens, int32_t n_numbers, Arena *arena) noexcept nogil:
    tokens.source = <int32_t *>arena_take(arena, n_numbers, sizeof(int32_t))
    tokens.hypothesis = <int32_t *>arena_take(arena, n_numbers, sizeof(int32_t))
    if tokens.source == NULL or tokens.hypothesis == NULL:
        return arena_status(arena)
    return DONE


cdef inline Status prove_band(
    bint *is_proven, const Sides *sides, int64_t lowest, int64_t highest, const Costs *found,
    Arena *arena,
) noexcept nogil:
    """Say whether all cheapest paths have lowest <= j - i <= highest at each place (i, j).

    `found` is what a path costs that stays within.
    """
    cdef Tokens before
    cdef Tokens behind
    cdef Status status = take_tokens(&before, sides.n_numbers, arena)
    if status == DONE:
        status = take_tokens(&behind, sides.n_numbers, arena)
    if status != DONE:
        return status
    is_proven[0] = (
        costs_more(sides, lowest - 1, found, &before, &behind)
        and costs_more(sides, highest + 1, found, &before, &behind)
    )
    return DONE
