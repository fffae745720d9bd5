"""Open gaps of a line of raw output, cut as the corpus of its source cuts words.

A piece is what stands between two gaps that are cut. If it has a sign, and is no token of the
corpus itself, signs that mostly stand alone there are cut from its end, from its beginning, and
from its inside, and so is an end that is a token there ("n't").
"""

from libc.stdint cimport int64_t, uint8_t

from fastgec.texts.characters cimport DIGIT, SIGN, Text
from fastgec.texts.rawline cimport (
    CUT, FROM_END, FROM_INSIDE, FROM_START, LONGEST, LONGEST_AFFIX, OPEN, TOGETHER, Line, is_known,
)

cdef inline int side_of(uint8_t kind) noexcept nogil:
    return 2 if kind == SIGN else 1 if kind == DIGIT else 0


cdef inline bint is_habit(const Line *line, int64_t j, int shift) noexcept nogil:
    return line.marks[line.text.points[j]] >> shift & 1


cdef inline int64_t cut_end(Line *line, int64_t first, int64_t last) noexcept nogil:
    """Cut signs from the end of a piece; return where what is left ends."""
    cdef const Text *text = &line.text
    cdef int64_t run, k
    cdef bint is_together
    while last - first > 1 and text.kinds[last - 1] == SIGN:
        if is_known(line, line.whole, first, last, LONGEST):
            return first  # nothing of it is looked at again
        run = last - 1
        while run > first and text.points[run - 1] == text.points[last - 1]:
            run -= 1
        is_together = is_habit(line, last - 1, TOGETHER)
        k = run if is_together else last - 1
        if k == first or line.gaps[k] != OPEN:
            return last
        if not is_habit(line, k, FROM_END + side_of(text.kinds[run - 1 if run > first else run])):
            return last
        line.gaps[k] = CUT
        last = k
    return last


cdef inline int64_t cut_start(Line *line, int64_t first, int64_t last) noexcept nogil:
    """Cut signs from the beginning of a piece; return where what is left begins."""
    cdef const Text *text = &line.text
    cdef int64_t run, k
    while last - first > 1 and text.kinds[first] == SIGN:
        if is_known(line, line.whole, first, last, LONGEST):
            return last
        run = first + 1
        while run < last and text.points[run] == text.points[first]:
            run += 1
        k = run if is_habit(line, first, TOGETHER) else first + 1
        if k == last or line.gaps[k] != OPEN:
            return first
        if not is_habit(
            line, first, FROM_START + side_of(text.kinds[run if run < last else first])
        ):
            return first
        line.gaps[k] = CUT
        first = k
    return first


cdef inline void cut_inside(Line *line, int64_t first, int64_t last) noexcept nogil:
    """Cut signs that stand alone, and the longest known end, from the inside of a piece."""
    cdef const Text *text = &line.text
    cdef int64_t k, run, size
    cdef int habit
    for k in range(max(first + 1, last - LONGEST_AFFIX), last):
        if line.gaps[k] == OPEN and text.kinds[k - 1] != SIGN:
            if is_known(line, line.affixes, k, last, LONGEST_AFFIX):
                line.gaps[k] = CUT
                last = k
                break
    k = first + 1
    while k < last - 1:
        run = k + 1
        if text.kinds[k] == SIGN and line.gaps[k] == OPEN:
            while run < last and text.points[run] == text.points[k]:
                run += 1
            if run < last and line.gaps[run] == OPEN and (
                run == k + 1 or is_habit(line, k, TOGETHER)
            ):
                if text.kinds[k - 1] != SIGN and text.kinds[run] != SIGN:
                    habit = 2 * (text.kinds[k - 1] == DIGIT) + (text.kinds[run] == DIGIT)
                    if is_habit(line, k, FROM_INSIDE + habit):
                        line.gaps[k] = line.gaps[run] = CUT
        k = run


cdef inline void cut_pieces(Line *line) noexcept nogil:
    """Cut open gaps as the corpus does."""
    cdef int64_t first = 0, last, start, end, j
    cdef bint is_mixed, is_open
    while first < line.text.n:
        last = first + 1
        is_mixed = line.text.kinds[first] == SIGN
        is_open = False
        while line.gaps[last] != CUT:
            is_open |= line.gaps[last] == OPEN
            is_mixed |= line.text.kinds[last] == SIGN
            last += 1
        if is_mixed and is_open and not is_known(line, line.whole, first, last, LONGEST):
            end = cut_end(line, first, last)
            start = cut_start(line, first, end)
            if not is_known(line, line.whole, start, end, LONGEST):
                cut_inside(line, start, end)
        first = last
