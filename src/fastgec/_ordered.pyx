"""The published scorer's order, on the arcs of the lightest paths alone.

The scorer relaxes its list of arcs in doubles, in list order, until a whole pass changes nothing.
Arcs that are on no lightest path never bring a vertex to its least distance: they are at least one
thousandth too heavy, far more than all roundings together. So which arc brings it there first, and
which improves it by a last bit after that, is decided among the arcs of lightest paths, and
relaxing these alone, in their order, ends with the same path.

Two things depend on the whole list. A matched arc weighs -|E|, and rounding depends on it. And
whether an entry of joined noops survived their removal depends on its neighbours in the list. The
survey finds both without storing the list: it runs the label program from one vertex after the
other. Entries stand in the list by (middle, tail, head); for each middle the survey meets them in
this order. Of the walk that removes noops one bit is carried from entry to entry: whether the next
one is missed. Where the list goes on to the next middle the bit is not known yet, so each middle
keeps what becomes of either value; the bits are chained at the end.

Time of a survey is that of the faithful closure, a product of pairs of vertices; memory is linear.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take
from fastgec._bounded cimport Bounded, TightArc
from fastgec._certified cimport NEVER, STEP
from fastgec._goldarcs cimport GoldArc, GoldArcs
from fastgec._lattice cimport Edit, Lattice, Options, Vertex, is_cancelled


cdef double EPSILON = 0.001


cdef struct Pure:
    # An entry of joined noops; what becomes of it if the first entry of its middle is missed by the
    # walk, or not.
    NoopEntry entry
    uint8_t survives[2]


cdef int compare_pure(const void *a, const void *b) noexcept nogil:
    cdef const NoopEntry *left = &(<const Pure *>a).entry
    cdef const NoopEntry *right = &(<const Pure *>b).entry
    if left.middle != right.middle:
        return -1 if left.middle < right.middle else 1
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    return 0


cdef struct Before:
    # The vertices before a vertex, side by side for speed.
    int32_t diagonal
    int32_t deletion
    int32_t insertion
    bint is_noop


cdef struct Way:
    # A label: steps and noops of the arc from the present tail; NONE steps where there is none.
    int32_t steps
    int32_t noops


cdef enum:
    NONE = 0x3FFFFFFF


cdef struct Pures:
    Pure *items
    int64_t size
    int64_t room


cdef Status add_pure(
    Pures *pures, int32_t middle, int32_t tail, int32_t head, uint8_t *missed, Arena *arena
) noexcept nogil:
    cdef Pure *grown
    cdef Pure *pure
    cdef int32_t bit
    if pures.size == pures.room:
        pures.room = 2 * pures.room + 64
        grown = <Pure *>arena_take(arena, pures.room, sizeof(Pure))
        if grown == NULL:
            return arena_status(arena)
        if pures.size:
            memcpy(grown, pures.items, pures.size * sizeof(Pure))
        pures.items = grown
    pure = &pures.items[pures.size]
    pures.size += 1
    pure.entry.middle = middle
    pure.entry.tail = tail
    pure.entry.head = head
    for bit in range(2):
        pure.survives[bit] = missed[2 * middle + bit]
        missed[2 * middle + bit] ^= 1
    return DONE


cdef Status survey_closure(
    Survey *survey, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Count the entries of the scorer's list, and find which joined noops are left in it."""
    cdef const Vertex *vertex
    cdef size_t n_vertices = lattice.n_vertices
    cdef int32_t *last_successors = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    cdef Before *befores = <Before *>arena_take(arena, n_vertices, sizeof(Before))
    cdef Way *ways = <Way *>arena_take(arena, n_vertices, sizeof(Way))
    # missed[2 * k + bit]: whether the walk misses the entry after those of middle k, if `bit` says
    # whether it misses the first of them.
    cdef uint8_t *missed = <uint8_t *>arena_take(arena, 2 * n_vertices, 1)
    # Of each row: its first vertex that is not left of the present tail; tails go right in a row.
    cdef int32_t *row_firsts = <int32_t *>arena_take(
        arena, <size_t>lattice.n_source + 2, sizeof(int32_t)
    )
    cdef int32_t most = options.max_unchanged
    cdef Pures pures
    cdef int64_t n_joined = 0
    cdef int64_t at
    cdef int32_t tail, head, last, copy, middle, n_copies, steps, noops, other
    cdef int32_t left, row, row_end, above, here
    cdef int32_t middles[3]
    cdef const Before *before
    cdef bint is_missed
    cdef Status status
    if (
        last_successors == NULL or befores == NULL or ways == NULL or missed == NULL
        or row_firsts == NULL
    ):
        return arena_status(arena)
    pures.items = NULL
    pures.size = 0
    pures.room = 0
    for head in range(lattice.n_vertices):
        missed[2 * head] = 0
        missed[2 * head + 1] = 1
        last_successors[head] = -1
        vertex = &lattice.vertices[head]
        befores[head].diagonal = vertex.diagonal
        befores[head].deletion = vertex.deletion
        befores[head].insertion = vertex.insertion
        befores[head].is_noop = vertex.is_noop
        if vertex.diagonal >= 0:
            last_successors[vertex.diagonal] = head
        if vertex.deletion >= 0:
            last_successors[vertex.deletion] = head
        if vertex.insertion >= 0:
            last_successors[vertex.insertion] = head
    for tail in range(lattice.n_vertices):
        if is_cancelled(options):
            return CANCELLED
        left = lattice.vertices[tail].j
        row = lattice.vertices[tail].i
        if tail == lattice.rows[row]:
            memcpy(row_firsts, lattice.rows, (<size_t>lattice.n_source + 2) * sizeof(int32_t))
        last = last_successors[tail]
        above = tail + 1
        here = tail + 1
        row_end = lattice.rows[row + 1]
        head = tail
        while head < last:
            head += 1
            if head >= row_end:
                # Skip what stands left of the tail: no arc leads there.
                row += 1
                row_end = lattice.rows[row + 1]
                head = row_firsts[row]
                while head < row_end and lattice.vertices[head].j < left:
                    head += 1
                row_firsts[row] = head
                above = here
                here = head
                if head >= row_end or head > last:
                    head -= 1
                    continue
            before = &befores[head]
            steps = NONE
            noops = 0
            n_copies = 0
            if before.diagonal == tail or before.deletion == tail or before.insertion == tail:
                steps = 1
                noops = before.is_noop and before.diagonal == tail
            else:
                middle = before.diagonal
                if middle >= above and ways[middle].steps < NONE:
                    noops = ways[middle].noops + before.is_noop
                    if noops <= most:
                        steps = ways[middle].steps + 1
                        middles[0] = middle
                        n_copies = 1
                middle = before.deletion
                if middle >= above and ways[middle].steps + 1 < steps:
                    other = ways[middle].noops
                    if other <= most:
                        steps = ways[middle].steps + 1
                        noops = other
                        middles[n_copies] = middle
                        n_copies += 1
                middle = before.insertion
                if middle >= here and ways[middle].steps + 1 < steps:
                    other = ways[middle].noops
                    if other <= most:
                        steps = ways[middle].steps + 1
                        noops = other
                        middles[n_copies] = middle
                        n_copies += 1
                n_joined += n_copies
                if steps != noops:
                    for copy in range(n_copies):
                        missed[2 * middles[copy]] = 0
                        missed[2 * middles[copy] + 1] = 0
                else:
                    for copy in range(n_copies):
                        status = add_pure(&pures, middles[copy], tail, head, missed, arena)
                        if status != DONE:
                            return status
            ways[head].steps = steps
            ways[head].noops = noops
            if steps < NONE and last_successors[head] > last:
                last = last_successors[head]
    if pures.size:
        qsort(pures.items, pures.size, sizeof(Pure), compare_pure)
    survey.survivors = <NoopEntry *>arena_take(arena, pures.size, sizeof(NoopEntry))
    if survey.survivors == NULL:
        return arena_status(arena)
    survey.n_survivors = 0
    is_missed = False
    at = 0
    for middle in range(lattice.n_vertices):
        while at < pures.size and pures.items[at].entry.middle == middle:
            if pures.items[at].survives[is_missed]:
                survey.survivors[survey.n_survivors] = pures.items[at].entry
                survey.n_survivors += 1
            at += 1
        is_missed = missed[2 * middle + is_missed]
    survey.n_entries = lattice.n_entries + n_joined - (pures.size - survey.n_survivors)
    return DONE


