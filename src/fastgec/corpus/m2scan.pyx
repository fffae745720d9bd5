"""Scan M2 text: source sentences, edit lines and their alternatives, straight to integer arrays.

One pass over the bytes, without the GIL. A line begins with "S " (source), "A " (edit), "I "
(ignored) or is blank. An edit line has fields separated by "|||": "A start end", type,
alternatives separated by "||", two fields that are not used, annotator id. What each means stands
in corpus/gold.py, which also words the errors: this pass stops at the first bad line and returns
its number with a code.

Text of an alternative is compared as it stands, so it is cut at single spaces only: an alternative
with inner runs of spaces gets an empty token, and one with other white space a token that no
hypothesis can have, and neither matches anything. That is what the published scorer does.

Behind the pass stand what makes rows of its edit lines (`rows_in_order`) and, before it in the way
of the data, what finds where text may be cut into blocks (`find_sources`).
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memchr, memcmp

from fastgec.corpus.m2fields cimport LARGEST, Number, Text, find_bars, next_word, read_number, stripped
from fastgec._tokens cimport Vocabulary, check_lines


cpdef enum Fault:
    NONE = 0
    EDIT_WITHOUT_SOURCE = 1
    TOO_FEW_FIELDS = 2
    BAD_OFFSETS = 3
    BAD_SPAN = 4
    BAD_ANNOTATOR = 5
    UNKNOWN_LINE = 6
    NO_MEMORY = 7


cdef int64_t intern_alternative(
    const uint8_t *at, const uint8_t *end, Vocabulary vocabulary, int32_t *ids
) noexcept nogil:
    """Write the tokens of an alternative; return how many, or -1 if there is no memory for one."""
    cdef Text text = stripped(at, end)
    cdef const uint8_t *piece
    cdef int32_t token
    cdef int64_t n_tokens = 0
    if text.end - text.at == 6 and memcmp(text.at, b"-NONE-", 6) == 0:
        return 0
    while text.at < text.end:
        piece = <const uint8_t *>memchr(text.at, 0x20, text.end - text.at)
        if piece == NULL:
            piece = text.end
        token = vocabulary.intern(text.at, piece - text.at)
        if token < 0:
            return -1
        ids[n_tokens] = token
        n_tokens += 1
        text.at = piece + 1
    return n_tokens


def encode_alternatives(
    const uint8_t[::1] data not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
    Vocabulary vocabulary not None,
):
    """Return the tokens of alternatives that stand apart: ids int32[U], offsets int64[L+1].

    They are cut as those of an edit line; new tokens enter the vocabulary.
    Raises: ValueError for ranges outside the data; MemoryError.
    """
    check_lines(data, starts, ends)
    cdef int64_t n_alternatives = starts.shape[0]
    cdef int64_t number
    cdef int64_t room = 1
    for number in range(n_alternatives):
        room += ends[number] - starts[number]
    ids_array = np.empty(room, np.int32)
    offsets_array = np.zeros(n_alternatives + 1, np.int64)
    cdef int32_t[::1] ids = ids_array
    cdef int64_t[::1] offsets = offsets_array
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef int64_t found = 0
    with nogil:
        for number in range(n_alternatives):
            found = intern_alternative(
                base + starts[number], base + ends[number], vocabulary, &ids[0] + offsets[number]
            )
            if found < 0:
                break
            offsets[number + 1] = offsets[number] + found
    if found < 0:
        raise MemoryError(f"no memory for a vocabulary of more than {len(vocabulary)} tokens")
    return ids_array[: offsets[n_alternatives]].copy(), offsets_array


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
    kind int32[E], the error type in `kinds`; alternative_offsets int64[E+1];
    alternative_ids int32[U], alternative_token_offsets int64[L+1]; n_dropped, first_dropped (edits
    past the end of their source: how many, line of the first), n_joined, first_joined (sources
    without a blank line before them), is_open (whether no blank line follows the last source).
    """
    cdef int64_t size = data.shape[0]
    cdef const uint8_t *base = &data[0] if size else NULL
    room = upper_bounds(data)
    cdef int64_t n_sources_room = room["sources"]
    cdef int64_t n_edits_room = room["edits"]
    cdef int64_t n_alternatives_room = room["alternatives"]
    arrays = {
        "source_starts": np.empty(n_sources_room, np.int64),
        "source_ends": np.empty(n_sources_room, np.int64),
        "source_ids": np.empty(room["source_tokens"], np.int32),
        "source_offsets": np.zeros(n_sources_room + 1, np.int64),
        "mention_sentence": np.empty(n_edits_room, np.int32),
        "mention_annotator": np.empty(n_edits_room, np.int32),
        "edit_mention": np.empty(n_edits_room, np.int64),
        "start": np.empty(n_edits_room, np.int32),
        "end": np.empty(n_edits_room, np.int32),
        "kind": np.empty(n_edits_room, np.int32),
        "alternative_offsets": np.zeros(n_edits_room + 1, np.int64),
        "alternative_ids": np.empty(room["alternative_tokens"], np.int32),
        "alternative_token_offsets": np.zeros(n_alternatives_room + 1, np.int64),
    }
    cdef int64_t[::1] source_starts = arrays["source_starts"]
    cdef int64_t[::1] source_ends = arrays["source_ends"]
    cdef int32_t[::1] source_ids = arrays["source_ids"]
    cdef int64_t[::1] source_offsets = arrays["source_offsets"]
    cdef int32_t[::1] mention_sentence = arrays["mention_sentence"]
    cdef int32_t[::1] mention_annotator = arrays["mention_annotator"]
    cdef int64_t[::1] edit_mention = arrays["edit_mention"]
    cdef int32_t[::1] start = arrays["start"]
    cdef int32_t[::1] end = arrays["end"]
    cdef int32_t[::1] kind = arrays["kind"]
    cdef int64_t[::1] alternative_offsets = arrays["alternative_offsets"]
    cdef int32_t[::1] alternative_ids = arrays["alternative_ids"]
    cdef int64_t[::1] alternative_token_offsets = arrays["alternative_token_offsets"]

    cdef int64_t n_sources = 0, n_source_tokens = 0, n_mentions = 0, n_edits = 0
    cdef int64_t n_alternatives = 0, n_alternative_tokens = 0
    cdef int64_t n_dropped = 0, first_dropped = 0, n_joined = 0, first_joined = 0
    cdef int64_t line = 0, n_tokens = 0
    cdef int fault = NONE
    cdef bint is_in_block = False
    cdef const uint8_t *at = base
    cdef const uint8_t *stop = base + size
    cdef const uint8_t *line_end
    cdef const uint8_t *next_line
    cdef const uint8_t *cut
    cdef Text fields[6]
    cdef Text rest, word, text
    cdef Number first, last, annotator
    cdef int n_fields
    cdef int32_t token
    cdef int64_t found

    with nogil:
        while at < stop:
            line += 1
            line_end = <const uint8_t *>memchr(at, 10, stop - at)
            if line_end == NULL:
                line_end = stop
                next_line = stop
            else:
                next_line = line_end + 1
                if line_end > at and line_end[-1] == 13:
                    line_end -= 1

            if line_end > at and at[0] == 0x41 and (line_end - at == 1 or at[1] == 0x20):  # A
                if not is_in_block:
                    fault = EDIT_WITHOUT_SOURCE
                    break
                rest.at = at + 1
                n_fields = 0
                while n_fields < 6:
                    cut = find_bars(rest.at, line_end, 3)
                    fields[n_fields].at = rest.at
                    fields[n_fields].end = line_end if cut == NULL else cut
                    n_fields += 1
                    if cut == NULL:
                        break
                    rest.at = cut + 3
                if n_fields < 6:
                    fault = TOO_FEW_FIELDS
                    break
                first = read_number(next_word(&fields[0]))
                last = read_number(next_word(&fields[0]))
                word = next_word(&fields[0])
                if not first.is_valid or not last.is_valid or word.at != word.end:
                    fault = BAD_OFFSETS
                    break
                annotator = read_number(stripped(fields[5].at, fields[5].end))
                if not annotator.is_valid or not 0 <= annotator.value < LARGEST:
                    fault = BAD_ANNOTATOR
                    break
                mention_sentence[n_mentions] = <int32_t>(n_sources - 1)
                mention_annotator[n_mentions] = <int32_t>annotator.value
                n_mentions += 1
                if first.value == -1 or last.value == -1 or (
                    fields[1].end - fields[1].at == 4 and memcmp(fields[1].at, b"noop", 4) == 0
                ):
                    at = next_line
                    continue
                if first.value < 0 or first.value > last.value:
                    fault = BAD_SPAN
                    break
                if last.value > n_tokens:
                    n_dropped += 1
                    if n_dropped == 1:
                        first_dropped = line
                    at = next_line
                    continue
                edit_mention[n_edits] = n_mentions - 1
                start[n_edits] = <int32_t>first.value
                end[n_edits] = <int32_t>last.value
                token = kinds.intern(fields[1].at, fields[1].end - fields[1].at)
                if token < 0:
                    fault = NO_MEMORY
                    break
                kind[n_edits] = token
                rest = fields[2]
                while True:
                    cut = find_bars(rest.at, rest.end, 2)
                    found = intern_alternative(
                        rest.at,
                        rest.end if cut == NULL else cut,
                        vocabulary,
                        &alternative_ids[0] + n_alternative_tokens,
                    )
                    if found < 0:
                        fault = NO_MEMORY
                        break
                    n_alternative_tokens += found
                    n_alternatives += 1
                    alternative_token_offsets[n_alternatives] = n_alternative_tokens
                    if cut == NULL:
                        break
                    rest.at = cut + 2
                if fault:
                    break
                n_edits += 1
                alternative_offsets[n_edits] = n_alternatives

            elif line_end > at and at[0] == 0x53 and (line_end - at == 1 or at[1] == 0x20):  # S
                if is_in_block:
                    n_joined += 1
                    if n_joined == 1:
                        first_joined = line
                is_in_block = True
                rest.at = at + 2 if line_end - at > 1 else line_end
                rest.end = line_end
                source_starts[n_sources] = rest.at - base
                source_ends[n_sources] = line_end - base
                n_tokens = 0
                while True:
                    word = next_word(&rest)
                    if word.at == word.end:
                        break
                    token = vocabulary.intern(word.at, word.end - word.at)
                    if token < 0:
                        fault = NO_MEMORY
                        break
                    source_ids[n_source_tokens] = token
                    n_source_tokens += 1
                    n_tokens += 1
                if fault:
                    break
                n_sources += 1
                source_offsets[n_sources] = n_source_tokens

            elif line_end > at and at[0] == 0x49 and (line_end - at == 1 or at[1] == 0x20):  # I
                pass

            else:
                text = stripped(at, line_end)
                if text.at < text.end:
                    fault = UNKNOWN_LINE
                    break
                is_in_block = False
            at = next_line

    sizes = {
        "source_starts": n_sources,
        "source_ends": n_sources,
        "source_ids": n_source_tokens,
        "source_offsets": n_sources + 1,
        "mention_sentence": n_mentions,
        "mention_annotator": n_mentions,
        "edit_mention": n_edits,
        "start": n_edits,
        "end": n_edits,
        "kind": n_edits,
        "alternative_offsets": n_edits + 1,
        "alternative_ids": n_alternative_tokens,
        "alternative_token_offsets": n_alternatives + 1,
    }
    kept = {name: arrays[name][: sizes[name]].copy() for name in sizes}
    kept["n_dropped"] = n_dropped
    kept["first_dropped"] = first_dropped
    kept["n_joined"] = n_joined
    kept["first_joined"] = first_joined
    kept["is_open"] = bool(is_in_block)
    return Fault(fault), line, kept


