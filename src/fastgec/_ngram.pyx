"""Counts of n-grams that a source, a hypothesis and a reference have and have not in common.

An n-gram occurs s, r and h times in source, reference and hypothesis; GREEN sorts these occurrences
into seven regions (spec in metrics/green.py), and GLEU's numbers are sums of regions. One call
counts a range of units: a unit is one source, one hypothesis and any number of references, given
as indices of sentences in one table of token ids.

All seven regions follow from the sizes S, R, H of the three multisets and four sums over n-grams,
A = sum min(s, h), B = sum min(s, r), C = sum min(r, h), T = sum min(s, r, h):

    true keep    T              over-delete   B - T            under-delete  A - T
    true delete  S - A - B + T  over-insert   H - A - C + T    under-insert  R - B - C + T
    true insert  C - T

Each sum grows by at most 1 per occurrence, so it is made while the occurrences are seen, and a
table (`ngrams/ranks.pxd`) is kept of the n-grams of source and hypothesis only: A needs no
reference, and an occurrence in a reference that the table lacks adds to R alone. An n-gram with a
token that is UNKNOWN has no rank; it only counts in H (or S, R). Source and hypothesis are thus
counted once for all references, and references are only looked up. What all texts begin and end
with is not counted at all (`ngrams/common.pxd`).

Official GLEU also wants the sum of min(s, h) over n-grams that the *whole* reference lacks. What
was left out is the same in every text, so one more pass over the source finds out which n-grams of
the table occur in the part left out; these are never absent. Few positions pass the first order.

Time is linear in the tokens of a unit times the order (expected, as with any hash table); memory is
about 60 bytes per position that is counted, in an arena that each unit starts anew.
"""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from fastgec._arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE,
    Arena, arena_free, arena_init, arena_reset, arena_status, arena_take,
)
from fastgec.ngrams.common cimport Common, common_part, n_back, n_front
from fastgec.ngrams.ranks cimport Entry, RankTable, clear, enter_rank, find_rank, has_key, key_at
from fastgec.ngrams.texts cimport Text, check_units, n_ngrams, text_of

MAX_ORDER = 1000  # a row of counts has seven numbers for each order
N_REGIONS = 7


cdef enum:
    N_COLUMNS = 7
    N_COLUMNS_OFFICIAL = 8


cdef struct Order:
    # What one order has counted in source and hypothesis, for all references.
    int n
    int64_t front  # n-grams of every text that are left out: P and Q
    int64_t back
    int64_t S
    int64_t H
    int64_t A
    int64_t left_out  # the part of A whose n-grams occur in what is left out too


cdef int count_unit(
    Arena *arena,
    Text *texts,
    int64_t n_references,
    int order,
    bint is_official,
    bint is_trimmed,
    int64_t *rows,
) noexcept nogil:
    """Fill the rows of one unit: texts are source, hypothesis, references; a row per reference."""
    cdef Text *source = &texts[0]
    cdef Text *hypothesis = &texts[1]
    cdef RankTable table
    cdef Order counted
    cdef int32_t *seen  # occurrences of each entry in the current reference, so far
    cdef int64_t n_texts = n_references + 2
    cdef int64_t n_columns = N_COLUMNS_OFFICIAL if is_official else N_COLUMNS
    cdef Common common = common_part(texts, n_texts, is_trimmed)
    cdef int64_t low = n_front(&common, order)  # the first position that some order ranks
    # The first order has the longest table: no order ranks more positions.
    cdef int64_t room = max(0, source.size - low) + max(0, hypothesis.size - low)
    cdef int64_t t
    cdef int n

    if room > 0x3FFFFFFF or source.size > 0x3FFFFFFF:
        return TOO_LARGE
    table.entries = <Entry *>arena_take(arena, room, sizeof(Entry))
    seen = <int32_t *>arena_take(arena, room, sizeof(int32_t))
    table.slots = <int32_t *>arena_take(arena, 4 * room + 8, sizeof(int32_t))
    if table.entries == NULL or seen == NULL or table.slots == NULL:
        return arena_status(arena)
    for t in range(n_texts):
        texts[t].ranks = <int32_t *>arena_take(arena, texts[t].size, sizeof(int32_t))
        if texts[t].ranks == NULL:
            return arena_status(arena)
        memset(texts[t].ranks, 0, texts[t].size * sizeof(int32_t))

    for n in range(1, order + 1):
        counted.n = n
        counted.front = n_front(&common, n)
        counted.back = n_back(&common, n)
        counted.S = n_counted(source, &counted)
        counted.H = n_counted(hypothesis, &counted)
        clear(&table, max(0, counted.front + counted.S - low) + counted.H)
        count_pair(&table, source, hypothesis, &counted)
        rank_front(&table, texts, n_texts, low, &counted, is_official)
        for t in range(n_references):
            count_reference(
                &table,
                seen,
                &texts[t + 2],
                &counted,
                is_official,
                &rows[(t * order + n - 1) * n_columns],
            )
    return DONE


