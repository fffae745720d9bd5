"""Arcs that spell gold edits: found in the lattice, without a list of all longer arcs.

What gold edits write, and the pairs of vertices that spell it, come from `gold_texts`; whether an
arc joins a pair, from `joined_pairs`. What an arc spells depends on its end points alone, so there
is one arc for each pair, however many gold edits it spells. Insertions are weighed by a rule of
their own (`insertion_rule`). Whether correct edits add up along a path, `gold_order` says.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memset

from fastgec._arena cimport (
    CANCELLED, DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
    is_cancelled,
)
from fastgec._lattice cimport Lattice, Vertex, diagonal_of, is_base
from fastgec.maxmatch.terms.edits cimport GoldRow, Options, shifts_span
from fastgec.maxmatch.gold.gold_texts cimport find_spellings, last_of_size, list_texts, text_among
from fastgec.maxmatch.gold.insertion_rows cimport find_spelled, has_shifted, number_of, open_row
from fastgec.maxmatch.gold.insertion_rule cimport weigh_row
from fastgec.maxmatch.gold.reach cimport Reach, fewest_between, leads_to, noops_between, open_reach
from fastgec.maxmatch.entries.labels cimport Box, label_at, label_row, open_box
from fastgec.maxmatch.terms.records cimport (
    GoldArc, GoldArcs, GoldText, GoldTexts, InsertionRow, Label, RuledArc,
)
from fastgec.maxmatch.gold.spellings cimport Spelling, Spellings, add_spelling, sort_spellings


cdef inline int compare_arcs(const void *a, const void *b) noexcept nogil:
    cdef const GoldArc *left = <const GoldArc *>a
    cdef const GoldArc *right = <const GoldArc *>b
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    return 0


cdef inline Status find_gold_arcs(
    GoldArcs *found,
    const Lattice *lattice,
    const GoldRow *gold,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil:
    """Find all arcs that spell gold edits, with their weights and what they count."""
    cdef const GoldTexts *texts = &found.texts
    cdef Spellings spelled
    cdef int64_t at, first, n_spans
    cdef int32_t place
    cdef Status status
    spelled.items = NULL
    spelled.size = 0
    spelled.room = 0
    found.arcs = NULL
    found.n_arcs = 0
    found.room = 0
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
    status = sort_spellings(&spelled, lattice.n_vertices, arena)
    if status == DONE:
        status = add_arcs(found, &spelled, NULL, lattice, options, labels, arena)
    if status != DONE:
        return status

    n_spans = found.n_arcs
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
    return merge_arcs(found, n_spans, arena)


cdef inline Status merge_arcs(GoldArcs *found, int64_t n_spans, Arena *arena) noexcept nogil:
    """Bring the arcs of insertions, which stand behind `n_spans` sorted others, to their places."""
    cdef int64_t n_insertions = found.n_arcs - n_spans
    cdef int64_t to = found.n_arcs
    cdef GoldArc *insertions
    if n_insertions == 0:
        return DONE
    insertions = <GoldArc *>arena_take(arena, n_insertions, sizeof(GoldArc))
    if insertions == NULL:
        return arena_status(arena)
    memcpy(insertions, found.arcs + n_spans, n_insertions * sizeof(GoldArc))
    qsort(insertions, n_insertions, sizeof(GoldArc), compare_arcs)
    while n_insertions > 0:
        to -= 1
        if n_spans > 0 and compare_arcs(
            &found.arcs[n_spans - 1], &insertions[n_insertions - 1]
        ) > 0:
            n_spans -= 1
            found.arcs[to] = found.arcs[n_spans]
        else:
            n_insertions -= 1
            found.arcs[to] = insertions[n_insertions]
    return DONE


cdef inline Status find_insertions(
    GoldArcs *found,
    const Lattice *lattice,
    int64_t first,
    int64_t last,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil:
    """Add the arcs that spell insertions at one place, whose texts are `first` to `last`."""
    cdef const GoldTexts *texts = &found.texts
    cdef Spellings inserted
    cdef InsertionRow *row
    cdef int64_t at, text
    cdef int32_t place = texts.items[first].start
    cdef Status status
    inserted.items = NULL
    inserted.size = 0
    inserted.room = 0
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
            text = text_among(texts, first, at, lattice.hypothesis + place)
            if text >= 0:
                status = add_spelling(&inserted, place, place + 1, text, arena)
        if status != DONE:
            return status
        first = at
    if inserted.size == 0:
        return DONE
    status = sort_spellings(&inserted, lattice.n_vertices, arena)
    if status != DONE:
        return status
    row = <InsertionRow *>arena_take(arena, 1, sizeof(InsertionRow))
    if row == NULL:
        return arena_status(arena)
    status = open_row(row, place, lattice, options, labels, arena)
    if status == DONE:
        status = keep_row(found, row, lattice, arena)
    if status == DONE:
        status = weigh_row(row, lattice, texts, &inserted, options, arena)
    if status == DONE:
        status = add_arcs(found, &inserted, row, lattice, options, labels, arena)
    return status


cdef inline Status keep_row(
    GoldArcs *found, InsertionRow *row, const Lattice *lattice, Arena *arena
) noexcept nogil:
    """Keep the weights of a row where they are found by its number."""
    cdef size_t n_rows = <size_t>max(lattice.n_source, lattice.n_hypothesis) + 2
    if found.rows == NULL:
        found.rows = <InsertionRow **>arena_take(arena, n_rows, sizeof(void *))
        if found.rows == NULL:
            return arena_status(arena)
        memset(found.rows, 0, n_rows * sizeof(void *))
    found.rows[row.place] = row
    return DONE


cdef inline bint is_run(
    const Lattice *lattice, const Options *options, int32_t tail, int32_t head
) noexcept nogil:
    """Whether an arc is one of noops alone."""
    cdef const Vertex *first = &lattice.vertices[tail]
    cdef const Vertex *last = &lattice.vertices[head]
    if last.i - first.i != last.j - first.j or last.i - first.i > options.max_unchanged:
        return False
    while head != tail:
        if not lattice.vertices[head].is_noop:
            return False
        head = diagonal_of(&lattice.vertices[head])
    return True


cdef enum:
    FEW_PAIRS = 64  # labels of which take less time than a look at all vertices


cdef struct Pair:
    # A pair of vertices that spell gold edits.
    int32_t tail
    int32_t head
    int64_t at


cdef inline int compare_pairs(const void *a, const void *b) noexcept nogil:
    cdef const Pair *left = <const Pair *>a
    cdef const Pair *right = <const Pair *>b
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    return (left.head > right.head) - (left.head < right.head)


cdef inline Status find_joined(
    uint8_t *is_joined, const Spellings *spelled, const Lattice *lattice, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil:
    """Find which pairs a joined arc joins whose span is that of its source tokens: by the labels of
    each tail, made once."""
    cdef const Vertex *vertices = lattice.vertices
    cdef Mark mark = arena_mark(arena)
    cdef Pair *pairs = <Pair *>arena_take(arena, spelled.size, sizeof(Pair))
    cdef const Label *label
    cdef int64_t at, first = 0, last, n_pairs = 0
    cdef int32_t right, tail, head
    cdef Reach reach
    cdef Status status
    cdef bint is_shifted
    cdef Box box
    if pairs == NULL:
        return arena_status(arena)
    if spelled.size > FEW_PAIRS:
        status = open_reach(&reach, lattice, arena)
        if status != DONE:
            return status
    for at in range(spelled.size):
        tail = spelled.items[at].tail
        head = spelled.items[at].head
        is_joined[at] = False
        if spelled.size > FEW_PAIRS:
            is_joined[at] = (
                leads_to(&reach, tail, head)
                and fewest_between(&reach, tail, head) <= options.max_unchanged
            )
            if not is_joined[at] or (
                noops_between(&reach, tail, head) <= options.max_unchanged
                and not shifts_span(options, lattice, tail, True)
            ):
                continue  # known without labels
        pairs[n_pairs] = Pair(tail, head, at)
        n_pairs += 1
    qsort(pairs, n_pairs, sizeof(Pair), compare_pairs)
    while first < n_pairs:
        if is_cancelled(options.cancel):
            return CANCELLED
        last = first
        right = 0
        while last < n_pairs and pairs[last].tail == pairs[first].tail:
            right = max(right, vertices[pairs[last].head].j)
            last += 1
        is_shifted = shifts_span(options, lattice, pairs[first].tail, True) and (
            vertices[pairs[first].tail].j > 0
        )
        open_box(&box, labels, lattice, pairs[first].tail, right)
        for at in range(first, last):
            while box.row < vertices[pairs[at].head].i:
                label_row(&box, options.max_unchanged)
            label = label_at(labels, lattice, pairs[at].head)
            is_joined[pairs[at].at] = label.sides and not (label.is_inserting and is_shifted)
        first = last
    arena_rewind(arena, &mark)
    return DONE


cdef inline Status add_arcs(
    GoldArcs *found,
    const Spellings *spelled,
    const InsertionRow *row,
    const Lattice *lattice,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil:
    """Add an arc for each spelling that an arc joins; `row` belongs to insertions."""
    cdef GoldArc *arcs
    cdef GoldArc *arc
    cdef int64_t at, number
    cdef const GoldText *text
    cdef const Spelling *item
    cdef const RuledArc *ruled
    cdef const Vertex *vertex
    cdef uint8_t *is_joined = NULL
    cdef Status status
    if spelled.size == 0:
        return DONE
    if row == NULL:
        is_joined = <uint8_t *>arena_take(arena, spelled.size, 1)
        if is_joined == NULL:
            return arena_status(arena)
        status = find_joined(is_joined, spelled, lattice, options, labels, arena)
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
        arc.tail = item.tail
        arc.head = item.head
        arc.text = item.text
        arc.epsilons = 0
        arc.n_correct = 0
        arc.is_matched = True
        arc.is_edit = True
        arc.is_doubtful = False
        vertex = &lattice.vertices[item.head]
        if is_base(vertex, item.tail, item.head):
            arc.steps = 1
            arc.is_edit = not (vertex.is_noop and diagonal_of(vertex) == item.tail)
        elif row == NULL:
            arc.steps = 0  # matched arcs are not weighed by it
            if not is_joined[at]:
                continue
            arc.is_doubtful = is_run(lattice, options, item.tail, item.head)
            arc.is_edit = not arc.is_doubtful
        else:
            arc.steps = item.head - item.tail
        if row != NULL:
            number = number_of(row, options, lattice, item.tail, item.head)
            if number < 0:
                continue
            ruled = find_spelled(row, number)
            arc.is_matched = ruled.is_matched
            arc.epsilons = ruled.epsilons
        if arc.is_edit:
            arc.n_correct = <int32_t>(text.last - text.first)
        found.n_arcs += 1
    return DONE
