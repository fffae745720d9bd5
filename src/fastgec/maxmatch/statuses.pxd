"""What became of each gold edit of a row: corrected, recognised, detected or missed.

Definition: after the HOO shared tasks (Dale and Kilgarriff, 2011; Dale et al., 2012), on the edit
sequence of MaxMatch. Three passes over the gold edits, in the order of the file; an edit of the
hypothesis is free until a gold edit owns it.

 1. corrected: the first free edit of its span that writes one of its alternatives is its own.
 2. recognised: so is the first free edit of its span, or that changes just the words of one of its
    places. A place is its span, or what one alternative changes of it (its cut span).
 3. detected: some edit, free or not, touches one of its places. Edits that touch one are used.

The rest is missed. Edits of a place are found by search (`edit_chains`), those that write a gold
text stand in a list for each text: time is that of the words of both sides, and a logarithm.

**Chains.** The edits of a hypothesis, found by the places that they change: free ones, and those
that touch.

A path goes from left to right, so spans of its edits ascend and share no token, and so do cut
spans: what a place asks for is found by search. Release 3.2 shifts spans of the edits that leave
row 0. These come first and ascend among themselves, but stand apart from the others: the sequence
is two such chains. The last edit of the first one may end before it starts, and touches nothing.

Edits that are no longer free, or used already, are passed over by links to the next one that is
not. So however many gold edits ask for a place where many edits are, each edit is met once.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)
from fastgec._lattice cimport Lattice, same_tokens
from fastgec.maxmatch.gold_texts cimport place_of_text, text_of_edit
from fastgec.maxmatch.terms.edits cimport CutSpan, Edit, GoldRow, cut_span
from fastgec.maxmatch.terms.records cimport GoldText, GoldTexts


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


cdef enum Fate:
    # The status of a gold edit.
    MISSED = 0
    DETECTED = 1
    RECOGNISED = 2
    CORRECTED = 3


cdef struct Verdict:
    # What a row comes to.
    int64_t n_recognised
    int64_t n_missed
    int64_t n_used  # edits of the hypothesis
    uint8_t *fates  # of each gold edit


cdef struct Court:
    # What is judged, and what is known so far.
    EditChains chains
    const GoldRow *gold
    const GoldTexts *texts
    int32_t empty  # the token of nothing between two spaces, or -1
    int32_t *of_text  # the first free edit that writes each text, or -1
    int32_t *next_of_text  # behind each edit, or -1
    int32_t *words  # room for the longest alternative
    bint has_written  # some edit writes a text


cdef inline Words words_of(const Court *court, int64_t alternative) noexcept nogil:
    """Return the words of an alternative, without those that are nothing between two spaces."""
    cdef Words words
    cdef int32_t at
    cdef int32_t n_kept = 0
    cdef int64_t first = court.gold.token_offsets[alternative]
    words.tokens = court.gold.tokens + first
    words.size = <int32_t>(court.gold.token_offsets[alternative + 1] - first)
    if court.empty < 0:
        return words
    for at in range(words.size):
        if words.tokens[at] != court.empty:
            court.words[n_kept] = words.tokens[at]
            n_kept += 1
    if n_kept < words.size:
        words.tokens = court.words
        words.size = n_kept
    return words


cdef inline Status open_court(
    Court *court, const Edit *edits, int32_t n_edits, const Lattice *lattice, Arena *arena
) noexcept nogil:
    """Take memory, cut the edits, and list those that write a gold text."""
    cdef int32_t number
    cdef int64_t longest = 0
    cdef int64_t alternative
    cdef const GoldRow *gold = court.gold
    cdef const GoldText *text
    cdef Status status = open_chains(&court.chains, edits, n_edits, lattice, arena)
    if status != DONE:
        return status
    court.of_text = <int32_t *>arena_take(arena, court.texts.size, sizeof(int32_t))
    court.next_of_text = <int32_t *>arena_take(arena, n_edits, sizeof(int32_t))
    if court.of_text == NULL or court.next_of_text == NULL:
        return arena_status(arena)
    if court.empty >= 0:
        for alternative in range(
            gold.alternative_offsets[0], gold.alternative_offsets[gold.n_edits]
        ):
            longest = max(
                longest, gold.token_offsets[alternative + 1] - gold.token_offsets[alternative]
            )
        court.words = <int32_t *>arena_take(arena, longest, sizeof(int32_t))
        if court.words == NULL:
            return arena_status(arena)
    memset(court.of_text, 0xFF, court.texts.size * sizeof(int32_t))
    court.has_written = False
    for number in range(n_edits - 1, -1, -1):
        text = text_of_edit(court.texts, lattice, &edits[number])
        if text != NULL:
            court.has_written = True
            court.next_of_text[number] = court.of_text[text - court.texts.items]
            court.of_text[text - court.texts.items] = number
    return DONE


cdef inline bint is_corrected(Court *court, int64_t edit) noexcept nogil:
    """Pass 1: find a gold edit's own correction."""
    cdef const GoldRow *gold = court.gold
    cdef GoldText wanted
    cdef int64_t alternative, place
    cdef int64_t best = -1
    cdef int32_t number
    wanted.start = gold.start[edit]
    wanted.end = gold.end[edit]
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        wanted.tokens = gold.tokens + gold.token_offsets[alternative]
        wanted.size = <int32_t>(
            gold.token_offsets[alternative + 1] - gold.token_offsets[alternative]
        )
        place = place_of_text(court.texts, &wanted)
        number = court.of_text[place]
        if number >= 0 and (best < 0 or number < court.of_text[best]):
            best = place
    if best < 0:
        return False
    number = court.of_text[best]
    court.of_text[best] = court.next_of_text[number]
    own(&court.chains, number)
    return True


