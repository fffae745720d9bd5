"""One sentence on its way from lattice to counts.

1. `certificate`: the certified program, linear in the lattice; most rows end here.
2. `lightest_arcs`: the arcs of lightest paths. If these are one path, that is the scorer's.
3. `scorer_order`: the scorer's own order on these arcs.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport (
    DONE, TOO_LARGE, Arena, Status, arena_mark, arena_reset, arena_status, arena_take,
)
from fastgec._lattice cimport MOST_ROUNDED, build_rows, list_vertices
from fastgec.maxmatch.gold.gold_arcs cimport find_gold_arcs
from fastgec.maxmatch.gold.gold_order cimport check_countable, count_sequence
from fastgec.maxmatch.lightest.first_path cimport find_first
from fastgec.maxmatch.lightest.lightest_arcs cimport Lightest, find_lightest
from fastgec.maxmatch.lightest.rests cimport Rests, find_rests
from fastgec.maxmatch.lightest.scorer_order cimport (
    add_noops, order_arcs, read_numbers, read_only_path, sort_arcs,
)
from fastgec.maxmatch.entries.kept_noops cimport JoinedTo, find_kept, is_kept, joined_to
from fastgec.maxmatch.lightest.list_size cimport count_joined
from fastgec.maxmatch.program.certificate cimport certify
from fastgec.maxmatch.program.program cimport choose_fields, fill_cells
from fastgec.maxmatch.terms.edits cimport GoldRow, Options
from fastgec.maxmatch.terms.folding cimport may_drop
from fastgec.maxmatch.terms.records cimport (
    CERTIFIED, ORDERED, AGREED, Cell, Counted, GoldArcs, Label, Scratch, Sentence, has_doubtful,
)


cdef Status open_rows(Sentence *work, int64_t most_gold, Scratch *scratch) noexcept nogil:
    """Prepare for rows of up to `most_gold` edits. The lattice has rows of bits."""
    cdef Arena *arena = &scratch.arena
    cdef Status status
    work.has_kept = work.has_list_size = work.has_unspelled = work.may_drop = False
    work.n_edits = 0
    arena_reset(&scratch.lasting)
    status = list_vertices(&work.lattice, 0, work.lattice.n_source, work.options.cancel, arena)
    if status == DONE and work.folding != NULL:
        status = may_drop(work.folding, &work.lattice, arena, &work.may_drop)
    if status != DONE:
        return status
    work.program.lattice = &work.lattice
    work.program.options = work.options
    choose_fields(&work.program, most_gold)
    work.program.cells = <Cell *>arena_take(arena, work.lattice.n_vertices, sizeof(Cell))
    work.program.labels = <Label *>arena_take(
        arena, 2 * (<size_t>work.lattice.n_hypothesis + 1), sizeof(Label)
    )
    work.rows_mark = arena_mark(arena)
    if work.program.cells == NULL or work.program.labels == NULL:
        return arena_status(arena)
    return DONE if work.program.is_wide_enough else TOO_LARGE


cdef Status survey_noops(Sentence *work, Scratch *scratch) noexcept nogil:
    """Find which joined noops are left in the scorer's list, once for all rows."""
    cdef Status status
    if work.has_kept:
        return DONE
    status = find_kept(
        &work.kept, &work.lattice, work.options, work.program.labels, &scratch.lasting,
        &scratch.arena,
    )
    work.has_kept = status == DONE
    return status


cdef Status survey_size(Sentence *work, Scratch *scratch) noexcept nogil:
    """Count the entries of the scorer's list, once for all rows; joined noops are known."""
    cdef Status status
    if work.has_list_size:
        return DONE
    status = count_joined(&work.list_size, &work.lattice, work.options, &scratch.arena)
    work.list_size += work.lattice.n_entries - work.kept.n_removed
    work.has_list_size = status == DONE
    return status


cdef Status drop_doubtful(Sentence *work, GoldArcs *found, Scratch *scratch) noexcept nogil:
    """Drop the gold arcs of noops that the scorer's list lost."""
    cdef int64_t at, n_left = 0
    cdef Status status
    if not has_doubtful(found):
        return DONE
    status = survey_noops(work, scratch)
    for at in range(found.n_arcs if status == DONE else 0):
        if not found.arcs[at].is_doubtful or is_kept(
            &work.kept, &work.lattice, found.arcs[at].tail, found.arcs[at].head
        ):
            found.arcs[n_left] = found.arcs[at]
            n_left += 1
    found.n_arcs = n_left
    return status


