"""What the scorer's order needs to know of the whole list, to find one row's path.

The order decides where lightest paths part: which of several arcs brings a vertex to its distance.
Arcs go from lower vertices to higher ones. So what happens at a vertex follows from the arcs up to
it, and behind the last vertex that has a choice nothing can change which edits the path has. Sums
are rounded here: where they are exact, nothing is asked (`tight_arcs`).

**Choices.** Several arcs of lightest paths lead to the vertex; or it is reached by a noop from a
vertex that has a choice. For joined noops, which are not among the arcs here, may pass that one by.
They run along base noops that are on lightest paths too: without a choice on the way, both are the
same path.

**The size of the list** is in the weight of matched arcs alone: one that ends behind the last
choice does not matter.

**Joined noops** that end before any other arc has ended do not matter either: distances are whole
numbers there, so nothing is rounded, and base noops are relaxed first.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Vertex, diagonal_of
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.terms.records cimport StoredArcs
from fastgec.maxmatch.arcs.tight_arcs cimport (
    IS_EDIT, IS_MATCHED, LightestArcs, is_base_arc, lanes_of,
)
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    HAS_CHOICE = 2  # or so many arcs, or more, that lead to a vertex


cdef inline Status last_choice(
    int32_t *last, const LightestArcs *lightest, Arena *arena
) noexcept nogil:
    """Find the last vertex that has a choice; 0 if none has."""
    cdef const Vertex *vertices = lightest.lattice.vertices
    cdef int32_t n_vertices = lightest.lattice.n_vertices
    cdef uint8_t *choices = <uint8_t *>arena_take(arena, n_vertices, 1)
    cdef int64_t at
    cdef uint32_t lanes
    cdef int32_t vertex
    if choices == NULL:
        return arena_status(arena)
    memset(choices, 0, n_vertices)
    for at in range(lightest.n_arcs):
        vertex = lightest.arcs[at].head
        lanes = lanes_of(&lightest.arcs[at])
        if choices[vertex] < HAS_CHOICE:
            choices[vertex] += 1 if lanes & (lanes - 1) == 0 else HAS_CHOICE
    last[0] = 0
    for vertex in range(1, n_vertices):
        if vertices[vertex].is_noop and choices[diagonal_of(&vertices[vertex])] >= HAS_CHOICE:
            choices[vertex] = HAS_CHOICE
        if choices[vertex] >= HAS_CHOICE:
            last[0] = vertex
    return DONE


cdef inline bint depends_on_size(const LightestArcs *lightest, int32_t last) noexcept nogil:
    """Whether the scorer's path may depend on |E|; `last` is the last choice."""
    cdef int64_t at
    for at in range(lightest.n_arcs):
        if lightest.arcs[at].kind & IS_MATCHED and lightest.arcs[at].head <= last:
            return True
    return False


cdef inline bint depends_on_kept(const LightestArcs *lightest, int32_t last) noexcept nogil:
    """Whether the scorer's path may depend on joined noops that survived."""
    cdef const Vertex *vertices = lightest.lattice.vertices
    cdef const StoredArcs *arc
    cdef int64_t at
    cdef int32_t before
    cdef int32_t first = lightest.lattice.n_vertices  # at which an arc ends that is no noop
    for at in range(lightest.n_arcs):
        arc = &lightest.arcs[at]
        if arc.kind & (IS_EDIT | IS_MATCHED):
            first = min(first, arc.head)
        elif not is_base_arc(arc):
            return True
    if lightest.options.max_unchanged < 2:
        return False
    for at in range(lightest.n_arcs):
        arc = &lightest.arcs[at]
        if arc.kind & IS_EDIT or not first <= arc.head <= last or not vertices[arc.tail].is_noop:
            continue
        before = diagonal_of(&vertices[arc.tail])
        if (
            lightest.forward[before] < NEVER
            and lightest.forward[before] + STEP == lightest.forward[arc.tail]
        ):
            return True
    return False
