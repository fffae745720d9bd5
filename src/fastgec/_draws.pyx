"""Random draws as Python's `random` module makes them, a corpus at a time.

The stream is the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), seeded with a list of
32-bit words as `random.seed(integer)` seeds it. `randint(0, k - 1)` took the 53-bit fraction times k
in Python 2; Python 3 takes as many top bits of a word as k has, and another word where that is k or
more. numpy has the same stream, but takes 20 ms to import and 0.1 ms to seed and read.
"""

import numpy as np

from cython cimport overflowcheck
from libc.stdint cimport int64_t, uint32_t


cdef enum:
    N = 624  # words of state
    M = 397


cdef struct Twister:
    uint32_t words[N]
    int used


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


def draw(int64_t n_draws, uint32_t n_choices, const uint32_t[::1] key not None, bint is_python2):
    """Return n_draws numbers from 0 to n_choices - 1, for one seed: int64[n_draws].

    key uint32[W]: the seed as 32-bit words, the lowest first, at least one.
    Raises: ValueError for no choice, no key, or a negative number of draws.
    """
    if n_draws < 0 or n_choices < 1 or n_choices > 0x7FFFFFFF or key.shape[0] < 1:
        raise ValueError(
            f"{n_draws} draws of {n_choices} choices with {key.shape[0]} words of seed"
        )
    drawn_array = np.empty(n_draws, np.int64)
    cdef int64_t[::1] drawn = drawn_array
    cdef Twister twister
    cdef uint32_t word, low
    cdef int shift = 32
    cdef int64_t i
    while shift > 0 and n_choices >> (32 - shift):
        shift -= 1
    with nogil:
        seed_words(&twister, &key[0], key.shape[0])
        for i in range(n_draws):
            word = next_word(&twister)
            if is_python2:
                low = next_word(&twister) >> 6
                drawn[i] = <int64_t>(
                    ((word >> 5) * 67108864.0 + low) * (1.0 / 9007199254740992.0) * n_choices
                )
            else:
                while word >> shift >= n_choices:
                    word = next_word(&twister)
                drawn[i] = word >> shift
    return drawn_array
