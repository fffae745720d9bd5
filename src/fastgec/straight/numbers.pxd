"""Source, alternatives and hypothesis of one sentence as numbers of words."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcmp

from fastgec._words cimport Word
from fastgec.corpus.m2fields cimport ByteRange, stripped
from fastgec.straight.ends cimport Ends, copy_ends
from fastgec.straight.gold cimport Found, make_room
from fastgec.straight.words cimport Names, known_number, number_of, open_names


cdef inline bint number_alternatives(Found *found, Names *names) noexcept nogil:
    """Number the words of all alternatives, cut as `intern_alternative` says."""
    cdef int64_t n_edits = found.n_edits, most = found.n_bytes + n_edits + 1
    cdef int64_t edit, n_alternatives = 0, n_tokens = 0
    cdef const uint8_t *at
    cdef const uint8_t *end
    cdef const uint8_t *cut
    cdef ByteRange text
    cdef int32_t *tokens
    cdef int64_t *tokens_of
    cdef int64_t *alternatives
    if (
        not make_room(&found.alternatives, n_edits + 1, sizeof(int64_t))
        or not make_room(&found.tokens_of, most, sizeof(int64_t))
        or not make_room(&found.tokens, most, sizeof(int32_t))
    ):
        return False
    tokens = <int32_t *>found.tokens.items
    tokens_of = <int64_t *>found.tokens_of.items
    alternatives = <int64_t *>found.alternatives.items
    alternatives[0] = 0
    tokens_of[0] = 0
    for edit in range(n_edits):
        at = (<ByteRange *>found.text.items)[edit].at
        end = (<ByteRange *>found.text.items)[edit].end
        while True:
            cut = at
            while cut < end and not (cut[0] == 0x7C and end - cut > 1 and cut[1] == 0x7C):
                cut += 1
            text = stripped(at, cut)
            if text.end - text.at == 6 and memcmp(text.at, b"-NONE-", 6) == 0:
                text.at = text.end
            while text.at < text.end:
                at = text.at
                while text.at < text.end and text.at[0] != 0x20:
                    text.at += 1
                tokens[n_tokens] = number_of(names, at, text.at - at)
                n_tokens += 1
                text.at += 1
            n_alternatives += 1
            tokens_of[n_alternatives] = n_tokens
            if cut >= end:
                break
            at = cut + 2
        alternatives[edit + 1] = n_alternatives
    return True


cdef inline bint number_words(
    Found *found, Names *names, int64_t n_source, int64_t n_hypothesis, const Ends *ends
) noexcept nogil:
    """Number the words of source, alternatives and hypothesis; False if there is no memory.

    The words of the hypothesis are those between the ends; the others are as in the source.
    """
    cdef const Word *words = <const Word *>found.source_words.items
    cdef int32_t *numbers
    cdef int32_t *copies
    cdef int64_t i
    if (
        # A word of an alternative has a byte, and a space, a bar or the end behind it; or it is
        # empty, and then the same as all that are.
        not open_names(names, n_source + (found.n_bytes + found.n_edits) // 2 + 2)
        or not make_room(&found.source, n_source + 1, sizeof(int32_t))
        or not make_room(&found.hypothesis, n_hypothesis + 1, sizeof(int32_t))
    ):
        return False
    numbers = <int32_t *>found.source.items
    for i in range(n_source):
        numbers[i] = number_of(names, words[i].at, words[i].size)
    if not number_alternatives(found, names):
        return False
    words = <const Word *>found.words.items
    copies = <int32_t *>found.hypothesis.items
    copy_ends(ends, numbers, n_source, copies, n_hypothesis)
    for i in range(ends.n_first, n_hypothesis - ends.n_last):
        copies[i] = known_number(names, words[i - ends.n_first].at, words[i - ends.n_first].size)
    return True
