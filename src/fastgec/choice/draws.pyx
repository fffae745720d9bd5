"""Random draws as Python's `random` module makes them, some sentences at a time.

`twister` has the stream. numpy has the same one, but takes 20 ms to import and 0.1 ms to seed and
read. The state of a generator is an array that the caller keeps, so that draws go on where they
ended.
"""

import numpy as np

from libc.stdint cimport int64_t, uint32_t

from fastgec.choice.twister cimport (
    MAX_SUMS, N, RUN, Twister, add_run, next_draw, seed_words, size_of_groups, spare_bits,
    sum_groups,
)

STATE = N + 1


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


def group_size(int64_t n_choices, int64_t n_draws):
    """Return how many sentences it pays to add at once, where each is drawn so many times."""
    return size_of_groups(n_choices, n_draws)


def grouped(const int64_t[:, :, ::1] rows not None, int64_t size):
    """Return the sums of every choice of rows of each group of sentences: int64[G, K**size, W].

    The draws of a group are the digits of the number of its sum, the first sentence's the highest.
    The last group may have fewer sentences; sums that it lacks are 0.
    Parameters: rows int64[S, K, W]; size, of a group, from 1.
    Raises: ValueError for more than 16 sums of a group.
    """
    cdef int64_t n_sentences = rows.shape[0], n_choices = rows.shape[1], width = rows.shape[2]
    cdef int64_t n_sums = 1
    cdef int64_t s
    for s in range(size):
        n_sums *= n_choices
        if n_sums > MAX_SUMS:
            raise ValueError(f"groups of {size} sentences with {n_choices} rows each")
    if size < 1 or n_sums < 1:
        raise ValueError(f"groups of {size} sentences with {n_choices} rows each")
    sums_array = np.zeros(((n_sentences + size - 1) // size, n_sums, width), np.int64)
    if n_sentences == 0 or width == 0:
        return sums_array
    cdef int64_t[:, :, ::1] sums = sums_array
    with nogil:
        sum_groups(
            &rows[0, 0, 0], n_sentences, n_choices, width, size, &sums[0, 0, 0], n_sums * width
        )
    return sums_array


def add_drawn(
    uint32_t[:, ::1] states not None,
    const int64_t[:, :, ::1] sums not None,
    int64_t[:, ::1] totals not None,
    int64_t n_sentences,
    int64_t n_choices,
    int64_t size,
    int64_t first,
    int64_t last,
    bint is_python2,
):
    """Draw a row of each sentence and add it to the totals, with the generators first to last.

    Parameters: states uint32[I, STATE], moved on; sums int64[G, n_choices**size, W], rows of the
    sentences or what `grouped` made of them in groups of that size; totals int64[I, W].
    Raises: ValueError for shapes that do not fit, or no row to draw.
    """
    cdef int64_t width = sums.shape[2]
    cdef int64_t stride = sums.shape[1] * width
    check(states.shape[1], n_choices)
    check_groups(sums.shape[0], sums.shape[1], n_sentences, n_choices, size)
    if not 0 <= first <= last <= states.shape[0]:
        raise ValueError(f"generators {first} to {last} of {states.shape[0]}")
    if totals.shape[0] != states.shape[0] or totals.shape[1] != width:
        raise ValueError(
            f"totals of shape ({totals.shape[0]}, {totals.shape[1]}), "
            f"expected ({states.shape[0]}, {width})"
        )
    if n_sentences == 0 or width == 0:
        return
    cdef int64_t begin = 0
    cdef int64_t i, n
    with nogil:
        while begin < n_sentences:
            n = min(<int64_t>RUN, n_sentences - begin)
            for i in range(first, last):
                add_run(
                    <Twister *>&states[i, 0], &sums[begin // size, 0, 0], stride, n, n_choices,
                    width, size, is_python2, &totals[i, 0],
                )
            begin += n


cdef int check_groups(
    int64_t n_groups, int64_t n_sums, int64_t n_sentences, int64_t n_choices, int64_t size
) except -1:
    cdef int64_t expected = 1
    cdef int64_t i
    if not 1 <= size <= 4 or RUN % size:
        raise ValueError(f"groups of {size} sentences, expected 1, 2 or 4")
    for i in range(size):
        if expected <= n_sums:
            expected *= n_choices
    if n_sums != expected or n_sentences < 0 or n_groups != (n_sentences + size - 1) // size:
        raise ValueError(
            f"{n_groups} groups of {n_sums} sums for {n_sentences} sentences in groups of {size} "
            f"with {n_choices} rows each"
        )
    return 0


cdef int check(int64_t n_words, int64_t n_choices) except -1:
    if n_words != STATE:
        raise ValueError(f"state of {n_words} words, expected {STATE}")
    if not 1 <= n_choices <= 0x7FFFFFFF:
        raise ValueError(f"{n_choices} choices, expected at least 1")
    return 0
