"""Scan M2 text whose edits are compared with other edits, as ERRANT reads it, to integer arrays.

A block is a line "S ..." and lines "A start end|||type|||correction|||...|||coder", up to an empty
line. Unlike in `corpus.goldtable` nothing is left out: corrections are taken as they stand ("||"
and "-NONE-" are text), edits may lie past the end of their sentence, "noop" is a type, fields after
the correction are passed over but for the last, the coder, who may be any whole number. A sentence
without an edit line has one edit, the noop of coder 0. Rows, one for each coder of a sentence, come
in the order of their first lines; a line that breaks off the scan is named by a code.

Lines end at a line feed only: who reads a file turns other line ends into it.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memchr

from fastgec._tokens cimport Vocabulary
from fastgec.corpus.m2fields cimport (
    LARGEST, ByteRange, Number, find_bars, next_word, read_number, stripped,
)


cpdef enum CoderFault:
    FINE = 0
    NO_SOURCE = 1
    SECOND_SOURCE = 2
    FEW_FIELDS = 3
    BAD_PLACE = 4
    BAD_CODER = 5
    BAD_LINE = 6
    NO_ROOM = 7


cdef struct Lists:
    # The arrays of `scan_coders`, and how many items each has so far.
    int64_t *source_starts
    int64_t *source_ends
    int64_t *source_lines
    int64_t *row_offsets
    int32_t *coder
    int64_t *edit_row
    int32_t *start
    int32_t *end
    int32_t *kind
    int32_t *correction
    int32_t *n_words
    int64_t *row_of_coder  # of the last row of each coder, by its number in `coders`
    int64_t n_sources
    int64_t n_rows
    int64_t n_edits
    bint is_sorted  # whether edits stand in the order of their rows
    bint is_in_block


def scan_coders(
    const uint8_t[::1] data not None,
    Vocabulary kinds not None,
    Vocabulary corrections not None,
):
    """Scan M2 text; return (fault, line, arrays).

    Parameters: data, checked UTF-8; kinds and corrections, which new types and corrections enter.
    Returns: fault, a `CoderFault` (FINE if all is well), and the line it is on, from 1; arrays by
    name: source_starts, source_ends, source_lines int64[S], range of bytes of each source and its
    line from 1; row_offsets int64[S+1]; coder int32[R]; edit_offsets int64[R+1]; start, end, kind,
    correction, n_words int32[E], the last the words of the correction.
    """
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *at = base
    cdef const uint8_t *stop = base + data.shape[0]
    cdef const uint8_t *end
    cdef int64_t line = 0, n_lines, n_sources
    cdef CoderFault fault = FINE
    cdef Lists found
    cdef Vocabulary coders = Vocabulary()
    cdef int32_t noop = interned(kinds, b"noop")
    cdef int32_t nothing = interned(corrections, b"-NONE-")
    n_lines, n_sources = count_lines(data)
    arrays = new_arrays(n_lines, n_sources)
    point_at(&found, arrays)
    with nogil:
        while at < stop and fault == FINE:
            line += 1
            end = <const uint8_t *>memchr(at, 10, stop - at)
            if end == NULL:
                end = stop
            if end == at:
                if found.is_in_block:
                    close_sentence(&found, noop, nothing)
                found.is_in_block = False
            elif at[0] == 0x41 and (end - at == 1 or at[1] == 0x20):  # A
                fault = take_edit(&found, at, end, kinds, corrections, coders)
            elif at[0] == 0x53 and (end - at == 1 or at[1] == 0x20):  # S
                if found.is_in_block:
                    fault = SECOND_SOURCE
                    break
                found.is_in_block = True
                found.source_starts[found.n_sources] = (at + 2 if end - at > 1 else end) - base
                found.source_ends[found.n_sources] = end - base
                found.source_lines[found.n_sources] = line
                found.row_offsets[found.n_sources] = found.n_rows
                found.n_sources += 1
            else:
                fault = BAD_LINE
            at = end + 1
        if fault == FINE and found.is_in_block:
            close_sentence(&found, noop, nothing)
    return fault, line, kept(&found, arrays)


cdef int32_t interned(Vocabulary words, const uint8_t[::1] word) except -1:
    cdef int32_t token = words.intern(&word[0], word.shape[0])
    if token < 0:
        raise MemoryError("no memory for a vocabulary")
    return token


cdef tuple count_lines(const uint8_t[::1] data):
    """Return how many lines there are, and how many of them begin with S."""
    cdef int64_t size = data.shape[0], at, n_lines = size > 0
    cdef int64_t n_sources = size > 0 and data[0] == 0x53
    cdef const uint8_t *base = &data[0] if size else NULL
    with nogil:
        for at in range(size - 1):
            n_lines += base[at] == 10
            n_sources += (base[at] == 10) & (base[at + 1] == 0x53)
    return n_lines, n_sources


cdef dict new_arrays(int64_t n_lines, int64_t n_sources):
    """Return room for all that so many lines can hold: an edit each, a noop for each source."""
    room = n_lines + n_sources + 1
    arrays = {
        name: np.empty(room, np.int32)
        for name in ("coder", "start", "end", "kind", "correction", "n_words")
    }
    for name in ("source_starts", "source_ends", "source_lines", "row_offsets"):
        arrays[name] = np.empty(n_sources + 1, np.int64)
    arrays["edit_row"] = np.empty(room, np.int64)
    arrays["row_of_coder"] = np.empty(n_lines + 1, np.int64)
    return arrays


cdef dict kept(const Lists *found, dict arrays):
    """Return what was used of the arrays, edits in the order of their rows."""
    n_edits = found.n_edits
    arrays["row_offsets"][found.n_sources] = found.n_rows
    rows = arrays["edit_row"][:n_edits]
    order = slice(n_edits) if found.is_sorted else np.argsort(rows, kind="stable")
    edit_offsets = np.zeros(found.n_rows + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=found.n_rows), out=edit_offsets[1:])
    content = {
        name: arrays[name][: found.n_sources].copy()
        for name in ("source_starts", "source_ends", "source_lines")
    }
    content["row_offsets"] = arrays["row_offsets"][: found.n_sources + 1].copy()
    content["coder"] = arrays["coder"][: found.n_rows].copy()
    content["edit_offsets"] = edit_offsets
    for name in ("start", "end", "kind", "correction", "n_words"):
        content[name] = arrays[name][order].copy()
    return content


cdef void close_sentence(Lists *found, int32_t noop, int32_t nothing) noexcept nogil:
    """Give a sentence without an edit line the noop of coder 0."""
    cdef int64_t edit = found.n_edits
    if found.n_rows == found.row_offsets[found.n_sources - 1]:
        found.coder[found.n_rows] = 0
        found.edit_row[edit] = found.n_rows
        found.start[edit] = -1
        found.end[edit] = -1
        found.kind[edit] = noop
        found.correction[edit] = nothing
        found.n_words[edit] = 1
        found.n_rows += 1
        found.n_edits += 1


cdef CoderFault take_edit(
    Lists *found,
    const uint8_t *at,
    const uint8_t *end,
    Vocabulary kinds,
    Vocabulary corrections,
    Vocabulary coders,
) noexcept nogil:
    """Take an edit line."""
    cdef ByteRange fields[3]
    cdef ByteRange last, word
    cdef Number start, stop, coder
    cdef const uint8_t *cut
    cdef int32_t number, value
    cdef int64_t edit = found.n_edits
    cdef int n_fields = 0
    if not found.is_in_block:
        return NO_SOURCE
    at = at + 2 if end - at > 1 else end
    while True:
        cut = find_bars(at, end, 3)
        last.at = at
        last.end = end if cut == NULL else cut
        if n_fields < 3:
            fields[n_fields] = last
        n_fields += 1
        if cut == NULL:
            break
        at = cut + 3
    if n_fields < 3:
        return FEW_FIELDS
    start = read_number(next_word(&fields[0]))
    stop = read_number(next_word(&fields[0]))
    word = next_word(&fields[0])
    if not is_whole(start) or not is_whole(stop) or word.at != word.end:
        return BAD_PLACE
    coder = read_number(stripped(last.at, last.end))
    if not is_whole(coder):
        return BAD_CODER
    found.start[edit] = <int32_t>start.value
    found.end[edit] = <int32_t>stop.value
    found.kind[edit] = kinds.intern(fields[1].at, fields[1].end - fields[1].at)
    found.correction[edit] = corrections.intern(fields[2].at, fields[2].end - fields[2].at)
    value = <int32_t>coder.value
    number = coders.intern(<const uint8_t *>&value, sizeof(value))
    if number < 0 or found.kind[edit] < 0 or found.correction[edit] < 0:
        return NO_ROOM
    found.n_words[edit] = 0
    while True:
        word = next_word(&fields[2])
        if word.at == word.end:
            break
        found.n_words[edit] += 1
    found.edit_row[edit] = row_of(found, number, value)
    if edit and found.edit_row[edit] < found.edit_row[edit - 1]:
        found.is_sorted = False
    found.n_edits += 1
    return FINE


cdef inline int64_t row_of(Lists *found, int32_t number, int32_t coder) noexcept nogil:
    """Return the row of a coder in this sentence, a new one at its first line."""
    cdef int64_t first = found.row_offsets[found.n_sources - 1]
    cdef int64_t row = found.row_of_coder[number]
    # What stands at the number of a new coder is anything.
    if first <= row < found.n_rows and found.coder[row] == coder:
        return row
    row = found.n_rows
    found.coder[row] = coder
    found.row_of_coder[number] = row
    found.n_rows += 1
    return row


cdef inline bint is_whole(Number number) noexcept nogil:
    return number.is_valid and -LARGEST < number.value < LARGEST


cdef int point_at(Lists *found, dict arrays) except -1:
    """Point at empty arrays, which their dictionary keeps alive; nothing is found yet."""
    found.source_starts = first_long(arrays["source_starts"])
    found.source_ends = first_long(arrays["source_ends"])
    found.source_lines = first_long(arrays["source_lines"])
    found.row_offsets = first_long(arrays["row_offsets"])
    found.edit_row = first_long(arrays["edit_row"])
    found.row_of_coder = first_long(arrays["row_of_coder"])
    found.coder = first_int(arrays["coder"])
    found.start = first_int(arrays["start"])
    found.end = first_int(arrays["end"])
    found.kind = first_int(arrays["kind"])
    found.correction = first_int(arrays["correction"])
    found.n_words = first_int(arrays["n_words"])
    found.n_sources = 0
    found.n_rows = 0
    found.n_edits = 0
    found.is_sorted = True
    found.is_in_block = False
    return 0


cdef int64_t *first_long(int64_t[::1] array) except NULL:
    return &array[0]


cdef int32_t *first_int(int32_t[::1] array) except NULL:
    return &array[0]
