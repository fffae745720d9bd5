"""One sentence on its way from lattice to counts, and what its rows share.

1. The forward program and its certificate (`program`), linear in the lattice; most rows end here.
   Rows of which no arc spells a gold edit cost every arc alike, so the first one counts for all.
2. The arcs of minimum-cost paths (`arcs`).
3. The scorer's own order on these arcs (`order`).

The edits of wdiff are cut once for all rows (`kernels.wdiff`), and counted as the scorer's own are.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free

from fastgec.kernels.arena cimport (
    DONE, TOO_LARGE, Arena, Mark, Status, arena_free, arena_init, arena_mark, arena_reset,
    arena_rewind, arena_status, arena_take,
)
from fastgec.kernels.array cimport Array
from fastgec.kernels.wdiff cimport Part, cut_runs
from fastgec._lattice cimport MOST_ROUNDED, Lattice, list_vertices
from fastgec.maxmatch.arcs cimport Scan, find_arcs
from fastgec.maxmatch.gold_arcs cimport check_countable, count_sequence, find_gold_arcs
from fastgec.maxmatch.gold_texts cimport list_texts
from fastgec.maxmatch.joined_noops cimport find_kept, is_kept
from fastgec.maxmatch.labels cimport count_joined
from fastgec.maxmatch.exact_order cimport find_first
from fastgec.maxmatch.order cimport Ordered, order_arcs, put_in_order, read_numbers
from fastgec.maxmatch.program.backward cimport Backward, find_backward
from fastgec.maxmatch.program.certificate cimport certify, makes_gold_alone
from fastgec.maxmatch.program.program cimport fill_program, open_program
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow
from fastgec.maxmatch.terms.folding cimport may_drop
from fastgec.maxmatch.terms.records cimport (
    CERTIFIED, ORDERED, Counted, GoldArcs, Scratch, Sentence, StoredArc,
)


cdef enum:
    MOST_KEPT = 1 << 20  # bytes of arcs that are kept from one row to the next
    MOST_STEPS = 300000000  # of labels of a sentence that `arcs` makes: some 3 s


cdef enum Need:
    COUNTS = 0
    EDITS = 1  # the scorer's own, besides
    ORDER = 2  # the same, by its order alone: for tests


cdef inline void scratch_init(Scratch *scratch, size_t memory_limit) noexcept nogil:
    arena_init(&scratch.arena, memory_limit)
    arena_init(&scratch.lasting, memory_limit / 2)
    scratch.arcs = Array(NULL, 0)
    scratch.most_arcs = memory_limit / 2 / sizeof(StoredArc)


cdef inline void scratch_free(Scratch *scratch) noexcept nogil:
    arena_free(&scratch.arena)
    arena_free(&scratch.lasting)
    free(scratch.arcs.items)


cdef inline void close_row(Sentence *work, Scratch *scratch) noexcept nogil:
    """Take back the memory of a row."""
    if scratch.arcs.room * sizeof(StoredArc) > MOST_KEPT:
        free(scratch.arcs.items)
        scratch.arcs = Array(NULL, 0)
    arena_rewind(&scratch.arena, &work.rows_mark)


cdef inline Status open_rows(Sentence *work, int64_t most_gold, Scratch *scratch) noexcept nogil:
    """Prepare for rows of up to `most_gold` edits. The lattice has rows of bits."""
    cdef Arena *arena = &scratch.arena
    cdef Status status
    work.has_kept = work.has_list_size = work.has_unspelled = work.may_drop = False
    work.n_edits = 0
    work.credit = MOST_STEPS
    arena_reset(&scratch.lasting)
    if work.options.is_wdiff:
        status = cut_edits(work, arena)
        work.rows_mark = arena_mark(arena)
        return status
    status = list_vertices(&work.lattice, 0, work.lattice.n_source, work.options.cancel, arena)
    if status == DONE and work.folding != NULL:
        status = may_drop(work.folding, &work.lattice, arena, &work.may_drop)
    if status != DONE:
        return status
    status = open_program(&work.program, &work.lattice, work.options, most_gold, arena)
    work.rows_mark = arena_mark(arena)
    if status != DONE:
        return status
    return DONE if work.program.is_wide_enough else TOO_LARGE


cdef inline Status cut_edits(Sentence *work, Arena *arena) noexcept nogil:
    """Take the edits of wdiff, for all rows; the lattice has the tokens alone."""
    cdef const Lattice *lattice = &work.lattice
    cdef size_t n_tokens = <size_t>lattice.n_source + lattice.n_hypothesis
    cdef Part *runs = <Part *>arena_take(arena, n_tokens, sizeof(Part))
    cdef Part *run
    cdef int32_t number
    cdef Status status
    if runs == NULL:
        return arena_status(arena)
    status = cut_runs(
        lattice.source, lattice.n_source, lattice.hypothesis, lattice.n_hypothesis,
        work.options.cancel, runs, &work.n_edits, arena,
    )
    for number in range(work.n_edits):
        run = &runs[number]
        work.edits[number] = Edit(
            run.first, run.last, run.first, run.last, run.other_first, run.other_last
        )
    return status


cdef inline Status survey_noops(Sentence *work, Scratch *scratch) noexcept nogil:
    """Find which joined noops are left in the scorer's list, once for all rows."""
    cdef Mark mark
    cdef Status status
    if work.has_kept:
        return DONE
    mark = arena_mark(&scratch.arena)
    status = find_kept(
        &work.kept, &work.lattice, work.options, work.program.labels, &scratch.lasting,
        &scratch.arena,
    )
    arena_rewind(&scratch.arena, &mark)
    work.has_kept = status == DONE
    return status


