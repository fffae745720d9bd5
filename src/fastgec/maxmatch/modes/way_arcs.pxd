"""The arcs of lightest paths, chosen among tight arcs: what the scorer's order asks for.

A row that has a certificate needs no bounds and no search for them: all arcs of its lightest paths
are tight (`tight_ways`), and labels say which of these the scorer has, at the cost that its ends
differ by. From the start on, a vertex counts as reached once such an arc leads to it from one that
is. Then it costs the scorer just its bound. So the arcs between vertices reached are arcs of the
scorer, each brings its head as near as can be, and those of all lightest paths are among them. Some
lead to no end: they move no vertex of a lightest path, so the order (`list_order`) does not see
them. Nor does it see arcs from a vertex that no arc reaches.

Runs of noops are taken one by one, as the list has them.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Vertex, diagonal_of, insertion_of, is_base
from fastgec.maxmatch.arcs.tight_arcs cimport IS_EDIT, IS_MATCHED, IS_SHIFTED, LightestArcs
from fastgec.maxmatch.entries.labels cimport label_arc, label_at
from fastgec.maxmatch.modes.tight_ways cimport Survey, TightWay
from fastgec.maxmatch.program.cells cimport NEVER
from fastgec.maxmatch.program.certified cimport forward_cost, is_tight_gold, match_cost
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons
from fastgec.maxmatch.terms.edits cimport shifts_span
from fastgec.maxmatch.terms.records cimport GoldArc, Label, StoredArcs


cdef inline void reach(
    LightestArcs *lightest, const Survey *survey, int32_t tail, int32_t head, uint8_t sides,
    uint8_t kind,
) noexcept nogil:
    """Add an arc of the scorer from a vertex that is reached."""
    cdef StoredArcs *arcs = &lightest.arcs[lightest.n_arcs]
    lightest.n_arcs += 1
    arcs.head = head
    arcs.tail = tail
    arcs.lanes[0] = sides & 1
    arcs.lanes[1] = sides >> 1 & 1
    arcs.lanes[2] = sides >> 2
    arcs.kind = kind
    lightest.forward[head] = forward_cost(survey.program, head)


cdef inline void reach_noop(
    LightestArcs *lightest, const Survey *survey, const TightWay *way
) noexcept nogil:
    """Add a noop, and those of the run before it, to vertices that are not reached yet."""
    cdef int32_t head = way.head
    cdef int32_t before = diagonal_of(&lightest.lattice.vertices[head])
    reach(lightest, survey, before, head, 0, 0)
    while lightest.forward[before] >= NEVER:
        head = before
        before = diagonal_of(&lightest.lattice.vertices[head])
        reach(lightest, survey, before, head, 0, 0)


cdef inline void reach_by_base(
    LightestArcs *lightest, const Survey *survey, const TightWay *way
) noexcept nogil:
    """Add an edit of one base arc, if it costs what its ends differ by."""
    cdef const Vertex *head = &lightest.lattice.vertices[way.head]
    cdef bint is_inserting = insertion_of(head, way.head) == way.tail
    cdef int32_t epsilons
    if is_inserting:
        epsilons = insertion_epsilons(survey.found, lightest.lattice, way.tail, way.head)
    else:
        epsilons = head.n_diagonal if diagonal_of(head) == way.tail else head.n_deletion
    if cost_of(survey, way) == STEP + epsilons:
        reach(
            lightest, survey, way.tail, way.head, 0,
            IS_EDIT | shift_of(lightest, way.tail, is_inserting),
        )


cdef inline void reach_by_label(
    LightestArcs *lightest, const Survey *survey, const TightWay *way
) noexcept nogil:
    """Add an edit of several base arcs, if the scorer has it, at what its ends differ by.

    Joined noops between them cost a thousandth more here than theirs differ by at the most.
    """
    cdef const Label *label = label_at(lightest.labels, lightest.lattice, way.head)
    if (
        label_arc(lightest.labels, lightest.lattice, lightest.options, way.tail, way.head)
        and cost_of(survey, way) == label.steps * <int64_t>STEP + arc_epsilons(
            survey.found, lightest.lattice, label, way.tail, way.head
        )
    ):
        reach(
            lightest, survey, way.tail, way.head, label.sides,
            IS_EDIT | shift_of(lightest, way.tail, label.is_inserting),
        )


cdef inline void reach_by_gold(
    LightestArcs *lightest, const Survey *survey, const GoldArc *arc
) noexcept nogil:
    """Add an arc that spells gold edits, if it costs what its ends differ by."""
    cdef const Vertex *vertices = lightest.lattice.vertices
    cdef uint8_t sides = 0
    if not is_tight_gold(survey.program, arc):
        return
    if not is_base(&vertices[arc.head], arc.tail, arc.head):
        label_arc(lightest.labels, lightest.lattice, lightest.options, arc.tail, arc.head)
        sides = label_at(lightest.labels, lightest.lattice, arc.head).sides
    reach(
        lightest, survey, arc.tail, arc.head, sides,
        (IS_EDIT if arc.is_edit else 0) | (IS_MATCHED if arc.is_matched else 0)
        | shift_of(lightest, arc.tail, vertices[arc.tail].i == vertices[arc.head].i),
    )


cdef inline uint8_t shift_of(
    const LightestArcs *lightest, int32_t tail, bint is_inserting
) noexcept nogil:
    """Return whether an arc's span is shifted, as part of what it is."""
    return (
        IS_SHIFTED if shifts_span(lightest.options, lightest.lattice, tail, is_inserting) else 0
    )


