"""The edit lattice: every cheapest alignment of a source sentence and a hypothesis.

It is the union of all cheapest alignments under two costs: insertion and deletion 1 in both,
substitution 1 in the first and 2 in the second. `kernels.bitrows` finds them as bits; here the
places that lie on one become vertices, and the steps between them base arcs. Who can do with bits
leaves out the vertices (`build_rows`), or lists those of a few rows.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_free, arena_init, arena_status, arena_take,
    is_cancelled,
)
from fastgec.kernels.bitrows cimport find_rows, first_word
from fastgec.kernels.bits cimport (
    DELETION, DIAGONAL, EQUAL_TOKENS, INSERTION, N_MASKS, BitRows, count_places,
)


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int lowest_bit(uint64_t word) {
        unsigned long at; _BitScanForward64(&at, word); return (int)at;
    }
    #else
    static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
    #endif
    """
    int lowest_bit(uint64_t word) noexcept nogil


cdef inline bint is_diagonal(const uint64_t *masks, uint64_t place) noexcept nogil:
    """Whether a diagonal step of both alignments is the only one into the one place of a row."""
    return (
        masks[DIAGONAL] & masks[3 + DIAGONAL] & place != 0
        and (masks[DELETION] | masks[3 + DELETION]) & place == 0
    )


cdef inline void write_diagonal(
    Lattice *lattice, int32_t number, int32_t i, int32_t j, int32_t tail, bint is_noop
) noexcept nogil:
    """Write a vertex that one diagonal arc enters."""
    cdef Vertex *vertex = &lattice.vertices[number]
    vertex.i = i
    vertex.j = j
    vertex.above = tail + 1
    vertex.n_diagonal = 2
    vertex.n_deletion = 0
    vertex.n_insertion = 0
    vertex.is_noop = is_noop
    lattice.n_entries += 2


cdef inline void write_row(
    Lattice *lattice, const BitRows *rows, int32_t i, const int32_t *above, int32_t *here,
    int32_t *n_vertices,
) noexcept nogil:
    """Number the places of a row, and write the base arcs into them.

    `above` has the numbers of the places of the row above, `here` gets those of this one.
    """
    cdef int32_t n_words = rows.band.width
    cdef int32_t left = 64 * first_word(&rows.band, i)
    cdef int32_t j, w, place
    cdef int32_t number = n_vertices[0]
    cdef int64_t n_entries = 0
    cdef uint64_t word, diagonal, deletion, insertion, noop
    cdef uint64_t twice[3]
    cdef const uint64_t *first
    cdef const uint64_t *second
    cdef Vertex *vertex = &lattice.vertices[number]
    for w in range(n_words):
        word = rows.places[<int64_t>i * n_words + w]
        if word == 0:
            continue
        first = rows.masks + <int64_t>i * N_MASKS * n_words + w
        second = first + 3 * n_words
        diagonal = first[DIAGONAL * n_words] | second[DIAGONAL * n_words]
        deletion = first[DELETION * n_words] | second[DELETION * n_words]
        insertion = first[INSERTION * n_words] | second[INSERTION * n_words]
        twice[0] = first[DIAGONAL * n_words] & second[DIAGONAL * n_words]
        twice[1] = first[DELETION * n_words] & second[DELETION * n_words]
        twice[2] = first[INSERTION * n_words] & second[INSERTION * n_words]
        noop = diagonal & first[EQUAL_TOKENS * n_words]
        while word:
            place = lowest_bit(word)
            word &= word - 1
            j = left + (w << 6) + place
            here[j] = number
            vertex.i = i
            vertex.j = j
            vertex.above = above[j] if deletion >> place & 1 else 0
            if diagonal >> place & 1:
                vertex.above = above[j - 1] + 1
            vertex.n_diagonal = (diagonal >> place & 1) + (twice[0] >> place & 1)
            vertex.n_deletion = (deletion >> place & 1) + (twice[1] >> place & 1)
            vertex.n_insertion = (insertion >> place & 1) + (twice[2] >> place & 1)
            vertex.is_noop = noop >> place & 1
            n_entries += vertex.n_diagonal + vertex.n_deletion + vertex.n_insertion
            vertex += 1
            number += 1
    lattice.n_entries += n_entries
    n_vertices[0] = number


