"""The texts of a sentence from bytes to tokens: numbers of words (`words`), or code points.

Words are numbered within the sentence, for its texts are compared with one another only.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp

from fastgec.kernels.arena cimport (
    DONE, NO_MEMORY, SMALL, TOO_LARGE, Arena, arena_free, arena_reset, arena_status, arena_take,
)
from fastgec.kernels.words cimport Word, eight_bytes
from fastgec.read.m2fields cimport ByteRange
from fastgec.metrics.ngrams.keys cimport Counter, bits_of
from fastgec.metrics.ngrams.texts cimport Text
from fastgec.read.ends cimport Ends, copy_ends, count_ends, find_ends, split_between
from fastgec.read.words cimport Names, Slot, grow_names, number_of, open_names


cdef enum:
    FEW = 256  # different words


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


cdef inline void find_equal(
    Text *texts, int64_t n_texts, const uint8_t **at, const int64_t *sizes
) noexcept nogil:
    """Note for each text the first one that has the same bytes; its own number if none has."""
    cdef int64_t t, other
    for t in range(n_texts):
        other = 0
        while other < t and (
            sizes[other] != sizes[t]
            or texts[other].equal != other
            or memcmp(at[other], at[t], sizes[t]) != 0
        ):
            other += 1
        texts[t].equal = other


cdef inline int read_characters(
    Arena *arena, Text *texts, int64_t n_texts, const uint8_t **at, const int64_t *sizes, int *bits
) noexcept nogil:
    """Do what `read_texts` says, of characters."""
    cdef int64_t t
    cdef int32_t largest = 127
    cdef int32_t *tokens
    for t in range(n_texts):
        if texts[t].equal < t:
            continue
        tokens = <int32_t *>arena_take(arena, sizes[t], sizeof(int32_t))
        if tokens == NULL:
            return arena_status(arena)
        texts[t].tokens = tokens
        texts[t].size = characters_of(at[t], sizes[t], tokens, &largest)
    bits[0] = bits_of(<int64_t>largest + 1)
    return DONE


cdef inline int read_words(
    Counter *counter, Text *texts, int64_t n_texts, const uint8_t **at, const int64_t *sizes,
    int *bits,
) noexcept nogil:
    """Do what `read_texts` says, of words.

    Words at both ends that are as in the source are not looked up again.
    """
    cdef Arena *arena = &counter.words
    cdef Names *names = &counter.names
    cdef Ends *ends
    cdef int64_t n_most = sizes[0] // 2 + 1, n_longest = 0, n_words, t, i
    cdef ByteRange source = ByteRange(at[0], at[0] + sizes[0]), line
    cdef Word *of_source
    cdef Word *words
    cdef int32_t *tokens
    arena_reset(arena)
    ends = <Ends *>arena_take(arena, n_texts, sizeof(Ends))
    of_source = <Word *>arena_take(arena, n_most + 1, sizeof(Word))
    if ends == NULL or of_source == NULL:
        return arena_status(arena)
    ends[0] = Ends(0, 0, 0, 0)
    for t in range(1, n_texts):
        if texts[t].equal < t:
            continue
        find_ends(&ends[t], source, ByteRange(at[t], at[t] + sizes[t]))
        n_words = (sizes[t] - ends[t].first_bytes - ends[t].last_bytes) // 2 + 1
        n_longest = max(n_longest, n_words)
        n_most += n_words
    words = <Word *>arena_take(arena, n_longest + 1, sizeof(Word))
    if words == NULL:
        return arena_status(arena)
    # There are seldom half as many words as there may be, and in long texts they come again.
    if not open_names(names, min(n_most // 2, <int64_t>FEW)):
        return NO_MEMORY
    for t in range(n_texts):
        if texts[t].equal < t:
            continue
        line = ByteRange(at[t], at[t] + sizes[t])
        if t:
            count_ends(&ends[t], source, of_source, texts[0].size)
        texts[t].size = split_between(&ends[t], line, words if t else of_source)
        tokens = <int32_t *>arena_take(&counter.arena, texts[t].size, sizeof(int32_t))
        if tokens == NULL:
            return arena_status(&counter.arena)
        texts[t].tokens = tokens
        if t:
            copy_ends(&ends[t], texts[0].tokens, texts[0].size, tokens, texts[t].size)
            tokens += ends[t].n_first
        n_words = texts[t].size - ends[t].n_first - ends[t].n_last
        for i in range(n_words):
            if 2 * <uint64_t>names.n_names > names.mask:
                if names.mask >= arena.limit // (2 * sizeof(Slot)):
                    return TOO_LARGE
                if not grow_names(names):
                    return NO_MEMORY
            if t:
                tokens[i] = number_of(names, words[i].at, words[i].size)
            else:
                tokens[i] = number_of(names, of_source[i].at, of_source[i].size)
    bits[0] = bits_of(names.n_names)
    if arena.total > SMALL:  # one large sentence: its n-grams need the memory
        arena_free(arena)
    return DONE


cdef inline int read_texts(
    Counter *counter, bint is_char, Text *texts, int64_t n_texts,
    const uint8_t **at, const int64_t *sizes, int *bits,
) noexcept nogil:
    """Read the tokens of the texts of a sentence, the source first, and how many bits they have.

    Texts that are equal byte for byte are read once. SLACK bytes or more can be read behind each.
    """
    cdef int64_t t
    cdef int status
    find_equal(texts, n_texts, at, sizes)
    if is_char:
        status = read_characters(&counter.arena, texts, n_texts, at, sizes, bits)
    else:
        status = read_words(counter, texts, n_texts, at, sizes, bits)
    for t in range(n_texts if status == DONE else 0):
        if texts[t].equal < t:
            texts[t].tokens = texts[texts[t].equal].tokens
            texts[t].size = texts[texts[t].equal].size
    return status
