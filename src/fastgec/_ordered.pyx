"""The published scorer's order, on the arcs of the lightest paths alone.

The scorer relaxes its list of arcs in doubles, in list order, until a whole pass changes nothing.
Arcs that are on no lightest path never bring a vertex to its least distance: they are at least one
thousandth too heavy, far more than all roundings together. So which arc brings it there first, and
which improves it by a last bit after that, is decided among the arcs of lightest paths, and
relaxing these alone, in their order, ends with the same path.

Two things depend on the whole list. Whether an entry of joined noops survived their removal depends
on its neighbours; `_survivors` knows. And a matched arc weighs -|E|, which decides how sums are
rounded; `_listsize` counts the entries. Both are asked only where they may matter.

With more than MOST_ROUNDED vertices roundings can add up to a thousandth, and what the scorer does
with them is no longer decided among lightest paths alone. There the answer is exact: sums are those
of integers, |E| is not needed, and the order of the list settles all ties.

Entries stand by (middle, tail, head), base arcs before all others. Joined noops stand behind the
insertions and deletions that have their middle and tail.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take
from fastgec._bounded cimport Bounded, TightArc
from fastgec._certified cimport NEVER, STEP
from fastgec._goldarcs cimport GoldArcs
from fastgec._lattice cimport Edit, Lattice, Vertex, is_cancelled, write_edit
from fastgec._survivors cimport Survivors, has_survived


cdef double EPSILON = 0.001


cdef enum:
    MOST_ROUNDED = 40000


cdef inline bint is_joined_noops(const TightArc *arc) noexcept nogil:
    return not arc.is_edit and not arc.is_base


cdef bint depends_on_size(const Bounded *bounded) noexcept nogil:
    """Whether the scorer's path may depend on |E|."""
    cdef int64_t at
    if bounded.lattice.n_vertices > MOST_ROUNDED:
        return False
    for at in range(bounded.n_arcs):
        if bounded.arcs[at].is_matched:
            return True
    return False


cdef bint depends_on_survivors(const Bounded *bounded) noexcept nogil:
    """Whether the scorer's path may depend on joined noops that survived."""
    cdef const Vertex *vertices = bounded.lattice.vertices
    cdef const TightArc *arc
    cdef int64_t at
    cdef int32_t before
    for at in range(bounded.n_arcs):
        arc = &bounded.arcs[at]
        if is_joined_noops(arc):
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


cdef bint has_doubtful(const GoldArcs *found) noexcept nogil:
    """Whether some gold arcs may have been lost from the scorer's list."""
    cdef int64_t at
    for at in range(found.n_arcs):
        if found.arcs[at].is_doubtful:
            return True
    return False


cdef void drop_dead(
    GoldArcs *found, const Survivors *survivors, const Lattice *lattice
) noexcept nogil:
    """Drop the gold arcs of noops that the scorer's list lost; nothing is doubtful then."""
    cdef int64_t at
    cdef int64_t n_kept = 0
    for at in range(found.n_arcs):
        if found.arcs[at].is_doubtful and not has_survived(
            survivors, lattice, found.arcs[at].tail, found.arcs[at].head
        ):
            continue
        found.arcs[n_kept] = found.arcs[at]
        found.arcs[n_kept].is_doubtful = False
        n_kept += 1
    found.n_arcs = n_kept


cdef struct Entry:
    int32_t middle  # -1 for base arcs
    int32_t tail
    int32_t head
    uint8_t is_edit
    uint8_t is_shifted
    double weight


cdef struct Noops:
    # Entries of joined noops, in list order: `heads` ascend, and so do the tails of each of them.
    int32_t *heads
    int64_t *firsts  # of each head: its first tail; one more than there are heads
    int32_t *tails
    int64_t n_heads


cdef double weight_of(
    const Bounded *bounded, const TightArc *arc, int64_t list_size, bint is_exact
) noexcept nogil:
    """Return the weight of an arc as the scorer adds it up; or exact, in thousandths."""
    cdef double weight
    cdef int32_t copy
    if is_exact:
        return arc.epsilons + (-bounded.match if arc.is_matched else <int64_t>arc.steps * STEP)
    weight = -<double>list_size if arc.is_matched else arc.steps
    for copy in range(arc.epsilons):
        weight += EPSILON
    return weight


