"""Whether the correct edits of a path are the sum of what its gold arcs spell.

The scorer walks a path and the gold edits together, from left to right: a gold edit is
not seen again once a later one was matched. As long as gold edits that are spelled stand in the
order of their spans, that walk sees each of them, and the number of correct edits of a path is the
sum over its arcs. `is_countable` says so; it also says that no path holds two spelled insertions of
one row whose gold edits stand in another order than they do, and that no shifted one is spelled.
Where all arcs do not fulfil this, those on lightest paths still may (`keep_lightest`).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow, shifts_span
from fastgec.maxmatch.terms.folding cimport is_dropped
from fastgec.maxmatch.gold.gold_texts cimport take_gold, text_of_edit
from fastgec.maxmatch.terms.records cimport (
    Counted, GoldArc, GoldArcs, GoldText, GoldTexts, Sentence,
)


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


cdef inline bint are_insertions_ordered(
    const GoldArc *arcs, int64_t n_arcs, const GoldTexts *texts, const Lattice *lattice,
    int64_t *latest,
) noexcept nogil:
    """Whether any two insertions of a row that one path can make stand in the order of the path.

    What stands before a vertex of a row is known by its latest gold edit. `latest` has room for a
    row.
    """
    cdef const Vertex *vertices = lattice.vertices
    cdef const GoldText *text
    cdef int64_t first = 0, last, at
    cdef int32_t row, tail, head
    while first < n_arcs:
        row = vertices[arcs[first].head].i
        last = first
        memset(latest, 0xFF, (lattice.rows[row + 1] - lattice.rows[row]) * sizeof(int64_t))
        while last < n_arcs and vertices[arcs[last].head].i == row:
            if arcs[last].is_edit and vertices[arcs[last].tail].i == row:
                text = &texts.items[arcs[last].text]
                head = arcs[last].head - lattice.rows[row]
                latest[head] = max(latest[head], texts.edits[text.last - 1])
            last += 1
        for head in range(1, lattice.rows[row + 1] - lattice.rows[row]):
            latest[head] = max(latest[head], latest[head - 1])
        for at in range(first, last):
            if arcs[at].is_edit and vertices[arcs[at].tail].i == row:
                text = &texts.items[arcs[at].text]
                tail = arcs[at].tail - lattice.rows[row]
                if latest[tail] >= texts.edits[text.first]:
                    return False
        first = last
    return True


cdef inline Status check_countable(
    GoldArcs *found, const Lattice *lattice, const GoldRow *gold, Arena *arena
) noexcept nogil:
    """Find whether correct edits of a path are the sum of those of its gold arcs."""
    cdef const GoldArc *arcs = found.arcs
    cdef const GoldArc *arc
    cdef const Vertex *vertices = lattice.vertices
    cdef int64_t at
    cdef int64_t n_insertions = 0
    cdef int32_t row
    cdef int32_t widest = 0
    cdef uint8_t *is_used
    cdef int64_t *latest
    found.is_countable = True
    for at in range(found.n_arcs):
        arc = &arcs[at]
        row = vertices[arc.head].i
        widest = max(widest, lattice.rows[row + 1] - lattice.rows[row])
        if arc.is_edit and vertices[arc.tail].i == row:
            n_insertions += 1
            if shifts_span(found.options, lattice, arc.tail, True) and vertices[arc.tail].j:
                found.is_countable = False  # it is made in row 0, and is a gold edit of another one
    if found.n_arcs < 2 or not found.is_countable:
        return DONE
    is_used = <uint8_t *>arena_take(arena, gold.n_edits + found.texts.size, 1)
    if is_used == NULL:
        return arena_status(arena)
    memset(is_used, 0, gold.n_edits + found.texts.size)
    found.is_countable = is_ordered(
        arcs, found.n_arcs, &found.texts, gold, is_used, is_used + gold.n_edits
    )
    if n_insertions > 1 and found.is_countable:
        latest = <int64_t *>arena_take(arena, widest, sizeof(int64_t))
        if latest == NULL:
            return arena_status(arena)
        found.is_countable = are_insertions_ordered(
            arcs, found.n_arcs, &found.texts, lattice, latest
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
