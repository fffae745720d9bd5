"""The generator of resamples: the numbers that numpy's draws, without numpy's cost (for kernels).

A resample has a generator of its own, PCG64 (O'Neill, 2014: XSL RR 128/64), seeded by a list of
32-bit words as numpy's SeedSequence hashes it. numpy takes 35 us to seed one and 20 ms to be
imported; this takes 0.2 us. Numbers below a bound are made by Lemire's multiplication (2019), as
`Generator.integers` makes them of 32-bit words.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t


cdef enum:
    POOL = 4  # words of entropy that seeds are hashed to


cdef struct Wide:  # 128 bits
    uint64_t high
    uint64_t low


cdef struct Generator:
    Wide state
    Wide increment
    uint32_t kept  # the upper half of the last number, if its lower half was the last word
    bint has_kept


cdef inline uint32_t hashed(uint32_t word, uint32_t *constant, uint32_t factor) noexcept nogil:
    """Return a hash of a word by a constant, which becomes the next one."""
    word ^= constant[0]
    constant[0] *= factor
    word *= constant[0]
    return word ^ word >> 16


cdef inline uint32_t mixed(uint32_t word, uint32_t other) noexcept nogil:
    """Return a hash of two words."""
    word = word * <uint32_t>0xCA01F9DD - other * <uint32_t>0x4973F715
    return word ^ word >> 16


cdef inline void seed_generator(
    Generator *generator, const uint32_t *words, int64_t n_words
) noexcept nogil:
    """Seed with POOL words or more: those of a seed, filled up with 0, and of its stream."""
    cdef uint32_t pool[POOL]
    cdef uint64_t made[POOL]
    cdef uint32_t constant = 0x43B0D7E5
    cdef uint64_t low
    cdef int64_t i, k
    for k in range(POOL):
        pool[k] = hashed(words[k], &constant, 0x931E8875)
    for i in range(POOL):
        for k in range(POOL):
            if k != i:
                pool[k] = mixed(pool[k], hashed(pool[i], &constant, 0x931E8875))
    for i in range(POOL, n_words):
        for k in range(POOL):
            pool[k] = mixed(pool[k], hashed(words[i], &constant, 0x931E8875))
    constant = 0x8B51F9DD
    for k in range(POOL):
        low = hashed(pool[2 * k % POOL], &constant, 0x58F38DED)
        made[k] = low | <uint64_t>hashed(pool[(2 * k + 1) % POOL], &constant, 0x58F38DED) << 32
    generator.increment = Wide(made[2] << 1 | made[3] >> 63, made[3] << 1 | 1)
    generator.state = sum_of(generator.increment, Wide(made[0], made[1]))
    step(generator)
    generator.has_kept = False


cdef inline Wide sum_of(Wide one, Wide other) noexcept nogil:
    """Return the sum, without what is above 128 bits."""
    cdef uint64_t low = one.low + other.low
    return Wide(one.high + other.high + (low < other.low), low)


cdef inline Wide product(uint64_t one, uint64_t other) noexcept nogil:
    """Return the product, by halves: not every compiler has integers of 128 bits."""
    cdef uint64_t one_high = one >> 32, one_low = <uint32_t>one
    cdef uint64_t other_high = other >> 32, other_low = <uint32_t>other
    cdef uint64_t low = one_low * other_low
    cdef uint64_t middle = one_high * other_low + (low >> 32)
    cdef uint64_t second = one_low * other_high + <uint32_t>middle
    cdef Wide made
    made.high = one_high * other_high + (middle >> 32) + (second >> 32)
    made.low = second << 32 | <uint32_t>low
    return made


cdef inline void step(Generator *generator) noexcept nogil:
    """Multiply the state by 0x2360ED051FC65DA44385DF649FCCF645 and add the increment."""
    cdef Wide state = generator.state
    cdef Wide made = product(state.low, 0x4385DF649FCCF645)
    made.high += state.high * <uint64_t>0x4385DF649FCCF645 + state.low * <uint64_t>0x2360ED051FC65DA4
    generator.state = sum_of(made, generator.increment)


cdef inline uint32_t next_word(Generator *generator) noexcept nogil:
    """Return the next 32 bits: the lower half of a number, then its upper half."""
    cdef uint64_t number
    cdef int turn
    if generator.has_kept:
        generator.has_kept = False
        return generator.kept
    step(generator)
    number = generator.state.high ^ generator.state.low
    turn = <int>(generator.state.high >> 58)
    number = number >> turn | number << (-turn & 63)
    generator.kept = <uint32_t>(number >> 32)
    generator.has_kept = True
    return <uint32_t>number


cdef inline uint32_t number_below(Generator *generator, uint32_t bound) noexcept nogil:
    """Return a number from 0 to bound - 1."""
    cdef uint64_t made = <uint64_t>next_word(generator) * bound
    cdef uint32_t least
    if <uint32_t>made < bound:
        least = (0 - bound) % bound
        while <uint32_t>made < least:
            made = <uint64_t>next_word(generator) * bound
    return <uint32_t>(made >> 32)
