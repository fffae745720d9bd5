"""The reference kernel: MaxMatch by the very arcs, weights and order of the published scorer.

For tests and searches only: nothing that users run comes here. Ties in MaxMatch are decided by sums
of doubles and by the order in which arcs are tried; here they are tried in that order. The list of
arcs is made as the scorer makes it (`faithful_list`). Weights are 0.001 a copy above the steps; an
arc that spells a gold edit weighs -|E|. Insertions (spans of no token) are weighted by a walk from
both ends, see `weigh_insertions`. Last, arcs are relaxed in list order, in doubles, until a whole
pass changes nothing; above MOST_ROUNDED vertices in whole thousandths, so that rounding noise does
not decide.

Time and memory are those of the list: linear in the lattice for text that is mostly unchanged, and
quadratic in the lattice (the fourth power of the length) for text that shares nothing.
"""

from libc.math cimport INFINITY, rint
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_free, arena_init, arena_status, arena_take, is_cancelled,
)
from fastgec._lattice cimport MOST_ROUNDED, Lattice, build_lattice, list_vertices
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow, Options
from fastgec.maxmatch.reference.faithful_count cimport count_sequence, matches
from fastgec.maxmatch.reference.faithful_list cimport (
    Arc, Closure, Store, build_closure, is_pure_noop, store_free,
)
from fastgec.maxmatch.hypothesis cimport Numbered, gold_row
from fastgec.maxmatch.matcher cimport Matcher
from fastgec.maxmatch.terms.records cimport ORDERED, Counted, Scratch, Sentence
from fastgec.maxmatch.program.weights cimport EPSILON


cdef class FaithfulMatcher(Matcher):
    """A `Matcher` that counts every row by the scorer's own list."""

    cdef Status count_rows(
        self, int64_t sentence, const Numbered *words, Sentence *work, int64_t[:, ::1] table,
        Scratch *scratch, bint is_ordered, uint8_t *ways,
    ) noexcept nogil:
        cdef Closure closure
        cdef Store store
        cdef GoldRow gold
        cdef Counted counted
        cdef int64_t row
        cdef Status status = list_arcs(&closure, work, &store, scratch)
        for row in range(self.gold.row_offsets[sentence], self.gold.row_offsets[sentence + 1]):
            if status != DONE:
                break
            gold_row(self.gold, words, row, &gold)
            status = best_sequence(&closure, work, &gold, &scratch.arena)
            if status == DONE:
                counted.way = ORDERED
                count_sequence(work, &gold, &counted)
                self.write_row(row, &counted, table, ways)
        store_free(&store)
        return status

    cdef Status find_edits(
        self, const GoldRow *gold, Sentence *work, Scratch *scratch
    ) noexcept nogil:
        cdef Closure closure
        cdef Store store
        cdef Status status = list_arcs(&closure, work, &store, scratch)
        if status == DONE:
            status = best_sequence(&closure, work, gold, &scratch.arena)
        store_free(&store)
        return status


cdef Status list_arcs(
    Closure *closure, Sentence *work, Store *store, Scratch *scratch
) noexcept nogil:
    """List the vertices of a sentence, and all arcs."""
    cdef Status status = list_vertices(
        &work.lattice, 0, work.lattice.n_source, work.options.cancel, &scratch.arena
    )
    memset(store, 0, sizeof(Store))
    store.limit = scratch.arena.limit
    if status != DONE:
        return status
    return build_closure(closure, &work.lattice, work.options, store, &scratch.arena)


cdef inline void edit_of(Edit *edit, const Arc *arc, const Lattice *lattice) noexcept nogil:
    edit.start = arc.start
    edit.end = arc.end
    edit.source_start = lattice.vertices[arc.tail].i
    edit.source_end = lattice.vertices[arc.head].i
    edit.hypothesis_start = lattice.vertices[arc.tail].j
    edit.hypothesis_end = lattice.vertices[arc.head].j


cdef inline bint arc_matches(
    const Arc *arc, const Lattice *lattice, const GoldRow *gold, int64_t edit
) noexcept nogil:
    cdef Edit found
    if arc.start != gold.start[edit] or arc.end != gold.end[edit]:
        return False
    edit_of(&found, arc, lattice)
    return matches(lattice, gold, edit, &found)


