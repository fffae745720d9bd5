"""The tokens of a source projected onto raw output: where its words are cut.

Between two characters of the output without white space between them stands a gap. It is

    cut   if the partners (`pairing`) of both characters stand on either side of a token boundary of
          the source: where only white space was changed all gaps are as the source has them;
    kept  if both are neighbours inside a token of the source;
    open  otherwise: there the output has other text than the source.

White space of the output is never removed, unless the same characters have none in the source.
Of the pieces that cut gaps leave, open gaps are cut as the tokens of the source's corpus are
(`habits`): a sign that mostly stands alone there is cut from the end, the beginning or the inside
of a piece, and so is the end of a piece that is a token there, such as "n't". A piece that is
itself such a token stays whole.

Text is read and written as UTF-8; a line is written with single spaces between its tokens.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memcpy

from fastgec._arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE,
    Arena, Status, arena_free, arena_init, arena_reset, arena_status, arena_take, is_cancelled,
)
from fastgec._checks cimport check_lines
from fastgec._tokens cimport Vocabulary, Words, find_word, space_width
from fastgec.convert.pairing cimport DIGIT, JOINED, SIGN, Text, pair_characters

N_PAGES = 0x110000 >> 8  # of 256 code points

cdef int64_t LONGEST = 64  # bytes of a token that is looked up
cdef int64_t LONGEST_AFFIX = 16
cdef int32_t JOINER = 0x200D  # also the character after it belongs to the one before

# What a code point's entry in `marks` says: its kind, then whether it is cut from the end of a
# piece after a letter, digit or sign; from the beginning before one; from the inside between
# letters or digits of either kind; whether several in a row are one token.
cdef uint16_t KIND = 3
cdef int FROM_END = 2
cdef int FROM_START = 5
cdef int FROM_INSIDE = 8
cdef int TOGETHER = 12

cdef uint8_t OPEN = 0
cdef uint8_t KEPT = 1
cdef uint8_t CUT = 2


cdef struct Line:
    # A line of output: its characters, the byte at which each begins, and its gaps; gap j stands
    # before character j, and both arrays have one item more than there are characters.
    Text text
    const uint8_t *base
    int64_t *bytes
    uint8_t *gaps
    const uint16_t *marks
    const Words *whole
    const Words *affixes
    const Words *pairs


cdef inline int width_of(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Return the number of bytes of the character at `at`."""
    cdef int width = 1
    if at[0] >= 0xC0:
        width = 2 if at[0] < 0xE0 else 3 if at[0] < 0xF0 else 4
    return width if end - at >= width else <int>(end - at)


cdef inline int32_t point_of(const uint8_t *at, int width) noexcept nogil:
    if width == 1:
        return at[0]
    if width == 2:
        return (at[0] & 0x1F) << 6 | (at[1] & 0x3F)
    if width == 3:
        return (at[0] & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)
    return (at[0] & 0x07) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 | (at[3] & 0x3F)


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


cdef inline bint is_known(
    const Line *line, const Words *words, int64_t first, int64_t last, int64_t longest
) noexcept nogil:
    cdef int64_t size
    if first >= last:
        return False
    size = line.bytes[last - 1] - line.bytes[first]
    if size >= longest:
        return False
    # The last character's bytes: white space may follow it.
    size += width_of(line.base + line.bytes[last - 1], line.base + line.bytes[line.text.n])
    return size <= longest and find_word(words, line.base + line.bytes[first], size) >= 0


cdef inline int64_t partner_of(int64_t partner) noexcept nogil:
    return partner if partner >= -1 else -2 - partner


cdef bint is_soft(
    const Line *line, const Text *source, const int64_t *partners, int64_t j
) noexcept nogil:
    """Whether a boundary stands between words that the corpus has apart and together."""
    cdef int64_t first = j - 1, last = j
    if line.text.kinds[j - 1] == SIGN or line.text.kinds[j] == SIGN:
        return False
    while first > 0 and partners[first - 1] >= 0 and not source.begins[partner_of(partners[first])]:
        first -= 1
    while True:
        if line.text.kinds[last] == SIGN:
            return False
        last += 1
        if last == line.text.n or partners[last] < 0 or source.begins[partners[last]]:
            break
    return not is_known(line, line.pairs, first, last, LONGEST)


cdef bint is_spaced(const Line *line, const Text *source, const int64_t *partners) noexcept nogil:
    """Whether the output mostly has white space where words of its source meet."""
    cdef int64_t j, balance = 0
    for j in range(1, line.text.n):
        if partners[j] >= 0 and partners[j - 1] == partners[j] - 1 and source.begins[partners[j]]:
            if line.text.kinds[j - 1] != SIGN and line.text.kinds[j] != SIGN:
                balance += 1 if line.text.begins[j] else -1
    return balance > 0


