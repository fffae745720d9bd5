"""A text as bytes, and what its bytes are."""

from libc.stdint cimport int64_t, uint8_t


cdef enum:
    UNSPLIT_RUN = 36  # bytes: twelve letters, more than words of scripts without spaces mostly have


cdef struct Text:
    const uint8_t *data
    int64_t size


cdef inline Text trimmed(const uint8_t *data, int64_t start, int64_t end) noexcept nogil:
    while start < end and data[start] <= 32:
        start += 1
    while start < end and data[end - 1] <= 32:
        end -= 1
    return Text(data + start, end - start)


cdef inline bint is_letter(uint8_t byte) noexcept nogil:
    return 97 <= (byte | 32) <= 122


cdef inline bint is_end_mark(uint8_t byte) noexcept nogil:
    return byte == 33 or byte == 46 or byte == 63


cdef inline bint is_raw(Text text) noexcept nogil:
    """Whether a full stop, question or exclamation mark at the end is part of the last word."""
    cdef uint8_t last, before
    if text.size < 2:
        return False
    last = text.data[text.size - 1]
    before = text.data[text.size - 2]
    return is_end_mark(last) and before > 32 and not is_end_mark(before)


cdef inline bint is_unspaced(const uint8_t *at) noexcept nogil:
    """Whether three bytes are a letter of a script without spaces between words.

    These are ideographs, kana, Thai, Lao, Burmese and Khmer.
    """
    cdef uint8_t lead = at[0], second = at[1]
    if lead == 0xE3:  # from U+3041: before are ideographic marks
        return second != 0x80 and not (second == 0x81 and at[2] == 0x80)
    if 0xE4 <= lead <= 0xE9:
        return True
    if lead == 0xE0:
        return 0xB8 <= second <= 0xBB
    return lead == 0xE1 and (0x80 <= second <= 0x82 or second == 0x9E or second == 0x9F)


cdef inline bint is_unsplit(Text text) noexcept nogil:
    """Whether there are UNSPLIT_RUN bytes in a row that are not ASCII, mostly of such letters.

    One byte of so many is in each run of that length: text of other alphabets takes no time.
    """
    cdef int64_t at = UNSPLIT_RUN - 1, first, last, n_letters
    while at < text.size:
        if text.data[at] < 128:
            at += UNSPLIT_RUN
            continue
        first = last = at
        while first > 0 and text.data[first - 1] >= 128:
            first -= 1
        while last < text.size and text.data[last] >= 128:
            last += 1
        if last - first >= UNSPLIT_RUN:
            n_letters = 0
            for at in range(first, last - 2):
                n_letters += is_unspaced(text.data + at)
            if 6 * n_letters > last - first:
                return True
        at = last + UNSPLIT_RUN
    return False


cdef inline bint has_letter(Text text, const uint8_t *cases, uint8_t case) noexcept nogil:
    """Whether a text has a capital (case 1) or a small letter (2)."""
    cdef int64_t at = 0
    cdef uint8_t byte
    while at < text.size:
        byte = text.data[at]
        if byte < 128:
            if cases[byte] & case:
                return True
        elif 0xC0 <= byte < 0xE0 and at + 1 < text.size:
            if cases[(byte & 31) << 6 | (text.data[at + 1] & 63)] & case:
                return True
            at += 1
        at += 1
    return False