cdef inline void place_entry(Entry *entries, int64_t first, int64_t at, const Entry *entry) noexcept nogil:
    """Place an entry behind those of its middle, from `first` to before `at`, in order of heads."""
    while at > first and entries[at - 1].tail == entry.tail and entries[at - 1].head > entry.head:
        entries[at] = entries[at - 1]
        at -= 1
    entries[at] = entry[0]


cdef Status list_entries(
    Entry **listed, int64_t *n_listed, const Bounded *bounded, int64_t list_size, bint is_exact,
    Arena *arena,
) noexcept nogil:
    """List the arcs of lightest paths, but for joined noops that no gold edit spells.

    Arcs come by tail, so they only need to be dealt out to their middles; no more than three of one
    middle have the same tail.
    """
    cdef int64_t n_places = <int64_t>bounded.lattice.n_vertices + 2
    cdef int64_t *lasts = <int64_t *>arena_take(arena, n_places, sizeof(int64_t))
    cdef int64_t *firsts = <int64_t *>arena_take(arena, n_places, sizeof(int64_t))
    cdef Entry *entries
    cdef Entry entry
    cdef int64_t at, place
    cdef int32_t copy
    cdef const TightArc *arc
    if lasts == NULL or firsts == NULL:
        return arena_status(arena)
    memset(firsts, 0, n_places * sizeof(int64_t))
    for at in range(bounded.n_arcs):
        arc = &bounded.arcs[at]
        for copy in range(1 if arc.is_base else arc.copies):
            firsts[2 + (-1 if arc.is_base else arc.middles[copy])] += 1
    for place in range(n_places - 1):
        firsts[place + 1] += firsts[place]
    memcpy(lasts, firsts, n_places * sizeof(int64_t))
    entries = <Entry *>arena_take(arena, firsts[n_places - 1], sizeof(Entry))
    if entries == NULL:
        return arena_status(arena)
    for at in range(bounded.n_arcs):
        arc = &bounded.arcs[at]
        entry.weight = weight_of(bounded, arc, list_size, is_exact)
        entry.tail = arc.tail
        entry.head = arc.head
        entry.is_edit = arc.is_edit
        entry.is_shifted = arc.is_shifted
        for copy in range(1 if arc.is_base else arc.copies):
            entry.middle = -1 if arc.is_base else arc.middles[copy]
            place = entry.middle + 1
            place_entry(entries, firsts[place], lasts[place], &entry)
            lasts[place] += 1
    listed[0] = entries
    n_listed[0] = firsts[n_places - 1]
    return DONE


cdef Status list_noops(
    Noops *noops, const Bounded *bounded, const Survivors *survivors, Arena *arena
) noexcept nogil:
    """List the joined noops of lightest paths that are left in the scorer's list.

    One that a gold edit spells is matched, and so much lighter that it is not met here again.
    """
    cdef const Vertex *vertices = bounded.lattice.vertices
    cdef int32_t n_vertices = bounded.lattice.n_vertices
    cdef int64_t n_tails = 0
    cdef int64_t place, cost
    cdef int32_t head, tail
    noops.n_heads = 0
    if survivors == NULL:
        return DONE
    for place in range(survivors.first[n_vertices]):
        n_tails += survivors.is_left[place]
    noops.heads = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    noops.firsts = <int64_t *>arena_take(arena, <size_t>n_vertices + 1, sizeof(int64_t))
    noops.tails = <int32_t *>arena_take(arena, n_tails, sizeof(int32_t))
    if noops.heads == NULL or noops.firsts == NULL or noops.tails == NULL:
        return arena_status(arena)
    # From the last one: places go from near tails to far ones, the list from far to near.
    noops.heads += n_vertices
    noops.firsts += n_vertices
    noops.firsts[0] = n_tails
    for head in range(n_vertices - 1, -1, -1):
        if survivors.first[head] == survivors.first[head + 1] or bounded.backward[head] >= NEVER:
            continue
        tail = vertices[head].diagonal
        cost = bounded.backward[head] + STEP
        for place in range(survivors.first[head], survivors.first[head + 1]):
            tail = vertices[tail].diagonal
            cost += STEP
            if (
                survivors.is_left[place]
                and bounded.forward[tail] < NEVER
                and bounded.forward[tail] + cost == bounded.optimum
            ):
                n_tails -= 1
                noops.tails[n_tails] = tail
        if n_tails < noops.firsts[0]:
            noops.heads -= 1
            noops.firsts -= 1
            noops.heads[0] = head
            noops.firsts[0] = n_tails
            noops.n_heads += 1
    return DONE


