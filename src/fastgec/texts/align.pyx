"""One alignment of each source sentence and its corrected text, cut into edits.

Of all alignments in the lattice (`_lattice`) the one is taken that has, in this order: the fewest
changed words (inserted, deleted or replaced); the most unchanged words; the fewest runs of changes;
the latest changes, that is, the first in the order of its steps from left to right, where an
unchanged word comes before a replacement, that before a deletion, that before an insertion. Runs of
changes become edits; consecutive runs become one edit while no more than a given number of
unchanged words is inside it, from left to right.

Costs are those of the way from a vertex to the end, once for a change before the vertex and once
for none (then a change begins a run), and are pushed from each vertex to those before it, from the
last to the first. Each vertex keeps its best step, so the way is then read from the first vertex.
Time and memory are proportional to the number of vertices.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE,
    Arena, Status, arena_free, arena_init, arena_reset, arena_status, arena_take, is_cancelled,
)
from fastgec.kernels.checks cimport check_offsets
from fastgec._lattice cimport Lattice, Vertex, build_lattice, deletion_of, diagonal_of, same_tokens


cdef enum Step:
    # By preference; NOWHERE is behind all of them.
    KEEP = 0
    REPLACE = 1
    DELETE = 2
    INSERT = 3
    NOWHERE = 4


cdef struct Ending:
    # The best way from a vertex to the end: what it costs, its first step, where that leads.
    int32_t n_changes
    int32_t n_replaced
    int32_t n_runs
    int32_t next
    Step step


cdef inline bint is_better(const Ending *a, const Ending *b) noexcept nogil:
    # At equal numbers of changes, fewer replacements mean more unchanged words.
    if b.step == NOWHERE:
        return True
    if a.n_changes != b.n_changes:
        return a.n_changes < b.n_changes
    if a.n_replaced != b.n_replaced:
        return a.n_replaced < b.n_replaced
    if a.n_runs != b.n_runs:
        return a.n_runs < b.n_runs
    return a.step < b.step


cdef inline void push(Ending *endings, int32_t before, int32_t vertex, Step step) noexcept nogil:
    """Offer a vertex the ending that goes by this step to the vertex behind it."""
    cdef int32_t state
    cdef Ending ending = endings[2 * <int64_t>vertex + (step != KEEP)]
    cdef Ending *best
    ending.next = vertex
    ending.step = step
    ending.n_changes += step != KEEP
    ending.n_replaced += step == REPLACE
    for state in range(2):
        best = &endings[2 * <int64_t>before + state]
        if step != KEEP and state == 0:
            ending.n_runs += 1
        if is_better(&ending, best):
            best[0] = ending
        if step != KEEP and state == 0:
            ending.n_runs -= 1


cdef Status best_endings(const Lattice *lattice, Arena *arena, Ending **found) noexcept nogil:
    """Write the best endings of all vertices: two of each, by the step before it."""
    cdef Ending *endings = <Ending *>arena_take(
        arena, 2 * <size_t>lattice.n_vertices, sizeof(Ending)
    )
    cdef const Vertex *vertex
    cdef int64_t at
    cdef int32_t v
    if endings == NULL:
        return arena_status(arena)
    for at in range(2 * <int64_t>lattice.n_vertices):
        endings[at].step = NOWHERE
    for at in range(2 * <int64_t>lattice.n_vertices - 2, 2 * <int64_t>lattice.n_vertices):
        endings[at].n_changes = 0
        endings[at].n_replaced = 0
        endings[at].n_runs = 0
    for v in range(lattice.n_vertices - 1, 0, -1):
        vertex = &lattice.vertices[v]
        if vertex.n_diagonal:
            push(endings, diagonal_of(vertex), v, KEEP if vertex.is_noop else REPLACE)
        if vertex.n_deletion:
            push(endings, deletion_of(vertex), v, DELETE)
        if vertex.n_insertion:
            push(endings, v - 1, v, INSERT)
    found[0] = endings
    return DONE


cdef int64_t read_edits(
    const Lattice *lattice, const Ending *endings, int32_t max_unchanged_words, int32_t *edits
) noexcept nogil:
    """Read the ending of the first vertex into edits of four numbers; return how many there are."""
    cdef int64_t n_edits = 0
    cdef int32_t v = 0
    cdef int32_t n_inside = 0  # unchanged words inside the last edit
    cdef int32_t n_since = 0  # and since its end
    cdef bint is_change = False
    cdef const Ending *ending
    cdef int32_t *edit = edits
    while v != lattice.n_vertices - 1:
        ending = &endings[2 * <int64_t>v + is_change]
        is_change = ending.step != KEEP
        if is_change:
            if n_edits and n_inside + n_since <= max_unchanged_words:
                n_inside += n_since
            else:
                edit = edits + 4 * n_edits
                n_edits += 1
                n_inside = 0
                edit[0] = lattice.vertices[v].i
                edit[2] = lattice.vertices[v].j
            n_since = 0
            edit[1] = lattice.vertices[ending.next].i
            edit[3] = lattice.vertices[ending.next].j
        else:
            n_since += 1
        v = ending.next
    return n_edits


def align(
    const int32_t[::1] source_ids not None,
    const int64_t[::1] source_offsets not None,
    const int32_t[::1] target_ids not None,
    const int64_t[::1] target_offsets not None,
    *,
    int32_t max_unchanged_words,
    size_t memory_limit,
    const int32_t[::1] cancel=None,
):
    """Return the edits that turn each source sentence into its target.

    Parameters: source_ids int32[T], source_offsets int64[S+1], target_ids int32[U], target_offsets
    int64[S+1], ids of one vocabulary; max_unchanged_words, most unchanged words inside an edit;
    memory_limit, bytes of scratch memory; cancel int32[1], not 0 when work must stop (None: it need
    not): then what is returned is of no use.
    Returns: (stopped, edits, offsets): the sentence that needs more than the limit or -1; int32[E,
    4], the span of each edit in source tokens, then in target tokens, both half-open; int64[S+1],
    sentence s has the edits offsets[s] to offsets[s+1].
    Raises: ValueError; MemoryError if the system has no memory for a sentence within the limit.
    """
    cdef int64_t n_sentences = source_offsets.shape[0] - 1
    check_offsets("source_offsets", source_offsets, source_ids.shape[0])
    check_offsets("target_offsets", target_offsets, target_ids.shape[0])
    if target_offsets.shape[0] != source_offsets.shape[0]:
        raise ValueError(f"{target_offsets.shape[0] - 1} targets for {n_sentences} sources")
    if max_unchanged_words < 0:
        raise ValueError(f"{max_unchanged_words} unchanged words, expected 0 or more")
    # Edits are kept apart by an unchanged word of the source, so a sentence of n has at most n + 1.
    found = np.empty((source_ids.shape[0] + n_sentences, 4), np.int32)
    offsets = np.zeros(n_sentences + 1, np.int64)
    if n_sentences == 0:
        return -1, found, offsets
    cdef int32_t[:, ::1] edits = found
    cdef int64_t[::1] edit_offsets = offsets
    cdef int32_t *edits_at = &edits[0, 0]  # there is at least one row, for a sentence
    cdef const int32_t *source_at
    cdef const int32_t *target_at
    cdef int64_t sentence = 0
    cdef int64_t n_edits = 0
    cdef int64_t source, target, n_source, n_target
    cdef Status status = DONE
    cdef Arena arena
    cdef Lattice lattice
    cdef Ending *endings
    cdef int32_t never = 0
    cdef const int32_t *flag = &never
    if cancel is not None:
        if cancel.shape[0] < 1:
            raise ValueError("cancel is empty, expected one number")
        flag = &cancel[0]
    with nogil:
        arena_init(&arena, memory_limit)
        while sentence < n_sentences:
            if is_cancelled(flag):
                status = CANCELLED
                break
            source = source_offsets[sentence]
            target = target_offsets[sentence]
            n_source = source_offsets[sentence + 1] - source
            n_target = target_offsets[sentence + 1] - target
            if n_source > 0x3FFFFFFF or n_target > 0x3FFFFFFF:
                status = TOO_LARGE
                break
            source_at = &source_ids[source] if n_source else NULL
            target_at = &target_ids[target] if n_target else NULL
            if n_source != n_target or not same_tokens(source_at, target_at, n_source):
                arena_reset(&arena)
                status = build_lattice(
                    &lattice, source_at, <int32_t>n_source, target_at, <int32_t>n_target, flag,
                    &arena,
                )
                if status == DONE:
                    status = best_endings(&lattice, &arena, &endings)
                if status != DONE:
                    break
                n_edits += read_edits(
                    &lattice, endings, max_unchanged_words, edits_at + 4 * n_edits
                )
            sentence += 1
            edit_offsets[sentence] = n_edits
        if status == CANCELLED:
            for target in range(sentence + 1, n_sentences + 1):
                edit_offsets[target] = n_edits
        arena_free(&arena)
    if status == NO_MEMORY:
        raise MemoryError(f"no memory for sentence {sentence + 1}")
    return (sentence if status == TOO_LARGE else -1), found[:n_edits].copy(), offsets
