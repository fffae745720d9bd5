"""Ties that the states of the certified program settle, without the arcs of lightest paths.

The scorer is seen to have a path of the least cost; else nothing is known.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, Mark, Status, arena_mark, arena_rewind
from fastgec.maxmatch.paths.bounds cimport Bounds, keep_rests
from fastgec.maxmatch.program.certificate cimport shows_path
from fastgec.maxmatch.program.certified cimport is_doubtful
from fastgec.maxmatch.program.costs cimport fill_cells
from fastgec.maxmatch.terms.records cimport AGREED, Counted, Program, Scratch, Sentence
from fastgec.maxmatch.ties.own_path cimport follow_first, sums_are_exact
from fastgec.maxmatch.ties.tight_states cimport agree_states


cdef inline Status count_states(
    Sentence *work, Bounds *bounds, Scratch *scratch, Counted *counted, bint *is_settled,
    bint *is_found,
) noexcept nogil:
    """Settle a row if all tight ways through the states count alike; else find the edits of the
    scorer's own, where sums are exact (`is_found`)."""
    cdef Program *program = &work.program
    cdef Mark mark
    cdef Status status = DONE
    # Ways that differ in their number of edits, or in what gold arcs alone count.
    cdef bint is_tied = is_doubtful(program)
    counted.way = AGREED
    if is_tied and not sums_are_exact(program):
        return DONE
    if not program.keeps_ties:
        program.keeps_ties = True
        fill_cells(program, bounds.found)
    if not shows_path(program, bounds.found, work.edits, &work.n_edits):
        return DONE
    if not is_tied:
        status = keep_rests(bounds, &scratch.arena)
        mark = arena_mark(&scratch.arena)
        if status == DONE:
            status = agree_states(
                bounds, work.folding if work.may_drop else NULL, &scratch.arena,
                is_settled, &counted.n_correct, &counted.n_proposed,
            )
        arena_rewind(&scratch.arena, &mark)
    if status == DONE and not is_settled[0]:
        status = follow_first(work, bounds.found, scratch, counted, is_found)
    return status
