"""One sentence on its way through certified program, closure and fallbacks.

A row (the edits of one annotator) is settled by the first of these that can:

1. the certified program, linear in the lattice (`_certified`);
2. a closure of moderate size, quick where it fits (`_closure`), shared by all rows;
3. the bounded closure: the arcs of the lightest paths alone (`_bounded`), if all of these paths
   have the same counts (`_outcomes`);
4. where a lattice is so large that sums are exact, and these arcs are many or their paths do not
   agree, the scorer's order on arcs that are made once and not kept (`_streamed`), if some path costs
   as little as the bound;
5. the scorer's order on these arcs (`_ordered`), which may need to know which joined noops are left
   in the scorer's list (`_survivors`) and how long it is (`_listsize`);
6. a closure of any size, as far as memory allows: where packed costs do not fit into 64 bits, or
   some row has millions of insertions.

All of them are exact.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, TOO_LARGE, Arena, Status
from fastgec._bounded cimport Bounded, TightArc, arc_store_free, bound_arcs
from fastgec._certified cimport certify, fill_cells, open_program
from fastgec._closure cimport best_sequence, build_closure
from fastgec._folding cimport drop_alike, may_drop
from fastgec._goldarcs cimport GoldArcs
from fastgec._lanes cimport MOST_STEPS
from fastgec._lattice cimport (
    MOST_ROUNDED, Edit, GoldRow, Lattice, Options, build_lattice, matches,
)
from fastgec._listsize cimport count_joined
from fastgec._ordered cimport (
    depends_on_size, depends_on_survivors, drop_dead, has_doubtful, ordered_path,
)
from fastgec._outcomes cimport any_path, collect_outcomes
from fastgec._streamed cimport streamed_path
from fastgec._survivors cimport find_survivors


cdef enum:
    # Bytes of arcs: of a closure that is quicker than other ways, and one that still is quick.
    MODERATE = 1 << 20
    LARGE = 1 << 26


cdef Status prepare_certificate(
    Sentence *work, int64_t most_gold, const Options *options, Scratch *scratch, bint is_folded
) noexcept nogil:
    """Prepare the certified program for rows of up to `most_gold` edits, where it applies."""
    cdef Status status
    work.is_certifiable = False
    work.may_drop = False
    if is_folded:
        status = may_drop(&work.folding, &work.lattice, &scratch.arena, &work.may_drop)
        if status != DONE:
            return status
    work.is_certifiable = True
    return open_program(&work.program, &work.lattice, options, most_gold, &scratch.arena)


cdef Status count_row(
    Sentence *work,
    const GoldRow *gold,
    const Options *options,
    Scratch *scratch,
    Choice choice,
    bint is_folded,
    int32_t *n_edits,
    int64_t *n_correct,
    Way *way,
) noexcept nogil:
    """Count one row. `prepare_certificate` comes first, unless the choice is FAITHFUL."""
    cdef GoldArcs found
    cdef bint is_certified = False
    cdef Status status
    if choice == FAITHFUL or not work.is_certifiable:
        return settle(
            work, gold, NULL, options, scratch, choice, is_folded, n_edits, n_correct, way
        )
    status = certify(
        &work.program, gold, &found, &scratch.arena, work.edits, n_edits, n_correct, &is_certified
    )
    if status != DONE:
        return status
    if is_certified and not work.may_drop and choice != IN_ORDER:
        way[0] = CERTIFIED
        work.n_sequence = n_edits[0]
        return DONE
    return settle(
        work, gold, &found, options, scratch, choice, is_folded, n_edits, n_correct, way
    )


cdef Status find_sequence(
    Sentence *work, const GoldRow *gold, const Options *options, Scratch *scratch, bint is_folded
) noexcept nogil:
    """Write the edits of one row: the scorer's own, if its closure is not very large."""
    cdef int64_t n_correct
    cdef int32_t n_edits
    cdef Way way
    cdef Status status
    scratch.store.limit = min(scratch.limit / 2, <size_t>LARGE)
    status = faithful_sequence(work, gold, options, scratch, &work.n_sequence)
    if status != TOO_LARGE:
        return status
    status = prepare_certificate(work, gold.n_edits, options, scratch, is_folded)
    if status != DONE:
        return status
    return count_row(
        work, gold, options, scratch, WITHOUT_CLOSURE, is_folded, &n_edits, &n_correct, &way
    )


cdef int64_t count_correct(
    const Lattice *lattice, const GoldRow *gold, const Edit *edits, int32_t n_edits
) noexcept nogil:
    """Count gold edits that the sequence makes, both from left to right.

    A gold edit before one that was matched earlier is not seen again; one edit of the sequence may
    match several equal gold edits. Published scores are counted so.
    """
    cdef int64_t n_correct = 0
    cdef int64_t next_gold = 0
    cdef int64_t edit
    cdef int32_t number
    for number in range(n_edits):
        for edit in range(next_gold, gold.n_edits):
            if matches(lattice, gold, edit, &edits[number]):
                n_correct += 1
                next_gold = edit + 1
    return n_correct