cdef void find_gaps(Line *line, const Text *source, const int64_t *partners) noexcept nogil:
    """Write what alignment and white space say of each gap."""
    cdef int64_t j, before, after, first
    cdef uint8_t gap
    cdef bint is_same = source.n == line.text.n
    cdef bint has_spaces
    for j in range(line.text.n):
        is_same &= partners[j] == j
    has_spaces = not is_same and is_spaced(line, source, partners)
    line.gaps[0] = line.gaps[line.text.n] = CUT
    for j in range(1, line.text.n):
        gap = CUT if line.text.begins[j] else OPEN
        before = partner_of(partners[j - 1])
        after = partner_of(partners[j])
        if gap == OPEN and before >= 0 and after > before:
            if source.begins[before + 1] and source.begins[after]:
                gap = CUT
                if has_spaces and is_soft(line, source, partners, j):
                    gap = KEPT
        if gap == OPEN and (
            line.text.kinds[j] == JOINED or line.text.points[j - 1] == JOINER
        ):
            gap = KEPT
        line.gaps[j] = gap
    # A token of the source that stands alone here, too, stays whole.
    first = 0
    for j in range(1, line.text.n + 1):
        if line.gaps[j] == CUT:
            if partners[first] >= 0 and source.begins[partners[first]]:
                before = first + 1
                while before < j and partners[before] == partners[before - 1] + 1 and (
                    not source.begins[partners[before]]
                ):
                    before += 1
                if before == j and source.begins[partners[j - 1] + 1]:
                    for before in range(first + 1, j):
                        line.gaps[before] = KEPT
            first = j


cdef inline int side_of(uint8_t kind) noexcept nogil:
    return 2 if kind == SIGN else 1 if kind == DIGIT else 0


cdef bint is_habit(const Line *line, int64_t j, int shift) noexcept nogil:
    return line.marks[line.text.points[j]] >> shift & 1


cdef int64_t cut_end(Line *line, int64_t first, int64_t last) noexcept nogil:
    """Cut signs from the end of a piece; return where what is left ends."""
    cdef const Text *text = &line.text
    cdef int64_t run, k
    cdef bint is_together
    while last - first > 1 and text.kinds[last - 1] == SIGN:
        if is_known(line, line.whole, first, last, LONGEST):
            return first  # nothing of it is looked at again
        run = last - 1
        while run > first and text.points[run - 1] == text.points[last - 1]:
            run -= 1
        is_together = is_habit(line, last - 1, TOGETHER)
        k = run if is_together else last - 1
        if k == first or line.gaps[k] != OPEN:
            return last
        if not is_habit(line, k, FROM_END + side_of(text.kinds[run - 1 if run > first else run])):
            return last
        line.gaps[k] = CUT
        last = k
    return last


cdef int64_t cut_start(Line *line, int64_t first, int64_t last) noexcept nogil:
    """Cut signs from the beginning of a piece; return where what is left begins."""
    cdef const Text *text = &line.text
    cdef int64_t run, k
    while last - first > 1 and text.kinds[first] == SIGN:
        if is_known(line, line.whole, first, last, LONGEST):
            return last
        run = first + 1
        while run < last and text.points[run] == text.points[first]:
            run += 1
        k = run if is_habit(line, first, TOGETHER) else first + 1
        if k == last or line.gaps[k] != OPEN:
            return first
        if not is_habit(line, first, FROM_START + side_of(text.kinds[run if run < last else first])):
            return first
        line.gaps[k] = CUT
        first = k
    return first


cdef void cut_inside(Line *line, int64_t first, int64_t last) noexcept nogil:
    """Cut signs that stand alone, and the longest known end, from the inside of a piece."""
    cdef const Text *text = &line.text
    cdef int64_t k, run, size
    cdef int habit
    for k in range(max(first + 1, last - LONGEST_AFFIX), last):
        if line.gaps[k] == OPEN and text.kinds[k - 1] != SIGN:
            if is_known(line, line.affixes, k, last, LONGEST_AFFIX):
                line.gaps[k] = CUT
                last = k
                break
    k = first + 1
    while k < last - 1:
        run = k + 1
        if text.kinds[k] == SIGN and line.gaps[k] == OPEN:
            while run < last and text.points[run] == text.points[k]:
                run += 1
            if run < last and line.gaps[run] == OPEN and (run == k + 1 or is_habit(line, k, TOGETHER)):
                if text.kinds[k - 1] != SIGN and text.kinds[run] != SIGN:
                    habit = 2 * (text.kinds[k - 1] == DIGIT) + (text.kinds[run] == DIGIT)
                    if is_habit(line, k, FROM_INSIDE + habit):
                        line.gaps[k] = line.gaps[run] = CUT
        k = run


cdef void cut_pieces(Line *line) noexcept nogil:
    """Cut open gaps as the corpus does."""
    cdef int64_t first = 0, last, start, end, j
    cdef bint is_mixed, is_open
    while first < line.text.n:
        last = first + 1
        is_mixed = line.text.kinds[first] == SIGN
        is_open = False
        while line.gaps[last] != CUT:
            is_open |= line.gaps[last] == OPEN
            is_mixed |= line.text.kinds[last] == SIGN
            last += 1
        if is_mixed and is_open and not is_known(line, line.whole, first, last, LONGEST):
            end = cut_end(line, first, last)
            start = cut_start(line, first, end)
            if not is_known(line, line.whole, start, end, LONGEST):
                cut_inside(line, start, end)
        first = last


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
    pairs, two tokens in one that are cut again; memory_limit, bytes of scratch memory; cancel int32[1], not 0 when work must stop.
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