cdef Status list_vertices(
    Lattice *lattice, int32_t first_row, int32_t last_row, const int32_t *cancel, Arena *arena
) noexcept nogil:
    """Write the vertices of some rows, and the base arcs into them; `n_vertices` is their number.

    No arc enters the first of these rows from above; of other rows nothing is written.
    """
    cdef int32_t i, j, n_vertices, number
    cdef const BitRows *rows = &lattice.bits
    cdef int32_t n_words = rows.band.width
    cdef size_t n_columns = <size_t>lattice.n_hypothesis + 1
    cdef uint64_t word
    cdef const uint64_t *first
    cdef int32_t *above
    cdef int32_t *here
    cdef int32_t *swap
    lattice.vertices = <Vertex *>arena_take(arena, lattice.n_vertices, sizeof(Vertex))
    lattice.rows = <int32_t *>arena_take(arena, lattice.n_source + 2, sizeof(int32_t))
    above = <int32_t *>arena_take(arena, n_columns, sizeof(int32_t))
    here = <int32_t *>arena_take(arena, n_columns, sizeof(int32_t))
    if lattice.vertices == NULL or lattice.rows == NULL or above == NULL or here == NULL:
        lattice.vertices = NULL
        return arena_status(arena)
    if first_row:
        memset(above, 0xFF, n_columns * sizeof(int32_t))
    n_vertices = 0
    lattice.n_entries = 0
    for i in range(first_row, last_row + 1):
        if i & 31 == 0 and is_cancelled(cancel):
            return CANCELLED
        lattice.rows[i] = n_vertices
        first = rows.masks + <int64_t>i * N_MASKS * n_words
        word = rows.places[i] if n_words == 1 else 0
        if word and word & (word - 1) == 0 and is_diagonal(first, word):
            j = lowest_bit(word)
            here[j] = n_vertices
            write_diagonal(
                lattice, n_vertices, i, j, above[j - 1], first[EQUAL_TOKENS] & word != 0
            )
            n_vertices += 1
        else:
            write_row(lattice, rows, i, above, here, &n_vertices)
        if first_row and i == first_row:
            for number in range(n_vertices):
                lattice.vertices[number].n_diagonal = 0
                lattice.vertices[number].n_deletion = 0
                lattice.vertices[number].is_noop = 0
        swap = above
        above = here
        here = swap
    lattice.rows[last_row + 1] = n_vertices
    return DONE


cdef Status build_rows(
    Lattice *lattice,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    const int32_t *cancel,
    Arena *arena,
) noexcept nogil:
    """Build the lattice of two token sequences as rows of bits, and count its vertices.

    Everything in it belongs to the arena.
    """
    cdef int64_t n_places
    cdef Status status
    lattice.source = source
    lattice.hypothesis = hypothesis
    lattice.n_source = n_source
    lattice.n_hypothesis = n_hypothesis
    lattice.vertices = NULL
    status = find_rows(
        &lattice.bits, source, n_source, hypothesis, n_hypothesis, cancel, arena
    )
    if status != DONE:
        return status
    n_places = count_places(&lattice.bits, 0, n_source)
    if n_places >= 0x7FFFFFFF:
        arena.is_limited = True
        return arena_status(arena)
    lattice.n_vertices = <int32_t>n_places
    return DONE


cdef Status build_lattice(
    Lattice *lattice,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    const int32_t *cancel,
    Arena *arena,
) noexcept nogil:
    """Build the lattice of two token sequences, with all vertices."""
    cdef Status status = build_rows(
        lattice, source, n_source, hypothesis, n_hypothesis, cancel, arena
    )
    return list_vertices(lattice, 0, n_source, cancel, arena) if status == DONE else status


def cheapest_steps(const int32_t[::1] source not None, const int32_t[::1] hypothesis not None):
    """Return the base arcs of two token sequences: (i, j, i', j', alignments that it lies in).

    For tests. Arcs are sorted by head, then tail. Negative ids of the hypothesis equal nothing.
    Raises: MemoryError.

    >>> import numpy as np
    >>> cheapest_steps(np.array([1], np.int32), np.array([2], np.int32))
    [(0, 0, 0, 1, 1), (0, 0, 1, 0, 1), (0, 0, 1, 1, 2), (0, 1, 1, 1, 1), (1, 0, 1, 1, 1)]
    """
    cdef int32_t never = 0
    cdef Arena arena
    cdef Lattice lattice
    cdef const Vertex *head
    cdef Status status
    cdef int32_t number, side, tail, copies
    arena_init(&arena, <size_t>1 << 33)
    try:
        status = build_lattice(
            &lattice,
            &source[0] if source.shape[0] else NULL,
            <int32_t>source.shape[0],
            &hypothesis[0] if hypothesis.shape[0] else NULL,
            <int32_t>hypothesis.shape[0],
            &never,
            &arena,
        )
        if status != DONE:
            raise MemoryError
        found = []
        for number in range(lattice.n_vertices):
            head = &lattice.vertices[number]
            for side in range(3):
                tail = tail_of(head, number, side)
                copies = (head.n_diagonal, head.n_deletion, head.n_insertion)[side]
                if tail >= 0:
                    found.append(
                        (lattice.vertices[tail].i, lattice.vertices[tail].j, head.i, head.j, copies)
                    )
        return found
    finally:
        arena_free(&arena)
