"""Three-way alignment of source, hypothesis and reference: exact, without the table of all cells.

**What is computed.** Source s, hypothesis h and reference r are written into columns; each column
takes the next token, or a gap, from each text, and never three gaps. Of each pair of texts a column
costs 0 for equal tokens and for two gaps, 3 for two different tokens, 2 for a token and a gap; the
sum over the three pairs and all columns is least. Among the cheapest alignments one is preferred:
read from the end, the first move that leads to the least cost, in the order (s,h,r), (s,h,-),
(s,-,r), (-,h,r), (s,-,-), (-,h,-), (-,-,r).

**Why not the whole table.** It has |s| |h| |r| cells, 15,625 for three sentences of 25 tokens, and
an alignment passes some 25 of them. The three texts are nearly equal, so that nearly all cells can
be left out before they are filled, and it can be proved that the rest gives the same path:

 1. Two texts are equal: a table of two texts gives the same columns (here).
 2. A common end is cut; a common beginning is not, which would change the preferred path (here).
 3. Each pair of texts has costs of prefixes and of suffixes, so for each place the excess, what a
    path through it costs more than the cheapest; in a band that is proved to be wide enough
    (`pairs`).
 4. The excesses of the three pairs sum to what a three-way path through a cell costs at least above
    the sum of distances. Cells above a slack are not filled: at first 0, then more, until the cost
    that was found says that the slack was enough (`table`).

Costs are integers, so that all comparisons are exact. The oracle of the tests fills the whole table
in plain Python.

What all three texts end with is cut first: the move that takes three equal tokens is the first one
in the order of preference, and a cheapest alignment ends with it, since costs are metrics (move the
three last tokens into one last column: no pair costs more). What they begin with must stay, for the
preferred path may match a later copy of a token.

Where two texts are equal, their tokens stay together in every preferred alignment, so that a table
of two texts gives the same columns; the order of its moves follows from that of the seven.
"""

from libc.stdint cimport int32_t, int64_t, int8_t

from fastgec.kernels.arena cimport DONE, Arena, Status, arena_reset
from fastgec.metrics.imeasure.pairs cimport (
    FAR, GAP, OTHER, Pair, Text, are_equal, measure_pair, place_of
)
from fastgec.metrics.imeasure.table cimport Table, fill_table, open_table

cdef struct Alignment:
    # Columns by kind, see above, and how they were found. `moves` is the caller's:
    # room for as many as the three texts have tokens, or NULL where they are not wanted. They are
    # written from right to left.
    int64_t kept  # s = h = r
    int64_t missed  # s = h, another r
    int64_t wrong  # s = r, another h
    int64_t right  # h = r, another s
    int64_t unlike  # three different things
    int64_t cost
    int64_t passes  # over the three-way table; 0 where two texts were enough
    int64_t n_moves
    int8_t *moves


# The arena is reset: nothing that lies in it is left. DONE, or why there is no alignment.


cdef enum:
    # Moves in order of preference: which texts give a token.
    ALL = 0
    SOURCE_HYPOTHESIS = 1
    SOURCE_REFERENCE = 2
    HYPOTHESIS_REFERENCE = 3
    SOURCE = 4
    HYPOTHESIS = 5
    REFERENCE = 6


cdef struct Moves:
    # How a pair is walked: the moves of a gap in either text, which of them is preferred, and how
    # much of the three-way cost a cost of the pair is.
    int8_t deletion
    int8_t insertion
    bint prefers_insertion


cdef inline void take_move(Alignment *found, int8_t move) noexcept nogil:
    if found.moves != NULL:
        found.moves[found.n_moves] = move
    found.n_moves += 1


cdef inline Status align_texts(
    Alignment *found, Text s, Text h, Text r, Arena *arena, const int32_t *cancel
) noexcept nogil:
    cdef bint is_unchanged, is_undone, is_right
    cdef Moves moves
    found.kept = found.missed = found.wrong = found.right = found.unlike = 0
    found.cost = found.passes = found.n_moves = 0
    while (
        s.size > 0 and h.size > 0 and r.size > 0
        and s.tokens[s.size - 1] == h.tokens[h.size - 1]
        and s.tokens[s.size - 1] == r.tokens[r.size - 1]
    ):
        s.size -= 1
        h.size -= 1
        r.size -= 1
        found.kept += 1
        take_move(found, ALL)
    is_unchanged = are_equal(&s, &h)
    is_undone = are_equal(&s, &r)
    is_right = are_equal(&h, &r)
    if is_unchanged and is_undone:
        while s.size > 0:
            s.size -= 1
            found.kept += 1
            take_move(found, ALL)
        return DONE
    if is_unchanged:
        moves = Moves(SOURCE_HYPOTHESIS, REFERENCE, False)
        return align_pair(found, s, r, &moves, &found.missed, arena, cancel)
    if is_undone:
        moves = Moves(SOURCE_REFERENCE, HYPOTHESIS, False)
        return align_pair(found, s, h, &moves, &found.wrong, arena, cancel)
    if is_right:
        moves = Moves(SOURCE, HYPOTHESIS_REFERENCE, True)
        return align_pair(found, s, h, &moves, &found.right, arena, cancel)
    return align_three(found, s, h, r, arena, cancel)


