"""Alternatives that stand apart, not in lines of M2, become the same tokens as those in lines."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._checks cimport check_lines
from fastgec._tokens cimport Vocabulary
from fastgec.corpus.m2alternative cimport intern_alternative


def encode_alternatives(
    const uint8_t[::1] data not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
    Vocabulary vocabulary not None,
):
    """Return the tokens of alternatives that stand apart: ids int32[U], offsets int64[L+1].

    They are cut as those of an edit line; new tokens enter the vocabulary.
    Raises: ValueError for ranges outside the data; MemoryError.
    """
    check_lines(data, starts, ends)
    cdef int64_t n_alternatives = starts.shape[0]
    cdef int64_t number
    cdef int64_t room = 1
    for number in range(n_alternatives):
        room += ends[number] - starts[number]
    ids_array = np.empty(room, np.int32)
    offsets_array = np.zeros(n_alternatives + 1, np.int64)
    cdef int32_t[::1] ids = ids_array
    cdef int64_t[::1] offsets = offsets_array
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef int64_t found = 0
    with nogil:
        for number in range(n_alternatives):
            found = intern_alternative(
                base + starts[number], base + ends[number], vocabulary, &ids[0] + offsets[number]
            )
            if found < 0:
                break
            offsets[number + 1] = offsets[number] + found
    if found < 0:
        raise MemoryError(f"no memory for a vocabulary of more than {len(vocabulary)} tokens")
    return ids_array[: offsets[n_alternatives]].copy(), offsets_array