cdef bint needs_survey(const Bounded *bounded) noexcept nogil:
    """Whether the scorer's path may depend on |E|, or on joined noops that survived."""
    cdef const Vertex *vertices = bounded.lattice.vertices
    cdef const TightArc *arc
    cdef int64_t at
    cdef int32_t before
    for at in range(bounded.n_arcs):
        arc = &bounded.arcs[at]
        if arc.is_matched:
            return True
        if arc.is_edit or bounded.options.max_unchanged < 2 or not vertices[arc.tail].is_noop:
            continue
        before = vertices[arc.tail].diagonal
        if (
            bounded.forward[before] < NEVER
            and bounded.forward[before] + STEP == bounded.forward[arc.tail]
        ):
            return True
    return False


cdef bint has_survived(
    const Survey *survey, int32_t middle, int32_t tail, int32_t head
) noexcept nogil:
    """Whether an entry of joined noops is in the list; any entry of this arc if `middle` is -1."""
    cdef int64_t at
    for at in range(survey.n_survivors):
        if (
            survey.survivors[at].tail == tail
            and survey.survivors[at].head == head
            and (middle < 0 or survey.survivors[at].middle == middle)
        ):
            return True
    return False


cdef void drop_dead(GoldArcs *found, const Survey *survey) noexcept nogil:
    """Drop the gold arcs of noops that the scorer's list lost; nothing is doubtful then."""
    cdef int64_t at
    cdef int64_t n_kept = 0
    for at in range(found.n_arcs):
        if found.arcs[at].is_doubtful and not has_survived(
            survey, -1, found.arcs[at].tail, found.arcs[at].head
        ):
            continue
        found.arcs[n_kept] = found.arcs[at]
        found.arcs[n_kept].is_doubtful = False
        n_kept += 1
    found.n_arcs = n_kept


