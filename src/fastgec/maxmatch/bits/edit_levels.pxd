"""Levels of paths on rows of bits: how many gold edits a path has made, and what these cover.

A path makes at most one text of each gold edit that is spelled (`spelled_rows`). What its matched
arcs have come to at a place is its level: their number, and the source and hypothesis tokens that
they cover. Sets of places are told apart by level; a matched arc leads from one level to a higher
one.

**Which levels are the best.** A matched arc outweighs all steps, so the lightest paths make as many
gold edits as any path does. The tokens that they do not cover take at least as many steps as the
longer side has of them, one for each. Of the levels of the most gold edits that some path ends in,
those for which this number is the least are the best: if a path of one of them has no more steps
than that, no path of another level, or of more steps, is as light. It passes a token of the longer
side with each step, so it makes no deletion if the hypothesis is that side, no insertion if the
source is, and neither if they are equal. Where two of the best levels differ in that, nothing is
said.
"""

from libc.stdint cimport int8_t, int32_t

from fastgec.maxmatch.gold.spelled_rows cimport SpelledRow


cdef enum:
    MOST_LEVELS = 12
    MOST_PAIRS = 384  # of a level and a text


cdef struct Level:
    int32_t n_matches
    int32_t n_source  # tokens that they cover
    int32_t n_hypothesis


cdef struct Levels:
    Level items[12]  # by matches
    int32_t n_levels
    int8_t before[384]  # of each text and level: that from which an arc of the text leads, or -1
    bint is_best[12]
    bint is_useful[12]  # whether it leads to one of the best


cdef inline int32_t find_level(const Levels *levels, const Level *wanted) noexcept nogil:
    """Return the number of a level, or -1."""
    cdef int32_t number
    for number in range(levels.n_levels):
        if (
            levels.items[number].n_matches == wanted.n_matches
            and levels.items[number].n_source == wanted.n_source
            and levels.items[number].n_hypothesis == wanted.n_hypothesis
        ):
            return number
    return -1


cdef inline bint list_levels(Levels *levels, const SpelledRow *spelled) noexcept nogil:
    """List what sets of gold edits come to, one text of each; False if they are too many."""
    cdef int32_t first = 0, last, n_before, number, at, place
    cdef Level level
    levels.n_levels = 1
    levels.items[0] = Level(0, 0, 0)
    while first < spelled.n_items:
        last = first
        n_before = levels.n_levels
        while last < spelled.n_items and spelled.items[last].edit == spelled.items[first].edit:
            for number in range(n_before):
                level = levels.items[number]
                level.n_matches += 1
                level.n_source += spelled.items[last].end - spelled.items[last].start
                level.n_hypothesis += spelled.items[last].size
                if find_level(levels, &level) >= 0:
                    continue
                if levels.n_levels == MOST_LEVELS:
                    return False
                levels.items[levels.n_levels] = level
                levels.n_levels += 1
            last += 1
        first = last
    for at in range(1, levels.n_levels):
        level = levels.items[at]
        place = at
        while place > 0 and levels.items[place - 1].n_matches > level.n_matches:
            levels.items[place] = levels.items[place - 1]
            place -= 1
        levels.items[place] = level
    for at in range(spelled.n_items):
        for number in range(levels.n_levels):
            level = levels.items[number]
            level.n_matches -= 1
            level.n_source -= spelled.items[at].end - spelled.items[at].start
            level.n_hypothesis -= spelled.items[at].size
            levels.before[at * MOST_LEVELS + number] = <int8_t>find_level(levels, &level)
    return True


cdef inline int32_t level_before(const Levels *levels, int32_t text, int32_t level) noexcept nogil:
    """Return the level from which an arc of a text leads to another one, or -1."""
    return levels.before[text * MOST_LEVELS + level]


cdef inline void mark_useful(Levels *levels, int32_t n_texts) noexcept nogil:
    """Mark the levels from which arcs lead to one of the best, and these."""
    cdef int32_t number, text, before
    for number in range(levels.n_levels):
        levels.is_useful[number] = levels.is_best[number]
    for number in range(levels.n_levels - 1, -1, -1):
        if not levels.is_useful[number]:
            continue
        for text in range(n_texts):
            before = level_before(levels, text, number)
            if before >= 0:
                levels.is_useful[before] = True