cdef Status settle(
    Sentence *work,
    const GoldRow *gold,
    GoldArcs *found,
    const Options *options,
    Scratch *scratch,
    Choice choice,
    bint is_folded,
    int32_t *n_edits,
    int64_t *n_correct,
    Way *way,
) noexcept nogil:
    """Count one row that has no certificate; `found` is NULL where the program was not run.

    A closure of moderate size is the quickest way. Where it would be larger, the bounded closure is
    tried; then a closure of any size that memory allows.
    """
    cdef Status status
    cdef bint is_bounded = (
        found != NULL and found.is_complete and work.program.is_wide_enough
    )
    cdef bint is_settled = False
    way[0] = CLOSURE
    if not is_bounded or choice == FAITHFUL:
        scratch.store.limit = scratch.limit / 2
        status = faithful_sequence(work, gold, options, scratch, n_edits)
    else:
        status = TOO_LARGE
        if choice == FAST and not work.is_too_large:
            scratch.store.limit = min(scratch.limit / 2, <size_t>MODERATE)
            status = faithful_sequence(work, gold, options, scratch, n_edits)
            work.is_too_large = status == TOO_LARGE
        if status == TOO_LARGE:
            status = bounded_sequence(
                work, gold, found, options, scratch, choice, is_folded, n_edits, n_correct,
                &is_settled, way,
            )
            if scratch.arcs.room * sizeof(TightArc) > MODERATE:
                arc_store_free(&scratch.arcs)
            if is_settled:
                return status
    if status != DONE:
        return status
    work.n_sequence = n_edits[0]
    if is_folded:
        n_edits[0] = drop_alike(&work.folding, work.edits, n_edits[0])
    n_correct[0] = count_correct(&work.lattice, gold, work.edits, n_edits[0])
    return DONE


cdef Status bounded_sequence(
    Sentence *work,
    const GoldRow *gold,
    GoldArcs *found,
    const Options *options,
    Scratch *scratch,
    Choice choice,
    bint is_folded,
    int32_t *n_edits,
    int64_t *n_correct,
    bint *is_settled,
    Way *way,
) noexcept nogil:
    """Count one row by the bounded closure, and by the scorer's order if that is not enough.

    Where the counts are known without a sequence, `is_settled`; else the edits are the sequence.
    """
    cdef Bounded bounded
    cdef bint is_large = work.lattice.n_vertices > MOST_ROUNDED
    cdef bint is_bounded = False
    cdef bint is_found = False
    cdef size_t most = scratch.arcs.limit
    cdef Status status
    way[0] = BOUNDED
    if has_doubtful(found):
        status = survey_noops(work, options, &scratch.arena)
        if status != DONE:
            return status
        drop_dead(found, &work.survivors, &work.lattice)
        work.program.n_clean = 0
        fill_cells(&work.program, found)
    if choice != IN_ORDER:
        if is_large:  # the arcs are few, or not worth keeping
            scratch.arcs.limit = min(most, <size_t>LARGE)
        status = agreed_outcome(
            work, &bounded, gold, found, scratch, is_folded, n_edits, n_correct, is_settled
        )
        scratch.arcs.limit = most
        is_bounded = status == DONE
        if is_settled[0] or not is_bounded and not (is_large and status == TOO_LARGE):
            return status
    way[0] = ORDERED
    if is_large and not is_bounded:
        status = survey_noops(work, options, &scratch.arena)
        if status == DONE:
            status = streamed_path(
                &work.program, found, &work.survivors, &scratch.arcs, &scratch.arena, work.edits,
                n_edits, &is_found,
            )
        if is_found or status != DONE and status != TOO_LARGE:
            return status
    if not is_bounded:
        status = bound_arcs(&bounded, &work.program, found, &scratch.arcs, &scratch.arena)
        if status != DONE:
            return status
    if depends_on_survivors(&bounded):
        status = survey_noops(work, options, &scratch.arena)
        if status != DONE:
            return status
    if depends_on_size(&bounded):
        status = survey_size(work, options, MOST_STEPS, &scratch.arena)
        if status != DONE:
            return status
    return ordered_path(
        &bounded, &work.survivors if work.has_survivors else NULL, work.list_size,
        &scratch.arena, work.edits, n_edits,
    )


