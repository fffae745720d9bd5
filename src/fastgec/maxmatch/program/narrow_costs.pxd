"""The costs of the certified program where cells are narrow.

Of long texts, cells would take most of the memory; but a vertex needs those of its row and the row
above alone. So two rows of them are kept, and of each vertex the cost outside, with its counts, and
a code for each other state: what it costs beside that, without counts. Who reads a path back asks
for no more.

A code tells the states apart that lightest paths can hold. No state costs less than the cost
outside by more than two thousandths: to close costs one, and an edit of one base arc two at the
most. And one that costs more than it by more than one is on no lightest path: what remains of the
edit costs no less inside it than as an edit of its own, but for a thousandth, where one arc is left
that lies in both alignments.

**Sketches.** Where gold edits do not add up, the first costs lead to no certificate: only costs
outside are asked for, as bounds. So they are filled in without counts, doubt and codes
(`Program.is_sketch`).

**Vertices that are left out.** Where it is known which vertices lightest paths can be at
(`Program.held`), the others get no costs, or, next to those, costs that cannot be. All states
before a state of such a path are on one, too; what others cost, if more than those, changes neither
its cost nor its counts.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.program.cells cimport (
    NEVER, OUTSIDE, SETTLED, SEVERAL, SINGLE, leave_alone, lesser,
)
from fastgec.maxmatch.entries.labels cimport first_at
from fastgec.maxmatch.program.certified cimport AT_OUTSIDE, CODE_BITS
from fastgec.maxmatch.terms.records cimport GoldArcs, Held, Program
from fastgec.maxmatch.program.vertex_costs cimport fill_cell
from fastgec.maxmatch.program.weights cimport STEP


cdef enum:
    ALONE = AT_OUTSIDE - 1 << CODE_BITS  # codes of a settled vertex


cdef inline void keep_narrow(Program *program, int32_t number, const int64_t *cell) noexcept nogil:
    """Keep what is asked of a vertex later on."""
    cdef int64_t outside = cell[OUTSIDE] >> program.cost_shift
    cdef int64_t code
    cdef int32_t codes = 0
    cdef int32_t state
    program.outsides[number] = cell[OUTSIDE]
    if program.is_sketch:
        return
    for state in range(SINGLE, program.n_states):
        code = (cell[state] >> program.cost_shift) - outside + AT_OUTSIDE
        if 0 < code <= AT_OUTSIDE + 1:
            codes |= <int32_t>code << CODE_BITS * (state - SINGLE)
    program.insides[number] = <uint16_t>codes


cdef inline int32_t code_at(
    int64_t cost, int64_t base, int32_t shift, int32_t state
) noexcept nogil:
    """Return the code of a state at its place; `base` is the cost outside that has code 0."""
    cdef int64_t code = (cost >> shift) - base
    return <int32_t>code << CODE_BITS * (state - SINGLE) if 0 < code <= AT_OUTSIDE + 1 else 0


cdef inline void fill_open(
    const Program *program, int32_t number, const Vertex *vertex, int64_t *cell, const int64_t *a,
    const int64_t *b, const int64_t *c, bint is_sketch,
) noexcept nogil:
    """Compute the costs of a vertex from the cells of the tails of three changing arcs."""
    cdef int32_t shift = 0 if is_sketch else program.cost_shift
    cdef bint keeps_ties = program.keeps_ties
    cdef int64_t epsilon = 1 if is_sketch else <int64_t>1 << shift
    cdef uint64_t mask = 0 if is_sketch else <uint64_t>epsilon - 1
    cdef int64_t step = STEP * epsilon
    cdef int64_t proposed = (
        <int64_t>2 << program.correct_bits if not is_sketch and program.is_counting else 0
    )
    cdef int64_t alone = step + proposed
    cdef int64_t single = lesser(lesser(a[OUTSIDE], b[OUTSIDE], mask), c[OUTSIDE], mask) + step
    cdef int64_t outside, none, one, two, inside, base
    if a[SINGLE] == SETTLED and b[SINGLE] == SETTLED and c[SINGLE] == SETTLED:
        cell[OUTSIDE] = program.outsides[number] = single
        cell[SEVERAL] = single - epsilon - proposed
        leave_alone(cell, 2)
        if not is_sketch:
            program.insides[number] = ALONE
        return
    outside = lesser(
        lesser(
            a[OUTSIDE] + alone + vertex.n_diagonal * epsilon,
            b[OUTSIDE] + alone + vertex.n_deletion * epsilon, mask,
        ),
        c[OUTSIDE] + alone + vertex.n_insertion * epsilon, mask,
    )
    none = step + lesser(
        lesser(lesser(a[SEVERAL], a[SINGLE], mask), lesser(b[SEVERAL], b[SINGLE], mask), mask),
        lesser(c[SEVERAL], c[SINGLE], mask), mask,
    )
    one = step + lesser(lesser(a[SEVERAL + 1], b[SEVERAL + 1], mask), c[SEVERAL + 1], mask)
    two = step + lesser(lesser(a[SEVERAL + 2], b[SEVERAL + 2], mask), c[SEVERAL + 2], mask)
    inside = lesser(lesser(none, one, mask), two, mask) + epsilon + proposed
    outside = lesser(outside, inside, mask)
    program.outsides[number] = outside
    cell[OUTSIDE] = outside
    cell[SEVERAL] = none
    inside = (none | (epsilon - 1)) + 1
    if outside == none + epsilon + proposed and not (
        single < inside and (keeps_ties or single != none)
        or one < inside and (keeps_ties or one != none)
        or two < inside and (keeps_ties or two != none)
    ):
        leave_alone(cell, 2)
        if not is_sketch:
            program.insides[number] = ALONE
        return
    cell[SINGLE] = single
    cell[SEVERAL + 1] = one
    cell[SEVERAL + 2] = two
    if not is_sketch:
        base = (outside >> shift) - AT_OUTSIDE
        program.insides[number] = <uint16_t>(
            code_at(single, base, shift, SINGLE) | code_at(none, base, shift, SEVERAL)
            | code_at(one, base, shift, SEVERAL + 1) | code_at(two, base, shift, SEVERAL + 2)
        )


cdef inline bint has_three(const Vertex *vertex) noexcept nogil:
    """Whether three base arcs enter a vertex."""
    return (vertex.n_diagonal != 0) & (vertex.n_deletion != 0) & (vertex.n_insertion != 0)


cdef inline int32_t fill_changed(
    Program *program, int32_t number, int32_t end, int64_t *here, const int64_t *above,
    const int64_t *nothing, bint is_sketch,
) noexcept nogil:
    """Do the work of `fill_cell` and `keep_narrow` for vertices of a row before `end`, up to the
    first that a noop enters, which is returned. No gold arc leads to them, and edits have up to two
    noops.

    Most of the time of documents is spent here. Compilers know of each call whether it is for a
    sketch. A cell of costs that cannot be (`nothing`) stands for the tail of an arc that is not
    there. Where three arcs enter each of several vertices, these are neighbours, and so are those
    above them.
    """
    cdef Program known = program[0]  # compilers would read it again
    cdef const Vertex *vertex = &program.lattice.vertices[number]
    cdef int64_t *cell = here + number * <int64_t>5
    cdef const int64_t *b
    while number < end and not vertex.is_noop:
        b = above + vertex.above * <int64_t>5
        if not has_three(vertex):
            fill_open(
                &known, number, vertex, cell,
                b - 5 if vertex.n_diagonal else nothing,
                b if vertex.n_deletion else nothing,
                <const int64_t *>cell - 5 if vertex.n_insertion else nothing, is_sketch,
            )
            vertex += 1
            number += 1
            cell += 5
            continue
        while number < end and not vertex.is_noop and has_three(vertex):
            fill_open(&known, number, vertex, cell, b - 5, b, cell - 5, is_sketch)
            vertex += 1
            number += 1
            cell += 5
            b += 5
    return number


cdef inline void leave_out(
    Program *program, int64_t *here, int32_t row, int32_t first, int32_t end,
    const int64_t *nothing,
) noexcept nogil:
    """Write costs that cannot be for vertices of a row but those from `first` to before `end`.

    No one asks for others than those that a base arc leaves into a stretch held, of this row or of
    the next one.
    """
    cdef const Lattice *lattice = program.lattice
    cdef const Held *next_held = &program.held[row + 1]
    cdef int32_t left = max(first - 1, lattice.rows[row])
    cdef int32_t right = end
    cdef int32_t number
    if row < lattice.n_source and next_held.first < next_held.end:
        left = min(left, first_at(lattice, row, lattice.vertices[next_held.first].j - 1))
        right = max(right, first_at(lattice, row, lattice.vertices[next_held.end - 1].j + 1))
    for number in range(left, first):
        leave_vertex(program, here, number, nothing)
    for number in range(end, right):
        leave_vertex(program, here, number, nothing)


cdef inline void leave_vertex(
    Program *program, int64_t *here, int32_t number, const int64_t *nothing
) noexcept nogil:
    """Write costs that cannot be for a vertex."""
    cdef int32_t state
    program.outsides[number] = NEVER
    program.insides[number] = 0
    for state in range(program.n_states):
        here[<int64_t>number * program.n_states + state] = nothing[state]


cdef inline void fill_narrow(
    Program *program, const GoldArcs *found, int32_t limit, bint is_unlimited
) noexcept nogil:
    """Do the work of `fill_cells` for narrow cells."""
    cdef const int32_t *rows = program.lattice.rows
    cdef int64_t n_states = SEVERAL + limit + 1
    cdef int64_t at = 0
    cdef int64_t *here = program.cells
    cdef const int64_t *above = program.cells
    cdef int64_t nothing[6]
    cdef int32_t row, number, first, end, last
    cdef int32_t next_gold = found.arcs[0].head if found.n_arcs else -1
    leave_alone(nothing, limit)
    nothing[OUTSIDE] = nothing[SEVERAL] = NEVER
    keep_narrow(program, 0, program.cells)
    for row in range(program.lattice.n_source + 1):
        here = program.cells + (row & 1) * program.row_size - rows[row] * n_states
        first = rows[row]
        end = rows[row + 1]
        if program.held != NULL:
            first = max(first, program.held[row].first)
            end = max(first, program.held[row].end)
            leave_out(program, here, row, first, end, nothing)
        number = max(first, 1)
        while number < end:
            while 0 <= next_gold < number:  # it leads to a vertex that is left out
                at += 1
                next_gold = found.arcs[at].head if at < found.n_arcs else -1
            if limit == 2 and not is_unlimited:
                last = min(end, next_gold) if next_gold >= 0 else end
                if program.is_sketch:
                    number = fill_changed(program, number, last, here, above, nothing, True)
                else:
                    number = fill_changed(program, number, last, here, above, nothing, False)
                if number == end:
                    break
            fill_cell(program, found, &at, number, here, above, limit, is_unlimited)
            keep_narrow(program, number, here + number * n_states)
            next_gold = found.arcs[at].head if at < found.n_arcs else -1
            number += 1
        above = here
