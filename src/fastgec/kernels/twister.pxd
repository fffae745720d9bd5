"""The Mersenne Twister, and sums of rows that it draws (for kernels).

The stream is MT19937 (Matsumoto and Nishimura, 1998), seeded with a list of 32-bit words as
`random.seed(integer)` seeds it. `randint(0, k - 1)` took the 53-bit fraction times k in Python 2;
Python 3 takes as many top bits of a word as k has, and another word where that is k or more.
"""

from cython cimport overflowcheck
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset


cdef enum:
    N = 624  # words of state
    M = 397
    RUN = 624  # sentences for which each generator draws before the next one does; 4 divides it
    MAX_SUMS = 16  # of a group of sentences


cdef struct Twister:  # in Python: uint32[STATE]
    uint32_t words[N]
    uint32_t used


@overflowcheck(False)
cdef inline void seed_words(Twister *twister, const uint32_t *key, int64_t n_keys) noexcept nogil:
    """Set the state from a list of words, as the authors' init_by_array defines it."""
    cdef uint32_t *state = twister.words
    cdef int64_t i, j, k
    state[0] = 19650218
    for i in range(1, N):
        state[i] = <uint32_t>1812433253 * (state[i - 1] ^ state[i - 1] >> 30) + <uint32_t>i
    i = 1
    j = 0
    for k in range(max(N, n_keys)):
        state[i] ^= (state[i - 1] ^ state[i - 1] >> 30) * <uint32_t>1664525
        state[i] += key[j] + <uint32_t>j
        i += 1
        j = j + 1 if j + 1 < n_keys else 0
        if i == N:
            state[0] = state[N - 1]
            i = 1
    for k in range(N - 1):
        state[i] ^= (state[i - 1] ^ state[i - 1] >> 30) * <uint32_t>1566083941
        state[i] -= <uint32_t>i
        i += 1
        if i == N:
            state[0] = state[N - 1]
            i = 1
    state[0] = <uint32_t>0x80000000
    twister.used = N


@overflowcheck(False)
cdef inline uint32_t twisted(uint32_t high, uint32_t low, uint32_t other) noexcept nogil:
    cdef uint32_t joined = (high & <uint32_t>0x80000000) | (low & <uint32_t>0x7FFFFFFF)
    return other ^ joined >> 1 ^ ((0 - (low & 1)) & <uint32_t>0x9908B0DF)


cdef inline void twist(Twister *twister) noexcept nogil:
    """Make the next N words."""
    cdef uint32_t *state = twister.words
    cdef int i
    for i in range(N - M):
        state[i] = twisted(state[i], state[i + 1], state[i + M])
    for i in range(N - M, N - 1):
        state[i] = twisted(state[i], state[i + 1], state[i + M - N])
    state[N - 1] = twisted(state[N - 1], state[0], state[M - 1])
    twister.used = 0


@overflowcheck(False)
cdef inline uint32_t tempered(uint32_t word) noexcept nogil:
    word ^= word >> 11
    word ^= word << 7 & <uint32_t>0x9D2C5680
    word ^= word << 15 & <uint32_t>0xEFC60000
    return word ^ word >> 18


cdef inline uint32_t next_word(Twister *twister) noexcept nogil:
    if twister.used == N:
        twist(twister)
    twister.used += 1
    return tempered(twister.words[twister.used - 1])


cdef inline uint32_t fraction(uint32_t word, uint32_t low, uint32_t n_choices) noexcept nogil:
    """Return the draw of Python 2 that two words make."""
    return <uint32_t>(
        ((word >> 5) * 67108864.0 + (low >> 6)) * (1.0 / 9007199254740992.0) * n_choices
    )


cdef inline uint32_t next_draw(
    Twister *twister, uint32_t n_choices, int shift, bint is_python2
) noexcept nogil:
    """Return a number from 0 to n_choices - 1; shift, how many bits of a word n_choices lacks."""
    cdef uint32_t word = next_word(twister)
    if is_python2:
        return fraction(word, next_word(twister), n_choices)
    while word >> shift >= n_choices:
        word = next_word(twister)
    return word >> shift