def rows_in_order(
    const int32_t[::1] mention_sentence not None,
    const int32_t[::1] mention_annotator not None,
    const int64_t[::1] edit_mention not None,
    int64_t n_sentences,
):
    """Make rows of edit lines (arrays as `scan` returns them), if these are in order of their rows.

    Returns: row_offsets int64[S+1], annotator int32[R], edit_offsets int64[R+1]; None unless the
    annotators of every sentence ascend, as in most files. A sentence without a line has one row, of
    annotator 0, without edits.
    """
    cdef int64_t n_mentions = mention_sentence.shape[0]
    cdef int64_t n_edits = edit_mention.shape[0]
    if mention_annotator.shape[0] != n_mentions:
        raise ValueError(f"{mention_annotator.shape[0]} annotators of {n_mentions} lines")
    row_offsets_array = np.empty(n_sentences + 1, np.int64)
    annotator_array = np.empty(n_sentences + n_mentions, np.int32)
    edit_offsets_array = np.empty(n_sentences + n_mentions + 1, np.int64)
    cdef int64_t[::1] row_offsets = row_offsets_array
    cdef int32_t[::1] annotator = annotator_array
    cdef int64_t[::1] edit_offsets = edit_offsets_array
    cdef int64_t sentence, mention = 0, edit = 0, row = 0
    with nogil:
        for sentence in range(n_sentences):
            row_offsets[sentence] = row
            while mention < n_mentions and mention_sentence[mention] == sentence:
                if row == row_offsets[sentence] or mention_annotator[mention] > annotator[row - 1]:
                    annotator[row] = mention_annotator[mention]
                    edit_offsets[row] = edit
                    row += 1
                elif mention_annotator[mention] < annotator[row - 1]:
                    break
                if edit < n_edits and edit_mention[edit] == mention:
                    edit += 1
                mention += 1
            if row == row_offsets[sentence]:
                annotator[row] = 0
                edit_offsets[row] = edit
                row += 1
        row_offsets[n_sentences] = row
        edit_offsets[row] = edit
    if mention < n_mentions or edit < n_edits:
        return None
    return row_offsets_array, annotator_array[:row], edit_offsets_array[: row + 1]


def find_sources(const uint8_t[::1] data not None, int64_t first, int64_t most, bint is_line_start):
    """Find lines that begin with S, `most` of them at most, in a piece of text from byte `first` on.

    Parameters: is_line_start, whether a line begins at `first`.
    Returns: how many there are; where the last of them begins (`first` if there is none); how many
    lines end before that; how many end in all, where fewer than `most` are found.
    """
    if not 0 <= first <= data.shape[0]:
        raise IndexError(f"byte {first} of {data.shape[0]}")
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *stop = base + data.shape[0]
    cdef const uint8_t *at = base + first
    cdef int64_t n_sources = 0, last = first, n_lines = 0, n_before = 0
    with nogil:
        while at < stop:
            if is_line_start and at[0] == 0x53:
                n_sources += 1
                last = at - base
                n_before = n_lines
                if n_sources >= most:
                    break
            at = <const uint8_t *>memchr(at, 10, stop - at)
            if at == NULL:
                break
            at += 1
            n_lines += 1
            is_line_start = True
    return n_sources, last, n_before, n_lines