cdef Status weigh_insertions(
    double *weights, const Closure *closure, const Lattice *lattice, const GoldRow *gold,
    int64_t edit, Arena *arena,
) noexcept nogil:
    """Weigh the insertions on the span of a gold edit (the first one that has this span).

    The entries of the span, copies included, are tested from the left and from the right in turn.
    One that spells a gold edit of the window weighs -|E|, narrows the window, and is followed by a
    penalty for all that does not continue it; the same side then goes on. One that spells none gets
    its 0.001, and the other side has its turn. An entry that is left alone is tested from the left.
    The rule stands in one piece, as the scorer follows it, beside `insertion_rule`.
    """
    cdef int32_t place = gold.start[edit]
    cdef double best = -<double>closure.n_entries
    cdef int64_t n_gold = 0, n_found = 0, first = 0, last, low = 0, high, other, number
    cdef int32_t row, copy
    cdef int32_t arc
    cdef bint is_left = True
    cdef bint is_spelled = False
    cdef int64_t matched
    cdef int64_t *window
    cdef int32_t *found
    cdef int32_t rows[2]
    cdef int64_t stretches[4]
    # Release 3.2 gives arcs that leave row 0 spans of later rows; elsewhere they leave their own.
    stretches[0] = 0
    stretches[1] = closure.first_arcs[lattice.rows[1]]
    stretches[2] = stretches[1] if place == 0 else closure.first_arcs[lattice.rows[place]]
    stretches[3] = stretches[1] if place == 0 else closure.first_arcs[lattice.rows[place + 1]]

    for other in range(edit, gold.n_edits):
        n_gold += gold.start[other] == place and gold.end[other] == place
    for row in range(2):
        for number in range(stretches[2 * row], stretches[2 * row + 1]):
            if closure.arcs[number].start == place and closure.arcs[number].end == place:
                n_found += closure.arcs[number].copies
    window = <int64_t *>arena_take(arena, n_gold, sizeof(int64_t))
    found = <int32_t *>arena_take(arena, n_found, sizeof(int32_t))
    if window == NULL or found == NULL:
        return arena_status(arena)
    n_gold = 0
    for other in range(edit, gold.n_edits):
        if gold.start[other] == place and gold.end[other] == place:
            window[n_gold] = other
            n_gold += 1
    n_found = 0
    for row in range(2):
        for number in range(stretches[2 * row], stretches[2 * row + 1]):
            if closure.arcs[number].start != place or closure.arcs[number].end != place:
                continue
            for other in range(n_gold):
                is_spelled |= arc_matches(&closure.arcs[number], lattice, gold, window[other])
            for copy in range(closure.arcs[number].copies):
                found[n_found] = <int32_t>number
                n_found += 1
    if not is_spelled:
        return DONE  # each entry would be passed once: the weights without gold

    for number in range(n_found):
        weights[found[number]] = closure.arcs[found[number]].steps
    last = n_gold
    high = n_found - 1
    while low <= high:
        matched = -1
        is_left = is_left or low == high
        if is_left:
            arc = found[low]
            low += 1
            for other in range(first, last):
                if arc_matches(&closure.arcs[arc], lattice, gold, window[other]):
                    matched = other
                    break
            if matched < 0:
                weights[arc] += EPSILON
                is_left = False
                continue
            weights[arc] = best
            first = matched + 1
            while low < n_found and closure.arcs[found[low]].tail != closure.arcs[arc].head:
                weights[found[low]] += EPSILON
                low += 1
        else:
            arc = found[high]
            high -= 1
            for other in range(first, last):
                if arc_matches(&closure.arcs[arc], lattice, gold, window[other]):
                    matched = other
            if matched < 0:
                weights[arc] += EPSILON
                is_left = True
                continue
            weights[arc] = best
            last = matched
            while high >= 0 and closure.arcs[found[high]].head != closure.arcs[arc].tail:
                weights[found[high]] += EPSILON
                high -= 1
    return DONE


cdef Status weigh(
    double *weights, const Closure *closure, const Lattice *lattice, const GoldRow *gold,
    Arena *arena,
) noexcept nogil:
    """Give arcs that spell gold edits their weights."""
    cdef int64_t edit, other, number
    cdef double best = -<double>closure.n_entries
    cdef bint is_done
    cdef int32_t row
    cdef Status status
    for edit in range(gold.n_edits):
        if gold.start[edit] < gold.end[edit]:
            row = gold.start[edit]
            for number in range(
                closure.first_arcs[lattice.rows[row]], closure.first_arcs[lattice.rows[row + 1]]
            ):
                if arc_matches(&closure.arcs[number], lattice, gold, edit):
                    weights[number] = best
            for number in range(closure.first_arcs[lattice.rows[1]] if row else 0):
                if arc_matches(&closure.arcs[number], lattice, gold, edit):
                    weights[number] = best
            continue
        is_done = False
        for other in range(edit):
            if gold.start[other] == gold.start[edit] and gold.end[other] == gold.end[edit]:
                is_done = True
                break
        if not is_done:
            status = weigh_insertions(weights, closure, lattice, gold, edit, arena)
            if status != DONE:
                return status
    return DONE


