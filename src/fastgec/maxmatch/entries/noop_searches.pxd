"""Whether any entry has a middle, where no rule of `noop_rules` decides: by trying tails.

An arc from a tail goes over a middle k unless the scorer keeps a way to k that has too many noops
for the next arc, or a detour around k comes first. So the tails are tried from which some way to k
has few enough noops, and some way over a corner of k has too many: only a detour that ends in a
noop can be blocked.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._lattice cimport Lattice, Successors, Vertex, deletion_of, diagonal_of, is_base
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.labels cimport (
    BY_DELETION, BY_DIAGONAL, BY_INSERTION, label_at, label_rectangle,
)
from fastgec.maxmatch.entries.noop_rules cimport ASK, Noops, Places, has_entry, successors_of
from fastgec.maxmatch.terms.records cimport Label


cdef enum:
    UNREACHED = 0x3FFFFFFF


cdef inline void pass_noops(Noops *there, const Noops *here, int32_t noop) noexcept nogil:
    """Take a base arc back from a vertex."""
    if here.fewest < UNREACHED:
        there.fewest = min(there.fewest, here.fewest + noop)
    if here.most >= 0:
        there.most = max(there.most, here.most + noop)


cdef inline void clear_noops(Noops *noops, int64_t size) noexcept nogil:
    cdef int64_t at
    for at in range(size):
        noops[at] = Noops(UNREACHED, -1)


cdef inline Noops *noops_of(const Places *places, int32_t row) noexcept nogil:
    """Return where the noops of a row would stand from vertex 0 on."""
    return places.noops + (row & 1) * places.row_size - places.lattice.rows[row]


cdef inline void begin_noops(
    Places *places, const Successors *behind, int32_t middle, bint is_turn
) noexcept nogil:
    """Begin at a middle, and at its corners, which stand in its row and the row above. If it is no
    turn, any way to it may be blocked."""
    cdef const Vertex *vertices = places.lattice.vertices
    cdef int32_t corner, side
    cdef int32_t heads[2]
    heads[0] = behind.insertion
    heads[1] = behind.deletion
    clear_noops(places.noops, 2 * places.row_size)
    noops_of(places, vertices[middle].i)[middle] = Noops(0, -1 if is_turn else UNREACHED)
    for side in range(2):
        if heads[side] >= 0 and vertices[heads[side]].is_noop:
            corner = diagonal_of(&vertices[heads[side]])
            noops_of(places, vertices[corner].i)[corner].most = 1


cdef inline bint leads_over(
    const Places *places, const Options *options, Label *labels, int32_t tail, int32_t middle,
    const Successors *behind,
) noexcept nogil:
    """Whether an entry from a tail has this middle."""
    cdef const Lattice *lattice = places.lattice
    cdef const Vertex *here = &lattice.vertices[middle]
    cdef int32_t heads[3]
    cdef uint8_t sides[3]
    cdef int32_t side
    heads[0] = behind.insertion
    heads[1] = behind.deletion
    heads[2] = behind.diagonal
    sides[0] = BY_INSERTION
    sides[1] = BY_DELETION
    sides[2] = BY_DIAGONAL
    label_rectangle(
        labels, lattice, options, tail, min(here.i + 1, lattice.n_source), here.j + 1,
    )
    for side in range(3):
        if heads[side] < 0 or is_base(&lattice.vertices[heads[side]], tail, heads[side]):
            continue
        if label_at(labels, lattice, heads[side]).sides & sides[side]:
            return True
    return False


cdef inline bint search_entry(
    Places *places, const Options *options, Label *labels, int32_t middle, int32_t before,
    bint is_turn,
) noexcept nogil:
    """Whether an entry with this middle has a tail before `before`."""
    cdef const Lattice *lattice = places.lattice
    cdef const Vertex *vertex
    cdef int32_t most = places.max_unchanged
    cdef int32_t row, number
    cdef int32_t end = middle + 1  # of the row
    cdef Successors behind = successors_of(lattice, middle)
    cdef Noops *here
    cdef Noops *above = NULL
    places.n_searches += 1
    begin_noops(places, &behind, middle, is_turn)
    for row in range(lattice.vertices[middle].i, -1, -1):
        here = noops_of(places, row)
        if row:
            above = noops_of(places, row - 1)
        # All arcs that leave a vertex have been taken back when its turn comes.
        for number in range(end - 1, lattice.rows[row] - 1, -1):
            if (
                number < before and here[number].fewest <= most and here[number].most > most
                and leads_over(places, options, labels, number, middle, &behind)
            ):
                return True
            vertex = &lattice.vertices[number]
            if vertex.n_diagonal:
                pass_noops(&above[diagonal_of(vertex)], &here[number], vertex.is_noop)
            if vertex.n_deletion:
                pass_noops(&above[deletion_of(vertex)], &here[number], 0)
            if vertex.n_insertion:
                pass_noops(&here[number - 1], &here[number], 0)
        end = lattice.rows[row]
        clear_noops(here + end, lattice.rows[row + 1] - end)
    return False


cdef inline bint search_entries(
    Places *places, const Options *options, Label *labels, int32_t first, int32_t last
) noexcept nogil:
    """Whether an entry has a middle from `first` to before `last`, by trying all tails."""
    cdef int32_t middle
    for middle in range(first, last):
        if has_entry(places, middle) == ASK:
            if search_entry(places, options, labels, middle, middle, True):
                return True
    return False
