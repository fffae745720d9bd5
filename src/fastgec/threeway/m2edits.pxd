"""A sentence of M2 as the I-measure reads it: tokens, edits, corrections that rules may touch."""

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport realloc

from fastgec.corpus.m2fields cimport ByteRange


cdef struct Edit:
    int64_t start
    int64_t end
    int64_t annotator
    ByteRange text


cdef struct Sentence:
    # What is known of the sentence that is read.
    ByteRange *tokens  # of the source
    int64_t n_tokens
    int64_t token_room
    Edit *edits
    int64_t n_edits
    int64_t edit_room
    int64_t *annotators  # that have a line, in order of the file
    int64_t n_annotators
    int64_t annotator_room
    bint is_odd


cdef inline bint grow(void **memory, int64_t *room, int64_t needed, size_t width) noexcept nogil:
    """Make room for so many items; say whether there was memory."""
    cdef int64_t wanted = max(2 * room[0], needed)
    cdef void *grown
    if needed <= room[0]:
        return True
    grown = realloc(memory[0], <size_t>wanted * width)
    if grown == NULL:
        return False
    memory[0] = grown
    room[0] = wanted
    return True


cdef inline bint is_space(uint8_t byte) noexcept nogil:
    return byte == 0x20 or 0x09 <= byte <= 0x0D


cdef inline bint is_alone(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Whether the first letter of a line is a word."""
    return end - at == 1 or at[1] == 0x20 or at[1] == 0x09 or at[1] == 0x0D


cdef inline ByteRange next_token(ByteRange *rest) noexcept nogil:
    """Cut the next token at ASCII white space; it is empty when there is none."""
    cdef ByteRange word
    while rest.at < rest.end and is_space(rest.at[0]):
        rest.at += 1
    word.at = rest.at
    while rest.at < rest.end and not is_space(rest.at[0]):
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


cdef inline bint take_source(Sentence *sentence, ByteRange text) noexcept nogil:
    cdef ByteRange token
    sentence.n_tokens = 0
    sentence.n_edits = 0
    sentence.n_annotators = 0
    sentence.is_odd = False
    while True:
        token = next_token(&text)
        if token.at == token.end:
            break
        if not grow(
            <void **>&sentence.tokens, &sentence.token_room, sentence.n_tokens + 1,
            sizeof(ByteRange),
        ):
            return False
        sentence.tokens[sentence.n_tokens] = token
        sentence.n_tokens += 1
    if sentence.n_tokens == 0:
        sentence.is_odd = True
    return True


cdef inline void find_odd_edits(Sentence *sentence) noexcept nogil:
    """Find edits of one annotator that overlap or stand at the same place."""
    cdef int64_t number
    cdef const Edit *one
    cdef const Edit *other
    for number in range(1, sentence.n_edits):
        one = &sentence.edits[number - 1]
        other = &sentence.edits[number]
        if one.annotator == other.annotator and (
            other.start < one.end or (one.start == other.start and one.end == other.end)
        ):
            sentence.is_odd = True
