"""What became of each gold edit of a row: corrected, recognised, detected or missed.

Definition: after the HOO shared tasks (Dale and Kilgarriff, 2011; Dale et al., 2012), on the edit
sequence of MaxMatch. Three passes over the gold edits, in the order of the file; an edit of the
hypothesis is free until a gold edit owns it.

 1. corrected: the first free edit of its span that writes one of its alternatives is its own.
 2. recognised: so is the first free edit of its span, or that changes just the words of one of its
    places. A place is its span, or what one alternative changes of it (its cut span).
 3. detected: some edit, free or not, touches one of its places. Edits that touch one are used.

The rest is missed. For each gold edit the edits of the hypothesis are gone through: time is that of
pairs of the two, and of the words of both sides.

Release 3.2 shifts spans of the edits that leave row 0. They are never cut, as the source text of
such a span is not their own; one that ends before it starts touches nothing.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)
from fastgec._lattice cimport Lattice, same_tokens
from fastgec.maxmatch.gold_texts cimport first_edit, text_of_edit
from fastgec.maxmatch.terms.edits cimport CutSpan, Edit, GoldRow, cut_span
from fastgec.maxmatch.terms.records cimport GoldText, GoldTexts


cdef struct Words:
    # Of an alternative, or of what is left of it.
    const int32_t *tokens
    int32_t size


cdef struct Made:
    # An edit of the hypothesis.
    int32_t start  # of its span
    int32_t end
    CutSpan cut
    const GoldText *text  # that it writes, or NULL
    bint is_free
    bint is_used


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
    Made *edits
    int32_t n_edits
    const GoldRow *gold
    const GoldTexts *texts
    const Lattice *lattice  # its two texts alone
    int32_t empty  # the token of nothing between two spaces, or -1
    int32_t *words  # room for the longest alternative


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
    Court *court, const Edit *edits, int32_t n_edits, Arena *arena
) noexcept nogil:
    """Take the edits of a path: cut them, and find the gold texts that they write."""
    cdef int32_t number
    cdef int64_t longest = 0
    cdef int64_t alternative
    cdef const GoldRow *gold = court.gold
    cdef const Lattice *lattice = court.lattice
    cdef const Edit *edit
    cdef CutSpan cut
    court.n_edits = n_edits
    court.edits = <Made *>arena_take(arena, n_edits, sizeof(Made))
    if court.edits == NULL:
        return arena_status(arena)
    for number in range(n_edits):
        edit = &edits[number]
        cut = CutSpan(edit.start, edit.end, edit.hypothesis_start, edit.hypothesis_end)
        if edit.start == edit.source_start and edit.end == edit.source_end:
            cut = cut_span(
                lattice.source, cut.start, cut.end, lattice.hypothesis, cut.first, cut.last
            )
        court.edits[number] = Made(
            edit.start, edit.end, cut, text_of_edit(court.texts, lattice, edit), True, False
        )
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
    return DONE


cdef inline int32_t free_at(
    const Court *court, int32_t start, int32_t end, bint is_cut
) noexcept nogil:
    """Return the first free edit that has this span, or cut span; `n_edits` if there is none."""
    cdef int32_t number
    cdef const Made *made
    for number in range(court.n_edits):
        made = &court.edits[number]
        if made.is_free and (
            made.cut.start == start and made.cut.end == end if is_cut
            else made.start == start and made.end == end
        ):
            return number
    return court.n_edits


cdef inline bint own(Court *court, int32_t number) noexcept nogil:
    """Give an edit to a gold edit: it is free no longer. Whether there is one."""
    if number == court.n_edits:
        return False
    court.edits[number].is_free = False
    court.edits[number].is_used = True
    return True


cdef inline bint touches(
    const Court *court, const CutSpan *cut, int32_t start, int32_t end, const Words *words
) noexcept nogil:
    """Whether an edit touches a place.

    `words` are those of one text of a place between two tokens. They decide where an edit of source
    tokens ends or begins at the place; insertions and other edits that touch it do so whatever they
    are.
    """
    cdef int32_t first = cut.first
    if cut.start > cut.end:
        return False
    if start < end:
        return cut.start < end and cut.end > start
    if cut.start > start or cut.end < start:
        return False
    if cut.start == cut.end or cut.start < start < cut.end:
        return True
    if cut.end == start:
        first = cut.last - words.size
    return words.size > 0 and cut.last - cut.first >= words.size and same_tokens(
        court.lattice.hypothesis + first, words.tokens, words.size
    )


cdef inline bint touch(Court *court, int32_t start, int32_t end, const Words *words) noexcept nogil:
    """Use all edits that touch a place with one of its texts; whether there are any."""
    cdef int32_t number
    cdef bint is_touched = False
    for number in range(court.n_edits):
        if touches(court, &court.edits[number].cut, start, end, words):
            court.edits[number].is_used = is_touched = True
    return is_touched


cdef inline bint is_corrected(Court *court, int64_t edit) noexcept nogil:
    """Pass 1: find a gold edit's own correction."""
    cdef const GoldText *text
    cdef int64_t at
    cdef int32_t number
    for number in range(court.n_edits):
        text = court.edits[number].text
        if text != NULL and court.edits[number].is_free:
            at = first_edit(court.texts, text, edit)
            if at < text.last and court.texts.edits[at] == edit:
                return own(court, number)
    return False


