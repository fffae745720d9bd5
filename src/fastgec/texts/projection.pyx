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
from fastgec.texts.pairing cimport DEPTH, WORDS, pair_characters
from fastgec.texts.rawline cimport CUT, KIND, Line, width_of

cdef enum:
    FEW = 3  # of a line that is missing, less than one of so many characters is there
    LONGEST_CUT = 24  # characters of a word that is not cut
    REACH = 48  # characters from a cut in which the end of a sentence is looked for

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
        status = pair_characters(
            &source, &line.text, partners, &is_whole, DEPTH, arena, cancel
        )
    if status != DONE:
        return status
    find_gaps(line, &source, partners)
    cut_pieces(line)
    n_written[0] = write_line(line, written, found)
    found[2] = not is_whole
    return DONE


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


cdef inline bint is_final(int32_t point) noexcept nogil:
    """Whether a sentence may end with a sign: . ! ? and those of other scripts, or an ellipsis."""
    return (
        point == 0x2E or point == 0x21 or point == 0x3F or point == 0x2026 or point == 0x3002
        or point == 0xFF01 or point == 0xFF1F or point == 0x61F or point == 0x6D4 or point == 0x964
    )


cdef inline bint is_closing(int32_t point) noexcept nogil:
    """Whether a sign may follow the end of a sentence: quotation marks and brackets."""
    return (
        point == 0x22 or point == 0x27 or point == 0x29 or point == 0x5D or point == 0x2019
        or point == 0x201D or point == 0xBB or point == 0x300D
    )


cdef int64_t cut_between(
    const Text *text, int64_t first, int64_t last, bint is_ended, bint *is_sure
) noexcept nogil:
    """Return the character at which the next line begins, of `first` to `last`.

    What stands between them has no partner in the source. Where it holds the end of a sentence, the
    line ends there, with closing signs; else where a capital letter of ASCII begins a word; else at
    once. is_ended says whether the line has its last character already.
    """
    cdef int64_t at, other
    is_sure[0] = first == last
    if first == last:
        return first
    for at in range(first, last + 1):
        if not text.begins[at] or (at == first and not is_ended):
            continue
        if at > 0 and is_final(text.points[at - 1]):
            other = at
            while other < last:
                if is_final(text.points[other]) or is_closing(text.points[other]):
                    other += 1
                    continue
                break
            is_sure[0] = True
            return other if text.begins[other] else at
    for at in range(first, last + 1):
        if text.begins[at] and at < text.n and 0x41 <= text.points[at] <= 0x5A:
            return at
    if is_ended:
        return first
    while last > first and not text.begins[last]:
        last -= 1
    return last


cdef int64_t end_near(
    const Text *text, const int64_t *partners, int64_t cut, int64_t least
) noexcept nogil:
    """Return where a sentence ends near a cut in the midst of one, or the cut itself.

    What goes from one line to the other must be unlike its source for the most part.
    """
    cdef int64_t at, n_equal = 0
    for at in range(cut + 1, min(cut + REACH, text.n) + 1):
        n_equal += partners[at - 1] >= 0
        if text.begins[at] and is_final(text.points[at - 1]):
            if 2 * n_equal < at - cut:
                return at
            break
    n_equal = 0
    for at in range(cut - 1, max(cut - REACH, least), -1):
        n_equal += partners[at] >= 0
        if text.begins[at] and is_final(text.points[at - 1]):
            return at if 2 * n_equal < cut - at else cut
    return cut


cdef inline bint is_end(const Text *text, int64_t cut) noexcept nogil:
    """Whether a sentence may end before a character."""
    return cut > 0 and (is_final(text.points[cut - 1]) or is_closing(text.points[cut - 1]))


cdef int64_t word_near(const Text *text, int64_t cut, int64_t least) noexcept nogil:
    """Return the nearest beginning of a word, or the cut itself where words are not written so."""
    cdef int64_t n
    if text.begins[cut] or is_end(text, cut):
        return cut
    for n in range(1, LONGEST_CUT):
        if cut - n >= least and text.begins[cut - n]:
            return cut - n
        if cut + n <= text.n and text.begins[cut + n]:
            return cut + n
    return cut


