"""What the source says of each gap between two characters of a line of raw output.

    cut   there is white space, or the partners of both characters stand on either side of a token
          boundary of the source
    kept  the piece is a token of the source
    open  the source says nothing: the output has other text there, or two words as one

Where output has the characters of its source and nothing else, all its gaps are as the source has
them. Where it has other text, too, words that it writes as one may be a correction ("life style"),
if it has white space between most words: these gaps are open, unless a token with a sign follows
("do n't") or the corpus always has these words apart ("can not").
"""

from libc.stdint cimport int64_t, uint8_t

from fastgec.texts.characters cimport JOINED, SIGN, Text
from fastgec.texts.rawline cimport CUT, JOINER, KEPT, LONGEST, OPEN, Line, is_known

cdef inline int64_t partner_of(int64_t partner) noexcept nogil:
    return partner if partner >= -1 else -2 - partner


cdef inline bint is_soft(
    const Line *line, const Text *source, const int64_t *partners, int64_t j
) noexcept nogil:
    """Whether a boundary stands between words that the corpus has apart and together."""
    cdef int64_t first = j - 1, last = j
    if line.text.kinds[j - 1] == SIGN or line.text.kinds[j] == SIGN:
        return False
    while first > 0 and partners[first - 1] >= 0 and not source.begins[partner_of(partners[first])]:
        first -= 1
    while True:
        if line.text.kinds[last] == SIGN:
            return False
        last += 1
        if last == line.text.n or partners[last] < 0 or source.begins[partners[last]]:
            break
    return not is_known(line, line.pairs, first, last, LONGEST)


cdef inline bint is_spaced(
    const Line *line, const Text *source, const int64_t *partners
) noexcept nogil:
    """Whether the output mostly has white space where words of its source meet."""
    cdef int64_t j, balance = 0
    for j in range(1, line.text.n):
        if partners[j] >= 0 and partners[j - 1] == partners[j] - 1 and source.begins[partners[j]]:
            if line.text.kinds[j - 1] != SIGN and line.text.kinds[j] != SIGN:
                balance += 1 if line.text.begins[j] else -1
    return balance > 0


cdef inline void find_gaps(Line *line, const Text *source, const int64_t *partners) noexcept nogil:
    """Write what alignment and white space say of each gap."""
    cdef int64_t j, before, after, first
    cdef uint8_t gap
    cdef bint is_same = source.n == line.text.n
    cdef bint has_spaces
    for j in range(line.text.n):
        is_same &= partners[j] == j
    has_spaces = not is_same and is_spaced(line, source, partners)
    line.gaps[0] = line.gaps[line.text.n] = CUT
    for j in range(1, line.text.n):
        gap = CUT if line.text.begins[j] else OPEN
        before = partner_of(partners[j - 1])
        after = partner_of(partners[j])
        if gap == OPEN and before >= 0 and after > before:
            if source.begins[before + 1] and source.begins[after]:
                if not (has_spaces and is_soft(line, source, partners, j)):
                    gap = CUT
        if gap == OPEN and (
            line.text.kinds[j] == JOINED or line.text.points[j - 1] == JOINER
        ):
            gap = KEPT
        line.gaps[j] = gap
    # A token of the source that stands alone here, too, stays whole.
    first = 0
    for j in range(1, line.text.n + 1):
        if line.gaps[j] == CUT:
            if partners[first] >= 0 and source.begins[partners[first]]:
                before = first + 1
                while before < j and partners[before] == partners[before - 1] + 1 and (
                    not source.begins[partners[before]]
                ):
                    before += 1
                if before == j and source.begins[partners[j - 1] + 1]:
                    for before in range(first + 1, j):
                        line.gaps[before] = KEPT
            first = j
