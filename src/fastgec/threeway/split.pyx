"""Tokens at ASCII white space: space, tab, line feed, carriage return, vertical tab, form feed.

The published program of the I-measure cuts nowhere else: a no-break space is part of a token.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._checks cimport check_lines
from fastgec._tokens cimport Vocabulary


cdef inline bint is_space(uint8_t byte) noexcept nogil:
    return byte == 0x20 or 0x09 <= byte <= 0x0D


def split_ascii(
    const uint8_t[::1] data not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
    Vocabulary vocabulary not None,
):
    """Return the tokens of each line: ids int32[T], offsets int64[S+1]; new ones are entered.

    Raises: ValueError for lines outside the data; MemoryError.
    """
    check_lines(data, starts, ends)
    cdef int64_t n_lines = starts.shape[0]
    cdef int64_t room = 0
    cdef int64_t line
    for line in range(n_lines):
        room += (ends[line] - starts[line] + 1) // 2
    ids_array = np.empty(room, np.int32)
    offsets_array = np.zeros(n_lines + 1, np.int64)
    cdef int32_t[::1] ids = ids_array
    cdef int64_t[::1] offsets = offsets_array
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *at
    cdef const uint8_t *end
    cdef const uint8_t *word
    cdef int64_t n_tokens = 0
    cdef int32_t token = 0
    with nogil:
        for line in range(n_lines):
            at = base + starts[line]
            end = base + ends[line]
            while at < end:
                if is_space(at[0]):
                    at += 1
                    continue
                word = at
                while at < end and not is_space(at[0]):
                    at += 1
                token = vocabulary.intern(word, at - word)
                if token < 0:
                    break
                ids[n_tokens] = token
                n_tokens += 1
            if token < 0:
                break
            offsets[line + 1] = n_tokens
    if token < 0:
        raise MemoryError(f"no memory for a vocabulary of more than {len(vocabulary)} tokens")
    return ids_array[:n_tokens], offsets_array
