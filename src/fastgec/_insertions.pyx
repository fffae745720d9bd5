"""The rule by which the published scorer weighs insertions, run on one row at a time.

The scorer tests the insertions of a row in turn from the left and from the right against the gold
edits of that place; each test may narrow what is tested later. An entry that is left alone is tested
from the left, even on the right's turn. Ways from one vertex of a row to another consist of its
insertions alone, so there is one arc for each pair of vertices in an unbroken run, of known length:
the rule runs on exactly the scorer's entries, with thousandths as integers. It is needed only in rows
where some arc spells a gold edit; elsewhere each entry gets one thousandth.

A run of n insertions has n (n + 1) / 2 arcs. Two cursors walk over them, from the left and from the
right, and know the arc that they stand on; what is kept of an arc is one byte.

In release 3.2 an arc that begins with an insertion before the first source token has a span of its
own (`shifts_span`): (x, x) for the insertion of token x alone, (x, y - 1) for that of tokens x to y,
and (x, i) for an arc that leads on to row i. For x > 0 only the first can spell a gold edit, since a
match also needs as many source tokens. But the rule of the place x meets the first and, if i = x, the
last kind, before the insertions of row x: they stand first in the row's arcs as `shifted`.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._labels cimport Label, label_rectangle
from fastgec._lattice cimport Lattice, Options
from fastgec._spellings cimport GoldText, GoldTexts, Spellings


cdef struct SpelledArc:
    int64_t number
    int64_t text


cdef struct Cursor:
    # One entry of the row's list, and what it is an entry of.
    int64_t entry
    int64_t number  # of its arc
    int32_t copy  # of those that the arc has
    int32_t place  # of the arc's tail in the row; of no meaning for shifted arcs
    int64_t next_spelled  # the next spelled arc that the cursor comes to


cdef int compare_numbers(const void *a, const void *b) noexcept nogil:
    cdef int64_t left = (<const SpelledArc *>a).number
    cdef int64_t right = (<const SpelledArc *>b).number
    return (left > right) - (left < right)


cdef Status find_shifted(
    InsertionRow *row, const Lattice *lattice, const Options *options, Label *labels, Arena *arena
) noexcept nogil:
    """Find the arcs from row 0 whose span lies at a place, and how often the list has each."""
    cdef int32_t place = row.row
    cdef int32_t head
    cdef int32_t most = 1 + lattice.rows[place + 1] - lattice.rows[place]
    row.n_shifted = 0
    row.shifted_heads = <int32_t *>arena_take(arena, most, sizeof(int32_t))
    row.shifted_copies = <int32_t *>arena_take(arena, most, sizeof(int32_t))
    if row.shifted_heads == NULL or row.shifted_copies == NULL:
        return arena_status(arena)
    if not has_shifted(options, lattice, place):
        return DONE
    row.shifted_heads[0] = place + 1
    row.shifted_copies[0] = lattice.vertices[place + 1].n_insertion
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
            row.shifted_copies[row.n_shifted] = labels[head].copies
            row.n_shifted += 1
    return DONE


cdef int64_t number_of(
    const InsertionRow *row, const Options *options, const Lattice *lattice, int32_t tail,
    int32_t head,
) noexcept nogil:
    """Return the place of an arc among those that the rule of a row weighs, or -1."""
    cdef int32_t at
    cdef int64_t number
    if options.is_release_3_2 and lattice.vertices[tail].i == 0:
        for at in range(row.n_shifted if tail == row.row else 0):
            if row.shifted_heads[at] == head:
                return at
        return -1
    tail -= lattice.rows[row.row]
    number = row.first[tail] + head - lattice.rows[row.row] - tail - 1
    return number if number < row.first[tail + 1] else -1  # the run of insertions breaks off before


cdef int64_t list_tails(InsertionRow *row, const Lattice *lattice) noexcept nogil:
    """Number the arcs of each tail; return the number of their entries."""
    cdef int32_t first_vertex = lattice.rows[row.row]
    cdef int32_t at
    cdef int64_t n_arcs = row.n_shifted
    cdef int64_t n_entries = 0
    cdef int64_t n_run = 0
    # From right to left, how many insertions follow; then from left to right, where arcs begin.
    for at in range(row.n_tails - 1, -1, -1):
        n_run = n_run + 1 if follows(lattice, first_vertex, row.n_tails, at) else 0
        row.first[at] = n_run
        if n_run:
            n_entries += n_run - 1 + lattice.vertices[first_vertex + at + 1].n_insertion
    for at in range(row.n_tails):
        n_run = row.first[at]
        row.first[at] = n_arcs
        n_arcs += n_run
    row.first[row.n_tails] = n_arcs
    for at in range(row.n_shifted):
        n_entries += row.shifted_copies[at]
    return n_entries


cdef inline bint follows(
    const Lattice *lattice, int32_t first_vertex, int32_t n_tails, int32_t at
) noexcept nogil:
    """Whether an insertion leads from a vertex of a row to the next one."""
    cdef int32_t vertex = first_vertex + at
    return at + 1 < n_tails and lattice.vertices[vertex + 1].insertion == vertex


cdef inline int32_t tail_of(
    const Cursor *cursor, const InsertionRow *row, const Lattice *lattice
) noexcept nogil:
    return row.row if cursor.number < row.n_shifted else lattice.rows[row.row] + cursor.place


cdef inline int32_t head_of(
    const Cursor *cursor, const InsertionRow *row, const Lattice *lattice
) noexcept nogil:
    if cursor.number < row.n_shifted:
        return row.shifted_heads[cursor.number]
    return (
        lattice.rows[row.row] + cursor.place + 1
        + <int32_t>(cursor.number - row.first[cursor.place])
    )


cdef inline int32_t copies_of(
    const Cursor *cursor, const InsertionRow *row, const Lattice *lattice
) noexcept nogil:
    if cursor.number < row.n_shifted:
        return row.shifted_copies[cursor.number]
    if cursor.number == row.first[cursor.place]:
        return lattice.vertices[lattice.rows[row.row] + cursor.place + 1].n_insertion
    return 1


cdef inline void go_right(
    Cursor *cursor, const InsertionRow *row, const Lattice *lattice
) noexcept nogil:
    cursor.entry += 1
    cursor.copy += 1
    if cursor.copy < copies_of(cursor, row, lattice):
        return
    cursor.copy = 0
    cursor.number += 1
    while cursor.place < row.n_tails and cursor.number >= row.first[cursor.place + 1]:
        cursor.place += 1


cdef inline void go_left(
    Cursor *cursor, const InsertionRow *row, const Lattice *lattice
) noexcept nogil:
    cursor.entry -= 1
    if cursor.copy > 0:
        cursor.copy -= 1
        return
    cursor.number -= 1
    while cursor.place > 0 and cursor.number < row.first[cursor.place]:
        cursor.place -= 1
    if cursor.number >= 0:
        cursor.copy = copies_of(cursor, row, lattice) - 1


cdef inline int64_t first_edit(
    const GoldTexts *texts, const GoldText *text, int64_t edit
) noexcept nogil:
    """Return the place of the first gold edit of a text that does not stand before `edit`."""
    cdef int64_t low = text.first
    cdef int64_t high = text.last
    cdef int64_t middle
    while low < high:
        middle = (low + high) // 2
        if texts.edits[middle] < edit:
            low = middle + 1
        else:
            high = middle
    return low


cdef Status weigh_row(
    InsertionRow *row,
    const Lattice *lattice,
    const GoldTexts *texts,
    const Spellings *spelled,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil:
    """Run the insertion rule on one row, of which `spelled` has the arcs that spell gold edits."""
    cdef int32_t first_vertex = lattice.rows[row.row]
    cdef int64_t n_entries, n_arcs, number, at
    cdef int64_t n_spelled = 0
    cdef SpelledArc *arcs
    cdef Status status = find_shifted(row, lattice, options, labels, arena)
    if status != DONE:
        return status
    row.n_tails = lattice.rows[row.row + 1] - first_vertex
    if options.is_release_3_2 and row.row == 0:
        row.n_tails = 0  # longer insertions have other spans
    row.first = <int64_t *>arena_take(arena, <size_t>row.n_tails + 1, sizeof(int64_t))
    arcs = <SpelledArc *>arena_take(arena, spelled.size, sizeof(SpelledArc))
    if row.first == NULL or arcs == NULL:
        return arena_status(arena)
    n_entries = list_tails(row, lattice)
    n_arcs = row.first[row.n_tails]
    row.codes = <uint8_t *>arena_take(arena, n_arcs, 1)
    if row.codes == NULL:
        return arena_status(arena)
    memset(row.codes, 0, n_arcs)
    for at in range(spelled.size):
        number = number_of(
            row, options, lattice, spelled.items[at].tail, spelled.items[at].head
        )
        if number >= 0:
            arcs[n_spelled].number = number
            arcs[n_spelled].text = spelled.items[at].text
            n_spelled += 1
    qsort(arcs, n_spelled, sizeof(SpelledArc), compare_numbers)
    run_rule(row, lattice, texts, arcs, n_spelled, n_entries)
    return DONE


cdef void run_rule(
    InsertionRow *row,
    const Lattice *lattice,
    const GoldTexts *texts,
    const SpelledArc *arcs,
    int64_t n_spelled,
    int64_t n_entries,
) noexcept nogil:
    """Test the entries in turn. `arcs` are the spelled ones, by number."""
    cdef Cursor low, high
    cdef Cursor *cursor
    cdef const GoldText *text
    cdef int64_t first = 0  # the gold edits still open: from `first` to before `last`
    cdef int64_t last = 0x7FFFFFFFFFFFFFFF
    cdef int64_t number, found, place, at
    cdef int32_t joint
    cdef bint is_left = True
    memset(&low, 0, sizeof(Cursor))
    while low.place < row.n_tails and low.number >= row.first[low.place + 1]:
        low.place += 1
    memset(&high, 0, sizeof(Cursor))
    high.entry = n_entries
    high.number = row.first[row.n_tails]
    high.place = row.n_tails
    high.next_spelled = n_spelled - 1
    go_left(&high, row, lattice)
    while low.entry <= high.entry:
        # The scorer knows its side by asking whether it stands at the left end.
        is_left = is_left or low.entry == high.entry
        cursor = &low if is_left else &high
        number = cursor.number
        found = -1
        if is_left:
            while low.next_spelled < n_spelled and arcs[low.next_spelled].number < number:
                low.next_spelled += 1
        else:
            while high.next_spelled >= 0 and arcs[high.next_spelled].number > number:
                high.next_spelled -= 1
        at = cursor.next_spelled
        if 0 <= at < n_spelled and arcs[at].number == number:
            text = &texts.items[arcs[at].text]
            place = first_edit(texts, text, first) if is_left else first_edit(texts, text, last) - 1
            if text.first <= place < text.last and first <= texts.edits[place] < last:
                found = texts.edits[place]
        if found < 0:
            row.codes[number] += 1
        else:
            row.codes[number] = RULED_MATCHED
        if is_left:
            joint = head_of(&low, row, lattice)
            go_right(&low, row, lattice)
            if found >= 0:
                first = found + 1
                while low.entry < n_entries and tail_of(&low, row, lattice) != joint:
                    row.codes[low.number] += 1
                    go_right(&low, row, lattice)
        else:
            joint = tail_of(&high, row, lattice)
            go_left(&high, row, lattice)
            if found >= 0:
                last = found
                while high.entry >= 0 and head_of(&high, row, lattice) != joint:
                    row.codes[high.number] += 1
                    go_left(&high, row, lattice)
        if found < 0:
            is_left = not is_left
