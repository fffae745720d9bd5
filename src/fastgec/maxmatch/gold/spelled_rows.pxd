"""Arcs that spell gold edits, found on rows of bits: what `gold_arcs` finds among vertices.

All arcs that spell one text of a span go from one row to one other, and as many places to the right
as the text has tokens. So they are one row of bits: where their tails are. A tail is a place of the
first row that has a place of the last row so far to its right, with the text between them, and from
which base arcs lead to that place. Those are followed row by row, all tails of a word at a time.

**What is left to `gold_arcs`.** Where an arc may have more noops than the limit, its label decides
whether there is one; joined noops may have been deleted; insertions are weighed by a rule of their
own; release 3.2 gives some arcs other spans; and gold edits that overlap, are given twice, or stand
in another order than their spans may be counted otherwise than once each. A row that spells such
edits is not plain. In a plain row each arc is an edit, weighs -|E|, and makes one gold edit that no
other arc of its path makes; and the scorer's walk sees all that a path makes, as these gold edits
stand in the order of the path.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._bits cimport DELETION, DIAGONAL, INSERTION, N_MASKS
from fastgec._lattice cimport Lattice, same_tokens
from fastgec.maxmatch.terms.edits cimport GoldRow, Options
from fastgec.maxmatch.gold.gold_texts cimport list_texts
from fastgec.maxmatch.terms.records cimport GoldText, GoldTexts


cdef enum:
    MOST_SPELLED = 32  # texts of a plain row
    MOST_LOOKS = 1 << 22  # places of all texts: each is looked for at each hypothesis token


cdef struct SpelledText:
    # A text that arcs spell.
    int32_t start
    int32_t end
    int32_t size
    int64_t edit  # the gold edit
    uint64_t *tails  # a row of bits


cdef struct SpelledRow:
    SpelledText *items  # by span
    int32_t n_items
    bint is_plain


cdef inline uint64_t shifted(
    const uint64_t *row, int64_t w, int64_t n_words, int32_t distance
) noexcept nogil:
    """Return a word of a row that is shifted so far to the left."""
    cdef int64_t from_word = w + (distance >> 6)
    cdef int32_t within = distance & 63
    cdef uint64_t found
    if from_word >= n_words:
        return 0
    found = row[from_word] >> within
    if within and from_word + 1 < n_words:
        found |= row[from_word + 1] << (64 - within)
    return found


cdef inline uint64_t steps_of(
    const uint64_t *masks, int32_t kind, int64_t w, int64_t n_words, int32_t distance
) noexcept nogil:
    """Return where a kind of step of either alignment leads, so far to the right of a word."""
    return (
        shifted(masks + kind * n_words, w, n_words, distance)
        | shifted(masks + (3 + kind) * n_words, w, n_words, distance)
    )


cdef inline bint find_tails(
    uint64_t *tails, const Lattice *lattice, const GoldText *text
) noexcept nogil:
    """Mark the places from which the hypothesis spells a text; whether there are any."""
    cdef int64_t n_words = lattice.bits.band.n_words
    cdef const uint64_t *first = lattice.bits.places + text.start * n_words
    cdef const uint64_t *last = lattice.bits.places + text.end * n_words
    cdef const int32_t *tokens = lattice.hypothesis
    cdef int32_t token = text.tokens[0] if text.size else 0
    cdef int64_t w
    cdef int32_t j, end
    cdef bint is_found = False
    memset(tails, 0, n_words * sizeof(uint64_t))
    if text.size == 0:
        for w in range(n_words):
            tails[w] = first[w] & last[w]
            is_found |= tails[w] != 0
        return is_found
    for j in range(lattice.n_hypothesis - text.size + 1):
        if tokens[j] != token or not first[j >> 6] >> (j & 63) & 1:
            continue
        end = j + text.size
        if last[end >> 6] >> (end & 63) & 1 and same_tokens(tokens + j, text.tokens, text.size):
            tails[j >> 6] |= <uint64_t>1 << (j & 63)
            is_found = True
    return is_found


cdef inline uint64_t follow_word(
    uint64_t tails, const Lattice *lattice, const GoldText *text, int64_t w, uint64_t *reached
) noexcept nogil:
    """Return which tails of a word base arcs lead from to the end of a text.

    `reached` has a word for each distance: the tails from which a place so far to their right is
    reached.
    """
    cdef int64_t n_words = lattice.bits.band.n_words
    cdef const uint64_t *masks
    cdef uint64_t above, found
    cdef uint64_t before = 0  # what was reached in the row above, one place to the left
    cdef int32_t row, distance
    memset(reached, 0, (<size_t>text.size + 1) * sizeof(uint64_t))
    for row in range(text.start, text.end + 1):
        masks = lattice.bits.masks + row * N_MASKS * n_words
        for distance in range(text.size + 1):
            above = reached[distance]
            if row == text.start:
                found = 0 if distance else tails
            else:
                found = above & steps_of(masks, DELETION, w, n_words, distance)
                if distance:
                    found |= before & steps_of(masks, DIAGONAL, w, n_words, distance)
            if distance:
                found |= reached[distance - 1] & steps_of(masks, INSERTION, w, n_words, distance)
            reached[distance] = found
            before = above
    return reached[text.size]


cdef inline bint is_plain_text(
    const GoldText *text, const uint64_t *tails, const Lattice *lattice, const Options *options
) noexcept nogil:
    """Whether all arcs of a text that is spelled are edits that match it, see above."""
    cdef int32_t width = text.end - text.start
    cdef int64_t w
    if min(width, text.size) > options.max_unchanged or text.last - text.first != 1:
        return False
    if width == text.size and same_tokens(lattice.source + text.start, text.tokens, width):
        return False
    if options.is_release_3_2 and text.start == 0:
        for w in range(lattice.bits.band.n_words):
            if tails[w] > (w == 0):
                return False
    return True


cdef inline Status add_text(
    SpelledRow *found, const GoldTexts *texts, const GoldText *text, const Lattice *lattice,
    const Options *options, Arena *arena,
) noexcept nogil:
    """Add a text of a span that has source tokens, if arcs spell it."""
    cdef int64_t n_words = lattice.bits.band.n_words
    cdef uint64_t *tails = <uint64_t *>arena_take(arena, n_words, sizeof(uint64_t))
    cdef uint64_t *reached = <uint64_t *>arena_take(
        arena, <size_t>text.size + 1, sizeof(uint64_t)
    )
    cdef SpelledText *item = &found.items[found.n_items]
    cdef const SpelledText *latest
    cdef int64_t w
    cdef bint is_found = False
    if tails == NULL or reached == NULL:
        return arena_status(arena)
    if not find_tails(tails, lattice, text):
        return DONE
    for w in range(n_words):
        if tails[w]:
            tails[w] = follow_word(tails[w], lattice, text, w, reached)
            is_found |= tails[w] != 0
    if not is_found:
        return DONE
    item.start = text.start
    item.end = text.end
    item.size = text.size
    item.edit = texts.edits[text.first]
    item.tails = tails
    found.is_plain = found.n_items + 1 < MOST_SPELLED and is_plain_text(
        text, tails, lattice, options
    )
    if found.n_items:
        latest = item - 1
        if latest.edit != item.edit and (latest.edit > item.edit or latest.end > item.start):
            found.is_plain = False
    found.n_items += 1
    return DONE


cdef inline Status find_spelled_texts(
    SpelledRow *found, const Lattice *lattice, const GoldRow *gold, const Options *options,
    Arena *arena,
) noexcept nogil:
    """Find the texts of an annotator that arcs spell, up to the first that is not plain.

    The rows of bits are whole. A row of so many texts that to look for each would take long is not
    called plain: `gold_arcs` looks for all texts of a span at once.
    """
    cdef GoldTexts texts
    cdef const GoldText *text
    cdef uint64_t *tails
    cdef int64_t at
    cdef Status status = list_texts(&texts, gold, arena)
    found.n_items = 0
    found.is_plain = texts.size <= MOST_LOOKS // (<int64_t>lattice.n_hypothesis + 1)
    if status != DONE or texts.size == 0 or not found.is_plain:
        return status
    found.items = <SpelledText *>arena_take(
        arena, min(texts.size, <int64_t>MOST_SPELLED), sizeof(SpelledText)
    )
    tails = <uint64_t *>arena_take(arena, lattice.bits.band.n_words, sizeof(uint64_t))
    if found.items == NULL or tails == NULL:
        return arena_status(arena)
    for at in range(texts.size):
        text = &texts.items[at]
        if text.start < text.end:
            status = add_text(found, &texts, text, lattice, options, arena)
            if status != DONE:
                return status
        elif options.is_release_3_2 or text.size and find_tails(tails, lattice, text):
            found.is_plain = False
        if not found.is_plain:
            return DONE
    return DONE
