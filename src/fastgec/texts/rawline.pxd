"""A line of raw output while it is cut: its characters, and what stands between them.

What a code point's entry in `marks` says (`habits`): its kind (bits 0 and 1), whether it is cut
from the end of a piece after a letter, digit or sign (from bit `FROM_END` on), from the beginning
before one (`FROM_START`), from the inside between letters or digits (`FROM_INSIDE`: letter and
letter, letter and digit, digit and letter, digit and digit), and whether several in a row are one
token.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from fastgec.kernels.tokens cimport Words, find_word
from fastgec.texts.characters cimport Text


cdef enum:
    KIND = 3  # mask
    FROM_END = 2
    FROM_START = 5
    FROM_INSIDE = 8
    TOGETHER = 12
    LONGEST = 64  # bytes of a token that is looked up
    LONGEST_AFFIX = 16
    JOINER = 0x200D  # the character after it belongs to the one before


cdef enum Gap:
    OPEN = 0
    KEPT = 1
    CUT = 2


cdef struct Line:
    # The bytes of the line; the byte at which each character begins; gaps, of which gap j stands
    # before character j. Both arrays have one item more than there are characters.
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
