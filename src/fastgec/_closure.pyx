"""The faithful closure: MaxMatch by the very arcs, weights and order of the published scorer.

Ties in MaxMatch are decided by sums of doubles and by the order in which arcs are tried, so the only
way to be exact on every sentence is to try them in that order. The scorer's list of arcs E is this:

1. All base arcs of the lattice, by (tail, head), twice if both alignments have them.
2. For each vertex k in order, for each arc (i, k), for each base arc (k, j): the joined arc (i, j),
   if it has at most u noops and is new, or shorter in steps than the one that is there. A shorter
   one replaces steps and noops of all copies and enters the list once more.

When step k comes, all arcs into k are final. So the labels of the arcs that leave a vertex i are one
dynamic program: visit the vertices after i in order, try the (at most three) base arcs into each
one, keep the first label, replace it by a strictly shorter one. The program stops where no label
can be extended; on ordinary text that is a row or two on. Entries come out by (i, j, k), and
a counting sort by k, which is stable, gives the order of the list: (k, i, j).

Then joined arcs of noops alone leave the list, by a walk that misses the neighbour of each one
removed. Weights are 0.001 a copy above the steps; an arc that spells a gold edit weighs -|E|.
Insertions (spans of no token) are weighted by a walk from both ends, see `weigh_insertions`. Last,
arcs are relaxed in list order, in doubles, until a whole pass changes nothing; above MOST_ROUNDED
vertices in whole thousandths, so that rounding noise does not decide.

Time and memory are those of the list: linear in the lattice for text that is mostly unchanged, and
quadratic in the lattice (the fourth power of the length) for text that shares nothing.
"""

from libc.math cimport INFINITY, rint
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from fastgec._arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE, Arena, Status, arena_status, arena_take,
)
from fastgec._lattice cimport (
    MOST_ROUNDED, Edit, GoldRow, Lattice, Options, Vertex, is_cancelled, matches,
)


cdef double EPSILON = 0.001


cdef void store_free(Store *store) noexcept nogil:
    free(store.arcs)
    free(store.middles)
    free(store.joined)
    store.arcs = NULL
    store.middles = NULL
    store.joined = NULL
    store.arc_room = 0
    store.entry_room = 0


cdef Status grow_arcs(Store *store) noexcept nogil:
    cdef int64_t room = 2 * store.arc_room + 1024
    cdef void *memory
    if room > 0x7FFFFFFF or room * sizeof(Arc) > store.limit:
        return TOO_LARGE
    memory = realloc(store.arcs, room * sizeof(Arc))
    if memory == NULL:
        return NO_MEMORY
    store.arcs = <Arc *>memory
    store.arc_room = room
    return DONE


cdef Status grow_entries(Store *store) noexcept nogil:
    cdef int64_t room = 2 * store.entry_room + 1024
    cdef void *memory
    if room * 2 * sizeof(int32_t) > store.limit:
        return TOO_LARGE
    memory = realloc(store.middles, room * sizeof(int32_t))
    if memory == NULL:
        return NO_MEMORY
    store.middles = <int32_t *>memory
    memory = realloc(store.joined, room * sizeof(int32_t))
    if memory == NULL:
        return NO_MEMORY
    store.joined = <int32_t *>memory
    store.entry_room = room
    return DONE


cdef inline bint is_pure_noop(const Arc *arc) noexcept nogil:
    return arc.noops == arc.steps


cdef inline int32_t step_start(
    const Vertex *tail, bint is_insertion, bint is_release_3_2
) noexcept nogil:
    """Where the span of a base arc begins: at its first source token.

    Release 3.2 puts an insertion before the first source token at its place in the hypothesis.
    """
    return tail.j if is_insertion and is_release_3_2 and tail.i == 0 else tail.i


cdef inline int32_t step_end(
    const Vertex *tail, const Vertex *head, bint is_insertion, bint is_release_3_2
) noexcept nogil:
    """Where the span of a base arc ends; for insertions see `step_start`."""
    return tail.j if is_insertion and is_release_3_2 and tail.i == 0 else head.i


