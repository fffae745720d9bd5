"""One sentence on its way from lattice to counts.

A row (the edits of one annotator) is settled by the first of these that can; all are exact.

0. Where the lattice is crowded: `bit_counts`, on rows of bits, without vertices; or another row, if
   both spell no gold edit.
1. `certified`, `certificate`: the certified program, linear in the lattice; if gold edits stand in
   another order than their spans, once more with the gold arcs of lightest paths alone.
2. `tight_states`: the same program, if all of its lightest ways count alike although edits and gold
   do not stand in one order, or folding drops some edits; or `own_path`, where sums are exact.
3. `lightest_arcs`: the arcs of lightest paths; where sums are rounded, and all of these paths count
   alike, that settles it.
4. The scorer's order: where sums are exact, `tight_arcs`; else `list_order`, which may need the
   list's joined noops (`kept_noops`) and length (`list_size`).
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, TOO_LARGE, Arena, Status, arena_mark, arena_reset
from fastgec._lattice cimport build_rows, list_vertices
from fastgec.maxmatch.bits.bit_counts cimport count_on_bits, knows_unspelled
from fastgec.maxmatch.paths.bounds cimport Bounds, open_bounds, open_walks
from fastgec.maxmatch.program.certificate cimport certify
from fastgec.maxmatch.program.certified cimport (
    begin_sketch, choose_fields, open_cells, open_program,
)
from fastgec.maxmatch.program.costs cimport fill_cells, fill_held
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow, Options
from fastgec.maxmatch.bits.few_edits cimport is_crowded
from fastgec.maxmatch.terms.folding cimport may_drop
from fastgec.maxmatch.gold.gold_arcs cimport find_gold_arcs
from fastgec.maxmatch.gold.gold_order cimport check_countable, count_sequence
from fastgec.maxmatch.arcs.lightest_arcs cimport bound_arcs, store_tight
from fastgec.maxmatch.paths.lightest_gold cimport keep_lightest
from fastgec.maxmatch.ties.list_needs cimport depends_on_kept, depends_on_size, last_choice
from fastgec.maxmatch.ties.list_order cimport drop_dead, order_arcs
from fastgec.maxmatch.terms.records cimport (
    AGREED, CERTIFIED, ORDERED, Counted, GoldArcs, Held, Program, Scratch, Sentence, Surviving,
    has_doubtful,
)
from fastgec.maxmatch.entries.kept_noops cimport JoinedTo, joined_to
from fastgec.maxmatch.entries.surveys cimport survey_noops, survey_size
from fastgec.maxmatch.arcs.tight_arcs cimport LightestArcs, agree_counts, first_path
from fastgec.maxmatch.ties.state_ties cimport count_states, may_show


cdef Status open_rows(Sentence *work, int64_t most_gold, Scratch *scratch) noexcept nogil:
    """Prepare for rows of up to `most_gold` edits. The lattice has rows of bits."""
    work.has_kept = work.has_list_size = work.has_unspelled = False
    work.has_vertices = work.has_tried_few = False
    work.list_size = 0
    work.most_gold = most_gold
    work.n_edits = 0
    work.may_drop = False
    work.is_crowded = is_crowded(&work.lattice, work.options)
    arena_reset(&scratch.lasting)
    work.rows_mark = arena_mark(&scratch.arena)
    if work.is_crowded and work.folding == NULL:
        return DONE
    return open_vertices(work, scratch)


cdef Status open_vertices(Sentence *work, Scratch *scratch) noexcept nogil:
    """List the vertices, and take memory for programs, once for all rows."""
    cdef Status status
    if work.has_vertices:
        return DONE
    status = list_vertices(
        &work.lattice, 0, work.lattice.n_source, work.options.cancel, &scratch.arena
    )
    if status == DONE and work.folding != NULL:
        status = may_drop(work.folding, &work.lattice, &scratch.arena, &work.may_drop)
    if status == DONE:
        status = open_program(
            &work.program, &work.lattice, work.options, work.most_gold, &scratch.arena
        )
    work.rows_mark = arena_mark(&scratch.arena)
    work.has_vertices = status == DONE
    return status


cdef Status open_row(
    Sentence *work, const GoldRow *gold, GoldArcs *found, Arena *arena
) noexcept nogil:
    """Find the arcs of a row that spell gold edits, and fill in the costs of its program."""
    cdef Status status = find_spelled(work, gold, found, arena)
    return fill_row(work, found, arena) if status == DONE else status


cdef Status find_spelled(
    Sentence *work, const GoldRow *gold, GoldArcs *found, Arena *arena
) noexcept nogil:
    """Find the arcs of a row that spell gold edits."""
    cdef Status status
    if not work.program.is_wide_enough:
        return TOO_LARGE
    status = find_gold_arcs(found, &work.lattice, gold, work.options, work.program.labels, arena)
    return check_countable(found, &work.lattice, gold, arena) if status == DONE else status


cdef Status drop_doubtful(Sentence *work, GoldArcs *found, Scratch *scratch) noexcept nogil:
    """Drop the gold arcs of noops that the scorer's list lost, if some may be such."""
    cdef Status status
    if not has_doubtful(found):
        return DONE
    status = survey_noops(work, scratch)
    if status == DONE:
        drop_dead(found, &work.kept, &work.lattice)
    return status


