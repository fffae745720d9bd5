"""All minimum-cost alignments of two texts, as ChERRANT counts cost, as runs of equal operations.

Equal tokens match, whatever else would be cheaper. Elsewhere a cell of the table has every
operation whose cost is exactly the least: a transposition, a substitution, an insertion, a
deletion. A transposition of size k + 1 ends where the last k + 1 tokens of both sides are the same
multiset, and costs k; the search for one stops at a step of the diagonal that leaves the cost as
it is.

Time and memory grow with the product of the lengths:

* Transpositions: along a diagonal, the tokens of both sides so far have a sum, each token of the
  source with its 64-bit weight, each of the target with minus it. Two cells of a diagonal whose
  sums are equal have the same multiset of tokens between them (other multisets have equal sums by
  chance, once in 10**15 or more comparisons). So the nearest cell with the same sum, found in a
  hash table, is where a transposition begins, and no window is searched.
* Alignments: their number may double with every tie. They are paths in a graph whose nodes are the
  cells where a run ends, and whose edges are runs; each path is another list of runs, so the lists
  are counted before one is made.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, uint8_t, uint64_t

import numpy as np

cdef enum:
    ROWS = 64  # or diagonals, between checks for a signal

cdef enum:  # operations of a cell
    MATCH = 1
    TRANSPOSE = 2
    SUBSTITUTE = 4
    INSERT = 8
    DELETE = 16

MOST_UNEQUAL = 10  # lengths that differ by more have one alignment

cdef enum:  # what a run is: words keep substitutions apart, unless others are between them
    NONE = 0
    APART = 1
    INSERTED = 2
    DELETED = 3
    MIXED = 4
    N_KINDS = 5


cdef class Costs:
    """Costs of substituting one token of a vocabulary for another.

    Parameters, for V tokens: codes int32[V, 3], classes in the thesaurus, -1 without; is_han and
    is_mark uint8[V]; letters, syllables: pairs of offsets int32[V + 1] and ascending numbers int32
    of each token; confusions uint8[L, (L + 7) // 8], of each letter a bit for every letter that is
    confused with it, of both.
    """

    cdef const int32_t[:, ::1] codes
    cdef const uint8_t[::1] is_han, is_mark
    cdef const int32_t[::1] letter_offsets, letters
    cdef const int32_t[::1] syllable_offsets, syllables
    cdef const uint8_t[:, ::1] confusions
    cdef const uint64_t[::1] weights

    def __init__(self, codes not None, is_han not None, is_mark not None, letters, syllables,
                 confusions):
        self.codes, self.is_han, self.is_mark = codes, is_han, is_mark
        self.letter_offsets, self.letters = letters
        self.syllable_offsets, self.syllables = syllables
        self.confusions = confusions
        self.weights = np.array([weight(token) for token in range(len(codes))], np.uint64)

    cdef inline bint is_confused(self, int32_t one, int32_t other) noexcept nogil:
        """Whether two letters are equal or confused."""
        return one == other or self.confusions[one, other >> 3] >> (other & 7) & 1

    cdef bint sounds_alike(self, int32_t one, int32_t other) noexcept nogil:
        """Whether two tokens share a syllable."""
        cdef int32_t i = self.syllable_offsets[one], j = self.syllable_offsets[other]
        while i < self.syllable_offsets[one + 1] and j < self.syllable_offsets[other + 1]:
            if self.syllables[i] == self.syllables[j]:
                return True
            if self.syllables[i] < self.syllables[j]:
                i += 1
            else:
                j += 1
        return False

    cdef double spelling(self, int32_t one, int32_t other) noexcept nogil:
        """Return the share of letters of the shorter token without a like one, halved."""
        cdef int32_t short = one, long = other, i, j, n_alike = 0, n_letters
        if not (self.is_han[one] and self.is_han[other]):
            return 0.5
        if self.sounds_alike(one, other):
            return 0.0
        if (self.letter_offsets[other + 1] - self.letter_offsets[other]
                < self.letter_offsets[one + 1] - self.letter_offsets[one]):
            short, long = other, one
        n_letters = self.letter_offsets[short + 1] - self.letter_offsets[short]
        for i in range(self.letter_offsets[short], self.letter_offsets[short + 1]):
            for j in range(self.letter_offsets[long], self.letter_offsets[long + 1]):
                if self.is_confused(self.letters[i], self.letters[j]):
                    n_alike += 1
                    break
        return (n_letters - n_alike) / (2.0 * n_letters)

    cdef double meaning(self, int32_t one, int32_t other) noexcept nogil:
        """Return the share of the thesaurus' classes that differ, doubled and divided by three."""
        cdef int32_t place, n_unlike = 0
        if self.codes[one, 0] < 0 or self.codes[other, 0] < 0:
            return 4.0 / 6.0
        for place in range(3):
            n_unlike += self.codes[one, place] != self.codes[other, place]
        return 2 * n_unlike / 6.0

    cdef double kind(self, int32_t one, int32_t other) noexcept nogil:
        """Return the share of being marks or not, in character mode."""
        cdef int32_t n_marks = self.is_mark[one] + self.is_mark[other]
        return 0.25 if n_marks == 0 else 0.499 if n_marks == 1 else 0.0

    cdef double of(self, int32_t one, int32_t other, double kind, bint is_words) noexcept nogil:
        """Return the cost, kind or more; sums in ChERRANT's order."""
        if is_words:
            return (self.meaning(one, other) + kind) + self.spelling(one, other)
        return (self.meaning(one, other) + self.spelling(one, other)) + kind


cdef inline uint64_t weight(int32_t token) noexcept nogil:
    """Return a number of 64 bits that looks random (the mixing of SplitMix64)."""
    cdef uint64_t mixed = <uint64_t>(token + 1) * <uint64_t>0x9E3779B97F4A7C15
    mixed = (mixed ^ (mixed >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    mixed = (mixed ^ (mixed >> 27)) * <uint64_t>0x94D049BB133111EB
    return mixed ^ (mixed >> 31)


cdef int find_windows(
    const int32_t[::1] source, const int32_t[::1] target, int32_t[:, ::1] sizes,
    const uint64_t[::1] weights, uint64_t[::1] sums, int32_t[::1] places, int32_t[::1] owners,
) except -1 nogil:
    """Write for each cell the size of the smallest window with one multiset of tokens, or 0.

    weights are those of the vocabulary; sums, places and owners are a hash table of one diagonal:
    the last place of each sum.
    """
    cdef int32_t n = <int32_t>source.shape[0], m = <int32_t>target.shape[0]
    cdef int32_t diagonal, first, place
    cdef uint64_t total, slot, mask = sums.shape[0] - 1
    for diagonal in range(-n, m + 1):  # target's place less source's
        if diagonal % ROWS == 0:
            with gil:
                PyErr_CheckSignals()
        total, first = 0, max(0, -diagonal)
        for place in range(first, min(n, m - diagonal) + 1):
            if place > first:
                total += weights[source[place - 1]] - weights[target[place + diagonal - 1]]
            slot = (total * <uint64_t>0x9E3779B97F4A7C15) >> 32 & mask
            while owners[slot] == diagonal and sums[slot] != total:
                slot = slot + 1 & mask
            sizes[place, place + diagonal] = place - places[slot] if owners[slot] == diagonal else 0
            owners[slot], sums[slot], places[slot] = diagonal, total, place
    return 0


cdef int find_operations(
    const int32_t[::1] source, const int32_t[::1] target,
    const int32_t[::1] source_tags, const int32_t[::1] target_tags, bint is_words, Costs costs,
    uint8_t[:, ::1] found, const int32_t[:, ::1] sizes, double[:, ::1] cost,
    int32_t[::1] unchanged,
) except -1 nogil:
    """Write the operations of each cell.

    unchanged has, for each diagonal, the last place where a step left the cost as it was: no
    transposition begins before it.
    """
    cdef int32_t n = <int32_t>source.shape[0], m = <int32_t>target.shape[0], a, b, size
    cdef double kind, substituted, inserted, deleted, transposed, least
    found[0, 0], cost[0, 0] = 0, 0.0
    for a in range(1, n + 1):
        cost[a, 0], found[a, 0] = a, DELETE
    for b in range(1, m + 1):
        cost[0, b], found[0, b] = b, INSERT
    for a in range(1, n + 1):
        if a % ROWS == 0:
            with gil:
                PyErr_CheckSignals()
        for b in range(1, m + 1):
            if source[a - 1] == target[b - 1]:
                cost[a, b], found[a, b] = cost[a - 1, b - 1], MATCH
                unchanged[b - a + n] = a
                continue
            inserted = cost[a, b - 1] + 1
            deleted = cost[a - 1, b] + 1
            least = min(inserted, deleted)
            if is_words:
                kind = 0.0 if source_tags[a - 1] == target_tags[b - 1] else 0.499
            else:
                kind = costs.kind(source[a - 1], target[b - 1])
            # Few substitutions can be the least, and kind alone tells of most others.
            substituted = cost[a - 1, b - 1] + kind
            if substituted <= least:
                substituted = cost[a - 1, b - 1] + costs.of(
                    source[a - 1], target[b - 1], kind, is_words
                )
                least = min(substituted, least)
            found[a, b] = 0
            size = sizes[a, b]
            if size and unchanged[b - a + n] <= a - size:
                transposed = cost[a - size, b - size] + (size - 1)
                least = min(least, transposed)
                if transposed == least:
                    found[a, b] = TRANSPOSE
            cost[a, b] = least
            if substituted == least:
                found[a, b] |= SUBSTITUTE
            if inserted == least:
                found[a, b] |= INSERT
            if deleted == least:
                found[a, b] |= DELETE
            if least == cost[a - 1, b - 1]:
                unchanged[b - a + n] = a
    return 0


cdef class Runs:
    """The runs that end at each cell, from the operations of cells.

    A node is a cell and whether any run may end there: not where one of substitutions, insertions
    and deletions begins, since two of those are one. Its number is 2 * cell + that. The edges of a
    node are the edits of a run, and the node where the run begins, in order of first appearance
    when every alignment is walked from the end, the operations of a cell in ChERRANT's order.
    """

    cdef const uint8_t[:, ::1] found
    cdef const int32_t[:, ::1] sizes
    cdef bint is_words, is_first
    cdef object make
    cdef Py_ssize_t width

    def __init__(self, found, sizes, make, *, is_words, is_first):
        self.found, self.sizes, self.make = found, sizes, make
        self.is_words, self.is_first = is_words, is_first
        self.width = self.found.shape[1]

    cdef Py_ssize_t node(self, Py_ssize_t a, Py_ssize_t b, bint is_open) noexcept:
        return 2 * (a * self.width + b) + is_open

    cdef tuple closed(self, int kind, Py_ssize_t a, Py_ssize_t end, Py_ssize_t b, Py_ssize_t until):
        """Return the edits of a run."""
        if kind == APART:
            return tuple([
                self.make("S", a + at, a + at + 1, b + at, b + at + 1) for at in range(end - a)
            ])
        name = "I" if kind == INSERTED else "D" if kind == DELETED else "S"
        return (self.make(name, a, end, b, until),)

    cdef list edges(self, Py_ssize_t node):
        cdef Py_ssize_t cell = node // 2, end = cell // self.width, until = cell % self.width
        cdef Py_ssize_t a = end, b = until, size, state
        cdef int kind, bits = self.found[a, b]
        cdef list edges = [], stack
        cdef set seen = set()
        if bits == MATCH:
            while self.found[a, b] == MATCH:
                a, b = a - 1, b - 1
            return [((self.make("M", a, end, b, until),), self.node(a, b, True))]
        if bits & TRANSPOSE:
            size = self.sizes[a, b]
            edit = self.make(f"T{size}", a - size, a, b - size, b)
            edges.append(((edit,), self.node(a - size, b - size, True)))
            if self.is_first:
                return edges
        if not node & 1:
            return edges
        stack = [cell * N_KINDS]
        while stack:
            state = stack.pop()
            kind, cell = state % N_KINDS, state // N_KINDS
            a, b = cell // self.width, cell % self.width
            bits = self.found[a, b]
            if kind != NONE:
                if state in seen:
                    continue
                seen.add(state)
                if bits & (MATCH | TRANSPOSE) or cell == 0:
                    edges.append((self.closed(kind, a, end, b, until), self.node(a, b, False)))
                    if self.is_first:
                        return edges
            if self.is_first:
                bits &= SUBSTITUTE | INSERT | DELETE
                bits &= -bits  # the first one
            if bits & DELETE:
                stack.append((cell - self.width) * N_KINDS + joined(kind, DELETED))
            if bits & INSERT:
                stack.append((cell - 1) * N_KINDS + joined(kind, INSERTED))
            if bits & SUBSTITUTE:
                step = joined(kind, APART if self.is_words else MIXED)
                stack.append((cell - self.width - 1) * N_KINDS + step)
        return edges

    cdef object count(self, Py_ssize_t start, dict edges, object most):
        """Fill in the edges of all nodes, and return the number of alignments: None above most."""
        cdef dict counts = {0: 1, 1: 1}
        cdef list stack = [start], steps, waiting
        while stack:
            node = stack[len(stack) - 1]
            if node in counts:
                stack.pop()
                continue
            if node not in edges:
                PyErr_CheckSignals()
                edges[node] = self.edges(node)
            steps = edges[node]
            waiting = [step for _, step in steps if step not in counts]
            if waiting:
                stack.extend(waiting)
                continue
            counts[node] = sum([counts[step] for _, step in steps])
            if counts[node] > most:
                return None
        return counts[start]


cdef inline int joined(int kind, int step) noexcept:
    """Return the kind of a run that grows by a step."""
    return step if kind == NONE or kind == step else MIXED


def alignments(source, target, tags, Costs costs not None, make, *, is_first, most):
    """Return the distinct lists of runs of all minimum-cost alignments, in order of appearance.

    Parameters: source int32[n] and target int32[m], tokens of the vocabulary; tags, the same of
    their tags in word mode, or None; make, called with the name of a run (M, S, I, D, or T and its
    size) and its half-open spans in source and target; is_first, the first alignment alone; most,
    how many lists there may be.
    Returns: lists of what `make` returned; None if there are more than `most`.
    """
    cdef const int32_t[::1] one = source, other = target
    cdef bint is_words = tags is not None
    cdef const int32_t[::1] one_tags, other_tags
    one_tags, other_tags = tags if is_words else (source, target)
    cdef Py_ssize_t n = one.shape[0], m = other.shape[0], n_equal = 0
    # Equal last tokens match in every alignment, so the table ends before them.
    while n_equal < min(n, m) and one[n - 1 - n_equal] == other[m - 1 - n_equal]:
        n_equal += 1
    n -= n_equal
    m -= n_equal
    one, other = one[:n], other[:m]
    cdef Py_ssize_t n_slots = 4
    while n_slots < 2 * (min(n, m) + 2):
        n_slots *= 2
    found, sizes = np.empty((n + 1, m + 1), np.uint8), np.empty((n + 1, m + 1), np.int32)
    cost = np.empty((n + 1, m + 1))
    cdef int32_t[:, ::1] size_table = sizes
    cdef uint8_t[:, ::1] found_table = found
    cdef double[:, ::1] cost_table = cost
    cdef uint64_t[::1] sums = np.empty(n_slots, np.uint64)
    cdef int32_t[::1] places = np.empty(n_slots, np.int32)
    cdef int32_t[::1] owners = np.full(n_slots, m + 1, np.int32)  # no diagonal's number
    cdef int32_t[::1] unchanged = np.zeros(n + m + 1, np.int32)
    with nogil:
        find_windows(one, other, size_table, costs.weights, sums, places, owners)
        find_operations(
            one, other, one_tags, other_tags, is_words, costs, found_table, size_table,
            cost_table, unchanged,
        )
    is_first = is_first or abs(n - m) > MOST_UNEQUAL
    runs = Runs(found, sizes, make, is_words=is_words, is_first=is_first)
    cdef dict edges = {}
    start = runs.node(n, m, True)
    if runs.count(start, edges, most) is None:
        return None
    last = (make("M", n, n + n_equal, m, m + n_equal),) if n_equal else ()
    return paths(edges, start, last)


cdef list paths(dict edges, start, tuple last):
    """Return the edits along each path from a node to the first cell, and then the last ones."""
    cdef list result = [], parts = [last], edits, waiting
    if start < 2:
        return [list(last)]
    waiting = [iter(edges[start])]
    while waiting:
        step = next(waiting[len(waiting) - 1], None)
        if step is None:
            waiting.pop()
            parts.pop()
            continue
        parts.append(step[0])
        if step[1] >= 2:
            waiting.append(iter(edges[step[1]]))
            continue
        edits = []
        for part in reversed(parts):
            edits.extend(part)
        result.append(edits)
        parts.pop()
    return result
