"""Scan M2 text: source sentences, edit lines and their alternatives, straight to integer arrays.

One pass over the bytes, without the GIL. A line begins with "S " (source), "A " (edit), "I "
(ignored) or is blank. An edit line has fields separated by "|||": "A start end", type,
alternatives separated by "||", whether it is optional, a field that is not used, annotator id. What
each means stands in corpus/gold.py, which also words the errors: this pass stops at the first bad
line and returns its number with a code.

How much there is of everything is not known before the pass, but bounds are, from one fast pass
that counts lines, bars and spaces (`upper_bounds`). So arrays are made once, large enough, and what
was used of them is copied at the end; pages that nobody wrote to cost nothing.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from fastgec._tokens cimport Vocabulary
from fastgec._words cimport SLACK, Word, split, split_bytewise
from fastgec.corpus.m2alternative cimport intern_alternative
from fastgec.corpus.m2fields cimport (
    LARGEST, N_FIELDS,
    ByteRange, Number, begins_with, cut_fields, cut_fields_at_once, find_bars, has_text, is_noop,
    is_optional, is_unplaced, line_end, next_word, read_number, stripped,
)


cpdef enum Fault:
    NONE = 0
    EDIT_WITHOUT_SOURCE = 1
    TOO_FEW_FIELDS = 2
    BAD_OFFSETS = 3
    BAD_SPAN = 4
    BAD_ANNOTATOR = 5
    UNKNOWN_LINE = 6
    NO_MEMORY = 7


cdef struct Found:
    # The arrays of `scan`, as LAYOUT has them, and how many items each has so far.
    int64_t *source_starts
    int64_t *source_ends
    int32_t *source_ids
    int64_t *source_offsets
    int32_t *mention_sentence
    int32_t *mention_annotator
    int64_t *edit_mention
    int32_t *start
    int32_t *end
    int32_t *kind
    uint8_t *optional
    int64_t *alternative_offsets
    int32_t *alternative_ids
    int64_t *alternative_token_offsets
    int64_t n_sources
    int64_t n_source_tokens
    int64_t n_mentions
    int64_t n_edits
    int64_t n_alternatives
    int64_t n_alternative_tokens
    # Edits past the end of their source, sources without a blank line before them, and edits with
    # an offset of -1 that are no noop: how many there are, and the line of the first.
    int64_t n_dropped
    int64_t first_dropped
    int64_t n_joined
    int64_t first_joined
    int64_t n_unplaced
    int64_t first_unplaced
    int64_t n_tokens  # of the last source
    Word *words  # likewise
    int64_t n_room
    const uint8_t *fast_end  # lines up to here have bytes behind them, and may be cut at once
    bint is_in_block  # no blank line since the last source


# Each array of `scan`: name, type, what it has an item for, and how many more items than that.
LAYOUT = (
    ("source_starts", np.int64, "sources", 0),
    ("source_ends", np.int64, "sources", 0),
    ("source_ids", np.int32, "source_tokens", 0),
    ("source_offsets", np.int64, "sources", 1),
    ("mention_sentence", np.int32, "mentions", 0),
    ("mention_annotator", np.int32, "mentions", 0),
    ("edit_mention", np.int64, "edits", 0),
    ("start", np.int32, "edits", 0),
    ("end", np.int32, "edits", 0),
    ("kind", np.int32, "edits", 0),
    ("optional", np.bool_, "edits", 0),
    ("alternative_offsets", np.int64, "edits", 1),
    ("alternative_ids", np.int32, "alternative_tokens", 0),
    ("alternative_token_offsets", np.int64, "alternatives", 1),
)


def upper_bounds(const uint8_t[::1] data not None):
    """Return how much room `scan` may need, by name, from one fast pass over the bytes.

    A source or an edit needs a line of its own, an alternative but the first two bars, a token of
    an alternative but the first a space, a token of a source two bytes.
    """
    cdef int64_t size = data.shape[0]
    cdef int64_t n_sources = size > 0 and data[0] == 0x53
    cdef int64_t n_edits = size > 0 and data[0] == 0x41
    cdef int64_t n_bars = 0
    cdef int64_t n_spaces = 0
    cdef int64_t at
    cdef const uint8_t *base = &data[0] if size else NULL
    with nogil:
        for at in range(size):
            n_bars += base[at] == 0x7C
            n_spaces += base[at] == 0x20
        for at in range(size - 1):
            n_sources += (base[at] == 10) & (base[at + 1] == 0x53)
            n_edits += (base[at] == 10) & (base[at + 1] == 0x41)
    return {
        "sources": n_sources,
        "mentions": n_edits,
        "edits": n_edits,
        "alternatives": n_edits + n_bars // 2,
        "source_tokens": size // 2 + 1,
        "alternative_tokens": n_edits + n_bars // 2 + n_spaces,
    }


def scan(
    const uint8_t[::1] data not None,
    Vocabulary vocabulary not None,
    Vocabulary kinds not None,
):
    """Scan M2 text; return (fault, line, arrays).

    Parameters: data, checked UTF-8; vocabulary, which new tokens of sources and alternatives enter;
    kinds, which new error types enter.
    Returns: fault, a `Fault` (NONE if all is well) and the line it is on, from 1; arrays by name:
    source_starts, source_ends int64[S], byte range of each source; source_ids int32[T],
    source_offsets int64[S+1]; mention_sentence, mention_annotator int32[A], all edit lines in file
    order; edit_mention int64[E], which of them are edits; start, end int32[E];
    kind int32[E], the error type in `kinds`; optional bool[E], whether the edit is marked so;
    alternative_offsets int64[E+1]; alternative_ids int32[U], alternative_token_offsets int64[L+1];
    n_dropped, first_dropped (edits past the end of their source: how many, line of the first),
    n_joined, first_joined (sources without a blank line before them), n_unplaced, first_unplaced
    (edits with an offset of -1 that are no noop), is_open (whether no blank line follows the last
    source).
    """
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *at = base
    cdef const uint8_t *stop = base + data.shape[0]
    cdef const uint8_t *end
    cdef const uint8_t *next_line
    cdef int64_t line = 0
    cdef Fault fault = NONE
    cdef Found found
    room = upper_bounds(data)
    # One item more than there can be: also an empty array has a place to point to.
    arrays = {name: np.empty(room[what] + 1, kind) for name, kind, what, _ in LAYOUT}
    point_at(&found, arrays)
    found.fast_end = base + max(data.shape[0] - SLACK, 0)
    with nogil:
        while at < stop and fault == NONE:
            line += 1
            end = line_end(at, stop, &next_line)
            if begins_with(0x41, at, end):  # A
                fault = take_edit(&found, at, end, line, vocabulary, kinds)
            elif begins_with(0x53, at, end):  # S
                fault = take_source(&found, base, at, end, line, vocabulary)
            elif not begins_with(0x49, at, end):  # I
                if has_text(at, end):
                    fault = UNKNOWN_LINE
                found.is_in_block = False
            at = next_line
        free(found.words)
    count = {
        "sources": found.n_sources,
        "source_tokens": found.n_source_tokens,
        "mentions": found.n_mentions,
        "edits": found.n_edits,
        "alternatives": found.n_alternatives,
        "alternative_tokens": found.n_alternative_tokens,
    }
    kept = {name: arrays[name][: count[what] + more].copy() for name, _, what, more in LAYOUT}
    kept["n_dropped"], kept["first_dropped"] = found.n_dropped, found.first_dropped
    kept["n_joined"], kept["first_joined"] = found.n_joined, found.first_joined
    kept["n_unplaced"], kept["first_unplaced"] = found.n_unplaced, found.first_unplaced
    kept["is_open"] = bool(found.is_in_block)
    return fault, line, kept


cdef bint make_room(Found *found, int64_t n_words) noexcept nogil:
    """Make room for the words of a source; False if there is no memory for them."""
    cdef void *memory
    if n_words > found.n_room:
        memory = realloc(found.words, 2 * n_words * sizeof(Word))
        if memory == NULL:
            return False
        found.words = <Word *>memory
        found.n_room = 2 * n_words
    return True


cdef Fault take_source(
    Found *found,
    const uint8_t *base,
    const uint8_t *at,
    const uint8_t *end,
    int64_t line,
    Vocabulary vocabulary,
) noexcept nogil:
    """Take a source line: its range of bytes, and its tokens."""
    cdef ByteRange rest
    cdef int64_t n_before = found.n_source_tokens
    cdef int64_t n_words, number
    cdef int32_t token
    if found.is_in_block:
        found.n_joined += 1
        if found.n_joined == 1:
            found.first_joined = line
    found.is_in_block = True
    rest.at = at + 2 if end - at > 1 else end
    rest.end = end
    found.source_starts[found.n_sources] = rest.at - base
    found.source_ends[found.n_sources] = end - base
    if not make_room(found, (end - rest.at) // 2 + 2):
        return NO_MEMORY
    if end <= found.fast_end:
        n_words = split(rest.at, end, found.words)
    else:
        n_words = split_bytewise(rest.at, end, found.words)
    for number in range(n_words):
        token = vocabulary.intern(found.words[number].at, found.words[number].size)
        if token < 0:
            return NO_MEMORY
        found.source_ids[n_before + number] = token
    found.n_tokens = n_words
    found.n_source_tokens = n_before + n_words
    found.n_sources += 1
    found.source_offsets[found.n_sources] = n_before + n_words
    return NONE


cdef Fault take_edit(
    Found *found,
    const uint8_t *at,
    const uint8_t *end,
    int64_t line,
    Vocabulary vocabulary,
    Vocabulary kinds,
) noexcept nogil:
    """Take an edit line: that its annotator was there, and the edit unless it is a noop."""
    cdef ByteRange fields[N_FIELDS]
    cdef ByteRange word
    cdef Number first, last, annotator
    cdef int32_t token
    if not found.is_in_block:
        return EDIT_WITHOUT_SOURCE
    if end <= found.fast_end:
        if not cut_fields_at_once(at + 1, end, fields):
            return TOO_FEW_FIELDS
    elif not cut_fields(at + 1, end, fields):
        return TOO_FEW_FIELDS
    first = read_number(next_word(&fields[0]))
    last = read_number(next_word(&fields[0]))
    word = next_word(&fields[0])
    if not first.is_valid or not last.is_valid or word.at != word.end:
        return BAD_OFFSETS
    annotator = read_number(stripped(fields[5].at, fields[5].end))
    if not annotator.is_valid or not 0 <= annotator.value < LARGEST:
        return BAD_ANNOTATOR
    found.mention_sentence[found.n_mentions] = <int32_t>(found.n_sources - 1)
    found.mention_annotator[found.n_mentions] = <int32_t>annotator.value
    found.n_mentions += 1
    if first.value == -1 or last.value == -1 or is_noop(&fields[1]):
        if is_unplaced(fields, first, last):
            found.n_unplaced += 1
            if found.n_unplaced == 1:
                found.first_unplaced = line
        return NONE
    if first.value < 0 or first.value > last.value:
        return BAD_SPAN
    if last.value > found.n_tokens:
        found.n_dropped += 1
        if found.n_dropped == 1:
            found.first_dropped = line
        return NONE
    token = kinds.intern(fields[1].at, fields[1].end - fields[1].at)
    if token < 0 or not take_alternatives(found, fields[2], vocabulary):
        return NO_MEMORY
    found.edit_mention[found.n_edits] = found.n_mentions - 1
    found.start[found.n_edits] = <int32_t>first.value
    found.end[found.n_edits] = <int32_t>last.value
    found.kind[found.n_edits] = token
    found.optional[found.n_edits] = is_optional(stripped(fields[3].at, fields[3].end))
    found.n_edits += 1
    found.alternative_offsets[found.n_edits] = found.n_alternatives
    return NONE


cdef bint take_alternatives(Found *found, ByteRange rest, Vocabulary vocabulary) noexcept nogil:
    """Take the alternatives of an edit; say whether there was memory for their tokens."""
    cdef const uint8_t *cut
    cdef int64_t n_tokens
    while True:
        cut = find_bars(rest.at, rest.end, 2)
        n_tokens = intern_alternative(
            rest.at,
            rest.end if cut == NULL else cut,
            vocabulary,
            found.alternative_ids + found.n_alternative_tokens,
        )
        if n_tokens < 0:
            return False
        found.n_alternative_tokens += n_tokens
        found.n_alternatives += 1
        found.alternative_token_offsets[found.n_alternatives] = found.n_alternative_tokens
        if cut == NULL:
            return True
        rest.at = cut + 2


cdef int point_at(Found *found, dict arrays) except -1:
    """Point at empty arrays, which their dictionary keeps alive; nothing is found yet."""
    memset(found, 0, sizeof(Found))
    found.source_starts = first_long(arrays["source_starts"])
    found.source_ends = first_long(arrays["source_ends"])
    found.source_ids = first_int(arrays["source_ids"])
    found.source_offsets = first_long(arrays["source_offsets"])
    found.mention_sentence = first_int(arrays["mention_sentence"])
    found.mention_annotator = first_int(arrays["mention_annotator"])
    found.edit_mention = first_long(arrays["edit_mention"])
    found.start = first_int(arrays["start"])
    found.end = first_int(arrays["end"])
    found.kind = first_int(arrays["kind"])
    found.optional = first_byte(arrays["optional"].view(np.uint8))
    found.alternative_offsets = first_long(arrays["alternative_offsets"])
    found.alternative_ids = first_int(arrays["alternative_ids"])
    found.alternative_token_offsets = first_long(arrays["alternative_token_offsets"])
    found.source_offsets[0] = 0
    found.alternative_offsets[0] = 0
    found.alternative_token_offsets[0] = 0
    return 0


cdef int64_t *first_long(int64_t[::1] array) except NULL:
    return &array[0]


cdef int32_t *first_int(int32_t[::1] array) except NULL:
    return &array[0]


cdef uint8_t *first_byte(uint8_t[::1] array) except NULL:
    return &array[0]
