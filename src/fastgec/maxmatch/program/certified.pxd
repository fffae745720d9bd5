"""The certified program: what MaxMatch counts, found without the list of longer arcs.

The published scorer takes the lightest path over base and joined arcs, and settles ties by the last
bit of sums of doubles and by the order of its list. Most sentences do not depend on either. This
program finds their counts in time linear in the lattice; whether they hold, `certificate` says.

**States.** At a vertex, a path from the start is in one of these:

    O     outside an edit
    B     inside an edit that has one changing arc so far and nothing else
    C(c)  inside an edit of several arcs, c of them noops; or of c noops and nothing else so far

with c at most u, the most unchanged words of an edit. Noops alone are no edit, but need no state of
their own: to close after them costs a thousandth more than to stay outside.

**Settled vertices.** Where O costs as much as closing C(0) does, and no other state inside an edit
costs less than C(0), or as much with other counts, these states are left out: C(0) may do whatever
they may. If all arcs into a vertex are changing and leave settled vertices, it is settled, too, and
costs a step more than the cheapest of them.

**Costs**, compared in this order: matched arcs (more is better); then 1000 per lattice step outside
matched arcs, and 1 per thousandth that the scorer adds. An edit of one base arc has as many
thousandths as alignments it lies in (1 or 2), a longer one has at least 1. Noops outside an edit
cost their step. Arcs that spell gold edits come from `gold_arcs`, with their own weights, and lead
from O to O. Beside the cost, a path carries what it counts: proposed and correct edits.

**Packing.** A cost is one signed 64-bit integer: minus the matches, then steps and thousandths,
proposed, correct, doubt, from the highest bit to the lowest. The widths of the fields follow from
the sentence. Where they do not fit, doubt and counts are left out: there is no certificate then,
but the costs hold for what comes next.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport MOST_ROUNDED, Lattice, count_noops, widest_row
from fastgec.maxmatch.program.cells cimport NEVER, N_SLOTS, OUTSIDE, SEVERAL, SINGLE, SPARSE_STATES
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.terms.records cimport GoldArc, Label, Program
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    # Of narrow cells: a code says what a state costs beside the cost outside; 0: does not matter.
    CODE_BITS = 3
    AT_OUTSIDE = 3  # the code of that cost itself


cdef inline const int64_t *cell_of(const Program *program, int32_t vertex) noexcept nogil:
    """Return the costs of the states of a vertex, if cells are not narrow."""
    return program.cells + <int64_t>vertex * program.n_states


cdef inline int64_t outside_at(const Program *program, int32_t vertex) noexcept nogil:
    """Return the cost outside an edit at a vertex."""
    return program.outsides[<int64_t>vertex * program.stride]


cdef inline int64_t state_cost(
    const Program *program, int32_t vertex, int32_t state
) noexcept nogil:
    """Return the cost of a state at a vertex; of narrow cells, without counts inside an edit."""
    cdef int32_t code
    if not program.is_narrow:
        return cell_of(program, vertex)[state]
    if state == OUTSIDE:
        return program.outsides[vertex]
    code = program.insides[vertex] >> CODE_BITS * (state - SINGLE) & ((1 << CODE_BITS) - 1)
    if code == 0:
        return NEVER
    return ((program.outsides[vertex] >> program.cost_shift) + code - AT_OUTSIDE) << (
        program.cost_shift
    )


cdef inline int64_t cost_at(const Program *program, int32_t vertex, int32_t state) noexcept nogil:
    """Return the cost of a state at a vertex, without counts."""
    return state_cost(program, vertex, state) >> program.cost_shift


cdef inline int64_t forward_cost(const Program *program, int32_t vertex) noexcept nogil:
    """Return the cost outside an edit at a vertex, without counts."""
    return outside_at(program, vertex) >> program.cost_shift


cdef inline int64_t match_cost(const Program *program) noexcept nogil:
    """Return the cost of a matched arc, negated, without counts."""
    return <int64_t>1 << (program.match_shift - program.cost_shift)


cdef inline int64_t gold_cost(const Program *program, const GoldArc *arc) noexcept nogil:
    """Return the cost of an arc that spells gold edits, without counts."""
    return arc.epsilons + (
        -match_cost(program) if arc.is_matched else <int64_t>arc.steps * STEP
    )


cdef inline bint is_tight_gold(const Program *program, const GoldArc *arc) noexcept nogil:
    """Whether a gold arc costs what its ends differ by."""
    return forward_cost(program, arc.tail) + gold_cost(program, arc) == forward_cost(
        program, arc.head
    )


cdef enum:
    FEW_NOOPS = 8  # with up to so many states, cells are dense
    MOST_BITS = 60  # of a packed cost
    NARROW_FROM = 1 << 17  # costs of all cells, from which on they are narrow
    MOST_NARROW = 3  # noops that states of narrow cells tell apart


cdef inline bint is_doubtful(const Program *program) noexcept nogil:
    """Whether ways of the least cost count differently."""
    return program.is_counting and outside_at(program, program.lattice.n_vertices - 1) & 1


cdef inline bint sums_are_exact(const Program *program) noexcept nogil:
    """Whether the scorer's path follows from the states of narrow cells (`first_ways`)."""
    return program.lattice.n_vertices > MOST_ROUNDED and program.is_narrow


