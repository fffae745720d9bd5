"""What annotators of M2 gold make of a source, where nothing about them is odd: straight to text.

One pass over the bytes, without the GIL. A sentence is odd if a line of it is not what it should
be, if edits of one annotator overlap, stand at the same place or leave no token, or if a span
reaches past the end: how these are understood, or what is wrong with them, Python says
(metrics/imeasure/gold.py). All others, nearly all, are written here.

Corrections that Treebank rules may touch enter a vocabulary; their tokens are made in Python, once
for each, and a second pass finds them there.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memchr, memcpy

from fastgec._tokens cimport Vocabulary
from fastgec.corpus.m2fields cimport (
    LARGEST, ByteRange, Number, cut_fields, find_bars, next_word, read_number, stripped,
)
from fastgec.threeway.m2edits cimport (
    Edit, Sentence, find_odd_edits, grow, has_word, is_alone, is_touched, next_token, take_source,
)


cdef struct Output:
    uint8_t *text
    int64_t size
    int64_t room
    int64_t *ends  # pairs: first byte and the byte after the last one, of each candidate
    int64_t n_candidates
    int64_t candidate_room


cdef bint take_edit(
    Sentence *sentence, const uint8_t *at, const uint8_t *end, Vocabulary touched, bint is_treebank,
    const uint8_t *known, const int64_t *known_offsets, int64_t n_known,
) noexcept nogil:
    """Take an edit line; False if there was no memory."""
    cdef ByteRange fields[6]
    cdef ByteRange text
    cdef Number start, stop, annotator
    cdef int64_t number
    cdef const uint8_t *cut
    cdef Edit *edit
    if not cut_fields(at + 1, end, fields):
        sentence.is_odd = True
        return True
    start = read_number(next_word(&fields[0]))
    stop = read_number(next_word(&fields[0]))
    text = next_word(&fields[0])
    annotator = read_number(stripped(fields[5].at, fields[5].end))
    if (
        not start.is_valid or not stop.is_valid or not annotator.is_valid or text.at < text.end
        or annotator.value >= LARGEST
    ):
        sentence.is_odd = True
        return True
    for number in range(sentence.n_annotators):
        if sentence.annotators[number] == annotator.value:
            break
    else:
        if not grow(
            <void **>&sentence.annotators, &sentence.annotator_room, sentence.n_annotators + 1,
            sizeof(int64_t),
        ):
            return False
        sentence.annotators[sentence.n_annotators] = annotator.value
        sentence.n_annotators += 1
    if start.value == -1 and stop.value == -1:
        if fields[1].end - fields[1].at != 4 or not has_word(fields[1].at, fields[1].end, b"noop"):
            sentence.is_odd = True
        return True
    if not 0 <= start.value <= stop.value <= sentence.n_tokens:
        sentence.is_odd = True
        return True
    text = fields[2]
    cut = find_bars(text.at, text.end, 2)
    if cut != NULL:
        text.end = cut
    if is_treebank and is_touched(text):
        number = touched.intern(text.at, text.end - text.at)
        if number < 0:
            return False
        if number >= n_known:
            sentence.is_odd = True
            return True
        text.at = known + known_offsets[number]
        text.end = known + known_offsets[number + 1]
    if not grow(
        <void **>&sentence.edits, &sentence.edit_room, sentence.n_edits + 1, sizeof(Edit)
    ):
        return False
    # In order of annotators, then places.
    number = sentence.n_edits
    edit = sentence.edits
    while number > 0 and (
        edit[number - 1].annotator > annotator.value
        or (
            edit[number - 1].annotator == annotator.value
            and (
                edit[number - 1].start > start.value
                or (edit[number - 1].start == start.value and edit[number - 1].end > stop.value)
            )
        )
    ):
        edit[number] = edit[number - 1]
        number -= 1
    edit[number] = Edit(start.value, stop.value, annotator.value, text)
    sentence.n_edits += 1
    return True


cdef inline void add_token(Output *output, ByteRange token) noexcept nogil:
    memcpy(output.text + output.size, token.at, token.end - token.at)
    output.size += token.end - token.at
    output.text[output.size] = 0x20
    output.size += 1


cdef bint add_candidate(
    Output *output, Sentence *sentence, int64_t first, int64_t last
) noexcept nogil:
    """Write the text with the edits first to last (exclusive); False if there was no memory."""
    cdef int64_t needed = output.size
    cdef int64_t begin = output.size
    cdef int64_t number, place, token = 0
    cdef int64_t rest_begin = output.size
    cdef ByteRange rest, word
    for place in range(sentence.n_tokens):
        needed += sentence.tokens[place].end - sentence.tokens[place].at + 1
    for number in range(first, last):
        needed += sentence.edits[number].text.end - sentence.edits[number].text.at + 1
    if not grow(<void **>&output.text, &output.room, needed, 1):
        return False
    if not grow(
        <void **>&output.ends, &output.candidate_room, 2 * (output.n_candidates + 1),
        sizeof(int64_t),
    ):
        return False
    for number in range(first, last):
        for place in range(token, sentence.edits[number].start):
            add_token(output, sentence.tokens[place])
        token = sentence.edits[number].end
        rest = sentence.edits[number].text
        while True:
            word = next_token(&rest)
            if word.at == word.end:
                break
            add_token(output, word)
        if sentence.edits[number].end == 0:
            rest_begin = output.size
    for place in range(token, sentence.n_tokens):
        add_token(output, sentence.tokens[place])
    # Edits are made from right to left, and one that would leave no token is not made.
    if output.size == rest_begin:
        sentence.is_odd = True
    output.ends[2 * output.n_candidates] = begin
    output.ends[2 * output.n_candidates + 1] = max(begin, output.size - 1)  # no space at the end
    output.n_candidates += 1
    return True


cdef bint write_sentence(Output *output, Sentence *sentence) noexcept nogil:
    """Write the source, then the candidates in their order; of an odd sentence nothing more."""
    cdef int64_t first = 0, last, n_changed = 0, number
    cdef int64_t n_before
    if not add_candidate(output, sentence, 0, 0):
        return False
    n_before = output.n_candidates
    find_odd_edits(sentence)
    if sentence.is_odd:
        return True
    for number in range(sentence.n_edits):
        if number == 0 or sentence.edits[number].annotator != sentence.edits[number - 1].annotator:
            n_changed += 1
    if n_changed < sentence.n_annotators or sentence.n_annotators == 0:
        if not grow(
            <void **>&output.ends, &output.candidate_room, 2 * (output.n_candidates + 1),
            sizeof(int64_t),
        ):
            return False
        # The same text once more.
        output.ends[2 * n_before] = output.ends[2 * n_before - 2]
        output.ends[2 * n_before + 1] = output.ends[2 * n_before - 1]
        output.n_candidates += 1
    while first < sentence.n_edits:
        last = first + 1
        while (
            last < sentence.n_edits
            and sentence.edits[last].annotator == sentence.edits[first].annotator
        ):
            last += 1
        if not add_candidate(output, sentence, first, last):
            return False
        first = last
    if sentence.is_odd:
        output.n_candidates = n_before
    return True


def annotated_texts(
    const uint8_t[::1] data not None,
    Vocabulary touched not None,
    bint is_treebank,
    const uint8_t[::1] known not None,
    const int64_t[::1] known_offsets not None,
):
    """Write the candidates of every sentence of M2 text.

    data: UTF-8; touched: corrections that Treebank rules may be about, which new ones enter; known,
    known_offsets: the tokens of the first of them, with white space between.
    Returns: None where a line stands before the first source, or there is none; else (text, ranges
    int64[C, 2], offsets int64[S+1], is_odd uint8[S], places int64[S+1], lines int64[S]): bytes of
    all texts; the range of each; sentence s has those from offsets[s] on, first its source, then
    its candidates, none if it is odd; where its lines begin, by byte and by number.
    Raises: MemoryError.
    """
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *known_base = &known[0] if known.shape[0] else NULL
    cdef const uint8_t *at = base
    cdef const uint8_t *stop = base + data.shape[0]
    cdef const uint8_t *end
    cdef const uint8_t *next_line
    cdef int64_t n_known = known_offsets.shape[0] - 1
    cdef int64_t line = 0, n_sentences = 0
    cdef Sentence sentence
    cdef Output output
    cdef ByteRange text
    cdef bint has_memory = True, is_misplaced = False
    if n_known < 0 or known_offsets[n_known] > known.shape[0]:
        raise ValueError("offsets of known corrections leave their text")
    most = bytes(data).count(b"\nS") + 2
    offsets_array = np.zeros(most, np.int64)
    odd_array = np.zeros(most, np.uint8)
    places_array = np.zeros(most, np.int64)
    lines_array = np.zeros(most, np.int64)
    cdef int64_t[::1] offsets = offsets_array
    cdef uint8_t[::1] is_odd = odd_array
    cdef int64_t[::1] places = places_array
    cdef int64_t[::1] lines = lines_array
    sentence.tokens = NULL
    sentence.edits = NULL
    sentence.annotators = NULL
    sentence.token_room = sentence.edit_room = sentence.annotator_room = 0
    output.text = NULL
    output.ends = NULL
    output.size = output.room = output.n_candidates = output.candidate_room = 0
    with nogil:
        while at < stop and has_memory and not is_misplaced:
            line += 1
            end = <const uint8_t *>memchr(at, 10, stop - at)
            next_line = stop if end == NULL else end + 1
            if end == NULL:
                end = stop
            if at[0] == 0x53 and is_alone(at, end):  # S
                if n_sentences:
                    has_memory = write_sentence(&output, &sentence)
                    is_odd[n_sentences - 1] = sentence.is_odd
                offsets[n_sentences] = output.n_candidates
                places[n_sentences] = at - base
                lines[n_sentences] = line
                n_sentences += 1
                text.at = at + 1
                text.end = end
                has_memory = has_memory and take_source(&sentence, text)
            elif at[0] == 0x41 and is_alone(at, end):  # A
                if n_sentences == 0:
                    is_misplaced = True
                else:
                    has_memory = take_edit(
                        &sentence, at, end, touched, is_treebank, known_base, &known_offsets[0],
                        n_known,
                    )
            elif at[0] != 0x49:  # I
                text = stripped(at, end)
                if text.at < text.end:
                    if n_sentences == 0:
                        is_misplaced = True
                    else:
                        sentence.is_odd = True
            at = next_line
        if n_sentences and has_memory:
            has_memory = write_sentence(&output, &sentence)
            is_odd[n_sentences - 1] = sentence.is_odd
    try:
        if not has_memory:
            raise MemoryError("no memory for the texts of annotators")
        if is_misplaced or n_sentences == 0:
            return None
        offsets[n_sentences] = output.n_candidates
        places[n_sentences] = data.shape[0]
        ranges = np.empty((output.n_candidates, 2), np.int64)
        copy_ranges(ranges, &output)
        return (
            (<char *>output.text)[: output.size] if output.size else b"",
            ranges,
            offsets_array[: n_sentences + 1],
            odd_array[:n_sentences],
            places_array[: n_sentences + 1],
            lines_array[:n_sentences],
        )
    finally:
        free(sentence.tokens)
        free(sentence.edits)
        free(sentence.annotators)
        free(output.text)
        free(output.ends)


cdef int copy_ranges(int64_t[:, ::1] ranges, const Output *output) except -1:
    if output.n_candidates:
        memcpy(&ranges[0, 0], output.ends, 2 * output.n_candidates * sizeof(int64_t))
    return 0