cdef int64_t cut_without(const Text *text, int64_t first, int64_t last) noexcept nogil:
    """Return where text is cut of which nothing belongs to the line that is aligned with it.

    What ends a sentence belongs to the line before, the rest to the line after.
    """
    cdef int64_t at
    for at in range(first, last + 1):
        if text.begins[at] and at > 0 and is_final(text.points[at - 1]):
            return at
    return first if text.begins[first] or not text.begins[last] else last


def cut_lines(
    const uint8_t[::1] source_data not None,
    const int64_t[::1] source_ends not None,
    const uint8_t[::1] data not None,
    const uint16_t[::1] marks not None,
    *,
    size_t memory_limit,
    const int32_t[::1] cancel not None,
):
    """Return where text must be cut into the lines of its source, whatever its own lines are.

    Parameters: source_data, its lines, with white space between them; source_ends int64[S], the
    byte where each ends; data, text of these lines or some more; marks uint16[0x110000]; the others
    as in `project`.
    Returns: (is_large, found): whether more memory is needed than the limit; int64[S, 4], the byte
    at which the text of each line ends, how many of its characters stand there unchanged, how many
    it has, and whether its end is sure.
    """
    cdef int64_t n_lines = source_ends.shape[0], line, i = 0, j = 0, after, first, last, partner
    cdef int64_t before = 0, n_equal
    found_array = np.zeros((n_lines, 4), np.int64)
    if n_lines == 0 or source_data.shape[0] == 0 or data.shape[0] == 0:
        return False, found_array
    if source_ends[n_lines - 1] > source_data.shape[0] or marks.shape[0] != 0x110000:
        raise ValueError("lines after the end of their text, or marks of another size")
    cdef int64_t[:, ::1] found = found_array
    cdef Text source, text
    cdef int64_t *source_bytes
    cdef int64_t *bytes
    cdef int64_t *partners
    cdef bint is_whole, is_sure, is_ended
    cdef Arena arena
    cdef Status status = DONE
    with nogil:
        arena_init(&arena, memory_limit)
        source_bytes = <int64_t *>arena_take(&arena, source_data.shape[0] + 1, sizeof(int64_t))
        bytes = <int64_t *>arena_take(&arena, data.shape[0] + 1, sizeof(int64_t))
        partners = <int64_t *>arena_take(&arena, data.shape[0] + 1, sizeof(int64_t))
        if source_bytes == NULL or bytes == NULL or partners == NULL:
            status = arena_status(&arena)
        if status == DONE:
            status = read_text(
                &source, source_bytes, &source_data[0], source_data.shape[0], &marks[0], &arena
            )
        if status == DONE:
            status = read_text(&text, bytes, &data[0], data.shape[0], &marks[0], &arena)
        if status == DONE:
            status = pair_characters(
                &source, &text, partners, &is_whole, WORDS, &arena, &cancel[0]
            )
        if status == DONE:
            first = 0  # the first character that may begin the next line
            for line in range(n_lines):
                after = i  # the first character of the source's next line
                while after < source.n and source_bytes[after] < source_ends[line]:
                    after += 1
                n_equal = 0
                is_ended = False
                while j < text.n:
                    partner = partners[j] if partners[j] >= -1 else -2 - partners[j]
                    if partner >= after:
                        break
                    if partner >= 0:
                        n_equal += partners[j] >= i
                        first = j + 1
                        is_ended = partner == after - 1
                    j += 1
                last = j
                first = max(first, before)
                # A word that has characters of both lines is cut between them.
                while first < last and not text.begins[first]:
                    first += 1
                is_sure = text.begins[first]
                if first < last:
                    first = cut_between(&text, first, last, is_ended or first == before, &is_sure)
                if not is_end(&text, first):
                    if after and is_final(source.points[after - 1]):
                        is_sure = False
                        first = end_near(&text, partners, first, before)
                    first = word_near(&text, first, before)
                if FEW * n_equal < after - i and 2 * (first - before) < after - i:
                    first = cut_without(&text, before, first)
                    n_equal = 0
                    if line:
                        found[line - 1, 0] = bytes[first]
                before = first
                found[line, 0] = bytes[first]
                found[line, 1] = n_equal
                found[line, 2] = after - i
                found[line, 3] = is_sure
                i = after
        arena_free(&arena)
    if status == NO_MEMORY:
        raise MemoryError("no memory for these lines")
    if status == CANCELLED:
        raise KeyboardInterrupt
    return status == TOO_LARGE, found_array
