"""One sentence on its way from lattice to counts.

A row (the edits of one annotator) is settled by the first of these that can:

1. the certified program, linear in the lattice (`_certified`);
2. the arcs of the lightest paths alone (`_bounded`), if all of these paths have the same counts
   (`_outcomes`);
3. the scorer's order on these arcs (`_ordered`), which may need to know which joined noops are left
   in the scorer's list (`_survivors`) and how long it is (`_listsize`).

All of them are exact. The scorer's own list of arcs is made for comparison only (`_closure`).
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, TOO_LARGE, Arena, Status
from fastgec._bounded cimport Bounded, TightArc, arc_store_free, bound_arcs
from fastgec._bounds cimport Bounds, keep_lightest, open_bounds
from fastgec._certified cimport certify, fill_cells, open_program
from fastgec._closure cimport best_sequence, build_closure
from fastgec._folding cimport Folding, is_dropped, may_drop
from fastgec._goldarcs cimport GoldArcs, find_gold_arcs
from fastgec._lattice cimport (
    Edit, GoldRow, Lattice, Options, build_lattice, matches,
)
from fastgec._listsize cimport count_joined
from fastgec._ordered cimport (
    depends_on_size, depends_on_survivors, drop_dead, has_doubtful, ordered_path,
)
from fastgec._outcomes cimport any_path, collect_outcomes
from fastgec._survivors cimport find_survivors


cdef enum:
    MOST_KEPT = 1 << 20  # bytes of arcs that are kept from one row to the next


cdef Status open_rows(
    Sentence *work, int64_t most_gold, const Options *options, Scratch *scratch, bint is_folded
) noexcept nogil:
    """Prepare for rows of up to `most_gold` edits."""
    cdef Status status
    work.may_drop = False
    if is_folded:
        status = may_drop(&work.folding, &work.lattice, &scratch.arena, &work.may_drop)
        if status != DONE:
            return status
    return open_program(&work.program, &work.lattice, options, most_gold, &scratch.arena)


cdef Status count_row(
    Sentence *work,
    const GoldRow *gold,
    const Options *options,
    Scratch *scratch,
    Choice choice,
    bint is_folded,
    int32_t *n_proposed,
    int64_t *n_correct,
    Way *way,
) noexcept nogil:
    """Count one row, and find its edits. `open_rows` comes first, unless the choice is FAITHFUL.

    With IN_ORDER the edits are the scorer's own, else those of some path that counts alike.
    """
    cdef GoldArcs found
    cdef bint is_settled = False
    cdef Status status
    if choice == FAITHFUL:
        way[0] = CLOSURE
        status = faithful_sequence(work, gold, options, scratch)
    else:
        way[0] = CERTIFIED
        status = find_arcs(work, gold, &found, options, scratch)
        if status != DONE:
            return status
        if choice != IN_ORDER and not work.may_drop and certify(
            &work.program, &found, work.edits, &work.n_edits, n_correct
        ):
            n_proposed[0] = work.n_edits
            return DONE
        status = settle(
            work, gold, &found, options, scratch, choice, is_folded, n_proposed, n_correct,
            &is_settled, way,
        )
        if scratch.arcs.room * sizeof(TightArc) > MOST_KEPT:
            arc_store_free(&scratch.arcs)
    if status == DONE and not is_settled:
        count_sequence(
            &work.lattice, gold, &work.folding if is_folded else NULL, work.edits, work.n_edits,
            n_proposed, n_correct,
        )
    return status


cdef Status find_arcs(
    Sentence *work, const GoldRow *gold, GoldArcs *found, const Options *options, Scratch *scratch
) noexcept nogil:
    """Find the gold arcs of one row, and the least costs of paths with them."""
    cdef Status status
    if not work.program.is_wide_enough:
        return TOO_LARGE
    status = find_gold_arcs(
        found, &work.lattice, gold, options, work.program.labels, &scratch.arena
    )
    if status == DONE:
        fill_cells(&work.program, found)
    return status


cdef Status find_sequence(
    Sentence *work, const GoldRow *gold, const Options *options, Scratch *scratch, bint is_folded
) noexcept nogil:
    """Write the scorer's own edits of one row, with those that folding drops."""
    cdef int64_t n_correct
    cdef int32_t n_proposed
    cdef Way way
    cdef Status status = open_rows(work, gold.n_edits, options, scratch, is_folded)
    if status != DONE:
        return status
    return count_row(
        work, gold, options, scratch, IN_ORDER, is_folded, &n_proposed, &n_correct, &way
    )


