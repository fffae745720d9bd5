"""What became of each gold edit of a row: corrected, recognised, detected or missed.

Definition: after the HOO shared tasks (Dale and Kilgarriff, 2011; Dale et al., 2012), on the edit
sequence of MaxMatch. Three passes over the gold edits, in the order of the file; an edit of the
hypothesis is free until a gold edit owns it.

 1. corrected: the first free edit of its span that writes one of its alternatives is its own.
 2. recognised: so is the first free edit of its span, or that changes just the words of one of its
    places. A place is its span, or what one alternative changes of it (its cut span).
 3. detected: some edit, free or not, touches one of its places. Edits that touch one are used.

The rest is missed.

**Order.** A path goes from left to right, so spans of its edits ascend and share no token, and so
do cut spans: what a place asks for is found by search. Release 3.2 shifts spans of the edits that
leave row 0. These come first and ascend among themselves, but stand apart from the others: the
sequence is two such chains. The last edit of the first one may end before it starts, and touches
nothing. Edits that are no longer free, or used already, are passed over by links to the next one
that is not; so time is that of the words of both sides, and a logarithm, however many edits meet.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice, same_tokens
from fastgec.maxmatch.cut_spans cimport CutSpan, cut_span
from fastgec.maxmatch.edits cimport Edit, GoldRow
from fastgec.maxmatch.gold_texts cimport GoldText, GoldTexts, compare_texts, text_of_edit


cdef struct Words:
    # Of an alternative, or of what is left of it.
    const int32_t *tokens
    int32_t size


cdef struct Court:
    # What is judged, and what is known so far.
    const Edit *edits
    int32_t n_edits
    int32_t n_shifted  # those of the first chain
    const GoldRow *gold
    const GoldTexts *texts
    const Lattice *lattice  # its two texts alone
    int32_t empty  # the token of nothing between two spaces, or -1
    CutSpan *cuts  # of the edits
    int32_t *free  # from each edit the way to the first one from there that is free
    int32_t *unused
    int32_t *of_text  # the first free edit that writes each text, or -1
    int32_t *next_of_text  # behind each edit, or -1
    int32_t *words  # room for the longest alternative
    int64_t n_used
    bint has_written  # some edit writes a text


cdef inline int32_t follow(int32_t *links, int32_t place) noexcept nogil:
    """Return where the links from a place end; they get shorter."""
    while links[place] != place:
        links[place] = links[links[place]]
        place = links[place]
    return place


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


cdef Status open_court(Court *court, Arena *arena) noexcept nogil:
    """Take memory, cut the edits, and list those that write a gold text."""
    cdef int32_t n_edits = court.n_edits
    cdef int32_t number
    cdef int64_t longest = 0
    cdef int64_t alternative
    cdef const GoldRow *gold = court.gold
    cdef const GoldText *text
    cdef const Edit *made
    cdef CutSpan *cut
    court.cuts = <CutSpan *>arena_take(arena, n_edits, sizeof(CutSpan))
    court.free = <int32_t *>arena_take(arena, <size_t>n_edits + 1, sizeof(int32_t))
    court.unused = <int32_t *>arena_take(arena, <size_t>n_edits + 1, sizeof(int32_t))
    court.of_text = <int32_t *>arena_take(arena, court.texts.size, sizeof(int32_t))
    court.next_of_text = <int32_t *>arena_take(arena, n_edits, sizeof(int32_t))
    if (
        court.cuts == NULL or court.free == NULL or court.unused == NULL
        or court.of_text == NULL or court.next_of_text == NULL
    ):
        return arena_status(arena)
    if court.empty >= 0:
        for alternative in range(gold.alternative_offsets[0], gold.alternative_offsets[gold.n_edits]):
            longest = max(
                longest, gold.token_offsets[alternative + 1] - gold.token_offsets[alternative]
            )
        court.words = <int32_t *>arena_take(arena, longest, sizeof(int32_t))
        if court.words == NULL:
            return arena_status(arena)
    memset(court.of_text, 0xFF, court.texts.size * sizeof(int32_t))
    court.n_shifted = 0
    court.n_used = 0
    court.has_written = False
    for number in range(n_edits + 1):
        court.free[number] = number
        court.unused[number] = number
    for number in range(n_edits - 1, -1, -1):
        made = &court.edits[number]
        cut = &court.cuts[number]
        if made.start == made.source_start and made.end == made.source_end:
            cut[0] = cut_span(
                court.lattice.source, made.source_start, made.source_end,
                court.lattice.hypothesis, made.hypothesis_start, made.hypothesis_end,
            )
        else:
            # The source text of its span is never its own: it stays as it is.
            court.n_shifted = max(court.n_shifted, number + 1)
            cut.start = made.start
            cut.end = made.end
            cut.first = made.hypothesis_start
            cut.last = made.hypothesis_end
        text = text_of_edit(court.texts, court.lattice, made)
        if text != NULL:
            court.has_written = True
            court.next_of_text[number] = court.of_text[text - court.texts.items]
            court.of_text[text - court.texts.items] = number
    return DONE


cdef inline int32_t first_from(
    const Court *court, int32_t low, int32_t high, int32_t start, int32_t end, bint is_cut
) noexcept nogil:
    """Return the first edit of a chain whose span, or cut span, does not stand before one."""
    cdef int32_t middle, its_start, its_end
    while low < high:
        middle = (low + high) // 2
        its_start = court.cuts[middle].start if is_cut else court.edits[middle].start
        its_end = court.cuts[middle].end if is_cut else court.edits[middle].end
        if its_start < start or its_start == start and its_end < end:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int32_t last_of_shifted(const Court *court) noexcept nogil:
    """Return where the first chain ends, without an edit that ends before it starts."""
    cdef int32_t last = court.n_shifted
    if last and court.edits[last - 1].start > court.edits[last - 1].end:
        last -= 1
    return last


cdef inline int32_t free_edit(
    const Court *court, int32_t low, int32_t high, int32_t start, int32_t end, bint is_cut
) noexcept nogil:
    """Return the first free edit of a chain that has this span, or cut span; n_edits if none."""
    cdef int32_t number = first_from(court, low, high, start, end, is_cut)
    if number < high:
        number = follow(court.free, number)
    if number >= high:
        return court.n_edits
    if is_cut:
        if court.cuts[number].start != start or court.cuts[number].end != end:
            return court.n_edits
    elif court.edits[number].start != start or court.edits[number].end != end:
        return court.n_edits
    return number


cdef inline int32_t free_at(
    const Court *court, int32_t start, int32_t end, bint is_cut
) noexcept nogil:
    """Return the first free edit of both chains that has this span, or cut span."""
    cdef int32_t number = court.n_edits
    if court.n_shifted:
        number = free_edit(court, 0, last_of_shifted(court), start, end, is_cut)
    if number == court.n_edits:
        number = free_edit(court, court.n_shifted, court.n_edits, start, end, is_cut)
    return number


cdef inline void use(Court *court, int32_t number) noexcept nogil:
    if court.unused[number] == number:
        court.unused[number] = number + 1
        court.n_used += 1


cdef inline void own(Court *court, int32_t number) noexcept nogil:
    """Give an edit to a gold edit: it is free no longer."""
    court.free[number] = number + 1
    use(court, number)


cdef bint is_corrected(Court *court, int64_t edit) noexcept nogil:
    """Pass 1: find a gold edit's own correction."""
    cdef const GoldRow *gold = court.gold
    cdef GoldText wanted
    cdef int64_t alternative, low, high, middle
    cdef int64_t best = -1
    cdef int32_t number
    wanted.start = gold.start[edit]
    wanted.end = gold.end[edit]
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        wanted.tokens = gold.tokens + gold.token_offsets[alternative]
        wanted.size = <int32_t>(
            gold.token_offsets[alternative + 1] - gold.token_offsets[alternative]
        )
        low = 0
        high = court.texts.size
        while low < high:
            middle = (low + high) // 2
            if compare_texts(&wanted, &court.texts.items[middle]) > 0:
                low = middle + 1
            else:
                high = middle
        number = court.of_text[low]
        if number >= 0 and (best < 0 or number < court.of_text[best]):
            best = low
    if best < 0:
        return False
    number = court.of_text[best]
    court.of_text[best] = court.next_of_text[number]
    own(court, number)
    return True


