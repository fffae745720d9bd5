"""Arcs that spell gold edits: found in the lattice, without a list of all longer arcs.

All candidates of an edit come from `_spellings`. A candidate is an arc if there is a way between its
vertices and no way has more noops than an arc may have (`_reach`); else labels tell: one by one where
candidates are few (`_labels`), block by block where they are many (`_blocks`). What an arc spells
depends on its end points alone, so there is one arc for each pair, however many gold edits it spells.

Insertions are weighed by a rule of their own (`_insertions`).

Counting. The scorer walks a path and the gold edits together, from left to right: a gold edit is
not seen again once a later one was matched. As long as gold edits that are spelled stand in the
order of their spans, that walk sees each of them, and the number of correct edits of a path is the
sum over its arcs. `is_countable` says so; it also says that no path holds two spelled insertions of
one row whose gold edits stand in another order than they do, and that no shifted one is spelled.
Where all arcs do not fulfil this, those on lightest paths still may (`keep_lightest`).
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, TOO_LARGE, Arena, Status, arena_status, arena_take
from fastgec._blocks cimport FEW_TAILS, Blocks, label_block, most_tails, open_blocks
from fastgec._insertions cimport (
    InsertionRow, RuledArc, find_spelled, has_shifted, number_of, ruled_epsilons, weigh_row,
)
from fastgec._labels cimport Label, label_arc
from fastgec._lattice cimport (
    GoldRow, Lattice, Options, Vertex, is_cancelled, shifts_span,
)
from fastgec._reach cimport Reach, leads_to, noops_between, open_reach
from fastgec._spellings cimport (
    GoldText, GoldTexts, Spelling, Spellings, add_spelling, find_spellings, list_texts,
    sort_spellings,
)


cdef enum:
    FEW_SPELLINGS = 64  # of so few, each has its label looked up


cdef bint is_ordered(
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


cdef bint are_insertions_ordered(
    const GoldArc *arcs, int64_t n_arcs, const GoldTexts *texts, const Lattice *lattice,
    int64_t *latest,
) noexcept nogil:
    """Whether any two insertions of a row that one path can make stand in the order of the path.

    What stands before a vertex of a row is known by its latest gold edit. `latest` has room for a row.
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


