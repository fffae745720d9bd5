"""The ordered choice of one row, inline: shared by the fold over a corpus and by its resamples."""

from libc.stdint cimport int32_t, int64_t

from fastgec.choose.formulas cimport f_of_sums

# A count, or a sum of weights.
ctypedef fused Count:
    int32_t
    int64_t
    double


cdef struct Totals:
    double correct
    double proposed
    double gold


# A row as it competes: on top of the totals so far.
cdef struct Rival:
    double f
    double correct
    double load  # proposed + weight x gold


# The rule is the published scorer's (`choice.running.FRank` says it in words): the largest F of
# totals so far + row; among equals most correct, then the smallest load, then the first. Doubles,
# compared exactly; sums of weights are ranked likewise.
cdef inline bint is_before(const Rival* one, const Rival* best) noexcept nogil:
    """Say whether a row goes before the best of those that stand before it."""
    if one.f != best.f:
        return one.f > best.f
    if one.correct != best.correct:
        return one.correct > best.correct
    return one.load < best.load


# `table` has 3 columns; the rows first to last (exclusive, at least one) compete.
cdef inline int64_t best_row(
    const Count* table, int64_t first, int64_t last, double weight, const Totals* so_far
) noexcept nogil:
    cdef Rival rival, best_rival
    cdef int64_t row, best = -1
    if last - first == 1:
        return first
    for row in range(first, last):
        rival.correct = so_far.correct + table[3 * row]
        rival.load = (
            so_far.proposed + table[3 * row + 1] + weight * (so_far.gold + table[3 * row + 2])
        )
        rival.f = f_of_sums(rival.correct, rival.load, weight)
        if best < 0 or is_before(&rival, &best_rival):
            best = row
            best_rival = rival
    return best


cdef inline void add_row(const Count* table, int64_t row, Totals* so_far) noexcept nogil:
    so_far.correct += table[3 * row]
    so_far.proposed += table[3 * row + 1]
    so_far.gold += table[3 * row + 2]
