"""What programs leave in an output that was no correction: cut ends, frames, other characters.

A model stops at a greatest length, is caught in a loop, or says something before its answer; a
tokenizer leaves pieces of words, a web page its escapes. People and systems that correct do none of
it often. So these are looked for where an output is not its source: its length, the mark that a
source ends with, the first and last bytes of the source inside the output, letters without small
ones, and characters of programs. Of a document, a line that is long, only its length and its end.
"""

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcmp

from fastgec.diagnostics.ends cimport is_same
from fastgec.diagnostics.grams cimport Grams, gather, share
from fastgec.diagnostics.texts cimport Text, is_letter

cdef enum:
    LONGEST = 1024    # bytes of a sentence; what is longer is a document, which may be rewritten
    KEY = 8           # bytes of the source's start or end that are looked for in the output
    MOST_FRAME = 200  # bytes before or after them
    LONGER = 20       # bytes, beyond half as many again as the source has: more than a correction
    TIMES = 4         # more than so many times as long as the source, and
    RUN = 500         # more than so many bytes longer: nobody corrects so
    FEWEST_CAPITALS = 8
    WIDEST = 8        # bytes of an escape
    TAIL = 256        # bytes of a document's end that are looked for
    TAIL_AROUND = 1024  # in so many bytes at the end of the output
    TAIL_LEFT = 40    # per cent of its n-grams: fewer, and the end is not there
    MISSING = 150     # bytes that the output is shorter, at least


cdef struct Census:
    int64_t alien   # pieces of words, tags, escapes, and characters that nobody sees
    int64_t curly   # quotation marks of typesetting
    int64_t plain   # those of typewriters, and of Penn Treebank
    int64_t penn    # brackets as Penn Treebank writes them; they are alien, too
    int64_t round


cdef inline bint ends_a_sentence(Text text) noexcept nogil:
    """Whether the last character is a full stop, a question mark or an exclamation mark."""
    cdef const uint8_t *end
    cdef uint8_t last = text.data[text.size - 1]
    if last == 46 or last == 63 or last == 33:
        return True
    if text.size < 3:
        return False
    end = text.data + text.size - 3
    if end[0] == 0xE3 and end[1] == 0x80 and end[2] == 0x82:
        return True
    return end[0] == 0xEF and end[1] == 0xBC and (end[2] == 0x81 or end[2] == 0x9F)


cdef inline bint ends_in_a_word(Text text) noexcept nogil:
    """Whether the last character is an ASCII letter or digit."""
    cdef uint8_t last = text.data[text.size - 1]
    return is_letter(last) or 48 <= last <= 57


cdef inline bint is_there(const uint8_t *key, const uint8_t *text) noexcept nogil:
    cdef int at
    for at in range(KEY):
        if not is_same(key[at], text[at]):
            return False
    return True


cdef inline bint is_framed(Text source, Text output) noexcept nogil:
    """Whether the start or the end of the source is inside the output, or it is far longer."""
    cdef const uint8_t *end = source.data + source.size - KEY
    cdef int64_t at, last = output.size - KEY
    if 2 * output.size > 3 * source.size + 2 * LONGER:
        return True
    if source.size < KEY:
        return False
    if last >= 0 and not is_same(source.data[0], output.data[0]):
        for at in range(1, min(last, MOST_FRAME) + 1):
            if is_there(source.data, output.data + at):
                return True
    if last >= 0 and not is_same(source.data[source.size - 1], output.data[output.size - 1]):
        for at in range(1, min(last, MOST_FRAME) + 1):
            if is_there(end, output.data + last - at):
                return True
    return False


cdef inline bint is_runaway(Text source, Text output) noexcept nogil:
    """Whether a text goes on far behind what a correction of its source may need."""
    return output.size > TIMES * source.size and output.size > source.size + RUN


cdef inline bint is_raised(Text source, Text output) noexcept nogil:
    """Whether the output has capitals alone, of ASCII, and the source has small letters."""
    cdef int64_t at, n_capitals = 0
    for at in range(output.size):
        if 97 <= output.data[at] <= 122:
            return False
        n_capitals += 65 <= output.data[at] <= 90
    if n_capitals < FEWEST_CAPITALS:
        return False
    for at in range(source.size):
        if 97 <= source.data[at] <= 122:
            return True
    return False


cdef inline bint is_tag(const uint8_t *at, int64_t size) noexcept nogil:
    """Whether "<s>", "</s>" or "<pad>" begins here."""
    if size >= 3 and at[1] == 115 and at[2] == 62:
        return True
    if size >= 4 and at[1] == 47 and at[2] == 115 and at[3] == 62:
        return True
    return size >= 5 and at[1] == 112 and at[2] == 97 and at[3] == 100 and at[4] == 62


