"""A row whose lightest paths have few edits beside those that match: counted on rows of bits.

Loops and rewrites have lattices of thousands of vertices, and nearly all of their lightest paths
make one edit, or a few, of all that changed beside the gold edits that they match. These are found
without vertices.

**What is the lightest.** No step passes more than one token of a side, so a path has at least as
many steps as the longer side has tokens, without those that its matched arcs cover. A plain row
(`spelled_rows`) has no insertion that is weighed by rule: of paths with as many matched arcs one
costs 1000 for each step, and its thousandths. Let some path of the best levels (`edit_levels`) have
the fewest steps and k thousandths, as few as such paths have. If k is below 1000, every path of
more steps costs more: the lightest paths are those of the fewest steps and k thousandths.
`edit_sets` finds them.

**Certificate.** Sets tell apart the number t of edits that cost two thousandths: a path has k - t
edits beside its matched arcs. If the end is in sets of the smallest k with one t alone, all paths
of that cost have as many. If one of them has arcs of the scorer only, at the same cost, they count
what the scorer counts, by the reasons of `certificate`: a match outweighs all steps, as the list
has an entry for each vertex but the first, at least. One path is read back: an edit of several base
arcs must have a label of one copy, with as many steps. Where none is found soon, nothing is said,
and the row goes the usual way.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastgec._arena cimport Arena, Mark, arena_mark, arena_rewind, arena_take
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.bits.best_levels cimport find_best, has_fewest_steps
from fastgec.maxmatch.program.cells cimport OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.bits.edit_levels cimport Levels, level_before, list_levels
from fastgec.maxmatch.bits.edit_sets cimport (
    MOST_NOOPS, N_SETS, EditSets, Place, Steps, fill_inside, fill_outside, is_place, places_of,
    set_of, steps_into,
)
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.terms.records cimport CERTIFIED, Counted
from fastgec.maxmatch.bits.short_labels cimport has_edit
from fastgec.maxmatch.gold.spelled_rows cimport SpelledRow, SpelledText


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


cdef inline Place edit_start(
    const EditSets *sets, int32_t number, int32_t state, Place place, bint is_diagonal_last
) noexcept nogil:
    """Read an edit back from its last place and state; return its first place.

    Of several ways, that by diagonal steps is taken, or, if these come last, the other one.
    """
    cdef const Steps *steps
    cdef Place to
    cdef uint64_t bit
    cdef int32_t turn, before
    while state != OUTSIDE:
        steps = steps_into(sets, place.i) + (place.j >> 6)
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
                to = Place(place.i, place.j - 1) if sets.is_across else Place(place.i - 1, place.j)
                before = state_before(sets, number, state, to.i, to.j, False)
        state = before
        place = to
    return place


cdef struct Set:
    # Of places outside of edits.
    int32_t level
    int32_t thousandths
    int32_t n_twice


cdef inline bint is_outside(const EditSets *sets, const Set *set, Place place) noexcept nogil:
    """Whether a place is in a set."""
    return is_place(
        sets, set_of(set.level, set.thousandths, set.n_twice), OUTSIDE, place.i, place.j
    )


cdef inline bint read_matched(const EditSets *sets, Set *set, Place *place) noexcept nogil:
    """Go back by a matched arc into a place; False if there is none."""
    cdef const SpelledText *item
    cdef Place start
    cdef Set before = set[0]
    cdef int32_t text
    for text in range(sets.spelled.n_items):
        item = &sets.spelled.items[text]
        before.level = level_before(&sets.levels, text, set.level)
        start = Place(item.start, place.j - item.size)
        if (
            before.level >= 0 and item.end == place.i and start.j >= 0
            and item.tails[start.j >> 6] >> (start.j & 63) & 1
            and is_outside(sets, &before, start)
        ):
            set[0] = before
            place[0] = start
            return True
    return False


cdef inline bint read_base(const EditSets *sets, Set *set, Place *place) noexcept nogil:
    """Go back by an edit of one base arc into a place; False if there is none."""
    cdef const Steps *steps = steps_into(sets, place.i) + (place.j >> 6)
    cdef Place start
    cdef Set before
    cdef uint64_t bit = <uint64_t>1 << (place.j & 63)
    cdef uint64_t once, twice
    cdef int32_t turn, copies
    for turn in range(2):
        if turn == 0:
            once, twice = steps.diagonal, steps.diagonal_twice
            start = Place(place.i - 1, place.j - 1)
        else:
            once, twice = steps.across | steps.down, steps.across_twice | steps.down_twice
            start = Place(place.i, place.j - 1) if sets.is_across else Place(place.i - 1, place.j)
        copies = 1 + (twice & bit != 0)
        before = Set(set.level, set.thousandths - copies, set.n_twice - copies + 1)
        if (
            once & bit
            and before.n_twice >= 0
            and before.thousandths >= 2 * before.n_twice
            and is_outside(sets, &before, start)
        ):
            set[0] = before
            place[0] = start
            return True
    return False


cdef inline bint read_several(
    const EditSets *sets, const Options *options, Set *set, Place *place, Arena *arena
) noexcept nogil:
    """Go back by an edit of several base arcs that the scorer has; False if none is found."""
    cdef Set before = Set(set.level, set.thousandths - 1, set.n_twice)
    cdef int32_t number = set_of(before.level, before.thousandths, before.n_twice)
    cdef Place start
    cdef Place latest = place[0]
    cdef int32_t state, turn
    if before.thousandths < 2 * before.n_twice:
        return False
    for state in range(SEVERAL, SEVERAL + sets.limit + 1):
        if not is_place(sets, number, state, place.i, place.j):
            continue
        for turn in range(2):
            start = edit_start(sets, number, state, place[0], turn)
            if start.i == latest.i and start.j == latest.j:
                continue
            latest = start
            if has_edit(sets, options, start, place[0], arena):
                set[0] = before
                place[0] = start
                return True
    return False


cdef inline bint reads_back(
    const EditSets *sets, const Options *options, Set set, Arena *arena
) noexcept nogil:
    """Whether a path of the scorer is found that leads to the end by a set."""
    cdef Place place = Place(sets.lattice.n_source, sets.lattice.n_hypothesis)
    cdef Place before
    cdef const Steps *steps
    while place.i or place.j:
        steps = steps_into(sets, place.i) + (place.j >> 6)
        before = Place(place.i - 1, place.j - 1)
        if steps.noop >> (place.j & 63) & 1 and is_outside(sets, &set, before):
            place = before
        elif not (
            read_matched(sets, &set, &place)
            or read_base(sets, &set, &place)
            or read_several(sets, options, &set, &place, arena)
        ):
            return False
    return True


cdef inline bint closes_at(const EditSets *sets, const Set *set, const Place *place) noexcept nogil:
    """Whether a path of a set comes outside of edits to a place otherwise than by a noop."""
    cdef Set before = set[0]
    cdef Place start = place[0]
    if set.thousandths > 2 * set.n_twice and is_place(
        sets, set_of(set.level, set.thousandths - 1, set.n_twice), sets.closing, place.i, place.j
    ):
        return True
    return (
        set.level and read_matched(sets, &before, &start)
        or set.thousandths and read_base(sets, &before, &start)
        or set.level == 0 and set.thousandths == 0 and place.i == 0 and place.j == 0
    )


cdef inline bint ends_by(EditSets *sets, const Set *set) noexcept nogil:
    """Whether the end is in a set, of whose places outside of edits only these are found: those
    from which noops lead there."""
    cdef Place place = Place(sets.lattice.n_source, sets.lattice.n_hypothesis)
    cdef int32_t number = set_of(set.level, set.thousandths, set.n_twice)
    cdef uint64_t *here
    cdef uint64_t bit
    cdef bint is_in = False
    while (steps_into(sets, place.i) + (place.j >> 6)).noop >> (place.j & 63) & 1:
        place = Place(place.i - 1, place.j - 1)
    while True:
        is_in = is_in or closes_at(sets, set, &place)
        here = places_of(sets, number, OUTSIDE, place.i) + (place.j >> 6)
        bit = <uint64_t>1 << (place.j & 63)
        here[0] = here[0] | bit if is_in else here[0] & ~bit
        if place.i == sets.lattice.n_source:
            return is_in
        place = Place(place.i + 1, place.j + 1)


cdef inline void fill_sets(EditSets *sets, int32_t thousandths, bint is_best) noexcept nogil:
    """Find the places outside of edits of so many thousandths, of the best levels or the others."""
    cdef int32_t n_twice, level
    for n_twice in range(thousandths // 2 + 1):
        for level in range(sets.levels.n_levels):
            if sets.levels.is_useful[level] and sets.levels.is_best[level] == is_best:
                fill_outside(sets, level, thousandths, n_twice)


cdef inline bint find_fewest(
    EditSets *sets, const Options *options, Arena *arena, Counted *counted
) noexcept nogil:
    """Write what all lightest paths count; False where nothing is said of them."""
    cdef const Levels *levels = &sets.levels
    cdef int32_t thousandths, n_twice, level
    cdef Set found = Set(-1, 0, 0)
    cdef Set set
    for thousandths in range(MOST_THOUSANDTHS + 1):
        if thousandths == 2 and levels.n_levels == 1 and not has_fewest_steps(sets):
            return False
        fill_sets(sets, thousandths, False)
        for n_twice in range(thousandths // 2 + 1):
            for level in range(levels.n_levels):
                set = Set(level, thousandths, n_twice)
                if levels.is_best[level] and ends_by(sets, &set):
                    if found.level >= 0 and found.n_twice != n_twice:
                        return False
                    found = set
        if found.level >= 0:
            counted.n_correct = levels.items[found.level].n_matches
            counted.n_proposed = levels.items[found.level].n_matches + thousandths - found.n_twice
            counted.way = CERTIFIED
            return reads_back(sets, options, found, arena)
        if thousandths == MOST_THOUSANDTHS:
            return False
        fill_sets(sets, thousandths, True)
        for n_twice in range(thousandths // 2 + 1):
            for level in range(levels.n_levels):
                if levels.is_useful[level]:
                    fill_inside(sets, set_of(level, thousandths, n_twice))
    return False


cdef inline bint is_crowded(const Lattice *lattice, const Options *options) noexcept nogil:
    """Whether rows of bits are whole, and so full of places that sets of them take less time."""
    cdef int64_t n_words = lattice.bits.band.n_words
    cdef int64_t size = (<int64_t>lattice.n_source + 2) * n_words
    return (
        lattice.bits.band.width == n_words
        and min(options.max_unchanged, lattice.n_source, lattice.n_hypothesis) <= MOST_NOOPS
        and size <= MOST_WORDS
        and lattice.n_vertices >= FEWEST_VERTICES * size
    )


cdef inline bint count_few(
    const Lattice *lattice, const Options *options, const SpelledRow *spelled, Arena *arena,
    Counted *counted,
) noexcept nogil:
    """Count a plain row of a crowded lattice; False where nothing is said of it."""
    cdef EditSets sets
    cdef Mark mark
    cdef int64_t n_sets
    cdef bint is_found = False
    sets.lattice = lattice
    sets.n_words = lattice.bits.band.n_words
    sets.size = (<int64_t>lattice.n_source + 2) * sets.n_words
    sets.limit = min(options.max_unchanged, lattice.n_source, lattice.n_hypothesis)
    sets.spelled = spelled
    sets.closing = SEVERAL + sets.limit + 1
    if not list_levels(&sets.levels, spelled) or sets.levels.n_levels * sets.size > MOST_WORDS:
        return False
    mark = arena_mark(arena)
    n_sets = (sets.levels.n_levels * N_SETS + 1) * (sets.closing + 1)
    sets.steps = <Steps *>arena_take(arena, sets.size, sizeof(Steps))
    sets.places = <uint64_t *>arena_take(arena, n_sets * sets.size, sizeof(uint64_t))
    if sets.steps != NULL and sets.places != NULL:
        is_found = find_best(&sets) and find_fewest(&sets, options, arena, counted)
    arena_rewind(arena, &mark)
    return is_found
