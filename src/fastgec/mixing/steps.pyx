"""Steps along a chain: what is known of an alignment at a border, and after one more text.

A pattern is int32[cells, 8]: i, j, cost less T of the texts so far, and the counts of the columns
before the cell, on the way that the metric prefers: read from the end, the first of the moves
(s,h,r), (s,h,-), (s,-,r), (-,h,r), (s,-,-), (-,h,-), (-,-,r) that is as cheap as any.
"""

import numpy as np

from libc.stdint cimport int32_t
from libc.string cimport memcpy

from fastgec.mixing.chain cimport Chain
from fastgec.mixing.costs cimport FAR, GAP, pair

cdef enum:
    COUNTS = 5
    TN = 0
    FN = 1
    FP = 2
    RIGHT = 3  # a true positive in both aspects
    OTHER = 4  # true for detection alone
    WIDTH = COUNTS + 1  # cost and counts
    PATTERN = COUNTS + 3


cdef inline int column(int32_t s, int32_t h, int32_t r) noexcept nogil:
    """Return what a column counts as; a gap is -1 and equals a gap."""
    if s == h:
        return TN if s == r else FN
    if s == r:
        return FP
    return RIGHT if h == r else OTHER


cdef class Walk:
    """Scratch memory for steps along one chain."""

    cdef Chain chain
    cdef int32_t[::1] planes
    cdef int32_t[:, ::1] cells
    cdef int32_t[::1] box
    cdef int32_t[:, ::1] lines  # of the baseline: 2 lines of cost, TN, FN

    def __init__(self, Chain chain not None):
        """Take the chain."""
        self.chain = chain
        self.planes = np.empty(2 * WIDTH * chain.largest, np.int32)
        self.cells = np.empty((max(chain.largest, chain.n + 1), PATTERN), np.int32)
        self.lines = np.empty((2, 3 * (chain.n + 1)), np.int32)

    def start(self):
        """Return the pattern before any text."""
        cdef Chain chain = self.chain
        cdef const int32_t *box = &chain.border_boxes[0, 0]
        cdef Py_ssize_t found
        cdef int32_t *plane = &self.planes[0]
        self.fill(plane, box, NULL, NULL, -1, &chain.to_go[0] + chain.border_starts[0], 0)
        found = self.kept(plane, box, 0, 0)
        return np.asarray(self.cells[:found]).copy()

    def step(self, Py_ssize_t g, Py_ssize_t c, const int32_t[:, ::1] pattern not None):
        """Return the pattern after text c of segment g."""
        cdef Chain chain = self.chain
        cdef Py_ssize_t row = chain.offsets[c] + c, p, k, at, found
        cdef const int32_t *box = &chain.boxes[row, 0]
        cdef const int32_t *before
        cdef int32_t *now = &self.planes[0]
        cdef int32_t *then = now + WIDTH * chain.largest
        cdef int32_t *other
        cdef Py_ssize_t width = box[3] - box[2] + 1, size = (box[1] - box[0] + 1) * width
        with nogil:
            for k in range(size):
                now[WIDTH * k] = FAR
            for k in range(pattern.shape[0]):
                if (
                    box[0] <= pattern[k, 0] <= box[1]
                    and box[2] <= pattern[k, 1] <= box[3]
                    and pattern[k, 2]
                    + chain.w_row(row, pattern[k, 0], pattern[k, 1])
                    - chain.cost[c]
                    <= 0
                ):
                    at = (pattern[k, 0] - box[0]) * width + pattern[k, 1] - box[2]
                    memcpy(now + WIDTH * at, &pattern[k, 2], WIDTH * sizeof(int32_t))
            for p in range(chain.offsets[c], chain.offsets[c + 1]):
                row += 1
                other = then
                then = now
                now = other
                before = box
                box = &chain.boxes[row, 0]
                self.fill(
                    now, box, then, before, chain.tokens[p],
                    &chain.to_go[0] + chain.starts[row], chain.cost[c],
                )
            found = self.kept(now, box, g + 1, chain.cost[c])
        return np.asarray(self.cells[:found]).copy()

    cdef void fill(
        self,
        int32_t *now,
        const int32_t *box,
        const int32_t *then,
        const int32_t *before,
        int32_t r,
        const int32_t *to_go,
        int32_t cost,
    ) noexcept nogil:
        """Fill a plane of costs and counts after the candidate's token r, from the one before.

        A cell that is on no cheapest way is far away: with what is to go, it costs more than T.
        """
        cdef Py_ssize_t i, j, at, width = box[3] - box[2] + 1
        cdef int32_t s, h
        cdef int32_t *cell
        for i in range(box[0], box[1] + 1):
            s = self.chain.source[i - 1] if i else -1
            for j in range(box[2], box[3] + 1):
                at = (i - box[0]) * width + j - box[2]
                cell = now + WIDTH * at
                cell[0] = FAR
                if to_go[at] == FAR:
                    continue
                h = self.chain.hypothesis[j - 1] if j else -1
                if then == NULL and i == 0 and j == 0:
                    clear(cell)
                    continue
                if then != NULL and i and j:
                    take(
                        cell, then, before, i - 1, j - 1,
                        pair(s, h) + pair(s, r) + pair(h, r), column(s, h, r),
                    )
                if i and j:
                    take(cell, now, box, i - 1, j - 1, pair(s, h) + 2 * GAP, column(s, h, -1))
                if then != NULL and i:
                    take(cell, then, before, i - 1, j, pair(s, r) + 2 * GAP, column(s, -1, r))
                if then != NULL and j:
                    take(cell, then, before, i, j - 1, pair(h, r) + 2 * GAP, column(-1, h, r))
                if i:
                    take(cell, now, box, i - 1, j, 2 * GAP, RIGHT)
                if j:
                    take(cell, now, box, i, j - 1, 2 * GAP, FP)
                if then != NULL:
                    take(cell, then, before, i, j, 2 * GAP, FN)
                if cell[0] + to_go[at] > cost:
                    cell[0] = FAR

    cdef Py_ssize_t kept(
        self, const int32_t *plane, const int32_t *box, Py_ssize_t g, int32_t cost
    ) noexcept nogil:
        """Put the cells of a plane that count at border g into `cells`; return how many."""
        cdef Py_ssize_t i, j, width = box[3] - box[2] + 1, found = 0
        cdef const int32_t *cell
        for i in range(box[0], box[1] + 1):
            for j in range(box[2], box[3] + 1):
                cell = plane + WIDTH * ((i - box[0]) * width + j - box[2])
                if cell[0] == FAR or cell[0] - cost + self.chain.w_border(g, i, j) > 0:
                    continue
                if g == self.chain.n_segments and (i < self.chain.n or j < self.chain.m):
                    continue  # only the end counts
                self.cells[found, 0] = <int32_t>i
                self.cells[found, 1] = <int32_t>j
                memcpy(&self.cells[found, 2], cell, WIDTH * sizeof(int32_t))
                self.cells[found, 2] -= cost
                found += 1
        return found


