"""Ties that the states of the certified program settle, without the arcs of lightest paths.

The scorer is seen to have a path of the least cost; else nothing is known.
"""

from fastgec._arena cimport DONE, Mark, Status, arena_mark, arena_rewind
from fastgec.maxmatch.paths.bounds cimport Bounds
from fastgec.maxmatch.program.certificate cimport read_shown
from fastgec.maxmatch.program.certified cimport is_doubtful, sums_are_exact
from fastgec.maxmatch.program.costs cimport fill_held
from fastgec.maxmatch.terms.records cimport AGREED, Counted, GoldArcs, Program, Scratch, Sentence
from fastgec.maxmatch.ties.own_path cimport follow_first
from fastgec.maxmatch.ties.tight_states cimport agree_states


cdef inline bint may_show(const Program *program, bint is_ordered) noexcept nogil:
    """Whether states may settle a row: if all tight ways count alike, or the scorer's own path is
    asked for."""
    # Ways of the least cost differ in their number of edits, or in what gold arcs alone count?
    return sums_are_exact(program) or not (is_ordered or is_doubtful(program))


cdef inline Status count_states(
    Sentence *work, Bounds *bounds, const GoldArcs *found, Scratch *scratch, bint is_ordered,
    Counted *counted, bint *is_settled, bint *is_found,
) noexcept nogil:
    """Settle a row if all tight ways through the states count alike; else, or if `is_ordered`, find
    the edits of the scorer's own, where sums are exact (`is_found`).

    Paths of the least cost hold these gold arcs alone. Costs of the other vertices are lost.
    """
    cdef Program *program = &work.program
    cdef Mark mark
    cdef Status status = DONE
    cdef bint keeps_ties = program.keeps_ties
    cdef bint is_tied
    program.keeps_ties = True
    fill_held(program, found, bounds.held)
    program.keeps_ties = keeps_ties
    if is_ordered:
        return follow_first(work, bounds, found, scratch, counted, is_found)
    counted.way = AGREED
    is_tied = is_doubtful(program)
    if not may_show(program, False):
        return DONE
    bounds.shown = read_shown(program, found, work.edits, &work.n_edits)
    if bounds.shown != 0:
        return DONE
    if not is_tied:
        mark = arena_mark(&scratch.arena)
        status = agree_states(
            bounds, found, work.folding if work.may_drop else NULL, &scratch.arena,
            is_settled, &counted.n_correct, &counted.n_proposed,
        )
        arena_rewind(&scratch.arena, &mark)
    if status == DONE and not is_settled[0]:
        status = follow_first(work, bounds, found, scratch, counted, is_found)
    return status
