"""The published scorer's own list of arcs, for the reference kernel.

The list E is this:

1. All base arcs of the lattice, by (tail, head), twice if both alignments have them.
2. For each vertex k in order, for each arc (i, k), for each base arc (k, j): the joined arc (i, j),
   if it has at most u noops and is new, or shorter in steps than the one that is there. A shorter
   one replaces steps and noops of all copies and enters the list once more.

When step k comes, all arcs into k are final. So the labels of the arcs that leave a vertex i are
one dynamic program: visit the vertices after i in order, try the (at most three) base arcs into
each one, keep the first label, replace it by a strictly shorter one. The program stops where no
label can be extended; on ordinary text that is a row or two on. Entries come out by (i, j, k), and
a counting sort by k, which is stable, gives the order of the list: (k, i, j).

Then joined arcs of noops alone leave the list, by a walk that misses the neighbour of each one
removed.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE, Arena, Status, arena_status, arena_take, is_cancelled,
)
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, insertion_of
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.program.weights cimport EPSILON


cdef struct Arc:
    int32_t tail
    int32_t head
    int32_t start  # span, as the release counts it
    int32_t end
    int32_t steps  # base arcs of its path (D)
    int32_t noops  # noops among them (U)
    int32_t copies  # entries in the list (E)
    bint is_base


cdef struct Closure:
    Arc *arcs  # by tail, then head
    int64_t n_arcs
    int64_t *first_arcs  # first_arcs[v]: first arc with tail v; n_vertices + 1 of them
    int32_t *entries  # the list E: arcs in order of relaxation, copies included
    int64_t n_entries
    double *weights  # of each arc, without gold


cdef struct Store:
    # Memory for arcs and entries: grows, is kept from sentence to sentence, freed by its owner.
    Arc *arcs
    int64_t arc_room
    int32_t *middles
    int32_t *joined
    int64_t entry_room
    size_t limit


cdef inline bint is_pure_noop(const Arc *arc) noexcept nogil:
    return arc.noops == arc.steps


cdef inline void store_free(Store *store) noexcept nogil:
    free(store.arcs)
    free(store.middles)
    free(store.joined)
    store.arcs = NULL
    store.middles = NULL
    store.joined = NULL
    store.arc_room = 0
    store.entry_room = 0


cdef inline Status grow_arcs(Store *store) noexcept nogil:
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


cdef inline Status grow_entries(Store *store) noexcept nogil:
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


cdef inline Status build_closure(
    Closure *closure,
    const Lattice *lattice,
    const Options *options,
    Store *store,
    Arena *arena,
) noexcept nogil:
    """Make the list of arcs of a lattice; arcs live in the store until its next use.

    The dynamic program stands in one piece, as the head of this file tells it.
    """
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
        if vertex.n_diagonal:
            last_successors[diagonal_of(vertex)] = head
        if vertex.n_deletion:
            last_successors[deletion_of(vertex)] = head
        if vertex.n_insertion:
            last_successors[head - 1] = head

    for tail in range(n_vertices):
        if is_cancelled(options.cancel):
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
            middles[0] = diagonal_of(vertex)
            middles[1] = deletion_of(vertex)
            middles[2] = insertion_of(vertex, head)
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
                    noops = first_half.noops + (vertex.is_noop if side == 0 else 0)
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


cdef inline Status list_entries(
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
