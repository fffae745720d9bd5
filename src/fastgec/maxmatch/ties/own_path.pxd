"""The scorer's own path where sums are exact, read back from what vertices are reached by.

Each of its arcs is asked for: whether the scorer has it, at the cost and from the middle that it
was taken for. `first_ways` says why the path is then the scorer's.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, Mark, Status, arena_mark, arena_rewind
from fastgec._lattice cimport Lattice, Vertex, diagonal_of, insertion_of
from fastgec.maxmatch.arcs.tight_arcs cimport MIDDLE_SHIFT, NOT_REACHED, PASS_SHIFT, middle_of
from fastgec.maxmatch.entries.labels cimport label_arc, label_at
from fastgec.maxmatch.entries.surveys cimport survey_noops
from fastgec.maxmatch.paths.bounds cimport Bounds
from fastgec.maxmatch.program.certified cimport forward_cost, is_tight_gold, sums_are_exact
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, shifts_span, write_edit
from fastgec.maxmatch.terms.records cimport (
    ORDERED, Counted, GoldArc, GoldArcs, Label, Program, Scratch, Sentence,
)
from fastgec.maxmatch.ties.first_ways cimport FirstWays, open_ways, reach_all, reached


cdef enum Reading:
    # What comes of reading the path back.
    IS_OWN = 0  # it is the scorer's
    IS_OTHER = 1  # it has an arc that is not the scorer's, or there is none
    LACKS_NOOPS = 2  # it has joined noops, of which nothing is known


cdef inline int64_t place_of_gold(
    const FirstWays *ways, int32_t tail, int32_t head
) noexcept nogil:
    """Return the place of the gold arc that joins two vertices, or -1."""
    cdef const GoldArc *arcs = ways.found.arcs
    cdef int64_t low = 0
    cdef int64_t high = ways.found.n_arcs
    cdef int64_t middle
    while low < high:
        middle = (low + high) // 2
        if arcs[middle].head < head or arcs[middle].head == head and arcs[middle].tail < tail:
            low = middle + 1
        else:
            high = middle
    if low < ways.found.n_arcs and arcs[low].head == head and arcs[low].tail == tail:
        return low
    return -1


cdef inline bint has_joined_arc(
    const FirstWays *ways, int32_t tail, int32_t head, bint *is_inserting
) noexcept nogil:
    """Whether the scorer has the edit that reaches a vertex, at its cost, from its middle."""
    cdef const Program *program = ways.program
    cdef const Lattice *lattice = program.lattice
    cdef int64_t gold = place_of_gold(ways, tail, head)
    cdef int64_t cost = forward_cost(program, head) - forward_cost(program, tail)
    cdef const Label *label = label_at(program.labels, lattice, head)
    if not label_arc(program.labels, lattice, program.options, tail, head) or label.sides == 0:
        return False
    is_inserting[0] = label.is_inserting
    if middle_of(label.sides) != reached(ways, head)[0] & <int64_t>3 << MIDDLE_SHIFT:
        return False
    if gold >= 0:
        return is_tight_gold(program, &ways.found.arcs[gold])
    return cost == label.steps * <int64_t>STEP + arc_epsilons(
        ways.found, lattice, label, tail, head
    )


cdef inline bint joins_noops(const FirstWays *ways, int32_t tail, int32_t head) noexcept nogil:
    """Whether the arc that reaches a vertex is one of noops alone.

    An arc that spells a gold edit between these vertices may have more of them than an edit may,
    and be an edit by another way.
    """
    cdef const Vertex *vertices = ways.program.lattice.vertices
    cdef int64_t gold = place_of_gold(ways, tail, head)
    if gold >= 0:
        return not ways.found.arcs[gold].is_edit
    while head > tail and vertices[head].is_noop:
        head = diagonal_of(&vertices[head])
    return head == tail


cdef inline Reading read_first(
    const FirstWays *ways, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Read the path back, and write its edits, if it has arcs of the scorer alone."""
    cdef const Program *program = ways.program
    cdef const Vertex *vertices = program.lattice.vertices
    cdef int32_t head = program.lattice.n_vertices - 1
    cdef int32_t tail
    cdef bint is_edit, is_inserting
    n_edits[0] = 0
    while head != 0:
        if reached(ways, head)[0] == NOT_REACHED:
            return IS_OTHER
        tail = <int32_t>(reached(ways, head)[0] & 0x7FFFFFFF)
        is_edit = not joins_noops(ways, tail, head)
        is_inserting = insertion_of(&vertices[head], head) == tail
        if reached(ways, head)[0] >> PASS_SHIFT & 1:
            if is_edit:
                if not has_joined_arc(ways, tail, head, &is_inserting):
                    return IS_OTHER
            elif ways.kept == NULL:
                return LACKS_NOOPS
        if is_edit:
            write_edit(
                &edits[n_edits[0]], program.lattice, tail, head,
                shifts_span(program.options, program.lattice, tail, is_inserting),
            )
            n_edits[0] += 1
        head = tail
    reverse_edits(edits, n_edits[0])
    return IS_OWN


cdef inline Status follow_first(
    Sentence *work, const Bounds *bounds, const GoldArcs *found, Scratch *scratch,
    Counted *counted, bint *is_found,
) noexcept nogil:
    """Find the scorer's own path where sums are exact; whether it is seen to be that.

    Cells of vertices held are filled for gold arcs of paths of the least cost, with ties."""
    cdef FirstWays ways
    cdef Reading reading = IS_OTHER
    cdef Mark mark = arena_mark(&scratch.arena)
    cdef Status status
    counted.way = ORDERED
    is_found[0] = False
    if not sums_are_exact(&work.program):
        return DONE
    status = open_ways(&ways, bounds, found, &scratch.arena)
    if status == DONE and work.has_kept:
        ways.kept = &work.kept
    if status == DONE:
        status = reach_all(&ways)
    if status == DONE:
        reading = read_first(&ways, work.edits, &work.n_edits)
    if reading == LACKS_NOOPS:
        status = survey_noops(work, scratch)
        ways.kept = &work.kept
        if status == DONE:
            status = reach_all(&ways)
        if status == DONE:
            reading = read_first(&ways, work.edits, &work.n_edits)
    is_found[0] = reading == IS_OWN
    arena_rewind(&scratch.arena, &mark)
    return status