cdef Status count_row(
    Sentence *work, const GoldRow *gold, Scratch *scratch, bint is_ordered, Counted *counted
) noexcept nogil:
    """Count one row; if `is_ordered`, by the scorer's order alone, which finds its edits, too."""
    cdef GoldArcs found
    cdef bint is_unspelled
    cdef Status status
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
    is_unspelled = not is_ordered and found.n_arcs == 0 and found.rows == NULL
    if is_unspelled and work.has_unspelled:
        counted[0] = work.unspelled
        return DONE
    fill_cells(&work.program, &found)
    counted.way = CERTIFIED
    if is_ordered or work.may_drop or not certify(
        &work.program, &found, work.edits, &work.n_edits, &counted.n_correct
    ):
        status = settle(work, &found, scratch, counted)
        count_sequence(work, &found.texts, counted)
    else:
        counted.n_proposed = work.n_edits
    if is_unspelled and status == DONE:
        work.unspelled = counted[0]
        work.has_unspelled = True
    return status


cdef Status settle(
    Sentence *work, GoldArcs *found, Scratch *scratch, Counted *counted
) noexcept nogil:
    """Find the edits of the scorer's path by its order."""
    cdef Rests rests
    cdef Lightest lightest
    cdef bint depends_on_size
    cdef Status status = DONE
    counted.way = ORDERED
    cdef bint is_found = False
    if work.lattice.n_vertices > MOST_ROUNDED:
        status = survey_noops(work, scratch)
        if status == DONE:
            status = find_first(
                &work.program, found, &work.kept, work.edits, &work.n_edits, &is_found,
                &scratch.arena,
            )
        if is_found:
            return status
    if status == DONE:
        status = find_rests(&rests, &work.program, found, &scratch.arena)
    if status == DONE:
        status = find_lightest(&lightest, &rests, &work.kept, &scratch.arcs, &scratch.arena)
    if status != DONE:
        return status
    if lightest.is_exact:
        read_numbers(&lightest, work.edits, &work.n_edits)
        return DONE
    sort_arcs(&lightest)
    if read_only_path(&lightest, work.edits, &work.n_edits, &depends_on_size):
        counted.way = AGREED
        return DONE
    status = survey_noops(work, scratch)
    if status == DONE:
        status = add_noops(&lightest, &work.kept)
    if status == DONE and depends_on_size:
        status = survey_size(work, scratch)
    if status != DONE:
        return status
    sort_arcs(&lightest)
    return order_arcs(&lightest, work.list_size, work.edits, &work.n_edits, &scratch.arena)


def describe_list(
    const int32_t[::1] source not None, const int32_t[::1] hypothesis not None,
    int32_t max_unchanged_words,
):
    """Describe the published scorer's list of a sentence, without making it.

    For tests, which compare it with `faithful.describe_list`.
    Parameters: source, hypothesis int32[T].
    Returns: (number of entries, [(i, j, noops) of the start of each of its joined noops], number of
    middles that all tails were tried for). Raises: MemoryError.

    >>> import numpy as np
    >>> same = np.array([1, 2, 3], np.int32)
    >>> describe_list(same, same, 2)
    (4, [(1, 1, 2)], 0)
    """
    cdef int32_t never = 0
    cdef Options options
    cdef Scratch scratch
    cdef Sentence work
    cdef JoinedTo joined
    cdef int64_t at
    cdef int32_t head, n_noops
    cdef Status status
    options.cancel = &never
    options.max_unchanged = max_unchanged_words
    options.is_release_3_2 = False
    scratch_init(&scratch, <size_t>1 << 33)
    work.options = &options
    work.folding = NULL
    found = []
    try:
        status = build_rows(
            &work.lattice,
            &source[0] if source.shape[0] else NULL, <int32_t>source.shape[0],
            &hypothesis[0] if hypothesis.shape[0] else NULL, <int32_t>hypothesis.shape[0],
            options.cancel, &scratch.arena,
        )
        if status == DONE:
            status = open_rows(&work, 0, &scratch)
        if status == DONE:
            status = survey_noops(&work, &scratch)
        if status == DONE:
            status = survey_size(&work, &scratch)
        if status != DONE:
            raise MemoryError
        for head in range(work.lattice.n_vertices):
            vertex = work.lattice.vertices[head]
            joined = joined_to(&work.kept, head)
            for at in range(joined.first, joined.end):
                if work.kept.is_left[at]:
                    n_noops = <int32_t>(at - joined.first) + 2
                    found.append((vertex.i - n_noops, vertex.j - n_noops, n_noops))
        return work.list_size, sorted(found), work.kept.n_searches
    finally:
        scratch_free(&scratch)
