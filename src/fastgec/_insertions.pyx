"""The rule by which the published scorer weighs insertions, run on one row at a time.

The scorer tests the insertions of a row in turn from the left and from the right against the gold
edits of that place; each test may narrow what is tested later. An entry that is left alone is
tested from the left, even on the right's turn. Ways from one vertex of a row to
another consist of its insertions alone, so there is one arc for each pair of vertices in an unbroken
run, of known length: the rule runs on exactly the scorer's entries, with thousandths as integers. It
is needed only in rows where some arc spells a gold edit; elsewhere each entry gets one thousandth.

In release 3.2 an arc that begins with an insertion before the first source token has a span of its
own (`shifts_span`): (x, x) for the insertion of token x alone, (x, y - 1) for that of tokens x to y,
and (x, i) for an arc that leads on to row i. For x > 0 only the first can spell a gold edit, since a
match also needs as many source tokens. But the rule of the place x meets the first and, if i = x, the
last kind, before the insertions of row x: they stand first in the row's arcs as `shifted`.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport DONE, TOO_LARGE, Arena, Status, arena_status, arena_take
from fastgec._labels cimport Label, label_rectangle
from fastgec._lattice cimport GoldRow, Lattice, Options
from fastgec._spellings cimport Spellings


cdef enum:
    MOST_INSERTION_ARCS = 1 << 22


cdef inline int32_t run_end(const Lattice *lattice, int32_t tail) noexcept nogil:
    """Return the vertex after the last one that insertions lead to from `tail`."""
    cdef int32_t head = tail + 1
    while (
        head < lattice.n_vertices
        and lattice.vertices[head].insertion == head - 1
    ):
        head += 1
    return head


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
        is_left = is_left or low == high  # the last entry left is tested from the left
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
