"""What annotators of M2 gold make of a source, where nothing about them is odd: straight to text.

A sentence is odd if edits of one annotator overlap, stand at the same place or leave no token, or
if a span reaches past the end: what comes of these, Python says (metrics/imeasure/gold.py). The
texts of all others, nearly all, are written here, in one pass without the GIL.

The tokens of corrections are made in Python, once for each that is unlike the others.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from fastgec.kernels.array cimport Array, make_room
from fastgec.kernels.checks cimport check_offsets
from fastgec.kernels.words cimport Word, split_ascii
from fastgec.read.batch cimport Batch
from fastgec.read.goldtable cimport IMEASURE, GoldTable


cdef struct Edit:
    int64_t start
    int64_t end
    Word text  # its tokens, with a space between


cdef struct Corrections:
    # Which one each edit has, and the tokens of each, with a space between.
    const int32_t *numbers
    const uint8_t *text
    const int64_t *offsets


cdef struct Output:
    Array text
    int64_t size
    Array ends  # pairs of int64: first byte and the byte behind the last one, of each candidate
    int64_t n_candidates
    Array tokens  # Word: of the source that is written
    int64_t n_tokens
    Array edits  # Edit: of an annotator, in order of their places


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


cdef inline void add_text(Output *output, Word added) noexcept nogil:
    """Add a token, or some with a space between, and a space."""
    cdef uint8_t *text = <uint8_t *>output.text.items + output.size
    if added.size:
        memcpy(text, added.at, added.size)
        text[added.size] = 0x20
        output.size += added.size + 1


cdef bint add_candidate(Output *output, int64_t n_edits, bint *is_odd) noexcept nogil:
    """Write the source with the first edits; False if there was no memory."""
    cdef const Word *tokens = <Word *>output.tokens.items
    cdef const Edit *edits = <Edit *>output.edits.items
    cdef int64_t needed = output.size, begin = output.size, rest_begin = output.size
    cdef int64_t number, place, token = 0
    for place in range(output.n_tokens):
        needed += tokens[place].size + 1
    for number in range(n_edits):
        needed += edits[number].text.size + 1
    if not make_room(&output.text, needed, 1):
        return False
    for number in range(n_edits):
        for place in range(token, edits[number].start):
            add_text(output, tokens[place])
        token = edits[number].end
        add_text(output, edits[number].text)
        if edits[number].end == 0:
            rest_begin = output.size
    for place in range(token, output.n_tokens):
        add_text(output, tokens[place])
    # Edits are made from right to left, and one that would leave no token is not made.
    is_odd[0] |= output.size == rest_begin
    return add_range(output, begin, max(begin, output.size - 1))  # no space at the end


cdef bint take_source(Output *output, const GoldTable *gold, int64_t sentence) noexcept nogil:
    """Cut a source into tokens; False if there was no memory."""
    cdef const uint8_t *at = gold.base + gold.source_at[sentence]
    cdef const uint8_t *end = gold.base + gold.source_end[sentence]
    if not make_room(&output.tokens, (end - at) // 2 + 1, sizeof(Word)):
        return False
    output.n_tokens = split_ascii(at, end, <Word *>output.tokens.items)
    return True


cdef bint take_row(
    Output *output, const GoldTable *gold, int64_t row, const Corrections *corrections,
    bint *is_odd,
) noexcept nogil:
    """Take the edits of an annotator in order of their places; False if there was no memory."""
    cdef int64_t first = gold.edit_offsets[row], n = gold.edit_offsets[row + 1] - first
    cdef int64_t number, at
    cdef const int64_t *offsets
    cdef Edit edit
    cdef Edit *edits
    if not make_room(&output.edits, n, sizeof(Edit)):
        return False
    edits = <Edit *>output.edits.items
    for number in range(n):
        edit.start = gold.start[first + number]
        edit.end = gold.end[first + number]
        offsets = corrections.offsets + corrections.numbers[first + number]
        edit.text = Word(corrections.text + offsets[0], offsets[1] - offsets[0])
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
    Output *output, const GoldTable *gold, int64_t sentence, const Corrections *corrections,
    bint *is_odd,
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
        if not take_row(output, gold, row, corrections, is_odd):
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


def annotated_texts(
    Batch batch not None,
    const int32_t[::1] numbers not None,
    const uint8_t[::1] text not None,
    const int64_t[::1] text_offsets not None,
):
    """Write the candidates of every sentence of a batch of M2 text.

    numbers: the correction of each edit; text, text_offsets: the tokens of each correction, with a
    space between.
    Returns: (text, ranges int64[C, 2], offsets int64[S+1], is_odd uint8[S]): bytes of all texts;
    the range of each; sentence s has those from offsets[s] on, first its source, then its
    candidates, none if it is odd.
    Raises: MemoryError; ValueError for what does not fit together.
    """
    cdef const GoldTable *gold = &batch.gold
    cdef int64_t n_sentences = gold.n_sentences, n_edits = batch.require_text(), sentence
    cdef Corrections corrections
    cdef Output output
    cdef bint has_memory = True, is_odd
    if batch.dialect != IMEASURE:
        raise ValueError("text of another dialect, expected that of the I-measure")
    check_offsets("text_offsets", text_offsets, text.shape[0])
    if numbers.shape[0] != n_edits:
        raise ValueError(f"corrections of {numbers.shape[0]} edits, expected {n_edits}")
    for sentence in range(n_edits):
        if not 0 <= numbers[sentence] < text_offsets.shape[0] - 1:
            raise ValueError(f"correction {numbers[sentence]} of {text_offsets.shape[0] - 1}")
    corrections.numbers = &numbers[0] if n_edits else NULL
    corrections.text = &text[0] if text.shape[0] else NULL
    corrections.offsets = &text_offsets[0]
    offsets_array = np.zeros(n_sentences + 1, np.int64)
    odd_array = np.zeros(n_sentences, np.uint8)
    cdef int64_t[::1] offsets = offsets_array
    cdef uint8_t[::1] odd = odd_array
    memset(&output, 0, sizeof(Output))
    with nogil:
        for sentence in range(n_sentences):
            is_odd = False
            if not write_sentence(&output, gold, sentence, &corrections, &is_odd):
                has_memory = False
                break
            odd[sentence] = is_odd
            offsets[sentence + 1] = output.n_candidates
    try:
        if not has_memory:
            raise MemoryError("no memory for the texts of annotators")
        ranges = np.empty((output.n_candidates, 2), np.int64)
        copy_ranges(ranges, &output)
        written = (<char *>output.text.items)[: output.size] if output.size else b""
        return written, ranges, offsets_array, odd_array
    finally:
        free(output.text.items)
        free(output.ends.items)
        free(output.tokens.items)
        free(output.edits.items)


cdef int copy_ranges(int64_t[:, ::1] ranges, const Output *output) except -1:
    if output.n_candidates:
        memcpy(&ranges[0, 0], output.ends.items, 2 * output.n_candidates * sizeof(int64_t))
    return 0