cdef inline int spare_bits(uint32_t n_choices) noexcept nogil:
    cdef int shift = 32
    while shift > 0 and n_choices >> (32 - shift):
        shift -= 1
    return shift


cdef inline void draw_python2(
    Twister *twister, uint32_t n_choices, int64_t n_draws, uint32_t *drawn
) noexcept nogil:
    """Make the next draws of Python 2 out of words that are in pairs, up to 2**26 choices.

    The first word has 27 bits of the fraction, so the second can only matter where the largest
    fraction that begins with these bits, or what it is rounded to, would be another choice. Of a
    power of two choices, the highest bits of the word are the draw.
    """
    cdef uint64_t choices = n_choices
    cdef uint64_t bits
    cdef uint32_t word
    cdef const uint32_t *pairs
    cdef int64_t i, size
    cdef int shift = 0
    if n_choices > 1 and n_choices & (n_choices - 1) == 0:
        shift = spare_bits(n_choices) + 1
    while n_draws > 0:
        if twister.used == N:
            twist(twister)
        pairs = &twister.words[twister.used]
        size = min(n_draws, <int64_t>(N - twister.used) // 2)
        for i in range(size):  # alone, for it is many at once
            drawn[i] = tempered(pairs[2 * i]) >> shift
        for i in range(size if shift == 0 else 0):
            word = drawn[i]
            bits = word >> 5
            drawn[i] = <uint32_t>(bits * choices >> 27)
            if (bits + 1) * choices >> 27 != drawn[i]:
                drawn[i] = fraction(word, tempered(pairs[2 * i + 1]), n_choices)
        twister.used += 2 * <uint32_t>size
        drawn += size
        n_draws -= size


cdef inline void draw_some(
    Twister *twister, uint32_t n_choices, int shift, bint is_python2, int64_t n_draws,
    uint32_t *drawn,
) noexcept nogil:
    """Make the next draws."""
    cdef int64_t i
    if is_python2 and n_choices <= 1 << 26 and twister.used % 2 == 0:
        draw_python2(twister, n_choices, n_draws, drawn)
        return
    for i in range(n_draws):
        drawn[i] = next_draw(twister, n_choices, shift, is_python2)


cdef inline int64_t size_of_groups(int64_t n_choices, int64_t n_draws) noexcept nogil:
    """Return how many sentences it pays to add at once, where each is drawn so many times."""
    cdef int64_t size = 1, n_sums = n_choices
    while n_draws >= 64 and 2 <= n_choices <= MAX_SUMS // n_sums:
        n_sums *= n_choices
        size += 1
    return size


cdef inline void sum_groups(
    const int64_t *rows, int64_t n_sentences, int64_t n_choices, int64_t width, int64_t size,
    int64_t *sums, int64_t stride,
) noexcept nogil:
    """Write the sums of every choice of rows of each group of sentences.

    The draws of a group are the digits of the number of its sum, the first sentence's the highest.
    The last group may have fewer sentences; sums that it lacks are 0. `stride`, numbers of a group.
    """
    cdef int64_t *group = sums
    cdef int64_t *made
    cdef const int64_t *row
    cdef int64_t s, n = 1, number, choice, column
    for s in range(n_sentences):
        if s % size == 0:
            group = sums + s // size * stride
            memset(group, 0, stride * sizeof(int64_t))
            n = 1
        # From the end: a sum of fewer sentences is read before the first of its own is made.
        for number in range(n - 1, -1, -1):
            for choice in range(n_choices - 1, -1, -1):
                made = group + (number * n_choices + choice) * width
                row = rows + (s * n_choices + choice) * width
                for column in range(width):
                    made[column] = group[number * width + column] + row[column]
        n *= n_choices


cdef inline void add_sums(
    const int64_t *group, int64_t stride, const uint32_t *drawn, int64_t n, int64_t n_choices,
    int64_t size, int64_t width, int64_t *total,
) noexcept nogil:
    """Add the sums of groups that n draws are the digits of."""
    cdef int64_t s = 0, end, number, column
    cdef const int64_t *row
    while s < n:
        end = min(s + size, n)
        number = 0
        while s < end:
            number = number * n_choices + drawn[s]
            s += 1
        row = group + number * width
        for column in range(width):
            total[column] += row[column]
        group += stride