cdef struct Entry:
    int32_t middle  # -1 for base arcs, which stand before all others
    int32_t tail
    int32_t head
    bint is_edit
    double weight


cdef int compare_entries(const void *a, const void *b) noexcept nogil:
    cdef const Entry *left = <const Entry *>a
    cdef const Entry *right = <const Entry *>b
    if left.middle != right.middle:
        return -1 if left.middle < right.middle else 1
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    return 0


cdef bint is_gold_arc(const GoldArcs *found, int32_t tail, int32_t head) noexcept nogil:
    cdef int64_t at
    for at in range(found.n_arcs):
        if found.arcs[at].tail == tail and found.arcs[at].head == head:
            return True
    return False


cdef Status ordered_path(
    const Bounded *bounded, const GoldArcs *found, const Survey *survey, Arena *arena,
    Edit *edits, int32_t *n_edits,
) noexcept nogil:
    """Relax the arcs of lightest paths in list order, and write the edits of the path that is left."""
    cdef const Lattice *lattice = bounded.lattice
    cdef size_t n_vertices = lattice.n_vertices
    cdef int64_t n_entries = 0
    cdef int64_t at
    cdef int32_t copy, vertex, n_found
    cdef double weight, distance
    cdef const TightArc *arc
    cdef const NoopEntry *noops
    cdef int64_t steps
    cdef bint is_changed = True
    cdef bint is_pure
    cdef Entry *entries = <Entry *>arena_take(
        arena, 3 * bounded.n_arcs + survey.n_survivors, sizeof(Entry)
    )
    cdef double *distances = <double *>arena_take(arena, n_vertices, sizeof(double))
    cdef int64_t *arrivals = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    if entries == NULL or distances == NULL or arrivals == NULL:
        return arena_status(arena)
    for at in range(bounded.n_arcs):
        arc = &bounded.arcs[at]
        weight = -<double>survey.n_entries if arc.is_matched else arc.steps
        for copy in range(arc.epsilons):
            weight += EPSILON
        is_pure = not arc.is_edit and not arc.is_base
        for copy in range(1 if arc.is_base else arc.copies):
            if is_pure and not has_survived(survey, arc.middles[copy], arc.tail, arc.head):
                continue
            entries[n_entries].middle = -1 if arc.is_base else arc.middles[copy]
            entries[n_entries].tail = arc.tail
            entries[n_entries].head = arc.head
            entries[n_entries].is_edit = arc.is_edit
            entries[n_entries].weight = weight
            n_entries += 1
    for at in range(survey.n_survivors):
        noops = &survey.survivors[at]
        if (
            bounded.forward[noops.tail] >= NEVER
            or bounded.backward[noops.head] >= NEVER
            or is_gold_arc(found, noops.tail, noops.head)
        ):
            continue
        steps = lattice.vertices[noops.head].i - lattice.vertices[noops.tail].i
        if (
            bounded.forward[noops.tail] + STEP * steps + bounded.backward[noops.head]
            != bounded.optimum
        ):
            continue
        entries[n_entries].middle = noops.middle
        entries[n_entries].tail = noops.tail
        entries[n_entries].head = noops.head
        entries[n_entries].is_edit = False
        entries[n_entries].weight = <double>steps
        n_entries += 1
    qsort(entries, n_entries, sizeof(Entry), compare_entries)

    for vertex in range(lattice.n_vertices):
        distances[vertex] = INFINITY
    distances[0] = 0.0
    while is_changed:
        if is_cancelled(bounded.options):
            return CANCELLED
        is_changed = False
        for at in range(n_entries):
            distance = distances[entries[at].tail] + entries[at].weight
            if distance < distances[entries[at].head]:
                distances[entries[at].head] = distance
                arrivals[entries[at].head] = at
                is_changed = True
    n_found = 0
    vertex = lattice.n_vertices - 1
    while vertex != 0:
        n_found += entries[arrivals[vertex]].is_edit
        vertex = entries[arrivals[vertex]].tail
    n_edits[0] = n_found
    vertex = lattice.n_vertices - 1
    while vertex != 0:
        if entries[arrivals[vertex]].is_edit:
            n_found -= 1
            edits[n_found].source_start = lattice.vertices[entries[arrivals[vertex]].tail].i
            edits[n_found].source_end = lattice.vertices[vertex].i
            edits[n_found].hypothesis_start = lattice.vertices[entries[arrivals[vertex]].tail].j
            edits[n_found].hypothesis_end = lattice.vertices[vertex].j
            edits[n_found].start = edits[n_found].source_start
            edits[n_found].end = edits[n_found].source_end
        vertex = entries[arrivals[vertex]].tail
    return DONE
