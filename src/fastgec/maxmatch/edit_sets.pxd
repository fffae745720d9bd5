"""Where paths of the fewest steps may be, inside and outside of edits: sets of places as bits.

A path has the fewest steps that there can be if it passes a token of the longer side with each: it
makes no deletion if the hypothesis is longer, no insertion if the source is. At a place it is in
one of the states of the certified program (`certified`). For each state, number of thousandths and
number of edits that cost two there is a set of places, as bits of the rows that `_bitrows` has: a
step takes 64 places at a time. Thousandths grow where an edit ends, by one, or by two where it is a
base arc of both alignments; so the places of k come from those of k - 1 and k - 2, and from earlier
rows. Runs of insertions are followed by an addition, whose carry goes along a run of bits.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec._bits cimport DELETION, DIAGONAL, EQUAL_TOKENS, INSERTION, N_MASKS
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.cells cimport OUTSIDE, SEVERAL, SINGLE


cdef enum:
    N_SETS = 9  # of up to 4 thousandths, see `set_of`
    MOST_NOOPS = 3  # of an edit


cdef struct EditSets:
    const Lattice *lattice
    int64_t n_words  # of a row
    int64_t size  # words of a set, which has an empty row before its first
    int32_t limit  # most noops of an edit
    uint64_t across  # all bits if insertions are steps of the paths, else none
    uint64_t down  # and so for deletions
    uint64_t *places  # of each set and state, and of labels


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


cdef inline int32_t set_of(int32_t thousandths, int32_t n_twice) noexcept nogil:
    """Return the number of a set; 0 to 2 * n_twice thousandths come before those of one more."""
    return (thousandths + 1) * (thousandths + 1) // 4 + n_twice


cdef inline uint64_t *places_of(
    const EditSets *sets, int32_t number, int32_t state, int32_t row
) noexcept nogil:
    """Return a row of the places of a set and state; the one before it stands before it."""
    cdef int64_t at = number * (SEVERAL + sets.limit + 1) + state
    return sets.places + at * sets.size + (row + 1) * sets.n_words


cdef inline uint64_t *labels_of(const EditSets *sets, int32_t n_noops, int32_t row) noexcept nogil:
    """Return a row of the places whose labels have so many noops, see `few_edits`."""
    return places_of(sets, N_SETS, n_noops, row)


cdef inline void steps_into(
    Steps *steps, const EditSets *sets, int32_t row, int64_t w
) noexcept nogil:
    """Write the steps of the paths into a word of a row."""
    cdef int64_t n_words = sets.n_words
    cdef const uint64_t *first = sets.lattice.bits.masks + row * N_MASKS * n_words + w
    cdef const uint64_t *second = first + 3 * n_words
    cdef uint64_t equal = first[EQUAL_TOKENS * n_words]
    cdef uint64_t one = first[DIAGONAL * n_words]
    cdef uint64_t other = second[DIAGONAL * n_words]
    steps.noop = (one | other) & equal
    steps.diagonal = (one | other) & ~equal
    steps.diagonal_twice = one & other & ~equal
    one = first[INSERTION * n_words] & sets.across
    other = second[INSERTION * n_words] & sets.across
    steps.across = one | other
    steps.across_twice = one & other
    one = first[DELETION * n_words] & sets.down
    other = second[DELETION * n_words] & sets.down
    steps.down = one | other
    steps.down_twice = one & other


cdef inline uint64_t moved(const uint64_t *row, int64_t w) noexcept nogil:
    """Return the places to the right of those of a word."""
    return row[w] << 1 | (row[w - 1] >> 63 if w else 0)


cdef inline uint64_t change_once(
    const uint64_t *row, int64_t w, int64_t n_words, uint64_t diagonal, uint64_t across,
    uint64_t down,
) noexcept nogil:
    """Return the places that one of some steps leads to; the row above stands before the row."""
    return (
        moved(row - n_words, w) & diagonal | moved(row, w) & across | (row - n_words)[w] & down
    )


cdef inline uint64_t follow(uint64_t places, uint64_t before, uint64_t across) noexcept nogil:
    """Return the places with those that insertions lead to; `before` is the word before."""
    cdef uint64_t starts = (places << 1 | before >> 63) & across
    # The carry of a start goes through its run and clears it; later starts of it are set again.
    return places | starts | ((starts + across) ^ across) & across


cdef inline void fill_outside(EditSets *sets, int32_t thousandths, int32_t n_twice) noexcept nogil:
    """Find the places outside of edits."""
    cdef int32_t number = set_of(thousandths, n_twice)
    cdef int32_t before = -1, earlier = -1
    cdef int32_t row, state
    cdef int64_t w
    cdef uint64_t found
    cdef uint64_t *here
    cdef Steps steps
    if 2 * n_twice < thousandths:
        before = set_of(thousandths - 1, n_twice)
    if n_twice:
        earlier = set_of(thousandths - 2, n_twice - 1)
    memset(places_of(sets, number, OUTSIDE, -1), 0, sets.n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        here = places_of(sets, number, OUTSIDE, row)
        for w in range(sets.n_words):
            steps_into(&steps, sets, row, w)
            found = moved(here - sets.n_words, w) & steps.noop
            if before >= 0:
                for state in range(SEVERAL, SEVERAL + sets.limit + 1):
                    found |= places_of(sets, before, state, row)[w]
                found |= change_once(
                    places_of(sets, before, OUTSIDE, row), w, sets.n_words,
                    steps.diagonal & ~steps.diagonal_twice, steps.across & ~steps.across_twice,
                    steps.down & ~steps.down_twice,
                )
            if earlier >= 0:
                found |= change_once(
                    places_of(sets, earlier, OUTSIDE, row), w, sets.n_words,
                    steps.diagonal_twice, steps.across_twice, steps.down_twice,
                )
            here[w] = found
        if row == 0 and thousandths == 0:
            here[0] = 1


cdef inline void fill_inside(EditSets *sets, int32_t number) noexcept nogil:
    """Find the places inside of edits, from those outside."""
    cdef int64_t n_words = sets.n_words, w
    cdef int32_t row, state
    cdef uint64_t found, into_first
    cdef const uint64_t *outside
    cdef uint64_t *single
    cdef uint64_t *several
    cdef uint64_t *here
    cdef Steps steps
    for state in range(SINGLE, SEVERAL + sets.limit + 1):
        memset(places_of(sets, number, state, -1), 0, n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        outside = places_of(sets, number, OUTSIDE, row)
        single = places_of(sets, number, SINGLE, row)
        several = places_of(sets, number, SEVERAL, row)
        for w in range(n_words):
            steps_into(&steps, sets, row, w)
            single[w] = change_once(
                outside, w, n_words, steps.diagonal, steps.across, steps.down
            )
            into_first = moved(single - n_words, w) | moved(several - n_words, w)
            found = into_first & steps.diagonal | moved(single, w) & steps.across | (
                (single - n_words)[w] | (several - n_words)[w]
            ) & steps.down
            several[w] = follow(found, several[w - 1] if w else 0, steps.across)
            into_first |= moved(outside - n_words, w)  # edits may begin with a noop
            for state in range(SEVERAL + 1, SEVERAL + sets.limit + 1):
                here = places_of(sets, number, state, row)
                found = into_first & steps.noop | moved(here - n_words, w) & steps.diagonal | (
                    (here - n_words)[w] & steps.down
                )
                here[w] = follow(found, here[w - 1] if w else 0, steps.across)
                into_first = moved(here - n_words, w)


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


cdef inline bint has_fewest_steps(EditSets *sets) noexcept nogil:
    """Whether a path has no more steps than the longer side has tokens."""
    cdef int32_t row
    cdef int64_t w
    cdef uint64_t found
    cdef uint64_t *here
    cdef Steps steps
    memset(places_of(sets, 0, OUTSIDE, -1), 0, sets.n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        here = places_of(sets, 0, OUTSIDE, row)
        for w in range(sets.n_words):
            steps_into(&steps, sets, row, w)
            found = moved(here - sets.n_words, w) & (steps.noop | steps.diagonal) | (
                (here - sets.n_words)[w] & steps.down
            )
            if row == 0 and w == 0:
                found = 1
            here[w] = follow(found, here[w - 1] if w else 0, steps.across)
    return ends_in(sets, 0)
