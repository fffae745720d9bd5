"""Which character of a line is which character of its source, without white space.

What both lines begin and end with is paired first. The stretch between is aligned with the fewest
insertions, deletions and substitutions (Levenshtein), where eight words that begin or end together
weigh as much as a change: so equal ways are told apart. That takes time proportional to the product
of both lengths, so a stretch may have `CELLS` cells a character and no more. A larger one is cut at
runs of characters that occur once in either text and ascend in both (`characters`). What is still
too large between two of them is cut in the same way, as runs that the whole has twice may occur
once there, `DEPTH` times; then it is not aligned at all. So time is proportional to the number of
characters, but for the choice of these runs, which takes a logarithm more.

Two characters are partners if they are equal, or if one stands in the place of the other and both
are signs (punctuation and symbols), or neither is; of these the number is stored as -2 - i.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)
from fastgec.texts.characters cimport GRAM, SIGN, Gram, Stretch, Text, ascending, find_grams


cdef enum:
    CELLS = 128
    MOST_FREE = 1 << 14  # cells that any stretch may have
    MOST_CELLS = 1 << 25  # and none may have more: a byte each
    DEPTH = 8  # of cuts at grams inside a stretch that was cut at grams
    WORDS = DEPTH + 1  # first at grams with which words begin: a fifth of the work in long texts
    UNEVEN = 32  # characters that one text has more than the other in a stretch of missing text
    LONGEST_WORD = 64  # in which the beginning of a word is looked for


# Costs are multiples of 4, so that the step that has led to one fits below it: the smaller of two
# numbers is the cheaper way, or of equal ways the earlier step.
cdef enum:
    STEP = 3  # mask
    BOTH = 0
    DELETED = 1
    INSERTED = 2
    ALIKE = 4  # gained where a word begins in both texts, or ends
    EDIT = 32
    UNLIKE = 56  # a letter in the place of a sign: nearly an insertion and a deletion


cdef struct Scratch:
    # What one stretch after the other is aligned in; it doubles where it grows.
    int32_t *costs
    int64_t n_costs
    uint8_t *steps
    int64_t n_steps


cdef inline Stretch trimmed(
    const Text *source, const Text *output, Stretch stretch, int64_t *partners
) noexcept nogil:
    """Pair equal characters at both ends, of whole words only; return what is between."""
    cdef int64_t i = stretch.i, j = stretch.j
    cdef int64_t i_end = stretch.i_end, j_end = stretch.j_end
    cdef int64_t n
    while i < i_end and j < j_end and source.points[i] == output.points[j]:
        i += 1
        j += 1
    if i < i_end or j < j_end:
        # Back to where a word begins in both: "the cat" and "then the cat".
        n = 0
        while n < min(i - stretch.i, LONGEST_WORD):
            if source.begins[i - n] and output.begins[j - n]:
                i -= n
                j -= n
                break
            n += 1
    while i_end > i and j_end > j and source.points[i_end - 1] == output.points[j_end - 1]:
        i_end -= 1
        j_end -= 1
    if i_end > i or j_end > j:
        n = 0
        while n < min(stretch.i_end - i_end, LONGEST_WORD):
            if source.begins[i_end + n] and output.begins[j_end + n]:
                i_end += n
                j_end += n
                break
            n += 1
    for n in range(i - stretch.i):
        partners[stretch.j + n] = stretch.i + n
    for n in range(stretch.i_end - i_end):
        partners[j_end + n] = i_end + n
    return Stretch(i, i_end, j, j_end)


cdef inline bint make_room(
    Scratch *scratch, int64_t n_costs, int64_t n_steps, Arena *arena
) noexcept nogil:
    if n_costs > scratch.n_costs:
        scratch.n_costs = max(n_costs, 2 * scratch.n_costs)
        scratch.costs = <int32_t *>arena_take(arena, scratch.n_costs, sizeof(int32_t))
    if n_steps > scratch.n_steps:
        scratch.n_steps = max(n_steps, 2 * scratch.n_steps)
        scratch.steps = <uint8_t *>arena_take(arena, scratch.n_steps, 1)
    return scratch.costs != NULL and scratch.steps != NULL


cdef inline Status align_stretch(
    const Text *source,
    const Text *output,
    Stretch stretch,
    int64_t *partners,
    Scratch *scratch,
    Arena *arena,
    const int32_t *cancel,
) noexcept nogil:
    """Align a stretch character by character."""
    cdef int64_t n = stretch.i_end - stretch.i, m = stretch.j_end - stretch.j
    cdef int64_t i, j
    cdef int32_t before, best, other, point, is_begin, is_end
    cdef uint8_t step
    cdef int kind
    cdef int32_t like[4]  # of a substitution, by the kind of the output's character
    cdef int32_t *costs
    cdef uint8_t *steps
    cdef uint8_t *row
    cdef const int32_t *points = output.points + stretch.j
    cdef const uint8_t *kinds = output.kinds + stretch.j
    cdef const uint8_t *begins = output.begins + stretch.j
    if n == 0 or m == 0:
        return DONE
    if not make_room(scratch, m + 1, n * m, arena):
        return arena_status(arena)
    costs = scratch.costs
    steps = scratch.steps
    for j in range(m + 1):
        costs[j] = <int32_t>j * EDIT
    for i in range(n):
        if is_cancelled(cancel):
            return CANCELLED
        point = source.points[stretch.i + i]
        is_begin = source.begins[stretch.i + i]
        is_end = source.begins[stretch.i + i + 1]
        for kind in range(4):
            like[kind] = EDIT if (kind == SIGN) == (source.kinds[stretch.i + i] == SIGN) else UNLIKE
        row = steps + i * m
        before = costs[0]
        best = costs[0] = before + EDIT
        for j in range(m):
            # Without branches: which way is the best is hard to foretell.
            other = -ALIKE * ((is_begin & begins[j]) + (is_end & begins[j + 1]))
            before += other if points[j] == point else like[kinds[j]]
            best = min(best + EDIT + INSERTED, before + BOTH)
            before = costs[j + 1]
            best = min(best, before + EDIT + DELETED)
            row[j] = best & STEP
            best &= ~STEP
            costs[j + 1] = best
    i = n
    j = m
    while i > 0 and j > 0:
        step = steps[(i - 1) * m + j - 1]
        if step != INSERTED:
            i -= 1
        if step != DELETED:
            j -= 1
        if step == BOTH:
            if source.points[stretch.i + i] == output.points[stretch.j + j]:
                partners[stretch.j + j] = stretch.i + i
            elif (source.kinds[stretch.i + i] == SIGN) == (output.kinds[stretch.j + j] == SIGN):
                partners[stretch.j + j] = -2 - (stretch.i + i)
    return DONE


cdef inline bint is_small(Stretch stretch) noexcept nogil:
    cdef int64_t n = stretch.i_end - stretch.i, m = stretch.j_end - stretch.j
    if min(n, m) <= CELLS:
        return n * m <= MOST_CELLS
    return n * m <= min(CELLS * (n + m) + MOST_FREE, MOST_CELLS)


cdef inline Status align_large(
    const Text *source,
    const Text *output,
    Stretch stretch,
    int64_t *partners,
    bint *is_whole,
    int depth,
    Scratch *scratch,
    Arena *arena,
    const int32_t *cancel,
) noexcept nogil:
    """Cut a stretch at grams, and align what is between them."""
    cdef int64_t size = 16, n = 0, at, i, j, k
    cdef int64_t *slots
    cdef Gram *grams
    cdef int64_t *tails
    cdef int64_t *previous
    cdef Stretch part
    cdef Status status
    cdef bint is_missing
    while size < 2 * (stretch.i_end - stretch.i):
        size *= 2
    slots = <int64_t *>arena_take(arena, size, sizeof(int64_t))
    grams = <Gram *>arena_take(arena, stretch.i_end - stretch.i, sizeof(Gram))
    tails = <int64_t *>arena_take(arena, stretch.i_end - stretch.i, sizeof(int64_t))
    previous = <int64_t *>arena_take(arena, stretch.i_end - stretch.i, sizeof(int64_t))
    if slots == NULL or grams == NULL or tails == NULL or previous == NULL:
        return arena_status(arena)
    n = find_grams(source, output, stretch, depth == WORDS, slots, size - 1, tails, grams)
    if is_cancelled(cancel):
        return CANCELLED
    n = ascending(grams, n, tails, previous)
    i = stretch.i
    j = stretch.j
    for at in range(n + 1):
        if at == n:
            part = Stretch(i, stretch.i_end, j, stretch.j_end)
        elif grams[at].i - i == grams[at].j - j and grams[at].i <= i:
            # It overlaps the one before it and goes on with it.
            for k in range(i - grams[at].i, GRAM):
                partners[grams[at].j + k] = grams[at].i + k
            i = grams[at].i + GRAM
            j = grams[at].j + GRAM
            continue
        elif grams[at].i < i or grams[at].j < j:
            continue
        else:
            part = Stretch(i, grams[at].i, j, grams[at].j)
            for k in range(GRAM):
                partners[grams[at].j + k] = grams[at].i + k
            i = grams[at].i + GRAM
            j = grams[at].j + GRAM
        part = trimmed(source, output, part, partners)
        # Grams inside of words, too, tell where text is missing.
        k = (part.i_end - part.i) - (part.j_end - part.j)
        is_missing = depth == WORDS and (k >= UNEVEN or k <= -UNEVEN)
        if is_small(part) and not is_missing:
            status = align_stretch(source, output, part, partners, scratch, arena, cancel)
        elif depth == WORDS or (n and depth):
            status = align_large(
                source, output, part, partners, is_whole, depth - 1, scratch, arena, cancel
            )
        else:
            is_whole[0] = False
            status = DONE
        if status != DONE:
            return status
    return DONE


cdef inline Status pair_characters(
    const Text *source,
    const Text *output,
    int64_t *partners,
    bint *is_whole,
    int depth,
    Arena *arena,
    const int32_t *cancel,
) noexcept nogil:
    """Write the partner of each character of the output: i, -2 - i (unequal), -1 (none).

    is_whole says whether all could be aligned; depth is DEPTH, or WORDS for texts of many lines.
    Scratch memory is taken from the arena.
    """
    cdef Stretch stretch = Stretch(0, source.n, 0, output.n)
    cdef Scratch scratch = Scratch(NULL, 0, NULL, 0)
    is_whole[0] = True
    memset(partners, 0xFF, output.n * sizeof(int64_t))
    stretch = trimmed(source, output, stretch, partners)
    if is_small(stretch):
        return align_stretch(source, output, stretch, partners, &scratch, arena, cancel)
    return align_large(
        source, output, stretch, partners, is_whole, depth, &scratch, arena, cancel
    )