cdef Status fill_row(Sentence *work, const GoldArcs *found, Arena *arena) noexcept nogil:
    """Fill in the costs of a row's program."""
    cdef Status status = open_cells(&work.program, arena)
    if status == DONE:
        fill_cells(&work.program, found)
    return status


cdef Status count_row(
    Sentence *work, const GoldRow *gold, Scratch *scratch, bint is_ordered, Counted *counted
) noexcept nogil:
    """Count one row; if `is_ordered`, by the scorer's order alone, which finds its edits, too."""
    cdef GoldArcs found
    cdef bint is_unspelled
    cdef bint is_settled = False
    cdef Status status = DONE
    if not is_ordered:
        status = count_on_bits(work, gold, scratch, counted, &is_settled)
    if status == DONE and not is_settled:
        status = open_vertices(work, scratch)
    if status == DONE and not is_settled:
        status = find_spelled(work, gold, &found, &scratch.arena)
    if status != DONE or is_settled:
        return status
    # Rows that spell nothing weigh every arc alike, so all of a sentence count alike.
    is_unspelled = not is_ordered and found.n_arcs == 0 and found.rows == NULL
    if is_unspelled and knows_unspelled(work, scratch):
        counted[0] = work.unspelled
        return DONE
    if is_ordered or not found.is_countable:  # there is no certificate
        status = drop_doubtful(work, &found, scratch)
        if status != DONE:
            return status
    if work.program.is_narrow and not (is_ordered or found.is_countable):
        begin_sketch(&work.program)
    status = fill_row(work, &found, &scratch.arena)
    if status == DONE and (is_ordered or not is_certified(work, &found, counted)):
        status = settle(work, gold, &found, scratch, is_ordered, counted, &is_settled)
        if status == DONE and not is_settled:
            count_sequence(work, &found.texts, counted)
    if is_unspelled and status == DONE:
        work.unspelled = counted[0]
        work.has_unspelled = True
    return status


cdef bint is_certified(Sentence *work, const GoldArcs *found, Counted *counted) noexcept nogil:
    """Whether the certified program settles the row, whose costs are filled in for these arcs."""
    counted.way = CERTIFIED
    if work.may_drop or not certify(
        &work.program, found, work.edits, &work.n_edits, &counted.n_correct
    ):
        return False
    counted.n_proposed = work.n_edits
    return True


