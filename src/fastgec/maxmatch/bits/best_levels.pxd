"""Which levels are the best (`edit_levels`): those of the most gold edits that paths end in."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec.maxmatch.program.cells cimport OUTSIDE
from fastgec.maxmatch.bits.edit_levels cimport Levels, mark_useful
from fastgec.maxmatch.bits.edit_sets cimport (
    EditSets, Steps, ends_in, fill_start, find_steps, follow, moved, places_of, set_of,
    write_matched,
)
from fastgec.maxmatch.program.weights cimport STEP


cdef inline void fill_reached(EditSets *sets, int32_t level) noexcept nogil:
    """Find the places that a path of a level comes to, whatever it costs."""
    cdef int64_t n_words = sets.n_words
    cdef int32_t row
    cdef int64_t w
    cdef uint64_t found
    cdef uint64_t *here = places_of(sets, set_of(level, 0, 0), OUTSIDE, 0)
    cdef const Steps *steps = sets.steps
    memset(here - n_words, 0, n_words * sizeof(uint64_t))
    for row in range(sets.lattice.n_source + 1):
        if level:
            write_matched(here, sets, level, 0, 0, row)
        for w in range(n_words):
            found = moved(here - n_words, w) & (steps.noop | steps.diagonal) | (
                (here - n_words)[w] & steps.down
            )
            if level:
                found |= here[w]
            elif row == 0 and w == 0:
                found = 1
            here[w] = follow(found, here[w - 1] if w else 0, steps.across)
            steps += 1
        here += n_words


cdef inline bint find_best(EditSets *sets) noexcept nogil:
    """Find the best levels, see `edit_levels`; False where no path of them has the fewest steps,
    which is not asked where there is one level."""
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
    if levels.n_levels == 1:
        return True  # seen sooner by `few_edits`, most of the time
    for level in range(levels.n_levels):
        if levels.is_useful[level]:
            fill_reached(sets, level)
            is_found |= levels.is_best[level] and ends_in(sets, set_of(level, 0, 0))
    return is_found


cdef inline bint has_fewest_steps(EditSets *sets) noexcept nogil:
    """Whether a path has the fewest steps, where there is one level; the first set is kept."""
    cdef bint is_found
    fill_reached(sets, 0)
    is_found = ends_in(sets, 0)
    fill_start(sets)
    return is_found
