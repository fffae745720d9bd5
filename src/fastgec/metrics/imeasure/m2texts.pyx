"""What annotators of M2 gold make of a source, where nothing about them is odd: straight to text.

A sentence is odd if edits of one annotator overlap, stand at the same place or leave no token, or
if a span reaches past the end: what comes of these, Python says (metrics/imeasure/gold.py). The
texts of all others, nearly all, are written here, in one pass without the GIL.

Corrections that Treebank rules may touch enter a vocabulary first (`touched_corrections`); their
tokens are made in Python, once for each.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from fastgec.kernels.array cimport Array, make_room
from fastgec.kernels.tokens cimport Vocabulary
from fastgec.read.batch cimport Batch
from fastgec.read.goldtable cimport IMEASURE, GoldTable, alternatives_of
from fastgec.read.m2fields cimport ByteRange, find_bars, is_ascii_space


cdef struct Edit:
    int64_t start
    int64_t end
    ByteRange text


cdef struct Known:
    # Tokens of the corrections of a vocabulary, with white space between.
    const uint8_t *text
    const int64_t *offsets
    int64_t n


cdef struct Output:
    Array text
    int64_t size
    Array ends  # pairs of int64: first byte and the byte behind the last one, of each candidate
    int64_t n_candidates
    Array tokens  # ByteRange: of the source that is written
    int64_t n_tokens
    Array edits  # Edit: of an annotator, in order of their places


cdef inline ByteRange next_token(ByteRange *rest) noexcept nogil:
    """Cut the next token at ASCII white space; it is empty when there is none."""
    cdef ByteRange word
    while rest.at < rest.end and is_ascii_space(rest.at[0]):
        rest.at += 1
    word.at = rest.at
    while rest.at < rest.end and not is_ascii_space(rest.at[0]):
        rest.at += 1
    word.end = rest.at
    return word


cdef inline bint is_mark(uint8_t byte) noexcept nogil:
    """Whether a Treebank rule is about a character."""
    return (
        0x21 <= byte <= 0x29 or byte == 0x2C or byte == 0x2E or byte == 0x3A or byte == 0x3B
        or byte == 0x3C or byte == 0x3E or byte == 0x3F or byte == 0x40 or byte == 0x5B
        or byte == 0x5D or byte == 0x60 or byte == 0x7B or byte == 0x7D
    )


cdef inline bint has_word(const uint8_t *at, const uint8_t *end, const char *word) noexcept nogil:
    """Whether a text begins with a word of ASCII letters, in whatever case."""
    while word[0]:
        if at == end or (at[0] | 0x20) != <uint8_t>word[0]:
            return False
        at += 1
        word += 1
    return True


cdef inline bint is_touched(ByteRange text) noexcept nogil:
    """Whether a Treebank rule may be about a correction."""
    cdef const uint8_t *at = text.at
    cdef uint8_t letter
    while at < text.end:
        if is_mark(at[0]):
            return True
        if at[0] == 0x2D and at + 1 < text.end and at[1] == 0x2D:
            return True
        letter = at[0] | 0x20
        if letter == 0x63 and has_word(at, text.end, b"cannot"):
            return True
        if letter == 0x67 and (
            has_word(at, text.end, b"gimme") or has_word(at, text.end, b"gonna")
            or has_word(at, text.end, b"gotta")
        ):
            return True
        if letter == 0x6C and has_word(at, text.end, b"lemme"):
            return True
        if letter == 0x77 and has_word(at, text.end, b"wanna"):
            return True
        at += 1
    return False


cdef inline ByteRange first_alternative(const GoldTable *gold, int64_t edit) noexcept nogil:
    cdef ByteRange text = alternatives_of(gold, edit)
    cdef const uint8_t *cut = find_bars(text.at, text.end, 2)
    if cut != NULL:
        text.end = cut
    return text


cdef inline bint add_range(Output *output, int64_t first, int64_t last) noexcept nogil:
    """Add a candidate that is written; False if there was no memory."""
    cdef int64_t *ends
    if not make_room(&output.ends, 2 * (output.n_candidates + 1), sizeof(int64_t)):
        return False
    ends = <int64_t *>output.ends.items + 2 * output.n_candidates
    ends[0] = first
    ends[1] = last
    output.n_candidates += 1
    return True


cdef inline void add_token(Output *output, ByteRange token) noexcept nogil:
    cdef uint8_t *text = <uint8_t *>output.text.items + output.size
    memcpy(text, token.at, token.end - token.at)
    text[token.end - token.at] = 0x20
    output.size += token.end - token.at + 1


cdef bint add_candidate(Output *output, int64_t n_edits, bint *is_odd) noexcept nogil:
    """Write the source with the first edits; False if there was no memory."""
    cdef const ByteRange *tokens = <ByteRange *>output.tokens.items
    cdef const Edit *edits = <Edit *>output.edits.items
    cdef int64_t needed = output.size, begin = output.size, rest_begin = output.size
    cdef int64_t number, place, token = 0
    cdef ByteRange rest, word
    for place in range(output.n_tokens):
        needed += tokens[place].end - tokens[place].at + 1
    for number in range(n_edits):
        needed += edits[number].text.end - edits[number].text.at + 1
    if not make_room(&output.text, needed, 1):
        return False
    for number in range(n_edits):
        for place in range(token, edits[number].start):
            add_token(output, tokens[place])
        token = edits[number].end
        rest = edits[number].text
        word = next_token(&rest)
        while word.at < word.end:
            add_token(output, word)
            word = next_token(&rest)
        if edits[number].end == 0:
            rest_begin = output.size
    for place in range(token, output.n_tokens):
        add_token(output, tokens[place])
    # Edits are made from right to left, and one that would leave no token is not made.
    is_odd[0] |= output.size == rest_begin
    return add_range(output, begin, max(begin, output.size - 1))  # no space at the end


cdef bint take_source(Output *output, const GoldTable *gold, int64_t sentence) noexcept nogil:
    """Cut a source into tokens; False if there was no memory."""
    cdef ByteRange text, token
    text.at = gold.base + gold.source_at[sentence]
    text.end = gold.base + gold.source_end[sentence]
    output.n_tokens = 0
    token = next_token(&text)
    while token.at < token.end:
        if not make_room(&output.tokens, output.n_tokens + 1, sizeof(ByteRange)):
            return False
        (<ByteRange *>output.tokens.items)[output.n_tokens] = token
        output.n_tokens += 1
        token = next_token(&text)
    return True


cdef bint take_row(
    Output *output, const GoldTable *gold, int64_t row, Vocabulary touched, const Known *known,
    bint *is_odd,
) noexcept nogil:
    """Take the edits of an annotator in order of their places; False if there was no memory."""
    cdef int64_t first = gold.edit_offsets[row], n = gold.edit_offsets[row + 1] - first
    cdef int64_t number, at, token
    cdef Edit edit
    cdef Edit *edits
    if not make_room(&output.edits, n, sizeof(Edit)):
        return False
    edits = <Edit *>output.edits.items
    for number in range(n):
        edit.start = gold.start[first + number]
        edit.end = gold.end[first + number]
        edit.text = first_alternative(gold, first + number)
        if known.n and is_touched(edit.text):
            token = touched.intern(edit.text.at, edit.text.end - edit.text.at)
            if not 0 <= token < known.n:
                return False
            edit.text.at = known.text + known.offsets[token]
            edit.text.end = known.text + known.offsets[token + 1]
        at = number
        while at > 0 and (
            edits[at - 1].start > edit.start
            or edits[at - 1].start == edit.start and edits[at - 1].end > edit.end
        ):
            edits[at] = edits[at - 1]
            at -= 1
        edits[at] = edit
    for number in range(n):
        is_odd[0] |= edits[number].end > output.n_tokens
        if number:
            is_odd[0] |= edits[number].start < edits[number - 1].end or (
                edits[number].start == edits[number - 1].start
                and edits[number].end == edits[number - 1].end
            )
    return True


cdef bint write_sentence(
    Output *output, const GoldTable *gold, int64_t sentence, Vocabulary touched,
    const Known *known, bint *is_odd,
) noexcept nogil:
    """Write the source, then the candidates in their order; of an odd sentence nothing more."""
    cdef int64_t first = gold.row_offsets[sentence], last = gold.row_offsets[sentence + 1], row
    cdef int64_t n_before
    cdef const int64_t *ends
    if not take_source(output, gold, sentence) or not add_candidate(output, 0, is_odd):
        return False
    n_before = output.n_candidates
    for row in range(first, last):
        if gold.edit_offsets[row] == gold.edit_offsets[row + 1]:
            ends = <int64_t *>output.ends.items + 2 * (n_before - 1)
            if not add_range(output, ends[0], ends[1]):  # the source once more
                return False
            break
    for row in range(first, last):
        if gold.edit_offsets[row] == gold.edit_offsets[row + 1]:
            continue
        if not take_row(output, gold, row, touched, known, is_odd):
            return False
        if is_odd[0]:
            break
        if not add_candidate(
            output, gold.edit_offsets[row + 1] - gold.edit_offsets[row], is_odd
        ):
            return False
    if is_odd[0]:
        output.n_candidates = n_before
    return True


def touched_corrections(Batch batch not None, Vocabulary touched not None):
    """Put the corrections of a batch of M2 text that Treebank rules may touch into a vocabulary.

    Raises: MemoryError; ValueError for a batch that was not read from text.
    """
    cdef int64_t edit, n = batch.require_text()
    cdef ByteRange text
    cdef int32_t token = 0
    with nogil:
        for edit in range(n):
            text = first_alternative(&batch.gold, edit)
            if is_touched(text):
                token = touched.intern(text.at, text.end - text.at)
                if token < 0:
                    break
    if token < 0:
        raise MemoryError("no memory for the corrections of annotators")


def annotated_texts(
    Batch batch not None,
    Vocabulary touched not None,
    const uint8_t[::1] known not None,
    const int64_t[::1] known_offsets not None,
):
    """Write the candidates of every sentence of a batch of M2 text.

    touched: the batch's `touched_corrections`, or nothing, so that all are cut at white space;
    known, known_offsets: the tokens of each of them, with white space between.
    Returns: (text, ranges int64[C, 2], offsets int64[S+1], is_odd uint8[S]): bytes of all texts;
    the range of each; sentence s has those from offsets[s] on, first its source, then its
    candidates, none if it is odd.
    Raises: MemoryError; ValueError for what does not fit together.
    """
    cdef const GoldTable *gold = &batch.gold
    cdef int64_t n_sentences = gold.n_sentences, sentence
    cdef Known tokens
    cdef Output output
    cdef bint has_memory = True, is_odd
    batch.require_text()
    tokens.n = known_offsets.shape[0] - 1
    tokens.text = &known[0] if known.shape[0] else NULL
    tokens.offsets = &known_offsets[0] if known_offsets.shape[0] else NULL
    if batch.dialect != IMEASURE:
        raise ValueError("text of another dialect, expected that of the I-measure")
    if tokens.n != len(touched) or known_offsets[tokens.n] > known.shape[0]:
        raise ValueError("offsets of known corrections leave their text")
    offsets_array = np.zeros(n_sentences + 1, np.int64)
    odd_array = np.zeros(n_sentences, np.uint8)
    cdef int64_t[::1] offsets = offsets_array
    cdef uint8_t[::1] odd = odd_array
    memset(&output, 0, sizeof(Output))
    with nogil:
        for sentence in range(n_sentences):
            is_odd = False
            if not write_sentence(&output, gold, sentence, touched, &tokens, &is_odd):
                has_memory = False
                break
            odd[sentence] = is_odd
            offsets[sentence + 1] = output.n_candidates
    try:
        if not has_memory:
            raise MemoryError("no memory for the texts of annotators")
        ranges = np.empty((output.n_candidates, 2), np.int64)
        copy_ranges(ranges, &output)
        text = (<char *>output.text.items)[: output.size] if output.size else b""
        return text, ranges, offsets_array, odd_array
    finally:
        free(output.text.items)
        free(output.ends.items)
        free(output.tokens.items)
        free(output.edits.items)


cdef int copy_ranges(int64_t[:, ::1] ranges, const Output *output) except -1:
    if output.n_candidates:
        memcpy(&ranges[0, 0], output.ends.items, 2 * output.n_candidates * sizeof(int64_t))
    return 0