cdef struct Search:
    # The scorer's search for the lightest path.
    double *distances
    int32_t *tails  # of the arc that brought a vertex to its distance
    const Entry **arrivals  # that arc, NULL for joined noops
    bint is_changed


cdef inline void relax(
    Search *search, int32_t tail, int32_t head, double weight, const Entry *entry
) noexcept nogil:
    cdef double distance = search.distances[tail] + weight
    if distance < search.distances[head]:
        search.distances[head] = distance
        search.tails[head] = tail
        search.arrivals[head] = entry
        search.is_changed = True


cdef void relax_all(
    Search *search, const Entry *entries, int64_t n_entries, const Noops *noops,
    const Lattice *lattice, double step,
) noexcept nogil:
    """Relax all entries once, in list order."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int64_t at = 0
    cdef int64_t number, place
    cdef int32_t head, middle, tail
    cdef const Entry *entry
    for number in range(noops.n_heads):
        head = noops.heads[number]
        middle = vertices[head].diagonal
        for place in range(noops.firsts[number], noops.firsts[number + 1]):
            tail = noops.tails[place]
            while at < n_entries and (
                entries[at].middle < middle
                or entries[at].middle == middle and entries[at].tail <= tail
            ):
                entry = &entries[at]
                relax(search, entry.tail, entry.head, entry.weight, entry)
                at += 1
            relax(search, tail, head, step * (vertices[head].i - vertices[tail].i), NULL)
    for at in range(at, n_entries):
        entry = &entries[at]
        relax(search, entry.tail, entry.head, entry.weight, entry)


cdef Status ordered_path(
    const Bounded *bounded, const Survivors *survivors, int64_t list_size, Arena *arena,
    Edit *edits, int32_t *n_edits,
) noexcept nogil:
    """Relax the arcs of lightest paths in list order, and write the edits of the path that is left.

    `survivors` is NULL and `list_size` any number where the path does not depend on them.
    """
    cdef const Lattice *lattice = bounded.lattice
    cdef size_t n_vertices = lattice.n_vertices
    cdef bint is_exact = n_vertices > MOST_ROUNDED
    cdef Entry *entries
    cdef int64_t n_entries
    cdef Noops noops
    cdef Search search
    cdef int32_t vertex
    cdef Status status = list_entries(
        &entries, &n_entries, bounded, list_size, is_exact, arena
    )
    if status == DONE:
        status = list_noops(&noops, bounded, survivors, arena)
    if status != DONE:
        return status
    search.distances = <double *>arena_take(arena, n_vertices, sizeof(double))
    search.tails = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    search.arrivals = <const Entry **>arena_take(arena, n_vertices, sizeof(void *))
    if search.distances == NULL or search.tails == NULL or search.arrivals == NULL:
        return arena_status(arena)
    for vertex in range(lattice.n_vertices):
        search.distances[vertex] = INFINITY
    search.distances[0] = 0.0
    search.is_changed = True
    while search.is_changed:
        if is_cancelled(bounded.options):
            return CANCELLED
        search.is_changed = False
        relax_all(&search, entries, n_entries, &noops, lattice, STEP if is_exact else 1)
    write_edits(&search, lattice, edits, n_edits)
    return DONE


cdef void write_edits(
    const Search *search, const Lattice *lattice, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Write the edits of the path found, from left to right."""
    cdef const Entry *entry
    cdef int32_t head = lattice.n_vertices - 1
    cdef int32_t first
    n_edits[0] = 0
    while head != 0:
        entry = search.arrivals[head]
        if entry != NULL:
            n_edits[0] += entry.is_edit
        head = search.tails[head]
    first = n_edits[0]
    head = lattice.n_vertices - 1
    while head != 0:
        entry = search.arrivals[head]
        if entry != NULL and entry.is_edit:
            first -= 1
            write_edit(&edits[first], lattice, entry.tail, head, entry.is_shifted)
        head = search.tails[head]
