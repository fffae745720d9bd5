"""Random draws as Python's `random` module makes them, some sentences at a time.

The stream is the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded with a list of
32-bit words as `random.seed(integer)` seeds it. `randint(0, k - 1)` took the 53-bit fraction times
k in Python 2; Python 3 takes as many top bits of a word as k has, and another word where that is k
or more. numpy has the same stream, but takes 20 ms to import and 0.1 ms to seed and read. The state
of a generator is an array that the caller keeps, so that draws go on where they ended.
"""

import numpy as np

from cython cimport overflowcheck
from libc.stdint cimport int64_t, uint32_t


cdef enum:
    N = 624  # words of state
    M = 397


cdef struct Twister:  # in Python: uint32[STATE]
    uint32_t words[N]
    uint32_t used


STATE = N + 1


@overflowcheck(False)
cdef void seed_words(Twister *twister, const uint32_t *key, int64_t n_keys) noexcept nogil:
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
    return other ^ joined >> 1 ^ (<uint32_t>0x9908B0DF if low & 1 else 0)


@overflowcheck(False)
cdef inline uint32_t next_word(Twister *twister) noexcept nogil:
    cdef uint32_t *state = twister.words
    cdef uint32_t word
    cdef int i
    if twister.used == N:
        for i in range(N - M):
            state[i] = twisted(state[i], state[i + 1], state[i + M])
        for i in range(N - M, N - 1):
            state[i] = twisted(state[i], state[i + 1], state[i + M - N])
        state[N - 1] = twisted(state[N - 1], state[0], state[M - 1])
        twister.used = 0
    word = state[twister.used]
    twister.used += 1
    word ^= word >> 11
    word ^= word << 7 & <uint32_t>0x9D2C5680
    word ^= word << 15 & <uint32_t>0xEFC60000
    return word ^ word >> 18


cdef inline uint32_t next_draw(
    Twister *twister, uint32_t n_choices, int shift, bint is_python2
) noexcept nogil:
    """Return a number from 0 to n_choices - 1; shift, how many bits of a word n_choices lacks."""
    cdef uint32_t word = next_word(twister)
    cdef uint32_t low
    if is_python2:
        low = next_word(twister) >> 6
        return <uint32_t>(
            ((word >> 5) * 67108864.0 + low) * (1.0 / 9007199254740992.0) * n_choices
        )
    while word >> shift >= n_choices:
        word = next_word(twister)
    return word >> shift


cdef int spare_bits(uint32_t n_choices) noexcept:
    cdef int shift = 32
    while shift > 0 and n_choices >> (32 - shift):
        shift -= 1
    return shift


def seeded(const uint32_t[::1] key not None):
    """Return the state of a generator, to be drawn from: uint32[STATE].

    key uint32[W]: the seed as 32-bit words, the lowest first, at least one.
    Raises: ValueError for no key.
    """
    if key.shape[0] < 1:
        raise ValueError("0 words of seed, expected at least 1")
    state_array = np.empty(STATE, np.uint32)
    cdef uint32_t[::1] state = state_array
    seed_words(<Twister *>&state[0], &key[0], key.shape[0])
    return state_array


def draw(
    uint32_t[::1] state not None, int64_t n_draws, uint32_t n_choices, bint is_python2
):
    """Return n_draws numbers from 0 to n_choices - 1, and move the state on: int64[n_draws].

    Raises: ValueError for a state of another size, no choice, or a negative number of draws.
    """
    check(state.shape[0], n_choices)
    if n_draws < 0:
        raise ValueError(f"{n_draws} draws")
    drawn_array = np.empty(n_draws, np.int64)
    cdef int64_t[::1] drawn = drawn_array
    cdef Twister *twister = <Twister *>&state[0]
    cdef int shift = spare_bits(n_choices)
    cdef int64_t i
    with nogil:
        for i in range(n_draws):
            drawn[i] = next_draw(twister, n_choices, shift, is_python2)
    return drawn_array


def add_drawn(
    uint32_t[:, ::1] states not None,
    const int64_t[:, :, ::1] rows not None,
    int64_t[:, ::1] totals not None,
    int64_t first,
    int64_t last,
    bint is_python2,
):
    """Draw a row of each sentence and add it to the totals, with the generators first to last.

    Parameters: states uint32[I, STATE], moved on; rows int64[S, K, W]; totals int64[I, W].
    Raises: ValueError for shapes that do not fit, or no row to draw.
    """
    cdef int64_t n_sentences = rows.shape[0]
    cdef int64_t width = rows.shape[2]
    check(states.shape[1], rows.shape[1])
    if not 0 <= first <= last <= states.shape[0]:
        raise ValueError(f"generators {first} to {last} of {states.shape[0]}")
    if totals.shape[0] != states.shape[0] or totals.shape[1] != width:
        raise ValueError(
            f"totals of shape ({totals.shape[0]}, {totals.shape[1]}), "
            f"expected ({states.shape[0]}, {width})"
        )
    if n_sentences == 0 or width == 0:
        return
    cdef uint32_t n_choices = <uint32_t>rows.shape[1]
    cdef int shift = spare_bits(n_choices)
    cdef Twister *twister
    cdef int64_t *sums
    cdef const int64_t *row
    cdef int64_t i, s, column
    with nogil:
        for i in range(first, last):
            twister = <Twister *>&states[i, 0]
            sums = &totals[i, 0]
            for s in range(n_sentences):
                row = &rows[s, next_draw(twister, n_choices, shift, is_python2), 0]
                for column in range(width):
                    sums[column] += row[column]


cdef int check(int64_t n_words, int64_t n_choices) except -1:
    if n_words != STATE:
        raise ValueError(f"state of {n_words} words, expected {STATE}")
    if not 1 <= n_choices <= 0x7FFFFFFF:
        raise ValueError(f"{n_choices} choices, expected at least 1")
    return 0
