"""Arcs that spell gold edits: found in the lattice, without a list of all longer arcs.

What gold edits write, and the pairs of vertices that spell it, come from `gold_texts`; whether an
arc joins a pair, `joined_pairs` says. What an arc spells depends on its end points alone, so there
is one arc for each pair, however many gold edits it spells. What insertions cost is decided by a
rule of their own (`insertions`).

**Order.** The scorer walks a path and the gold edits together, from left to right: a gold edit is
not seen again once a later one was matched. As long as gold edits that are spelled stand in the
order of their spans, that walk sees each of them, and the number of correct edits of a path is the
sum over its arcs. `is_countable` says so; it also says that no row has two spelled insertions,
whose gold edits may stand in another order than they do, and that no shifted one is spelled.
Else there is no certificate.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
)
from fastgec._lattice cimport Lattice, Vertex, diagonal_of, is_base
from fastgec.maxmatch.gold_texts cimport (
    Spelling, Spellings, add_spelling, find_spellings, last_of_size, list_texts, place_of_text,
    take_gold, text_of_edit,
)
from fastgec.maxmatch.joined_pairs cimport find_joined, has_own_span, joins_noops
from fastgec.maxmatch.insertions cimport entry_of, find_spelled, has_shifted, open_row, weigh_row
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow, Options
from fastgec.maxmatch.terms.folding cimport is_dropped
from fastgec.maxmatch.terms.records cimport (
    Counted, GoldArc, GoldArcs, GoldText, GoldTexts, InsertionRow, Label, RuledArc, Sentence,
)


cdef inline int compare_arcs(const void *a, const void *b) noexcept nogil:
    cdef const GoldArc *left = <const GoldArc *>a
    cdef const GoldArc *right = <const GoldArc *>b
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    return (left.tail > right.tail) - (left.tail < right.tail)


cdef inline Status find_gold_arcs(
    GoldArcs *found, const Lattice *lattice, const GoldRow *gold, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil:
    """Find all arcs that spell gold edits, with their weights and what they count."""
    cdef const GoldTexts *texts = &found.texts
    cdef Spellings spelled = Spellings(NULL, 0, 0)
    cdef int64_t at, first
    cdef int32_t place
    cdef Status status
    found.arcs = NULL
    found.n_arcs = found.room = 0
    found.rows = NULL
    found.options = options
    status = list_texts(&found.texts, gold, arena)
    if status != DONE:
        return status
    at = 0
    while at < texts.size:
        first = at
        at = last_of_size(texts, first)
        if texts.items[first].start < texts.items[first].end:
            status = find_spellings(&spelled, lattice, texts, first, at, arena)
            if status != DONE:
                return status
    status = add_arcs(found, &spelled, NULL, lattice, options, labels, arena)
    if status != DONE:
        return status

    at = 0
    while at < texts.size:
        first = at
        at += 1
        if texts.items[first].start < texts.items[first].end:
            continue
        place = texts.items[first].end
        while at < texts.size and texts.items[at].start == place == texts.items[at].end:
            at += 1
        status = find_insertions(found, lattice, first, at, options, labels, arena)
        if status != DONE:
            return status
    for at in range(1, found.n_arcs):
        if compare_arcs(&found.arcs[at - 1], &found.arcs[at]) > 0:
            qsort(found.arcs, found.n_arcs, sizeof(GoldArc), compare_arcs)
            break
    return DONE


cdef inline Status find_insertions(
    GoldArcs *found, const Lattice *lattice, int64_t first, int64_t last, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil:
    """Add the arcs that spell insertions at one place, whose texts are `first` to `last`."""
    cdef const GoldTexts *texts = &found.texts
    cdef Spellings inserted = Spellings(NULL, 0, 0)
    cdef GoldText wanted
    cdef InsertionRow *row
    cdef size_t n_rows = <size_t>max(lattice.n_source, lattice.n_hypothesis) + 2
    cdef int64_t at, text
    cdef int32_t place = texts.items[first].start
    cdef Status status
    if lattice.rows[place + 1] - lattice.rows[place] < 2 and (
        not has_shifted(options, lattice, place)
    ):
        return DONE
    while first < last:
        at = last_of_size(texts, first)
        status = DONE
        if place or not options.is_release_3_2:
            status = find_spellings(&inserted, lattice, texts, first, at, arena)
        if status == DONE and has_shifted(options, lattice, place) and texts.items[first].size == 1:
            wanted = texts.items[first]
            wanted.tokens = lattice.hypothesis + place
            text = place_of_text(texts, first, at, &wanted)
            if text >= 0:
                status = add_spelling(&inserted, place, place + 1, text, arena)
        if status != DONE:
            return status
        first = at
    if inserted.size == 0:
        return DONE
    if found.rows == NULL:
        found.rows = <InsertionRow **>arena_take(arena, n_rows, sizeof(void *))
        if found.rows == NULL:
            return arena_status(arena)
        memset(found.rows, 0, n_rows * sizeof(void *))
    row = <InsertionRow *>arena_take(arena, 1, sizeof(InsertionRow))
    if row == NULL:
        return arena_status(arena)
    found.rows[place] = row
    status = open_row(row, place, lattice, options, labels, arena)
    if status == DONE:
        status = weigh_row(row, lattice, texts, &inserted, options, arena)
    if status == DONE:
        status = add_arcs(found, &inserted, row, lattice, options, labels, arena)
    return status


cdef inline Status add_arcs(
    GoldArcs *found, const Spellings *spelled, const InsertionRow *row, const Lattice *lattice,
    const Options *options, Label *labels, Arena *arena,
) noexcept nogil:
    """Add an arc for each spelling that an arc joins; `row` belongs to insertions."""
    cdef GoldArc *arcs
    cdef GoldArc *arc
    cdef int64_t at
    cdef int32_t copies
    cdef const GoldText *text
    cdef const Spelling *item
    cdef const RuledArc *ruled
    cdef const Vertex *vertex
    cdef uint8_t *is_joined = NULL
    cdef Mark mark
    cdef Status status
    if spelled.size == 0:
        return DONE
    if row == NULL:
        is_joined = <uint8_t *>arena_take(arena, spelled.size, 1)
        if is_joined == NULL:
            return arena_status(arena)
        mark = arena_mark(arena)
        status = find_joined(is_joined, spelled, &found.texts, lattice, options, labels, arena)
        arena_rewind(arena, &mark)
        if status != DONE:
            return status
    if found.n_arcs + spelled.size > found.room:
        found.room += max(found.room, spelled.size)
        arcs = <GoldArc *>arena_take(arena, found.room, sizeof(GoldArc))
        if arcs == NULL:
            return arena_status(arena)
        for at in range(found.n_arcs):
            arcs[at] = found.arcs[at]
        found.arcs = arcs
    for at in range(spelled.size):
        item = &spelled.items[at]
        arc = &found.arcs[found.n_arcs]
        text = &found.texts.items[item.text]
        arc[0] = GoldArc(item.tail, item.head, 0, 0, 0, True, True, False, item.text)
        vertex = &lattice.vertices[item.head]
        if is_base(vertex, item.tail, item.head):
            arc.steps = 1
            arc.is_edit = not (vertex.is_noop and diagonal_of(vertex) == item.tail)
        elif row == NULL:
            if not is_joined[at]:  # their steps weigh nothing
                continue
            arc.is_doubtful = joins_noops(lattice, options, item.tail, item.head)
            arc.is_edit = not arc.is_doubtful
        else:
            arc.steps = item.head - item.tail
        if row != NULL:
            ruled = find_spelled(
                row, entry_of(row, options, lattice, item.tail, item.head, &copies)
            )
            if ruled == NULL:
                continue
            arc.is_matched = ruled.is_matched
            arc.epsilons = ruled.epsilons
        if arc.is_edit:
            arc.n_correct = <int32_t>(text.last - text.first)
        found.n_arcs += 1
    return DONE


cdef inline bint is_ordered(
    const GoldArc *arcs, int64_t n_arcs, const GoldTexts *texts, const GoldRow *gold,
    uint8_t *is_used, uint8_t *is_spelled
) noexcept nogil:
    """Whether any two gold edits that one path can make stand in the order of their spans.

    `is_used` has a zero for each gold edit, `is_spelled` for each text. Edits of one insertion row
    are another matter.
    """
    cdef int64_t at, edit
    cdef int32_t latest_span = -1
    cdef int32_t latest_insertion = -1
    cdef const GoldText *text
    for at in range(n_arcs):
        text = &texts.items[arcs[at].text]
        if arcs[at].is_edit and not is_spelled[arcs[at].text]:
            is_spelled[arcs[at].text] = True
            for edit in range(text.first, text.last):
                is_used[texts.edits[edit]] = True
    for edit in range(gold.n_edits):
        if not is_used[edit]:
            continue
        if latest_span >= gold.end[edit] or latest_insertion > gold.end[edit]:
            return False
        if gold.start[edit] < gold.end[edit]:
            if latest_insertion == gold.end[edit]:
                return False
            if gold.start[edit] > latest_span:
                latest_span = gold.start[edit]
        elif gold.start[edit] > latest_insertion:
            latest_insertion = gold.start[edit]
    return True


cdef inline Status check_countable(
    GoldArcs *found, const Lattice *lattice, const GoldRow *gold, Arena *arena
) noexcept nogil:
    """Find whether correct edits of a path are the sum of those of its gold arcs."""
    cdef const GoldArc *arcs = found.arcs
    cdef const GoldArc *arc
    cdef const Vertex *vertices = lattice.vertices
    cdef int64_t at
    cdef int32_t row, last_row = -1
    cdef uint8_t *is_used
    found.is_countable = True
    for at in range(found.n_arcs):
        arc = &arcs[at]
        row = vertices[arc.head].i
        if arc.is_edit and vertices[arc.tail].i == row:
            # Two of a row, or one that is made in row 0 and is a gold edit of another row.
            if row == last_row or not has_own_span(lattice, found.options, arc.tail, True):
                found.is_countable = False
            last_row = row
    if found.n_arcs < 2 or not found.is_countable:
        return DONE
    is_used = <uint8_t *>arena_take(arena, gold.n_edits + found.texts.size, 1)
    if is_used == NULL:
        return arena_status(arena)
    memset(is_used, 0, gold.n_edits + found.texts.size)
    found.is_countable = is_ordered(
        arcs, found.n_arcs, &found.texts, gold, is_used, is_used + gold.n_edits
    )
    return DONE


cdef inline void count_sequence(
    const Sentence *work, const GoldTexts *texts, Counted *counted
) noexcept nogil:
    """Count the edits of a sequence, and the gold edits that it makes, both from left to right.

    A gold edit before one that was matched earlier is not seen again; one edit of the sequence may
    match several equal gold edits. Published scores are counted so. Edits that folding drops count
    for nothing, but stay in the sequence.
    """
    cdef int64_t next_gold = 0
    cdef int32_t number
    cdef const Edit *made
    counted.n_proposed = 0
    counted.n_correct = 0
    for number in range(work.n_edits):
        made = &work.edits[number]
        if is_dropped(work.folding, made):
            continue
        counted.n_proposed += 1
        counted.n_correct += take_gold(texts, text_of_edit(texts, &work.lattice, made), &next_gold)