cdef inline bint is_escape(const uint8_t *at, int64_t size) noexcept nogil:
    """Whether "&", two to six letters, digits or "#", and ";" begin here."""
    cdef int64_t n = 1
    while n < min(size, 8):
        if at[n] == 59:
            return n > 2
        if not (is_letter(at[n]) or 48 <= at[n] <= 57 or at[n] == 35):
            return False
        n += 1
    return False


cdef inline bint is_bracket(const uint8_t *at, int64_t size) noexcept nogil:
    """Whether a bracket as Penn Treebank writes it begins here: "-LRB-", "-RSB-" and so on."""
    if size < 5 or at[3] != 66 or at[4] != 45:
        return False
    return (at[1] == 76 or at[1] == 82) and (at[2] == 82 or at[2] == 83 or at[2] == 67)


cdef inline bint is_common(uint8_t byte) noexcept nogil:
    """Whether no sign begins with a byte: what most text is."""
    return byte == 32 or 97 <= byte < 0xE2 or 46 <= byte < 60 or byte == 44 or 65 <= byte < 96


cdef inline Census census(Text text, int64_t first, int64_t last) noexcept nogil:
    """Count what begins from byte `first` to `last` (exclusive): what programs leave, quotes."""
    cdef Census found = Census(0, 0, 0, 0, 0)
    cdef int64_t i, size
    cdef const uint8_t *at
    cdef uint8_t byte
    for i in range(first, last):
        at = text.data + i
        byte, size = at[0], text.size - i
        if is_common(byte):
            continue
        if byte == 39 or byte == 34 or byte == 96:
            found.plain += 1
        elif byte == 0:
            found.alien += 1
        elif byte == 64:  # "@@" at the end of a piece of a word
            found.alien += size >= 3 and at[1] == 64 and at[2] == 32
        elif byte == 60:
            found.alien += is_tag(at, size)
        elif byte == 38:
            found.alien += is_escape(at, size)
        elif byte == 40 or byte == 41:
            found.round += 1
        elif byte == 45 and is_bracket(at, size):
            found.alien += 1
            found.penn += 1
        elif byte == 0xE2 and size >= 3:
            if at[1] == 0x80 and (0x98 <= at[2] <= 0x99 or 0x9C <= at[2] <= 0x9D):
                found.curly += 1
            # A piece's mark; spaces of no width, and marks of direction
            found.alien += at[1] == 0x96 and at[2] == 0x81
            found.alien += at[1] == 0x80 and 0x8B <= at[2] <= 0x8F
        elif byte == 0xEF and size >= 3:
            # A byte-order mark, and what stands for a character that could not be read
            found.alien += at[1] == 0xBB and at[2] == 0xBF
            found.alien += at[1] == 0xBF and at[2] == 0xBD
    return found


cdef inline int64_t equal_start(Text a, Text b) noexcept nogil:
    """Return a number of bytes, of eight each, that both have at their start."""
    cdef int64_t n = 0
    while n + 8 <= min(a.size, b.size) and memcmp(a.data + n, b.data + n, 8) == 0:
        n += 8
    return n


cdef inline int64_t equal_end(Text a, Text b, int64_t first) noexcept nogil:
    """Return a number of bytes, of eight each, that both have at their end, behind `first`."""
    cdef int64_t n = 0, most = min(a.size, b.size) - first
    while n + 8 <= most and memcmp(a.data + a.size - n - 8, b.data + b.size - n - 8, 8) == 0:
        n += 8
    return n


cdef inline bint is_other(
    int64_t one, int64_t one_before, int64_t other, int64_t other_before
) noexcept nogil:
    """Whether there is more of one and less of the other, or the reverse."""
    return (one > one_before and other < other_before) or (
        one < one_before and other > other_before
    )


cdef inline (bint, bint) written_otherwise(Text source, Text output) noexcept nogil:
    """Whether the output has more that programs leave, or exchanges quotation marks; or brackets.

    What begins in a common end is in both. So is what begins in a common start and ends there: a
    sign has at most WIDEST bytes, so the last of the start are looked at, too.
    """
    cdef int64_t start = equal_start(source, output), end = equal_end(source, output, start)
    cdef int64_t first = max(0, start - WIDEST)
    cdef Census a, b = census(output, first, output.size - end)
    if not (b.alien or b.curly or b.plain or b.round):  # it has more of nothing
        return False, False
    a = census(source, first, source.size - end)
    return (
        b.alien > a.alien or is_other(b.curly, a.curly, b.plain, a.plain),
        is_other(b.penn, a.penn, b.round, a.round),
    )


cdef inline bint is_shortened(Text source, Text output) noexcept nogil:
    """Whether the end of a document is missing: the output is shorter, and ends in other text."""
    cdef Grams grams
    cdef int64_t size = min(output.size, TAIL_AROUND)
    if output.size + MISSING > source.size:
        return False
    gather(Text(output.data + output.size - size, size), &grams, 0)
    return share(Text(source.data + source.size - TAIL, TAIL), &grams) < TAIL_LEFT