cdef inline int64_t cost_of(const Survey *survey, const TightWay *way) noexcept nogil:
    """Return what the ends of a way differ by."""
    return forward_cost(survey.program, way.head) - forward_cost(survey.program, way.tail)


cdef inline bint is_gold_pair(
    const Survey *survey, int64_t gold, const TightWay *way
) noexcept nogil:
    """Whether gold edits are spelled between the ends of a way; `gold` is behind the gold arcs to
    its head."""
    while gold > 0 and survey.found.arcs[gold - 1].head == way.head:
        gold -= 1
        if survey.found.arcs[gold].tail == way.tail:
            return True
    return False


cdef inline Status open_arcs(
    LightestArcs *lightest, const Survey *survey, Arena *arena
) noexcept nogil:
    """Take memory for what the order looks at; the start alone is reached."""
    cdef int32_t n_vertices = survey.program.lattice.n_vertices
    cdef int32_t vertex
    lightest.lattice = survey.program.lattice
    lightest.options = survey.program.options
    lightest.labels = survey.program.labels
    lightest.match = match_cost(survey.program)
    lightest.optimum = forward_cost(survey.program, n_vertices - 1)
    lightest.forward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    lightest.backward = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    lightest.reached = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
    lightest.kinds = <uint8_t *>arena_take(arena, n_vertices, 1)
    # Within runs of noops each vertex gets one arc more.
    lightest.arcs = <StoredArcs *>arena_take(
        arena, survey.n_ways + n_vertices, sizeof(StoredArcs)
    )
    if (
        lightest.forward == NULL or lightest.backward == NULL or lightest.reached == NULL
        or lightest.kinds == NULL or lightest.arcs == NULL
    ):
        return arena_status(arena)
    lightest.n_arcs = 0
    lightest.n_block_tails = 0
    for vertex in range(n_vertices):
        lightest.forward[vertex] = NEVER
    lightest.forward[0] = 0
    return DONE


cdef inline Status take_arcs(
    LightestArcs *lightest, const Survey *survey, Arena *arena
) noexcept nogil:
    """Take the arcs of lightest paths from the tight arcs of a certified row, which are whole."""
    cdef const TightWay *way
    cdef int64_t at
    cdef int64_t gold = 0  # behind the gold arcs to the head
    cdef int32_t vertex
    cdef Status status = open_arcs(lightest, survey, arena)
    if status != DONE:
        return status
    for at in range(survey.n_ways - 1, -1, -1):
        way = &survey.ways[at]
        while gold < survey.found.n_arcs and survey.found.arcs[gold].head <= way.head:
            if survey.found.arcs[gold].head == way.head:
                reach_by_gold(lightest, survey, &survey.found.arcs[gold])
            gold += 1
        if lightest.forward[way.tail] >= NEVER or is_gold_pair(survey, gold, way):
            continue
        if not way.is_edit:
            reach_noop(lightest, survey, way)
        elif is_base(&lightest.lattice.vertices[way.head], way.tail, way.head):
            reach_by_base(lightest, survey, way)
        else:
            reach_by_label(lightest, survey, way)
    for vertex in range(lightest.lattice.n_vertices):
        lightest.backward[vertex] = (
            lightest.optimum - lightest.forward[vertex]
            if lightest.forward[vertex] < NEVER else NEVER
        )
    return DONE
