"""A sentence of gold and a hypothesis, from text to numbers of words and to a lattice.

Words are numbered within the sentence (`words`) and forgotten with it, in memory that is used
again. Source and hypothesis share most of their words at both ends, which are cut and looked up
once (`ends`); of a hypothesis that equals its source byte for byte, as a third of all do, no word
is cut.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy, memset

from fastgec.kernels.arena cimport (
    DONE, NO_MEMORY, TOO_LARGE, Status, arena_reset, arena_status, arena_take,
)
from fastgec.kernels.array cimport Array, make_room
from fastgec._lattice cimport Lattice, build_rows, same_tokens
from fastgec.kernels.words cimport SLACK, Word, split
from fastgec.read.goldtable cimport GoldTable, alternatives_of, next_alternative
from fastgec.read.m2fields cimport ByteRange
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow, Options
from fastgec.maxmatch.terms.records cimport Scratch, Sentence
from fastgec.read.ends cimport Ends, copy_ends, count_ends, find_ends, split_between
from fastgec.read.words cimport Names, known_number, number_of, open_names


cdef enum:
    MOST_TOKENS = 0x3FFFFFFF  # of a source or a hypothesis


cdef struct Numbered:
    # A sentence as numbers of words; unknown words of the hypothesis have -1.
    Array source        # int32 of each word
    Array hypothesis
    Array alternatives  # int64: the first alternative of each edit, and the end
    Array token_offsets  # int64: the first token of each alternative, and the end
    Array tokens        # int32 of all alternatives
    Array source_words
    Array words         # of the hypothesis, between the ends
    Array source_copy   # of text that has no SLACK bytes behind it
    Array copy
    Names names
    int64_t n_source
    int64_t n_hypothesis
    int64_t first_edit  # of the sentence


cdef inline void numbered_init(Numbered *words) noexcept nogil:
    memset(words, 0, sizeof(Numbered))


cdef inline void numbered_free(Numbered *words) noexcept nogil:
    cdef Array *arrays = &words.source
    cdef int number
    for number in range(9):
        free(arrays[number].items)
    free(words.names.slots)
    numbered_init(words)


cdef inline bint make_readable(
    ByteRange *line, const uint8_t *fast_end, Array *copy
) noexcept nogil:
    """Copy a line that has no SLACK bytes behind it; False if there is no memory."""
    cdef int64_t size = line.end - line.at
    if line.end <= fast_end:
        return True
    if not make_room(copy, size + SLACK, 1):
        return False
    memcpy(copy.items, line.at, size)
    memset(<uint8_t *>copy.items + size, 0, SLACK)
    line.at = <uint8_t *>copy.items
    line.end = line.at + size
    return True


cdef inline ByteRange source_of(const GoldTable *gold, int64_t sentence) noexcept nogil:
    return ByteRange(
        gold.base + gold.source_at[sentence], gold.base + gold.source_end[sentence]
    )


cdef inline bint make_rooms(
    Numbered *words, int64_t n_edits, int64_t n_alternatives, int64_t n_tokens
) noexcept nogil:
    """Make room for the alternatives of edits; False if there is no memory."""
    return (
        make_room(&words.alternatives, n_edits + 1, sizeof(int64_t))
        and make_room(&words.token_offsets, n_alternatives + 1, sizeof(int64_t))
        and make_room(&words.tokens, n_tokens + 1, sizeof(int32_t))
    )


cdef inline bint number_texts(
    Numbered *words, const GoldTable *gold, int64_t first, int64_t last
) noexcept nogil:
    """Number the words of alternatives that are text, as `read.m2fields.alternative_of` says."""
    cdef int64_t edit, n_alternatives = 0, n_tokens = 0, most = last - first + 1
    cdef ByteRange rest, text
    cdef const uint8_t *at
    cdef int32_t *tokens
    cdef int64_t *offsets
    cdef int64_t *alternatives
    for edit in range(first, last):
        most += gold.texts[edit].size
    if (
        # A word has a byte, and a space, a bar or the end behind it; or it is empty, and then the
        # same as all that are.
        not open_names(&words.names, words.n_source + most // 2 + 2)
        or not make_rooms(words, last - first, most, most)
    ):
        return False
    number_source(words)
    tokens = <int32_t *>words.tokens.items
    offsets = <int64_t *>words.token_offsets.items
    alternatives = <int64_t *>words.alternatives.items
    alternatives[0] = 0
    offsets[0] = 0
    for edit in range(first, last):
        rest = alternatives_of(gold, edit)
        while next_alternative(&rest, &text):
            while text.at < text.end:
                at = text.at
                while text.at < text.end and text.at[0] != 0x20:
                    text.at += 1
                tokens[n_tokens] = number_of(&words.names, at, text.at - at)
                n_tokens += 1
                text.at += 1
            n_alternatives += 1
            offsets[n_alternatives] = n_tokens
        alternatives[edit - first + 1] = n_alternatives
    return True


cdef inline bint number_tokens(
    Numbered *words, const GoldTable *gold, int64_t first, int64_t last
) noexcept nogil:
    """Number the words of alternatives that are tokens of a vocabulary."""
    cdef int64_t first_alternative = gold.alternative_offsets[first]
    cdef int64_t last_alternative = gold.alternative_offsets[last]
    cdef int64_t first_token = gold.token_offsets[first_alternative]
    cdef int64_t n_tokens = gold.token_offsets[last_alternative] - first_token
    cdef int64_t at, token
    if not open_names(&words.names, words.n_source + n_tokens) or not make_rooms(
        words, last - first, last_alternative - first_alternative, n_tokens
    ):
        return False
    number_source(words)
    for at in range(last - first + 1):
        (<int64_t *>words.alternatives.items)[at] = (
            gold.alternative_offsets[first + at] - first_alternative
        )
    for at in range(last_alternative - first_alternative + 1):
        (<int64_t *>words.token_offsets.items)[at] = (
            gold.token_offsets[first_alternative + at] - first_token
        )
    for at in range(n_tokens):
        token = gold.tokens[first_token + at]
        (<int32_t *>words.tokens.items)[at] = number_of(
            &words.names, gold.words + gold.word_offsets[token],
            gold.word_offsets[token + 1] - gold.word_offsets[token],
        )
    return True


cdef inline void number_source(Numbered *words) noexcept nogil:
    cdef const Word *cut = <const Word *>words.source_words.items
    cdef int32_t *numbers = <int32_t *>words.source.items
    cdef int64_t at
    for at in range(words.n_source):
        numbers[at] = number_of(&words.names, cut[at].at, cut[at].size)


cdef inline Status number_sentence(
    Numbered *words, const GoldTable *gold, int64_t sentence, ByteRange hypothesis,
    const uint8_t *fast_end,
) noexcept nogil:
    """Number the words of a sentence: source, alternatives, hypothesis.

    The hypothesis has SLACK bytes behind it unless it ends behind `fast_end`.
    """
    cdef ByteRange source = source_of(gold, sentence)
    cdef int64_t last = gold.edit_offsets[gold.row_offsets[sentence + 1]], at
    cdef Ends ends
    cdef const Word *cut
    cdef int32_t *numbers
    words.first_edit = gold.edit_offsets[gold.row_offsets[sentence]]
    if (
        not make_readable(&source, gold.fast_end, &words.source_copy)
        or not make_readable(&hypothesis, fast_end, &words.copy)
        or not make_room(&words.source_words, (source.end - source.at) // 2 + 2, sizeof(Word))
        or not make_room(&words.words, (hypothesis.end - hypothesis.at) // 2 + 2, sizeof(Word))
    ):
        return NO_MEMORY
    words.n_source = split(source.at, source.end, <Word *>words.source_words.items)
    find_ends(&ends, source, hypothesis)
    count_ends(&ends, source, <const Word *>words.source_words.items, words.n_source)
    words.n_hypothesis = split_between(&ends, hypothesis, <Word *>words.words.items)
    if words.n_source > MOST_TOKENS or words.n_hypothesis > MOST_TOKENS:
        return TOO_LARGE
    if (
        not make_room(&words.source, words.n_source + 1, sizeof(int32_t))
        or not make_room(&words.hypothesis, words.n_hypothesis + 1, sizeof(int32_t))
        or not (
            number_texts(words, gold, words.first_edit, last) if gold.texts != NULL
            else number_tokens(words, gold, words.first_edit, last)
        )
    ):
        return NO_MEMORY
    cut = <const Word *>words.words.items
    numbers = <int32_t *>words.hypothesis.items
    copy_ends(
        &ends, <int32_t *>words.source.items, words.n_source, numbers, words.n_hypothesis
    )
    for at in range(ends.n_first, words.n_hypothesis - ends.n_last):
        numbers[at] = known_number(
            &words.names, cut[at - ends.n_first].at, cut[at - ends.n_first].size
        )
    return DONE


cdef inline int32_t empty_word(const Numbered *words) noexcept nogil:
    """Return the number of nothing between two spaces in an alternative, -1 if there is none."""
    cdef uint8_t nothing[8]
    memset(nothing, 0, 8)
    return known_number(&words.names, nothing, 0)


cdef inline Status open_sentence(
    Sentence *work, const Numbered *words, const Options *options, Scratch *scratch
) noexcept nogil:
    """Build the lattice of a sentence, without vertices, and take memory for its edits.

    For the edits of wdiff a lattice has the tokens alone.
    """
    arena_reset(&scratch.arena)
    work.options = options
    work.folding = NULL
    work.n_edits = 0
    work.edits = <Edit *>arena_take(
        &scratch.arena, words.n_source + words.n_hypothesis, sizeof(Edit)
    )
    if work.edits == NULL:
        return arena_status(&scratch.arena)
    if options.is_wdiff:
        memset(&work.lattice, 0, sizeof(Lattice))
        work.lattice.source = <const int32_t *>words.source.items
        work.lattice.n_source = <int32_t>words.n_source
        work.lattice.hypothesis = <const int32_t *>words.hypothesis.items
        work.lattice.n_hypothesis = <int32_t>words.n_hypothesis
        return DONE
    return build_rows(
        &work.lattice,
        <const int32_t *>words.source.items, <int32_t>words.n_source,
        <const int32_t *>words.hypothesis.items, <int32_t>words.n_hypothesis,
        options.cancel, &scratch.arena,
    )


cdef inline bint is_unchanged(const Numbered *words) noexcept nogil:
    """Whether a hypothesis has the words of its source."""
    return words.n_source == words.n_hypothesis and same_tokens(
        <int32_t *>words.source.items, <int32_t *>words.hypothesis.items, words.n_source
    )


cdef inline Status open_changed(
    Sentence *work, Numbered *words, const GoldTable *gold, int64_t sentence, ByteRange hypothesis,
    const uint8_t *fast_end, const Options *options, Scratch *scratch, bint *is_same,
) noexcept nogil:
    """Number and open a sentence, unless its hypothesis has the words of its source."""
    cdef ByteRange source = source_of(gold, sentence)
    cdef int64_t size = source.end - source.at
    cdef Status status
    is_same[0] = (
        hypothesis.end - hypothesis.at == size and memcmp(source.at, hypothesis.at, size) == 0
    )
    if is_same[0]:
        return DONE
    status = number_sentence(words, gold, sentence, hypothesis, fast_end)
    if status != DONE:
        return status
    is_same[0] = is_unchanged(words)
    return DONE if is_same[0] else open_sentence(work, words, options, scratch)


cdef inline int64_t most_gold_edits(const GoldTable *gold, int64_t sentence) noexcept nogil:
    """Return how many edits the largest row of a sentence has."""
    cdef int64_t row, most = 0
    for row in range(gold.row_offsets[sentence], gold.row_offsets[sentence + 1]):
        most = max(most, gold.edit_offsets[row + 1] - gold.edit_offsets[row])
    return most


cdef inline void gold_row(
    const GoldTable *gold, const Numbered *words, int64_t row, GoldRow *edits
) noexcept nogil:
    """Point at the edits of a row."""
    cdef int64_t first = gold.edit_offsets[row]
    edits.n_edits = gold.edit_offsets[row + 1] - first
    edits.start = gold.start + first
    edits.end = gold.end + first
    edits.alternative_offsets = (
        <const int64_t *>words.alternatives.items + first - words.first_edit
    )
    edits.token_offsets = <const int64_t *>words.token_offsets.items
    edits.tokens = <const int32_t *>words.tokens.items