cdef inline int64_t n_counted(const Text *text, const Order *counted) noexcept nogil:
    """Return how many n-grams of a text are counted: S, H or R."""
    return n_ngrams(text, counted.n) - counted.back - counted.front


cdef inline void count_pair(
    RankTable *table, Text *source, Text *hypothesis, Order *counted
) noexcept nogil:
    """Enter the n-grams of source and hypothesis into the table, and count A."""
    cdef int n = counted.n
    cdef int64_t first = counted.front
    cdef int64_t A = 0
    cdef int64_t i
    cdef int32_t rank
    cdef Entry *entry
    for i in range(first, first + counted.S):
        rank = -1
        if has_key(source, i, n):
            rank = enter_rank(table, key_at(source, i, n))
            table.entries[rank].source += 1
        source.ranks[i] = rank
    for i in range(first, first + counted.H):
        rank = -1
        if has_key(hypothesis, i, n):
            rank = enter_rank(table, key_at(hypothesis, i, n))
            entry = &table.entries[rank]
            A += entry.hypothesis < entry.source
            entry.hypothesis += 1
        hypothesis.ranks[i] = rank
    counted.A = A


cdef inline void rank_front(
    RankTable *table, Text *texts, int64_t n_texts, int64_t low, Order *counted, bint is_official
) noexcept nogil:
    """Rank what higher orders need of the front; for official GLEU mark all that is left out."""
    cdef Text *source = &texts[0]
    cdef Entry *entry
    cdef int32_t rank
    cdef int64_t i, t
    cdef int n = counted.n
    counted.left_out = 0
    for i in range(low, counted.front):
        rank = enter_rank(table, key_at(source, i, n))
        source.ranks[i] = rank
        if is_official and not table.entries[rank].is_left_out:
            entry = &table.entries[rank]
            entry.is_left_out = True
            counted.left_out += min(entry.source, entry.hypothesis)
        for t in range(1, n_texts):
            texts[t].ranks[i] = rank
    if is_official:
        i = n_ngrams(source, n)
        counted.left_out += mark_left_out(table, source, 0, low, n)
        counted.left_out += mark_left_out(table, source, i - counted.back, i, n)


cdef int64_t mark_left_out(
    RankTable *table, Text *source, int64_t first, int64_t last, int n
) noexcept nogil:
    """Mark the n-grams of source positions [first, last) that the table knows; rank all of them.

    Returns the sum of min(s, h) over the n-grams that are marked for the first time.
    """
    cdef Entry *entry
    cdef int32_t rank
    cdef int64_t total = 0
    cdef int64_t i
    for i in range(first, last):
        rank = -1
        if has_key(source, i, n):
            rank = find_rank(table, key_at(source, i, n))
        source.ranks[i] = rank
        if rank >= 0 and not table.entries[rank].is_left_out:
            entry = &table.entries[rank]
            entry.is_left_out = True
            total += min(entry.source, entry.hypothesis)
    return total


