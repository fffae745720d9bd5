"""The scorer's own path where sums are exact, without the arcs of lightest paths.

Of a document there may be hundreds of millions of these. With more than MOST_ROUNDED vertices a
vertex is reached by the first of its arcs, in the order of one number: half pass, middle, tail (see
`tight_arcs`). Only the least number is asked for, and that is found as costs are: vertex by vertex,
from the states of the certified program. Of each state inside an edit the least half pass and tail
are kept that an edit in this state begins with; where the edit may close, the side of its last base
arc is its middle.

**Proof.** The states hold all arcs that lightest paths of the scorer can have (`edit_lists`; cells
keep ties), and perhaps more: pairs of vertices that no arc joins, or one that costs more or comes
from another middle. An edit of several steps weighs one thousandth here; one that has more entries
costs more than its ends differ by, unless a gold edit has it. With more arcs no vertex of a
lightest path is reached by a greater number.

Now let the path that is read back from the end have arcs of the scorer alone, each at the cost and
from the middle that it was taken for. It costs the bound, so the scorer's lightest paths do, too.
From the start on, the scorer reaches each vertex of it by the same number: by no lesser one, as
said; and the number here is that of an arc of the scorer, from a tail that the scorer reaches in
the same half pass. So the path is its own. If some arc is not the scorer's, or no arc reaches the
end (base insertions may cost more than the program says), nothing is known, and all arcs are found
(`lightest_arcs`).

Joined noops are taken to be left in the list, until one of them is on the path.

Only vertices held are looked at (`held_rows`): a lightest path is at no others. Time is that of the
program at these; memory is a number for each of them, and for the states of two rows.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, Vertex, diagonal_of, is_base, tail_of, widest_row
from fastgec.maxmatch.arcs.tight_arcs cimport (
    MIDDLE_SHIFT, NOT_REACHED, PASS_SHIFT, middle_of, side_of,
)
from fastgec.maxmatch.entries.kept_noops cimport is_kept
from fastgec.maxmatch.entries.labels cimport label_arc, label_at
from fastgec.maxmatch.paths.bounds cimport Bounds
from fastgec.maxmatch.paths.held_rows cimport held_place, stands_held
from fastgec.maxmatch.program.cells cimport SEVERAL, SINGLE, lower
from fastgec.maxmatch.program.certified cimport (
    AT_OUTSIDE, CODE_BITS, forward_cost, is_tight_gold,
)
from fastgec.maxmatch.program.weights cimport STEP, insertion_epsilons
from fastgec.maxmatch.terms.records cimport GoldArc, GoldArcs, KeptNoops, Program


cdef enum:
    MOST_STATES = 5  # inside an edit, of a vertex whose cell is narrow


cdef struct FirstWays:
    const Bounds *bounds
    const Program *program
    const GoldArcs *found  # gold arcs of paths of the least cost
    const KeptNoops *kept  # joined noops that are left; NULL: all are taken to be
    int64_t *numbers  # of each vertex held: the least number that it is reached by
    int64_t *rows[2]  # of each vertex held of two rows, of each state: half pass and tail
    int64_t at  # first gold arc whose head is still to come


cdef inline int32_t code_of(int32_t codes, int32_t state) noexcept nogil:
    """Return what a state costs, as narrow cells have it; 0 if it does not matter."""
    return codes >> CODE_BITS * (state - SINGLE) & ((1 << CODE_BITS) - 1)


cdef inline int64_t *reached(const FirstWays *ways, int32_t number) noexcept nogil:
    """Return where the least number stands that a vertex is reached by."""
    return &ways.numbers[held_place(ways.bounds, number)]


cdef inline int64_t begin(const FirstWays *ways, int32_t tail) noexcept nogil:
    """Return half pass and tail of joined arcs that leave a vertex, if it is reached."""
    cdef int64_t number = reached(ways, tail)[0]
    if number == NOT_REACHED:
        return NOT_REACHED
    return (number >> PASS_SHIFT | 1) << PASS_SHIFT | tail


cdef inline void take_base(
    FirstWays *ways, int32_t tail, int32_t head, int64_t middle
) noexcept nogil:
    """Let a base arc reach its head, if its tail is reached."""
    cdef int64_t number = reached(ways, tail)[0]
    cdef int64_t half = number >> PASS_SHIFT
    if number == NOT_REACHED:
        return
    lower(reached(ways, head), (half + (half & 1)) << PASS_SHIFT | middle | tail)


cdef inline int64_t take_side(
    FirstWays *ways, int32_t number, int32_t before, int64_t *here, const int64_t *there,
    int32_t codes, bint is_noop, int32_t more,
) noexcept nogil:
    """Take the states that a base arc leads on from; return the least of those that may close.

    `more` is what the tail of the arc costs less than the head, without a step.
    """
    cdef const Program *program = ways.program
    cdef int32_t codes_before = program.insides[before]
    cdef int64_t closing = NOT_REACHED
    cdef int64_t least
    cdef int32_t state, code, wanted
    for state in range(SINGLE, SEVERAL + program.limit + 1):
        code = code_of(codes, state)
        wanted = code + more
        if code == 0 or wanted <= 0 or is_noop and state <= SEVERAL:
            continue
        least = NOT_REACHED
        if wanted == AT_OUTSIDE and state == (SEVERAL + 1 if is_noop else SINGLE):
            least = begin(ways, before)
        if state > SINGLE:
            if not is_noop or program.is_unlimited and state == SEVERAL + program.limit:
                if wanted == code_of(codes_before, state):
                    least = min(least, there[state - SINGLE])
            if is_noop and wanted == code_of(codes_before, state - 1):
                least = min(least, there[state - 1 - SINGLE])
            if state == SEVERAL + is_noop and wanted == code_of(codes_before, SINGLE):
                least = min(least, there[0])
        lower(&here[state - SINGLE], least)
        if state > SINGLE and code == AT_OUTSIDE - 1:
            closing = min(closing, least)
    return closing


cdef inline void take_arcs(
    FirstWays *ways, int32_t number, int64_t *here, const int64_t *above
) noexcept nogil:
    """Let base arcs, and edits of several arcs, reach a vertex.

    `here` and `above` are where the states of its row and the row above would stand from vertex 0
    on.
    """
    cdef const Program *program = ways.program
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int64_t n_inside = SEVERAL + program.limit + 1 - SINGLE
    cdef int64_t cost = forward_cost(program, number) - STEP
    cdef int32_t codes = program.insides[number]
    cdef int64_t more, closing
    cdef int32_t side, before, epsilons
    cdef bint is_noop
    for side in range(<int32_t>n_inside):
        here[number * n_inside + side] = NOT_REACHED
    for side in range(3):
        before = tail_of(vertex, number, side)
        if before < 0 or not stands_held(ways.bounds, vertex.i - (side < 2), before):
            continue
        more = cost - forward_cost(program, before)
        if not -AT_OUTSIDE - 1 <= more <= AT_OUTSIDE + 1:
            continue  # an arc costs its step, and a few thousandths
        is_noop = side == 0 and vertex.is_noop
        epsilons = 0 if is_noop else vertex.n_diagonal if side == 0 else vertex.n_deletion
        if side == 2:
            epsilons = insertion_epsilons(ways.found, program.lattice, before, number)
        if more == epsilons:
            take_base(ways, before, number, <int64_t>side << MIDDLE_SHIFT)
        closing = take_side(
            ways, number, before, here + number * n_inside,
            (here if side == 2 else above) + before * n_inside, codes, is_noop, <int32_t>more,
        )
        if closing != NOT_REACHED:
            lower(reached(ways, number), closing | <int64_t>side << MIDDLE_SHIFT)


cdef inline void take_gold(FirstWays *ways, int32_t number) noexcept nogil:
    """Let arcs that spell gold edits reach a vertex."""
    cdef const Program *program = ways.program
    cdef const Lattice *lattice = program.lattice
    cdef const GoldArc *arc
    while ways.at < ways.found.n_arcs and ways.found.arcs[ways.at].head <= number:
        arc = &ways.found.arcs[ways.at]
        ways.at += 1
        if (
            arc.head < number or not is_tight_gold(program, arc)
            or reached(ways, arc.tail)[0] == NOT_REACHED
        ):
            continue
        if is_base(&lattice.vertices[number], arc.tail, number):
            take_base(
                ways, arc.tail, number,
                middle_of(side_of(&lattice.vertices[number], arc.tail)),
            )
        else:
            label_arc(program.labels, lattice, program.options, arc.tail, number)
            lower(
                reached(ways, number),
                begin(ways, arc.tail) | middle_of(label_at(program.labels, lattice, number).sides),
            )


cdef inline void take_noops(FirstWays *ways, int32_t head) noexcept nogil:
    """Let joined noops reach a vertex."""
    cdef const Program *program = ways.program
    cdef const Vertex *vertices = program.lattice.vertices
    cdef int64_t cost = forward_cost(program, head)
    cdef int32_t tail = head
    cdef int32_t n_noops = 0
    while n_noops < program.options.max_unchanged and vertices[tail].is_noop:
        tail = diagonal_of(&vertices[tail])
        n_noops += 1
        if not stands_held(ways.bounds, vertices[tail].i, tail):
            return
        if forward_cost(program, tail) + n_noops * <int64_t>STEP != cost:
            return
        if n_noops > 1 and begin(ways, tail) < reached(ways, head)[0] and (
            ways.kept == NULL or is_kept(ways.kept, program.lattice, tail, head)
        ):
            reached(ways, head)[0] = begin(ways, tail)


cdef inline Status open_ways(
    FirstWays *ways, const Bounds *bounds, const GoldArcs *found, Arena *arena
) noexcept nogil:
    """Take memory. Cells are narrow, with costs for these arcs, and ties kept, at vertices held."""
    cdef const Lattice *lattice = bounds.program.lattice
    cdef int64_t widest = widest_row(lattice)
    ways.bounds = bounds
    ways.program = bounds.program
    ways.found = found
    ways.kept = NULL
    ways.numbers = <int64_t *>arena_take(arena, bounds.n_held, sizeof(int64_t))
    ways.rows[0] = <int64_t *>arena_take(arena, widest * MOST_STATES, sizeof(int64_t))
    ways.rows[1] = <int64_t *>arena_take(arena, widest * MOST_STATES, sizeof(int64_t))
    if ways.numbers == NULL or ways.rows[0] == NULL or ways.rows[1] == NULL:
        return arena_status(arena)
    return DONE


cdef inline Status reach_all(FirstWays *ways) noexcept nogil:
    """Find the least number that each vertex is reached by."""
    cdef const Program *program = ways.program
    cdef const Lattice *lattice = program.lattice
    cdef int64_t n_inside = SEVERAL + program.limit + 1 - SINGLE
    cdef int64_t *here = NULL
    cdef const int64_t *above = NULL
    cdef int32_t row, number
    ways.at = 0
    for row in range(lattice.n_source + 1):
        if row & 31 == 0 and is_cancelled(program.options.cancel):
            return CANCELLED
        above = here
        here = ways.rows[row & 1] - lattice.rows[row] * n_inside
        for number in range(ways.bounds.held[row].first, ways.bounds.held[row].end):
            reached(ways, number)[0] = NOT_REACHED
            take_arcs(ways, number, here, above)
            if number == 0:
                reached(ways, 0)[0] = 0
            take_gold(ways, number)
            take_noops(ways, number)
    return DONE