cdef inline Status align_pair(
    Alignment *found, Text a, Text b, const Moves *moves, int64_t *changed, Arena *arena,
    const int32_t *cancel,
) noexcept nogil:
    """Align three texts of which two are equal; `changed` counts columns with a difference."""
    cdef Pair pair
    cdef Status status
    cdef int64_t i = a.size
    cdef int64_t j = b.size
    cdef int64_t at
    cdef int32_t cost, other
    cdef bint is_deletion, is_insertion
    arena_reset(arena)
    status = measure_pair(&pair, a, b, 0, False, arena, cancel)
    if status != DONE:
        return status
    found.cost += 2 * pair.distance
    while i > 0 or j > 0:
        at = place_of(&pair, i, j)
        cost = pair.prefixes[at]
        if i > 0 and j > 0:
            other = 0 if a.tokens[i - 1] == b.tokens[j - 1] else OTHER
            if pair.prefixes[at - pair.width - 1] + other == cost:
                i -= 1
                j -= 1
                if other:
                    changed[0] += 1
                else:
                    found.kept += 1
                take_move(found, ALL)
                continue
        changed[0] += 1
        is_insertion = (
            j > 0 and place_in_row(&pair, i, j) > 0 and pair.prefixes[at - 1] + GAP == cost
        )
        is_deletion = (
            i > 0
            and place_in_row(&pair, i, j) + 1 < pair.width
            and pair.prefixes[at - pair.width] + GAP == cost
        )
        if is_insertion and (moves.prefers_insertion or not is_deletion):
            j -= 1
            take_move(found, moves.insertion)
        else:
            i -= 1
            take_move(found, moves.deletion)
    return DONE


cdef inline int64_t place_in_row(const Pair *pair, int64_t i, int64_t j) noexcept nogil:
    return j - i - pair.first


cdef inline Status align_three(
    Alignment *found, Text s, Text h, Text r, Arena *arena, const int32_t *cancel
) noexcept nogil:
    """Align three different texts: with more and more slack, until the path must be within it.

    The cost that is found is that of an alignment, so it says how much slack is enough.
    """
    cdef Table table
    cdef Status status
    cdef int64_t slack = 0
    cdef int64_t least
    while True:
        arena_reset(arena)
        found.passes += 1
        status = open_table(&table, s, h, r, slack, arena, cancel)
        if status == DONE and table.is_passable:
            status = fill_table(&table, arena, cancel)
        if status != DONE:
            return status
        least = table.least
        if table.is_passable and table.cost < FAR:
            if table.cost <= least + slack:
                break
            slack = table.cost - least
        else:
            slack = 2 * slack if slack else 2
    found.cost += table.cost
    walk_table(found, &table)
    return DONE


cdef inline void walk_table(Alignment *found, const Table *table) noexcept nogil:
    """Follow the preferred moves from the end, and count their columns."""
    cdef const int32_t *s = table.s.tokens
    cdef const int32_t *h = table.h.tokens
    cdef const int32_t *r = table.r.tokens
    cdef int64_t i = table.s.size
    cdef int64_t j = table.h.size
    cdef int64_t k = table.r.size
    cdef int8_t move
    while i > 0 or j > 0 or k > 0:
        move = table.moves[
            table.firsts[i]
            + (j - table.first_j[i]) * (table.last_k[i] - table.first_k[i] + 1)
            + k - table.first_k[i]
        ]
        take_move(found, move)
        if move == ALL:
            count_column(found, s[i - 1] == h[j - 1], s[i - 1] == r[k - 1], h[j - 1] == r[k - 1])
        elif move == SOURCE_HYPOTHESIS:
            count_column(found, s[i - 1] == h[j - 1], False, False)
        elif move == SOURCE_REFERENCE:
            count_column(found, False, s[i - 1] == r[k - 1], False)
        elif move == HYPOTHESIS_REFERENCE:
            count_column(found, False, False, h[j - 1] == r[k - 1])
        else:  # the two gaps are equal
            count_column(found, move == REFERENCE, move == HYPOTHESIS, move == SOURCE)
        i -= move == ALL or move == SOURCE_HYPOTHESIS or move == SOURCE_REFERENCE or move == SOURCE
        j -= (
            move == ALL or move == SOURCE_HYPOTHESIS or move == HYPOTHESIS_REFERENCE
            or move == HYPOTHESIS
        )
        k -= (
            move == ALL or move == SOURCE_REFERENCE or move == HYPOTHESIS_REFERENCE
            or move == REFERENCE
        )


cdef inline void count_column(
    Alignment *found, bint is_unchanged, bint is_undone, bint is_right
) noexcept nogil:
    """Count a column by which of s = h, s = r and h = r hold; of equal ones there are 0, 1 or 3."""
    if is_unchanged and is_undone:
        found.kept += 1
    elif is_unchanged:
        found.missed += 1
    elif is_undone:
        found.wrong += 1
    elif is_right:
        found.right += 1
    else:
        found.unlike += 1