cdef Status check_countable(
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
        if arc.is_edit and vertices[arc.tail].i == vertices[arc.head].i:
            n_insertions += 1
            row = vertices[arc.head].i
            widest = max(widest, lattice.rows[row + 1] - lattice.rows[row])
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


cdef int compare_arcs(const void *a, const void *b) noexcept nogil:
    cdef const GoldArc *left = <const GoldArc *>a
    cdef const GoldArc *right = <const GoldArc *>b
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    return 0


cdef Status find_gold_arcs(
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
    cdef int64_t at, first
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
    for at in range(texts.size):
        if texts.items[at].start < texts.items[at].end:
            status = find_spellings(&spelled, lattice, texts, at, arena)
            if status != DONE:
                return status
    sort_spellings(&spelled)
    status = add_arcs(found, &spelled, NULL, lattice, options, labels, arena)
    if status != DONE:
        return status

    at = 0
    while at < texts.size:
        first = at
        at += 1
        if texts.items[first].start < texts.items[first].end:
            continue
        while at < texts.size and texts.items[at].end == texts.items[first].end == texts.items[at].start:
            at += 1
        status = find_insertions(found, lattice, first, at, options, labels, arena)
        if status != DONE:
            return status
    if found.rows != NULL:
        qsort(found.arcs, found.n_arcs, sizeof(GoldArc), compare_arcs)
    return check_countable(found, lattice, gold, arena)


cdef Status find_insertions(
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
    cdef int64_t at
    cdef int32_t place = texts.items[first].start
    cdef Status status
    inserted.items = NULL
    inserted.size = 0
    inserted.room = 0
    if lattice.rows[place + 1] - lattice.rows[place] < 2 and (
        not has_shifted(options, lattice, place)
    ):
        return DONE
    for at in range(first, last):
        status = DONE
        if place or not options.is_release_3_2:
            status = find_spellings(&inserted, lattice, texts, at, arena)
        if (
            status == DONE
            and has_shifted(options, lattice, place)
            and texts.items[at].size == 1
            and texts.items[at].tokens[0] == lattice.hypothesis[place]
        ):
            status = add_spelling(&inserted, place, place + 1, at, arena)
        if status != DONE:
            return status
    if inserted.size == 0:
        return DONE
    sort_spellings(&inserted)
    row = <InsertionRow *>arena_take(arena, 1, sizeof(InsertionRow))
    if row == NULL:
        return arena_status(arena)
    row.row = place
    status = keep_row(found, row, lattice, arena)
    if status == DONE:
        status = weigh_row(row, lattice, texts, &inserted, options, labels, arena)
    if status == DONE:
        status = add_arcs(found, &inserted, row, lattice, options, labels, arena)
    return status


cdef Status keep_row(
    GoldArcs *found, InsertionRow *row, const Lattice *lattice, Arena *arena
) noexcept nogil:
    """Keep the weights of a row where they are found by its number."""
    cdef size_t n_rows = <size_t>max(lattice.n_source, lattice.n_hypothesis) + 2
    if found.rows == NULL:
        found.rows = <InsertionRow **>arena_take(arena, n_rows, sizeof(void *))
        if found.rows == NULL:
            return arena_status(arena)
        memset(found.rows, 0, n_rows * sizeof(void *))
    found.rows[row.row] = row
    return DONE


cdef bint is_run(
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
        head = lattice.vertices[head].diagonal
    return True


cdef inline bint may_be_shifted(
    const Lattice *lattice, const Options *options, int32_t tail
) noexcept nogil:
    """Whether an arc may have a span other than that of its source tokens."""
    return options.is_release_3_2 and lattice.vertices[tail].i == 0 and lattice.vertices[tail].j > 0


cdef struct Pair:
    # A pair of vertices that spell gold edits.
    int32_t tail
    int32_t head
    int64_t at  # its first spelling


cdef int compare_pairs(const void *a, const void *b) noexcept nogil:
    cdef const Pair *left = <const Pair *>a
    cdef const Pair *right = <const Pair *>b
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    return (left.head > right.head) - (left.head < right.head)


cdef int compare_heads(const void *a, const void *b) noexcept nogil:
    cdef int32_t left = (<const int32_t *>a)[0]
    cdef int32_t right = (<const int32_t *>b)[0]
    return (left > right) - (left < right)


cdef Status find_joined(
    uint8_t *is_joined, const Spellings *spelled, const Lattice *lattice, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil:
    """Find which pairs of sorted spellings a joined arc joins whose span is that of its source tokens.

    Writes a flag for the first spelling of each pair. Where no way has too many noops, a way is
    enough; labels are made for the other pairs.
    """
    cdef Reach reach
    cdef Pair *pairs = <Pair *>arena_take(arena, spelled.size, sizeof(Pair))
    cdef int64_t at
    cdef int64_t n_pairs = 0
    cdef const Spelling *item
    cdef Status status
    if pairs == NULL:
        return arena_status(arena)
    status = open_reach(&reach, lattice, arena)
    if status != DONE:
        return status
    for at in range(spelled.size):
        item = &spelled.items[at]
        is_joined[at] = leads_to(&reach, item.tail, item.head)
        if not is_joined[at] or (
            not may_be_shifted(lattice, options, item.tail)
            and noops_between(&reach, item.tail, item.head) <= options.max_unchanged
        ):
            continue
        pairs[n_pairs].tail = item.tail
        pairs[n_pairs].head = item.head
        pairs[n_pairs].at = at
        n_pairs += 1
    return label_pairs(is_joined, pairs, n_pairs, lattice, options, labels, arena)


cdef Status label_pairs(
    uint8_t *is_joined, Pair *pairs, int64_t n_pairs, const Lattice *lattice,
    const Options *options, Label *labels, Arena *arena,
) noexcept nogil:
    """Find which pairs a joined arc joins by their labels, block by block."""
    cdef const Vertex *vertices = lattice.vertices
    cdef Blocks blocks
    cdef int32_t *heads
    cdef int64_t first = 0, last, at
    cdef int32_t lane, most, number
    cdef Status status
    if n_pairs == 0:
        return DONE
    heads = <int32_t *>arena_take(arena, n_pairs, sizeof(int32_t))
    if heads == NULL:
        return arena_status(arena)
    status = open_blocks(&blocks, lattice, options, labels, arena)
    if status != DONE:
        return status
    qsort(pairs, n_pairs, sizeof(Pair), compare_pairs)
    while first < n_pairs:
        if is_cancelled(options):
            return CANCELLED
        most = most_tails(&blocks, vertices[pairs[first].tail].i)
        last = take_tails(&blocks, pairs, first, n_pairs, most)
        if blocks.n_tails < FEW_TAILS:
            last = take_tails(&blocks, pairs, first, n_pairs, 1)
        for at in range(first, last):
            heads[at - first] = pairs[at].head
        qsort(heads, last - first, sizeof(int32_t), compare_heads)
        blocks.n_heads = 0
        for at in range(last - first):
            if at == 0 or heads[at] != heads[at - 1]:
                blocks.heads[blocks.n_heads] = heads[at]
                blocks.n_heads += 1
        status = label_block(&blocks, arena)
        if status != DONE:
            return status
        lane = 0
        number = 0
        for at in range(first, last):
            if pairs[at].tail != blocks.tails[lane]:
                lane += 1
                number = 0
            while blocks.heads[number] != pairs[at].head:
                number += 1
            if blocks.n_tails > 1:
                is_joined[pairs[at].at] = blocks.arcs[number].steps[lane] != 0
            else:
                is_joined[pairs[at].at] = has_own_span(lattice, options, labels, pairs[at].tail, pairs[at].head)
        first = last
    return DONE


cdef int64_t take_tails(
    Blocks *blocks, const Pair *pairs, int64_t first, int64_t n_pairs, int32_t most
) noexcept nogil:
    """Take up to `most` tails of one row; return the first pair that has another one."""
    cdef const Vertex *vertices = blocks.lattice.vertices
    cdef int32_t row = vertices[pairs[first].tail].i
    cdef int64_t at
    blocks.n_tails = 0
    for at in range(first, n_pairs):
        if blocks.n_tails and pairs[at].tail == blocks.tails[blocks.n_tails - 1]:
            continue
        if blocks.n_tails == most or vertices[pairs[at].tail].i != row:
            return at
        blocks.tails[blocks.n_tails] = pairs[at].tail
        blocks.n_tails += 1
    return n_pairs


cdef inline bint has_own_span(
    const Lattice *lattice, const Options *options, const Label *labels, int32_t tail, int32_t head
) noexcept nogil:
    """Whether a label says that there is an arc whose span is that of its source tokens."""
    return labels[head].copies and not (
        labels[head].is_inserting and may_be_shifted(lattice, options, tail)
    )


cdef Status add_arcs(
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
    cdef bint has_arc
    cdef Status status
    if spelled.size == 0:
        return DONE
    if spelled.size > FEW_SPELLINGS and row == NULL:
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
        if item.tail in (vertex.diagonal, vertex.deletion, vertex.insertion):
            arc.steps = 1
            arc.is_edit = not (vertex.is_noop and vertex.diagonal == item.tail)
        elif row == NULL:
            arc.steps = 0  # matched arcs are not weighed by it
            if is_joined != NULL:
                has_arc = is_joined[at]
            else:
                label_arc(labels, lattice, options, item.tail, item.head)
                has_arc = has_own_span(lattice, options, labels, item.tail, item.head)
            if not has_arc:
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


cdef inline const InsertionRow *row_of(const GoldArcs *found, int32_t place) noexcept nogil:
    """Return the weights that the insertion rule gives at a place, or NULL: it changes none."""
    return found.rows[place] if found.rows != NULL else NULL


cdef int32_t insertion_epsilons(
    const GoldArcs *found, const Lattice *lattice, int32_t tail, int32_t head
) noexcept nogil:
    """Return the thousandths of an insertion arc that no gold edit spells."""
    cdef const Vertex *first = &lattice.vertices[tail]
    cdef bint is_shifted = shifts_span(found.options, lattice, tail, True)
    cdef const InsertionRow *row = NULL
    if head == tail + 1 or not is_shifted:
        row = row_of(found, first.j if is_shifted else first.i)
    if row != NULL:
        return ruled_epsilons(row, found.options, lattice, tail, head)
    return lattice.vertices[head].n_insertion if head == tail + 1 else 1


cdef int32_t arc_epsilons(
    const GoldArcs *found, const Lattice *lattice, const Label *label, int32_t tail, int32_t head
) noexcept nogil:
    """Return the thousandths of a joined arc that no gold edit spells."""
    cdef const Vertex *first = &lattice.vertices[tail]
    cdef const InsertionRow *row = NULL
    if first.i == lattice.vertices[head].i:
        return insertion_epsilons(found, lattice, tail, head)
    if lattice.vertices[head].i == first.j and shifts_span(
        found.options, lattice, tail, label.is_inserting
    ):
        row = row_of(found, first.j)
    if row != NULL:
        return ruled_epsilons(row, found.options, lattice, tail, head)
    return label.copies
