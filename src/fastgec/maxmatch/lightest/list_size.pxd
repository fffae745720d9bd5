"""The number of entries of the scorer's list, counted without the list.

A matched arc weighs -|E|, and where sums of doubles decide, their rounding depends on |E|. Nothing
is known that gives it but making the labels from every vertex to every other one: here from LANES
neighbours at once, so that what is done for one is done for all, without branches.
"""

from libc.stdint cimport int16_t, int32_t, int64_t

from fastgec._arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec._lattice cimport Lattice, Vertex, deletion_of, diagonal_of, insertion_of, tail_of
from fastgec.maxmatch.entries.labels cimport first_at
from fastgec.maxmatch.terms.edits cimport Options


cdef extern from *:
    """
    #ifndef FASTGEC_LANES
    #include <stdint.h>
    #define FASTGEC_LANES 32
    #define FASTGEC_NO_LABEL 30000
    #if defined(_MSC_VER)
    #define FASTGEC_RESTRICT __restrict
    #else
    #define FASTGEC_RESTRICT restrict
    #endif
    typedef struct { int16_t steps[FASTGEC_LANES], noops[FASTGEC_LANES]; } fastgec_labels;
    static inline void fastgec_join(
        const fastgec_labels *diagonal, const fastgec_labels *deletion,
        const fastgec_labels *insertion, int16_t noop, int16_t most,
        fastgec_labels *FASTGEC_RESTRICT here, int16_t *FASTGEC_RESTRICT entries
    ) {
        for (int lane = 0; lane < FASTGEC_LANES; lane++) {
            int16_t noops = (int16_t)(diagonal->noops[lane] + noop);
            int16_t by_deletion = deletion->noops[lane], by_insertion = insertion->noops[lane];
            int16_t best = (int16_t)(diagonal->steps[lane] + 1);
            int16_t down = (int16_t)(deletion->steps[lane] + 1);
            int16_t across = (int16_t)(insertion->steps[lane] + 1);
            int16_t number, takes;
            best = noops > most ? FASTGEC_NO_LABEL : best;
            best = best > FASTGEC_NO_LABEL ? FASTGEC_NO_LABEL : best;
            number = best < FASTGEC_NO_LABEL ? 1 : 0;
            takes = down < best ? -1 : 0;
            number = (int16_t)(number - takes);
            noops = (int16_t)((by_deletion & takes) | (noops & ~takes));
            best = down < best ? down : best;
            takes = across < best ? -1 : 0;
            number = (int16_t)(number - takes);
            noops = (int16_t)((by_insertion & takes) | (noops & ~takes));
            best = across < best ? across : best;
            here->steps[lane] = best;
            here->noops[lane] = noops;
            entries[lane] = number;
        }
    }
    static inline int fastgec_total(const int16_t *entries) {
        int total = 0;
        for (int lane = 0; lane < FASTGEC_LANES; lane++) total += entries[lane];
        return total;
    }
    #endif
    """
    enum:
        LANES "FASTGEC_LANES"
        NO_LABEL "FASTGEC_NO_LABEL"

    ctypedef struct Labels "fastgec_labels":
        int16_t steps[32]
        int16_t noops[32]

    void join_labels "fastgec_join"(
        const Labels *diagonal, const Labels *deletion, const Labels *insertion, int16_t noop,
        int16_t most, Labels *here, int16_t *entries,
    ) noexcept nogil
    int32_t total_of "fastgec_total"(const int16_t *entries) noexcept nogil


cdef inline int64_t count_from(
    Labels *rows, const Lattice *lattice, int32_t first, int32_t max_unchanged
) noexcept nogil:
    """Count the entries of joined arcs from LANES tails that follow one another."""
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef Labels *nothing = rows + 2 * n_places
    cdef Labels *here
    cdef Labels *above = nothing
    cdef int32_t last = min(first + <int32_t>LANES, lattice.n_vertices) - 1
    cdef int32_t last_row = vertices[last].i
    cdef int32_t row, at, lane, side, tail, noop, start
    cdef int32_t left = lattice.n_hypothesis
    cdef int32_t above_first = 0, above_end = 0
    cdef int64_t n_found = 0
    cdef int32_t n_entries
    cdef int16_t entries[32]
    cdef int16_t most = <int16_t>min(max_unchanged, <int32_t>NO_LABEL)
    cdef int32_t reach, end, first_labelled = 0, last_labelled = 0
    cdef bint is_labelled
    for at in range(first, last + 1):
        left = min(left, vertices[at].j)
    for row in range(vertices[first].i, lattice.n_source + 1):
        here = rows + (row & 1) * n_places
        reach = lattice.n_hypothesis
        if row == vertices[first].i:
            start = first + 1
        elif row <= last_row + 1:
            start = first_at(lattice, row, left)
        else:
            start = first_at(lattice, row, vertices[first_labelled].j)
            reach = vertices[last_labelled].j + 1
        first_labelled = -1
        is_labelled = False
        end = lattice.rows[row + 1]
        for at in range(start, lattice.rows[row + 1]):
            if not is_labelled and vertices[at].j > reach:
                end = at
                break
            is_labelled = False
            vertex = &vertices[at]
            join_labels(
                above + (vertex.j - 1)
                if above_first <= diagonal_of(vertex) < above_end else nothing,
                above + vertex.j if above_first <= deletion_of(vertex) < above_end else nothing,
                here + (vertex.j - 1) if at > start and vertex.n_insertion else nothing,
                vertex.is_noop, most, here + vertex.j, entries,
            )
            for side in range(3 if row <= last_row + 1 else 0):
                tail = tail_of(vertex, at, side)
                if first <= tail <= last:  # a base arc: no joined one has its place
                    noop = side == 0 and vertex.is_noop
                    here[vertex.j].steps[tail - first] = 1 if noop <= most else NO_LABEL
                    here[vertex.j].noops[tail - first] = <int16_t>noop
                    entries[tail - first] = 0
                    is_labelled = True
            n_entries = total_of(entries)
            n_found += n_entries
            is_labelled |= n_entries > 0
            if is_labelled:
                last_labelled = at
                if first_labelled < 0:
                    first_labelled = at
        if first_labelled < 0 and row > last_row:
            break
        above = here
        above_first = start
        above_end = end
    return n_found


cdef inline Status count_joined(
    int64_t *n_joined, const Lattice *lattice, const Options *options, Arena *arena
) noexcept nogil:
    """Count the entries of joined arcs, with those of noops that are removed later."""
    cdef Mark mark = arena_mark(arena)
    cdef int64_t n_places = <int64_t>lattice.n_hypothesis + 1
    cdef int32_t first = 0, lane
    cdef Labels *rows = <Labels *>arena_take(arena, 2 * n_places + 1, sizeof(Labels))
    n_joined[0] = 0
    if rows == NULL:
        return arena_status(arena)
    for lane in range(LANES):
        rows[2 * n_places].steps[lane] = NO_LABEL
        rows[2 * n_places].noops[lane] = 0
    while first < lattice.n_vertices:
        if is_cancelled(options.cancel):
            return CANCELLED
        n_joined[0] += count_from(rows, lattice, first, options.max_unchanged)
        first += LANES
    arena_rewind(arena, &mark)
    return DONE
