"""The texts of a sentence from lines to tokens: numbers of words (`words`), or code points."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp

from fastgec._arena cimport Arena, arena_take
from fastgec._words cimport Word, eight_bytes
from fastgec.corpus.m2fields cimport ByteRange
from fastgec.ngrams.keys cimport bits_of
from fastgec.ngrams.texts cimport Text
from fastgec.straight.ends cimport Ends, copy_ends, count_ends, find_ends, split_between
from fastgec.straight.words cimport Names, number_of, open_names


cdef enum:
    MOST_COLUMNS = 34


cdef inline int64_t characters_of(
    const uint8_t *at, int64_t size, int32_t *points, int32_t *largest
) noexcept nogil:
    """Write the code points of a line and the largest so far; return how many there are.

    Up to 8 bytes behind the line are read.
    """
    cdef const uint8_t *end = at + size
    cdef int64_t n = 0, place
    cdef int32_t point
    cdef int n_following
    while at < end:
        while end - at >= 8 and not eight_bytes(at) & <uint64_t>0x8080808080808080:
            for place in range(8):
                points[n + place] = at[place]
            n += 8
            at += 8
        if at == end:
            break
        point = at[0]
        at += 1
        if point >= 0x80:
            n_following = 1 if point < 0xE0 else (2 if point < 0xF0 else 3)
            point &= 0x3F >> n_following
            while n_following and at < end:
                point = point << 6 | at[0] & 0x3F
                n_following -= 1
                at += 1
            largest[0] = max(largest[0], point)
        points[n] = point
        n += 1
    return n


cdef inline int read_texts(
    Arena *arena, Names *names, bint is_char, Text *texts, int64_t n_columns,
    const uint8_t **at, const int64_t *sizes,
) noexcept nogil:
    """Read the tokens of all lines; return how many bits tell them apart, 0 without memory.

    A line that equals an earlier one byte for byte has its tokens. Words at both ends that are as
    in the first line, the source, are not looked up again.
    """
    cdef int64_t n_words = 0, c, other, i
    cdef int32_t largest = 127
    cdef int32_t *tokens
    cdef Word *words[MOST_COLUMNS]
    cdef Ends ends[MOST_COLUMNS]
    cdef ByteRange source, line
    for c in range(n_columns):
        other = 0
        while other < c and (
            sizes[other] != sizes[c] or memcmp(at[other], at[c], sizes[c]) != 0
        ):
            other += 1
        texts[c].n_hunks = 0
        if other < c:
            texts[c].tokens = texts[other].tokens
            texts[c].size = texts[other].size
            words[c] = NULL
            continue
        tokens = <int32_t *>arena_take(arena, sizes[c] + 1, sizeof(int32_t))
        texts[c].tokens = tokens
        if tokens == NULL:
            return 0
        if is_char:
            texts[c].size = characters_of(at[c], sizes[c], tokens, &largest)
            continue
        words[c] = <Word *>arena_take(arena, sizes[c] // 2 + 2, sizeof(Word))
        if words[c] == NULL:
            return 0
        line = ByteRange(at[c], at[c] + sizes[c])
        if c == 0:
            source = line
            ends[c] = Ends(0, 0, 0, 0)
        else:
            find_ends(&ends[c], source, line)
            count_ends(&ends[c], source, words[0], texts[0].size)
        texts[c].size = split_between(&ends[c], line, words[c])
        n_words += texts[c].size - ends[c].n_first - ends[c].n_last
    if is_char:
        return bits_of(<int64_t>largest + 1)
    if not open_names(names, n_words):
        return 0
    for c in range(n_columns):
        if words[c] == NULL:
            continue
        tokens = <int32_t *>texts[c].tokens
        copy_ends(&ends[c], texts[0].tokens, texts[0].size, tokens, texts[c].size)
        tokens += ends[c].n_first
        for i in range(texts[c].size - ends[c].n_first - ends[c].n_last):
            tokens[i] = number_of(names, words[c][i].at, words[c][i].size)
    return bits_of(names.n_names)
