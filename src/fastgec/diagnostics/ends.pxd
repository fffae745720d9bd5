"""What source and output have in common at their two ends, and spaces that only one of them has.

Eight bytes are compared at a time where they agree. The comparison steps over two kinds of
difference and goes on behind them: the case of ASCII letters, and a space that one side lacks. Such
a space is noted. Beside a punctuation mark it is a sign of another tokenization ("word ," and
"word,"); between letters it may be a correction ("every day").
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from fastgec.diagnostics.texts cimport Text, is_letter


cdef struct Signs:
    int64_t glued         # spaces of the source, beside a mark, that the output does not have
    int64_t glued_words   # the same between letters
    int64_t split
    int64_t split_words


cdef inline bint is_same(uint8_t a, uint8_t b) noexcept nogil:
    """Whether bytes are equal but for the case of an ASCII letter."""
    return a == b or ((a ^ b) == 32 and is_letter(a))


cdef inline bint is_ascii_mark(uint8_t byte) noexcept nogil:
    """Whether a tokenizer sets the byte apart; hyphens and slashes are joined by people, too."""
    if byte >= 127 or byte <= 32 or byte == 45 or byte == 47:
        return False
    return not (is_letter(byte) or 48 <= byte <= 57)


cdef inline bint is_wide_mark(const uint8_t *at) noexcept nogil:
    """Whether three bytes are a quotation mark, an ellipsis, or punctuation of full width."""
    if at[0] == 0xE2 and at[1] == 0x80:
        return 0x98 <= at[2] <= 0xA6
    if at[0] == 0xE3 and at[1] == 0x80:
        return 0x81 <= at[2] <= 0x91
    return at[0] == 0xEF and at[1] == 0xBC and (at[2] <= 0x8F or 0x9A <= at[2] <= 0x9F)


cdef inline bint is_mark_around(Text text, int64_t before, int64_t after) noexcept nogil:
    """Whether there is a mark before byte `before`, or at `after`, or a contraction begins there.

    "n't" is one: its mark is not where tokenizers set it apart.
    """
    cdef const uint8_t *data = text.data
    if before > 0 and is_ascii_mark(data[before - 1]):
        return True
    if before > 2 and is_wide_mark(data + before - 3):
        return True
    if after < text.size and is_ascii_mark(data[after]):
        return True
    if after + 2 < text.size:
        if is_wide_mark(data + after):
            return True
        if (data[after] | 32) == 110 and (data[after + 1] == 39 or data[after + 1] == 0xE2):
            return True
    return False


cdef inline void note(Signs *signs, bint is_glued, bint has_mark) noexcept nogil:
    if is_glued:
        signs.glued += has_mark
        signs.glued_words += not has_mark
    else:
        signs.split += has_mark
        signs.split_words += not has_mark


cdef struct End:
    # A text read from its start, or from its end: byte n of it is at[step * n].
    Text text
    const uint8_t *at
    int step
    int64_t size  # bytes that are read at most
    int64_t n     # and have been read


cdef inline End end_of(Text text, int step, int64_t size) noexcept nogil:
    return End(text, text.data + (0 if step > 0 else text.size - 1), step, size, 0)


cdef inline uint8_t byte_of(const End *end, int64_t n) noexcept nogil:
    return end.at[end.step * n]


cdef inline uint64_t next_eight(const End *end) noexcept nogil:
    cdef uint64_t bytes
    memcpy(&bytes, end.at + (end.n if end.step > 0 else -end.n - 7), 8)
    return bytes


cdef inline bint pass_spaces(
    End *end, const End *other, Signs *signs, bint is_glued
) noexcept nogil:
    """Pass over spaces behind which both texts go on alike, and note them; False if they do not."""
    cdef int64_t k = end.n, size = end.text.size
    while k < end.size and byte_of(end, k) == 32:
        k += 1
    if k == end.n or k == end.size or not is_same(byte_of(end, k), byte_of(other, other.n)):
        return False
    if end.n and byte_of(end, end.n - 1) != 32:
        if end.step > 0:
            note(signs, is_glued, is_mark_around(end.text, end.n, k))
        else:
            note(signs, is_glued, is_mark_around(end.text, size - k, size - end.n))
    end.n = k
    return True


cdef inline (int64_t, int64_t) common_end(
    Text a, Text b, int step, int64_t size_a, int64_t size_b, Signs *signs
) noexcept nogil:
    """Return how many bytes source and output have in common, of each of them.

    step: 1 at their starts, -1 at their ends; size_a, size_b: how many are looked at.
    """
    cdef End one = end_of(a, step, size_a), other = end_of(b, step, size_b)
    while one.n < size_a and other.n < size_b:
        if one.n + 8 <= size_a and other.n + 8 <= size_b and next_eight(&one) == next_eight(&other):
            one.n += 8
            other.n += 8
        elif is_same(byte_of(&one, one.n), byte_of(&other, other.n)):
            one.n += 1
            other.n += 1
        elif not (
            pass_spaces(&one, &other, signs, True) or pass_spaces(&other, &one, signs, False)
        ):
            break
    return one.n, other.n
