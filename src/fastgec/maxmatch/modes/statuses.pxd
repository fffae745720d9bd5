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
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.terms.cut_spans cimport CutSpan, cut_span
from fastgec.maxmatch.modes.edit_chains cimport EditChains, Words, free_at, open_chains, own, touch
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow
from fastgec.maxmatch.gold.gold_texts cimport place_of_text, text_of_edit
from fastgec.maxmatch.terms.records cimport GoldText, GoldTexts


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


cdef inline bint makes_all(
    const GoldRow *gold, const GoldTexts *texts, int64_t n_correct, int32_t n_proposed
) noexcept nogil:
    """Whether each edit of a certified row makes one gold edit, and so each gold edit is made.

    Correct edits are a sum over edits there. If no text is that of several gold edits, none adds
    more than one, and no gold edit is counted twice.
    """
    cdef int64_t at
    if n_correct != gold.n_edits or n_proposed != gold.n_edits:
        return False
    for at in range(texts.size):
        if texts.items[at].last - texts.items[at].first != 1:
            return False
    return True


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
