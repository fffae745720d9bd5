"""The edits of a hypothesis, found by the places that they change: free ones, and those that touch.

A path goes from left to right, so spans of its edits ascend and share no token, and so do cut
spans: what a place asks for is found by search. Release 3.2 shifts spans of the edits that leave
row 0. These come first and ascend among themselves, but stand apart from the others: the sequence
is two such chains. The last edit of the first one may end before it starts, and touches nothing.

Edits that are no longer free, or used already, are passed over by links to the next one that is
not. So however many gold edits ask for a place where many edits are, each edit is met once.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, same_tokens
from fastgec.maxmatch.terms.cut_spans cimport CutSpan, cut_span
from fastgec.maxmatch.terms.edits cimport Edit


cdef struct Words:
    # Of an alternative, or of what is left of it.
    const int32_t *tokens
    int32_t size


cdef struct EditChains:
    const Edit *edits
    int32_t n_edits
    int32_t n_shifted  # those of the first chain
    const Lattice *lattice  # its two texts alone
    CutSpan *cuts  # of the edits
    int32_t *free  # from each edit the way to the first one from there that is free
    int32_t *unused
    int64_t n_used


cdef inline int32_t follow(int32_t *links, int32_t place) noexcept nogil:
    """Return where the links from a place end; they get shorter."""
    while links[place] != place:
        links[place] = links[links[place]]
        place = links[place]
    return place


cdef inline Status open_chains(
    EditChains *chains, const Edit *edits, int32_t n_edits, const Lattice *lattice, Arena *arena
) noexcept nogil:
    """Take the edits of a path: all are free, and none is used."""
    cdef int32_t number
    cdef const Edit *made
    cdef CutSpan *cut
    chains.edits = edits
    chains.n_edits = n_edits
    chains.lattice = lattice
    chains.n_shifted = 0
    chains.n_used = 0
    chains.cuts = <CutSpan *>arena_take(arena, n_edits, sizeof(CutSpan))
    chains.free = <int32_t *>arena_take(arena, <size_t>n_edits + 1, sizeof(int32_t))
    chains.unused = <int32_t *>arena_take(arena, <size_t>n_edits + 1, sizeof(int32_t))
    if chains.cuts == NULL or chains.free == NULL or chains.unused == NULL:
        return arena_status(arena)
    for number in range(n_edits + 1):
        chains.free[number] = number
        chains.unused[number] = number
    for number in range(n_edits):
        made = &edits[number]
        cut = &chains.cuts[number]
        if made.start == made.source_start and made.end == made.source_end:
            cut[0] = cut_span(
                lattice.source, made.source_start, made.source_end,
                lattice.hypothesis, made.hypothesis_start, made.hypothesis_end,
            )
        else:
            # The source text of its span is never its own: it stays as it is.
            chains.n_shifted = number + 1
            cut.start = made.start
            cut.end = made.end
            cut.first = made.hypothesis_start
            cut.last = made.hypothesis_end
    return DONE


cdef inline int32_t first_from(
    const EditChains *chains, int32_t low, int32_t high, int32_t start, int32_t end, bint is_cut
) noexcept nogil:
    """Return the first edit of a chain whose span, or cut span, does not stand before one."""
    cdef int32_t middle, its_start, its_end
    while low < high:
        middle = (low + high) // 2
        its_start = chains.cuts[middle].start if is_cut else chains.edits[middle].start
        its_end = chains.cuts[middle].end if is_cut else chains.edits[middle].end
        if its_start < start or its_start == start and its_end < end:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int32_t last_of_shifted(const EditChains *chains) noexcept nogil:
    """Return where the first chain ends, without an edit that ends before it starts."""
    cdef int32_t last = chains.n_shifted
    if last and chains.edits[last - 1].start > chains.edits[last - 1].end:
        last -= 1
    return last


cdef inline int32_t free_edit(
    const EditChains *chains, int32_t low, int32_t high, int32_t start, int32_t end, bint is_cut
) noexcept nogil:
    """Return the first free edit of a chain that has this span, or cut span; n_edits if none."""
    cdef int32_t number = first_from(chains, low, high, start, end, is_cut)
    if number < high:
        number = follow(chains.free, number)
    if number >= high:
        return chains.n_edits
    if is_cut:
        if chains.cuts[number].start != start or chains.cuts[number].end != end:
            return chains.n_edits
    elif chains.edits[number].start != start or chains.edits[number].end != end:
        return chains.n_edits
    return number


cdef inline int32_t free_at(
    const EditChains *chains, int32_t start, int32_t end, bint is_cut
) noexcept nogil:
    """Return the first free edit of both chains that has this span, or cut span."""
    cdef int32_t number = chains.n_edits
    if chains.n_shifted:
        number = free_edit(chains, 0, last_of_shifted(chains), start, end, is_cut)
    if number == chains.n_edits:
        number = free_edit(chains, chains.n_shifted, chains.n_edits, start, end, is_cut)
    return number


cdef inline void use(EditChains *chains, int32_t number) noexcept nogil:
    if chains.unused[number] == number:
        chains.unused[number] = number + 1
        chains.n_used += 1


cdef inline void own(EditChains *chains, int32_t number) noexcept nogil:
    """Give an edit to a gold edit: it is free no longer."""
    chains.free[number] = number + 1
    use(chains, number)


cdef inline bint touch_words(
    EditChains *chains, int32_t low, int32_t high, int32_t start, int32_t end
) noexcept nogil:
    """Use the edits of a chain that touch a place of source tokens; whether there are any."""
    cdef int32_t first = low
    cdef int32_t last = high
    cdef int32_t middle, number
    # From the first edit that ends behind the start of the place to the last that starts in it.
    while first < last:
        middle = (first + last) // 2
        if chains.cuts[middle].end <= start:
            first = middle + 1
        else:
            last = middle
    last = high
    low = first
    while low < last:
        middle = (low + last) // 2
        if chains.cuts[middle].start < end:
            low = middle + 1
        else:
            last = middle
    if first == last:
        return False
    number = follow(chains.unused, first)
    while number < last:
        use(chains, number)
        number = follow(chains.unused, number)
    return True


cdef inline bint touch_place(
    EditChains *chains, int32_t low, int32_t high, int32_t place, const Words *words
) noexcept nogil:
    """Use the edits of a chain that touch a place between two tokens; whether there are any.

    `words` are those of one text of the place. They decide where an edit of source tokens ends or
    begins at the place; insertions and other edits that touch it do so whatever they are.
    """
    cdef int32_t number = first_from(chains, low, high, place, place, True)
    cdef const CutSpan *cut
    cdef const int32_t *hypothesis = chains.lattice.hypothesis
    cdef bint is_touched = False
    if number > low:
        cut = &chains.cuts[number - 1]
        if cut.start < cut.end and (
            cut.end > place
            or cut.end == place and words.size and cut.last - cut.first >= words.size
            and same_tokens(hypothesis + cut.last - words.size, words.tokens, words.size)
        ):
            use(chains, number - 1)
            is_touched = True
    # Insertions at the place, and behind them what begins there.
    while number < high and chains.cuts[number].start == place:
        cut = &chains.cuts[number]
        if cut.end == place:
            is_touched = True
            use(chains, number)
            number = follow(chains.unused, number)
            continue
        if (
            words.size and cut.last - cut.first >= words.size
            and same_tokens(hypothesis + cut.first, words.tokens, words.size)
        ):
            use(chains, number)
            is_touched = True
        break
    return is_touched


cdef inline bint touch(
    EditChains *chains, int32_t start, int32_t end, const Words *words
) noexcept nogil:
    """Use all edits that touch a place with one of its texts; whether there are any."""
    cdef bint is_touched
    cdef int32_t last
    if start < end:
        is_touched = touch_words(chains, chains.n_shifted, chains.n_edits, start, end)
        if chains.n_shifted:
            is_touched |= touch_words(chains, 0, last_of_shifted(chains), start, end)
    else:
        is_touched = touch_place(chains, chains.n_shifted, chains.n_edits, start, words)
        if chains.n_shifted:
            last = last_of_shifted(chains)
            is_touched |= touch_place(chains, 0, last, start, words)
    return is_touched