cdef bint is_recognised(Court *court, int64_t edit) noexcept nogil:
    """Pass 2: find an edit of a gold edit's span, or that changes just the words of a place."""
    cdef const GoldRow *gold = court.gold
    cdef int32_t start = gold.start[edit]
    cdef int32_t end = gold.end[edit]
    cdef int32_t number = min(
        free_at(court, start, end, False), free_at(court, start, end, True)
    )
    cdef int64_t alternative
    cdef Words words
    cdef CutSpan place
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        words = words_of(court, alternative)
        place = cut_span(court.lattice.source, start, end, words.tokens, 0, words.size)
        if place.start == place.end and place.first == place.last:
            continue  # it is the source
        if place.start != start or place.end != end:
            number = min(number, free_at(court, place.start, place.end, True))
    if number == court.n_edits:
        return False
    own(court, number)
    return True


cdef bint touch_words(
    Court *court, int32_t low, int32_t high, int32_t start, int32_t end
) noexcept nogil:
    """Use the edits of a chain that touch a place of source tokens; whether there are any."""
    cdef int32_t first = low
    cdef int32_t last = high
    cdef int32_t middle, number
    # From the first edit that ends behind the start of the place to the last that starts in it.
    while first < last:
        middle = (first + last) // 2
        if court.cuts[middle].end <= start:
            first = middle + 1
        else:
            last = middle
    last = high
    low = first
    while low < last:
        middle = (low + last) // 2
        if court.cuts[middle].start < end:
            low = middle + 1
        else:
            last = middle
    if first == last:
        return False
    number = follow(court.unused, first)
    while number < last:
        use(court, number)
        number = follow(court.unused, number)
    return True