cdef Status build_closure(
    Closure *closure,
    const Lattice *lattice,
    const Options *options,
    Store *store,
    Arena *arena,
) noexcept nogil:
    """Make the list of arcs of a lattice; arcs live in the store until its next use."""
    cdef int32_t n_vertices = lattice.n_vertices
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t *last_successors = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    cdef int64_t *arc_of = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    cdef int64_t *first_arcs = <int64_t *>arena_take(arena, n_vertices + 1, sizeof(int64_t))
    if last_successors == NULL or arc_of == NULL or first_arcs == NULL:
        return arena_status(arena)
    cdef int64_t n_arcs = 0
    cdef int64_t n_joined = 0
    cdef int32_t tail, head, limit, middle, noops
    cdef int32_t middles[3]
    cdef int32_t side
    cdef const Vertex *vertex
    cdef const Arc *first_half
    cdef Arc *arc
    cdef Status status

    for head in range(n_vertices):
        arc_of[head] = -1
        last_successors[head] = -1
        vertex = &vertices[head]
        if vertex.diagonal >= 0:
            last_successors[vertex.diagonal] = head
        if vertex.deletion >= 0:
            last_successors[vertex.deletion] = head
        if vertex.insertion >= 0:
            last_successors[vertex.insertion] = head

    for tail in range(n_vertices):
        if is_cancelled(options):
            return CANCELLED
        first_arcs[tail] = n_arcs
        limit = last_successors[tail]
        head = tail
        while head < limit:
            head += 1
            vertex = &vertices[head]
            if n_arcs == store.arc_room:
                status = grow_arcs(store)
                if status != DONE:
                    return status
            arc = &store.arcs[n_arcs]
            arc.copies = 0
            middles[0] = vertex.diagonal
            middles[1] = vertex.deletion
            middles[2] = vertex.insertion
            if tail == middles[0] or tail == middles[1] or tail == middles[2]:
                arc.is_base = True
                arc.steps = 1
                arc.noops = 0
                if tail == middles[0]:
                    arc.copies = vertex.n_diagonal
                    arc.noops = vertex.is_noop
                elif tail == middles[1]:
                    arc.copies = vertex.n_deletion
                else:
                    arc.copies = vertex.n_insertion
                side = tail == middles[2]
                arc.start = step_start(&vertices[tail], side, options.is_release_3_2)
                arc.end = step_end(&vertices[tail], vertex, side, options.is_release_3_2)
            else:
                arc.is_base = False
                for side in range(3):
                    middle = middles[side]
                    if middle <= tail or arc_of[middle] < first_arcs[tail]:
                        continue
                    first_half = &store.arcs[arc_of[middle]]
                    noops = first_half.noops + (side == 0 and vertex.is_noop)
                    if noops > options.max_unchanged:
                        continue
                    if arc.copies and first_half.steps + 1 >= arc.steps:
                        continue
                    arc.steps = first_half.steps + 1
                    arc.noops = noops
                    arc.copies += 1
                    arc.start = first_half.start
                    arc.end = step_end(
                        &vertices[middle], vertex, side == 2, options.is_release_3_2
                    )
                    if n_joined == store.entry_room:
                        status = grow_entries(store)
                        if status != DONE:
                            return status
                    store.middles[n_joined] = middle
                    store.joined[n_joined] = <int32_t>n_arcs
                    n_joined += 1
            if arc.copies:
                arc.tail = tail
                arc.head = head
                arc_of[head] = n_arcs
                n_arcs += 1
                if last_successors[head] > limit:
                    limit = last_successors[head]
    first_arcs[n_vertices] = n_arcs
    closure.arcs = store.arcs
    closure.n_arcs = n_arcs
    closure.first_arcs = first_arcs
    return list_entries(closure, lattice, store, n_joined, arena)


cdef Status list_entries(
    Closure *closure, const Lattice *lattice, const Store *store, int64_t n_joined, Arena *arena
) noexcept nogil:
    """Put base and joined arcs into list order, remove joined noops, weigh what is left."""
    cdef int64_t n_slots = lattice.n_vertices + 1
    cdef int64_t *places = <int64_t *>arena_take(arena, n_slots, sizeof(int64_t))
    cdef int32_t *sorted_joined = <int32_t *>arena_take(arena, n_joined, sizeof(int32_t))
    cdef int32_t *entries = <int32_t *>arena_take(
        arena, lattice.n_entries + n_joined, sizeof(int32_t)
    )
    cdef double *weights = <double *>arena_take(arena, closure.n_arcs, sizeof(double))
    if places == NULL or sorted_joined == NULL or entries == NULL or weights == NULL:
        return arena_status(arena)
    cdef int64_t n_entries = 0
    cdef int64_t at
    cdef int64_t number
    cdef int32_t copy
    cdef bint is_missed = False
    cdef const Arc *arc

    for number in range(closure.n_arcs):
        arc = &closure.arcs[number]
        weights[number] = arc.steps
        if not is_pure_noop(arc):
            for copy in range(arc.copies):
                weights[number] += EPSILON
        if arc.is_base:
            for copy in range(arc.copies):
                entries[n_entries] = <int32_t>number
                n_entries += 1

    memset(places, 0, n_slots * sizeof(int64_t))
    for at in range(n_joined):
        places[store.middles[at] + 1] += 1
    for at in range(n_slots - 1):
        places[at + 1] += places[at]
    for at in range(n_joined):
        sorted_joined[places[store.middles[at]]] = store.joined[at]
        places[store.middles[at]] += 1

    # The scorer deletes while it walks: what follows a deleted entry takes its place unexamined.
    for at in range(n_joined):
        if is_pure_noop(&closure.arcs[sorted_joined[at]]) and not is_missed:
            is_missed = True
            continue
        is_missed = False
        entries[n_entries] = sorted_joined[at]
        n_entries += 1
    closure.entries = entries
    closure.n_entries = n_entries
    closure.weights = weights
    return DONE


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
    double *weights,
    const Closure *closure,
    const Lattice *lattice,
    const GoldRow *gold,
    int64_t edit,
    Arena *arena,
) noexcept nogil:
    """Weigh the insertions on the span of a gold edit (the first one that has this span).

    The entries of the span, copies included, are tested from the left and from the right in turn.
    One that spells a gold edit of the window weighs -|E|, narrows the window, and is followed by a
    penalty for all that does not continue it; the same side then goes on. One that spells none gets
    its 0.001, and the other side has its turn. An entry left alone is tested from the left. An entry that is left alone is tested from the left.
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
    double *weights,
    const Closure *closure,
    const Lattice *lattice,
    const GoldRow *gold,
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
    const Closure *closure,
    const Lattice *lattice,
    const GoldRow *gold,
    const Options *options,
    Arena *arena,
    Edit *edits,
    int32_t *n_edits,
) noexcept nogil:
    """Find the lightest path for one annotator and write its edits, from left to right.

    `edits` has room for n_source + n_hypothesis of them.
    """
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
        if is_cancelled(options):
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
    n_edits[0] = n_found
    vertex = lattice.n_vertices - 1
    while vertex != 0:
        arc = &closure.arcs[arrivals[vertex]]
        if not is_pure_noop(arc):
            n_found -= 1
            edit_of(&edits[n_found], arc, lattice)
        vertex = arc.tail
    return DONE
