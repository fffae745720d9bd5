"""MaxMatch's choice at many betas at once, inline: totals of the corpora without each fold.

Totals of a corpus at 501 betas need no 501 passes: one pass over the sentences carries the totals
of all betas, and those of all corpora that lack one fold, each of which chooses anew, since what is
left out comes before others. Each choice is made by the rule of `choose.best`, so that totals are
equal to those of one beta after the other, integer for integer.

Two rows on top of the same totals are compared without a division wherever the order of F follows
from that of correct edits and of loads (proposed + beta^2 x gold): F = (1 + beta^2) correct / load,
in doubles, never falls as correct grows and never grows as load does. So with equal correct edits
the smaller load wins, and with more correct edits and no larger load the first one does; only more
correct edits at a larger load are divided. Rows that lose so to another one whatever the totals are
never tried, and where one row is left, all totals grow alike: that is summed beside them, once.
"""

from libc.stdint cimport int64_t

from fastgec.choose.best cimport Rival, is_before
from fastgec.choose.formulas cimport f_of_sums


cdef inline bint is_better(Rival* one, Rival* best, double weight) noexcept nogil:
    """Say whether a row goes before the best before it, as `is_before`: F are made if needed."""
    if one.load > 0 and best.load > 0 and one.correct >= 0 and best.correct >= 0:
        if one.correct == best.correct:
            return one.load < best.load
        if one.correct > best.correct:
            if one.load <= best.load:
                return True
        elif one.load >= best.load:
            return False
    one.f = f_of_sums(one.correct, one.load, weight)
    best.f = f_of_sums(best.correct, best.load, weight)
    return is_before(one, best)


cdef inline bint are_regular(const int64_t[:, ::1] table, const double[::1] weights) noexcept nogil:
    """Say whether one edit more always makes a load larger, in doubles.

    So it is with counts that are none below 0, and weights that neither vanish nor swallow counts
    beside sums of so many rows. Then whole sums are far below 2^53 ulp from one another.
    """
    cdef int64_t row, k
    cdef double largest = 1.0, lightest = 1.0, heaviest = 1.0
    for row in range(table.shape[0]):
        for k in range(3):
            if table[row, k] < 0:
                return False
            largest += table[row, k]
        if table[row, 0] > table[row, 1]:
            return False
    for k in range(weights.shape[0]):
        lightest = min(lightest, weights[k])
        heaviest = max(heaviest, weights[k])
    return lightest * 1e15 > largest * (1 + heaviest)


cdef inline int64_t keep_rows(
    const int64_t* rows, int64_t n_rows, bint is_regular, int64_t* kept
) noexcept nogil:
    """List the rows that can win at some weight and totals; return how many: at least one.

    With regular loads a row loses everywhere to one that has no fewer correct edits, no more
    proposed and no more gold ones. Among equal rows the first wins.
    """
    cdef int64_t row, other, n_kept = 0
    cdef bint loses
    for row in range(n_rows):
        loses = False
        for other in range(n_rows):
            if other == row:
                continue
            if (
                rows[3 * other] == rows[3 * row]
                and rows[3 * other + 1] == rows[3 * row + 1]
                and rows[3 * other + 2] == rows[3 * row + 2]
            ):
                loses = other < row
            elif is_regular:
                loses = (
                    rows[3 * other] >= rows[3 * row]
                    and rows[3 * other + 1] <= rows[3 * row + 1]
                    and rows[3 * other + 2] <= rows[3 * row + 2]
                )
            if loses:
                break
        if not loses:
            kept[n_kept] = row
            n_kept += 1
    return n_kept


cdef inline void add_best(
    const int64_t* rows,
    const int64_t* kept,
    int64_t n_kept,
    const double* weights,
    int64_t n_betas,
    const double* base,
    double* sums,
) noexcept nogil:
    """Add the best row of a sentence to totals of each beta: double[3, B], beside what all have."""
    cdef double* corrects = sums
    cdef double* proposeds = sums + n_betas
    cdef double* golds = sums + 2 * n_betas
    cdef double weight, so_far, proposed, gold
    cdef Rival rival, best_rival
    cdef int64_t b, k, best
    cdef const int64_t* row
    for b in range(n_betas):
        weight = weights[b]
        so_far = base[0] + corrects[b]
        proposed = base[1] + proposeds[b]
        gold = base[2] + golds[b]
        best = kept[0]
        row = rows + 3 * best
        best_rival.correct = so_far + row[0]
        best_rival.load = proposed + row[1] + weight * (gold + row[2])
        for k in range(1, n_kept):
            row = rows + 3 * kept[k]
            rival.correct = so_far + row[0]
            rival.load = proposed + row[1] + weight * (gold + row[2])
            if is_better(&rival, &best_rival, weight):
                best = kept[k]
                best_rival = rival
        row = rows + 3 * best
        corrects[b] += row[0]
        proposeds[b] += row[1]
        golds[b] += row[2]