cdef bint touch_place(
    Court *court, int32_t low, int32_t high, int32_t place, const Words *words
) noexcept nogil:
    """Use the edits of a chain that touch a place between two tokens; whether there are any.

    `words` are those of one text of the place. They decide where an edit of source tokens ends or
    begins at the place; insertions and other edits that touch it do so whatever they are.
    """
    cdef int32_t number = first_from(court, low, high, place, place, True)
    cdef const CutSpan *cut
    cdef const int32_t *hypothesis = court.lattice.hypothesis
    cdef bint is_touched = False
    if number > low:
        cut = &court.cuts[number - 1]
        if cut.start < cut.end and (
            cut.end > place
            or cut.end == place and words.size and cut.last - cut.first >= words.size
            and same_tokens(hypothesis + cut.last - words.size, words.tokens, words.size)
        ):
            use(court, number - 1)
            is_touched = True
    # Insertions at the place, and behind them what begins there.
    while number < high and court.cuts[number].start == place:
        cut = &court.cuts[number]
        if cut.end == place:
            is_touched = True
            use(court, number)
            number = follow(court.unused, number)
            continue
        if (
            words.size and cut.last - cut.first >= words.size
            and same_tokens(hypothesis + cut.first, words.tokens, words.size)
        ):
            use(court, number)
            is_touched = True
        break
    return is_touched


cdef bint touch(
    Court *court, int32_t start, int32_t end, const Words *words
) noexcept nogil:
    """Use all edits that touch a place with one of its texts; whether there are any."""
    cdef bint is_touched
    cdef int32_t last
    if start < end:
        is_touched = touch_words(court, court.n_shifted, court.n_edits, start, end)
        if court.n_shifted:
            is_touched |= touch_words(court, 0, last_of_shifted(court), start, end)
    else:
        is_touched = touch_place(court, court.n_shifted, court.n_edits, start, words)
        if court.n_shifted:
            last = last_of_shifted(court)
            is_touched |= touch_place(court, 0, last, start, words)
    return is_touched


cdef bint is_detected(Court *court, int64_t edit) noexcept nogil:
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
        is_touched = touch(court, start, end, &words)
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        words = words_of(court, alternative)
        if start == end:
            is_touched |= touch(court, start, end, &words)
            continue
        place = cut_span(court.lattice.source, start, end, words.tokens, 0, words.size)
        if place.start == place.end and place.first == place.last:
            continue  # it is the source
        if place.start != start or place.end != end:
            rest.tokens = words.tokens + place.first
            rest.size = place.last - place.first
            is_touched |= touch(court, place.start, place.end, &rest)
    return is_touched


cdef Status judge(
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
    court.edits = edits
    court.n_edits = n_edits
    court.gold = gold
    court.texts = texts
    court.lattice = lattice
    court.empty = empty
    verdict.n_recognised = 0
    verdict.n_missed = 0
    memset(verdict.fates, MISSED, gold.n_edits)
    status = open_court(&court, arena)
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
    verdict.n_used = court.n_used
    return DONE
