"""The tight arcs of a certified row: what its lightest paths may hold, and perhaps more.

The cells of the certified program hold bounds that no path of the scorer undercuts, and a
certificate shows that its lightest paths cost the last one. So every arc of such a path is tight:
it costs what the bounds of its two ends differ by. Tight arcs are found from the end to the start,
those of edits of several steps by the states of cells that a tight way may take. Some of them may
not be arcs of the scorer; none of his is missing.

Time is that of the tight arcs, and is bounded: where these are many, the order is asked at once.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint8_t
from libc.string cimport memcpy, memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Vertex, diagonal_of, tail_of
from fastgec.maxmatch.program.cells cimport OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.program.certified cimport (
    MOST_NARROW, cell_of, forward_cost, is_tight_gold, state_cost, sums_are_exact,
)
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs, Program, has_doubtful
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    FEW_WAYS = 1024  # that memory is taken for at first
    MOST_ARCS = 8  # tight arcs, and places looked at for them, for each vertex
    FEW = 1024  # and so many more
    MOST_STATES = SEVERAL + MOST_NARROW + 1  # of a vertex whose cell is narrow


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
    uint8_t *is_tight  # of each vertex: it is the end of a way
    bint is_whole  # all tight arcs were found


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


cdef inline const int64_t *costs_of(
    const Program *program, int32_t vertex, int64_t *room
) noexcept nogil:
    """Return what the states of a vertex cost, with counts; there is room where cells are narrow.
    """
    cdef int32_t state
    if not program.is_narrow:
        return cell_of(program, vertex)
    for state in range(program.n_states):
        room[state] = state_cost(program, vertex, state)
    return room


cdef inline uint32_t states_before(
    const Program *program, int32_t number, uint32_t states, int32_t before, bint is_noop
) noexcept nogil:
    """Return the states of a vertex that a base arc leads from to some states inside an edit, as
    bits: `certified.fill_cells`, turned round."""
    cdef int64_t rooms[2][MOST_STATES]
    cdef const int64_t *here = costs_of(program, number, rooms[0])
    cdef const int64_t *there = costs_of(program, before, rooms[1])
    cdef int32_t shift = program.cost_shift
    cdef int32_t state = SEVERAL + 1 if is_noop else SINGLE
    cdef int64_t wanted
    cdef uint32_t found = 0
    states >>= state
    while states:
        if states & 1:
            wanted = (here[state] >> shift) - STEP
            if state > SINGLE and there[state - is_noop] >> shift == wanted:
                found |= <uint32_t>1 << (state - is_noop)
            if state == SEVERAL + is_noop and there[SINGLE] >> shift == wanted:
                found |= <uint32_t>1 << SINGLE
            if state == (SEVERAL + 1 if is_noop else SINGLE):
                if there[OUTSIDE] >> shift == wanted:
                    found |= <uint32_t>1 << OUTSIDE
            if is_noop and program.is_unlimited and state == SEVERAL + program.limit:
                if there[state] >> shift == wanted:
                    found |= <uint32_t>1 << state
        states >>= 1
        state += 1
    return found


cdef inline uint32_t closing_states(const Program *program, int32_t head) noexcept nogil:
    """Return the states that edits of several steps end in tightly at a vertex, as bits."""
    cdef int64_t room[MOST_STATES]
    cdef const int64_t *costs = costs_of(program, head, room)
    cdef int64_t wanted = (costs[OUTSIDE] >> program.cost_shift) - 1
    cdef uint32_t states = 0
    cdef int32_t state
    for state in range(SEVERAL, SEVERAL + program.limit + 1):
        if costs[state] >> program.cost_shift == wanted:
            states |= <uint32_t>1 << state
    return states


cdef inline bint survey_edits(Survey *survey, int32_t head, uint32_t states) noexcept nogil:
    """Find the tight edits that end at a vertex in some states; whether there is room."""
    cdef const Program *program = survey.program
    cdef const Vertex *vertex
    cdef int32_t lowest = head, number = head
    cdef int32_t side, before
    cdef uint32_t earlier
    cdef bint is_well = True
    survey.states[head] |= states
    while number >= lowest:
        states = survey.states[number]
        survey.states[number] = 0
        survey.n_looks += 1
        if states & <uint32_t>1 << OUTSIDE:
            is_well = is_well and add_way(survey, number, head, True, False)
        vertex = &program.lattice.vertices[number]
        for side in range(3 if states >> SINGLE else 0):
            before = tail_of(vertex, number, side)
            if before < 0:
                continue
            earlier = states_before(
                program, number, states, before, side == 0 and vertex.is_noop
            )
            if earlier:
                survey.states[before] |= earlier
                lowest = min(lowest, before)
        number -= 1
    return is_well and survey.n_looks < survey.most


cdef inline bint survey_gold(Survey *survey, int32_t head, int64_t *gold) noexcept nogil:
    """Find the tight arcs into a vertex that spell gold edits; `gold` goes down over gold arcs.
    Whether there is room."""
    cdef const GoldArc *arc
    while gold[0] > 0 and survey.found.arcs[gold[0] - 1].head >= head:
        gold[0] -= 1
        arc = &survey.found.arcs[gold[0]]
        if arc.head == head and is_tight_gold(survey.program, arc):
            if not add_way(survey, arc.tail, head, arc.is_edit, arc.is_edit):
                return False
    return True


cdef inline bint survey_head(Survey *survey, int32_t head, int64_t *gold) noexcept nogil:
    """Find the tight arcs into a vertex; `gold` goes down over gold arcs. Whether there is room."""
    cdef const Program *program = survey.program
    cdef const Vertex *vertex = &program.lattice.vertices[head]
    cdef int64_t outside = forward_cost(program, head)
    cdef int32_t side, tail, copies
    cdef uint32_t states
    if vertex.i == vertex.j and outside == <int64_t>vertex.i * STEP:
        # Noops alone: else it were a thousandth or a step more, or matched and below nothing.
        return add_way(survey, 0, head, False, False)
    if not survey_gold(survey, head, gold):
        return False
    for side in range(1 if not vertex.n_deletion and not vertex.n_insertion else 3):
        tail = tail_of(vertex, head, side)
        if side == 0:
            copies = 0 if vertex.is_noop else vertex.n_diagonal
        else:
            copies = vertex.n_deletion if side == 1 else vertex.n_insertion
        if tail >= 0 and forward_cost(program, tail) + STEP + copies == outside:
            if not add_way(survey, tail, head, side > 0 or not vertex.is_noop, False):
                return False
    states = closing_states(program, head)
    return not states or survey_edits(survey, head, states)


cdef inline bint makes_gold_alone(
    const Program *program, const GoldArcs *found, int64_t n_correct, int32_t n_proposed
) noexcept nogil:
    """Whether all lightest paths of a certified row have the same edits, each a gold edit.

    Correct edits are a sum over arcs there. Where each arc adds one, a path with as many correct
    edits as edits has gold arcs alone; they are tight. If there are just as many tight ones, each
    path has them all.
    """
    cdef int64_t at
    cdef int32_t n_tight = 0
    if n_correct != n_proposed:
        return False
    for at in range(found.n_arcs):
        if found.arcs[at].is_edit and is_tight_gold(program, &found.arcs[at]):
            if found.arcs[at].n_correct != 1:
                return False
            n_tight += 1
    return n_tight == n_proposed


cdef inline Status survey_ways(
    Survey *survey, const Program *program, const GoldArcs *found, Arena *arena
) noexcept nogil:
    """Find the tight arcs of a certified row, whose cells are filled for these gold arcs.

    If it would take too long, or they would not be all, they are not whole.
    """
    cdef int32_t n_vertices = program.lattice.n_vertices
    cdef int32_t head
    cdef int64_t gold = found.n_arcs
    survey.is_whole = False
    if program.is_sparse or sums_are_exact(program):  # then the order is known as soon
        return DONE
    if has_doubtful(found):
        return DONE
    survey.program = program
    survey.found = found
    survey.n_ways = survey.n_edits = survey.n_looks = survey.room = 0
    survey.most = MOST_ARCS * <int64_t>n_vertices + FEW
    survey.ways = NULL
    survey.arena = arena
    survey.status = DONE
    survey.states = <uint32_t *>arena_take(arena, n_vertices, sizeof(uint32_t))
    survey.is_tight = <uint8_t *>arena_take(arena, n_vertices, 1)
    if survey.states == NULL or survey.is_tight == NULL:
        return arena_status(arena)
    memset(survey.states, 0, n_vertices * sizeof(uint32_t))
    memset(survey.is_tight, 0, n_vertices)
    survey.is_tight[n_vertices - 1] = True
    for head in range(n_vertices - 1, 0, -1):
        if not survey.is_tight[head]:
            continue
        if head & 1023 == 0 and is_cancelled(program.options.cancel):
            return CANCELLED
        if not survey_head(survey, head, &gold):
            return survey.status
    survey.is_whole = True
    return DONE