cdef void count_sequence(
    const Lattice *lattice, const GoldRow *gold, const Folding *folding, const Edit *edits,
    int32_t n_edits, int32_t *n_proposed, int64_t *n_correct,
) noexcept nogil:
    """Count the edits of a sequence, and the gold edits that it makes, both from left to right.

    A gold edit before one that was matched earlier is not seen again; one edit of the sequence may
    match several equal gold edits. Published scores are counted so. What `folding` drops counts for
    nothing; it is NULL where nothing is dropped.
    """
    cdef int64_t next_gold = 0
    cdef int64_t edit
    cdef int32_t number
    n_proposed[0] = 0
    n_correct[0] = 0
    for number in range(n_edits):
        if is_dropped(folding, &edits[number]):
            continue
        n_proposed[0] += 1
        for edit in range(next_gold, gold.n_edits):
            if matches(lattice, gold, edit, &edits[number]):
                n_correct[0] += 1
                next_gold = edit + 1


cdef Status settle(
    Sentence *work,
    const GoldRow *gold,
    GoldArcs *found,
    const Options *options,
    Scratch *scratch,
    Choice choice,
    bint is_folded,
    int32_t *n_proposed,
    int64_t *n_correct,
    bint *is_settled,
    Way *way,
) noexcept nogil:
    """Find the edits of one row that has no certificate, from the arcs of its lightest paths.

    `is_settled` if all of these paths have the same counts: they are written then.
    """
    cdef Bounds bounds
    cdef Bounded bounded
    cdef GoldArcs lightest
    cdef Status status
    if has_doubtful(found):
        status = survey_noops(work, options, &scratch.arena)
        if status != DONE:
            return status
        drop_dead(found, &work.survivors, &work.lattice)
        work.program.n_clean = 0
        fill_cells(&work.program, found)
    status = open_bounds(&bounds, &work.program, found, &scratch.arena)
    if status != DONE:
        return status
    if choice != IN_ORDER and not work.may_drop and not found.is_countable:
        way[0] = CERTIFIED
        status = keep_lightest(&lightest, &bounds, gold, &scratch.arena)
        if status != DONE:
            return status
        if lightest.is_countable:
            work.program.n_clean = 0
            fill_cells(&work.program, &lightest)
            is_settled[0] = certify(
                &work.program, &lightest, work.edits, &work.n_edits, n_correct
            )
            if is_settled[0]:
                n_proposed[0] = work.n_edits
                return DONE
            work.program.n_clean = 0
            fill_cells(&work.program, found)
    status = bound_arcs(&bounded, &bounds, &scratch.arcs, &scratch.arena)
    if status != DONE:
        return status
    if choice != IN_ORDER:
        way[0] = AGREED
        status = collect_outcomes(
            &bounded, gold, &work.folding if is_folded else NULL, &scratch.arena,
            is_settled, n_correct, n_proposed,
        )
        if status != DONE:
            return status
        if is_settled[0]:
            work.n_edits = any_path(&bounded, work.edits)
            return DONE
    way[0] = ORDERED
    if depends_on_survivors(&bounded):
        status = survey_noops(work, options, &scratch.arena)
        if status != DONE:
            return status
    if depends_on_size(&bounded):
        status = survey_size(work, options, &scratch.arena)
        if status != DONE:
            return status
    return ordered_path(
        &bounded, &work.survivors if work.has_survivors else NULL, work.list_size,
        &scratch.arena, work.edits, &work.n_edits,
    )


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
    Sentence *work, const Options *options, Arena *arena
) noexcept nogil:
    """Count the entries of the scorer's list, once for all rows."""
    cdef Status status
    if work.has_list_size:
        return DONE
    status = survey_noops(work, options, arena)
    if status == DONE:
        status = count_joined(&work.list_size, &work.lattice, options, arena)
    if status != DONE:
        return status
    work.list_size += work.lattice.n_entries - work.survivors.n_removed
    work.has_list_size = True
    return DONE


cdef Status faithful_sequence(
    Sentence *work, const GoldRow *gold, const Options *options, Scratch *scratch
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
        &work.closure, &work.lattice, gold, options, &scratch.arena, work.edits, &work.n_edits
    )


def describe_list(
    const int32_t[::1] source not None,
    const int32_t[::1] hypothesis not None,
    int32_t max_unchanged_words,
    *,
    bint is_surveyed,
):
    """Describe the published scorer's list of a sentence: its size, and the joined noops in it.

    For tests. Parameters: source, hypothesis int32[T]; is_surveyed, whether to find out by rules, or
    to make the list.
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
                status = survey_size(&work, &options, &scratch.arena)
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
