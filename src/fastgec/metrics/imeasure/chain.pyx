"""All candidates of a sentence at once: three-way alignments over a chain of segments.

A candidate of the I-measure's mix mode is a way through a chain of segments, each with some texts
to choose from (`imeasure.segments`). Alignments of source, hypothesis and candidate are made from
left to right, one segment at a time, and what an alignment needs of the candidate so far is a
*pattern*: the cells (i, j) of the alignment's table that may lie on a cheapest way to the end, with
their costs and the counts of the way that the metric prefers to each. Candidates of equal patterns
have equal futures, so a pattern's step through a text is made once, however many candidates share
it.

What leaves cells out, and never a cell of a cheapest way of any candidate:

1.  T(text), for each text of the chain, is the cost of a real alignment of that text with its piece
    of the source and the piece of the hypothesis beside it. The sum of T over a candidate's texts
    is the cost of a real alignment of it: no cheapest way costs more.
2.  A column costs what its three pairs cost, so a way through cell (i, j) at a place of the chain
    costs at least the distances source-hypothesis, source-candidate and hypothesis-candidate
    through that place. The latter two, less parts of T, have least values over all candidates
    (`fill_reach`), found in tables of source by chain and of hypothesis by chain. Where the three
    exceed 0, no candidate has its cheapest way there. What is left, for each place, is a box.
3.  In the boxes, W(i, j, place) is the least cost to the end less T of what is yet to come, over
    all candidates that go on from here. A cell with D - T(so far) + W > 0 is on no cheapest way.

The costs of other cells are not disturbed: every cell of a cheapest way has its predecessors on
that way among the cells that are kept, and a predecessor that was left out can tie with none.

Costs of a pair: equal tokens or two gaps 0, different tokens 3, a token and a gap 2.
Definition: Felice and Briscoe (2015), NAACL.

A pattern (`Walk`) is int32[cells, 8]: i, j, cost less T of the texts so far, and the counts of the
columns before the cell, on the way that the metric prefers: read from the end, the first of the
moves (s,h,r), (s,h,-), (s,-,r), (-,h,r), (s,-,-), (-,h,-), (-,-,r) that is as cheap as any.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from fastgec.kernels.arena cimport is_cancelled

cdef enum:
    FAR = 1 << 28  # more than any cost
    UNEQUAL = 3
    GAP = 2


cdef inline int32_t pair(int32_t one, int32_t other) noexcept nogil:
    return 0 if one == other else UNEQUAL


cdef inline int32_t least(int32_t one, int32_t other) noexcept nogil:
    return one if one < other else other


cdef inline int32_t distance(
    const int32_t *one, Py_ssize_t n, const int32_t *other, Py_ssize_t m, int32_t *row
) noexcept nogil:
    """Return the distance of two texts; `row` has room for m + 1 numbers."""
    cdef Py_ssize_t i, j
    cdef int32_t before, above
    for j in range(m + 1):
        row[j] = <int32_t>(GAP * j)
    for i in range(1, n + 1):
        before = row[0]
        row[0] = <int32_t>(GAP * i)
        for j in range(1, m + 1):
            above = row[j]
            row[j] = least(
                before + pair(one[i - 1], other[j - 1]), least(above, row[j - 1]) + GAP
            )
            before = above
    return row[m]


cdef inline int32_t together(
    const int32_t *source,
    Py_ssize_t n,
    const int32_t *hypothesis,
    Py_ssize_t m,
    const int32_t *text,
    Py_ssize_t length,
    int32_t *planes,
) noexcept nogil:
    """Return the least cost of three texts; `planes` has room for 2 (n + 1) (m + 1) numbers."""
    cdef Py_ssize_t i, j, k, width = m + 1, size = (n + 1) * (m + 1)
    cdef int32_t *now = planes
    cdef int32_t *then = planes + size
    cdef int32_t *other
    cdef int32_t best, s, h, r
    for k in range(length + 1):
        other = then
        then = now
        now = other
        for i in range(n + 1):
            for j in range(width):
                best = 0 if i == 0 and j == 0 and k == 0 else FAR
                s = source[i - 1] if i else -1
                h = hypothesis[j - 1] if j else -1
                if i and j:
                    best = least(best, now[(i - 1) * width + j - 1] + pair(s, h) + 2 * GAP)
                if i:
                    best = least(best, now[(i - 1) * width + j] + 2 * GAP)
                if j:
                    best = least(best, now[i * width + j - 1] + 2 * GAP)
                if k:
                    r = text[k - 1]
                    best = least(best, then[i * width + j] + 2 * GAP)
                    if i:
                        best = least(best, then[(i - 1) * width + j] + pair(s, r) + 2 * GAP)
                    if j:
                        best = least(best, then[i * width + j - 1] + pair(h, r) + 2 * GAP)
                    if i and j:
                        best = least(
                            best,
                            then[(i - 1) * width + j - 1] + pair(s, h) + pair(s, r) + pair(h, r),
                        )
                now[i * width + j] = best
    return now[size - 1]


# Source or hypothesis against the whole chain. Two texts need a table of positions by places of the
# chain; at a border the least over the texts of a segment is what goes on.
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


cdef class Chain:
    """A sentence, its hypothesis, and the texts that its candidates are made of.

    Segment g covers the source from borders[g] to borders[g + 1]; its texts are numbers
    choices[g] to choices[g + 1]; text c is tokens[offsets[c]:offsets[c + 1]]. A text of L tokens
    has L + 1 places, rows offsets[c] + c and following; each border of segments is a place too.
    """

    cdef const int32_t[::1] source, hypothesis, borders, choices, offsets, tokens
    cdef int32_t[:, ::1] ahead, behind  # source by hypothesis: costs before, and after
    cdef int32_t[:, ::1] of_source, of_hypothesis  # rows: least of before and after, less T
    cdef int32_t[:, ::1] left_source  # rows: least to the end, source against candidate, less T
    cdef int32_t[:, ::1] border_source, border_hypothesis, border_left
    cdef int32_t[::1] cost, split  # of each text: T, and the part of source and candidate
    cdef int32_t[:, ::1] boxes, border_boxes  # first and last i, first and last j
    cdef int64_t[::1] starts, border_starts  # of each box in `to_go`
    cdef int32_t[::1] to_go  # W
    cdef const int32_t[::1] cancel
    cdef Py_ssize_t n, m, n_segments, largest

    def __init__(
        self,
        const int32_t[::1] source not None,
        const int32_t[::1] hypothesis not None,
        const int32_t[::1] borders not None,
        const int32_t[::1] choices not None,
        const int32_t[::1] offsets not None,
        const int32_t[::1] tokens not None,
        const int32_t[::1] cancel not None,
        Py_ssize_t limit,
    ):
        """Find the bounds of a sentence.

        Args:
            source: tokens, int32[n].
            hypothesis: tokens, int32[m].
            borders: int32[G + 1], from 0 to n.
            choices: int32[G + 1], from 0 to the number of texts C.
            offsets: int32[C + 1].
            tokens: of all texts.
            cancel: int32[1], 0 until work must stop.
            limit: bytes of memory.

        Raises:
            MemoryError: the tables need more than the limit.
            KeyboardInterrupt: work was stopped.
        """
        cdef Py_ssize_t n_rows
        self.n, self.m = source.shape[0], hypothesis.shape[0]
        self.n_segments = borders.shape[0] - 1
        self.source, self.hypothesis = source, hypothesis
        self.borders, self.choices, self.offsets, self.tokens = borders, choices, offsets, tokens
        self.cancel = cancel
        n_rows = tokens.shape[0] + offsets.shape[0] - 1
        wanted = 4 * (
            2 * (self.n + 1) * (self.m + 1) + 6 * n_rows * (max(self.n, self.m) + 1)
        )
        if wanted > limit:
            raise MemoryError
        self.ahead = np.empty((self.n + 1, self.m + 1), np.int32)
        self.behind = np.empty((self.n + 1, self.m + 1), np.int32)
        self.cost = np.empty(offsets.shape[0] - 1, np.int32)
        self.split = np.empty(offsets.shape[0] - 1, np.int32)
        with nogil:
            self.fill_pair()
        self.weigh()
        self.of_source, self.border_source, self.left_source, self.border_left = self.through(
            source, self.split
        )
        self.of_hypothesis, self.border_hypothesis, _, _ = self.through(
            hypothesis, np.asarray(self.cost) - np.asarray(self.split)
        )
        self.bound(n_rows, limit - wanted)
        with nogil:
            self.fill_to_go()
        if is_cancelled(&cancel[0]):
            raise KeyboardInterrupt

    cdef tuple through(self, const int32_t[::1] text, const int32_t[::1] part):
        """Return the least costs of a text, each way: see `reach`."""
        cdef Py_ssize_t n_rows = self.tokens.shape[0] + part.shape[0], n = text.shape[0]
        rows = np.empty((n_rows, n + 1), np.int32)
        left = np.empty_like(rows)
        borders = np.empty((self.n_segments + 1, n + 1), np.int32)
        lefts = np.empty_like(borders)
        cdef int32_t[:, ::1] front = rows, front_border = borders
        cdef int32_t[:, ::1] back = left, back_border = lefts
        with nogil:
            fill_reach(
                self.choices, self.offsets, self.tokens, text, part,
                front, front_border, back, back_border,
            )
        rows += left
        borders += lefts
        return rows, borders, left, lefts

    cdef void fill_pair(self) noexcept nogil:
        """Fill the distances of source and hypothesis before and after each cell."""
        cdef Py_ssize_t i, j, n = self.n, m = self.m
        cdef int32_t best
        for i in range(n + 1):
            for j in range(m + 1):
                if i == 0 or j == 0:
                    self.ahead[i, j] = <int32_t>(GAP * (i + j))
                    continue
                best = self.ahead[i - 1, j - 1] + pair(self.source[i - 1], self.hypothesis[j - 1])
                best = least(best, self.ahead[i - 1, j] + GAP)
                self.ahead[i, j] = least(best, self.ahead[i, j - 1] + GAP)
        for i in range(n, -1, -1):
            for j in range(m, -1, -1):
                if i == n or j == m:
                    self.behind[i, j] = <int32_t>(GAP * (n - i + m - j))
                    continue
                best = self.behind[i + 1, j + 1] + pair(self.source[i], self.hypothesis[j])
                best = least(best, self.behind[i + 1, j] + GAP)
                self.behind[i, j] = least(best, self.behind[i, j + 1] + GAP)

    def weigh(self):
        """Find T of each text, along one cheapest way of source and hypothesis."""
        cdef Py_ssize_t i = 0, j = 0, g = 0, c, n, m, length
        cdef int32_t whole = self.ahead[self.n, self.m], sh, sr, hr
        cdef const int32_t *s
        cdef const int32_t *h
        cdef const int32_t *r
        cuts = np.empty(self.n_segments + 1, np.int32)
        cdef int32_t[::1] cut = cuts
        while True:
            while g <= self.n_segments and self.borders[g] == i:
                cut[g] = <int32_t>j
                g += 1
            if i == self.n:
                break
            if (
                j < self.m
                and self.ahead[i, j]
                + pair(self.source[i], self.hypothesis[j])
                + self.behind[i + 1, j + 1]
                == whole
            ):
                i += 1
                j += 1
            elif self.ahead[i, j] + GAP + self.behind[i + 1, j] == whole:
                i += 1
            else:
                j += 1
        cut[self.n_segments] = <int32_t>self.m
        longest = int(np.max(np.diff(self.offsets), initial=0))
        cdef int32_t[::1] row = np.empty(max(longest, self.m) + 1, np.int32)
        cdef int32_t[::1] planes
        cdef Py_ssize_t room = 0
        planes = np.empty(1, np.int32)
        for g in range(self.n_segments):
            n, m = self.borders[g + 1] - self.borders[g], cut[g + 1] - cut[g]
            s = &self.source[0] + self.borders[g]
            h = &self.hypothesis[0] + cut[g] if self.m else NULL
            sh = distance(s, n, h, m, &row[0])
            for c in range(self.choices[g], self.choices[g + 1]):
                length = self.offsets[c + 1] - self.offsets[c]
                r = &self.tokens[0] + self.offsets[c] if self.tokens.shape[0] else NULL
                sr = distance(s, n, r, length, &row[0])
                hr = distance(h, m, r, length, &row[0])
                self.split[c] = sr
                if sh == 0 or sr == 0 or hr == 0:
                    self.cost[c] = sh + sr + hr
                elif (n + 1) * (m + 1) * (length + 1) <= 1 << 20:
                    if 2 * (n + 1) * (m + 1) > room:
                        room = 2 * (n + 1) * (m + 1)
                        planes = np.empty(room, np.int32)
                    self.cost[c] = together(s, n, h, m, r, length, &planes[0])
                else:  # two texts aligned with the third: the distance is a metric
                    self.cost[c] = 2 * (sh + sr + hr - max(sh, sr, hr))

    def bound(self, Py_ssize_t n_rows, Py_ssize_t limit):
        """Find the box of each place, and make room for W."""
        whole = int(self.ahead[self.n, self.m])

        def boxes_of(of_source, of_hypothesis):
            source, hypothesis = np.asarray(of_source), np.asarray(of_hypothesis)
            boxes = np.empty((len(source), 4), np.int32)
            for one, other, at in ((source, hypothesis, 0), (hypothesis, source, 2)):
                is_near = one + (other.min(axis=1) + whole)[:, None] <= 0
                boxes[:, at] = is_near.argmax(axis=1)
                boxes[:, at + 1] = one.shape[1] - 1 - is_near[:, ::-1].argmax(axis=1)
            return boxes

        boxes = boxes_of(self.of_source, self.of_hypothesis)
        borders = boxes_of(self.border_source, self.border_hypothesis)
        sizes, sizes_of_borders = (
            (every[:, 1] - every[:, 0] + 1).astype(np.int64) * (every[:, 3] - every[:, 2] + 1)
            for every in (boxes, borders)
        )
        most = int(max(sizes.max(initial=0), sizes_of_borders.max(initial=0)))
        total = int(sizes.sum() + sizes_of_borders.sum())
        if 4 * (total + 20 * most) > limit:  # with what a walk needs
            raise MemoryError
        starts = np.concatenate([[0], np.cumsum(sizes)])
        self.boxes, self.border_boxes = boxes, borders
        self.starts = starts
        first = int(sizes.sum())  # not starts[-1]: kernels have no indices from the end
        self.border_starts = first + np.concatenate([[0], np.cumsum(sizes_of_borders)])
        self.to_go = np.empty(total, np.int32)
        self.largest = most

    cdef int32_t w_row(self, Py_ssize_t row, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        cdef const int32_t *box = &self.boxes[row, 0]
        if i < box[0] or i > box[1] or j < box[2] or j > box[3]:
            return FAR
        return self.to_go[self.starts[row] + (i - box[0]) * (box[3] - box[2] + 1) + j - box[2]]

    cdef int32_t w_border(self, Py_ssize_t g, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        cdef const int32_t *box = &self.border_boxes[g, 0]
        if i < box[0] or i > box[1] or j < box[2] or j > box[3]:
            return FAR
        return self.to_go[
            self.border_starts[g] + (i - box[0]) * (box[3] - box[2] + 1) + j - box[2]
        ]

    cdef void fill_to_go(self) noexcept nogil:
        """Fill W, from the end of the chain to its beginning."""
        cdef Py_ssize_t g, c, row, p, i, j, width, last = self.n_segments
        cdef int32_t best, r
        cdef int32_t *box
        cdef int32_t *out
        for g in range(last, -1, -1):
            if is_cancelled(&self.cancel[0]):
                return
            if g < last:
                for c in range(self.choices[g], self.choices[g + 1]):
                    for p in range(self.offsets[c + 1], self.offsets[c] - 1, -1):
                        self.fill_row(g, c, p)
            box = &self.border_boxes[g, 0]
            width = box[3] - box[2] + 1
            out = &self.to_go[0] + self.border_starts[g]
            for i in range(box[1], box[0] - 1, -1):
                for j in range(box[3], box[2] - 1, -1):
                    best = FAR
                    if g < last:
                        for c in range(self.choices[g], self.choices[g + 1]):
                            best = least(
                                best, self.w_row(self.offsets[c] + c, i, j) - self.cost[c]
                            )
                        if best > FAR // 2:
                            best = FAR
                    elif i == self.n and j == self.m:
                        best = 0
                    else:
                        best = self.within_border(g, i, j)
                    out[(i - box[0]) * width + j - box[2]] = best

    cdef int32_t within_border(
        self, Py_ssize_t g, Py_ssize_t i, Py_ssize_t j
    ) noexcept nogil:
        """Return the least cost from a cell without a token of the candidate, at the end."""
        cdef int32_t best = FAR
        if i < self.n and j < self.m:
            best = self.w_border(g, i + 1, j + 1) + 2 * GAP
            best += pair(self.source[i], self.hypothesis[j])
        if i < self.n:
            best = least(best, self.w_border(g, i + 1, j) + 2 * GAP)
        if j < self.m:
            best = least(best, self.w_border(g, i, j + 1) + 2 * GAP)
        return least(best, FAR)

    cdef void fill_row(self, Py_ssize_t g, Py_ssize_t c, Py_ssize_t p) noexcept nogil:
        """Fill W of a place of a text, whose next token is tokens[p]."""
        cdef Py_ssize_t row = p + c, i, j, width
        cdef const int32_t *box = &self.boxes[row, 0]
        cdef int32_t *out = &self.to_go[0] + self.starts[row]
        cdef int32_t best, r, s, h
        cdef bint is_last = p == self.offsets[c + 1]
        width = box[3] - box[2] + 1
        r = -1 if is_last else self.tokens[p]
        for i in range(box[1], box[0] - 1, -1):
            for j in range(box[3], box[2] - 1, -1):
                best = FAR
                if (
                    self.of_source[row, i]
                    + self.of_hypothesis[row, j]
                    + self.ahead[i, j]
                    + self.behind[i, j]
                    > 0
                ):
                    pass
                elif is_last:
                    best = self.w_border(g + 1, i, j)
                else:
                    s = self.source[i] if i < self.n else -1
                    h = self.hypothesis[j] if j < self.m else -1
                    best = self.w_row(row + 1, i, j) + 2 * GAP
                    if i < self.n:
                        best = least(best, self.w_row(row + 1, i + 1, j) + pair(s, r) + 2 * GAP)
                        best = least(best, self.w_row(row, i + 1, j) + 2 * GAP)
                    if j < self.m:
                        best = least(best, self.w_row(row + 1, i, j + 1) + pair(h, r) + 2 * GAP)
                        best = least(best, self.w_row(row, i, j + 1) + 2 * GAP)
                    if i < self.n and j < self.m:
                        best = least(
                            best,
                            self.w_row(row + 1, i + 1, j + 1)
                            + pair(s, h)
                            + pair(s, r)
                            + pair(h, r),
                        )
                        best = least(best, self.w_row(row, i + 1, j + 1) + pair(s, h) + 2 * GAP)
                    best = least(best, FAR)
                out[(i - box[0]) * width + j - box[2]] = best


cdef enum:
    COUNTS = 5
    TN = 0
    FN = 1
    FP = 2
    RIGHT = 3  # a true positive in both aspects
    OTHER = 4  # true for detection alone
    WIDTH = COUNTS + 1  # cost and counts
    PATTERN = COUNTS + 3
    BASELINE = 4  # i, cost less T, TN, FN


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
    cdef int32_t[:, ::1] lines  # of the baseline: 2 lines of cost, TN, FN

    def __init__(self, Chain chain not None):
        """Take the chain."""
        self.chain = chain
        self.planes = np.empty(2 * WIDTH * chain.largest, np.int32)
        self.cells = np.empty((max(chain.largest, chain.n + 1), PATTERN), np.int32)
        self.lines = np.empty((2, 3 * (chain.n + 1)), np.int32)

    def start(self):
        """Return the pattern before any text, and its least counts: see `shared`."""
        cdef Chain chain = self.chain
        cdef const int32_t *box = &chain.border_boxes[0, 0]
        cdef Py_ssize_t found
        cdef int32_t *plane = &self.planes[0]
        self.fill(plane, box, NULL, NULL, -1, &chain.to_go[0] + chain.border_starts[0], 0)
        found = self.kept(plane, box, 0, 0)
        return shared(&self.cells[0, 0], found, PATTERN, 3)

    def step(self, Py_ssize_t g, Py_ssize_t c, bytes content not None):
        """Return the pattern after text c of segment g, and its least counts: see `shared`."""
        cdef Chain chain = self.chain
        cdef const int32_t *pattern = <const int32_t *><const char *>content
        cdef Py_ssize_t n_cells = len(content) // (PATTERN * sizeof(int32_t))
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
            for k in range(n_cells):
                if (
                    box[0] <= pattern[0] <= box[1]
                    and box[2] <= pattern[1] <= box[3]
                    and pattern[2] + chain.w_row(row, pattern[0], pattern[1]) <= chain.cost[c]
                ):
                    at = (pattern[0] - box[0]) * width + pattern[1] - box[2]
                    memcpy(now + WIDTH * at, pattern + 2, WIDTH * sizeof(int32_t))
                pattern += PATTERN
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
        return shared(&self.cells[0, 0], found, PATTERN, 3)

    def start_baseline(self):
        """Return the baseline's pattern before any text, as `start`."""
        cdef Py_ssize_t i, found = 0
        cdef int32_t *out = &self.cells[0, 0]
        for i in range(self.chain.n + 1):
            if GAP * i + self.chain.border_left[0, i] <= 0:
                out[0], out[1], out[2], out[3] = <int32_t>i, <int32_t>(GAP * i), 0, <int32_t>i
                out += BASELINE
                found += 1
        return shared(&self.cells[0, 0], found, BASELINE, 2)

    def step_baseline(self, Py_ssize_t g, Py_ssize_t c, bytes content not None):
        """Return the baseline's pattern after text c of segment g, as `step`.

        The source is aligned with the candidate; read from the end, a token of both comes before a
        token of the source alone, and this before one of the candidate alone. A column of equal
        tokens is a true negative, any other a false negative.
        """
        cdef Chain chain = self.chain
        cdef const int32_t *pattern = <const int32_t *><const char *>content
        cdef Py_ssize_t n_cells = len(content) // (BASELINE * sizeof(int32_t))
        cdef Py_ssize_t n = chain.n, i, p, k, row = chain.offsets[c] + c, found = 0
        cdef int32_t r, part = chain.split[c]
        cdef int32_t *now = &self.lines[0, 0]
        cdef int32_t *then = &self.lines[1, 0]
        cdef int32_t *other
        cdef int32_t *cell
        cdef const int32_t *before
        cdef const int32_t *left
        cdef int32_t *out = &self.cells[0, 0]
        with nogil:
            for i in range(n + 1):
                now[3 * i] = FAR
            for k in range(n_cells):
                i = pattern[0]
                if pattern[1] + chain.left_source[row, i] <= 0:
                    memcpy(now + 3 * i, pattern + 1, 3 * sizeof(int32_t))
                pattern += BASELINE
            for p in range(chain.offsets[c], chain.offsets[c + 1]):
                row += 1
                other = then
                then = now
                now = other
                r = chain.tokens[p]
                for i in range(n + 1):
                    cell = now + 3 * i
                    before = then + 3 * i
                    cell[0] = FAR
                    if i:
                        before -= 3
                        if before[0] < FAR:
                            cell[0] = before[0] + pair(chain.source[i - 1], r)
                            cell[1] = before[1] + (chain.source[i - 1] == r)
                            cell[2] = before[2] + (chain.source[i - 1] != r)
                        before += 3
                        left = cell - 3
                        if left[0] < FAR and left[0] + GAP < cell[0]:
                            cell[0] = left[0] + GAP
                            cell[1] = left[1]
                            cell[2] = left[2] + 1
                    if before[0] < FAR and before[0] + GAP < cell[0]:
                        cell[0] = before[0] + GAP
                        cell[1] = before[1]
                        cell[2] = before[2] + 1
                    if cell[0] + chain.left_source[row, i] > 0:
                        cell[0] = FAR
            for i in range(n + 1):
                cell = now + 3 * i
                if cell[0] == FAR or (g + 1 == chain.n_segments and i < n):
                    continue
                if cell[0] - part + chain.border_left[g + 1, i] > 0:
                    continue
                out[0] = <int32_t>i
                out[1], out[2], out[3] = cell[0] - part, cell[1], cell[2]
                out += BASELINE
                found += 1
        return shared(&self.cells[0, 0], found, BASELINE, 2)

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


cdef tuple shared(int32_t *cells, Py_ssize_t n_cells, Py_ssize_t width, Py_ssize_t fixed):
    """Return the bytes of a pattern's cells, and what all of their counts have in common.

    These are least counts of all cells, not those of one: an alignment may go on from any of them,
    and what is beaten is so by counts that only grow. Cells have `fixed` columns before the counts.
    Raises: ValueError for no cells.
    """
    cdef Py_ssize_t cell, k
    cdef int32_t smallest
    if n_cells == 0:
        raise ValueError("a pattern of no cell")
    counts = []
    for k in range(fixed, width):
        smallest = cells[k]
        for cell in range(1, n_cells):
            smallest = least(smallest, cells[cell * width + k])
        for cell in range(n_cells):
            cells[cell * width + k] -= smallest
        counts.append(smallest)
    return (<const char *>cells)[: n_cells * width * sizeof(int32_t)], tuple(counts)
