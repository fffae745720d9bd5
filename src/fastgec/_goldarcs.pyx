"""Arcs that spell gold edits: found in the lattice, without a list of all longer arcs.

An arc spells a gold edit if it joins the row of the edit's start to the row of its end and the
hypothesis tokens between its vertices are one of the edit's alternatives. So all candidates of an
edit come from one walk over two rows. Whether a candidate is an arc at all, the label program says
(`_labels`). What an arc spells depends on its end points alone, so there is one arc for each pair,
however many gold edits it spells.

Insertions are weighed by a rule of their own. The scorer tests the insertions of a row in turn from
the left and from the right against the gold edits of that place; each test may narrow what is
tested later. Ways from one vertex of a row to another consist of its insertions alone, so there is
one arc for each pair of vertices in an unbroken run, of known length: the rule runs on exactly the
scorer's entries, with thousandths as integers. It is needed only in rows where some arc spells a
gold edit; elsewhere each entry gets one thousandth.

In release 3.2 an arc that begins with an insertion before the first source token has a span of its
own (`shifts_span`): (x, x) for the insertion of token x alone, (x, y - 1) for that of tokens x to y,
and (x, i) for an arc that leads on to row i. For x > 0 only the first can spell a gold edit, since a
match also needs as many source tokens. But the rule of the place x meets the first and, if i = x, the
last kind, before the insertions of row x: they stand first in the row's arcs as `shifted`.

Counting. The scorer walks a path and the gold edits together, from left to right: a gold edit is
not seen again once a later one was matched. As long as gold edits that are spelled stand in the
order of their spans, that walk sees each of them, and the number of correct edits of a path is the
sum over its arcs. `is_countable` says so; it also says that no path holds two spelled insertions of
one row whose gold edits stand in another order than they do, and that no shifted one is spelled.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from fastgec._arena cimport DONE, TOO_LARGE, Arena, Status, arena_status, arena_take
from fastgec._labels cimport Label, label_arc, label_rectangle
from fastgec._reach cimport Reach, leads_to, noops_between, open_reach
from fastgec._lattice cimport (
    GoldRow, Lattice, Options, Vertex, same_tokens, shifts_span, spells,
)


cdef enum:
    MOST_INSERTION_ARCS = 1 << 22
    FEW_SPELLINGS = 64  # of so few, each has its label looked up


cdef struct Spelling:
    # Arc (tail, head) spells a gold edit.
    int32_t head
    int32_t tail
    int64_t edit


cdef struct Spellings:
    Spelling *items
    int64_t size
    int64_t room


cdef int compare_spellings(const void *a, const void *b) noexcept nogil:
    cdef const Spelling *left = <const Spelling *>a
    cdef const Spelling *right = <const Spelling *>b
    if left.head != right.head:
        return -1 if left.head < right.head else 1
    if left.tail != right.tail:
        return -1 if left.tail < right.tail else 1
    if left.edit != right.edit:
        return -1 if left.edit < right.edit else 1
    return 0


cdef void sort_spellings(Spellings *found) noexcept nogil:
    cdef int64_t at, place
    cdef Spelling item
    if found.size > 16:
        qsort(found.items, found.size, sizeof(Spelling), compare_spellings)
        return
    for at in range(1, found.size):
        item = found.items[at]
        place = at
        while place > 0 and compare_spellings(&item, &found.items[place - 1]) < 0:
            found.items[place] = found.items[place - 1]
            place -= 1
        found.items[place] = item


cdef Status add_spelling(
    Spellings *found, int32_t tail, int32_t head, int64_t edit, Arena *arena
) noexcept nogil:
    cdef Spelling *items
    cdef int64_t at
    if found.size == found.room:
        found.room = 2 * found.room + 16
        items = <Spelling *>arena_take(arena, found.room, sizeof(Spelling))
        if items == NULL:
            return arena_status(arena)
        for at in range(found.size):
            items[at] = found.items[at]
        found.items = items
    found.items[found.size].tail = tail
    found.items[found.size].head = head
    found.items[found.size].edit = edit
    found.size += 1
    return DONE


cdef Status find_spellings(
    Spellings *found, const Lattice *lattice, const GoldRow *gold, int64_t edit, Arena *arena
) noexcept nogil:
    """Find the pairs of vertices that spell a gold edit."""
    cdef const Vertex *vertices = lattice.vertices
    cdef int32_t tail, head, size
    cdef int32_t last_tail = lattice.rows[gold.start[edit] + 1]
    cdef int32_t last_head = lattice.rows[gold.end[edit] + 1]
    cdef int64_t alternative
    cdef const int32_t *text
    cdef Status status
    if gold.start[edit] == gold.end[edit] and last_head - lattice.rows[gold.start[edit]] < 2:
        return DONE
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        text = gold.tokens + gold.token_offsets[alternative]
        size = <int32_t>(
            gold.token_offsets[alternative + 1] - gold.token_offsets[alternative]
        )
        head = lattice.rows[gold.end[edit]]
        for tail in range(lattice.rows[gold.start[edit]], last_tail):
            while head < last_head and vertices[head].j < vertices[tail].j + size:
                head += 1
            if head == last_head:
                break
            if (
                vertices[head].j == vertices[tail].j + size
                and head != tail
                and same_tokens(text, lattice.hypothesis + vertices[tail].j, size)
            ):
                status = add_spelling(found, tail, head, edit, arena)
                if status != DONE:
                    return status
    return DONE


cdef inline int32_t run_end(const Lattice *lattice, int32_t tail) noexcept nogil:
    """Return the vertex after the last one that insertions lead to from `tail`."""
    cdef int32_t head = tail + 1
    while (
        head < lattice.n_vertices
        and lattice.vertices[head].insertion == head - 1
    ):
        head += 1
    return head


cdef inline bint has_shifted(
    const Options *options, const Lattice *lattice, int32_t place
) noexcept nogil:
    """Whether release 3.2 puts an insertion before the first source token at this place.

    Vertices of row 0 are numbered by hypothesis position: it leads from `place` to the next one.
    """
    return options.is_release_3_2 and place + 1 < lattice.rows[1]


cdef Status find_shifted(
    InsertionRow *row, int32_t **copies, const Lattice *lattice, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil:
    """Find the arcs from row 0 whose span lies at a place, and how often the list has each."""
    cdef int32_t place = row.row
    cdef int32_t head
    cdef int32_t most = 1 + lattice.rows[place + 1] - lattice.rows[place]
    row.n_shifted = 0
    row.shifted_heads = <int32_t *>arena_take(arena, most, sizeof(int32_t))
    copies[0] = <int32_t *>arena_take(arena, most, sizeof(int32_t))
    if row.shifted_heads == NULL or copies[0] == NULL:
        return arena_status(arena)
    if not has_shifted(options, lattice, place):
        return DONE
    row.shifted_heads[0] = place + 1
    copies[0][0] = lattice.vertices[place + 1].n_insertion
    row.n_shifted = 1
    if place == 0:
        return DONE
    label_rectangle(labels, lattice, options, place, place, lattice.n_hypothesis)
    for head in range(lattice.rows[place], lattice.rows[place + 1]):
        if (
            lattice.vertices[head].j > place
            and labels[head].copies
            and labels[head].is_inserting
        ):
            row.shifted_heads[row.n_shifted] = head
            copies[0][row.n_shifted] = labels[head].copies
            row.n_shifted += 1
    return DONE


cdef int32_t number_of(
    const InsertionRow *row, const Options *options, const Lattice *lattice, int32_t tail,
    int32_t head,
) noexcept nogil:
    """Return the place of an arc among those that the rule of a row weighs, or -1."""
    cdef int32_t number
    if options.is_release_3_2 and lattice.vertices[tail].i == 0:
        for number in range(row.n_shifted if tail == row.row else 0):
            if row.shifted_heads[number] == head:
                return number
        return -1
    tail -= lattice.rows[row.row]
    number = row.first[tail] + head - lattice.rows[row.row] - tail - 1
    return number if number < row.first[tail + 1] else -1  # the run of insertions breaks off before


cdef Status weigh_row(
    InsertionRow *row,
    uint8_t **matched,
    const Lattice *lattice,
    const GoldRow *gold,
    int64_t edit,
    const Spellings *spelled,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil:
    """Run the insertion rule on one row. `edit` is the first gold edit of that place.

    Writes the thousandths of each insertion arc, and whether it is matched.
    """
    cdef int32_t first_vertex = lattice.rows[row.row]
    cdef int32_t last_vertex = lattice.rows[row.row + 1]
    cdef int32_t tail, head, n_arcs = 0, arc
    cdef int64_t n_entries = 0, n_gold = 0, low = 0, high, at, place, first = 0, last, found
    cdef int32_t *entry_arcs
    cdef int32_t *tails
    cdef int32_t *heads
    cdef int64_t *window
    cdef int64_t *spellings  # of each arc: its first spelling, or -1
    cdef bint is_left = True
    cdef int64_t n_run
    cdef int32_t *copies
    cdef Status status = find_shifted(row, &copies, lattice, options, labels, arena)
    if status != DONE:
        return status
    if options.is_release_3_2 and row.row == 0:
        last_vertex = first_vertex  # longer insertions have other spans
    n_arcs = row.n_shifted
    for arc in range(row.n_shifted):
        n_entries += copies[arc]
    row.first = <int32_t *>arena_take(arena, last_vertex - first_vertex + 1, sizeof(int32_t))
    if row.first == NULL:
        return arena_status(arena)
    for tail in range(first_vertex, last_vertex):
        row.first[tail - first_vertex] = n_arcs
        n_run = run_end(lattice, tail) - tail - 1
        if n_arcs + n_run > MOST_INSERTION_ARCS:
            return TOO_LARGE
        n_arcs += <int32_t>n_run
        if n_run:
            n_entries += n_run - 1 + lattice.vertices[tail + 1].n_insertion
    row.first[last_vertex - first_vertex] = n_arcs
    for at in range(edit, gold.n_edits):
        n_gold += gold.start[at] == row.row and gold.end[at] == row.row
    row.epsilons = <int32_t *>arena_take(arena, n_arcs, sizeof(int32_t))
    matched[0] = <uint8_t *>arena_take(arena, n_arcs, 1)
    tails = <int32_t *>arena_take(arena, n_arcs, sizeof(int32_t))
    heads = <int32_t *>arena_take(arena, n_arcs, sizeof(int32_t))
    entry_arcs = <int32_t *>arena_take(arena, n_entries, sizeof(int32_t))
    spellings = <int64_t *>arena_take(arena, n_arcs, sizeof(int64_t))
    window = <int64_t *>arena_take(arena, n_gold, sizeof(int64_t))
    if (
        row.epsilons == NULL or matched[0] == NULL or tails == NULL or heads == NULL
        or entry_arcs == NULL or spellings == NULL or window == NULL
    ):
        return arena_status(arena)
    memset(row.epsilons, 0, n_arcs * sizeof(int32_t))
    memset(matched[0], 0, n_arcs)
    n_gold = 0
    for at in range(edit, gold.n_edits):
        if gold.start[at] == row.row and gold.end[at] == row.row:
            window[n_gold] = at
            n_gold += 1
    n_entries = 0
    for arc in range(row.n_shifted):
        tails[arc] = row.row
        heads[arc] = row.shifted_heads[arc]
        spellings[arc] = -1
        for at in range(copies[arc]):
            entry_arcs[n_entries] = arc
            n_entries += 1
    arc = row.n_shifted
    for tail in range(first_vertex, last_vertex):
        for head in range(tail + 1, run_end(lattice, tail)):
            tails[arc] = tail
            heads[arc] = head
            spellings[arc] = -1
            for at in range(lattice.vertices[head].n_insertion if head == tail + 1 else 1):
                entry_arcs[n_entries] = arc
                n_entries += 1
            arc += 1
    for at in range(spelled.size - 1, -1, -1):
        arc = number_of(row, options, lattice, spelled.items[at].tail, spelled.items[at].head)
        if arc >= 0:
            spellings[arc] = at

    last = n_gold
    high = n_entries - 1
    while low <= high:
        found = -1
        if is_left:
            arc = entry_arcs[low]
            low += 1
        else:
            arc = entry_arcs[high]
            high -= 1
        # Spellings of an arc stand side by side, by gold edit.
        at = spellings[arc]
        while (
            at >= 0
            and at < spelled.size
            and spelled.items[at].tail == tails[arc]
            and spelled.items[at].head == heads[arc]
        ):
            place = place_of(window, n_gold, spelled.items[at].edit)
            if first <= place < last:
                found = place
                if is_left:
                    break
            at += 1
        if found < 0:
            row.epsilons[arc] += 1
            is_left = not is_left
            continue
        matched[0][arc] = True
        row.epsilons[arc] = 0
        if is_left:
            first = found + 1
            while low < n_entries and tails[entry_arcs[low]] != heads[arc]:
                row.epsilons[entry_arcs[low]] += 1
                low += 1
        else:
            last = found
            while high >= 0 and heads[entry_arcs[high]] != tails[arc]:
                row.epsilons[entry_arcs[high]] += 1
                high -= 1
    return DONE


cdef inline int64_t place_of(const int64_t *window, int64_t size, int64_t edit) noexcept nogil:
    """Return the place of a gold edit in the window, which ascends."""
    cdef int64_t low = 0
    cdef int64_t high = size - 1
    cdef int64_t middle
    while low < high:
        middle = (low + high) // 2
        if window[middle] < edit:
            low = middle + 1
        else:
            high = middle
    return low


cdef bint is_ordered(
    const Spellings *spelled, const GoldRow *gold, uint8_t *is_used
) noexcept nogil:
    """Whether any two spelled gold edits that one path can hold stand in the order of their spans.

    `is_used` has a zero for each gold edit. Edits of one insertion row are another matter.
    """
    cdef int64_t at, edit
    cdef int32_t latest_span = -1
    cdef int32_t latest_insertion = -1
    for at in range(spelled.size):
        is_used[spelled.items[at].edit] = 1
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


cdef bint is_row_countable(const Spellings *spelled) noexcept nogil:
    """Whether any two spelled insertions that one path can hold spell gold edits in their order.

    Spellings are by head and tail: what one path can hold before an arc stands before it.
    """
    cdef int64_t at, other
    if spelled.size > 2000:
        return False
    for at in range(spelled.size):
        for other in range(at):
            if (
                spelled.items[other].head <= spelled.items[at].tail
                and spelled.items[other].edit >= spelled.items[at].edit
            ):
                return False
    return True


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
    cdef Spellings longer  # of spans that hold source tokens
    cdef int64_t edit
    cdef uint8_t *is_seen = NULL  # rows of insertions
    cdef uint8_t *is_used
    cdef Status status
    longer.items = NULL
    longer.size = 0
    longer.room = 0
    found.arcs = NULL
    found.n_arcs = 0
    found.rows = NULL
    found.options = options
    found.is_complete = True
    found.is_countable = True
    for edit in range(gold.n_edits):
        if gold.start[edit] < gold.end[edit]:
            status = find_spellings(&longer, lattice, gold, edit, arena)
            if status != DONE:
                return status
    sort_spellings(&longer)
    status = add_arcs(found, &longer, NULL, NULL, lattice, options, labels, arena)
    if status != DONE:
        return status

    for edit in range(gold.n_edits):
        if gold.start[edit] < gold.end[edit]:
            continue
        if lattice.rows[gold.start[edit] + 1] - lattice.rows[gold.start[edit]] < 2 and (
            not has_shifted(options, lattice, gold.start[edit])
        ):
            continue
        if is_seen == NULL:
            is_seen = <uint8_t *>arena_take(arena, lattice.n_source + 1, 1)
            if is_seen == NULL:
                return arena_status(arena)
            memset(is_seen, 0, lattice.n_source + 1)
        if not is_seen[gold.start[edit]]:
            is_seen[gold.start[edit]] = True
            status = find_insertions(
                found, &longer, lattice, gold, edit, options, labels, arena
            )
            if status != DONE:
                return status

    if longer.size > 1:
        is_used = <uint8_t *>arena_take(arena, gold.n_edits, 1)
        if is_used == NULL:
            return arena_status(arena)
        memset(is_used, 0, gold.n_edits)
        if not is_ordered(&longer, gold, is_used):
            found.is_countable = False
    if found.rows != NULL:
        qsort(found.arcs, found.n_arcs, sizeof(GoldArc), compare_arcs)
    return DONE


cdef Status find_insertions(
    GoldArcs *found,
    Spellings *longer,
    const Lattice *lattice,
    const GoldRow *gold,
    int64_t edit,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil:
    """Add the arcs that spell insertions at one place; `edit` is the first gold edit there."""
    cdef Spellings inserted
    cdef InsertionRow *row
    cdef uint8_t *matched
    cdef int64_t other, at
    cdef int32_t place = gold.start[edit]
    cdef Status status
    inserted.items = NULL
    inserted.size = 0
    inserted.room = 0
    for other in range(edit, gold.n_edits):
        if gold.start[other] != place or gold.end[other] != place:
            continue
        status = DONE
        if place or not options.is_release_3_2:
            status = find_spellings(&inserted, lattice, gold, other, arena)
        if (
            status == DONE
            and has_shifted(options, lattice, place)
            and spells(gold, other, lattice.hypothesis + place, 1)
        ):
            status = add_spelling(&inserted, place, place + 1, other, arena)
            if place:
                found.is_countable = False
        if status != DONE:
            return status
    if inserted.size == 0:
        return DONE
    sort_spellings(&inserted)
    row = <InsertionRow *>arena_take(arena, 1, sizeof(InsertionRow))
    if row == NULL:
        return arena_status(arena)
    row.row = place
    row.next = found.rows
    found.rows = row
    status = weigh_row(
        row, &matched, lattice, gold, edit, &inserted, options, labels, arena
    )
    if status == TOO_LARGE and not arena.is_limited:
        found.is_complete = False
        return DONE
    if status == DONE:
        status = add_arcs(found, &inserted, row, matched, lattice, options, labels, arena)
    if status != DONE:
        return status
    if not is_row_countable(&inserted):
        found.is_countable = False
    for at in range(inserted.size):
        status = add_spelling(
            longer, inserted.items[at].tail, inserted.items[at].head, inserted.items[at].edit, arena
        )
        if status != DONE:
            return status
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


cdef bint has_arc(
    const Reach *reach, const Lattice *lattice, const Options *options, Label *labels,
    int32_t tail, int32_t head,
) noexcept nogil:
    """Whether the scorer has a joined arc whose span is that of its source tokens.

    Where no way has too many noops, a way is enough. `reach` is NULL where labels are quicker.
    """
    cdef const Vertex *first = &lattice.vertices[tail]
    cdef bint may_be_shifted = options.is_release_3_2 and first.i == 0 and first.j > 0
    if reach != NULL and not leads_to(reach, tail, head):
        return False
    if (
        reach != NULL
        and not may_be_shifted
        and noops_between(reach, tail, head) <= options.max_unchanged
    ):
        return True
    return label_arc(labels, lattice, options, tail, head) and not (
        may_be_shifted and labels[head].is_inserting
    )


cdef Status add_arcs(
    GoldArcs *found,
    Spellings *spelled,
    const InsertionRow *row,
    const uint8_t *matched,
    const Lattice *lattice,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil:
    """Add an arc for each pair of vertices among sorted spellings that an arc joins.

    Keeps the spellings of these arcs only. `row` and `matched` belong to insertions.
    """
    cdef GoldArc *arcs
    cdef GoldArc *arc
    cdef int64_t at = 0, n_kept = 0, n_pairs = 0
    cdef int64_t last_edit
    cdef int32_t tail, head, number
    cdef const Vertex *vertex
    cdef bint is_base
    cdef Reach opened
    cdef const Reach *reach = NULL
    cdef Status status
    if spelled.size == 0:
        return DONE
    if spelled.size > FEW_SPELLINGS and row == NULL:
        status = open_reach(&opened, lattice, arena)
        if status != DONE:
            return status
        reach = &opened
    arcs = <GoldArc *>arena_take(arena, found.n_arcs + spelled.size, sizeof(GoldArc))
    if arcs == NULL:
        return arena_status(arena)
    for at in range(found.n_arcs):
        arcs[at] = found.arcs[at]
    found.arcs = arcs
    at = 0
    while at < spelled.size:
        tail = spelled.items[at].tail
        head = spelled.items[at].head
        arc = &arcs[found.n_arcs]
        arc.tail = tail
        arc.head = head
        arc.epsilons = 0
        arc.n_correct = 0
        arc.is_matched = True
        arc.is_edit = True
        arc.is_doubtful = False
        vertex = &lattice.vertices[head]
        is_base = vertex.diagonal == tail or vertex.deletion == tail or vertex.insertion == tail
        if is_base:
            arc.steps = 1
            arc.is_edit = not (vertex.is_noop and vertex.diagonal == tail)
        elif row == NULL:
            arc.steps = 0  # matched arcs are not weighed by it
            if has_arc(reach, lattice, options, labels, tail, head):
                arc.is_doubtful = is_run(lattice, options, tail, head)
                arc.is_edit = not arc.is_doubtful
            else:
                arc = NULL
        else:
            arc.steps = head - tail
        if row != NULL:
            number = number_of(row, options, lattice, tail, head)
            if number < 0:
                arc = NULL
            else:
                arc.is_matched = matched[number]
                arc.epsilons = row.epsilons[number]
        last_edit = -1
        while at < spelled.size and spelled.items[at].tail == tail and spelled.items[at].head == head:
            # The same text may stand among the alternatives twice.
            if arc != NULL and spelled.items[at].edit != last_edit:
                last_edit = spelled.items[at].edit
                if arc.is_edit:
                    spelled.items[n_kept] = spelled.items[at]
                    n_kept += 1
                    arc.n_correct += 1
            at += 1
        found.n_arcs += arc != NULL
    spelled.size = n_kept
    return DONE


cdef inline const InsertionRow *row_of(const GoldArcs *found, int32_t place) noexcept nogil:
    """Return the weights that the insertion rule gives at a place, or NULL: it changes none."""
    cdef const InsertionRow *row = found.rows
    while row != NULL and row.row != place:
        row = row.next
    return row


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
        return row.epsilons[number_of(row, found.options, lattice, tail, head)]
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
        return row.epsilons[number_of(row, found.options, lattice, tail, head)]
    return label.copies
