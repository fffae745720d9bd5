"""What insertions cost: the rule of the published scorer, run on one row at a time.

The scorer tests the insertions of a row in turn from the left and from the right against the gold
edits of that place; each test may narrow what is tested later. An entry that is left alone is
tested from the left, even on the right's turn. The rule runs on exactly the scorer's entries
(see below), with thousandths as integers. It is needed only in rows where some arc spells a
gold edit; elsewhere each entry gets one thousandth.

Few of a row's entries spell a gold edit. An entry that spells none gets a thousandth whether it is
tested or passed over, and hands the turn to the other side if it is tested. So what lies between
entries that spell one is crossed at a step, as many from the left as from the right. Each entry is
visited once, but for those that the last match passes over beyond the other side: these are visited
twice.

**The rows.** The insertions at one place, as the scorer lists them: their arcs, entries and
neighbours.

Ways from one vertex of a row to another consist of its insertions alone, so there is one arc for
each pair of vertices in an unbroken run, of known length: n (n + 1) / 2 of them for n insertions.
Their entries are numbered, by (tail, head), and never listed: the arc of one step stands in the
list once or twice, the others once.

In release 3.2 an arc that begins with an insertion before the first source token has a span of its
own (`shifts_span`): (x, x) for the insertion of token x alone, (x, y - 1) for that of tokens x to
y, and (x, i) for an arc that leads on to row i. For x > 0 only the first can spell a gold edit,
since a match also needs as many source tokens. But the rule of the place x meets the first and, if
i = x, the last kind, before the insertions of row x: they stand first in the row, as
`shifted`.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

from fastgec.kernels.arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.labels cimport label_at, label_rectangle
from fastgec.maxmatch.gold_texts cimport Spelling, Spellings, first_edit
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.terms.records cimport GoldText, GoldTexts, InsertionRow, Label, RuledArc


cdef inline bint has_shifted(
    const Options *options, const Lattice *lattice, int32_t place
) noexcept nogil:
    """Whether release 3.2 puts an insertion before the first source token at this place.

    Vertices of row 0 are numbered by hypothesis position: it leads from `place` to the next one.
    """
    return options.is_release_3_2 and place + 1 < lattice.rows[1]


cdef inline Status open_row(
    InsertionRow *row, int32_t place, const Lattice *lattice, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil:
    """Number the entries of the insertions at a place."""
    cdef Status status
    cdef int32_t at, size = 0
    cdef int64_t n_entries
    row.place = place
    row.n_spelled = row.first_twice = row.last_twice = 0
    status = find_shifted(row, lattice, options, labels, arena)
    if status != DONE:
        return status
    row.n_tails = lattice.rows[place + 1] - lattice.rows[place]
    if options.is_release_3_2 and place == 0:
        row.n_tails = 0  # longer insertions have other spans
    row.first_entries = <int64_t *>arena_take(arena, <size_t>row.n_tails + 1, sizeof(int64_t))
    if row.first_entries == NULL:
        return arena_status(arena)
    # From right to left, how many insertions follow; then from left to right, their entries.
    for at in range(row.n_tails - 1, -1, -1):
        size = size + 1 if copies_behind(row, lattice, at) else 0
        row.first_entries[at] = size
    n_entries = row.shifted_entries[row.n_shifted]
    for at in range(row.n_tails):
        size = <int32_t>row.first_entries[at]
        row.first_entries[at] = n_entries
        n_entries += size - 1 + copies_behind(row, lattice, at) if size else 0
    row.first_entries[row.n_tails] = n_entries
    return DONE


cdef inline Status find_shifted(
    InsertionRow *row, const Lattice *lattice, const Options *options, Label *labels, Arena *arena
) noexcept nogil:
    """Find the arcs from row 0 whose span lies at a place, and their entries."""
    cdef int32_t place = row.place
    cdef const Label *label
    cdef int32_t head
    cdef int32_t most = 2 + lattice.rows[place + 1] - lattice.rows[place]
    row.n_shifted = 0
    row.shifted_heads = <int32_t *>arena_take(arena, most, sizeof(int32_t))
    row.shifted_entries = <int64_t *>arena_take(arena, most, sizeof(int64_t))
    if row.shifted_heads == NULL or row.shifted_entries == NULL:
        return arena_status(arena)
    row.shifted_entries[0] = 0
    if not has_shifted(options, lattice, place):
        return DONE
    add_shifted(row, place + 1, lattice.vertices[place + 1].n_insertion)
    if place == 0:
        return DONE
    label_rectangle(labels, lattice, options, place, place, lattice.n_hypothesis)
    for head in range(lattice.rows[place], lattice.rows[place + 1]):
        label = label_at(labels, lattice, head)
        if lattice.vertices[head].j > place and label.copies and label.is_inserting:
            add_shifted(row, head, label.copies)
    return DONE


cdef inline void add_shifted(InsertionRow *row, int32_t head, int32_t copies) noexcept nogil:
    row.shifted_heads[row.n_shifted] = head
    row.n_shifted += 1
    row.shifted_entries[row.n_shifted] = row.shifted_entries[row.n_shifted - 1] + copies


cdef inline int32_t copies_behind(
    const InsertionRow *row, const Lattice *lattice, int32_t place
) noexcept nogil:
    """Return the entries of the insertion from a vertex of the row to the next one, 0 if there is
    none."""
    if place + 1 >= row.n_tails:
        return 0
    return lattice.vertices[lattice.rows[row.place] + place + 1].n_insertion


cdef inline int64_t entry_of(
    const InsertionRow *row, const Options *options, const Lattice *lattice, int32_t tail,
    int32_t head, int32_t *copies,
) noexcept nogil:
    """Return the first entry of an arc among those that the rule of a row weighs, or -1; write how
    many it has."""
    cdef int32_t at
    cdef int64_t entry
    copies[0] = 0
    if options.is_release_3_2 and lattice.vertices[tail].i == 0:
        for at in range(row.n_shifted if tail == row.place else 0):
            if row.shifted_heads[at] == head:
                copies[0] = <int32_t>(row.shifted_entries[at + 1] - row.shifted_entries[at])
                return row.shifted_entries[at]
        return -1
    at = tail - lattice.rows[row.place]
    entry = row.first_entries[at]
    copies[0] = copies_behind(row, lattice, at)
    if head > tail + 1:
        entry += copies[0] + head - tail - 2
        copies[0] = 1
    # The run of insertions may break off before.
    return entry if entry < row.first_entries[at + 1] else -1


cdef inline const RuledArc *find_spelled(const InsertionRow *row, int64_t entry) noexcept nogil:
    """Return the arc of a first entry if it spells a gold edit, else NULL."""
    cdef int64_t low = 0
    cdef int64_t high = row.n_spelled
    cdef int64_t middle
    while low < high:
        middle = (low + high) // 2
        if row.spelled[middle].entry < entry:
            low = middle + 1
        else:
            high = middle
    if low < row.n_spelled and row.spelled[low].entry == entry:
        return &row.spelled[low]
    return NULL


cdef inline int32_t ruled_epsilons(
    const InsertionRow *row, const Options *options, const Lattice *lattice, int32_t tail,
    int32_t head,
) noexcept nogil:
    """Return the thousandths of an arc that the row has."""
    cdef int32_t copies
    cdef int64_t entry = entry_of(row, options, lattice, tail, head, &copies)
    cdef const RuledArc *arc = find_spelled(row, entry)
    if arc != NULL:
        return arc.epsilons
    return copies + <int32_t>max(
        min(entry + copies, row.last_twice) - max(entry, row.first_twice), 0
    )


cdef inline int64_t entry_behind(
    const InsertionRow *row, const Lattice *lattice, const RuledArc *arc
) noexcept nogil:
    """Return the first entry whose tail is the head of an arc, or that behind the last entry."""
    cdef int32_t place = arc.head - lattice.rows[row.place]
    if place < 0 or not copies_behind(row, lattice, place):
        place = row.n_tails
    return row.first_entries[place]


cdef inline int64_t entry_before(
    const InsertionRow *row, const Lattice *lattice, const RuledArc *arc
) noexcept nogil:
    """Return the last entry whose head is the tail of an arc; -1 if there is none."""
    cdef int32_t place = arc.tail - lattice.rows[row.place], at
    if arc.entry < row.shifted_entries[row.n_shifted]:
        return -1
    if place > 0 and copies_behind(row, lattice, place - 1):
        return row.first_entries[place - 1] + copies_behind(row, lattice, place - 1) - 1
    for at in range(row.n_shifted - 1, -1, -1):
        if row.shifted_heads[at] == arc.tail:
            return row.shifted_entries[at + 1] - 1
    return -1


cdef extern from *:
    """
    #define FASTGEC_BEHIND_ALL INT64_MAX
    """
    const int64_t BEHIND_ALL "FASTGEC_BEHIND_ALL"  # a place behind all others


cdef struct Stop:
    # An entry that spells a gold edit.
    int64_t entry
    RuledArc *arc


cdef struct Side:
    # Where one side stands: its entry, and the next stop that it comes to.
    int64_t entry
    int64_t stop


cdef inline int compare_entries(const void *a, const void *b) noexcept nogil:
    cdef int64_t left = (<const RuledArc *>a).entry
    cdef int64_t right = (<const RuledArc *>b).entry
    return (left > right) - (left < right)


cdef inline Status weigh_row(
    InsertionRow *row, const Lattice *lattice, const GoldTexts *texts, const Spellings *spelled,
    const Options *options, Arena *arena,
) noexcept nogil:
    """Run the insertion rule on one row, of which `spelled` has the arcs that spell gold edits."""
    cdef int64_t at, entry
    cdef int64_t n_stops = 0
    cdef int32_t copies, copy
    cdef const Spelling *item
    cdef Stop *stops
    row.spelled = <RuledArc *>arena_take(arena, spelled.size, sizeof(RuledArc))
    stops = <Stop *>arena_take(arena, 3 * <size_t>spelled.size, sizeof(Stop))
    if row.spelled == NULL or stops == NULL:
        return arena_status(arena)
    for at in range(spelled.size):
        item = &spelled.items[at]
        entry = entry_of(row, options, lattice, item.tail, item.head, &copies)
        if entry >= 0:
            row.spelled[row.n_spelled] = RuledArc(
                item.tail, item.head, entry, item.text, copies, 0, False
            )
            row.n_spelled += 1
    qsort(row.spelled, row.n_spelled, sizeof(RuledArc), compare_entries)
    for at in range(row.n_spelled):
        for copy in range(row.spelled[at].copies):
            stops[n_stops] = Stop(row.spelled[at].entry + copy, &row.spelled[at])
            n_stops += 1
    run_rule(row, lattice, texts, stops, n_stops)
    return DONE


cdef inline void run_rule(
    InsertionRow *row, const Lattice *lattice, const GoldTexts *texts, const Stop *stops,
    int64_t n_stops,
) noexcept nogil:
    """Test the entries in turn; `stops` are those that spell a gold edit, in order."""
    cdef Side low, high
    cdef const GoldText *text
    cdef RuledArc *arc
    cdef int64_t first = 0  # the gold edits still open: from `first` to before `last`
    cdef int64_t last = BEHIND_ALL
    cdef int64_t found, place, pairs, to_low, to_high
    cdef bint is_left = True
    low.entry = 0
    low.stop = 0
    high.entry = row.first_entries[row.n_tails] - 1
    high.stop = n_stops - 1
    while low.entry <= high.entry:
        # The scorer knows its side by asking whether it stands at the left end.
        is_left = is_left or low.entry == high.entry
        to_low = stops[low.stop].entry - low.entry if low.stop < n_stops else BEHIND_ALL
        to_high = high.entry - stops[high.stop].entry if high.stop >= 0 else BEHIND_ALL
        if (to_low if is_left else to_high) > 0:
            pairs = min(to_low, to_high, (high.entry - low.entry + 1) // 2)
            if pairs > 0:
                low.entry += pairs
                high.entry -= pairs
                continue
            if is_left:
                low.entry += 1
            else:
                high.entry -= 1
            is_left = not is_left
            continue

        arc = stops[low.stop if is_left else high.stop].arc
        text = &texts.items[arc.text]
        place = first_edit(texts, text, first) if is_left else first_edit(texts, text, last) - 1
        found = -1
        if text.first <= place < text.last and first <= texts.edits[place] < last:
            found = texts.edits[place]
            arc.is_matched = True
            arc.epsilons = 0
        else:
            arc.epsilons += 1
        if is_left:
            low.entry += 1
            low.stop += 1
            if found >= 0:  # what does not continue it is passed over
                first = found + 1
                low.entry = entry_behind(row, lattice, arc)
                while low.stop < n_stops and stops[low.stop].entry < low.entry:
                    stops[low.stop].arc.epsilons += 1
                    low.stop += 1
        else:
            high.entry -= 1
            high.stop -= 1
            if found >= 0:
                last = found
                high.entry = entry_before(row, lattice, arc)
                while high.stop >= 0 and stops[high.stop].entry > high.entry:
                    stops[high.stop].arc.epsilons += 1
                    high.stop -= 1
        if found < 0:
            is_left = not is_left
    row.first_twice = high.entry + 1
    row.last_twice = low.entry