cdef inline bint is_source(const CutSpan *place) noexcept nogil:
    """Whether an alternative is what the source has."""
    return place.start == place.end and place.first == place.last


cdef inline bint is_recognised(Court *court, int64_t edit) noexcept nogil:
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
        if not is_source(&place):
            number = min(number, free_at(court, place.start, place.end, True))
    return own(court, number)


cdef inline bint is_detected(Court *court, int64_t edit) noexcept nogil:
    """Pass 3: use all edits that touch a place of a gold edit; whether there are any."""
    cdef const GoldRow *gold = court.gold
    cdef int32_t start = gold.start[edit]
    cdef int32_t end = gold.end[edit]
    cdef bint is_touched = False
    cdef int64_t alternative
    cdef Words words
    cdef CutSpan place
    if start < end:
        is_touched = touch(court, start, end, NULL)
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        words = words_of(court, alternative)
        place = CutSpan(start, end, 0, words.size)
        if start < end:
            place = cut_span(court.lattice.source, start, end, words.tokens, 0, words.size)
            if is_source(&place) or place.start == start and place.end == end:
                continue
        words.tokens += place.first
        words.size = place.last - place.first
        is_touched |= touch(court, place.start, place.end, &words)
    return is_touched


cdef inline Status judge(
    Verdict *verdict, const Edit *edits, int32_t n_edits, const GoldRow *gold, const GoldTexts
    *texts, const Lattice *lattice, int32_t empty, const int32_t *cancel, Arena *arena,
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
    cdef Court court = Court(NULL, 0, gold, texts, lattice, empty, NULL)
    cdef int64_t edit
    cdef int32_t number, step
    cdef bint is_touched
    cdef Status status
    verdict.n_recognised = 0
    verdict.n_missed = 0
    memset(verdict.fates, MISSED, gold.n_edits)
    status = open_court(&court, edits, n_edits, arena)
    if status != DONE:
        return status
    for step in range(1, 4):
        for edit in range(gold.n_edits):
            if edit & 1023 == 1023 and is_cancelled(cancel):
                return CANCELLED
            is_touched = step == 3 and is_detected(&court, edit)
            if verdict.fates[edit] != MISSED:
                continue
            if step == 1:
                if is_corrected(&court, edit):
                    verdict.fates[edit] = CORRECTED
            elif step == 2:
                if is_recognised(&court, edit):
                    verdict.fates[edit] = RECOGNISED
                    verdict.n_recognised += 1
            elif is_touched:
                verdict.fates[edit] = DETECTED
            else:
                verdict.n_missed += 1
    verdict.n_used = 0
    for number in range(n_edits):
        verdict.n_used += court.edits[number].is_used
    return DONE
