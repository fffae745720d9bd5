"""The ordered choice of one row, inline: shared by the fold over a corpus and by its resamples."""

from libc.stdint cimport int32_t, int64_t

# A count, or a sum of weights.
ctypedef fused Count:
    int32_t
    int64_t
    double


cdef struct Totals:
    double correct
    double proposed
    double gold


# The rule is the published scorer's (`choice.running.RunningBest` says it in words): the largest F
# of totals so far + row; among equals most correct, then the smallest load, then the first.
# Doubles, compared exactly; sums of weights are ranked likewise. `table` has 3 columns; the rows
# first to last (exclusive, at least one) compete.
cdef inline int64_t best_row(
    const Count* table, int64_t first, int64_t last, double weight, const Totals* so_far
) noexcept nogil:
    cdef double correct, proposed, gold, load, f
    cdef double best_f = 0, best_correct = 0, best_load = 0
    cdef int64_t row, best = -1
    if last - first == 1:
        return first
    for row in range(first, last):
        correct = so_far.correct + table[3 * row]
        proposed = so_far.proposed + table[3 * row + 1]
        gold = so_far.gold + table[3 * row + 2]
        load = proposed + weight * gold
        if load == 0:
            f = 1.0 if correct == 0 else 0.0
        else:
            f = (1.0 + weight) * correct / load
        if best < 0 or f > best_f or (
            f == best_f
            and (correct > best_correct or (correct == best_correct and load < best_load))
        ):
            best = row
            best_f = f
            best_correct = correct
            best_load = load
    return best


cdef inline void add_row(const Count* table, int64_t row, Totals* so_far) noexcept nogil:
    so_far.correct += table[3 * row]
    so_far.proposed += table[3 * row + 1]
    so_far.gold += table[3 * row + 2]