cdef inline int32_t bits_of(int64_t value) noexcept nogil:
    cdef int32_t bits = 0
    while value >> bits:
        bits += 1
    return bits


cdef inline void choose_fields(Program *program, int64_t most_gold) noexcept nogil:
    """Choose the widths of the fields of a packed cost.

    A path matches no more arcs than the annotator has gold edits: of a span that holds source
    tokens it has one arc, and an insertion that is matched takes a gold edit that no other one
    takes, also where release 3.2 shifts it. No token costs more than STEP + 4: a base arc has two
    entries at most, and the insertion rule visits each twice at most. Where counts have no place
    beside the cost, they are left out.
    """
    cdef int64_t n_tokens = <int64_t>program.lattice.n_source + program.lattice.n_hypothesis
    cdef int32_t cost_bits = bits_of((STEP + 5) * n_tokens)
    cdef int32_t match_bits = bits_of(min(n_tokens, most_gold))
    program.correct_bits = bits_of(most_gold)
    program.cost_shift = 1 + program.correct_bits + bits_of(n_tokens)
    program.is_counting = program.cost_shift + cost_bits + match_bits <= MOST_BITS
    if not program.is_counting:
        program.correct_bits = 0
        program.cost_shift = 0
    program.match_shift = program.cost_shift + cost_bits
    program.is_wide_enough = program.match_shift + match_bits <= MOST_BITS
    program.is_sketch = False


cdef inline void begin_sketch(Program *program) noexcept nogil:
    """Leave counts out of costs, and all but costs outside, until fields are chosen again."""
    program.match_shift -= program.cost_shift
    program.correct_bits = 0
    program.cost_shift = 0
    program.is_counting = False
    program.is_sketch = True


cdef inline Status open_program(
    Program *program, const Lattice *lattice, const Options *options, int64_t most_gold,
    Arena *arena,
) noexcept nogil:
    """Take memory for a sentence's programs; its annotators have up to `most_gold` edits."""
    cdef int32_t most_noops = min(lattice.n_source, lattice.n_hypothesis)
    cdef int32_t *noops
    program.lattice = lattice
    program.options = options
    if min(options.max_unchanged, most_noops) > FEW_NOOPS:
        noops = <int32_t *>arena_take(arena, lattice.n_vertices, sizeof(int32_t))
        if noops == NULL:
            return arena_status(arena)
        most_noops = count_noops(noops, lattice)
    program.is_unlimited = options.max_unchanged >= most_noops and most_noops > 0
    # With no bound on noops, states need not count them: the highest c stands for itself and more.
    program.limit = 1 if program.is_unlimited else min(options.max_unchanged, most_noops)
    program.is_sparse = program.limit > FEW_NOOPS
    program.n_inside = N_SLOTS if program.is_sparse else program.limit + 1
    program.n_states = SPARSE_STATES if program.is_sparse else SEVERAL + program.n_inside
    program.keeps_ties = False
    choose_fields(program, most_gold)
    program.is_narrow = (
        program.limit <= MOST_NARROW
        and <int64_t>lattice.n_vertices * program.n_states >= NARROW_FROM
    )
    program.stride = 1 if program.is_narrow else program.n_states
    program.cells = NULL
    program.held = NULL
    program.labels = <Label *>arena_take(
        arena, 2 * (<size_t>lattice.n_hypothesis + 1), sizeof(Label)
    )
    if program.labels == NULL:
        return arena_status(arena)
    if program.is_narrow:
        return DONE
    program.cells = <int64_t *>arena_take(
        arena, <size_t>lattice.n_vertices * program.n_states, sizeof(int64_t)
    )
    program.outsides = program.cells
    return DONE if program.cells != NULL else arena_status(arena)


cdef inline Status open_cells(Program *program, Arena *arena) noexcept nogil:
    """Take memory for the costs of one row of the table, if its cells are narrow."""
    cdef const Lattice *lattice = program.lattice
    if not program.is_narrow:
        return DONE
    program.row_size = <int64_t>widest_row(lattice) * program.n_states
    program.cells = <int64_t *>arena_take(arena, 2 * program.row_size, sizeof(int64_t))
    program.outsides = <int64_t *>arena_take(arena, lattice.n_vertices, sizeof(int64_t))
    program.insides = <uint16_t *>arena_take(arena, lattice.n_vertices, sizeof(uint16_t))
    if program.cells == NULL or program.outsides == NULL or program.insides == NULL:
        return arena_status(arena)
    return DONE
