"""The tokens of a source projected onto raw output: where its words are cut.

Characters are read, without white space; each gets its partner in the source (`pairing`); partners
say which gaps between two characters are cut (`gaps`); what they leave open is cut as the corpus of
the source does it (`cuts`). Nothing but white space changes, and white space is never taken away.

Text is read and written as UTF-8; a line is written with single spaces between its tokens.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memcpy

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE,
    Arena, Status, arena_free, arena_init, arena_reset, arena_status, arena_take, is_cancelled,
)
from fastgec.kernels.checks cimport check_lines
from fastgec.kernels.tokens cimport Vocabulary
from fastgec.kernels.white cimport space_width
from fastgec.texts.characters cimport Text
from fastgec.texts.cuts cimport cut_pieces
from fastgec.texts.gaps cimport find_gaps
from fastgec.texts.pairing cimport pair_characters
from fastgec.texts.rawline cimport CUT, KIND, Line, width_of

N_PAGES = 0x110000 >> 8  # of 256 code points

cdef inline int32_t point_of(const uint8_t *at, int width) noexcept nogil:
    """Return a code point; of bytes that are no UTF-8 some number below 0x110000."""
    if width == 1:
        return at[0]
    if width == 2:
        return (at[0] & 0x1F) << 6 | (at[1] & 0x3F)
    if width == 3:
        return (at[0] & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)
    return min(
        (at[0] & 0x07) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 | (at[3] & 0x3F),
        0x10FFFF,
    )


cdef Status read_text(
    Text *text,
    int64_t *bytes,
    const uint8_t *at,
    int64_t size,
    const uint16_t *marks,
    Arena *arena,
) noexcept nogil:
    """Read the characters of a line but white space; bytes gets where each begins, unless NULL."""
    cdef const uint8_t *first = at
    cdef const uint8_t *end = at + size
    cdef int64_t n = 0
    cdef int width
    cdef bint is_start = True
    text.points = <int32_t *>arena_take(arena, size, sizeof(int32_t))
    text.kinds = <uint8_t *>arena_take(arena, size, 1)
    text.begins = <uint8_t *>arena_take(arena, size + 1, 1)
    if text.points == NULL or text.kinds == NULL or text.begins == NULL:
        return arena_status(arena)
    while at < end:
        width = 0 if 0x20 < at[0] < 0xC2 else space_width(at, end)
        if width:
            is_start = True
            at += width
            continue
        width = width_of(at, end)
        text.points[n] = point_of(at, width)
        text.kinds[n] = marks[text.points[n]] & KIND
        text.begins[n] = is_start
        if bytes != NULL:
            bytes[n] = at - first
        is_start = False
        n += 1
        at += width
    text.begins[n] = True
    if bytes != NULL:
        bytes[n] = size
    text.n = n
    return DONE


cdef int64_t write_line(const Line *line, uint8_t *text, int64_t *n_words) noexcept nogil:
    """Write the tokens of a line; return the number of bytes, and how many words were cut."""
    cdef int64_t j, n = 0, size
    cdef const uint8_t *at
    cdef const uint8_t *end = line.base + line.bytes[line.text.n]
    cdef bint is_cut = False
    for j in range(line.text.n):
        at = line.base + line.bytes[j]
        if line.text.begins[j]:
            is_cut = False
        if j and line.gaps[j] == CUT:
            text[n] = 0x20
            n += 1
            if not line.text.begins[j]:
                n_words[0] += not is_cut
                n_words[1] += 1 if is_cut else 2
                is_cut = True
        size = width_of(at, end)
        memcpy(text + n, at, size)
        n += size
    return n


cdef Status project_line(
    Line *line,
    const uint8_t *source_at,
    int64_t source_size,
    const uint8_t *at,
    int64_t size,
    uint8_t *written,
    int64_t *n_written,
    int64_t *found,
    Arena *arena,
    const int32_t *cancel,
) noexcept nogil:
    """Write the tokens of one line, and what became of it."""
    cdef Text source
    cdef int64_t *partners
    cdef bint is_whole
    cdef Status status
    line.base = at
    line.bytes = <int64_t *>arena_take(arena, size + 1, sizeof(int64_t))
    line.gaps = <uint8_t *>arena_take(arena, size + 1, 1)
    partners = <int64_t *>arena_take(arena, size, sizeof(int64_t))
    if line.bytes == NULL or line.gaps == NULL or partners == NULL:
        return arena_status(arena)
    status = read_text(&line.text, line.bytes, at, size, line.marks, arena)
    if status == DONE:
        status = read_text(&source, NULL, source_at, source_size, line.marks, arena)
    if status == DONE:
        status = pair_characters(&source, &line.text, partners, &is_whole, arena, cancel)
    if status != DONE:
        return status
    find_gaps(line, &source, partners)
    cut_pieces(line)
    n_written[0] = write_line(line, written, found)
    found[2] = not is_whole
    return DONE


def used_pages(const uint8_t[::1] data not None):
    """Return which pages of 256 code points have a character of the text: uint8[N_PAGES], 0 or 1.

    Parameters: data, UTF-8.
    """
    used_array = np.zeros(N_PAGES, np.uint8)
    cdef uint8_t[::1] used = used_array
    cdef int64_t size = data.shape[0]
    cdef const uint8_t *at = &data[0] if size else NULL
    cdef const uint8_t *end = at + size
    cdef int width
    with nogil:
        while at < end:
            if at[0] < 0x80:
                used[0] = 1
                at += 1
                continue
            width = width_of(at, end)
            used[point_of(at, width) >> 8] = 1
            at += width
    return used_array


def project(
    const uint8_t[::1] source_data not None,
    const int64_t[::1] source_starts not None,
    const int64_t[::1] source_ends not None,
    const uint8_t[::1] data not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
    const uint16_t[::1] marks not None,
    Vocabulary whole not None,
    Vocabulary affixes not None,
    Vocabulary pairs not None,
    *,
    size_t memory_limit,
    const int32_t[::1] cancel not None,
):
    """Return each line of output in tokens as its source has them.

    Parameters: source_data, source_starts int64[S], source_ends int64[S], tokens between white
    space, and the same of the output, whatever its words; marks uint16[0x110000], what is known of
    each code point; whole, tokens that are not cut; affixes, tokens that are cut from an end;
    pairs, two tokens in one that are cut again; memory_limit, bytes of scratch memory; cancel
    int32[1], not 0 when work must stop.
    Returns: (stopped, text, ends, found): the line that needs more than the limit or -1; UTF-8
    uint8[N]; int64[S], where each line ends (it begins where the one before it ends); int64[S, 3],
    words that were cut, tokens that they became, whether a stretch was too large to be aligned.
    Raises: ValueError; MemoryError if the system has no memory for a line within the limit.
    """
    check_lines(source_data, source_starts, source_ends)
    check_lines(data, starts, ends)
    cdef int64_t n_lines = starts.shape[0]
    if source_starts.shape[0] != n_lines:
        raise ValueError(f"{n_lines} lines of output for {source_starts.shape[0]} of a source")
    if marks.shape[0] != 0x110000:
        raise ValueError(f"{marks.shape[0]} marks, expected one for each code point")
    if cancel.shape[0] != 1:
        raise ValueError(f"{cancel.shape[0]} flags, expected 1")
    cdef int64_t room = 1, line, size, source_size
    for line in range(n_lines):
        room += 2 * (ends[line] - starts[line])
    written_array = np.empty(room, np.uint8)
    ends_array = np.zeros(n_lines, np.int64)
    found_array = np.zeros((n_lines, 3), np.int64)
    if n_lines == 0:
        return -1, written_array[:0], ends_array, found_array
    cdef uint8_t[::1] written = written_array
    cdef int64_t[::1] line_ends = ends_array
    cdef int64_t[:, ::1] found = found_array
    cdef uint8_t nothing = 0
    cdef const uint8_t *source_base = &source_data[0] if source_data.shape[0] else &nothing
    cdef const uint8_t *base = &data[0] if data.shape[0] else &nothing
    cdef int64_t n = 0, n_written
    cdef Status status = DONE
    cdef Arena arena
    cdef Line scratch
    scratch.marks = &marks[0]
    scratch.whole = &whole.words
    scratch.affixes = &affixes.words
    scratch.pairs = &pairs.words
    with nogil:
        arena_init(&arena, memory_limit)
        for line in range(n_lines):
            if is_cancelled(&cancel[0]):
                status = CANCELLED
                break
            size = ends[line] - starts[line]
            source_size = source_ends[line] - source_starts[line]
            n_written = 0
            arena_reset(&arena)
            status = project_line(
                &scratch, source_base + source_starts[line], source_size,
                base + starts[line], size, &written[n], &n_written, &found[line, 0],
                &arena, &cancel[0],
            )
            if status != DONE:
                break
            n += n_written
            line_ends[line] = n
        arena_free(&arena)
    if status == NO_MEMORY:
        raise MemoryError(f"no memory for line {line + 1}")
    if status == CANCELLED:
        raise KeyboardInterrupt
    return (line if status == TOO_LARGE else -1), written_array[:n].copy(), ends_array, found_array
