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


cdef inline (int64_t, int64_t) common_start(Text a, Text b, Signs *signs) noexcept nogil:
    """Return how many bytes source and output have in common at the start, of each of them."""
    cdef int64_t i = 0, j = 0, k
    cdef uint64_t left, right
    while i < a.size and j < b.size:
        if i + 8 <= a.size and j + 8 <= b.size:
            memcpy(&left, a.data + i, 8)
            memcpy(&right, b.data + j, 8)
            if left == right:
                i += 8
                j += 8
                continue
        if is_same(a.data[i], b.data[j]):
            i += 1
            j += 1
        elif a.data[i] == 32:
            k = i
            while k < a.size and a.data[k] == 32:
                k += 1
            if k == a.size or not is_same(a.data[k], b.data[j]):
                break
            if i and j and a.data[i - 1] != 32:
                note(signs, True, is_mark_around(a, i, k))
            i = k
        elif b.data[j] == 32:
            k = j
            while k < b.size and b.data[k] == 32:
                k += 1
            if k == b.size or not is_same(a.data[i], b.data[k]):
                break
            if i and j and b.data[j - 1] != 32:
                note(signs, False, is_mark_around(b, j, k))
            j = k
        else:
            break
    return i, j


cdef inline int64_t common_end(
    Text a, Text b, int64_t low_a, int64_t low_b, Signs *signs
) noexcept nogil:
    """Return how many bytes of the source are at the end of both, before the starts are reached."""
    cdef int64_t i = a.size, j = b.size, k
    cdef uint64_t left, right
    while i > low_a and j > low_b:
        if i - 8 >= low_a and j - 8 >= low_b:
            memcpy(&left, a.data + i - 8, 8)
            memcpy(&right, b.data + j - 8, 8)
            if left == right:
                i -= 8
                j -= 8
                continue
        if is_same(a.data[i - 1], b.data[j - 1]):
            i -= 1
            j -= 1
        elif a.data[i - 1] == 32:
            k = i
            while k > low_a and a.data[k - 1] == 32:
                k -= 1
            if k == low_a or not is_same(a.data[k - 1], b.data[j - 1]):
                break
            if i < a.size and a.data[i] != 32:
                note(signs, True, is_mark_around(a, k, i))
            i = k
        elif b.data[j - 1] == 32:
            k = j
            while k > low_b and b.data[k - 1] == 32:
                k -= 1
            if k == low_b or not is_same(a.data[i - 1], b.data[k - 1]):
                break
            if j < b.size and b.data[j] != 32:
                note(signs, False, is_mark_around(b, k, j))
            j = k
        else:
            break
    return a.size - i