cdef inline void count_reference(
    const RankTable *table,
    int32_t *seen,
    Text *reference,
    const Order *counted,
    bint is_official,
    int64_t *row,
) noexcept nogil:
    """Look the n-grams of a reference up, and fill its columns of this order."""
    cdef const Entry *entry
    cdef int n = counted.n
    cdef int64_t first = counted.front
    cdef int64_t S = counted.S, H = counted.H, A = counted.A, R = n_counted(reference, counted)
    cdef int64_t B = 0, C = 0, T = 0
    cdef int64_t present = counted.left_out
    cdef int64_t i
    cdef int32_t rank, least, before
    memset(seen, 0, table.n_entries * sizeof(int32_t))
    for i in range(first, first + R):
        rank = -1
        if has_key(reference, i, n):
            rank = find_rank(table, key_at(reference, i, n))
        reference.ranks[i] = rank
        if rank >= 0:
            entry = &table.entries[rank]
            least = min(entry.source, entry.hypothesis)
            before = seen[rank]
            seen[rank] = before + 1
            B += before < entry.source
            C += before < entry.hypothesis
            T += before < least
            if before == 0 and not entry.is_left_out:
                present += least
    row[0] = T + counted.front + counted.back
    row[1] = S - A - B + T
    row[2] = C - T
    row[3] = B - T
    row[4] = H - A - C + T
    row[5] = A - T
    row[6] = R - B - C + T
    if is_official:
        row[7] = A - present


def count_regions(
    const int32_t[::1] ids not None,
    const int64_t[::1] offsets not None,
    const int64_t[::1] sources not None,
    const int64_t[::1] hypotheses not None,
    const int64_t[::1] references not None,
    const int64_t[::1] reference_offsets not None,
    int order,
    bint absent,
    int64_t[:, ::1] table not None,
    int64_t first,
    int64_t last,
    const int32_t[::1] cancel not None,
    size_t memory_limit,
    *,
    bint trim=True,
):
    """Count the n-grams of the units first to last (exclusive) into their rows of `table`.

    ids int32[T], offsets int64[X+1]: X texts of token ids, UNKNOWN (-1) equals nothing.
    sources, hypotheses int64[U]: the text that is source, hypothesis, of each unit.
    references int64[R], reference_offsets int64[U+1]: the texts that are references of unit u are
    references[reference_offsets[u] : reference_offsets[u + 1]], and these are its rows.
    table int64[R, 7 * order], owned by the caller: for each order from 1 the regions true keep,
    true delete, true insert, over-delete, over-insert, under-delete, under-insert. With `absent`,
    int64[R, 8 * order]: an eighth column has the sum of min(s, h) over the n-grams that the
    reference lacks.
    cancel int32[1]: looked at before each unit; work stops where it is not 0, without an error.
    memory_limit: the most memory that one unit may use, in bytes. trim=False counts the plain way.
    Returns: -1; or the unit at which work stopped because it would need more memory.
    Raises: ValueError for arrays that do not fit together; MemoryError if the system has no memory
    for a unit within the limit.
    """
    cdef int64_t width = order * (N_COLUMNS_OFFICIAL if absent else N_COLUMNS)
    if not 1 <= order <= MAX_ORDER:
        raise ValueError(f"order {order}, expected 1 to {MAX_ORDER}")
    check_units(
        offsets, ids.shape[0], sources, hypotheses, references, reference_offsets, first, last
    )
    if table.shape[0] != references.shape[0] or table.shape[1] != width:
        shape = f"{references.shape[0]} x {width}"
        raise ValueError(f"table of {table.shape[0]} x {table.shape[1]}, expected {shape}")
    if cancel.shape[0] < 1:
        raise ValueError("cancel is empty, expected one number")

    cdef Arena arena
    cdef Text *texts
    cdef const int32_t *base = &ids[0] if ids.shape[0] else NULL
    cdef int status = DONE
    cdef int64_t u, k, row, n_references
    arena_init(&arena, memory_limit)
    try:
        with nogil:
            for u in range(first, last):
                if cancel[0]:
                    status = CANCELLED
                    break
                row = reference_offsets[u]
                n_references = reference_offsets[u + 1] - row
                if n_references == 0:
                    continue
                arena_reset(&arena)
                texts = <Text *>arena_take(&arena, n_references + 2, sizeof(Text))
                if texts == NULL:
                    status = arena_status(&arena)
                    break
                texts[0] = text_of(base, offsets, sources[u])
                texts[1] = text_of(base, offsets, hypotheses[u])
                for k in range(n_references):
                    texts[k + 2] = text_of(base, offsets, references[row + k])
                status = count_unit(
                    &arena, texts, n_references, order, absent, trim, &table[row, 0]
                )
                if status != DONE:
                    break
    finally:
        arena_free(&arena)
    if status == NO_MEMORY:
        raise MemoryError("no memory for the n-grams of a sentence within the limit")
    return u if status == TOO_LARGE else -1
