"""What stands in a line of M2 text: fields between bars, words between white space, numbers.

All of it are ranges of bytes; nothing is copied. White space is that of Python's str.split.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memchr, memcmp

from fastgec.kernels.white cimport space_width
from fastgec.kernels.words cimport IS_LITTLE_ENDIAN, is_ascii_space, lowest_bit, places_of


cdef struct ByteRange:
    const uint8_t *at
    const uint8_t *end


cdef struct Number:
    int64_t value
    bint is_valid


cdef enum:
    LARGEST = 0x7FFFFFFF  # numbers are int32; a larger offset lies past any sentence anyway
    N_FIELDS = 6  # of an edit line; what stands behind the last one is passed over


cdef inline ByteRange stripped(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Return the range without white space at either side."""
    cdef ByteRange text
    cdef const uint8_t *last
    cdef int width
    while at < end and not 0x20 < at[0] < 0xC2:
        width = space_width(at, end)
        if not width:
            break
        at += width
    while end > at and not 0x20 < (end - 1)[0] < 0x80:
        last = end - 1
        while last > at and (last[0] & 0xC0) == 0x80:
            last -= 1
        if not space_width(last, end):
            break
        end = last
    text.at = at
    text.end = end
    return text


cdef inline ByteRange alternative_of(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Return the text of an alternative, "" for a deletion.

    It is compared as it stands, so its tokens are what lies between single spaces: one with inner
    runs of spaces has empty tokens, and one with other white space a token that no hypothesis can
    have, and neither matches anything. That is what the published scorer does.
    """
    cdef ByteRange text = stripped(at, end)
    if text.end - text.at == 6 and memcmp(text.at, b"-NONE-", 6) == 0:
        text.at = text.end
    return text


cdef inline bint spells(ByteRange text, const uint8_t *word, int size) noexcept nogil:
    """Whether a field is a word of so many small letters, in letters of any case."""
    cdef int at
    if text.end - text.at != size:
        return False
    for at in range(size):
        if text.at[at] | 0x20 != word[at]:
            return False
    return True


cdef inline bint is_optional(ByteRange text) noexcept nogil:
    """Whether a field says "optional", in letters of any case."""
    return spells(text, b"optional", 8)


cdef inline Number read_number(ByteRange text) noexcept nogil:
    """Read a decimal number with an optional sign; what exceeds int32 becomes LARGEST."""
    cdef Number number
    cdef bint is_negative = False
    number.value = 0
    number.is_valid = False
    if text.at < text.end and (text.at[0] == 0x2D or text.at[0] == 0x2B):
        is_negative = text.at[0] == 0x2D
        text.at += 1
    while text.at < text.end:
        if not 0x30 <= text.at[0] <= 0x39:
            number.is_valid = False
            return number
        number.value = number.value * 10 + (text.at[0] - 0x30)
        if number.value > LARGEST:
            number.value = LARGEST
        number.is_valid = True
        text.at += 1
    if is_negative:
        number.value = -number.value
    return number


cdef inline bint is_small(Number number) noexcept nogil:
    """Whether a number was not cut to LARGEST."""
    return -LARGEST < number.value < LARGEST


cdef inline const uint8_t *find_bars(
    const uint8_t *at, const uint8_t *end, int n_bars
) noexcept nogil:
    """Return the first place of `n_bars` vertical bars in a row (2 or 3), or NULL."""
    while end - at >= n_bars:
        at = <const uint8_t *>memchr(at, 0x7C, end - at - n_bars + 1)
        if at == NULL:
            return NULL
        if at[1] == 0x7C and (n_bars == 2 or at[2] == 0x7C):
            return at
        at += 1
    return NULL


cdef inline ByteRange next_word(ByteRange *rest) noexcept nogil:
    """Cut the next white-space token from `rest`; it is empty when there is none."""
    cdef ByteRange word
    cdef int width
    while rest.at < rest.end and not 0x20 < rest.at[0] < 0xC2:
        width = space_width(rest.at, rest.end)
        if not width:
            break
        rest.at += width
    word.at = rest.at
    while rest.at < rest.end and (
        0x20 < rest.at[0] < 0xC2 or not space_width(rest.at, rest.end)
    ):
        rest.at += 1
    word.end = rest.at
    return word


cdef inline const uint8_t *read_digits(
    const uint8_t *at, const uint8_t *end, int64_t *value
) noexcept nogil:
    """Read a few digits behind a space; return where they end, NULL if there are none."""
    cdef const uint8_t *first = at + 1
    value[0] = 0
    if at == end or at[0] != 0x20:
        return NULL
    at = first
    while at < end and 0x30 <= at[0] <= 0x39:
        value[0] = value[0] * 10 + (at[0] - 0x30)
        at += 1
    if at == first:
        return NULL
    return at


cdef inline bint read_offsets(ByteRange text, Number *first, Number *last) noexcept nogil:
    """Read two numbers; False unless there are two, and no more."""
    cdef const uint8_t *at
    cdef ByteRange word
    if text.end - text.at <= 10:  # nearly all are digits behind single spaces
        at = read_digits(text.at, text.end, &first.value)
        if at != NULL and read_digits(at, text.end, &last.value) == text.end:
            first.is_valid = True
            last.is_valid = True
            return True
    first[0] = read_number(next_word(&text))
    last[0] = read_number(next_word(&text))
    word = next_word(&text)
    return first.is_valid and last.is_valid and word.at == word.end


cdef inline int cut_fields(
    const uint8_t *at, const uint8_t *end, ByteRange *fields
) noexcept nogil:
    """Cut an edit line at its bars into fields, N_FIELDS at most; return how many it has."""
    cdef const uint8_t *cut
    cdef int number
    for number in range(N_FIELDS):
        cut = find_bars(at, end, 3)
        fields[number].at = at
        fields[number].end = end if cut == NULL else cut
        if cut == NULL:
            return number + 1
        at = cut + 3
    return N_FIELDS


cdef inline int cut_fields_at_once(
    const uint8_t *at, const uint8_t *end, ByteRange *fields
) noexcept nogil:
    """As `cut_fields`, all bars of a short line at once; SLACK bytes behind it can be read."""
    cdef uint64_t bars
    cdef int number, place = 0, cut
    if not 0 < end - at <= 64 or not IS_LITTLE_ENDIAN:
        return cut_fields(at, end, fields)
    bars = places_of(at, 0x7C) & ~<uint64_t>0 >> 64 - (end - at)
    bars &= bars >> 1 & bars >> 2  # where three begin
    for number in range(N_FIELDS):
        fields[number].at = at + place
        if not bars:
            fields[number].end = end
            return number + 1
        cut = lowest_bit(bars)
        fields[number].end = at + cut
        place = cut + 3
        bars = bars >> place << place if place < 64 else 0
    return N_FIELDS


cdef inline ByteRange last_field(ByteRange field, const uint8_t *end) noexcept nogil:
    """Return the last field of an edit line, of which one is given."""
    cdef const uint8_t *cut
    while field.end < end:
        field.at = field.end + 3
        cut = find_bars(field.at, end, 3)
        field.end = end if cut == NULL else cut
    return field


cdef inline const uint8_t *line_end(
    const uint8_t *at, const uint8_t *stop, const uint8_t **next_line
) noexcept nogil:
    """Return where the text of a line ends, and write where the next one begins."""
    cdef const uint8_t *end = <const uint8_t *>memchr(at, 10, stop - at)
    if end == NULL:
        next_line[0] = stop
        return stop
    next_line[0] = end + 1
    if end > at and (end - 1)[0] == 13:
        end -= 1
    return end


cdef inline bint begins_with(
    uint8_t letter, const uint8_t *at, const uint8_t *end, bint is_lax
) noexcept nogil:
    """Say whether a line is the letter alone, or the letter and a space and more.

    With `is_lax` a tab or a carriage return will do for the space.
    """
    if end == at or at[0] != letter:
        return False
    return end - at == 1 or at[1] == 0x20 or is_lax and (at[1] == 0x09 or at[1] == 0x0D)


cdef inline bint has_token(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Say whether there is anything but ASCII white space."""
    while at < end and is_ascii_space(at[0]):
        at += 1
    return at < end


cdef inline bint has_text(const uint8_t *at, const uint8_t *end) noexcept nogil:
    cdef ByteRange text = stripped(at, end)
    return text.at < text.end


cdef inline bint is_noop(const ByteRange *kind) noexcept nogil:
    """Whether a type makes no edit."""
    return kind.end - kind.at == 4 and memcmp(kind.at, b"noop", 4) == 0
