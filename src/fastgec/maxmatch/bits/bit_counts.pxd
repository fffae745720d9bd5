"""A row of the table that is counted on rows of bits: no vertex is listed for it.

That is tried where the lattice is crowded (`few_edits`), before vertices are asked for.
"""

from fastgec._arena cimport DONE, Mark, Status, arena_mark, arena_rewind
from fastgec.maxmatch.terms.edits cimport GoldRow
from fastgec.maxmatch.bits.few_edits cimport count_few
from fastgec.maxmatch.terms.records cimport Counted, Scratch, Sentence
from fastgec.maxmatch.gold.spelled_rows cimport SpelledRow, find_spelled_texts


cdef inline bint knows_unspelled(Sentence *work, Scratch *scratch) noexcept nogil:
    """Whether it is known what rows count that spell nothing: of another row, or by few edits."""
    cdef SpelledRow nothing
    if not (work.has_unspelled or work.may_drop or work.has_tried_few) and work.is_crowded:
        nothing.n_items = 0
        work.has_tried_few = True
        work.has_unspelled = count_few(
            &work.lattice, work.options, &nothing, &scratch.arena, &work.unspelled
        )
    return work.has_unspelled


cdef inline Status count_on_bits(
    Sentence *work, const GoldRow *gold, Scratch *scratch, Counted *counted, bint *is_settled
) noexcept nogil:
    """Count a row, if rows of bits tell what it counts."""
    cdef SpelledRow spelled
    cdef Mark mark
    cdef Status status
    is_settled[0] = False
    if not work.is_crowded or work.folding != NULL:
        return DONE
    mark = arena_mark(&scratch.arena)
    status = find_spelled_texts(&spelled, &work.lattice, gold, work.options, &scratch.arena)
    if status == DONE and spelled.is_plain:
        if spelled.n_items:
            is_settled[0] = count_few(
                &work.lattice, work.options, &spelled, &scratch.arena, counted
            )
        elif knows_unspelled(work, scratch):
            counted[0] = work.unspelled
            is_settled[0] = True
    arena_rewind(&scratch.arena, &mark)
    return status
