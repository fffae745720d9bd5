"""Sets of triples that share what they have in common: each is written once, and has a number.

A triple is what a path has counted so far: its place in the list of gold edits, correct, proposed.
The place is what the scorer's count keeps while it walks a path and the gold edits together: edits
before it are not seen again. Vertices by the thousand have the same few sets, and form the same few
unions: each union is made once. The set UNKNOWN stands for any triples,
and whatever is joined with it is unknown.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec.maxmatch.gold.gold_texts cimport take_gold
from fastgec.maxmatch.terms.records cimport GoldTexts


cdef enum:
    EMPTY = 0  # the set of no triple
    UNKNOWN = 1
    MOST_TRIPLES = 24  # of a set; one with more is unknown
    MOST_SETS = 1 << 14
    N_UNIONS = 1 << 14  # that are remembered
    NO_TEXT = -1  # of an edit that makes no gold edit


cdef struct Outcome:
    int64_t next_gold  # first gold edit that the count still sees
    int64_t n_correct
    int32_t n_proposed


cdef inline int compare_outcomes(const void *a, const void *b) noexcept nogil:
    cdef const Outcome *left = <const Outcome *>a
    cdef const Outcome *right = <const Outcome *>b
    if left.n_proposed != right.n_proposed:
        return -1 if left.n_proposed < right.n_proposed else 1
    if left.n_correct != right.n_correct:
        return -1 if left.n_correct < right.n_correct else 1
    if left.next_gold != right.next_gold:
        return -1 if left.next_gold < right.next_gold else 1
    return 0


cdef struct Set:
    Outcome *triples  # in order
    int32_t size


cdef struct Union:
    int32_t first
    int32_t other
    int32_t both


cdef struct Sets:
    # Sets of triples, by number.
    Arena *arena
    const GoldTexts *texts
    Set *sets
    int32_t *closed  # of each set: the one behind an edit that makes no gold edit; 0 is not known
    int32_t size
    int32_t *slots  # a table of numbers, by what they hold
    Union *unions
    Status status


cdef inline Status open_sets(Sets *sets, const GoldTexts *texts, Arena *arena) noexcept nogil:
    sets.arena = arena
    sets.texts = texts
    sets.status = DONE
    sets.size = 2
    sets.sets = <Set *>arena_take(arena, MOST_SETS, sizeof(Set))
    sets.closed = <int32_t *>arena_take(arena, MOST_SETS, sizeof(int32_t))
    sets.slots = <int32_t *>arena_take(arena, 2 * MOST_SETS, sizeof(int32_t))
    sets.unions = <Union *>arena_take(arena, N_UNIONS, sizeof(Union))
    if sets.sets == NULL or sets.closed == NULL or sets.slots == NULL or sets.unions == NULL:
        return arena_status(arena)
    memset(sets.slots, 0, 2 * MOST_SETS * sizeof(int32_t))
    memset(sets.unions, 0, N_UNIONS * sizeof(Union))
    sets.sets[EMPTY].size = sets.sets[UNKNOWN].size = 0
    sets.closed[EMPTY] = EMPTY
    sets.closed[UNKNOWN] = UNKNOWN
    return DONE


cdef inline uint64_t mixed(uint64_t hash, int64_t value) noexcept nogil:
    hash = (hash ^ <uint64_t>value) * <uint64_t>0x9E3779B97F4A7C15
    return hash ^ hash >> 32


cdef inline int32_t number_set(Sets *sets, const Outcome *triples, int32_t size) noexcept nogil:
    """Return the number of a set of triples that are in order."""
    cdef uint64_t hash = <uint64_t>size
    cdef int32_t at, slot
    cdef Set *made
    if size > MOST_TRIPLES:
        return UNKNOWN
    for at in range(size):
        hash = mixed(hash, triples[at].next_gold)
        hash = mixed(hash, triples[at].n_correct)
        hash = mixed(hash, triples[at].n_proposed)
    slot = <int32_t>(hash & (2 * MOST_SETS - 1))
    while sets.slots[slot]:
        made = &sets.sets[sets.slots[slot]]
        if made.size == size:
            for at in range(size):
                if compare_outcomes(&made.triples[at], &triples[at]) != 0:
                    break
            else:
                return sets.slots[slot]
        slot = (slot + 1) & (2 * MOST_SETS - 1)
    if sets.size == MOST_SETS:
        return UNKNOWN
    made = &sets.sets[sets.size]
    made.size = size
    made.triples = <Outcome *>arena_take(sets.arena, size, sizeof(Outcome))
    if made.triples == NULL:
        sets.status = arena_status(sets.arena)
        return UNKNOWN
    memcpy(made.triples, triples, size * sizeof(Outcome))
    sets.slots[slot] = sets.size
    sets.closed[sets.size] = 0
    sets.size += 1
    return sets.size - 1


cdef inline int32_t merge_sets(Sets *sets, int32_t first, int32_t other) noexcept nogil:
    """Return the union of two sets, both known and not empty."""
    cdef Outcome merged[2 * MOST_TRIPLES]
    cdef const Set *a = &sets.sets[first]
    cdef const Set *b = &sets.sets[other]
    cdef int32_t at = 0, at_other = 0, size = 0, order
    while at < a.size or at_other < b.size:
        order = -1
        if at == a.size:
            order = 1
        elif at_other < b.size:
            order = compare_outcomes(&a.triples[at], &b.triples[at_other])
        merged[size] = a.triples[at] if order <= 0 else b.triples[at_other]
        size += 1
        at += order <= 0
        at_other += order >= 0
    return number_set(sets, merged, size)


cdef inline void unite(Sets *sets, int32_t *here, int32_t other) noexcept nogil:
    """Add a set to another one."""
    cdef Union *found
    cdef int32_t first = here[0]
    if other == EMPTY or other == first or first == UNKNOWN:
        return
    if first == EMPTY or other == UNKNOWN:
        here[0] = other
        return
    if first > other:
        first = other
        other = here[0]
    found = &sets.unions[(<uint64_t>first * 0x9E37 + <uint64_t>other) & (N_UNIONS - 1)]
    if found.first != first or found.other != other:
        found.first = first
        found.other = other
        found.both = merge_sets(sets, first, other)
    here[0] = found.both


cdef inline bint agree(
    const Sets *sets, int32_t number, int64_t *n_correct, int32_t *n_proposed
) noexcept nogil:
    """Whether all triples of a set are seen to have the same counts; if so, write them."""
    cdef const Outcome *triples
    cdef int32_t at
    if number <= UNKNOWN:
        return False
    triples = sets.sets[number].triples
    for at in range(1, sets.sets[number].size):
        if (
            triples[at].n_correct != triples[0].n_correct
            or triples[at].n_proposed != triples[0].n_proposed
        ):
            return False
    n_correct[0] = triples[0].n_correct
    n_proposed[0] = triples[0].n_proposed
    return True


cdef inline int32_t close_edit(Sets *sets, int32_t before, int64_t text) noexcept nogil:
    """Return the set behind an edit that makes the gold edits of a text, or none."""
    cdef Outcome closed[MOST_TRIPLES]
    cdef Outcome triple
    cdef int32_t at, place, size = 0
    cdef const Set *found = &sets.sets[before]
    if before <= UNKNOWN or text == NO_TEXT and sets.closed[before]:
        return sets.closed[before]
    for at in range(found.size):
        triple = found.triples[at]
        triple.n_proposed += 1
        if text != NO_TEXT:
            triple.n_correct += take_gold(
                sets.texts, &sets.texts.items[text], &triple.next_gold
            )
        # What was in order need not be so behind a gold edit.
        place = size
        while place > 0 and compare_outcomes(&closed[place - 1], &triple) > 0:
            closed[place] = closed[place - 1]
            place -= 1
        if place > 0 and compare_outcomes(&closed[place - 1], &triple) == 0:
            while place < size:
                closed[place] = closed[place + 1]
                place += 1
            continue
        closed[place] = triple
        size += 1
    place = number_set(sets, closed, size)
    if text == NO_TEXT:
        sets.closed[before] = place
    return place