cdef inline Status survey_size(Sentence *work, Scratch *scratch) noexcept nogil:
    """Count the entries of the scorer's list, once for all rows; joined noops are known."""
    cdef Status status
    if work.has_list_size:
        return DONE
    status = count_joined(&work.list_size, &work.lattice, work.options, &scratch.arena)
    work.list_size += work.lattice.n_entries - work.kept.n_removed
    work.has_list_size = status == DONE
    return status


cdef inline Status drop_doubtful(Sentence *work, GoldArcs *found, Scratch *scratch) noexcept nogil:
    """Drop the gold arcs of noops that the scorer's list lost."""
    cdef int64_t at, n_left = 0
    cdef Status status
    for at in range(found.n_arcs):
        if found.arcs[at].is_doubtful:
            status = survey_noops(work, scratch)
            if status != DONE:
                return status
            if not is_kept(
                &work.kept, &work.lattice, found.arcs[at].tail, found.arcs[at].head
            ):
                continue
        found.arcs[n_left] = found.arcs[at]
        n_left += 1
    found.n_arcs = n_left
    return DONE


cdef inline Status count_row(
    Sentence *work, const GoldRow *gold, Scratch *scratch, Need need, Counted *counted
) noexcept nogil:
    """Count one row, and find the scorer's own edits if there is a need of them."""
    cdef GoldArcs found
    cdef bint is_unspelled, is_certified
    cdef Status status
    if work.options.is_wdiff:
        status = list_texts(&found.texts, gold, &scratch.arena)
        if status == DONE:
            count_sequence(work, &found.texts, counted)
        counted.way = CERTIFIED
        return status
    status = find_gold_arcs(
        &found, &work.lattice, gold, work.options, work.program.labels, &scratch.arena
    )
    if status == DONE:
        status = check_countable(&found, &work.lattice, gold, &scratch.arena)
    if status == DONE:
        status = drop_doubtful(work, &found, scratch)
    if status != DONE:
        return status
    # Rows that spell nothing weigh every arc alike, so all of a sentence count alike.
    is_unspelled = need == COUNTS and found.n_arcs == 0 and found.rows == NULL
    if is_unspelled and work.has_unspelled:
        counted[0] = work.unspelled
        return DONE
    status = fill_program(&work.program, &found)
    if status != DONE:
        return status
    counted.way = CERTIFIED
    is_certified = need != ORDER and not work.may_drop and certify(
        &work.program, &found, work.edits, &work.n_edits, &counted.n_correct
    )
    counted.n_proposed = work.n_edits
    if need == EDITS and is_certified and work.n_edits:
        is_certified = counted.n_correct == work.n_edits and makes_gold_alone(
            &work.program, &found, work.n_edits
        )
    if not is_certified:
        status = resolve(work, &found, scratch, counted)
        if status == DONE:
            count_sequence(work, &found.texts, counted)
    if is_unspelled and status == DONE:
        work.unspelled = counted[0]
        work.has_unspelled = True
    return status


cdef inline Status resolve(
    Sentence *work, GoldArcs *found, Scratch *scratch, Counted *counted
) noexcept nogil:
    """Find the edits of the scorer's path by its order."""
    cdef Backward backward
    cdef Scan scan
    cdef Ordered ordered
    cdef bint is_found = False
    cdef Status status = survey_noops(work, scratch)
    counted.way = ORDERED
    if status == DONE and work.lattice.n_vertices > MOST_ROUNDED:
        status = find_first(
            &work.program, found, &work.kept, work.edits, &work.n_edits, &is_found, &scratch.arena
        )
    if status != DONE or is_found:
        return status
    status = find_backward(&backward, &work.program, found, &scratch.arena)
    if status == DONE:
        status = find_arcs(&scan, &backward, &work.kept, scratch, &work.credit)
    if status != DONE:
        return status
    if scan.is_exact:
        read_numbers(&scan, work.edits, &work.n_edits)
        return DONE
    status = put_in_order(&ordered, &scan, &scratch.arena)
    if status != DONE:
        return status
    if ordered.has_matched:
        status = survey_size(work, scratch)
    return status if status != DONE else order_arcs(
        &ordered, work.list_size, work.edits, &work.n_edits, &scratch.arena
    )
