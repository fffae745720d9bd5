"""Counts of the columns of alignments: sentences, systems, references.

The alignment of a source with itself and a reference is the same for all systems and is made once
for each reference; a reference that repeats an earlier one of its sentence has its counts.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, int8_t
from libc.string cimport memcpy

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE,
    Arena, Status, arena_free, arena_init, is_cancelled,
)
from fastgec.kernels.checks cimport check_offsets
from fastgec.metrics.imeasure.alignment cimport Alignment, align_texts
from fastgec.metrics.imeasure.pairs cimport Text, are_equal

N_COLUMNS = 12

cdef enum:
    COLUMNS = 12


cdef inline Text text_at(
    const int32_t *ids, const int64_t *offsets, int64_t number
) noexcept nogil:
    cdef Text text
    text.tokens = ids + offsets[number]
    text.size = offsets[number + 1] - offsets[number]
    return text


cdef inline Text reference_at(
    const int32_t *ids, const int64_t *offsets, int64_t number, int64_t source
) noexcept nogil:
    """Return a reference; one without a token stands for the source."""
    cdef Text text = text_at(ids, offsets, number)
    return text if text.size else text_at(ids, offsets, source)


cdef inline void fill_counts(
    int64_t *row, const Alignment *found, const Alignment *plain
) noexcept nogil:
    """Make counts of columns: where all three differ, something is detected and not corrected."""
    row[0] = found.right + found.unlike
    row[1] = found.kept
    row[2] = found.wrong
    row[3] = found.missed
    row[4] = 0
    row[5] = found.right
    row[6] = found.kept
    row[7] = found.wrong + found.unlike
    row[8] = found.missed + found.unlike
    row[9] = found.unlike
    row[10] = plain.kept
    row[11] = plain.missed


def count_columns(
    const int32_t[::1] ids not None,
    const int64_t[::1] offsets not None,
    int64_t n_sentences,
    int64_t n_references,
    int64_t n_systems,
    int64_t[:, :, :, ::1] table not None,
    const int32_t[::1] cancel not None,
    size_t memory_limit,
):
    """Count the columns of every system, sentence and reference.

    ids int32[T], offsets int64[X+1]: texts of token ids; the sources of all sentences first, then
    each reference of all sentences, then each system.
    table int64[H, S, N, 12], owned by the caller: TP, TN, FP, FN, FPN of detection, the same of
    correction, TN and FN of a system that changes nothing.
    cancel int32[1], 0 until work must stop; memory_limit, bytes of scratch memory.
    Returns: (-1, 0, passes), passes int64[2]: alignments that needed the three-way table, and those
    of them that needed more than one pass; or (system, sentence, passes) where work stopped since
    it would need more memory.
    Raises: ValueError for arrays that do not fit together; MemoryError.
    """
    cdef int64_t n_texts = n_sentences * (1 + n_references + n_systems)
    if n_sentences < 0 or n_references < 0 or n_systems < 0 or offsets.shape[0] != n_texts + 1:
        raise ValueError(f"{offsets.shape[0] - 1} texts, expected {n_texts}")
    check_offsets("offsets", offsets, ids.shape[0])
    if (
        table.shape[0] != n_systems or table.shape[1] != n_sentences
        or table.shape[2] != n_references or table.shape[3] != COLUMNS
    ):
        raise ValueError(
            f"a table that does not fit {n_systems} systems of {n_sentences} sentences"
        )
    if cancel.shape[0] < 1:
        raise ValueError("cancel is empty, expected one number")
    passes_array = np.zeros(2, np.int64)
    if n_texts == 0 or n_references == 0 or n_systems == 0:
        return -1, 0, passes_array
    cdef int64_t[::1] passes = passes_array
    cdef const int32_t *base = &ids[0] if ids.shape[0] else NULL
    cdef const int64_t *at = &offsets[0]
    cdef Arena arena
    cdef Status status = DONE
    cdef Text s, h, r, earlier
    cdef Alignment found, plain
    cdef int64_t sentence, k, same, system = 0
    found.moves = NULL
    plain.moves = NULL
    arena_init(&arena, memory_limit)
    with nogil:
        for sentence in range(n_sentences):
            s = text_at(base, at, sentence)
            for k in range(n_references):
                if is_cancelled(&cancel[0]):
                    status = CANCELLED
                    break
                r = reference_at(base, at, (1 + k) * n_sentences + sentence, sentence)
                for same in range(k):
                    earlier = reference_at(base, at, (1 + same) * n_sentences + sentence, sentence)
                    if are_equal(&r, &earlier):
                        break
                else:
                    same = -1
                if same >= 0:
                    for system in range(n_systems):
                        memcpy(
                            &table[system, sentence, k, 0], &table[system, sentence, same, 0],
                            COLUMNS * sizeof(int64_t),
                        )
                    continue
                status = align_texts(&plain, s, s, r, &arena, &cancel[0])
                if status != DONE:
                    break
                for system in range(n_systems):
                    h = text_at(base, at, (1 + n_references + system) * n_sentences + sentence)
                    status = align_texts(&found, s, h, r, &arena, &cancel[0])
                    if status != DONE:
                        break
                    passes[0] += found.passes > 0
                    passes[1] += found.passes > 1
                    fill_counts(&table[system, sentence, k, 0], &found, &plain)
                if status != DONE:
                    break
            if status != DONE:
                break
        arena_free(&arena)
    if status == NO_MEMORY:
        raise MemoryError("no memory for the alignment of a sentence within the limit")
    if status == TOO_LARGE:
        return system, sentence, passes_array
    return -1, 0, passes_array


def moves_of(
    const int32_t[::1] source not None,
    const int32_t[::1] hypothesis not None,
    const int32_t[::1] reference not None,
    const int32_t[::1] cancel not None,
    size_t memory_limit,
):
    """Return the cost of the alignment of three texts and its moves from left to right: int8[M].

    Moves in order of preference, by which texts give a token: 0 all; 1 source and hypothesis;
    2 source and reference; 3 hypothesis and reference; 4 source; 5 hypothesis; 6 reference.
    The reference is taken as it is, also where it is empty.
    Raises: MemoryError if that needs more memory than the limit.
    """
    cdef Arena arena
    cdef Status status
    cdef Alignment found
    cdef Text s, h, r
    cdef int32_t nothing = 0
    if cancel.shape[0] < 1:
        raise ValueError("cancel is empty, expected one number")
    s.size = source.shape[0]
    s.tokens = &source[0] if s.size else &nothing
    h.size = hypothesis.shape[0]
    h.tokens = &hypothesis[0] if h.size else &nothing
    r.size = reference.shape[0]
    r.tokens = &reference[0] if r.size else &nothing
    moves_array = np.empty(s.size + h.size + r.size + 1, np.int8)
    cdef int8_t[::1] moves = moves_array
    found.moves = &moves[0]
    arena_init(&arena, memory_limit)
    with nogil:
        status = align_texts(&found, s, h, r, &arena, &cancel[0])
        arena_free(&arena)
    if status == NO_MEMORY or status == TOO_LARGE:
        raise MemoryError(
            f"texts of {s.size}, {h.size} and {r.size} tokens need more than {memory_limit} bytes"
        )
    return found.cost, moves_array[: found.n_moves][::-1].copy()
