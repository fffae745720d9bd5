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
from fastgec.maxmatch.program.cells cimport OUTSIDE, SEVERAL, SINGLE
from fastgec.maxmatch.bits.edit_levels cimport Levels, level_before
from fastgec.maxmatch.gold.spelled_rows cimport SpelledRow, SpelledText


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


cdef inline void fill_start(EditSets *sets) noexcept nogil:
    """Find the places that noops alone lead to."""
    cdef uint64_t *here = places_of(sets, 0, OUTSIDE, 0)
    cdef const Steps *steps = sets.steps
    cdef int32_t at = 0
    memset(here - sets.n_words, 0, sets.size * sizeof(uint64_t))
    while True:
        here[at >> 6] |= <uint64_t>1 << (at & 63)
        at += 1
        if at > min(sets.lattice.n_source, sets.lattice.n_hypothesis):
            return
        here += sets.n_words
        steps += sets.n_words
        if not steps[at >> 6].noop >> (at & 63) & 1:
            return


cdef inline void fill_outside(
    EditSets *sets, int32_t level, int32_t thousandths, int32_t n_twice
) noexcept nogil:
    """Find the places outside of edits."""
    if level == 0 and thousandths == 0:
        fill_start(sets)
    elif sets.n_words == 1:
        fill_outside_rows(sets, level, thousandths, n_twice, 1)
    else:
        fill_outside_rows(sets, level, thousandths, n_twice, sets.n_words)


cdef inline void fill_outside_rows(
    EditSets *sets, int32_t level, int32_t thousandths, int32_t n_twice, int64_t n_words
) noexcept nogil:
    """Do the work of `fill_outside`, for rows of one word apart, which compilers then know."""
    cdef int32_t row
    cdef int64_t w
    cdef uint64_t found
    cdef uint64_t *here = places_of(sets, set_of(level, thousandths, n_twice), OUTSIDE, 0)
    cdef const uint64_t *before = NULL
    cdef const uint64_t *earlier = NULL
    cdef const uint64_t *closing = NULL
    cdef const Steps *steps = sets.steps
    if 2 * n_twice < thousandths:
        before = places_of(sets, set_of(level, thousandths - 1, n_twice), OUTSIDE, 0)
        closing = before + sets.closing * sets.size
    if n_twice:
        earlier = places_of(sets, set_of(level, thousandths - 2, n_twice - 1), OUTSIDE, 0)
    memset(here - n_words, 0, n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        if level:
            write_matched(here, sets, level, thousandths, n_twice, row)
        for w in range(n_words):
            found = moved(here - n_words, w) & steps.noop
            if level:
                found |= here[w]
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
            here[w] = found
            steps += 1
        here += n_words
        if before != NULL:
            before += n_words
            closing += n_words
        if earlier != NULL:
            earlier += n_words


cdef inline void fill_inside(EditSets *sets, int32_t number) noexcept nogil:
    """Find the places inside of edits, from those outside."""
    if sets.n_words == 1 and sets.limit == 2:
        fill_inside_rows(sets, number, 1, 2)
    elif sets.limit == 2:
        fill_inside_rows(sets, number, sets.n_words, 2)
    else:
        fill_inside_rows(sets, number, sets.n_words, sets.limit)


cdef inline void fill_inside_rows(
    EditSets *sets, int32_t number, int64_t n_words, int32_t limit
) noexcept nogil:
    """Do the work of `fill_inside`, for usual rows and limits apart, which compilers then know."""
    cdef int64_t size = sets.size
    cdef int64_t w
    cdef int32_t row, noops
    cdef uint64_t found, into_first, above, any_state, noop, diagonal, across, down
    cdef uint64_t *outside = places_of(sets, number, OUTSIDE, 0)
    cdef uint64_t *single = places_of(sets, number, SINGLE, 0)
    cdef uint64_t *several = places_of(sets, number, SEVERAL, 0)
    cdef uint64_t *here
    cdef const Steps *steps = sets.steps
    memset(outside - n_words, 0, n_words * sizeof(uint64_t))
    memset(single - n_words, 0, n_words * sizeof(uint64_t))
    for noops in range(limit + 1):
        memset(several + noops * size - n_words, 0, n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        for w in range(n_words):
            noop, diagonal = steps.noop, steps.diagonal
            across, down = steps.across, steps.down
            above = moved(outside - n_words, w)
            found = above & diagonal | moved(outside, w) & across | (outside - n_words)[w] & down
            single[w] = found
            into_first = moved(single - n_words, w) | moved(several - n_words, w)
            found = into_first & diagonal | moved(single, w) & across | (
                (single - n_words)[w] | (several - n_words)[w]
            ) & down
            found = follow(found, several[w - 1] if w else 0, across)
            several[w] = found
            any_state = found
            into_first |= above  # edits may begin with a noop
            here = several
            for noops in range(limit):
                here += size
                above = moved(here - n_words, w)
                found = into_first & noop | above & diagonal | (here - n_words)[w] & down
                found = follow(found, here[w - 1] if w else 0, across)
                here[w] = found
                any_state |= found
                into_first = above
            here[w + size] = any_state
            steps += 1
        outside += n_words
        single += n_words
        several += n_words


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