cdef Status agreed_outcome(
    Sentence *work,
    Bounded *bounded,
    const GoldRow *gold,
    GoldArcs *found,
    Scratch *scratch,
    bint is_folded,
    int32_t *n_edits,
    int64_t *n_correct,
    bint *is_settled,
) noexcept nogil:
    """Find the arcs of lightest paths; `is_settled` if all of these paths have the same counts."""
    cdef Status status = bound_arcs(
        bounded, &work.program, found, &scratch.arcs, &scratch.arena
    )
    if status != DONE:
        return status
    status = collect_outcomes(
        bounded, gold, &work.folding if is_folded else NULL, &scratch.arena,
        is_settled, n_correct, n_edits,
    )
    if status == DONE and is_settled[0]:
        work.n_sequence = any_path(bounded, work.edits)
    return status


cdef Status survey_noops(
    Sentence *work, const Options *options, Arena *arena
) noexcept nogil:
    """Find which joined noops are left in the scorer's list, once for all rows."""
    cdef Status status
    if work.has_survivors:
        return DONE
    status = find_survivors(
        &work.survivors, &work.lattice, options, work.program.labels, arena
    )
    work.has_survivors = status == DONE
    return status


cdef Status survey_size(
    Sentence *work, const Options *options, int32_t most_steps, Arena *arena
) noexcept nogil:
    """Count the entries of the scorer's list, once for all rows."""
    cdef Status status
    if work.has_list_size:
        return DONE
    status = survey_noops(work, options, arena)
    if status == DONE:
        status = count_joined(
            &work.list_size, &work.lattice, options, work.program.labels, most_steps, arena
        )
    if status != DONE:
        return status
    work.list_size += work.lattice.n_entries - work.survivors.n_removed
    work.has_list_size = True
    return DONE


cdef Status faithful_sequence(
    Sentence *work, const GoldRow *gold, const Options *options, Scratch *scratch,
    int32_t *n_edits,
) noexcept nogil:
    """Find the edit sequence of one row by the closure, which is built for the first one."""
    cdef Status status
    if not work.has_closure:
        status = build_closure(
            &work.closure, &work.lattice, options, &scratch.store, &scratch.arena
        )
        if status != DONE:
            return status
        work.has_closure = True
    return best_sequence(
        &work.closure, &work.lattice, gold, options, &scratch.arena, work.edits, n_edits
    )


def describe_list(
    const int32_t[::1] source not None,
    const int32_t[::1] hypothesis not None,
    int32_t max_unchanged_words,
    *,
    bint is_surveyed,
    int32_t most_steps=MOST_STEPS,
):
    """Describe the published scorer's list of a sentence: its size, and the joined noops in it.

    For tests. Parameters: source, hypothesis int32[T]; is_surveyed, whether to find out by rules, or
    to make the list; most_steps, of ways that are counted side by side.
    Returns: (number of entries, [(i, j, noops) of the start of each], middles that all tails were
    tried for).
    Raises: MemoryError.

    >>> import numpy as np
    >>> same = np.array([1, 2, 3], np.int32)
    >>> describe_list(same, same, 2, is_surveyed=True)
    (4, [(1, 1, 2)], 0)
    """
    cdef int32_t never = 0
    cdef Options options
    cdef Scratch scratch
    cdef Sentence work
    cdef int64_t at
    cdef int32_t head, n_noops
    cdef Status status
    options.cancel = &never
    options.max_unchanged = max_unchanged_words
    options.is_release_3_2 = False
    scratch_init(&scratch, <size_t>1 << 33)
    work.has_survivors = False
    work.has_list_size = False
    work.survivors.n_searches = 0
    found = []
    try:
        status = build_lattice(
            &work.lattice,
            &source[0] if source.shape[0] else NULL,
            <int32_t>source.shape[0],
            &hypothesis[0] if hypothesis.shape[0] else NULL,
            <int32_t>hypothesis.shape[0],
            &options,
            &scratch.arena,
        )
        if status == DONE and is_surveyed:
            status = open_program(&work.program, &work.lattice, &options, 0, &scratch.arena)
            if status == DONE:
                status = survey_size(&work, &options, min(most_steps, <int32_t>MOST_STEPS), &scratch.arena)
        elif status == DONE:
            status = build_closure(
                &work.closure, &work.lattice, &options, &scratch.store, &scratch.arena
            )
        if status != DONE:
            raise MemoryError
        if not is_surveyed:
            for at in range(work.closure.n_entries):
                arc = work.closure.arcs[work.closure.entries[at]]
                if not arc.is_base and arc.steps == arc.noops:
                    vertex = work.lattice.vertices[arc.tail]
                    found.append((vertex.i, vertex.j, arc.noops))
            return work.closure.n_entries, sorted(found), 0
        for head in range(work.lattice.n_vertices):
            vertex = work.lattice.vertices[head]
            for at in range(work.survivors.first[head], work.survivors.first[head + 1]):
                if work.survivors.is_left[at]:
                    n_noops = <int32_t>(at - work.survivors.first[head]) + 2
                    found.append((vertex.i - n_noops, vertex.j - n_noops, n_noops))
        return work.list_size, sorted(found), work.survivors.n_searches
    finally:
        scratch_free(&scratch)
