"""Where paths of the fewest steps may be, inside and outside of edits: sets of places as bits.

A path has the fewest steps that there can be if it passes a token of the longer side with each: it
makes no deletion if the hypothesis is longer, no insertion if the source is. At a place it is in
one of the states of the certified program (`certified`). For each state, number of thousandths and
number of edits that cost two there is a set of places, as bits of the rows that `_bitrows` has: a
step takes 64 places at a time. Thousandths grow where an edit ends, by one, or by two where it is a
base arc of both alignments; so the places of k come from those of k - 1 and k - 2, and from earlier
rows. Runs of insertions are followed by an addition, whose carry goes along a run of bits.

Arcs that spell gold edits lead from outside to outside, and to a set of a higher level, at no cost:
a level says what the matched arcs of a path come to (`edit_levels`). The fewest steps are then
those that pass the tokens which these arcs do not cover.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec._bits cimport DELETION, DIAGONAL, EQUAL_TOKENS, INSERTION, N_MASKS
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.cells cimport OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.edit_levels cimport Levels, level_before, mark_useful
from fastgec.maxmatch.spelled_rows cimport SpelledRow, SpelledText
from fastgec.maxmatch.weights cimport STEP


cdef enum:
    N_SETS = 9  # of a level, of up to 4 thousandths, see `set_of`
    MOST_NOOPS = 3  # of an edit


cdef struct Steps:
    # Steps into the places of a word: noops, and those that change something; of the latter, those
    # that lie in both alignments.
    uint64_t noop
    uint64_t diagonal
    uint64_t across
    uint64_t down
    uint64_t diagonal_twice
    uint64_t across_twice
    uint64_t down_twice


cdef struct EditSets:
    const Lattice *lattice
    int64_t n_words  # of a row
    int64_t size  # words of a set, which has an empty row before its first
    int32_t limit  # most noops of an edit
    int32_t closing  # the state that is any from which an edit of several base arcs may end
    bint is_across  # whether insertions are steps of the paths
    bint is_down  # and deletions
    Steps *steps  # into each word of each row
    uint64_t *places  # of each set and state, and of labels
    const SpelledRow *spelled
    Levels levels
    int32_t n_steps  # of the lightest paths, outside of matched arcs


cdef struct Place:
    int32_t i
    int32_t j


cdef inline int32_t set_of(int32_t level, int32_t thousandths, int32_t n_twice) noexcept nogil:
    """Return the number of a set; 0 to 2 * n_twice thousandths come before those of one more."""
    return level * N_SETS + (thousandths + 1) * (thousandths + 1) // 4 + n_twice


cdef inline uint64_t *places_of(
    const EditSets *sets, int32_t number, int32_t state, int32_t row
) noexcept nogil:
    """Return a row of the places of a set and state; the one before it stands before it."""
    cdef int64_t at = number * (sets.closing + 1) + state
    return sets.places + at * sets.size + (row + 1) * sets.n_words


cdef inline uint64_t *labels_of(const EditSets *sets, int32_t n_noops, int32_t row) noexcept nogil:
    """Return a row of the places whose labels have so many noops, see `short_labels`."""
    return places_of(sets, sets.levels.n_levels * N_SETS, n_noops, row)


cdef inline const Steps *steps_into(const EditSets *sets, int32_t row) noexcept nogil:
    """Return the steps of the paths into the words of a row."""
    return sets.steps + row * sets.n_words


cdef inline void find_steps(EditSets *sets) noexcept nogil:
    """Write the steps of the paths: all diagonal ones, and such others as they make."""
    cdef int64_t n_words = sets.n_words
    cdef int64_t at
    cdef uint64_t is_across = -<uint64_t>(sets.is_across)
    cdef uint64_t is_down = -<uint64_t>(sets.is_down)
    cdef uint64_t equal, one, other
    cdef const uint64_t *first = sets.lattice.bits.masks
    cdef const uint64_t *second
    cdef Steps *steps = sets.steps
    cdef int64_t w = 0
    for at in range((sets.lattice.n_source + 1) * n_words):
        second = first + 3 * n_words
        equal = first[EQUAL_TOKENS * n_words]
        one = first[DIAGONAL * n_words]
        other = second[DIAGONAL * n_words]
        steps.noop = (one | other) & equal
        steps.diagonal = (one | other) & ~equal
        steps.diagonal_twice = one & other & ~equal
        one = first[INSERTION * n_words] & is_across
        other = second[INSERTION * n_words] & is_across
        steps.across = one | other
        steps.across_twice = one & other
        one = first[DELETION * n_words] & is_down
        other = second[DELETION * n_words] & is_down
        steps.down = one | other
        steps.down_twice = one & other
        steps += 1
        first += 1
        w += 1
        if w == n_words:
            w = 0
            first += (N_MASKS - 1) * n_words


cdef inline uint64_t moved(const uint64_t *row, int64_t w) noexcept nogil:
    """Return the places to the right of those of a word."""
    return row[w] << 1 | (row[w - 1] >> 63 if w else 0)


cdef inline uint64_t follow(uint64_t places, uint64_t before, uint64_t across) noexcept nogil:
    """Return the places with those that insertions lead to; `before` is the word before."""
    cdef uint64_t starts = (places << 1 | before >> 63) & across
    # The carry of a start goes through its run and clears it; later starts of it are set again.
    return places | starts | ((starts + across) ^ across) & across


cdef inline void write_matched(
    uint64_t *here, const EditSets *sets, int32_t level, int32_t thousandths, int32_t n_twice,
    int32_t row,
) noexcept nogil:
    """Write the places of a row outside of edits that matched arcs lead to."""
    cdef const SpelledText *item
    cdef const uint64_t *from_row
    cdef int32_t text, before, within
    cdef int64_t w, words
    memset(here, 0, sets.n_words * sizeof(uint64_t))
    if level == 0:
        if row == 0 and thousandths == 0:
            here[0] = 1
        return
    for text in range(sets.spelled.n_items):
        item = &sets.spelled.items[text]
        before = level_before(&sets.levels, text, level)
        if before < 0 or item.end != row:
            continue
        from_row = places_of(sets, set_of(before, thousandths, n_twice), OUTSIDE, item.start)
        words = item.size >> 6
        within = item.size & 63
        for w in range(words, sets.n_words):
            here[w] |= (from_row[w - words] & item.tails[w - words]) << within
            if within and w > words:
                here[w] |= (
                    (from_row[w - words - 1] & item.tails[w - words - 1]) >> (64 - within)
                )


cdef inline void fill_outside(
    EditSets *sets, int32_t level, int32_t thousandths, int32_t n_twice
) noexcept nogil:
    """Find the places outside of edits."""
    cdef int32_t number = set_of(level, thousandths, n_twice)
    cdef int64_t n_words = sets.n_words
    cdef int32_t row
    cdef int64_t w
    cdef uint64_t found
    cdef uint64_t *here
    cdef const uint64_t *before = NULL
    cdef const uint64_t *earlier = NULL
    cdef const uint64_t *closing = NULL
    cdef const Steps *steps
    memset(places_of(sets, number, OUTSIDE, -1), 0, n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        here = places_of(sets, number, OUTSIDE, row)
        steps = steps_into(sets, row)
        if 2 * n_twice < thousandths:
            before = places_of(sets, set_of(level, thousandths - 1, n_twice), OUTSIDE, row)
            closing = before + sets.closing * sets.size
        if n_twice:
            earlier = places_of(sets, set_of(level, thousandths - 2, n_twice - 1), OUTSIDE, row)
        write_matched(here, sets, level, thousandths, n_twice, row)
        for w in range(n_words):
            found = moved(here - n_words, w) & steps.noop
            if before != NULL:
                found |= (
                    closing[w]
                    | moved(before - n_words, w) & (steps.diagonal ^ steps.diagonal_twice)
                    | moved(before, w) & (steps.across ^ steps.across_twice)
                    | (before - n_words)[w] & (steps.down ^ steps.down_twice)
                )
            if earlier != NULL:
                found |= (
                    moved(earlier - n_words, w) & steps.diagonal_twice
                    | moved(earlier, w) & steps.across_twice
                    | (earlier - n_words)[w] & steps.down_twice
                )
            here[w] |= found
            steps += 1


cdef inline void fill_inside(EditSets *sets, int32_t number) noexcept nogil:
    """Find the places inside of edits, from those outside."""
    cdef int64_t n_words = sets.n_words
    cdef int64_t size = sets.size
    cdef int32_t limit = sets.limit
    cdef int64_t w
    cdef int32_t row, noops
    cdef uint64_t found, into_first, above, any_state
    cdef const uint64_t *outside
    cdef uint64_t *single
    cdef uint64_t *several
    cdef uint64_t *here
    cdef const Steps *steps
    memset(places_of(sets, number, SINGLE, -1), 0, n_words * sizeof(uint64_t))
    for noops in range(limit + 1):
        memset(places_of(sets, number, SEVERAL + noops, -1), 0, n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        outside = places_of(sets, number, OUTSIDE, row)
        single = places_of(sets, number, SINGLE, row)
        several = places_of(sets, number, SEVERAL, row)
        steps = steps_into(sets, row)
        for w in range(n_words):
            above = moved(outside - n_words, w)
            single[w] = (
                above & steps.diagonal | moved(outside, w) & steps.across
                | (outside - n_words)[w] & steps.down
            )
            into_first = moved(single - n_words, w) | moved(several - n_words, w)
            found = into_first & steps.diagonal | moved(single, w) & steps.across | (
                (single - n_words)[w] | (several - n_words)[w]
            ) & steps.down
            found = follow(found, several[w - 1] if w else 0, steps.across)
            several[w] = found
            any_state = found
            into_first |= above  # edits may begin with a noop
            here = several
            for noops in range(limit):
                here += size
                above = moved(here - n_words, w)
                found = into_first & steps.noop | above & steps.diagonal | (
                    (here - n_words)[w] & steps.down
                )
                found = follow(found, here[w - 1] if w else 0, steps.across)
                here[w] = found
                any_state |= found
                into_first = above
            here[w + size] = any_state
            steps += 1


cdef inline bint is_place(
    const EditSets *sets, int32_t number, int32_t state, int32_t i, int32_t j
) noexcept nogil:
    """Whether a place is in a set; a place before the first row or column is in none."""
    if j < 0:
        return False
    return places_of(sets, number, state, i)[j >> 6] >> (j & 63) & 1


cdef inline bint ends_in(const EditSets *sets, int32_t number) noexcept nogil:
    """Whether the end is in a set."""
    return is_place(sets, number, OUTSIDE, sets.lattice.n_source, sets.lattice.n_hypothesis)


cdef inline void fill_reached(EditSets *sets, int32_t level) noexcept nogil:
    """Find the places that a path of a level comes to, whatever it costs."""
    cdef int32_t number = set_of(level, 0, 0)
    cdef int64_t n_words = sets.n_words
    cdef int32_t row
    cdef int64_t w
    cdef uint64_t found
    cdef uint64_t *here
    cdef const Steps *steps
    memset(places_of(sets, number, OUTSIDE, -1), 0, n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        here = places_of(sets, number, OUTSIDE, row)
        steps = steps_into(sets, row)
        write_matched(here, sets, level, 0, 0, row)
        for w in range(n_words):
            found = here[w] | moved(here - n_words, w) & (steps.noop | steps.diagonal) | (
                (here - n_words)[w] & steps.down
            )
            here[w] = follow(found, here[w - 1] if w else 0, steps.across)
            steps += 1


cdef inline bint find_best(EditSets *sets) noexcept nogil:
    """Find the best levels, see `edit_levels`; False where no path of them has the fewest steps."""
    cdef Levels *levels = &sets.levels
    cdef int32_t level, source, hypothesis, side
    cdef int32_t n_matches = 0
    cdef int32_t first_side = 0
    cdef bint is_one_sided = False
    cdef bint is_found = False
    sets.n_steps = 0x7FFFFFFF
    if levels.n_levels > 1:
        sets.is_across = sets.is_down = True
        find_steps(sets)
        for level in range(levels.n_levels):
            fill_reached(sets, level)
            if ends_in(sets, set_of(level, 0, 0)):
                n_matches = levels.items[level].n_matches
    for level in range(levels.n_levels):
        levels.is_best[level] = False
        if levels.items[level].n_matches < n_matches:
            continue
        if levels.n_levels > 1 and not ends_in(sets, set_of(level, 0, 0)):
            continue
        source = sets.lattice.n_source - levels.items[level].n_source
        hypothesis = sets.lattice.n_hypothesis - levels.items[level].n_hypothesis
        side = (hypothesis > source) - (source > hypothesis)
        if max(source, hypothesis) > sets.n_steps:
            continue
        if max(source, hypothesis) < sets.n_steps:
            memset(levels.is_best, 0, level * sizeof(bint))
            sets.n_steps = max(source, hypothesis)
            first_side = side
            is_one_sided = True
        is_one_sided &= side == first_side
        levels.is_best[level] = True
    if not is_one_sided or (
        n_matches and STEP * (<int64_t>sets.n_steps + 1) >= STEP * (sets.lattice.n_vertices - 1)
    ):
        return False
    sets.is_across = first_side > 0
    sets.is_down = first_side < 0
    find_steps(sets)
    mark_useful(levels, sets.spelled.n_items)
    for level in range(levels.n_levels):
        if levels.is_useful[level]:
            fill_reached(sets, level)
            is_found |= levels.is_best[level] and ends_in(sets, set_of(level, 0, 0))
    return is_found
