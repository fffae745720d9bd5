"""All candidates of a sentence at once: three-way alignments over a chain of segments.

A candidate of the I-measure's mix mode is a way through a chain of segments, each with some texts
to choose from (`groups`). Alignments of source, hypothesis and candidate are made from left to
right, one segment at a time, and what an alignment needs of the candidate so far is a *pattern*:
the cells (i, j) of the alignment's table that may lie on a cheapest way to the end, with their
costs and the counts of the way that the metric prefers to each. Candidates of equal patterns have
equal futures, so a pattern's step through a text is made once, however many candidates share it.

What leaves cells out, and never a cell of a cheapest way of any candidate:

1.  T(text), for each text of the chain, is the cost of a real alignment of that text with its piece
    of the source and the piece of the hypothesis beside it. The sum of T over a candidate's texts
    is the cost of a real alignment of it: no cheapest way costs more.
2.  A column costs what its three pairs cost, so a way through cell (i, j) at a place of the chain
    costs at least the distances source-hypothesis, source-candidate and hypothesis-candidate
    through that place. The latter two, less parts of T, have least values over all candidates
    (`reach`), found in tables of source by chain and of hypothesis by chain. Where the three
    exceed 0, no candidate has its cheapest way there. What is left, for each place, is a box.
3.  In the boxes, W(i, j, place) is the least cost to the end less T of what is yet to come, over
    all candidates that go on from here. A cell with D - T(so far) + W > 0 is on no cheapest way.

The costs of other cells are not disturbed: every cell of a cheapest way has its predecessors on
that way among the cells that are kept, and a predecessor that was left out can tie with none.

Costs of a pair: equal tokens or two gaps 0, different tokens 3, a token and a gap 2.
Definition: Felice and Briscoe (2015), NAACL.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport is_cancelled
from fastgec.mixing.costs cimport FAR, GAP, distance, least, pair, together
from fastgec.mixing.reach cimport fill_reach


cdef class Chain:
    """A sentence, its hypothesis, and the texts that its candidates are made of.

    Segment g covers the source from borders[g] to borders[g + 1]; its texts are numbers
    choices[g] to choices[g + 1]; text c is tokens[offsets[c]:offsets[c + 1]]. A text of L tokens
    has L + 1 places, rows offsets[c] + c and following; each border of segments is a place too.
    """

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