cdef inline void clear(int32_t *cell) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(WIDTH):
        cell[k] = 0


cdef inline void take(
    int32_t *cell,
    const int32_t *plane,
    const int32_t *box,
    Py_ssize_t i,
    Py_ssize_t j,
    int32_t cost,
    int counted,
) noexcept nogil:
    """Come to a cell from cell (i, j) of a plane, if that is cheaper than what is known."""
    cdef const int32_t *source
    cdef Py_ssize_t k
    if i < box[0] or i > box[1] or j < box[2] or j > box[3]:
        return
    source = plane + WIDTH * ((i - box[0]) * (box[3] - box[2] + 1) + j - box[2])
    if source[0] == FAR or source[0] + cost >= cell[0]:
        return
    memcpy(cell, source, WIDTH * sizeof(int32_t))
    cell[0] = source[0] + cost
    cell[1 + counted] += 1


def start_baseline(Chain chain not None):
    """Return the baseline's pattern before any text: int32[cells, 4] of i, cost less T, TN, FN."""
    cdef Py_ssize_t i
    cells = [
        (i, GAP * i, 0, i)
        for i in range(chain.n + 1)
        if GAP * i + chain.border_left[0, i] <= 0
    ]
    return np.array(cells, np.int32).reshape(-1, 4)


def step_baseline(
    Chain chain not None, Py_ssize_t g, Py_ssize_t c, const int32_t[:, ::1] pattern not None
):
    """Return the baseline's pattern after text c of segment g.

    The source is aligned with the candidate; read from the end, a token of both comes before a
    token of the source alone, and this before one of the candidate alone. A column of equal
    tokens is a true negative, any other a false negative.
    """
    cdef Py_ssize_t n = chain.n, i, p, k, row = chain.offsets[c] + c, found = 0
    cdef int32_t cost, r, first, last
    cdef int32_t[:, ::1] now = np.full((n + 1, 3), FAR, np.int32)
    cdef int32_t[:, ::1] then = np.full((n + 1, 3), FAR, np.int32)
    cdef int32_t[:, ::1] other
    cells = np.empty((n + 1, 4), np.int32)
    cdef int32_t[:, ::1] out = cells
    cdef int32_t part = chain.split[c]
    with nogil:
        for k in range(pattern.shape[0]):
            i = pattern[k, 0]
            if pattern[k, 1] + chain.left_source[row, i] <= 0:
                now[i, 0] = pattern[k, 1]
                now[i, 1] = pattern[k, 2]
                now[i, 2] = pattern[k, 3]
        for p in range(chain.offsets[c], chain.offsets[c + 1]):
            row += 1
            other = then
            then = now
            now = other
            r = chain.tokens[p]
            for i in range(n + 1):
                now[i, 0] = FAR
                if i and then[i - 1, 0] < FAR:
                    now[i, 0] = then[i - 1, 0] + pair(chain.source[i - 1], r)
                    now[i, 1] = then[i - 1, 1] + (chain.source[i - 1] == r)
                    now[i, 2] = then[i - 1, 2] + (chain.source[i - 1] != r)
                if i and now[i - 1, 0] < FAR and now[i - 1, 0] + GAP < now[i, 0]:
                    now[i, 0] = now[i - 1, 0] + GAP
                    now[i, 1] = now[i - 1, 1]
                    now[i, 2] = now[i - 1, 2] + 1
                if then[i, 0] < FAR and then[i, 0] + GAP < now[i, 0]:
                    now[i, 0] = then[i, 0] + GAP
                    now[i, 1] = then[i, 1]
                    now[i, 2] = then[i, 2] + 1
                if now[i, 0] + chain.left_source[row, i] > 0:
                    now[i, 0] = FAR
        for i in range(n + 1):
            if now[i, 0] == FAR or (g + 1 == chain.n_segments and i < n):
                continue
            if now[i, 0] - part + chain.border_left[g + 1, i] > 0:
                continue
            out[found, 0] = <int32_t>i
            out[found, 1] = now[i, 0] - part
            out[found, 2] = now[i, 1]
            out[found, 3] = now[i, 2]
            found += 1
    return cells[:found].copy()
