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

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_free, arena_init, is_cancelled
)
from fastgec.metrics.imeasure.alignment cimport Alignment, align_texts
from fastgec.metrics.imeasure.pairs cimport Text

cdef enum:
    FAR = 1 << 28  # more than any cost
    UNEQUAL = 3
    GAP = 2


cdef inline int32_t pair(int32_t one, int32_t other) noexcept nogil:
    return 0 if one == other else UNEQUAL


cdef inline Text text_of(
    const int32_t[::1] tokens, Py_ssize_t first, Py_ssize_t last
) noexcept nogil:
    cdef Text text
    text.tokens = NULL
    text.size = last - first
    if text.size:
        text.tokens = &tokens[first]
    return text


cdef inline int32_t least(int32_t one, int32_t other) noexcept nogil:
    return one if one < other else other


# A text against a whole chain. Two texts need a table of positions by places of the
# chain; at a border the least over the texts of a segment is what goes on.
cdef inline void fill_reach(
    const int32_t[::1] choices, const int32_t[::1] offsets, const int32_t[::1] tokens,
    const int32_t[::1] text, const int32_t[::1] part,
    int32_t[:, ::1] front, int32_t[:, ::1] front_border,
    int32_t[:, ::1] back, int32_t[:, ::1] back_border,
) noexcept nogil:
    """Fill the least costs of a text against all candidates, less a part of T.

    Parameters: choices, offsets, tokens of the chain; text int32[n]; part
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


cdef tuple through(
    const int32_t[::1] choices, const int32_t[::1] offsets, const int32_t[::1] tokens,
    const int32_t[::1] text, const int32_t[::1] part,
):
    """Return the least costs of a text by way of each row, and of each border; and to the end."""
    cdef Py_ssize_t n_rows = tokens.shape[0] + part.shape[0], n = text.shape[0]
    rows = np.empty((n_rows, n + 1), np.int32)
    left = np.empty_like(rows)
    borders = np.empty((choices.shape[0], n + 1), np.int32)
    lefts = np.empty_like(borders)
    cdef int32_t[:, ::1] front = rows, front_border = borders
    cdef int32_t[:, ::1] back = left, back_border = lefts
    with nogil:
        fill_reach(
            choices, offsets, tokens, text, part, front, front_border, back, back_border
        )
    rows += left
    borders += lefts
    return rows, borders, left


cdef class Chain:
    """A sentence, its hypothesis, and the texts that its candidates are made of.

    Segment g covers the source from borders[g] to borders[g + 1]; its texts are numbers
    choices[g] to choices[g + 1]; text c is tokens[offsets[c]:offsets[c + 1]]. A text of L tokens
    has L + 1 places, rows offsets[c] + c and following; each border of segments is a place too.
    """

    cdef const int32_t[::1] source, hypothesis, borders, choices, offsets, tokens
    # Least costs, less T: of source and hypothesis by way of the cells (j, i), and from there on;
    # of either and the chain by way of rows, and of borders.
    cdef int32_t[:, ::1] of_pair, left_of_pair
    cdef int32_t[:, ::1] of_source, of_hypothesis
    cdef int32_t[:, ::1] border_source, border_hypothesis
    cdef int32_t[::1] cost, split  # of each text: T, and the part of source and candidate
    cdef int32_t[:, ::1] boxes, border_boxes  # first and last i, first and last j
    cdef int64_t[::1] starts, border_starts  # of each box in `to_go`
    cdef int32_t[::1] to_go  # W
    cdef const int32_t[::1] cancel
    cdef Py_ssize_t n, m, n_segments, largest
    cdef int32_t least_of_pair

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
        self.of_pair, _, self.left_of_pair = through(
            np.array([0, 1], np.int32), np.array([0, self.m], np.int32), hypothesis, source,
            np.zeros(1, np.int32),
        )
        self.least_of_pair = self.of_pair[0, 0]
        self.cost = np.empty(offsets.shape[0] - 1, np.int32)
        self.split = np.empty(offsets.shape[0] - 1, np.int32)
        self.weigh(limit - wanted)
        self.of_source, self.border_source, _ = through(
            choices, offsets, tokens, source, self.split
        )
        self.of_hypothesis, self.border_hypothesis, _ = through(
            choices, offsets, tokens, hypothesis, np.asarray(self.cost) - np.asarray(self.split)
        )
        self.bound(n_rows, limit - wanted)
        with nogil:
            self.fill_to_go()
        if is_cancelled(&cancel[0]):
            raise KeyboardInterrupt

    cdef int weigh(self, size_t limit) except -1:
        """Find T of each text, along one cheapest way of source and hypothesis."""
        cdef Py_ssize_t i = 0, j = 0, g = 0, c
        cdef int32_t left
        cdef Text s, h, r
        cdef Alignment found
        cdef Arena arena
        cdef Status status = DONE
        cdef int32_t[::1] cut = np.empty(self.n_segments + 1, np.int32)
        while True:
            while g <= self.n_segments and self.borders[g] == i:
                cut[g] = <int32_t>j
                g += 1
            if i == self.n:
                break
            left = self.left_of_pair[j, i]
            if (
                j < self.m
                and left
                == pair(self.source[i], self.hypothesis[j]) + self.left_of_pair[j + 1, i + 1]
            ):
                i += 1
                j += 1
            elif left == GAP + self.left_of_pair[j, i + 1]:
                i += 1
            else:
                j += 1
        cut[self.n_segments] = <int32_t>self.m
        found.moves = NULL
        arena_init(&arena, limit)
        for g in range(self.n_segments):
            s = text_of(self.source, self.borders[g], self.borders[g + 1])
            h = text_of(self.hypothesis, cut[g], cut[g + 1])
            for c in range(self.choices[g], self.choices[g + 1]):
                r = text_of(self.tokens, self.offsets[c], self.offsets[c + 1])
                if status == DONE:
                    status = align_texts(&found, s, s, r, &arena, &self.cancel[0])
                    self.split[c] = <int32_t>(found.cost // 2)
                if status == DONE:
                    status = align_texts(&found, s, h, r, &arena, &self.cancel[0])
                    self.cost[c] = <int32_t>found.cost
        arena_free(&arena)
        if status == CANCELLED:
            raise KeyboardInterrupt
        if status != DONE:
            raise MemoryError
        return 0

    def bound(self, Py_ssize_t n_rows, Py_ssize_t limit):
        """Find the box of each place, and make room for W."""
        whole = int(self.least_of_pair)

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
                    self.of_source[row, i] + self.of_hypothesis[row, j] + self.of_pair[j, i] > 0
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

    def __init__(self, Chain chain not None):
        """Take the chain."""
        self.chain = chain
        self.planes = np.empty(2 * WIDTH * chain.largest, np.int32)
        self.cells = np.empty((chain.largest, PATTERN), np.int32)

    def start(self):
        """Return the pattern before any text, and its least counts: see `shared`."""
        cdef Chain chain = self.chain
        cdef const int32_t *box = &chain.border_boxes[0, 0]
        cdef Py_ssize_t found
        cdef int32_t *plane = &self.planes[0]
        self.fill(plane, box, NULL, NULL, -1, &chain.to_go[0] + chain.border_starts[0], 0)
        found = self.kept(plane, box, 0, 0)
        return shared(&self.cells[0, 0], found)

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
        return shared(&self.cells[0, 0], found)

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


cdef tuple shared(int32_t *cells, Py_ssize_t n_cells):
    """Return the bytes of a pattern's cells, and what all of their counts have in common.

    These are least counts of all cells, not those of one: an alignment may go on from any of them,
    and what is beaten is so by counts that only grow.
    Raises: ValueError for no cells.
    """
    cdef Py_ssize_t cell, k
    cdef int32_t smallest
    if n_cells == 0:
        raise ValueError("a pattern of no cell")
    counts = []
    for k in range(PATTERN - COUNTS, PATTERN):
        smallest = cells[k]
        for cell in range(1, n_cells):
            smallest = least(smallest, cells[cell * PATTERN + k])
        for cell in range(n_cells):
            cells[cell * PATTERN + k] -= smallest
        counts.append(smallest)
    return (<const char *>cells)[: n_cells * PATTERN * sizeof(int32_t)], tuple(counts)
