"""The tight arcs of a certified row: what its lightest paths may hold, and perhaps more.

An arc is tight if it costs what the bounds of its two ends differ by (see the proof in
`edit_lists`). They are found from the end to the start; those of edits of several steps by the
states of cells that a tight way may take.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint8_t
from libc.string cimport memcpy

from fastgec._arena cimport Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Vertex, deletion_of, diagonal_of, insertion_of, tail_of
from fastgec.maxmatch.program.cells cimport OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.program.certified cimport cost_at, gold_cost
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs, Program
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    FEW_WAYS = 1024  # that memory is taken for at first


cdef struct TightWay:
    # A tight arc: an edit, or a noop. There may be millions: 12 bytes each.
    int32_t tail  # 0 where noops alone lead to the head
    int32_t head
    uint8_t is_edit
    uint8_t is_gold  # it spells a gold edit


cdef struct Survey:
    const Program *program
    const GoldArcs *found
    TightWay *ways  # by head, the last first
    int64_t n_ways
    int64_t n_edits  # among them
    int64_t room  # ways that there is memory for
    int64_t most  # and that there may be, as many as places looked at
    int64_t n_looks  # places looked at
    Arena *arena
    Status status
    uint32_t *states  # of each vertex: tight states of edits that end at one head
    uint8_t *is_tight  # of each vertex


cdef inline bint make_room(Survey *survey) noexcept nogil:
    """Take memory for more arcs; whether there may be more, and there is some."""
    cdef int64_t room = min(survey.most, 2 * survey.room + FEW_WAYS)
    cdef TightWay *ways
    if survey.room == survey.most:
        return False
    ways = <TightWay *>arena_take(survey.arena, room, sizeof(TightWay))
    if ways == NULL:
        survey.status = arena_status(survey.arena)
        return False
    if survey.n_ways:
        memcpy(ways, survey.ways, survey.n_ways * sizeof(TightWay))
    survey.ways = ways
    survey.room = room
    return True


cdef inline bint add_way(
    Survey *survey, int32_t tail, int32_t head, bint is_edit, bint is_gold
) noexcept nogil:
    """Add a tight arc; whether there may be one more, and there is memory."""
    cdef TightWay *way
    if survey.n_ways == survey.room and not make_room(survey):
        return False
    way = &survey.ways[survey.n_ways]
    survey.n_ways += 1
    survey.n_edits += is_edit
    way.tail = tail
    way.head = head
    way.is_edit = is_edit
    way.is_gold = is_gold
    survey.is_tight[tail] = True
    return True


cdef inline void note(
    Survey *survey, int32_t before, int32_t state, int64_t wanted, int32_t *lowest
) noexcept nogil:
    """Note a state that a tight way may come from."""
    if cost_at(survey.program, before, state) == wanted:
        survey.states[before] |= <uint32_t>1 << state
        if before < lowest[0]:
            lowest[0] = before


cdef inline void note_before(
    Survey *survey, int32_t number, int32_t state, int32_t *lowest
) noexcept nogil:
    """Note all states that lead to one inside an edit: `certified.fill_cells`, turned round."""
    cdef const Program *program = survey.program
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int64_t wanted = cost_at(program, number, state) - STEP
    cdef int32_t before = diagonal_of(vertex)
    cdef int32_t side
    if before >= 0 and vertex.is_noop and state > SEVERAL:
        note(survey, before, state - 1, wanted, lowest)
        if state == SEVERAL + 1:
            note(survey, before, SINGLE, wanted, lowest)
            note(survey, before, OUTSIDE, wanted, lowest)
        if program.is_unlimited and state == SEVERAL + program.limit:
            note(survey, before, state, wanted, lowest)
    for side in range(3):
        if side == 0:
            before = -1 if vertex.is_noop else diagonal_of(vertex)
        else:
            before = tail_of(vertex, number, side)
        if before < 0:
            continue
        if state == SINGLE:
            note(survey, before, OUTSIDE, wanted, lowest)
            continue
        note(survey, before, state, wanted, lowest)
        if state == SEVERAL:
            note(survey, before, SINGLE, wanted, lowest)


cdef inline bint survey_edits(Survey *survey, int32_t head) noexcept nogil:
    """Find the tight edits of several steps that end at a vertex; whether there is room."""
    cdef const Program *program = survey.program
    cdef int32_t lowest = head, number = head, state
    cdef uint32_t states
    cdef int64_t outside = cost_at(program, head, OUTSIDE)
    cdef bint is_well = True
    states = 0
    for state in range(SEVERAL, SEVERAL + program.limit + 1):
        if cost_at(program, head, state) == outside - 1:
            states |= <uint32_t>1 << state
    if not states:
        return True
    survey.states[head] |= states
    while number >= lowest:
        states = survey.states[number]
        survey.states[number] = 0
        survey.n_looks += 1
        if states & <uint32_t>1 << OUTSIDE:
            is_well = is_well and add_way(survey, number, head, True, False)
        state = SINGLE
        states >>= SINGLE
        while states:
            if states & 1:
                note_before(survey, number, state, &lowest)
            states >>= 1
            state += 1
        number -= 1
    return is_well and survey.n_looks < survey.most


cdef inline bint survey_head(Survey *survey, int32_t head, int64_t *gold) noexcept nogil:
    """Find the tight arcs into a vertex; `gold` goes down over gold arcs. Whether there is room."""
    cdef const Program *program = survey.program
    cdef const GoldArcs *found = survey.found
    cdef const Vertex *vertex = &program.lattice.vertices[head]
    cdef const GoldArc *arc
    cdef int64_t outside = cost_at(program, head, OUTSIDE)
    cdef int32_t side, tail, copies
    if vertex.i == vertex.j and outside == <int64_t>vertex.i * STEP:
        # Noops alone: else it were a thousandth or a step more, or matched and below nothing.
        return add_way(survey, 0, head, False, False)
    while gold[0] > 0 and found.arcs[gold[0] - 1].head > head:
        gold[0] -= 1
    while gold[0] > 0 and found.arcs[gold[0] - 1].head == head:
        gold[0] -= 1
        arc = &found.arcs[gold[0]]
        if cost_at(program, arc.tail, OUTSIDE) + gold_cost(program, arc) == outside:
            if not add_way(survey, arc.tail, head, arc.is_edit, arc.is_edit):
                return False
    for side in range(1 if not vertex.n_deletion and not vertex.n_insertion else 3):
        if side == 0:
            tail = diagonal_of(vertex)
            copies = 0 if vertex.is_noop else vertex.n_diagonal
        elif side == 1:
            tail = deletion_of(vertex)
            copies = vertex.n_deletion
        else:
            tail = insertion_of(vertex, head)
            copies = vertex.n_insertion
        if tail >= 0 and cost_at(program, tail, OUTSIDE) + STEP + copies == outside:
            if not add_way(survey, tail, head, side > 0 or not vertex.is_noop, False):
                return False
    return survey_edits(survey, head)