cdef inline bint is_recognised(Court *court, int64_t edit) noexcept nogil:
    """Pass 2: find an edit of a gold edit's span, or that changes just the words of a place."""
    cdef const GoldRow *gold = court.gold
    cdef int32_t start = gold.start[edit]
    cdef int32_t end = gold.end[edit]
    cdef int32_t number = min(
        free_at(&court.chains, start, end, False), free_at(&court.chains, start, end, True)
    )
    cdef int64_t alternative
    cdef Words words
    cdef CutSpan place
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        words = words_of(court, alternative)
        place = cut_span(court.chains.lattice.source, start, end, words.tokens, 0, words.size)
        if place.start == place.end and place.first == place.last:
            continue  # it is the source
        if place.start != start or place.end != end:
            number = min(number, free_at(&court.chains, place.start, place.end, True))
    if number == court.chains.n_edits:
        return False
    own(&court.chains, number)
    return True


cdef inline bint is_detected(Court *court, int64_t edit) noexcept nogil:
    """Pass 3: use all edits that touch a place of a gold edit; whether there are any."""
    cdef const GoldRow *gold = court.gold
    cdef int32_t start = gold.start[edit]
    cdef int32_t end = gold.end[edit]
    cdef bint is_touched = False
    cdef int64_t alternative
    cdef Words words, rest
    cdef CutSpan place
    if start < end:
        words.size = 0
        is_touched = touch(&court.chains, start, end, &words)
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        words = words_of(court, alternative)
        if start == end:
            is_touched |= touch(&court.chains, start, end, &words)
            continue
        place = cut_span(court.chains.lattice.source, start, end, words.tokens, 0, words.size)
        if place.start == place.end and place.first == place.last:
            continue  # it is the source
        if place.start != start or place.end != end:
            rest.tokens = words.tokens + place.first
            rest.size = place.last - place.first
            is_touched |= touch(&court.chains, place.start, place.end, &rest)
    return is_touched


cdef inline Status judge(
    Verdict *verdict,
    const Edit *edits,
    int32_t n_edits,
    const GoldRow *gold,
    const GoldTexts *texts,
    const Lattice *lattice,
    int32_t empty,
    const int32_t *cancel,
    Arena *arena,
) noexcept nogil:
    """Find the status of each gold edit of a row, which has some.

    Args:
        verdict: Its `fates` have a place for each gold edit; what is found.
        edits: Of the hypothesis, as a path has them: the sequence that is counted.
        n_edits: Their number.
        gold: The row.
        texts: What its gold edits write.
        lattice: Of which the two texts alone are looked at.
        empty: The token of nothing between two spaces in alternatives, -1 if there is none.
        cancel: Not 0 once work must stop.
        arena: Scratch memory.
    """
    cdef Court court
    cdef int64_t edit
    cdef bint is_touched
    cdef Status status
    court.gold = gold
    court.texts = texts
    court.empty = empty
    verdict.n_recognised = 0
    verdict.n_missed = 0
    memset(verdict.fates, MISSED, gold.n_edits)
    status = open_court(&court, edits, n_edits, lattice, arena)
    if status != DONE:
        return status
    if court.has_written:
        for edit in range(gold.n_edits):
            if is_corrected(&court, edit):
                verdict.fates[edit] = CORRECTED
    for edit in range(gold.n_edits):
        if verdict.fates[edit] == MISSED and is_recognised(&court, edit):
            verdict.fates[edit] = RECOGNISED
            verdict.n_recognised += 1
        if edit & 1023 == 1023 and is_cancelled(cancel):
            return CANCELLED
    for edit in range(gold.n_edits):
        is_touched = is_detected(&court, edit)
        if verdict.fates[edit] == MISSED:
            if is_touched:
                verdict.fates[edit] = DETECTED
            else:
                verdict.n_missed += 1
        if edit & 1023 == 1023 and is_cancelled(cancel):
            return CANCELLED
    verdict.n_used = court.chains.n_used
    return DONE
