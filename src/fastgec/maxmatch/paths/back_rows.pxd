"""Costs to the end of all states of the certified program, of the vertices of two rows."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, widest_row
from fastgec.maxmatch.paths.back_steps cimport STEP_CELLS
from fastgec.maxmatch.program.cells cimport NEVER, OUTSIDE, SEVERAL, SINGLE, lower
from fastgec.maxmatch.terms.records cimport Program
from fastgec.maxmatch.program.weights cimport STEP


cdef struct BackRows:
    # Costs to the end of all states, of the vertices of two rows.
    int64_t *cells
    int64_t size  # costs of a row
    int32_t n_states  # of a vertex: one for each number of noops


cdef inline Status open_back_rows(
    BackRows *rows, const Program *program, Arena *arena
) noexcept nogil:
    """Take memory for the costs of two rows."""
    rows.n_states = STEP_CELLS if program.is_sparse else SEVERAL + program.limit + 1
    rows.size = <int64_t>widest_row(program.lattice) * rows.n_states
    rows.cells = <int64_t *>arena_take(arena, 2 * rows.size, sizeof(int64_t))
    return DONE if rows.cells != NULL else arena_status(arena)


cdef inline void clear_back_rows(BackRows *rows) noexcept nogil:
    cdef int64_t at
    for at in range(2 * rows.size):
        rows.cells[at] = NEVER


cdef inline void begin_back(BackRows *rows, const Lattice *lattice) noexcept nogil:
    """Begin at the end, which costs nothing."""
    cdef int64_t last = lattice.n_vertices - 1 - lattice.rows[lattice.n_source]
    clear_back_rows(rows)
    rows.cells[(lattice.n_source & 1) * rows.size + last * rows.n_states] = 0


cdef inline void go_back_by(
    int64_t *there, const int64_t *here, const Program *program, int64_t copies
) noexcept nogil:
    """Take a base arc from the states of its tail; `copies` is 0 for a noop.

    The transitions are those of `fill_cells`, turned round.
    """
    cdef int32_t limit = program.limit
    cdef int32_t c
    if limit == 2 and not program.is_unlimited:
        go_back_two(
            there, here[OUTSIDE], here[SINGLE], here[SEVERAL], here[SEVERAL + 1],
            here[SEVERAL + 2], copies,
        )
        return
    if copies == 0:
        lower(&there[OUTSIDE], here[OUTSIDE] + STEP)
        if limit:
            lower(&there[OUTSIDE], here[SEVERAL + 1] + STEP)
            lower(&there[SINGLE], here[SEVERAL + 1] + STEP)
            for c in range(limit):
                lower(&there[SEVERAL + c], here[SEVERAL + c + 1] + STEP)
            if program.is_unlimited:
                c = SEVERAL + limit
                lower(&there[c], here[c] + STEP)
        return
    lower(&there[OUTSIDE], here[OUTSIDE] + STEP + copies)
    lower(&there[OUTSIDE], here[SINGLE] + STEP)
    lower(&there[SINGLE], here[SEVERAL] + STEP)
    lower(&there[SEVERAL], here[SEVERAL] + STEP)
    for c in range(1, limit + 1):
        lower(&there[SEVERAL + c], here[SEVERAL + c] + STEP)


cdef inline void go_back_two(
    int64_t *there, int64_t outside, int64_t single, int64_t none, int64_t one, int64_t two,
    int64_t copies,
) noexcept nogil:
    """Do the work of `go_back_by` for edits of up to two noops, from costs at hand."""
    if copies == 0:
        there[OUTSIDE] = min(there[OUTSIDE], min(outside, one) + STEP)
        there[SINGLE] = min(there[SINGLE], one + STEP)
        there[SEVERAL] = min(there[SEVERAL], one + STEP)
        there[SEVERAL + 1] = min(there[SEVERAL + 1], two + STEP)
        return
    there[OUTSIDE] = min(there[OUTSIDE], min(outside + copies, single) + STEP)
    there[SINGLE] = min(there[SINGLE], none + STEP)
    there[SEVERAL] = min(there[SEVERAL], none + STEP)
    there[SEVERAL + 1] = min(there[SEVERAL + 1], one + STEP)
    there[SEVERAL + 2] = min(there[SEVERAL + 2], two + STEP)
