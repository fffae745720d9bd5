"""Outcomes: all counts that the lightest paths of a sentence can have.

Which of the lightest paths the published scorer takes depends on its order. But the counts of all
of them can be found in one pass: from vertex to vertex goes the set of triples (place in the list
of gold edits, correct, proposed) that some lightest path has there. The place is what the scorer's
count keeps while it walks a path and the gold edits together: edits before it are not seen again.
If all triples at the end have the same counts, these are the result. If there are too many on the
way, it is not known.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from fastgec._arena cimport (
    CANCELLED, DONE, TOO_LARGE, Arena, Status, arena_status, arena_take, is_cancelled,
)
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Edit, write_edit
from fastgec.maxmatch.folding cimport is_dropped
from fastgec.maxmatch.gold_texts cimport take_gold, text_of_edit
from fastgec.maxmatch.records cimport Folding, GoldText, GoldTexts, TightArc
from fastgec.maxmatch.tight_arcs cimport IS_EDIT, IS_SHIFTED, LightestArcs


cdef enum:
    MOST_OUTCOMES = 512  # at one vertex
    MOST_COMPARED = 1 << 28  # pairs of outcomes; with more, the scorer's order is quicker


cdef struct Outcome:
    int64_t next_gold  # first gold edit that the count still sees
    int64_t n_correct
    int32_t n_proposed


cdef inline int compare_outcomes(const void *a, const void *b) noexcept nogil:
    cdef const Outcome *left = <const Outcome *>a
    cdef const Outcome *right = <const Outcome *>b
    if left.n_proposed != right.n_proposed:
        return -1 if left.n_proposed < right.n_proposed else 1
    if left.n_correct != right.n_correct:
        return -1 if left.n_correct < right.n_correct else 1
    if left.next_gold != right.next_gold:
        return -1 if left.next_gold < right.next_gold else 1
    return 0


cdef inline Status add_outcome(
    Outcome **sets, int32_t *sizes, int32_t *rooms, int32_t vertex, const Outcome *outcome,
    Arena *arena,
) noexcept nogil:
    """Add an outcome to the set of a vertex, unless it is there; TOO_LARGE if the set is full."""
    cdef int32_t at
    cdef int32_t size = sizes[vertex]
    cdef Outcome *grown
    for at in range(size):
        if compare_outcomes(&sets[vertex][at], outcome) == 0:
            return DONE
    if size == MOST_OUTCOMES:
        return TOO_LARGE
    if size == rooms[vertex]:
        rooms[vertex] = 2 * size + 2
        grown = <Outcome *>arena_take(arena, rooms[vertex], sizeof(Outcome))
        if grown == NULL:
            return arena_status(arena)
        if size:
            memcpy(grown, sets[vertex], size * sizeof(Outcome))
        sets[vertex] = grown
    sets[vertex][size] = outcome[0]
    sizes[vertex] = size + 1
    return DONE


cdef inline Status collect_outcomes(
    const LightestArcs *lightest,
    const GoldTexts *texts,
    const Folding *folding,
    Arena *arena,
    bint *is_settled,
    int64_t *n_correct,
    int32_t *n_proposed,
) noexcept nogil:
    """Find whether all lightest paths have the same counts, and which.

    `folding` is NULL where edits that change white space or case only count as others do.
    """
    cdef const Lattice *lattice = lightest.lattice
    cdef size_t n_vertices = lattice.n_vertices
    cdef Outcome **sets = <Outcome **>arena_take(arena, n_vertices, sizeof(void *))
    cdef int32_t *sizes = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    cdef int32_t *rooms = <int32_t *>arena_take(arena, n_vertices, sizeof(int32_t))
    cdef int32_t tail, at_outcome, last
    cdef int64_t at
    cdef int64_t n_compared = 0
    cdef const TightArc *arc
    cdef const GoldText *text
    cdef bint is_counted
    cdef Edit made
    cdef Outcome outcome
    cdef Status status
    is_settled[0] = False
    if sets == NULL or sizes == NULL or rooms == NULL:
        return arena_status(arena)
    memset(sizes, 0, n_vertices * sizeof(int32_t))
    memset(rooms, 0, n_vertices * sizeof(int32_t))
    memset(&outcome, 0, sizeof(Outcome))
    status = add_outcome(sets, sizes, rooms, 0, &outcome, arena)
    if status != DONE:
        return status
    for tail in range(lattice.n_vertices):
        if is_cancelled(lightest.options.cancel):
            return CANCELLED
        for at in range(lightest.first_arcs[tail], lightest.first_arcs[tail + 1]):
            arc = &lightest.arcs[at]
            is_counted = False
            if arc.kind & IS_EDIT:
                write_edit(&made, lattice, tail, arc.head, arc.kind & IS_SHIFTED)
                is_counted = not is_dropped(folding, &made)
                text = text_of_edit(texts, lattice, &made)
            n_compared += <int64_t>sizes[tail] * (sizes[arc.head] + 1)
            if n_compared > MOST_COMPARED:
                return DONE
            for at_outcome in range(sizes[tail]):
                outcome = sets[tail][at_outcome]
                if is_counted:
                    outcome.n_proposed += 1
                    outcome.n_correct += take_gold(texts, text, &outcome.next_gold)
                status = add_outcome(sets, sizes, rooms, arc.head, &outcome, arena)
                if status == TOO_LARGE and not arena.is_limited:
                    return DONE
                if status != DONE:
                    return status
    last = lattice.n_vertices - 1
    for at_outcome in range(1, sizes[last]):
        if (
            sets[last][at_outcome].n_correct != sets[last][0].n_correct
            or sets[last][at_outcome].n_proposed != sets[last][0].n_proposed
        ):
            return DONE
    n_correct[0] = sets[last][0].n_correct
    n_proposed[0] = sets[last][0].n_proposed
    is_settled[0] = True
    return DONE


cdef inline int32_t any_path(const LightestArcs *lightest, Edit *edits) noexcept nogil:
    """Write the edits of some lightest path, from left to right; return how many."""
    cdef int32_t vertex = 0
    cdef int32_t n_edits = 0
    cdef const TightArc *arc
    while vertex < lightest.lattice.n_vertices - 1:
        arc = &lightest.arcs[lightest.first_arcs[vertex]]
        if arc.kind & IS_EDIT:
            write_edit(&edits[n_edits], lightest.lattice, vertex, arc.head, arc.kind & IS_SHIFTED)
            n_edits += 1
        vertex = arc.head
    return n_edits
