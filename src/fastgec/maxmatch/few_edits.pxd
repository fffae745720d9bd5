"""A row that spells no gold edit, if its lightest paths have few edits: counted on rows of bits.

Loops and rewrites have lattices of thousands of vertices, and nearly all of their lightest paths
make one edit, or a few, of all that changed. These are found without costs of vertices.

**What is the lightest.** No step passes more than one token of a side, so every path has at least
max(n, m) steps. Where no gold edit is spelled nothing is matched, and no insertion is weighed by
rule: a path costs 1000 for each step, and its thousandths. Let some path have max(n, m) steps and k
thousandths, as few as such paths have. If k is below 1000, every path of more steps costs more: the
lightest paths are those of the fewest steps and k thousandths. `edit_sets` finds them.

**Certificate.** Sets tell apart the number t of edits that cost two thousandths: a path has k - t
edits. If the end is in sets of the smallest k with one t alone, all paths of that cost have as
many. If one of them has arcs of the scorer only, at the same cost, they count what the scorer
counts, by the reasons of `certificate`. One is read back: an edit of several base arcs must have a
label of one copy, with as many steps. Where none is found soon, nothing is said, and the row goes
the usual way.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec._arena cimport Arena, Mark, arena_mark, arena_rewind, arena_take
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.cells cimport OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.edit_sets cimport (
    MOST_NOOPS, N_SETS, EditSets, Steps, ends_in, fill_inside, fill_outside, follow,
    has_fewest_steps, is_place, labels_of, moved, set_of, steps_into,
)
from fastgec.maxmatch.edits cimport Options
from fastgec.maxmatch.labels cimport first_at, label_arc, label_at
from fastgec.maxmatch.records cimport Label


cdef enum:
    MOST_THOUSANDTHS = 4  # that are looked for
    MOST_WORDS = 1 << 14  # of a set
    FEWEST_VERTICES = 6  # for each word: where there are fewer, costs of vertices are found sooner


cdef inline int32_t state_before(
    const EditSets *sets, int32_t number, int32_t state, int32_t i, int32_t j, bint is_noop
) noexcept nogil:
    """Return the state at a place from which a step leads to a state of an edit, or -1."""
    if not is_noop:
        if state == SINGLE:
            return OUTSIDE if is_place(sets, number, OUTSIDE, i, j) else -1
        if is_place(sets, number, state, i, j):
            return state
        return SINGLE if state == SEVERAL and is_place(sets, number, SINGLE, i, j) else -1
    if state <= SEVERAL:
        return -1
    if is_place(sets, number, state - 1, i, j):
        return state - 1
    if state == SEVERAL + 1:
        if is_place(sets, number, SINGLE, i, j):
            return SINGLE
        if is_place(sets, number, OUTSIDE, i, j):
            return OUTSIDE
    return -1


cdef struct Place:
    int32_t i
    int32_t j


cdef inline Place edit_start(
    const EditSets *sets, int32_t number, int32_t state, Place place, bint is_diagonal_last
) noexcept nogil:
    """Read an edit back from its last place and state; return its first place.

    Of several ways, that by diagonal steps is taken, or, if these come last, the other one.
    """
    cdef Steps steps
    cdef Place to
    cdef uint64_t bit
    cdef int32_t turn, before
    while state != OUTSIDE:
        steps_into(&steps, sets, place.i, place.j >> 6)
        bit = <uint64_t>1 << (place.j & 63)
        before = -1
        for turn in range(2):
            if before >= 0:
                break
            if turn == is_diagonal_last:
                if (steps.noop | steps.diagonal) & bit:
                    to = Place(place.i - 1, place.j - 1)
                    before = state_before(
                        sets, number, state, to.i, to.j, steps.noop & bit != 0
                    )
            elif (steps.across | steps.down) & bit:
                to = Place(place.i, place.j - 1) if sets.across else Place(place.i - 1, place.j)
                before = state_before(sets, number, state, to.i, to.j, False)
        state = before
        place = to
    return place


cdef inline bint has_short_label(const EditSets *sets, Place start, Place end) noexcept nogil:
    """Whether the label between two places is seen to have the fewest steps and one copy.

    A label has the fewest steps if that of some place before it has, with so few noops that the
    step is allowed; the first such place decides on its noops, that of the diagonal step if there
    are two. So the places of labels of the fewest steps follow row by row, told apart by noops. If
    a diagonal step comes to the end, it is tried before all others, and none is shorter. Of other
    ends nothing is seen: labels of more steps would have to be known.
    """
    cdef int64_t n_words = sets.n_words, w
    cdef int32_t last = end.j >> 6
    cdef int32_t row, c
    cdef uint64_t *here
    cdef uint64_t found[MOST_NOOPS + 1]
    cdef uint64_t any_diagonal
    cdef Steps steps
    for c in range(sets.limit + 1):
        here = labels_of(sets, c, start.i)
        memset(here - n_words, 0, 2 * n_words * sizeof(uint64_t))
    labels_of(sets, 0, start.i)[start.j >> 6] = <uint64_t>1 << (start.j & 63)
    for row in range(start.i, end.i + 1):
        for w in range(last + 1):
            steps_into(&steps, sets, row, w)
            any_diagonal = 0
            for c in range(sets.limit + 1):
                here = labels_of(sets, c, row) - n_words
                found[c] = moved(here, w) & steps.diagonal
                if c:
                    found[c] |= moved(labels_of(sets, c - 1, row) - n_words, w) & steps.noop
                any_diagonal |= found[c]
            if row == end.i and w == last and any_diagonal >> (end.j & 63) & 1:
                return True
            for c in range(sets.limit + 1):
                here = labels_of(sets, c, row)
                found[c] |= (here - n_words)[w] & steps.down & ~any_diagonal
                if row == start.i:
                    found[c] |= here[w]
                here[w] = follow(
                    found[c], here[w - 1] if w else 0, steps.across & ~any_diagonal
                )
    return False


cdef inline bint has_edit(
    const EditSets *sets, const Options *options, Label *labels, Place start, Place end
) noexcept nogil:
    """Whether the scorer has an edit of the fewest steps between two places, at one thousandth."""
    if max(end.i - start.i, end.j - start.j) > sets.limit and has_short_label(sets, start, end):
        return True
    return has_label(sets, options, labels, start, end)


cdef inline bint has_label(
    const EditSets *sets, const Options *options, Label *labels, Place start, Place end
) noexcept nogil:
    """Whether the label between two places has the fewest steps, and one copy."""
    cdef const Lattice *lattice = sets.lattice
    cdef int32_t tail = first_at(lattice, start.i, start.j)
    cdef int32_t head = first_at(lattice, end.i, end.j)
    cdef const Label *label = label_at(labels, lattice, head)
    return (
        label_arc(labels, lattice, options, tail, head)
        and label.steps == max(end.i - start.i, end.j - start.j)
        and label.noops < label.steps
        and label.copies == 1
    )


cdef inline Place base_start(
    const EditSets *sets, int32_t thousandths, int32_t n_twice, Place place, int32_t *copies
) noexcept nogil:
    """Return the first place of an edit of one base arc and its copies; `place`: there is none."""
    cdef Steps steps
    cdef Place start
    cdef uint64_t bit = <uint64_t>1 << (place.j & 63)
    cdef uint64_t once, twice
    cdef int32_t turn
    steps_into(&steps, sets, place.i, place.j >> 6)
    for turn in range(2):
        if turn == 0:
            once, twice = steps.diagonal, steps.diagonal_twice
            start = Place(place.i - 1, place.j - 1)
        else:
            once, twice = steps.across | steps.down, steps.across_twice | steps.down_twice
            start = Place(place.i, place.j - 1) if sets.across else Place(place.i - 1, place.j)
        copies[0] = 1 + (twice & bit != 0)
        if (
            once & bit
            and n_twice >= copies[0] - 1
            and thousandths - copies[0] >= 2 * (n_twice - copies[0] + 1)
            and is_place(
                sets, set_of(thousandths - copies[0], n_twice - copies[0] + 1), OUTSIDE,
                start.i, start.j,
            )
        ):
            return start
    return place


cdef inline Place several_start(
    const EditSets *sets, const Options *options, Label *labels, int32_t number, Place place
) noexcept nogil:
    """Return the first place of an edit of several base arcs that the scorer has; `place` if none
    is found. `number` is the set of the edit."""
    cdef Place start
    cdef Place latest = place
    cdef int32_t state, turn
    for state in range(SEVERAL, SEVERAL + sets.limit + 1):
        if not is_place(sets, number, state, place.i, place.j):
            continue
        for turn in range(2):
            start = edit_start(sets, number, state, place, turn)
            if start.i == latest.i and start.j == latest.j:
                continue
            latest = start
            if has_edit(sets, options, labels, start, place):
                return start
    return place


cdef inline bint reads_back(
    const EditSets *sets, const Options *options, Label *labels, int32_t thousandths,
    int32_t n_twice,
) noexcept nogil:
    """Whether a path of the scorer is found that leads to the end by a set."""
    cdef Place place = Place(sets.lattice.n_source, sets.lattice.n_hypothesis)
    cdef Place start
    cdef Steps steps
    cdef int32_t copies
    while place.i or place.j:
        steps_into(&steps, sets, place.i, place.j >> 6)
        if steps.noop >> (place.j & 63) & 1 and is_place(
            sets, set_of(thousandths, n_twice), OUTSIDE, place.i - 1, place.j - 1
        ):
            place = Place(place.i - 1, place.j - 1)
            continue
        start = base_start(sets, thousandths, n_twice, place, &copies)
        if start.i == place.i and start.j == place.j:
            copies = 1
            if thousandths <= 2 * n_twice:
                return False
            start = several_start(sets, options, labels, set_of(thousandths - 1, n_twice), place)
            if start.i == place.i and start.j == place.j:
                return False
        thousandths -= copies
        n_twice -= copies - 1
        place = start
    return True


cdef inline int32_t fewest_edits(
    EditSets *sets, const Options *options, Label *labels
) noexcept nogil:
    """Return the edits of all lightest paths, -1 where nothing is said of them."""
    cdef int32_t thousandths, n_twice
    cdef int32_t found = -1
    if not has_fewest_steps(sets):
        return -1
    for thousandths in range(MOST_THOUSANDTHS + 1):
        for n_twice in range(thousandths // 2 + 1):
            fill_outside(sets, thousandths, n_twice)
            if ends_in(sets, set_of(thousandths, n_twice)):
                if found >= 0:
                    return -1
                found = n_twice
        if found >= 0:
            if not reads_back(sets, options, labels, thousandths, found):
                return -1
            return thousandths - found
        if thousandths < MOST_THOUSANDTHS:
            for n_twice in range(thousandths // 2 + 1):
                fill_inside(sets, set_of(thousandths, n_twice))
    return -1


cdef inline int32_t count_few(
    const Lattice *lattice, const Options *options, Label *labels, Arena *arena
) noexcept nogil:
    """Return the edits of a row without spelled gold edits, -1 where nothing is said of them."""
    cdef EditSets sets
    cdef Mark mark
    cdef int32_t n_edits = -1
    sets.lattice = lattice
    sets.n_words = lattice.bits.band.n_words
    sets.size = (<int64_t>lattice.n_source + 2) * sets.n_words
    sets.limit = min(options.max_unchanged, lattice.n_source, lattice.n_hypothesis)
    sets.across = -<uint64_t>(lattice.n_hypothesis > lattice.n_source)
    sets.down = -<uint64_t>(lattice.n_source > lattice.n_hypothesis)
    if (
        lattice.bits.band.width < sets.n_words or sets.limit > MOST_NOOPS or sets.size > MOST_WORDS
        or lattice.n_vertices < FEWEST_VERTICES * sets.size
    ):
        return -1
    mark = arena_mark(arena)
    sets.places = <uint64_t *>arena_take(
        arena, (N_SETS * (SEVERAL + sets.limit + 1) + sets.limit + 1) * <size_t>sets.size,
        sizeof(uint64_t),
    )
    if sets.places != NULL:
        n_edits = fewest_edits(&sets, options, labels)
    arena_rewind(arena, &mark)
    return n_edits
