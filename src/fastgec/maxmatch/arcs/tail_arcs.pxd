"""Arcs that leave a vertex, and are found without the labels of a block.

Base arcs, and arcs that spell gold edits. These are by tail, then head.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport DONE, Status
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, insertion_of, is_base
from fastgec.maxmatch.paths.bounds cimport Bounds, gold_arc, has_gold
from fastgec.maxmatch.terms.edits cimport shifts_span
from fastgec.maxmatch.entries.labels cimport first_at, label_arc, label_at
from fastgec.maxmatch.terms.records cimport GoldArc, TightArc
from fastgec.maxmatch.arcs.tight_arcs cimport IS_EDIT, IS_MATCHED, IS_SHIFTED, LightestArcs, add_arc
from fastgec.maxmatch.arcs.triple_sets cimport NO_TEXT
from fastgec.maxmatch.program.certified cimport gold_cost
from fastgec.maxmatch.program.weights cimport STEP, insertion_epsilons


cdef inline Status collect_base(
    LightestArcs *lightest, Bounds *bounds, int32_t tail, int64_t gold
) noexcept nogil:
    """Find the base arcs that leave a tail and spell no gold edit."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Vertex *vertex
    cdef int64_t most = bounds.most - lightest.forward[tail]
    cdef int32_t side, head
    cdef int32_t heads[3]
    cdef bint is_noop
    cdef TightArc arc
    cdef Status status
    arc.tail = tail
    arc.sides = 0
    arc.steps = 1
    for side in range(successors(lattice, tail, heads)):
        head = heads[side]
        vertex = &lattice.vertices[head]
        gold = first_gold(bounds, gold, tail, head)
        if is_gold_pair(bounds, gold, tail, head):
            continue
        arc.head = head
        is_noop = vertex.is_noop and diagonal_of(vertex) == tail
        arc.kind = kind_of(
            False, not is_noop,
            shifts_span(lightest.options, lattice, tail, insertion_of(vertex, head) == tail),
        )
        if is_noop:
            arc.epsilons = 0
        elif insertion_of(vertex, head) == tail:
            arc.epsilons = <uint8_t>insertion_epsilons(bounds.found, lattice, tail, head)
        else:
            arc.epsilons = vertex.n_diagonal if diagonal_of(vertex) == tail else vertex.n_deletion
        if STEP + arc.epsilons + bounds.backward[head] <= most:
            status = add_arc(lightest, &arc, NO_TEXT)
            if status != DONE:
                return status
    return DONE


cdef inline Status collect_gold(
    LightestArcs *lightest, Bounds *bounds, int32_t tail, int64_t gold
) noexcept nogil:
    """Find the arcs that leave a tail and spell a gold edit."""
    cdef const Lattice *lattice = lightest.lattice
    cdef const Vertex *vertex
    cdef int64_t most = bounds.most - lightest.forward[tail]
    cdef const GoldArc *found
    cdef int32_t head
    cdef TightArc arc
    cdef Status status
    arc.tail = tail
    while gold < bounds.found.n_arcs and gold_arc(bounds, gold).tail == tail:
        found = gold_arc(bounds, gold)
        gold += 1
        head = found.head
        if gold_cost(bounds.program, found) + bounds.backward[head] > most:
            continue
        vertex = &lattice.vertices[head]
        arc.head = head
        arc.steps = found.steps
        arc.epsilons = <uint8_t>found.epsilons
        arc.kind = kind_of(
            found.is_matched, found.is_edit,
            shifts_span(lightest.options, lattice, tail, vertex.i == lattice.vertices[tail].i),
        )
        arc.sides = 0
        if not is_base(vertex, tail, head):
            label_arc(lightest.labels, lattice, lightest.options, tail, head)
            arc.sides = label_at(lightest.labels, lattice, head).sides
        status = add_arc(lightest, &arc, found.text)
        if status != DONE:
            return status
    return DONE


cdef inline uint8_t kind_of(bint is_matched, bint is_edit, bint is_shifted) noexcept nogil:
    return (
        (IS_MATCHED if is_matched else 0) | (IS_EDIT if is_edit else 0)
        | (IS_SHIFTED if is_shifted else 0)
    )


cdef inline int64_t first_gold(
    const Bounds *bounds, int64_t gold, int32_t tail, int32_t head
) noexcept nogil:
    """Return the first gold arc, from one on, that does not stand before (tail, head)."""
    while (
        gold < bounds.found.n_arcs
        and gold_arc(bounds, gold).tail == tail and gold_arc(bounds, gold).head < head
    ):
        gold += 1
    return gold


cdef inline bint is_gold_pair(
    const Bounds *bounds, int64_t gold, int32_t tail, int32_t head
) noexcept nogil:
    return has_gold(bounds, gold, tail) and gold_arc(bounds, gold).head == head


cdef inline int32_t successors(
    const Lattice *lattice, int32_t tail, int32_t *heads
) noexcept nogil:
    """Write the heads of the base arcs that leave a vertex, in order; return how many."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t n_found = 0
    cdef int32_t low
    cdef int32_t i = vertices[tail].i
    cdef int32_t j = vertices[tail].j
    if tail + 1 < lattice.n_vertices and vertices[tail + 1].n_insertion:
        heads[0] = tail + 1
        n_found = 1
    if i == lattice.n_source:
        return n_found
    low = first_at(lattice, i + 1, j)
    if low < lattice.rows[i + 2] and deletion_of(&vertices[low]) == tail:
        heads[n_found] = low
        n_found += 1
    if low < lattice.rows[i + 2] and vertices[low].j == j:
        low += 1
    if low < lattice.rows[i + 2] and diagonal_of(&vertices[low]) == tail:
        heads[n_found] = low
        n_found += 1
    return n_found