cdef Status settle(
    Sentence *work, const GoldRow *gold, GoldArcs *found, Scratch *scratch, bint is_ordered,
    Counted *counted, bint *is_settled,
) noexcept nogil:
    """Find the edits of a row that has no certificate; `is_settled` if its counts are known."""
    cdef Bounds bounds
    cdef LightestArcs lightest
    cdef bint is_found = False
    cdef Status status = DONE
    if has_doubtful(found):
        status = drop_doubtful(work, found, scratch)
        if status != DONE:
            return status
        fill_cells(&work.program, found)
        if not is_ordered and is_certified(work, found, counted):
            is_settled[0] = True
            return DONE
    status = open_bounds(&bounds, &work.program, found, &scratch.arena)
    if status == DONE and may_show(&work.program, is_ordered):
        status = settle_held(
            work, gold, &bounds, scratch, is_ordered, counted, is_settled, &is_found
        )
    if status != DONE or is_settled[0] or is_found:
        return status
    status = open_walks(&bounds, &scratch.arena)
    if status == DONE:
        status = follow_arcs(work, &bounds, scratch, is_ordered, &lightest, counted, is_settled)
    if status == DONE and counted.way == ORDERED and not lightest.is_exact:
        status = store_tight(&lightest, &bounds, &scratch.arena)
        if status == DONE:
            status = order_lightest(work, scratch, &lightest)
    if status == DONE:
        first_path(&lightest, work.edits, &work.n_edits)
    return status


cdef Status follow_arcs(
    Sentence *work, Bounds *bounds, Scratch *scratch, bint is_ordered, LightestArcs *lightest,
    Counted *counted, bint *is_settled,
) noexcept nogil:
    """Find what vertices are on lightest paths, and, where sums are rounded, whether these count
    alike."""
    cdef Surviving surviving
    cdef Status status
    surviving.kept = &work.kept
    surviving.has_kept = &work.has_kept
    surviving.lasting = &scratch.lasting
    surviving.arena = &scratch.arena
    lightest.folding = work.folding if work.may_drop else NULL
    lightest.store = &scratch.arcs
    counted.way = AGREED
    status = bound_arcs(lightest, bounds, &surviving, &scratch.arena)
    if status == DONE and not is_ordered and agree_counts(
        lightest, &counted.n_correct, &counted.n_proposed
    ):
        is_settled[0] = True
        return DONE
    counted.way = ORDERED
    return status


cdef Status order_lightest(
    Sentence *work, Scratch *scratch, LightestArcs *lightest
) noexcept nogil:
    """Find the scorer's path, among arcs that are stored, where it depends on how sums are rounded.
    """
    cdef int32_t last
    cdef Status status = last_choice(&last, lightest, &scratch.arena)
    if status == DONE and depends_on_kept(lightest, last):
        status = survey_noops(work, scratch)
    if status == DONE and depends_on_size(lightest, last):
        status = survey_size(work, scratch)
    return status if status != DONE else order_arcs(
        lightest, &work.kept if work.has_kept else NULL, work.list_size, &scratch.arena
    )


cdef Status settle_held(
    Sentence *work, const GoldRow *gold, Bounds *bounds, Scratch *scratch, bint is_ordered,
    Counted *counted, bint *is_settled, bint *is_found,
) noexcept nogil:
    """Settle a row, or find its edits, by the vertices that paths of the least cost may be at, and
    the gold arcs that these hold.

    If not all gold arcs add up, a certificate is asked for with these alone. Paths that cost the
    bound hold no other one, so the bound stays what it is. A certificate shows a path of the scorer
    that costs it; then the scorer's lightest paths all do, and what their edits count stands in the
    gold arcs kept. The program may join the vertices of a gold arc that is left out by an edit that
    is too light. That can add doubt, but no certificate: no such edit is read back as one of the
    scorer's, which weighs more.

    If nothing is known then, costs become those of all gold arcs and vertices again: they must be
    bounds.
    """
    cdef GoldArcs kept
    cdef Status status = keep_lightest(&kept, bounds, gold, &scratch.arena)
    if status != DONE:
        return status
    if not (is_ordered or bounds.found.is_countable):
        choose_fields(&work.program, work.most_gold)
        if kept.is_countable:
            fill_held(&work.program, &kept, bounds.held)
            is_settled[0] = is_certified(work, &kept, counted)
    if not is_settled[0]:
        status = count_states(
            work, bounds, &kept, scratch, is_ordered, counted, is_settled, is_found
        )
    if status == DONE and not is_settled[0] and not is_found[0]:
        fill_cells(&work.program, bounds.found)
    return status


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
            status = open_vertices(&work, &scratch)
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
