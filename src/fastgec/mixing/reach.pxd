"""Source or hypothesis against the whole chain: what an alignment with any candidate costs least.

Two texts need a table of positions by places of the chain; at a border the least over the texts of
a segment is what goes on.
"""

from libc.stdint cimport int32_t

from fastgec.mixing.costs cimport FAR, GAP, least, pair


cdef inline void fill_reach(
    const int32_t[::1] choices, const int32_t[::1] offsets, const int32_t[::1] tokens,
    const int32_t[::1] text, const int32_t[::1] part,
    int32_t[:, ::1] front, int32_t[:, ::1] front_border,
    int32_t[:, ::1] back, int32_t[:, ::1] back_border,
) noexcept nogil:
    """Fill the least costs of a text against all candidates, less a part of T.

    Parameters: choices, offsets, tokens of the chain; text, source or hypothesis, int32[n]; part
    int32[C], what is taken off for each text; front, front_border, int32[places, n + 1]: through
    each position of the text at each row (see `Chain`) and at each border; back, back_border: from
    there to the end.
    """
    cdef Py_ssize_t n = text.shape[0], g, c, p, i, row, last = choices.shape[0] - 1
    cdef int32_t best
    for i in range(n + 1):
        front_border[0, i] = <int32_t>(GAP * i)
        back_border[last, i] = <int32_t>(GAP * (n - i))
    for g in range(last):
        for i in range(n + 1):
            front_border[g + 1, i] = FAR
        for c in range(choices[g], choices[g + 1]):
            row = offsets[c] + c
            front[row] = front_border[g]
            for p in range(offsets[c], offsets[c + 1]):
                row += 1
                front[row, 0] = front[row - 1, 0] + GAP
                for i in range(1, n + 1):
                    best = front[row - 1, i - 1] + pair(text[i - 1], tokens[p])
                    best = least(best, front[row - 1, i] + GAP)
                    front[row, i] = least(best, front[row, i - 1] + GAP)
            for i in range(n + 1):
                front_border[g + 1, i] = least(
                    front_border[g + 1, i], front[row, i] - part[c]
                )
    for g in range(last - 1, -1, -1):
        for i in range(n + 1):
            back_border[g, i] = FAR
        for c in range(choices[g], choices[g + 1]):
            row = offsets[c + 1] + c
            for i in range(n + 1):
                back[row, i] = back_border[g + 1, i] - part[c]
            for p in range(offsets[c + 1] - 1, offsets[c] - 1, -1):
                row -= 1
                back[row, n] = back[row + 1, n] + GAP
                for i in range(n - 1, -1, -1):
                    best = back[row + 1, i + 1] + pair(text[i], tokens[p])
                    best = least(best, back[row + 1, i] + GAP)
                    back[row, i] = least(best, back[row, i + 1] + GAP)
            for i in range(n + 1):
                back_border[g, i] = least(back_border[g, i], back[row, i])