cdef Status best_sequence(
    const Closure *closure, Sentence *work, const GoldRow *gold, Arena *arena
) noexcept nogil:
    """Find the lightest path for one annotator and write its edits, from left to right."""
    cdef const Lattice *lattice = &work.lattice
    cdef double *weights = <double *>arena_take(arena, closure.n_arcs, sizeof(double))
    cdef double *distances = <double *>arena_take(arena, lattice.n_vertices, sizeof(double))
    cdef int32_t *arrivals = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
    if weights == NULL or distances == NULL or arrivals == NULL:
        return arena_status(arena)
    cdef int64_t at
    cdef int32_t vertex, number, n_found
    cdef const Arc *arc
    cdef double distance
    cdef bint is_changed = True
    cdef Status status
    memcpy(weights, closure.weights, closure.n_arcs * sizeof(double))
    status = weigh(weights, closure, lattice, gold, arena)
    if status != DONE:
        return status
    if lattice.n_vertices > MOST_ROUNDED:
        for at in range(closure.n_arcs):
            weights[at] = rint(1000 * weights[at])  # whole numbers, whose sums are exact

    for vertex in range(lattice.n_vertices):
        distances[vertex] = INFINITY
    distances[0] = 0.0
    while is_changed:
        if is_cancelled(work.options.cancel):
            return CANCELLED
        is_changed = False
        for at in range(closure.n_entries):
            number = closure.entries[at]
            arc = &closure.arcs[number]
            distance = distances[arc.tail] + weights[number]
            if distance < distances[arc.head]:
                distances[arc.head] = distance
                arrivals[arc.head] = number
                is_changed = True

    n_found = 0
    vertex = lattice.n_vertices - 1
    while vertex != 0:
        arc = &closure.arcs[arrivals[vertex]]
        if not is_pure_noop(arc):
            n_found += 1
        vertex = arc.tail
    work.n_edits = n_found
    vertex = lattice.n_vertices - 1
    while vertex != 0:
        arc = &closure.arcs[arrivals[vertex]]
        if not is_pure_noop(arc):
            n_found -= 1
            edit_of(&work.edits[n_found], arc, lattice)
        vertex = arc.tail
    return DONE


def describe_list(
    const int32_t[::1] source not None,
    const int32_t[::1] hypothesis not None,
    int32_t max_unchanged_words,
):
    """Describe the published scorer's list of a sentence, by making it.

    Parameters: source, hypothesis int32[T].
    Returns: (number of entries, [(i, j, noops) of the start of each of its joined noops]).
    Raises: MemoryError.

    >>> import numpy as np
    >>> same = np.array([1, 2, 3], np.int32)
    >>> describe_list(same, same, 2)
    (4, [(1, 1, 2)])
    """
    cdef int32_t never = 0
    cdef Options options
    cdef Arena arena
    cdef Lattice lattice
    cdef Closure closure
    cdef Store store
    cdef int64_t at
    cdef Status status
    options.cancel = &never
    options.max_unchanged = max_unchanged_words
    options.is_release_3_2 = False
    options.is_wdiff = False
    memset(&store, 0, sizeof(Store))
    store.limit = <size_t>1 << 32
    arena_init(&arena, <size_t>1 << 33)
    found = []
    try:
        status = build_lattice(
            &lattice,
            &source[0] if source.shape[0] else NULL,
            <int32_t>source.shape[0],
            &hypothesis[0] if hypothesis.shape[0] else NULL,
            <int32_t>hypothesis.shape[0],
            options.cancel,
            &arena,
        )
        if status == DONE:
            status = build_closure(&closure, &lattice, &options, &store, &arena)
        if status != DONE:
            raise MemoryError
        for at in range(closure.n_entries):
            arc = closure.arcs[closure.entries[at]]
            if not arc.is_base and arc.steps == arc.noops:
                vertex = lattice.vertices[arc.tail]
                found.append((vertex.i, vertex.j, arc.noops))
        return closure.n_entries, sorted(found)
    finally:
        arena_free(&arena)
        store_free(&store)
