"""Random draws as Python's `random` module makes them, some sentences at a time.

`twister` has the stream. numpy has the same one, but takes 20 ms to import and 0.1 ms to seed and
read.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from fastgec.kernels.arena cimport Arena, arena_free, arena_init, arena_reset, arena_take
from fastgec.kernels.twister cimport (
    RUN, Twister, add_sums, draw_some, next_draw, seed_words, size_of_groups, spare_bits,
    sum_groups,
)


def draw(seed, int64_t n_draws, uint32_t n_choices, bint is_python2):
    """Return n_draws numbers from 0 to n_choices - 1, of a new generator: int64[n_draws] as bytes.

    Raises: ValueError for no choice, or a negative number of draws.
    """
    check_choices(n_choices)
    if n_draws < 0:
        raise ValueError(f"{n_draws} draws")
    cdef bytearray drawn = bytearray(8 * n_draws)
    cdef Twister twister
    cdef int64_t *numbers
    cdef int64_t[::1] view
    cdef int shift = spare_bits(n_choices)
    cdef int64_t i
    seed_twister(&twister, seed)
    if n_draws:
        view = memoryview(drawn).cast("q")
        numbers = &view[0]
        with nogil:
            for i in range(n_draws):
                numbers[i] = next_draw(&twister, n_choices, shift, is_python2)
    return drawn


cdef class Draws:
    """Sums of rows that are drawn, one for each seed, of some sentences after the others.

    What is kept does not depend on the number of sentences: a generator (2.5 kB) and a sum for each
    seed, and the sentences that were taken last. These are drawn from in any order of the
    generators, on any threads, before the next ones are taken.
    """

    cdef Twister *twisters
    cdef int64_t *sums_so_far
    cdef int64_t n_seeds, width
    cdef bint is_python2
    # Of the sentences that were taken: groups of `size`, `n_sums` sums of each.
    cdef Arena arena
    cdef int64_t n_sentences, n_choices, size, n_sums
    cdef int64_t *sums

    def __cinit__(self, seeds, int64_t width, bint is_python2):
        """Take seeds, whole numbers from 0, and how many numbers a row has."""
        cdef int64_t i
        self.n_seeds = len(seeds)
        if width < 0:
            raise ValueError(f"rows of {width} numbers")
        self.width = width
        self.is_python2 = is_python2
        arena_init(&self.arena, <size_t>-1)
        self.twisters = <Twister *>malloc(max(self.n_seeds, 1) * sizeof(Twister))
        self.sums_so_far = <int64_t *>calloc(max(self.n_seeds * width, 1), sizeof(int64_t))
        if self.twisters == NULL or self.sums_so_far == NULL:
            raise MemoryError("no memory for draws")
        for i, seed in enumerate(seeds):
            seed_twister(&self.twisters[i], seed)

    def __dealloc__(self):
        free(self.twisters)
        free(self.sums_so_far)
        arena_free(&self.arena)

    @property
    def totals(self):
        """Sums of all rows that were drawn: int64[I, W] as bytes."""
        return (<char *>self.sums_so_far)[: self.n_seeds * self.width * sizeof(int64_t)]

    def take(self, const int64_t[:, :, ::1] rows not None):
        """Take the next sentences, int64[S, K, W]: K rows of each, of which one is drawn.

        Raises: ValueError for another width, or no row to draw.
        """
        cdef int64_t n_rows = rows.shape[0] * rows.shape[1], n_groups, number
        if rows.shape[2] != self.width:
            raise ValueError(f"rows of {rows.shape[2]} numbers, expected {self.width}")
        check_choices(rows.shape[1])
        self.n_sentences, self.n_choices = 0, rows.shape[1]
        if n_rows == 0 or self.width == 0:
            return
        with nogil:
            self.size = size_of_groups(self.n_choices, self.n_seeds)
            self.n_sums = 1
            for number in range(self.size):
                self.n_sums *= self.n_choices
            n_groups = (rows.shape[0] + self.size - 1) // self.size
            arena_reset(&self.arena)
            self.sums = <int64_t *>arena_take(
                &self.arena, n_groups * self.n_sums * self.width, sizeof(int64_t)
            )
            if self.sums != NULL:
                sum_groups(
                    &rows[0, 0, 0], rows.shape[0], self.n_choices, self.width, self.size,
                    self.sums, self.n_sums * self.width,
                )
                self.n_sentences = rows.shape[0]
        if self.n_sentences == 0:
            raise MemoryError("no memory for draws")

    def draw(self, int64_t first, int64_t last):
        """Draw a row of each sentence taken, with the generators first to last, and add it.

        Raises: ValueError for generators that there are not.
        """
        cdef int64_t begin = 0, i, n
        if not 0 <= first <= last <= self.n_seeds:
            raise ValueError(f"generators {first} to {last} of {self.n_seeds}")
        with nogil:
            while begin < self.n_sentences:
                n = min(<int64_t>RUN, self.n_sentences - begin)
                for i in range(first, last):
                    self.draw_run(i, begin, n)
                begin += n

    cdef void draw_run(self, int64_t seed, int64_t begin, int64_t n) noexcept nogil:
        """Draw for n sentences, at most RUN, with one generator."""
        cdef uint32_t drawn[RUN]
        cdef int64_t at = begin // self.size * self.n_sums
        draw_some(
            &self.twisters[seed], <uint32_t>self.n_choices,
            spare_bits(<uint32_t>self.n_choices), self.is_python2, n, drawn,
        )
        add_sums(
            self.sums + at * self.width, self.n_sums * self.width, drawn, n, self.n_choices,
            self.size, self.width, self.sums_so_far + seed * self.width,
        )


cdef int seed_twister(Twister *twister, seed) except -1:
    """Seed with a whole number from 0: with a list of words, also where there is only one."""
    cdef int64_t n_words = max(1, (seed.bit_length() + 31) // 32), i
    cdef uint32_t *words = <uint32_t *>malloc(n_words * sizeof(uint32_t))
    if words == NULL:
        raise MemoryError("no memory for a seed")
    try:
        for i in range(n_words):
            words[i] = seed >> 32 * i & 0xFFFFFFFF
        seed_words(twister, words, n_words)
    finally:
        free(words)
    return 0


cdef int check_choices(int64_t n_choices) except -1:
    if not 1 <= n_choices <= 0x7FFFFFFF:
        raise ValueError(f"{n_choices} choices, expected at least 1")
    return 0
